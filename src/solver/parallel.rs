//! Work on several threads.
//!
//! The calling thread starts alone. When it leaves work for another thread, it calls a *helper*: a
//! thread that does the same, and calls the next one. So a short task starts no thread, and a long
//! one soon has a thread on every core.

use std::iter::{Fuse, Peekable};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{self, Scope};

use crate::grid::Grid;
use crate::solver::batch::Batch;
use crate::solver::{Answer, Goal};

/// The number of grids a thread takes at a time. This many keep the lanes of the engine full and
/// every thread busy. At some 300 bytes a grid, they stay in the second-level cache.
pub(crate) const CHUNK_SIZE: usize = 2048;

/// The most threads that may work, as the user sets it; `None` is one for each core.
pub(crate) type ThreadLimit = Option<NonZero<usize>>;

/// The most threads, whatever the limit of the user: most machines have fewer cores, and each
/// thread takes about a megabyte.
const MAX_THREADS: NonZero<usize> = NonZero::new(1024).unwrap();

/// The answer to each grid, in order, as [`Batch::solve`] gives it, but found on every core.
///
/// ```
/// use sudokat::{Answer, Goal, solve_many};
/// let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let answers = solve_many(Goal::Uniqueness, &vec![grid; 10_000]);
/// assert!(answers.iter().all(|answer| matches!(answer, Answer::Unique(solution) if solution.is_solution(&grid))));
/// # Ok::<(), sudokat::ParseGridError>(())
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
            let mut chunk_answers = Vec::new();
            batch.solve(goal, grids, &mut chunk_answers);
            answers.copy_from_slice(&chunk_answers);
        },
    );
    answers
}

/// Does some work for each item, on this thread with this batch and on helpers.
///
/// Items must be cheap to make, without waiting for input: the next item is made before work on the
/// current one starts, while the other threads wait for the queue.
pub(crate) fn parallel_for_each<T: Send>(
    items: impl Iterator<Item = T> + Send,
    thread_limit: ThreadLimit,
    batch: &mut Batch,
    work: impl Fn(&mut Batch, T) + Sync,
) {
    let queue = Queue::new(items);
    with_helpers(thread_limit, batch, |batch, call_helper| {
        while let Some(Taken { item, is_last }) = queue.take() {
            if !is_last {
                call_helper();
            }
            work(batch, item);
        }
    });
}

/// Items that several threads take, one at a time.
struct Queue<I: Iterator>(Mutex<Peekable<Fuse<I>>>);

/// An item that a thread has taken from the queue.
struct Taken<T> {
    item: T,
    /// The queue has no more items, so a helper would find nothing to do.
    is_last: bool,
}

impl<I: Iterator> Queue<I> {
    fn new(items: I) -> Queue<I> {
        // Each thread asks for an item until there is none, so the end is met several times, and
        // `Peekable` would ask the iterator again after its end.
        Queue(Mutex::new(items.fuse().peekable()))
    }

    /// Takes the next item, and makes the one after it.
    fn take(&self) -> Option<Taken<I::Item>> {
        // If another thread has panicked, this one finishes, and the scope then panics.
        let mut items = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Some(Taken {
            item: items.next()?,
            is_last: items.peek().is_none(),
        })
    }
}

/// Runs `work` on this thread with this batch, and on helpers with batches of their own. `work`
/// gets a function that calls a helper, to use whenever it leaves work for another thread. That
/// function does nothing if enough threads have been started, or if none can be started. Returns
/// the number of threads that were started, this one included; some may have found nothing to do.
pub(crate) fn with_helpers(
    thread_limit: ThreadLimit,
    batch: &mut Batch,
    work: impl Fn(&mut Batch, &dyn Fn()) + Sync,
) -> usize {
    let team = Team {
        work,
        thread_limit,
        max_threads: OnceLock::new(),
        started: AtomicUsize::new(1),
    };
    thread::scope(|scope| team.work_with(batch, scope));
    team.started.into_inner()
}

/// This thread and its helpers.
struct Team<W> {
    work: W,
    thread_limit: ThreadLimit,
    /// [`thread_count`] with this limit. Counting the cores takes longer than solving a grid, so
    /// this is set when the first helper is called.
    max_threads: OnceLock<usize>,
    /// The number of threads that were started, including the first.
    started: AtomicUsize,
}

impl<W: Fn(&mut Batch, &dyn Fn()) + Sync> Team<W> {
    /// Works on the current thread, the first one or a helper, with this batch.
    fn work_with<'scope>(&'scope self, batch: &mut Batch, scope: &'scope Scope<'scope, '_>) {
        (self.work)(batch, &|| self.start_helper(scope));
    }

    /// Starts a thread, unless there are enough already or none can be started.
    fn start_helper<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        if !self.reserve_thread() {
            return;
        }
        let help = || self.work_with(&mut Batch::new(), scope);
        if thread::Builder::new().spawn_scoped(scope, help).is_err() {
            self.started.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Counts one more thread, unless enough have been started. Returns whether it may start.
    fn reserve_thread(&self) -> bool {
        let max_threads = *self
            .max_threads
            .get_or_init(|| thread_count(self.thread_limit));
        self.started
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |started| {
                (started < max_threads).then_some(started + 1)
            })
            .is_ok()
    }
}

/// How many threads work with this limit if there is enough to do: at most [`MAX_THREADS`].
pub(crate) fn thread_count(thread_limit: ThreadLimit) -> usize {
    let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    thread_limit.unwrap_or_else(cores).min(MAX_THREADS).get()
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;

    #[test]
    fn a_queue_tells_which_item_is_the_last() {
        let queue = Queue::new(1..=2);
        let mut taken = Vec::new();
        while let Some(Taken { item, is_last }) = queue.take() {
            taken.push((item, is_last));
        }
        assert_eq!(taken, [(1, false), (2, true)]);
    }

    #[test]
    fn a_queue_ends_once_even_if_its_items_go_on() {
        let mut upcoming = [Some(1), None, Some(2)].into_iter();
        let queue = Queue::new(iter::from_fn(|| upcoming.next().flatten()));
        assert!(queue.take().is_some_and(|taken| taken.is_last));
        assert!(queue.take().is_none());
        assert!(queue.take().is_none());
    }
}
