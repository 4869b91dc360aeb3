//! Headers: whether a line is one, and what its columns are.

use std::borrow::Cow;
use std::collections::HashSet;

use super::fields::{Start, fields, goes_on_below, values};
use crate::grid::CELLS;
use crate::input::error::{Fault, ParseError, quoted};
use crate::input::lines::Line;
use crate::input::records::{Header, Layout};
use crate::input::titles::TITLE_NAMES;
use crate::input::words::{SOLUTION_NAMES, is_grid_field, is_one_of, is_puzzle_name};

/// Whether a line is the header of the record below it. Two of these must hold: it has a usual name
/// for a puzzle; there is a puzzle below it; both lines are alike. The record may go on below the
/// line.
pub(in crate::input) fn is_header_of(line: &[u8], below: &[u8]) -> bool {
    let delimiter = delimiter_of(line);
    let names: Vec<Cow<'_, str>> = values(line, delimiter).collect();
    if names.iter().any(|name| is_grid_field(name.as_bytes())) {
        return false;
    }
    let is_named = count_puzzle_names(line, None) > 0;
    // Below a usual name, any symbol may mark the blanks.
    let has_puzzle = values(below, delimiter)
        .any(|value| is_grid_field(value.as_bytes()) || is_named && value.len() == CELLS);
    let are_alike = is_list(&names)
        && !has_code(line, below, has_puzzle)
        && has_as_many_fields(&names, below, delimiter);
    let signs = [is_named, has_puzzle, are_alike];
    signs.into_iter().filter(|holds| *holds).count() >= 2
}

/// Whether there are several names, and only the first may be missing, as in tables with row numbers.
fn is_list(names: &[Cow<'_, str>]) -> bool {
    names.len() > 1 && names[1..].iter().all(|name| !name.is_empty())
}

/// Whether one of two lines has a symbol of code. Beside a puzzle, a parenthesis may be text.
fn has_code(line: &[u8], below: &[u8], has_puzzle: bool) -> bool {
    let symbols: &[u8] = match has_puzzle {
        true => b"[{=<|\\",
        false => b"([{=<|\\",
    };
    line.iter().chain(below).any(|byte| symbols.contains(byte))
}

/// Whether the line below has a field for each name, or the first of them.
fn has_as_many_fields(names: &[Cow<'_, str>], below: &[u8], delimiter: u8) -> bool {
    let count = fields(below, delimiter).count();
    count == names.len() || count < names.len() && goes_on_below(below, delimiter, Start::Outside)
}

/// How many columns have the name of the puzzle's: this one, or for `None` a usual one.
fn count_puzzle_names(line: &[u8], column: Option<&str>) -> usize {
    values(line, delimiter_of(line))
        .filter(|name| is_puzzle_name(name.as_bytes(), column))
        .count()
}

/// Reads a header. The puzzle is in the column of this name; `None` stands for the usual names.
///
/// # Errors
/// Not exactly one column has such a name.
pub(super) fn parse_header(line: &Line<'_>, column: Option<&str>) -> Result<Header, ParseError> {
    let count = count_puzzle_names(line.bytes, column);
    if count == 1 {
        return Ok(Header::new(line.bytes, column));
    }
    let header = quoted(line.text);
    let fault = match column {
        None => Fault::Expected(
            "expected a header with one column for the puzzle (puzzle, quizzes, ..., or that of --column)",
            format!("{header}: choose one with --column, or remove the line if it is a title")
                .into(),
        ),
        Some(name) => Fault::Expected(
            "expected a header with one column of the name in --column",
            match count {
                0 => format!("no {name:?} in {header}").into(),
                _ => format!("{count} named {name:?} in {header}").into(),
            },
        ),
    };
    Err(line.error_at(0, fault))
}

impl Header {
    /// The header that a line is. The puzzle is in the column of this name, for `None` of a usual
    /// name, or else in the first.
    pub(crate) fn new(text: &[u8], column: Option<&str>) -> Header {
        let delimiter = delimiter_of(text);
        let names: Vec<String> = values(text, delimiter).map(Cow::into_owned).collect();
        let puzzle = names
            .iter()
            .position(|name| is_puzzle_name(name.as_bytes(), column));
        Header::with_names(text.to_vec(), delimiter, names, puzzle.unwrap_or_default())
    }

    /// The header of these columns.
    pub(in crate::input) fn with_names(
        text: Vec<u8>,
        delimiter: u8,
        mut names: Vec<String>,
        puzzle_column: usize,
    ) -> Header {
        let others = OtherNames {
            names: &names,
            puzzle_column,
        };
        let solution_column = others.position_of(SOLUTION_NAMES);
        let mut titles = TITLE_NAMES.iter();
        let title_column = titles.find_map(|name| others.position_of(&[name]));
        make_distinct(&mut names, puzzle_column);
        Header {
            text,
            delimiter,
            names,
            layout: Layout::Fields,
            puzzle_column,
            solution_column,
            title_column,
        }
    }
}

/// The names of all columns but the puzzle's.
struct OtherNames<'a> {
    names: &'a [String],
    puzzle_column: usize,
}

impl OtherNames<'_> {
    /// The first column with one of the names in a list.
    fn position_of(&self, list: &[&str]) -> Option<usize> {
        let mut names = self.names.iter().enumerate();
        let (column, _) = names.find(|(column, name)| {
            *column != self.puzzle_column && is_one_of(name.as_bytes(), list)
        })?;
        Some(column)
    }
}

/// Adds the number of its column to each name that is taken. The names are keys of JSON output,
/// which must differ, and only one may name the puzzle.
fn make_distinct(names: &mut [String], puzzle_column: usize) {
    let mut taken = HashSet::new();
    for (column, name) in names.iter_mut().enumerate() {
        if column != puzzle_column {
            add_number(name, column + 1, &taken);
            taken.insert(name.clone());
        }
    }
}

/// Adds a number to a name until it is not taken and does not name a puzzle.
fn add_number(name: &mut String, number: usize, taken: &HashSet<String>) {
    while is_puzzle_name(name.as_bytes(), None) || taken.contains(name) {
        *name = format!("{name}_{number}");
    }
}

/// The delimiter that gives a header the most columns, preferably the comma.
fn delimiter_of(header: &[u8]) -> u8 {
    *b"\t;,"
        .iter()
        .max_by_key(|delimiter| fields(header, **delimiter).count())
        .unwrap_or(&b',')
}

/// A header with these names.
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
