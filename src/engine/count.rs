//! Counts solutions: all lanes work on one grid, on any of its open states.

use fearless_simd::prelude::*;

use super::branch::TriadBranch;
use super::lanes::Lanes;
use super::layout::{Vector, empty_words};
use super::stack::{OneState, state_in};

/// The rounds of one call: about forty milliseconds, so that sharing states with other threads between calls costs next to nothing.
const ROUNDS: usize = 1 << 16;

/// The rounds of a call that begins with less than a vector of states: other threads are waiting for their share.
const FIRST_ROUNDS: usize = 1 << 9;

/// Continues the search of these states for some rounds, or until there are `limit` solutions. Returns the number of solutions, and
/// leaves in `states` those that are still to be searched: if there are none, the search is done. The lanes are idle before and after.
#[inline(always)]
pub(super) fn count<S: Simd>(lanes: &mut Lanes<S>, states: &mut Vec<OneState>, limit: u64) -> u64 {
    let rounds = if states.len() < Vector::<S>::LEN { FIRST_ROUNDS } else { ROUNDS };
    for state in states.drain(..) {
        lanes.open.push_one(state, 0);
    }
    let mut count = 0;
    let mut words = empty_words(lanes.simd);
    for _ in 0..rounds {
        if lanes.is_idle() {
            return count;
        }
        let outcome = lanes.round(false);
        lanes.save_stuck(outcome.stuck);
        count += u64::from(outcome.solved.count_ones());
        if count >= limit {
            break;
        }
        if let Some((tags, stuck)) = lanes.pop_stuck(&mut words) {
            let branch = TriadBranch::choose(lanes.simd, &words, (1 << stuck) - 1);
            lanes.open.push_first::<S>(&branch.exclude(&words), tags, stuck);
            branch.assume(&mut words);
            lanes.open.push_first::<S>(&words, tags, stuck);
        }
    }
    lanes.reopen_all();
    while lanes.open.len() > 0 {
        let (_, popped) = lanes.open.pop_vector(lanes.simd, &mut words);
        for lane in 0..popped {
            states.push(state_in::<S>(&words, lane));
        }
    }
    count.min(limit)
}
