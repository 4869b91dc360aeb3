//! The formats `spaced` and `packed`: nine lines of nine cells. [`row`] reads the rows; here they become grids.

use super::RecordParser;
use super::error::{ParseError, ParseErrorKind, Truncated};
use super::lines::Line;
use super::records::Records;
use super::row::{self, Spacing};
use crate::grid::{CELLS, Grid};

/// Collects rows into grids.
#[derive(Debug)]
pub(super) struct RowsParser {
    spacing: Spacing,

    // The current grid.
    grid: Grid,
    /// The number of its rows so far, readable or not.
    rows: usize,
    /// The first error in it.
    error: Option<ParseError>,
    /// The line of each row, and the column of each cell.
    lines: [u64; 9],
    columns: [usize; CELLS],

    // The input so far.
    /// Whether there was a grid before the current one.
    any_grid: bool,
    /// Whether there was one with nine rows.
    any_whole_grid: bool,
    /// Whether the current grid follows another one with nothing between them.
    is_adjacent: bool,
}

impl RowsParser {
    pub(super) fn new(spacing: Spacing) -> RowsParser {
        RowsParser {
            spacing,
            grid: Grid::EMPTY,
            rows: 0,
            error: None,
            lines: [0; 9],
            columns: [0; CELLS],
            any_grid: false,
            any_whole_grid: false,
            is_adjacent: false,
        }
    }

    /// Starts the next row, at this place; returns its first cell.
    fn start_row(&mut self, line: u64, column: usize) -> usize {
        let first = 9 * self.rows;
        self.lines[self.rows] = line;
        self.columns[first] = column;
        self.rows += 1;
        first
    }

    /// Appends the grid if it has nine rows.
    fn finish_row(&mut self, records: &mut Records) {
        if self.rows < 9 {
            return;
        }
        self.rows = 0;
        (self.any_grid, self.any_whole_grid, self.is_adjacent) = (true, true, true);
        let error = self.error.take().or_else(|| self.conflict());
        records.push(self.lines[0], error.map_or(Ok(self.grid), Err));
    }

    fn conflict(&self) -> Option<ParseError> {
        let conflict = self.grid.conflict()?;
        let cell = conflict.second.index();
        let kind = ParseErrorKind::Conflict(conflict);
        Some(ParseError::new(self.lines[cell / 9], Some(self.columns[cell]), kind))
    }

    /// Appends an error if a grid has begun: the line `number`, or the end of the input, comes before its ninth row.
    fn close(&mut self, number: u64, at_end: bool, records: &mut Records) {
        let is_adjacent = std::mem::take(&mut self.is_adjacent);
        let found = std::mem::take(&mut self.rows);
        let error = self.error.take();
        if found == 0 {
            return;
        }
        let is_first = !std::mem::replace(&mut self.any_grid, true);
        let truncated = if at_end {
            self.any_whole_grid.then_some(Truncated::AtEnd(if is_adjacent { 9 } else { 10 }))
        } else {
            (is_first && self.lines[0] == 1).then_some(Truncated::AtStart(10))
        };
        let kind = ParseErrorKind::RowCount { found, truncated };
        let is_wrong_text = matches!(&error, Some(error) if matches!(error.kind, ParseErrorKind::ExpectedCell(_)));
        records.push_error(if is_adjacent && !is_wrong_text {
            // The grid before this one more likely has too many rows than this one too few.
            ParseError::new(self.lines[0], Some(self.columns[0]), kind)
        } else {
            error.unwrap_or(ParseError::new(number, None, kind))
        });
    }
}

impl RecordParser for RowsParser {
    fn line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        let column = line.column(line.indent);
        let first = self.start_row(line.number, column);
        match row::read(line.text, self.spacing) {
            Ok(row) => {
                self.grid.cells_mut()[first..first + 9].copy_from_slice(&row.cells);
                self.columns[first..first + 9].copy_from_slice(&row.offsets.map(|offset| column + offset));
            }
            Err((offset, kind)) => {
                self.error.get_or_insert_with(|| line.error_at(line.indent + offset, kind));
            }
        }
        self.finish_row(records);
        Ok(())
    }

    fn too_long_line(&mut self, number: u64, records: &mut Records) -> Result<(), ParseError> {
        self.start_row(number, 1);
        self.error.get_or_insert(ParseError::new(number, Some(1), ParseErrorKind::LineTooLong));
        self.finish_row(records);
        Ok(())
    }

    fn gap(&mut self, number: u64, records: &mut Records) {
        self.close(number, false, records);
    }

    fn frame(&mut self) {
        if self.rows == 0 {
            self.is_adjacent = false;
        }
    }

    fn end(&mut self, number: u64, records: &mut Records) {
        self.close(number, true, records);
    }

    fn allows_headings(&self) -> bool {
        true
    }

    fn spacing(&self) -> Option<Spacing> {
        Some(self.spacing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputFormat;
    use crate::input::fixtures::{read, rows};

    fn messages(text: &str) -> Vec<String> {
        let message = |error: &ParseError| error.to_string();
        let records = read(Some(InputFormat::Packed), text.as_bytes());
        records.iter().map(|record| record.puzzle.map_or_else(message, |_| record.line.to_string())).collect()
    }

    #[test]
    fn the_conflict_of_a_grid_has_the_line_and_the_column_of_its_second_cell() {
        let grid = rows("").join("\n\n").replace("\n\n", "\n").replacen("6..195...", "  |6..|195|..6|", 1);
        assert_eq!(messages(&grid), ["2:14: r2c1 and r2c9 are both 6"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_a_row() {
        let mut lines = rows("");
        lines[3] = "5".repeat(crate::input::lines::LONGEST_LINE + 1);
        let text = [lines.join("\n"), rows("").join("\n")].join("\n");
        assert_eq!(messages(&text), ["4:1: expected at most 65536 bytes on a line, found more", "10"]);
    }

    #[test]
    fn rows_after_a_whole_grid_are_too_many_of_it_unless_they_are_something_else() {
        let grid = rows("").join("\n");
        let cut = "the input ends inside a grid; if it was split, split it between grids, for example with \
                   split -l 9000 or parallel --pipe -L 9";
        assert_eq!(messages(&format!("{grid}\n53")), ["1", &format!("10:1: expected 9 rows, found 1: {cut}")]);
        assert_eq!(messages(&format!("{grid}\nq")), ["1", "10:1: expected a digit or a blank, found 'q'"]);
    }
}
