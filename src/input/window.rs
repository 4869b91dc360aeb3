//! Decides which of the waiting rows are a grid, once that is clear. See [`super::rows`].

use std::mem;

use super::error::{Fault, ParseError, RULE_OR_ROW, UNKNOWN_START, too_few_rows};
use super::grids::{Gap, Row, damage, grid_end, grid_of, readings, remove_rules, widest_gap};
use super::records::Records;
use super::rows::Rows;
use crate::grid::Grid;

/// The most rows that wait until it is clear what they are: those of ten grids.
const MAX_WAITING_ROWS: usize = 90;
/// A line with fewer cells may not be a row at all.
const SHORT_ROW: usize = 5;

impl Rows {
    /// Ends the grid in the window, if one has begun: something else, or the end of the input,
    /// comes before its ninth row.
    pub(super) fn end_grid(&mut self, records: &mut Records) {
        self.gap = Gap::Break;
        self.resolve_window(records);
        self.doubt = None;
    }

    /// Takes the grids that the rows at the start of the window make, once that is known. Rows are
    /// resolved together up to a gap that ends a grid or, where something is uncertain, up to one that
    /// cannot be inside a grid.
    pub(super) fn resolve_window(&mut self, records: &mut Records) {
        loop {
            remove_rules(&mut self.window, &mut self.gap);
            let rows = &self.window[..];
            let is_certain = self.doubt.is_none() && !rows.iter().take(9).any(|row| row.is_ambiguous);
            let widest = widest_gap(rows);
            let gap_above = |row: usize| rows.get(row).map_or(self.gap, |row| row.gap_above);
            let boundary = (9..=rows.len()).find(|&row| is_certain || gap_above(row) > widest);
            let is_end = self.gap == Gap::Break || rows.len() >= MAX_WAITING_ROWS;
            let count = grid_end(rows).or(boundary).or(is_end.then_some(rows.len()));
            let Some(count) = count.filter(|count| *count > 0) else { return };
            let mut window = mem::take(&mut self.window);
            self.resolve_rows(&mut window[..count], is_certain, records);
            window.drain(..count);
            self.window = window;
        }
    }

    /// Reads rows in each way that is possible, and takes their grids if exactly one of them makes
    /// whole grids. If the rows are certain, there is only one way.
    fn resolve_rows(&mut self, rows: &mut [Row], is_certain: bool, records: &mut Records) {
        let mut readings = if is_certain { Vec::new() } else { readings(rows) };
        let is_doubtful = self.doubt.take().is_some() && self.gap != Gap::Break;
        match (&mut readings[..], rows.len()) {
            ([rows], _) => rows.chunks_mut(9).for_each(|grid| self.take_grid(grid, records)),
            ([], 9) => self.take_grid(rows, records),
            ([], 0..9) if !is_doubtful => self.refuse_incomplete(rows, records),
            _ => {
                let first = rows.iter().find(|row| row.is_ambiguous).unwrap_or(&rows[0]);
                let fault = if first.is_ambiguous { RULE_OR_ROW } else { UNKNOWN_START };
                self.refuse(rows, first.error_at(0, fault), records);
            }
        }
    }

    /// Takes the grid of nine rows.
    fn take_grid(&mut self, rows: &mut [Row], records: &mut Records) {
        match grid_of(rows, self.last_grid.filter(|_| self.every_grid)) {
            Ok((grid, marks)) => {
                let title = self.title.take();
                if self.admit(&grid, marks.is_some()) {
                    records.push(rows[0].line, title, Ok((grid, marks)));
                }
            }
            Err(error) => {
                // A damaged row is still a row, but these errors may mean too many rows or too few.
                let is_doubtful = matches!(error.fault, Fault::Conflict(_) | Fault::WrongCount(9, 0..SHORT_ROW));
                self.refuse(rows, error, records);
                self.doubt = self.doubt.filter(|_| is_doubtful);
            }
        }
    }

    /// Makes a grid the last one, and returns whether it is a record: neither the solution of the grid
    /// above it nor its saved state.
    #[inline]
    pub(super) fn admit(&mut self, grid: &Grid, has_marks: bool) -> bool {
        let is_finished = |grid: &Grid| !grid.cells().contains(&0);
        let solves = |above: &&Grid| is_finished(grid) && !is_finished(above) && **above != Grid::EMPTY;
        let is_kept = |(clue, digit): (&u8, &u8)| *clue == 0 || clue == digit;
        let keeps_clues = |above: &&Grid| above.cells().iter().zip(grid.cells()).all(is_kept);
        let above = self.last_grid.as_ref().filter(|_| !self.every_grid && !has_marks);
        let repeated = above.filter(|above| self.is_saved_state || solves(above)).filter(keeps_clues);
        self.omitted_solutions += u64::from(repeated.filter(solves).is_some());
        let is_record = repeated.is_none();
        self.last_grid = (is_record && !has_marks).then_some(*grid);
        is_record
    }

    /// Refuses rows that do not make a grid.
    fn refuse_incomplete(&mut self, rows: &[Row], records: &mut Records) {
        let sure = || rows.iter().filter(|row| !row.is_ambiguous);
        let (Some(first), Some(last)) = (sure().next(), sure().next_back()) else { return };
        let fault = too_few_rows(sure().count());
        // If several rows are on one line, the missing ones also belong there.
        let is_list = rows.len() > 1 && first.line == last.line;
        let error = damage(rows).unwrap_or_else(|| match first.gap_above {
            Gap::Nothing => first.error_at(0, fault),
            _ => ParseError::new(last.line + u64::from(!is_list), None, fault),
        });
        self.refuse(rows, error, records);
    }

    /// Refuses rows, which may be too many or too few for a grid.
    pub(super) fn refuse(&mut self, rows: &[Row], error: ParseError, records: &mut Records) {
        (self.title, self.doubt) = (None, Some(widest_gap(rows)));
        records.push_error(error);
    }
}
