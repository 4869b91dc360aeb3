//! Chooses the solver.
//!
//! ```text
//! one grid         plain backtracking, which finds the smallest solution of most easy grids; the
//!                  search if it does not finish soon, or if another goal is set
//! 2 to 15 grids    the search, one grid after the other
//! more             the engine, and the search for the grids it gives up on
//! ```
//!
//! The search alone would be enough for one grid, and faster for most. Backtracking comes first
//! because the project asks for plain backtracking.
//!
//! The engine solves up to sixteen grids at once, one in each lane of a vector, so it is many times
//! faster than the search. With fewer than a few hundred grids in a call, some lanes stay idle.

use std::{panic, thread};

use crate::grid::{Candidates, Grid};
use crate::solver::backtracking;
use crate::solver::engine::Engine;
pub(crate) use crate::solver::engine::{Frontier, Puzzles};
use crate::solver::search::Search;
use crate::solver::{Answer, Goal};

/// Solves many grids at once. Every grid gets an answer.
///
/// A `Batch` works on one thread and reuses its memory, so keep one for each thread and call it
/// with a slice of grids at a time.
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
    /// Created by the first call with many grids.
    engine: Option<Engine>,
}

/// Fewer grids than this are searched one by one: they would not fill the lanes of the engine. The
/// engine reads grids on little-endian machines only.
const MIN_GRIDS_FOR_ENGINE: usize = if cfg!(target_endian = "little") {
    16
} else {
    usize::MAX
};

/// How many digits plain backtracking may place in blanks. That takes 30 to 60 microseconds, enough
/// for most easy grids.
const MAX_PLACEMENTS: u64 = 2_000;

impl Batch {
    /// A batch solver for the best instruction set of this machine.
    #[must_use]
    pub fn new() -> Batch {
        Batch::default()
    }

    /// The vector instructions in use: `AVX-512`, `AVX2`, `SSE4.2` or `SSE2` on x86-64, `NEON` on
    /// 64-bit ARM, otherwise `portable`. `None` before the first call with many grids.
    #[must_use]
    pub fn level(&self) -> Option<&'static str> {
        self.engine.as_ref().map(Engine::level)
    }

    /// Replaces the contents of `answers` by the answer to each grid, in order.
    pub fn solve(&mut self, goal: Goal, grids: &[Grid], answers: &mut Vec<Answer>) {
        self.solve_puzzles(goal, Puzzles::Grids(grids, &[]), answers);
    }

    /// Like [`Batch::solve`], for puzzles with pencil marks.
    pub fn solve_candidates(
        &mut self,
        goal: Goal,
        candidates: &[Candidates],
        answers: &mut Vec<Answer>,
    ) {
        self.solve_puzzles(goal, Puzzles::Candidates(candidates), answers);
    }

    /// Replaces the contents of `answers` by the answer to each puzzle, in order.
    pub(crate) fn solve_puzzles(
        &mut self,
        goal: Goal,
        puzzles: Puzzles,
        answers: &mut Vec<Answer>,
    ) {
        match puzzles.len() {
            few @ ..MIN_GRIDS_FOR_ENGINE => {
                let solve = if few == 1 {
                    answer_one
                } else {
                    solve_by_search
                };
                answers.clear();
                answers.extend((0..few).map(|index| solve(goal, &puzzles.candidates(index))));
            }
            _ => {
                let engine = self.engine.get_or_insert_default();
                with_enough_stack(|| engine.solve(goal, puzzles, answers));
                for &index in engine.given_up() {
                    answers[index] = solve_by_search(goal, &puzzles.candidates(index));
                }
            }
        }
    }

    /// Counts the solutions in a part of the frontier, as [`Engine::count_some`] does.
    pub(crate) fn count_some(&mut self, frontier: &mut Frontier, limit: u64) -> u64 {
        let engine = self.engine.get_or_insert_default();
        with_enough_stack(|| engine.count_some(frontier, limit))
    }
}

/// The answer to one puzzle.
pub(crate) fn answer_one(goal: Goal, puzzle: &Candidates) -> Answer {
    if goal == Goal::Smallest
        && let Ok(smallest) = backtracking::first_solution(puzzle, MAX_PLACEMENTS)
    {
        return smallest.map_or(Answer::Unsolvable, Answer::Solvable);
    }
    solve_by_search(goal, puzzle)
}

fn solve_by_search(goal: Goal, puzzle: &Candidates) -> Answer {
    Search::new(puzzle).solve(goal)
}

/// Runs a task of the engine. An unoptimized engine gets a thread with a large stack: its functions
/// are large, and each vector operation keeps its operands on the stack.
fn with_enough_stack<T: Send>(task: impl FnOnce() -> T + Send) -> T {
    // Measured at opt-level 0: 4.1 MiB with AVX-512, 2.2 MiB with AVX2, 1.4 MiB with SSE; from
    // opt-level 1 on, 80 KiB.
    const STACK: usize = 8 << 20;
    if !cfg!(unoptimized) {
        return task();
    }
    thread::scope(|scope| {
        // Only an unoptimized build gets here. If there is no memory for the thread, it panics, as
        // for any other allocation.
        let thread = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, task)
            .expect("memory for a thread");
        thread
            .join()
            .unwrap_or_else(|panic| panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_that_backtracking_does_not_finish_are_searched() {
        let text =
            "........1.......2...3.456...3..567..5........7..8......4.9......6.......3...674..";
        let puzzle = Candidates::from(&text.parse::<Grid>().unwrap());
        assert!(backtracking::first_solution(&puzzle, MAX_PLACEMENTS).is_err());
        let smallest = Search::new(&puzzle).smallest().unwrap();
        assert_eq!(
            answer_one(Goal::Smallest, &puzzle),
            Answer::Solvable(smallest)
        );
    }
}
