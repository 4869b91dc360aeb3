//! The rows that wait: which of them are a grid, once that is clear. See [`super::rows`].

use super::error::{Fault, ParseError};
use super::grids::{Gap, Row, drop_rules, first_break, grid_of, is_solution_below, readings, sure_rows, widest_gap};
use super::records::Records;
use super::rows::Rows;
use crate::grid::Grid;

/// The most rows that wait until it is clear what they are: those of ten grids.
const LONGEST_WAIT: usize = 90;
/// A line with fewer cells may not be a row at all.
const SHORT_ROW: usize = 5;

impl Rows {
    /// Takes the grids that the rows of the window make: those that are certain, or all of them if
    /// the window ends here.
    pub(super) fn settle(&mut self, ends: bool, records: &mut Records) {
        loop {
            drop_rules(&mut self.window, &mut self.gap);
            if self.window.is_empty() {
                return;
            }
            let first = &self.window[..self.window.len().min(9)];
            // Only the first row can be a header.
            let is_unsure = first[0].layout.is_unsure || first.iter().any(|row| row.layout.is_unsure && row.signs != 0);
            if self.doubt.is_none() && !is_unsure {
                let is_whole = first.len() == 9 || ends;
                let Some(count) = first_break(first).or(is_whole.then_some(first.len())) else { return };
                let mut rows = std::mem::take(&mut self.window);
                if count == 9 {
                    self.emit(&mut rows[..9], records)
                } else {
                    self.incomplete(&rows[..count], records)
                }
                rows.drain(..count);
                self.window = rows;
            } else {
                let Some(count) = self.doubtful_rows(ends) else { return };
                self.judge(count, ends, records);
            }
        }
    }

    /// Ends the grid in the window, if one has begun: something else, or the end of the input,
    /// comes before its ninth row.
    pub(super) fn close(&mut self, records: &mut Records) {
        self.settle(true, records);
        self.doubt = None;
    }

    /// How many rows at the start of the window are judged together, once that is known: all up to
    /// a gap that is wider than those inside of grids, or that is in none.
    fn doubtful_rows(&self, ends: bool) -> Option<usize> {
        let rows = &self.window[..];
        let widest = widest_gap(rows);
        let wider = (9..rows.len()).find(|&row| rows[row].gap > widest);
        let ends = ends || rows.len() >= 9 && self.gap > widest || rows.len() >= LONGEST_WAIT;
        wider.or(ends.then_some(rows.len())).or_else(|| first_break(rows))
    }

    /// Reads the first rows of the window in each way that is possible, and takes their grids if
    /// exactly one of them makes whole grids.
    fn judge(&mut self, count: usize, ends: bool, records: &mut Records) {
        let mut rows: Vec<Row> = self.window.drain(..count).collect();
        let (widest, doubt) = (widest_gap(&rows), std::mem::take(&mut self.doubt));
        let first = rows.iter().find(|row| row.layout.is_unsure).unwrap_or(&rows[0]);
        let fault = if first.layout.is_unsure { Fault::RuleOrRow } else { Fault::UnknownStart };
        let error = first.error_at(0, fault);
        let fits = count == 9 && first_break(&rows).is_none();
        let mut readings = readings(rows.clone());
        match readings.pop() {
            Some(mut rows) if readings.is_empty() => rows.chunks_mut(9).for_each(|grid| self.emit(grid, records)),
            None if fits => self.emit(&mut rows, records),
            None if count <= 9 && (doubt.is_none() || ends) => self.incomplete(&sure_rows(&rows), records),
            _ => {
                self.refuse(error, records);
                self.doubt = Some(widest);
            }
        }
    }

    /// Takes the grid that nine rows make.
    fn emit(&mut self, rows: &mut [Row], records: &mut Records) {
        let is_answer = |grid: &Grid| self.every_grid && self.above.is_some_and(|above| grid.is_attempt_at(&above));
        let (grid, candidates) = match grid_of(rows, is_answer) {
            Ok(grid) => grid,
            Err(error) => {
                // A damaged row is still a row, but these may have been too many or too few.
                if matches!(error.fault, Fault::Conflict(_) | Fault::Count(9, 0..SHORT_ROW)) {
                    self.doubt = Some(widest_gap(rows));
                }
                return self.refuse(error, records);
            }
        };
        let title = self.title.take();
        if !self.every_grid && candidates.is_none() {
            let above = self.above.take();
            if above.is_some_and(|above| is_solution_below(&grid, &above)) {
                self.solutions += 1;
                return;
            }
            let keeps_clues =
                |above: Grid| above.cells().iter().zip(grid.cells()).all(|(clue, d)| *clue == 0 || clue == d);
            if self.is_state && above.is_some_and(keeps_clues) {
                return;
            }
        }
        self.above = Some(grid).filter(|_| candidates.is_none());
        records.push(rows[0].line, Ok((grid, candidates)));
        records.push_title(title);
    }

    /// Takes rows for an incomplete grid.
    fn incomplete(&mut self, rows: &[Row], records: &mut Records) {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return };
        self.doubt = Some(Gap::EmptyLines);
        let error = match rows.iter().find_map(|row| row.error.as_deref()) {
            Some(error) => error.clone(),
            None if first.gap == Gap::Nothing => first.error_at(0, Fault::Rows(rows.len())),
            None => ParseError::new(last.line + 1, None, Fault::Rows(rows.len())),
        };
        self.refuse(error, records);
    }

    pub(super) fn refuse(&mut self, error: ParseError, records: &mut Records) {
        self.title = None;
        records.push_error(error);
    }
}
