//! Solves one grid: by plain backtracking first, then by the search if that does not finish.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::answer::Answer;
use crate::grid::{Candidates, Conflict, Grid, GridError};
use crate::search::Search;
use crate::solver;

/// How many digits plain backtracking may place before the search takes over. Placing them takes 30 to 60 microseconds, and most
/// easy grids are solved by then.
const PLACEMENTS: u64 = 2_000;

/// Something to solve: a grid whose clues do not conflict, or a set of candidates. No known grid takes more than a few milliseconds
/// to solve, and no known set of candidates more than a few tens. Only counting or listing very many solutions takes longer.
///
/// ```
/// use sudokat::{Grid, Puzzle};
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let puzzle = Puzzle::new(&grid)?;
/// assert!(puzzle.smallest().is_some_and(|solution| solution.to_string().starts_with("534678912")));
/// assert!(puzzle.is_unique());
/// # Ok::<(), sudokat::GridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    candidates: Candidates,
}

impl Puzzle {
    /// A puzzle with the clues of a grid.
    ///
    /// # Errors
    /// The first conflict between two clues; see [`Grid::conflict`].
    pub fn new(grid: &Grid) -> Result<Puzzle, Conflict> {
        match grid.conflict() {
            Some(conflict) => Err(conflict),
            None => Ok(Puzzle::from(&Candidates::from(grid))),
        }
    }

    /// The lexicographically smallest solution, if there is one.
    #[must_use]
    pub fn smallest(&self) -> Option<Grid> {
        let mut smallest = None;
        let is_finished = solver::for_each_solution(&self.candidates, PLACEMENTS, |solution| {
            smallest = Some(*solution);
            ControlFlow::Break(())
        });
        if smallest.is_none() && !is_finished { self.search().smallest() } else { smallest }
    }

    /// The lexicographically smallest solution, and whether it is the only one.
    ///
    /// ```
    /// use sudokat::{Answer, Grid, Puzzle};
    /// assert!(matches!(Puzzle::new(&Grid::EMPTY)?.answer(), Answer::Several(Some(_))));
    /// # Ok::<(), sudokat::Conflict>(())
    /// ```
    #[must_use]
    pub fn answer(&self) -> Answer {
        match self.search().uniqueness() {
            Answer::Several(None) => Answer::Several(self.smallest()),
            answer => answer,
        }
    }

    /// Whether there is exactly one solution.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.search().count(2) == 1
    }

    /// Counts the solutions up to `limit`. If there are many, [`crate::count_solutions`] is faster.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// assert_eq!(Puzzle::new(&Grid::EMPTY)?.count(1000).to_string(), ">=1000");
    /// # Ok::<(), sudokat::Conflict>(())
    /// ```
    #[must_use]
    pub fn count(&self, limit: u64) -> Count {
        Count::up_to(limit, |limit| self.search().count(limit))
    }

    /// All solutions in lexicographic order, computed lazily.
    pub fn solutions(&self) -> impl Iterator<Item = Grid> + use<> {
        self.search().solutions()
    }

    /// The candidates that the puzzle was made of.
    #[must_use]
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    fn search(&self) -> Search {
        Search::new(&self.candidates)
    }
}

/// A puzzle with the clues of a grid.
///
/// ```
/// use sudokat::Puzzle;
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert!(puzzle.is_unique());
/// # Ok::<(), sudokat::GridError>(())
/// ```
impl FromStr for Puzzle {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Puzzle, GridError> {
        Ok(Puzzle::new(&text.parse()?)?)
    }
}

/// A puzzle with these candidates. Cells with one candidate are clues; if they conflict, there is no solution.
impl From<&Candidates> for Puzzle {
    fn from(candidates: &Candidates) -> Puzzle {
        Puzzle { candidates: *candidates }
    }
}

/// How many solutions a puzzle has, counted up to a limit; displayed as `12`, or as `>=12` if there are more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Count {
    /// The number of solutions, or the limit if there are more.
    pub counted: u64,
    /// Whether there are more than were counted.
    pub more: bool,
}

impl Count {
    /// An exact count.
    pub(crate) fn exactly(counted: u64) -> Count {
        Count { counted, more: false }
    }

    /// A count up to `limit`. Calls `count` with `limit + 1` to learn whether there are more.
    pub(crate) fn up_to(limit: u64, count: impl FnOnce(u64) -> u64) -> Count {
        // Nobody can count to u64::MAX, so nothing is lost there.
        let found = count(limit.saturating_add(1));
        Count { counted: found.min(limit), more: found > limit }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.more { ">=" } else { "" }, self.counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_exact_up_to_the_limit_and_at_least_beyond_it() {
        // Two pairs of digits in a rectangle can be exchanged.
        let two = "534008912672195348198342567859001423426853791713924856961537284287419635345286179";
        let puzzle = Puzzle::new(&two.parse().unwrap()).unwrap();
        assert_eq!([1, 2, 3, u64::MAX].map(|limit| puzzle.count(limit).to_string()), [">=1", "2", "2", "2"]);
    }

    #[test]
    fn conflicting_clues_are_refused_by_name() {
        let text = format!("5.......5{}", ".".repeat(72));
        let conflict = Puzzle::new(&text.parse().unwrap()).unwrap_err();
        assert_eq!(conflict.to_string(), "r1c1 and r1c9 are both 5");
        assert_eq!(text.parse::<Puzzle>(), Err(GridError::Conflict(conflict)));
        assert_eq!("5".parse::<Puzzle>(), Err(GridError::Count(81, 1)));
    }

    #[test]
    fn puzzles_that_backtracking_does_not_finish_are_searched() {
        let text = "........1.......2...3.456...3..567..5........7..8......4.9......6.......3...674..";
        let puzzle = Puzzle::new(&text.parse().unwrap()).unwrap();
        let is_finished = solver::for_each_solution(puzzle.candidates(), PLACEMENTS, |_| ControlFlow::Break(()));
        assert!(!is_finished);
        let smallest = puzzle.smallest().expect("it has several solutions");
        assert_eq!(puzzle.solutions().next(), Some(smallest));
    }
}
