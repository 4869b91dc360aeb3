//! Inputs that are not text or have no grid: what they seem to be, and what to do about it.

use super::error::{Fault, ParseError};
use super::lines::Line;
use super::names::is_comment;

/// The first bytes of inputs that are not text, what the input is, and how to turn it into text.
const SIGNATURES: &[(&[u8], &str, &str)] = &[
    (b"\x1f\x8b", "gzip data", "pipe it through zcat"),
    (b"\xfd7zXZ\0", "xz data", "pipe it through xzcat"),
    (b"BZh", "bzip2 data", "pipe it through bzcat"),
    (b"\x28\xb5\x2f\xfd", "zstd data", "pipe it through zstdcat"),
    (b"PK\x03\x04", "a zip archive or a spreadsheet", "extract it, or save the sheet as csv"),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet or document", "save it as csv or text"),
    (b"%PDF-", "a PDF document", "save it as text"),
    (b"\x89PNG", "an image", "type the grid as text"),
    (b"\xff\xd8\xff", "an image", "type the grid as text"),
    (b"SQLite format 3", "an SQLite database", "export the table as csv"),
    (b"PAR1", "a Parquet file", "convert it to csv"),
    (b"\x93NUMPY", "a NumPy array", "write it with numpy.savetxt"),
];

/// The error of an input that is not text, as its first line shows.
pub(super) fn not_text(line: &Line<'_>) -> Option<ParseError> {
    let signatures = if line.number == 1 { SIGNATURES } else { &[] };
    let (_, what, remedy) = signatures.iter().find(|(signature, ..)| line.bytes.starts_with(signature))?;
    Some(line.error_at(0, Fault::input(format!("expected text, found {what}: {remedy}"))))
}

/// The error of an input without a grid that has this many lines, and perhaps comments among them. `nearest` is the line with the
/// most cells, and their number.
pub(super) fn no_grid(lines: u64, comments: bool, advice: Option<&str>, nearest: Option<(u64, usize)>) -> ParseError {
    let comments = if comments { "; lines that start with # or % are comments" } else { "" };
    let message = match lines {
        0 => "expected a grid, found an empty input".into(),
        1 => format!("no grid in 1 line{comments}"),
        _ => format!("no grid in {lines} lines{comments}"),
    };
    let cells = |(line, cells)| format!("line {line} has most cells, {cells}: a row has 9 and nothing else");
    let suggestion = advice.map(String::from).or_else(|| nearest.map(cells));
    ParseError { suggestion, ..ParseError::new(1, Some(1), Fault::input(message)) }
}

/// Advice for an input without a grid that has this line. Signs that have a meaning must have been replaced by ASCII.
pub(super) fn advice(line: &Line<'_>) -> Option<&'static str> {
    let text = line.text;
    let start = text[..text.len().min(5)].to_ascii_lowercase();
    let is_number = |character: char| !character.is_ascii() && character.is_numeric();
    Some(match text {
        _ if is_comment(text) => return None,
        _ if matches!(&start[..], b"<!doc" | b"<html") => "this is HTML or XML: save the puzzles as text",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_shows_it_on_its_first_line() {
        for &(signature, what, remedy) in SIGNATURES {
            let line = [signature, b"5"].concat();
            let error = not_text(&Line::new(1, &line)).map(|error| error.what());
            assert_eq!(error, Some(format!("expected text, found {what}: {remedy}")));
            assert_eq!(not_text(&Line::new(2, &line)), None);
        }
        for text in ["Puzzle", "{\"puzzle\"", "% comment", "\0"] {
            assert_eq!(not_text(&Line::new(1, text.as_bytes())), None);
        }
    }
}
