//! The input formats: samples, errors with their places, and what cannot be read.
//!
//! `tests/data/formats` has samples of every format, all of the same three grids.

use std::io::{self, Read};

use fastrand::Rng;
use sudokat::{InputFormat, InputOptions, Options, OutputFormat, Status, Stream};

use crate::fixtures::files::{format_sample, read, samples};
use crate::fixtures::messages::{
    MALFORMED_GIVEN_SOLUTION, NO_SOLUTION, NOT_THE_SMALLEST, TOO_LONG, UNFINISHED_GIVEN_SOLUTION,
    cell_count, missing_rows, wrong_given_solution,
};
use crate::fixtures::program::{Running, SUDOKAT, command};
use crate::fixtures::puzzles::{ANSWER, OTHER, PUZZLE, TWO, pencil_marks, rows};
use crate::fixtures::streams::{Ended, INPUT_FORMATS, PLAIN, Run};

/// Answers, messages and status; answers that are not UTF-8 are replaced.
fn parts(ended: Ended) -> (String, String, Status) {
    (
        String::from_utf8_lossy(&ended.answers).into_owned(),
        ended.messages,
        ended.status,
    )
}

fn solve(input: impl AsRef<[u8]>) -> (String, String, Status) {
    parts(PLAIN.on(input))
}

fn format_named(name: &str) -> InputFormat {
    let is_named = |format: &&InputFormat| name == format!("{format:?}").to_lowercase();
    *INPUT_FORMATS.iter().find(is_named).expect("a format")
}

fn solve_as(format: &str, input: impl AsRef<[u8]>) -> (String, String, Status) {
    parts(
        Run {
            input_format: Some(format_named(format)),
            ..PLAIN
        }
        .on(input),
    )
}

const LINES: Run = Run {
    output_format: Some(OutputFormat::Line),
    ..PLAIN
};

#[test]
fn samples_of_every_format_are_detected_and_read() {
    let answers = read(&format_sample("answers.txt"));
    let answers: Vec<&str> = answers.lines().collect();
    for (name, format, of) in [
        ("collection.sdm", "line", &answers[..]),
        ("puzzle.sdk", "packed", &answers[..1]),
        ("puzzle.ss", "packed", &answers[..1]),
        ("copied.ss", "packed", &answers[..1]),
        ("plain.ss", "packed", &answers[1..2]),
        ("forum.txt", "spaced", &answers[..]),
        ("spaced.txt", "spaced", &answers[..]),
        ("euler.txt", "packed", &answers[..]),
        ("hodoku.txt", "line", &answers[..]),
        ("bank.txt", "line", &answers[..]),
        ("marks.txt", "line", &answers[..]),
        ("kaggle.csv", "csv", &answers[..]),
        ("rated.csv", "csv", &answers[..]),
        ("export.csv", "csv", &answers[..]),
    ] {
        let text = read(&format_sample(name));
        let lines: String = of.iter().map(|answer| format!("{answer}\n")).collect();
        let expected = (lines.clone(), String::new(), Status::Solved);
        assert_eq!(parts(LINES.on(&text)), expected, "{name}");
        let input_format = Some(format_named(format));
        assert_eq!(
            parts(
                Run {
                    input_format,
                    ..LINES
                }
                .on(&text)
            ),
            expected,
            "{name} as {format}"
        );
        let with_cr = text.replace("\r\n", "\n").replace('\n', "\r");
        assert_eq!(parts(LINES.on(with_cr)), expected, "{name} with CR");
        let answered = solve(&text);
        assert_eq!(answered, solve_as(format, &text), "{name}");
        match input_format {
            Some(InputFormat::Spaced | InputFormat::Packed) => {
                let separator = if format == "spaced" { " " } else { "" };
                let grids: Vec<String> = of.iter().map(|answer| rows(answer, separator)).collect();
                assert_eq!(answered.0, grids.join("\n"), "{name}");
            }
            Some(InputFormat::Csv) => {
                let text = text.replace('\r', "");
                for ((line, record), answer) in answered.0.lines().zip(text.lines()).skip(1).zip(of)
                {
                    let columns = line.strip_suffix(answer).expect("the answer last");
                    assert!(
                        columns.len() == record.len() + 1 && columns.starts_with(record),
                        "{line}"
                    );
                }
            }
            _ => assert_eq!(answered.0, lines, "{name}"),
        }
    }
}

/// Replaces placeholders: `<P>` is the puzzle, `<A>` its answer, `<M>` its pencil marks, `<S>` and
/// `<L>` the puzzle with a cell too few and too many, `<W>` one with a wrong character, `<R>` and
/// `<RA>` packed rows, `<T>` and `<TA>` spaced rows.
fn filled(text: &str) -> String {
    let wrong = format!("{}q{}", &PUZZLE[..40], &PUZZLE[41..]);
    [
        ("<P>", PUZZLE.to_string()),
        ("<A>", ANSWER.to_string()),
        ("<M>", pencil_marks(PUZZLE)),
        ("<S>", PUZZLE[1..].to_string()),
        ("<L>", format!("{PUZZLE}5")),
        ("<W>", wrong),
        ("<R>", rows(PUZZLE, "").trim_end().to_string()),
        ("<RA>", rows(ANSWER, "").trim_end().to_string()),
        ("<T>", rows(PUZZLE, " ").trim_end().to_string()),
        ("<TA>", rows(ANSWER, " ").trim_end().to_string()),
    ]
    .iter()
    .fold(text.to_string(), |text, (name, value)| {
        text.replace(name, value)
    })
}

fn check(input: &str, answers: &str, messages: &str, status: Status) {
    assert_eq!(
        solve(filled(input)),
        (filled(answers), filled(messages), status),
        "for {input:?}"
    );
}

/// The message for a csv record with so many columns, and not as many as the header.
fn column_count(found: usize, columns: usize) -> String {
    format!("expected as many columns as in the header, found {found} instead of {columns}")
}

/// The message for pencil marks of which these are wrong.
fn malformed_marks(what: &str) -> String {
    format!("expected pencil marks, found malformed ones: {what}")
}

/// Checks an input with one message, which starts with this place.
fn check_error(input: &str, answers: &str, place: &str, message: &str) {
    check(
        input,
        answers,
        &format!("in:{place}: {message}\n"),
        Status::Invalid,
    );
}

#[test]
fn errors_in_lines_name_their_place() {
    check_error("<P>\n<S>\n<P>", "<A>\n\n<A>\n", "2", &cell_count(80));
    check_error(
        "<P>\n<L>,tail\r\n<P>\r",
        "<A>\n\n<A>\n",
        "2",
        &cell_count(82),
    );
    check_error(
        "<P>\r <W>\n<P>",
        "<A>\n\n<A>\n",
        "2:42",
        "expected a digit or a blank, found 'q'",
    );
    check_error(
        "<P>\n<P>!",
        "<A>\n\n",
        "2:82",
        "expected the end of the line or field, found '!'",
    );
    check_error(
        "<P>\nnothing",
        "<A>\n\n",
        "2:1",
        "expected a digit or a blank, found 'n'",
    );
    check_error("<P>\n<P>\n530", "<A>\n<A>\n\n", "3", &cell_count(3));
    let not_utf8 = [b"53\xff", &PUZZLE.as_bytes()[3..]].concat();
    let message = "in:1:3: expected a digit or a blank, found the byte 0xff, which is not UTF-8\n";
    assert_eq!(
        solve(not_utf8),
        ("\n".into(), message.into(), Status::Invalid)
    );
}

#[test]
fn errors_in_the_exchange_bank_name_their_place() {
    check_error(
        "a1 <P> 1\na2 <S> 1\r\na3 <P>",
        "<A>\n\n<A>\n",
        "2:4",
        &cell_count(80),
    );
    check_error(
        "a1 <P> 1\rabc  <L> 1\na3 <P>",
        "<A>\n\n<A>\n",
        "2:6",
        &cell_count(82),
    );
    check_error(
        "a1 <P>\n\taé <W> 1",
        "<A>\n\n",
        "2:45",
        "expected a digit or a blank, found 'q'",
    );
    check("a1 <P>\n<P>", "<A>\n<A>\n", "", Status::Solved);
    check_error(
        "a1 <P>\na2",
        "<A>\n\n",
        "2:1",
        "expected a digit or a blank, found 'a'",
    );
    check_error(
        "a1 <P>\nabcdefabcdef <P> 1\nnothing",
        "<A>\n<A>\n\n",
        "3:1",
        "expected a digit or a blank, found 'n'",
    );
}

#[test]
fn errors_in_a_hodoku_library_name_their_place() {
    check_error(
        ":1:x:<P>:\n:2:x:<S>:::\n:3:x:<P>",
        "<A>\n\n<A>\n",
        "2:6",
        &cell_count(80),
    );
    check_error(
        ":1:x:<P>:\r\n:2:x:<L>:::\r:3:x:<P>",
        "<A>\n\n<A>\n",
        "2:6",
        &cell_count(82),
    );
    check_error(
        ":1:x:<P>\n:2:é:<W>",
        "<A>\n\n",
        "2:46",
        "expected a digit or a blank, found 'q'",
    );
    check_error(":1:x:<P>\n:2:x", "<A>\n\n", "2", &cell_count(2));
}

#[test]
fn errors_in_pencil_marks_name_their_place() {
    check_error(
        "<M>\n<M>1\r\n<M>\r",
        "<A>\n\n<A>\n",
        "2:1",
        &malformed_marks("expected 729 pencil marks, found 730"),
    );
    check_error("<M>\n....5....\n<M>", "<A>\n\n<A>\n", "2", &cell_count(9));
    check_error(
        "<M>\n ..4......<M>\n",
        "<A>\n\n",
        "2:2",
        &malformed_marks("character 3: expected 3 or a blank, found '4'"),
    );
    check_error(
        "<M>\n..é......<M>\n",
        "<A>\n\n",
        "2:1",
        &malformed_marks("character 3: expected 3 or a blank, found 'é'"),
    );
}

#[test]
fn errors_in_csv_name_their_place() {
    let answers = "puzzle,n,solution\n<P>,1,<A>\n<S>,2,\n<P>,3,<A>\n";
    check_error(
        "puzzle,n\n<P>,1\n<S>,2\r\n<P>,3\r",
        answers,
        "3",
        &cell_count(80),
    );
    let answers = "n;quiz;solution\né;<P>;<A>\né;<L>;\n";
    check_error("n;quiz\né;<P>\né;<L>", answers, "3:3", &cell_count(82));
    let message = "expected a digit or a blank, found 'q'";
    check_error(
        "é,quiz\n\"é,\",\"<W>\"",
        "é,quiz,solution\n\"é,\",\"<W>\",\n",
        "2:47",
        message,
    );
    check_error(
        "quiz,n\n<P>",
        "quiz,n,solution\n<P>,,\n",
        "2",
        &column_count(1, 2),
    );
    check_error(
        "quiz\n<P>,<A>",
        "quiz,solution\n<P>,\n",
        "2",
        &column_count(2, 1),
    );
    check_error(
        "n,quiz\n\"1,<P>",
        "n,quiz,solution\n\"1,<P>\",,\n",
        "2",
        &column_count(1, 2),
    );
    // Quotes in another column do not matter if the columns can be told apart.
    check(
        "n,quiz\n\"1\"2,<P>",
        "n,quiz,solution\n\"1\"2,<P>,<A>\n",
        "",
        Status::Solved,
    );
    check(
        "quiz,n\n<P>,\"1",
        "quiz,n,solution\n<P>,\"1\",<A>\n",
        "",
        Status::Solved,
    );
    for first in ["", "1,<P>,<A>\n"] {
        check(
            &format!("n,quiz\n{}\"1\n2\",<P>", first.replace(",<A>", "")),
            &format!("n,quiz,solution\n{first}\"1\n2\",<P>,<A>\n"),
            "",
            Status::Solved,
        );
    }
}

#[test]
fn errors_in_rows_name_their_place() {
    check_error(
        "<R>\n530070000\n600195000\n",
        "<RA>\n",
        "10:1",
        &missing_rows(2),
    );
    check_error("<R>\n53q\n", "<RA>\n", "10:1", &missing_rows(1));
    check_error(
        "<R>\n\n530070q00\n",
        "<RA>\n",
        "11:7",
        "expected a digit or a blank, found 'q'",
    );
    let message = "expected 9 cells, found 8";
    check_error(
        "<R>\r\n\r\n<R>\r\n\r\n53007000\r\n",
        "<RA>\n\n<RA>\n",
        "21:9",
        message,
    );
    check_error(
        "<T>\n\n5 3 0 0 7 0 0 0 0\n",
        "<TA>\n",
        "12",
        &missing_rows(1),
    );
    check_error(
        "<T>\n5 3 0 0 7 0 0 0 0\r",
        "<TA>\n",
        "10:1",
        &missing_rows(1),
    );
    // The first of ten cells may be the number of the row.
    check_error(
        "<T>\r\r5 3 0 0 7 0 0 0 0 0\r",
        "<TA>\n",
        "12",
        &missing_rows(1),
    );
    check_error(
        "<T>\r\r5 3 0 0 7 0 0 0 0 0 0\r",
        "<TA>\n",
        "11:19",
        "expected 9 cells, found 11",
    );

    let spaced = rows(PUZZLE, " ");
    for (change, by, place, message) in [
        (
            "9 8",
            "9 q",
            "3:5",
            "expected a digit or a blank, found 'q'",
        ),
        (
            "9 8",
            "98",
            "3:3",
            "expected a digit or a blank, found \"98\"",
        ),
        ("9 8", "9 8 8", "3:19", "expected 9 cells, found 10"),
        ("9 8 ", "9 ", "3:16", "expected 9 cells, found 8"),
        (
            "9 8",
            "9 é",
            "3:5",
            "expected a digit or a blank, found 'é'",
        ),
        ("0 9 8 0 0 0 0 6 0\n", "", "9", &missing_rows(8)),
    ] {
        check_error(&spaced.replacen(change, by, 1), "", place, message);
    }
    let message = "expected a digit or a blank, found '\\u{1}'";
    check_error(
        &rows(PUZZLE, "").replace("098", "09\u{1}"),
        "",
        "3:3",
        message,
    );
    let messages = format!("in:3: {}\nin:10: {}\n", missing_rows(2), missing_rows(6));
    check(
        &spaced.replacen("0 9 8 0 0 0 0 6 0\n", "\n", 1),
        "",
        &messages,
        Status::Invalid,
    );
}

#[test]
fn line_ends_of_every_kind_and_a_byte_order_mark_are_accepted() {
    let packed = rows(PUZZLE, "");
    for line_end in ["\n", "\r\n", "\r", " \t\r\n"] {
        check(
            &format!("\u{feff}{}", packed.replace('\n', line_end)),
            "<RA>\n",
            "",
            Status::Solved,
        );
    }
    check(packed.trim_end(), "<RA>\n", "", Status::Solved);
}

#[test]
fn an_input_with_two_readings_is_refused_with_advice() {
    let message = |names: &str| {
        format!(
            "expected a header with one column for the puzzle (puzzle, quizzes, ..., or that of --column), found {names:?}: \
             choose one with --column, or remove the line if it is a title"
        )
    };
    check_error("id,cells\n1,<P>\n", "", "1:1", &message("id,cells"));
    check_error(
        "id,Puzzle,quiz\n1,<P>,<P>\n",
        "",
        "1:1",
        &message("id,Puzzle,quiz"),
    );
    let message = format!("in:1:1: {}\n", message("id,cells"));
    let as_csv = solve_as("csv", format!("id,cells\n1,{PUZZLE}\n"));
    assert_eq!(as_csv, (String::new(), message, Status::Invalid));
}

#[test]
fn a_csv_record_that_is_too_long_keeps_its_columns() {
    let input = format!("id,puzzle\n1,<P>\n{},<P>\n", "2".repeat(70_000));
    check_error(&input, "id,puzzle,solution\n1,<P>,<A>\n,,\n", "3", TOO_LONG);
}

#[test]
fn a_line_that_is_too_long_does_not_cost_the_grid_below() {
    let packed = rows(PUZZLE, "");
    let input = format!("{packed}{}\n{packed}", "5".repeat(70_000));
    check_error(&input, "<RA>\n\n<RA>\n", "10", TOO_LONG);
}

#[test]
fn a_refused_input_is_not_read_to_its_end() {
    let refused = format!("id,cells\n1,{PUZZLE}\n");
    let endless = refused.as_bytes().chain(io::repeat(b'\n'));
    let mut messages = Vec::new();
    let mut stream = Stream::new(Options::default(), io::sink(), &mut messages);
    stream
        .solve("in", endless)
        .expect("a sink takes everything");
    assert_eq!(
        (
            stream.status(),
            messages.starts_with(b"in:1:1: expected a header")
        ),
        (Status::Invalid, true)
    );
}

#[test]
fn a_name_alone_is_a_header_above_lines_and_a_heading_above_rows() {
    check(
        "Puzzle\n<P>\n",
        "Puzzle,solution\n<P>,<A>\n",
        "",
        Status::Solved,
    );
    check(
        "Puzzle\n\n<R>\n\nPuzzle\n<R>\n",
        "<RA>\n\n<RA>\n",
        "",
        Status::Solved,
    );
    check("Sudoku, easy\n# one\n<T>\n", "<TA>\n", "", Status::Solved);
    check("sudoku\n+-----+\n<R>\n", "<RA>\n", "", Status::Solved);
}

#[test]
fn what_is_not_text_is_refused_by_name() {
    let gzip = "in:1:1: expected text, found gzip data: decompress it first (gzip -dc)\n";
    assert_eq!(
        solve(b"\x1f\x8b\x08\0"),
        (String::new(), gzip.into(), Status::Invalid)
    );
    let binary = "found a NUL byte: the input is compressed, packed or binary, or UTF-16 without a byte-order mark";
    let refused = |place: &str| format!("in:{place}: expected text, {binary}\n");
    check(
        "\u{7f}ELF\u{2}\0\n<P>\n",
        "",
        &refused("1:6"),
        Status::Invalid,
    );
    check(
        "<P>\n<P>\0\n<P>\n",
        "<A>\n",
        &refused("2:82"),
        Status::Invalid,
    );
    check(
        "<R>\n<R>\0\n<R>\n",
        "<RA>\n",
        &refused("18:10"),
        Status::Invalid,
    );
    check(
        "puzzle\n<P>\n<P>\0\n<P>\n",
        "puzzle,solution\n<P>,<A>\n",
        &refused("3:82"),
        Status::Invalid,
    );
    check("<P>\n<P>\0\0\u{1a}", "<A>\n<A>\n", "", Status::Solved);
    let message = "expected a grid, found no grid in 2 lines; this is HTML or XML: copy the cells of a table as text";
    check_error("\u{feff}<!doctype html>\n<p>none</p>\n", "", "1:1", message);
    check(
        "<!DOCTYPE html>\n<pre>\n<R>\n",
        "<RA>\n",
        "",
        Status::Solved,
    );
}

#[test]
fn endless_nul_bytes_are_not_read_to_their_end() {
    let mut stream = Stream::new(Options::default(), io::sink(), io::sink());
    stream
        .solve("in", io::repeat(0))
        .expect("a sink takes everything");
    assert_eq!(stream.status(), Status::Invalid);
}

#[test]
fn the_program_decodes_utf_16_with_a_byte_order_mark() {
    for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let wide = |text: String| text.encode_utf16().flat_map(to_bytes).collect::<Vec<u8>>();
        let run = |text: String| {
            let mut running = Running::start(&mut command(SUDOKAT, &[]));
            running.write(wide(text));
            running.finish()
        };
        assert_eq!(
            run(format!("\u{feff}{PUZZLE}\n")).stdout,
            format!("{ANSWER}\n").into_bytes()
        );
        let refused = run(format!("{PUZZLE}\n"));
        let messages = String::from_utf8_lossy(&refused.stderr);
        assert!(
            refused.stdout.is_empty() && messages.contains("UTF-16 without a byte-order mark"),
            "{messages}"
        );
        assert_eq!(refused.status.code(), Some(2));
    }
}

#[test]
fn a_forced_format_is_not_doubted() {
    let line = format!("{PUZZLE}\n");
    let error = |place: &str, message: &str| format!("in:{place}: {message}\n");
    let message = error("1", &cell_count(80));
    assert_eq!(
        solve_as("packed", &line[1..]),
        (String::new(), message, Status::Invalid)
    );
    // All rows of a grid may be on one line.
    assert_eq!(
        solve_as("packed", &line),
        (rows(ANSWER, ""), String::new(), Status::Solved)
    );
    assert_eq!(
        solve_as("line", format!("1 {}\n", &PUZZLE[1..])).1,
        error("1:3", &cell_count(80))
    );
    let answered = (format!("{ANSWER}\n"), String::new(), Status::Solved);
    assert_eq!(solve_as("line", format!("1 {line}")), answered);
    assert_eq!(solve_as("line", format!("\u{feff}{line}")), answered);
}

#[test]
fn a_given_solution_is_compared_with_the_puzzle_and_the_answer() {
    let swapped = format!("4{}", &ANSWER[1..]);
    let conflict = ANSWER.replacen("678", "687", 1);
    let (no_sevens, two_eights) = (TWO.replace('7', "0"), ANSWER.replacen('7', "8", 1));
    let wrong = wrong_given_solution;
    for (puzzle, answer, given, message, status) in [
        (PUZZLE, ANSWER, ANSWER, String::new(), Status::Solved),
        (PUZZLE, ANSWER, "", String::new(), Status::Solved),
        (TWO, ANSWER, ANSWER, String::new(), Status::Solved),
        (TWO, ANSWER, OTHER, NOT_THE_SMALLEST.into(), Status::Solved),
        (
            PUZZLE,
            ANSWER,
            &swapped,
            wrong("r1c1 is 4, but the clue is 5"),
            Status::Invalid,
        ),
        (
            PUZZLE,
            ANSWER,
            &conflict,
            wrong("r1c5 is 8, but the clue is 7; r1c6 is 7, but should be 8"),
            Status::Invalid,
        ),
        (
            &no_sevens,
            ANSWER,
            &two_eights,
            wrong("r1c5 and r1c6 are both 8; r1c5 and r9c5 are both 8"),
            Status::Invalid,
        ),
        (
            PUZZLE,
            ANSWER,
            PUZZLE,
            format!("{UNFINISHED_GIVEN_SOLUTION}: r1c3 and 50 more cells are blank"),
            Status::Unsolvable,
        ),
        (
            PUZZLE,
            ANSWER,
            &ANSWER[1..],
            format!("{MALFORMED_GIVEN_SOLUTION}: {}", cell_count(80)),
            Status::Invalid,
        ),
    ] {
        // Frames are made of box-drawing characters, but not in csv.
        let (header, record) = ("id,puzzle,solution\n", format!("5│é,{puzzle},\"{given}\""));
        let messages = |count: usize| -> String {
            let count = if message.is_empty() { 0 } else { count };
            let first: String = (2..2 + count.min(10))
                .map(|line| format!("in:{line}:88: {message}\n"))
                .collect();
            let topic = message.split(':').next().unwrap_or_default();
            let rest = format!(
                "in: {} more like line 2: {topic}\n",
                count.saturating_sub(10)
            );
            first + if count > 10 { &rest } else { "" }
        };
        let expected = format!("id,puzzle,solution,answer\n{record},{answer}\n");
        assert_eq!(
            solve(format!("{header}{record}\n")),
            (expected, messages(1), status)
        );
        // The same when many are solved at once, and in the line format.
        let many = LINES.on(header.to_string() + &format!("{record}\n").repeat(20));
        assert_eq!(
            parts(many),
            (format!("{answer}\n").repeat(20), messages(20), status)
        );
    }
}

#[test]
fn removed_candidates_exclude_solutions() {
    let cell = TWO.find('0').expect("a blank");
    let removed = format!("{}{}{}", &ANSWER[cell..=cell], cell / 9 + 1, cell % 9 + 1);
    let input = format!(":0000:x:{TWO}:{removed}::\n:0000:x:{TWO}:::{removed}:\n");
    assert_eq!(solve(input).0, format!("{OTHER}\n{ANSWER}\n"));
    let neither = solve(format!(":0000:x:{PUZZLE}:511::\n"));
    assert_eq!(
        neither,
        (
            "\n".into(),
            format!("in:1: {NO_SOLUTION}\n"),
            Status::Unsolvable
        )
    );
}

#[test]
fn titles_between_lines_give_an_empty_line_comments_none_and_other_words_a_message() {
    let titles = ["Grid 01", "[Easy]", "Hard puzzles:", "-- three", "; four"];
    let comments = ["# one", "// two", "% five"];
    check(
        &format!(
            "<P>\n{}\n<P>\n",
            [&titles[..], &comments].concat().join("\n")
        ),
        &format!("<A>\n{}<A>\n", "\n".repeat(titles.len())),
        "",
        Status::Solved,
    );
    let nulls = [
        "None",
        "\"None\"",
        "'null'",
        "null,null",
        "(null)",
        "[null]",
        "nan nan",
    ];
    for word in [
        "hello",
        "\"hello\"",
        "ABCD1234",
        "<td>",
        "--------",
        "53",
        "Grid 53...6",
    ]
    .iter()
    .chain(&nulls)
    {
        let (answers, messages, status) = solve(filled(&format!("<P>\n{word}\n<P>\n")));
        assert_eq!(
            (answers.lines().count(), messages.lines().count(), status),
            (3, 1, Status::Invalid),
            "{word}"
        );
    }
}

/// Even one that could be a decimal number, or a few numbers.
#[test]
fn a_cut_row_after_a_grid_is_reported() {
    for (separator, row) in [
        ("", "53.12"),
        ("", "12.345"),
        ("", "53..7"),
        (" ", "5 3 . . 7"),
        (" ", "5 3 . . 7 2"),
    ] {
        for gap in ["", "\n", "\n\n"] {
            let (_, messages, status) = solve(format!("{}{gap}{row}\n", rows(PUZZLE, separator)));
            assert_eq!(
                (messages.lines().count(), status),
                (1, Status::Invalid),
                "{gap:?}{row}: {messages}"
            );
        }
    }
}

#[test]
fn the_state_of_a_saved_game_is_no_puzzle() {
    let state = ANSWER.replacen(&ANSWER[3..9], &PUZZLE[3..9], 1);
    let sdk = format!(
        "[Puzzle]\n{}[State]\n{}",
        rows(PUZZLE, ""),
        rows(&state, "")
    );
    assert_eq!(
        solve(sdk),
        (rows(ANSWER, ""), String::new(), Status::Solved)
    );
}

#[test]
fn finished_grids_right_below_their_puzzle_are_counted_at_the_end() {
    let left_out =
        |what: &str| format!("in: skipped {what} (--check and --convert take every grid)\n");
    let one = left_out("1 solved grid right below its puzzle");
    check("<R>\n\n<RA>\n", "<RA>\n", &one, Status::Solved);
    let two = left_out("2 solved grids right below their puzzles");
    check(
        "<R>\nSolution:\n<RA>\n\n<R>\n<RA>\n",
        "<RA>\n\n<RA>\n",
        &two,
        Status::Solved,
    );
    // Only the one right below; and nothing is the solution of an empty grid, or vanishes under a
    // heading.
    check(
        "<R>\n<RA>\n\n<RA>\n",
        "<RA>\n\n<RA>\n",
        &one,
        Status::Solved,
    );
    let empty = rows(&"0".repeat(81), "");
    assert_eq!(
        solve(filled(&format!("{empty}\n<RA>\n"))).0.lines().count(),
        19
    );
    let other = format!("<R>\n\nAnswer sheet 3\n{}", rows(OTHER, ""));
    assert_eq!(
        solve(filled(&other)).0,
        format!("{}\n{}", rows(ANSWER, ""), rows(OTHER, ""))
    );
    // As lines, both are records.
    check("<P>\n<A>\n", "<A>\n<A>\n", "", Status::Solved);
}

/// The options for a puzzle in the column of this name.
fn with_column(name: &str, output_format: OutputFormat) -> Options {
    Options {
        input: InputOptions {
            column: Some(name.into()),
            ..InputOptions::default()
        },
        output_format: Some(output_format),
        ..Options::default()
    }
}

/// The answers and messages with these options.
fn solve_with(options: Options, input: &str) -> (String, String) {
    let (mut answers, mut messages) = (Vec::new(), Vec::new());
    Stream::new(options, &mut answers, &mut messages)
        .solve("in", input.as_bytes())
        .expect("memory takes everything");
    (
        String::from_utf8_lossy(&answers).into_owned(),
        String::from_utf8_lossy(&messages).into_owned(),
    )
}

#[test]
fn own_json_of_a_csv_with_another_column_is_read_again() {
    let csv = filled("id,start,puzzle,grid\n1,<P>,x,\n2,<P>,,y\n");
    let (json, _) = solve_with(with_column("start", OutputFormat::Json), &csv);
    let again = LINES.on(&json);
    assert_eq!(
        parts(again),
        (
            format!("{ANSWER}\n{ANSWER}\n"),
            String::new(),
            Status::Solved
        ),
        "{json}"
    );
}

#[test]
fn the_column_of_the_puzzle_is_not_its_own_solution_or_title() {
    for input in [
        "solution,id\n<P>,7\n",
        "{\"solution\": \"<P>\", \"id\": 7}\n",
        "{\"solution\": \"<P>\"}\n",
    ] {
        let (answers, messages) =
            solve_with(with_column("solution", OutputFormat::Line), &filled(input));
        assert_eq!(
            (answers, messages),
            (filled("<A>\n"), String::new()),
            "{input}"
        );
    }
    for input in ["name,id\n<P>,7\n", "{\"name\": \"<P>\", \"id\": 7}\n"] {
        let (answers, _) = solve_with(with_column("name", OutputFormat::Pretty), &filled(input));
        assert!(
            answers.contains('7') && !answers.contains(PUZZLE),
            "{answers}"
        );
    }
}

#[test]
fn a_json_value_after_a_broken_one_is_read() {
    let object = "{\n  \"puzzle\": \"<P>\"\n}\n";
    for between in ["", "\n", "Grid 2\n", "# two\n"] {
        let lines = between.matches('\n').count();
        let place = match between {
            "" | "\n" => format!("{}:1", 2 + lines),
            _ => "2:1".into(),
        };
        let found = between.trim().chars().next().unwrap_or('{');
        let empty = if matches!(between, "\n" | "Grid 2\n") {
            "\n"
        } else {
            ""
        };
        check_error(
            &format!("{{\"puzzle\": \"<P>\"\n{between}{object}{object}"),
            &format!("\n{empty}<A>\n<A>\n"),
            &place,
            &format!("expected valid JSON, found {found:?} in place of `,` or `}}`"),
        );
    }
    // A string and a bracket may lack their ends.
    for (broken, column, message) in [
        (
            "{\"puzzle\": 5 6}",
            15,
            "expected valid JSON, found '6' in place of `,` or `}`",
        ),
        (
            "{\"puzzle\": [5 6}",
            16,
            "expected valid JSON, found '6' in place of `,` or `]`",
        ),
        (
            "{\"id\": 5, \"n\": {\"x\" 1}, \"list\": [{}, {}]}",
            22,
            "expected valid JSON, found '1' in place of `:`",
        ),
        (
            "{\"id\": , \"n\": 1}",
            9,
            "expected valid JSON, found ',' in place of a value",
        ),
        (
            "{\"id\": 5..7\", \"n\": 1}",
            11,
            "expected valid JSON, found an invalid number",
        ),
        (
            "{\"id\": 5",
            12,
            "expected valid JSON, found a name without double quotes",
        ),
    ] {
        let good = "{\"puzzle\": \"<P>\"}";
        check_error(
            &format!("[{broken}, {good}, {good}]\n"),
            "\n<A>\n<A>\n",
            &format!("1:{column}"),
            message,
        );
    }
}

#[test]
fn members_of_nested_objects_have_different_names() {
    let answers = |input: &str| {
        let json = Run {
            output_format: Some(OutputFormat::Json),
            ..PLAIN
        };
        parts(json.on(filled(input)))
    };
    let (output, messages, _) =
        answers("{\"id\":1,\"puzzle\":12,\"data\":{\"id\":2,\"puzzle\":\"<P>\"}}\n");
    let columns = "\"columns\":{\"id\":1,\"puzzle_2\":12,\"id_3\":2}";
    assert_eq!(messages, "");
    assert!(output.contains(columns), "{output}");
}

#[test]
fn several_malformed_puzzles_of_an_object_are_refused() {
    check_error(
        "{\"puzzle\": \"5q\", \"grid\": \"6q\"}\n",
        "\n",
        "1:1",
        "expected a JSON object with one puzzle (\"puzzle\": ...), found several: choose one with --column",
    );
}

#[test]
fn an_object_among_lines_may_start_with_a_space() {
    check(
        "<P>\n{ \"id\": 7, \"puzzle\": \"<P>\" }\n",
        "<A>\n<A>\n",
        "",
        Status::Solved,
    );
}

#[test]
fn a_csv_that_ends_in_quotes_says_so() {
    check_error(
        "id,puzzle\n1,<P>\n2,\"<P>\n3,<P>\n",
        "id,puzzle,solution\n1,<P>,<A>\n,,\n3,<P>,<A>\n",
        "3",
        "expected a closing quote, found none",
    );
}

#[test]
fn a_csv_may_have_a_comma_too_many_no_record_and_blank_solutions() {
    check(
        ",puzzle\n1,<P>,\n2,<P>\n",
        ",puzzle,solution\n1,<P>,<A>\n2,<P>,<A>\n",
        "",
        Status::Solved,
    );
    check(
        "id,puzzle\n",
        "id,puzzle,solution\n",
        "in:1:1: expected a grid, found no grid in 1 line; there are no records below the csv header\n",
        Status::Invalid,
    );
    for blank in ["0", "."] {
        let given = blank.repeat(81);
        let input = format!("puzzle,solution\n<P>,{given}\n");
        let answers = format!("puzzle,solution,answer\n<P>,{given},<A>\n");
        check(&input, &answers, "", Status::Solved);
    }
}

#[test]
fn one_line_that_is_one_grid_is_answered_as_a_line() {
    let array = |cells: &str| {
        let rows: Vec<String> = cells
            .as_bytes()
            .chunks(9)
            .map(|row| {
                row.iter()
                    .map(|&cell| char::from(cell).to_string())
                    .collect::<Vec<_>>()
                    .join(",")
            })
            .collect();
        format!("[[{}]]", rows.join("],["))
    };
    for line in [
        array(PUZZLE),
        format!("board = {}", array(PUZZLE)),
        format!("puzzle = \"{PUZZLE}\""),
        format!("\"{PUZZLE}\","),
    ] {
        check(&format!("{line}\n"), "<A>\n", "", Status::Solved);
    }
    // What follows 81 cells is a tail, whatever it is.
    let wrong = format!("<P>,4{}\n", &ANSWER[1..]);
    check(&wrong.repeat(2), "<A>\n<A>\n", "", Status::Solved);
}

#[test]
fn rows_of_a_larger_grid_a_tenth_row_and_tables_of_html_are_named() {
    let hexadecimal = "1 0 0 B 0 0 0 9 0 A 0 0 13 0 0 C\n".repeat(16);
    let (_, messages, _) = solve(hexadecimal);
    assert!(
        messages
            .starts_with("in:1: expected 9 cells, found 16: only grids of 9 by 9 can be read\n"),
        "{messages}"
    );
    check_error(
        "<T>\n1 2 3 4 5 6 7 8 0\n",
        "<TA>\n",
        "10:1",
        &missing_rows(1),
    );
    let table = "<table>\n<tr><td>5</td><td>3</td></tr>\n</table>\n";
    check_error(
        table,
        "",
        "1:1",
        "expected a grid, found no grid in 3 lines; this is HTML or XML: copy the cells of a table as text",
    );
}

#[test]
fn a_csv_record_is_answered_before_the_next_is_read() {
    let mut running = Running::start(&mut command(SUDOKAT, &[]));
    running.write("puzzle\n");
    running.write(format!("{PUZZLE}\n"));
    assert_eq!(running.read_line(), "puzzle,solution\n");
    for _ in 0..2 {
        assert_eq!(running.read_line(), format!("{PUZZLE},{ANSWER}\n"));
        running.write(format!("{PUZZLE}\n"));
    }
    let output = running.finish();
    assert_eq!(
        (output.stdout, output.status.success()),
        (format!("{PUZZLE},{ANSWER}\n").into_bytes(), true)
    );
}

/// Bytes that have a meaning in some format.
const MEANINGFUL: &[u8] = b"0159.,;:+-|*#%\"\n\r\t x[Pq\xc3\xa9\0\xff";

/// `fuzz_regressions` checks more of fewer samples.
#[test]
fn damaged_samples_have_an_answer_for_every_record_however_they_arrive() {
    let mut random = Rng::with_seed(5);
    let samples = samples("formats");
    for round in 0..6000 {
        let mut text = random.choice(&samples).expect("samples").clone();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(..text.len());
            let byte = MEANINGFUL[random.usize(..MEANINGFUL.len())];
            match random.u32(..4) {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                2 => drop(text.drain(at..(at + random.usize(..100)).min(text.len()))),
                _ => text.truncate(at + 1),
            }
            text.push(b'\n');
        }
        let input_format = INPUT_FORMATS.get(random.usize(..14)).copied();
        let run = Run {
            input_format,
            ..PLAIN
        };
        let write = |format| {
            parts(
                Run {
                    output_format: Some(format),
                    ..run
                }
                .on(&text),
            )
            .0
        };
        let ended = run.on(&text);
        let show = || format!("round {round}: {}", String::from_utf8_lossy(&text));
        assert!(
            ended.messages.lines().all(|line| line.starts_with("in:")),
            "{}",
            show()
        );
        let is_solved = ended.status == Status::Solved;
        let is_note =
            |line: &str| line.ends_with(NOT_THE_SMALLEST) || line.ends_with("take every grid)");
        assert!(
            !is_solved || ended.messages.lines().all(is_note),
            "{}",
            show()
        );
        let json = write(OutputFormat::Json);
        let is_object = |line: &str| {
            line.is_empty() || line.starts_with("{\"file\":\"in\",") && line.ends_with('}')
        };
        assert!(json.lines().all(is_object), "{}", show());
        let lines = write(OutputFormat::Line);
        assert_eq!(lines.lines().count(), json.lines().count(), "{}", show());
        let pretty = write(OutputFormat::Pretty);
        let own_members = json
            .lines()
            .filter_map(|object| object.split(",\"columns\":{").next());
        let solutions = own_members
            .filter(|members| members.contains("\"solution\":\""))
            .count();
        assert_eq!(pretty.matches('┌').count(), solutions, "{}", show());
        let in_pieces = Run {
            piece: random.usize(1..20),
            ..run
        }
        .on(&text);
        assert_eq!(in_pieces, ended, "{}", show());
    }
}

#[test]
fn a_damaged_first_row_of_unusual_blanks_may_have_been_a_row() {
    let puzzle = rows(&PUZZLE.replace(['0', '.'], "+"), "");
    let puzzle: Vec<&str> = puzzle.lines().collect();
    // Without the damaged row, the nine rows below it are a grid.
    let order = [3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1];
    let below: String = order.map(|row| format!("{}\n", puzzle[row])).concat();
    let (grids, messages, status) = solve(format!("{}++++++q+++\n{below}", rows(ANSWER, "")));
    assert_eq!(grids.matches('\n').count(), 9, "{grids}");
    assert!(
        messages.contains("cannot tell where the next grid starts"),
        "{messages}"
    );
    assert_eq!(status, Status::Invalid);
}
