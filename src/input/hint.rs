//! Finds out what kind of input has no grid, so that the error can say so.

use super::error::{Fault, Found, ParseError};
use super::lines::Line;
use super::names::is_comment;

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
        if is_comment(line.text) {
            self.comments += 1;
        } else if !line.text.is_empty() {
            self.advice.get_or_insert_with(|| advice(line.text));
            self.unknown_cell = self.unknown_cell.take().or_else(|| unknown_cell(line));
        }
    }

    /// The error of an input of so many lines without a grid. `nearest` is the line with the most cells, and their number.
    pub(super) fn error(&mut self, lines: u64, nearest: Option<(u64, usize)>) -> ParseError {
        let advice = self.advice.flatten();
        if let Some(error) = self.unknown_cell.take().filter(|_| advice.is_none()) {
            return error;
        }
        let comments = match self.comments {
            0 => String::new(),
            1 => "; 1 starts with # or % and is a comment".into(),
            several => format!("; {several} start with # or % and are comments"),
        };
        let message = match lines {
            0 => "expected a grid, found an empty input".into(),
            1 => format!("no grid in 1 line{comments}"),
            _ => format!("no grid in {lines} lines{comments}"),
        };
        let cells = |(line, cells)| format!("line {line} has most cells, {cells}, but a row has 9");
        let suggestion = advice.map(String::from).or_else(|| nearest.map(cells));
        ParseError { suggestion, ..ParseError::new(1, Some(1), Fault::Input(message)) }
    }
}

/// Advice for an input without a grid that starts with this line.
fn advice(text: &[u8]) -> Option<&'static str> {
    let start = text[..text.len().min(14)].to_ascii_lowercase();
    match text {
        _ if start == *b"<!doctype html" || start.starts_with(b"<html") => Some(HTML),
        _ if text.iter().any(|byte| *byte < 0x20 && !b"\t\x0b\x0c\x1a\x1b".contains(byte)) => Some(BINARY),
        [b'{' | b'['] | [b'{' | b'[', b'{' | b'[' | b'"' | b' ', ..] => Some(JSON),
        _ => None,
    }
}

/// The error of the first character that is neither a letter nor known, in a line without ASCII letters.
fn unknown_cell(line: &Line<'_>) -> Option<ParseError> {
    let is_unknown = |character: char| !character.is_ascii() && !character.is_alphabetic();
    let at = String::from_utf8_lossy(line.text).find(is_unknown)?;
    let has_letter = line.text.iter().any(u8::is_ascii_alphabetic);
    (!has_letter).then(|| line.error_at(line.indent + at, Fault::Cell(Found::first_of(&line.text[at..]))))
}
