//! Counts solutions: all lanes work on the tree of one grid, whichever of its states are open.

use fearless_simd::prelude::*;

use super::branch::Guess;
use super::mill::Mill;
use super::pool::{Single, single};
use super::words::{Lanes, no_words};

/// Rounds between two looks at what other threads could do: some forty milliseconds, so that to share costs next to nothing.
const ROUNDS: usize = 1 << 16;

/// The same as long as there are few states: others wait for a share of them.
const FIRST_ROUNDS: usize = 1 << 9;

/// Goes on with the search of these open states for some rounds, or until there are `limit` solutions, and counts the
/// solutions. Leaves the states that are open then: none, if the search is done. The mill is empty before and after.
#[inline(always)]
pub(super) fn count<S: Simd>(mill: &mut Mill<S>, open: &mut Vec<Single>, limit: u64) -> u64 {
    let rounds = if open.len() < Lanes::<S>::LEN { FIRST_ROUNDS } else { ROUNDS };
    for state in open.drain(..) {
        mill.todo.push_one(state, 0);
    }
    let mut count = 0;
    let mut words = no_words(mill.simd);
    for _ in 0..rounds {
        if mill.is_idle() {
            return count;
        }
        let decided = mill.round(false);
        mill.keep_stuck(decided.stuck);
        count += u64::from(decided.solved.count_ones());
        if count >= limit {
            break;
        }
        if let Some((tags, states)) = mill.take_stuck(&mut words) {
            let guess = Guess::choose(mill.simd, &words, (1 << states) - 1);
            mill.todo.push_first::<S>(&guess.no(&words), tags, states);
            guess.write_yes(&mut words);
            mill.todo.push_first::<S>(&words, tags, states);
        }
    }
    mill.put_back();
    while mill.todo.len() > 0 {
        let (_, states) = mill.todo.take(mill.simd, &mut words);
        for lane in 0..states {
            open.push(single::<S>(&words, lane));
        }
    }
    count.min(limit)
}
