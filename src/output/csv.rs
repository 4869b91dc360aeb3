//! Comma-separated values: the columns of the first input and one more. An input without columns
//! gets two, the puzzle and the reply.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use super::{Buffer, Style, push_grid, words};
use crate::grid::join;
use crate::input::records::{Header, Record};
use crate::question::case::Case;
use crate::question::reply::Reply;

/// The header of an input without columns.
pub(crate) static PUZZLE_HEADER: LazyLock<Arc<Header>> =
    LazyLock::new(|| Header::new(b"puzzle", None).into());

pub(super) fn write(style: &Style<'_>, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let record = case.record;
    let header = style
        .first_header
        .or(record.header)
        .unwrap_or(&PUZZLE_HEADER);
    if let Some(name) = style.file_name {
        push_field(name, out);
        out.bytes.push(header.delimiter);
    }
    let is_only_column = matches!(reply, Reply::Record) && *header == **PUZZLE_HEADER;
    if style.first_header.is_none() && record.header.is_some_and(|own| !own.is_json()) {
        out.bytes.extend_from_slice(record.columns);
    } else if !is_only_column {
        push_columns(record, header, out);
    }
    if matches!(reply, Reply::Equivalent(_)) {
        // The columns show it, and there is no field after their last delimiter.
        out.bytes.pop_if(|last| *last == header.delimiter);
        return out.push_str("\n");
    }
    match reply.grid(record) {
        Some(grid) => push_grid(grid, out),
        None => push_field(&words(case, reply), out),
    }
    out.push_str("\n");
}

/// Appends the columns of a header, as far as a record has them, each with a delimiter after it.
fn push_columns(record: &Record<'_>, header: &Header, out: &mut Buffer) {
    match record.header {
        Some(own) => push_values(&record.values(own), own, header, out),
        None => push_puzzle(record, header, out),
    }
}

/// Appends the columns of a header for a record with these values in its own columns.
fn push_values(values: &[Cow<'_, str>], own: &Header, header: &Header, out: &mut Buffer) {
    for column in 0..header.names.len() {
        let same = same_column(header, column, own);
        if let Some(value) = same.and_then(|column| values.get(column)) {
            push_field(value, out);
        }
        out.bytes.push(header.delimiter);
    }
}

/// Appends the columns of a header for a record that has no columns, only a puzzle.
fn push_puzzle(record: &Record<'_>, header: &Header, out: &mut Buffer) {
    for column in 0..header.names.len() {
        if column == header.puzzle_column
            && let Ok(puzzle) = record.puzzle
        {
            push_grid(puzzle, out);
        }
        out.bytes.push(header.delimiter);
    }
}

/// The column of another header that corresponds to a column of this one.
fn same_column(header: &Header, column: usize, other: &Header) -> Option<usize> {
    if column == header.puzzle_column {
        return Some(other.puzzle_column);
    }
    if header.solution_column == Some(column) && other.solution_column.is_some() {
        return other.solution_column;
    }
    let name = &header.names[column];
    let mut others = other.names.iter();
    others.position(|other| other.eq_ignore_ascii_case(name))
}

/// How the columns of an input differ from the columns of the first, which its replies use.
pub(crate) fn differing_columns(first: &Header, input: Option<&Header>) -> Option<String> {
    let input = input.unwrap_or(&PUZZLE_HEADER);
    let empty = missing_columns(first, input).map(|name| format!("{name:?} is empty"));
    let left_out = missing_columns(input, first).map(|name| format!("{name:?} is left out"));
    let differences = join(empty.chain(left_out), ", ");
    if differences.is_empty() {
        return None;
    }
    Some(format!(
        "the columns are not those of the first input: {differences}"
    ))
}

/// The names of the columns that another header does not have.
fn missing_columns<'a>(header: &'a Header, other: &'a Header) -> impl Iterator<Item = &'a String> {
    let columns = header.names.iter().enumerate();
    let missing = columns.filter(|(column, _)| same_column(header, *column, other).is_none());
    missing.map(|(_, name)| name)
}

/// The header of the output: the header of the input with one more column. The default is `puzzle`
/// and the first of `names`, if that differs. With a file name, the first column is `file`, or
/// `filename` if the input has a column of that name.
pub(super) fn header(style: &Style<'_>, input: Option<&Header>, names: &[&str]) -> Vec<u8> {
    let header = input.unwrap_or(&PUZZLE_HEADER);
    let mut line = Vec::new();
    if style.file_name.is_some() {
        line.extend_from_slice(new_name(header, &["file", "filename"]).as_bytes());
        line.push(header.delimiter);
    }
    line.extend_from_slice(&header.text);
    // Without columns, replies that are puzzles need no other column.
    let is_puzzle = input.is_none() && names.first() == Some(&"puzzle");
    let adds_column = !names.is_empty() && !is_puzzle;
    if adds_column {
        line.push(header.delimiter);
        line.extend_from_slice(new_name(header, names).as_bytes());
    }
    line.push(b'\n');
    line
}

/// The first of these names that the input does not have. If it has all, the last name with the
/// first number from 2 that makes it new.
fn new_name(input: &Header, names: &[&str]) -> String {
    if let Some(name) = names.iter().find(|name| !is_taken(name, input)) {
        return name.to_string();
    }
    let last = names.last().copied().unwrap_or_default();
    let mut number = 2;
    while is_taken(&format!("{last}{number}"), input) {
        number += 1;
    }
    format!("{last}{number}")
}

/// Whether a column cannot have this name. `solution` next to `solutions` would be confusing, and
/// so would be two puzzle columns.
fn is_taken(name: &str, input: &Header) -> bool {
    match name {
        "puzzle" => true,
        "solution" => has_column(input, "solution") || has_column(input, "solutions"),
        _ => has_column(input, name),
    }
}

fn has_column(header: &Header, name: &str) -> bool {
    let mut names = header.names.iter();
    names.any(|column| column.eq_ignore_ascii_case(name))
}

/// Appends a field, in quotes if it contains a quote, a line end, or any of the delimiters that
/// inputs use.
fn push_field(text: &str, out: &mut Buffer) {
    if text.contains([',', ';', '\t', '"', '\n', '\r']) {
        // A quote within quotes is doubled.
        write!(out, "\"{}\"", text.replace('"', "\"\""));
    } else {
        out.push_str(text);
    }
}
