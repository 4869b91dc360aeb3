//! The format `csv`: a header that names the puzzle column, then one record per line. Fields may be quoted (`"`, doubled inside
//! a field) but end with their line. The delimiter is a semicolon or a tab if the header has it instead of a comma.
//!
//! A record keeps its columns, so that the output can repeat them and add one. If some are missing, delimiters are added, which
//! keeps the new field in its own column.

use std::ops::Range;
use std::sync::Arc;

use memchr::memchr;

use super::error::{Fault, Found, ParseError, quotable};
use super::field::{FieldReader, scientific};
use super::line_formats::read_field;
use super::lines::Line;
use super::names::{is_puzzle, names_puzzle, names_solution};
use super::records::{CsvHeader, CsvRecord, Records};

const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// Whether a line is a header with a puzzle column.
pub(super) fn detect(text: &[u8]) -> bool {
    delimiter_of(text, None).is_some()
}

/// The delimiter of a header with a puzzle column. A line that has a puzzle is a record, not a header.
fn delimiter_of(text: &[u8], column: Option<&str>) -> Option<u8> {
    DELIMITERS.into_iter().find(|&delimiter| {
        let is_whole = || fields(text, delimiter).all(|field| field.error.is_none());
        column_names(text, delimiter).any(|name| is_puzzle_column(name, column))
            && !column_names(text, delimiter).any(is_puzzle)
            && is_whole()
    })
}

/// If a first line has a puzzle in a field that only a header could name: the offset of the field, and what is wrong.
pub(super) fn missing_header(text: &[u8]) -> Option<(usize, Fault)> {
    // Tabs are white space here: they may separate a label and its puzzle.
    [b',', b';'].into_iter().find_map(|delimiter| {
        let (index, field) = puzzle_field(text, delimiter).filter(|(index, _)| *index > 0)?;
        let fault = match scientific(&text[field.content.clone()]) {
            Some(number) => Fault::DigitsLost(quotable(number)),
            None => Fault::MissingHeader(index + 1, char::from(delimiter)),
        };
        Some((field.content.start, fault))
    })
}

/// The first field with a puzzle, or with what a spreadsheet has made of one, and its index.
fn puzzle_field(text: &[u8], delimiter: u8) -> Option<(usize, Field)> {
    fields(text, delimiter).enumerate().find(|(_, field)| {
        let content = &text[field.content.clone()];
        is_puzzle(content) || scientific(content).is_some()
    })
}

/// Whether a line starts with a field such as `#1`. A comment can start so, but among records it has a number.
pub(super) fn is_numbered(text: &[u8]) -> bool {
    let number = text.strip_prefix(b"#").unwrap_or_default();
    let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && number.get(digits).is_some_and(|byte| DELIMITERS.contains(byte))
}

/// A line that could be a header of unknown names.
#[derive(Debug)]
pub(super) struct UnknownHeader {
    number: u64,
    line: Vec<u8>,
}

impl UnknownHeader {
    /// The header that a line is, if it has several fields that are names.
    pub(super) fn of(line: &Line<'_>) -> Option<UnknownHeader> {
        let has_several = DELIMITERS.into_iter().any(|delimiter| memchr(delimiter, line.text).is_some());
        let is_name = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0x80;
        // An object of JSON is no header.
        (has_several && line.text.iter().any(is_name) && !line.text.starts_with(b"{"))
            .then(|| UnknownHeader { number: line.number, line: line.bytes.to_vec() })
    }

    /// The error of an input with this line before its first record, if the record has as many fields.
    pub(super) fn of_record(&self, record: &[u8]) -> Option<ParseError> {
        let header = Line::new(self.number, &self.line);
        let columns = |delimiter: u8| fields(header.text, delimiter);
        let has_as_many = |delimiter: &u8| {
            let count = columns(*delimiter).count();
            count > 1 && fields(record, *delimiter).count() == count
        };
        let delimiter = DELIMITERS.into_iter().find(has_as_many)?;
        let puzzle = puzzle_field(record, delimiter);
        if puzzle.as_ref().is_some_and(|(_, field)| scientific(&record[field.content.clone()]).is_some()) {
            return None;
        }
        let column = puzzle.and_then(|(index, _)| Some((index + 1, columns(delimiter).nth(index)?.content)));
        let offset = header.indent + column.as_ref().map_or(0, |(_, column)| column.start);
        let name = |column: Range<usize>| String::from_utf8_lossy(&header.text[column]).into_owned();
        let puzzle = column.map(|(number, column)| Box::new((number, name(column))));
        Some(header.error_at(offset, Fault::UnknownColumns(start_of(header.text), puzzle)))
    }
}

/// As much of a header as a message quotes.
fn start_of(header: &[u8]) -> String {
    let start = String::from_utf8_lossy(&header[..header.len().min(60)]).into_owned();
    if header.len() > 60 { start + "..." } else { start }
}

/// The columns of a header.
pub(super) fn column_names(text: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    fields(text, delimiter).map(|field| &text[field.content])
}

/// Whether a column with this name has the puzzle: the one that was chosen, or else one of the usual names.
fn is_puzzle_column(name: &[u8], column: Option<&str>) -> bool {
    column.map_or_else(|| names_puzzle(name), |column| name.eq_ignore_ascii_case(column.as_bytes()))
}

impl CsvRecord<'_> {
    /// The names and values of all columns but that of the puzzle.
    pub(crate) fn other_columns(&self) -> impl Iterator<Item = (String, String)> {
        let names = self.header.names.iter();
        let values = fields(self.columns, self.header.delimiter).map(|field| &self.columns[field.content]);
        let others = names.zip(values).enumerate().filter(|(index, _)| *index != self.header.puzzle);
        // A quote within quotes is doubled.
        let text = |field: &[u8]| String::from_utf8_lossy(field).replace("\"\"", "\"");
        others.map(move |(_, (name, value))| (text(name), text(value)))
    }
}

/// The columns that a header declares.
#[derive(Debug)]
pub(super) struct Columns {
    header: Arc<CsvHeader>,
    solution: Option<usize>,
}

impl Columns {
    /// Reads a header in which the puzzle is in the column with this name, or with one of the usual names.
    pub(super) fn of_header(line: &Line<'_>, column: Option<&str>) -> Result<Columns, ParseError> {
        let text = line.bytes;
        let no_puzzle = || {
            let fault = match column {
                Some(name) => Fault::NoSuchColumn(name.to_string(), start_of(line.text)),
                None => Fault::NoPuzzleColumn,
            };
            line.error_at(0, fault)
        };
        let delimiter = delimiter_of(text, column).ok_or_else(no_puzzle)?;
        let columns: Vec<Range<usize>> = fields(text, delimiter).map(|field| field.content).collect();
        let mut puzzles = (0..columns.len()).filter(|&i| is_puzzle_column(&text[columns[i].clone()], column));
        let puzzle = puzzles.next().ok_or_else(no_puzzle)?;
        if let Some(other) = puzzles.next() {
            let named = |i: usize| (i + 1, String::from_utf8_lossy(&text[columns[i].clone()]).into_owned());
            let fault = Fault::TwoPuzzleColumns(Box::new([puzzle, other].map(named)));
            return Err(line.error_at(columns[other].start, fault));
        }
        let solution = columns.iter().position(|column| names_solution(&text[column.clone()]));
        let names = columns.iter().map(|column| text[column.clone()].to_vec()).collect();
        Ok(Columns { header: Arc::new(CsvHeader { text: text.to_vec(), delimiter, names, puzzle }), solution })
    }

    /// Passes the header on with the records.
    pub(super) fn push_header(&self, records: &mut Records) {
        records.csv_header.get_or_insert_with(|| Arc::clone(&self.header));
    }

    /// Whether a line has as many fields, and more than one; and all columns have names.
    pub(super) fn fit(&self, text: &[u8]) -> (bool, bool) {
        let names = &self.header.names;
        let fields = text.split(|byte| *byte == self.header.delimiter).count();
        (fields > 1 && fields == names.len(), !names.iter().any(Vec::is_empty))
    }

    pub(super) fn is_single(&self) -> bool {
        self.header.names.len() == 1
    }

    /// Appends the record that a line is.
    pub(super) fn read(&self, line: &Line<'_>, puzzles: &mut FieldReader, records: &mut Records) {
        let CsvHeader { delimiter, names, puzzle, .. } = &*self.header;
        let (mut count, mut content, mut given, mut error) = (0, None, 0..0, None);
        for field in fields(line.bytes, *delimiter) {
            if let Some(FieldError::Unclosed(_)) = field.error {
                error = field.error;
            }
            error = error.or(field.error);
            if count == *puzzle {
                content = Some(field.content);
            } else if Some(count) == self.solution {
                given = field.content;
            }
            count += 1;
        }
        let grid = match (error, content) {
            (Some(FieldError::Unclosed(at)), _) => Err(line.error_at(at, Fault::UnclosedQuote)),
            (Some(FieldError::Stray(at)), _) => {
                Err(line.error_at(at, Fault::FieldEnd(Found::first_of(&line.bytes[at..]))))
            }
            (None, Some(content)) if count == names.len() => read_field(line, content, puzzles),
            _ => Err(line.error(Fault::ColumnCount(names.len(), count))),
        };
        records.push(line.number, grid);
        self.push_columns(line.bytes, count, given, matches!(error, Some(FieldError::Unclosed(_))), records);
    }

    pub(super) fn too_long_line(&self, number: u64, records: &mut Records) {
        records.push_error(ParseError::new(number, None, Fault::LineTooLong));
        self.push_columns(b"", 1, 0..0, false, records);
    }

    /// Appends the columns of a record: its line, and what it takes to make it whole and to start one more field.
    fn push_columns(&self, line: &[u8], count: usize, given: Range<usize>, is_open: bool, records: &mut Records) {
        self.push_header(records);
        let missing = self.header.names.len().saturating_sub(count);
        let quote = is_open.then_some(b'"');
        let closing = quote.into_iter().chain(std::iter::repeat_n(self.header.delimiter, missing + 1));
        records.push_csv(line, closing, self.solution.map(|_| given));
    }
}

/// A field of a line.
struct Field {
    /// Where its content is, without quotes and the spaces around it.
    content: Range<usize>,
    /// Where it ends: at a delimiter or at the end of the line.
    end: usize,
    error: Option<FieldError>,
}

#[derive(Clone, Copy)]
enum FieldError {
    /// Something comes after the closing quote, here.
    Stray(usize),
    /// The quote that is here has no closing quote.
    Unclosed(usize),
}

impl Field {
    /// The field that starts at `start`.
    fn at(line: &[u8], start: usize, delimiter: u8) -> Field {
        let end_from = |from: usize| memchr(delimiter, &line[from..]).map_or(line.len(), |length| from + length);
        let is_space = |byte: u8| byte == b' ' || byte == b'\t' && delimiter != b'\t';
        let skip_spaces = |from: usize| from + line[from..].iter().take_while(|&&byte| is_space(byte)).count();
        let first = skip_spaces(start);
        if line.get(first) != Some(&b'"') {
            let end = end_from(first);
            let spaces = line[first..end].iter().rev().take_while(|&&byte| is_space(byte)).count();
            return Field { content: first..end - spaces, end, error: None };
        }
        let mut close = first + 1;
        loop {
            match memchr(b'"', &line[close..]) {
                None => {
                    let error = Some(FieldError::Unclosed(first));
                    return Field { content: first + 1..line.len(), end: line.len(), error };
                }
                Some(n) if line.get(close + n + 1) == Some(&b'"') => close += n + 2,
                Some(n) => {
                    close += n;
                    break;
                }
            }
        }
        let after = skip_spaces(close + 1);
        let end = end_from(close);
        Field { content: first + 1..close, end, error: (after < end).then_some(FieldError::Stray(after)) }
    }
}

fn fields(line: &[u8], delimiter: u8) -> impl Iterator<Item = Field> {
    let mut start = Some(0);
    std::iter::from_fn(move || {
        let field = Field::at(line, start?, delimiter);
        start = (field.end < line.len()).then_some(field.end + 1);
        Some(field)
    })
}
