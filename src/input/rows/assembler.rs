//! Rows to records, and what is between them: gaps, titles and other text.
//!
//! ```text
//! row --window--> section of rows --grids--> grid --record_filter--> record
//! ```
//!
//! A row can complete a grid, and whatever follows a grid can show where it ends. So each call may
//! add records: grids, or errors in their place.

use std::mem;
use std::sync::Arc;

use super::gaps::widest_gap;
use super::grids::grid_of;
use super::lost_rows::{may_be_start_of_row, may_have_been_row};
use super::record_filter::RecordFilter;
use super::row::Row;
use super::text_between::TextBetween;
use super::window::{GridStart, SectionKind, Window};
use crate::grid::{Grid, MarkedGrid};
use crate::input::cell_reader::kinds::LineKind;
use crate::input::error::{Fault, ParseError, RULE_OR_ROW, UNKNOWN_START};
use crate::input::lines::Line;
use crate::input::records::Records;
use crate::input::titles::heading_above;
use crate::input::words::is_cage_sums;

/// Assembles the grids of an input from its rows.
#[derive(Default)]
pub(super) struct Assembler {
    window: Window,
    /// A buffer for the rows of a section, kept to reuse its memory.
    section: Vec<Row>,
    record_filter: RecordFilter,
    text_between: TextBetween,
}

impl Assembler {
    /// `every_grid`: a grid that solves the one above it is a record, too.
    pub(super) fn new(every_grid: bool) -> Assembler {
        Assembler {
            record_filter: RecordFilter::new(every_grid),
            ..Assembler::default()
        }
    }

    /// The rows that are not yet the rows of a grid.
    pub(super) fn window(&self) -> &Window {
        &self.window
    }

    /// The number of grids that were left out because they solve the grid above them.
    pub(super) fn omitted_solutions(&self) -> u64 {
        self.record_filter.omitted
    }

    /// Adds the next row.
    pub(super) fn add_row(&mut self, row: Row, records: &mut Records) {
        self.text_between.note_cells();
        self.window.push(row);
        if self.window.rows().len() >= 9 {
            self.read_sections(records);
        }
    }

    /// Adds rows that are whole grids, of which all are read or none.
    pub(super) fn add_inseparable_rows(&mut self, rows: Vec<Row>, records: &mut Records) {
        self.window.set_start(GridStart::DOUBTFUL_BELOW_ANY_GAP);
        for row in rows {
            self.add_row(row, records);
        }
        self.end_grid(records);
    }

    /// Adds a grid of nine plain rows, the first of which is on this line. No row may wait.
    #[inline]
    pub(super) fn add_nine_plain_rows(
        &mut self,
        line_number: u64,
        grid: Grid,
        records: &mut Records,
    ) {
        self.add_grid(line_number, grid.into(), records);
        self.text_between.note_cells();
        self.window.note_grid();
    }

    pub(super) fn add_rule(&mut self) {
        self.window.add_rule();
    }

    pub(super) fn add_empty_line(&mut self, records: &mut Records) {
        self.window.add_empty_line();
        // A gap wider than those inside the grid ends it, without waiting for more.
        self.read_sections(records);
    }

    /// Adds a line of text or one that is short, which may be a title.
    pub(super) fn add_text(&mut self, kind: LineKind, line: &Line<'_>, records: &mut Records) {
        // `end_grid` resets it.
        let is_right_below_row = self.window.is_right_below_row();
        self.end_grid(records);
        let is_short_row = is_right_below_row && may_be_start_of_row(kind, line.text);
        self.text_between
            .note_text(is_short_row.then_some(line.number));
        self.record_filter.note_text(line.text);
        if is_cage_sums(line.text) {
            self.add_cage_sums(line, records);
            return;
        }
        if may_have_been_row(kind, line.text) {
            self.window.set_start(GridStart::DOUBTFUL_BELOW_ANY_GAP);
        }
        if let Some(title) = heading_above(line.text) {
            self.add_title(title);
        }
    }

    /// Adds the title of the next grid.
    pub(super) fn add_title(&mut self, title: Arc<str>) {
        self.text_between.note_title(title);
    }

    /// Notes cells that are not a row yet. Because they follow it, the text above them is not the
    /// start of a row at the end of the input.
    pub(super) fn note_cells(&mut self) {
        self.text_between.note_cells();
    }

    /// Ends the grid that has begun, if there is one, although it may have fewer than nine rows.
    pub(super) fn end_grid(&mut self, records: &mut Records) {
        self.window.add_break();
        self.read_sections(records);
        self.window.set_start(GridStart::Certain);
    }

    /// Ends the last grid at the end of the input.
    pub(super) fn end(&mut self, records: &mut Records) {
        self.end_grid(records);
        if let Some(error) = self.text_between.end_error() {
            records.push_error(error);
        }
    }

    /// Adds an error in the place of a grid, or about its cages. `next_start`: whether the next row
    /// starts a grid.
    pub(super) fn refuse(
        &mut self,
        error: ParseError,
        next_start: GridStart,
        records: &mut Records,
    ) {
        self.text_between.note_error();
        self.window.set_start(next_start);
        records.push_error(error);
    }

    /// Refuses a line that may have been a row of the grid that has begun.
    pub(super) fn refuse_line(&mut self, error: ParseError, records: &mut Records) {
        let next_start = if self.window.is_empty() {
            GridStart::Certain
        } else {
            GridStart::DOUBTFUL_BELOW_ANY_GAP
        };
        self.end_grid(records);
        self.refuse(error, next_start, records);
    }

    /// Adds the sums of some cages. Only the first line of them gets a message.
    fn add_cage_sums(&mut self, line: &Line<'_>, records: &mut Records) {
        if self.text_between.take_missing_cages() {
            let found = "sums of cages: the grid was read without them";
            let fault = Fault::expected("expected a plain Sudoku", found);
            self.refuse(line.error_at(0, fault), GridStart::Certain, records);
        }
    }

    /// Reads the sections of the window whose end is known.
    fn read_sections(&mut self, records: &mut Records) {
        let mut section = mem::take(&mut self.section);
        while let Some(kind) = self.window.take_section(&mut section) {
            match kind {
                SectionKind::Grids => {
                    for rows in section.chunks_mut(9) {
                        self.read_grid(rows, records);
                    }
                }
                SectionKind::Unclear => self.refuse_unclear_rows(&section, records),
            }
        }
        // Its memory is kept for the next section.
        self.section = section;
    }

    /// Adds or refuses the grid of nine rows or fewer.
    fn read_grid(&mut self, rows: &mut [Row], records: &mut Records) {
        match grid_of(rows, self.record_filter.puzzle_for_attempt()) {
            Ok(marked) => self.add_grid(rows[0].line_number, marked, records),
            Err(error) => {
                let next_start = if rows.len() < 9 || may_miscount_rows(&error.fault) {
                    GridStart::Doubtful(widest_gap(rows))
                } else {
                    GridStart::Certain
                };
                self.refuse(error, next_start, records);
            }
        }
    }

    /// Adds a grid as a record, unless it is the solution of the grid above or its saved state.
    #[inline]
    fn add_grid(&mut self, line_number: u64, marked: MarkedGrid, records: &mut Records) {
        let title = self.text_between.take_title();
        // Grids with pencil marks are not compared with those above and below.
        if marked.marks.is_some() {
            self.record_filter.forget_puzzle();
            self.text_between.note_record();
            records.push(line_number, title, Ok(marked));
        } else if self.record_filter.accept(marked.grid) {
            self.text_between.note_record();
            records.push_grid(line_number, title, marked.grid);
        }
    }

    /// Refuses rows of which it is not known where a grid starts, or which of them are rules.
    fn refuse_unclear_rows(&mut self, rows: &[Row], records: &mut Records) {
        let error = match rows.iter().find(|row| row.is_ambiguous) {
            Some(row) => row.error(RULE_OR_ROW),
            None => rows[0].error(UNKNOWN_START),
        };
        self.refuse(error, GridStart::Doubtful(widest_gap(rows)), records);
    }
}

/// Whether the grid of this fault may have had a row too many or too few. A row with a few cells
/// too few or too many is still a row, and spoils only its own grid. Fewer than five cells may be a
/// part of a row, and 14 or more may be two rows.
fn may_miscount_rows(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::Conflict(_) | Fault::WrongCount { expected: 9, found: 0..5 | 14.. }
    )
}
