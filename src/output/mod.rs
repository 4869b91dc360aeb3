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
//! pretty    # 1                                  the title or the number of the grid, and words
//!           ┌───────┬───────┬───────┐            grids are framed
//!           │ 5 3 4 │ 6 7 8 │ 9 1 2 │
//!           ...
//! csv       id,puzzle,solution                   the header of the input and one more column
//!           7,53..7....6..195...,534678912...    the columns of the record and one more field
//!
//! json      {"file":"puzzles.txt","line":1,"puzzle":"530070000...","verdict":"unique","solution":"534678912...",...}
//! ```
//!
//! An answer in words, such as a number or a verdict, is written in place of the 81 digits. Not
//! every format can do that, see [`Question::supports`](crate::Question::supports).

mod csv;
mod html;
mod json;
mod pretty;

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use crate::grid::{Candidates, Grid, join};
use crate::reply::{Case, Difficulty, MarkedGrid, Reply};
pub(crate) use csv::{PUZZLE_HEADER, differing_columns, header as csv_header};
pub(crate) use html::HEAD as HTML_HEAD;
pub(crate) use pretty::find_ambiguity;

/// How answers are written. The command line shows these comments as its help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum OutputFormat {
    /// 81 digits on a line, which is empty if there is no answer.
    #[default]
    Line,
    /// Nine lines of nine digits.
    Packed,
    /// Nine lines of nine digits, separated by spaces.
    Spaced,
    /// A frame around each grid; in color, clues are bold.
    Pretty,
    /// The columns of the record, or the puzzle, and the answer.
    Csv,
    /// A JSON object on a line, with everything that is known.
    Json,
    /// A page to print, six grids to a sheet.
    Html,
}

impl OutputFormat {
    /// Appends the answer to a record, and a separator before it if the format has one.
    pub(crate) fn write(self, case: &Case<'_>, reply: &Reply<'_>, color: bool, out: &mut Buffer) {
        match self {
            OutputFormat::Line => write_line(case, reply, out),
            OutputFormat::Packed | OutputFormat::Spaced => {
                write_rows(case, reply, self == OutputFormat::Spaced, out)
            }
            OutputFormat::Pretty => pretty::write(case, reply, color, out),
            OutputFormat::Csv => csv::write(case, reply, out),
            OutputFormat::Json => json::write(case, reply, out),
            OutputFormat::Html => html::write(case, reply, out),
        }
    }
}

/// Replies that a worker has written and the stream has not yet passed on.
///
/// A separator stands between two replies, never before the first or after the last. A worker that
/// starts a new buffer does not know whether it holds the first reply of the output. So it also
/// puts a separator before that reply, and the stream leaves it out if nothing has been written.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    pub(crate) bytes: Vec<u8>,
    /// The length of a separator before the first reply.
    pub(crate) leading: usize,
}

impl Buffer {
    /// Separates what has been written from the next reply.
    fn separate(&mut self, separator: &str) {
        if self.bytes.is_empty() {
            self.leading = separator.len();
        }
        self.push_str(separator);
    }

    fn push_str(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Appends a formatted text, for `write!`.
    fn write_fmt(&mut self, text: fmt::Arguments<'_>) {
        // Writing to memory does not fail.
        let _ = self.bytes.write_fmt(text);
    }
}

/// One line for each record: its answer, or nothing. The solutions of a record, if all are listed,
/// are separated from the solutions of the next by an empty line.
fn write_line(case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    match reply {
        Reply::NoneListed => return out.separate("\n"),
        Reply::Listed(1, _) => out.separate("\n"),
        _ => (),
    }
    if case.input.with_filename {
        write!(out, "{}:", case.input.name);
    }
    match reply.grid(case.record) {
        Some(grid) => push_grid(grid, out),
        None => out.push_str(&words(case, reply)),
    }
    out.push_str("\n");
}

/// Appends the line of a solution. Most records of most streams need nothing else.
pub(crate) fn push_solution(solution: &Grid, out: &mut Vec<u8>) {
    out.extend_from_slice(&solution.to_digits());
    out.push(b'\n');
}

/// Nine lines for each grid, and nothing for a record without an answer. Pencil marks only show
/// their naked singles.
fn write_rows(case: &Case<'_>, reply: &Reply<'_>, is_spaced: bool, out: &mut Buffer) {
    let Some((grid, marks)) = reply.grid(case.record) else {
        return;
    };
    let text = marks.map_or(*grid, Candidates::to_grid).to_digits();
    start_block(case, reply, out);
    for row in text.chunks_exact(9) {
        if is_spaced {
            out.bytes
                .extend(row.iter().flat_map(|&digit| [digit, b' ']).take(17));
        } else {
            out.bytes.extend_from_slice(row);
        }
        out.bytes.push(b'\n');
    }
}

/// The words of a reply that is not a grid, or about a grid; empty if there is no answer. If the
/// answer shows messages, they replace the words of a failed check.
fn words<'a>(case: &'a Case<'_>, reply: &'a Reply<'_>) -> Cow<'a, str> {
    match reply {
        Reply::Count { counted, more } => {
            format!("{}{counted}", if *more { ">=" } else { "" }).into()
        }
        Reply::Verdict | Reply::NotUnique => case.verdict().unwrap_or_default().into(),
        Reply::Check(Ok(())) => "ok".into(),
        Reply::Check(Err(_)) if !case.messages.is_empty() => case.messages.join("\n").into(),
        Reply::Check(Err(failure)) => failure.what.as_str().into(),
        Reply::Redundant(clues) if clues.is_empty() => "minimal".into(),
        Reply::Redundant(clues) => join(clues, " ").into(),
        Reply::Rating(rating) => rating.to_string().into(),
        Reply::Steps(steps, left) => {
            let end = match count_unsolved_cells(left) {
                0 if steps.is_empty() => Some("0.0 solved".into()),
                0 => None,
                unsolved => Some(format!("{} {unsolved} open", Difficulty::BEYOND)),
            };
            join(steps.iter().map(ToString::to_string).chain(end), "; ").into()
        }
        Reply::Solution(_) if case.has_several() => "one of several solutions".into(),
        // The others are grids, or nothing.
        _ => "".into(),
    }
}

/// The number of cells with no candidate or several.
fn count_unsolved_cells(candidates: &Candidates) -> usize {
    candidates
        .masks()
        .iter()
        .filter(|mask| !mask.is_power_of_two())
        .count()
}

/// The title of a grid, or else its number, and words about it.
fn caption(case: &Case<'_>, words: &str) -> String {
    let title = case
        .record
        .title
        .map_or(case.record.number.to_string(), str::to_string);
    title + if words.is_empty() { "" } else { ": " } + words
}

/// Separates an answer of several lines from the one before: by an empty line, and by two where the
/// solutions of a record start. The name of the input becomes a comment above it.
fn start_block(case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    out.separate(if matches!(reply, Reply::Listed(1, _)) {
        "\n\n"
    } else {
        "\n"
    });
    if case.input.with_filename {
        writeln!(out, "# {}", case.input.name);
    }
}

/// Appends 81 cells, or 729 pencil marks if the grid has any.
fn push_grid((grid, marks): MarkedGrid<'_>, out: &mut Buffer) {
    match marks {
        Some(marks) => write!(out, "{marks}"),
        None => out.bytes.extend_from_slice(&grid.to_digits()),
    }
}

#[cfg(test)]
mod tests;
