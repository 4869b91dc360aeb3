//! Solves a slice of grids on every core.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::answer::Answer;
use crate::batch::{Batch, Goal};
use crate::grid::Grid;

/// Each thread takes so many grids at a time: enough for every lane of the engine, few enough that no thread is idle for long.
const CHUNK: usize = 2048;

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
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(grids.len().div_ceil(CHUNK));
    thread::scope(|scope| {
        // If no further thread can be started, fewer do the work.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        (1..threads).map_while(spawn).for_each(drop);
        work();
    });
    answers
}
