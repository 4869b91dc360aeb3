//! Decides which of the waiting rows are a grid, once that is clear. See [`super::rows`].

use std::mem;

use super::error::{ParseError, RULE_OR_ROW, UNKNOWN_START, too_few_rows};
use super::grids::{Gap, Row, damage, grid_end, grid_of, readings, remove_rules, widest_gap};
use super::records::Records;
use super::rows::Rows;
use crate::grid::{Candidates, Grid};

/// The most rows that wait until it is clear what they are: those of ten grids.
const MAX_WAITING_ROWS: usize = 90;

impl Rows {
    /// Ends the grid in the window, if one has begun: something else, or the end of the input,
    /// comes before its ninth row.
    pub(super) fn end_grid(&mut self, records: &mut Records) {
        self.gap = Gap::Break;
        self.resolve_window(records);
        self.doubt = None;
    }

    /// Takes the grids that the rows of the window make, as far as they are certain.
    pub(super) fn resolve_window(&mut self, records: &mut Records) {
        loop {
            remove_rules(&mut self.window, &mut self.gap);
            let Some(count) = self.count_resolvable_rows() else { return };
            let mut window = mem::take(&mut self.window);
            self.resolve_rows(&mut window[..count], records);
            window.drain(..count);
            self.window = window;
        }
    }

    /// Whether it is certain that these are all rows, and that the first begins a grid.
    fn are_certain(&self, rows: &[Row]) -> bool {
        self.doubt.is_none() && !rows.iter().any(|row| row.is_ambiguous)
    }

    /// How many rows at the start of the window are resolved together, once that is known: those of a
    /// grid or, where something is uncertain, all rows up to a gap that cannot be inside a grid.
    fn count_resolvable_rows(&self) -> Option<usize> {
        let rows = &self.window[..];
        let widest = widest_gap(rows);
        let gap_above = |row: usize| rows.get(row).map_or(self.gap, |row| row.gap_above);
        let is_certain = self.are_certain(&rows[..rows.len().min(9)]);
        let boundary = (9..=rows.len()).find(|&row| is_certain || gap_above(row) > widest);
        let is_end = self.gap == Gap::Break || rows.len() >= MAX_WAITING_ROWS;
        grid_end(rows).or(boundary).or(is_end.then_some(rows.len())).filter(|count| *count > 0)
    }

    /// Reads the first rows of the window in each way that is possible, and takes their grids if
    /// exactly one of them makes whole grids.
    fn resolve_rows(&mut self, rows: &mut [Row], records: &mut Records) {
        let mut readings = if self.are_certain(rows) { Vec::new() } else { readings(rows) };
        let has_doubt = self.doubt.take().is_some() && self.gap != Gap::Break;
        let fits = rows.len() == 9 && grid_end(rows).is_none();
        match &mut readings[..] {
            [rows] => rows.chunks_mut(9).for_each(|grid| self.take_grid(grid, records)),
            [] if fits => self.take_grid(rows, records),
            [] if rows.len() <= 9 && !has_doubt => self.refuse_incomplete(rows, records),
            _ => {
                let first = rows.iter().find(|row| row.is_ambiguous).unwrap_or(&rows[0]);
                let fault = if first.is_ambiguous { RULE_OR_ROW } else { UNKNOWN_START };
                self.refuse(first.error_at(0, fault), records);
                self.doubt = Some(widest_gap(rows));
            }
        }
    }

    /// Takes the grid of nine rows.
    fn take_grid(&mut self, rows: &mut [Row], records: &mut Records) {
        match grid_of(rows, self.last_grid.filter(|_| self.every_grid)) {
            Ok((grid, candidates)) => self.push_grid(rows[0].line, grid, candidates, records),
            Err(error) => {
                self.doubt = Some(widest_gap(rows));
                self.refuse(error, records);
            }
        }
    }

    /// Appends a grid, unless it only continues or solves the one above.
    pub(super) fn push_grid(&mut self, line: u64, grid: Grid, candidates: Option<Candidates>, records: &mut Records) {
        let title = self.title.take();
        let above = self.last_grid.take().filter(|_| !self.every_grid && candidates.is_none());
        let is_finished = |grid: &Grid| !grid.cells().contains(&0);
        let is_kept = |(clue, digit): (&u8, &u8)| *clue == 0 || clue == digit;
        if let Some(above) = above
            && (self.is_saved_state || is_finished(&grid))
            && above.cells().iter().zip(grid.cells()).all(is_kept)
        {
            let is_solution = is_finished(&grid) && !is_finished(&above) && above != Grid::EMPTY;
            self.omitted_solutions += u64::from(is_solution);
            if is_solution || self.is_saved_state {
                return;
            }
        }
        self.last_grid = Some(grid).filter(|_| candidates.is_none());
        records.push(line, title, Ok((grid, candidates)));
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
        self.refuse(error, records);
        self.doubt = Some(widest_gap(rows));
    }

    pub(super) fn refuse(&mut self, error: ParseError, records: &mut Records) {
        self.title = None;
        records.push_error(error);
    }
}
