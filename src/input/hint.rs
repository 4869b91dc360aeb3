//! Inputs that are not text or have no grid: what they seem to be, and what to do about it.

use memchr::memchr;

use super::error::{Fault, ParseError};
use super::lines::Line;
use super::words::is_comment;

/// The first bytes of packed files, what they are, and how to unpack them.
const PACKED: &[(&[u8], &str, &str)] = &[
    (b"\x1f\x8b", "gzip data", "decompress it first (gzip -dc)"),
    (b"\xfd7zXZ", "xz data", "decompress it first (xz -dc)"),
    (b"BZh", "bzip2 data", "decompress it first (bzip2 -dc)"),
    (b"\x28\xb5\x2f\xfd", "zstd data", "decompress it first (zstd -dc)"),
    (b"PK\x03\x04", "a zip archive or a spreadsheet", "extract it, or save the sheet as csv"),
];

/// The error of an input that is packed, as its first line shows, or is not text, as a NUL byte shows.
pub(super) fn not_text(line: &Line<'_>) -> Option<ParseError> {
    let packed = if line.number == 1 { PACKED } else { &[] };
    let known = packed.iter().find(|(signature, ..)| line.bytes.starts_with(signature));
    let (at, found) = match known {
        Some((_, what, remedy)) => (0, format!("{what}: {remedy}")),
        None => (
            memchr(0, line.bytes)?,
            "a NUL byte: the input is compressed, packed or binary, or UTF-16 without a byte-order mark".into(),
        ),
    };
    Some(line.error_at(at, Fault::Input(format!("expected text, found {found}"))))
}

/// The error of an input without a grid that has this many lines. `nearest` is the line with the most cells, and their number.
pub(super) fn no_grid(lines: u64, advice: Option<&str>, nearest: Option<(u64, usize)>) -> ParseError {
    let message = match lines {
        0 => "expected a grid, found an empty input".into(),
        1 => "no grid in 1 line".into(),
        _ => format!("no grid in {lines} lines"),
    };
    let cells = |(line, cells)| format!("the closest is line {line}, with {cells} cells; a row is exactly 9 cells");
    let suggestion = advice.map(String::from).or_else(|| nearest.map(cells));
    ParseError { suggestion, ..ParseError::new(1, Some(1), Fault::Input(message)) }
}

/// Advice for an input without a grid that has this line. Signs that have a meaning must have been replaced by ASCII.
pub(super) fn advice(line: &Line<'_>) -> Option<&'static str> {
    let text = line.text;
    let start = text[..text.len().min(5)].to_ascii_lowercase();
    let is_number = |character: char| !character.is_ascii() && character.is_numeric();
    Some(match text {
        _ if is_comment(text) => "lines that start with # or % are comments",
        _ if matches!(&start[..], b"<!doc" | b"<html" | b"<tabl" | b"<?xml") => {
            "this is HTML or XML: copy the cells of a table as text"
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_are_known_by_their_first_line() {
        for &(signature, what, remedy) in PACKED {
            let line = [signature, b"5"].concat();
            let error = not_text(&Line::new(1, &line)).map(|error| error.what());
            assert_eq!(error, Some(format!("expected text, found {what}: {remedy}")));
            assert_eq!(not_text(&Line::new(2, &line)), None);
        }
        for text in ["Puzzle", "{\"puzzle\"", "% comment"] {
            assert_eq!(not_text(&Line::new(1, text.as_bytes())), None);
        }
    }
}
