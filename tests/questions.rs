//! The questions that can be asked about each grid, in every input format.

use std::time::{Duration, Instant};

use fastrand::Rng;
use sudokat::{Candidates, Grid, Options, OutputFormat, Puzzle, Question, Status, Stream};

use crate::fixtures::files::Folder;
use crate::fixtures::grids;
use crate::fixtures::messages::{
    NO_GIVEN_SOLUTION, NO_SOLUTION, NOT_THE_SMALLEST, UNFINISHED_GIVEN_SOLUTION, cell_count,
    several_solutions, written, wrong_given_solution,
};
use crate::fixtures::program::{Running, SUDOKAT, command, parts, sudokat};
use crate::fixtures::puzzles::{
    ANSWER, CONFLICT, MINIMAL, OTHER, PUZZLE, TWO, UNSOLVABLE, grid, in_every_format, pencil_marks,
    rows,
};

/// The output for these words in an input format.
fn in_format(format: &str, grids: &[&str], column: &str, words: &[&str]) -> String {
    if format == "csv" {
        let record = |(grid, word)| format!("7,{grid},{word}\n");
        format!(
            "id,puzzle,{column}\n{}",
            grids.iter().zip(words).map(record).collect::<String>()
        )
    } else {
        words.iter().map(|word| format!("{word}\n")).collect()
    }
}

#[test]
fn every_question_has_an_answer_in_every_input_format() {
    let grids = [PUZZLE, TWO, UNSOLVABLE, MINIMAL, ANSWER];
    let clues = |grid: &str| -> String {
        let clue = |(i, d)| format!("r{}c{}={d}", i / 9 + 1, i % 9 + 1);
        grid.chars()
            .enumerate()
            .filter(|&(_, d)| d != '0')
            .map(clue)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let redundant = "r1c1=5 r1c2=3 r1c5=7 r2c1=6 r2c4=1 r2c5=9 r2c6=5 r3c2=9 r4c1=8 r4c9=3 r5c1=4 r5c4=8 r5c6=3 r6c1=7 \
                     r6c9=6 r7c2=6 r8c4=4 r8c5=1 r8c6=9 r8c9=5 r9c5=8 r9c9=9";
    let all = clues(ANSWER);
    let blank = |cell: &str, more: u32| format!("{cell} and {more} more cells are blank");
    let blanks = [blank("r1c3", 50), blank("r1c4", 3), blank("r1c2", 59)];
    let contradiction = "no solution: 7 has no place in column 9";
    let check = [&blanks[0], &blanks[1], contradiction, &blanks[2], "ok"];
    for (option, column, words) in [
        ("--count", "count", ["1", "2", "0", "1", "1"]),
        ("--count=1", "count", ["1", ">=1", "0", "1", "1"]),
        (
            "--verdict",
            "verdict",
            ["unique", "multiple", "none", "unique", "unique"],
        ),
        (
            "--redundant",
            "redundant",
            [redundant, "multiple", "none", "minimal", &all],
        ),
        (
            "--rate",
            "rating",
            ["1.2", "multiple", "none", ">=9.0", "0.0"],
        ),
        ("--check", "check", check),
    ] {
        // Many grids are solved by several threads and by the engine.
        let (many, many_words) = (grids.repeat(60), words.repeat(60));
        for ((format, input), (_, many_input)) in in_every_format(&grids)
            .into_iter()
            .zip(in_every_format(&many))
        {
            // In rows, some of these grids are answers to those above them.
            if option == "--check" && ["packed", "spaced"].contains(&format) {
                continue;
            }
            let (stdout, stderr, status) = sudokat(&[option], input);
            assert_eq!(
                stdout,
                in_format(format, &grids, column, &words),
                "{option} in {format}"
            );
            assert_eq!(
                (status, stderr.lines().count()),
                if option == "--check" { (2, 4) } else { (1, 0) },
                "{stderr}"
            );
            let (stdout, _, status) = sudokat(&[option, "-j3"], many_input);
            assert!(
                stdout == in_format(format, &many, column, &many_words),
                "many {option} in {format}"
            );
            assert_eq!(status, if option == "--check" { 2 } else { 1 });
        }
    }
}

#[test]
fn an_invalid_record_has_a_word_and_a_message() {
    let input = format!("{CONFLICT}\n{}\n53q\n", &PUZZLE[1..]);
    let errors = [
        "r1c1 and r1c9 are both 5".to_string(),
        cell_count(80),
        "expected a digit or a blank, found 'q'".to_string(),
    ];
    let messages = format!(
        "<stdin>:1: {}\n<stdin>:2: {}\n<stdin>:3:3: {}\n",
        errors[0], errors[1], errors[2]
    );
    for (option, words) in [
        ("--count", "\n\n\n"),
        ("--verdict", "invalid\ninvalid\ninvalid\n"),
        ("--redundant", "invalid\ninvalid\ninvalid\n"),
        ("--rate", "invalid\ninvalid\ninvalid\n"),
        ("--steps", "invalid\ninvalid\ninvalid\n"),
        ("--check", &format!("{}\n", errors.join("\n"))),
        ("--all", "\n\n"),
        ("--candidates", "\n\n\n"),
        ("--minimize", "\n\n\n"),
        ("--canonical", "\n\n\n"),
        ("--convert", &format!("{CONFLICT}\n\n\n")),
    ] {
        let (stdout, stderr, status) = sudokat(&[option], input.as_str());
        assert_eq!(
            (stdout.as_str(), stderr.as_str(), status),
            (words, messages.as_str(), 2),
            "{option}"
        );
    }
}

#[test]
fn all_solutions_of_many_grids_are_listed_on_any_number_of_threads() {
    let random = &mut Rng::with_seed(7);
    let puzzles: Vec<Grid> = (0..400).map(|_| grids::several(random)).collect();
    let input: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    let solutions = |puzzle: &Grid| -> String {
        Puzzle::new(puzzle)
            .expect("no conflict")
            .solutions()
            .take(20)
            .map(|grid| format!("{grid}\n"))
            .collect()
    };
    let expected = puzzles.iter().map(solutions).collect::<Vec<_>>().join("\n");
    for threads in ["-j1", "-j3"] {
        let (stdout, stderr, status) = sudokat(&["--all", "--limit=20", threads], input.as_str());
        assert!(
            stdout == expected && stderr.is_empty() && status == 0,
            "{threads}"
        );
    }
}

#[test]
fn counts_are_exact_up_to_the_limit_on_any_number_of_threads() {
    let random = &mut Rng::with_seed(8);
    let puzzles: Vec<Grid> = (0..800).map(|_| grids::several(random)).collect();
    let input: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    let count = |puzzle: &Grid| match Puzzle::new(puzzle).expect("no conflict").count(101) {
        101 => ">=100\n".to_string(),
        count => format!("{count}\n"),
    };
    let expected: String = puzzles.iter().map(count).collect();
    for threads in ["-j1", "-j3"] {
        assert!(
            sudokat(&["--count=100", threads], input.as_str())
                == (expected.clone(), String::new(), 0),
            "{threads}"
        );
    }
}

#[test]
fn candidates_are_those_of_all_solutions_and_stay_the_same_if_asked_again() {
    let random = &mut Rng::with_seed(9);
    let puzzles: Vec<Grid> = (0..200).map(|_| grids::several(random)).collect();
    let puzzles: Vec<Grid> = puzzles
        .into_iter()
        .filter(|puzzle| Puzzle::new(puzzle).unwrap().count(301) > 300)
        .collect();
    assert!(puzzles.len() > 20);
    let listed = |puzzle: &Grid| {
        let mut masks = [0; 81];
        for solution in Puzzle::new(puzzle).expect("no conflict").solutions() {
            masks
                .iter_mut()
                .zip(Candidates::from(&solution).masks())
                .for_each(|(mask, other)| *mask |= other);
        }
        format!("{}\n", Candidates::from_masks(masks))
    };
    let few: Vec<&Grid> = puzzles
        .iter()
        .filter(|puzzle| Puzzle::new(puzzle).unwrap().count(20_001) <= 20_000)
        .collect();
    for count in [1, few.len()] {
        let input: String = few[..count]
            .iter()
            .map(|puzzle| format!("{puzzle}\n"))
            .collect();
        let expected: String = few[..count].iter().map(|puzzle| listed(puzzle)).collect();
        for input in [&input, &expected] {
            let (stdout, stderr, status) = sudokat(&["--candidates", "-j2"], input.as_str());
            assert!(
                stdout == expected && stderr.is_empty() && status == 0,
                "{stderr}"
            );
        }
    }
    assert_eq!(
        sudokat(&["--candidates"], UNSOLVABLE),
        ("\n".into(), format!("<stdin>:1: {NO_SOLUTION}\n"), 1)
    );
    assert_eq!(
        sudokat(&["--candidates"], "0".repeat(81)).0,
        "123456789".repeat(81) + "\n"
    );
}

#[test]
fn candidates_are_drawn_and_listed() {
    let (drawing, ..) = sudokat(&["--candidates", "-opretty"], TWO);
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[..2], ["# 1", "┌───────┬─────────┬───────┐"]);
    assert_eq!(lines[2], "│ 5 3 4 │ 67 67 8 │ 9 1 2 │");
    assert_eq!(lines[3], "│ 6 7 2 │ 1  9  5 │ 3 4 8 │");
    let marks = sudokat(&["--candidates"], TWO).0;
    assert_eq!(sudokat(&["--convert", "-oline"], drawing).0, marks);
    // A dot stands for all nine digits.
    let eliminated = format!(":0300:x:{PUZZLE}:413 914 215 416 117:\n");
    let (drawing, ..) = sudokat(&["--convert", "-opretty"], eliminated.as_str());
    assert!(drawing.contains("│ 5 3 12356789 │ "), "{drawing}");
    assert_eq!(
        sudokat(&["--convert", "-oline"], drawing),
        sudokat(&["--convert", "-oline"], eliminated)
    );
    let (json, ..) = sudokat(&["--candidates", "-ojson"], TWO);
    assert!(
        json.contains("\"verdict\":\"multiple\",\"candidates\":[[5],[3],[4],[6,7],[6,7],[8],[9],"),
        "{json}"
    );
    assert!(
        sudokat(&["--candidates", "-opretty"], PUZZLE)
            .0
            .contains("│ 5 3 4 │ 6 7 8 │ 9 1 2 │\n")
    );
}

#[test]
fn grids_are_minimized_in_every_format_on_any_number_of_threads() {
    let minimal = Puzzle::new(&grid(PUZZLE))
        .unwrap()
        .minimize()
        .expect("it has one solution");
    let few = minimal.candidates().to_grid().to_string();
    let messages = format!("<stdin>:2: several solutions\n<stdin>:3: {NO_SOLUTION}\n");
    let lines = format!("{PUZZLE}\n{TWO}\n{UNSOLVABLE}\n{MINIMAL}\n");
    let expected = format!("{few}\n\n\n{MINIMAL}\n");
    assert_eq!(
        sudokat(&["--minimize"], lines.as_str()),
        (expected.clone(), messages, 1)
    );
    for threads in ["-j1", "-j3"] {
        assert_eq!(
            sudokat(&["--minimize", threads], lines.repeat(300)).0,
            expected.repeat(300)
        );
    }
    // Such a puzzle has solutions, so the status is 0, and no given solution is wrong.
    let (stdout, stderr, status) = sudokat(&["--minimize", "--stats"], TWO);
    assert!(
        stderr.ends_with(": 0 unique, 1 multiple, 0 none, 0 invalid\n"),
        "{stderr}"
    );
    assert_eq!((stdout.as_str(), status), ("\n", 0));
    let (explained, stderr, _) = sudokat(&["--minimize", "--explain"], TWO);
    assert!(
        explained == "\n" && stderr.lines().count() == 1 && stderr.contains("differ in 4 cells"),
        "{stderr}"
    );
    assert_eq!(sudokat(&["--minimize"], rows(PUZZLE, "")).0, rows(&few, ""));
    let csv = format!("id,puzzle,minimized\n7,{PUZZLE},{few}\n");
    assert_eq!(
        sudokat(&["--minimize"], format!("id,puzzle\n7,{PUZZLE}\n")).0,
        csv
    );
    assert!(
        sudokat(&["--minimize", "-ojson"], PUZZLE)
            .0
            .contains(&format!("\"minimized\":\"{few}\""))
    );
    // With pencil marks, clues are naked singles, and all digits are possible where one was
    // removed.
    let (marks, stderr, _) = sudokat(&["--minimize"], pencil_marks(PUZZLE));
    assert_eq!(
        (marks.trim_end(), stderr.as_str()),
        (pencil_marks(&few).as_str(), "")
    );
}

#[test]
fn grids_have_a_canonical_form_in_every_format_on_any_number_of_threads() {
    let form = |text: &str| grid(text).canonical().unwrap().form.to_string();
    let forms = [PUZZLE, TWO, UNSOLVABLE, ANSWER]
        .map(|grid| form(grid) + "\n")
        .concat();
    let lines = format!("{PUZZLE}\n{TWO}\n{UNSOLVABLE}\n{ANSWER}\n");
    assert_eq!(
        sudokat(&["--canonical"], lines.as_str()),
        (forms.clone(), String::new(), 0)
    );
    for threads in ["-j1", "-j3"] {
        assert_eq!(
            sudokat(&["--canonical", threads], lines.repeat(1000)).0,
            forms.repeat(1000)
        );
    }
    assert_eq!(sudokat(&["--canonical"], forms.as_str()).0, forms);
    assert_eq!(
        sudokat(&["--canonical"], rows(PUZZLE, " ")).0,
        rows(&form(PUZZLE), " ")
    );
    // Nothing is solved, so a given solution is not checked.
    let csv = format!(
        "puzzle,solution,canonical\n{PUZZLE},{OTHER},{}\n",
        form(PUZZLE)
    );
    assert_eq!(
        sudokat(
            &["--canonical"],
            format!("puzzle,solution\n{PUZZLE},{OTHER}\n")
        ),
        (csv, String::new(), 0)
    );
    let json = format!(
        "\"canonical\":\"{}\",\"automorphisms\":3359232}}\n",
        "0".repeat(81)
    );
    assert!(
        sudokat(&["--canonical", "-ojson"], "0".repeat(81))
            .0
            .ends_with(&json)
    );
    for format in ["pretty", "html"] {
        let converted = sudokat(&["--convert", "-o", format, "--color=always"], form(ANSWER)).0;
        assert_eq!(
            sudokat(&["--canonical", "-o", format, "--color=always"], ANSWER).0,
            converted
        );
    }
    let refused = "<stdin>:1: pencil marks have no canonical form\n";
    assert_eq!(
        sudokat(&["--canonical"], pencil_marks(PUZZLE)),
        ("\n".into(), refused.into(), 2)
    );
}

#[test]
fn a_grid_is_converted_from_any_format_to_any() {
    let grids = [PUZZLE, UNSOLVABLE, TWO, ANSWER];
    let lines = grids.map(|grid| format!("{grid}\n")).concat();
    for (from, input) in in_every_format(&grids) {
        for to in ["line", "packed", "spaced", "pretty", "csv", "json"] {
            let (converted, stderr, status) = sudokat(&["--convert", "-o", to], input.as_str());
            assert_eq!((stderr.as_str(), status), ("", 0), "{from} to {to}");
            let (again, stderr, status) = sudokat(&["--convert", "-oline"], converted);
            let marks = if from == "pencilmarks" && ["line", "csv", "json"].contains(&to) {
                input.as_str()
            } else {
                &lines
            };
            assert_eq!(
                (again.as_str(), stderr.as_str(), status),
                (marks, "", 0),
                "{from} to {to}"
            );
        }
    }
    // Solutions below their puzzle are grids, too.
    let (puzzle, answer) = (rows(PUZZLE, ""), rows(ANSWER, ""));
    let input = format!("{puzzle}\n{answer}");
    assert_eq!(
        sudokat(&["--convert"], input.as_str()),
        (input, String::new(), 0)
    );
    let one_column = format!("puzzle\n{PUZZLE}\n\n");
    assert_eq!(
        sudokat(&["--convert", "-ocsv"], format!("{PUZZLE}\n53q\n")).0,
        one_column
    );
    let csv = format!("id;quizzes\n7;{}\n", PUZZLE.replace('0', "."));
    assert_eq!(
        sudokat(&["--convert"], csv).0,
        format!(
            "id;quizzes;converted\n7;{};{PUZZLE}\n",
            PUZZLE.replace('0', ".")
        )
    );
}

#[test]
fn any_question_about_the_empty_grid_is_answered_in_seconds() {
    let empty = "0".repeat(81);
    for (option, answer) in [
        ("--count", ">=1000000"),
        ("--verdict", "multiple"),
        ("--redundant", "multiple"),
    ] {
        let begun = Instant::now();
        assert_eq!(
            sudokat(&[option], empty.as_str()),
            (format!("{answer}\n"), String::new(), 0)
        );
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "{option} {:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn the_list_of_all_solutions_ends_with_its_reader() {
    let mut running = Running::start(&mut command(SUDOKAT, &["--all"]));
    running.write([b'.'; 81]);
    drop(running.stdin.take());
    assert!(running.read_line().starts_with("123456789"));
    drop(running.stdout.take());
    let begun = Instant::now();
    assert_eq!(parts(running.finish()), (String::new(), String::new(), 0));
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn a_given_solution_is_checked_against_the_rules_and_the_clues() {
    let swapped = ANSWER.replacen("34", "43", 1);
    let broken = ANSWER.replacen("53467", "53476", 1);
    let unfinished = ANSWER.replacen('4', "0", 1);
    let given = [ANSWER, &swapped, &broken, &unfinished, ""];
    let input: String = given
        .iter()
        .map(|given| format!("{PUZZLE},{given}\n"))
        .collect();
    let (stdout, stderr, status) = sudokat(&["--check"], format!("puzzle,solution\n{input}"));
    // Every cell that differs from the only solution is wrong, and no other.
    let violations = [
        "r1c2 is 4, but the clue is 3; r1c3 is 3, but should be 4",
        "r1c5 is 6, but the clue is 7; r1c4 is 7, but should be 6",
        "r1c3 is blank",
    ];
    let words = [
        "ok",
        &format!("\"{}\"", violations[0]),
        &format!("\"{}\"", violations[1]),
        violations[2],
        NO_GIVEN_SOLUTION,
    ];
    let records: String = given
        .iter()
        .zip(words)
        .map(|(given, word)| format!("{PUZZLE},{given},{word}\n"))
        .collect();
    assert_eq!(
        (stdout, status),
        (format!("puzzle,solution,check\n{records}"), 2)
    );
    let wrong = |line: usize| {
        format!(
            "<stdin>:{line}:83: {}\n",
            wrong_given_solution(violations[line - 3])
        )
    };
    let unfinished_given = format!(
        "<stdin>:5:83: {UNFINISHED_GIVEN_SOLUTION}: {}\n",
        violations[2]
    );
    assert_eq!(
        stderr,
        [
            wrong(3),
            wrong(4),
            unfinished_given,
            format!("<stdin>:6: {NO_GIVEN_SOLUTION}\n")
        ]
        .concat()
    );
    assert_eq!(
        sudokat(
            &["--check"],
            format!("puzzle,solution\n{PUZZLE},{unfinished}\n")
        )
        .2,
        1
    );
    assert_eq!(
        sudokat(&["--check"], ANSWER),
        ("ok\n".into(), String::new(), 0)
    );
    let conflicting = PUZZLE.replacen("530", "550", 1);
    let (stdout, _, status) = sudokat(
        &["--check"],
        format!("puzzle,solution\n{conflicting},{ANSWER}\n"),
    );
    let field = "the puzzle has no solution: r1c1 and r1c2 are both 5";
    assert_eq!(
        (stdout.lines().last(), status),
        (Some(&*format!("{conflicting},{ANSWER},{field}")), 2)
    );
    assert_eq!(sudokat(&["--check"], swapped.as_str()).2, 2);
    // Other questions are about the puzzle, but do not pass over a wrong solution.
    let wrong = format!("puzzle,solution\n{PUZZLE},{swapped}\n");
    let message = format!("<stdin>:2:83: {}\n", wrong_given_solution(violations[0]));
    for (option, word) in [
        ("--count", "1"),
        ("--verdict", "unique"),
        ("--redundant", "r1c2=3"),
    ] {
        let (stdout, stderr, status) = sudokat(&[option], wrong.as_str());
        assert!(
            stdout
                .lines()
                .last()
                .is_some_and(|line| line.contains(word)),
            "{stdout}"
        );
        assert_eq!((stderr, status), (message.clone(), 2));
    }
    let (_, stderr, status) = sudokat(
        &["--minimize"],
        format!("puzzle,solution\n{TWO},{swapped}\n"),
    );
    assert!(
        stderr.contains(": several solutions\n")
            && stderr.contains(": the given solution is wrong: "),
        "{stderr}"
    );
    assert_eq!(status, 2);
    // An eliminated candidate excludes a digit like a clue.
    let (stdout, _, status) = sudokat(&["--check"], format!(":0300:x:{ANSWER}:511:\n"));
    assert_eq!(
        (stdout.as_str(), status),
        ("r1c1 is 5, but that candidate is eliminated\n", 2)
    );
}

#[test]
fn explain_says_why_there_is_no_solution_or_where_two_differ() {
    let seventeen =
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let input = format!("{UNSOLVABLE}\n{seventeen}\n{TWO}\n{PUZZLE}\n");
    let messages = format!(
        "<stdin>:1: {NO_SOLUTION}: 7 has no place in column 9\n\
         <stdin>:2: {NO_SOLUTION}: these 9 clues conflict: r1c6=5 r2c4=6 r2c6=1 r4c4=5 r5c4=1 r5c6=6 r7c1=5 r7c8=6 \
         r7c9=1\n\
         <stdin>:3: {}\n",
        several_solutions("r1c4 r1c5 r4c4 r4c5")
    );
    for (option, expected) in [
        ("-oline", format!("\n\n{ANSWER}\n{ANSWER}\n")),
        ("--verdict", "none\nnone\nmultiple\nunique\n".into()),
        ("--count", "0\n0\n2\n1\n".into()),
        ("--all", format!("\n\n{ANSWER}\n{OTHER}\n\n{ANSWER}\n")),
    ] {
        assert_eq!(
            sudokat(&["--explain", option], input.as_str()),
            (expected, messages.clone(), 1),
            "{option}"
        );
    }
}

#[test]
fn explain_names_the_eliminated_candidates_that_matter() {
    let marks = |lists: &[(&str, &str)]| -> String {
        let cell = |i: usize| format!("r{}c{}", i / 9 + 1, i % 9 + 1);
        let kept = |i: usize| {
            lists
                .iter()
                .find(|list| list.0 == cell(i))
                .map_or("123456789", |list| list.1)
        };
        (0..81)
            .flat_map(|i| {
                (b'1'..=b'9')
                    .map(char::from)
                    .map(move |d| if kept(i).contains(d) { d } else { '.' })
            })
            .collect()
    };
    let three = [
        ("r1c1", "123"),
        ("r4c4", "12"),
        ("r5c5", "12"),
        ("r6c6", "12"),
    ];
    for (record, reason) in [
        (
            format!(":0300:x:{PUZZLE}:413 911:"),
            "the only solution of the clues has r1c3=4, which is eliminated",
        ),
        (
            format!(":0300:x:{PUZZLE}:511 413:"),
            "the only solution of the clues has r1c1=5 r1c3=4, which are eliminated",
        ),
        (
            format!(":0300:x:{UNSOLVABLE}:911:"),
            "7 has no place in column 9",
        ),
        (marks(&[("r5c5", "")]), "r5c5 has no candidate left"),
        (
            marks(&[("r5c5", "1"), ("r5c9", "1")]),
            "r5c5 and r5c9 are both 1",
        ),
        (
            marks(&three),
            "the candidates of these 3 cells conflict: r4c4=12 r5c5=12 r6c6=12",
        ),
    ] {
        for (count, option) in [(1, "--verdict"), (40, "--count")] {
            let (_, stderr, status) =
                sudokat(&["--explain", option], format!("{record}\n").repeat(count));
            let message = |line| (line, format!("{NO_SOLUTION}: {reason}"), NO_SOLUTION);
            let messages: Vec<_> = (1..=count).map(message).collect();
            assert_eq!(
                (stderr.replace("<stdin>:", "in:"), status),
                (written(&messages), 1)
            );
        }
    }
}

#[test]
fn statistics_count_the_verdicts() {
    let input = format!("{PUZZLE}\n{TWO}\n{UNSOLVABLE}\n{CONFLICT}\n53\n{MINIMAL}\n");
    for options in [&["--stats"][..], &["--stats", "--count"]] {
        let (_, stderr, status) = sudokat(options, input.as_str());
        let line = stderr.lines().last().expect("a line");
        assert!(line.starts_with("sudokat: 6 grids in "), "{line}");
        let verdicts = ": 2 unique, 1 multiple, 1 none, 2 invalid";
        assert!(
            line.contains(" grids/s, 1 thread") && line.ends_with(verdicts),
            "{line}"
        );
        assert_eq!(status, 2);
    }
    let (_, stderr, _) = sudokat(&["--stats", "-j2"], format!("{PUZZLE}\n").repeat(30_000));
    assert!(stderr.starts_with("sudokat: 30000 grids in "), "{stderr}");
    assert!(
        stderr.contains(" 2 threads, ") && stderr.contains(": 30000 unique, 0 "),
        "{stderr}"
    );
}

#[test]
fn a_check_of_lines_compares_each_with_the_solution_in_its_tail() {
    let wrong = ANSWER.replacen("34", "43", 1);
    let reasons = "r1c2 is 4, but the clue is 3; r1c3 is 3, but should be 4";
    for separator in ["\t", " ", ",", " easy 1.2 "] {
        let line = |answer: &str| format!("{PUZZLE}{separator}{answer}\n");
        let input = line(ANSWER) + &line(&wrong) + ANSWER + "\n" + &line(&ANSWER[1..]);
        let (stdout, stderr, status) = sudokat(&["--check"], input);
        let replies: Vec<&str> = stdout.lines().collect();
        assert_eq!(replies[..3], ["ok", reasons, "ok"], "{separator:?}");
        let column = PUZZLE.len() + separator.len() + 1;
        assert!(
            stderr.contains(&format!("2:{column}: {}", wrong_given_solution(reasons))),
            "{stderr}"
        );
        assert!(
            stderr.contains(&format!("4:{column}: the given solution is malformed")),
            "{stderr}"
        );
        assert_eq!(status, 2);
    }
    let (stdout, ..) = sudokat(&["--check"], format!("{PUZZLE}\t\n{PUZZLE} # hard\n"));
    assert!(
        stdout
            .lines()
            .all(|reply| reply.ends_with("cells are blank")),
        "{stdout}"
    );
}

#[test]
fn statistics_of_a_check_count_what_is_right_wrong_and_unfinished() {
    let input = format!(
        "{ANSWER}\n{OTHER}\n{PUZZLE}\n{CONFLICT}\n53\n{}\n",
        "1".repeat(81)
    );
    let (_, stderr, status) = sudokat(&["--check", "--stats"], input);
    assert!(
        stderr.trim_end().ends_with(
            ": 2 right, 2 wrong, 1 unfinished, 1 invalid, 83 wrong cells, 130 blank cells"
        ),
        "{stderr}"
    );
    assert_eq!(status, 2);
    let (_, stderr, _) = sudokat(
        &["--convert", "--stats"],
        format!("{ANSWER}\n{CONFLICT}\n53\n"),
    );
    assert!(
        stderr.trim_end().ends_with(" thread: 2 invalid"),
        "{stderr}"
    );
    // What has no reply is invalid, and a solution that cannot be shuffled is wrong.
    let marks = "123456789".repeat(81);
    for (option, input, kinds) in [
        ("--canonical", format!("{ANSWER}\n{marks}\n"), "1 invalid"),
        (
            "--shuffle",
            format!("puzzle,solution\n{PUZZLE},{ANSWER}\n{PUZZLE},53\n"),
            "0 invalid, 1 given wrong",
        ),
    ] {
        let (_, stderr, status) = sudokat(&[option, "--stats"], input);
        let kinds = format!(" thread: {kinds}");
        assert!(
            stderr.lines().any(|line| line.ends_with(&kinds)),
            "{stderr}"
        );
        assert_eq!(status, 2);
    }
}

/// A drawing cannot show a cell without a candidate. That is no fault of the puzzle.
#[test]
fn statistics_count_answers_that_are_not_written() {
    let marks = Candidates::pencil_marks(&grid(PUZZLE)).to_string();
    let marks = marks.replacen("12.4.....", ".........", 1);
    for (question, kinds, expected_status) in [
        ("--convert", "0 invalid, 1 not written", 2),
        ("--shuffle=3", "0 invalid, 3 not written", 2),
        ("--verdict", "0 unique, 0 multiple, 1 none, 0 invalid", 1),
    ] {
        let (_, stderr, status) = sudokat(&[question, "-opretty", "--stats"], marks.as_str());
        let kinds = format!(" thread: {kinds}");
        assert!(
            stderr.lines().any(|line| line.ends_with(&kinds)),
            "{stderr}"
        );
        assert_eq!(status, expected_status);
    }
}

#[test]
fn a_flood_of_messages_is_cut_after_ten_on_each_topic() {
    let (no_solution, given) = (format!("{UNSOLVABLE},\n"), format!("{TWO},{OTHER}\n"));
    let input = format!(
        "puzzle,solution\n{}",
        format!("{no_solution}{given}53,\n").repeat(3000)
    );
    let written: Vec<String> = sudokat(&["-j1"], input.as_str())
        .1
        .lines()
        .map(str::to_string)
        .collect();
    assert_eq!(written.len(), 33);
    let count = |text: &str| {
        written[..30]
            .iter()
            .filter(|line| line.ends_with(text))
            .count()
    };
    assert_eq!(
        [
            count(NO_SOLUTION),
            count(NOT_THE_SMALLEST),
            count(&cell_count(2))
        ],
        [10; 3]
    );
    let rest = |line: usize, topic: &str| format!("<stdin>: 2990 more like line {line}: {topic}");
    let last = [
        rest(2, NO_SOLUTION),
        rest(3, NOT_THE_SMALLEST),
        rest(4, "expected 81 cells"),
    ];
    assert_eq!(written[30..], last);
    assert!(sudokat(&["-j3"], input.as_str()).1.lines().eq(written));
    // Each input has its own ten, explanations of every kind are limited, too, and JSON has every
    // message.
    let folder = Folder::new();
    let file = folder.file("in.txt", format!("{UNSOLVABLE}\n{TWO}\n").repeat(20));
    assert_eq!(sudokat(&[&file, &file], "").1.lines().count(), 22);
    assert_eq!(sudokat(&["--explain", &file], "").1.lines().count(), 22);
    assert_eq!(
        sudokat(&["-ojson", &file], "")
            .0
            .matches(",\"message\":")
            .count(),
        20
    );
}

#[test]
fn on_a_terminal_a_finding_is_written_once_with_its_place() {
    let blank = PUZZLE.find('0').expect("a blank");
    let unfinished = format!("{}0{}", &ANSWER[..blank], &ANSWER[blank + 1..]);
    let write = |question: Question, format: OutputFormat, input: &str| {
        let (mut answers, mut messages) = (Vec::new(), Vec::new());
        let options = Options {
            question,
            output_format: Some(format),
            on_one_terminal: true,
            ..Options::default()
        };
        let mut stream = Stream::new(options, &mut answers, &mut messages);
        stream
            .solve("in", input.as_bytes())
            .expect("memory takes everything");
        (
            String::from_utf8(answers).expect("UTF-8"),
            String::from_utf8(messages).expect("UTF-8"),
        )
    };
    let lines = format!("{ANSWER}\n{unfinished}\n53q\n");
    let error = "expected a digit or a blank, found 'q'";
    let expected = format!("ok\nin:2: r1c3 is blank\nin:3:3: {error}\n");
    assert_eq!(
        write(Question::Check, OutputFormat::Line, &lines),
        (expected, String::new())
    );
    // The message names the grid as a caption would.
    let in_rows = format!("{}\n{}", rows(ANSWER, ""), rows(&unfinished, ""));
    let expected = "1: ok\nin:11: r1c3 is blank\n".to_string();
    assert_eq!(
        write(Question::Check, OutputFormat::Line, &in_rows),
        (expected, String::new())
    );
    let csv = format!("puzzle,solution\n{PUZZLE},{unfinished}\n");
    let field = format!("in:2:83: {UNFINISHED_GIVEN_SOLUTION}: r1c3 is blank");
    let expected = format!("puzzle,solution,check\n{PUZZLE},{unfinished},{field}\n");
    assert_eq!(
        write(Question::Check, OutputFormat::Csv, &csv),
        (expected, String::new())
    );
    let (answers, messages) = write(
        Question::Smallest,
        OutputFormat::Json,
        &format!("{UNSOLVABLE}\n53q\n"),
    );
    assert!(
        answers.contains(&format!("\"message\":\"in:1: {NO_SOLUTION}\"")),
        "{answers}"
    );
    assert!(
        answers.contains(&format!("\"message\":\"in:2:3: {error}\"")) && messages.is_empty(),
        "{answers}"
    );
    // Other answers do not have the message.
    let expected = ("none\ninvalid\n".to_string(), format!("in:2:3: {error}\n"));
    assert_eq!(
        write(
            Question::Verdict,
            OutputFormat::Line,
            &format!("{UNSOLVABLE}\n53q\n")
        ),
        expected
    );
}

#[test]
fn a_finished_grid_in_rows_is_checked_against_the_puzzle_right_above_it() {
    // Other digits make a solution, but not one of this puzzle.
    let renamed = ANSWER.replace('1', "x").replace('2', "1").replace('x', "2");
    let wrong = |cells: &str| cells.split(' ').map(str::to_string).collect::<Vec<_>>();
    let expected: Vec<String> = ANSWER
        .bytes()
        .enumerate()
        .filter(|(_, digit)| b"12".contains(digit))
        .map(|(at, _)| format!("r{}c{}", at / 9 + 1, at % 9 + 1))
        .collect();
    let input = [PUZZLE, &renamed].map(|grid| rows(grid, " ")).join("\n");
    let (stdout, stderr, status) = sudokat(&["--check", "-oline"], input.as_str());
    // The puzzle has no line of its own.
    assert_eq!(stdout.lines().count(), 1, "{stdout}");
    let mut cells: Vec<String> = wrong(&stdout)
        .into_iter()
        .filter(|word| word.starts_with('r'))
        .collect();
    cells.sort();
    assert_eq!(
        (cells, status, stderr.lines().count()),
        (expected, 2, 1),
        "{stdout}"
    );
    assert!(stderr.ends_with("; and 8 more\n"), "{stderr}");
    // A swap is two wrong cells, although their digits clash with others.
    let swapped = ANSWER.replacen("34", "43", 1);
    let (two, stderr, status) = sudokat(
        &["--check", "-oline"],
        [PUZZLE, &swapped].map(|grid| rows(grid, "")).join("\n"),
    );
    assert_eq!(
        (two.as_str(), status),
        (
            "2: r1c2 is 4, but the clue is 3; r1c3 is 3, but should be 4\n",
            2
        ),
        "{stderr}"
    );
    let (drawn, ..) = sudokat(&["--check", "-opretty"], input.as_str());
    assert_eq!(drawn.matches('!').count(), 18, "{drawn}");
    // Wherever the input is cut, the puzzle is known.
    let many = format!("{input}\n").repeat(3000);
    let words = stdout.strip_prefix("2: ").expect("the number of the grid");
    let numbered = (1..=3000).map(|pair| format!("{}: {words}", 2 * pair));
    let numbered: String = numbered.collect();
    for threads in ["-j1", "-j3"] {
        assert_eq!(sudokat(&["--check", threads], many.as_str()).0, numbered);
    }
}

#[test]
fn the_answer_to_a_puzzle_in_rows_is_right_below_it() {
    let in_rows = |grids: &[&str]| {
        let grids: Vec<String> = grids.iter().map(|grid| rows(grid, "")).collect();
        grids.join("\n")
    };
    // Only the blanks of the puzzle, and some that were filled in.
    let half_filled = ANSWER[..60].to_string() + &PUZZLE[60..];
    let wrong = half_filled.replacen("34", "43", 1);
    let wrong_digits = "r1c2 is 4, but the clue is 3; r1c3 is 3, but should be 4";
    for (grids, answers, status) in [
        (&[PUZZLE, ANSWER][..], "2: ok\n".to_string(), 0),
        (&[PUZZLE], "1: r1c3 and 50 more cells are blank\n".into(), 1),
        (
            &[PUZZLE, &half_filled],
            "2: r7c9 and 11 more cells are blank\n".into(),
            1,
        ),
        (&[PUZZLE, &wrong], format!("2: {wrong_digits}\n"), 2),
        (&[PUZZLE, ANSWER, ANSWER], "2: ok\n3: ok\n".into(), 0),
        (
            &[PUZZLE, MINIMAL],
            "1: r1c3 and 50 more cells are blank\n2: r1c2 and 59 more cells are blank\n".into(),
            1,
        ),
    ] {
        let (stdout, stderr, found) = sudokat(&["--check"], in_rows(grids));
        assert_eq!((stdout, found), (answers, status), "{stderr}");
    }
    // A finished grid that ignores the clues is still the answer.
    let (stdout, _, status) = sudokat(&["--check"], in_rows(&[MINIMAL, ANSWER]));
    assert!(stdout.contains(", but the clue is "), "{stdout}");
    assert_eq!((stdout.lines().count(), status), (1, 2));
}

#[test]
fn a_check_of_rows_names_each_grid() {
    let (puzzle, answer) = (rows(PUZZLE, ""), rows(ANSWER, " "));
    let pairs = format!(
        "Anna:\n{puzzle}\n{answer}\nGrid 02\n{puzzle}Solution:\n{answer}\n{puzzle}\nBen\n{answer}\n{puzzle}\n{answer}"
    );
    let (named, stderr, status) = sudokat(&["--check"], pairs.as_str());
    assert_eq!(
        (named.as_str(), stderr.as_str(), status),
        ("Anna: ok\nGrid 02: ok\nBen: ok\n8: ok\n", "", 0)
    );
    // A line of csv has the grid, and a line of cells is that of the input.
    let (csv, ..) = sudokat(&["--check", "-ocsv"], answer.as_str());
    assert_eq!(csv, format!("puzzle,check\n{ANSWER},ok\n"));
    let lines = format!("Anna: {ANSWER}\n");
    assert_eq!(sudokat(&["--check"], lines).0, "ok\n");
    // The title is not lost between two chunks.
    let many = format!("Anna:\n{puzzle}\n{answer}\n").repeat(3000);
    assert_eq!(sudokat(&["--check"], many).0, "Anna: ok\n".repeat(3000));
}

#[test]
fn a_half_filled_grid_that_cannot_be_finished_is_wrong() {
    let full = "12345678.";
    let grid = format!("{full}{}9{}", ".".repeat(17), ".".repeat(54));
    let (stdout, _, status) = sudokat(&["--check"], grid);
    assert_eq!(
        (stdout.as_str(), status),
        ("no solution: r1c9 has no candidate left\n", 2)
    );
}

/// Two cells of a box have only 1 and 2 left, so a third 1 or 2 in it cannot be right.
#[test]
fn blanks_are_filled_as_the_pencil_marks_of_the_puzzle_allow() {
    let marks = format!("{}{}", "12.......".repeat(2), "123456789".repeat(79));
    let attempt = format!("{}1{}", ".".repeat(20), ".".repeat(60));
    let input = format!("puzzle,solution\n{marks},{attempt}\n");
    let (stdout, _, status) = sudokat(&["--check", "-oline"], input);
    assert!(stdout.starts_with("no solution: "), "{stdout}");
    assert_eq!(status, 2);
}

#[test]
fn a_wrong_cell_of_a_given_solution_is_named_whatever_the_question() {
    let unfinished = PUZZLE.replacen("530", "531", 1);
    let input = format!("puzzle,solution\n{PUZZLE},{unfinished}\n");
    for options in [&[][..], &["--explain"], &["--verdict"], &["--check"]] {
        let (_, stderr, status) = sudokat(options, input.as_str());
        let message = "<stdin>:2:83: the given solution is wrong: r1c3 is 1, but should be 4\n";
        assert_eq!((stderr.as_str(), status), (message, 2), "{options:?}");
    }
    // Members of JSON have no place in the line.
    for (solution, why) in [
        (
            &*unfinished,
            "wrong: r1c3 is 1, but should be 4".to_string(),
        ),
        ("53", format!("malformed: {}", cell_count(2))),
    ] {
        let object = format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{solution}\"}}\n");
        let message = format!("<stdin>:1: the given solution is {why}\n");
        for options in [&["-oline"][..], &["--check"]] {
            let (_, stderr, status) = sudokat(options, object.as_str());
            assert_eq!((stderr.as_str(), status), (&*message, 2), "{options:?}");
        }
    }
}

#[test]
fn a_check_in_json_lists_the_wrong_cells() {
    let swapped = ANSWER.replacen("34", "43", 1);
    let input = format!("puzzle,solution\n{PUZZLE},{swapped}\n{PUZZLE},{ANSWER}\n");
    let (stdout, ..) = sudokat(&["--check", "-ojson"], input);
    let wrong = "\"ok\":false,\"wrong\":[{\"cell\":\"r1c2\",\"digit\":4,\"expected\":3},\
                 {\"cell\":\"r1c3\",\"digit\":3,\"expected\":4}],\"blanks\":0";
    let [first, second] = stdout.lines().collect::<Vec<_>>()[..] else {
        panic!("{stdout}");
    };
    assert!(first.contains(wrong), "{first}");
    assert!(second.contains("\"check\":\"ok\",\"ok\":true"), "{second}");
}

#[test]
fn a_column_of_another_name_can_have_the_solutions_to_check() {
    let swapped = ANSWER.replacen("34", "43", 1);
    let input = format!("puzzle,solution,Prediction\n{PUZZLE},{ANSWER},{swapped}\n");
    assert_eq!(sudokat(&["--check"], input.as_str()).2, 0);
    let options = ["--check", "-oline", "--solution-column=prediction"];
    let (stdout, _, status) = sudokat(&options, input.as_str());
    assert_eq!(
        (stdout.as_str(), status),
        (
            "r1c2 is 4, but the clue is 3; r1c3 is 3, but should be 4\n",
            2
        )
    );
    let (_, stderr, status) = sudokat(&["--check", "--solution-column=other"], input.as_str());
    let message = "<stdin>: expected a column \"other\" with solutions, found none of this name\n";
    assert!(stderr.starts_with(message), "{stderr}");
    assert_eq!(status, 2);
    let (_, stderr, _) = sudokat(&["--check", "--solution-column=other"], "");
    assert_eq!(
        stderr,
        "<stdin>:1:1: expected a grid, found an empty input\n"
    );
    let (stdout, stderr, _) = sudokat(&["--solution-column=other", "--fail-fast"], PUZZLE);
    assert_eq!((stdout.as_str(), stderr.as_str()), ("", message));
}

#[test]
fn every_input_of_a_page_without_the_column_of_the_solutions_is_reported() {
    let options = Options {
        output_format: Some(OutputFormat::Html),
        solution_column: Some("other".to_string()),
        ..Options::default()
    };
    let mut messages = Vec::new();
    let mut stream = Stream::new(options, std::io::sink(), &mut messages);
    for name in ["first", "second"] {
        stream.solve(name, PUZZLE.as_bytes()).expect("no error");
    }
    assert_eq!(stream.status(), Status::Invalid);
    let message = "expected a column \"other\" with solutions, found none of this name";
    let expected = format!("first: {message}\nsecond: {message}\n");
    assert_eq!(String::from_utf8(messages).expect("UTF-8"), expected);
}

#[test]
fn statistics_count_given_solutions_that_are_wrong_or_unfinished() {
    let given = [
        ANSWER,
        &ANSWER.replacen('4', "0", 1),
        &ANSWER.replacen('4', "5", 1),
        &ANSWER[1..],
    ];
    let input: String = given.map(|given| format!("{PUZZLE},{given}\n")).concat();
    let (_, stderr, status) = sudokat(&["--stats"], format!("puzzle,solution\n{input}"));
    assert!(
        stderr.ends_with(
            ": 4 unique, 0 multiple, 0 none, 0 invalid, 2 given wrong, 1 given unfinished\n"
        ),
        "{stderr}"
    );
    assert_eq!(status, 2);
}

#[test]
fn a_terminal_is_told_that_a_solution_is_one_of_several() {
    for (format, messages) in [
        (OutputFormat::Line, "in:1: several solutions\n"),
        (OutputFormat::Csv, "in:1: several solutions\n"),
        (OutputFormat::Pretty, ""),
        (OutputFormat::Json, ""),
        (OutputFormat::Html, ""),
    ] {
        let (mut answers, mut stderr) = (Vec::new(), Vec::new());
        let options = Options {
            output_format: Some(format),
            on_one_terminal: true,
            ..Options::default()
        };
        let mut stream = Stream::new(options, &mut answers, &mut stderr);
        stream
            .solve("in", format!("{TWO}\n{PUZZLE}\n").as_bytes())
            .expect("memory takes everything");
        assert_eq!(stream.status(), Status::Solved);
        assert!(!answers.is_empty());
        assert_eq!(String::from_utf8_lossy(&stderr), messages, "{format:?}");
    }
}
