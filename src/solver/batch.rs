//! Solves many grids in one call, and chooses the solver: the search for a few grids, which would
//! not fill the lanes of the engine, and the engine for more.
//!
//! The engine solves up to sixteen grids at once, one in each lane of a vector, so it is many times
//! faster than the search. With fewer than a few hundred grids in a call, some lanes stay idle.

use std::{panic, thread};

use crate::grid::{Candidates, Grid};
use crate::solver::engine::Engine;
pub(crate) use crate::solver::engine::{Frontier, Puzzles};
use crate::solver::search::Search;
use crate::solver::{Answer, Goal};

/// A call with fewer grids than this leaves them to the search: they would not fill the lanes of
/// the engine.
pub(crate) const MIN_GRIDS_FOR_ENGINE: usize = 16;

/// Solves many grids at once. Every grid gets an answer.
///
/// A `Batch` works on one thread and reuses its memory, so keep one per thread and call it
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
/// # Ok::<(), sudokat::ParseGridError>(())
/// ```
#[derive(Default)]
pub struct Batch {
    /// Created by the first call with many grids, or by the first large count.
    engine: Option<Engine>,
}

impl Batch {
    /// A batch solver for the best vector instructions of this machine.
    #[must_use]
    pub fn new() -> Batch {
        Batch::default()
    }

    /// The vector instructions in use: `AVX-512`, `AVX2`, `SSE4.2` or `SSE2` on x86-64, `NEON` on
    /// 64-bit ARM, otherwise `portable`. `None` before the first call with many grids; a large
    /// count is one, too.
    #[must_use]
    pub fn level(&self) -> Option<&'static str> {
        self.engine.as_ref().map(Engine::level)
    }

    /// Replaces the contents of `answers` with the answer to each grid, in order.
    pub fn solve(&mut self, goal: Goal, grids: &[Grid], answers: &mut Vec<Answer>) {
        self.solve_puzzles(goal, Puzzles::of_grids(grids), answers);
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

    /// Replaces the contents of `answers` with the answer to each puzzle, in order.
    pub(crate) fn solve_puzzles(
        &mut self,
        goal: Goal,
        puzzles: Puzzles,
        answers: &mut Vec<Answer>,
    ) {
        // The engine converts grids on little-endian machines only.
        if puzzles.len() < MIN_GRIDS_FOR_ENGINE || cfg!(target_endian = "big") {
            answers.clear();
            answers.extend(puzzles.iter().map(|puzzle| solve_by_search(goal, &puzzle)));
            return;
        }
        let engine = self.engine.get_or_insert_default();
        with_enough_stack(|| engine.solve(goal, puzzles, answers));
        for &index in engine.given_up() {
            answers[index] = solve_by_search(goal, &puzzles.candidates(index));
        }
    }

    /// Counts the solutions in a part of the frontier, at most `limit`, and removes that part; see
    /// [`Engine::count_some`]. Works on every machine: a frontier holds candidates, and only the
    /// conversion of grids depends on the byte order.
    pub(crate) fn count_some(&mut self, frontier: &mut Frontier, limit: u64) -> u64 {
        let engine = self.engine.get_or_insert_default();
        with_enough_stack(|| engine.count_some(frontier, limit))
    }
}

/// The answer of the search to one puzzle.
pub(crate) fn solve_by_search(goal: Goal, puzzle: &Candidates) -> Answer {
    Search::new(puzzle).solve(goal)
}

/// Runs a task of the engine. In an unoptimized build, for which `build.rs` sets `unoptimized`, it
/// runs on a thread with a large stack: the functions of the engine are large, and each vector
/// operation keeps its operands on the stack.
///
/// # Panics
///
/// If an unoptimized build cannot start the thread. On the stack of the caller, the task could
/// overflow, which ends the program without a message.
fn with_enough_stack<T: Send>(task: impl FnOnce() -> T + Send) -> T {
    // 8 MiB. Measured at opt-level 0: 4.1 MiB with AVX-512, 2.2 MiB with AVX2, 1.4 MiB with SSE;
    // from opt-level 1 on, 80 KiB.
    const STACK_SIZE: usize = 8 << 20;
    if !cfg!(unoptimized) {
        return task();
    }
    thread::scope(|scope| {
        let handle = thread::Builder::new()
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, task)
            .expect("an unoptimized build needs another thread");
        handle
            .join()
            .unwrap_or_else(|payload| panic::resume_unwind(payload))
    })
}
