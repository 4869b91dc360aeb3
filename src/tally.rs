//! Counts the solutions of one grid on several threads.
//!
//! What is open of the search lies on a table. Each thread takes half of it, works on that for some milliseconds, and lays
//! back what is open then; so nobody is without work for long, however lopsided the tree.

use std::num::NonZero;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use crate::batch::{Batch, Frontier};
use crate::grid::Candidates;

/// What the threads share.
struct Table {
    open: Frontier,
    /// Threads that work on a part of the search.
    working: usize,
    count: u64,
}

/// The number of solutions, or `limit` if there are more, on this many threads at most. A search that is short takes one.
///
/// ```
/// use std::num::NonZero;
/// use sudokat::{Candidates, Grid, tally};
/// let empty = Candidates::from(&Grid::EMPTY);
/// assert_eq!(tally::count(&empty, 1_000_000, NonZero::<usize>::MIN), 1_000_000);
/// ```
#[must_use]
pub fn count(candidates: &Candidates, limit: u64, threads: NonZero<usize>) -> u64 {
    let mut batch = Batch::new();
    let mut open = Frontier::new(candidates);
    let count = batch.count_some(&mut open, limit);
    let table = (Mutex::new(Table { open, working: 0, count }), Condvar::new());
    thread::scope(|scope| {
        if !lock(&table.0).open.is_empty() {
            let help = || work(&mut Batch::new(), limit, &table);
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, help).ok();
            // Where memory or threads are limited there may be no more of them.
            (1..threads.get()).map_while(spawn).for_each(drop);
        }
        work(&mut batch, limit, &table);
    });
    let table = table.0.into_inner().unwrap_or_else(PoisonError::into_inner);
    table.count
}

fn lock(table: &Mutex<Table>) -> std::sync::MutexGuard<'_, Table> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works until nothing is open or the limit is reached.
fn work(batch: &mut Batch, limit: u64, (table, changed): &(Mutex<Table>, Condvar)) {
    let mut shared = lock(table);
    loop {
        while shared.open.is_empty() && shared.working > 0 && shared.count < limit {
            shared = changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
        if shared.open.is_empty() || shared.count >= limit {
            return;
        }
        let mut part = shared.open.split();
        shared.working += 1;
        let left = limit - shared.count;
        drop(shared);
        let count = batch.count_some(&mut part, left);
        shared = lock(table);
        shared.working -= 1;
        // Several threads may have come close to the limit at once.
        shared.count = limit.min(shared.count + count);
        shared.open.append(part);
        changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_counts_the_same() {
        let puzzle = ".6......5...3.97..7...6.........7.....1.8....4.8.9.....8.......1......5..5..2..3.";
        let candidates = Candidates::from(&puzzle.parse().unwrap());
        for threads in [1, 2, 7].map(|threads| NonZero::new(threads).unwrap()) {
            assert_eq!(count(&candidates, u64::MAX, threads), 1_057_299, "{threads} threads");
            assert_eq!(count(&candidates, 1_000_000, threads), 1_000_000, "{threads} threads");
        }
        let clash = Candidates::from(&("55".to_string() + &".".repeat(79)).parse().unwrap());
        assert_eq!(count(&clash, 10, NonZero::<usize>::MIN), 0);
    }
}
