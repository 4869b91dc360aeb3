//! The lanes of a vector, the states that wait for one, and the loop that is drawn in [`super`].
//!
//! A round shows that some lanes are dead, solved or stuck. Those lanes are free, and the next round fills them with open states,
//! from any grid. So rounds, decisions and the conversion of solutions each work on full vectors as long as there are grids.

use fearless_simd::prelude::*;

use super::convert::{Intake, PACKED, Solutions, pack};
use super::layout::{MAX_LANES, Vector, Words, empty_words};
use super::propagate::{Outcome, Propagator};
use super::stack::StateStack;

/// The lanes, and the states of all grids that are being searched.
pub(super) struct Lanes<S: Simd> {
    pub simd: S,
    /// The states in the lanes.
    propagator: Propagator<S>,
    /// By lane: the tag of its state.
    pub tags: Vector<S>,
    /// The lanes that hold a state.
    busy: u64,
    /// Grids that are about to become open states.
    pub intake: Intake,
    /// States to go on with, last in, first out.
    pub open: StateStack,
    /// States that wait for a decision.
    stuck: StateStack,
    /// States that are solutions.
    solved: StateStack<PACKED>,
    /// The solutions popped most recently.
    pub solutions: Solutions,
}

/// A way to search: what [`Lanes::drive`] does between two rounds.
pub(super) trait Mode<S: Simd> {
    /// How early to make decisions; see [`Propagator::round`].
    const EAGERNESS: u32 = 0;

    /// Opens more states if there are few.
    fn refill(&mut self, lanes: &mut Lanes<S>);

    /// Whether the rounds can stop, because no state is left or the search need not go on. Then `flush` decides whether they do.
    fn is_idle(&self, lanes: &Lanes<S>) -> bool {
        lanes.is_idle()
    }

    /// Handles what waits for a full vector, because no more will come. Returns `false` if the search is over.
    fn flush(&mut self, lanes: &mut Lanes<S>) -> bool;

    /// Handles the lanes that a round has freed.
    fn handle(&mut self, lanes: &mut Lanes<S>, outcome: Outcome);

    /// Makes decisions in stuck states, if there are enough of them. `words` is scratch memory.
    fn branch(&mut self, lanes: &mut Lanes<S>, words: &mut Words<S>);
}

impl<S: Simd> Lanes<S> {
    pub fn new(simd: S) -> Self {
        Lanes {
            simd,
            propagator: Propagator::new(simd),
            tags: Vector::<S>::splat(simd, 0),
            busy: 0,
            intake: Intake::new(),
            open: StateStack::new(),
            stuck: StateStack::new(),
            solved: StateStack::new(),
            solutions: Solutions::new(),
        }
    }

    /// Runs rounds until the search is over.
    #[inline(always)]
    pub fn drive<M: Mode<S>>(&mut self, mode: &mut M) {
        let mut words = empty_words(self.simd);
        loop {
            mode.refill(self);
            if mode.is_idle(self) {
                if mode.flush(self) {
                    continue;
                }
                return;
            }
            let outcome = self.round(Vector::<S>::splat(self.simd, M::EAGERNESS));
            mode.handle(self, outcome);
            mode.branch(self, &mut words);
        }
    }

    /// Moves the grids of the intake to `open`. Leaves out grids with fewer than `min_clues` clues and returns their tags.
    #[inline(always)]
    pub fn load(&mut self, min_clues: u8) -> &[u32] {
        if self.intake.is_empty() {
            return &[];
        }
        self.intake.convert_into(self.simd, &mut self.open, min_clues)
    }

    /// Whether no states are left, except solutions.
    #[inline(always)]
    pub fn is_idle(&self) -> bool {
        self.busy == 0 && self.stuck.len() == 0 && self.open.len() == 0
    }

    /// Fills free lanes from `open` and propagates once. Reading states directly from the stack saves writing them to the lanes.
    ///
    /// Lanes that are dead, solved or stuck are free afterwards, but hold their states until the next round: states that are still
    /// needed must be saved before it.
    #[inline(always)]
    fn round(&mut self, eagerness: Vector<S>) -> Outcome {
        let free = !self.busy & ((1 << Vector::<S>::LEN) - 1);
        let lanes = lowest(free, self.open.len());
        let incoming = self.open.pop_into(self.simd, lanes);
        self.busy |= lanes;
        self.propagator.reset(self.simd, lanes);
        self.tags = incoming.tags(self.tags);
        let outcome = self.propagator.round(self.simd, &incoming, eagerness);
        let [dead, solved, stuck] = [outcome.dead & self.busy, outcome.solved & self.busy, outcome.stuck & self.busy];
        self.busy &= !(dead | solved | stuck);
        Outcome { dead, solved, stuck }
    }

    /// Saves states that wait for a decision.
    #[inline(always)]
    pub fn save_stuck(&mut self, lanes: u64) {
        if lanes != 0 {
            self.stuck.push(self.simd, &self.propagator.words, self.tags, lanes);
        }
    }

    /// Saves states on another stack.
    #[inline(always)]
    pub fn save_to(&self, stack: &mut StateStack, lanes: u64) {
        if lanes != 0 {
            stack.push(self.simd, &self.propagator.words, self.tags, lanes);
        }
    }

    /// Saves solutions.
    #[inline(always)]
    pub fn save_solved(&mut self, lanes: u64) {
        self.solved.push_words(self.simd, pack::<S>(&self.propagator.words), self.tags, lanes);
    }

    /// Pops saved solutions to `solutions`: a vector of them if there are enough, or those that are left if it must `flush`.
    /// Returns their tags and their number.
    #[inline(always)]
    pub fn pop_solutions(&mut self, flush: bool) -> Option<(Vector<S>, usize)> {
        if self.solved.len() < if flush { 1 } else { Vector::<S>::LEN } {
            return None;
        }
        let mut packed = [Vector::<S>::splat(self.simd, 0); PACKED];
        let (tags, count) = self.solved.pop_vector(self.simd, &mut packed);
        self.solutions.unpack::<S>(&packed);
        Some((tags, count))
    }

    /// Pops stuck states: a full vector, or fewer if `open` is empty and more states are stuck than in lanes, because waiting for more
    /// would leave most lanes free. Returns their tags and their number.
    #[inline(always)]
    pub fn pop_stuck(&mut self, words: &mut Words<S>) -> Option<(Vector<S>, usize)> {
        let stuck = self.stuck.len();
        let short_of_work = self.open.len() == 0 && stuck > self.busy.count_ones() as usize;
        if stuck < Vector::<S>::LEN && !short_of_work {
            return None;
        }
        Some(self.stuck.pop_vector(self.simd, words))
    }

    /// Moves all states to `open`, except solutions.
    #[inline(always)]
    pub fn reopen_all(&mut self) {
        self.open.push(self.simd, &self.propagator.words, self.tags, self.busy);
        self.busy = 0;
        let mut words = empty_words(self.simd);
        while self.stuck.len() > 0 {
            let (tags, count) = self.stuck.pop_vector(self.simd, &mut words);
            self.open.push_first::<S>(&words, tags, count);
        }
    }
}

/// The tags of dead states. They are handled many at a time; otherwise each round would end in a loop of unpredictable length.
pub(super) struct DeadTags {
    tags: [u32; DeadTags::FULL + MAX_LANES],
    len: usize,
}

impl DeadTags {
    /// They must be popped when there are this many; the array has room for one more vector.
    const FULL: usize = 64;

    pub fn new() -> DeadTags {
        DeadTags { tags: [0; DeadTags::FULL + MAX_LANES], len: 0 }
    }

    pub fn is_full(&self) -> bool {
        self.len >= DeadTags::FULL
    }

    /// Pushes the tags of these lanes.
    #[inline(always)]
    pub fn push<S: Simd>(&mut self, simd: S, tags: Vector<S>, lanes: u64) {
        let tags = tags.compress(S::mask32s::from_bitmask(simd, lanes));
        tags.store_slice(&mut self.tags[self.len..self.len + Vector::<S>::LEN]);
        self.len += lanes.count_ones() as usize;
    }

    #[inline(always)]
    pub fn pop(&mut self) -> Option<u32> {
        self.len = self.len.checked_sub(1)?;
        Some(self.tags[self.len])
    }
}

/// The lowest lanes of a set, at most `count`.
#[inline(always)]
fn lowest(mut set: u64, count: usize) -> u64 {
    while set.count_ones() as usize > count {
        set &= !(1 << set.ilog2());
    }
    set
}

/// The lanes of a set, in ascending order.
#[inline(always)]
pub(super) fn each_lane(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(
        #[inline(always)]
        move || {
            let lane = set.trailing_zeros() as usize;
            set &= set.wrapping_sub(1);
            (lane < 64).then_some(lane)
        },
    )
}
