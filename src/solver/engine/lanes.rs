//! The lanes of a vector, and the stacks of states that wait: for a lane, to branch, or to be
//! converted to digits. [`super`] draws how states move.
//!
//! A round shows that some lanes are dead, solved or stuck. Those lanes are free, and the next
//! round fills them with open states, from any grid. So propagation, branching and the conversion
//! of solutions each work on full vectors as long as there are grids.

use fearless_simd::prelude::*;

use super::convert::{Intake, PACKED, pack, unpack_rows};
use super::layout::{Vector, WORDS, Words, first_lanes, splat, three};
use super::plan::Branching;
use super::planes::ByteRows;
use super::propagate::{Propagator, RoundOutcome};
use super::stack::{OneState, Popped, StateStack, state_in};
use super::tag::{eagerness, lanes_by_branching};

/// The lanes, and all states: those in lanes, and those that wait on stacks.
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
    /// By [`Branching`]: states that wait to branch.
    stuck: [StateStack; 3],
    /// States that are solutions.
    solved: SolutionStack,
    /// The digits of the solutions that were popped most recently, until the next are popped.
    pub solutions: ByteRows,
}

/// A stack of solutions, in packed words.
type SolutionStack = StateStack<{ PACKED + 1 }>;

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
            solved: SolutionStack::new(),
            solutions: ByteRows::default(),
        }
    }

    /// Whether no states are left, except solutions.
    #[inline(always)]
    pub fn is_idle(&self) -> bool {
        self.busy == 0 && self.stuck_len() == 0 && self.open.len() == 0
    }

    /// How many states wait to branch.
    #[inline(always)]
    fn stuck_len(&self) -> usize {
        self.stuck.iter().map(StateStack::len).sum()
    }

    /// Fills free lanes from `open`, and runs a round in all lanes. It reads new states directly
    /// from the stack, which saves writing them to the lanes.
    ///
    /// Lanes that are dead, solved or stuck are free afterwards, but hold their states until the
    /// next call, so those that are still needed must be saved before that.
    #[inline(always)]
    pub fn round(&mut self) -> RoundOutcome {
        let filled = self.lanes_to_fill();
        let incoming = self.open.pop_into(self.simd, filled);
        self.busy |= filled;
        self.tags = incoming.tags(self.tags);
        let eagerness = eagerness::<S>(self.tags);
        let outcome = self.propagator.round(self.simd, &incoming, eagerness);
        let busy = self.busy;
        self.busy &= !(outcome.dead | outcome.solved | outcome.stuck);
        outcome.within(busy)
    }

    /// The free lanes, but not more than there are open states.
    #[inline(always)]
    fn lanes_to_fill(&self) -> u64 {
        let mut lanes = !self.busy & first_lanes(Vector::<S>::LEN);
        while lanes.count_ones() as usize > self.open.len() {
            // Drops the lowest lane.
            lanes &= lanes - 1;
        }
        lanes
    }

    /// Saves the states in stuck lanes, each on the stack of those that branch alike.
    #[inline(always)]
    pub fn save_stuck(&mut self, stuck: u64) {
        if stuck == 0 {
            return;
        }
        let [careful, wide, eager] = lanes_by_branching::<S>(self.tags, stuck);
        self.push_stuck(Branching::Careful, careful);
        self.push_stuck(Branching::Wide, wide);
        self.push_stuck(Branching::Eager, eager);
    }

    /// Pushes the states in these lanes on the stack of those that branch this way.
    #[inline(always)]
    fn push_stuck(&mut self, branching: Branching, lanes: u64) {
        if lanes != 0 {
            let words = self.propagator.words.iter().copied();
            self.stuck[branching as usize].push(self.simd, words, self.tags, lanes);
        }
    }

    /// Saves solutions.
    #[inline(always)]
    pub fn save_solved(&mut self, lanes: u64) {
        let words = pack::<S>(&self.propagator.words);
        self.solved.push(self.simd, words, self.tags, lanes);
    }

    /// Pops a vector of saved solutions, or all if there are fewer, and writes their digits to
    /// `solutions`. `None` if there are no solutions.
    #[inline(always)]
    pub fn pop_some_solutions(&mut self) -> Option<Popped<S>> {
        if self.solved.len() == 0 {
            return None;
        }
        let mut packed = [splat(self.simd, 0); PACKED];
        let popped = self.solved.pop_vector(self.simd, &mut packed);
        three!(|i| unpack_rows::<S>(&packed, i, &mut self.solutions));
        Some(popped)
    }

    /// Like [`Lanes::pop_some_solutions`], but pops nothing if there is less than a vector.
    #[inline(always)]
    pub fn pop_full_vector_of_solutions(&mut self) -> Option<Popped<S>> {
        if self.solved.len() < Vector::<S>::LEN {
            return None;
        }
        self.pop_some_solutions()
    }

    /// Pops a vector of stuck states that branch this way, or fewer if the lanes are starved.
    #[inline(always)]
    pub fn pop_stuck(&mut self, words: &mut Words<S>, branching: Branching) -> Option<Popped<S>> {
        let least = if self.is_starved() {
            1
        } else {
            Vector::<S>::LEN
        };
        let stuck = &mut self.stuck[branching as usize];
        if stuck.len() < least {
            return None;
        }
        Some(stuck.pop_vector(self.simd, words))
    }

    /// Whether no states wait for the free lanes, but more wait to branch than are in lanes. Then
    /// branching some of them at once keeps the lanes fuller than waiting for a full vector does.
    #[inline(always)]
    fn is_starved(&self) -> bool {
        self.open.len() == 0 && self.stuck_len() > self.busy.count_ones() as usize
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
