//! Lines of one cell each, 81 of which are a grid, to its rows. A number above them would shift all
//! cells, so a run of such lines is read as a whole: it must be one or more grids.

use std::mem;

use super::row::Row;
use crate::grid::{CELLS, digit_from_byte};
use crate::input::cells::LineCell;
use crate::input::error::{Fault, ParseError, UNKNOWN_START};
use crate::input::lines::Consumed;

/// The most cells that wait: those of ten grids, as in the window of rows.
const MAX_CELLS: usize = 10 * CELLS;

/// The most cells that are numbers between grids. Lines of one space can be beside them.
const MAX_NUMBERS: usize = 2;

/// A run of lines of one cell each.
#[derive(Default)]
pub(super) struct SingleCells {
    cells: Vec<SingleCell>,
}

#[derive(Clone, Copy)]
struct SingleCell {
    line_number: u64,
    cell: LineCell,
}

/// What a run of lines turned out to be.
pub(super) enum SingleCellsEnd {
    /// Nothing, or one or two numbers between grids, perhaps with lines of one space.
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

    pub(super) fn push(&mut self, line_number: u64, cell: LineCell) {
        self.cells.push(SingleCell { line_number, cell });
    }

    /// Adds as many cells as possible from the start of a text whose first line has this number, if
    /// each is one character with LF. Returns what they take. Without this, each of the 81 lines of
    /// a grid would be split into tokens.
    pub(super) fn read_fast(&mut self, text: &[u8], first_line_number: u64) -> Consumed {
        let mut consumed = Consumed::default();
        let lines = text.as_chunks::<2>().0.iter().zip(first_line_number..);
        for ([character, end], line_number) in lines.take(MAX_CELLS - self.cells.len()) {
            if *end != b'\n' || digit_from_byte(*character).is_none() {
                break;
            }
            self.push(line_number, LineCell::new(*character, 0));
            consumed.bytes += 2;
            consumed.lines += 1;
        }
        consumed
    }

    /// The error of the cells if the input breaks off here, unless they are less than a grid.
    pub(super) fn cut_off_error(&self) -> Option<ParseError> {
        let grid = self.cells.first_chunk::<CELLS>()?;
        Some(ParseError::new(grid[0].line_number, None, UNKNOWN_START))
    }

    /// Ends the run, so that no cell waits.
    pub(super) fn end(&mut self) -> SingleCellsEnd {
        let cells = mem::take(&mut self.cells);
        let are_written = |single: &&SingleCell| !single.cell.is_empty_field();
        let written_count = cells.iter().filter(are_written).count();
        if written_count == 0 {
            return SingleCellsEnd::NoGrid;
        }
        if cells.len().is_multiple_of(CELLS) {
            return SingleCellsEnd::Grids(cells.as_chunks().0.iter().map(row_of).collect());
        }
        if written_count <= MAX_NUMBERS {
            return SingleCellsEnd::NoGrid;
        }
        SingleCellsEnd::Malformed(wrong_count_error(cells[0].line_number, cells.len()))
    }
}

fn wrong_count_error(line_number: u64, count: usize) -> ParseError {
    let found =
        format!("{count} on lines of their own: is a cell missing, or is a number above them?");
    ParseError::new(
        line_number,
        None,
        Fault::expected("expected 81 cells", found),
    )
}

fn row_of(row: &[SingleCell; 9]) -> Row {
    Row {
        cell_line_numbers: Some(Box::new(row.map(|single| single.line_number))),
        ..Row::new(row[0].line_number, row.map(|single| single.cell))
    }
}
