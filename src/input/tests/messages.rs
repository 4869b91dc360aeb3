//! Tests of the messages about damaged rows, each by its line alone.

use super::fixtures;
use crate::input::InputFormat;

#[test]
fn the_error_of_a_row_says_where_and_what() {
    for (line, expected) in [
        // Packed.
        ("53..7...", "9: expected 9 cells, found 8"),
        ("  53..7...", "11: expected 9 cells, found 8"),
        (
            "53..7... # a comment",
            "10: expected a digit or a blank, found '#'",
        ),
        ("53..7.....", "10: expected 9 cells, found 10"),
        ("53..7.... 1", "11: expected 9 cells, found 10"),
        ("53..7.... 1.3...5.9", "11: expected 9 cells, found 18"),
        ("53..q....", "5: expected a digit or a blank, found 'q'"),
        (
            "53. .7....",
            "1: expected one separator throughout, found several",
        ),
        ("530 070 0o0", "10: expected a digit or a blank, found 'o'"),
        ("530 070 00", "11: expected 9 cells, found 8"),
        ("2: 53..q....", "8: expected a digit or a blank, found 'q'"),
        // Separated.
        ("5 3 . . 7 . . .", "16: expected 9 cells, found 8"),
        (
            "5 3 . . 7 . . . q",
            "17: expected a digit or a blank, found 'q'",
        ),
        (
            "5 30 . . 7 . . . .",
            "3: expected a digit or a blank, found \"30\"",
        ),
        (
            "5 3a . . 7 . . . .",
            "4: expected a digit or a blank, found 'a'",
        ),
        (
            "8.0 NaN a NaN 6.0 NaN NaN NaN 3.0",
            "9: expected a digit or a blank, found 'a'",
        ),
        (
            "8.0 NaN NaN 6.0 NaN NaN NaN 3.0",
            "32: expected 9 cells, found 8",
        ),
        (
            "Row 1: 5 a . . 7 . . . .",
            "10: expected a digit or a blank, found 'a'",
        ),
        (
            "| q | 3 |   |   | 7 |   |   |   |   |",
            "3: expected a digit or a blank, found 'q'",
        ),
        (
            "|   | 18 |   |   | 7 |   |   |   |   |",
            "7: expected a digit or a blank, found \"18\"",
        ),
        ("[5, 0, 0, 7, 0, 0, 0, 0],", "24: expected 9 cells, found 8"),
        (
            "[5, 30, 0, 0, 7, 0, 0, 0, 0],",
            "5: expected a digit or a blank, found \"30\"",
        ),
        (
            "int g[9][9] = {{5, 3, 0, 0, 7, 0, 0, 0},",
            "39: expected 9 cells, found 8",
        ),
        (
            "- [5,3,a,0,7,0,0,0,0]",
            "8: expected a digit or a blank, found 'a'",
        ),
        (
            "Array(5,3,a,0,7,0,0,0,0),",
            "11: expected a digit or a blank, found 'a'",
        ),
        (
            "intArrayOf(5,3,0,0,7,0,0,0),",
            "27: expected 9 cells, found 8",
        ),
        (
            "new int[9] {5,3,30,0,7,0,0,0,0},",
            "17: expected a digit or a blank, found \"30\"",
        ),
        (
            "new int[9, 9] {5,3,30,0,7,0,0,0,0},",
            "20: expected a digit or a blank, found \"30\"",
        ),
        (
            "row(5,3,a,0,7,0,0,0,0).",
            "9: expected a digit or a blank, found 'a'",
        ),
        (
            "array([[5,3,a,0,7,0,0,0,0],",
            "13: expected a digit or a blank, found 'a'",
        ),
        (
            "((5,3,a,0,7,0,0,0,0),",
            "7: expected a digit or a blank, found 'a'",
        ),
        (
            "[[5,3,[12,4],0,7,0,0,0,0],",
            "25: expected 9 cells, found 7",
        ),
        ("5,3,,,7,,,", "8: expected 9 cells, found 8"),
        ("5,3,,,7,,,,,,", "13: expected 9 cells, found 11"),
        ("5,3,,7,,,,8,,9,1", "14: expected 9 cells, found 11"),
        (
            "| 5 | 3 |   |   | 7 |   |   |   |",
            "20: expected 9 cells, found 8",
        ),
        ("|5|3|||7||2", "12: expected 9 cells, found 7"),
    ] {
        let rows = fixtures::rows("");
        let error = fixtures::error(
            InputFormat::Packed,
            &format!("{}\n{line}\n{}\n", rows[0], rows[2..].join("\n")),
        );
        let place = (
            error.line,
            format!("{}: {}", error.column.unwrap_or(0), error.what()),
        );
        assert_eq!(place, (2, expected.to_string()), "{line}");
    }
}

/// The messages about an input.
fn messages(input: &str) -> Vec<String> {
    let records = fixtures::read(None, input.as_bytes());
    let errors = records.errors.iter().chain(&records.input_error);
    errors.map(ToString::to_string).collect()
}

#[test]
fn the_column_of_an_empty_field_is_that_of_the_separator_after_it() {
    let message = "expected one symbol for all blanks of the grid, found two: use 0 or . for each";
    for (rows, columns) in [
        ("[5,.,.,.,7,.,.,.,], [6,1,2,3,4,.,7,8,]\n", [18, 38]),
        ("[5,\u{b7},.,.,7,.,.,.,], [6,1,2,3,4,.,7,8,]\n", [18, 38]),
        ("| 5 | . | . | . | 7 | . | . | . |   |\n", [37, 37]),
    ] {
        let expected = columns.map(|column| format!("{column}: {message}"));
        let found: Vec<String> = messages(&rows.repeat(9))
            .iter()
            .map(|message| message.split_once(':').unwrap().1.to_string())
            .collect();
        let is_expected = |message: &String| expected.contains(message);
        assert!(
            !found.is_empty() && found.iter().all(is_expected),
            "{rows}{found:#?}"
        );
    }
}

#[test]
fn lines_of_a_space_below_a_grid_are_no_cells() {
    let grid = fixtures::rows("").join("\n");
    for between in [" \n", " \n2\n \n", "1\n \n \n2\n"]
        .map(String::from)
        .into_iter()
        .chain([3, 9, 81].map(|count| " \n".repeat(count)))
    {
        let text = format!("{grid}\n{between}{grid}\n");
        let records = fixtures::read(None, text.as_bytes());
        assert_eq!(
            (records.grids.len(), records.errors.len()),
            (2, 0),
            "{text}"
        );
    }
}

#[test]
fn letters_for_digits_get_one_message() {
    let letters = fixtures::rows(" ")
        .join("\n")
        .replace(|c| matches!(c, '1'..='9'), "A");
    for blank_row in 1..9 {
        let mut rows: Vec<&str> = letters.lines().collect();
        rows[blank_row] = ". . . . . . . . .";
        let found = messages(&rows.join("\n"));
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains("tr A-I 1-9"), "{found:#?}");
    }
}

#[test]
fn separate_cells_can_have_any_symbol_for_blanks() {
    let cells: Vec<String> = fixtures::PUZZLE.chars().map(String::from).collect();
    for separator in [" ", ","] {
        let line = cells.join(separator).replace('.', "=") + "\n";
        let records = fixtures::read(None, line.repeat(2).as_bytes());
        assert_eq!(records.grids, [fixtures::puzzle(); 2], "{line}");
    }
}

#[test]
fn sums_of_cages_get_one_message() {
    const SUMS: &str = "a=17 b=10\nc=11 d=9\n\ne=5 f=6\n";
    let rows = fixtures::rows("");
    let plain = rows.join("\n");
    let message = "expected a plain Sudoku, found sums of cages: the grid was read without them";
    assert_eq!(
        messages(&format!("{plain}\n{SUMS}\n{plain}\n\n{SUMS}")),
        [format!("10:1: {message}"), format!("25:1: {message}")]
    );
    // A grid that was refused needs no other message.
    let with_letters: Vec<String> = rows.iter().map(|row| format!("{row} aabbccdde")).collect();
    let message = "expected a plain Sudoku, found nine letters beside each row: cages or regions cannot be read";
    assert_eq!(
        messages(&format!("{}\n\n{SUMS}", with_letters.join("\n"))),
        [format!("1:1: {message}")]
    );
    // Sums below a solution belong to the puzzle.
    let solution: Vec<&str> = (0..9)
        .map(|row| &fixtures::SOLUTION[9 * row..9 * row + 9])
        .collect();
    let solution = solution.join("\n");
    let message = "expected a plain Sudoku, found sums of cages: the grid was read without them";
    assert_eq!(
        messages(&format!("{plain}\n{SUMS}\n{solution}\n\n{SUMS}")),
        [format!("10:1: {message}")]
    );
    assert_eq!(
        messages(&format!("{plain}\n\n{solution}\n\n{SUMS}")),
        [format!("21:1: {message}")]
    );
    // The largest sum is 45.
    assert_eq!(messages(&format!("{plain}\n\na=45 b=46\n")), [""; 0]);
    assert_eq!(messages(&format!("{plain}\n\na=45 b=39\n")).len(), 1);
    // A title is no map of regions.
    let words = format!("difficult: {}\n", fixtures::PUZZLE);
    assert_eq!(messages(&words.repeat(2)), [""; 0]);
    assert_eq!(messages(&format!("{SUMS}{plain}\n")), [""; 0]);
}

#[test]
fn a_list_of_rows_columns_and_digits_gets_one_message() {
    let triples: Vec<String> = fixtures::puzzle()
        .placements()
        .map(|clue| {
            let (row, column) = (clue.cell.row(), clue.cell.column());
            format!("{row}{column}{}", clue.digit)
        })
        .collect();
    let message = "expected a grid, found 30 numbers: if these are rows, columns and digits, write 81 cells instead";
    for words in [1, 3, 4, 9, 30] {
        let lines: Vec<String> = triples.chunks(words).map(|line| line.join(" ")).collect();
        let list = lines.join("\n");
        assert_eq!(messages(&list), [format!("1: {message}")], "{list}");
        let rows = fixtures::rows("").join("\n");
        let between = messages(&format!("{rows}\n\n{list}\n\n{rows}\n"));
        assert_eq!(between, [format!("11: {message}")], "{list}");
    }
    let apart: Vec<String> = triples
        .iter()
        .map(|triple| triple.replace("", " "))
        .collect();
    assert_eq!(messages(&apart.join("\n")), [format!("1: {message}")]);
}

#[test]
fn rows_of_six_in_boxes_are_no_triples() {
    let rows = [
        "123 456", "456 123", "231 564", "564 231", "312 645", "645 312",
    ];
    let size = "1: expected 9 cells, found 6: only grids of 9 by 9 can be read";
    assert_eq!(messages(&rows.join("\n")), [size]);
    assert_eq!(messages(&rows.join("\n\n")), [size]);
}

#[test]
fn rows_with_four_clues_and_spaces_are_no_smaller_grid() {
    let rows = fixtures::SOLUTION.as_bytes().chunks(9).enumerate();
    let lines = rows.map(|(row, digits)| {
        let mut line = vec![b' '; 17];
        for column in [0, 2, 5, 7].map(|column| (column + row) % 9) {
            line[2 * column] = digits[column];
        }
        String::from_utf8(line).unwrap() + "\n"
    });
    let text: String = lines.collect();
    let records = fixtures::read(None, text.as_bytes());
    assert_eq!(
        (records.grids.len(), records.errors.len()),
        (1, 0),
        "{text}"
    );
    assert_eq!(records.grids[0].placements().count(), 36);
}

#[test]
fn an_input_without_a_grid_is_named_in_every_format() {
    for (text, advice) in [
        ("Easy 1\nEasy 2\n", "no grid in 2 lines"),
        ("<html>\n", "no grid in 1 line; this is HTML or XML"),
        (
            "# a\n\n",
            "no grid in 2 lines; empty lines and those that start",
        ),
    ] {
        for format in [None, Some(InputFormat::Line), Some(InputFormat::Packed)] {
            let records = fixtures::read(format, text.as_bytes());
            let message = records.input_error.unwrap().what();
            assert!(message.contains(advice), "{format:?}: {message}");
        }
    }
}
