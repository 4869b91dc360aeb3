//! A search in two steps: settle all grids, then find the smallest solutions of those that have several.

use fearless_simd::prelude::*;

use super::descend::Descents;
use super::mill::Mill;
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
        self.settling.run(&mut self.mill, goal, grids, found);
        if !self.settling.several.is_empty() {
            self.descents.run(&mut self.mill, grids, &self.settling.several, found);
        }
    }
}
