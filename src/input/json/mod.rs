//! JSON: objects or grids one after the other, as on the lines of `jsonl`, or the elements of
//! arrays.
//!
//! ```text
//! {"id": 7, "puzzle": "53..7....6..195..."}       the puzzle is a member; other scalars are kept
//! [{"puzzle": ...}, {"puzzle": ...}]              elements are read one by one
//! {"name": "easy", "puzzles": [...]}              a document is held while it is read
//! ```
//!
//! `serde_json` parses each value. Text that is not JSON makes one bad record: its lines are skipped,
//! and reading goes on with the next line that can start a value.
//!
//! ```text
//! bytes --mod: parse, place--> value --grid, array--> its shape --recorder: search, members--> records
//! ```
//!
//! `detect` says whether an input is JSON, and `python` repairs what is almost JSON.

mod array;
mod detect;
mod grid;
mod members;
mod object;
mod parse;
mod place;
mod python;
mod recorder;
mod search;

use std::io::Read;
use std::sync::Arc;

use memchr::{memchr, memchr2};

use super::InputOptions;
use super::error::{Fault, LONGEST_LINE, ParseError};
use super::lines::{Line, Lines, NUL};
use super::records::Header;
use super::words::is_comment_line;
use crate::grid::CELLS;
use detect::{starts_with_member, starts_with_record};
use grid::Shape;
use parse::{First, first_value, offset_of_error, what_is_broken};
use place::{Source, column_after};
use python::json_of_python;
use recorder::Recorder;
use search::{MAX_DEPTH, has_records};

pub(super) use detect::{Start, detect};
pub(super) use grid::content_of;
pub(super) use object::Object;
pub(super) use recorder::Sink;

/// The longest document that is held, in bytes: an object with lists of puzzles.
const LONGEST_DOCUMENT: usize = 1 << 26;

/// The most bytes behind the place of an error that may have to be read as Python.
const MOST_REPAIRED: usize = 1 << 9;

/// A longer run of spaces is skipped as soon as it has been read, so that it is not counted again.
const LONG_INDENT: usize = 1 << 9;

const VALID_JSON: &str = "expected valid JSON";

/// What became of an attempt to read on.
pub(super) enum Step {
    Taken,
    /// More of the input must be read first.
    Wait,
    /// The input ends here, perhaps with an error.
    End(Option<ParseError>),
}

/// Reads the values of an input.
pub(super) struct Json {
    recorder: Recorder,
    /// The number of open arrays.
    depth: usize,
    /// The rest of the line is skipped.
    skips_line: bool,
    /// The column of the next byte, from 1, and the indent of its line.
    column: usize,
    indent: usize,
    /// After a broken value on a line with this indent, lines that continue it are skipped.
    broken_indent: Option<usize>,
    /// How many bytes of the next value were not enough.
    tried: usize,
    /// The parser has looked at so many of the next bytes for the end of a value that turned out to
    /// be broken. A value among them must end with its line, so that the time is linear.
    searched: usize,
}

/// The part of the input that has been read but not taken.
#[derive(Clone, Copy)]
struct Rest<'a> {
    text: &'a [u8],
    line: u64,
    is_at_end: bool,
}

/// What follows from the start of the rest.
enum Next {
    /// So many bytes are done with.
    Skip(usize),
    /// The next line is left to others.
    Line,
    /// More of the input must be read first.
    Wait,
    /// The input ends here, perhaps with an error.
    End(Option<ParseError>),
}

/// The text that starts with a value behind an indent.
struct Upcoming<'a> {
    indent: usize,
    text: &'a [u8],
    /// The place of the value.
    line: u64,
    column: usize,
    /// The text ends where the rest ends.
    is_all: bool,
    is_at_end: bool,
}

impl<'a> Upcoming<'a> {
    fn source(&self) -> Source<'a> {
        Source::new(self.text, self.line, self.column)
    }
}

/// A value that is broken or lacks its end.
struct Broken {
    /// What the parser says, unless only the end is missing.
    error: Option<serde_json::Error>,
    /// The place of the error in the value.
    offset: usize,
    /// How many bytes have been looked at.
    searched: usize,
}

impl Broken {
    fn new(text: &[u8], error: serde_json::Error) -> Broken {
        let offset = offset_of_error(text, &error);
        Broken {
            error: Some(error),
            offset,
            searched: offset + 1,
        }
    }

    fn without_end(text: &[u8]) -> Broken {
        Broken {
            error: None,
            offset: 0,
            searched: text.len(),
        }
    }

    /// Whether the error is on the first line of the value.
    fn is_in_line(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.line() == 1)
    }

    fn fault(&self) -> Fault {
        let found = match &self.error {
            Some(error) => what_is_broken(error),
            None => "a value without its end".into(),
        };
        Fault::Expected(VALID_JSON, found.into())
    }
}

impl Json {
    pub(super) fn new(options: &InputOptions) -> Json {
        Json {
            recorder: Recorder::new(options),
            depth: 0,
            skips_line: false,
            column: 1,
            indent: 0,
            broken_indent: None,
            tried: 0,
            searched: 0,
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

    /// Takes the next value, or what is between values. `None` if the next line starts no value.
    pub(super) fn read<R: Read>(
        &mut self,
        lines: &mut Lines<R>,
        sink: &mut Sink<'_>,
    ) -> Option<Step> {
        if lines.is_within_line_end() {
            lines.skip_bytes(1);
        }
        if lines.count == 0 && lines.rest().starts_with(b"\xef\xbb\xbf") {
            lines.skip_bytes(3);
        }
        let rest = Rest {
            text: lines.rest(),
            line: lines.count + 1,
            is_at_end: lines.is_at_end,
        };
        match self.take(rest, sink) {
            Next::Skip(length) => {
                self.column = column_after(self.column, &rest.text[..length]);
                self.searched = self.searched.saturating_sub(length);
                lines.skip_bytes(length);
                Some(Step::Taken)
            }
            Next::Line => None,
            Next::Wait => Some(Step::Wait),
            Next::End(error) => Some(Step::End(error)),
        }
    }

    fn take(&mut self, rest: Rest<'_>, sink: &mut Sink<'_>) -> Next {
        if self.skips_line {
            return self.skip_line(rest);
        }
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let indent = rest.text.iter().take_while(is_space).count();
        if indent == rest.text.len() && indent > LONG_INDENT {
            return Next::Skip(indent);
        }
        let text = &rest.text[indent..];
        if text.is_empty() {
            return self.end(rest);
        }
        if self.column == 1 {
            self.indent = indent;
            if self.continues_broken_value(text) {
                return self.skip_line(rest);
            }
        }
        if self.depth > 0 {
            self.take_in_array(text[0], rest, indent, sink)
        } else {
            self.take_outside(text[0], rest, indent, sink)
        }
    }

    /// Takes what starts with a byte outside of arrays.
    fn take_outside(
        &mut self,
        first: u8,
        rest: Rest<'_>,
        indent: usize,
        sink: &mut Sink<'_>,
    ) -> Next {
        match first {
            b'{' | b'[' => self.read_value(&self.upcoming(rest, indent), sink),
            _ if self.column == 1 => Next::Line,
            b'\n' | b'\r' | b',' => Next::Skip(indent + 1),
            // The tail of a value.
            _ => self.skip_line(rest),
        }
    }

    /// Takes what starts with a byte in an array.
    fn take_in_array(
        &mut self,
        first: u8,
        rest: Rest<'_>,
        indent: usize,
        sink: &mut Sink<'_>,
    ) -> Next {
        let text = &rest.text[indent..];
        match first {
            b'\n' | b'\r' | b',' => Next::Skip(indent + 1),
            b']' => {
                self.depth -= 1;
                Next::Skip(indent + 1)
            }
            _ if is_comment_line(text) => self.skip_line(rest),
            _ => self.read_value(&self.upcoming(rest, indent), sink),
        }
    }

    /// Ends the input, or waits for more.
    fn end(&self, rest: Rest<'_>) -> Next {
        if !rest.is_at_end {
            return Next::Wait;
        }
        if self.depth == 0 {
            return Next::End(None);
        }
        let found = "the end of the input".into();
        let fault = Fault::Expected("expected the end of a JSON array", found);
        Next::End(Some(ParseError::new(rest.line, None, fault)))
    }

    /// Skips the rest of a line.
    fn skip_line(&mut self, rest: Rest<'_>) -> Next {
        let end = memchr2(b'\n', b'\r', rest.text);
        let line = &rest.text[..end.unwrap_or(rest.text.len())];
        if memchr(0, line).is_some() {
            return end_at_nul(rest.line);
        }
        self.skips_line = end.is_none() && !rest.is_at_end;
        match end {
            Some(end) => Next::Skip(end + 1),
            None if rest.text.is_empty() && self.skips_line => Next::Wait,
            None => Next::Skip(rest.text.len()),
        }
    }

    /// Whether a line belongs to the broken value above it: it is indented more, or starts with a
    /// member or the end of an object.
    fn continues_broken_value(&mut self, text: &[u8]) -> bool {
        let Some(broken_indent) = self.broken_indent else {
            return false;
        };
        let continues = self.indent > broken_indent
            || text[0] == b'}'
            || text.starts_with(b"\"") && !matches!(starts_with_member(text), Start::Other(_));
        if !continues {
            self.broken_indent = None;
        }
        continues
    }

    /// The text that starts with the value behind an indent.
    fn upcoming<'a>(&self, rest: Rest<'a>, indent: usize) -> Upcoming<'a> {
        let all = &rest.text[indent..];
        let text = match memchr(b'\n', all) {
            Some(end) if self.searched > 0 => &all[..end],
            _ => all,
        };
        Upcoming {
            indent,
            text,
            line: rest.line,
            column: self.column + indent,
            is_all: text.len() == all.len(),
            is_at_end: rest.is_at_end,
        }
    }

    /// Takes a value, or opens the array that it is.
    fn read_value(&mut self, upcoming: &Upcoming<'_>, sink: &mut Sink<'_>) -> Next {
        if self.needs_more(upcoming) {
            return Next::Wait;
        }
        let &Upcoming { indent, text, .. } = upcoming;
        let source = &upcoming.source();
        if self.can_open(text) && starts_with_record(&text[1..]) {
            return self.open_array(indent);
        }
        self.tried = 0;
        match first_value(text) {
            First::Object(parsed) => {
                let length = parsed.text.len();
                self.recorder.push_object(parsed, source, sink);
                Next::Skip(indent + length)
            }
            First::Other(value) => match Shape::of(value) {
                Shape::List(items) if self.can_open(text) && has_records(&items, 0) => {
                    self.open_array(indent)
                }
                Shape::Scalar if text[0].is_ascii_digit() && self.depth > 0 => {
                    self.read_numbers(upcoming, sink)
                }
                shape => {
                    self.recorder.push(value, shape, source, sink);
                    Next::Skip(indent + value.get().len())
                }
            },
            First::Cut => self.read_cut_value(upcoming, sink),
            First::Broken(error) => {
                self.read_broken_value(upcoming, &Broken::new(text, error), sink)
            }
        }
    }

    /// Whether more of a value must be read before it is looked at. A long one is tried again only
    /// if it has doubled, which keeps the time linear. One that must end with its line needs all of
    /// that.
    fn needs_more(&self, upcoming: &Upcoming<'_>) -> bool {
        let length = upcoming.text.len();
        let is_short = self.tried > LONGEST_LINE && length < 2 * self.tried;
        let is_part = self.searched > 0 && upcoming.is_all && length <= LONGEST_LINE;
        !upcoming.is_at_end && (is_short || is_part)
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
        let may_go_on = length == text.len() && length <= LONGEST_LINE && self.searched == 0;
        if may_go_on && !upcoming.is_at_end {
            return Next::Wait;
        }
        let array = array_of_rows(&text[..length]).unwrap_or_default();
        match first_value(array.as_bytes()) {
            First::Other(value) => {
                // The array starts with a bracket in front of the numbers.
                let source = Source::new(array.as_bytes(), upcoming.line, upcoming.column - 1);
                self.recorder.push(value, Shape::of(value), &source, sink);
            }
            _ => {
                let expected = "expected a grid, or an object with one";
                let found = "numbers that are not nine rows of nine: is a bracket missing?";
                let fault = Fault::Expected(expected, found.into());
                let error = upcoming.source().error_at(0, fault);
                self.recorder.push_error(error, &[], sink);
            }
        }
        Next::Skip(indent + length)
    }

    /// Waits for the rest of a value, unless it is too long or there is none.
    fn read_cut_value(&mut self, upcoming: &Upcoming<'_>, sink: &mut Sink<'_>) -> Next {
        let text = upcoming.text;
        let must_end = upcoming.is_at_end || self.searched > 0;
        if self.can_open(text) && (must_end || text.len() > LONGEST_LINE) {
            return self.open_array(upcoming.indent);
        }
        if text.len() > LONGEST_DOCUMENT {
            let found = "more: put each puzzle into an object on a line of its own";
            let fault = Fault::Expected("expected at most 64 MiB in a JSON object", found.into());
            return Next::End(Some(upcoming.source().error_at(0, fault)));
        }
        if must_end {
            return self.read_broken_value(upcoming, &Broken::without_end(text), sink);
        }
        self.tried = text.len();
        Next::Wait
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
            return Next::Line;
        }
        if let Some(length) = self.read_python(upcoming, broken, sink) {
            return Next::Skip(indent + length);
        }
        if memchr(0, &text[..broken.searched]).is_some() {
            return end_at_nul(upcoming.line);
        }
        let source = upcoming.source();
        let error = source.error_at(broken.offset, broken.fault());
        self.recorder.push_error(error, &[], sink);
        self.broken_indent = Some(self.indent);
        self.skips_line = true;
        self.searched = self.searched.max(indent + broken.searched);
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
            First::Cut | First::Broken(_) => None,
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
        self.recorder
            .push_error(source.error_at(0, fault), &[], sink);
    }
}

fn end_at_nul(line: u64) -> Next {
    let fault = Fault::Expected("expected text", NUL.into());
    Next::End(Some(ParseError::new(line, None, fault)))
}

/// The length of the numbers and the white space at the start of a text, up to one that may be a
/// grid.
fn length_of_numbers(text: &[u8]) -> usize {
    let is_end = |byte: &u8| !(byte.is_ascii_digit() || b", \t\r\nnul.eE+-".contains(byte));
    let length = text.iter().position(is_end).unwrap_or(text.len());
    let mut start = 0;
    for word in text[..length].split(|byte| b", \t\r\n".contains(byte)) {
        if word.len() > CELLS / 2 && start > 0 {
            return start;
        }
        start += word.len() + 1;
    }
    length
}

/// Nine lines of nine cells between brackets.
fn array_of_rows(text: &[u8]) -> Option<String> {
    let is_between = |c: char| c == ',' || c.is_ascii_whitespace();
    let text = std::str::from_utf8(text).ok()?.trim_end_matches(is_between);
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let cells = line.split(is_between).filter(|cell| !cell.is_empty());
        if cells.count() != 9 {
            return None;
        }
        rows += 1;
    }
    (rows == 9).then(|| format!("[{text}]"))
}
