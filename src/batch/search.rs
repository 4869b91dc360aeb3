//! A search in two steps: settle all grids, then find the smallest solutions of those that have several.
//!
//! Where most grids that need guesses have several solutions, it is better to look for the smallest at once. Whether they
//! have is foreseen from those before; a grid of which that was foreseen wrongly is settled after all.

use fearless_simd::prelude::*;

use super::count;
use super::descend::Descents;
use super::lower;
use super::mill::Mill;
use super::pool::Single;
use super::settle::Settling;
use super::{Answer, Findings, Goal, Puzzles};
use crate::grid::Candidates;

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
    pub fn run(&mut self, goal: Goal, puzzles: Puzzles, found: &mut Findings) {
        let Search { mill, settling, descents } = self;
        // One loop rather than one thing after the other: each of the two is inlined, and that is a great deal of code.
        let mut these = None;
        loop {
            let foresee = goal != Goal::Any && these.is_none();
            settling.run(mill, goal, puzzles, these.as_deref(), foresee, found);
            descents.run(mill, goal, puzzles, &settling.several, &mut settling.likely, found);
            if descents.given_up.is_empty() {
                return;
            }
            these = Some(std::mem::take(&mut descents.given_up));
        }
    }

    /// Decides one grid as [`lower::lower`] does.
    #[inline(always)]
    pub fn lower(&mut self, candidates: &Candidates, goal: Goal, guesses: &mut u32) -> Answer {
        lower::lower(&mut self.mill, candidates, goal, guesses)
    }

    /// Counts solutions below open states as [`count::count`] does.
    #[inline(always)]
    pub fn count(&mut self, open: &mut Vec<Single>, limit: u64) -> u64 {
        count::count(&mut self.mill, open, limit)
    }
}
