//! Leads grids through the searches: [`super::prove`] finds out how many solutions each has, and [`super::dfs`] finds the smallest
//! solution of those with several. If the goal is uniqueness, `dfs` finds out whether grids have solutions that `prove` leaves to it.
//! If the goal is existence, it does so for all grids that need decisions.
//!
//! ```text
//! prove     clues -> intake -> load -> open -> lanes -> round -+-> dead: closed; if it was the last and none was solved, unsolvable
//!                                |      ^                      +-> solved: closed; the first is the answer, the second -> several,
//!                                |      |                      |           or "not unique" if the goal is uniqueness
//!                                |      `---- both sides ------+-> stuck: decision; too many -> given up
//!                                |                             `-> stuck before the first decision, perhaps -> deferred
//!                                `-> too few clues for one solution -> several
//!
//! dfs       several: clues -> intake -> load -> open -> lanes -> round -+-> dead: last alternative -> open; if none, end of search
//!                                                ^                      +-> solved: answer; if a second is sought, as if dead
//!           deferred: stuck -> decision ---------+------ one side ------+-> stuck: decision; too many -> refuted or given up
//!
//! refuted   prove again, without deferring
//! given up  left to a search for one grid, outside of the engine
//! ```
//!
//! Candidates that are more than clues go straight to `open`.
//!
//! Where most grids that need guesses have several solutions, it is faster to look for the smallest at once. So a predictor judges by
//! earlier grids whether to defer a grid before its first guess: the grid is *presumed* to have several solutions. If it takes too
//! many stops, the presumption is *refuted*.
//!
//! So other grids influence the route of a grid, but not its answer: both routes lead to the same smallest solution, and to the same
//! answer about uniqueness. Only the witness of existence depends on the route.

use fearless_simd::prelude::*;

use super::count;
use super::dfs::Dfs;
use super::lanes::Lanes;
use super::prove::Prove;
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
            prove.run(lanes, goal, puzzles, only.as_deref(), results);
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
