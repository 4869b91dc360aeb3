//! The format `csv`: a header that names the puzzle column, then records. Fields may be quoted (`"`,
//! doubled inside a field), and then have line breaks. The delimiter is a semicolon or a tab if that
//! gives the header more columns than a comma.
//!
//! A record keeps its columns, so that the output can repeat them and add one. Missing fields are
//! added and others cut, which keeps the new field in its own column.

mod fields;
mod header;

use std::borrow::Cow;
use std::ops::Range;
use std::slice;
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memchr2, memrchr};

use super::cell_reader::CellReader;
use super::error::{Fault, LONGEST_LINE, ParseError, TOO_LONG};
use super::fast_path::read_cells;
use super::grid_text::{read_grid, read_plain_grid};
use super::lines::{Consumed, Line};
use super::records::{Header, Records};
use crate::grid::Grid;
use fields::{Start, goes_on_below, lacks_quote};
use header::parse_header;

pub(super) use fields::{fields, values};
pub(super) use header::{header_text, is_header_of};

/// A quoted field is too long, or a line that is too long follows it.
const LACKS_QUOTE: Fault = Fault::Expected(
    "expected a closing quote within 65536 bytes",
    Cow::Borrowed("none"),
);
/// The input ends in a quoted field.
const ENDS_IN_QUOTES: Fault = Fault::Expected(
    "expected a closing quote",
    Cow::Borrowed("the end of the input"),
);

/// Reads the records below a header.
#[derive(Default)]
pub(super) struct Csv {
    pub(super) header: Arc<Header>,
    /// More characters that stand for a blank.
    blanks: String,
    /// A record that ends between quotes so far.
    open: Option<OpenRecord>,
}

/// The first lines of a record.
struct OpenRecord {
    /// The number of the first line.
    number: u64,
    text: Vec<u8>,
}

/// The fields of a record that matter.
struct Split {
    count: usize,
    puzzle: Range<usize>,
    /// The field of the header's last column, or the last field if there are fewer.
    last: Range<usize>,
}

impl Csv {
    /// A reader of the records below a header. The puzzle is in the column of this name; `None` stands
    /// for the usual names.
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
            open: None,
        })
    }

    /// Appends up to `limit` records from the start of a text that begins with the line `number`, as
    /// long as they are plain. Returns what they take.
    pub(super) fn read_plain_records(
        &self,
        text: &[u8],
        number: u64,
        limit: usize,
        records: &mut Records,
    ) -> Consumed {
        let mut consumed = Consumed::default();
        let mut grid = Grid::EMPTY;
        if self.open.is_some() {
            return consumed;
        }
        while consumed.lines < limit
            && let Some(line) = self.read_plain_record(&text[consumed.bytes..], &mut grid)
        {
            records.push_grid(number + consumed.lines as u64, None, grid);
            records.push_columns([line, slice::from_ref(&self.header.delimiter)]);
            consumed.bytes += line.len();
            consumed.bytes += if text[consumed.bytes] == b'\r' { 2 } else { 1 };
            consumed.lines += 1;
        }
        consumed
    }

    /// Reads the record at the start of a text if it is plain: without quotes, with the right number
    /// of fields and a puzzle of 81 cells, on a line that ends with LF or CRLF. Returns the line.
    fn read_plain_record<'a>(&self, text: &'a [u8], grid: &mut Grid) -> Option<&'a [u8]> {
        let text = &text[..text.len().min(LONGEST_LINE + 1)];
        let line = &text[..memchr2(b'\n', b'\r', text)?];
        let is_ended = matches!(text[line.len()..], [b'\n', ..] | [b'\r', b'\n', ..]);
        if !is_ended || memchr2(b'"', 0, line).is_some() {
            return None;
        }
        let Header {
            delimiter,
            puzzle_column,
            ref names,
            ..
        } = *self.header;
        let mut rest = line;
        for _ in 0..puzzle_column {
            rest = &rest[memchr(delimiter, rest)? + 1..];
        }
        let others = read_cells(rest, grid)?;
        let is_whole = others.first().is_none_or(|byte| *byte == delimiter);
        let count = puzzle_column + 1 + memchr_iter(delimiter, others).count();
        (is_whole && count == names.len()).then_some(line)
    }

    /// Takes a line: a record, or a part of one.
    pub(super) fn read_line(
        &mut self,
        line: &Line<'_>,
        reader: &mut CellReader,
        records: &mut Records,
    ) {
        if line.bytes.len() > LONGEST_LINE {
            self.end_record(LACKS_QUOTE, reader, records);
            let error = ParseError::new(line.number, None, TOO_LONG);
            return self.push_error(error, records);
        }
        match self.open.take() {
            Some(open) => self.read_next_line(open, line, reader, records),
            None => self.read_first_line(line, reader, records),
        }
    }

    fn read_first_line(&mut self, line: &Line<'_>, reader: &mut CellReader, records: &mut Records) {
        if line.text.is_empty() {
            return records.push_empty_line();
        }
        // Most lines have no quote.
        let has_quote = memchr(b'"', line.bytes).is_some();
        if has_quote && goes_on_below(line.bytes, self.header.delimiter, Start::Outside) {
            self.open = Some(OpenRecord {
                number: line.number,
                text: line.bytes.to_vec(),
            });
            return;
        }
        self.push_record(line.number, line.bytes, reader, records);
    }

    fn read_next_line(
        &mut self,
        mut open: OpenRecord,
        line: &Line<'_>,
        reader: &mut CellReader,
        records: &mut Records,
    ) {
        open.text.push(b'\n');
        open.text.extend_from_slice(line.bytes);
        if !goes_on_below(line.bytes, self.header.delimiter, Start::BetweenQuotes) {
            self.push_record(open.number, &open.text, reader, records);
        } else if open.text.len() > LONGEST_LINE {
            self.give_up(&open, LACKS_QUOTE, reader, records);
        } else {
            self.open = Some(open);
        }
    }

    /// Ends the input.
    pub(super) fn end(&mut self, reader: &mut CellReader, records: &mut Records) {
        self.end_record(ENDS_IN_QUOTES, reader, records);
    }

    /// Takes the record so far: nothing below it can close its quotes, for which this is the fault.
    fn end_record(&mut self, fault: Fault, reader: &mut CellReader, records: &mut Records) {
        match self.open.take() {
            None => {}
            // On a single line, only the quote is missing.
            Some(open) if !open.text.contains(&b'\n') => {
                self.push_record(open.number, &open.text, reader, records);
            }
            Some(open) => self.give_up(&open, fault, reader, records),
        }
    }

    /// Takes a record that lacks a closing quote: its first line is malformed, and each of the
    /// others is a record.
    fn give_up(
        &self,
        open: &OpenRecord,
        fault: Fault,
        reader: &mut CellReader,
        records: &mut Records,
    ) {
        self.push_error(ParseError::new(open.number, None, fault), records);
        let lines = (open.number..).zip(open.text.split(|byte| *byte == b'\n'));
        for (number, line) in lines.skip(1) {
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
        let split = self.split(text);
        let expected = self.header.names.len();
        // One empty field at the end is ignored.
        let has_empty_end = split.count == expected + 1 && text.ends_with(&[self.header.delimiter]);
        if split.count == expected || has_empty_end {
            let field = line_of_field(number, text, split.puzzle);
            self.push_puzzle(number, field, reader, records);
        } else {
            let found = format!("{} instead of {expected}", split.count);
            let fault = Fault::Expected("expected as many columns as in the header", found.into());
            records.push_error(ParseError::new(number, None, fault));
        }
        let mut end = Vec::new();
        if lacks_quote(&text[split.last.clone()]) {
            end.push(b'"');
        }
        let missing = expected.saturating_sub(split.count);
        end.resize(end.len() + missing + 1, self.header.delimiter);
        records.push_columns([&text[..split.last.end], &end]);
    }

    fn split(&self, text: &[u8]) -> Split {
        let mut split = Split {
            count: 0,
            puzzle: 0..0,
            last: 0..0,
        };
        for field in fields(text, self.header.delimiter) {
            if split.count == self.header.puzzle_column {
                split.puzzle = field.clone();
            }
            if split.count < self.header.names.len() {
                split.last = field;
            }
            split.count += 1;
        }
        split
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
        return Line::new(number, text).part(field);
    };
    let start = end + 1;
    let lines_before = memchr_iter(b'\n', &text[..start]).count() as u64;
    let line = Line::new(number + lines_before, &text[start..]);
    line.part(field.start - start..field.end - start)
}
