//! Comma-separated values: the columns of the first input, and one more for the replies.
//!
//! ```text
//! first input       output
//! id,puzzle         id,puzzle,rating
//! 7,53..7....       7,53..7....,1.2
//!
//! later input
//! puzzle,source
//! ..1..2...,me      ,..1..2...,7.1
//! ```
//!
//! The columns of a later input are put in the order of the first, and those that the first does
//! not have are left out. An input without columns counts as one with the column `puzzle`.

use std::sync::{Arc, LazyLock};

use super::words::reply_words;
use super::{Buffer, Style};
use crate::grid::join;
use crate::input::records::{Header, Record};
use crate::question::Question;
use crate::question::case::Case;
use crate::question::reply::Reply;

/// The header of an input without columns.
static PUZZLE_HEADER: LazyLock<Arc<Header>> =
    LazyLock::new(|| Header::of_csv(b"puzzle", None).into());

/// The columns of the output, which follow from the first input and the question, and where the
/// records of the current input have their values.
#[derive(Clone, Debug)]
pub(crate) struct CsvColumns {
    /// The columns of the first input.
    header: Arc<Header>,
    reply_place: ReplyPlace,
    value_places: ValuePlaces,
}

/// Where the records of an input have the values of the output columns.
#[derive(Clone, Debug)]
enum ValuePlaces {
    /// The records are csv with exactly these columns, so their text can be copied.
    SameText,
    /// For each column of the output, the index of the input column that corresponds to it, if
    /// there is one.
    Columns(Vec<Option<usize>>),
}

/// Where the reply goes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ReplyPlace {
    /// Into one more column, of this name.
    NewColumn(String),
    /// Into the column of the puzzle, the only one.
    OnlyColumn,
    /// Into no column of its own: for [`Question::Shuffle`], the record already is the equivalent.
    RecordColumns,
}

/// Appends the line of a reply.
pub(super) fn write(style: &Style<'_>, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let columns = &style.csv_columns;
    if let Some(name) = style.shown_input_name {
        push_field(name, out);
        out.push_byte(columns.header.delimiter);
    }
    match columns.reply_place {
        ReplyPlace::NewColumn(_) => {
            columns.push_record(case.record, out);
            push_reply(case, reply, out);
        }
        ReplyPlace::OnlyColumn => push_reply(case, reply, out),
        ReplyPlace::RecordColumns => {
            columns.push_record(case.record, out);
            // No reply follows the last delimiter.
            out.remove_last_byte();
        }
    }
    out.push_str("\n");
}

fn push_reply(case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    match reply.grid(case.record) {
        Some(grid) => out.push_grid(grid),
        None => push_field(&reply_words(case, reply), out),
    }
}

impl CsvColumns {
    /// The columns of the output if this is the header of the first input; `None` is an input
    /// without columns.
    pub(crate) fn new(first: Option<&Arc<Header>>, question: Question) -> CsvColumns {
        let header = first.unwrap_or(&PUZZLE_HEADER).clone();
        let reply_place = match question {
            Question::Shuffle { .. } => ReplyPlace::RecordColumns,
            Question::Convert if first.is_none() => ReplyPlace::OnlyColumn,
            _ => ReplyPlace::NewColumn(new_name(&header, question.column_names())),
        };
        CsvColumns {
            value_places: ValuePlaces::new(&header, first.map(Arc::as_ref)),
            header,
            reply_place,
        }
    }

    /// The same columns for the records of another input; `None` is one without columns.
    pub(crate) fn for_input(&self, input: Option<&Header>) -> CsvColumns {
        CsvColumns {
            value_places: ValuePlaces::new(&self.header, input),
            ..self.clone()
        }
    }

    /// Appends the first line of the output. If each reply has the name of its input, the first
    /// column is `file`, or `filename` if the input has a column `file`.
    pub(super) fn write_header(&self, with_input_name: bool, out: &mut Buffer) {
        let header = &self.header;
        if with_input_name {
            out.push_str(&new_name(header, &["file", "filename"]));
            out.push_byte(header.delimiter);
        }
        out.push_bytes(&header.text);
        if let ReplyPlace::NewColumn(name) = &self.reply_place {
            out.push_byte(header.delimiter);
            out.push_str(name);
        }
        out.push_str("\n");
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

    /// Appends the values of a record, each with a delimiter after it.
    fn push_record(&self, record: &Record<'_>, out: &mut Buffer) {
        let ValuePlaces::Columns(places) = &self.value_places else {
            // The text of a record has every field of its header, each with a delimiter after it.
            return out.push_bytes(record.kept_text);
        };
        let Some(header) = record.header else {
            return self.push_puzzle(record, out);
        };
        let values = record.values(header);
        for place in places {
            if let Some(value) = place.and_then(|column| values.get(column)) {
                push_field(value, out);
            }
            out.push_byte(self.header.delimiter);
        }
    }

    /// Appends the values of a record that has no columns: its puzzle, and otherwise empty fields.
    fn push_puzzle(&self, record: &Record<'_>, out: &mut Buffer) {
        for column in 0..self.header.names.len() {
            if column == self.header.puzzle_column
                && let Ok(puzzle) = record.puzzle
            {
                out.push_grid(puzzle);
            }
            out.push_byte(self.header.delimiter);
        }
    }
}

impl ValuePlaces {
    /// Where records below the header `input` have the values of the columns of `header`. Records
    /// of JSON are objects, so their text cannot be copied.
    fn new(header: &Header, input: Option<&Header>) -> ValuePlaces {
        if input == Some(header) && !header.is_json() {
            return ValuePlaces::SameText;
        }
        let input = input.unwrap_or(&PUZZLE_HEADER);
        let columns = 0..header.names.len();
        ValuePlaces::Columns(
            columns
                .map(|column| same_column(header, column, input))
                .collect(),
        )
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
    other
        .names
        .iter()
        .position(|other| other.eq_ignore_ascii_case(name))
}

/// The names of the columns that another header does not have.
fn missing_columns<'a>(header: &'a Header, other: &'a Header) -> impl Iterator<Item = &'a str> {
    header
        .names
        .iter()
        .enumerate()
        .filter(|(column, _)| same_column(header, *column, other).is_none())
        .map(|(_, name)| name.as_str())
}

/// The first of these names that the input does not have. If it has all, the last name with the
/// first number from 2 that makes it new.
fn new_name(input: &Header, names: &[&str]) -> String {
    if let Some(name) = names.iter().find(|name| !is_taken(input, name)) {
        return name.to_string();
    }
    let last = names.last().copied().unwrap_or_default();
    (2..)
        .map(|number| format!("{last}{number}"))
        .find(|name| !is_taken(input, name))
        .unwrap_or_default()
}

/// Whether a new column of the output cannot have this name. `solution` next to a column
/// `solutions` of the input would be confusing. The reverse cannot occur: no question adds a column
/// `solutions`.
fn is_taken(input: &Header, name: &str) -> bool {
    match name {
        "solution" => has_column(input, "solution") || has_column(input, "solutions"),
        _ => has_column(input, name),
    }
}

fn has_column(header: &Header, name: &str) -> bool {
    header
        .names
        .iter()
        .any(|column| column.eq_ignore_ascii_case(name))
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
