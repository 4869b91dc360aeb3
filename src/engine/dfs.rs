//! Finds one solution of each grid by depth-first search, the smallest or any; or two, if the goal is to know that there are two.
//!
//! To find the smallest, it branches on the first unsolved cell in row-major order and tries digits in ascending order, so the first
//! solution found is the smallest. To find any, it branches on triads, which leads to fewer contradictions.
//!
//! A *stop* is a stuck state in which decisions are made. A *bold* search stops earlier and makes two decisions at each stop: the
//! second one, on a cell, before the first is propagated. To find the smallest solution all searches are bold. To find any, a search
//! is bold if its first stuck state looks as if it had many solutions, until a decision on a triad turns out to be wrong.
//!
//! Either way a grid has only one state under way. Its *frames* lead to the alternatives that are left; the lanes are kept full by
//! searching many grids at once. A grid that is only presumed to have several solutions is searched until the second solution if the
//! goal is a verdict or uniqueness, and now and then if it is the smallest solution, to check the prediction.
//!
//! The longest searches of a call would end alone in the lanes. If any solution will do, they are *suspended* instead, and their
//! grids are proved, because [`super::prove`] can work on many states of a grid at once. That answers grids with one solution or
//! none, which are most of them. The searches of the others are resumed, so that their answers are the same as without neighbors.

use fearless_simd::prelude::*;

use super::branch::{CellBranch, looks_loose, split_by_triad};
use super::lanes::{DeadTags, Lanes, Mode};
use super::layout::{Vector, Words, empty_words};
use super::propagate::Outcome;
use super::stack::{Alternatives, DECISIONS, Slot, StateStack};
use super::task::{Answer, Goal, Puzzles, Results, Uniqueness};

/// The greatest number of stops for a grid that is only presumed to have several solutions: row-major order is bad for proving that
/// there is only one.
const MAX_STOPS_IF_PRESUMED: u32 = 24;

/// The greatest number of stops for a grid from [`super::prove::Prove::several`]. The engine gives up on a grid that needs more.
const MAX_STOPS: u32 = 100;

/// The same with [`Goal::Any`], where the order of branches is free and grids may have one solution.
const MAX_STOPS_ANY: u32 = 300;

/// The greatest number of frames. The engine gives up on a grid that needs more.
const MAX_DEPTH: usize = 100;

/// With [`Goal::Smallest`], one in this many grids that are presumed to have several solutions is searched until the second, to
/// check the prediction.
const SAMPLING: usize = 16;

/// Searches are suspended after this many rounds in which at least half of the lanes were idle. Grids with several solutions rarely
/// take so long: nearly all that do have one or none.
const MAX_SPARSE_ROUNDS: u32 = 32;

/// Set in the tags of states whose next decisions are likely to be right: two are made at each stop, and early; see
/// [`super::propagate::Propagator::round`].
const BOLD: u32 = 1 << 31;

/// The index of the search that a state belongs to.
#[inline(always)]
fn search_of(tag: u32) -> usize {
    (tag & !BOLD) as usize
}

/// The search of one grid.
#[derive(Clone, Copy)]
struct Search {
    grid: usize,
    /// Whether the grid is only presumed to have several solutions.
    presumed: bool,
    /// How often its state was stuck, and how often it may be.
    stops: u32,
    max_stops: u32,
    guesses: u32,
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
        Search { grid: 0, presumed: false, stops: 0, max_stops: 0, guesses: 0, found: 0, limit: 0, frames, depth: 0 }
    }

    fn begin(&mut self, grid: usize, presumed: bool, max_stops: u32, limit: u32) {
        debug_assert_eq!(self.depth, 0);
        (self.grid, self.presumed, self.max_stops, self.limit) = (grid, presumed, max_stops, limit);
        (self.stops, self.guesses, self.found) = (0, 0, 0);
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
    /// States of suspended searches.
    suspended: StateStack,
    /// Grids that must be proved: those of suspended searches, and some that were only presumed to have several solutions. These are
    /// *refuted*: they took too many stops, or, if guesses are counted, they have one solution or none, and their guesses would
    /// depend on the presumption, and so on other grids.
    pub unproved: Vec<usize>,
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
            suspended: StateStack::new(),
            unproved: Vec::new(),
        }
    }

    /// Answers the grids whose states are in `deferred`, tagged with their grids. The grids in `several` are searched from their clues
    /// on or, with [`Goal::Any`], where their searches were suspended. Grids that this does not answer are given up or in
    /// `unproved`.
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
        self.unproved.clear();
        let waiting = if goal == Goal::Any { &[] } else { several };
        if goal == Goal::Any {
            self.resume(lanes, several, results);
        }
        // Searches that are resumed are not suspended again.
        let may_suspend = goal == Goal::Any && !results.counts_guesses && deferred.len() > 0;
        let sparse_rounds_left = if may_suspend { MAX_SPARSE_ROUNDS } else { u32::MAX };
        lanes.drive(&mut Searching { dfs: self, goal, puzzles, waiting, deferred, sparse_rounds_left, results });
        self.suspend(lanes);
    }

    /// Suspends the searches that have not ended.
    fn suspend(&mut self, lanes: &mut Lanes<S>) {
        if lanes.len() > 0 {
            lanes.reopen_all();
            std::mem::swap(&mut lanes.open, &mut self.suspended);
            let is_under_way = |tag: &usize| !self.idle.contains(tag);
            self.unproved.extend((0..self.searches.len()).filter(is_under_way).map(|tag| self.searches[tag].grid));
        }
    }

    /// Resumes the suspended searches of these grids, and ends the others.
    fn resume(&mut self, lanes: &mut Lanes<S>, several: &[usize], results: &mut Results) {
        let mut words = empty_words(self.simd);
        while self.suspended.len() > 0 {
            let (tags, count) = self.suspended.pop_vector(self.simd, &mut words);
            let mut resumed = 0;
            for lane in 0..count {
                let tag = search_of(tags[lane]);
                if several.contains(&self.searches[tag].grid) {
                    resumed |= 1 << lane;
                } else {
                    self.end(tag, results);
                }
            }
            lanes.open.push(self.simd, &words, tags, resumed);
        }
    }

    /// Continues a search with its last alternative, or ends it if there is none.
    #[inline(always)]
    fn backtrack(&mut self, lanes: &mut Lanes<S>, goal: Goal, tag: u32, results: &mut Results) {
        let index = search_of(tag);
        let search = &mut self.searches[index];
        if let Some(last) = search.depth.checked_sub(1) {
            let frame = &mut search.frames[last];
            let decision = frame.left.ilog2();
            frame.left ^= 1 << decision;
            // Decisions on triads are rarely wrong in a grid with many solutions, so this grid does not seem to be one.
            let tag = if goal.takes_any_solution() && decision == 0 { tag & !BOLD } else { tag };
            lanes.open.push_one(self.alternatives.state::<S>(frame.slot, decision as usize), tag);
            if frame.left == 0 {
                self.alternatives.release::<S>(frame.slot);
                search.depth = last;
            }
            return;
        }
        if search.presumed && results.counts_guesses {
            self.refute(index, results);
            return;
        }
        if search.limit == 2 {
            results.predictor.observe(false);
        }
        let answer = &mut results.answers[search.grid];
        if search.found == 0 {
            *answer = Answer::Unsolvable;
        } else if let Answer::Several(Some(solution)) = *answer {
            *answer = Answer::Unique(solution);
        }
        self.end(index, results);
    }

    /// Ends the search of a grid that must be proved, which tells the predictor.
    #[cold]
    fn refute(&mut self, tag: usize, results: &mut Results) {
        let search = &mut self.searches[tag];
        if results.counts_guesses {
            search.guesses = 0;
        }
        self.unproved.push(search.grid);
        self.end(tag, results);
    }

    /// Frees a search for another grid.
    #[inline(always)]
    fn end(&mut self, tag: usize, results: &mut Results) {
        let search = &mut self.searches[tag];
        results.guesses[search.grid] += search.guesses;
        for frame in &search.frames[..std::mem::take(&mut search.depth)] {
            self.alternatives.release::<S>(frame.slot);
        }
        self.idle.push(tag);
    }

    /// Ends a search that took too many stops or frames.
    #[cold]
    fn give_up(&mut self, tag: usize, results: &mut Results) {
        let search = &self.searches[tag];
        if search.presumed {
            self.refute(tag, results);
        } else {
            results.given_up.push(search.grid);
            self.end(tag, results);
        }
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
        let bold = if goal.takes_any_solution() { looks_loose(self.simd, words) } else { u64::MAX };
        let first = self.idle.len() - count;
        for (lane, tag) in self.idle.drain(first..).enumerate() {
            let grid = tags[lane] as usize;
            let (presumed, max_stops, limit) = match goal {
                Goal::Verdict | Goal::Uniqueness => (true, MAX_STOPS_IF_PRESUMED, 2),
                Goal::Smallest => (true, MAX_STOPS_IF_PRESUMED, if grid.is_multiple_of(SAMPLING) { 2 } else { 1 }),
                Goal::Any => (false, MAX_STOPS_ANY, 1),
            };
            self.searches[tag].begin(grid, presumed, max_stops, limit);
            tags[lane] = tag as u32 | if bold >> lane & 1 == 1 { BOLD } else { 0 };
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
        if goal.takes_any_solution() {
            decided[0] = u64::MAX;
            let alternatives = self.alternatives.words_mut::<S>(block, 0).chunks_exact_mut(Vector::<S>::LEN);
            split_by_triad(
                self.simd,
                words,
                (1 << count) - 1,
                #[inline(always)]
                |excluded| excluded.iter().zip(alternatives).for_each(|(word, to)| word.store_slice(to)),
            );
            by_cell.start = 1;
        }
        let bold = (tags & Vector::<S>::splat(self.simd, BOLD)).simd_ne(0).to_bitmask();
        if bold != 0 {
            for decision in by_cell {
                let branch = CellBranch::choose(self.simd, words, bold);
                decided[decision] = branch.lanes(self.simd);
                branch.split(words, self.alternatives.words_mut::<S>(block, decision));
            }
        }
        let (mut live, mut in_use) = (0_u64, 0);
        for lane in 0..count {
            let tag = search_of(tags[lane]);
            let search = &mut self.searches[tag];
            if search.stops == search.max_stops || search.depth == MAX_DEPTH {
                self.give_up(tag, results);
                continue;
            }
            live |= 1 << lane;
            let left = decided.iter().rev().fold(0, |left, lanes| left << 1 | (lanes >> lane & 1) as u32);
            search.stops += 1;
            search.guesses += left.count_ones();
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
    fn collect(
        &mut self,
        lanes: &mut Lanes<S>,
        goal: Goal,
        flush: bool,
        uniqueness: Uniqueness,
        results: &mut Results,
    ) -> bool {
        let Some((tags, count)) = lanes.pop_solutions(flush) else { return false };
        for lane in 0..count {
            let tag = search_of(tags[lane]);
            let search = &mut self.searches[tag];
            search.found += 1;
            if goal == Goal::Uniqueness && search.found == search.limit {
                results.answers[search.grid] = Answer::Several(None);
            } else if search.found == 1 {
                results.answer(search.grid, uniqueness, &lanes.solutions, lane);
            }
            if search.found < search.limit {
                self.backtrack(lanes, goal, tags[lane], results);
                continue;
            }
            if search.limit == 2 {
                results.predictor.observe(true);
            }
            self.end(tag, results);
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
    /// How many more rounds at least half of the lanes may be idle until the searches under way are suspended.
    sparse_rounds_left: u32,
    results: &'a mut Results<'b>,
}

impl<S: Simd> Searching<'_, '_, S> {
    #[inline(always)]
    fn collect(&mut self, lanes: &mut Lanes<S>, flush: bool) -> bool {
        let uniqueness = match self.goal {
            Goal::Verdict => Uniqueness::Several,
            Goal::Uniqueness => Uniqueness::Unique,
            Goal::Smallest | Goal::Any => Uniqueness::Unknown,
        };
        self.dfs.collect(lanes, self.goal, flush, uniqueness, self.results)
    }
}

impl<S: Simd> Mode<S> for Searching<'_, '_, S> {
    #[inline(always)]
    fn refill(&mut self, lanes: &mut Lanes<S>) {
        let dfs = &mut *self.dfs;
        if lanes.open.len() < Vector::<S>::LEN {
            for _ in 0..Vector::<S>::LEN.min(self.waiting.len()) {
                let Some(tag) = dfs.idle.pop() else { break };
                let grid = self.waiting[0];
                self.waiting = &self.waiting[1..];
                dfs.searches[tag].begin(grid, false, MAX_STOPS, 1);
                self.puzzles.add(grid, lanes, tag | BOLD as usize);
            }
            lanes.load(0);
        }
        if lanes.open.len() < Vector::<S>::LEN || dfs.dead.is_full() {
            while let Some(tag) = dfs.dead.pop() {
                dfs.backtrack(lanes, self.goal, tag, self.results);
            }
        }
    }

    #[inline(always)]
    fn is_idle(&self, lanes: &Lanes<S>) -> bool {
        lanes.is_idle() && self.deferred.len() == 0 || self.sparse_rounds_left == 0
    }

    #[inline(always)]
    fn flush(&mut self, lanes: &mut Lanes<S>) -> bool {
        // Grids are still waiting if all searches were occupied when `refill` came to them. It has ended those of dead states since.
        self.collect(lanes, true) || !self.waiting.is_empty()
    }

    #[inline(always)]
    fn eagerness(&self, tags: Vector<S>) -> Vector<S> {
        tags >> BOLD.ilog2()
    }

    #[inline(always)]
    fn handle(&mut self, lanes: &mut Lanes<S>, outcome: Outcome) {
        lanes.save_stuck(outcome.stuck);
        self.dfs.dead.push(self.dfs.simd, lanes.tags, outcome.dead);
        if self.deferred.len() == 0 && lanes.len() + self.dfs.dead.len() <= Vector::<S>::LEN / 2 {
            self.sparse_rounds_left -= 1;
        }
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
