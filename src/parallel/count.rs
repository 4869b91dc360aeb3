//! Counts the solutions of one grid on several threads.
//!
//! Each thread searches open states of its own, depth first, so there are never many of them. After
//! each call of the engine, which takes some ten milliseconds, it leaves half of them to the next
//! thread without any, unless others have done so. So no thread is idle for long, however lopsided
//! the search tree is.

use std::mem;
use std::num::NonZero;
use std::sync::{Condvar, Mutex, PoisonError};

use super::{thread_count, with_helpers};
use crate::batch::{Batch, Frontier};
use crate::grid::Candidates;
use crate::puzzle::Puzzle;

/// What the threads share.
struct Counting {
    /// States for the next thread without any.
    open: Frontier,
    /// Threads that are working on states of their own.
    working: usize,
    count: u64,
}

impl Puzzle {
    /// The number of solutions, or `limit` if there are more. If there are very many, they are
    /// counted on every core.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// assert_eq!(Puzzle::new(&Grid::EMPTY)?.count(10_000), 10_000);
    /// # Ok::<(), sudokat::Conflict>(())
    /// ```
    #[must_use]
    pub fn count(&self, limit: u64) -> u64 {
        count_solutions(self.candidates(), limit, &mut Batch::new(), None).0
    }
}

/// Counts the solutions with these candidates up to `limit`, with this batch on the calling thread
/// and, if the search is not short, others on as many threads as are wanted. Returns the count and
/// how many threads there were.
pub(crate) fn count_solutions(
    candidates: &Candidates,
    limit: u64,
    batch: &mut Batch,
    threads: Option<NonZero<usize>>,
) -> (u64, usize) {
    let shared = (Mutex::new(Counting { open: Frontier::new(candidates), working: 0, count: 0 }), Condvar::new());
    let work = |batch: &mut Batch, call_helper: &dyn Fn()| work(batch, limit, &shared, call_helper);
    let threads = with_helpers(|| thread_count(threads), batch, work);
    (shared.0.into_inner().unwrap_or_else(PoisonError::into_inner).count, threads)
}

/// Works until no state is open or the limit is reached.
fn work(batch: &mut Batch, limit: u64, (shared, changed): &(Mutex<Counting>, Condvar), call_helper: &dyn Fn()) {
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let mut guard = lock();
    loop {
        let must_wait =
            |counting: &mut Counting| counting.open.is_empty() && counting.working > 0 && counting.count < limit;
        guard = changed.wait_while(guard, must_wait).unwrap_or_else(PoisonError::into_inner);
        if guard.open.is_empty() || guard.count >= limit {
            return;
        }
        let mut own = mem::take(&mut guard.open);
        guard.working += 1;
        while !own.is_empty() && guard.count < limit {
            let left = limit - guard.count;
            drop(guard);
            let count = batch.count_some(&mut own, left);
            guard = lock();
            // Several threads may approach the limit at the same time.
            guard.count = limit.min(guard.count + count);
            if guard.open.is_empty() && guard.count < limit {
                guard.open = own.split();
                changed.notify_all();
                if !guard.open.is_empty() {
                    call_helper();
                }
            }
        }
        guard.working -= 1;
        changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn any_number_of_threads_counts_the_same() {
        let puzzle = ".6......5...3.97..7...6.........7.....1.8....4.8.9.....8.......1......5..5..2..3.";
        let candidates = Candidates::from(&puzzle.parse::<Grid>().unwrap());
        for threads in [1, 2, 7] {
            let count = |limit| count_solutions(&candidates, limit, &mut Batch::new(), NonZero::new(threads)).0;
            assert_eq!([count(u64::MAX), count(1_000_000)], [1_057_299, 1_000_000], "{threads} threads");
        }
        let conflict: Grid = ("55".to_string() + &".".repeat(79)).parse().unwrap();
        assert_eq!(Puzzle::from(&Candidates::from(&conflict)).count(10), 0);
    }

    #[test]
    fn a_long_count_keeps_few_states_open() {
        let (mut batch, mut open, mut count) = (Batch::new(), Frontier::new(&Candidates::ALL), 0);
        for _ in 0..30 {
            count += batch.count_some(&mut open, u64::MAX);
        }
        assert!(count > 100_000, "{count} solutions");
        let states = std::iter::from_fn(|| open.pop()).count();
        assert!(states < 1500, "{states} states");
    }
}
