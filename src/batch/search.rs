//! A search in two steps: settle all grids, then find the smallest solutions of those that have several.
//!
//! Where most grids that need guesses have several solutions, it is better to look for the smallest at once. Whether they
//! have is foreseen from those before; a grid of which that was foreseen wrongly is settled after all.

use fearless_simd::prelude::*;

use super::count;
use super::descend::Descents;
use super::mill::Mill;
use super::pool::Single;
use super::settle::Settling;
use super::{Findings, Goal};
use crate::grid::Grid;

pub(super) struct Search<S: Simd> {
    mill: Mill<S>,
    settling: Settling<S>,
    descents: Descents<S>,
}

impl<S: Simd> Search<S> {
    pub fn new(simd: S) -> Self {
        Search { mill: Mill::new(simd), settling: Settling::new(simd), descents: Descents::new(simd) }
    }

    /// Decides every grid.
    #[inline(always)]
    pub fn run(&mut self, goal: Goal, grids: &[Grid], found: &mut Findings) {
        let Search { mill, settling, descents } = self;
        settling.run(mill, goal, grids, 0..grids.len(), goal == Goal::Smallest, found);
        descents.run(mill, grids, &settling.several, &mut settling.likely, found);
        if !descents.given_up.is_empty() {
            settling.run(mill, goal, grids, descents.given_up.iter().copied(), false, found);
            descents.run(mill, grids, &settling.several, &mut settling.likely, found);
        }
    }

    /// Counts solutions below open states as [`count::count`] does.
    #[inline(always)]
    pub fn count(&mut self, open: &mut Vec<Single>, limit: u64, rounds: usize) -> u64 {
        count::count(&mut self.mill, &mut self.settling.later, open, limit, rounds)
    }
}
