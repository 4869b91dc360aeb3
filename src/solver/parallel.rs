//! Solves many grids, or one grid with many solutions, on every core.

use std::mem;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
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

/// Counts the solutions with these candidates up to `limit`. The calling thread uses this batch.
/// Unless the search is short, other threads help.
pub(crate) fn count_solutions(
    puzzle: &Candidates,
    limit: u64,
    batch: &mut Batch,
    threads: Threads,
) -> SolutionCount {
    // The first call of the engine is short, and most searches end in it.
    let mut frontier = Frontier::new(puzzle);
    let solutions = batch.count_some(&mut frontier, limit);
    if frontier.is_empty() || solutions >= limit {
        return SolutionCount {
            solutions,
            threads: 1,
        };
    }
    let search = SharedSearch {
        limit,
        solutions: AtomicU64::new(solutions),
        pool: Mutex::new(Pool {
            parts: frontier.deal(thread_count(threads)),
            ..Pool::default()
        }),
        changed: Condvar::new(),
    };
    let threads = with_helpers(threads, batch, |batch, call_helper| {
        search.work(batch, call_helper);
    });
    SolutionCount {
        // Several threads may reach the limit at the same time.
        solutions: search.solutions.into_inner().min(limit),
        threads,
    }
}

/// A search for all solutions that several threads share.
///
/// The open states are dealt out once. A thread searches its part depth first, calling the engine
/// for some ten milliseconds at a time, until it runs dry. Then it waits for half of the part of
/// another thread, which looks after each call whether a thread waits. So no thread is idle for
/// long, however lopsided the search tree is. Dealing again and again would instead bury states
/// between those of other threads, where depth-first search does not get to them: the memory would
/// grow.
struct SharedSearch {
    limit: u64,
    /// The number of solutions found so far. At the limit, all threads stop.
    solutions: AtomicU64,
    pool: Mutex<Pool>,
    /// There is a new part, or a thread has ended its part.
    changed: Condvar,
}

#[derive(Default)]
struct Pool {
    /// The parts that no thread has.
    parts: Vec<Frontier>,
    /// The number of threads that have one.
    searching: usize,
    /// The number of threads that wait for one.
    waiting: usize,
}

/// A part of a search while a thread has it.
struct Part<'a> {
    search: &'a SharedSearch,
    frontier: Frontier,
}

impl SharedSearch {
    /// Searches parts until none is left or the limit is reached.
    fn work(&self, batch: &mut Batch, call_helper: &dyn Fn()) {
        while let Some(mut part) = self.take_part() {
            call_helper();
            part.search(batch);
        }
    }

    /// Waits for a part, as long as a thread may have one to share.
    fn take_part(&self) -> Option<Part<'_>> {
        let mut pool = self.lock();
        pool.waiting += 1;
        while pool.parts.is_empty() && pool.searching > 0 {
            pool = self
                .changed
                .wait(pool)
                .unwrap_or_else(PoisonError::into_inner);
        }
        pool.waiting -= 1;
        if self.limit_left() == 0 {
            return None;
        }
        let frontier = pool.parts.pop()?;
        pool.searching += 1;
        Some(Part {
            search: self,
            frontier,
        })
    }

    fn limit_left(&self) -> u64 {
        self.limit
            .saturating_sub(self.solutions.load(Ordering::Relaxed))
    }

    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part<'_> {
    /// Searches this part until it is empty or the limit is reached.
    fn search(&mut self, batch: &mut Batch) {
        loop {
            let limit_left = self.search.limit_left();
            if self.frontier.is_empty() || limit_left == 0 {
                return;
            }
            let solutions = batch.count_some(&mut self.frontier, limit_left);
            self.search
                .solutions
                .fetch_add(solutions, Ordering::Relaxed);
            self.share();
        }
    }

    /// Leaves half of this part to a thread that waits.
    fn share(&mut self) {
        let mut pool = self.search.lock();
        if pool.waiting > pool.parts.len()
            && let Some(half) = self.frontier.split()
        {
            pool.parts.push(half);
            self.search.changed.notify_one();
        }
    }
}

/// Tells the threads that wait, even if this one panics.
impl Drop for Part<'_> {
    fn drop(&mut self) {
        let mut pool = self.search.lock();
        pool.searching -= 1;
        if !self.frontier.is_empty() {
            pool.parts.push(mem::take(&mut self.frontier));
        }
        self.search.changed.notify_all();
    }
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
        assert!(frontier.len() < 1500, "{} states", frontier.len());
    }

    #[test]
    fn a_long_count_on_several_threads_keeps_few_states_open() {
        let mut batch = Batch::new();
        let mut frontier = Frontier::new(&Candidates::ALL);
        batch.count_some(&mut frontier, u64::MAX);
        let search = SharedSearch {
            limit: 10_000_000,
            solutions: AtomicU64::new(0),
            pool: Mutex::new(Pool {
                parts: frontier.deal(4),
                ..Pool::default()
            }),
            changed: Condvar::new(),
        };
        let threads = with_helpers(NonZero::new(4), &mut batch, |batch, call_helper| {
            search.work(batch, call_helper);
        });
        assert_eq!(threads, 4);
        let pool = search.lock();
        assert_eq!((pool.searching, pool.waiting), (0, 0));
        let states: usize = pool.parts.iter().map(Frontier::len).sum();
        assert!(states < 4 * 1500, "{states} states");
    }
}
