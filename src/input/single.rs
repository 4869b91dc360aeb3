//! Grids with one cell on each line, as plain numbers or as an array that is printed so.

use super::cells::{Cell, Layout};
use super::error::{Fault, ParseError};
use super::row::Row;
use crate::grid::CELLS;

/// Fewer lines with one cell are numbers between grids.
const FEW: usize = 3;

/// The lines with one cell since the last grid, and how many lines of brackets have come since the last of them.
#[derive(Debug, Default)]
pub(super) struct SingleCells {
    cells: Vec<(u64, Cell)>,
    closed: u32,
}

impl SingleCells {
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Adds the cell of a line, and returns the nine rows that it completes.
    pub(super) fn push(&mut self, line: u64, cell: Cell) -> Option<Vec<Row>> {
        self.cells.push((line, cell));
        self.closed = 0;
        if self.cells.len() < CELLS {
            return None;
        }
        let layout = Layout { is_packed: true, ..Layout::default() };
        let row = |cells: &[(u64, Cell); 9]| Row {
            line: cells[0].0,
            cells: cells.map(|(_, cell)| cell),
            layout,
            ..Row::default()
        };
        Some(std::mem::take(&mut self.cells).as_chunks().0.iter().map(row).collect())
    }

    /// Ends the cells before the line `number`: the error, if they are not a few numbers.
    pub(super) fn end(&mut self, number: u64) -> Option<ParseError> {
        let found = std::mem::take(&mut self.cells).len();
        (found >= FEW).then(|| ParseError::new(number, None, Fault::CellCount(found)))
    }

    /// Takes a line of closing brackets. An array of cells has rows of nine, or the whole grid; two such lines end it. `follows_grid`
    /// says that there was a grid before.
    pub(super) fn close(&mut self, number: u64, follows_grid: bool) -> Option<ParseError> {
        self.closed += 1;
        let found = self.cells.len();
        match self.cells.first() {
            // The cells of the array before these were a whole grid.
            Some((line, cell)) if follows_grid && found < FEW => {
                let error = ParseError::new(*line, Some(cell.at as usize + 1), Fault::CellCount(CELLS + found));
                self.cells.clear();
                Some(error)
            }
            Some(_) if self.closed > 1 || !found.is_multiple_of(9) => self.end(number),
            _ => None,
        }
    }
}
