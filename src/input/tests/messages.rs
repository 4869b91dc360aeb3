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
        (
            "| 5 | 3 |   |   | 7 |   |   |   |",
            "20: expected 9 cells, found 8",
        ),
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
