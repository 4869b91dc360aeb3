//! Minimal sets of cells whose candidates conflict.
//!
//! Cells are removed one after the other, as long as the others have no solution. The cells that
//! remain depend on the order, so the removal is done twice, from the first cell and from the last:
//! the smaller set is worth the time.
//!
//! A query is skipped if an earlier answer implies its answer. Cells whose candidates allow a known
//! solution do not conflict, and every superset of conflicting cells conflicts. Each query has one
//! right answer, so the sets depend neither on the solver nor on the solutions that it finds.
//!
//! Queries about pencil marks can be much harder than those about clues. The search gives up on
//! some of them and keeps their cells. The engine does not answer these queries, so the set depends
//! on the puzzle alone.

use super::Inquiry;
use crate::grid::{CELLS, Candidates, Cell};
use crate::search::Search;

/// The search gives up on a query about pencil marks after this many contradictions, which take
/// about half a millisecond.
const MAX_CONTRADICTIONS: u64 = 1000;

/// A set of cells: bit i is the cell with index i.
type CellSet = u128;

/// A minimal set of cells whose candidates conflict in a puzzle without a solution, in row-major
/// order.
pub(super) async fn conflicting_cells(puzzle: &Candidates, inquiry: &Inquiry) -> Vec<Cell> {
    let has_marks = *puzzle != Candidates::from(&puzzle.to_grid());
    let all = cell_set(Cell::all().filter(|&cell| puzzle[cell] != 0x1ff));
    // The last set that was found to conflict; for each solution found, the cells that exclude it;
    // and the cells that the two orders leave.
    let (mut known_conflict, mut excluding, mut remaining) = (all, Vec::new(), [all; 2]);
    let forward = (0..CELLS).map(|cell| (0, cell));
    for (order, cell) in forward.chain((0..CELLS).rev().map(|cell| (1, cell))) {
        let fewer = remaining[order] & !(1 << cell);
        if known_conflict & !fewer != 0 && excluding.iter().all(|excluding| excluding & fewer != 0) {
            let query = puzzle_with(puzzle, fewer);
            let answer = if has_marks {
                Search::new(&query).within(MAX_CONTRADICTIONS, Search::any)
            } else {
                Some(inquiry.ask(query).await)
            };
            match answer {
                Some(Some(solution)) => excluding.push(cell_set(puzzle.eliminated(&solution).map(|clue| clue.cell))),
                Some(None) => known_conflict = fewer,
                None => excluding.push(!fewer),
            }
        }
        if known_conflict & !fewer == 0 {
            remaining[order] = fewer;
        }
    }
    let [first, last] = remaining;
    cells_in(if last.count_ones() < first.count_ones() { last } else { first }).collect()
}

/// The puzzle with the candidates of these cells only.
fn puzzle_with(puzzle: &Candidates, cells: CellSet) -> Candidates {
    let mut masks = *Candidates::ALL.masks();
    cells_in(cells).for_each(|cell| masks[cell.index()] = puzzle[cell]);
    Candidates::from_masks(masks)
}

/// A set of these cells.
fn cell_set(cells: impl Iterator<Item = Cell>) -> CellSet {
    cells.fold(0, |set, cell| set | 1 << cell.index())
}

/// The cells of a set in row-major order.
fn cells_in(set: CellSet) -> impl Iterator<Item = Cell> {
    Cell::all().filter(move |cell| set >> cell.index() & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::super::inquire;
    use super::*;
    use crate::batch::Batch;
    use crate::grid::Grid;

    fn conflicting_cells(puzzles: &[Candidates], batch: &mut Batch) -> Vec<Vec<Cell>> {
        inquire(puzzles, batch, super::conflicting_cells)
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
            puzzle.clues().map(move |clue| {
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

    /// Leaves out cells in this order, and makes every query.
    fn by_every_query(puzzle: &Candidates, order: impl Iterator<Item = usize>) -> CellSet {
        order.fold(cell_set(Cell::all().filter(|&cell| puzzle[cell] != 0x1ff)), |left, cell| {
            let fewer = left & !(1 << cell);
            if is_unsolvable(&puzzle_with(puzzle, fewer)) { fewer } else { left }
        })
    }

    #[test]
    fn queries_that_are_left_out_would_change_nothing() {
        let puzzles = unsolvable();
        assert!(puzzles.len() > 16);
        let expected = puzzles.iter().map(|puzzle| {
            let (first, last) = (by_every_query(puzzle, 0..CELLS), by_every_query(puzzle, (0..CELLS).rev()));
            let cells = if last.count_ones() < first.count_ones() { last } else { first };
            cells_in(cells).collect()
        });
        let expected: Vec<Vec<Cell>> = expected.collect();
        assert_eq!(conflicting_cells(&puzzles, &mut Batch::new()), expected);
        let alone = puzzles.chunks(1).flat_map(|puzzle| conflicting_cells(puzzle, &mut Batch::new()));
        assert!(alone.eq(expected));
    }

    /// In many queries about these pencil marks, the search reaches its limit of contradictions.
    #[test]
    fn hard_queries_about_pencil_marks_are_not_answered() {
        let line = include_str!("../../tests/data/slowest.txt").lines().last().unwrap();
        let puzzle: Candidates = line.parse().unwrap();
        let found = conflicting_cells(&[puzzle], &mut Batch::new());
        let cells = found[0].iter().fold(0, |cells, cell| cells | 1 << cell.index());
        assert!(is_unsolvable(&puzzle_with(&puzzle, cells)));
        assert!(cells.count_ones() < CELLS as u32, "{cells:x}");
        let many = conflicting_cells(&[puzzle; 16], &mut Batch::new());
        assert!(many.iter().all(|same| *same == many[0]));
        assert_eq!(many[..1], found);
    }
}
