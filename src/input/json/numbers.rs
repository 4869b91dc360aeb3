//! Numbers in an array that may be the rows of a grid without its brackets.

use crate::grid::CELLS;

/// The length of the numbers and the white space at the start of a text, up to one that may be a
/// grid.
pub(super) fn length_of_numbers(text: &[u8]) -> usize {
    // The characters of numbers and of `null`, and what is between them.
    let is_end = |byte: &u8| !(byte.is_ascii_digit() || b", \t\r\nnul.eE+-".contains(byte));
    let length = text.iter().position(is_end).unwrap_or(text.len());
    let mut start = 0;
    for word in text[..length].split(|byte| b", \t\r\n".contains(byte)) {
        if word.len() > CELLS / 2 && start > 0 {
            return start;
        }
        start += word.len() + 1;
    }
    length
}

/// Nine lines of nine cells as an array.
pub(super) fn array_of_rows(text: &[u8]) -> Option<String> {
    let is_between = |c: char| c == ',' || c.is_ascii_whitespace();
    let text = std::str::from_utf8(text).ok()?.trim_end_matches(is_between);
    let mut rows = 0;
    // A CR alone ends a line, too.
    for line in text.split(['\n', '\r']) {
        if line.trim().is_empty() {
            continue;
        }
        let cells = line.split(is_between).filter(|cell| !cell.is_empty());
        if cells.count() != 9 {
            return None;
        }
        rows += 1;
    }
    (rows == 9).then(|| format!("[{text}]"))
}
