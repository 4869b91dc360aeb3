//! JSON: objects or grids one after the other, as on the lines of `jsonl`, or the elements of
//! arrays.
//!
//! ```text
//! {"id": 7, "puzzle": "53..7....6..195..."}       the puzzle is a member; other scalars are kept
//! [{"puzzle": ...}, {"puzzle": ...}]              elements are read one by one
//! {"name": "easy", "puzzles": [...]}              a document is held while it is read
//! ```
//!
//! `serde_json` parses each value. Text that is not JSON makes one bad record. If it is an object or
//! array that ends on its first line, reading goes on there; otherwise its lines are skipped, up to
//! one that can start a value.
//!
//! ```text
//! bytes --mod: parse, place--> value --grid, array--> its shape --recorder: search, members--> records
//! ```
//!
//! `detect` says whether an input is JSON, `lookahead` how much of it a value needs, and `broken` where
//! reading goes on after what is broken. `python` repairs what is almost JSON, and `numbers` finds
//! rows without their brackets.

mod array;
mod broken;
mod detect;
mod grid;
mod lookahead;
mod members;
mod numbers;
mod object;
mod parse;
mod place;
mod python;
mod recorder;
mod scalar;
mod search;

use std::sync::Arc;

use memchr::{memchr, memchr2};
use serde_json::value::RawValue;

use super::InputOptions;
use super::error::{Fault, LONGEST_LINE, ParseError};
use super::lines::{Line, NUL};
use super::records::Header;
use super::words::is_comment_line;
use broken::{Broken, Skipping, VALID_JSON};
use detect::{Peek, starts_with_member, starts_with_record};
use grid::Shape;
use lookahead::{Lookahead, Upcoming};
use numbers::{array_of_rows, length_of_numbers};
use parse::{First, first_value};
use place::{Source, column_after};
use python::json_of_python;
use recorder::{GRID_OR_OBJECT, Recorder};
use search::{MAX_DEPTH, has_records};

pub(super) use detect::{Start, detect};
pub(super) use lookahead::Rest;
pub(super) use object::Object;
pub(super) use recorder::Sink;
pub(super) use scalar::content_of;

/// The longest document that is held, in bytes: an object with lists of puzzles.
const LONGEST_DOCUMENT: usize = 1 << 26;

/// The most bytes after the place of an error that may have to be read as Python.
const MOST_REPAIRED: usize = 1 << 9;

/// A longer run of spaces is skipped as soon as it has been read, so that it is not counted again.
const LONG_INDENT: usize = 1 << 9;

/// What follows from the start of the text that has been read.
pub(super) enum Next {
    /// This many bytes are done with.
    Skip(usize),
    /// The next line starts no value, and is left to others.
    NotAValue,
    /// More of the input must be read first.
    Incomplete,
    /// The input ends here, perhaps with an error.
    End(Option<ParseError>),
}

/// Reads the values of an input.
pub(super) struct Json {
    recorder: Recorder,
    /// The number of open arrays.
    depth: usize,
    /// The column of the next byte, from 1, and the indent of its line.
    column: usize,
    indent: usize,
    skipping: Skipping,
    lookahead: Lookahead,
}

impl Json {
    pub(super) fn new(options: &InputOptions) -> Json {
        Json {
            recorder: Recorder::new(options),
            depth: 0,
            column: 1,
            indent: 0,
            skipping: Skipping::Nothing,
            lookahead: Lookahead::default(),
        }
    }

    /// Begins an input that is JSON.
    pub(super) fn begin(&mut self) {
        self.recorder.keeps_members = true;
    }

    /// The members of the first record.
    pub(super) fn header(&self) -> Option<Arc<Header>> {
        self.recorder.header.clone()
    }

    /// The number of grids that were left out because they solve the grid above them.
    pub(super) fn omitted_solutions(&self) -> u64 {
        self.recorder.omitted_solutions
    }

    /// Takes the next value, or what is between values.
    pub(super) fn read(&mut self, rest: Rest<'_>, sink: &mut Sink<'_>) -> Next {
        let next = self.take(rest, sink);
        if let Next::Skip(length) = next {
            self.column = column_after(self.column, &rest.text[..length]);
        }
        next
    }

    fn take(&mut self, rest: Rest<'_>, sink: &mut Sink<'_>) -> Next {
        if self.skipping.skips_line() {
            return self.skip_line(rest);
        }
        let rest = rest.after_indent();
        if rest.text.is_empty() && rest.indent > LONG_INDENT {
            return Next::Skip(rest.indent);
        }
        let Some(&first) = rest.text.first() else {
            return self.end(rest);
        };
        if self.column == 1 {
            self.indent = rest.indent;
            if self.continues_broken_value(rest.text) {
                return self.skip_line(rest);
            }
        }
        if self.depth > 0 {
            self.take_in_array(first, rest, sink)
        } else {
            self.take_outside(first, rest, sink)
        }
    }

    /// Takes what starts with a byte outside of arrays.
    fn take_outside(&mut self, first: u8, rest: Rest<'_>, sink: &mut Sink<'_>) -> Next {
        match first {
            b'{' | b'[' => self.read_value(&self.upcoming(rest), sink),
            _ if self.column == 1 => Next::NotAValue,
            b'\n' | b'\r' | b',' => Next::Skip(rest.indent + 1),
            // The tail of a value.
            _ => self.skip_line(rest),
        }
    }

    /// Takes what starts with a byte in an array.
    fn take_in_array(&mut self, first: u8, rest: Rest<'_>, sink: &mut Sink<'_>) -> Next {
        match first {
            b'\n' | b'\r' | b',' => Next::Skip(rest.indent + 1),
            b']' => {
                self.depth -= 1;
                Next::Skip(rest.indent + 1)
            }
            _ if is_comment_line(rest.text) => self.skip_line(rest),
            _ => self.read_value(&self.upcoming(rest), sink),
        }
    }

    /// Ends the input, or waits for more.
    fn end(&self, rest: Rest<'_>) -> Next {
        if !rest.is_at_end {
            return Next::Incomplete;
        }
        if self.depth == 0 {
            return Next::End(None);
        }
        let found = "the end of the input".into();
        let fault = Fault::Expected("expected the end of a JSON array", found);
        Next::End(Some(ParseError::new(rest.line, None, fault)))
    }

    /// Skips the rest of a line, or what has been read of it.
    fn skip_line(&mut self, rest: Rest<'_>) -> Next {
        let end = memchr2(b'\n', b'\r', rest.text);
        let line = &rest.text[..end.unwrap_or(rest.text.len())];
        if memchr(0, line).is_some() {
            return end_at_nul(rest.line);
        }
        let is_whole = end.is_some() || rest.is_at_end;
        if line.is_empty() && !is_whole {
            return Next::Incomplete;
        }
        self.skipping = if is_whole {
            self.skipping.after_line()
        } else {
            self.skipping.with_line()
        };
        let end_length = usize::from(end.is_some());
        Next::Skip(rest.indent + line.len() + end_length)
    }

    /// Whether a line belongs to the broken value above it: it is indented more, or starts with a
    /// member or the end of an object.
    fn continues_broken_value(&mut self, text: &[u8]) -> bool {
        let Skipping::Continuations { indent } = self.skipping else {
            return false;
        };
        let continues = self.indent > indent
            || text[0] == b'}'
            || text[0] == b'"' && starts_with_member(text) != Peek::No;
        if !continues {
            self.skipping = Skipping::Nothing;
        }
        continues
    }

    fn upcoming<'a>(&self, rest: Rest<'a>) -> Upcoming<'a> {
        self.lookahead.upcoming(rest, self.column + rest.indent)
    }

    /// Takes a value, or opens the array that it is.
    fn read_value(&mut self, upcoming: &Upcoming<'_>, sink: &mut Sink<'_>) -> Next {
        if self.lookahead.needs_more(upcoming) {
            return Next::Incomplete;
        }
        self.lookahead.set_tried(0);
        let &Upcoming { indent, text, .. } = upcoming;
        if self.can_open(text) && starts_with_record(&text[1..]) {
            return self.open_array(indent);
        }
        match first_value(text) {
            First::Object(parsed) => {
                let length = parsed.text.len();
                self.recorder.push_object(parsed, &upcoming.source(), sink);
                Next::Skip(indent + length)
            }
            First::Other(value) => self.read_other_value(upcoming, value, sink),
            First::Incomplete => self.read_incomplete_value(upcoming, sink),
            First::Broken(error) => {
                self.read_broken_value(upcoming, &Broken::new(text, error), sink)
            }
        }
    }

    /// Takes a value that is not an object.
    fn read_other_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        value: &RawValue,
        sink: &mut Sink<'_>,
    ) -> Next {
        let &Upcoming { indent, text, .. } = upcoming;
        match Shape::of(value) {
            Shape::List(items) if self.can_open(text) && has_records(&items, 0) => {
                self.open_array(indent)
            }
            Shape::Scalar if text[0].is_ascii_digit() && self.depth > 0 => {
                self.read_numbers(upcoming, sink)
            }
            shape => {
                self.recorder.push(value, shape, &upcoming.source(), sink);
                Next::Skip(indent + value.get().len())
            }
        }
    }

    /// Whether a value is an array whose elements can be read one by one.
    fn can_open(&self, value: &[u8]) -> bool {
        value.starts_with(b"[") && self.depth < MAX_DEPTH
    }

    fn open_array(&mut self, indent: usize) -> Next {
        self.depth += 1;
        Next::Skip(indent + 1)
    }

    /// Takes the numbers in an array up to something else: a grid without its brackets if they are
    /// nine lines of nine, or one bad record.
    fn read_numbers(&mut self, upcoming: &Upcoming<'_>, sink: &mut Sink<'_>) -> Next {
        let &Upcoming { indent, text, .. } = upcoming;
        let length = length_of_numbers(text);
        let may_go_on = length == text.len() && length <= LONGEST_LINE;
        if may_go_on && !upcoming.must_end() {
            return Next::Incomplete;
        }
        if let Some(array) = array_of_rows(&text[..length])
            && let First::Other(value) = first_value(array.as_bytes())
        {
            // The array starts with a bracket in front of the numbers.
            let source = Source::new(array.as_bytes(), upcoming.line, upcoming.column - 1);
            self.recorder.push(value, Shape::of(value), &source, sink);
        } else {
            let found = "numbers that are not nine rows of nine: is a bracket missing?";
            let fault = Fault::Expected(GRID_OR_OBJECT, found.into());
            let error = upcoming.source().error_at(0, fault);
            self.recorder.push_error(error, sink);
        }
        Next::Skip(indent + length)
    }

    /// Waits for the rest of a value, unless it is too long or there is none.
    fn read_incomplete_value(&mut self, upcoming: &Upcoming<'_>, sink: &mut Sink<'_>) -> Next {
        let text = upcoming.text;
        if self.can_open(text) && (upcoming.must_end() || text.len() > LONGEST_LINE) {
            return self.open_array(upcoming.indent);
        }
        if text.len() > LONGEST_DOCUMENT {
            let found = "more: put each puzzle into an object on a line of its own";
            let fault = Fault::Expected("expected at most 64 MiB in a JSON object", found.into());
            return Next::End(Some(upcoming.source().error_at(0, fault)));
        }
        if upcoming.must_end() {
            return self.read_broken_value(upcoming, &Broken::without_end(text), sink);
        }
        self.lookahead.set_tried(text.len());
        Next::Incomplete
    }

    /// Takes a broken value: as a title, as Python, or as a bad record.
    fn read_broken_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        broken: &Broken,
        sink: &mut Sink<'_>,
    ) -> Next {
        let &Upcoming { indent, text, .. } = upcoming;
        // A title such as `[Easy]`.
        let starts_line = self.depth == 0 && self.column == 1;
        if text.starts_with(b"[") && starts_line && broken.is_in_line() {
            return Next::NotAValue;
        }
        if let Some(length) = self.read_python(upcoming, broken, sink) {
            return Next::Skip(indent + length);
        }
        let length = broken.length_in_line(text);
        if memchr(0, &text[..length.unwrap_or(broken.searched)]).is_some() {
            return end_at_nul(upcoming.line);
        }
        let source = upcoming.source();
        let last_line = source.line_at(broken.searched.saturating_sub(1));
        self.lookahead.set_searched(last_line);
        let error = source.error_at(broken.offset, broken.fault());
        self.recorder.push_error(error, sink);
        if let Some(length) = length {
            return Next::Skip(indent + length);
        }
        self.skipping = Skipping::LineAndContinuations {
            indent: self.indent,
        };
        // At the end of the input this makes progress.
        Next::Skip(indent + 1)
    }

    /// Takes a value that becomes valid if it is read as Python, and returns its length.
    fn read_python(
        &mut self,
        upcoming: &Upcoming<'_>,
        broken: &Broken,
        sink: &mut Sink<'_>,
    ) -> Option<usize> {
        let text = upcoming.text;
        let most = 2 * broken.searched + MOST_REPAIRED;
        let json = json_of_python(&text[..text.len().min(most)]);
        let source = Source::new(&json, upcoming.line, upcoming.column);
        match first_value(&json) {
            First::Object(parsed) => {
                let length = parsed.text.len();
                self.recorder.push_object(parsed, &source, sink);
                Some(length)
            }
            First::Other(value) => {
                self.recorder.push(value, Shape::of(value), &source, sink);
                Some(value.get().len())
            }
            First::Incomplete | First::Broken(_) => None,
        }
    }

    /// Takes an object on a line of another format.
    pub(super) fn read_object(&mut self, line: &Line<'_>, sink: &mut Sink<'_>) {
        let text = line.bytes.trim_ascii_start();
        let column = line.column(line.bytes.len() - text.len());
        let source = Source::new(text, line.number, column);
        if let First::Object(parsed) = first_value(text) {
            return self.recorder.push_object(parsed, &source, sink);
        }
        let python = json_of_python(text);
        if let First::Object(parsed) = first_value(&python) {
            let source = Source::new(&python, line.number, column);
            return self.recorder.push_object(parsed, &source, sink);
        }
        let fault = Fault::Expected(VALID_JSON, "a broken value".into());
        self.recorder.push_error(source.error_at(0, fault), sink);
    }
}

fn end_at_nul(line: u64) -> Next {
    let fault = Fault::Expected("expected text", NUL.into());
    Next::End(Some(ParseError::new(line, None, fault)))
}
