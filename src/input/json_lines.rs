//! The format `jsonl`: a JSON object on each line, with the puzzle under a name such as `puzzle`: a string, or an array of numbers
//! and nulls, nested or not. Quotes may be single, as Python prints them. What sudokat writes as JSON can be read again.

use std::ops::Range;

use super::csv::PUZZLE_NAMES;
use super::error::{ParseError, ParseErrorKind};
use super::field::FieldReader;
use super::line::scientific;
use super::lines::Line;
use super::parser::RecordParser;
use super::records::Records;
use crate::grid::{CELLS, Grid};

const OBJECT: &str = "a JSON object with a puzzle (\"puzzle\": ...) on one line";

/// The value of a name without a puzzle, as JSON and Python print it.
const NULLS: [&[u8]; 2] = [b"null", b"None"];

/// Whether a line is an object with a puzzle: a long value, one that a spreadsheet has turned into a number, or `null`.
pub(super) fn detect(text: &[u8]) -> bool {
    let is_none = |value: &[u8]| text.ends_with(b"}") && NULLS.contains(&value);
    let is_likely = |value: Range<usize>| {
        value.len() >= CELLS / 2 || scientific(&text[value.clone()]).is_some() || is_none(&text[value])
    };
    text.starts_with(b"{") && value_of_puzzle(text).is_some_and(is_likely)
}

#[derive(Debug)]
pub(super) struct JsonLinesParser {
    puzzles: FieldReader,
}

impl JsonLinesParser {
    /// A parser of objects. Each character of `blanks` is a blank, too.
    pub(super) fn new(blanks: String) -> JsonLinesParser {
        JsonLinesParser { puzzles: FieldReader::new(blanks) }
    }
}

impl RecordParser for JsonLinesParser {
    fn line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        records.push(line.number, self.read(line));
        Ok(())
    }

    fn allows_comments(&self) -> bool {
        false
    }
}

impl JsonLinesParser {
    fn read(&mut self, line: &Line<'_>) -> Result<Grid, ParseError> {
        let missing = |offset, found| line.error_at(offset, ParseErrorKind::Expected { what: OBJECT, found });
        if !line.text.starts_with(b"{") {
            return Err(missing(line.indent, "a line that does not start with {"));
        }
        let value = value_of_puzzle(line.bytes).ok_or_else(|| missing(line.indent, "an object without one"))?;
        let text = &line.bytes[value.clone()];
        if NULLS.contains(&text) {
            return Err(missing(value.start, "null"));
        }
        if !text.contains(&b'\\') {
            return self.puzzles.read(line, value);
        }
        self.puzzles
            .read_text(unescape(text).as_bytes(), line.number)
            .map_err(|error| line.error_at(value.start, error.kind))
    }
}

/// A string of JSON without its escapes. White space, such as the ends of rows, becomes a space.
fn unescape(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut rest = text.chars();
    let mut plain = String::new();
    while let Some(character) = rest.next() {
        plain.push(match (character, character == '\\') {
            (_, true) => match rest.next() {
                Some('n' | 'r' | 't' | 'f' | 'b') | None => ' ',
                Some('u') => {
                    let code = rest.as_str().get(..4).and_then(|code| u32::from_str_radix(code, 16).ok());
                    rest.nth(3);
                    code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
                }
                Some(other) => other,
            },
            _ => character,
        });
    }
    plain
}

/// Where the value of the first name of a puzzle is, without its quotes. An array ends with its last bracket. A value that is an
/// object is no puzzle, but there may be one in it.
fn value_of_puzzle(text: &[u8]) -> Option<Range<usize>> {
    // The names of an object are all in the same quotes.
    let first = memchr::memchr2(b'"', b'\'', text)?;
    let quotes: Vec<usize> = memchr::memchr_iter(text[first], text).take(400).collect();
    quotes.windows(2).find_map(|pair| {
        let name = &text[pair[0] + 1..pair[1]];
        let is_name = PUZZLE_NAMES.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()));
        let skip_spaces = |from: usize| from + text[from..].iter().take_while(|byte| b" \t".contains(byte)).count();
        let colon = skip_spaces(pair[1] + 1);
        if !is_name || text.get(colon) != Some(&b':') {
            return None;
        }
        let start = skip_spaces(colon + 1);
        match text.get(start)? {
            quote @ (b'"' | b'\'') => {
                let end = start + 1 + memchr::memchr(*quote, &text[start + 1..])?;
                Some(start + 1..end)
            }
            b'[' => {
                let mut depth = 0usize;
                let closes = |byte: &u8| {
                    depth = match byte {
                        b'[' => depth + 1,
                        b']' => depth.saturating_sub(1),
                        _ => depth,
                    };
                    depth == 0
                };
                Some(start..start + 1 + text[start..].iter().position(closes)?)
            }
            b'{' => None,
            _ => Some(start..start + text[start..].iter().take_while(|byte| !b",} \t".contains(byte)).count()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputFormat;
    use crate::input::fixtures::{self, PUZZLE, fill, puzzle};

    #[test]
    fn the_puzzle_is_a_string_or_an_array() {
        let cells = |null: &str| PUZZLE.chars().map(|c| c.to_string().replace('.', null)).collect::<Vec<_>>();
        let flat = cells("null").join(", ");
        let nested = cells("0").chunks(9).map(|row| format!("[{}]", row.join(","))).collect::<Vec<_>>().join(",");
        for line in [
            "{\"puzzle\":\"PUZZLE\"}".to_string(),
            "{\"file\":\"a\",\"line\":1,\"puzzle\":\"PUZZLE\",\"verdict\":\"unique\",\"solution\":\"5\"}".to_string(),
            "{ \"id\": 7, \"Board\" : \"PUZZLE\" }".to_string(),
            "{'note': \"it's\", 'puzzle': 'PUZZLE'}".to_string(),
            "{\"puzzle\": {\"id\": 1, \"grid\": \"PUZZLE\"}}".to_string(),
            format!("{{\"puzzle\": {}, \"id\": 1}}", PUZZLE.replace('.', "0")),
            format!("{{\"puzzle\":\"{}\"}}", PUZZLE.replace('.', "\\u00b7")),
            format!("{{\"puzzle\":\"{}\"}}", PUZZLE.replace('.', "\u{b7}")),
            format!("{{\"puzzle\":\"{}\"}}", fixtures::rows("").join("\\n")),
            format!("{{\"puzzle\":[\"{}\"]}}", fixtures::rows("").join("\",\"")),
            format!("{{'puzzle': [{}]}}", cells("None").join(", ")),
            format!("{{\"grid\": [{flat}], \"size\": 9}}"),
            format!("{{\"sudoku\": [{nested}]}}"),
        ] {
            let line = fill(&line);
            assert!(detect(line.as_bytes()), "{line}");
            let records = fixtures::read(None, format!("{line}\n{line}\n").as_bytes());
            assert_eq!((records.grids, records.format), (vec![puzzle(); 2], Some(InputFormat::JsonLines)), "{line}");
        }
    }

    #[test]
    fn every_other_line_is_a_record_too() {
        let text = fill(
            "{\"puzzle\":\"PUZZLE\"}\n\n[]\n{\"a\":1}\n{\"puzzle\":null}\n{\"puzzle\":\"53q\"}\n{\"puzzle\":\"PUZZLE\"}\n\
             {\"puzzle\":[5,3,[null,10,3]]}\n{\"puzzle\":[5,3,[null]]}\n{\"puzzle\":4.30021E+78}\n",
        );
        let records = fixtures::read(None, text.as_bytes());
        let messages: Vec<String> =
            records.iter().filter_map(|record| record.puzzle.err().map(ToString::to_string)).collect();
        let form = "expected a JSON object with a puzzle (\"puzzle\": ...) on one line, found";
        let lost = "a spreadsheet took the puzzle for a number, and its digits are lost; \
                    import the original file again, with this column as text";
        let expected = [
            format!("3:1: {form} a line that does not start with {{"),
            format!("4:1: {form} an object without one"),
            format!("5:11: {form} null"),
            "6:14: expected a digit or a blank, found 'q'".into(),
            "8:11: expected a digit or a blank, found '['".into(),
            "9:11: expected 81 cells, found 3".into(),
            format!("10:11: expected 81 cells, found 4.30021E+78: {lost}"),
        ];
        assert_eq!((messages, records.lines_of_output()), (expected.to_vec(), 10));
    }
}
