//! The places of values in the input.

use std::cell::Cell;

use memchr::memrchr2;

use crate::input::error::{Fault, ParseError};
use crate::input::lines::{Line, count_characters, count_line_ends};

/// The text that values are a part of, and where it is in the input.
pub(super) struct Source<'a> {
    pub(super) text: &'a [u8],
    start: Place,
    /// The last place that was asked for. The next is found from there, so the time for the places
    /// of all values in a document is linear.
    last: Cell<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    offset: usize,
    line: u64,
    /// In characters, from 1.
    column: usize,
}

impl Place {
    /// The place after a text that starts here.
    fn after(self, passed: &[u8]) -> Place {
        Place {
            offset: self.offset + passed.len(),
            line: self.line + count_line_ends(passed),
            column: column_after(self.column, passed),
        }
    }
}

/// The column after a text that starts in a column.
pub(super) fn column_after(column: usize, passed: &[u8]) -> usize {
    match memrchr2(b'\n', b'\r', passed) {
        Some(end) => 1 + count_characters(&passed[end + 1..]),
        None => column + count_characters(passed),
    }
}

impl<'a> Source<'a> {
    /// A text that starts at this line and column, both 1-based.
    pub(super) fn new(text: &'a [u8], line: u64, column: usize) -> Source<'a> {
        let start = Place {
            offset: 0,
            line,
            column,
        };
        Source {
            text,
            start,
            last: Cell::new(start),
        }
    }

    /// A part of the text.
    pub(super) fn part(&self, part: &'a str) -> Line<'a> {
        let place = self.place(self.offset_of(part));
        Line {
            first_column: place.column,
            ..Line::new(place.line, part.as_bytes())
        }
    }

    /// The line of a part of the text.
    pub(super) fn line_of(&self, part: impl AsRef<[u8]>) -> u64 {
        self.line_at(self.offset_of(part))
    }

    /// The line of a byte of the text.
    pub(super) fn line_at(&self, offset: usize) -> u64 {
        self.place(offset).line
    }

    /// An error at a part of the text.
    pub(super) fn error_in(&self, part: impl AsRef<[u8]>, fault: Fault) -> ParseError {
        self.error_at(self.offset_of(part), fault)
    }

    /// An error at a byte of the text.
    pub(super) fn error_at(&self, offset: usize, fault: Fault) -> ParseError {
        let place = self.place(offset);
        ParseError::new(place.line, Some(place.column), fault)
    }

    fn offset_of(&self, part: impl AsRef<[u8]>) -> usize {
        part.as_ref().as_ptr() as usize - self.text.as_ptr() as usize
    }

    fn place(&self, offset: usize) -> Place {
        let last = self.last.get();
        let from = if last.offset <= offset {
            last
        } else {
            self.start
        };
        let place = from.after(&self.text[from.offset..offset]);
        self.last.set(place);
        place
    }
}
