//! Finds the smallest solution of each grid by depth-first search; or any solution, if the goal is to know that there is one; or any
//! two, if it is to know that there are two.
//!
//! To find the smallest, it branches on the first unsolved cell in row-major order and tries digits in ascending order, so the first
//! solution found is the smallest.
//!
//! A *stop* is a stuck state in which decisions are made. Most decisions are right, because most of these grids have several
//! solutions. So a search stops early (see [`Mode::EAGERNESS`]) and makes two decisions at each stop: the second one before the first
//! is propagated. Unless the smallest is sought, the first one is on a triad, which leads to fewer contradictions.
//!
//! A grid has only one state under way. Its *frames* lead to the alternatives that are left; the lanes are kept full by searching
//! many grids at once. A grid that is only presumed to have several solutions is searched until the second solution if the goal is
//! uniqueness, and now and then if it is the smallest solution, to check the prediction. If the goal is existence, every grid is
//! presumed to have several.

use fearless_simd::prelude::*;

use super::branch::{CellBranch, split_by_triad};
use super::lanes::{DeadTags, Lanes, Mode};
use super::layout::{Vector, Words};
use super::propagate::Outcome;
use super::stack::{Alternatives, DECISIONS, Slot, StateStack};
use super::task::{Answer, Goal, Puzzles, Results};

/// The greatest number of stops for a grid that is only presumed to have several solutions: row-major order is bad for proving that
/// there is only one.
const MAX_STOPS_IF_PRESUMED: u32 = 24;

/// The greatest number of stops for a grid from [`super::prove::Prove::several`], on which the engine gives up then, and for any grid
/// if the goal is existence: triads are a better order.
const MAX_STOPS: u32 = 100;

/// The greatest number of frames. The engine gives up on a grid that needs more.
const MAX_DEPTH: usize = 100;

/// With [`Goal::Smallest`], one in this many grids that are presumed to have several solutions is searched until the second, to
/// check the prediction.
const SAMPLING: usize = 16;

/// The search of one grid.
#[derive(Clone, Copy)]
struct Search {
    grid: usize,
    /// Whether the grid is only presumed to have several solutions.
    presumed: bool,
    /// How often its state was stuck, and how often it may be.
    stops: u32,
    max_stops: u32,
    /// The number of solutions found, and the number that ends the search.
    found: u32,
    limit: u32,
    /// The stops that have alternatives left; those of the last frame are taken first.
    frames: [Frame; MAX_DEPTH],
    depth: usize,
}

/// A stop with alternatives.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// Where they are.
    slot: Slot,
    /// The decisions whose alternative is left, one bit each.
    left: u32,
}

impl Search {
    fn idle() -> Search {
        let frames = [Frame::default(); MAX_DEPTH];
        Search { grid: 0, presumed: false, stops: 0, max_stops: 0, found: 0, limit: 0, frames, depth: 0 }
    }

    fn begin(&mut self, grid: usize, presumed: bool, max_stops: u32, limit: u32) {
        debug_assert_eq!(self.depth, 0);
        (self.grid, self.presumed, self.max_stops, self.limit) = (grid, presumed, max_stops, limit);
        (self.stops, self.found) = (0, 0);
    }
}

pub(super) struct Dfs<S: Simd> {
    simd: S,
    /// By tag: enough searches to keep the lanes busy while others wait for a decision.
    searches: Vec<Search>,
    /// Tags of searches that are free.
    idle: Vec<usize>,
    alternatives: Alternatives,
    /// Tags of searches whose state is dead.
    dead: DeadTags,
    /// Grids that were only presumed to have several solutions and took too many stops, so that they must be proved.
    pub refuted: Vec<usize>,
}

impl<S: Simd> Dfs<S> {
    pub fn new(simd: S) -> Self {
        let count = 6 * Vector::<S>::LEN;
        Dfs {
            simd,
            searches: vec![Search::idle(); count],
            idle: (0..count).collect(),
            alternatives: Alternatives::default(),
            dead: DeadTags::new(),
            refuted: Vec::new(),
        }
    }

    /// Answers the grids whose states are in `deferred`, tagged with their grids, and the grids in `several`, which are searched from
    /// their clues on. Grids that this does not answer are given up or in `refuted`.
    #[inline(always)]
    pub fn run(
        &mut self,
        lanes: &mut Lanes<S>,
        goal: Goal,
        puzzles: Puzzles,
        several: &[usize],
        deferred: &mut StateStack,
        results: &mut Results,
    ) {
        self.refuted.clear();
        lanes.drive(&mut Searching { dfs: self, goal, puzzles, waiting: several, deferred, results });
    }

    /// Continues a search with its last alternative, or ends it if there is none.
    #[inline(always)]
    fn backtrack(&mut self, lanes: &mut Lanes<S>, tag: u32, results: &mut Results) {
        let search = &mut self.searches[tag as usize];
        if let Some(last) = search.depth.checked_sub(1) {
            let frame = &mut search.frames[last];
            let decision = frame.left.ilog2();
            frame.left ^= 1 << decision;
            lanes.open.push_one(self.alternatives.state::<S>(frame.slot, decision as usize), tag);
            if frame.left == 0 {
                self.alternatives.release::<S>(frame.slot);
                search.depth = last;
            }
            return;
        }
        if search.limit == 2 {
            results.predictor.observe(false);
        }
        if search.found == 0 {
            results.answers[search.grid] = Answer::Unsolvable;
        }
        self.end(tag);
    }

    /// Frees a search for another grid.
    #[inline(always)]
    fn end(&mut self, tag: u32) {
        let search = &mut self.searches[tag as usize];
        for frame in &search.frames[..std::mem::take(&mut search.depth)] {
            self.alternatives.release::<S>(frame.slot);
        }
        self.idle.push(tag as usize);
    }

    /// Ends a search that took too many stops or frames.
    #[cold]
    fn give_up(&mut self, tag: u32, results: &mut Results) {
        let search = &self.searches[tag as usize];
        let list = if search.presumed { &mut self.refuted } else { &mut *results.given_up };
        list.push(search.grid);
        self.end(tag);
    }

    /// Begins searches of deferred grids, if the lanes are short of work and enough searches are idle. Pops their states, which are
    /// stuck. Returns the tags of the searches and their number.
    #[inline(always)]
    fn begin_deferred(
        &mut self,
        lanes: &Lanes<S>,
        goal: Goal,
        deferred: &mut StateStack,
        words: &mut Words<S>,
    ) -> Option<(Vector<S>, usize)> {
        let len = Vector::<S>::LEN;
        if lanes.open.len() >= len || deferred.len() == 0 || self.idle.len() < len {
            return None;
        }
        let (mut tags, count) = deferred.pop_vector(self.simd, words);
        let first = self.idle.len() - count;
        for (lane, tag) in self.idle.drain(first..).enumerate() {
            let grid = tags[lane] as usize;
            let (max_stops, limit) = match goal {
                Goal::Uniqueness => (MAX_STOPS_IF_PRESUMED, 2),
                Goal::Smallest => (MAX_STOPS_IF_PRESUMED, if grid.is_multiple_of(SAMPLING) { 2 } else { 1 }),
                Goal::Existence => (MAX_STOPS, 1),
            };
            self.searches[tag].begin(grid, true, max_stops, limit);
            tags[lane] = tag as u32;
        }
        Some((tags, count))
    }

    /// Makes decisions in stuck states, if there are enough of them.
    #[inline(always)]
    fn branch(
        &mut self,
        lanes: &mut Lanes<S>,
        goal: Goal,
        deferred: &mut StateStack,
        words: &mut Words<S>,
        results: &mut Results,
    ) {
        let popped = match self.begin_deferred(lanes, goal, deferred, words) {
            None => lanes.pop_stuck(words),
            begun => begun,
        };
        let Some((tags, count)) = popped else { return };
        let block = self.alternatives.block::<S>();
        // By decision: the lanes that had an unsolved cell left. A state without one just goes on.
        let mut decided = [0; DECISIONS];
        let mut by_cell = 0..DECISIONS;
        if goal != Goal::Smallest {
            let alternatives = self.alternatives.words_mut::<S>(block, 0).chunks_exact_mut(Vector::<S>::LEN);
            split_by_triad(
                self.simd,
                words,
                (1 << count) - 1,
                #[inline(always)]
                |excluded| excluded.iter().zip(alternatives).for_each(|(word, to)| word.store_slice(to)),
            );
            decided[0] = u64::MAX;
            by_cell.start = 1;
        }
        for decision in by_cell {
            let branch = CellBranch::choose(self.simd, words);
            decided[decision] = branch.lanes(self.simd);
            branch.split(words, self.alternatives.words_mut::<S>(block, decision));
        }
        let (mut live, mut in_use) = (0_u64, 0);
        for lane in 0..count {
            let search = &mut self.searches[tags[lane] as usize];
            if search.stops == search.max_stops || search.depth == MAX_DEPTH {
                self.give_up(tags[lane], results);
                continue;
            }
            live |= 1 << lane;
            let left = decided.iter().rev().fold(0, |left, lanes| left << 1 | (lanes >> lane & 1) as u32);
            search.stops += 1;
            search.frames[search.depth] = Frame { slot: block.slot::<S>(lane), left };
            let has_alternatives = u32::from(left != 0);
            search.depth += has_alternatives as usize;
            in_use += has_alternatives;
        }
        self.alternatives.set_in_use(block, in_use);
        lanes.open.push(self.simd, words, tags, live);
    }

    /// Answers grids with saved solutions; see [`Lanes::pop_solutions`]. Returns whether there were any.
    #[inline(always)]
    fn collect(&mut self, lanes: &mut Lanes<S>, goal: Goal, flush: bool, results: &mut Results) -> bool {
        let Some((tags, count)) = lanes.pop_solutions(flush) else { return false };
        for lane in 0..count {
            let search = &mut self.searches[tags[lane] as usize];
            search.found += 1;
            if goal == Goal::Uniqueness && search.found == search.limit {
                results.answers[search.grid] = Answer::Several(None);
            } else if search.found == 1 {
                results.answer(search.grid, goal, &lanes.solutions, lane);
            }
            if search.found < search.limit {
                self.backtrack(lanes, tags[lane], results);
                continue;
            }
            if search.limit == 2 {
                results.predictor.observe(true);
            }
            self.end(tags[lane]);
        }
        true
    }
}

/// A call of [`Dfs::run`].
struct Searching<'a, 'b, S: Simd> {
    dfs: &'a mut Dfs<S>,
    goal: Goal,
    puzzles: Puzzles<'a>,
    /// The grids that have not begun, besides those in `deferred`.
    waiting: &'a [usize],
    deferred: &'a mut StateStack,
    results: &'a mut Results<'b>,
}

impl<S: Simd> Searching<'_, '_, S> {
    #[inline(always)]
    fn collect(&mut self, lanes: &mut Lanes<S>, flush: bool) -> bool {
        self.dfs.collect(lanes, self.goal, flush, self.results)
    }
}

impl<S: Simd> Mode<S> for Searching<'_, '_, S> {
    const EAGERNESS: u32 = 1;

    #[inline(always)]
    fn refill(&mut self, lanes: &mut Lanes<S>) {
        let dfs = &mut *self.dfs;
        if lanes.open.len() < Vector::<S>::LEN {
            for _ in 0..Vector::<S>::LEN.min(self.waiting.len()) {
                let Some(tag) = dfs.idle.pop() else { break };
                let grid = self.waiting[0];
                self.waiting = &self.waiting[1..];
                dfs.searches[tag].begin(grid, false, MAX_STOPS, 1);
                self.puzzles.add(grid, lanes, tag);
            }
            lanes.load(0);
        }
        if lanes.open.len() < Vector::<S>::LEN || dfs.dead.is_full() {
            while let Some(tag) = dfs.dead.pop() {
                dfs.backtrack(lanes, tag, self.results);
            }
        }
    }

    #[inline(always)]
    fn is_idle(&self, lanes: &Lanes<S>) -> bool {
        lanes.is_idle() && self.deferred.len() == 0
    }

    #[inline(always)]
    fn flush(&mut self, lanes: &mut Lanes<S>) -> bool {
        // Grids are still waiting if all searches were occupied when `refill` came to them. It has ended those of dead states since.
        self.collect(lanes, true) || !self.waiting.is_empty()
    }

    #[inline(always)]
    fn handle(&mut self, lanes: &mut Lanes<S>, outcome: Outcome) {
        lanes.save_stuck(outcome.stuck);
        self.dfs.dead.push(self.dfs.simd, lanes.tags, outcome.dead);
        if outcome.solved != 0 {
            lanes.save_solved(outcome.solved);
            self.collect(lanes, false);
        }
    }

    #[inline(always)]
    fn branch(&mut self, lanes: &mut Lanes<S>, words: &mut Words<S>) {
        self.dfs.branch(lanes, self.goal, self.deferred, words, self.results);
    }
}
