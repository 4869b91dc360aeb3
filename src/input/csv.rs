//! The format `csv`: a header that names the puzzle column, then one record per line. Fields may be
//! quoted (`"`, doubled inside a field) but end with their line. The delimiter is a semicolon or a
//! tab if that gives the header more columns than a comma.
//!
//! A record keeps its columns, so that the output can repeat them and add one. If some are missing,
//! delimiters are added, which keeps the new field in its own column.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::{iter, slice};

use memchr::{memchr, memchr_iter};

use super::cells::CellReader;
use super::error::{Fault, ParseError, quoted};
use super::line_formats::read_grid;
use super::lines::{Line, trim};
use super::records::{Header, Record, Records};
use super::words::{SOLUTION_NAMES, is_one_of, is_puzzle, is_puzzle_name};
use crate::grid::CELLS;

/// Whether a line is the header of the record below it. Two of these must hold: it has a usual name
/// for a puzzle; there is a puzzle below it; both lines have the same number of fields and no
/// symbols of code, and all names but perhaps the first are given.
pub(super) fn is_header_of(line: &[u8], below: &[u8]) -> bool {
    let delimiter = delimiter_of(line);
    let [names, values]: [Vec<Cow<'_, str>>; 2] =
        [line, below].map(|text| values(text, delimiter).collect());
    let is_named = names
        .iter()
        .any(|name| is_puzzle_name(name.as_bytes(), None));
    // Below a usual name, any symbol may mark the blanks.
    let has_puzzle = values
        .iter()
        .any(|value| is_puzzle(value.as_bytes()) || is_named && value.len() == CELLS);
    let code: &[u8] = if has_puzzle { b"[{=<|\\" } else { b"([{=<|\\" };
    let are_alike = names.len() > 1
        && names.len() == values.len()
        && !names[1..].iter().any(|name| name.is_empty())
        && !line.iter().chain(below).any(|byte| code.contains(byte));
    let is_two_of_three = [is_named, has_puzzle, are_alike]
        .iter()
        .filter(|holds| **holds)
        .count()
        > 1;
    is_two_of_three && !names.iter().any(|name| is_puzzle(name.as_bytes()))
}

/// Reads a header. The puzzle is in the column of this name; `None` stands for the usual names.
///
/// # Errors
/// Not exactly one column has such a name.
pub(super) fn parse_header(line: &Line<'_>, column: Option<&str>) -> Result<Header, ParseError> {
    let names = values(line.bytes, delimiter_of(line.bytes));
    if names
        .filter(|name| is_puzzle_name(name.as_bytes(), column))
        .count()
        == 1
    {
        return Ok(Header::new(line.bytes, column));
    }
    let expected = "expected a header with one column for the puzzle (puzzle, quizzes, ..., or that of --column)";
    let advice = ": choose one with --column, or remove the line if it is a title";
    Err(line.error_at(
        0,
        Fault::Expected(expected, (quoted(line.text) + advice).into()),
    ))
}

impl Record<'_> {
    /// What names the puzzle: its title, or the value in the column of titles.
    pub(crate) fn caption(&self) -> Option<Cow<'_, str>> {
        if let Some(title) = self.title {
            return Some(title.into());
        }
        let header = self.header?;
        let caption = self.values(header).nth(header.caption_column?)?;
        Some(caption).filter(|caption| !caption.is_empty())
    }

    /// The values of the columns, given the header of the input.
    pub(crate) fn values(&self, header: &Header) -> impl Iterator<Item = Cow<'_, str>> {
        values(self.columns, header.delimiter)
    }

    /// Where the given solution is in `columns`, if there is a column for it: an empty range if it
    /// has no digit.
    pub(crate) fn given_solution(&self) -> Option<Range<usize>> {
        let header = self.header?;
        let field = fields(self.columns, header.delimiter).nth(header.solution_column?)?;
        let (offset, text) = trim(&self.columns[field.clone()], |byte| {
            matches!(byte, b' ' | b'\t' | b'"')
        });
        let start = field.start + offset;
        let has_digit = text.iter().any(|byte| matches!(byte, b'1'..=b'9'));
        Some(if has_digit {
            start..start + text.len()
        } else {
            0..0
        })
    }
}

impl Header {
    /// Reads a header. The puzzle is in the column of this name, for `None` of a usual name, or
    /// else in the first.
    pub(crate) fn new(text: &[u8], column: Option<&str>) -> Header {
        let delimiter = delimiter_of(text);
        let mut names: Vec<String> = values(text, delimiter).map(Cow::into_owned).collect();
        let puzzle_column = names
            .iter()
            .position(|name| is_puzzle_name(name.as_bytes(), column))
            .unwrap_or_default();
        let solution_column = names
            .iter()
            .position(|name| is_one_of(name.as_bytes(), SOLUTION_NAMES));
        // Keys of JSON must differ, and only one may name the puzzle.
        let mut taken = HashSet::new();
        for (column, name) in names
            .iter_mut()
            .enumerate()
            .filter(|(column, _)| *column != puzzle_column)
        {
            while is_puzzle_name(name.as_bytes(), None) || !taken.insert(name.clone()) {
                *name = format!("{name}_{}", column + 1);
            }
        }
        Header {
            text: text.to_vec(),
            delimiter,
            names,
            puzzle_column,
            solution_column,
            caption_column: None,
        }
    }

    /// Appends the record on a line.
    pub(super) fn read_record(
        &self,
        line: &Line<'_>,
        blanks: &str,
        reader: &mut CellReader,
        records: &mut Records,
    ) {
        let (mut text, mut count, mut puzzle, mut last) = (line.bytes, 0, 0..0, 0..0);
        for field in fields(text, self.delimiter) {
            if count == self.puzzle_column {
                puzzle = field.clone();
            }
            (last, count) = (field, count + 1);
        }
        // One empty field at the end is ignored.
        if count == self.names.len() + 1 && text.ends_with(&[self.delimiter]) {
            (text, count, last) = (&text[..text.len() - 1], count - 1, 0..0);
        }
        let result = if count == self.names.len() {
            read_grid(line.part(puzzle), blanks, reader)
        } else {
            let found = format!(
                "{count} instead of {}; a field cannot contain a line break",
                self.names.len()
            );
            let fault = Fault::Expected("expected as many columns as in the header", found.into());
            Err(ParseError::new(line.number, None, fault))
        };
        records.push(line.number, None, result);
        // The last field may lack a quote.
        let last = text[last].trim_ascii_start();
        let is_quote_open = last.starts_with(b"\"") && memchr_iter(b'"', last).count() % 2 == 1;
        let quote = is_quote_open.then_some(&b"\""[..]);
        // Missing fields are added, and one for the answer.
        let missing = self.names.len().saturating_sub(count);
        let delimiters = iter::repeat_n(slice::from_ref(&self.delimiter), missing + 1);
        records.push_columns(iter::once(text).chain(quote).chain(delimiters));
    }
}

/// The delimiter that gives a header the most columns, preferably the comma.
fn delimiter_of(header: &[u8]) -> u8 {
    *b"\t;,"
        .iter()
        .max_by_key(|delimiter| fields(header, **delimiter).count())
        .unwrap_or(&b',')
}

/// The fields of a line. If a field starts with a quote, a delimiter between quotes is ordinary
/// text.
fn fields(line: &[u8], delimiter: u8) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(0);
    iter::from_fn(move || {
        let start = next?;
        let (field, mut in_quotes) = (&line[start..], false);
        // Two quotes stand for one.
        let is_end = |byte: &u8| {
            in_quotes ^= *byte == b'"';
            *byte == delimiter && !in_quotes
        };
        let is_quoted = field.trim_ascii_start().starts_with(b"\"");
        let length = if is_quoted {
            field.iter().position(is_end)
        } else {
            memchr(delimiter, field)
        };
        next = length.map(|length| start + length + 1);
        Some(start..length.map_or(line.len(), |length| start + length))
    })
}

/// The fields of a line as text, without the spaces and quotes around them.
fn values(line: &[u8], delimiter: u8) -> impl Iterator<Item = Cow<'_, str>> {
    fields(line, delimiter).map(|field| {
        let field = line[field].trim_ascii();
        let inner = field
            .strip_prefix(b"\"")
            .and_then(|field| field.strip_suffix(b"\""));
        let text = String::from_utf8_lossy(inner.unwrap_or(field));
        if text.contains('"') {
            text.replace("\"\"", "\"").into()
        } else {
            text
        }
    })
}
