//! Finds out whether grids have no solution, one or several.
//!
//! The states of a grid are searched in any order that keeps the lanes full, until none is left or two solutions are found. The side
//! of a branch where the decision is assumed is searched first, because it is more likely to have a solution. A grid is
//! *decided* once it has two solutions or takes too many guesses. Its other states are closed when they are stuck, dead or solved: looking for
//! them earlier costs more than it saves.

use std::ops::Range;

use fearless_simd::prelude::*;

use super::branch::split_by_triad;
use super::lanes::{DeadTags, Lanes, Mode, each_lane};
use super::layout::{Vector, Words};
use super::propagate::Outcome;
use super::stack::StateStack;
use super::task::{Answer, Goal, Puzzles, Results};

/// `prove` gives up on a grid that takes more guesses. The hardest known take a few hundred. Grids with few clues can take any
/// number, and are better left to a search that learns where to branch.
const MAX_GUESSES: u32 = 1000;

/// A grid with fewer clues has no solution or several (McGuire, Tugemann and Civario, 2012). Such grids have so many undecided
/// triads that `prove` would take long.
const MIN_UNIQUE_CLUES: u8 = 17;

/// Set in the tags of states that come from a guess. A state without it is the only one of its grid.
const GUESSED: u32 = 1 << 31;

/// The index of the grid that a state belongs to.
#[inline(always)]
fn grid_of(tag: u32) -> usize {
    (tag & !GUESSED) as usize
}

/// How far the search of a grid is.
#[derive(Clone, Copy, Default)]
struct Progress {
    /// The states that are not yet closed, wherever they are.
    states: u32,
    /// The solutions found so far.
    found: u32,
    guesses: u32,
}

impl Progress {
    #[inline(always)]
    fn is_given_up(self) -> bool {
        self.guesses > MAX_GUESSES
    }
}

pub(super) struct Prove<S: Simd> {
    simd: S,
    /// By grid.
    progress: Vec<Progress>,
    dead: DeadTags,
    /// Grids that are left to [`super::dfs`]: those with several solutions, unless that answers the question, and those with too few
    /// clues for one, which have several or none.
    pub several: Vec<usize>,
    /// States of grids that are left to [`super::dfs`], before their first guess. Their tags are the grids.
    pub deferred: StateStack,
}

impl<S: Simd> Prove<S> {
    pub fn new(simd: S) -> Self {
        Prove { simd, progress: Vec::new(), dead: DeadTags::new(), several: Vec::new(), deferred: StateStack::new() }
    }

    /// Answers grids that have no solution or one. Each of the others is in `several`, in `deferred` or given up. The grids are all, or
    /// those in `only`, of which none is deferred.
    #[inline(always)]
    pub fn run(
        &mut self,
        lanes: &mut Lanes<S>,
        goal: Goal,
        puzzles: Puzzles,
        only: Option<&[usize]>,
        results: &mut Results,
    ) {
        self.progress.resize(puzzles.len(), Progress::default());
        self.several.clear();
        let waiting = 0..only.map_or(puzzles.len(), <[usize]>::len);
        lanes.drive(&mut Proving { prove: self, goal, puzzles, only, waiting, results });
    }

    #[inline(always)]
    fn count_solution(&mut self, grid: usize, goal: Goal, results: &mut Results) {
        let progress = &mut self.progress[grid];
        progress.found += 1;
        if progress.found == 2 && !progress.is_given_up() {
            match goal {
                Goal::Smallest => self.several.push(grid),
                Goal::Uniqueness => results.answers[grid] = Answer::Several(None),
                Goal::Existence => {}
            }
            results.predictor.observe(true);
        }
    }

    #[inline(always)]
    fn close_dead(&mut self, results: &mut Results) {
        while let Some(tag) = self.dead.pop() {
            self.close(grid_of(tag), results);
        }
    }

    /// Closes one state of a grid.
    #[inline(always)]
    fn close(&mut self, grid: usize, results: &mut Results) {
        let progress = &mut self.progress[grid];
        progress.states -= 1;
        if progress.states == 0 {
            if progress.found < 2 && progress.guesses > 0 {
                results.predictor.observe(false);
            }
            if progress.found == 0 && !progress.is_given_up() {
                results.answers[grid] = Answer::Unsolvable;
            }
        }
    }

    /// Makes guesses in stuck states, and closes those of decided grids.
    #[inline(always)]
    fn branch(&mut self, lanes: &mut Lanes<S>, words: &mut Words<S>, results: &mut Results) {
        let Some((tags, count)) = lanes.pop_stuck(words) else { return };
        let mut live = 0;
        for lane in 0..count {
            let grid = grid_of(tags[lane]);
            let progress = &mut self.progress[grid];
            if progress.found >= 2 || progress.is_given_up() {
                self.close(grid, results);
                continue;
            }
            progress.guesses += 1;
            if progress.is_given_up() {
                results.given_up.push(grid);
            }
            // One state becomes two.
            progress.states += 1;
            live |= 1 << lane;
        }
        let tags = tags | GUESSED;
        split_by_triad(
            self.simd,
            words,
            live,
            #[inline(always)]
            |excluded| lanes.open.push(self.simd, excluded, tags, live),
        );
        lanes.open.push(self.simd, words, tags, live);
    }

    /// Answers grids with saved solutions; see [`Lanes::pop_solutions`]. Returns whether there were any.
    #[inline(always)]
    fn collect(&mut self, lanes: &mut Lanes<S>, goal: Goal, flush: bool, results: &mut Results) -> bool {
        let Some((tags, count)) = lanes.pop_solutions(flush) else { return false };
        for lane in 0..count {
            let grid = grid_of(tags[lane]);
            if tags[lane] & GUESSED == 0 {
                results.answer(grid, goal, &lanes.solutions, lane);
                continue;
            }
            self.close(grid, results);
            // A grid with a second solution has its answer or is in `several`, unless any solution is the answer.
            let progress = self.progress[grid];
            if !progress.is_given_up() && (progress.found == 1 || goal == Goal::Existence) {
                results.answer(grid, goal, &lanes.solutions, lane);
            }
        }
        true
    }
}

/// A call of [`Prove::run`].
struct Proving<'a, 'b, S: Simd> {
    prove: &'a mut Prove<S>,
    goal: Goal,
    puzzles: Puzzles<'a>,
    only: Option<&'a [usize]>,
    /// The grids that have not begun: indices in `only`, or of all grids.
    waiting: Range<usize>,
    results: &'a mut Results<'b>,
}

impl<S: Simd> Proving<'_, '_, S> {
    #[inline(always)]
    fn collect(&mut self, lanes: &mut Lanes<S>, flush: bool) -> bool {
        self.prove.collect(lanes, self.goal, flush, self.results)
    }
}

impl<S: Simd> Mode<S> for Proving<'_, '_, S> {
    #[inline(always)]
    fn refill(&mut self, lanes: &mut Lanes<S>) {
        if lanes.open.len() >= Vector::<S>::LEN {
            return;
        }
        for index in self.waiting.by_ref().take(Vector::<S>::LEN) {
            let grid = self.only.map_or(index, |only| only[index]);
            self.prove.progress[grid] = Progress { states: 1, ..Progress::default() };
            self.puzzles.add(grid, lanes, grid);
        }
        // With fewer clues, any solution is one of several: nothing is left to prove.
        self.prove.several.extend(lanes.load(MIN_UNIQUE_CLUES).iter().map(|&tag| grid_of(tag)));
    }

    #[inline(always)]
    fn flush(&mut self, lanes: &mut Lanes<S>) -> bool {
        if self.collect(lanes, true) || !self.waiting.is_empty() {
            return true;
        }
        self.prove.close_dead(self.results);
        false
    }

    #[inline(always)]
    fn handle(&mut self, lanes: &mut Lanes<S>, outcome: Outcome) {
        let Proving { prove, goal, only, results, .. } = self;
        prove.dead.push(prove.simd, lanes.tags, outcome.dead);
        let guessed = (lanes.tags & Vector::<S>::splat(prove.simd, GUESSED)).simd_ne(0).to_bitmask();
        let defers = only.is_none() && (*goal == Goal::Existence || results.predictor.predicts_several());
        // A state without a guess is the only one of its grid, so this search has no other states of a deferred grid.
        let deferred = if defers { outcome.stuck & !guessed } else { 0 };
        lanes.save_to(&mut prove.deferred, deferred);
        lanes.save_stuck(outcome.stuck & !deferred);
        if prove.dead.is_full() {
            prove.close_dead(results);
        }
        if outcome.solved != 0 {
            for lane in each_lane(outcome.solved & guessed) {
                prove.count_solution(grid_of(lanes.tags[lane]), *goal, results);
            }
            lanes.save_solved(outcome.solved);
            self.collect(lanes, false);
        }
    }

    #[inline(always)]
    fn branch(&mut self, lanes: &mut Lanes<S>, words: &mut Words<S>) {
        self.prove.branch(lanes, words, self.results);
    }
}
