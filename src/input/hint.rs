//! Inputs that are not text or have no grid: what they seem to be, and what to do about it.

use super::error::{Fault, ParseError};
use super::lines::Line;
use super::names::is_comment;

/// The signatures of inputs that are not text: where it is in the first line, its bytes, what the input is, and how to turn it into
/// text.
const SIGNATURES: &[(usize, &[u8], &str, &str)] = &[
    (0, b"\x1f\x8b", "gzip data", "pipe it through zcat"),
    (0, b"\xfd7zXZ\0", "xz data", "pipe it through xzcat"),
    (0, b"BZh", "bzip2 data", "pipe it through bzcat"),
    (0, b"\x28\xb5\x2f\xfd", "zstd data", "pipe it through zstdcat"),
    (0, b"7z\xbc\xaf\x27\x1c", "an archive", "extract it"),
    (0, b"PK\x03\x04", "a zip archive or a spreadsheet", "extract it, or save the sheet as csv"),
    (0, b"\xd0\xcf\x11\xe0", "a spreadsheet or document", "save it as csv or text"),
    (0, b"%PDF-", "a PDF document", "save it as text"),
    (0, b"\x89PNG", "an image", "type the grid as text"),
    (0, b"\xff\xd8\xff", "an image", "type the grid as text"),
    (0, b"SQLite format 3", "an SQLite database", "export the table as csv"),
    (0, b"PAR1", "a Parquet file", "convert it to csv"),
    (0, b"\x93NUMPY", "a NumPy array", "write it with numpy.savetxt"),
    (257, b"ustar", "a tar archive", "extract it"),
];

/// The error of an input that is not text, as its first line shows.
pub(super) fn not_text(line: &Line<'_>) -> Option<ParseError> {
    let is_there = |at: usize, signature: &[u8]| line.bytes.get(at..).is_some_and(|rest| rest.starts_with(signature));
    let signatures = if line.number == 1 { SIGNATURES } else { &[] };
    let (.., what, remedy) = signatures.iter().find(|(at, signature, ..)| is_there(*at, signature))?;
    Some(line.error_at(0, Fault::input(format!("expected text, found {what}: {remedy}"))))
}

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
        for &(at, signature, what, remedy) in SIGNATURES {
            let line = [&vec![b'a'; at], signature, b"5"].concat();
            let error = not_text(&Line::new(1, &line)).map(|error| error.what());
            assert_eq!(error, Some(format!("expected text, found {what}: {remedy}")));
            assert_eq!(not_text(&Line::new(2, &line)), None);
        }
        for text in ["Puzzle", "{\"puzzle\"", "% comment", "\0"] {
            assert_eq!(not_text(&Line::new(1, text.as_bytes())), None);
        }
    }
}
