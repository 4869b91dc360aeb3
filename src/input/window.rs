//! Decides which of the waiting rows are a grid, once that is clear. See [`super::rows`].

use super::error::{Fault, ParseError, RULE_OR_ROW, UNKNOWN_START, too_few_rows};
use super::grids::{Gap, Row, grid_end, grid_of, is_solution_below, readings, remove_rules, widest_gap};
use super::records::Records;
use super::rows::Rows;
use crate::grid::Grid;

/// The most rows that wait until it is clear what they are: those of ten grids.
const MAX_WAITING_ROWS: usize = 90;
/// A line with fewer cells may not be a row at all.
const SHORT_ROW: usize = 5;

impl Rows {
    /// Takes the grids that the rows of the window make: those that are certain, or all of them if
    /// the window ends here.
    pub(super) fn resolve_window(&mut self, window_ends: bool, records: &mut Records) {
        loop {
            remove_rules(&mut self.window, &mut self.gap);
            let Some(count) = self.count_resolvable_rows(window_ends) else { return };
            self.resolve_rows(count, window_ends, records);
        }
    }

    /// Whether it is certain that these are all rows, and that the first begins a grid.
    fn are_certain(&self, rows: &[Row]) -> bool {
        self.doubt.is_none() && !rows.iter().any(|row| row.is_ambiguous)
    }

    /// Ends the grid in the window, if one has begun: something else, or the end of the input,
    /// comes before its ninth row.
    pub(super) fn end_grid(&mut self, records: &mut Records) {
        self.resolve_window(true, records);
        self.doubt = None;
    }

    /// How many rows at the start of the window are resolved together, once that is known: those of a
    /// grid or, where something is uncertain, all rows up to a gap that cannot be inside a grid.
    fn count_resolvable_rows(&self, window_ends: bool) -> Option<usize> {
        let rows = &self.window[..];
        let first = &rows[..rows.len().min(9)];
        if rows.is_empty() {
            return None;
        } else if self.are_certain(first) {
            return grid_end(first).or((first.len() == 9 || window_ends).then_some(first.len()));
        }
        let widest = widest_gap(rows);
        let wider = (9..rows.len()).find(|&row| rows[row].gap_above > widest);
        let window_ends = window_ends || rows.len() >= 9 && self.gap > widest || rows.len() >= MAX_WAITING_ROWS;
        wider.or(window_ends.then_some(rows.len())).or_else(|| grid_end(rows))
    }

    /// Reads the first rows of the window in each way that is possible, and takes their grids if
    /// exactly one of them makes whole grids.
    fn resolve_rows(&mut self, count: usize, window_ends: bool, records: &mut Records) {
        let mut window = std::mem::take(&mut self.window);
        let rows = &mut window[..count];
        let is_certain = self.are_certain(rows);
        let doubt = self.doubt.take();
        let fits = count == 9 && grid_end(rows).is_none();
        let mut readings = if is_certain { Vec::new() } else { readings(rows) };
        match &mut readings[..] {
            [rows] => rows.chunks_mut(9).for_each(|grid| self.take_grid(grid, records)),
            [] if fits => self.take_grid(rows, records),
            [] if count <= 9 && (doubt.is_none() || window_ends) => self.refuse_incomplete(rows, records),
            _ => {
                let first = rows.iter().find(|row| row.is_ambiguous).unwrap_or(&rows[0]);
                let fault = if first.is_ambiguous { RULE_OR_ROW } else { UNKNOWN_START };
                self.refuse(first.error_at(0, fault), records);
                self.doubt = Some(widest_gap(rows));
            }
        }
        window.drain(..count);
        self.window = window;
    }

    /// Takes the grid that nine rows make.
    fn take_grid(&mut self, rows: &mut [Row], records: &mut Records) {
        let is_attempt =
            |grid: &Grid| self.every_grid && self.last_grid.is_some_and(|above| grid.is_attempt_at(&above));
        let (grid, candidates) = match grid_of(rows, is_attempt) {
            Ok(grid) => grid,
            Err(error) => {
                // A damaged row is still a row, but these errors may mean too many rows or too few.
                if matches!(error.fault, Fault::Conflict(_) | Fault::WrongCount(9, 0..SHORT_ROW)) {
                    self.doubt = Some(widest_gap(rows));
                }
                return self.refuse(error, records);
            }
        };
        let title = self.title.take();
        let above = self.last_grid.take().filter(|_| !self.every_grid && candidates.is_none());
        if above.is_some_and(|above| is_solution_below(&grid, &above)) {
            self.omitted_solutions += 1;
            return;
        }
        let is_kept = |(clue, digit): (&u8, &u8)| *clue == 0 || clue == digit;
        let keeps_clues = |above: Grid| above.cells().iter().zip(grid.cells()).all(is_kept);
        if self.is_saved_state && above.is_some_and(keeps_clues) {
            return;
        }
        self.last_grid = Some(grid).filter(|_| candidates.is_none());
        records.push(rows[0].line, title, Ok((grid, candidates)));
    }

    /// Refuses rows that do not make a grid.
    fn refuse_incomplete(&mut self, rows: &[Row], records: &mut Records) {
        let sure = || rows.iter().filter(|row| !row.is_ambiguous);
        let (Some(first), Some(last)) = (sure().next(), sure().next_back()) else { return };
        let fault = too_few_rows(sure().count());
        let error = match rows.iter().find_map(|row| row.error.as_deref()) {
            Some(error) => error.clone(),
            None if first.gap_above == Gap::Nothing => first.error_at(0, fault),
            // If several rows are on one line, the missing ones also belong there.
            None => {
                let is_list = rows.len() > 1 && first.line == last.line;
                ParseError::new(last.line + u64::from(!is_list), None, fault)
            }
        };
        self.refuse(error, records);
        self.doubt = Some(Gap::EmptyLines);
    }

    pub(super) fn refuse(&mut self, error: ParseError, records: &mut Records) {
        self.title = None;
        records.push_error(error);
    }
}
