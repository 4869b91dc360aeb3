//! The format `csv`: a header that names the puzzle column, then records. Fields may be quoted (`"`,
//! doubled inside a field), and then have line breaks. The delimiter is a semicolon or a tab if that
//! gives the header more columns than a comma.
//!
//! A record keeps its columns, so that the output can repeat them and add one. Missing fields are
//! added and others cut, which keeps the new field in its own column.

use std::borrow::Cow;
use std::collections::HashSet;
use std::iter;
use std::mem;
use std::ops::Range;
use std::slice;
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memrchr};

use super::cell_reader::CellReader;
use super::error::{Fault, LONGEST_LINE, ParseError, TOO_LONG, quoted};
use super::line_formats::{read_grid, read_plain_grid};
use super::lines::Line;
use super::records::{Header, Records};
use super::words::{SOLUTION_NAMES, is_one_of, is_puzzle, is_puzzle_name};
use crate::grid::{CELLS, Grid};

/// Whether a line is the header of the record below it. Two of these must hold: it has a usual name
/// for a puzzle; there is a puzzle below it; both lines have the same number of fields and no
/// symbols of code, and all names but perhaps the first are given. The record may go on below the
/// line.
pub(super) fn is_header_of(line: &[u8], below: &[u8]) -> bool {
    let delimiter = delimiter_of(line);
    let names: Vec<Cow<'_, str>> = values(line, delimiter).collect();
    if names.iter().any(|name| is_puzzle(name.as_bytes())) {
        return false;
    }
    let values: Vec<Cow<'_, str>> = values(below, delimiter).collect();
    let is_named = names
        .iter()
        .any(|name| is_puzzle_name(name.as_bytes(), None));
    // Below a usual name, any symbol may mark the blanks.
    let has_puzzle = values
        .iter()
        .any(|value| is_puzzle(value.as_bytes()) || is_named && value.len() == CELLS);
    let code: &[u8] = if has_puzzle { b"[{=<|\\" } else { b"([{=<|\\" };
    let is_list = names.len() > 1
        && !names[1..].iter().any(|name| name.is_empty())
        && !line.iter().chain(below).any(|byte| code.contains(byte));
    let goes_on = || Quotes::default().after(below, delimiter).are_open;
    let are_alike =
        is_list && (names.len() == values.len() || values.len() < names.len() && goes_on());
    u8::from(is_named) + u8::from(has_puzzle) + u8::from(are_alike) >= 2
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

impl Header {
    /// Reads a header. The puzzle is in the column of this name, for `None` of a usual name, or
    /// else in the first.
    pub(crate) fn new(text: &[u8], column: Option<&str>) -> Header {
        let delimiter = delimiter_of(text);
        let names: Vec<String> = values(text, delimiter).map(Cow::into_owned).collect();
        let puzzle = names
            .iter()
            .position(|name| is_puzzle_name(name.as_bytes(), column));
        Header::with_names(text.to_vec(), delimiter, names, puzzle.unwrap_or_default())
    }

    /// The header of these columns.
    pub(super) fn with_names(
        text: Vec<u8>,
        delimiter: u8,
        mut names: Vec<String>,
        puzzle_column: usize,
    ) -> Header {
        let position_of = |list: &[&str]| {
            let is_listed = |name: &String| is_one_of(name.as_bytes(), list);
            names.iter().position(is_listed)
        };
        let solution_column = position_of(SOLUTION_NAMES);
        let caption_column = ["name", "title", "id"]
            .iter()
            .find_map(|name| position_of(&[name]));
        // Keys of JSON must differ, and only one may name the puzzle.
        let mut taken = HashSet::new();
        for (column, name) in names.iter_mut().enumerate() {
            if column == puzzle_column {
                continue;
            }
            while is_puzzle_name(name.as_bytes(), None) || !taken.insert(name.clone()) {
                *name = format!("{name}_{}", column + 1);
            }
        }
        Header {
            text,
            delimiter,
            names,
            keys: None,
            puzzle_column,
            solution_column,
            caption_column,
        }
    }
}

/// Reads the records below a header.
#[derive(Default)]
pub(super) struct Csv {
    pub(super) header: Arc<Header>,
    /// More characters that stand for a blank.
    blanks: String,
    /// The lines so far of a record that goes on, and the number of the first.
    open: Vec<u8>,
    open_line: u64,
    quotes: Quotes,
}

/// Where a line break stands in a record.
#[derive(Clone, Copy, Default)]
struct Quotes {
    /// Between quotes, so that the field goes on.
    are_open: bool,
}

impl Quotes {
    /// The place of the line break after this line.
    fn after(self, line: &[u8], delimiter: u8) -> Quotes {
        let mut start = 0;
        if self.are_open {
            match end_of_quoted(line, delimiter, true) {
                FieldEnd::At(end) => start = end + 1,
                FieldEnd::None { in_quotes } => {
                    return Quotes {
                        are_open: in_quotes,
                    };
                }
            }
        }
        // Only the last field can be open.
        let Some(last) = fields(&line[start..], delimiter).last() else {
            return Quotes::default();
        };
        Quotes {
            are_open: is_open_field(&line[start..][last]),
        }
    }
}

/// Whether a field starts with a quote and lacks the closing one.
fn is_open_field(field: &[u8]) -> bool {
    let field = field.trim_ascii_start();
    field.starts_with(b"\"") && memchr_iter(b'"', field).count() % 2 == 1
}

impl Csv {
    /// Reads a header. The puzzle is in the column of this name; `None` stands for the usual names.
    ///
    /// # Errors
    /// Not exactly one column has such a name.
    pub(super) fn new(
        line: &Line<'_>,
        column: Option<&str>,
        blanks: &str,
    ) -> Result<Csv, ParseError> {
        Ok(Csv {
            header: Arc::new(parse_header(line, column)?),
            blanks: blanks.into(),
            ..Csv::default()
        })
    }

    /// Takes a line: a record, or a part of one.
    pub(super) fn read_line(
        &mut self,
        line: &Line<'_>,
        reader: &mut CellReader,
        records: &mut Records,
    ) {
        if line.bytes.len() > LONGEST_LINE {
            self.end(reader, records);
            let error = ParseError::new(line.number, None, TOO_LONG);
            return self.push_error(error, records);
        }
        if self.open.is_empty() && line.text.is_empty() {
            return records.push_empty_line();
        }
        // Most lines have no quote.
        if self.quotes.are_open || memchr(b'"', line.bytes).is_some() {
            self.quotes = self.quotes.after(line.bytes, self.header.delimiter);
        }
        if self.open.is_empty() && !self.quotes.are_open {
            return self.push_record(line.number, line.bytes, reader, records);
        }
        if self.open.is_empty() {
            self.open_line = line.number;
        } else {
            self.open.push(b'\n');
        }
        self.open.extend_from_slice(line.bytes);
        if !self.quotes.are_open {
            let record = mem::take(&mut self.open);
            self.push_record(self.open_line, &record, reader, records);
        } else if self.open.len() > LONGEST_LINE {
            self.end(reader, records);
        }
    }

    /// Ends a record that lacks a closing quote: its first line is malformed, and each of the others
    /// is a record.
    pub(super) fn end(&mut self, reader: &mut CellReader, records: &mut Records) {
        self.quotes = Quotes::default();
        let open = mem::take(&mut self.open);
        let mut lines = (self.open_line..).zip(open.split(|byte| *byte == b'\n'));
        let Some((number, first)) = lines.next().filter(|_| !open.is_empty()) else {
            return;
        };
        // At the end of the input, only the quote is missing.
        if open.len() == first.len() {
            return self.push_record(number, first, reader, records);
        }
        let fault = Fault::Expected("expected a closing quote within 65536 bytes", "none".into());
        self.push_error(ParseError::new(number, None, fault), records);
        for (number, line) in lines {
            if line.trim_ascii().is_empty() {
                records.push_empty_line();
            } else {
                self.push_record(number, line, reader, records);
            }
        }
    }

    /// Appends a record. If it has the right number of fields, its puzzle is read.
    fn push_record(
        &self,
        number: u64,
        text: &[u8],
        reader: &mut CellReader,
        records: &mut Records,
    ) {
        let header = &*self.header;
        let mut count = 0;
        let mut puzzle = 0..0;
        // The last field of the header's columns.
        let mut last = 0..0;
        for field in fields(text, header.delimiter) {
            if count == header.puzzle_column {
                puzzle = field.clone();
            }
            if count < header.names.len() {
                last = field;
            }
            count += 1;
        }
        // One empty field at the end is ignored.
        let has_empty_end = count == header.names.len() + 1 && text.ends_with(&[header.delimiter]);
        if count == header.names.len() || has_empty_end {
            let line = line_of_field(number, text, puzzle);
            self.push_puzzle(number, line, reader, records);
        } else {
            let found = format!("{count} instead of {}", header.names.len());
            let fault = Fault::Expected("expected as many columns as in the header", found.into());
            records.push_error(ParseError::new(number, None, fault));
        }
        let quote: &[u8] = if is_open_field(&text[last.clone()]) {
            b"\""
        } else {
            b""
        };
        let missing = header.names.len().saturating_sub(count);
        let delimiters = vec![header.delimiter; missing];
        records.push_columns([
            &text[..last.end],
            quote,
            &delimiters,
            slice::from_ref(&header.delimiter),
        ]);
    }

    /// Appends the puzzle that is in a field of the record on line `number`.
    fn push_puzzle(
        &self,
        number: u64,
        field: Line<'_>,
        reader: &mut CellReader,
        records: &mut Records,
    ) {
        let mut grid = Grid::EMPTY;
        // Most puzzles are plain, and a result with pencil marks is long.
        if self.blanks.is_empty() && read_plain_grid(field.bytes, &mut grid) {
            return records.push_grid(number, None, grid);
        }
        records.push(number, None, read_grid(field, &self.blanks, reader));
    }

    /// Adds a record that is not read. Only its place is kept.
    fn push_error(&self, error: ParseError, records: &mut Records) {
        records.push_error(error);
        let delimiters = vec![self.header.delimiter; self.header.names.len()];
        records.push_columns([&delimiters[..]]);
    }
}

/// A field of a record, without the white space and quotes around it. It may be on a later line.
fn line_of_field(number: u64, text: &[u8], field: Range<usize>) -> Line<'_> {
    let Some(end) = memrchr(b'\n', &text[..field.start]) else {
        let first_column = 1;
        let bytes = text;
        return Line {
            number,
            first_column,
            bytes,
            text,
        }
        .part(field);
    };
    let start = end + 1;
    let lines_before = memchr_iter(b'\n', &text[..start]).count() as u64;
    let line = Line::new(number + lines_before, &text[start..]);
    line.part(field.start - start..field.end - start)
}

/// The delimiter that gives a header the most columns, preferably the comma.
fn delimiter_of(header: &[u8]) -> u8 {
    *b"\t;,"
        .iter()
        .max_by_key(|delimiter| fields(header, **delimiter).count())
        .unwrap_or(&b',')
}

/// The fields of a record. If a field starts with a quote, a delimiter between quotes is ordinary
/// text.
pub(super) fn fields(record: &[u8], delimiter: u8) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(0);
    iter::from_fn(move || {
        let start = next?;
        let field = &record[start..];
        let length = if field.trim_ascii_start().starts_with(b"\"") {
            end_of_quoted(field, delimiter, false).length()
        } else {
            memchr(delimiter, field)
        };
        next = length.map(|length| start + length + 1);
        Some(start..length.map_or(record.len(), |length| start + length))
    })
}

/// Where a quoted field ends.
enum FieldEnd {
    /// At the delimiter that is this far.
    At(usize),
    /// With its text.
    None { in_quotes: bool },
}

impl FieldEnd {
    fn length(self) -> Option<usize> {
        match self {
            FieldEnd::At(length) => Some(length),
            FieldEnd::None { .. } => None,
        }
    }
}

/// The end of a field with quotes, of which two stand for one inside. The text may start between
/// quotes.
fn end_of_quoted(text: &[u8], delimiter: u8, mut in_quotes: bool) -> FieldEnd {
    for (at, byte) in text.iter().enumerate() {
        in_quotes ^= *byte == b'"';
        if *byte == delimiter && !in_quotes {
            return FieldEnd::At(at);
        }
    }
    FieldEnd::None { in_quotes }
}

/// The fields of a line as text, without the spaces and quotes around them.
pub(super) fn values(line: &[u8], delimiter: u8) -> impl Iterator<Item = Cow<'_, str>> {
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

/// A header with these names.
pub(super) fn header_text(names: &[String], delimiter: u8) -> Vec<u8> {
    let fields = names.iter().map(|name| {
        if name.contains([char::from(delimiter), '"', '\n', '\r']) {
            format!("\"{}\"", name.replace('"', "\"\""))
        } else {
            name.clone()
        }
    });
    fields
        .collect::<Vec<_>>()
        .join(&char::from(delimiter).to_string())
        .into_bytes()
}
