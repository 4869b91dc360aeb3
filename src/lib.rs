//! Sudoku grids in, solutions out.

pub mod batch;
mod engine;
mod explain;
pub mod format;
mod grid;
mod mend;
mod puzzle;
mod search;
mod solver;
pub mod stream;
pub mod tally;

pub use batch::{Answer, Batch, Goal};
pub use explain::{Flaw, Reason, differences, redundant_clues};
pub use grid::{Candidates, Cell, Clue, Conflict, Grid, GridError, Unit};
pub use mend::Mend;
pub use puzzle::{Count, Puzzle, Solutions};
pub use search::Search;

/// The parts behind the doors, for the tests and benchmarks of this project. They are not part of the API.
#[cfg(feature = "internals")]
pub mod internals {
    pub use crate::engine::{Engine, Frontier};
    pub use crate::search::Search;

    /// The solver of the design card.
    pub mod solver {
        pub use crate::solver::{Outcome, for_each_solution, solve};
    }
}

pub(crate) fn search_of(grid: &Grid) -> Result<Search, Conflict> {
    Puzzle::new(grid).map(|puzzle| Search::new(puzzle.candidates()))
}
pub(crate) fn cell_at(index: usize) -> Option<Cell> {
    Cell::try_from(index).ok()
}
