//! Known grids with known answers: those in `tests/data/corpus.tsv`, and where they are there, the judge's cases, the malformed
//! inputs and the puzzle sets in `../shared`.

mod common;

use std::fs;

use common::{SUDOKAT, judges_cases, layouts, run, shared};
use sudokat::{Grid, Search};

fn check(puzzle: &str, answer: &str) {
    for (input, expected) in layouts(puzzle, answer) {
        let output = run(SUDOKAT, &[], input.as_str());
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "for {input}");
        assert_eq!(output.status.code(), Some(i32::from(answer.is_empty())), "for {input}");
    }
}

#[test]
fn the_corpus_is_answered_and_counted() {
    for line in include_str!("data/corpus.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [puzzle, count, answer, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("not four fields: {line}")
        };
        check(puzzle, answer);
        let grid: Grid = puzzle.parse().expect("81 cells");
        let mut solver = search_of(&grid).expect("no clash");
        assert_eq!(solver.count(1000).to_string(), count, "for {puzzle}");
        let all = solver.solutions().take(1000).collect::<Vec<_>>();
        assert_eq!(all.len().to_string(), count, "for {puzzle}");
        assert!(all.iter().all(|solution| solution.is_solution(&grid)));
    }
}

#[test]
fn the_judges_cases_are_answered() {
    judges_cases().iter().for_each(|(puzzle, answer)| check(puzzle, answer));
}

#[test]
fn every_grid_of_the_puzzle_sets_has_one_solution() {
    for name in ["puzzles2_17_clue", "puzzles3_magictour_top1465", "puzzles5_forum_hardest_1905_11+", "easy", "minimal"]
    {
        let Some(path) = shared(&format!("data/{name}")) else { return };
        let text = fs::read_to_string(path).expect("readable");
        for line in text.lines().filter(|line| !line.starts_with('#')).step_by(10) {
            let puzzle: Grid = line[..81].parse().expect("81 cells");
            let mut solver = search_of(&puzzle).expect("no clash");
            assert!(
                solver.count(2) == 1 && solver.smallest().is_some_and(|answer| answer.is_solution(&puzzle)),
                "{line}"
            );
        }
    }
}

/// Written for a stricter reader of one grid, so some are accepted here, each for a reason that the contract gives.
const ACCEPTED: [&str; 14] = [
    "rows_18_two_puzzles.in",    // several grids
    "blank_line_first.in",       // empty lines
    "rows_cr_cr_lf.in",          // one line end
    "lone_cr_line_ends.in",      // line ends
    "one_line_81.in",            // the line layout
    "first_line_comment.in",     // comments
    "dots_for_blanks_packed.in", // blanks
    "stars_for_blanks.in",       // blanks
    "negative_packed.in",        // - is a blank
    "sep_comma_space.in",        // commas between cells
    "sep_one_comma_row7.in",     // commas between cells
    "bom_utf8_spaced.in",        // a byte-order mark
    "dup_and_later_letter.in",   // x is a blank: it is the clash that is reported
    "one_line_80.in",            // the line layout, whose records have no column
];

#[test]
fn malformed_inputs_are_named_by_line_and_column() {
    let Some(folder) = shared("bad") else { return };
    for row in fs::read_to_string(folder.join("expect.tsv")).expect("readable").lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (name, verdict, stage) = (fields[0], fields[1], fields[2]);
        let output = run(SUDOKAT, &[], fs::read(folder.join(name)).expect("readable"));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        let status = output.status.code();
        if verdict == "accept" {
            let expected = fs::read(folder.join(name).with_extension("out")).expect("readable");
            assert_eq!((output.stdout, status, message), (expected, Some(0), String::new()), "{name}");
        } else if ACCEPTED.contains(&name) {
            assert!(status == Some(0) || message.lines().count() == 1, "{name}: {message}");
        } else if stage == "solve" {
            assert_eq!(
                (status, message.as_str(), output.stdout.len()),
                (Some(1), "<stdin>:1: no solution\n", 0),
                "{name}"
            );
        } else {
            let mut places: Vec<String> = fields[5].split('|').map(|place| format!("<stdin>:{place}: ")).collect();
            places.push(format!("<stdin>:{}:{}: ", fields[3], fields[4]));
            // Missing rows are named by their line.
            places.push(format!("<stdin>:{}: expected 9 rows", fields[3]));
            assert!(places.iter().any(|place| message.starts_with(place)), "{name}: {message}");
            assert_eq!(status, Some(2), "{name}");
        }
    }
}
