//! Reads one value: parses it, and decides what becomes of it.
//!
//! ```text
//! parsed     its records are added, or it is an array whose elements are read one by one
//! cut off    it waits for more of the input, or is such an array, or else broken
//! broken     it is a title, or Python that is read as JSON, or else a bad record
//! ```

use memchr::memchr;
use serde_json::value::RawValue;

use super::broken::{Broken, nul_error};
use super::grid::Shape;
use super::numbers::{array_of_rows, length_of_numbers};
use super::parse::{FirstValue, Unparsed, first_other, first_value, offset_of_error};
use super::place::Source;
use super::python::json_of_python;
use super::recorder::{GRID_OR_OBJECT, Recorder};
use super::search::has_records;
use super::upcoming::{Lookahead, Upcoming};
use crate::input::InputOptions;
use crate::input::error::{Fault, LONGEST_LINE};
use crate::input::lines::Line;
use crate::input::records::ParseContext;
use crate::input::stop::Stop;

/// The longest document that is held: an object with lists of puzzles.
const LONGEST_DOCUMENT: usize = 64 << 20;
const _: () = assert!(LONGEST_DOCUMENT >> 20 == 64, "a message says so");

/// How far past the place of an error a value is at first read as Python.
const PYTHON_MARGIN: usize = 1 << 9;

/// Reads values, and adds their records.
pub(super) struct Values {
    pub(super) recorder: Recorder,
    lookahead: Lookahead,
}

/// What has become of a value.
pub(super) enum Outcome {
    /// Its records have been added. This is its length.
    Added(usize),
    /// It is an array whose elements are read one by one.
    OpenArray,
    /// It is a bad record. The rest of its line, and the lines that continue it, must be skipped.
    Broken,
    /// It is a title, such as `[Easy]`.
    Title,
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
        upcoming: &Upcoming<'_>,
        context: &mut ParseContext<'_>,
    ) -> Result<Outcome, Stop> {
        let upcoming = self.lookahead.cut(*upcoming)?;
        let outcome = self.try_value(&upcoming, context);
        match outcome {
            Err(Stop::Incomplete) => self.lookahead.note_incomplete(upcoming.text.len()),
            _ => self.lookahead.reset(),
        }
        outcome
    }

    fn try_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        context: &mut ParseContext<'_>,
    ) -> Result<Outcome, Stop> {
        let text = upcoming.text;
        if upcoming.can_open() && starts_with_record(&text[1..]) {
            return Ok(Outcome::OpenArray);
        }
        match first_value(text) {
            Ok(FirstValue::Other(value)) => self.read_other_value(upcoming, value, context),
            Ok(object @ FirstValue::Object(_)) => {
                Ok(self.push(object, &upcoming.source(), context))
            }
            Err(Unparsed::CutOff) => self.read_cut_off_value(upcoming, context),
            Err(Unparsed::Broken(error)) => {
                self.read_broken_value(upcoming, &Broken::new(text, error), context)
            }
        }
    }

    /// Adds the records of a value. `source` starts with it.
    fn push<'a>(
        &mut self,
        value: FirstValue<'a>,
        source: &Source<'a>,
        context: &mut ParseContext<'_>,
    ) -> Outcome {
        match value {
            FirstValue::Object(parsed) => {
                let length = parsed.text.len();
                self.recorder.push_object(parsed, source, context);
                Outcome::Added(length)
            }
            FirstValue::Other(value) => {
                self.recorder.push(value, Shape::of(value), source, context);
                Outcome::Added(value.get().len())
            }
        }
    }

    /// Reads a value that is not an object.
    fn read_other_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        value: &RawValue,
        context: &mut ParseContext<'_>,
    ) -> Result<Outcome, Stop> {
        match Shape::of(value) {
            Shape::Array(elements) if upcoming.can_open() && has_records(&elements, 0) => {
                Ok(Outcome::OpenArray)
            }
            Shape::Scalar if upcoming.text[0].is_ascii_digit() && upcoming.depth > 0 => {
                self.read_numbers(upcoming, context)
            }
            shape => {
                self.recorder
                    .push(value, shape, &upcoming.source(), context);
                Ok(Outcome::Added(value.get().len()))
            }
        }
    }

    /// Reads the numbers in an array up to something else. They are a grid without its brackets if
    /// they are nine lines of nine, or else one bad record.
    fn read_numbers(
        &mut self,
        upcoming: &Upcoming<'_>,
        context: &mut ParseContext<'_>,
    ) -> Result<Outcome, Stop> {
        let text = upcoming.text;
        let length = length_of_numbers(text);
        let may_be_cut = length == text.len() && length <= LONGEST_LINE;
        if may_be_cut && upcoming.can_go_on {
            return Err(Stop::Incomplete);
        }
        if let Some(array) = array_of_rows(&text[..length])
            && let Ok(value) = first_other(array.as_bytes())
        {
            // The array starts with a bracket in front of the numbers.
            let source = Source::new(array.as_bytes(), upcoming.line, upcoming.column - 1);
            self.push(FirstValue::Other(value), &source, context);
        } else {
            let found = "numbers that are not nine rows of nine: is a bracket missing?";
            let fault = Fault::expected(GRID_OR_OBJECT, found);
            let error = upcoming.source().error_at(0, fault);
            self.recorder.push_error(error, context);
        }
        Ok(Outcome::Added(length))
    }

    fn read_cut_off_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        context: &mut ParseContext<'_>,
    ) -> Result<Outcome, Stop> {
        if upcoming.opens_if_cut_off() {
            return Ok(Outcome::OpenArray);
        }
        await_end(upcoming)?;
        self.read_broken_value(upcoming, &Broken::without_end(upcoming.text), context)
    }

    fn read_broken_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        broken: &Broken,
        context: &mut ParseContext<'_>,
    ) -> Result<Outcome, Stop> {
        // A number that is cut off may only look broken, and the value may end on its line.
        if upcoming.has_cut_off_line(broken.offset) {
            return Err(Stop::Incomplete);
        }
        let is_outside = upcoming.depth == 0 && upcoming.starts_line();
        if is_outside && upcoming.text.starts_with(b"[") && broken.is_on_first_line() {
            return Ok(Outcome::Title);
        }
        self.read_python(upcoming, broken, broken.searched + PYTHON_MARGIN, context)
    }

    /// Reads a broken value as Python, or else adds a bad record. Only the first `limit` bytes are
    /// tried, because the value may be much shorter than the text. If it goes on after them, twice
    /// as many are.
    fn read_python(
        &mut self,
        upcoming: &Upcoming<'_>,
        broken: &Broken,
        limit: usize,
        context: &mut ParseContext<'_>,
    ) -> Result<Outcome, Stop> {
        let text = upcoming.text;
        let json = json_of_python(&text[..text.len().min(limit)]);
        let source = Source::new(&json, upcoming.line, upcoming.column);
        let searched = match first_value(&json) {
            Ok(value) => return Ok(self.push(value, &source, context)),
            Err(Unparsed::CutOff) if limit < text.len() => {
                return self.read_python(upcoming, broken, 2 * limit, context);
            }
            Err(Unparsed::CutOff) if upcoming.opens_if_cut_off() => return Ok(Outcome::OpenArray),
            Err(Unparsed::CutOff) => {
                await_end(upcoming)?;
                json.len()
            }
            Err(Unparsed::Broken(error)) => offset_of_error(&json, &error),
        };
        self.lookahead.note_searched(source.line_at(searched));
        self.refuse_broken_value(upcoming, broken, context)
    }

    /// Adds a bad record for a broken value.
    fn refuse_broken_value(
        &mut self,
        upcoming: &Upcoming<'_>,
        broken: &Broken,
        context: &mut ParseContext<'_>,
    ) -> Result<Outcome, Stop> {
        let text = upcoming.text;
        let length = broken.length_on_first_line(text);
        if memchr(0, &text[..length.unwrap_or(broken.searched)]).is_some() {
            return Err(nul_error(upcoming.line).into());
        }
        let source = upcoming.source();
        let last_line = source.line_at(broken.searched.saturating_sub(1));
        self.lookahead.note_searched(last_line);
        let error = source.error_at(broken.offset, broken.fault(text));
        self.recorder.push_error(error, context);
        Ok(length.map_or(Outcome::Broken, Outcome::Added))
    }

    /// Reads an object on a line of another format. The line is all there is of it.
    pub(super) fn read_object(&mut self, line: &Line<'_>, context: &mut ParseContext<'_>) {
        let text = line.bytes.trim_ascii_start();
        let column = line.column(line.bytes.len() - text.len());
        let source = Source::new(text, line.number, column);
        let broken = match first_value(text) {
            Ok(value) => {
                self.push(value, &source, context);
                return;
            }
            Err(Unparsed::CutOff) => Broken::without_end(text),
            Err(Unparsed::Broken(error)) => Broken::new(text, error),
        };
        let json = json_of_python(text);
        if let Ok(value) = first_value(&json) {
            self.push(value, &Source::new(&json, line.number, column), context);
            return;
        }
        let error = source.error_at(broken.offset, broken.fault(text));
        self.recorder.push_error(error, context);
    }
}

/// Waits for the end of a value that is cut off.
///
/// # Errors
/// It can still come, or the value is too long already.
fn await_end(upcoming: &Upcoming<'_>) -> Result<(), Stop> {
    if upcoming.text.len() > LONGEST_DOCUMENT {
        let found = "more: put each puzzle into an object on a line of its own";
        let fault = Fault::expected("expected at most 64 MiB in a JSON object", found);
        return Err(upcoming.source().error_at(0, fault).into());
    }
    if upcoming.can_go_on {
        return Err(Stop::Incomplete);
    }
    Ok(())
}

/// Whether the first element of an array is an object that is not a cell.
fn starts_with_record(elements: &[u8]) -> bool {
    let first = elements.trim_ascii_start();
    if !first.starts_with(b"{") {
        return false;
    }
    match first_value(first) {
        Ok(FirstValue::Object(parsed)) => parsed.object.cell_value().is_none(),
        // After a brace, no other value is found.
        Ok(FirstValue::Other(_)) | Err(Unparsed::Broken(_)) => true,
        Err(Unparsed::CutOff) => false,
    }
}
