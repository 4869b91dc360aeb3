//! Cores: the few cells that explain why a puzzle has no solution.
//!
//! A set of cells is *unsolvable* if their candidates alone allow no solution: there is none even
//! if all other cells can hold any digit. To *refute* a set is to show that it is unsolvable. A
//! *core* is an unsolvable set that becomes solvable if any one of its cells is left out (with
//! pencil marks, it may be a little larger; see below). SAT solvers call it a minimal unsatisfiable
//! subset (MUS), and find it in the same way: they remove one member after another, as long as the
//! others are unsolvable.
//!
//! ```text
//! a b c d   unsolvable
//!   b c d   unsolvable   a is not needed
//!     c d   solvable     b is needed
//!   b   d   unsolvable   c is not needed
//!   b       solvable     d is needed: the core is b d
//! ```
//!
//! The core depends on the order, so cells are removed twice, from the first and from the last: the
//! smaller core is worth the time.
//!
//! Each set is a query, unless an earlier answer implies its answer: cells that allow a known
//! solution are solvable, and every superset of unsolvable cells is unsolvable. Each query about
//! clues has one right answer, so the cores of clues depend neither on the solver nor on the
//! solutions that it finds.
//!
//! Queries about pencil marks can be much harder than those about clues. The search gives up on
//! some of them, and then the cell that was left out goes back into the core. Each of these queries
//! is a search of its own, not a query to the engine, so that the core depends on the puzzle alone.

use super::Oracle;
use super::cell_set::CellSet;
use crate::grid::{ALL_DIGITS, Candidates, Cell, Grid};
use crate::solver::search::Search;

/// The search gives up on a query about pencil marks after this many contradictions, which take
/// about half a millisecond.
const MAX_CONTRADICTIONS: u64 = 1000;

/// What the cells of a puzzle hold, and so those of its cores.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CoreKind {
    /// Clues: each cell has one candidate or all nine.
    Clues,
    /// Pencil marks: some cells have other sets of candidates.
    Marks,
}

/// The smaller of two cores of a puzzle without a solution, in row-major order.
pub(super) async fn smaller_core(
    puzzle: &Candidates,
    kind: CoreKind,
    oracle: &Oracle,
) -> Vec<Cell> {
    let mut finder = CoreFinder::new(puzzle, kind, oracle);
    let cells = finder.restricted;
    let from_first = finder.core_in_order(cells.iter()).await;
    let from_last = finder.core_in_order(cells.iter().rev()).await;
    let smaller = if from_last.len() < from_first.len() {
        from_last
    } else {
        from_first
    };
    smaller.iter().collect()
}

/// Finds cores of one puzzle, and remembers what queries have shown about sets of its cells.
struct CoreFinder<'a> {
    puzzle: &'a Candidates,
    kind: CoreKind,
    oracle: &'a Oracle,
    /// The cells that cannot hold every digit. Together they are unsolvable.
    restricted: CellSet,
    /// The last set that was found to be unsolvable.
    unsolvable: CellSet,
    /// A set is tried only if it has a cell of each of these sets:
    ///
    /// - For each solution found, the cells whose candidates exclude it. A set without any of them
    ///   still allows this solution.
    /// - For each set given up on, the cells outside it. A set without any of them is a subset of
    ///   the one given up on, and no easier to refute.
    must_hit: Vec<CellSet>,
}

impl<'a> CoreFinder<'a> {
    /// `puzzle` must have no solution.
    fn new(puzzle: &'a Candidates, kind: CoreKind, oracle: &'a Oracle) -> CoreFinder<'a> {
        let restricted = restricted_cells(puzzle);
        CoreFinder {
            puzzle,
            kind,
            oracle,
            restricted,
            unsolvable: restricted,
            must_hit: Vec::new(),
        }
    }

    /// Removes cells, as long as the others are unsolvable. `order` has each restricted cell once.
    async fn core_in_order(&mut self, order: impl Iterator<Item = Cell>) -> CellSet {
        let mut core = self.restricted;
        for cell in order {
            let others = core.without(cell);
            if self.try_refute(others).await {
                core = others;
            }
        }
        core
    }

    /// Whether these cells can be refuted: not if they are solvable, or if it would take too long.
    async fn try_refute(&mut self, cells: CellSet) -> bool {
        if self.unsolvable.is_subset(cells) {
            return true;
        }
        if self.must_hit.iter().any(|set| set.is_disjoint(cells)) {
            return false;
        }
        match self.solve(cells).await {
            Outcome::Unsolvable => {
                self.unsolvable = cells;
                true
            }
            Outcome::Solved(solution) => {
                let eliminated = self.puzzle.eliminated(&solution);
                let excluding = eliminated.map(|placement| placement.cell).collect();
                self.must_hit.push(excluding);
                false
            }
            Outcome::GivenUp => {
                self.must_hit.push(cells.complement());
                false
            }
        }
    }

    /// Solves the puzzle with the candidates of these cells only.
    async fn solve(&self, cells: CellSet) -> Outcome {
        let query = restricted_to(self.puzzle, cells);
        if self.kind == CoreKind::Clues {
            return Outcome::from(self.oracle.ask(query).await);
        }
        match Search::new(&query).ask_within(MAX_CONTRADICTIONS, Search::any) {
            Some(solution) => Outcome::from(solution),
            None => Outcome::GivenUp,
        }
    }
}

/// How a query ended.
enum Outcome {
    Solved(Grid),
    Unsolvable,
    GivenUp,
}

impl From<Option<Grid>> for Outcome {
    fn from(solution: Option<Grid>) -> Outcome {
        match solution {
            Some(solution) => Outcome::Solved(solution),
            None => Outcome::Unsolvable,
        }
    }
}

/// The cells that cannot hold every digit.
fn restricted_cells(puzzle: &Candidates) -> CellSet {
    Cell::all()
        .filter(|&cell| puzzle[cell] != ALL_DIGITS)
        .collect()
}

/// The puzzle restricted to the candidates of these cells: all others can hold any digit.
fn restricted_to(puzzle: &Candidates, cells: CellSet) -> Candidates {
    let mut masks = *Candidates::ALL.masks();
    for cell in cells.iter() {
        masks[cell.index()] = puzzle[cell];
    }
    Candidates::from_masks(masks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::inquire_about_each;
    use crate::solver::batch::Batch;

    fn cores(puzzles: &[Candidates], kind: CoreKind) -> Vec<Vec<Cell>> {
        let batch = &mut Batch::new();
        inquire_about_each(puzzles, batch, async |puzzle, oracle| {
            smaller_core(puzzle, kind, oracle).await
        })
    }

    /// Puzzles with one wrong clue, without a solution.
    fn unsolvable() -> Vec<Candidates> {
        let puzzles = [
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            ".....5.8....6.1.43..........1.5........1.6...3.......5532....61........4.........",
        ];
        let wrong = puzzles.iter().flat_map(|text| {
            let puzzle: Grid = text.parse().unwrap();
            puzzle.placements().map(move |clue| {
                let mut wrong = puzzle;
                wrong.set(clue.cell, clue.digit % 9 + 1);
                Candidates::from(&wrong)
            })
        });
        wrong.filter(is_unsolvable).collect()
    }

    fn is_unsolvable(puzzle: &Candidates) -> bool {
        Search::new(puzzle).any().is_none()
    }

    /// Removes cells in this order, and makes every query.
    fn by_every_query(puzzle: &Candidates, order: impl Iterator<Item = Cell>) -> CellSet {
        let mut core = restricted_cells(puzzle);
        for cell in order {
            let others = core.without(cell);
            if is_unsolvable(&restricted_to(puzzle, others)) {
                core = others;
            }
        }
        core
    }

    #[test]
    fn queries_that_are_left_out_would_change_nothing() {
        let puzzles = unsolvable();
        assert!(puzzles.len() > 16);
        let expected = puzzles.iter().map(|puzzle| {
            let first = by_every_query(puzzle, Cell::all());
            let last = by_every_query(puzzle, Cell::all().rev());
            let smaller = if last.len() < first.len() {
                last
            } else {
                first
            };
            smaller.iter().collect()
        });
        let expected: Vec<Vec<Cell>> = expected.collect();
        assert_eq!(cores(&puzzles, CoreKind::Clues), expected);
        let one_by_one = puzzles
            .chunks(1)
            .flat_map(|one| cores(one, CoreKind::Clues));
        assert!(one_by_one.eq(expected));
    }

    /// Pencil marks without a solution, one of the slowest sets known.
    const SLOW_MARKS: &str = "\
         1.345678.123.5..89123.5.7.9.234.6789123.......23...78.12..5...91.34.67.9.234.67.9 \
         ..345..8..2345678.1234567.9.2345678.1234...8.123456789.2.4..789.2345..89....56.89 \
         1..4..7.912345.789.234.6...12.4...89123456789..3.5.7.9.2..56.89...4.6.891...5..89 \
         1.3...7..123.56.891.345.7.9.234.6....2.4.6789..3.56.8.12..5678.123456..9.2.4.6.89 \
         12.45.7..1..4..7....345..8912345678912..56.8912345678912...6.89.2...6.8.123.56789 \
         123.5678912345..8912...6789..345..891234.67891..45.7891.34.678..2.4.67..1.345678. \
         1.34.67....34...89.2.456.891.3...789.234.67...2345..89.2345.78.1234.678.1.345..8. \
         .234...89123.5678912345.789.2.4567.9123...78.1.....78.12..56.8912..56.89..345.78. \
         .2.45678..2.45...91..4.6..9...45.78.123.567.91234567891..4.678...3.5.789123.56789";

    /// In many queries about these pencil marks, the search reaches its limit of contradictions.
    #[test]
    fn hard_queries_about_pencil_marks_are_not_answered() {
        let puzzle: Candidates = SLOW_MARKS.parse().unwrap();
        let found = cores(&[puzzle], CoreKind::Marks);
        let cells = found[0].iter().copied().collect();
        assert!(is_unsolvable(&restricted_to(&puzzle, cells)));
        let many = cores(&[puzzle; 16], CoreKind::Marks);
        assert!(many.iter().all(|same| *same == many[0]));
        assert_eq!(many[..1], found);
    }
}
