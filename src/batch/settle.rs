//! Settles grids: no solution, one, or several.
//!
//! All states of a grid are searched, in whatever order keeps the lanes full, until none is left, or until there are enough
//! solutions. The side of a guess that is more likely to be true goes first.

use fearless_simd::prelude::*;

use super::branch::Guess;
use super::mill::{Ended, Mill, lanes};
use super::pool::Pool;
use super::words::{Lanes, Words, no_words};
use super::{Answer, FEWEST_UNIQUE, Findings, Goal, Known, MOST_GUESSES, Puzzles};

/// Marks the tag of a state that a guess has led to. A grid without any has one state, and no solution but the one it may show.
const GUESSED: u32 = 1 << 31;

/// The number of the grid that a state with this tag is of.
#[inline(always)]
fn number(tag: u32) -> usize {
    (tag & !GUESSED) as usize
}

/// How far a grid is settled.
#[derive(Clone, Copy, Default)]
struct Job {
    /// Its states that are somewhere.
    open: u32,
    /// Its solutions so far.
    found: u32,
}

pub(super) struct Settling<S: Simd> {
    /// By number of the grid, which is in the tags of its states.
    jobs: Vec<Job>,
    /// Solutions of a grid that are enough.
    enough: u32,
    /// Whether states may come up whose grid is decided.
    abandoned: bool,
    ended: Ended,
    /// Grids with several solutions.
    pub several: Vec<usize>,
    /// States of grids that look as if they had, before the first guess.
    pub likely: Pool,
    simd: S,
}

impl<S: Simd> Settling<S> {
    pub fn new(simd: S) -> Self {
        Settling {
            jobs: Vec::new(),
            enough: 2,
            abandoned: false,
            ended: Ended::new(),
            several: Vec::new(),
            likely: Pool::new(),
            simd,
        }
    }

    /// Answers those of these grids, or of all, that have no solution or one, and lists the others in `several`; with
    /// [`Goal::Any`] answers each with the first solution. If it may `foresee`, grids that need guesses go to `likely` as long
    /// as most such grids have turned out to have several solutions of late.
    #[inline(always)]
    pub fn run(
        &mut self,
        mill: &mut Mill<S>,
        goal: Goal,
        puzzles: Puzzles,
        these: Option<&[usize]>,
        foresee: bool,
        found: &mut Findings,
    ) {
        self.enough = if goal == Goal::Any { 1 } else { 2 };
        self.jobs.resize(puzzles.len(), Job::default());
        self.abandoned = false;
        self.several.clear();
        let mut waiting = (0..these.map_or(puzzles.len(), <[usize]>::len)).map(
            #[inline(always)]
            |i| these.map_or(i, |these| these[i]),
        );
        let mut words = no_words(self.simd);
        loop {
            if mill.todo.len() < Lanes::<S>::LEN {
                for index in waiting.by_ref().take(Lanes::<S>::LEN) {
                    self.jobs[index] = Job { open: 1, found: 0 };
                    puzzles.put(index, mill, index);
                }
                let fewest = if goal == Goal::Any { 0 } else { FEWEST_UNIQUE };
                self.several.extend(mill.load(fewest).iter().map(|&tag| number(tag)));
            }
            while self.abandoned && mill.free() != 0 && mill.todo.len() > 0 {
                for lane in lanes(mill.refill()) {
                    let index = number(mill.tags[lane]);
                    if self.is_decided(index, found) {
                        self.close(index, found);
                        mill.drop(1 << lane);
                    }
                }
            }
            if mill.is_idle() {
                if !self.collect(mill, true, found) && waiting.len() == 0 {
                    self.close_ended(found);
                    return;
                }
                continue;
            }
            let decided = mill.round(false);
            self.ended.push(self.simd, mill.tags, decided.dead);
            let guessed = (mill.tags & Lanes::<S>::splat(self.simd, GUESSED)).simd_ne(0).to_bitmask();
            // A state that no guess has led to is the only one of its grid: the grid is out of this search with it.
            let likely = if foresee && found.outlook.is_several() { decided.stuck & !guessed } else { 0 };
            mill.keep_in(&mut self.likely, likely);
            mill.keep_stuck(decided.stuck & !likely);
            if self.ended.len() >= Ended::MOST {
                self.close_ended(found);
            }
            if decided.solved != 0 {
                for lane in lanes(decided.solved & guessed) {
                    self.note_solution(number(mill.tags[lane]), found);
                }
                mill.keep_solutions(decided.solved, mill.tags);
                self.collect(mill, false, found);
            }
            self.branch(mill, &mut words, found);
        }
    }

    #[inline(always)]
    fn is_decided(&self, index: usize, found: &Findings) -> bool {
        self.jobs[index].found >= self.enough || found.guesses[index] > MOST_GUESSES
    }

    /// One solution of a grid more.
    #[inline(always)]
    fn note_solution(&mut self, index: usize, found: &mut Findings) {
        let job = &mut self.jobs[index];
        job.found += 1;
        if job.found == self.enough {
            self.abandoned = true;
            if self.enough == 2 {
                self.several.push(index);
                found.outlook.note(true);
            }
        }
    }

    /// Takes note of all that ended.
    #[inline(always)]
    fn close_ended(&mut self, found: &mut Findings) {
        while let Some(tag) = self.ended.pop() {
            self.close(number(tag), found);
        }
    }

    /// One state of a grid less.
    #[inline(always)]
    fn close(&mut self, index: usize, found: &mut Findings) {
        let job = &mut self.jobs[index];
        job.open -= 1;
        if job.open == 0 {
            // Where one solution is enough, nobody looks for others.
            if self.enough == 2 && job.found < 2 && found.guesses[index] > 0 {
                found.outlook.note(false);
            }
            if job.found == 0 && found.guesses[index] <= MOST_GUESSES {
                found.answers[index] = Answer::Unsolvable;
            }
        }
    }

    /// Guesses for stuck states if there are enough of them; drops those of grids that are decided.
    #[inline(always)]
    fn branch(&mut self, mill: &mut Mill<S>, words: &mut Words<S>, found: &mut Findings) {
        let Some((tags, count)) = mill.take_stuck(words) else { return };
        let mut live = 0;
        for lane in 0..count {
            let index = number(tags[lane]);
            if self.is_decided(index, found) {
                self.close(index, found);
                continue;
            }
            found.guesses[index] += 1;
            if found.guesses[index] > MOST_GUESSES {
                found.answers[index] = Answer::Undecided;
                self.abandoned = true;
            }
            self.jobs[index].open += 1;
            live |= 1 << lane;
        }
        let tags = tags | GUESSED;
        let guess = Guess::choose(self.simd, words, live);
        mill.todo.push(self.simd, &guess.no(words), tags, live);
        guess.write_yes(words);
        mill.todo.push(self.simd, words, tags, live);
    }

    /// Takes in solutions. False: there were none.
    #[inline(always)]
    fn collect(&mut self, mill: &mut Mill<S>, all: bool, found: &mut Findings) -> bool {
        let Some((tags, count)) = mill.take_solutions(all) else { return false };
        for lane in 0..count {
            let index = number(tags[lane]);
            let known = if self.enough == 1 { Known::Nothing } else { Known::Unique };
            if tags[lane] & GUESSED == 0 {
                found.answer(index, known, &mill.solutions, lane);
                continue;
            }
            self.close(index, found);
            if found.guesses[index] <= MOST_GUESSES && (self.jobs[index].found == 1 || self.enough == 1) {
                found.answer(index, known, &mill.solutions, lane);
            }
        }
        true
    }
}
