//! The lanes of a vector, and the states that wait for one; [`super`] draws how they move.
//!
//! A round shows that some lanes are dead, solved or stuck. Those lanes are free, and the next
//! round fills them with open states, from any grid. So rounds, decisions and the conversion of
//! solutions each work on full vectors as long as there are grids.

use fearless_simd::prelude::*;

use super::convert::{Intake, PACKED, pack, unpack_rows};
use super::layout::{Vector, WORDS, Words, splat, three};
use super::plan::{StopKind, eagerness, lanes_by_stop_kind};
use super::planes::ByteRows;
use super::propagate::{Propagator, RoundOutcome};
use super::stack::{OneState, Popped, StateStack, state_in};

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
    /// States to continue with, last in, first out.
    pub open: StateStack,
    /// By [`StopKind`]: states that wait for a stop.
    stuck: [StateStack; 3],
    /// States that are solutions.
    solved: StateStack<{ PACKED + 1 }>,
    /// The solutions popped most recently.
    pub solutions: ByteRows,
}

impl<S: Simd> Lanes<S> {
    pub fn new(simd: S) -> Self {
        Lanes {
            simd,
            propagator: Propagator::new(simd),
            tags: splat(simd, 0),
            busy: 0,
            intake: Intake::default(),
            open: StateStack::new(),
            stuck: [StateStack::new(), StateStack::new(), StateStack::new()],
            solved: StateStack::new(),
            solutions: ByteRows::default(),
        }
    }

    /// Whether no states are left, except solutions.
    #[inline(always)]
    pub fn is_idle(&self) -> bool {
        self.busy == 0 && self.stuck_len() == 0 && self.open.len() == 0
    }

    /// How many states wait for a stop.
    #[inline(always)]
    fn stuck_len(&self) -> usize {
        self.stuck.iter().map(StateStack::len).sum()
    }

    /// Fills free lanes from `open` and propagates once. Reading states directly from the stack
    /// saves writing them to the lanes.
    ///
    /// Lanes that are dead, solved or stuck are free afterwards, but hold their states until the
    /// next round: states that are still needed must be saved before it.
    #[inline(always)]
    pub fn round(&mut self) -> RoundOutcome {
        let mut filled = !self.busy & ((1 << Vector::<S>::LEN) - 1);
        // Drops the lowest lane until there are states for all.
        while filled.count_ones() as usize > self.open.len() {
            filled &= filled - 1;
        }
        let incoming = self.open.pop_into(self.simd, filled);
        self.busy |= filled;
        self.tags = incoming.tags(self.tags);
        let eagerness = eagerness::<S>(self.tags);
        let outcome = self.propagator.round(self.simd, &incoming, eagerness);
        let busy = self.busy;
        self.busy &= !(outcome.dead | outcome.solved | outcome.stuck);
        outcome.within(busy)
    }

    /// Saves the states in stuck lanes, each on the stack for its kind of stop.
    #[inline(always)]
    pub fn save_stuck(&mut self, stuck: u64) {
        let [careful, wide, eager] = lanes_by_stop_kind::<S>(self.tags, stuck);
        self.push_stuck(StopKind::Careful, careful);
        self.push_stuck(StopKind::Wide, wide);
        self.push_stuck(StopKind::Eager, eager);
    }

    /// Pushes the states in these lanes on the stack for this kind of stop.
    #[inline(always)]
    fn push_stuck(&mut self, kind: StopKind, lanes: u64) {
        if lanes != 0 {
            let words = self.propagator.words.iter().copied();
            self.stuck[kind as usize].push(self.simd, words, self.tags, lanes);
        }
    }

    /// Saves solutions.
    #[inline(always)]
    pub fn save_solved(&mut self, lanes: u64) {
        let words = pack::<S>(&self.propagator.words);
        self.solved.push(self.simd, words, self.tags, lanes);
    }

    /// Pops saved solutions to `solutions`: a vector of them if there are enough, else none.
    #[inline(always)]
    pub fn pop_solutions(&mut self) -> Option<Popped<S>> {
        if self.solved.len() < Vector::<S>::LEN {
            return None;
        }
        self.pop_last_solutions()
    }

    /// Pops saved solutions to `solutions`: up to a vector of them.
    #[inline(always)]
    pub fn pop_last_solutions(&mut self) -> Option<Popped<S>> {
        if self.solved.len() == 0 {
            return None;
        }
        let mut packed = [splat(self.simd, 0); PACKED];
        let popped = self.solved.pop_vector(self.simd, &mut packed);
        three!(|i| unpack_rows::<S>(&packed, i, &mut self.solutions));
        Some(popped)
    }

    /// Pops states that wait for this kind of stop.
    ///
    /// Without a full vector of them, it pops fewer if `open` is empty and more states are stuck
    /// than are in lanes. Then waiting for more would leave most lanes free.
    #[inline(always)]
    pub fn pop_stuck(&mut self, words: &mut Words<S>, kind: StopKind) -> Option<Popped<S>> {
        let is_short = self.open.len() == 0 && self.stuck_len() > self.busy.count_ones() as usize;
        let least = if is_short { 1 } else { Vector::<S>::LEN };
        let stuck = &mut self.stuck[kind as usize];
        if stuck.len() < least {
            return None;
        }
        Some(stuck.pop_vector(self.simd, words))
    }

    /// Takes out all states, except solutions.
    #[inline(always)]
    pub fn take_all(&mut self, states: &mut Vec<OneState>) {
        let words = self.propagator.words.iter().copied();
        self.open.push(self.simd, words, self.tags, self.busy);
        self.busy = 0;
        let mut words = [splat(self.simd, 0); WORDS];
        for stack in self.stuck.iter_mut().chain([&mut self.open]) {
            while stack.len() > 0 {
                let count = stack.pop_vector(self.simd, &mut words).count;
                states.extend((0..count).map(|lane| state_in::<S>(&words, lane)));
            }
        }
    }
}
