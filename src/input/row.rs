//! The strict reading of a row: packed (`530...`) or spaced (`5 3 0 ...`), with `|` between boxes or not.
//!
//! It says what is wrong with a line that the more generous [`super::cells`] cannot read.

use super::error::{Found, ParseErrorKind, quotable};
use crate::grid::cell_from_byte;

/// Whether something separates the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    /// Spaces, tabs or commas.
    Spaced,
    /// Nothing.
    Packed,
}

impl Spacing {
    /// The spacing of a row, judged by the row alone. It must be trimmed.
    pub(super) fn of(text: &[u8]) -> Spacing {
        if text.iter().any(|byte| b" \t,".contains(byte)) { Spacing::Spaced } else { Spacing::Packed }
    }
}

/// A row. Its text is ASCII, so an offset in it is also a number of characters.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) cells: [u8; 9],
    /// Where each cell is in the text.
    pub(super) offsets: [usize; 9],
}

/// Reads a row, which must be trimmed. An error comes with its offset.
pub(super) fn read(text: &[u8], spacing: Spacing) -> Result<Row, (usize, ParseErrorKind)> {
    let mut row = Row::default();
    let mut count = 0;
    let mut tenth = None;
    // Where the characters since the last separator start, and whether a comma has come since the last cell.
    let (mut token, mut after_comma) = (0, false);
    for (offset, &byte) in text.iter().enumerate() {
        match (byte, spacing) {
            (b'|', _) if count % 3 == 0 => token = offset + 1,
            (b' ' | b'\t', Spacing::Spaced) => token = offset + 1,
            (b',', Spacing::Spaced) if count > 0 && !after_comma => (token, after_comma) = (offset + 1, true),
            _ => {
                let Some(d) = cell_from_byte(byte) else {
                    let found = Found::first_of(&text[offset..]);
                    return Err(match tenth {
                        Some(tenth) => (tenth, ParseErrorKind::RowLength(count)),
                        None if count < 9 => (offset, ParseErrorKind::ExpectedCell(found)),
                        None => (offset, ParseErrorKind::ExpectedEnd(found)),
                    });
                };
                if spacing == Spacing::Spaced && token < offset {
                    let length = text[token..].iter().take_while(|byte| !b" \t,|".contains(byte)).count();
                    return Err((token, ParseErrorKind::ExpectedOneCell(quotable(&text[token..token + length]))));
                }
                if count < 9 {
                    (row.cells[count], row.offsets[count]) = (d, offset);
                } else {
                    tenth = tenth.or(Some(offset));
                }
                (count, after_comma) = (count + 1, false);
            }
        }
    }
    if count == 9 { Ok(row) } else { Err((tenth.unwrap_or(text.len()), ParseErrorKind::RowLength(count))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_or_the_error_says_where_and_what() {
        let message = |row: &str, spacing| match read(row.as_bytes(), spacing) {
            Ok(_) => "fine".to_string(),
            Err((offset, kind)) => format!("{}: {kind}", offset + 1),
        };
        for (row, expected) in [
            ("53.|.7.|...", "fine"),
            ("|53.|.7.|...|", "fine"),
            ("5|3..7....", "2: expected a digit or a blank, found '|'"),
            ("53..7...", "9: expected 9 cells, found 8"),
            ("53..7.....", "10: expected 9 cells, found 10"),
            ("53..7....\0", "10: expected the end of the line, found '\\0'"),
            ("53 .7....", "3: expected a digit or a blank, found ' '"),
        ] {
            assert_eq!(message(row, Spacing::Packed), expected, "{row}");
        }
        for (row, expected) in [
            ("5 3 . | . 7 . | . . .", "fine"),
            ("5,3,.,.,7,.,.,.,.,", "fine"),
            ("5\t3  .,. 7 , . . . .", "fine"),
            ("|5 3 .|. 7 .|. . .|", "fine"),
            ("5 3 . . 7 . . .", "16: expected 9 cells, found 8"),
            ("5 3 . . 7 . . . . .", "19: expected 9 cells, found 10"),
            ("5 3 . . 7 . . . . q", "19: expected the end of the line, found 'q'"),
            ("5 3,,. 7 . . . .", "5: expected a digit or a blank, found ','"),
            (",5,3,.,.,7,.,.,.,.", "1: expected a digit or a blank, found ','"),
            ("5 30 . . 7 . . . .", "3: expected one cell, found \"30\""),
            ("5 -1 . . 7 . . . .", "3: expected one cell, found \"-1\""),
            ("5 3 . 10 7 . . . .", "7: expected one cell, found \"10\""),
            ("5\u{b}3 . . 7 . . . .", "2: expected a digit or a blank, found '\\u{b}'"),
        ] {
            assert_eq!(message(row, Spacing::Spaced), expected, "{row}");
        }
    }

    #[test]
    fn every_cell_of_a_row_has_its_offset() {
        let row = Row { cells: [5, 3, 0, 0, 7, 0, 0, 0, 0], offsets: [0, 2, 4, 8, 10, 12, 16, 18, 20] };
        assert_eq!(read(b"5 3 . | . 7 . | . . .", Spacing::Spaced), Ok(row));
    }
}
