//! The alternatives of all searches: the sides of decisions that are not searched at once.
//!
//! Decisions are made in a vector of states at once, so their alternatives are stored a vector at a
//! time, in a *block*: for each decision, a state in every lane. They are loaded one by one; most
//! are never loaded. Each search has a stack of [`BranchPoint`]s, which say where its alternatives
//! are. It goes back to the last branch point, and there to the last decision first:
//!
//! ```text
//! branch points of a search   alternative to decision 0   alternative to decision 1
//! block 4, lane 9             comes third                 comes second
//! block 7, lane 2             comes first                 has been taken
//! ```
//!
//! A block is free again when no branch point in it has alternatives left.

use fearless_simd::prelude::*;

use super::layout::{WORDS, Words, splat};
use super::plan::MAX_DECISIONS;

/// A branch point of a search: one lane of a block.
#[derive(Clone, Copy)]
pub(super) struct BranchPoint {
    pub block: u32,
    pub lane: u32,
    /// How many alternatives are left there. They belong to decisions 0, 1 and so on.
    pub alternatives_left: u32,
}

impl BranchPoint {
    /// Takes the alternative to the last decision that has one left. There must be one.
    #[inline(always)]
    pub fn take_alternative(&mut self) -> Alternative {
        self.alternatives_left -= 1;
        Alternative {
            block: self.block,
            lane: self.lane,
            decision: self.alternatives_left,
            is_last: self.alternatives_left == 0,
        }
    }
}

/// Where an alternative is stored.
#[derive(Clone, Copy)]
pub(super) struct Alternative {
    pub block: u32,
    lane: u32,
    decision: u32,
    /// Whether its branch point has no other alternatives left.
    pub is_last: bool,
}

/// The alternatives of all searches.
pub(super) struct Alternatives<S: Simd> {
    /// By block and decision.
    states: Vec<[Words<S>; MAX_DECISIONS]>,
    /// By block: how many of its lanes are branch points with alternatives left.
    lanes_in_use: Vec<u32>,
    /// The blocks that are not in use.
    free: Vec<u32>,
}

impl<S: Simd> Alternatives<S> {
    pub fn new() -> Self {
        Alternatives {
            states: Vec::new(),
            lanes_in_use: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Takes a free block, to be filled with [`Alternatives::states_mut`]. Call
    /// [`Alternatives::set_lanes_in_use`] afterwards.
    #[inline(always)]
    pub fn take_block(&mut self, simd: S) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.states.push([[splat(simd, 0); WORDS]; MAX_DECISIONS]);
            self.lanes_in_use.push(0);
            self.lanes_in_use.len() as u32 - 1
        })
    }

    /// The alternatives to a decision, in all lanes.
    #[inline(always)]
    pub fn states_mut(&mut self, block: u32, decision: usize) -> &mut Words<S> {
        &mut self.states[block as usize][decision]
    }

    /// Sets how many lanes of a block are branch points. Without any, the block is free.
    #[inline(always)]
    pub fn set_lanes_in_use(&mut self, block: u32, lane_count: u32) {
        self.lanes_in_use[block as usize] = lane_count;
        if lane_count == 0 {
            self.free.push(block);
        }
    }

    /// The words of an alternative.
    #[inline(always)]
    pub fn state(&self, alternative: Alternative) -> impl Iterator<Item = u32> {
        let words = &self.states[alternative.block as usize][alternative.decision as usize];
        words.iter().map(
            #[inline(always)]
            move |word| word.as_slice()[alternative.lane as usize],
        )
    }

    /// Releases the lane of a branch point that is not needed any more.
    #[inline(always)]
    pub fn release_lane(&mut self, block: u32) {
        self.set_lanes_in_use(block, self.lanes_in_use[block as usize] - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::engine::layout::MAX_LANES;
    use crate::solver::engine::tests::for_each_level;

    #[test]
    fn an_alternative_is_found_by_block_decision_and_lane() {
        for_each_level!(|simd, S| {
            let mut alternatives = Alternatives::<S>::new();
            let block = alternatives.take_block(simd);
            for decision in 0..MAX_DECISIONS {
                for (word, vector) in alternatives
                    .states_mut(block, decision)
                    .iter_mut()
                    .enumerate()
                {
                    for (lane, bits) in vector.as_mut_slice().iter_mut().enumerate() {
                        *bits = bits_at(decision, word, lane);
                    }
                }
            }
            let expected = (0..WORDS).map(|word| bits_at(1, word, 3));
            let mut branch_point = BranchPoint {
                block,
                lane: 3,
                alternatives_left: 2,
            };
            let alternative = branch_point.take_alternative();
            assert!(alternatives.state(alternative).eq(expected));
        });
    }

    /// A different number for each word of a block.
    fn bits_at(decision: usize, word: usize, lane: usize) -> u32 {
        ((decision * WORDS + word) * MAX_LANES + lane) as u32
    }

    #[test]
    fn a_block_is_free_again_when_its_last_lane_is_released() {
        for_each_level!(|simd, S| {
            let mut alternatives = Alternatives::<S>::new();
            let block = alternatives.take_block(simd);
            alternatives.set_lanes_in_use(block, 2);
            alternatives.release_lane(block);
            assert_ne!(alternatives.take_block(simd), block);
            alternatives.release_lane(block);
            assert_eq!(alternatives.take_block(simd), block);
            alternatives.set_lanes_in_use(block, 0);
            assert_eq!(alternatives.take_block(simd), block);
        });
    }
}
