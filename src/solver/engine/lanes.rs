//! The lanes of a vector, and the states that wait for one; [`super`] draws how they move.
//!
//! A round shows that some lanes are dead, solved or stuck. Those lanes are free, and the next
//! round fills them with open states, from any grid. So rounds, decisions and the conversion of
//! solutions each work on full vectors as long as there are grids.

use fearless_simd::prelude::*;

use super::convert::{ByteRows, Intake, PACKED, pack, unpack_rows};
use super::layout::{Vector, WORDS, Words, splat, three};
use super::propagate::{Outcome, Propagator};
use super::stack::{OneState, StateStack, TAGS, state_in};

/// How a search continues at a stop. [`super::search`] has a table of the ways.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Way {
    Careful,
    Wide,
    Hopeful,
}

/// The tag of a state is the number of its search and two flags. HOPEFUL overrides WIDE.
///
/// ```text
/// bit      31       30     29 ... 0
///     [ HOPEFUL |  WIDE  | search   ]
/// ```
pub(super) const WIDE: u32 = 1 << 30;
pub(super) const HOPEFUL: u32 = 1 << 31;

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
    /// By way: states that wait for a decision.
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

    /// How many states wait for a decision.
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
    pub fn round(&mut self) -> Outcome {
        let mut lanes = !self.busy & ((1 << Vector::<S>::LEN) - 1);
        while lanes.count_ones() as usize > self.open.len() {
            lanes &= lanes - 1;
        }
        let incoming = self.open.pop_into(self.simd, lanes);
        self.busy |= lanes;
        self.tags = incoming.word(TAGS, self.tags);
        let eagerness = self.tags >> HOPEFUL.trailing_zeros();
        let Outcome {
            dead,
            solved,
            stuck,
        } = self.propagator.round(self.simd, &incoming, eagerness);
        let busy = self.busy;
        self.busy &= !(dead | solved | stuck);
        Outcome {
            dead: dead & busy,
            solved: solved & busy,
            stuck: stuck & busy,
        }
    }

    /// Saves the states in stuck lanes, each on the stack of its way.
    #[inline(always)]
    pub fn save_stuck(&mut self, stuck: u64) {
        let is_at_least = |flag: u32| self.tags.simd_ge(splat(self.simd, flag)).to_bitmask();
        let (wide, hopeful) = (is_at_least(WIDE), is_at_least(HOPEFUL));
        let by_way = [stuck & !wide, stuck & wide & !hopeful, stuck & hopeful];
        three!(|way| if by_way[way] != 0 {
            let words = self.propagator.words.iter().copied();
            self.stuck[way].push(self.simd, words, self.tags, by_way[way]);
        });
    }

    /// Saves solutions.
    #[inline(always)]
    pub fn save_solved(&mut self, lanes: u64) {
        self.solved.push(
            self.simd,
            pack::<S>(&self.propagator.words),
            self.tags,
            lanes,
        );
    }

    /// Pops saved solutions to `solutions`: a vector of them if there are enough, or all that are
    /// left if it must `flush`. Returns their tags and their number.
    #[inline(always)]
    pub fn pop_solutions(&mut self, flush: bool) -> Option<(Vector<S>, usize)> {
        if self.solved.len() < if flush { 1 } else { Vector::<S>::LEN } {
            return None;
        }
        let mut packed = [splat(self.simd, 0); PACKED];
        let (tags, count) = self.solved.pop_vector(self.simd, &mut packed);
        three!(|i| unpack_rows::<S>(&packed, i, &mut self.solutions));
        Some((tags, count))
    }

    /// Pops stuck states: a full vector, or fewer if `open` is empty and more states are stuck than
    /// are in lanes: waiting for more would leave most lanes free. Returns their tags and their
    /// number.
    #[inline(always)]
    pub fn pop_stuck(&mut self, words: &mut Words<S>, way: Way) -> Option<(Vector<S>, usize)> {
        let is_short = self.open.len() == 0 && self.stuck_len() > self.busy.count_ones() as usize;
        let stuck = &mut self.stuck[way as usize];
        if stuck.len() < if is_short { 1 } else { Vector::<S>::LEN } {
            return None;
        }
        Some(stuck.pop_vector(self.simd, words))
    }

    /// Takes out all states, except solutions.
    #[inline(always)]
    pub fn take_all(&mut self, states: &mut Vec<OneState>) {
        self.open.push(
            self.simd,
            self.propagator.words.iter().copied(),
            self.tags,
            self.busy,
        );
        self.busy = 0;
        let mut words = [splat(self.simd, 0); WORDS];
        for stack in self.stuck.iter_mut().chain([&mut self.open]) {
            while stack.len() > 0 {
                let (_, count) = stack.pop_vector(self.simd, &mut words);
                states.extend((0..count).map(|lane| state_in::<S>(&words, lane)));
            }
        }
    }
}
