//! Puzzles without redundant clues.

use super::{Inquiry, inquire, with_mask};
use crate::batch::Batch;
use crate::grid::{Candidates, Cell};
use crate::puzzle::Puzzle;

impl Puzzle {
    /// The puzzle without redundant clues: from the last clue to the first, each is removed if the
    /// rest still has one solution. The result is minimal. `None` unless there is exactly one
    /// solution. A clue is a cell with one candidate.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let minimal = Puzzle::new(&grid)?.minimize().expect("it has one solution");
    /// assert_eq!(minimal.redundant_clues(), Some(Vec::new()));
    /// assert_eq!(minimal.candidates().to_grid().clues().count(), 23);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn minimize(&self) -> Option<Puzzle> {
        let minimal = || minimal_puzzles_of(&[*self.candidates()], &mut Batch::new());
        if self.is_unique() { minimal().first().map(Puzzle::from) } else { None }
    }
}

/// These puzzles, which have one solution, without redundant clues.
pub(crate) fn minimal_puzzles_of(puzzles: &[Candidates], batch: &mut Batch) -> Vec<Candidates> {
    inquire(puzzles, batch, minimal_puzzle)
}

async fn minimal_puzzle(puzzle: &Candidates, inquiry: &Inquiry) -> Candidates {
    let mut minimal = *puzzle;
    for cell in Cell::all().rev().filter(|&cell| puzzle[cell].is_power_of_two()) {
        // A clue is redundant if the others allow no other digit in its cell.
        let others = with_mask(&minimal, cell, !minimal[cell]);
        if inquiry.ask(others).await.is_none() {
            minimal = with_mask(&minimal, cell, 0x1ff);
        }
    }
    minimal
}
