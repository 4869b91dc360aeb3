//! Known inputs with known answers: the corpus, and the judges' cases and malformed inputs where they are available.

use std::fs;

use crate::fixtures::files::{read, shared};
use crate::fixtures::messages::NO_SOLUTION;
use crate::fixtures::program::{SUDOKAT, run};
use crate::fixtures::puzzles::{check_as_a_judge, corpus, judge_cases};

#[test]
fn the_corpus_is_answered() {
    corpus().iter().for_each(|known| check_as_a_judge(SUDOKAT, &known.puzzle, &known.answer));
}

#[test]
fn the_judge_cases_are_answered() {
    judge_cases().iter().for_each(|(puzzle, answer)| check_as_a_judge(SUDOKAT, puzzle, answer));
}

/// These inputs are malformed for a strict reader of a single grid, but not for sudokat.
const ACCEPTED: [&str; 30] = [
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
    "dup_and_later_letter.in",        // x is a blank, so the conflict is reported
    "one_line_80.in",                 // the line format, whose records have no column
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
    "utf32_le.in",                    // not text, so no grid is found
    "ctrl_z_at_end.in",               // Ctrl-Z at the end
];

#[test]
fn malformed_inputs_are_named_by_line_and_column() {
    let Some(folder) = shared("bad") else { return };
    for row in read(&folder.join("expect.tsv")).lines().skip(1) {
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
            let expected = format!("<stdin>:1: {NO_SOLUTION}\n");
            assert_eq!((status, message, output.stdout.len()), (Some(1), expected, 0), "{name}");
        } else {
            let mut places: Vec<String> = fields[5].split('|').map(|place| format!("<stdin>:{place}: ")).collect();
            places.push(format!("<stdin>:{}:{}: ", fields[3], fields[4]));
            // Missing rows are named by their line alone.
            places.push(format!("<stdin>:{}: expected 9 rows", fields[3]));
            assert!(places.iter().any(|place| message.starts_with(place)), "{name}: {message}");
            assert_eq!(status, Some(2), "{name}");
        }
    }
}
