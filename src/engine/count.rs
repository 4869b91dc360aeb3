//! Counts solutions: all lanes work on one grid, on any of its open states.

use fearless_simd::prelude::*;

use super::branch::split_by_triad;
use super::lanes::{Lanes, Mode};
use super::layout::{Vector, Words, empty_words};
use super::propagate::Outcome;
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
    let mut counting = Counting { rounds_left: rounds, count: 0, limit };
    lanes.drive(&mut counting);
    lanes.reopen_all();
    let mut words = empty_words(lanes.simd);
    while lanes.open.len() > 0 {
        let (_, popped) = lanes.open.pop_vector(lanes.simd, &mut words);
        for lane in 0..popped {
            states.push(state_in::<S>(&words, lane));
        }
    }
    counting.count.min(limit)
}

/// Like proving, with one grid and another limit of solutions. There is nothing to keep track of but their number, so it takes none
/// of the time that `prove` takes for each state.
struct Counting {
    rounds_left: usize,
    count: u64,
    limit: u64,
}

impl<S: Simd> Mode<S> for Counting {
    #[inline(always)]
    fn refill(&mut self, _: &mut Lanes<S>) {}

    #[inline(always)]
    fn is_idle(&self, lanes: &Lanes<S>) -> bool {
        self.rounds_left == 0 || self.count >= self.limit || lanes.is_idle()
    }

    #[inline(always)]
    fn flush(&mut self, _: &mut Lanes<S>) -> bool {
        false
    }

    #[inline(always)]
    fn handle(&mut self, lanes: &mut Lanes<S>, outcome: Outcome) {
        self.rounds_left -= 1;
        lanes.save_stuck(outcome.stuck);
        self.count += u64::from(outcome.solved.count_ones());
    }

    #[inline(always)]
    fn branch(&mut self, lanes: &mut Lanes<S>, words: &mut Words<S>) {
        let Some((tags, count)) = lanes.pop_stuck(words) else { return };
        split_by_triad(
            lanes.simd,
            words,
            (1 << count) - 1,
            #[inline(always)]
            |excluded| lanes.open.push_first::<S>(excluded, tags, count),
        );
        lanes.open.push_first::<S>(words, tags, count);
    }
}
