//! Reads one value: tries to parse it, and decides what becomes of it.
//!
//! ```text
//! first_value: an object, or another value    its records are added
//!              incomplete                     wait for more, or open the array that it is
//!              broken                         a title, Python, or else a bad record
//! ```

use memchr::memchr;
use serde_json::value::RawValue;

use super::broken::{Broken, VALID_JSON, nul_error};
use super::detect::starts_with_record;
use super::grid::Shape;
use super::numbers::{array_of_rows, length_of_numbers};
use super::parse::{First, first_value};
use super::place::Source;
use super::python::json_of_python;
use super::recorder::{GRID_OR_OBJECT, Recorder};
use super::search::has_records;
use super::upcoming::{Lookahead, Upcoming};
use crate::input::InputOptions;
use crate::input::error::{Fault, LONGEST_LINE, ParseError};
use crate::input::lines::Line;
use crate::input::records::Sink;

/// The longest document that is held, in bytes: an object with lists of puzzles.
const LONGEST_DOCUMENT: usize = 1 << 26;

/// The most bytes after the place of an error that may have to be read as Python.
const MOST_REPAIRED: usize = 1 << 9;

/// Reads values, and adds their records.
pub(super) struct Values {
    pub(super) recorder: Recorder,
    lookahead: Lookahead,
}

/// What becomes of a value.
pub(super) enum Outcome {
    /// It is done with. This is its length.
    Taken(usize),
    /// It is an array whose elements are read one by one.
    OpenArray,
    /// It is a bad record. The rest of its line, and the lines that continue it, must be skipped.
    Broken,
    /// It is a title, such as `[Easy]`.
    Title,
    /// More of the input must be read first.
    Incomplete,
    /// The input ends here.
    End(ParseError),
}

impl Values {
    pub(super) fn new(options: &InputOptions) -> Values {
        Values {
            recorder: Recorder::new(options),
            lookahead: Lookahead::default(),
        }
    }

    /// Reads the value at the start of a text.
    pub(super) fn read(&mut self, upcoming: Upcoming<'_>, sink: &mut Sink<'_>) -> Outcome {
        let Some(upcoming) = self.lookahead.cut(upcoming) else {
            return Outcome::Incomplete;
        };
        let outcome = self.try_value(&upcoming, sink);
        match outcome {
            Outcome::Incomplete => self.lookahead.note_incomplete(upcoming.text.len()),
            _ => self.lookahead.note_taken(),
        }
        outcome
    }

    fn try_value(&mut self, upcoming: &Upcoming<'_>, sink: &mut Sink<'_>) -> Outcome {
        let text = upcoming.text;
        if upcoming.can_open() && starts_with_record(&text[1..]) {
            return Outcome::OpenArray;
        }
        match first_value(text) {
            First::Object(parsed) => {
                let length = parsed.text.len();
                self.recorder.push_object(parsed, &upcoming.source(), sink);
                Outcome::Taken(length)
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
    ) -> Outcome {
        match Shape::of(value) {
            Shape::List(items) if upcoming.can_open() && has_records(&items, 0) => {
                Outcome::OpenArray
            }
            Shape::Scalar if upcoming.text[0].is_ascii_digit() && upcoming.depth > 0 => {
                self.read_numbers(upcoming, sink)
            }
            shape => {
                self.recorder.push(value, shape, &upcoming.source(), sink);
                Outcome::Taken(value.get().len())
            }
        }
    }

    /// Takes the numbers in an array up to something else: a grid without its brackets if they are
    /// nine lines of nine, or one bad record.
    fn read_numbers(&mut self, upcoming: &Upcoming<'_>, sink: &mut Sink<'_>) -> Outcome {
        let text = upcoming.text;
        let length = length_of_numbers(text);
        let may_be_cut = length == text.len() && length <= LONGEST_LINE;
        if may_be_cut && upcoming.can_go_on {
            return Outcome::Incomplete;
        }
        if let Some(array) = array_of_rows(&text[..length])
            && let First::Other(value) = first_value(array.as_bytes())
        {
            // The array starts with a bracket in front of the numbers.
            let source = Source::new(array.as_bytes(), upcoming.line, upcoming.column - 1);
            self.recorder.push(value, Shape::of(value), &source, sink);
        } else {
            let found = "numbers that are not nine rows of nine: is a bracket missing?";
            let fault = Fault::expected(GRID_OR_OBJECT, found);
            let error = upcoming.source().error_at(0, fault);
            self.recorder.push_error(error, sink);
        }
        Outcome::Taken(length)
    }

    /// Waits for the rest of a value, unless it is too long or there is none.
    fn read_incomplete_value(&mut self, upcoming: &Upcoming<'_>, sink: &mut Sink<'_>) -> Outcome {
        let text = upcoming.text;
        if upcoming.can_open() && (!upcoming.can_go_on || text.len() > LONGEST_LINE) {
            return Outcome::OpenArray;
        }
        if text.len() > LONGEST_DOCUMENT {
            let found = "more: put each puzzle into an object on a line of its own";
            let fault = Fault::expected("expected at most 64 MiB in a JSON object", found);
            return Outcome::End(upcoming.source().error_at(0, fault));
        }
        if upcoming.can_go_on {
            return Outcome::Incomplete;
        }
        self.read_broken_value(upcoming, &Broken::without_end(text), sink)
    }

    /// Takes a broken value: as a title, as Python, or as a bad record.
    fn read_broken_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        broken: &Broken,
        sink: &mut Sink<'_>,
    ) -> Outcome {
        let is_outside = upcoming.depth == 0 && upcoming.starts_line();
        if is_outside && upcoming.text.starts_with(b"[") && broken.is_on_first_line() {
            return Outcome::Title;
        }
        match self.read_python(upcoming, broken, sink) {
            Some(length) => Outcome::Taken(length),
            None => self.refuse_broken_value(upcoming, broken, sink),
        }
    }

    /// Takes a value that becomes valid if it is read as Python, and returns its length.
    fn read_python(
        &mut self,
        upcoming: &Upcoming<'_>,
        broken: &Broken,
        sink: &mut Sink<'_>,
    ) -> Option<usize> {
        let most = 2 * broken.searched + MOST_REPAIRED;
        let python = &upcoming.text[..upcoming.text.len().min(most)];
        let json = json_of_python(python);
        let source = Source::new(&json, upcoming.line, upcoming.column);
        self.push_first_value(&source, sink)
    }

    /// Adds a bad record for a broken value.
    fn refuse_broken_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        broken: &Broken,
        sink: &mut Sink<'_>,
    ) -> Outcome {
        let text = upcoming.text;
        let length = broken.length_on_first_line(text);
        if memchr(0, &text[..length.unwrap_or(broken.searched)]).is_some() {
            return Outcome::End(nul_error(upcoming.line));
        }
        let source = upcoming.source();
        let last_line = source.line_at(broken.searched.saturating_sub(1));
        self.lookahead.note_searched(last_line);
        let error = source.error_at(broken.offset, broken.fault(text));
        self.recorder.push_error(error, sink);
        length.map_or(Outcome::Broken, Outcome::Taken)
    }

    /// Takes an object on a line of another format.
    pub(super) fn read_object(&mut self, line: &Line<'_>, sink: &mut Sink<'_>) {
        let text = line.bytes.trim_ascii_start();
        let column = line.column(line.bytes.len() - text.len());
        let source = Source::new(text, line.number, column);
        if self.push_first_value(&source, sink).is_some() {
            return;
        }
        let json = json_of_python(text);
        let repaired = Source::new(&json, line.number, column);
        if self.push_first_value(&repaired, sink).is_none() {
            let fault = Fault::expected(VALID_JSON, "a broken value");
            self.recorder.push_error(source.error_at(0, fault), sink);
        }
    }

    /// Adds the records of the value at the start of a text if it is whole, and returns its length.
    fn push_first_value(&mut self, source: &Source<'_>, sink: &mut Sink<'_>) -> Option<usize> {
        match first_value(source.text) {
            First::Object(parsed) => {
                let length = parsed.text.len();
                self.recorder.push_object(parsed, source, sink);
                Some(length)
            }
            First::Other(value) => {
                self.recorder.push(value, Shape::of(value), source, sink);
                Some(value.get().len())
            }
            First::Incomplete | First::Broken(_) => None,
        }
    }
}
