//! Inputs that are not text or have no grid: what they seem to be, and what to do about it.

use memchr::memchr;

use super::error::{Fault, ParseError};
use super::lines::Line;

/// The first bytes of packed files, what they are, and how to unpack them.
const PACKED: &[(&[u8], &str)] = &[
    (b"\x1f\x8b", "gzip data: decompress it first (gzip -dc)"),
    (b"\xfd7zXZ", "xz data: decompress it first (xz -dc)"),
    (b"BZh", "bzip2 data: decompress it first (bzip2 -dc)"),
    (b"\x28\xb5\x2f\xfd", "zstd data: decompress it first (zstd -dc)"),
    (b"PK\x03\x04", "a zip archive or a spreadsheet: extract it, or save the sheet as csv"),
];
const NUL: &str = "a NUL byte: the input is compressed, packed or binary, or UTF-16 without a byte-order mark";

/// The error of an input that is packed, as its first line shows, or is not text, as a NUL byte
/// shows.
pub(super) fn not_text(line: &Line<'_>) -> Option<ParseError> {
    let packed = if line.number == 1 { PACKED } else { &[] };
    let (at, found) = match packed.iter().find(|(start, _)| line.bytes.starts_with(start)) {
        Some((_, what)) => (0, *what),
        None => (memchr(0, line.bytes)?, NUL),
    };
    Some(line.error_at(at, Fault::Expected("expected text", found.into())))
}

/// The error of an input without a grid that has this many lines.
pub(super) fn no_grid(lines: u64, advice: Option<&str>) -> ParseError {
    let fault = match lines {
        0 => Fault::Expected("expected a grid", "an empty input".into()),
        1 => Fault::Input("no grid in 1 line".into()),
        _ => Fault::Input(format!("no grid in {lines} lines")),
    };
    let suggestion = advice.map(String::from);
    ParseError { suggestion, ..ParseError::new(1, Some(1), fault) }
}

/// Advice for an input without a grid that has this line. Signs that have a meaning must have been
/// replaced by ASCII.
pub(super) fn advice(line: &Line<'_>) -> Option<&'static str> {
    let start = line.text[..line.text.len().min(5)].to_ascii_lowercase();
    let is_other_digit = |character: char| !character.is_ascii() && character.is_numeric();
    match &start[..] {
        [b'#' | b'%', ..] => Some("lines that start with # or % are comments"),
        b"<!doc" | b"<html" | b"<tabl" | b"<?xml" => Some("this is HTML or XML: copy the cells of a table as text"),
        [b'{' | b'['] | [b'{' | b'[', b'{' | b'[' | b'"' | b' ', ..] if line.number == 1 => {
            Some("in JSON the puzzle is under a name such as \"puzzle\", as 81 cells on a line or as rows")
        }
        _ if line.text.iter().any(u8::is_ascii_alphabetic) => None,
        _ => match std::str::from_utf8(line.text) {
            Ok(text) => text.contains(is_other_digit).then_some("use the digits 1 to 9"),
            Err(_) => Some("this is not UTF-8: if it is text, convert it with iconv -f LATIN1 -t UTF-8"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_are_known_by_their_first_line() {
        for &(start, what) in PACKED {
            let line = [start, b"5"].concat();
            let error = not_text(&Line::new(1, &line)).map(|error| error.what());
            assert_eq!(error, Some(format!("expected text, found {what}")));
            assert_eq!(not_text(&Line::new(2, &line)), None);
        }
        for text in ["Puzzle", "{\"puzzle\"", "% comment"] {
            assert_eq!(not_text(&Line::new(1, text.as_bytes())), None);
        }
    }
}
