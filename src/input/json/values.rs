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
use super::parse::{FirstValue, ParsedObject, first_value, offset_of_error};
use super::place::Source;
use super::python::json_of_python;
use super::recorder::{GRID_OR_OBJECT, Recorder};
use super::search::has_records;
use super::upcoming::{Lookahead, Upcoming};
use crate::input::InputOptions;
use crate::input::error::{Fault, LONGEST_LINE, ParseError};
use crate::input::lines::Line;
use crate::input::records::ParseContext;

/// The longest document that is held, in bytes: an object with lists of puzzles.
const LONGEST_DOCUMENT: usize = 1 << 26;

/// How many bytes after the place of an error are at first repaired, to be read as Python.
const FIRST_REPAIRED: usize = 1 << 9;

/// Reads values, and adds their records.
pub(super) struct Values {
    pub(super) recorder: Recorder,
    lookahead: Lookahead,
}

/// What becomes of a value.
pub(super) enum Outcome {
    /// Its records have been added. This is its length.
    Consumed(usize),
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
    pub(super) fn read(
        &mut self,
        upcoming: Upcoming<'_>,
        context: &mut ParseContext<'_>,
    ) -> Outcome {
        let Some(upcoming) = self.lookahead.cut(upcoming) else {
            return Outcome::Incomplete;
        };
        let outcome = self.try_value(&upcoming, context);
        match outcome {
            Outcome::Incomplete => self.lookahead.note_incomplete(upcoming.text.len()),
            _ => self.lookahead.reset(),
        }
        outcome
    }

    fn try_value(&mut self, upcoming: &Upcoming<'_>, context: &mut ParseContext<'_>) -> Outcome {
        let text = upcoming.text;
        if upcoming.can_open() && starts_with_record(&text[1..]) {
            return Outcome::OpenArray;
        }
        match first_value(text) {
            FirstValue::Object(parsed) => self.push_object(parsed, &upcoming.source(), context),
            FirstValue::Other(value) => self.read_other_value(upcoming, value, context),
            FirstValue::Incomplete => match what_to_await(upcoming) {
                Some(outcome) => outcome,
                None => self.read_broken_value(upcoming, &Broken::without_end(text), context),
            },
            FirstValue::Broken(error) => {
                self.read_broken_value(upcoming, &Broken::new(text, error), context)
            }
        }
    }

    /// Takes a value that is not an object.
    fn read_other_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        value: &RawValue,
        context: &mut ParseContext<'_>,
    ) -> Outcome {
        match Shape::of(value) {
            Shape::Array(elements) if upcoming.can_open() && has_records(&elements, 0) => {
                Outcome::OpenArray
            }
            Shape::Scalar if upcoming.text[0].is_ascii_digit() && upcoming.depth > 0 => {
                self.read_numbers(upcoming, context)
            }
            shape => {
                self.recorder
                    .push(value, shape, &upcoming.source(), context);
                Outcome::Consumed(value.get().len())
            }
        }
    }

    /// Takes the numbers in an array up to something else: a grid without its brackets if they are
    /// nine lines of nine, or one bad record.
    fn read_numbers(&mut self, upcoming: &Upcoming<'_>, context: &mut ParseContext<'_>) -> Outcome {
        let text = upcoming.text;
        let length = length_of_numbers(text);
        let may_be_cut = length == text.len() && length <= LONGEST_LINE;
        if may_be_cut && upcoming.can_go_on {
            return Outcome::Incomplete;
        }
        if let Some(array) = array_of_rows(&text[..length])
            && let FirstValue::Other(value) = first_value(array.as_bytes())
        {
            // The array starts with a bracket in front of the numbers.
            let source = Source::new(array.as_bytes(), upcoming.line, upcoming.column - 1);
            self.recorder
                .push(value, Shape::of(value), &source, context);
        } else {
            let found = "numbers that are not nine rows of nine: is a bracket missing?";
            let fault = Fault::expected(GRID_OR_OBJECT, found);
            let error = upcoming.source().error_at(0, fault);
            self.recorder.push_error(error, context);
        }
        Outcome::Consumed(length)
    }

    /// Takes a broken value: as a title, as Python, or as a bad record.
    fn read_broken_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        broken: &Broken,
        context: &mut ParseContext<'_>,
    ) -> Outcome {
        let is_outside = upcoming.depth == 0 && upcoming.starts_line();
        if is_outside && upcoming.text.starts_with(b"[") && broken.is_on_first_line() {
            return Outcome::Title;
        }
        self.read_python(upcoming, broken, context)
    }

    /// Takes a broken value that is whole if it is read as Python, waits for the rest of one, or
    /// refuses the value.
    fn read_python(
        &mut self,
        upcoming: &Upcoming<'_>,
        broken: &Broken,
        context: &mut ParseContext<'_>,
    ) -> Outcome {
        let Upcoming {
            text, line, column, ..
        } = *upcoming;
        // The value may be much shorter than the text, so more is repaired only if it goes on.
        let mut limit = broken.searched + FIRST_REPAIRED;
        loop {
            let json = json_of_python(&text[..text.len().min(limit)]);
            let source = Source::new(&json, line, column);
            match first_value(&json) {
                FirstValue::Object(parsed) => return self.push_object(parsed, &source, context),
                FirstValue::Other(value) => return self.push_value(value, &source, context),
                FirstValue::Incomplete if limit < text.len() => limit *= 2,
                FirstValue::Incomplete => {
                    if let Some(outcome) = what_to_await(upcoming) {
                        return outcome;
                    }
                    self.lookahead.note_searched(source.line_at(json.len()));
                    return self.refuse_broken_value(upcoming, broken, context);
                }
                FirstValue::Broken(error) => {
                    let offset = offset_of_error(&json, &error);
                    self.lookahead.note_searched(source.line_at(offset));
                    return self.refuse_broken_value(upcoming, broken, context);
                }
            }
        }
    }

    /// Adds a bad record for a broken value.
    fn refuse_broken_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        broken: &Broken,
        context: &mut ParseContext<'_>,
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
        self.recorder.push_error(error, context);
        length.map_or(Outcome::Broken, Outcome::Consumed)
    }

    /// Takes an object on a line of another format. The line is all there is of it.
    pub(super) fn read_object(&mut self, line: &Line<'_>, context: &mut ParseContext<'_>) {
        let text = line.bytes.trim_ascii_start();
        let column = line.column(line.bytes.len() - text.len());
        let source = Source::new(text, line.number, column);
        if self.push_if_whole(&source, context) {
            return;
        }
        let json = json_of_python(text);
        if !self.push_if_whole(&Source::new(&json, line.number, column), context) {
            let fault = Fault::expected(VALID_JSON, "a broken value");
            self.recorder.push_error(source.error_at(0, fault), context);
        }
    }

    /// Adds the records of the value at the start of a text if it is whole. Returns whether it is.
    fn push_if_whole(&mut self, source: &Source<'_>, context: &mut ParseContext<'_>) -> bool {
        match first_value(source.text) {
            FirstValue::Object(parsed) => self.push_object(parsed, source, context),
            FirstValue::Other(value) => self.push_value(value, source, context),
            FirstValue::Incomplete | FirstValue::Broken(_) => return false,
        };
        true
    }

    /// Adds the records of an object. `source` starts with it.
    fn push_object<'a>(
        &mut self,
        parsed: ParsedObject<'a>,
        source: &Source<'a>,
        context: &mut ParseContext<'_>,
    ) -> Outcome {
        let length = parsed.text.len();
        self.recorder.push_object(parsed, source, context);
        Outcome::Consumed(length)
    }

    /// Adds the records of a value that is not an object. `source` starts with it.
    fn push_value<'a>(
        &mut self,
        value: &'a RawValue,
        source: &Source<'a>,
        context: &mut ParseContext<'_>,
    ) -> Outcome {
        self.recorder.push(value, Shape::of(value), source, context);
        Outcome::Consumed(value.get().len())
    }
}

/// What becomes of a value that goes on where the text ends. `None` if nothing more of it will come.
fn what_to_await(upcoming: &Upcoming<'_>) -> Option<Outcome> {
    let Upcoming {
        text, can_go_on, ..
    } = *upcoming;
    if upcoming.can_open() && (!can_go_on || text.len() > LONGEST_LINE) {
        return Some(Outcome::OpenArray);
    }
    if text.len() > LONGEST_DOCUMENT {
        let found = "more: put each puzzle into an object on a line of its own";
        let fault = Fault::expected("expected at most 64 MiB in a JSON object", found);
        return Some(Outcome::End(upcoming.source().error_at(0, fault)));
    }
    can_go_on.then_some(Outcome::Incomplete)
}
