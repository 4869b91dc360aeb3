//! `examples/spark_pipe.py` with Spark and two local tasks: every row has an answer, and every
//! answer is right.
#![cfg(target_os = "linux")]

use std::collections::HashMap;
use std::time::Duration;

use fastrand::Rng;
use sudokat::Puzzle;

use crate::fixtures::files::{Folder, project};
use crate::fixtures::grids;
use crate::fixtures::program::{Running, SUDOKAT, command, parts};
use crate::fixtures::puzzles::{ANSWER, PUZZLE, grid};
use crate::fixtures::random::Images;

/// Prints the rows of a Parquet table as lines, with tabs between fields.
const PRINT: &str = "
import sys, pyarrow.parquet
for row in pyarrow.parquet.read_table(sys.argv[1]).to_pylist():
    print(*('' if field is None else field for field in row.values()), sep='\\t')
";

fn python(arguments: &[&str]) -> (String, String, i32) {
    let mut command = command("python3", arguments);
    command.env("PYSPARK_SUBMIT_ARGS", "--master local[2] pyspark-shell");
    // Spark takes its time to start, and more on a busy machine.
    parts(Running::start_with_limit(&mut command, Duration::from_secs(600)).finish())
}

/// The rows of the table that the script makes of a text, in the order of the input.
fn table(name: &str, text: &str, options: &[&str]) -> Vec<Vec<String>> {
    let folder = Folder::new();
    let (input, output) = (folder.file(name, text), folder.join("table.parquet"));
    let script = project("examples/spark_pipe.py");
    let script = script.to_str().expect("UTF-8");
    let (_, messages, status) =
        python(&[&[script, "--sudokat", SUDOKAT], options, &[&input, &output]].concat());
    assert_eq!(status, 0, "{messages}");
    let (rows, messages, status) = python(&["-c", PRINT, &output]);
    assert_eq!(status, 0, "{messages}");
    rows.lines()
        .map(|row| row.split('\t').map(String::from).collect())
        .collect()
}

#[test]
#[ignore = "needs Spark: pip install 'pyspark[sql]'"]
fn a_hundred_thousand_grids_are_answered() {
    let random = &mut Rng::with_seed(100_000);
    let kinds = [
        grids::easy,
        grids::minimal,
        grids::several,
        grids::unsolvable,
    ]
    .map(|kind| Images::of(&[kind], 100));
    let text: String = (0..100_000)
        .map(|i| format!("{}\n", kinds[i % 4].next(random)))
        .collect();
    let rows = table("grids.txt", &text, &[]);
    assert_eq!(rows.len(), 100_000);
    let mut verdicts: HashMap<String, usize> = HashMap::new();
    for (line, row) in text.lines().zip(rows) {
        let [puzzle, answer, verdict] = &row[..] else {
            panic!("{row:?}")
        };
        let smallest = Puzzle::new(&grid(line)).expect("no conflict").smallest();
        assert_eq!(
            (puzzle.as_str(), answer),
            (
                line,
                &smallest.map(|grid| grid.to_string()).unwrap_or_default()
            )
        );
        *verdicts.entry(verdict.clone()).or_default() += 1;
    }
    assert_eq!(
        verdicts,
        HashMap::from([("solved".into(), 75_000), ("no solution".into(), 25_000)])
    );
}

#[test]
#[ignore = "needs Spark: pip install 'pyspark[sql]'"]
fn a_csv_file_keeps_its_columns_and_errors_stay_in_their_rows() {
    let conflict = format!("55{}", "0".repeat(79));
    let field = |text: &str| format!("{text},{ANSWER}\n");
    let malformed = [
        "5",
        "",
        "# no comment here",
        "Grid 1",
        "-----",
        "\"5\n5\"",
        &conflict,
    ];
    let text = format!(
        "quizzes,solutions\n{}{}",
        malformed.map(field).concat(),
        field(PUZZLE)
    );
    let rows = table("kaggle.csv", &text, &["--column", "quizzes"]);
    let verdicts: Vec<&str> = rows
        .iter()
        .map(|row| row.last().expect("columns").as_str())
        .collect();
    // Spark's csv reader ends a field at the end of the line, quoted or not.
    let no_grid = "no grid of 81 cells";
    let expected = [&[no_grid; 7][..], &["r1c1 and r1c2 are both 5", "solved"]].concat();
    assert_eq!(verdicts, expected, "{rows:?}");
    assert_eq!(rows[8], [PUZZLE, ANSWER, ANSWER, "solved"]);
}
