//! Counts the solutions of one grid on several threads.
//!
//! The first call of the engine is short, and most searches end in it. Otherwise, the open states
//! are dealt out to the threads. Each calls the engine for some ten milliseconds, and the states
//! that are still open are dealt out again. So no thread is idle for long, however lopsided the
//! search tree is. A call searches depth first, so there are never many open states.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

use super::{parallel_for_each, thread_count};
use crate::batch::{Batch, Frontier};
use crate::grid::Candidates;
use crate::puzzle::Puzzle;

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

/// Counts the solutions with these candidates up to `limit`. The calling thread uses this batch.
/// Unless the search is short, other threads help. Returns the count and the number of threads.
pub(crate) fn count_solutions(
    candidates: &Candidates,
    limit: u64,
    batch: &mut Batch,
    threads: Option<NonZero<usize>>,
) -> (u64, usize) {
    let mut frontier = Frontier::new(candidates);
    let (mut count, mut most_threads) = (batch.count_some(&mut frontier, limit), 1);
    while !frontier.is_empty() && count < limit {
        let (parts, left) = (frontier.deal(thread_count(threads)), limit - count);
        let (max_threads, shared) = (parts.len(), Mutex::new((Frontier::default(), count)));
        let threads = parallel_for_each(parts.into_iter(), max_threads, batch, |batch, mut part| {
            let found = batch.count_some(&mut part, left);
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            shared.0.append(part);
            shared.1 += found;
        });
        (frontier, count) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        most_threads = most_threads.max(threads);
    }
    // Several threads may reach the limit at the same time.
    (count.min(limit), most_threads)
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
        let (mut batch, mut frontier, mut count) = (Batch::new(), Frontier::new(&Candidates::ALL), 0);
        for _ in 0..30 {
            count += batch.count_some(&mut frontier, u64::MAX);
        }
        assert!(count > 100_000, "{count} solutions");
        let states = std::iter::from_fn(|| frontier.pop()).count();
        assert!(states < 1500, "{states} states");
    }
}
