//! Counts the solutions of one grid on several threads.
//!
//! The open states of the search are shared. Each thread takes half of them, works on those for a few milliseconds and gives back
//! the states that are open then, so no thread is idle for long, however lopsided the search tree is.

use std::num::NonZero;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::batch::{Batch, Frontier};
use crate::grid::Candidates;

/// What the threads share.
struct Shared {
    open: Frontier,
    /// Threads that are working on states of their own.
    working: usize,
    count: u64,
}

/// Counts the solutions with these candidates up to `limit`, on at most this many threads. A short search uses only one.
///
/// ```
/// use std::num::NonZero;
/// use sudokat::{Candidates, count_solutions};
/// assert_eq!(count_solutions(&Candidates::ALL, 10_000, NonZero::<usize>::MIN), 10_000);
/// ```
#[must_use]
pub fn count_solutions(candidates: &Candidates, limit: u64, threads: NonZero<usize>) -> u64 {
    let mut batch = Batch::new();
    let mut open = Frontier::new(candidates);
    let count = batch.count_some(&mut open, limit);
    let shared = (Mutex::new(Shared { open, working: 0, count }), Condvar::new());
    thread::scope(|scope| {
        if !lock(&shared.0).open.is_empty() {
            let help = || work(&mut Batch::new(), limit, &shared);
            // If no further thread can be started, fewer do the work.
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, help).ok();
            (1..threads.get()).map_while(spawn).for_each(drop);
        }
        work(&mut batch, limit, &shared);
    });
    shared.0.into_inner().unwrap_or_else(PoisonError::into_inner).count
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works until no state is open or the limit is reached.
fn work(batch: &mut Batch, limit: u64, (shared, changed): &(Mutex<Shared>, Condvar)) {
    let mut guard = lock(shared);
    loop {
        while guard.open.is_empty() && guard.working > 0 && guard.count < limit {
            guard = changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
        if guard.open.is_empty() || guard.count >= limit {
            return;
        }
        let mut part = guard.open.split();
        guard.working += 1;
        let left = limit - guard.count;
        drop(guard);
        let count = batch.count_some(&mut part, left);
        guard = lock(shared);
        guard.working -= 1;
        // Several threads may approach the limit at the same time.
        guard.count = limit.min(guard.count + count);
        guard.open.append(part);
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
        let candidates = Candidates::from(puzzle.parse::<Grid>().unwrap());
        for threads in [1, 2, 7].map(|threads| NonZero::new(threads).unwrap()) {
            assert_eq!(count_solutions(&candidates, u64::MAX, threads), 1_057_299, "{threads} threads");
            assert_eq!(count_solutions(&candidates, 1_000_000, threads), 1_000_000, "{threads} threads");
        }
        let conflict: Grid = ("55".to_string() + &".".repeat(79)).parse().unwrap();
        assert_eq!(count_solutions(&conflict.into(), 10, NonZero::<usize>::MIN), 0);
    }
}
