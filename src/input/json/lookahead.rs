//! The text in front of the reader, and how much of it a value needs.

use memchr::memchr2;

use super::place::Source;
use crate::input::error::LONGEST_LINE;

/// The part of the input that has been read but not taken.
#[derive(Clone, Copy)]
pub(in crate::input) struct Rest<'a> {
    /// The number of spaces and tabs in front of the text.
    pub(super) indent: usize,
    pub(super) text: &'a [u8],
    /// The line that the text starts on.
    pub(super) line: u64,
    pub(super) is_at_end: bool,
}

impl<'a> Rest<'a> {
    pub(in crate::input) fn new(text: &'a [u8], line: u64, is_at_end: bool) -> Rest<'a> {
        Rest {
            indent: 0,
            text,
            line,
            is_at_end,
        }
    }

    /// Passes the spaces and tabs at the start.
    pub(super) fn after_indent(self) -> Rest<'a> {
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let indent = self.text.iter().take_while(is_space).count();
        Rest {
            indent,
            text: &self.text[indent..],
            ..self
        }
    }
}

/// The text that starts with a value after an indent.
pub(super) struct Upcoming<'a> {
    pub(super) indent: usize,
    pub(super) text: &'a [u8],
    /// The place of the value.
    pub(super) line: u64,
    pub(super) column: usize,
    extent: Extent,
    pub(super) is_at_end: bool,
}

/// Where a value may end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// On any line.
    Open,
    /// On its first line, which is the text.
    Line,
    /// On its first line, of which only the start has been read.
    PartOfLine,
}

impl<'a> Upcoming<'a> {
    pub(super) fn source(&self) -> Source<'a> {
        Source::new(self.text, self.line, self.column)
    }

    /// Whether what follows the text cannot belong to the value.
    pub(super) fn must_end(&self) -> bool {
        self.is_at_end || self.extent != Extent::Open
    }
}

/// How far the parser has looked ahead. This keeps the time linear.
#[derive(Default)]
pub(super) struct Lookahead {
    /// The length at which the last parse of the next value was incomplete.
    tried: usize,
    /// The lines above this one have been searched for the end of a value that turned out to be
    /// broken. A value that starts there must end with its line.
    searched_line: u64,
}

impl Lookahead {
    /// The value at the start of the rest, which is at this column.
    pub(super) fn upcoming<'a>(&self, rest: Rest<'a>, column: usize) -> Upcoming<'a> {
        let (text, extent) = self.extent(rest);
        Upcoming {
            indent: rest.indent,
            text,
            line: rest.line,
            column,
            extent,
            is_at_end: rest.is_at_end,
        }
    }

    fn extent<'a>(&self, rest: Rest<'a>) -> (&'a [u8], Extent) {
        if rest.line >= self.searched_line {
            return (rest.text, Extent::Open);
        }
        match memchr2(b'\n', b'\r', rest.text) {
            Some(end) => (&rest.text[..end], Extent::Line),
            None => (rest.text, Extent::PartOfLine),
        }
    }

    /// Whether more of a value must be read before it is looked at. A long one is tried again only
    /// if it has doubled.
    pub(super) fn needs_more(&self, upcoming: &Upcoming<'_>) -> bool {
        let length = upcoming.text.len();
        let is_short = self.tried > LONGEST_LINE && length < 2 * self.tried;
        let is_part = upcoming.extent == Extent::PartOfLine && length <= LONGEST_LINE;
        !upcoming.is_at_end && (is_short || is_part)
    }

    /// Notes that this much of the next value is incomplete; 0 if it has not been tried.
    pub(super) fn set_tried(&mut self, length: usize) {
        self.tried = length;
    }

    /// Notes that the parser has looked at all lines above this one.
    pub(super) fn set_searched(&mut self, line: u64) {
        self.searched_line = self.searched_line.max(line);
    }
}
