//! The search: states of many grids go through the lanes, whoever's they are.
//!
//! ```text
//!              .--------------------- both sides of a guess ------------------.
//!              v                                                              |
//! grids ---> todo ---> lanes --- stuck ---> stuck, until a vector is full ----'
//!                      ^   | `-- dead ----> that was it
//!                      `---'  `- solved --> solved, until a vector is full ---> answers
//!                    a round
//! ```
//!
//! A state is the candidates of a grid after some guesses. Each round of propagation shows some lanes to be dead, solved or
//! stuck; they are free then, and others take their place. So rounds, guesses and solutions are each done for a full vector,
//! as long as there are grids. What is last put on `todo` is gone on with first, so it stays short, however many grids come.
//!
//! A grid is settled when none of its states is left. One that turns out to have several solutions is dropped, and the
//! smallest is looked for in another way: depth first, the first open cell in row-major order, digits upwards, until the first
//! solution. To keep that order each grid has one state under way and a stack of its own.

use fearless_simd::prelude::*;

use super::branch::{Guess, Split};
use super::cells::{Intake, digits_of};
use super::pool::{Pool, Single};
use super::round::{Outcome, State};
use super::words::{Lanes, WORDS};
use super::{Answer, Goal};
use crate::grid::Grid;

/// A grid that takes more guesses stays undecided. The hardest known take some hundreds; grids with few clues, which drive
/// any fixed order of branching to despair, are better left to a solver that learns from its failures.
const MOST_GUESSES: u32 = 1000;

/// A grid of fewer clues has no solution or several (McGuire, Tugemann and Civario, 2012), and so many open triads that
/// guessing them leads nowhere for long.
const FEWEST_UNIQUE: usize = 17;

/// How far a grid is settled.
#[derive(Clone, Copy, Default)]
struct Job {
    /// Its states that are somewhere.
    open: u32,
    guesses: u32,
    /// Its solutions so far.
    found: u32,
}

/// A grid whose smallest solution is looked for.
#[derive(Default)]
struct Descent {
    grid: usize,
    guesses: u32,
    /// The branches not yet taken.
    stack: Vec<Single>,
}

pub(super) struct Search<S: Simd> {
    simd: S,
    state: State<S>,
    /// Whose the state in each lane is, by number of the grid or the descent.
    tags: Lanes<S>,
    busy: u64,
    todo: Pool,
    stuck: Pool,
    solved: Pool,
    intake: Intake,
    jobs: Vec<Job>,
    descents: Vec<Descent>,
    /// Grids with several solutions.
    several: Vec<usize>,
    pub guesses: u64,
}

impl<S: Simd> Search<S> {
    pub fn new(simd: S) -> Self {
        Search {
            simd,
            state: State::new(simd),
            tags: Lanes::<S>::splat(simd, 0),
            busy: 0,
            todo: Pool::new(),
            stuck: Pool::new(),
            solved: Pool::new(),
            intake: Intake::new(),
            jobs: Vec::new(),
            descents: (0..3 * Lanes::<S>::LEN).map(|_| Descent::default()).collect(),
            several: Vec::new(),
            guesses: 0,
        }
    }

    /// Decides every grid: `answers` are as many.
    #[inline(always)]
    pub fn run(&mut self, goal: Goal, grids: &[Grid], answers: &mut [Answer]) {
        self.several.clear();
        self.settle(goal, grids, answers);
        if goal == Goal::Smallest {
            self.descend(grids, answers);
        }
    }

    /// Lanes without a state.
    #[inline(always)]
    fn free(&self) -> u64 {
        !self.busy & ((1 << Lanes::<S>::LEN) - 1)
    }

    /// Fills free lanes from `todo`.
    #[inline(always)]
    fn refill(&mut self) {
        let mut lanes = self.free();
        if lanes == 0 || self.todo.len() == 0 {
            return;
        }
        while lanes.count_ones() as usize > self.todo.len() {
            lanes &= lanes - 1;
        }
        self.todo.pop(self.simd, &mut self.state.words, &mut self.tags, lanes);
        self.state.forget(self.simd, lanes);
        self.busy |= lanes;
    }

    /// One round. Lanes are free when something has come of them; those stuck or solved are put away.
    #[inline(always)]
    fn round(&mut self) -> Outcome {
        let mut outcome = self.state.round(self.simd);
        outcome.dead &= self.busy;
        outcome.solved &= self.busy;
        outcome.stuck &= self.busy;
        self.busy &= !(outcome.dead | outcome.solved | outcome.stuck);
        if outcome.stuck != 0 {
            self.stuck.push(self.simd, &self.state.words, self.tags, outcome.stuck);
        }
        outcome
    }

    /// Whether the stuck states should be branched now: if they fill a vector, or else if lanes would be idle for want of them.
    #[inline(always)]
    fn must_branch(&self) -> bool {
        let stuck = self.stuck.len();
        stuck >= Lanes::<S>::LEN || self.todo.len() == 0 && stuck > self.busy.count_ones() as usize
    }

    /// Finds out which grids have no solution, one or several; with [`Goal::Any`] a solution will do.
    #[inline(always)]
    fn settle(&mut self, goal: Goal, grids: &[Grid], answers: &mut [Answer]) {
        let enough = if goal == Goal::Any { 1 } else { 2 };
        self.jobs.clear();
        self.jobs.resize(grids.len(), Job::default());
        let mut waiting = grids.iter().enumerate();
        loop {
            if self.todo.len() < Lanes::<S>::LEN {
                while self.intake.len() < Lanes::<S>::LEN
                    && let Some((index, grid)) = waiting.next()
                {
                    if goal == Goal::Smallest && grid.cells().iter().filter(|&&d| d > 0).count() < FEWEST_UNIQUE {
                        self.several.push(index);
                    } else {
                        self.jobs[index].open = 1;
                        self.intake.push(grid, index);
                    }
                }
                self.load();
            }
            self.refill();
            if self.busy == 0 && self.stuck.len() == 0 {
                if self.solved.len() == 0 {
                    return;
                }
                self.collect(goal, answers);
                continue;
            }
            let outcome = self.round();
            for lane in lanes(outcome.dead) {
                self.close(self.tags[lane] as usize, answers);
            }
            if outcome.solved != 0 {
                for lane in lanes(outcome.solved) {
                    let index = self.tags[lane] as usize;
                    let job = &mut self.jobs[index];
                    job.found += 1;
                    if job.found == 2 && goal == Goal::Smallest {
                        self.several.push(index);
                    }
                }
                self.solved.push(self.simd, &self.state.words, self.tags, outcome.solved);
                if self.solved.len() >= Lanes::<S>::LEN {
                    self.collect(goal, answers);
                }
            }
            if self.must_branch() {
                self.branch(enough, answers);
            }
        }
    }

    /// Puts the grids taken in on `todo`.
    #[inline(always)]
    fn load(&mut self) {
        if self.intake.len() > 0 {
            self.intake.empty_into(self.simd, &mut self.todo);
        }
    }

    /// One state of a grid less.
    #[inline(always)]
    fn close(&mut self, index: usize, answers: &mut [Answer]) {
        let job = &mut self.jobs[index];
        job.open -= 1;
        if job.open == 0 && job.found == 0 && job.guesses <= MOST_GUESSES {
            answers[index] = Answer::Unsolvable;
        }
    }

    /// Guesses for a vector of stuck states, or all of them; drops those of grids that are decided.
    #[inline(always)]
    fn branch(&mut self, enough: u32, answers: &mut [Answer]) {
        let simd = self.simd;
        let (mut words, tags, count) = self.stuck.take(simd);
        let mut live = 0;
        for lane in 0..count {
            let index = tags[lane] as usize;
            let job = &mut self.jobs[index];
            if job.found >= enough || job.guesses > MOST_GUESSES {
                self.close(index, answers);
                continue;
            }
            job.guesses += 1;
            self.guesses += 1;
            if job.guesses > MOST_GUESSES {
                answers[index] = Answer::Undecided;
            }
            job.open += 1;
            live |= 1 << lane;
        }
        let guess = Guess::choose(simd, &words, live);
        let no = guess.no(&words);
        self.todo.push(simd, &no, tags, live);
        guess.write_yes(&mut words);
        self.todo.push(simd, &words, tags, live);
    }

    /// Takes in a vector of solutions, or all of them.
    #[inline(always)]
    fn collect(&mut self, goal: Goal, answers: &mut [Answer]) {
        let (words, tags, count) = self.solved.take::<S>(self.simd);
        let answer = if goal == Goal::Any { Answer::Solved } else { Answer::Unique };
        digits_of(
            self.simd,
            &words,
            count,
            #[inline(always)]
            |lane, digits| {
                let index = tags[lane] as usize;
                self.close(index, answers);
                let job = &self.jobs[index];
                if job.guesses <= MOST_GUESSES && (job.found == 1 || goal == Goal::Any) {
                    answers[index] = Grid::from_cells(digits).map_or(Answer::Unsolvable, answer);
                }
            },
        );
    }

    #[inline(always)]
    fn collect_smallest(&mut self, answers: &mut [Answer]) {
        let (words, tags, count) = self.solved.take::<S>(self.simd);
        digits_of(
            self.simd,
            &words,
            count,
            #[inline(always)]
            |lane, digits| {
                answers[tags[lane] as usize] = Grid::from_cells(digits).map_or(Answer::Unsolvable, Answer::Solved);
            },
        );
    }

    /// Finds the smallest solutions of the grids with several.
    #[inline(always)]
    fn descend(&mut self, grids: &[Grid], answers: &mut [Answer]) {
        let simd = self.simd;
        let mut several = std::mem::take(&mut self.several);
        let mut idle: Vec<usize> = (0..self.descents.len()).collect();
        let mut waiting = several.iter();
        loop {
            if self.todo.len() < Lanes::<S>::LEN {
                while self.intake.len() < Lanes::<S>::LEN
                    && waiting.len() > 0
                    && let Some(tag) = idle.pop()
                    && let Some(&grid) = waiting.next()
                {
                    (self.descents[tag].grid, self.descents[tag].guesses) = (grid, 0);
                    self.intake.push(&grids[grid], tag);
                }
                self.load();
            }
            self.refill();
            if self.busy == 0 && self.stuck.len() == 0 {
                if self.solved.len() == 0 {
                    break;
                }
                self.collect_smallest(answers);
                continue;
            }
            let outcome = self.round();
            for lane in lanes(outcome.dead) {
                let tag = self.tags[lane];
                let descent = &mut self.descents[tag as usize];
                if let Some(words) = descent.stack.pop() {
                    self.todo.push_one(&words, tag);
                } else {
                    answers[descent.grid] = Answer::Unsolvable;
                    idle.push(tag as usize);
                }
            }
            if outcome.solved != 0 {
                let mut of_grids = self.tags;
                for lane in lanes(outcome.solved) {
                    let tag = self.tags[lane] as usize;
                    of_grids[lane] = self.descents[tag].grid as u32;
                    self.descents[tag].stack.clear();
                    idle.push(tag);
                }
                self.solved.push(simd, &self.state.words, of_grids, outcome.solved);
                if self.solved.len() >= Lanes::<S>::LEN {
                    self.collect_smallest(answers);
                }
            }
            if self.must_branch() {
                let (mut words, tags, count) = self.stuck.take(simd);
                let split = Split::first_open(simd, &words);
                let no = split.no(&words);
                split.write_yes(&mut words);
                let mut live = 0;
                for lane in 0..count {
                    let tag = tags[lane] as usize;
                    let descent = &mut self.descents[tag];
                    if descent.guesses == MOST_GUESSES {
                        answers[descent.grid] = Answer::Undecided;
                        descent.stack.clear();
                        idle.push(tag);
                        continue;
                    }
                    descent.guesses += 1;
                    self.guesses += 1;
                    let mut single = [0; WORDS];
                    for (to, from) in single.iter_mut().zip(&no) {
                        *to = from[lane];
                    }
                    descent.stack.push(single);
                    live |= 1 << lane;
                }
                self.todo.push(simd, &words, tags, live);
            }
        }
        several.clear();
        self.several = several;
    }
}

/// The lanes of a set, upwards.
#[inline(always)]
fn lanes(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(
        #[inline(always)]
        move || {
            let lane = set.trailing_zeros() as usize;
            set &= set.wrapping_sub(1);
            (lane < 64).then_some(lane)
        },
    )
}
