//! Solves many grids: by the vector engine, and one by one if they are few or the engine gives up on them.
//!
//! The engine solves up to sixteen grids at once, one in each lane of a vector, so it is many times faster than solving grids one
//! after the other. Give it at least a few hundred grids in a call: with fewer, lanes stay idle.

use std::{panic, thread};

use crate::answer::{Answer, Goal};
use crate::engine::Engine;
pub(crate) use crate::engine::{Frontier, Puzzles};
use crate::grid::{Candidates, Grid};
use crate::puzzle::Puzzle;
use crate::search::Search;

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
    /// Made when there are enough grids for it.
    engine: Option<Engine>,
}

/// Fewer grids than this are solved one by one: they would not fill the lanes of the engine.
const MIN_GRIDS_FOR_ENGINE: usize = 16;

impl Batch {
    /// A batch solver for the best instruction set of this machine.
    #[must_use]
    pub fn new() -> Batch {
        Batch::default()
    }

    /// The vector instructions in use: `AVX-512`, `AVX2`, `SSE4.2` or `SSE2` on x86-64, `NEON` on 64-bit ARM, otherwise `portable`.
    /// `None` until there were enough grids for them.
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
            answers.extend((0..puzzles.len()).map(|index| solve_one(goal, &puzzles.candidates(index))));
            return;
        }
        let engine = self.engine.get_or_insert_default();
        with_enough_stack(|| engine.solve(goal, puzzles, answers));
        // Backtracking, which comes first, rarely finishes on these, but it does not take long to find that out.
        for &index in engine.given_up() {
            answers[index] = solve_one(goal, &puzzles.candidates(index));
        }
    }

    /// Counts the solutions in a part of the frontier, as [`Engine::count_some`] does.
    pub(crate) fn count_some(&mut self, frontier: &mut Frontier, limit: u64) -> u64 {
        let engine = self.engine.get_or_insert_default();
        with_enough_stack(|| engine.count_some(frontier, limit))
    }
}

fn solve_one(goal: Goal, candidates: &Candidates) -> Answer {
    match goal {
        Goal::Smallest => Puzzle::from(candidates).smallest().map_or(Answer::Unsolvable, Answer::Solvable),
        Goal::Uniqueness => Search::new(candidates).uniqueness(),
        Goal::Existence => Search::new(candidates).any().map_or(Answer::Unsolvable, Answer::Solvable),
    }
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
