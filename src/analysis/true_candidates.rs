//! The true candidates of a puzzle: those that occur in some solution.
//!
//! At first, every candidate is possible and untested. A query takes the untested candidates of one
//! cell, and asks for a solution that has one of them there:
//!
//! ```text
//! r1c3   possible 124, untested 124   a solution has 4: it shows 4, and a candidate of each cell
//! r1c3   possible 124, untested 12    no solution: 1 and 2 are refuted
//! r1c3   possible 4
//! ```
//!
//! A solution often shows untested candidates of many cells. So a few hundred queries are enough,
//! however many solutions there are.

use std::cmp::Reverse;

use super::{Oracle, inquire_about_each};
use crate::grid::{CELLS, Candidates, Cell, Grid};
use crate::puzzle::Puzzle;
use crate::solver::batch::{Batch, solve_by_search};
use crate::solver::search::Search;
use crate::solver::{Answer, Goal};

/// After this many contradictions, the queries about a puzzle on its own stop, and a second search
/// lists all solutions instead: a puzzle this slow has few. Most known slow puzzles stay below the
/// limit.
const MAX_QUERY_CONTRADICTIONS: u64 = 50_000;

impl Puzzle {
    /// The digits of each cell that occur in some solution; none at all if there is no solution.
    /// This takes about a millisecond, even if there are billions of solutions.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// let grid: Grid = "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....2.....4.9..5.......79".parse()?;
    /// let candidates = Puzzle::new(&grid)?.true_candidates();
    /// assert_eq!(candidates["r2c3".parse()?], 0b1010); // 2 or 4
    /// assert_eq!(candidates["r1c1".parse()?], 1 << 4); // the clue
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn true_candidates(&self) -> Candidates {
        match solve_by_search(Goal::Uniqueness, self.candidates()) {
            Answer::Unsolvable => Candidates::NONE,
            Answer::Unique(solution) => Candidates::from(&solution),
            // This goal never yields `Solvable`.
            Answer::Multiple | Answer::Solvable(_) => true_candidates_by_search(self.candidates()),
        }
    }
}

/// The true candidates of each of these puzzles; see [`Puzzle::true_candidates`]. It is meant for
/// puzzles with several solutions: if there is only one, finding it is faster than refuting every
/// other candidate.
///
/// A puzzle on its own is solved by one search, which lists all solutions if the queries are slow.
/// Among several puzzles, even a slow one is queried to the end. The result is the same.
pub(crate) fn true_candidates_of(puzzles: &[Candidates], batch: &mut Batch) -> Vec<Candidates> {
    match puzzles {
        [only] => vec![true_candidates_by_search(only)],
        _ => inquire_about_each(puzzles, batch, true_candidates_by_batch),
    }
}

/// The true candidates of one of several puzzles. The batch answers the queries about all of them
/// together.
async fn true_candidates_by_batch(puzzle: &Candidates, oracle: &Oracle) -> Candidates {
    let mut evidence = Evidence::new(puzzle);
    while let Some(untested) = evidence.next_untested() {
        let solution = oracle.ask(evidence.query_for(&untested)).await;
        evidence.record(&untested, solution);
    }
    evidence.shown_candidates()
}

/// The true candidates of a puzzle on its own, from queries that one search answers. If they are
/// slow, another search lists all solutions.
fn true_candidates_by_search(puzzle: &Candidates) -> Candidates {
    let mut evidence = Evidence::new(puzzle);
    evidence.test_with(&mut Search::new(puzzle), MAX_QUERY_CONTRADICTIONS);
    if evidence.is_complete() {
        return evidence.shown_candidates();
    }
    // Refuted candidates are gone, so the puzzle has become easier, and a new search is faster than
    // the first. It gives up if there are too many solutions.
    let possible = evidence.possible_candidates();
    if let Some(masks) = Search::new(&possible).digits_of_solutions() {
        return Candidates::from_masks(masks);
    }
    // The queries go on without a limit.
    evidence.test_with(&mut Search::new(&possible), u64::MAX);
    evidence.shown_candidates()
}

/// The candidates of a puzzle, as far as the queries so far have decided about them. Each array has
/// a mask for each cell, in row-major order: digit d is bit d - 1.
struct Evidence {
    /// The candidates that have not been refuted.
    possible: [u16; CELLS],
    /// Those that a solution has shown.
    shown: [u16; CELLS],
}

/// The candidates of a cell that are neither shown nor refuted, as a mask.
struct Untested {
    cell: Cell,
    mask: u16,
}

impl Evidence {
    fn new(puzzle: &Candidates) -> Evidence {
        Evidence {
            possible: *puzzle.masks(),
            shown: [0; CELLS],
        }
    }

    /// Whether no candidate is untested.
    fn is_complete(&self) -> bool {
        self.next_untested().is_none()
    }

    fn possible_candidates(&self) -> Candidates {
        Candidates::from_masks(self.possible)
    }

    /// The candidates that a solution has shown: the true candidates, once none is untested.
    fn shown_candidates(&self) -> Candidates {
        Candidates::from_masks(self.shown)
    }

    /// The candidates to test next: those of the cell with the fewest possible candidates. Its
    /// query is the easiest, and each refuted candidate makes later queries easier. Ties go to the
    /// cell with the most untested candidates.
    fn next_untested(&self) -> Option<Untested> {
        Cell::all()
            .map(|cell| self.untested_in(cell))
            .filter(|untested| untested.mask != 0)
            .min_by_key(|untested| {
                let possible_count = self.possible[untested.cell.index()].count_ones();
                (possible_count, Reverse(untested.mask.count_ones()))
            })
    }

    /// The untested candidates of a cell, perhaps none.
    fn untested_in(&self, cell: Cell) -> Untested {
        let index = cell.index();
        Untested {
            cell,
            mask: self.possible[index] & !self.shown[index],
        }
    }

    /// The query for a solution with one of the untested candidates: the possible candidates of all
    /// cells, but in this cell only the untested.
    fn query_for(&self, untested: &Untested) -> Candidates {
        let mut masks = self.possible;
        masks[untested.cell.index()] = untested.mask;
        Candidates::from_masks(masks)
    }

    /// Tests candidates until none is untested, or until the search has found more than this many
    /// contradictions. It counts on from query to query.
    fn test_with(&mut self, search: &mut Search, max_contradictions: u64) {
        while search.contradictions() <= max_contradictions
            && let Some(untested) = self.next_untested()
        {
            search.set_candidates(&self.query_for(&untested));
            let solution = search.any();
            self.record(&untested, solution);
        }
    }

    /// Records the answer to a query: a solution shows its digits, and no solution refutes the
    /// untested candidates.
    fn record(&mut self, untested: &Untested, solution: Option<Grid>) {
        let Some(solution) = solution else {
            self.possible[untested.cell.index()] &= !untested.mask;
            return;
        };
        let digits = Candidates::from(&solution);
        for (shown, mask) in self.shown.iter_mut().zip(digits.masks()) {
            *shown |= mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The candidates of all solutions.
    fn by_enumeration(puzzle: &Candidates) -> Candidates {
        let mut masks = [0; CELLS];
        for solution in Search::new(puzzle).solutions(None) {
            for (mask, digit) in masks.iter_mut().zip(Candidates::from(&solution).masks()) {
                *mask |= digit;
            }
        }
        Candidates::from_masks(masks)
    }

    /// Puzzles with none, one and up to some thousand solutions, with and without pencil marks.
    fn puzzles() -> Vec<Candidates> {
        let minimal: Grid =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
                .parse()
                .unwrap();
        let clues: Vec<_> = minimal.placements().map(|clue| clue.cell).collect();
        let puzzle = |i: usize| {
            let mut grid = minimal;
            (0..i % 4).for_each(|k| grid.set(clues[(i * 5 + k * 7) % clues.len()], 0));
            let mut puzzle = Candidates::from(&grid);
            if i.is_multiple_of(3) {
                puzzle.eliminate(
                    Cell::new(1 + i % 9, 1 + i / 9 % 9).unwrap(),
                    1 + (i % 7) as u8,
                );
            }
            puzzle
        };
        (0..80)
            .map(puzzle)
            .filter(|puzzle| Search::new(puzzle).count(5000) < 5000)
            .collect()
    }

    #[test]
    fn true_candidates_are_those_of_all_solutions() {
        let puzzles = puzzles();
        let expected: Vec<Candidates> = puzzles.iter().map(by_enumeration).collect();
        // How many puzzles have no solution, one, and more.
        let mut counts = [0; 3];
        for puzzle in &puzzles {
            counts[Search::new(puzzle).count(2) as usize] += 1;
        }
        assert!(
            counts[0] > 0 && counts[1] > 10 && counts[2] > 10,
            "{counts:?}"
        );
        assert_eq!(true_candidates_of(&puzzles, &mut Batch::new()), expected);
        let alone = puzzles
            .iter()
            .map(|puzzle| Puzzle::from(puzzle).true_candidates());
        assert!(alone.eq(expected));
    }

    #[test]
    fn an_empty_grid_has_all_candidates_and_a_conflict_none() {
        assert_eq!(
            Puzzle::from(&Candidates::ALL).true_candidates(),
            Candidates::ALL
        );
        let conflict: Grid = format!("55{}", ".".repeat(79)).parse().unwrap();
        let puzzle = Puzzle::from(&Candidates::from(&conflict));
        assert_eq!(puzzle.true_candidates(), Candidates::NONE);
        assert!(true_candidates_of(&[], &mut Batch::new()).is_empty());
    }
}
