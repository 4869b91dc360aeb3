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
//! pretty    # 1                                  the caption: the title of the grid, or its number; words
//!           ┌───────┬───────┬───────┐            grids are framed
//!           │ 5 3 4 │ 6 7 8 │ 9 1 2 │
//!           ...
//! csv       id,puzzle,solution                   the header of the input and one more column
//!           7,53..7....6..195...,534678912...    the columns of the record and one more field
//!
//! html      <table><caption>1</caption>           one page; a table for each grid
//!           <tr><td><b>5</b><td>3<td>...
//!
//! json      {"file":"puzzles.txt","line":1,"puzzle":"530070000...","verdict":"unique","solution":"534678912...",...}
//! ```
//!
//! An answer in words, such as a number or a verdict, is written in place of the 81 digits. Not
//! every format can do that, see [`Question::supports`](crate::Question::supports).

mod csv;
mod html;
mod json;
mod object;
mod pretty;

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use crate::grid::{Candidates, Grid, MarkedRef, join};
use crate::input::records::Header;
use crate::question::case::{Case, Verdict};
use crate::question::options::OutputFormat;
use crate::question::reply::{Difficulty, Reply, Step};
use crate::question::status::Message;
pub(crate) use csv::{PUZZLE_HEADER, differing_columns};

/// What comes before the first reply in this format.
pub(crate) fn head_of(format: OutputFormat) -> &'static str {
    match format {
        OutputFormat::Html => html::HEAD,
        OutputFormat::Line
        | OutputFormat::Packed
        | OutputFormat::Spaced
        | OutputFormat::Pretty
        | OutputFormat::Csv
        | OutputFormat::Json => "",
    }
}

/// How replies are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style<'a> {
    pub(crate) format: OutputFormat,
    /// Use the colors of a terminal in drawings.
    pub(crate) color: bool,
    /// The name of the input, if it goes with each reply.
    pub(crate) file_name: Option<&'a str>,
    /// Start lines of words with the caption of their grid.
    pub(crate) captions_words: bool,
    /// The columns under which csv is written, if those of the records differ.
    pub(crate) first_header: Option<&'a Header>,
}

impl Style<'_> {
    /// The line above csv replies to an input with this header. `names`: those that the column of
    /// the replies can have, in order of preference.
    pub(crate) fn csv_header(&self, input: Option<&Header>, names: &[&str]) -> Vec<u8> {
        csv::header(self, input, names)
    }

    /// Appends the reply to a record, and a separator before it if the format has one.
    pub(crate) fn write(&self, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
        match self.format {
            OutputFormat::Line => self.write_line(case, reply, out),
            OutputFormat::Packed | OutputFormat::Spaced => self.write_rows(case, reply, out),
            OutputFormat::Pretty => pretty::write(self, case, reply, out),
            OutputFormat::Csv => csv::write(self, case, reply, out),
            OutputFormat::Json => json::write(case, reply, out),
            OutputFormat::Html => html::write(self, case, reply, out),
        }
    }

    /// Why a reply would be read back as something else. Such a reply is not written.
    pub(crate) fn find_ambiguity(&self, case: &Case<'_>, reply: &Reply<'_>) -> Option<Message> {
        match self.format {
            OutputFormat::Pretty => pretty::find_ambiguity(case, reply),
            // Packed and spaced rows leave out pencil marks.
            OutputFormat::Line
            | OutputFormat::Packed
            | OutputFormat::Spaced
            | OutputFormat::Csv
            | OutputFormat::Json
            | OutputFormat::Html => None,
        }
    }

    /// One line for each record: its reply, or nothing. The solutions of a record, if all are
    /// listed, are separated from the solutions of the next by an empty line.
    fn write_line(&self, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
        match reply {
            Reply::NoneListed => return out.separate("\n"),
            Reply::Listed(1, _) => out.separate("\n"),
            _ => (),
        }
        if let Some(name) = self.file_name {
            write!(out, "{name}:");
        }
        match reply.grid(case.record) {
            Some(grid) => grid.push_to(&mut out.bytes),
            None => self.push_words(case, reply, out),
        }
        out.push_str("\n");
    }

    /// Appends the words of a reply, with a caption if that is wanted. Messages name the line of the
    /// grid themselves.
    fn push_words(&self, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
        let words = words(case, reply);
        if self.captions_words && case.messages.is_empty() {
            out.push_str(&caption(case, &words));
        } else {
            out.push_str(&words);
        }
    }

    /// Nine lines for each grid, and nothing for a record without one. Pencil marks only show their
    /// naked singles.
    fn write_rows(&self, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
        let Some(MarkedRef { grid, marks }) = reply.grid(case.record) else {
            return;
        };
        let digits = marks.map_or(*grid, Candidates::to_grid).to_digits();
        self.start_block(reply, out);
        for row in digits.as_chunks::<9>().0 {
            if self.format == OutputFormat::Spaced {
                let mut spaced = row.map(|digit| [digit, b' ']);
                spaced[8][1] = b'\n';
                out.bytes.extend_from_slice(spaced.as_flattened());
            } else {
                out.bytes.extend_from_slice(row);
                out.push_str("\n");
            }
        }
    }

    /// Separates a reply of several lines from the one before: by an empty line, and by two where
    /// the solutions of a record start. The name of the input becomes a comment above it.
    fn start_block(&self, reply: &Reply<'_>, out: &mut Buffer) {
        match reply {
            Reply::Listed(1, _) => out.separate("\n\n"),
            _ => out.separate("\n"),
        }
        if let Some(name) = self.file_name {
            writeln!(out, "# {name}");
        }
    }
}

/// Replies that a thread has written and the stream has not yet passed on.
///
/// A separator stands between two replies, never before the first or after the last. A thread that
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

/// Appends the line of a solution. Most records of most streams need nothing else.
pub(crate) fn push_solution(solution: &Grid, out: &mut Vec<u8>) {
    out.extend_from_slice(&solution.to_digits());
    out.push(b'\n');
}

/// The words of a reply that is not a grid, or about a grid; empty if there is nothing to say. If
/// the reply shows messages, they replace the words of a failed check.
fn words<'a>(case: &'a Case<'_>, reply: &'a Reply<'_>) -> Cow<'a, str> {
    match reply {
        Reply::Count(count) if count.has_more => format!(">={}", count.solutions).into(),
        Reply::Count(count) => count.solutions.to_string().into(),
        Reply::Verdict | Reply::NotUnique => case.verdict().map_or("", Verdict::word).into(),
        Reply::Check(Ok(())) => "ok".into(),
        Reply::Check(Err(failure)) if case.messages.is_empty() => failure.what().into(),
        Reply::Check(Err(_)) => case.messages.join("\n").into(),
        Reply::Redundant([]) => "minimal".into(),
        Reply::Redundant(clues) => join(*clues, " ").into(),
        Reply::Rating(rating) => rating.to_string().into(),
        Reply::Steps(steps, left) => words_of_steps(steps, left).into(),
        // The first stands for the grid itself. A malformed record has no equivalents, only lines.
        Reply::Equivalent(index @ 2..) if case.record.puzzle.is_ok() => {
            format!("equivalent {index}").into()
        }
        Reply::Solution(_) if case.has_multiple_solutions() => "one of several solutions".into(),
        Reply::Nothing
        | Reply::NoneListed
        | Reply::Solution(_)
        | Reply::Listed(..)
        | Reply::Minimized(_)
        | Reply::Candidates(_)
        | Reply::Canonical(_)
        | Reply::Record
        | Reply::PencilMarks(_)
        | Reply::Equivalent(_) => "".into(),
    }
}

/// The steps, and at the end how many cells they leave open.
fn words_of_steps(steps: &[Step], left: &Candidates) -> String {
    let unsolved = count_unsolved_cells(left);
    let end = if unsolved > 0 {
        Some(format!("{} {unsolved} open", Difficulty::BEYOND))
    } else if steps.is_empty() {
        Some("0.0 solved".to_string())
    } else {
        None
    };
    join(steps.iter().map(ToString::to_string).chain(end), "; ")
}

/// The number of cells with no candidate or several.
fn count_unsolved_cells(candidates: &Candidates) -> usize {
    candidates
        .masks()
        .iter()
        .filter(|mask| !mask.is_power_of_two())
        .count()
}

/// The caption of a reply: the title of the grid, or else its number, and words about it.
fn caption(case: &Case<'_>, words: &str) -> String {
    let name = match case.record.title_or_column() {
        Some(title) => title.into_owned(),
        None => case.record.number.to_string(),
    };
    if words.is_empty() {
        name
    } else {
        format!("{name}: {words}")
    }
}

#[cfg(test)]
mod tests;
