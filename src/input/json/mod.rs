//! JSON: objects or grids one after the other, as on the lines of `jsonl`, or the elements of
//! arrays.
//!
//! ```text
//! {"id": 7, "puzzle": "53..7....6..195..."}       the puzzle is a member; other scalars are kept
//! [{"puzzle": ...}, {"puzzle": ...}]              elements are read one by one
//! {"name": "easy", "puzzles": [...]}              a document is held while it is read
//! ```
//!
//! `serde_json` parses each value. Text that is not JSON makes one bad record. If it is an object
//! or array that ends on its first line, reading goes on there; otherwise its lines are skipped, up
//! to one that can start a value.
//!
//! # The files
//!
//! ```text
//! detect          whether an input is JSON
//! mod             finds the next value, and consumes what is between values
//! values          parses a value, and decides what becomes of it
//!   upcoming      how much of the input a value can take
//!   parse         the value at the start of a text, by serde_json
//!   broken        what is wrong with a broken value, and where it ends
//!   python        Python and JavaScript as JSON
//!   numbers       rows without their brackets
//! recorder        adds the records of a value
//!   grid, array   its shape: a grid, an object or an array of other values
//!   search        the puzzle of an object, and its other members
//!   members       the members that the output repeats
//! ```
//!
//! All use the members of an `object`, the text of a `scalar`, and the `place` of a value.
//!
//! What becomes of a value is decided from the inside out:
//!
//! ```text
//! FirstValue or Unparsed    what the parser says: an object or another value; cut off or broken
//! Outcome or Stop           what has become of the value: added, opened, refused or a title
//! Next or Stop              what the reader has to do: consume bytes, or read a line
//! ```
//!
//! [`Stop`] is the same for all: more of the input must be read first, or it ends.

mod array;
mod broken;
mod detect;
mod grid;
mod members;
mod numbers;
mod object;
mod parse;
mod place;
mod python;
mod recorder;
mod scalar;
mod search;
mod upcoming;
mod values;

use std::sync::Arc;

use memchr::{memchr, memchr2};

use super::InputOptions;
use super::error::{Fault, LONGEST_LINE, ParseError};
use super::header::Header;
use super::lines::Line;
use super::records::ParseContext;
use super::stop::{Incomplete, Stop};
use super::words::is_comment_line;
use broken::nul_error;
use detect::starts_with_member;
use place::column_after;
use upcoming::Upcoming;
use values::{Outcome, Values};

pub(super) use detect::{JsonStart, detect};
pub(super) use object::Object;
pub(super) use scalar::content_of;
pub(super) use upcoming::Unread;

/// How deep objects and arrays can be nested.
const MAX_DEPTH: usize = 16;

/// What the caller has to do with the start of the unread text.
pub(super) enum Next {
    /// Consume this many bytes: a value that has been read, or something between values.
    Take(usize),
    /// Read the line, which starts no value.
    NotAValue,
}

/// Reads the values of an input.
pub(super) struct Json {
    values: Values,
    /// The number of open arrays around the next byte.
    depth: usize,
    /// The column of the next byte, in characters from 1.
    column: usize,
    /// The number of spaces and tabs at the start of its line.
    line_indent: usize,
    /// The rest of the line is skipped.
    skips_line: bool,
    /// The indent of the line on which a broken value starts, until a line does not continue it.
    broken_indent: Option<usize>,
}

impl Json {
    pub(super) fn new(options: &InputOptions) -> Json {
        Json {
            values: Values::new(options),
            depth: 0,
            column: 1,
            line_indent: 0,
            skips_line: false,
            broken_indent: None,
        }
    }

    /// Begins an input that is JSON as a whole. From now on, records keep their members. Before,
    /// only [`Json::read_object`] can be called.
    pub(super) fn begin(&mut self) {
        self.values.recorder.keeps_members = true;
    }

    /// The members of the first record.
    pub(super) fn header(&self) -> Option<Arc<Header>> {
        self.values.recorder.header.clone()
    }

    /// The number of grids that were left out because they solve the grid above them.
    pub(super) fn omitted_solutions(&self) -> u64 {
        self.values.recorder.omitted_solutions
    }

    /// Reads an object on a line of another format.
    pub(super) fn read_object(&mut self, line: &Line<'_>, context: &mut ParseContext<'_>) {
        self.values.read_object(line, context);
    }

    /// Takes the next value, or what is between values.
    pub(super) fn read(
        &mut self,
        unread: Unread<'_>,
        context: &mut ParseContext<'_>,
    ) -> Result<Next, Stop> {
        let upcoming = Upcoming::new(&unread, self.column, self.depth);
        let next = self.take_next(&upcoming, context)?;
        if let Next::Take(length) = next {
            self.column = column_after(self.column, &unread.text[..length]);
        }
        Ok(next)
    }

    fn take_next(
        &mut self,
        upcoming: &Upcoming<'_>,
        context: &mut ParseContext<'_>,
    ) -> Result<Next, Stop> {
        if upcoming.indent > LONGEST_LINE {
            return Ok(self.take_long_indent(upcoming));
        }
        let Some(&first) = upcoming.text.first() else {
            return Err(self.stop_at_end(upcoming));
        };
        if self.skips_line {
            return self.skip_line(upcoming);
        }
        if upcoming.starts_line() {
            self.line_indent = upcoming.indent;
            if self.continues_broken_value(upcoming)? {
                return self.skip_line(upcoming);
            }
            self.broken_indent = None;
        }
        if self.depth > 0 {
            self.read_in_array(first, upcoming, context)
        } else {
            self.read_top_level(first, upcoming, context)
        }
    }

    /// Takes an indent that is longer than a line may be.
    fn take_long_indent(&self, upcoming: &Upcoming<'_>) -> Next {
        if self.depth == 0 && upcoming.starts_line() {
            // The reader of lines refuses it.
            return Next::NotAValue;
        }
        take(upcoming, 0)
    }

    /// Ends the input, or waits for more after an indent.
    fn stop_at_end(&self, upcoming: &Upcoming<'_>) -> Stop {
        if upcoming.can_go_on {
            return Stop::Incomplete;
        }
        if self.depth == 0 {
            return Stop::End(None);
        }
        let found = "the end of the input";
        let fault = Fault::expected("expected the end of a JSON array", found);
        ParseError::new(upcoming.line, None, fault).into()
    }

    /// Whether a line belongs to the broken value above it: it is indented more, or starts with a
    /// member or the end of an object.
    fn continues_broken_value(&self, upcoming: &Upcoming<'_>) -> Result<bool, Incomplete> {
        let Some(broken_indent) = self.broken_indent else {
            return Ok(false);
        };
        if upcoming.indent > broken_indent {
            return Ok(true);
        }
        match upcoming.text {
            [b'}', ..] => Ok(true),
            [b'"' | b'\'', ..] => match starts_with_member(upcoming.text) {
                Err(Incomplete) if !upcoming.can_go_on => Ok(true),
                starts => starts,
            },
            _ => Ok(false),
        }
    }

    /// Takes what starts with the byte `first` outside of arrays.
    fn read_top_level(
        &mut self,
        first: u8,
        upcoming: &Upcoming<'_>,
        context: &mut ParseContext<'_>,
    ) -> Result<Next, Stop> {
        match first {
            b'{' | b'[' => self.read_value(upcoming, context),
            // An empty line, too, is left to the reader of lines.
            _ if upcoming.starts_line() => Ok(Next::NotAValue),
            b'\n' | b'\r' | b',' => Ok(take(upcoming, 1)),
            // The tail of a value.
            _ => self.skip_line(upcoming),
        }
    }

    /// Takes what starts with the byte `first` in an array.
    fn read_in_array(
        &mut self,
        first: u8,
        upcoming: &Upcoming<'_>,
        context: &mut ParseContext<'_>,
    ) -> Result<Next, Stop> {
        if upcoming.is_cut_off_word() {
            return Err(Stop::Incomplete);
        }
        match first {
            b'\n' | b'\r' | b',' => Ok(take(upcoming, 1)),
            b']' => {
                self.depth -= 1;
                Ok(take(upcoming, 1))
            }
            // The symbol that makes it a comment starts the text.
            _ if is_comment_line(upcoming.text) => self.skip_line(upcoming),
            _ => self.read_value(upcoming, context),
        }
    }

    fn read_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        context: &mut ParseContext<'_>,
    ) -> Result<Next, Stop> {
        match self.values.read(upcoming, context)? {
            Outcome::Added(length) => Ok(take(upcoming, length)),
            Outcome::OpenArray => {
                self.depth += 1;
                Ok(take(upcoming, 1))
            }
            Outcome::Broken => {
                self.broken_indent = Some(self.line_indent);
                self.skip_line(upcoming)
            }
            Outcome::Title => Ok(Next::NotAValue),
        }
    }

    /// Skips the rest of a line, or what has been read of it. The text must not be empty.
    ///
    /// # Errors
    /// It has a NUL byte.
    fn skip_line(&mut self, upcoming: &Upcoming<'_>) -> Result<Next, Stop> {
        let end = memchr2(b'\n', b'\r', upcoming.text);
        let length = end.unwrap_or(upcoming.text.len());
        if memchr(0, &upcoming.text[..length]).is_some() {
            return Err(nul_error(upcoming.line).into());
        }
        self.skips_line = end.is_none();
        Ok(take(upcoming, length + usize::from(end.is_some())))
    }
}

/// Takes the indent, and this much of the text after it.
fn take(upcoming: &Upcoming<'_>, length: usize) -> Next {
    Next::Take(upcoming.indent + length)
}
