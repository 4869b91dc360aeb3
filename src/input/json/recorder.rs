//! Adds the records of values.
//!
//! ```text
//! "53..7...."                          a bare grid: a record, unless it solves the one right above
//! {"puzzle": "53..7....", "id": 7}     an object with a puzzle: a record with its members
//! {"id": 7, "list": ["53..7....", ..]} an object without one: the records of its arrays
//! [..]                                 an array: the records of its elements
//! {"id": 7}                            anything else: a bad record
//! ```

use std::sync::Arc;

use serde_json::value::RawValue;

use super::MAX_DEPTH;
use super::grid::{Shape, UnreadGrid};
use super::members::{header_of, write_members};
use super::parse::ParsedObject;
use super::place::Source;
use super::search::{GridMember, KeptMember, Puzzles, has_records, search};
use crate::grid::{Grid, MarkedGrid};
use crate::input::InputOptions;
use crate::input::error::{Fault, LONGEST_LINE, ParseError, quoted};
use crate::input::header::Header;
use crate::input::notices::NewMember;
use crate::input::records::{ParseContext, Records};
use crate::input::rows::is_solution_of;

const ONE_PUZZLE: &str = "expected a JSON object with one puzzle (\"puzzle\": ...)";
pub(super) const GRID_OR_OBJECT: &str = "expected a grid, or an object with one";

/// Adds the records of values.
#[derive(Default)]
pub(super) struct Recorder {
    /// The key of the members with puzzles; `None` stands for the usual names.
    puzzle_key: Option<String>,
    blanks: String,
    /// A grid that solves the one above is a record of its own.
    every_grid: bool,
    /// The whole input is JSON, so records have columns.
    pub(super) keeps_members: bool,
    /// The columns of the input: the members of the first record.
    pub(super) header: Option<Arc<Header>>,
    /// A member that the first record lacks has been found.
    has_new_member: bool,
    /// The last bare grid.
    grid_above: Option<GridAbove>,
    /// The number of grids that were left out because they solve the grid above them.
    pub(super) omitted_solutions: u64,
    /// How many arrays of the parsed value are open around the one that is added.
    depth: usize,
    /// Scratch buffer for the members of a record.
    members_text: Vec<u8>,
}

/// A bare grid. Its solution can follow, unless another record is between them.
struct GridAbove {
    grid: Grid,
    /// The number of records of the input, up to this one.
    record_count: u64,
}

impl Recorder {
    pub(super) fn new(options: &InputOptions) -> Recorder {
        Recorder {
            puzzle_key: options.column.clone(),
            blanks: options.blanks.clone(),
            every_grid: options.every_grid,
            ..Recorder::default()
        }
    }

    /// Adds the records of a value of this shape: a grid, an object, or an array of these.
    pub(super) fn push<'a>(
        &mut self,
        value: &'a RawValue,
        shape: Shape<'a>,
        source: &Source<'a>,
        context: &mut ParseContext<'_>,
    ) {
        match shape {
            Shape::Object => self.push_object(ParsedObject::of_value(value), source, context),
            Shape::Array(elements) if self.depth < MAX_DEPTH && has_records(&elements, 0) => {
                self.push_elements(&elements, source, context);
            }
            Shape::Grid(grid) => self.push_grid(value, &grid, source, context),
            Shape::Array(_) | Shape::Scalar => {
                let found = quoted(value.get().as_bytes());
                let fault = Fault::expected(GRID_OR_OBJECT, found);
                self.push_error(source.error_in(value.get(), fault), context);
            }
        }
    }

    fn push_elements<'a>(
        &mut self,
        elements: &[&'a RawValue],
        source: &Source<'a>,
        context: &mut ParseContext<'_>,
    ) {
        self.depth += 1;
        for element in elements {
            self.push(element, Shape::of(element), source, context);
        }
        self.depth -= 1;
    }

    /// Adds a bare grid. If it solves the one above, it is not a record.
    fn push_grid<'a>(
        &mut self,
        value: &'a RawValue,
        grid: &UnreadGrid<'a>,
        source: &Source<'a>,
        context: &mut ParseContext<'_>,
    ) {
        let line = source.line_of(value.get());
        let result = grid.read(value.get(), source, &self.blanks, context.cell_reader);
        let own = result.as_ref().ok().map(|puzzle| puzzle.grid);
        if own.is_some_and(|own| self.is_omitted(&own, context.records)) {
            self.omitted_solutions += 1;
        } else {
            self.push_record(line, result, &[KeptMember::of_grid(value)], context);
        }
        self.grid_above = own.map(|grid| GridAbove {
            grid,
            record_count: context.records.count_so_far(),
        });
    }

    /// Whether a bare grid is left out, because it solves the grid right above it. Lines between
    /// values can be records, too.
    fn is_omitted(&self, own: &Grid, records: &Records) -> bool {
        let Some(above) = &self.grid_above else {
            return false;
        };
        let is_right_above = above.record_count == records.count_so_far();
        !self.every_grid && is_right_above && is_solution_of(own, &above.grid)
    }

    /// Adds the puzzle of an object, or those in its arrays.
    pub(super) fn push_object<'a>(
        &mut self,
        parsed: ParsedObject<'a>,
        source: &Source<'a>,
        context: &mut ParseContext<'_>,
    ) {
        let ParsedObject { object, text } = parsed;
        self.grid_above = None;
        if let Some(key) = object.repeated_key() {
            let found = format!("two named {key:?}");
            let fault = Fault::expected("expected one member of each name", found);
            return self.push_error(source.error_in(text, fault), context);
        }
        let contents = search(object, self.puzzle_key.as_deref());
        let members = &contents.members;
        match contents.puzzles {
            Puzzles::One(_) if text.len() > LONGEST_LINE => {
                self.push_error(too_long(text, source), context);
            }
            Puzzles::One(puzzle) => self.push_puzzle(&puzzle, members, source, context),
            Puzzles::InArrays(arrays) => {
                for elements in &arrays {
                    self.push_elements(elements, source, context);
                }
            }
            Puzzles::None => {
                let found = "none: --column names the member with the puzzle";
                let error = source.error_in(text, Fault::expected(ONE_PUZZLE, found));
                self.push_error_with_members(error, members, context);
            }
            Puzzles::Several => {
                let found = "several: choose one with --column";
                let error = source.error_in(text, Fault::expected(ONE_PUZZLE, found));
                self.push_error_with_members(error, members, context);
            }
        }
    }

    /// Adds the record of an object that has this puzzle.
    fn push_puzzle<'a>(
        &mut self,
        puzzle: &GridMember<'a>,
        members: &[KeptMember<'a>],
        source: &Source<'a>,
        context: &mut ParseContext<'_>,
    ) {
        let text = puzzle.value.get();
        let line = source.line_of(text);
        let result = puzzle
            .grid
            .read(text, source, &self.blanks, context.cell_reader);
        self.push_record(line, result, members, context);
    }

    fn push_record(
        &mut self,
        line: u64,
        result: Result<MarkedGrid, ParseError>,
        members: &[KeptMember<'_>],
        context: &mut ParseContext<'_>,
    ) {
        if self.keeps_members && self.header.is_none() {
            self.header = Some(Arc::new(header_of(members)));
        }
        context.records.push(line, None, result);
        self.push_members(line, members, context);
    }

    /// Adds a record that could not be read.
    pub(super) fn push_error(&mut self, error: ParseError, context: &mut ParseContext<'_>) {
        self.push_error_with_members(error, &[], context);
    }

    /// Adds the record of an object with these members, whose puzzle could not be found.
    fn push_error_with_members(
        &mut self,
        error: ParseError,
        members: &[KeptMember<'_>],
        context: &mut ParseContext<'_>,
    ) {
        let line = error.line;
        context.records.push_error(error);
        self.push_members(line, members, context);
    }

    /// Adds the members of the last record as an object on a line.
    fn push_members(
        &mut self,
        line: u64,
        members: &[KeptMember<'_>],
        context: &mut ParseContext<'_>,
    ) {
        if !self.keeps_members {
            return;
        }
        let header = self.header.as_deref();
        let new_key = write_members(members, header, &mut self.members_text);
        if let Some(key) = new_key
            && !self.has_new_member
        {
            self.has_new_member = true;
            context.records.new_member = Some(NewMember {
                line,
                key: key.into(),
            });
        }
        context.records.keep_text([&self.members_text[..]]);
    }
}

fn too_long(text: &[u8], source: &Source<'_>) -> ParseError {
    let expected = "expected at most 65536 bytes in a JSON object with a puzzle";
    let fault = Fault::expected(expected, "more");
    ParseError::new(source.line_of(text), None, fault)
}
