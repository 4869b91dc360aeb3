//! Solves many grids, or one grid with many solutions, on every core.

use std::mem;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{self, Scope};

use crate::grid::{Candidates, Grid};
use crate::solver::batch::{Batch, Frontier};
use crate::solver::{Answer, Goal};

/// The number of grids a thread takes at a time. This many keep the lanes of the engine full and
/// every thread busy. At some 300 bytes a grid, they stay in the second-level cache.
pub(crate) const CHUNK_SIZE: usize = 2048;

/// The most threads that may work; `None` is one for each core.
pub(crate) type Threads = Option<NonZero<usize>>;

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
    parallel_for_each(
        chunks,
        None,
        &mut Batch::new(),
        |batch, (grids, answers)| {
            let mut found = Vec::new();
            batch.solve(goal, grids, &mut found);
            answers.copy_from_slice(&found);
        },
    );
    answers
}

/// A count of solutions, and the most threads that counted them.
pub(crate) struct SolutionCount {
    pub(crate) solutions: u64,
    pub(crate) threads: usize,
}

/// Open states of a search, and the number of solutions found in them.
struct Part {
    frontier: Frontier,
    solutions: u64,
}

/// Counts the solutions with these candidates up to `limit`. The calling thread uses this batch.
/// Unless the search is short, other threads help.
///
/// The first call of the engine is short, and most searches end in it. Otherwise, the open states
/// are dealt out to the threads. Each calls the engine for some ten milliseconds, and the states
/// that are still open are dealt out again. So no thread is idle for long, however lopsided the
/// search tree is. A call searches depth first, so there are never many open states.
pub(crate) fn count_solutions(
    puzzle: &Candidates,
    limit: u64,
    batch: &mut Batch,
    threads: Threads,
) -> SolutionCount {
    let mut frontier = Frontier::new(puzzle);
    let mut count = SolutionCount {
        solutions: batch.count_some(&mut frontier, limit),
        threads: 1,
    };
    while !frontier.is_empty() && count.solutions < limit {
        let limit_left = limit - count.solutions;
        let mut parts = Vec::new();
        for frontier in mem::take(&mut frontier).deal(thread_count(threads)) {
            parts.push(Part {
                frontier,
                solutions: 0,
            });
        }
        let max_threads = NonZero::new(parts.len());
        let used = parallel_for_each(parts.iter_mut(), max_threads, batch, |batch, part| {
            part.solutions = batch.count_some(&mut part.frontier, limit_left);
        });
        count.threads = count.threads.max(used);
        for part in parts {
            frontier.append(part.frontier);
            count.solutions += part.solutions;
        }
    }
    // Several threads may reach the limit at the same time.
    count.solutions = count.solutions.min(limit);
    count
}

/// Does some work for each item, on this thread with this batch and on others. Returns the number
/// of threads.
pub(crate) fn parallel_for_each<T>(
    items: impl Iterator<Item = T> + Send,
    threads: Threads,
    batch: &mut Batch,
    work: impl Fn(&mut Batch, T) + Sync,
) -> usize {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    with_helpers(threads, batch, |batch, call_helper| {
        while let Some(item) = next() {
            call_helper();
            work(batch, item);
        }
    })
}

/// The number of threads that may work, at most [`MAX_THREADS`].
pub(crate) fn thread_count(threads: Threads) -> usize {
    let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    threads.unwrap_or_else(cores).min(MAX_THREADS).get()
}

/// Runs `work` on this thread with this batch, and on other threads with other batches. `work` gets
/// a function to call when it leaves work for another thread. The call starts a thread, unless
/// there are enough already or none can be started. Returns the number of threads.
pub(crate) fn with_helpers(
    threads: Threads,
    batch: &mut Batch,
    work: impl Fn(&mut Batch, &dyn Fn()) + Sync,
) -> usize {
    let team = Team {
        work,
        threads,
        max_threads: OnceLock::new(),
        started: AtomicUsize::new(1),
    };
    thread::scope(|scope| team.work(scope, batch));
    team.started.into_inner()
}

/// The threads that do some work together.
struct Team<W> {
    work: W,
    threads: Threads,
    /// The most threads. They are counted when the first helper is called, because that takes
    /// longer than solving a grid.
    max_threads: OnceLock<usize>,
    /// The number of threads, this one included.
    started: AtomicUsize,
}

impl<W: Fn(&mut Batch, &dyn Fn()) + Sync> Team<W> {
    /// Works on the current thread, with a function that starts another.
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, batch: &mut Batch) {
        (self.work)(batch, &|| self.start_helper(scope));
    }

    fn start_helper<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        if !self.reserve_thread() {
            return;
        }
        let help = || self.work(scope, &mut Batch::for_long_input());
        if thread::Builder::new().spawn_scoped(scope, help).is_err() {
            self.started.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Counts one more thread, unless there are enough.
    fn reserve_thread(&self) -> bool {
        let max_threads = *self.max_threads.get_or_init(|| thread_count(self.threads));
        self.started
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| {
                (count < max_threads).then_some(count + 1)
            })
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_counts_the_same() {
        let puzzle =
            ".6......5...3.97..7...6.........7.....1.8....4.8.9.....8.......1......5..5..2..3.";
        let candidates = Candidates::from(&puzzle.parse::<Grid>().unwrap());
        for threads in [1, 2, 7].map(NonZero::new) {
            let count =
                |limit| count_solutions(&candidates, limit, &mut Batch::new(), threads).solutions;
            assert_eq!(
                [count(u64::MAX), count(1_000_000)],
                [1_057_299, 1_000_000],
                "{threads:?}"
            );
        }
    }

    #[test]
    fn a_long_count_keeps_few_states_open() {
        let (mut batch, mut count) = (Batch::new(), 0);
        let mut frontier = Frontier::new(&Candidates::ALL);
        for _ in 0..30 {
            count += batch.count_some(&mut frontier, u64::MAX);
        }
        assert!(count > 100_000, "{count} solutions");
        let states = std::iter::from_fn(|| frontier.pop()).count();
        assert!(states < 1500, "{states} states");
    }
}
