//! The format `jsonl`: a JSON object on each line, with the puzzle under a name such as `puzzle`: a string, or an array of numbers
//! and nulls, nested or not. What sudokat writes as JSON can be read again.

use std::ops::Range;

use super::cells::Cells;
use super::csv::PUZZLE_NAMES;
use super::error::{ParseError, ParseErrorKind};
use super::line::read_field;
use super::lines::Line;
use super::parser::RecordParser;
use super::records::Records;
use crate::grid::{CELLS, Grid};

const OBJECT: &str = "a JSON object with a puzzle on one line";

/// Whether a line is an object with a puzzle in it.
pub(super) fn detect(text: &[u8]) -> bool {
    text.starts_with(b"{") && value_of_puzzle(text).is_some_and(|value| value.len() >= CELLS / 2)
}

#[derive(Debug, Default)]
pub(super) struct JsonLinesParser {
    cells: Cells,
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
        let missing = |found| line.error_at(line.indent, ParseErrorKind::Expected { what: OBJECT, found });
        if !line.text.starts_with(b"{") {
            return Err(missing("something else"));
        }
        let value = value_of_puzzle(line.bytes).ok_or_else(|| missing("no such name"))?;
        read_field(line, value.clone()).or_else(|error| {
            self.cells.read_grid(&line.bytes[value.clone()]).ok_or_else(|| error.or_at(line.column(value.start)))
        })
    }
}

/// Where the value of the first name of a puzzle is, without its quotes. An array ends with its last bracket.
fn value_of_puzzle(text: &[u8]) -> Option<Range<usize>> {
    let quotes: Vec<usize> = memchr::memchr_iter(b'"', text).take(400).collect();
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
            b'"' => {
                let end = start + 1 + memchr::memchr(b'"', &text[start + 1..])?;
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
            _ => None,
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
            "{\"puzzle\":\"PUZZLE\"}\n\n[]\n{\"a\":1}\n{\"puzzle\":null}\n{\"puzzle\":\"53q\"}\n{\"puzzle\":\"PUZZLE\"}",
        );
        let records = fixtures::read(None, text.as_bytes());
        let messages: Vec<String> =
            records.iter().filter_map(|record| record.puzzle.err().map(ToString::to_string)).collect();
        let form = "expected a JSON object with a puzzle on one line, found";
        let expected = [
            format!("3:1: {form} something else"),
            format!("4:1: {form} no such name"),
            format!("5:1: {form} no such name"),
            "6:14: expected a digit or a blank, found 'q'".into(),
        ];
        assert_eq!((messages, records.lines_of_output()), (expected.to_vec(), 7));
    }
}
