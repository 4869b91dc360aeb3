//! Minimal sets of cells whose candidates conflict.
//!
//! Cells are left out one after the other, as long as the others have no solution. The cells that remain depend on which are tried
//! first, so this is done twice, from the first cell and from the last, and the smaller set is worth the time.
//!
//! A question is not asked if the answer to an earlier one implies its answer: a solution found may keep to other sets of cells
//! too, and more cells than those that conflict conflict as well. All questions have one right answer, so the sets do not depend on
//! who answers them, nor on which solutions are found.
//!
//! Questions about pencil marks can be much harder than those about clues. The search gives up on some of them, and their cells are
//! kept. So that this depends on the puzzle alone, the engine is not asked.

use super::solve;
use crate::batch::Batch;
use crate::grid::{CELLS, Candidates, Cell, Grid};
use crate::search::Search;

/// A question about pencil marks that takes the search more contradictions is not answered. That is about half a millisecond.
const MAX_CONTRADICTIONS: u64 = 1000;

/// A set of cells: bit i is the cell with index i.
type CellSet = u128;

/// A puzzle without a solution, and what is known about its cells.
struct Unsolvable<'a> {
    puzzle: &'a Candidates,
    /// The cells with any candidate eliminated.
    all: CellSet,
    /// The last set of cells that was found to conflict.
    core: CellSet,
    /// For each solution found, the cells that exclude it.
    excluding: Vec<CellSet>,
    /// Whether cells have several candidates, but not all.
    has_marks: bool,
}

impl<'a> Unsolvable<'a> {
    fn new(puzzle: &'a Candidates) -> Unsolvable<'a> {
        let all = set((0..CELLS).filter(|&cell| puzzle.masks()[cell] != 0x1ff));
        let has_marks = *puzzle != Candidates::from(&puzzle.naked_singles());
        Unsolvable { puzzle, all, core: all, excluding: Vec::new(), has_marks }
    }

    /// Whether the candidates of these cells conflict, if that is known.
    fn conflict(&self, cells: CellSet) -> Option<bool> {
        if self.core & !cells == 0 {
            return Some(true);
        }
        self.excluding.iter().any(|excluding| excluding & cells == 0).then_some(false)
    }

    /// Takes a solution with the candidates of these cells, or that there is none. If neither is known, the cells are taken to have a
    /// solution.
    fn learn(&mut self, cells: CellSet, answer: Option<Option<Grid>>) {
        match answer {
            None => self.excluding.push(self.all & !cells),
            Some(None) => self.core = cells,
            Some(Some(solution)) => {
                let excludes = |&cell: &usize| self.puzzle.masks()[cell] >> (solution.cells()[cell] - 1) & 1 == 0;
                self.excluding.push(set(members(self.all).filter(excludes)));
            }
        }
    }

    /// The puzzle with the candidates of these cells only.
    fn puzzle_with(&self, cells: CellSet) -> Candidates {
        let mut masks = *Candidates::ALL.masks();
        members(cells).for_each(|cell| masks[cell] = self.puzzle.masks()[cell]);
        Candidates::from_masks(masks)
    }
}

/// For each puzzle without a solution a minimal set of cells whose candidates conflict, in row-major order. `None` for the others.
pub(super) fn conflicting_cells(puzzles: &[Candidates], batch: &mut Batch) -> Vec<Option<Vec<Cell>>> {
    let solutions: Vec<Option<Grid>> = solve(puzzles, batch).collect();
    let unsolvable = puzzles.iter().zip(&solutions).filter(|(_, solution)| solution.is_none());
    let mut unsolvable: Vec<Unsolvable> = unsolvable.map(|(puzzle, _)| Unsolvable::new(puzzle)).collect();
    let first = leave_out(&mut unsolvable, CellSet::trailing_zeros, batch);
    let last = leave_out(&mut unsolvable, CellSet::ilog2, batch);
    let mut sets = first.into_iter().zip(last).map(|(first, last)| {
        let cells = if last.count_ones() < first.count_ones() { last } else { first };
        members(cells).filter_map(|cell| Cell::try_from(cell).ok()).collect()
    });
    solutions.iter().map(|solution| if solution.is_none() { sets.next() } else { None }).collect()
}

/// Leaves out cells of each puzzle, in the order in which `next` chooses them, as long as the others conflict. Returns the cells
/// that are left. The puzzles take turns, so that there are many questions at a time.
fn leave_out(puzzles: &mut [Unsolvable], next: fn(CellSet) -> u32, batch: &mut Batch) -> Vec<CellSet> {
    // The cells that have not been left out, and those of them that have not been tried.
    let mut sets: Vec<(CellSet, CellSet)> = puzzles.iter().map(|puzzle| (puzzle.all, puzzle.all)).collect();
    loop {
        let (mut asked, mut questions) = (Vec::new(), Vec::new());
        for (index, (left, untried)) in sets.iter_mut().enumerate() {
            while *untried != 0 {
                let cell = 1 << next(*untried);
                let fewer = *left & !cell;
                match puzzles[index].conflict(fewer) {
                    Some(true) => *left = fewer,
                    Some(false) => (),
                    None if puzzles[index].has_marks => {
                        let question = puzzles[index].puzzle_with(fewer);
                        puzzles[index].learn(fewer, Search::new(&question).any_within(MAX_CONTRADICTIONS));
                        continue;
                    }
                    None => {
                        asked.push((index, fewer));
                        questions.push(puzzles[index].puzzle_with(fewer));
                        break;
                    }
                }
                *untried &= !cell;
            }
        }
        if asked.is_empty() {
            return sets.into_iter().map(|(left, _)| left).collect();
        }
        for ((index, cells), solution) in asked.into_iter().zip(solve(&questions, batch)) {
            puzzles[index].learn(cells, Some(solution));
        }
    }
}

fn set(cells: impl Iterator<Item = usize>) -> CellSet {
    cells.fold(0, |set, cell| set | 1 << cell)
}

/// The cells of a set in row-major order.
fn members(mut set: CellSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// Leaves out cells in this order, and asks every question.
    fn by_every_question(puzzle: &Candidates, order: impl Iterator<Item = usize>) -> CellSet {
        let puzzle = Unsolvable::new(puzzle);
        order.fold(puzzle.all, |left, cell| {
            let fewer = left & !(1 << cell);
            if is_unsolvable(&puzzle.puzzle_with(fewer)) { fewer } else { left }
        })
    }

    #[test]
    fn questions_that_are_not_asked_would_change_nothing() {
        let puzzles = unsolvable();
        assert!(puzzles.len() > 16);
        let expected = puzzles.iter().map(|puzzle| {
            let (first, last) = (by_every_question(puzzle, 0..CELLS), by_every_question(puzzle, (0..CELLS).rev()));
            let cells = if last.count_ones() < first.count_ones() { last } else { first };
            Some(members(cells).map(|cell| Cell::try_from(cell).unwrap()).collect())
        });
        let expected: Vec<Option<Vec<Cell>>> = expected.collect();
        assert_eq!(conflicting_cells(&puzzles, &mut Batch::new()), expected);
        let alone = puzzles.chunks(1).flat_map(|puzzle| conflicting_cells(puzzle, &mut Batch::new()));
        assert!(alone.eq(expected));
    }

    /// Many questions about these pencil marks take the search more contradictions than it may find.
    #[test]
    fn hard_questions_about_pencil_marks_are_not_answered() {
        let line = include_str!("../../tests/data/slowest.txt").lines().last().unwrap();
        let puzzle: Candidates = line.parse().unwrap();
        let [Some(cells)] = &conflicting_cells(&[puzzle], &mut Batch::new())[..] else { panic!("it has no solution") };
        let cells = set(cells.iter().map(|cell| cell.index()));
        assert!(is_unsolvable(&Unsolvable::new(&puzzle).puzzle_with(cells)));
        assert!(cells.count_ones() < CELLS as u32, "{cells:x}");
        let many = conflicting_cells(&[puzzle; 16], &mut Batch::new());
        assert!(many.iter().all(|same| *same == many[0]));
        assert_eq!(many[..1], conflicting_cells(&[puzzle], &mut Batch::new()));
    }
}
