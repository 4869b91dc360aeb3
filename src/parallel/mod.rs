//! Solves many grids, or one grid with many solutions, on every core.

mod count;

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread::{self, Scope};

use crate::answer::{Answer, Goal};
use crate::batch::Batch;
use crate::grid::Grid;
pub(crate) use count::count_solutions;

/// The number of grids a thread takes at a time. This many keep the lanes of the engine full and
/// every thread busy. At some 300 bytes a grid, they stay in the second-level cache.
pub(crate) const CHUNK_SIZE: usize = 2048;

/// The most threads to use: more than most machines have cores. Each takes about a megabyte.
const MAX_THREADS: NonZero<usize> = NonZero::new(1024).unwrap();

/// The answer to each grid, in order, as [`Batch::solve`] gives it, but found on every core.
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
    let chunks = grids.chunks(CHUNK_SIZE).zip(answers.chunks_mut(CHUNK_SIZE));
    parallel_for_each(chunks, thread_count(None), &mut Batch::new(), |batch, (grids, answers)| {
        let mut found = Vec::new();
        batch.solve(goal, grids, &mut found);
        answers.copy_from_slice(&found);
    });
    answers
}

/// Does some work for each item, on this thread with this batch and on up to `max_threads - 1`
/// other threads. Returns the number of threads.
pub(crate) fn parallel_for_each<T>(
    items: impl Iterator<Item = T> + Send,
    max_threads: usize,
    batch: &mut Batch,
    work: impl Fn(&mut Batch, T) + Sync,
) -> usize {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    with_helpers(
        || max_threads,
        batch,
        |batch, call_helper| {
            while let Some(item) = next() {
                call_helper();
                work(batch, item);
            }
        },
    )
}

/// The number of threads to use: one for each core, unless another number is wanted. At most
/// [`MAX_THREADS`].
pub(crate) fn thread_count(wanted: Option<NonZero<usize>>) -> usize {
    let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    wanted.unwrap_or_else(cores).min(MAX_THREADS).get()
}

/// Runs `work` on this thread with this batch, and on other threads with other batches, up to
/// `max_threads` threads in all. `work` gets a function to call when it leaves work for another
/// thread. The call starts a thread, unless there are `max_threads` already or none can be started.
/// Returns the number of threads. `max_threads` is evaluated at the first such call, because
/// counting the cores takes longer than solving a grid.
pub(crate) fn with_helpers(
    max_threads: impl FnOnce() -> usize + Send,
    batch: &mut Batch,
    work: impl Fn(&mut Batch, &dyn Fn()) + Sync,
) -> usize {
    let (max_threads, threads) = (LazyLock::new(max_threads), AtomicUsize::new(1));
    thread::scope(|scope| work(batch, &|| start_helper(scope, &max_threads, &threads, &work)));
    threads.into_inner()
}

fn start_helper<'scope>(
    scope: &'scope Scope<'scope, '_>,
    max_threads: &'scope LazyLock<usize, impl FnOnce() -> usize + Send>,
    threads: &'scope AtomicUsize,
    work: &'scope (impl Fn(&mut Batch, &dyn Fn()) + Sync),
) {
    let one_more = |count| (count < **max_threads).then_some(count + 1);
    let may_start = threads.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok();
    let help = move || work(&mut Batch::new(), &|| start_helper(scope, max_threads, threads, work));
    if may_start && thread::Builder::new().spawn_scoped(scope, help).is_err() {
        threads.fetch_sub(1, Ordering::Relaxed);
    }
}
