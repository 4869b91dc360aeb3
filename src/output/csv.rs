//! Comma-separated values: the columns of the first input, and one more for the replies.
//!
//! ```text
//! first input       output
//! id,puzzle         id,puzzle,rating
//! 7,53..7....       7,53..7....,1.2
//!
//! later input
//! puzzle,source
//! ..1..2...,me      ,..1..2...,7.1      without an id; the source is left out
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

/// The columns of the output, which follow from the first input and the question, and how the
/// records of the current input fill them.
#[derive(Clone, Debug)]
pub(crate) struct CsvColumns {
    /// The columns of the first input.
    header: Arc<Header>,
    reply_column: ReplyColumn,
    mapping: ColumnMapping,
}

/// The column of the replies.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ReplyColumn {
    /// One more column, of this name.
    New(String),
    /// The column of the puzzle, which is the only one. The reply takes the place of the puzzle.
    Puzzle,
    /// No column. This is for [`Question::Shuffle`]: the columns of the record already are the
    /// equivalent.
    Absent,
}

/// How the records of an input fill the columns of the first.
#[derive(Clone, Debug)]
enum ColumnMapping {
    /// The input is csv with exactly these columns, so the text of its records can be copied.
    Identical,
    /// The input has no columns: its records are puzzles.
    PuzzleOnly,
    /// For each column of the first input, the index of the column of this input that corresponds
    /// to it, if there is one.
    Indices(Vec<Option<usize>>),
}

/// Appends the line of a reply.
pub(super) fn write(style: &Style<'_>, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let columns = &style.csv_columns;
    if let Some(name) = style.shown_input_name {
        push_field(name, out);
        out.push_byte(columns.header.delimiter);
    }
    match columns.reply_column {
        ReplyColumn::New(_) => {
            columns.push_record(case.record, out);
            push_reply(case, reply, out);
        }
        ReplyColumn::Puzzle => push_reply(case, reply, out),
        ReplyColumn::Absent => {
            columns.push_record(case.record, out);
            // No reply follows the last delimiter.
            out.remove_last_byte();
        }
    }
    out.end_line();
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
        let reply_column = match question {
            Question::Shuffle { .. } => ReplyColumn::Absent,
            Question::Convert if first.is_none() => ReplyColumn::Puzzle,
            _ => ReplyColumn::New(unused_name(&header, question.column_names())),
        };
        CsvColumns {
            mapping: ColumnMapping::new(&header, first.map(Arc::as_ref)),
            header,
            reply_column,
        }
    }

    /// The same columns for the records of another input; `None` is one without columns.
    pub(crate) fn for_input(&self, input: Option<&Header>) -> CsvColumns {
        CsvColumns {
            mapping: ColumnMapping::new(&self.header, input),
            ..self.clone()
        }
    }

    /// Appends the first line of the output. If each reply has the name of its input, the first
    /// column is `file`, or `filename` if the input has a column `file`.
    pub(super) fn write_header(&self, with_input_name: bool, out: &mut Buffer) {
        let header = &self.header;
        if with_input_name {
            out.push_str(&unused_name(header, &["file", "filename"]));
            out.push_byte(header.delimiter);
        }
        out.push_bytes(&header.text);
        if let ReplyColumn::New(name) = &self.reply_column {
            out.push_byte(header.delimiter);
            out.push_str(name);
        }
        out.end_line();
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
        match &self.mapping {
            ColumnMapping::Identical => {
                // The text that is kept of a csv record has every field, each with a delimiter
                // after it.
                out.push_bytes(record.kept_text);
            }
            ColumnMapping::PuzzleOnly => self.push_puzzle(record, out),
            ColumnMapping::Indices(indices) => self.push_values(record, indices, out),
        }
    }

    /// The puzzle of a record goes into the puzzle column. All other fields are empty.
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

    fn push_values(&self, record: &Record<'_>, indices: &[Option<usize>], out: &mut Buffer) {
        let values = record.values();
        for index in indices {
            if let Some(value) = index.and_then(|index| values.get(index)) {
                push_field(value, out);
            }
            out.push_byte(self.header.delimiter);
        }
    }
}

impl ColumnMapping {
    /// How records below the header `input` fill the columns of `header`. Records of JSON are
    /// objects, so their text cannot be copied.
    fn new(header: &Header, input: Option<&Header>) -> ColumnMapping {
        let Some(input) = input else {
            return ColumnMapping::PuzzleOnly;
        };
        if input == header && !header.is_json() {
            return ColumnMapping::Identical;
        }
        let columns = 0..header.names.len();
        let indices = columns.map(|column| same_column(header, column, input));
        ColumnMapping::Indices(indices.collect())
    }
}

/// The column of another header that corresponds to a column of this one: both have the puzzle, the
/// given solution, or the same name. Neither the puzzle nor a given solution corresponds to another
/// column as well that happens to have its name.
fn same_column(header: &Header, column: usize, other: &Header) -> Option<usize> {
    if column == header.puzzle_column {
        return Some(other.puzzle_column);
    }
    let both_have_solutions = header.solution_column.is_some() && other.solution_column.is_some();
    if both_have_solutions && header.solution_column == Some(column) {
        return other.solution_column;
    }
    let name = &header.names[column];
    (0..other.names.len())
        .filter(|other_column| *other_column != other.puzzle_column)
        .filter(|other_column| !both_have_solutions || other.solution_column != Some(*other_column))
        .find(|other_column| other.names[*other_column].eq_ignore_ascii_case(name))
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

/// The first of these names that a new column can have. If all are taken, the last name with the
/// first number from 2 that makes it new. There must be at least one name.
fn unused_name(header: &Header, names: &[&str]) -> String {
    if let Some(name) = names.iter().find(|name| !is_taken(header, name)) {
        return name.to_string();
    }
    let last = names.last().expect("there is a name");
    let mut number = 2;
    while is_taken(header, &format!("{last}{number}")) {
        number += 1;
    }
    format!("{last}{number}")
}

/// Whether a new column cannot have this name. A column `solution` next to one of the input that is
/// called `solutions` would be confusing.
fn is_taken(header: &Header, name: &str) -> bool {
    has_column(header, name) || (name == "solution" && has_column(header, "solutions"))
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
