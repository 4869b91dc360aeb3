//! The format `csv`: a header that names the puzzle column, then one record per line. Fields may be
//! quoted (`"`, doubled inside a field) but end with their line. The delimiter is a semicolon or a
//! tab if that gives the header more columns than a comma.
//!
//! A record keeps its columns, so that the output can repeat them and add one. If some are missing,
//! delimiters are added, which keeps the new field in its own column.

use std::borrow::Cow;
use std::collections::HashSet;
use std::iter;
use std::ops::Range;

use memchr::{memchr, memchr_iter};

use super::cells::CellReader;
use super::error::{Fault, ParseError, quoted};
use super::line_formats::read_grid;
use super::lines::Line;
use super::records::{CsvHeader, Record, Records};
use super::words::{SOLUTION_NAMES, is_comment, is_one_of, is_puzzle, is_puzzle_name};
use crate::grid::CELLS;

/// Whether a line is the header of the record below it. Known names are above a puzzle or, if all
/// are plain words, above as many values. Unknown names are above as many values with a puzzle.
pub(super) fn is_header_of(line: &[u8], below: &[u8]) -> bool {
    let delimiter = delimiter_of(line);
    let [names, values] = [line, below].map(|text| split(text, delimiter));
    let are_alike = names.len() > 1 && names.len() == values.len();
    let has_puzzle = values.iter().any(|value| is_puzzle(value));
    if names.iter().any(|name| is_puzzle(name)) {
        false
    } else if names.iter().any(|name| is_puzzle_name(name, None)) {
        let is_plain = |name: &&[u8]| !name.is_empty() && !name.iter().any(|byte| b" ()[]{}=".contains(byte));
        // The record may be cut in a field with a line break.
        let is_cut = names.len() > 1 && values.last().is_some_and(|value| value.starts_with(b"\""));
        let has_grid = has_puzzle || values.iter().any(|value| value.len() == CELLS);
        has_grid || (are_alike || is_cut) && names.iter().all(is_plain)
    } else {
        let is_code = |byte: &u8| b"[{=<|\\".contains(byte);
        are_alike && has_puzzle && !is_comment(below) && !line.iter().chain(below).any(is_code)
    }
}

/// Reads a header. The puzzle is in the column of this name; `None` stands for the usual names.
///
/// # Errors
/// Not exactly one column has such a name.
pub(super) fn parse_header(line: &Line<'_>, column: Option<&str>) -> Result<CsvHeader, ParseError> {
    let names = split(line.bytes, delimiter_of(line.bytes));
    if names.iter().filter(|name| is_puzzle_name(name, column)).count() == 1 {
        return Ok(CsvHeader::new(line.bytes, column));
    }
    let (topic, advice) = match column {
        Some(_) => ("expected a header with one column of the name that --column gives", ""),
        None => (
            "expected a header with one column for the puzzle (puzzle, puzzles, quizzes, ...)",
            ": choose one with --column, or remove the line if it is a title",
        ),
    };
    Err(line.error_at(0, Fault::Expected(topic, (quoted(line.text) + advice).into())))
}

impl Record<'_> {
    /// The values of the columns, given the header of the input.
    pub(crate) fn values(&self, header: &CsvHeader) -> impl Iterator<Item = Cow<'_, str>> {
        fields(self.csv_line, header.delimiter).map(|(field, _)| unquoted(&self.csv_line[field]))
    }
}

/// A field as text, with doubled quotes made single.
fn unquoted(field: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(field);
    if text.contains("\"\"") { text.replace("\"\"", "\"").into() } else { text }
}

impl CsvHeader {
    /// Reads a header. The puzzle is in the column of this name, for `None` of a usual name, or else
    /// in the first.
    pub(crate) fn new(text: &[u8], column: Option<&str>) -> CsvHeader {
        let delimiter = delimiter_of(text);
        let mut names: Vec<String> = split(text, delimiter).into_iter().map(|name| unquoted(name).into()).collect();
        let puzzle_column = names.iter().position(|name| is_puzzle_name(name.as_bytes(), column)).unwrap_or_default();
        let solution_column = names.iter().position(|name| is_one_of(name.as_bytes(), SOLUTION_NAMES));
        // Keys of JSON must differ, and only one may name the puzzle.
        let mut taken = HashSet::new();
        for (column, name) in names.iter_mut().enumerate().filter(|(column, _)| *column != puzzle_column) {
            while is_puzzle_name(name.as_bytes(), None) || !taken.insert(name.clone()) {
                *name = format!("{name}_{}", column + 1);
            }
        }
        CsvHeader { text: text.to_vec(), delimiter, names, puzzle_column, solution_column }
    }

    /// Appends the record on a line.
    pub(super) fn read_record(&self, line: &Line<'_>, blanks: &str, reader: &mut CellReader, records: &mut Records) {
        let (mut text, mut count) = (line.bytes, 0);
        let (mut puzzle, mut given, mut broken) = (0..0, 0..0, None);
        for (field, is_broken) in fields(text, self.delimiter) {
            broken = is_broken.then_some(field.start).or(broken);
            if count == self.puzzle_column {
                puzzle = field;
            } else if Some(count) == self.solution_column {
                given = field;
            }
            count += 1;
        }
        // One empty field at the end is ignored.
        if count == self.names.len() + 1 && text.ends_with(&[self.delimiter]) {
            (text, count) = (&text[..text.len() - 1], count - 1);
        }
        let result = if let Some(start) = broken {
            let found = "none: a field cannot contain a line break, and quotes inside it must be doubled";
            Err(line.error_at(start, Fault::Expected("expected a closing quote", found.into())))
        } else if count == self.names.len() {
            read_grid(line.part(puzzle), blanks, reader)
        } else {
            let found = format!("{count} instead of {}", self.names.len()).into();
            Err(ParseError::new(line.number, None, Fault::Expected("expected as many columns as in the header", found)))
        };
        records.push(line.number, None, result);
        // The last field may lack a quote.
        let is_quote_open = broken.is_some_and(|at| memchr_iter(b'"', &text[at..]).count() % 2 == 1);
        records.csv_text.extend_from_slice(text);
        records.csv_text.extend(is_quote_open.then_some(b'"'));
        // A solution without a digit counts as missing.
        let has_digit = text[given.clone()].iter().any(|byte| matches!(byte, b'1'..=b'9'));
        self.end_columns(count, if has_digit { given } else { 0..0 }, records);
    }

    /// Ends the columns of a record that has `count` of them: adds the missing ones, and one for
    /// the answer.
    pub(super) fn end_columns(&self, count: usize, given: Range<usize>, records: &mut Records) {
        let missing = self.names.len().saturating_sub(count);
        records.csv_text.extend(iter::repeat_n(self.delimiter, missing + 1));
        records.csv_records.push((records.csv_text.len(), self.solution_column.map(|_| given)));
    }
}

/// The delimiter that gives a header the most columns, preferably the comma.
fn delimiter_of(header: &[u8]) -> u8 {
    *b"\t;,".iter().max_by_key(|delimiter| fields(header, **delimiter).count()).unwrap_or(&b',')
}

/// The fields of a line, each without the spaces and quotes around it. Quotes that do not match
/// stay in the field, and it counts as broken.
fn fields(line: &[u8], delimiter: u8) -> impl Iterator<Item = (Range<usize>, bool)> {
    let is_space = move |byte: &&u8| b" \t".contains(byte) && **byte != delimiter;
    let mut next = Some(0);
    iter::from_fn(move || {
        let start = next? + line[next?..].iter().take_while(is_space).count();
        let (field, mut in_quotes) = (&line[start..], false);
        // Between quotes a delimiter is ordinary text. Two quotes there stand for one.
        let is_end = |byte: &u8| {
            in_quotes ^= *byte == b'"';
            *byte == delimiter && !in_quotes
        };
        let is_quoted = field.starts_with(b"\"");
        let length = if is_quoted { field.iter().position(is_end) } else { memchr(delimiter, field) };
        next = length.map(|length| start + length + 1);
        let field = &field[..length.unwrap_or(field.len())];
        let end = start + field.len() - field.iter().rev().take_while(is_space).count();
        let is_whole = is_quoted && line[start + 1..end].ends_with(b"\"");
        Some(if is_whole { (start + 1..end - 1, false) } else { (start..end, is_quoted) })
    })
}

fn split(line: &[u8], delimiter: u8) -> Vec<&[u8]> {
    fields(line, delimiter).map(|(field, _)| &line[field]).collect()
}
