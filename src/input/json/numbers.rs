//! Numbers in an array that may be the rows of a grid without its brackets.
//!
//! ```text
//! [5, 3, 0, 0, 7, 0, 0, 0, 0,     the numbers are not separate values but nine rows
//!  6, 0, 0, 1, 9, 5, 0, 0, 0,
//!  ...
//! ```
//!
//! The first is not a `null`, because that may stand for a missing record.

use crate::input::words::HALF_A_GRID;

const SEPARATORS: &[u8] = b", \t\r\n";

/// The characters of numbers and of `null`.
const NUMBER_OR_NULL: &[u8] = b"0123456789.eE+-nul";

/// The length of the numbers at the start of a text, with the separators between and after them. A
/// later number that may be a whole grid is a value of its own and ends them.
pub(super) fn length_of_numbers(text: &[u8]) -> usize {
    let is_end = |byte: &u8| !SEPARATORS.contains(byte) && !NUMBER_OR_NULL.contains(byte);
    let length = text.iter().position(is_end).unwrap_or(text.len());
    let mut offset = 0;
    for number in text[..length].split(|byte| SEPARATORS.contains(byte)) {
        if offset > 0 && number.len() > HALF_A_GRID {
            return offset;
        }
        offset += number.len() + 1;
    }
    length
}

/// Puts brackets around a text if it is nine lines of nine numbers.
pub(super) fn array_of_rows(text: &[u8]) -> Option<String> {
    let is_separator = |c: char| c == ',' || c.is_ascii_whitespace();
    let text = std::str::from_utf8(text)
        .ok()?
        .trim_end_matches(is_separator);
    let mut rows = 0;
    // A CR alone ends a line, too.
    for line in text.split(['\n', '\r']) {
        if line.trim().is_empty() {
            continue;
        }
        let numbers = line.split(is_separator).filter(|number| !number.is_empty());
        if numbers.count() != 9 {
            return None;
        }
        rows += 1;
    }
    (rows == 9).then(|| format!("[{text}]"))
}
