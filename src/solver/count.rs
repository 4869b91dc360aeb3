//! Counts the solutions of one puzzle, on every core if there are many.
//!
//! The engine counts for some time and leaves a *frontier*: the open states, which have the
//! solutions that are not counted yet. A frontier can be split into *parts*, so that several
//! threads continue.

use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::grid::Candidates;
use crate::solver::batch::{Batch, Frontier};
use crate::solver::parallel::{ThreadLimit, thread_count, with_helpers};

/// A count of solutions.
pub(crate) struct SolutionCount {
    pub(crate) solutions: u64,
    /// How many threads were started to count them, including the calling one.
    pub(crate) threads: usize,
}

/// Counts the solutions with these candidates, up to `limit`. The calling thread uses this batch.
/// Unless the count is short, other threads help.
pub(crate) fn count_solutions(
    puzzle: &Candidates,
    limit: u64,
    batch: &mut Batch,
    thread_limit: ThreadLimit,
) -> SolutionCount {
    // The first call of the engine is short, and most counts end in it.
    let mut frontier = Frontier::new(puzzle);
    let first_count = batch.count_some(&mut frontier, limit);
    if frontier.is_empty() || first_count >= limit {
        return SolutionCount {
            solutions: first_count,
            threads: 1,
        };
    }
    let shared = SharedCount::new(&frontier, limit - first_count, thread_limit);
    let threads = with_helpers(thread_limit, batch, |batch, call_helper| {
        shared.work(batch, call_helper);
    });
    SolutionCount {
        solutions: first_count + shared.solutions(),
        threads,
    }
}

/// A count that several threads share.
///
/// The open states are dealt out once. A thread searches its part depth first, calling the engine
/// for about ten milliseconds at a time, until the part is empty. Then it waits for half of the
/// part of another thread, which checks after each call whether a thread waits. So no thread is
/// idle for long, however lopsided the search tree is. As each part is searched depth first, it
/// stays small.
struct SharedCount {
    /// How many solutions the threads are to count.
    wanted: u64,
    /// How many they have counted so far. As soon as there are enough, all threads stop.
    counted: AtomicU64,
    pool: Mutex<Pool>,
    /// Signals a new part, or that a thread has finished its part.
    changed: Condvar,
}

/// The parts that no thread has, and what the threads are doing.
#[derive(Default)]
struct Pool {
    parts: Vec<Frontier>,
    /// The number of threads that have a part.
    searching: usize,
    /// The number of threads that wait for one.
    waiting: usize,
}

impl SharedCount {
    fn new(frontier: &Frontier, wanted: u64, thread_limit: ThreadLimit) -> SharedCount {
        SharedCount {
            wanted,
            counted: AtomicU64::new(0),
            pool: Mutex::new(Pool {
                parts: frontier.deal(thread_count(thread_limit)),
                ..Pool::default()
            }),
            changed: Condvar::new(),
        }
    }

    /// The number of solutions, at most as many as wanted. Together, the threads may count more.
    fn solutions(&self) -> u64 {
        self.counted.load(Ordering::Relaxed).min(self.wanted)
    }

    /// Searches parts until none is left or there are enough solutions.
    fn work(&self, batch: &mut Batch, call_helper: &dyn Fn()) {
        while let Some(mut part) = self.claim_part() {
            // A helper that finds no part in the pool waits for half of this one.
            call_helper();
            part.search(batch);
        }
    }

    /// Takes a part, and waits for one as long as another thread may share its own. `None` if there
    /// is nothing left to do.
    fn claim_part(&self) -> Option<ClaimedPart<'_>> {
        let mut pool = self.lock();
        while pool.parts.is_empty() && pool.searching > 0 {
            pool = self.wait(pool);
        }
        if self.remaining() == 0 {
            return None;
        }
        let frontier = pool.parts.pop()?;
        pool.searching += 1;
        Some(ClaimedPart {
            shared: self,
            frontier,
        })
    }

    /// How many more solutions are wanted.
    fn remaining(&self) -> u64 {
        self.wanted - self.solutions()
    }

    /// The pool, even if another thread has panicked: this one finishes, and the scope then panics.
    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Unlocks the pool until it has changed. Like [`SharedCount::lock`], it ignores panics.
    fn wait<'a>(&self, mut pool: MutexGuard<'a, Pool>) -> MutexGuard<'a, Pool> {
        pool.waiting += 1;
        let mut pool = self
            .changed
            .wait(pool)
            .unwrap_or_else(PoisonError::into_inner);
        pool.waiting -= 1;
        pool
    }
}

/// A part that a thread has claimed. The thread counts as searching until the part is dropped.
struct ClaimedPart<'a> {
    shared: &'a SharedCount,
    frontier: Frontier,
}

impl ClaimedPart<'_> {
    /// Searches this part until it is empty or there are enough solutions.
    fn search(&mut self, batch: &mut Batch) {
        loop {
            let remaining = self.shared.remaining();
            if self.frontier.is_empty() || remaining == 0 {
                return;
            }
            let solutions = batch.count_some(&mut self.frontier, remaining);
            self.shared.counted.fetch_add(solutions, Ordering::Relaxed);
            self.share();
        }
    }

    /// Leaves half of this part to a waiting thread, if there is one.
    fn share(&mut self) {
        let mut pool = self.shared.lock();
        // A thread that was notified still counts as waiting until it takes its part: it wakes up
        // and takes the part while it has the pool locked.
        if pool.waiting > pool.parts.len()
            && let Some(half) = self.frontier.split()
        {
            pool.parts.push(half);
            self.shared.changed.notify_one();
        }
    }
}

/// Ends what [`SharedCount::claim_part`] began, even if this thread panics: it is no longer
/// searching, open states go back to the pool, and the threads that wait are told.
impl Drop for ClaimedPart<'_> {
    fn drop(&mut self) {
        let mut pool = self.shared.lock();
        pool.searching -= 1;
        if !self.frontier.is_empty() {
            pool.parts.push(mem::take(&mut self.frontier));
        }
        self.shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::*;
    use crate::grid::Grid;

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
        let count = SharedCount::new(&frontier, 10_000_000, NonZero::new(4));
        let threads = with_helpers(NonZero::new(4), &mut batch, |batch, call_helper| {
            count.work(batch, call_helper);
        });
        assert_eq!(threads, 4);
        let pool = count.lock();
        assert_eq!((pool.searching, pool.waiting), (0, 0));
        let states: usize = pool.parts.iter().map(Frontier::len).sum();
        assert!(states < 4 * 1500, "{states} states");
    }
}
