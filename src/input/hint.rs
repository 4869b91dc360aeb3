//! Finds out what kind of input has no grid, so that the error can say so.

use super::error::{Fault, Found, ParseError};
use super::lines::Line;

const HTML: &str = "this is an HTML page: save the puzzles as text";
const BINARY: &str = "this is not text";
const JSON: &str = "in JSON the puzzle is under a name such as \"puzzle\", as 81 cells on a line or as rows";

/// Notes on the lines before the first record.
#[derive(Debug, Default)]
pub(super) struct Hint {
    comments: u64,
    /// Advice based on the first line with text, once there is one. Most lines give none.
    advice: Option<Option<&'static str>>,
    /// The first character of a line that may be cells in an unknown script or encoding.
    unknown_cell: Option<ParseError>,
}

impl Hint {
    /// Takes a line in which every sign that is known is ASCII.
    pub(super) fn line(&mut self, line: &Line<'_>) {
        if line.text.is_empty() {
            return;
        }
        self.comments += u64::from(is_comment(line.text));
        self.advice.get_or_insert_with(|| advice(line.text));
        if self.unknown_cell.is_none() && !line.text.is_ascii() && !is_comment(line.text) {
            self.unknown_cell = unknown_cell(line);
        }
    }

    /// The error of an input of so many lines without a grid. `nearest` is the line with the most cells, and their number.
    pub(super) fn error(&mut self, lines: u64, nearest: Option<(u64, usize)>) -> ParseError {
        let advice = self.advice.flatten();
        if let Some(error) = self.unknown_cell.take().filter(|_| advice.is_none()) {
            return error;
        }
        let cells = |(line, cells)| format!("line {line} has most cells, {cells}, but a row has 9");
        let suggestion = advice.map(String::from).or_else(|| nearest.map(cells));
        ParseError { suggestion, ..ParseError::new(1, Some(1), Fault::NoGrid(lines, self.comments)) }
    }
}

/// Advice for an input without a grid that starts with this line.
fn advice(text: &[u8]) -> Option<&'static str> {
    let starts_with = |tag: &[u8]| text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    if starts_with(b"<!doctype html") || starts_with(b"<html") {
        Some(HTML)
    } else if text.iter().any(|byte| *byte < 0x20 && !b"\t\x0b\x0c\x1a\x1b".contains(byte)) {
        Some(BINARY)
    } else if matches!(text, [b'{' | b'['] | [b'{' | b'[', b'{' | b'[' | b'"' | b' ', ..]) {
        Some(JSON)
    } else {
        None
    }
}

/// The error of the first character that is neither a letter nor known, in a line without ASCII letters.
fn unknown_cell(line: &Line<'_>) -> Option<ParseError> {
    if line.text.iter().any(u8::is_ascii_alphabetic) {
        return None;
    }
    let chunk = line.text.utf8_chunks().next()?;
    let is_unknown = |character: char| !character.is_ascii() && !character.is_alphabetic();
    let at = chunk.valid().find(is_unknown).or((!chunk.invalid().is_empty()).then(|| chunk.valid().len()))?;
    Some(line.error_at(line.indent + at, Fault::Cell(Found::first_of(&line.text[at..]))))
}

/// Whether a line is a comment in every format but csv.
pub(super) fn is_comment(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'#' | b'%'))
}
