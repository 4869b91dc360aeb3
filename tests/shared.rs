//! Data that cannot be part of the project: collections and malformed inputs made by others, and
//! judges' cases that contain some of their grids. The variable `SUDOKAT_SHARED` names their
//! folder; without it, a folder `shared` beside the project is used. To run these tests:
//!
//! ```text
//! cargo test --test sudokat -- --ignored shared
//! ```

use std::fs;

use sudokat::internals::Search;
use sudokat::{Candidates, Grid};

use crate::fixtures::agreement::Solvers;
use crate::fixtures::files::{data_lines, read, shared};
use crate::fixtures::messages::NO_SOLUTION;
use crate::fixtures::program::{SUDOKAT, run};
use crate::fixtures::puzzles::{ANSWER, check_as_a_judge, grid};
use crate::submissions::SUBMISSION;

#[test]
#[ignore = "needs the folder ../shared"]
fn the_judge_cases_are_answered() {
    let text = read(&shared("judge/cases.tsv"));
    let cases = data_lines(&text).map(|line| line.split('\t').collect::<Vec<_>>());
    let mut puzzles = Vec::new();
    for case in cases {
        check_as_a_judge(SUDOKAT, case[1], case[2]);
        check_as_a_judge(&SUBMISSION, case[1], case[2]);
        puzzles.push(grid(case[1]));
    }
    Solvers::new().check_grids(&puzzles);
}

#[test]
#[ignore = "needs the folder ../shared"]
fn the_puzzles_of_collections_have_one_solution_and_the_engine_decides_them() {
    // The first three have hard puzzles.
    for name in [
        "puzzles2_17_clue",
        "puzzles3_magictour_top1465",
        "puzzles5_forum_hardest_1905_11+",
        "easy",
        "minimal",
    ] {
        let text = read(&shared(&format!("data/{name}")));
        let puzzles: Vec<Grid> = data_lines(&text)
            .step_by(10)
            .map(|line| grid(&line[..81]))
            .collect();
        assert_eq!(Solvers::new().check_grids(&puzzles), 0, "{name}");
        let are_unique = puzzles
            .iter()
            .all(|puzzle| Search::new(&Candidates::from(puzzle)).count(2) == 1);
        assert!(are_unique && puzzles.len() > 100, "{name}");
    }
}

/// A strict reader of a single grid refuses these inputs, and sudokat solves them.
const SOLVED: [&str; 27] = [
    "rows_18_two_puzzles.in",         // several grids
    "blank_line_first.in",            // empty lines
    "rows_cr_cr_lf.in",               // one line end
    "lone_cr_line_ends.in",           // line ends
    "one_line_81.in",                 // the line format
    "first_line_comment.in",          // comments
    "dots_for_blanks_packed.in",      // blanks
    "stars_for_blanks.in",            // blanks
    "negative_packed.in",             // - is a blank
    "sep_comma_space.in",             // commas between cells
    "sep_one_comma_row7.in",          // commas between cells
    "bom_utf8_spaced.in",             // a byte-order mark
    "trailing_word.in",               // words after the last grid
    "one_cell_a_line.in",             // a cell on each line
    "one_line_81_spaced.in",          // 81 separated cells
    "spaces_for_blanks.in",           // nine characters, of which a space is a blank
    "negative_1_spaced.in",           // -1 is a blank between separators
    "sep_pipes.in",                   // bars between cells
    "sep_spaced_row_among_packed.in", // rows may differ
    "sep_packed_with_gaps_3.in",      // groups of three
    "quote_marks.in",                 // quoted cells
    "uni_fullwidth_5.in",             // full-width digits
    "uni_fullwidth_spaced.in",        // full-width digits
    "uni_nbsp_sep.in",                // no-break spaces
    "uni_ideographic_space_sep.in",   // wide spaces
    "utf16_be_bom.in",                // UTF-16
    "ctrl_z_at_end.in",               // Ctrl-Z at the end
];

/// sudokat refuses these for another reason than a strict reader of rows.
const REFUSED: [(&str, &str); 3] = [
    (
        "dup_and_later_letter.in",
        "<stdin>:1:9: r1c5 and r1c9 are both 7",
    ), // x is a blank
    ("one_line_80.in", "<stdin>:1: expected 81 cells, found 80"), // the line format, whose records have no column
    ("utf32_le.in", "<stdin>:1:"),                                // not text
];

#[test]
#[ignore = "needs the folder ../shared"]
fn malformed_inputs_are_named_by_line_and_column() {
    let folder = shared("bad");
    for row in read(&folder.join("expect.tsv")).lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (name, verdict, stage) = (fields[0], fields[1], fields[2]);
        let output = run(SUDOKAT, &[], fs::read(folder.join(name)).expect("readable"));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        let status = output.status.code();
        if verdict == "accept" {
            let expected = fs::read(folder.join(name).with_extension("out")).expect("readable");
            assert_eq!(
                (output.stdout, status, message),
                (expected, Some(0), String::new()),
                "{name}"
            );
        } else if SOLVED.contains(&name) {
            let digits: String = output
                .stdout
                .iter()
                .filter(|byte| byte.is_ascii_digit())
                .map(|&d| d as char)
                .collect();
            let is_solved = !digits.is_empty() && digits == ANSWER.repeat(digits.len() / 81);
            assert!(
                is_solved && status == Some(0) && message.is_empty(),
                "{name}: {digits}, {message}"
            );
        } else if let Some((_, place)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
            assert!(
                message.starts_with(place) && message.lines().count() == 1,
                "{name}: {message}"
            );
            assert_eq!(
                (status, output.stdout.trim_ascii()),
                (Some(2), &b""[..]),
                "{name}"
            );
        } else if stage == "solve" {
            let expected = format!("<stdin>:1: {NO_SOLUTION}\n");
            assert_eq!(
                (status, message, output.stdout.len()),
                (Some(1), expected, 0),
                "{name}"
            );
        } else {
            let mut places: Vec<String> = fields[5]
                .split('|')
                .map(|place| format!("<stdin>:{place}: "))
                .collect();
            places.push(format!("<stdin>:{}:{}: ", fields[3], fields[4]));
            // Missing rows are named by their line alone.
            places.push(format!("<stdin>:{}: expected 9 rows", fields[3]));
            assert!(
                places.iter().any(|place| message.starts_with(place)),
                "{name}: {message}"
            );
            assert_eq!(status, Some(2), "{name}");
        }
    }
}
