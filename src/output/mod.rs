//! From replies to bytes: how the reply to a record is written in each output format.
//!
//! ```text
//! line      534678912672195348198342567...       81 digits on a line; an empty line for a record without an answer
//!
//! packed    534678912                            nine lines; one empty line between answers;
//!           672195348                            nothing for a record without an answer
//!           ...
//! spaced    5 3 4 6 7 8 9 1 2                    the same with spaces
//!           6 7 2 1 9 5 3 4 8
//!           ...
//! pretty    # puzzles.txt:1: unique              an answer in words is a caption
//!
//!           ┌───────┬───────┬───────┐            grids are framed
//!           │ 5 3 4 │ 6 7 8 │ 9 1 2 │
//!           ...
//! csv       id,puzzle,solution                   the header of the input and one more column
//!           7,53..7....6..195...,534678912...    the columns of the record and one more field
//!
//! json      {"file":"puzzles.txt","line":1,"puzzle":"530070000...","verdict":"unique","solution":"534678912...",...}
//! ```
//!
//! An answer in words, such as a number or a verdict, is written in place of the 81 digits. Not every format can do that, see
//! [`Question::supports`](crate::Question::supports).

mod buffer;
mod csv;
mod json;
mod line;
mod pretty;
mod rows;

use std::borrow::Cow;

use crate::grid::{Candidates, Grid, join};
use crate::input::records::Record;
use crate::reply::{Case, Reply, Verdict};
pub(crate) use buffer::Buffer;
pub(crate) use csv::header as csv_header;
pub(crate) use line::push_solution;

/// How answers are written. The command line shows these comments as its help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum OutputFormat {
    /// 81 digits on a line; an empty line for a record without an answer.
    #[default]
    Line,
    /// Nine lines of nine digits.
    Packed,
    /// Nine lines of nine digits, separated by spaces.
    Spaced,
    /// A frame around each grid; in color, clues are bold and solved digits green.
    Pretty,
    /// The columns of the record, or the puzzle, and the answer.
    Csv,
    /// A JSON object on a line: file, line, puzzle, verdict, solution, columns, message.
    Json,
}

/// A record and the reply to it. Each format takes what it has a place for.
pub(crate) struct Answered<'a> {
    pub(crate) case: &'a Case<'a>,
    /// The messages about the record, one a line, if there are any and the answer shows them.
    pub(crate) message: Option<&'a str>,
    pub(crate) reply: &'a Reply<'a>,
    /// Whether the name of the input stands before the answer.
    pub(crate) with_filename: bool,
}

impl Answered<'_> {
    /// The name of the input in a comment, which a line break would end.
    fn name_on_a_line(&self) -> String {
        self.case.input_name.replace(['\r', '\n'], " ")
    }
}

impl OutputFormat {
    /// Appends the answer to a record, after the separator that is due, if any.
    pub(crate) fn write(self, answered: &Answered<'_>, color: bool, out: &mut Buffer) {
        match self {
            OutputFormat::Line => line::write(answered, out),
            OutputFormat::Packed | OutputFormat::Spaced => rows::write(answered, self == OutputFormat::Spaced, out),
            OutputFormat::Pretty => pretty::write(answered, color, out),
            OutputFormat::Csv => csv::write(answered, out),
            OutputFormat::Json => json::write(answered, out),
        }
    }

    /// Appends the place of a blank line among records that are a line each, if answers are lines like them.
    pub(crate) fn write_empty_line(self, out: &mut Buffer) {
        if matches!(self, OutputFormat::Line | OutputFormat::Csv | OutputFormat::Json) {
            out.push_str("\n");
        }
    }
}

/// What a reply is on a line: a grid, its candidates, or the words that stand in its place; no words if there is no answer.
enum Text<'a> {
    Grid(&'a Grid),
    Candidates(&'a Candidates),
    Words(Cow<'a, str>),
}

/// A reply as it stands on a line. A message that an answer shows takes the place of what is wrong.
fn text<'a>(answered: &Answered<'a>) -> Text<'a> {
    match answered.reply {
        Reply::Nothing | Reply::NoneListed => Text::Words("".into()),
        Reply::Solution(solution) | Reply::Listed(_, solution) => Text::Grid(solution),
        Reply::Candidates(candidates) => Text::Candidates(candidates),
        Reply::Record => puzzle(answered.case.record),
        Reply::Count { counted, more: false } => Text::Words(counted.to_string().into()),
        Reply::Count { counted, more: true } => Text::Words(format!(">={counted}").into()),
        Reply::Verdict(_) => Text::Words(answered.case.verdict.map_or("", Verdict::name).into()),
        Reply::Check(what) => Text::Words(answered.message.unwrap_or(what).into()),
        Reply::Redundant(clues) if clues.is_empty() => Text::Words("minimal".into()),
        Reply::Redundant(clues) => Text::Words(join(clues, " ").into()),
    }
}

/// The puzzle of a record; no words if it is malformed.
fn puzzle<'a>(record: &Record<'a>) -> Text<'a> {
    match record.puzzle {
        Ok((_, Some(candidates))) => Text::Candidates(candidates),
        Ok((grid, None)) => Text::Grid(grid),
        Err(_) => Text::Words("".into()),
    }
}

/// Separates an answer of several lines from the one before: by an empty line, and by two where the solutions of a record start. The
/// name of the input becomes a comment above it.
fn start_block(answered: &Answered<'_>, out: &mut Buffer) {
    out.separate(if matches!(answered.reply, Reply::Listed(1, _)) { "\n\n" } else { "\n" });
    if answered.with_filename {
        out.push_display(format_args!("# {}\n", answered.name_on_a_line()));
    }
}

/// Appends a text: 81 cells for a grid, 729 pencil marks for candidates.
fn push_text(text: &Text<'_>, out: &mut Buffer) {
    match text {
        Text::Grid(grid) => out.bytes.extend_from_slice(&grid.text()),
        Text::Candidates(candidates) => out.push_display(candidates),
        Text::Words(words) => out.push_str(words),
    }
}

#[cfg(test)]
mod tests;
