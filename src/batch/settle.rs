//! Settles grids: no solution, one, or several.
//!
//! All states of a grid are searched, in whatever order keeps the lanes full, until none is left, or until there are enough
//! solutions. The side of a guess that is more likely to be true goes first.

use fearless_simd::prelude::*;

use super::branch::Guess;
use super::mill::{Mill, lanes};
use super::pool::Pool;
use super::words::{Lanes, Words, no_words};
use super::{Answer, FEWEST_UNIQUE, Findings, Goal, Known, MOST_GUESSES, Puzzles};

/// How far a grid is settled.
#[derive(Clone, Copy, Default)]
struct Job {
    /// Its states that are somewhere.
    open: u32,
    /// Its solutions so far.
    found: u32,
}

pub(super) struct Settling<S: Simd> {
    /// By number of the grid, which is the tag of its states.
    jobs: Vec<Job>,
    /// Solutions of a grid that are enough.
    enough: u32,
    /// Grids with several solutions.
    pub several: Vec<usize>,
    /// States of grids that look as if they had, before the first guess.
    pub likely: Pool,
    simd: S,
}

impl<S: Simd> Settling<S> {
    pub fn new(simd: S) -> Self {
        Settling { jobs: Vec::new(), enough: 2, several: Vec::new(), likely: Pool::new(), simd }
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
        self.several.clear();
        let mut waiting = (0..these.map_or(puzzles.len(), <[usize]>::len)).map(
            #[inline(always)]
            |i| these.map_or(i, |these| these[i]),
        );
        let mut words = no_words(self.simd);
        loop {
            if mill.todo.len() < Lanes::<S>::LEN {
                for index in waiting.by_ref().take(Lanes::<S>::LEN) {
                    if goal != Goal::Any && puzzles.have_few_clues(index, FEWEST_UNIQUE) {
                        self.several.push(index);
                    } else {
                        self.jobs[index] = Job { open: 1, found: 0 };
                        puzzles.put(index, mill, index);
                    }
                }
                mill.load();
            }
            while mill.free() != 0 && mill.todo.len() > 0 {
                let filled = mill.refill();
                for lane in lanes(filled) {
                    let index = mill.tags[lane] as usize;
                    if self.is_decided(index, found) {
                        self.close(index, found);
                        mill.drop(1 << lane);
                    }
                }
            }
            if mill.is_idle() {
                if !self.collect(mill, &mut words, true, found) && waiting.len() == 0 {
                    return;
                }
                continue;
            }
            let decided = mill.round::<false>();
            for lane in lanes(decided.dead) {
                self.close(mill.tags[lane] as usize, found);
            }
            if decided.solved != 0 {
                for lane in lanes(decided.solved) {
                    let index = mill.tags[lane] as usize;
                    self.jobs[index].found += 1;
                    if self.jobs[index].found == 2 && goal != Goal::Any {
                        self.several.push(index);
                        found.outlook.note(true);
                    }
                }
                mill.keep_solutions(decided.solved, mill.tags);
                self.collect(mill, &mut words, false, found);
            }
            self.branch(mill, &mut words, foresee && found.outlook.is_several(), found);
        }
    }

    #[inline(always)]
    fn is_decided(&self, index: usize, found: &Findings) -> bool {
        self.jobs[index].found >= self.enough || found.guesses[index] > MOST_GUESSES
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
    fn branch(&mut self, mill: &mut Mill<S>, words: &mut Words<S>, several: bool, found: &mut Findings) {
        let Some((tags, count)) = mill.take_stuck(words) else { return };
        let mut live = 0;
        let mut likely = 0;
        for lane in 0..count {
            let index = tags[lane] as usize;
            if self.is_decided(index, found) {
                self.close(index, found);
                continue;
            }
            if several && found.guesses[index] == 0 {
                likely |= 1 << lane;
                self.close(index, found);
                continue;
            }
            found.guesses[index] += 1;
            if found.guesses[index] > MOST_GUESSES {
                found.answers[index] = Answer::Undecided;
            }
            self.jobs[index].open += 1;
            live |= 1 << lane;
        }
        if likely != 0 {
            self.likely.push(self.simd, words, tags, likely);
        }
        let guess = Guess::choose(self.simd, words, live);
        mill.todo.push(self.simd, &guess.no(words), tags, live);
        guess.write_yes(words);
        mill.todo.push(self.simd, words, tags, live);
    }

    /// Takes in solutions. False: there were none.
    #[inline(always)]
    fn collect(&mut self, mill: &mut Mill<S>, words: &mut Words<S>, all: bool, found: &mut Findings) -> bool {
        let Some((tags, count)) = mill.take_solutions(words, all) else { return false };
        for lane in 0..count {
            let index = tags[lane] as usize;
            self.close(index, found);
            if found.guesses[index] <= MOST_GUESSES && (self.jobs[index].found == 1 || self.enough == 1) {
                let known = if self.enough == 1 { Known::Nothing } else { Known::Unique };
                found.answer(index, known, &mill.solutions, lane);
            }
        }
        true
    }
}
