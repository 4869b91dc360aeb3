//! The lanes and what feeds them: states of many grids go through, whoever's they are.
//!
//! ```text
//!              .--------------------- both sides of a guess ------------------.
//!              v                                                              |
//! grids ---> todo ---> lanes --- stuck ---> stuck, until a vector is full ----'
//!                      ^   | `-- dead ----> that was it
//!                      `---'  `- solved --> solved, until a vector is full ---> digits
//!                    a round
//! ```
//!
//! A state is the candidates of a grid after some guesses, with a tag that tells whose it is. Each round of propagation shows
//! some lanes to be dead, solved or stuck; they are free then, and other states take their place. So rounds, guesses and
//! solutions are each done for a full vector, as long as there are grids.

use fearless_simd::prelude::*;

use super::cells::{Intake, PACKED, Solutions, pack};
use super::pool::{Pool, Single, single};
use super::round::State;
use super::words::{Lanes, MOST_LANES, Words, no_words};

pub(super) struct Mill<S: Simd> {
    pub simd: S,
    /// The states in the lanes, and their tags.
    state: State<S>,
    pub tags: Lanes<S>,
    /// Lanes that hold a state, and those whose state is new to them.
    busy: u64,
    fresh: u64,
    /// Grids on their way to `todo`.
    pub intake: Intake,
    /// States to go on with, the last first.
    pub todo: Pool,
    /// States that wait for a guess.
    stuck: Pool,
    /// States that are solutions.
    solved: Pool<PACKED>,
    /// The solutions that were taken last.
    pub solutions: Solutions,
}

/// What a round has decided, a bit a lane. These lanes are free, but until others take their places their states are still there:
/// what is wanted of them must be put away before the next round.
#[derive(Clone, Copy)]
pub(super) struct Decided {
    pub dead: u64,
    pub solved: u64,
    pub stuck: u64,
}

impl<S: Simd> Mill<S> {
    pub fn new(simd: S) -> Self {
        Mill {
            simd,
            state: State::new(simd),
            tags: Lanes::<S>::splat(simd, 0),
            busy: 0,
            fresh: 0,
            intake: Intake::new(),
            todo: Pool::new(),
            stuck: Pool::new(),
            solved: Pool::new(),
            solutions: Solutions::new(),
        }
    }

    /// Lanes without a state.
    #[inline(always)]
    pub fn free(&self) -> u64 {
        !self.busy & ((1 << Lanes::<S>::LEN) - 1)
    }

    /// Puts the grids taken in on `todo`. Grids with fewer clues than that are left out, and their tags given.
    #[inline(always)]
    pub fn load(&mut self, fewest: u8) -> &[u32] {
        if self.intake.len() == 0 {
            return &[];
        }
        self.intake.empty_into(self.simd, &mut self.todo, fewest)
    }

    /// Fills free lanes from `todo`, to look at what has come before the next round, which fills them otherwise. The lanes that
    /// are filled.
    #[inline(always)]
    pub fn refill(&mut self) -> u64 {
        let lanes = lowest(self.free(), self.todo.len());
        let arrivals = self.todo.leave(self.simd, lanes);
        for (w, word) in self.state.words.iter_mut().enumerate() {
            *word = arrivals.word(w, *word);
        }
        self.tags = arrivals.tags(self.tags);
        self.busy |= lanes;
        self.fresh |= lanes;
        lanes
    }

    /// Frees lanes whose states nobody wants any more.
    #[inline(always)]
    pub fn drop(&mut self, lanes: u64) {
        self.busy &= !lanes;
    }

    /// Whether no state is left but solutions.
    #[inline(always)]
    pub fn is_idle(&self) -> bool {
        self.busy == 0 && self.stuck.len() == 0 && self.todo.len() == 0
    }

    /// Fills free lanes from `todo`, then one round. That it reads what comes rather than finds it in the lanes saves writing it.
    /// States are stuck sooner if it `is_hasty`.
    #[inline(always)]
    pub fn round(&mut self, is_hasty: bool) -> Decided {
        let lanes = lowest(self.free(), self.todo.len());
        let arrivals = self.todo.leave(self.simd, lanes);
        self.busy |= lanes;
        self.state.forget(self.simd, self.fresh | lanes);
        let outcome = self.state.round(self.simd, &arrivals, is_hasty);
        self.tags = arrivals.tags(self.tags);
        let [dead, solved, stuck] = [outcome.dead & self.busy, outcome.solved & self.busy, outcome.stuck & self.busy];
        self.busy &= !(dead | solved | stuck);
        self.fresh = 0;
        Decided { dead, solved, stuck }
    }

    /// Puts states away to wait for a guess.
    #[inline(always)]
    pub fn keep_stuck(&mut self, lanes: u64) {
        if lanes != 0 {
            self.stuck.push(self.simd, &self.state.words, self.tags, lanes);
        }
    }

    /// Puts states away elsewhere.
    #[inline(always)]
    pub fn keep_in(&self, pool: &mut Pool, lanes: u64) {
        if lanes != 0 {
            pool.push(self.simd, &self.state.words, self.tags, lanes);
        }
    }

    /// The state in a lane.
    #[inline(always)]
    pub fn state(&self, lane: usize) -> Single {
        single::<S>(&self.state.words, lane)
    }

    /// Puts solutions away, with other tags than they had if so wished.
    #[inline(always)]
    pub fn keep_solutions(&mut self, lanes: u64, tags: Lanes<S>) {
        self.solved.push_all(self.simd, pack::<S>(&self.state.words), tags, lanes);
    }

    /// Takes solutions put away to `solutions`, if there are enough to fill a vector; or `all`, up to a vector. Gives their tags
    /// and how many they are.
    #[inline(always)]
    pub fn take_solutions(&mut self, all: bool) -> Option<(Lanes<S>, usize)> {
        if self.solved.len() < if all { 1 } else { Lanes::<S>::LEN } {
            return None;
        }
        let mut packed = [Lanes::<S>::splat(self.simd, 0); PACKED];
        let (tags, count) = self.solved.take(self.simd, &mut packed);
        self.solutions.take::<S>(&packed);
        Some((tags, count))
    }

    /// Moves all states to `todo`, except solutions.
    #[inline(always)]
    pub fn put_back(&mut self) {
        self.todo.push(self.simd, &self.state.words, self.tags, self.busy);
        self.busy = 0;
        let mut words = no_words(self.simd);
        while self.stuck.len() > 0 {
            let (tags, states) = self.stuck.take(self.simd, &mut words);
            self.todo.push_first::<S>(&words, tags, states);
        }
    }

    /// Takes stuck states: a vector of them; or the rest, if lanes would be idle for want of them. Gives their tags
    /// and how many they are. `None`: it is better to wait for more.
    #[inline(always)]
    pub fn take_stuck(&mut self, words: &mut Words<S>) -> Option<(Lanes<S>, usize)> {
        let stuck = self.stuck.len();
        let wanted = self.todo.len() == 0 && stuck > self.busy.count_ones() as usize;
        if stuck < Lanes::<S>::LEN && !wanted {
            return None;
        }
        Some(self.stuck.take(self.simd, words))
    }
}

/// Tags of states that have come to nothing, to be looked at many at a time: after each round that would be a loop of a length
/// that nobody can foresee.
pub(super) struct Ended {
    tags: [u32; Ended::MOST + MOST_LANES],
    len: usize,
}

impl Ended {
    /// With so many it is time to look at them: there is room for one vector more.
    pub const MOST: usize = 64;

    pub fn new() -> Ended {
        Ended { tags: [0; Ended::MOST + MOST_LANES], len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds the tags of these lanes.
    #[inline(always)]
    pub fn push<S: Simd>(&mut self, simd: S, tags: Lanes<S>, lanes: u64) {
        let tags = tags.compress(S::mask32s::from_bitmask(simd, lanes));
        tags.store_slice(&mut self.tags[self.len..self.len + Lanes::<S>::LEN]);
        self.len += lanes.count_ones() as usize;
    }

    #[inline(always)]
    pub fn pop(&mut self) -> Option<u32> {
        self.len = self.len.checked_sub(1)?;
        Some(self.tags[self.len])
    }
}

/// Of a set of lanes, the lowest, so many at most.
#[inline(always)]
fn lowest(mut set: u64, count: usize) -> u64 {
    while set.count_ones() as usize > count {
        set &= !(1 << set.ilog2());
    }
    set
}

/// The lanes of a set, upwards.
#[inline(always)]
pub(super) fn lanes(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(
        #[inline(always)]
        move || {
            let lane = set.trailing_zeros() as usize;
            set &= set.wrapping_sub(1);
            (lane < 64).then_some(lane)
        },
    )
}
