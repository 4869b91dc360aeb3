//! Many grids at once: each lane of a vector holds a grid of its own.
//!
//! A *state* is the candidates of one grid after some decisions, in 27 words. So 27 vectors of 16
//! words, as with AVX-512, hold 16 states, and one instruction works on all of them. A *lane* is
//! one of the 16 positions. Each grid is searched as usual: propagate, branch, backtrack. But some
//! grids take many more rounds than others, so lanes are not tied to grids: a state that is decided
//! or has to branch leaves its lane, and another state takes it.
//!
//! ```text
//! grids -> intake -> open -> lanes -> round -+-> dead -------------------------> ended
//!                    ^ ^     ^               |                                   ^   |
//!                    | |     |               +-> solved -> digits -> answer -----'   |
//!                    | |     '- continues ---+                                       |
//!                    | |                     '-> stuck -> branch                     |
//!                    | |                                  |  |                       |
//!                    | '--- assumed side (both if wide) --'  '- excluded side        |
//!                    |                                                v              |
//!                    '------ the last alternative ------------- alternatives <-------'
//!
//! intake        grids on their way into words: `convert`, `planes`
//! open          states that wait for a lane: `stack`
//! lanes         16 with AVX-512, 8 with AVX2, 4 with SSE and NEON: `lanes`
//! round         the rules eliminate candidates in all lanes at once: `propagate`
//! dead          without a solution
//! stuck         rounds alone eliminate too little
//! branch        splits many stuck states at once: `triad_decision`, `cell_decision`
//! alternatives  excluded sides that are stored; most are never needed: `alternatives`
//! ended         nothing is left to do for the state; its search backtracks: `search`
//! ```
//!
//! A *decision* is whether a cell, or a triad (three cells of a row or column in one box), holds a
//! digit. It splits a state into an assumed and an excluded side. A *branch point* is one or two
//! decisions in a state.
//!
//! A *search* is one attempt at one grid: `grid_search`. It has a *plan*, which says how it
//! branches and when it is over: `plan`, `predictor`. The *tag* of a state names both: `tag`. After
//! too many branch points, a grid is searched by another plan, or given up.
//!
//! `layout` draws the 27 words, and `call` defines the calls that the engine takes. All of this is
//! safe code, generic over the vector. This file chooses the vector instructions once, outside all
//! loops.

mod alternatives;
mod call;
mod cell_decision;
mod convert;
mod grid_search;
mod lanes;
mod layout;
mod plan;
mod planes;
mod predictor;
mod propagate;
mod search;
mod stack;
mod tag;
mod triad_decision;

use fearless_simd::{Level, Simd, dispatch};

use crate::grid::Candidates;
use crate::solver::{Answer, Goal};
pub use call::Puzzles;
use call::{Call, Solve};
use search::Searches;
use stack::OneState;

/// Solves many grids at once, and leaves a few of them unanswered. Its memory is reused from call
/// to call.
///
/// The answer to a puzzle depends on the puzzle alone, not on the vector instructions, the other
/// puzzles of a call, or earlier calls. So each rule looks at one lane only, and a state that
/// changes lanes takes only its words and its tag along. Other puzzles can change the plan for a
/// puzzle, but each plan leads to the same answer. Two things can vary: which puzzles are given up,
/// and the solution that is found for [`Goal::Existence`].
pub struct Engine {
    run: Box<Run>,
    level_name: &'static str,
    /// The indices of the puzzles that the last call gave up.
    given_up: Vec<usize>,
}

/// Runs a call with some vector instructions, and returns the number of solutions if it counts
/// them; see [`Searches::run`].
type Run = dyn FnMut(&mut Call) -> u64 + Send;

impl Engine {
    fn new(NamedLevel { name, level }: NamedLevel) -> Engine {
        let run: Box<Run> = dispatch!(level, simd => {
            let mut searches = Searches::new(simd);
            Box::new(move |call: &mut Call| simd.vectorize(#[inline(always)] || searches.run(call)))
        });
        Engine {
            run,
            level_name: name,
            given_up: Vec::new(),
        }
    }

    /// An engine for each level of vector instructions that this machine has, to test and measure
    /// them.
    #[cfg(any(test, feature = "internals"))]
    pub fn every_level() -> Vec<Engine> {
        named_levels().map(Engine::new).collect()
    }

    /// The name of the vector instructions: `AVX-512`, `AVX2`, `SSE4.2`, `SSE2`, `NEON` or
    /// `portable`.
    pub fn level(&self) -> &'static str {
        self.level_name
    }

    /// Replaces `answers` by the answer to each puzzle, in order. The answers to those in
    /// [`Engine::given_up`] mean nothing.
    pub fn solve(&mut self, goal: Goal, puzzles: Puzzles, answers: &mut Vec<Answer>) {
        // Old answers stay in place, because every puzzle that is not given up gets a new one.
        answers.resize(puzzles.len(), Answer::Unsolvable);
        self.given_up.clear();
        (self.run)(&mut Call::Solve(Solve {
            goal,
            puzzles,
            waiting: 0..puzzles.len(),
            answers,
            given_up: &mut self.given_up,
        }));
    }

    /// The indices of the puzzles of the last call that take too many branch points here, in no
    /// particular order.
    pub fn given_up(&self) -> &[usize] {
        &self.given_up
    }

    /// The number of solutions, or `limit` if there are more.
    #[cfg(feature = "internals")]
    pub fn count(&mut self, candidates: &Candidates, limit: u64) -> u64 {
        let mut frontier = Frontier::new(candidates);
        let mut count = 0;
        while !frontier.is_empty() && count < limit {
            count += self.count_some(&mut frontier, limit - count);
        }
        count
    }

    /// Searches a part of the frontier and returns the number of solutions in it, at most `limit`.
    /// If it is below `limit` and the frontier is then empty, all solutions have been counted. At
    /// the limit, the frontier is incomplete: solutions beyond the limit are dropped with their
    /// states. A call ends after some rounds, so that threads can share what is left.
    pub fn count_some(&mut self, frontier: &mut Frontier, limit: u64) -> u64 {
        let count = (self.run)(&mut Call::Count {
            states: &mut frontier.0,
            limit,
        });
        // A call takes states from the end, and leaves those that it would take next at the front.
        // If they were not reversed, the next call would begin with the largest trees and leave
        // twice as many states.
        frontier.0.reverse();
        count
    }
}

impl Default for Engine {
    /// An engine for the best vector instructions of this machine.
    fn default() -> Engine {
        Engine::new(named_levels().next().unwrap_or(NamedLevel {
            name: "portable",
            level: Level::new(),
        }))
    }
}

/// A level of vector instructions, and its name.
struct NamedLevel {
    name: &'static str,
    level: Level,
}

/// The levels of vector instructions that this machine has, the best first.
fn named_levels() -> impl Iterator<Item = NamedLevel> {
    let best = Level::new();
    #[cfg(target_arch = "x86_64")]
    let levels = [
        ("AVX-512", best.as_avx512().map(|simd| simd.level())),
        ("AVX2", best.as_avx2().map(|simd| simd.level())),
        ("SSE4.2", best.as_sse4_2().map(|simd| simd.level())),
        ("SSE2", best.as_sse2().map(|simd| simd.level())),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let levels = [(
        if cfg!(target_arch = "aarch64") {
            "NEON"
        } else {
            "portable"
        },
        Some(best),
    )];
    levels.into_iter().filter_map(|(name, level)| {
        Some(NamedLevel {
            name,
            level: level?,
        })
    })
}

/// The states that are left in a search for all solutions.
#[derive(Clone, Debug, Default)]
pub struct Frontier(Vec<OneState>);

impl Frontier {
    /// The frontier before the search.
    pub fn new(candidates: &Candidates) -> Frontier {
        Frontier(vec![convert::words_of(candidates)])
    }

    /// Whether the search is done.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Copies the states to at most `max` frontiers, dealt out like cards. If there are several,
    /// each gets at least a vector of states. The first states are near the root and have large
    /// trees, so each frontier gets some of them.
    pub fn deal(&self, max: usize) -> Vec<Frontier> {
        let count = max.min(self.0.len() / layout::MAX_LANES).max(1);
        (0..count).map(|first| self.every(count, first)).collect()
    }

    /// Copies one in `step` states, from the one with the index `first` on.
    fn every(&self, step: usize, first: usize) -> Frontier {
        Frontier(self.0.iter().skip(first).step_by(step).copied().collect())
    }

    /// Takes out every other state, so that both frontiers have states near the root and keep the
    /// order of a depth-first search. `None` if one of them would have less than a vector of
    /// states.
    pub fn split(&mut self) -> Option<Frontier> {
        if self.0.len() < 2 * layout::MAX_LANES {
            return None;
        }
        let taken = self.every(2, 1);
        *self = self.every(2, 0);
        Some(taken)
    }

    /// How many states there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests;
