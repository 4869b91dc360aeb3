//! Redundant clues, and puzzles without them.
//!
//! A clue of a puzzle with one solution is *redundant* if the puzzle still has only that solution
//! without it. A query finds out: it puts all other digits in the place of the clue, and has no
//! solution if and only if the clue is redundant.

use super::{Oracle, inquire_about_each};
use crate::grid::{ALL_DIGITS, Candidates, Cell, Placement};
use crate::puzzle::Puzzle;
use crate::solver::batch::Batch;
use crate::solver::{Answer, Goal};

impl Puzzle {
    /// Every clue whose removal alone leaves the solution unique. The list is empty if the puzzle
    /// is minimal; it is `None` if the puzzle does not have exactly one solution. A clue is a cell
    /// with one candidate.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let redundant = Puzzle::new(&grid)?.redundant_clues().expect("it has one solution");
    /// assert_eq!(redundant[0].to_string(), "r1c1=5");
    /// assert_eq!(Puzzle::new(&Grid::EMPTY)?.redundant_clues(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn redundant_clues(&self) -> Option<Vec<Placement>> {
        if !self.is_unique() {
            return None;
        }
        redundant_clues_of(&[*self.candidates()], &mut Batch::new()).pop()
    }

    /// The puzzle without redundant clues: from the last clue to the first, each is removed if the
    /// remaining clues still have only one solution. The result is minimal. `None` unless there is
    /// exactly one solution. A clue is a cell with one candidate.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let minimal = Puzzle::new(&grid)?.minimize().expect("it has one solution");
    /// assert_eq!(minimal.redundant_clues(), Some(Vec::new()));
    /// assert_eq!(minimal.candidates().to_grid().placements().count(), 23);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn minimize(&self) -> Option<Puzzle> {
        if !self.is_unique() {
            return None;
        }
        let minimal = minimal_puzzles_of(&[*self.candidates()], &mut Batch::new()).pop();
        minimal.as_ref().map(Puzzle::from)
    }
}

/// The redundant clues of each of these puzzles, which must have one solution.
pub(crate) fn redundant_clues_of(puzzles: &[Candidates], batch: &mut Batch) -> Vec<Vec<Placement>> {
    // There is a query for each clue of each puzzle. They are independent, so one call answers all:
    // this keeps the lanes of the engine full.
    let mut queries = Vec::new();
    for puzzle in puzzles {
        for clue in puzzle.clues() {
            queries.push(with_other_digits(puzzle, clue.cell));
        }
    }
    let mut answers = Vec::new();
    batch.solve_candidates(Goal::Existence, &queries, &mut answers);
    let mut answers = answers.iter();
    puzzles
        .iter()
        .map(|puzzle| take_redundant_clues(puzzle, &mut answers))
        .collect()
}

/// The redundant clues of a puzzle. Takes the next answer for each clue: no solution means that the
/// clue is redundant.
fn take_redundant_clues<'a>(
    puzzle: &Candidates,
    answers: &mut impl Iterator<Item = &'a Answer>,
) -> Vec<Placement> {
    let mut redundant = Vec::new();
    for clue in puzzle.clues() {
        let answer = answers.next().expect("there is an answer for each clue");
        if *answer == Answer::Unsolvable {
            redundant.push(clue);
        }
    }
    redundant
}

/// Each of these puzzles, which must have one solution, without its redundant clues; see
/// [`Puzzle::minimize`].
pub(crate) fn minimal_puzzles_of(puzzles: &[Candidates], batch: &mut Batch) -> Vec<Candidates> {
    inquire_about_each(puzzles, batch, minimal_puzzle)
}

async fn minimal_puzzle(puzzle: &Candidates, oracle: &Oracle) -> Candidates {
    let mut reduced = *puzzle;
    for clue in puzzle.clues().rev() {
        let query = with_other_digits(&reduced, clue.cell);
        if oracle.ask(query).await.is_none() {
            reduced = with_mask(&reduced, clue.cell, ALL_DIGITS);
        }
    }
    reduced
}

/// The puzzle with all other digits in the cell of a clue.
fn with_other_digits(puzzle: &Candidates, cell: Cell) -> Candidates {
    with_mask(puzzle, cell, ALL_DIGITS & !puzzle[cell])
}

/// The puzzle with other candidates in a cell: digit d is bit d - 1.
fn with_mask(puzzle: &Candidates, cell: Cell, mask: u16) -> Candidates {
    let mut masks = *puzzle.masks();
    masks[cell.index()] = mask;
    Candidates::from_masks(masks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::solver::search::Search;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    fn count(puzzle: &Candidates, limit: u64) -> u64 {
        Search::new(puzzle).count(limit)
    }

    fn without(mut puzzle: Grid, cell: Cell) -> Grid {
        puzzle.set(cell, 0);
        puzzle
    }

    #[test]
    fn clues_are_redundant_if_the_puzzle_stays_unique_without_them() {
        let redundant = |puzzle: &Grid| {
            Some(
                Puzzle::from(&Candidates::from(puzzle))
                    .redundant_clues()?
                    .len(),
            )
        };
        assert_eq!(redundant(&grid(SOLVED)), Some(81));
        let puzzle = grid(PUZZLE);
        let fewer = |clue: &Placement| Candidates::from(&without(puzzle, clue.cell));
        let stays_unique = |clue: &Placement| count(&fewer(clue), 2) == 1;
        assert_eq!(
            redundant(&puzzle),
            Some(puzzle.placements().filter(stays_unique).count())
        );
        let minimal = grid(
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        );
        assert_eq!(redundant(&minimal), Some(0));
    }

    #[test]
    fn many_puzzles_have_the_redundant_clues_of_each() {
        // More clues of the solution than the puzzle needs, and pencil marks in some of the other
        // cells.
        let puzzle = |i: usize| {
            let mut masks = *Candidates::from(&grid(PUZZLE)).masks();
            for (cell, d) in grid(SOLVED).digits().iter().enumerate() {
                match (cell * 7 + i) % 11 {
                    0 | 1 => masks[cell] = 1 << (d - 1),
                    2 => masks[cell] |= 0b1010 << (i % 5),
                    _ => (),
                }
            }
            Candidates::from_masks(masks)
        };
        let puzzles: Vec<Candidates> = (0..300).map(puzzle).collect();
        let puzzles: Vec<_> = puzzles
            .into_iter()
            .filter(|puzzle| count(puzzle, 2) == 1)
            .collect();
        assert!(puzzles.len() > 100);
        let together = redundant_clues_of(&puzzles, &mut Batch::new());
        assert!(
            together
                .iter()
                .any(|clues| clues.is_empty() || clues.len() != together[0].len())
        );
        let alone = puzzles
            .iter()
            .map(|puzzle| Puzzle::from(puzzle).redundant_clues().unwrap());
        assert!(alone.eq(together));
    }
}
