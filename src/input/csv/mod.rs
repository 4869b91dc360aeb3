//! The format `csv`: a header that names the puzzle column, then records. Fields may be quoted
//! (`"`, doubled inside a field), and then have line breaks. The delimiter is a semicolon or a tab
//! if that gives the header more columns than a comma.
//!
//! A record keeps its text, so that the output can repeat its columns and add one. Missing fields
//! are added and extra ones dropped, which keeps the new field in its own column.
//!
//! ```text
//! id,puzzle,note               a header: the puzzle is the second of three columns
//! 7,53..7....,easy             a plain record, which keeps 7,53..7....,easy,
//! 8,53..7....                  a bad record, which keeps 8,53..7....,,
//! 9,53..7....,"two             a record of two lines
//! lines"
//! ```

mod fields;
mod header;

use std::borrow::Cow;
use std::ops::Range;
use std::slice;
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memchr2, memrchr};

use super::error::{Fault, LONGEST_LINE, ParseError, TOO_LONG};
use super::fast_path::read_cells;
use super::grid_text::{read_grid, read_plain_grid};
use super::header::Header;
use super::lines::{Consumed, Line};
use super::records::{ParseContext, Records};
use crate::grid::Grid;
use fields::{QuoteState, ends_in_quotes, lacks_quote};
use header::parse_header;

pub(super) use fields::{fields, values};
pub(super) use header::{header_text, is_header_of};

/// A quoted field is too long, or a line that is too long follows it.
const QUOTE_TOO_LONG: Fault = Fault::Expected {
    expected: "expected a closing quote within 65536 bytes",
    found: Cow::Borrowed("none"),
};
/// The input ends in a quoted field.
const QUOTE_UNCLOSED: Fault = Fault::Expected {
    expected: "expected a closing quote",
    found: Cow::Borrowed("none"),
};

/// Reads the records below a header.
pub(super) struct Csv {
    pub(super) header: Arc<Header>,
    /// More characters that stand for a blank.
    blanks: String,
    /// The record so far, if a quote is open at its end.
    open: Option<OpenRecord>,
}

/// The first lines of a record, with LF between them.
struct OpenRecord {
    first_line: u64,
    text: Vec<u8>,
}

/// A record without quotes and NUL bytes, with the right number of fields and a puzzle of 81 cells,
/// on a line that ends with LF or CRLF.
struct PlainRecord<'a> {
    line: &'a [u8],
    line_end_length: usize,
    puzzle: Grid,
}

/// The number of fields of a record, and where two of them are.
struct FieldRanges {
    /// The number of all fields.
    count: usize,
    puzzle: Range<usize>,
    /// The field of the header's last column, or the last field if there are fewer.
    last: Range<usize>,
    /// The last field of all.
    end: Range<usize>,
}

impl Csv {
    /// A reader of the records below a header. The puzzle is in the column of this name; `None`
    /// stands for the usual names.
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

    /// Reads up to `limit` records from the start of a text that begins with the line `number`, as
    /// long as they are plain. Returns what it has consumed.
    pub(super) fn read_fast(
        &self,
        text: &[u8],
        number: u64,
        limit: usize,
        records: &mut Records,
    ) -> Consumed {
        let mut consumed = Consumed::default();
        if self.open.is_some() {
            return consumed;
        }
        while consumed.lines < limit
            && let Some(record) = self.plain_record(&text[consumed.bytes..])
        {
            records.push_grid(number + consumed.lines as u64, None, record.puzzle);
            records.keep_text([record.line, slice::from_ref(&self.header.delimiter)]);
            consumed.bytes += record.line.len() + record.line_end_length;
            consumed.lines += 1;
        }
        consumed
    }

    /// The record at the start of a text, if it is plain.
    fn plain_record<'a>(&self, text: &'a [u8]) -> Option<PlainRecord<'a>> {
        let text = &text[..text.len().min(LONGEST_LINE + 1)];
        let line = &text[..memchr2(b'\n', b'\r', text)?];
        let line_end_length = match text[line.len()..] {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        if memchr2(b'"', 0, line).is_some() {
            return None;
        }
        let puzzle = self.puzzle_of_plain_line(line)?;
        Some(PlainRecord {
            line,
            line_end_length,
            puzzle,
        })
    }

    /// The puzzle of 81 cells on a line without quotes, if the line has the right number of fields.
    fn puzzle_of_plain_line(&self, line: &[u8]) -> Option<Grid> {
        let Header {
            delimiter,
            puzzle_column,
            ref names,
            ..
        } = *self.header;
        let mut from_puzzle = line;
        for _ in 0..puzzle_column {
            from_puzzle = &from_puzzle[memchr(delimiter, from_puzzle)? + 1..];
        }
        let mut puzzle = Grid::EMPTY;
        let after_puzzle = read_cells(from_puzzle, &mut puzzle)?;
        let ends_there = after_puzzle.first().is_none_or(|byte| *byte == delimiter);
        let count = puzzle_column + 1 + memchr_iter(delimiter, after_puzzle).count();
        (ends_there && count == names.len()).then_some(puzzle)
    }

    /// Reads a line: a record, or a part of one.
    pub(super) fn read_line(&mut self, line: &Line<'_>, context: &mut ParseContext<'_>) {
        if line.bytes.len() > LONGEST_LINE {
            self.end_record(QUOTE_TOO_LONG, context);
            let error = ParseError::new(line.number, None, TOO_LONG);
            return self.push_error(error, context);
        }
        match self.open.take() {
            Some(open) => self.read_next_line(open, line, context),
            None => self.read_first_line(line, context),
        }
    }

    fn read_first_line(&mut self, line: &Line<'_>, context: &mut ParseContext<'_>) {
        if line.text.is_empty() {
            if context.records.has_any_record() {
                context.records.push_empty_line();
            }
            return;
        }
        // Most lines have no quote.
        let has_quote = memchr(b'"', line.bytes).is_some();
        if has_quote && ends_in_quotes(line.bytes, self.header.delimiter, QuoteState::Closed) {
            self.open = Some(OpenRecord {
                first_line: line.number,
                text: line.bytes.to_vec(),
            });
            return;
        }
        self.push_record(line.number, line.bytes, context);
    }

    /// Reads the next line of a record in which a quote is open.
    fn read_next_line(
        &mut self,
        mut open: OpenRecord,
        line: &Line<'_>,
        context: &mut ParseContext<'_>,
    ) {
        open.text.push(b'\n');
        open.text.extend_from_slice(line.bytes);
        if !ends_in_quotes(line.bytes, self.header.delimiter, QuoteState::Open) {
            self.push_record(open.first_line, &open.text, context);
        } else if open.text.len() > LONGEST_LINE {
            self.push_lines(&open, QUOTE_TOO_LONG, context);
        } else {
            self.open = Some(open);
        }
    }

    /// Ends the input.
    pub(super) fn end(&mut self, context: &mut ParseContext<'_>) {
        self.end_record(QUOTE_UNCLOSED, context);
    }

    /// Ends the record so far. If a quote is still open, this is the fault.
    fn end_record(&mut self, fault: Fault, context: &mut ParseContext<'_>) {
        match self.open.take() {
            None => {}
            // On a single line, only the quote is missing.
            Some(open) if !open.text.contains(&b'\n') => {
                self.push_record(open.first_line, &open.text, context);
            }
            Some(open) => self.push_lines(&open, fault, context),
        }
    }

    /// Adds the lines of a record that lacks a closing quote: the first one is malformed, with this
    /// fault, and each of the others is a record.
    fn push_lines(&self, open: &OpenRecord, fault: Fault, context: &mut ParseContext<'_>) {
        self.push_error(ParseError::new(open.first_line, None, fault), context);
        let lines = (open.first_line..).zip(open.text.split(|byte| *byte == b'\n'));
        for (number, line) in lines.skip(1) {
            if line.trim_ascii().is_empty() {
                context.records.push_empty_line();
            } else {
                self.push_record(number, line, context);
            }
        }
    }

    /// Adds the record that starts on the line `number`. If it has the right number of fields, its
    /// puzzle is read.
    fn push_record(&self, number: u64, text: &[u8], context: &mut ParseContext<'_>) {
        let ranges = self.field_ranges(text);
        let expected = self.header.names.len();
        // One empty field at the end is ignored.
        let has_empty_end = ranges.count == expected + 1 && ranges.end.is_empty();
        if ranges.count == expected || has_empty_end {
            let puzzle = line_of_field(number, text, ranges.puzzle.clone());
            self.push_puzzle(number, puzzle, context);
        } else {
            let found = format!("{} instead of {expected}", ranges.count);
            let fault = Fault::expected("expected as many columns as in the header", found);
            context
                .records
                .push_error(ParseError::new(number, None, fault));
        }
        self.keep_columns(text, &ranges, context);
    }

    fn field_ranges(&self, text: &[u8]) -> FieldRanges {
        let mut ranges = FieldRanges {
            count: 0,
            puzzle: 0..0,
            last: 0..0,
            end: 0..0,
        };
        for field in fields(text, self.header.delimiter) {
            if ranges.count == self.header.puzzle_column {
                ranges.puzzle = field.clone();
            }
            if ranges.count < self.header.names.len() {
                ranges.last = field.clone();
            }
            ranges.end = field;
            ranges.count += 1;
        }
        ranges
    }

    /// Adds the puzzle that is in a field of the record on the line `number`.
    fn push_puzzle(&self, number: u64, field: Line<'_>, context: &mut ParseContext<'_>) {
        let mut grid = Grid::EMPTY;
        // Most puzzles are plain, and a result with pencil marks is long.
        if self.blanks.is_empty() && read_plain_grid(field.bytes, &mut grid) {
            return context.records.push_grid(number, None, grid);
        }
        let puzzle = read_grid(field, &self.blanks, context.cell_reader);
        context.records.push(number, None, puzzle);
    }

    /// Gives the last record its columns: as many fields as the header has, and the delimiter in
    /// front of one more.
    fn keep_columns(&self, text: &[u8], ranges: &FieldRanges, context: &mut ParseContext<'_>) {
        let mut end = Vec::new();
        if lacks_quote(&text[ranges.last.clone()]) {
            end.push(b'"');
        }
        let missing = self.header.names.len().saturating_sub(ranges.count);
        end.resize(end.len() + missing + 1, self.header.delimiter);
        context.records.keep_text([&text[..ranges.last.end], &end]);
    }

    /// Adds a record that is not read. Its columns are empty.
    fn push_error(&self, error: ParseError, context: &mut ParseContext<'_>) {
        context.records.push_error(error);
        let delimiters = vec![self.header.delimiter; self.header.names.len()];
        context.records.keep_text([&delimiters[..]]);
    }
}

/// A field of the record that starts on the line `number`, without the white space and quotes
/// around it. The field can be on a later line of the record.
fn line_of_field(number: u64, record: &[u8], field: Range<usize>) -> Line<'_> {
    let Some(line_end) = memrchr(b'\n', &record[..field.start]) else {
        return Line::new(number, record).part(field);
    };
    let start = line_end + 1;
    let lines_before = memchr_iter(b'\n', &record[..start]).count() as u64;
    let line = Line::new(number + lines_before, &record[start..]);
    line.part(field.start - start..field.end - start)
}
