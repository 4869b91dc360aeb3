//! The solutions of one grid.

use crate::answer::{Answer, Goal};
use crate::batch::answer_one;
use crate::grid::{Candidates, Conflict, Grid};
use crate::logic::{Rating, Steps, Uniqueness};
use crate::search::Search;

/// Something to solve: a grid whose clues do not conflict, or a set of candidates. No known grid
/// takes more than a few milliseconds to solve, and no known set of candidates a tenth of a second.
/// Only counting or listing very many solutions takes longer.
///
/// ```
/// use sudokat::{Grid, Puzzle};
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let puzzle = Puzzle::new(&grid)?;
/// assert!(puzzle.smallest().is_some_and(|solution| solution.to_string().starts_with("534678912")));
/// assert!(puzzle.is_unique());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle(Candidates);

impl Puzzle {
    /// A puzzle with the clues of a grid.
    ///
    /// # Errors
    /// The first conflict between two clues; see [`Grid::conflict`].
    pub fn new(grid: &Grid) -> Result<Puzzle, Conflict> {
        grid.conflict()
            .map_or_else(|| Ok(Puzzle::from(&Candidates::from(grid))), Err)
    }

    /// The lexicographically smallest solution, if there is one.
    #[must_use]
    pub fn smallest(&self) -> Option<Grid> {
        answer_one(Goal::Smallest, &self.0).solution().copied()
    }

    /// Whether there is exactly one solution.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        matches!(answer_one(Goal::Uniqueness, &self.0), Answer::Unique(_))
    }

    /// All solutions in lexicographic order, computed lazily.
    pub fn solutions(&self) -> impl Iterator<Item = Grid> + use<> {
        Search::new(&self.0).solutions(None)
    }

    /// How hard the puzzle is for a person: the rating of Sudoku Explainer, as far as
    /// [`TECHNIQUES`](crate::TECHNIQUES) go. `None` unless there is exactly one solution.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let rating = Puzzle::new(&grid)?.rating().expect("it has one solution");
    /// assert_eq!((rating.to_string().as_str(), rating.tenths()), ("1.2", Some(12)));
    /// assert!(rating.uses().all(|(technique, _)| technique.name == "hidden single"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rating(&self) -> Option<Rating> {
        let rating = Rating::of_steps(&mut self.steps());
        // Steps that fill the grid are right whatever the number of solutions, or it was asked.
        (rating.tenths().is_some() || self.is_unique()).then_some(rating)
    }

    /// The steps of a solution without guessing, as far as [`TECHNIQUES`](crate::TECHNIQUES) lead.
    /// Some techniques assume that there is one solution. Before the first of them is tried, a
    /// search tells; if there are none or several, the steps end there.
    pub fn steps(&self) -> Steps {
        let uniqueness = Uniqueness::Unknown {
            puzzle: self.0,
            is_unique: |puzzle| Puzzle(*puzzle).is_unique(),
        };
        Steps::new(&self.0, uniqueness)
    }

    /// The candidates that the puzzle was made from.
    #[must_use]
    pub fn candidates(&self) -> &Candidates {
        &self.0
    }
}

/// A puzzle with these candidates. Cells with one candidate are clues; if they conflict, there is
/// no solution.
impl From<&Candidates> for Puzzle {
    fn from(candidates: &Candidates) -> Puzzle {
        Puzzle(*candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicting_clues_are_refused_by_name() {
        let text = format!("5.......5{}", ".".repeat(72));
        let conflict = Puzzle::new(&text.parse().unwrap()).unwrap_err();
        assert_eq!(conflict.to_string(), "r1c1 and r1c9 are both 5");
    }
}
