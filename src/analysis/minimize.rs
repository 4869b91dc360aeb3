//! Minimal sets of cells whose candidates conflict.
//!
//! Cells are left out one after the other, as long as the others have no solution. The cells that remain depend on which are tried
//! first, so this is done twice, and the smaller of two sets is worth the time. A question is not asked if the answer to an earlier
//! one implies its answer: a solution found may keep to other sets of cells too, and more cells than those that conflict conflict as
//! well.
//!
//! A question that takes too long is not answered, and its cell is kept. That does not depend on whether the engine is asked: what
//! it finds to be hard is left to the search to decide.

use super::MIN_QUESTIONS_FOR_ENGINE;
use crate::batch::{Batch, Goal};
use crate::grid::{CELLS, Candidates, Cell, Grid};
use crate::search::Search;

/// A question that takes the search more contradictions is not answered. That is about a millisecond.
const MAX_CONTRADICTIONS: u64 = 2000;

/// All questions about the candidates of a puzzle together may take this many contradictions.
const MAX_CONTRADICTIONS_OF_CANDIDATES: u64 = 30_000;

/// The most questions that are not answered; then the cells that are left are good enough.
const MAX_UNANSWERED: u32 = 4;

/// The answer to a question: `None` if it takes too long, `Some(None)` if there is no solution.
type Found = Option<Option<Grid>>;

/// A set of cells: bit i is the cell with index i.
pub(super) type CellSet = u128;

/// The state of the search for a minimal set in one puzzle.
pub(super) struct Minimizer {
    puzzle: Candidates,
    /// The cells with any candidate eliminated.
    all: CellSet,
    /// Cells that conflict: all those that have not been left out.
    left: CellSet,
    /// Those of them that have not been tried.
    untried: CellSet,
    /// A set of conflicting cells, no greater than `left`.
    core: CellSet,
    /// For each solution found, the cells that exclude it.
    excluding: Vec<CellSet>,
    /// The result of trying the first cell first; then the last is tried first.
    first: Option<CellSet>,
    /// How many questions could not be answered.
    unanswered: u32,
}

impl Minimizer {
    /// The search in a puzzle without a solution.
    pub(super) fn new(puzzle: &Candidates) -> Minimizer {
        let all = cells_where(|cell| puzzle.masks()[cell] != Candidates::ALL.masks()[cell]);
        Minimizer {
            puzzle: *puzzle,
            all,
            left: all,
            untried: all,
            core: all,
            excluding: Vec::new(),
            first: None,
            unanswered: 0,
        }
    }

    /// The next cells of which must be known whether they conflict; `None` at the end.
    fn next_question(&mut self) -> Option<CellSet> {
        while self.unanswered < MAX_UNANSWERED {
            if self.untried == 0 {
                if self.first.is_some() {
                    return None;
                }
                self.first = Some(self.left);
                (self.left, self.untried) = (self.all, self.all);
                continue;
            }
            let cell = if self.first.is_none() { self.untried.trailing_zeros() } else { self.untried.ilog2() };
            let fewer = self.left & !(1 << cell);
            if self.core & !fewer == 0 {
                self.left = fewer;
            } else if !self.excluding.iter().any(|excluding| excluding & fewer == 0) {
                return Some(fewer);
            }
            self.untried &= !(1 << cell);
        }
        None
    }

    /// The puzzle with the candidates of these cells only.
    fn puzzle_with(&self, cells: CellSet) -> Candidates {
        let mut masks = *Candidates::ALL.masks();
        for cell in members(cells) {
            masks[cell.index()] = self.puzzle[cell];
        }
        Candidates::from_masks(masks)
    }

    /// Takes the answer to a question.
    fn learn(&mut self, cells: CellSet, found: Found) {
        match found {
            Some(None) => self.core = cells,
            Some(Some(solution)) => {
                let masks = self.puzzle.masks();
                self.excluding.push(cells_where(|cell| masks[cell] >> (solution.cells()[cell] - 1) & 1 == 0));
            }
            None => {
                // From now on this counts as a question with a solution.
                self.excluding.push(self.all & !cells);
                self.unanswered += 1;
            }
        }
    }

    /// The smaller of the sets found.
    fn smallest(&self) -> CellSet {
        self.first.filter(|first| first.count_ones() <= self.core.count_ones()).unwrap_or(self.core)
    }
}

/// For each puzzle, all without a solution, a minimal set of clues that conflict. The searches go on together, so that there are
/// many questions at a time.
pub(super) fn conflicting_clues(puzzles: &[Grid], mut batch: Option<&mut Batch>) -> Vec<CellSet> {
    let mut minimizers: Vec<Minimizer> = puzzles.iter().map(|puzzle| Minimizer::new(&puzzle.into())).collect();
    let (mut asked, mut questions) = (Vec::new(), Vec::new());
    loop {
        asked.clear();
        questions.clear();
        for (index, minimizer) in minimizers.iter_mut().enumerate() {
            if let Some(cells) = minimizer.next_question() {
                asked.push((index, cells));
                questions.push(with_clues(&puzzles[index], cells));
            }
        }
        if asked.is_empty() {
            return minimizers.iter().map(Minimizer::smallest).collect();
        }
        for (&(index, cells), found) in asked.iter().zip(solve_all(&questions, batch.as_deref_mut())) {
            minimizers[index].learn(cells, found);
        }
    }
}

/// A minimal set of cells whose candidates conflict, in a puzzle without a solution.
pub(super) fn conflicting_cells(puzzle: &Candidates) -> CellSet {
    let mut minimizer = Minimizer::new(puzzle);
    let mut left = MAX_CONTRADICTIONS_OF_CANDIDATES;
    while let Some(cells) = minimizer.next_question().filter(|_| left > 0) {
        let at_most = left.min(MAX_CONTRADICTIONS);
        let mut left_of_them = at_most;
        let found = Search::new(&minimizer.puzzle_with(cells)).any_within(&mut left_of_them);
        left -= at_most - left_of_them;
        minimizer.learn(cells, found);
    }
    minimizer.smallest()
}

/// Solves many puzzles: with the engine, if there are enough for it.
fn solve_all(puzzles: &[Grid], batch: Option<&mut Batch>) -> Vec<Found> {
    let search = |puzzle: &Grid| Search::new(&puzzle.into()).any_within(&mut { MAX_CONTRADICTIONS });
    let Some(batch) = batch.filter(|_| puzzles.len() >= MIN_QUESTIONS_FOR_ENGINE) else {
        return puzzles.iter().map(search).collect();
    };
    let mut answers = Vec::new();
    batch.solve(Goal::Smallest, puzzles, &mut answers);
    answers.iter().map(|answer| Some(answer.solution().copied())).collect()
}

/// The puzzle with only the clues in these cells.
fn with_clues(puzzle: &Grid, cells: CellSet) -> Grid {
    let mut fewer = *puzzle;
    for (cell, d) in fewer.cells_mut().iter_mut().enumerate() {
        *d *= (cells >> cell & 1) as u8;
    }
    fewer
}

/// The cells with this property.
fn cells_where(has: impl Fn(usize) -> bool) -> CellSet {
    (0..CELLS).fold(0, |cells, cell| cells | CellSet::from(has(cell)) << cell)
}

/// These cells in row-major order.
pub(super) fn members(cells: CellSet) -> impl Iterator<Item = Cell> {
    Cell::all().filter(move |cell| cells >> cell.index() & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puzzles with one wrong clue, without a solution.
    fn unsolvable() -> Vec<Grid> {
        let puzzles = [
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            ".....5.8....6.1.43..........1.5........1.6...3.......5532....61........4.........",
        ];
        let wrong = puzzles.iter().flat_map(|text| {
            let puzzle: Grid = text.parse().unwrap();
            let clues: Vec<usize> = puzzle.clues().map(|clue| clue.cell.index()).collect();
            clues.into_iter().map(move |cell| {
                let mut wrong = puzzle;
                let d = &mut wrong.cells_mut()[cell];
                *d = *d % 9 + 1;
                wrong
            })
        });
        wrong.filter(is_unsolvable).collect()
    }

    fn is_unsolvable(grid: &Grid) -> bool {
        Search::new(&grid.into()).any().is_none()
    }

    /// Leaves out cells in this order, and asks every question.
    fn by_every_question(puzzle: &Grid, order: impl Iterator<Item = usize>) -> CellSet {
        order.fold(cells_where(|cell| puzzle.cells()[cell] > 0), |left, cell| {
            let fewer = left & !(1 << cell);
            if is_unsolvable(&with_clues(puzzle, fewer)) { fewer } else { left }
        })
    }

    #[test]
    fn questions_that_are_not_asked_would_change_nothing() {
        let puzzles = unsolvable();
        assert!(puzzles.len() > MIN_QUESTIONS_FOR_ENGINE);
        let expected = puzzles.iter().map(|puzzle| {
            let (first, last) = (by_every_question(puzzle, 0..CELLS), by_every_question(puzzle, (0..CELLS).rev()));
            if last.count_ones() < first.count_ones() { last } else { first }
        });
        let expected: Vec<CellSet> = expected.collect();
        assert_eq!(conflicting_clues(&puzzles, None), expected);
        assert_eq!(conflicting_clues(&puzzles, Some(&mut Batch::new())), expected);
        for (puzzle, &cells) in puzzles.iter().zip(&expected) {
            assert_eq!(conflicting_cells(&puzzle.into()), cells);
        }
    }

    /// Some of the questions about this puzzle take the search more than ten milliseconds.
    #[test]
    fn hard_questions_are_not_answered() {
        let puzzle: Grid =
            "53.7.8..27..5.1.......3..1....2..5.......9..3..4......1..6.5.7.49...71...671.....".parse().unwrap();
        let together = conflicting_clues(&[puzzle; MIN_QUESTIONS_FOR_ENGINE], Some(&mut Batch::new()));
        assert_eq!(together[0], conflicting_clues(&[puzzle], None)[0]);
        for cells in [together[0], conflicting_cells(&puzzle.into())] {
            assert!(is_unsolvable(&with_clues(&puzzle, cells)));
        }
        assert!(together[0].count_ones() < puzzle.clues().count() as u32);
    }
}
