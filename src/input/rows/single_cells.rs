//! Lines of one cell each, 81 of which are a grid, to its rows. A number above them would shift all
//! cells, so the grids of a run of such lines are read together or not at all.

use std::mem;

use super::row::Row;
use crate::grid::{CELLS, digit_from_byte};
use crate::input::cells::LineCell;
use crate::input::error::{Fault, ParseError};
use crate::input::lines::Consumed;

/// The most cells that wait: those of ten grids, as in the window of rows.
const MAX_CELLS: usize = 10 * CELLS;

/// The most cells that are numbers between grids.
const MAX_NUMBERS: usize = 2;

/// A run of lines of one cell each.
#[derive(Default)]
pub(super) struct SingleCells {
    cells: Vec<SingleCell>,
}

#[derive(Clone, Copy)]
struct SingleCell {
    line: u64,
    cell: LineCell,
}

/// What a run of lines turned out to be.
pub(super) enum SingleCellsEnd {
    /// No cell, one or two numbers between grids, or lines that are nothing but a space.
    NoGrid,
    /// The rows of whole grids.
    Grids(Vec<Row>),
    Malformed(ParseError),
}

impl SingleCells {
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether no more cells can wait.
    pub(super) fn is_full(&self) -> bool {
        self.cells.len() == MAX_CELLS
    }

    pub(super) fn push(&mut self, line: u64, cell: LineCell) {
        self.cells.push(SingleCell { line, cell });
    }

    /// Adds as many cells as possible from the start of a text that begins with the line `number`,
    /// if each is one character with LF. Returns what they take. Without this, each of the 81 lines
    /// of a grid would be split into tokens.
    pub(super) fn read_fast(&mut self, text: &[u8], number: u64) -> Consumed {
        let mut consumed = Consumed::default();
        let lines = text.as_chunks::<2>().0.iter().zip(number..);
        for ([character, end], line) in lines.take(MAX_CELLS - self.cells.len()) {
            if *end != b'\n' || digit_from_byte(*character).is_none() {
                break;
            }
            self.push(line, LineCell::new(*character, 0));
            consumed.bytes += 2;
            consumed.lines += 1;
        }
        consumed
    }

    /// Ends the run, so that no cell is left.
    pub(super) fn end(&mut self) -> SingleCellsEnd {
        let cells = mem::take(&mut self.cells);
        if cells.iter().all(|single| single.cell.is_empty_field()) {
            return SingleCellsEnd::NoGrid;
        }
        match cells.len() {
            0..=MAX_NUMBERS => SingleCellsEnd::NoGrid,
            count if count.is_multiple_of(CELLS) => {
                SingleCellsEnd::Grids(cells.as_chunks().0.iter().map(row_of).collect())
            }
            count => {
                let found = format!(
                    "{count} on lines of their own: is a cell missing, or is a number above them?"
                );
                let fault = Fault::expected("expected 81 cells", found);
                SingleCellsEnd::Malformed(ParseError::new(cells[0].line, None, fault))
            }
        }
    }
}

fn row_of(row: &[SingleCell; 9]) -> Row {
    Row {
        cell_lines: Some(Box::new(row.map(|single| single.line))),
        ..Row::new(row[0].line, row.map(|single| single.cell))
    }
}
