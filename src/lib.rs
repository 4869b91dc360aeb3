//! Sudoku grids in, solutions out.

pub mod batch;
mod explain;
pub mod format;
mod grid;
#[allow(dead_code, unused_imports)]
mod input;
mod mend;
mod puzzle;
mod search;
mod solver;
pub mod stream;
pub mod tally;

pub use explain::{Flaw, Reason, differences, redundant_clues};
pub use grid::{Candidates, Cell, Clue, Conflict, Grid, GridError, Unit};
pub use mend::Mend;
pub use puzzle::{Count, Puzzle, Solutions};
pub use search::Search;

pub(crate) fn search_of(grid: &Grid) -> Result<Search, Conflict> {
    Puzzle::new(grid).map(|puzzle| Search::new(puzzle.candidates()))
}
pub(crate) fn cell_at(index: usize) -> Option<Cell> {
    Cell::try_from(index).ok()
}
