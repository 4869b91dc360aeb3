//! Comma-separated values: the columns of the first input, and one more for the replies. An input
//! without columns counts as one with the column `puzzle`.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use super::words::words;
use super::{Buffer, Style};
use crate::grid::join;
use crate::input::records::{Header, Record};
use crate::question::Question;
use crate::question::case::Case;
use crate::question::reply::Reply;

/// The header of an input without columns.
static PUZZLE_HEADER: LazyLock<Arc<Header>> = LazyLock::new(|| Header::new(b"puzzle", None).into());

/// The columns of the output. They follow from the first input and the question.
#[derive(Clone, Debug)]
pub(crate) struct CsvColumns {
    /// The columns of the first input.
    header: Arc<Header>,
    reply_place: ReplyPlace,
    /// Whether the records have exactly these columns as text, which can be copied.
    are_copied: bool,
}

/// Where replies are.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ReplyPlace {
    /// In one more column, of this name.
    NewColumn(String),
    /// In the column of the puzzle, the only one.
    OnlyColumn,
    /// In the columns of the record, which is an equivalent itself.
    RecordColumns,
}

/// Appends the line of a reply.
pub(super) fn write(style: &Style<'_>, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let columns = &style.csv_columns;
    let delimiter = columns.header.delimiter;
    if let Some(name) = style.input_name {
        push_field(name, out);
        out.bytes.push(delimiter);
    }
    match columns.reply_place {
        ReplyPlace::NewColumn(_) => {
            columns.push(case.record, out);
            push_reply(case, reply, out);
        }
        ReplyPlace::OnlyColumn => push_reply(case, reply, out),
        ReplyPlace::RecordColumns => {
            columns.push(case.record, out);
            // No field follows the last delimiter.
            out.bytes.pop_if(|last| *last == delimiter);
        }
    }
    out.push_str("\n");
}

fn push_reply(case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    match reply.grid(case.record) {
        Some(grid) => grid.push_to(&mut out.bytes),
        None => push_field(&words(case, reply), out),
    }
}

impl CsvColumns {
    /// The columns if this is the header of the first input.
    pub(crate) fn new(first: Option<&Arc<Header>>, question: Question) -> CsvColumns {
        let header = first.unwrap_or(&PUZZLE_HEADER).clone();
        let reply_place = match question {
            Question::Shuffle { .. } => ReplyPlace::RecordColumns,
            Question::Convert if first.is_none() => ReplyPlace::OnlyColumn,
            _ => ReplyPlace::NewColumn(new_name(&header, question.column_names())),
        };
        CsvColumns {
            are_copied: first.is_some_and(|first| !first.is_json()),
            header,
            reply_place,
        }
    }

    /// The same columns, for records of an input with this header.
    pub(crate) fn for_input(&self, input: Option<&Header>) -> CsvColumns {
        CsvColumns {
            are_copied: input == Some(&self.header) && !self.header.is_json(),
            ..self.clone()
        }
    }

    /// The first line of the output. If replies go with file names, its first column is `file`, or
    /// `filename` if the input has a column `file`.
    pub(crate) fn header_line(&self, with_filename: bool) -> Vec<u8> {
        let header = &self.header;
        let mut line = Vec::new();
        if with_filename {
            line.extend_from_slice(new_name(header, &["file", "filename"]).as_bytes());
            line.push(header.delimiter);
        }
        line.extend_from_slice(&header.text);
        if let ReplyPlace::NewColumn(name) = &self.reply_place {
            line.push(header.delimiter);
            line.extend_from_slice(name.as_bytes());
        }
        line.push(b'\n');
        line
    }

    /// How the columns of a later input differ from those of the first; `None` if they do not.
    pub(crate) fn differences(&self, input: Option<&Header>) -> Option<String> {
        let (first, input) = (&*self.header, input.unwrap_or(&PUZZLE_HEADER));
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

    /// Appends the columns as far as a record has them, each with a delimiter after it.
    fn push(&self, record: &Record<'_>, out: &mut Buffer) {
        if self.are_copied {
            out.bytes.extend_from_slice(record.columns);
            return;
        }
        match record.header {
            Some(own) => self.push_values(&record.values(own), own, out),
            None => self.push_puzzle(record, out),
        }
    }

    /// Appends the columns of a record that has another header, `own`, with these values below it.
    fn push_values(&self, values: &[Cow<'_, str>], own: &Header, out: &mut Buffer) {
        for column in 0..self.header.names.len() {
            let own_column = same_column(&self.header, column, own);
            if let Some(value) = own_column.and_then(|column| values.get(column)) {
                push_field(value, out);
            }
            out.bytes.push(self.header.delimiter);
        }
    }

    /// Appends the columns of a record that has only a puzzle.
    fn push_puzzle(&self, record: &Record<'_>, out: &mut Buffer) {
        for column in 0..self.header.names.len() {
            if column == self.header.puzzle_column
                && let Ok(puzzle) = record.puzzle
            {
                puzzle.push_to(&mut out.bytes);
            }
            out.bytes.push(self.header.delimiter);
        }
    }
}

/// The column of another header that corresponds to a column of this one: both have the puzzle, the
/// given solution, or the same name.
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

/// The names of the columns that another header does not have.
fn missing_columns<'a>(header: &'a Header, other: &'a Header) -> impl Iterator<Item = &'a String> {
    let columns = header.names.iter().enumerate();
    let missing = columns.filter(|(column, _)| same_column(header, *column, other).is_none());
    missing.map(|(_, name)| name)
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

/// Whether a column cannot have this name. `solution` next to `solutions` would be confusing.
fn is_taken(name: &str, input: &Header) -> bool {
    match name {
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
