//! The error of an input without a grid, with advice that depends on what the input seems to be.

use super::error::{Fault, ParseError};
use super::lines::Line;
use super::names::is_comment;

/// The error of an input without a grid that has this many lines, and this many comments among them. `nearest` is the line with the
/// most cells, and their number.
pub(super) fn no_grid(lines: u64, comments: u64, advice: Option<&str>, nearest: Option<(u64, usize)>) -> ParseError {
    let comments = match comments {
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

/// Advice for an input without a grid that has this line. Signs that have a meaning must have been replaced by ASCII.
pub(super) fn advice(line: &Line<'_>) -> Option<&'static str> {
    let text = line.text;
    let start = text[..text.len().min(14)].to_ascii_lowercase();
    let is_number = |character: char| !character.is_ascii() && character.is_numeric();
    Some(match text {
        _ if is_comment(text) => return None,
        _ if start == *b"<!doctype html" || start.starts_with(b"<html") => {
            "this is an HTML page: save the puzzles as text"
        }
        _ if text.iter().any(|byte| *byte < 0x20 && !b"\t\x0b\x0c\x1a\x1b".contains(byte)) => "this is not text",
        [b'{' | b'['] | [b'{' | b'[', b'{' | b'[' | b'"' | b' ', ..] if line.number == 1 => {
            "in JSON the puzzle is under a name such as \"puzzle\", as 81 cells on a line or as rows"
        }
        _ if text.iter().any(u8::is_ascii_alphabetic) => return None,
        _ if std::str::from_utf8(text).is_err() => {
            "this is not UTF-8: if it is text, convert it with iconv -f LATIN1 -t UTF-8"
        }
        _ => return String::from_utf8_lossy(text).contains(is_number).then_some("use the digits 1 to 9"),
    })
}
