//! Where the puzzle is on a line: the first word that is a grid or should be one.
//!
//! ```text
//! 53..7....6..195... easy              what follows the cells is a tail
//! easy_53..7....6..195...              a label may be right in front of them
//! "53..7....6..195...",                a string of csv or of a list
//! grid = "53..7....6..195..."          no puzzle: code is read as rows
//! ```

use std::ops::Range;

use super::lines::Line;
use super::words::{HALF_A_GRID, TAIL_STARTS, ends_word, is_grid_word};
use crate::grid::{CELLS, digit_from_byte};

/// Symbols in front of cells in code.
const CODE: &[u8] = b"[({=<`";
/// The same, and quotes.
const CODE_OR_QUOTES: &[u8] = b"[({=<`\"'";

/// The puzzle of a line and what follows it, unless code precedes it. It may be malformed.
pub(super) fn find_puzzle<'a>(line: &Line<'a>) -> Option<Line<'a>> {
    let grid_word_start = starts_of_grid_words(line.bytes).next()?;
    // Quotes may belong to csv, unless a comma at the end shows a list of strings.
    let code = if line.text.ends_with(b",") {
        CODE_OR_QUOTES
    } else {
        CODE
    };
    if has_any_of(&line.bytes[..grid_word_start], code) {
        return None;
    }
    let word_start = start_of_whole_word(line.bytes, grid_word_start);
    let cells_start = word_start + label_length(&line.bytes[word_start..]);
    Some(line.part(cells_start..line.bytes.len()))
}

/// The offset of the end of the second grid word, which should be the solution of the puzzle in
/// front of it.
pub(super) fn end_of_solution(line: &Line<'_>) -> Option<usize> {
    // HoDoKu's lists of candidates follow the puzzle.
    if line.text.starts_with(b":") {
        return None;
    }
    let start = starts_of_grid_words(line.bytes).nth(1)?;
    let length = line.bytes[start..].iter().position(ends_word);
    Some(length.map_or(line.bytes.len(), |length| start + length))
}

/// The range of the last word. In a text that ends with a solution, it is that solution.
pub(super) fn last_word(text: &[u8]) -> Range<usize> {
    let before = text.iter().rposition(ends_word);
    before.map_or(0, |end| end + 1)..text.len()
}

/// Whether a text has a word that is a grid or should be one.
pub(super) fn has_grid_word(text: &[u8]) -> bool {
    starts_of_grid_words(text).next().is_some()
}

pub(super) fn has_code_or_quotes(text: &[u8]) -> bool {
    has_any_of(text, CODE_OR_QUOTES)
}

fn has_any_of(text: &[u8], symbols: &[u8]) -> bool {
    text.iter().any(|byte| symbols.contains(byte))
}

/// Where the words start that are grids or should be.
fn starts_of_grid_words(text: &[u8]) -> impl Iterator<Item = usize> {
    let mut next = 0;
    text.split(ends_word).filter_map(move |word| {
        let start = next;
        next += word.len() + 1;
        // Most words are too short.
        (word.len() > HALF_A_GRID && is_grid_word(word)).then_some(start)
    })
}

/// The start of the run of cells that a grid word completes. [`ends_word`] also cuts them at a
/// mistyped symbol, but `53é7...` and `53)7...` are malformed puzzles as a whole. A label in front
/// of such a symbol, as in `easy→53.7...`, does not belong to the cells.
fn start_of_whole_word(text: &[u8], grid_word_start: usize) -> usize {
    let before = &text[..grid_word_start];
    let is_separator = |byte: &u8| TAIL_STARTS.contains(byte) || b"\"'".contains(byte);
    let separator = before.iter().rposition(is_separator);
    let first = separator.map_or(0, |separator| separator + 1);
    match before.get(first) {
        Some(byte) if digit_from_byte(*byte).is_some() => first,
        _ => grid_word_start,
    }
}

/// The length of a label right in front of the 81 cells at the end of a word, as in `easy_53.7...`,
/// or 0. A label has a letter, and ends with one or with a separator that is not a cell of the
/// grid.
fn label_length(text: &[u8]) -> usize {
    let word = text.split(ends_word).next().unwrap_or_default();
    let Some((label, cells)) = word.split_last_chunk::<CELLS>() else {
        return 0;
    };
    let are_cells = cells.iter().all(|byte| digit_from_byte(*byte).is_some());
    let has_letter = label
        .iter()
        .any(|byte| byte.is_ascii_alphabetic() && !b"xX".contains(byte));
    let ends_like_label = |last: &u8| !last.is_ascii_digit() && !cells.contains(last);
    if are_cells && has_letter && label.last().is_some_and(ends_like_label) {
        label.len()
    } else {
        0
    }
}
