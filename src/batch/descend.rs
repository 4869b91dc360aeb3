//! Finds the smallest solution of grids that have several: depth first, the first open cell in row-major order, digits
//! upwards, until the first solution; and where it is only likely that there are several, until the second.
//!
//! To keep that order a grid has one state under way, and a stack of its own for the others.

use fearless_simd::prelude::*;

use super::branch::Split;
use super::mill::{Mill, lanes};
use super::pool::{Pool, Single, single};
use super::words::Lanes;
use super::{Answer, Findings, MOST_GUESSES, Puzzles};

/// A grid that is only likely to have several solutions is given up after so many guesses: row-major order is a bad one to
/// prove that there is only one.
const LIKELY_GUESSES: u32 = 24;

/// A grid whose smallest solution is looked for.
#[derive(Default)]
struct Descent {
    grid: usize,
    guesses: u32,
    /// The solutions that are enough: two where it is not known that there are several.
    enough: u32,
    found: u32,
    /// The branches not yet taken.
    stack: Vec<Single>,
}

impl Descent {
    fn begin(&mut self, grid: usize, enough: u32) {
        (self.grid, self.guesses, self.enough, self.found) = (grid, 0, enough, 0);
    }
}

pub(super) struct Descents<S: Simd> {
    /// By tag: enough to keep lanes busy while others wait for a guess.
    descents: Vec<Descent>,
    idle: Vec<usize>,
    /// Grids that turned out to have one solution.
    unique: Vec<usize>,
    /// Grids given up.
    pub given_up: Vec<usize>,
    simd: S,
}

impl<S: Simd> Descents<S> {
    pub fn new(simd: S) -> Self {
        let count = 3 * Lanes::<S>::LEN;
        let descents = (0..count).map(|_| Descent::default()).collect();
        Descents { descents, idle: (0..count).collect(), unique: Vec::new(), given_up: Vec::new(), simd }
    }

    /// Answers the grids that have several solutions; and those of the states that are likely to have, which are tagged with
    /// their numbers, except some, which it lists in `given_up`.
    #[inline(always)]
    pub fn run(
        &mut self,
        mill: &mut Mill<S>,
        puzzles: Puzzles,
        several: &[usize],
        likely: &mut Pool,
        found: &mut Findings,
    ) {
        self.given_up.clear();
        let mut waiting = several.iter();
        loop {
            if mill.todo.len() < Lanes::<S>::LEN {
                for &grid in waiting.by_ref().take(Lanes::<S>::LEN.min(self.idle.len())) {
                    let Some(tag) = self.idle.pop() else { break };
                    self.descents[tag].begin(grid, 1);
                    puzzles.put(grid, mill, tag);
                }
                mill.load();
            }
            if mill.todo.len() < Lanes::<S>::LEN && likely.len() > 0 && self.idle.len() >= Lanes::<S>::LEN {
                let (words, mut tags, count) = likely.take(self.simd);
                for lane in 0..count {
                    let Some(tag) = self.idle.pop() else { break };
                    self.descents[tag].begin(tags[lane] as usize, 2);
                    tags[lane] = tag as u32;
                }
                mill.todo.push_first::<S>(&words, tags, count);
            }
            mill.refill();
            if mill.is_idle() {
                if !collect(mill, true, found) && likely.len() == 0 {
                    break;
                }
                continue;
            }
            let decided = mill.round();
            for lane in lanes(decided.dead) {
                self.backtrack(mill, lane, found);
            }
            if decided.solved != 0 {
                // The descent may be free for another grid before the digits are taken in, so they go under the grid's number.
                let mut tags = mill.tags;
                let mut first = 0;
                for lane in lanes(decided.solved) {
                    let tag = tags[lane] as usize;
                    let descent = &mut self.descents[tag];
                    descent.found += 1;
                    if descent.found == 1 {
                        first |= 1 << lane;
                        tags[lane] = descent.grid as u32;
                    }
                    if descent.found < descent.enough {
                        self.backtrack(mill, lane, found);
                    } else {
                        if descent.enough == 2 {
                            found.outlook.note(true);
                        }
                        self.end(tag);
                    }
                }
                mill.keep_solutions(first, tags);
                collect(mill, false, found);
            }
            self.branch(mill, found);
        }
        for grid in self.unique.drain(..) {
            if let Answer::Several(solution) = found.answers[grid] {
                found.answers[grid] = Answer::Unique(solution);
            }
        }
    }

    /// Goes on with the last branch not taken of the grid in a lane.
    #[inline(always)]
    fn backtrack(&mut self, mill: &mut Mill<S>, lane: usize, found: &mut Findings) {
        let tag = mill.tags[lane];
        let descent = &mut self.descents[tag as usize];
        if let Some(words) = descent.stack.pop() {
            mill.todo.push_one(&words, tag);
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
        self.idle.push(tag as usize);
    }

    fn end(&mut self, tag: usize) {
        self.descents[tag].stack.clear();
        self.idle.push(tag);
    }

    /// Splits stuck states if there are enough of them.
    #[inline(always)]
    fn branch(&mut self, mill: &mut Mill<S>, found: &mut Findings) {
        let Some((mut words, tags, count)) = mill.take_stuck(true) else { return };
        let split = Split::first_open(self.simd, &words);
        let no = split.no(&words);
        split.write_yes(&mut words);
        let mut live = 0;
        for lane in 0..count {
            let tag = tags[lane] as usize;
            let descent = &mut self.descents[tag];
            if descent.enough == 2 && descent.guesses == LIKELY_GUESSES {
                found.outlook.note(false);
                self.given_up.push(descent.grid);
                self.end(tag);
                continue;
            }
            if descent.guesses == MOST_GUESSES {
                found.answers[descent.grid] = Answer::Undecided;
                self.end(tag);
                continue;
            }
            descent.guesses += 1;
            found.guesses[descent.grid] += 1;
            descent.stack.push(single::<S>(&no, lane));
            live |= 1 << lane;
        }
        mill.todo.push(self.simd, &words, tags, live);
    }
}

/// Takes in solutions. False: there were none.
#[inline(always)]
fn collect<S: Simd>(mill: &mut Mill<S>, all: bool, found: &mut Findings) -> bool {
    let Some((solutions, tags, count)) = mill.take_solutions(all) else { return false };
    for lane in 0..count {
        found.answer(tags[lane] as usize, Answer::Several, &solutions, lane);
    }
    true
}
