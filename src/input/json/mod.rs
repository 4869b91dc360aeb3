//! JSON: objects or grids one after the other, as on the lines of `jsonl`, or the elements of
//! arrays.
//!
//! ```text
//! {"id": 7, "puzzle": "53..7....6..195..."}       the puzzle is a member; other scalars are kept
//! [{"puzzle": ...}, {"puzzle": ...}]              elements are read one by one
//! {"name": "easy", "puzzles": [...]}              a document is held while it is read
//! ```
//!
//! `serde_json` reads each value. What is no JSON is one bad record: its lines are skipped, and
//! reading goes on with the next line that can start a value.

mod columns;
mod search;
mod value;

use std::borrow::Cow;
use std::io::Read;
use std::sync::Arc;

use memchr::{memchr, memrchr};
use serde_json::Deserializer;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::InputOptions;
use super::cell_reader::CellReader;
use super::error::{Fault, LONGEST_LINE, ParseError, TOO_LONG};
use super::lines::{Line, Lines, NUL};
use super::records::{Header, Records};
use super::solutions::is_solution_of;
use super::words::is_comment;
use crate::grid::{CELLS, Grid, Marked};
use columns::{JsonColumn, header_of, write_columns};
use search::{Column, Found, MAX_DEPTH, Search, has_records};
use value::{Shape, Source};

pub(super) use value::{Object, content_of};

/// The longest document that is held, in bytes: an object with lists of puzzles.
const LONGEST_DOCUMENT: usize = 1 << 26;

/// The most bytes behind the place of an error that may have to be read as Python.
const MOST_REPAIRED: usize = 1 << 9;

const ONE_PUZZLE: &str = "expected a JSON object with one puzzle (\"puzzle\": ...)";
const VALID_JSON: &str = "expected valid JSON";

/// What became of an attempt to read on.
pub(super) enum Step {
    Taken,
    /// More of the input must be read first.
    Wait,
    /// The next line is no value.
    Line,
    /// The input ends here, perhaps with an error.
    End(Option<ParseError>),
}

/// Reads the values of an input.
#[derive(Default)]
pub(super) struct Json {
    /// The name of the members with puzzles; `None` stands for the usual names.
    name: Option<String>,
    blanks: String,
    /// The number of open arrays.
    depth: usize,
    /// The rest of the line is skipped.
    skips_line: bool,
    /// After a broken value that is indented like this, lines that continue it are skipped.
    broken_indent: Option<usize>,
    /// The column of the next byte, less one.
    column: usize,
    /// How many bytes of the next value were not enough.
    tried: usize,
    /// A broken value was looked for in so many bytes. In these, a value must end with its line, so
    /// that the time is linear.
    searched: usize,
    /// The grid above, if it is no member.
    last_grid: Option<Grid>,
    /// Solutions are also records.
    every_grid: bool,
    /// The number of grids that were left out because they solve the grid above them.
    pub(super) omitted_solutions: u64,
    /// The memory of the columns of a record.
    columns: Vec<u8>,
    /// Whether records have columns: the whole input is JSON.
    has_columns: bool,
    /// The members of the first record.
    pub(super) header: Option<Arc<Header>>,
}

/// What is at the start of a text.
enum First<'a> {
    Object(Object<'a>, usize),
    Other(&'a RawValue, usize),
    /// The value goes on.
    Cut,
    Broken(serde_json::Error),
}

/// The value at the start of a text, and its length.
fn first_value(text: &[u8]) -> First<'_> {
    let deserializer = Deserializer::from_slice(text);
    let error = if text.starts_with(b"{") {
        let mut values = deserializer.into_iter::<Object>();
        match values.next() {
            Some(Ok(object)) => return First::Object(object, values.byte_offset()),
            other => other.and_then(Result::err),
        }
    } else {
        let mut values = deserializer.into_iter::<&RawValue>();
        match values.next() {
            Some(Ok(value)) => return First::Other(value, values.byte_offset()),
            other => other.and_then(Result::err),
        }
    };
    match error {
        Some(error) if error.classify() != Category::Eof => First::Broken(error),
        _ => First::Cut,
    }
}

/// What the start of an input is.
pub(super) enum Start {
    Json,
    /// Something else. So many bytes of it need not be looked at again.
    Other(usize),
    /// More of the input must be read first.
    Cut,
}

/// Whether the first element of an array is an object that is not a cell.
fn starts_with_record(elements: &[u8]) -> bool {
    let first = elements.trim_ascii_start();
    if !first.starts_with(b"{") {
        return false;
    }
    match first_value(first) {
        First::Object(object, _) => !object.is_cell(),
        First::Other(..) | First::Broken(_) => true,
        First::Cut => false,
    }
}

/// Whether a text is JSON: it starts with an object that has a quoted name, or with an array that is
/// valid and has such an object or a whole grid.
pub(super) fn detect(text: &[u8], is_at_end: bool) -> Start {
    let start = match text.trim_ascii_start() {
        [b'{', members @ ..] => starts_with_member(members),
        array @ [b'[', ..] => detect_array(array, is_at_end),
        _ => Start::Other(0),
    };
    match start {
        Start::Cut if is_at_end || text.len() > 2 * LONGEST_LINE => Start::Other(text.len()),
        start => start,
    }
}

/// Whether a quoted name and a colon come first. Python quotes with apostrophes.
fn starts_with_member(text: &[u8]) -> Start {
    let text = text.trim_ascii_start();
    let Some(&quote) = text.first() else {
        return Start::Cut;
    };
    let name = &text[1..text.len().min(LONGEST_LINE)];
    let is_end = |byte: &u8| *byte == quote || *byte == b'\n';
    let end = name.iter().position(is_end);
    match end.map(|end| (name[end], name[end + 1..].trim_ascii_start().first())) {
        _ if !matches!(quote, b'"' | b'\'') => Start::Other(0),
        Some((b'\n', _)) => Start::Other(0),
        Some((_, Some(b':'))) => Start::Json,
        Some((_, Some(_))) => Start::Other(0),
        _ if text.len() > LONGEST_LINE => Start::Other(0),
        _ => Start::Cut,
    }
}

fn detect_array(text: &[u8], is_at_end: bool) -> Start {
    let inner = text[1..].trim_ascii_start();
    if inner.starts_with(b"{") {
        return detect(inner, is_at_end);
    }
    match first_value(text) {
        First::Other(value, length) if !has_grid_or_object(value, 0) => Start::Other(length),
        First::Other(..) | First::Object(..) => Start::Json,
        First::Broken(error) => Start::Other(offset_of_error(text, &error)),
        First::Cut if text.len() <= LONGEST_LINE => Start::Cut,
        // A list of grids may be longer than what is held.
        First::Cut => match first_value(inner) {
            First::Other(value, _) if has_grid_or_object(value, 0) => Start::Json,
            _ => Start::Other(text.len()),
        },
    }
}

fn has_grid_or_object(value: &RawValue, depth: usize) -> bool {
    match Shape::of(value) {
        Shape::Object => true,
        Shape::Grid(grid) => grid.is_whole(),
        Shape::List(items) => {
            depth < MAX_DEPTH && items.iter().any(|item| has_grid_or_object(item, depth + 1))
        }
        Shape::Scalar => false,
    }
}

impl Json {
    pub(super) fn new(options: &InputOptions) -> Json {
        Json {
            name: options.column.clone(),
            blanks: options.blanks.clone(),
            every_grid: options.every_grid,
            ..Json::default()
        }
    }

    /// Begins an input that is JSON.
    pub(super) fn begin(&mut self) {
        self.has_columns = true;
    }

    /// Takes the next value, or what is between values.
    pub(super) fn read<R: Read>(
        &mut self,
        lines: &mut Lines<R>,
        reader: &mut CellReader,
        records: &mut Records,
    ) -> Step {
        if self.skips_line {
            return self.skip_line(lines);
        }
        if lines.is_within_line_end() {
            lines.skip_bytes(1);
        }
        if lines.count == 0 && lines.rest().starts_with(b"\xef\xbb\xbf") {
            lines.skip_bytes(3);
        }
        let rest = lines.rest();
        let indent = rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        // A long run of spaces is not counted again at each read.
        if indent == rest.len() && indent > MOST_REPAIRED {
            return self.skip(indent, lines);
        }
        let at_line_start = self.column == 0;
        let Some(&next) = rest.get(indent) else {
            return self.end(lines);
        };
        if at_line_start && self.continues_broken_value(next, indent) {
            self.skips_line = true;
            return Step::Taken;
        }
        match next {
            b'\n' | b'\r' if self.depth == 0 && at_line_start => Step::Line,
            b'{' | b'[' => self.read_value(indent, lines, reader, records),
            _ if self.depth == 0 && at_line_start => Step::Line,
            b'\n' | b'\r' | b',' => self.skip(indent + 1, lines),
            // The tail of a value.
            _ if self.depth == 0 => {
                self.skips_line = true;
                Step::Taken
            }
            b']' => {
                self.depth -= 1;
                self.skip(indent + 1, lines)
            }
            _ if is_comment(&rest[indent..]) || rest[indent..].starts_with(b"//") => {
                self.skips_line = true;
                Step::Taken
            }
            _ => self.read_value(indent, lines, reader, records),
        }
    }

    /// Ends the input, or waits for more.
    fn end<R: Read>(&self, lines: &Lines<R>) -> Step {
        if !lines.is_at_end {
            return Step::Wait;
        }
        let is_cut_off = self.depth > 0;
        Step::End(is_cut_off.then(|| {
            let fault = Fault::Expected(
                "expected the end of a JSON array",
                "the end of the input".into(),
            );
            ParseError::new(lines.count + 1, None, fault)
        }))
    }

    /// Whether a line belongs to the broken value above it: it is indented more, or starts like a
    /// member or the end of an object.
    fn continues_broken_value(&mut self, next: u8, indent: usize) -> bool {
        let Some(broken_indent) = self.broken_indent else {
            return false;
        };
        let continues = indent > broken_indent || matches!(next, b'"' | b'}');
        if !continues {
            self.broken_indent = None;
        }
        continues
    }

    fn skip<R: Read>(&mut self, length: usize, lines: &mut Lines<R>) -> Step {
        let skipped = &lines.rest()[..length];
        let line_end = memrchr(b'\n', skipped).or_else(|| memrchr(b'\r', skipped));
        let last_line = match line_end {
            Some(end) => {
                self.column = 0;
                &skipped[end + 1..]
            }
            None => skipped,
        };
        let starts_character = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
        self.column += last_line.iter().filter(starts_character).count();
        self.searched = self.searched.saturating_sub(length);
        lines.skip_bytes(length);
        Step::Taken
    }

    /// Skips the rest of a line.
    fn skip_line<R: Read>(&mut self, lines: &mut Lines<R>) -> Step {
        let rest = lines.rest();
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let end = rest.iter().position(is_end);
        if memchr(0, &rest[..end.unwrap_or(rest.len())]).is_some() {
            return self.end_at_nul(lines);
        }
        match end {
            Some(end) => {
                self.skips_line = false;
                self.skip(end + 1, lines)
            }
            None if rest.is_empty() => {
                self.skips_line = !lines.is_at_end;
                if lines.is_at_end {
                    Step::Taken
                } else {
                    Step::Wait
                }
            }
            None => {
                let length = rest.len();
                self.skip(length, lines)
            }
        }
    }

    fn end_at_nul<R: Read>(&self, lines: &Lines<R>) -> Step {
        let fault = Fault::Expected("expected text", NUL.into());
        Step::End(Some(ParseError::new(lines.count + 1, None, fault)))
    }

    /// Takes the value behind an indent, or opens the array that it is.
    fn read_value<R: Read>(
        &mut self,
        indent: usize,
        lines: &mut Lines<R>,
        reader: &mut CellReader,
        records: &mut Records,
    ) -> Step {
        let text = self.value_text(indent, lines);
        if self.needs_more(text, indent, lines) {
            return Step::Wait;
        }
        let source = self.source(text, indent, lines);
        if self.can_open(text) && starts_with_record(&text[1..]) {
            return self.open_array(indent, lines);
        }
        self.tried = 0;
        match first_value(text) {
            First::Object(object, length) => {
                self.push_object(object, &text[..length], &source, reader, records, 0);
                self.skip(indent + length, lines)
            }
            First::Other(value, length) => match Shape::of(value) {
                Shape::List(items) if self.can_open(text) && has_records(&items, 0) => {
                    self.open_array(indent, lines)
                }
                Shape::Scalar if text[0].is_ascii_digit() && self.depth > 0 => {
                    self.read_numbers(indent, lines, reader, records)
                }
                shape => {
                    self.push_shape(value, shape, &source, reader, records, 0);
                    self.skip(indent + length, lines)
                }
            },
            First::Cut => self.read_cut_value(indent, lines, reader, records),
            First::Broken(error) => {
                self.read_broken_value(indent, Some(&error), lines, reader, records)
            }
        }
    }

    /// Takes the numbers in an array up to something else: a grid without its brackets if they are
    /// nine lines of nine, or one bad record.
    fn read_numbers<R: Read>(
        &mut self,
        indent: usize,
        lines: &mut Lines<R>,
        reader: &mut CellReader,
        records: &mut Records,
    ) -> Step {
        let text = self.value_text(indent, lines);
        let length = length_of_numbers(text);
        let may_go_on = length == text.len() && length <= LONGEST_LINE && self.searched == 0;
        if may_go_on && !lines.is_at_end {
            return Step::Wait;
        }
        let source = self.source(text, indent, lines);
        match array_of_rows(&text[..length]) {
            Some(array) => {
                let within = Source {
                    text: array.as_bytes(),
                    column: source.column - 1,
                    ..source
                };
                if let First::Other(value, _) = first_value(array.as_bytes()) {
                    self.push_value(value, &within, reader, records, 0);
                }
            }
            None => {
                let expected = "expected a grid, or an object with one";
                let found = "numbers that are not nine rows of nine: is a bracket missing?";
                let fault = Fault::Expected(expected, found.into());
                self.push_error(source.at(0).error_at(0, fault), &[], records);
            }
        }
        self.skip(indent + length, lines)
    }

    /// Waits for the rest of a value, unless it is too long or there is none.
    fn read_cut_value<R: Read>(
        &mut self,
        indent: usize,
        lines: &mut Lines<R>,
        reader: &mut CellReader,
        records: &mut Records,
    ) -> Step {
        let text = self.value_text(indent, lines);
        let must_end = lines.is_at_end || self.searched > 0;
        if self.can_open(text) && (must_end || text.len() > LONGEST_LINE) {
            return self.open_array(indent, lines);
        }
        if text.len() > LONGEST_DOCUMENT {
            let found = "more: put each puzzle into an object on a line of its own";
            let fault = Fault::Expected("expected at most 64 MiB in a JSON object", found.into());
            let source = self.source(text, indent, lines);
            return Step::End(Some(source.at(0).error_at(0, fault)));
        }
        if must_end {
            return self.read_broken_value(indent, None, lines, reader, records);
        }
        self.tried = text.len();
        Step::Wait
    }

    /// Whether more of a value must be read before it is looked at. A long one is tried again only
    /// if it has doubled, which keeps the time linear. One that must end with its line needs all of
    /// that.
    fn needs_more<R: Read>(&self, text: &[u8], indent: usize, lines: &Lines<R>) -> bool {
        let is_cut = text.len() + indent == lines.rest().len();
        let is_short = self.tried > LONGEST_LINE && text.len() < 2 * self.tried;
        let is_part = self.searched > 0 && is_cut && text.len() <= LONGEST_LINE;
        !lines.is_at_end && (is_short || is_part)
    }

    /// Whether a value is an array whose elements can be read one by one.
    fn can_open(&self, value: &[u8]) -> bool {
        value.starts_with(b"[") && self.depth < MAX_DEPTH
    }

    /// The place of a value behind an indent.
    fn source<'a, R: Read>(&self, text: &'a [u8], indent: usize, lines: &Lines<R>) -> Source<'a> {
        Source {
            text,
            line: lines.count + 1,
            column: self.column + indent + 1,
        }
    }

    /// The text that starts with the value behind an indent.
    fn value_text<'a, R: Read>(&self, indent: usize, lines: &'a Lines<R>) -> &'a [u8] {
        let text = &lines.rest()[indent..];
        if self.searched == 0 {
            return text;
        }
        text.split(|byte| *byte == b'\n').next().unwrap_or(text)
    }

    fn open_array<R: Read>(&mut self, indent: usize, lines: &mut Lines<R>) -> Step {
        self.depth += 1;
        self.skip(indent + 1, lines)
    }

    /// Takes a value that is no JSON, or lacks its end: as a title, an object of Python, or a bad
    /// record.
    fn read_broken_value<R: Read>(
        &mut self,
        indent: usize,
        error: Option<&serde_json::Error>,
        lines: &mut Lines<R>,
        reader: &mut CellReader,
        records: &mut Records,
    ) -> Step {
        let text = self.value_text(indent, lines);
        let source = self.source(text, indent, lines);
        let offset = error.map_or(0, |error| offset_of_error(text, error));
        let searched = error.map_or(text.len(), |_| offset + 1);
        // A title such as `[Easy]`.
        let is_in_line = error.is_some_and(|error| error.line() == 1);
        if text.starts_with(b"[") && self.depth == 0 && self.column == 0 && is_in_line {
            return Step::Line;
        }
        let json = json_of_python(&text[..text.len().min(2 * searched + MOST_REPAIRED)]);
        let repaired = Source {
            text: &json,
            ..source
        };
        match first_value(&json) {
            First::Object(object, length) => {
                self.push_object(object, &json[..length], &repaired, reader, records, 0);
                return self.skip(indent + length, lines);
            }
            First::Other(value, length) => {
                self.push_value(value, &repaired, reader, records, 0);
                return self.skip(indent + length, lines);
            }
            First::Cut | First::Broken(_) => {}
        }
        if memchr(0, &text[..searched]).is_some() {
            return self.end_at_nul(lines);
        }
        let found = error.map_or("a value without its end".into(), what_is_broken);
        let fault = Fault::Expected(VALID_JSON, found.into());
        let error = source.at(offset).error_at(0, fault);
        self.push_error(error, &[], records);
        self.broken_indent = Some(indent);
        self.skips_line = true;
        self.searched = self.searched.max(indent + searched);
        // At the end of the input this makes progress.
        self.skip(indent + 1, lines)
    }

    /// Takes an object on a line of another format.
    pub(super) fn read_line(
        &mut self,
        line: &Line<'_>,
        reader: &mut CellReader,
        records: &mut Records,
    ) {
        let source = Source {
            text: line.text,
            line: line.number,
            column: 1,
        };
        match first_value(line.text) {
            First::Object(object, length) => {
                self.push_object(object, &line.text[..length], &source, reader, records, 0);
            }
            First::Other(value, _) => self.push_value(value, &source, reader, records, 0),
            First::Cut | First::Broken(_) => {
                let python = json_of_python(line.text);
                if let First::Object(object, length) = first_value(&python) {
                    let source = Source {
                        text: &python,
                        ..source
                    };
                    self.push_object(object, &python[..length], &source, reader, records, 0);
                    return;
                }
                let fault = Fault::Expected(VALID_JSON, "a broken value".into());
                self.push_error(line.error_at(0, fault), &[], records);
            }
        }
    }

    /// Adds the columns of a record of another format, which has none.
    pub(super) fn push_other(&mut self, records: &mut Records) {
        self.push_columns(&[], None, records);
    }

    /// Takes a value: a grid, an object, or an array of these.
    fn push_value<'a>(
        &mut self,
        value: &'a RawValue,
        source: &Source<'a>,
        reader: &mut CellReader,
        records: &mut Records,
        depth: usize,
    ) {
        self.push_shape(value, Shape::of(value), source, reader, records, depth);
    }

    fn push_shape<'a>(
        &mut self,
        value: &'a RawValue,
        shape: Shape<'a>,
        source: &Source<'a>,
        reader: &mut CellReader,
        records: &mut Records,
        depth: usize,
    ) {
        let text = value.get();
        match shape {
            Shape::Object => {
                let object = serde_json::from_str(text).unwrap_or_default();
                self.push_object(object, text.as_bytes(), source, reader, records, depth);
            }
            Shape::List(items) if depth < MAX_DEPTH && has_records(&items, 0) => {
                for item in items {
                    self.push_value(item, source, reader, records, depth + 1);
                }
            }
            Shape::Grid(grid) => {
                let result = grid.read(text, source, &self.blanks, reader);
                if self.is_solution(&result) {
                    self.omitted_solutions += 1;
                    return;
                }
                let columns = [Column::of_grid(value)];
                records.push(source.line_of(text), None, result);
                self.push_columns(&columns, Some(text), records);
            }
            Shape::List(_) | Shape::Scalar => {
                let found = super::error::quoted(text.as_bytes());
                let fault = Fault::Expected("expected a grid, or an object with one", found.into());
                self.push_error(source.part(text).error_at(0, fault), &[], records);
            }
        }
    }

    /// Whether a grid that is no member solves the one above, which then is no record.
    fn is_solution(&mut self, result: &Result<Marked, ParseError>) -> bool {
        let grid = result.as_ref().ok().map(|puzzle| puzzle.grid);
        let above = std::mem::replace(&mut self.last_grid, grid);
        match (grid, above) {
            (Some(grid), Some(above)) => !self.every_grid && is_solution_of(&grid, &above),
            _ => false,
        }
    }

    /// Takes the puzzle of an object, or those in its arrays.
    fn push_object<'a>(
        &mut self,
        object: Object<'a>,
        text: &'a [u8],
        source: &Source<'a>,
        reader: &mut CellReader,
        records: &mut Records,
        depth: usize,
    ) {
        let start = source.at(text.as_ptr() as usize - source.text.as_ptr() as usize);
        let fail = |what, found: Cow<'static, str>| start.error_at(0, Fault::Expected(what, found));
        self.last_grid = None;
        if let Some(name) = object.repeated_name() {
            let found = format!("two named {name:?}");
            let error = fail("expected one member of each name", found.into());
            return self.push_error(error, &[], records);
        }
        let (found, columns) = Search::new(object, self.name.as_deref()).end();
        let found_instead = match found {
            Found::Puzzle(_) if text.len() > LONGEST_LINE => {
                let error = ParseError::new(start.number, None, TOO_LONG);
                return self.push_error(error, &[], records);
            }
            Found::Puzzle(puzzle) => {
                let value = puzzle.value.get();
                let result = puzzle.grid.read(value, source, &self.blanks, reader);
                records.push(source.line_of(value), None, result);
                return self.push_columns(&columns, Some(value), records);
            }
            Found::Lists(lists) => {
                for item in lists.iter().flatten() {
                    self.push_value(item, source, reader, records, depth + 1);
                }
                return;
            }
            Found::None => "none: --column names the member with the puzzle",
            Found::Several => "several: choose one with --column",
        };
        self.push_error(fail(ONE_PUZZLE, found_instead.into()), &columns, records);
    }

    fn push_error(&mut self, error: ParseError, columns: &[Column], records: &mut Records) {
        records.push_error(error);
        self.push_columns(columns, None, records);
    }

    /// Adds the columns of a record, as an object on a line. Those of the first record are the
    /// header. The members with the puzzle and the given solution have the same names in all.
    fn push_columns(&mut self, columns: &[Column], puzzle: Option<&str>, records: &mut Records) {
        if !self.has_columns {
            return;
        }
        let columns = columns
            .iter()
            .filter_map(|column| JsonColumn::of(column, puzzle));
        if self.header.is_none() && puzzle.is_some() {
            let first: Vec<JsonColumn> = columns.clone().collect();
            self.header = Some(Arc::new(header_of(&first)));
        }
        write_columns(columns, self.header.as_deref(), &mut self.columns);
        records.push_columns([&self.columns[..]]);
    }
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

/// Nine lines of nine cells as an array.
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

/// What a broken value lacks.
fn what_is_broken(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    if what.starts_with("control character") {
        return "a string without its closing quote".into();
    }
    format!("something else: {what}")
}

/// The byte of a text that an error names.
fn offset_of_error(text: &[u8], error: &serde_json::Error) -> usize {
    let mut start = 0;
    for _ in 1..error.line() {
        let end = memchr(b'\n', &text[start..]);
        start += end.map_or(0, |length| length + 1);
    }
    (start + error.column().saturating_sub(1)).min(text.len().saturating_sub(1))
}

/// A text of Python or JavaScript as JSON: with double quotes and `null` in the place of apostrophes
/// and `None`, and without commas in front of brackets. Each byte keeps its place. Bytes that are not
/// UTF-8 are replaced, too.
fn json_of_python(text: &[u8]) -> Vec<u8> {
    let mut json = text.to_vec();
    for chunk in text.utf8_chunks() {
        let at = chunk.invalid().as_ptr() as usize - text.as_ptr() as usize;
        json[at..at + chunk.invalid().len()].fill(b'?');
    }
    let mut quote = None;
    let mut comma = None;
    let mut at = 0;
    while at < json.len() {
        let byte = json[at];
        match quote {
            _ if byte == b'\\' => at += 1,
            // Within apostrophes, a quote would end the string.
            Some(b'\'') if byte == b'"' => json[at] = b'\'',
            Some(open) if byte == open => {
                quote = None;
                json[at] = b'"';
            }
            Some(_) => {}
            None => {
                if let (Some(comma), b']' | b'}') = (comma, byte) {
                    json[comma] = b' ';
                }
                if !byte.is_ascii_whitespace() {
                    comma = (byte == b',').then_some(at);
                }
                if matches!(byte, b'"' | b'\'') {
                    quote = Some(byte);
                    json[at] = b'"';
                }
                at += replace_constant(&mut json[at..]);
            }
        }
        at += 1;
    }
    json
}

/// Replaces a constant of Python at the start of a text by that of JSON, which is as long. Returns
/// its length, less one.
fn replace_constant(text: &mut [u8]) -> usize {
    for (python, json) in [("None", "null"), ("NaN", "\"\" "), ("nan", "\"\" ")] {
        if text.starts_with(python.as_bytes()) {
            text[..json.len()].copy_from_slice(json.as_bytes());
            return json.len() - 1;
        }
    }
    if text.starts_with(b"True") || text.starts_with(b"False") {
        text[0] = text[0].to_ascii_lowercase();
    }
    0
}
