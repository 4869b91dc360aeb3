//! What all output formats share: what they implement, what they are given, and how parts of it are written.

use super::buffer::Buffer;
use crate::grid::{CELLS, Candidates, Grid};
use crate::response::{Content, Group, Response, Text, Verdict};

/// How to write one format.
pub(super) trait Format: Sync {
    /// Appends the answer to a record, after the separator that is due, if any.
    fn write(&self, record: &OutputRecord<'_>, color: bool, out: &mut Buffer);

    /// See [`super::OutputFormat::write_blank_line`].
    fn write_blank_line(&self, _out: &mut Buffer) {}

    /// See [`super::OutputFormat::supports`].
    fn supports(&self, _content: Content) -> bool {
        true
    }

    /// See [`super::OutputFormat::shows_details`].
    fn shows_details(&self) -> bool {
        false
    }

    /// See [`super::OutputFormat::header`].
    fn header(&self, _input: Option<&InputHeader<'_>>, _names: &[&str]) -> Option<Vec<u8>> {
        None
    }
}

/// A record and the response to it. Each format takes what it has a place for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputRecord<'a> {
    /// The name of the input.
    pub(crate) input: &'a str,
    /// The line of the record, from 1.
    pub(crate) line: u64,
    /// The puzzle, unless the record is malformed.
    pub(crate) puzzle: Option<&'a Grid>,
    /// The pencil marks, if the record has any.
    pub(crate) candidates: Option<&'a Candidates>,
    /// The columns of the record, if its input is csv; they end with the delimiter before the answer.
    pub(crate) columns: Option<&'a [u8]>,
    /// The verdict, if it is known.
    pub(crate) verdict: Option<Verdict>,
    /// The answer.
    pub(crate) response: &'a Response,
    /// The messages about the record, if there are any.
    pub(crate) message: Option<&'a str>,
}

/// The header of a csv input.
#[derive(Clone, Copy)]
pub(crate) struct InputHeader<'a> {
    /// The line, without its end.
    pub(crate) text: &'a [u8],
    /// What separates the columns.
    pub(crate) delimiter: u8,
    /// Whether it has a column of this name, which is given in lower case; the header may have it in any case.
    pub(crate) has_column: &'a dyn Fn(&str) -> bool,
}

/// Separates an answer of several lines from the one before: by an empty line, and by two where a group starts.
pub(super) fn separate_blocks(response: &Response, out: &mut Buffer) {
    out.separate(if response.group == Some(Group::First) { "\n\n" } else { "\n" });
}

/// Appends an answer as it stands on a line.
pub(super) fn push_text(text: &Text, out: &mut Vec<u8>) {
    match text {
        Text::None => (),
        Text::Solution(solution) => out.extend_from_slice(&digits(solution)),
        Text::Words(words) => out.extend_from_slice(words.as_bytes()),
    }
}

/// Appends a puzzle as it stands on a line: its 729 pencil marks if it has any, else its 81 cells; nothing if it is
/// malformed.
pub(super) fn push_puzzle(record: &OutputRecord<'_>, out: &mut Buffer) {
    match (record.candidates, record.puzzle) {
        (Some(candidates), _) => out.push_display(candidates),
        (None, Some(puzzle)) => out.bytes.extend_from_slice(&digits(puzzle)),
        (None, None) => (),
    }
}

pub(super) fn digits(grid: &Grid) -> [u8; CELLS] {
    grid.cells().map(|d| b'0' + d)
}
