//! Comma-separated values: the columns of the first input and one more. An input without columns
//! gets two, the puzzle and the answer.

use std::sync::{Arc, LazyLock};

use super::{Buffer, push_grid, words};
use crate::input::records::{Header, Record};
use crate::question::reply::{Case, Reply};

pub(super) fn write(case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let Record {
        header: own_header,
        columns,
        ..
    } = *case.record;
    let header = case
        .input
        .first_header
        .or(own_header)
        .unwrap_or(&PUZZLE_HEADER);
    if case.input.with_filename {
        push_field(case.input.name, &mut out.bytes);
        out.bytes.push(header.delimiter);
    }
    match case.input.first_header {
        None if own_header.is_some_and(|own| own.keys.is_none()) => {
            out.bytes.extend_from_slice(columns)
        }
        // The answer is the puzzle.
        _ if matches!(reply, Reply::Record) && header == &**PUZZLE_HEADER => (),
        _ => push_columns(case.record, header, out),
    }
    match reply.grid(case.record) {
        Some(grid) => push_grid(grid, out),
        None => push_field(&words(case, reply), &mut out.bytes),
    }
    out.bytes.push(b'\n');
}

/// The header of an input without columns.
pub(crate) static PUZZLE_HEADER: LazyLock<Arc<Header>> =
    LazyLock::new(|| Header::new(b"puzzle", None).into());

/// Appends the columns of a header, as far as a record has them, each with a delimiter after it.
fn push_columns(record: &Record<'_>, header: &Header, out: &mut Buffer) {
    for column in 0..header.names.len() {
        let same = same_column(header, column, record.header.unwrap_or(&PUZZLE_HEADER));
        match (same, record.header) {
            (Some(same), Some(own)) => push_field(
                record.values(own).get(same).map_or("", |value| value),
                &mut out.bytes,
            ),
            (Some(_), None) => record
                .puzzle
                .into_iter()
                .for_each(|puzzle| push_grid(puzzle, out)),
            (None, _) => (),
        }
        out.bytes.push(header.delimiter);
    }
}

/// The column of another header that corresponds to a column of this one.
fn same_column(header: &Header, column: usize, other: &Header) -> Option<usize> {
    match (header.solution_column, other.solution_column) {
        _ if column == header.puzzle_column => Some(other.puzzle_column),
        (Some(solution), Some(of_other)) if column == solution => Some(of_other),
        _ => other
            .names
            .iter()
            .position(|name| name.eq_ignore_ascii_case(&header.names[column])),
    }
}

/// How the columns of an input differ from the columns of the first, which its answers use.
pub(crate) fn differing_columns(first: &Header, input: Option<&Header>) -> Option<String> {
    let input = input.unwrap_or(&PUZZLE_HEADER);
    let missing = |from: &Header, other: &Header, what: &str| -> Vec<String> {
        let columns =
            (0..from.names.len()).filter(|&column| same_column(from, column, other).is_none());
        columns
            .map(|column| format!("{:?} is {what}", from.names[column]))
            .collect()
    };
    let differences = [
        missing(first, input, "empty"),
        missing(input, first, "left out"),
    ]
    .concat()
    .join(", ");
    let what = "the columns are not those of the first input";
    (!differences.is_empty()).then(|| format!("{what}: {differences}"))
}

/// The header of the output: the header of the input with one more column. The default is `puzzle`
/// and the first of `names`, if that differs. With a file name, the first column is `file`.
pub(crate) fn header(input: Option<&Header>, names: &[&str], with_filename: bool) -> Vec<u8> {
    let Header {
        text: columns,
        delimiter,
        ..
    } = input.unwrap_or(&PUZZLE_HEADER);
    // The puzzle is the answer.
    let adds_none = input.is_none() && names.first() == Some(&"puzzle");
    let added = if adds_none {
        None
    } else {
        Some(column_name(input.unwrap_or(&PUZZLE_HEADER), names))
    };
    let file = with_filename.then_some(&b"file"[..]).into_iter();
    let columns: Vec<&[u8]> = file
        .chain([&columns[..]])
        .chain(added.as_deref().map(str::as_bytes))
        .collect();
    [&columns.join(delimiter)[..], b"\n"].concat()
}

/// The first of these names that the input does not have. If it has all, the last name with the
/// first number from 2 that makes it new.
fn column_name(input: &Header, names: &[&str]) -> String {
    // `solution` next to `solutions` would be confusing, and so would be two puzzle columns.
    let has = |name: &str| {
        input
            .names
            .iter()
            .any(|column| column.eq_ignore_ascii_case(name))
    };
    let is_taken =
        |name: &str| has(name) || name == "puzzle" || name == "solution" && has("solutions");
    let last = names.last().copied().unwrap_or_default();
    let numbered = (2..).map(|number| format!("{last}{number}"));
    names
        .iter()
        .map(ToString::to_string)
        .chain(numbered)
        .find(|name| !is_taken(name))
        .unwrap_or_default()
}

/// Appends a field, in quotes if it contains a quote, a line end, or any of the delimiters that inputs use.
fn push_field(text: &str, out: &mut Vec<u8>) {
    // A quote within quotes is doubled.
    let quoted = text
        .contains([',', ';', '\t', '"', '\n', '\r'])
        .then(|| format!("\"{}\"", text.replace('"', "\"\"")));
    out.extend_from_slice(quoted.as_deref().unwrap_or(text).as_bytes());
}
