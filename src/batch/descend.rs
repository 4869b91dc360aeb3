//! Finds the smallest solution of grids that have several: depth first, the first open cell in row-major order, digits
//! upwards, until the first solution.
//!
//! To keep that order a grid has one state under way, and a stack of its own for the others.

use fearless_simd::prelude::*;

use super::branch::Split;
use super::mill::{Mill, lanes};
use super::pool::Single;
use super::words::{Lanes, WORDS};
use super::{Answer, Findings, MOST_GUESSES};
use crate::grid::Grid;

/// A grid whose smallest solution is looked for.
#[derive(Default)]
struct Descent {
    grid: usize,
    guesses: u32,
    /// The branches not yet taken.
    stack: Vec<Single>,
}

pub(super) struct Descents<S: Simd> {
    /// By tag: enough to keep lanes busy while others wait for a guess.
    descents: Vec<Descent>,
    idle: Vec<usize>,
    simd: S,
}

impl<S: Simd> Descents<S> {
    pub fn new(simd: S) -> Self {
        let count = 3 * Lanes::<S>::LEN;
        let descents = (0..count).map(|_| Descent::default()).collect();
        Descents { descents, idle: (0..count).collect(), simd }
    }

    /// Answers these of the grids.
    #[inline(always)]
    pub fn run(&mut self, mill: &mut Mill<S>, grids: &[Grid], several: &[usize], found: &mut Findings) {
        let mut waiting = several.iter();
        loop {
            if mill.todo.len() < Lanes::<S>::LEN {
                while mill.intake.len() < Lanes::<S>::LEN
                    && waiting.len() > 0
                    && let Some(tag) = self.idle.pop()
                    && let Some(&grid) = waiting.next()
                {
                    (self.descents[tag].grid, self.descents[tag].guesses) = (grid, 0);
                    mill.intake.push(&grids[grid], tag);
                }
                mill.load();
            }
            mill.refill();
            if mill.is_idle() {
                if !collect(mill, true, found) {
                    return;
                }
                continue;
            }
            let decided = mill.round();
            for lane in lanes(decided.dead) {
                let tag = mill.tags[lane];
                let descent = &mut self.descents[tag as usize];
                if let Some(words) = descent.stack.pop() {
                    mill.todo.push_one(&words, tag);
                } else {
                    found.answers[descent.grid] = Answer::Unsolvable;
                    self.idle.push(tag as usize);
                }
            }
            if decided.solved != 0 {
                // The descent is free for another grid before this one's digits are taken in, so they go under its number.
                let mut tags = mill.tags;
                for lane in lanes(decided.solved) {
                    let tag = tags[lane] as usize;
                    tags[lane] = self.descents[tag].grid as u32;
                    self.end(tag);
                }
                mill.keep_solutions(decided.solved, tags);
                collect(mill, false, found);
            }
            self.branch(mill, found);
        }
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
            if descent.guesses == MOST_GUESSES {
                found.answers[descent.grid] = Answer::Undecided;
                self.end(tag);
                continue;
            }
            descent.guesses += 1;
            found.guesses[descent.grid] += 1;
            let mut single = [0; WORDS];
            for (to, from) in single.iter_mut().zip(&no) {
                *to = from[lane];
            }
            descent.stack.push(single);
            live |= 1 << lane;
        }
        mill.todo.push(self.simd, &words, tags, live);
    }
}

/// Takes in solutions. False: there were none.
#[inline(always)]
fn collect<S: Simd>(mill: &mut Mill<S>, all: bool, found: &mut Findings) -> bool {
    mill.collect(
        all,
        #[inline(always)]
        |grid, digits| found.answers[grid] = Grid::from_cells(digits).map_or(Answer::Unsolvable, Answer::Several),
    )
}
