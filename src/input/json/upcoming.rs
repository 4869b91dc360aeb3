//! The text ahead of the reader, and how much of it the next value can take.

use memchr::memchr2;

use super::MAX_DEPTH;
use super::place::Source;
use crate::input::error::LONGEST_LINE;
use crate::input::stop::Incomplete;

/// The part of the input that has been read but not consumed.
pub(in crate::input) struct Unread<'a> {
    pub(in crate::input) text: &'a [u8],
    /// The line that the text starts on.
    pub(in crate::input) line: u64,
    pub(in crate::input) is_at_end: bool,
}

/// An indent, and a text that may start with a value.
///
/// ```text
/// [{"puzzle": "53..7...."},    {"puzzle": ".8....
///                          ----|--------------...
///                        indent text
/// ```
#[derive(Clone, Copy)]
pub(super) struct Upcoming<'a> {
    /// The number of spaces and tabs in front of the text.
    pub(super) indent: usize,
    pub(super) text: &'a [u8],
    /// The line and the column, in characters from 1, of the text.
    pub(super) line: u64,
    pub(super) column: usize,
    /// The number of open arrays around it.
    pub(super) depth: usize,
    /// A value can go on after the text, in a part of the input that has not been read.
    pub(super) can_go_on: bool,
}

impl<'a> Upcoming<'a> {
    /// The start of an unread text, which is in this column and inside `depth` open arrays.
    pub(super) fn new(unread: &Unread<'a>, column: usize, depth: usize) -> Upcoming<'a> {
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let indent = unread.text.iter().take_while(is_space).count();
        Upcoming {
            indent,
            text: &unread.text[indent..],
            line: unread.line,
            column: column + indent,
            depth,
            can_go_on: !unread.is_at_end,
        }
    }

    pub(super) fn source(&self) -> Source<'a> {
        Source::new(self.text, self.line, self.column)
    }

    /// Whether only an indent is in front of the text on its line.
    pub(super) fn starts_line(&self) -> bool {
        self.column == self.indent + 1
    }

    /// Whether the text is a word that may go on. A number is such a word, and a slash that may be
    /// the first of a comment. Cut off, it could look whole or broken.
    pub(super) fn is_cut_off_word(&self) -> bool {
        let ends_word = |byte: &u8| b" \t\r\n,:\"'[]{}".contains(byte);
        self.can_go_on && self.text.len() <= LONGEST_LINE && !self.text.iter().any(ends_word)
    }

    /// Whether the line that has the byte at this offset may go on after the text.
    pub(super) fn has_cut_off_line(&self, offset: usize) -> bool {
        self.can_go_on
            && self.text.len() <= LONGEST_LINE
            && memchr2(b'\n', b'\r', &self.text[offset..]).is_none()
    }

    /// Whether the text starts with an array whose elements can be read one by one.
    pub(super) fn can_open(&self) -> bool {
        self.text.starts_with(b"[") && self.depth < MAX_DEPTH
    }

    /// Whether a cut-off array is read element by element: it is too long to wait for, or its end
    /// will not come.
    pub(super) fn opens_if_cut_off(&self) -> bool {
        self.can_open() && (!self.can_go_on || self.text.len() > LONGEST_LINE)
    }
}

/// What the parser has looked at without consuming it. Each byte is parsed a bounded number of
/// times, so the time is linear.
#[derive(Default)]
pub(super) struct Lookahead {
    /// How many bytes of the next value have been parsed without reaching its end.
    tried_length: usize,
    /// The lines above this one have been searched for the end of a value that turned out to be
    /// broken. A value that starts there must end with its line.
    searched_up_to_line: u64,
}

impl Lookahead {
    /// Cuts the text to what can belong to the next value.
    pub(super) fn cut<'a>(&self, upcoming: Upcoming<'a>) -> Result<Upcoming<'a>, Incomplete> {
        if self.should_wait(&upcoming) {
            return Err(Incomplete);
        }
        if upcoming.line < self.searched_up_to_line {
            return cut_to_line(upcoming);
        }
        Ok(upcoming)
    }

    /// Whether a long value has not yet doubled its length since it was tried.
    fn should_wait(&self, upcoming: &Upcoming<'_>) -> bool {
        upcoming.can_go_on
            && self.tried_length > LONGEST_LINE
            && upcoming.text.len() < 2 * self.tried_length
    }

    /// Notes that the next value goes on after this many bytes.
    pub(super) fn note_incomplete(&mut self, length: usize) {
        self.tried_length = length;
    }

    /// Begins the next value.
    pub(super) fn reset(&mut self) {
        self.tried_length = 0;
    }

    /// Notes that the parser has looked at all lines above this one.
    pub(super) fn note_searched(&mut self, line: u64) {
        self.searched_up_to_line = self.searched_up_to_line.max(line);
    }
}

/// Cuts the text to its line, the end of which must have been read.
fn cut_to_line(upcoming: Upcoming<'_>) -> Result<Upcoming<'_>, Incomplete> {
    let text = upcoming.text;
    let line_end = memchr2(b'\n', b'\r', text);
    if upcoming.can_go_on && line_end.is_none() && text.len() <= LONGEST_LINE {
        return Err(Incomplete);
    }
    Ok(Upcoming {
        text: &text[..line_end.unwrap_or(text.len())],
        can_go_on: false,
        ..upcoming
    })
}
