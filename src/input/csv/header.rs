//! The header of csv: whether a line is one, and which column has the puzzle.

use std::borrow::Cow;

use super::fields::{QuoteState, ends_in_quotes, fields, values};
use crate::grid::CELLS;
use crate::input::error::{Fault, ParseError, quoted};
use crate::input::header::Header;
use crate::input::lines::Line;
use crate::input::words::{is_grid_field, is_puzzle_name};

/// The fields of a line that is or may be a header.
struct HeaderLine<'a> {
    text: &'a [u8],
    delimiter: u8,
    names: Vec<Cow<'a, str>>,
}

impl<'a> HeaderLine<'a> {
    fn new(text: &'a [u8]) -> HeaderLine<'a> {
        let delimiter = delimiter_of(text);
        HeaderLine {
            text,
            delimiter,
            names: values(text, delimiter).collect(),
        }
    }

    /// Counts the columns named `column`, or with a usual name for a puzzle if that is `None`.
    fn count_puzzle_names(&self, column: Option<&str>) -> usize {
        let has_puzzle_name = |name: &&Cow<'_, str>| is_puzzle_name(name.as_bytes(), column);
        self.names.iter().filter(has_puzzle_name).count()
    }

    /// The header. The puzzle is in the first column named `column`, or with a usual name for a
    /// puzzle if that is `None`, or else in the first of all.
    fn into_header(self, column: Option<&str>) -> Header {
        let has_puzzle_name = |name: &Cow<'_, str>| is_puzzle_name(name.as_bytes(), column);
        let puzzle_column = self.names.iter().position(has_puzzle_name);
        let puzzle_column = puzzle_column.unwrap_or_default();
        let names = self.names.into_iter().map(Cow::into_owned).collect();
        Header::with_names(self.text.to_vec(), self.delimiter, names, puzzle_column)
    }
}

/// The delimiter that gives a header the most columns, preferably the comma, which is last here: of
/// equals, `max_by_key` returns the last.
fn delimiter_of(header: &[u8]) -> u8 {
    *b"\t;,"
        .iter()
        .max_by_key(|delimiter| fields(header, **delimiter).count())
        .unwrap_or(&b',')
}

/// Whether a line is the header of the record below it. Two of these must hold: it has a usual name
/// for a puzzle; there is a puzzle below it; both lines are alike. The record may go on below the
/// second line.
pub(in crate::input) fn is_header_of(line: &[u8], below: &[u8]) -> bool {
    let header = HeaderLine::new(line);
    let HeaderLine {
        delimiter, names, ..
    } = &header;
    if names.iter().any(|name| is_grid_field(name.as_bytes())) {
        return false;
    }
    let is_named = header.count_puzzle_names(None) > 0;
    // Below a usual name, any symbol may mark the blanks.
    let has_puzzle = values(below, *delimiter)
        .any(|value| is_grid_field(value.as_bytes()) || is_named && value.len() == CELLS);
    let are_alike = is_list(names)
        && !has_code(line, below, has_puzzle)
        && has_as_many_fields(names, below, *delimiter);
    let signs = [is_named, has_puzzle, are_alike];
    signs.into_iter().filter(|holds| *holds).count() >= 2
}

/// Whether there are several names, and only the first may be missing, as in tables with row
/// numbers.
fn is_list(names: &[Cow<'_, str>]) -> bool {
    names.len() > 1 && names[1..].iter().all(|name| !name.is_empty())
}

/// Whether one of two lines has a symbol of code. Beside a puzzle, a parenthesis may be text.
fn has_code(line: &[u8], below: &[u8], has_puzzle: bool) -> bool {
    let mut both = line.iter().chain(below);
    both.any(|byte| b"[{=<|\\".contains(byte) || *byte == b'(' && !has_puzzle)
}

/// Whether the line below has a field for each name, or the first of them.
fn has_as_many_fields(names: &[Cow<'_, str>], below: &[u8], delimiter: u8) -> bool {
    let count = fields(below, delimiter).count();
    count == names.len()
        || count < names.len() && ends_in_quotes(below, delimiter, QuoteState::Closed)
}

/// Reads a header. The puzzle is in the column of this name; `None` stands for the usual names.
///
/// # Errors
/// Not exactly one column has such a name.
pub(super) fn parse_header(line: &Line<'_>, column: Option<&str>) -> Result<Header, ParseError> {
    let header = HeaderLine::new(line.bytes);
    match header.count_puzzle_names(column) {
        1 => Ok(header.into_header(column)),
        count => Err(line.error_at(0, puzzle_column_fault(line, column, count))),
    }
}

/// The fault of a header with `count` puzzle columns instead of one.
fn puzzle_column_fault(line: &Line<'_>, column: Option<&str>, count: usize) -> Fault {
    let header = quoted(line.text);
    let Some(name) = column else {
        return Fault::expected(
            "expected a header with one column for the puzzle (puzzle, quizzes, ..., or that of --column)",
            format!("{header}: choose one with --column, or remove the line if it is a title"),
        );
    };
    let found = match count {
        0 => format!("no {name:?} in {header}"),
        _ => format!("{count} named {name:?} in {header}"),
    };
    Fault::expected(
        "expected a header with one column of the name in --column",
        found,
    )
}

impl Header {
    /// Parses a line of csv as a header. The puzzle is in the column named `column` (or, if `None`,
    /// with a usual name), otherwise in the first.
    pub(crate) fn of_csv(text: &[u8], column: Option<&str>) -> Header {
        HeaderLine::new(text).into_header(column)
    }
}

/// The line of a csv header with these names.
pub(in crate::input) fn header_text(names: &[String], delimiter: u8) -> Vec<u8> {
    let delimiter = char::from(delimiter);
    let fields: Vec<Cow<'_, str>> = names.iter().map(|name| field_of(name, delimiter)).collect();
    fields.join(&*delimiter.to_string()).into_bytes()
}

/// A name as a field, in quotes if it needs them.
fn field_of(name: &str, delimiter: char) -> Cow<'_, str> {
    if name.contains([delimiter, '"', '\n', '\r']) {
        return format!("\"{}\"", name.replace('"', "\"\"")).into();
    }
    name.into()
}
