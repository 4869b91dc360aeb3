//! Leads grids through the searches: [`super::prove`] decides how many solutions each has, and [`super::dfs`] finds the smallest
//! solution of those with several. If any solution will do, `prove` only answers grids without guesses and `dfs` the others.
//!
//! If most grids that need guesses have several solutions, it is faster to look for the smallest at once. So a predictor judges by
//! the grids before, and a grid for which it was wrong is proved after all.
//!
//! So neighbors choose the route of a grid, but not its answer: the smallest solution and the verdict are the same on both routes, and
//! any solution has only one route.

use fearless_simd::prelude::*;

use super::count;
use super::dfs::Dfs;
use super::lanes::Lanes;
use super::prove::{Defer, Prove};
use super::stack::OneState;
use super::task::{Goal, Puzzles, Results};

pub(super) struct Router<S: Simd> {
    lanes: Lanes<S>,
    prove: Prove<S>,
    dfs: Dfs<S>,
}

impl<S: Simd> Router<S> {
    pub fn new(simd: S) -> Self {
        Router { lanes: Lanes::new(simd), prove: Prove::new(simd), dfs: Dfs::new(simd) }
    }

    /// Answers every grid or gives it up.
    #[inline(always)]
    pub fn solve(&mut self, goal: Goal, puzzles: Puzzles, results: &mut Results) {
        let Router { lanes, prove, dfs } = self;
        // This is a loop because each search is inlined and large: a second call would double the code.
        let mut only = None;
        loop {
            let defer = match goal {
                Goal::Any => Defer::All,
                _ if only.is_none() => Defer::Presumed,
                _ => Defer::None,
            };
            prove.run(lanes, goal, puzzles, only.as_deref(), defer, results);
            dfs.run(lanes, goal, puzzles, &prove.several, &mut prove.deferred, results);
            if dfs.refuted.is_empty() {
                return;
            }
            only = Some(std::mem::take(&mut dfs.refuted));
        }
    }

    /// Counts solutions, see [`count::count`].
    #[inline(always)]
    pub fn count(&mut self, states: &mut Vec<OneState>, limit: u64) -> u64 {
        count::count(&mut self.lanes, states, limit)
    }
}
