//! Finds the smallest solution of grids that have several: depth first, the first open cell in row-major order, digits
//! upwards, until the first solution; and where it is only likely that there are several, until the second, if the verdict is
//! asked for.
//!
//! To keep that order a grid has one state under way, and a stack of its own for the others.

use fearless_simd::prelude::*;

use super::branch::Split;
use super::mill::{Ended, Mill};
use super::pool::{GUESSES, Place, Pool, Shelf};
use super::words::{Lanes, Words, no_words};
use super::{Answer, Findings, Goal, Known, Puzzles};

/// A grid that is only likely to have several solutions is given up when it is stuck more often: row-major order is a bad one to
/// prove that there is only one.
const LIKELY_STUCK: u32 = 24;

/// A grid that is stuck more often is left undecided.
const MOST_STUCK: u32 = 100;

/// Of so many grids that are likely to have several solutions one must show two in any case: to see whether they still are.
const SAMPLED: usize = 16;

/// A grid whose smallest solution is looked for.
#[derive(Clone, Copy)]
struct Descent {
    grid: usize,
    /// How often it was stuck.
    stuck: u32,
    /// How often it may be: [`LIKELY_STUCK`] if it is only likely that there are several, else [`MOST_STUCK`].
    most_stuck: u32,
    /// How many guesses it took so far.
    guesses: u32,
    /// The solutions that are enough.
    enough: u32,
    found: u32,
    /// Where it was stuck and has branches not yet taken, the last to be taken first.
    stack: [Fork; MOST_STUCK as usize],
    /// So many of them.
    height: usize,
}

/// Where a state was stuck.
#[derive(Clone, Copy, Default)]
struct Fork {
    /// Where the other sides of its guesses are.
    place: Place,
    /// Which of them are not yet taken, a bit a guess.
    left: u32,
}

impl Descent {
    fn idle() -> Descent {
        let stack = [Fork::default(); MOST_STUCK as usize];
        Descent { grid: 0, stuck: 0, most_stuck: 0, guesses: 0, enough: 0, found: 0, stack, height: 0 }
    }

    fn begin(&mut self, grid: usize, most_stuck: u32, enough: u32) {
        (self.grid, self.most_stuck, self.enough) = (grid, most_stuck, enough);
        (self.stuck, self.guesses, self.found) = (0, 0, 0);
    }
}

pub(super) struct Descents<S: Simd> {
    /// By tag: enough to keep lanes busy while others wait for a guess.
    descents: Vec<Descent>,
    idle: Vec<usize>,
    /// The branches that none has taken yet.
    shelf: Shelf,
    /// Of those whose state under way has come to nothing.
    dead: Ended,
    /// Grids that turned out to have one solution.
    unique: Vec<usize>,
    /// Grids given up.
    pub given_up: Vec<usize>,
    simd: S,
}

impl<S: Simd> Descents<S> {
    pub fn new(simd: S) -> Self {
        let count = 6 * Lanes::<S>::LEN;
        let descents = vec![Descent::idle(); count];
        Descents {
            descents,
            idle: (0..count).collect(),
            shelf: Shelf::default(),
            dead: Ended::new(),
            unique: Vec::new(),
            given_up: Vec::new(),
            simd,
        }
    }

    /// Answers the grids that have several solutions; and those of the states that are likely to have, which are tagged with
    /// their numbers, except some, which it lists in `given_up`.
    #[inline(always)]
    pub fn run(
        &mut self,
        mill: &mut Mill<S>,
        goal: Goal,
        puzzles: Puzzles,
        several: &[usize],
        likely: &mut Pool,
        found: &mut Findings,
    ) {
        self.given_up.clear();
        let known = if goal == Goal::Verdict { Known::Several } else { Known::Nothing };
        let mut waiting = several.iter();
        let mut words = no_words(self.simd);
        loop {
            if mill.todo.len() < Lanes::<S>::LEN {
                for &grid in waiting.by_ref().take(Lanes::<S>::LEN.min(self.idle.len())) {
                    let Some(tag) = self.idle.pop() else { break };
                    self.descents[tag].begin(grid, MOST_STUCK, 1);
                    puzzles.put(grid, mill, tag);
                }
                mill.load(0);
            }
            if mill.todo.len() < Lanes::<S>::LEN || self.dead.len() >= Ended::MOST {
                while let Some(tag) = self.dead.pop() {
                    self.backtrack(mill, tag, found);
                }
            }
            if mill.is_idle() && likely.len() == 0 {
                // Nothing waits then either: all descents are free to be begun, or have a solution.
                if !self.collect(mill, true, known, found) {
                    break;
                }
                continue;
            }
            // Hasty, since most guesses are right.
            let decided = mill.round(true);
            mill.keep_stuck(decided.stuck);
            self.dead.push(self.simd, mill.tags, decided.dead);
            if decided.solved != 0 {
                mill.keep_solutions(decided.solved, mill.tags);
                self.collect(mill, false, known, found);
            }
            self.branch(mill, goal, likely, &mut words, found);
        }
        for grid in self.unique.drain(..) {
            if let Answer::Several(solution) = found.answers[grid] {
                found.answers[grid] = Answer::Unique(solution);
            }
        }
    }

    /// Goes on with the last branch not taken.
    #[inline(always)]
    fn backtrack(&mut self, mill: &mut Mill<S>, tag: u32, found: &mut Findings) {
        let descent = &mut self.descents[tag as usize];
        if let Some(top) = descent.height.checked_sub(1) {
            let fork = &mut descent.stack[top];
            let guess = fork.left.ilog2();
            fork.left ^= 1 << guess;
            mill.todo.push_one(self.shelf.state::<S>(fork.place, guess as usize), tag);
            if fork.left == 0 {
                self.shelf.forget::<S>(fork.place);
                descent.height = top;
            }
            return;
        }
        if descent.enough == 2 {
            found.outlook.note(false);
        }
        if descent.found == 0 {
            found.answers[descent.grid] = Answer::Unsolvable;
        } else {
            self.unique.push(descent.grid);
        }
        self.end(tag as usize, found);
    }

    /// Makes a descent free for another grid.
    #[inline(always)]
    fn end(&mut self, tag: usize, found: &mut Findings) {
        let descent = &mut self.descents[tag];
        found.guesses[descent.grid] += descent.guesses;
        for fork in &descent.stack[..std::mem::take(&mut descent.height)] {
            self.shelf.forget::<S>(fork.place);
        }
        self.idle.push(tag);
    }

    /// Gives up a grid that was stuck too often.
    #[cold]
    fn give_up(&mut self, tag: usize, found: &mut Findings) {
        let descent = &self.descents[tag];
        if descent.most_stuck == MOST_STUCK {
            found.answers[descent.grid] = Answer::Undecided;
        } else {
            if descent.enough == 2 {
                found.outlook.note(false);
            }
            self.given_up.push(descent.grid);
        }
        self.end(tag, found);
    }

    /// Takes states that are likely to have several solutions, if lanes want work and as many descents are free. They are stuck
    /// as they come. Gives the tags of their descents, and how many they are.
    #[inline(always)]
    fn begin_likely(
        &mut self,
        mill: &Mill<S>,
        goal: Goal,
        likely: &mut Pool,
        words: &mut Words<S>,
    ) -> Option<(Lanes<S>, usize)> {
        if mill.todo.len() >= Lanes::<S>::LEN || likely.len() == 0 || self.idle.len() < Lanes::<S>::LEN {
            return None;
        }
        let (mut tags, count) = likely.take(self.simd, words);
        let first = self.idle.len() - count;
        for (lane, tag) in self.idle.drain(first..).enumerate() {
            let grid = tags[lane] as usize;
            let enough = if goal == Goal::Verdict || grid.is_multiple_of(SAMPLED) { 2 } else { 1 };
            self.descents[tag].begin(grid, LIKELY_STUCK, enough);
            tags[lane] = tag as u32;
        }
        Some((tags, count))
    }

    /// Splits stuck states if there are enough of them.
    #[inline(always)]
    fn branch(
        &mut self,
        mill: &mut Mill<S>,
        goal: Goal,
        likely: &mut Pool,
        words: &mut Words<S>,
        found: &mut Findings,
    ) {
        let taken = match self.begin_likely(mill, goal, likely, words) {
            None => mill.take_stuck(words),
            begun => begun,
        };
        let Some((tags, count)) = taken else { return };
        let board = self.shelf.board::<S>();
        let mut open = [0; GUESSES];
        for (guess, open) in open.iter_mut().enumerate() {
            let split = Split::first_open(self.simd, words);
            *open = split.lanes(self.simd);
            split.part(words, self.shelf.states::<S>(board, guess));
        }
        let (mut live, mut wanted) = (0_u64, 0);
        for lane in 0..count {
            let tag = tags[lane] as usize;
            let descent = &mut self.descents[tag];
            if descent.stuck == descent.most_stuck {
                self.give_up(tag, found);
                continue;
            }
            live |= 1 << lane;
            let left = open.iter().rev().fold(0, |left, open| left << 1 | (open >> lane & 1) as u32);
            descent.stuck += 1;
            descent.guesses += left.count_ones();
            descent.stack[descent.height] = Fork { place: board.place::<S>(lane), left };
            let is_fork = u32::from(left != 0);
            descent.height += is_fork as usize;
            wanted += is_fork;
        }
        self.shelf.want(board, wanted);
        mill.todo.push(self.simd, words, tags, live);
    }

    /// Takes in solutions. False: there were none.
    #[inline(always)]
    fn collect(&mut self, mill: &mut Mill<S>, all: bool, known: Known, found: &mut Findings) -> bool {
        let Some((tags, count)) = mill.take_solutions(all) else { return false };
        for lane in 0..count {
            let descent = &mut self.descents[tags[lane] as usize];
            descent.found += 1;
            if descent.found == 1 {
                found.answer(descent.grid, known, &mill.solutions, lane);
            }
            if descent.found < descent.enough {
                self.backtrack(mill, tags[lane], found);
                continue;
            }
            if descent.enough == 2 {
                found.outlook.note(true);
            }
            self.end(tags[lane] as usize, found);
        }
        true
    }
}
