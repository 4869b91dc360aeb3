//! Why a grid is not a solution of a puzzle.

use std::fmt;

use crate::grid::{Candidates, Cell, Clue, Conflict, Grid};

/// Why a grid is not a solution of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Violation {
    /// A clue of the puzzle has been changed.
    ChangedClue {
        /// The clue of the puzzle.
        clue: Clue,
        /// The digit in its place.
        found: u8,
    },
    /// A digit that differs from the only solution.
    NotInSolution {
        /// The cell, and its digit in the solution.
        solution: Clue,
        /// The digit in its place.
        found: u8,
    },
    /// Two equal digits in one unit.
    Conflict(Conflict),
    /// A digit that pencil marks exclude.
    Eliminated(Clue),
    /// There are blanks, and nothing else is wrong.
    Blanks {
        /// The first of them in row-major order.
        first: Cell,
        /// How many there are.
        count: usize,
    },
}

impl Violation {
    /// Why `grid` is not a solution of `puzzle`: changed clues, then conflicts; blanks if there is
    /// neither. Every cell that breaks a rule is named. The list is empty if the grid is a
    /// solution.
    ///
    /// ```
    /// use sudokat::{Grid, Violation};
    /// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let solved: Grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
    /// assert_eq!(Violation::all(&solved, &puzzle), []);
    /// let violations = Violation::all(&puzzle, &puzzle);
    /// assert_eq!(violations[0].to_string(), "r1c3 and 50 more cells are blank");
    /// # Ok::<(), sudokat::GridError>(())
    /// ```
    #[must_use]
    pub fn all(grid: &Grid, puzzle: &Grid) -> Vec<Violation> {
        Violation::of(grid, puzzle, None, None)
    }

    /// The same for a puzzle that may have pencil marks. If its only solution is known, what
    /// differs from that is wrong, and nothing else.
    pub(crate) fn of(
        grid: &Grid,
        puzzle: &Grid,
        marks: Option<&Candidates>,
        only_solution: Option<&Grid>,
    ) -> Vec<Violation> {
        let is_changed = |clue: &Clue| puzzle[clue.cell] > 0 && puzzle[clue.cell] != clue.digit;
        let (changed, kept): (Vec<Clue>, Vec<Clue>) = grid.clues().partition(is_changed);
        let right = |clue: &Clue, grid: &Grid| Clue { cell: clue.cell, digit: grid[clue.cell] };
        let changed = changed.iter().map(|wrong| (right(wrong, puzzle), wrong.digit));
        let mut violations: Vec<Violation> =
            changed.map(|(clue, found)| Violation::ChangedClue { clue, found }).collect();
        if let Some(solution) = only_solution {
            let wrong = kept.iter().filter(|clue| solution[clue.cell] != clue.digit);
            let wrong = wrong.map(|wrong| (right(wrong, solution), wrong.digit));
            violations.extend(wrong.map(|(solution, found)| Violation::NotInSolution { solution, found }));
        } else {
            violations.extend(conflicts(&kept).map(Violation::Conflict));
            let eliminated = marks.into_iter().flat_map(|marks| marks.eliminated(grid));
            violations.extend(eliminated.map(Violation::Eliminated));
        }
        let mut blanks = Cell::all().filter(|&cell| grid[cell] == 0);
        if let (true, Some(first)) = (violations.is_empty(), blanks.next()) {
            violations.push(Violation::Blanks { first, count: 1 + blanks.count() });
        }
        violations
    }

    /// The cells that are wrong.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> {
        let (cell, other) = match *self {
            Violation::ChangedClue { clue: Clue { cell, .. }, .. }
            | Violation::NotInSolution { solution: Clue { cell, .. }, .. }
            | Violation::Eliminated(Clue { cell, .. }) => (Some(cell), None),
            Violation::Conflict(Conflict { first, second, .. }) => (Some(first), Some(second)),
            Violation::Blanks { .. } => (None, None),
        };
        cell.into_iter().chain(other)
    }
}

/// Pairs of equal digits in one unit, so that each digit that is repeated is in one of them.
fn conflicts(digits: &[Clue]) -> impl Iterator<Item = Conflict> {
    let pairs = digits.iter().flat_map(move |&Clue { cell: second, digit }| {
        let equal = digits.iter().filter(move |first| first.cell < second && first.digit == digit);
        let first = equal.map(|first| first.cell).filter(move |first| first.sees(second));
        first.map(move |first| Conflict { first, second, digit })
    });
    let mut is_named = Grid::EMPTY;
    pairs.filter(move |&Conflict { first, second, .. }| {
        let is_new = is_named[first] * is_named[second] == 0;
        is_named.set(first, 1);
        is_named.set(second, 1);
        is_new
    })
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::ChangedClue { clue, found } => {
                write!(f, "{} is {found}, but the clue is {}", clue.cell, clue.digit)
            }
            Violation::NotInSolution { solution, found } => {
                write!(f, "{} is {found}, but should be {}", solution.cell, solution.digit)
            }
            Violation::Conflict(conflict) => write!(f, "{conflict}"),
            Violation::Eliminated(clue) => {
                write!(f, "{} is {}, but that candidate is eliminated", clue.cell, clue.digit)
            }
            Violation::Blanks { first, count: 1 } => write!(f, "{first} is blank"),
            Violation::Blanks { first, count: 2 } => write!(f, "{first} and 1 more cell are blank"),
            Violation::Blanks { first, count } => write!(f, "{first} and {} more cells are blank", count - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::join;

    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    #[test]
    fn every_cell_that_breaks_a_rule_is_named() {
        let violations = |text: &str| join(Violation::all(&grid(text), &grid(PUZZLE)), "; ");
        assert_eq!(violations(SOLVED), "");
        assert_eq!(violations(&format!("6{}", &SOLVED[1..])), "r1c1 is 6, but the clue is 5");
        let changed = SOLVED.replacen("534678912", "543678912", 1);
        assert_eq!(violations(&changed), "r1c2 is 4, but the clue is 3; r1c3 and r6c3 are both 3");
        let repeated = SOLVED.replacen("534678912", "534678222", 1);
        assert_eq!(
            violations(&repeated),
            "r1c7 and r1c8 are both 2; r1c7 and r1c9 are both 2; r1c8 and r4c8 are both 2; r1c7 and r7c7 are both 2"
        );
        assert_eq!(violations(&SOLVED.replacen("534", "53.", 1)), "r1c3 is blank");
        // A missing clue is a blank like any other.
        assert_eq!(violations(&SOLVED.replacen('5', ".", 1)), "r1c1 is blank");
        assert_eq!(violations(&SOLVED.replacen("5346", "53..", 1)), "r1c3 and 1 more cell are blank");
        assert_eq!(
            violations(&SOLVED.replacen("5346", "53.3", 1)),
            "r1c2 and r1c4 are both 3; r1c4 and r3c4 are both 3"
        );
    }

    #[test]
    fn if_the_solution_is_known_what_differs_from_it_is_wrong() {
        let solution = grid(SOLVED);
        let of = |text: &str| Violation::of(&grid(text), &grid(PUZZLE), None, Some(&solution));
        let swapped = of(&SOLVED.replacen("534678", "534687", 1));
        assert_eq!(join(&swapped, "; "), "r1c5 is 8, but the clue is 7; r1c6 is 7, but should be 8");
        assert!(swapped.iter().flat_map(Violation::cells).eq([4, 5].map(|index| Cell::from_index(index).unwrap())));
        assert_eq!(join(of(&SOLVED.replacen("534", "5.4", 1)), "; "), "r1c2 is blank");
    }
}
