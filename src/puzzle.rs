//! One puzzle and its solutions. `analysis` adds the methods that explain and reduce it.

use crate::grid::{Candidates, Conflict, Grid};
use crate::logic::{OneSolution, RatingReport, Steps};
use crate::solver::batch::{Batch, solve_by_search};
use crate::solver::count::count_solutions;
use crate::solver::search::Search;
use crate::solver::{Answer, Goal};

/// Something to solve: a grid whose clues do not conflict, or a set of candidates. No known grid
/// takes more than a few milliseconds to solve, and no known set of candidates a tenth of a second.
/// Only counting or listing very many solutions takes longer.
///
/// | What | Method |
/// |---|---|
/// | the smallest solution, all of them, how many | [`smallest`](Puzzle::smallest), [`solutions`](Puzzle::solutions), [`count`](Puzzle::count) |
/// | whether there is exactly one | [`is_unique`](Puzzle::is_unique) |
/// | why there is none | [`contradiction`](Puzzle::contradiction) |
/// | the digits that occur in solutions | [`true_candidates`](Puzzle::true_candidates) |
/// | redundant clues, the puzzle without them | [`redundant_clues`](Puzzle::redundant_clues), [`minimize`](Puzzle::minimize) |
/// | how a person solves it, how hard that is | [`steps`](Puzzle::steps), [`rate`](Puzzle::rate) |
/// | what it was made from | [`candidates`](Puzzle::candidates) |
///
/// Two grids are the same puzzle if their canonical forms ([`Grid::canonical`]) are equal.
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
        match grid.conflict() {
            Some(conflict) => Err(conflict),
            None => Ok(Puzzle(Candidates::from(grid))),
        }
    }

    /// The lexicographically smallest solution, if there is one.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// let smallest = Puzzle::new(&Grid::EMPTY)?.smallest().expect("the empty grid has solutions");
    /// assert!(smallest.to_string().starts_with("123456789456789123"));
    /// # Ok::<(), sudokat::Conflict>(())
    /// ```
    #[must_use]
    pub fn smallest(&self) -> Option<Grid> {
        solve_by_search(Goal::Smallest, &self.0).solution().copied()
    }

    /// Whether there is exactly one solution.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// assert!(!Puzzle::new(&Grid::EMPTY)?.is_unique());
    /// # Ok::<(), sudokat::Conflict>(())
    /// ```
    #[must_use]
    pub fn is_unique(&self) -> bool {
        matches!(
            solve_by_search(Goal::Uniqueness, &self.0),
            Answer::Unique(_)
        )
    }

    /// All solutions in lexicographic order, computed lazily.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// let first: Vec<Grid> = Puzzle::new(&Grid::EMPTY)?.solutions().take(100).collect();
    /// assert!(first.len() == 100 && first.is_sorted());
    /// # Ok::<(), sudokat::Conflict>(())
    /// ```
    pub fn solutions(&self) -> impl Iterator<Item = Grid> + use<> {
        let known_first = None;
        Search::new(&self.0).solutions(known_first)
    }

    /// The number of solutions, or `limit` if there are more. If there are very many, they are
    /// counted on every core.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// assert_eq!(Puzzle::new(&Grid::EMPTY)?.count(10_000), 10_000);
    /// # Ok::<(), sudokat::Conflict>(())
    /// ```
    #[must_use]
    pub fn count(&self, limit: u64) -> u64 {
        let threads = None; // one for each core
        count_solutions(&self.0, limit, &mut Batch::new(), threads).solutions
    }

    /// How hard the puzzle is for a person: the rating of Sudoku Explainer, as far as
    /// [`TECHNIQUES`](crate::TECHNIQUES) go. `None` unless there is exactly one solution.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let report = Puzzle::new(&grid)?.rate().expect("it has one solution");
    /// assert_eq!((report.to_string().as_str(), report.tenths()), ("1.2", Some(12)));
    /// assert!(report.uses().all(|(technique, _)| technique.name == "hidden single"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rate(&self) -> Option<RatingReport> {
        let report = RatingReport::of_steps(&mut self.steps());
        // Steps that fill the grid show that there is exactly one solution: no technique that
        // assumes this is tried before a search has shown it.
        (report.tenths().is_some() || self.is_unique()).then_some(report)
    }

    /// The steps of a solution without guessing, as far as [`TECHNIQUES`](crate::TECHNIQUES) lead.
    /// Some techniques assume that there is exactly one solution. Before the first of them is
    /// tried, a search checks this; if there are none or several, the steps end there.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// assert_eq!(Puzzle::new(&grid)?.steps().count(), 51); // one for each blank
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn steps(&self) -> Steps {
        // `logic` does not depend on the solver, so it gets a function that checks uniqueness.
        let one_solution = OneSolution::Unknown {
            puzzle: self.0,
            is_unique: |candidates| Puzzle(*candidates).is_unique(),
        };
        Steps::new(&self.0, one_solution)
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

    #[test]
    fn candidates_with_conflicting_clues_have_no_solution() {
        let conflict: Grid = format!("55{}", ".".repeat(79)).parse().unwrap();
        assert_eq!(Puzzle::from(&Candidates::from(&conflict)).count(10), 0);
    }
}
