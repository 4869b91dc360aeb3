//! Many grids, or one grid with many solutions, on every core.

mod count;

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::answer::{Answer, Goal};
use crate::batch::Batch;
use crate::grid::Grid;
pub(crate) use count::count_solutions;

/// The number of grids a thread takes at a time. That keeps the lanes of the engine full and every thread busy, and at some 300 bytes a grid
/// it stays in the second-level cache.
pub(crate) const CHUNK: usize = 2048;

/// The answer to each grid, in order, as [`Batch::solve`] gives them, found on every core.
///
/// ```
/// use sudokat::{Answer, Goal, solve_many};
/// let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let answers = solve_many(Goal::Uniqueness, &vec![grid; 10_000]);
/// assert!(answers.iter().all(|answer| matches!(answer, Answer::Unique(solution) if solution.is_solution(&grid))));
/// # Ok::<(), sudokat::GridError>(())
/// ```
#[must_use]
pub fn solve_many(goal: Goal, grids: &[Grid]) -> Vec<Answer> {
    let mut answers = vec![Answer::Unsolvable; grids.len()];
    let chunks = Mutex::new(grids.chunks(CHUNK).zip(answers.chunks_mut(CHUNK)));
    let next = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let (mut batch, mut found) = (Batch::new(), Vec::new());
        while let Some((grids, answers)) = next() {
            batch.solve(goal, grids, &mut found);
            answers.copy_from_slice(&found);
        }
    };
    with_helpers(cores().get().min(grids.len().div_ceil(CHUNK)), work, work);
    answers
}

/// The number of threads that can run at the same time.
pub(crate) fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Works on the calling thread, and has `threads` - 1 others help. If no further thread can be started, fewer do the work. Returns how
/// many did.
pub(crate) fn with_helpers(threads: usize, help: impl Fn() + Sync, work: impl FnOnce()) -> usize {
    thread::scope(|scope| {
        let start = |_: &usize| thread::Builder::new().spawn_scoped(scope, &help).is_ok();
        let helpers = (1..threads).take_while(start).count();
        work();
        helpers + 1
    })
}
