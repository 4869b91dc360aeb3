//! Puzzles without redundant clues.

use super::{find_solutions, with_mask};
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

/// Removes the redundant clues of these puzzles, which have one solution. All puzzles go through
/// the same cell together, because the engine is fast only if it gets many puzzles at a time.
pub(crate) fn minimal_puzzles_of(puzzles: &[Candidates], batch: &mut Batch) -> Vec<Candidates> {
    let mut minimal = puzzles.to_vec();
    for cell in Cell::all().rev() {
        let with_clue = minimal.iter_mut().filter(|puzzle| puzzle[cell].is_power_of_two());
        // A clue is redundant if the others allow no other digit in its cell.
        let others = with_clue.map(|puzzle| (with_mask(puzzle, cell, !puzzle[cell]), puzzle));
        let (queries, with_clue): (Vec<_>, Vec<_>) = others.unzip();
        let redundant = with_clue.into_iter().zip(find_solutions(&queries, batch)).filter(|(_, found)| found.is_none());
        redundant.for_each(|(puzzle, _)| *puzzle = with_mask(puzzle, cell, 0x1ff));
    }
    minimal
}
