//! The format `csv`: a header that names the puzzle column, then one record per line. Fields may be
//! quoted (`"`, doubled inside a field) but end with their line. The delimiter is a semicolon or a
//! tab if the header has it instead of a comma.
//!
//! A record keeps its columns, so that the output can repeat them and add one. If some are missing,
//! delimiters are added, which keeps the new field in its own column.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::iter;
use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

use super::error::{Fault, ParseError, quotable};
use super::field::FieldReader;
use super::lines::Line;
use super::records::{CsvHeader, CsvRecord, Records};
use super::words::{SOLUTION_NAMES, has_puzzle, is_comment, is_one_of, is_puzzle, names_puzzle};
use crate::grid::CELLS;

const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The header that the line above the first record is, if the input is csv: the record has a
/// puzzle, or as many fields.
///
/// # Errors
/// The header has two columns for a puzzle, or none, but this record has a puzzle in a column of
/// it.
pub(super) fn header_above(above: &Line<'_>, record: &Line<'_>) -> Result<Option<CsvHeader>, ParseError> {
    if let Some(header) = CsvHeader::of(above, None) {
        let is_title = !header.is_above(record);
        return if is_title { Ok(None) } else { header.with_one_puzzle(above, None).map(Some) };
    }
    let is_other = is_comment(record.text) || record.text.iter().any(|byte| b"([{=".contains(byte));
    for delimiter in DELIMITERS.into_iter().filter(|_| !is_other) {
        let split = |line: &Line<'_>| fields(line.bytes, delimiter).collect::<Vec<_>>();
        let (names, values) = (split(above), split(record));
        let puzzle = values.iter().position(|field| is_puzzle(&record.bytes[field.clone()]));
        if let Some(at) = puzzle.filter(|_| names.len() == values.len() && names.len() > 1) {
            let name = String::from_utf8_lossy(&above.bytes[names[at].clone()]);
            let has_it = format!("column {} has it, so use --column {name:?}", at + 1);
            let suggestion = Some(has_it + ", or remove the line if it is a title");
            return Err(ParseError { suggestion, ..no_column(above, names[at].start, None) });
        }
    }
    Ok(None)
}

/// The error of a header in which no column, or more than one, has this name; without a name, that
/// of a puzzle.
pub(super) fn no_column(header: &Line<'_>, at: usize, column: Option<&str>) -> ParseError {
    let any = "for the puzzle (puzzle, puzzles, quizzes, ...)".to_string();
    let which = column.map_or(any, |name| format!("{name:?}"));
    let found = quotable(header.text);
    header.error_at(at, Fault::Input(format!("expected a header with a column {which}, found {found:?}")))
}

impl CsvRecord<'_> {
    /// The values of the columns.
    pub(crate) fn values(&self) -> impl Iterator<Item = Cow<'_, str>> {
        fields(self.columns, self.header.delimiter).map(|field| unquoted(&self.columns[field]))
    }

    /// The keys and values of all columns but that of the puzzle.
    pub(crate) fn other_columns(&self) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
        let columns = self.header.keys.iter().map(String::as_str).zip(self.values()).enumerate();
        columns.filter(|(index, _)| *index != self.header.puzzle).map(|(_, column)| column)
    }
}

/// A field as text. A quote within quotes is doubled.
fn unquoted(field: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(field);
    if text.contains("\"\"") { text.replace("\"\"", "\"").into() } else { text }
}

/// The names of columns as keys of an object in which the puzzle has a key of its own: each once,
/// and none that names a puzzle.
fn keys(names: &[Vec<u8>]) -> Vec<String> {
    let (mut taken, mut numbers) = (HashSet::new(), HashMap::new());
    let key = |name: &Vec<u8>| {
        let name = unquoted(name);
        let number = numbers.entry(name.to_string()).or_insert(1);
        let mut key = name.to_string();
        while names_puzzle(key.as_bytes(), None) || !taken.insert(key.clone()) {
            *number += 1;
            key = format!("{name}_{number}");
        }
        key
    };
    names.iter().map(key).collect()
}

impl CsvHeader {
    /// The header that a text is, with the puzzle in the first column of this name, or else of one
    /// of the usual names.
    pub(crate) fn new(text: &[u8], delimiter: u8, column: Option<&str>) -> CsvHeader {
        let names: Vec<Vec<u8>> = fields(text, delimiter).map(|field| text[field].to_vec()).collect();
        let puzzle = names.iter().position(|name| names_puzzle(name, column)).unwrap_or_default();
        let solution = names.iter().position(|name| is_one_of(name, SOLUTION_NAMES));
        CsvHeader { text: text.to_vec(), delimiter, keys: keys(&names), names, puzzle, solution }
    }

    /// Whether a column has this name, in any case.
    pub(crate) fn has_column(&self, name: &str) -> bool {
        self.names.iter().any(|column| column.eq_ignore_ascii_case(name.as_bytes()))
    }

    /// The column of another header that has what this one has in a column.
    pub(crate) fn column_in(&self, other: &CsvHeader, column: usize) -> Option<usize> {
        match (self.solution, other.solution) {
            _ if column == self.puzzle => Some(other.puzzle),
            (Some(solution), Some(of_other)) if column == solution => Some(of_other),
            _ => other.names.iter().position(|name| name.eq_ignore_ascii_case(&self.names[column])),
        }
    }

    /// The header that a line is; `None` if it has no column for the puzzle, or a puzzle, which
    /// makes it a record.
    pub(super) fn of(line: &Line<'_>, column: Option<&str>) -> Option<CsvHeader> {
        let names = |delimiter| fields(line.bytes, delimiter).map(|field| &line.bytes[field]);
        let any_puzzle = |delimiter: &u8| names(*delimiter).any(|name| names_puzzle(name, column));
        let header = CsvHeader::new(line.bytes, DELIMITERS.into_iter().find(any_puzzle)?, column);
        (!header.names.iter().any(|name| has_puzzle(name))).then_some(header)
    }

    /// This header, which is that of a line.
    ///
    /// # Errors
    /// Another column has a name for the puzzle, too.
    pub(super) fn with_one_puzzle(self, line: &Line<'_>, column: Option<&str>) -> Result<CsvHeader, ParseError> {
        let mut others = fields(line.bytes, self.delimiter).skip(self.puzzle + 1);
        let other = others.find(|field| names_puzzle(&line.bytes[field.clone()], column));
        other.map_or(Ok(()), |field| {
            let first = quotable(&self.names[self.puzzle]);
            let suggestion = Some(format!("it has two, so choose one with --column {first:?}"));
            Err(ParseError { suggestion, ..no_column(line, field.start, column) })
        })?;
        Ok(self)
    }

    /// Whether a line is a record of this header: it has a puzzle, or as many fields if the names
    /// are plain words.
    fn is_above(&self, line: &Line<'_>) -> bool {
        let is_plain = |name: &Vec<u8>| !name.is_empty() && !name.iter().any(|byte| b" ()[]{}=".contains(byte));
        let is_record = |field: Range<usize>| field.len() == CELLS || is_puzzle(&line.bytes[field]);
        let fields = || fields(line.bytes, self.delimiter);
        let fits = fields().count() == self.names.len() || fields().any(|field| is_broken(line.bytes, &field));
        fields().any(is_record) || self.names.len() > 1 && self.names.iter().all(is_plain) && fits
    }

    /// Appends the record that a line is.
    pub(super) fn read(&self, line: &Line<'_>, puzzles: &mut FieldReader, records: &mut Records) {
        let (mut text, columns) = (line.bytes, self.names.len());
        let (mut count, mut last, mut broken) = (0, 0..0, None);
        let (mut puzzle, mut given) = (0..0, 0..0);
        for field in fields(text, self.delimiter) {
            if is_broken(text, &field) {
                broken = Some(field.start);
            }
            if count == self.puzzle {
                puzzle = field.clone();
            } else if Some(count) == self.solution {
                given = field.clone();
            }
            (count, last) = (count + 1, field);
        }
        // One empty field at the end counts for nothing.
        if count == columns + 1 && Range::is_empty(&last) {
            count = columns;
            text = &text[..memrchr(self.delimiter, text).unwrap_or(text.len())];
        }
        if let Some(start) = broken {
            let found = "none: a field cannot contain a line break, and quotes inside of it are doubled";
            let fault = Fault::Expected("expected a closing quote", found.into());
            records.push_error(line.error_at(start, fault));
        } else if count != columns {
            let found = format!("{count} instead of {columns}");
            let fault = Fault::Expected("expected as many columns as in the header", found);
            records.push_error(ParseError::new(line.number, None, fault));
        } else {
            let mut reading = puzzles.read(line, puzzle.clone());
            if let Err(error) = &mut reading {
                error.suggestion = error.suggestion.take().or_else(|| lost_digits(&text[puzzle]));
            }
            records.push(line.number, reading);
        }
        // The last field may lack a quote.
        let is_open = broken.is_some_and(|at| memchr_iter(b'"', &text[at..]).count() % 2 == 1);
        records.csv_text.extend_from_slice(text);
        records.csv_text.extend(is_open.then_some(b'"'));
        // A solution without a digit is none.
        let is_digit = |byte: &u8| matches!(byte, b'1'..=b'9');
        if given.len() == CELLS && !text[given.clone()].iter().any(is_digit) {
            given = 0..0;
        }
        self.end_columns(count, given, records);
    }

    /// Ends the columns of a record that has so many of them: adds those that are missing, and one
    /// for the answer.
    pub(super) fn end_columns(&self, count: usize, given: Range<usize>, records: &mut Records) {
        let missing = self.names.len().saturating_sub(count);
        records.csv_text.extend(iter::repeat_n(self.delimiter, missing + 1));
        records.csv.push((records.csv_text.len(), self.solution.map(|_| given)));
    }
}

/// The fields of a line, each without the spaces and quotes around it. Quotes that do not match are
/// kept.
fn fields(line: &[u8], delimiter: u8) -> impl Iterator<Item = Range<usize>> {
    let is_space = move |byte: &&u8| b" \t".contains(byte) && **byte != delimiter;
    let mut next = Some(0);
    iter::from_fn(move || {
        let start = next? + line[next?..].iter().take_while(is_space).count();
        let (field, mut in_quotes) = (&line[start..], false);
        // Between quotes, of which two are one of the content, a delimiter is an ordinary sign.
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
        Some(if is_whole { start + 1..end - 1 } else { start..end })
    })
}

/// Whether the quotes of a field do not match.
fn is_broken(line: &[u8], field: &Range<usize>) -> bool {
    line[field.start..].starts_with(b"\"") && !line[..field.start].ends_with(b"\"")
}

/// Advice for a number of 60 to 81 digits, which may be a puzzle that lost the zeros at its start,
/// or all digits but a few, as in `4.3E+78`. A puzzle does not often start with more blanks.
fn lost_digits(text: &[u8]) -> Option<String> {
    let number: f64 = std::str::from_utf8(text).ok()?.replace(',', ".").parse().ok()?;
    let advice = "if a spreadsheet has taken it for a number, import the original file with this column as text";
    (1e59..1e81).contains(&number).then(|| advice.into())
}
