//! `examples/spark_pipe.py` on Spark itself, with two local tasks: every row answered, and every answer right.
#![cfg(target_os = "linux")]

mod common;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{SUDOKAT, grids, skipped};
use fastrand::Rng;
use sudokat::{Grid, Search};

/// What a Parquet table holds, a row a line, its fields set apart by tabs.
const PRINT: &str = "
import sys, pyarrow.parquet
for row in pyarrow.parquet.read_table(sys.argv[1]).to_pylist():
    print(*('' if field is None else field for field in row.values()), sep='\\t')
";

fn python(arguments: &[&str]) -> Output {
    Command::new("python3")
        .args(arguments)
        .env("PYSPARK_SUBMIT_ARGS", "--master local[2] pyspark-shell")
        .output()
        .expect("python3 starts")
}

/// The rows of the table that the script makes of `text`, in the order of the input.
fn table(name: &str, text: &str, options: &[&str]) -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let input: PathBuf = folder.join(name);
    let output = input.with_extension("parquet");
    let _ = fs::remove_dir_all(&output);
    fs::write(&input, text).expect("a temporary file");
    let (input, output) = (input.to_str().expect("UTF-8"), output.to_str().expect("UTF-8"));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/spark_pipe.py");
    let made = python(&[&[script, "--sudokat", SUDOKAT], options, &[input, output]].concat());
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let printed = python(&["-c", PRINT, output]);
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    let printed = String::from_utf8(printed.stdout).expect("UTF-8");
    printed.lines().map(|row| row.split('\t').map(String::from).collect()).collect()
}

fn has_spark() -> bool {
    let found = Command::new("python3").args(["-c", "import pyspark, pandas, pyarrow"]).output();
    let found = found.is_ok_and(|output| output.status.success());
    if !found {
        skipped("examples/spark_pipe.py", "python3 has no Spark (pip install 'pyspark[sql]')");
    }
    found
}

#[test]
fn a_hundred_thousand_grids_are_answered() {
    if !has_spark() {
        return;
    }
    let random = &mut Rng::with_seed(100_000);
    let mut text = String::new();
    for _ in 0..100 {
        let kinds = [grids::easy, grids::minimal, grids::several, grids::unsolvable].map(|make| make(random));
        for i in 0..1000 {
            text += &format!("{}\n", grids::Symmetry::random(random).image(&kinds[i % 4]));
        }
    }
    let rows = table("grids.txt", &text, &[]);
    assert_eq!(rows.len(), 100_000);
    let mut verdicts: HashMap<String, usize> = HashMap::new();
    for (line, row) in text.lines().zip(rows) {
        let [puzzle, answer, verdict] = &row[..] else { panic!("{row:?}") };
        let grid: Grid = line.parse().expect("a grid");
        let smallest = search_of(&grid).expect("no clash").smallest().map_or(String::new(), |grid| grid.to_string());
        assert_eq!((puzzle.as_str(), answer), (line, &smallest));
        *verdicts.entry(verdict.clone()).or_default() += 1;
    }
    assert_eq!(verdicts, HashMap::from([("solved".into(), 75_000), ("no solution".into(), 25_000)]));
}

#[test]
fn a_csv_file_keeps_its_columns_and_faults_stay_in_their_rows() {
    if !has_spark() {
        return;
    }
    let puzzle = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    let answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let clashing = format!("55{}", "0".repeat(79));
    let field = |text: &str| format!("{text},{answer}\n");
    let faults = ["5", "", "# no comment here", "Grid 1", "-----", "\"5\n5\"", &clashing];
    let text = "quizzes,solutions\n".to_string() + &faults.map(field).concat() + &field(puzzle);
    let rows = table("kaggle.csv", &text, &["--column", "quizzes"]);
    let verdicts: Vec<&str> = rows.iter().map(|row| row.last().expect("columns").as_str()).collect();
    // To Spark's reader of CSV a field ends with the line, quoted or not.
    let no_grid = "not a grid of 81 cells";
    let expected = [&[no_grid; 7][..], &["r1c1 and r1c2 are both 5", "solved"]].concat();
    assert_eq!(verdicts, expected, "{rows:?}");
    assert_eq!(rows[8], [puzzle, answer, answer, "solved"]);
}
