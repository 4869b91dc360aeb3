//! Runs of cells that have lines of their own. See [`super::rows`].

use super::InputFormat;
use super::cells::{EMPTY_SYMBOL, LineCell, grid_of_digits};
use super::error::{Fault, ParseError};
use super::grids::{Gap, Row};
use super::records::Records;
use super::rows::Rows;
use crate::grid::CELLS;

/// The most cells with lines of their own that wait for the end of their run: those of ten grids.
const MAX_SINGLE_CELLS: usize = 10 * CELLS;
/// Fewer lines with one cell are numbers between grids.
const MIN_SINGLE_CELLS: usize = 3;

impl Rows {
    /// Reads a cell that has a line of its own. If a run of them has a multiple of 81, they are
    /// grids. A long run is answered before its end, once its first ten grids obey the rules.
    pub(super) fn read_single_cell(&mut self, number: u64, cell: LineCell, records: &mut Records) {
        self.single_cells.push((number, cell));
        self.gap = Gap::Nothing;
        if self.is_sure_run && self.single_cells.len() == 2 * CELLS {
            self.take_single_cells(CELLS, records);
        } else if self.single_cells.len() == MAX_SINGLE_CELLS {
            let grid = |cells: &[(u64, LineCell)]| grid_of_digits(cells.iter().map(|(_, cell)| cell));
            let is_sure = self.single_cells.chunks(CELLS).all(|cells| grid(cells).obeys_rules());
            if is_sure {
                self.take_single_cells(MAX_SINGLE_CELLS, records);
            }
            self.end_single_cells(number, records);
            self.is_sure_run = is_sure;
        }
    }

    /// Whether a run can continue below an empty line, which may stand between rows.
    pub(super) fn may_continue_run(&self) -> bool {
        (MIN_SINGLE_CELLS..CELLS).contains(&self.single_cells.len())
    }

    /// Takes the first cells of a run for grids, unless they are lines of one space.
    pub(super) fn take_single_cells(&mut self, count: usize, records: &mut Records) {
        let rest = self.single_cells.split_off(count);
        let cells = std::mem::replace(&mut self.single_cells, rest);
        if cells.iter().all(|(_, cell)| cell.symbol == EMPTY_SYMBOL) {
            return;
        }
        self.format.get_or_insert(InputFormat::Packed);
        for (row, cells) in cells.as_chunks::<9>().0.iter().enumerate() {
            if row % 9 == 0 {
                self.gap = Gap::Break;
            }
            self.push_row(Row { line: cells[0].0, cells: cells.map(|(_, cell)| cell), ..Row::default() }, records);
        }
    }

    /// Ends a run of cells. A few of them are numbers between grids, and lines of one space are
    /// ignored.
    pub(super) fn end_single_cells(&mut self, number: u64, records: &mut Records) {
        let count = self.single_cells.len();
        self.is_sure_run = false;
        if count == 0 {
            return;
        } else if count.is_multiple_of(CELLS) && count < MAX_SINGLE_CELLS {
            self.take_single_cells(count, records);
        }
        let cells = std::mem::take(&mut self.single_cells);
        if cells.iter().any(|(_, cell)| cell.symbol != EMPTY_SYMBOL) {
            self.gap = Gap::Break;
            if count >= MIN_SINGLE_CELLS {
                self.refuse(ParseError::new(number, None, Fault::WrongCount(CELLS, count)), records);
            }
        }
    }
}
