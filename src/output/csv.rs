//! Comma-separated values: the columns of the input and one more. An input without columns gets two, the puzzle and the
//! answer.

use super::buffer::Buffer;
use super::{push_grid, words};
use crate::input::records::CsvHeader;
use crate::reply::{Case, Reply};

pub(super) fn write(case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let csv = case.record.csv.as_ref();
    if case.with_filename {
        push_field(case.input_name, &mut out.bytes);
        out.bytes.push(csv.map_or(b',', |csv| csv.header.delimiter));
    }
    match (csv, case.record.puzzle) {
        (Some(csv), _) => out.bytes.extend_from_slice(csv.columns),
        // The answer is the puzzle.
        (None, _) if matches!(reply, Reply::Record) => (),
        (None, puzzle) => {
            puzzle.into_iter().for_each(|puzzle| push_grid(puzzle, out));
            out.bytes.push(b',');
        }
    }
    match reply.grid(case.record) {
        Some(grid) => push_grid(grid, out),
        None => push_field(&words(case, reply), &mut out.bytes),
    }
    out.bytes.push(b'\n');
}

/// The header of the output: that of the input with one more column, or else `puzzle` and the first of `names`, if that is another.
/// With a file name, the first column is `file`.
pub(crate) fn header(input: Option<&CsvHeader>, names: &[&str], with_filename: bool) -> Vec<u8> {
    let (columns, delimiter) = input.map_or((&b"puzzle"[..], b','), |input| (&input.text[..], input.delimiter));
    let added = match input {
        Some(input) => Some(column_name(input, names)),
        None => names.first().filter(|name| **name != "puzzle").map(ToString::to_string),
    };
    let file = with_filename.then_some(&b"file"[..]).into_iter();
    let columns: Vec<&[u8]> = file.chain([columns]).chain(added.as_deref().map(str::as_bytes)).collect();
    [&columns.join(&delimiter)[..], b"\n"].concat()
}

/// The first of these names that the input does not have, or else the last one with the first number from 2 that makes it new.
fn column_name(input: &CsvHeader, names: &[&str]) -> String {
    // `solution` next to `solutions` would be confusing, and so would be two puzzle columns.
    let is_taken =
        |name: &str| input.has_column(name) || name == "puzzle" || name == "solution" && input.has_column("solutions");
    let last = names.last().copied().unwrap_or_default();
    let numbered = (2..).map(|number| format!("{last}{number}"));
    names.iter().map(ToString::to_string).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default()
}

/// Appends a field, in quotes if it contains a quote or any of the delimiters that inputs use.
fn push_field(text: &str, out: &mut Vec<u8>) {
    if text.contains([',', ';', '\t', '"']) {
        // A quote within quotes is doubled.
        out.extend(format!("\"{}\"", text.replace('"', "\"\"")).into_bytes());
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}
