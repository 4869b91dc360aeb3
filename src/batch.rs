//! Solves many grids: by the vector engine, and one by one if they are few or the engine gives up on them.
//!
//! One grid goes to one solver after the other, until one finishes:
//!
//! ```text
//! backtracking    the smallest solution of most easy grids
//! a short search  most others
//! the engine      hard grids, above all pencil marks: all lanes search the grid, several times as fast as a search for one grid
//! a long search   grids with few clues, which the engine has no good order for
//! ```
//!
//! The engine solves up to sixteen grids at once, one in each lane of a vector, so it is many times faster than solving grids one
//! after the other. Give it at least a few hundred grids in a call: with fewer, lanes stay idle.

use std::{panic, slice, thread};

use crate::answer::{Answer, Goal};
use crate::engine::Engine;
pub(crate) use crate::engine::{Frontier, Puzzles};
use crate::grid::{CELLS, Candidates, Grid, digits_of};
use crate::search::Search;
use crate::solver;

/// Solves many grids at once. Every grid gets an answer.
///
/// A `Batch` works on one thread and reuses its memory, so keep one for each thread and call it with a slice of grids at a time.
///
/// ```
/// use sudokat::{Answer, Batch, Goal};
/// let unique = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let conflict = "55...............................................................................".parse()?;
/// let mut answers = Vec::new();
/// Batch::new().solve(Goal::Uniqueness, &[unique, conflict], &mut answers);
/// assert!(matches!(answers[0], Answer::Unique(solution) if solution.is_solution(&unique)));
/// assert_eq!(answers[1], Answer::Unsolvable);
/// # Ok::<(), sudokat::GridError>(())
/// ```
#[derive(Default)]
pub struct Batch {
    /// Made when there are many grids, or a hard one.
    engine: Option<Engine>,
}

/// Fewer grids than this are solved one by one: they would not fill the lanes of the engine.
const MIN_GRIDS_FOR_ENGINE: usize = 16;

/// How many digits plain backtracking may place in blanks before a search takes over. Placing them takes 30 to 60 microseconds, and most
/// easy grids are solved by then.
const PLACEMENTS: u64 = 2_000;

/// A short search gives up after so many contradictions, which take about 300 microseconds.
const SHORT: u64 = 1000;

impl Batch {
    /// A batch solver for the best instruction set of this machine.
    #[must_use]
    pub fn new() -> Batch {
        Batch::default()
    }

    /// The vector instructions in use: `AVX-512`, `AVX2`, `SSE4.2` or `SSE2` on x86-64, `NEON` on 64-bit ARM, otherwise `portable`.
    /// `None` until they were needed.
    #[must_use]
    pub fn level(&self) -> Option<&'static str> {
        self.engine.as_ref().map(Engine::level)
    }

    /// Replaces the contents of `answers` by the answer to each grid, in order.
    pub fn solve(&mut self, goal: Goal, grids: &[Grid], answers: &mut Vec<Answer>) {
        self.answer(goal, Puzzles::Grids(grids, &[]), answers);
    }

    /// The same for puzzles with pencil marks.
    pub fn solve_candidates(&mut self, goal: Goal, candidates: &[Candidates], answers: &mut Vec<Answer>) {
        self.answer(goal, Puzzles::Candidates(candidates), answers);
    }

    /// Adds the smallest solution to the answers that only say that there are several.
    pub(crate) fn smallest_of_several(&mut self, puzzles: Puzzles, answers: &mut [Answer]) {
        let several: Vec<usize> = (0..answers.len()).filter(|&index| answers[index] == Answer::Several(None)).collect();
        let of_several: Vec<Candidates> = several.iter().map(|&index| puzzles.candidates(index)).collect();
        let mut smallest = Vec::new();
        self.solve_candidates(Goal::Smallest, &of_several, &mut smallest);
        for (index, smallest) in several.into_iter().zip(smallest) {
            answers[index] = Answer::Several(smallest.solution().copied());
        }
    }

    /// Solves puzzles one by one if they are few, otherwise by the engine.
    pub(crate) fn answer(&mut self, goal: Goal, puzzles: Puzzles, answers: &mut Vec<Answer>) {
        if puzzles.len() < MIN_GRIDS_FOR_ENGINE {
            answers.clear();
            answers.extend((0..puzzles.len()).map(|index| self.answer_one(goal, &puzzles.candidates(index))));
            return;
        }
        for index in self.solve_by_engine(goal, puzzles, answers).to_vec() {
            answers[index] = self.answer_one(goal, &puzzles.candidates(index));
        }
    }

    /// Solves one puzzle.
    pub(crate) fn answer_one(&mut self, goal: Goal, puzzle: &Candidates) -> Answer {
        let ask = |search: &mut Search| match goal {
            Goal::Smallest => solvable(search.smallest()),
            Goal::Uniqueness => search.uniqueness(),
            Goal::Existence => solvable(search.any()),
        };
        let backtracked = if goal == Goal::Smallest { by_backtracking(puzzle) } else { None };
        backtracked
            .or_else(|| Search::new(puzzle).within(SHORT, ask))
            .or_else(|| match goal {
                Goal::Smallest => self.smallest_by_engine(puzzle),
                _ => self.one_by_engine(goal, puzzle),
            })
            .unwrap_or_else(|| ask(&mut Search::new(puzzle)))
    }

    /// The smallest solution of a puzzle unless the engine gives up. It finds any solution; then, for each cell in row-major order, the
    /// smallest digit in any solution.
    fn smallest_by_engine(&mut self, puzzle: &Candidates) -> Option<Answer> {
        let mut answer = self.one_by_engine(Goal::Existence, puzzle)?;
        let mut masks = *puzzle.masks();
        for cell in 0..CELLS {
            for digit in digits_of(puzzle.masks()[cell]) {
                masks[cell] = 1 << (digit - 1);
                if answer.solution().is_none_or(|smallest| smallest.cells()[cell] == digit) {
                    break;
                }
                let smaller = self.one_by_engine(Goal::Existence, &Candidates::from_masks(masks))?;
                if smaller != Answer::Unsolvable {
                    answer = smaller;
                    break;
                }
            }
        }
        Some(answer)
    }

    /// Solves a puzzle by the engine unless that gives up.
    fn one_by_engine(&mut self, goal: Goal, puzzle: &Candidates) -> Option<Answer> {
        let mut answers = Vec::new();
        let given_up = self.solve_by_engine(goal, Puzzles::Candidates(slice::from_ref(puzzle)), &mut answers);
        if given_up.is_empty() { answers.pop() } else { None }
    }

    /// Returns the indices of the puzzles that the engine gives up on.
    fn solve_by_engine(&mut self, goal: Goal, puzzles: Puzzles, answers: &mut Vec<Answer>) -> &[usize] {
        let engine = self.engine.get_or_insert_default();
        with_enough_stack(|| engine.solve(goal, puzzles, answers));
        engine.given_up()
    }

    /// Counts the solutions in a part of the frontier, as [`Engine::count_some`] does.
    pub(crate) fn count_some(&mut self, frontier: &mut Frontier, limit: u64) -> u64 {
        let engine = self.engine.get_or_insert_default();
        with_enough_stack(|| engine.count_some(frontier, limit))
    }
}

/// The smallest solution by plain backtracking, if that does not take long.
fn by_backtracking(puzzle: &Candidates) -> Option<Answer> {
    solver::first_solution(puzzle, PLACEMENTS).ok().map(solvable)
}

fn solvable(solution: Option<Grid>) -> Answer {
    solution.map_or(Answer::Unsolvable, Answer::Solvable)
}

/// Runs a task of the engine, on a thread of its own if the engine is unoptimized: then each vector operation keeps its operands on
/// the stack, and the functions of the engine are large.
fn with_enough_stack<T: Send>(task: impl FnOnce() -> T + Send) -> T {
    // Measured at opt-level 0: 4.1 MiB with AVX-512, 2.2 MiB with AVX2, 1.4 MiB with SSE; from opt-level 1 on, 80 KiB.
    const STACK: usize = 8 << 20;
    if !cfg!(unoptimized) {
        return task();
    }
    thread::scope(|scope| {
        // Only an unoptimized build gets here, and it panics without memory for the thread as it would for any other allocation.
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, task).expect("memory for a thread");
        thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_that_backtracking_does_not_finish_are_searched() {
        let text = "........1.......2...3.456...3..567..5........7..8......4.9......6.......3...674..";
        let puzzle = Candidates::from(&text.parse::<Grid>().unwrap());
        assert_eq!(by_backtracking(&puzzle), None);
        let smallest = Search::new(&puzzle).smallest();
        assert!(smallest.is_some());
        assert_eq!(Batch::new().answer_one(Goal::Smallest, &puzzle), solvable(smallest));
    }

    /// Clues and pencil marks, with no solution and with several.
    #[test]
    fn puzzles_that_take_a_short_search_too_long_have_the_same_answers() {
        let (mut short, mut by_engine, mut batch) = (0, 0, Batch::new());
        for line in include_str!("../tests/data/slowest.txt").lines() {
            let puzzle = match line.len() {
                81 => Candidates::from(&line.parse::<Grid>().unwrap()),
                _ => line.parse().unwrap(),
            };
            let mut search = Search::new(&puzzle);
            short += usize::from(search.clone().within(SHORT, Search::smallest).is_some());
            by_engine += usize::from(batch.one_by_engine(Goal::Uniqueness, &puzzle).is_some());
            let smallest = solvable(search.smallest());
            assert_eq!(batch.answer_one(Goal::Smallest, &puzzle), smallest, "{line}");
            assert!(batch.smallest_by_engine(&puzzle).is_none_or(|found| found == smallest), "{line}");
            assert_eq!(batch.answer_one(Goal::Uniqueness, &puzzle), search.uniqueness(), "{line}");
            match batch.answer_one(Goal::Existence, &puzzle).solution() {
                Some(any) => assert_eq!(puzzle.eliminated(any).next(), None, "{line}"),
                None => assert_eq!(smallest, Answer::Unsolvable, "{line}"),
            }
        }
        assert!(short < 12 && by_engine > 12, "{short} by a short search, {by_engine} by the engine");
    }
}
