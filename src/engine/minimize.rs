//! Decides one grid with all lanes: for grids on which the other searches give up.
//!
//! The first solution found is minimized. A smaller solution agrees with it in the cells before some cell, and has a smaller digit
//! there. So each cell gives a *question*, with a search tree of its own: is there such a solution? All questions are searched at
//! once. A solution for one cell answers the questions of that cell and of all later cells, and new questions about it replace
//! them. This leaves the search free to branch where that helps most.

use fearless_simd::prelude::*;

use super::branch::TriadBranch;
use super::convert::{candidates_of, restricted, words_of};
use super::lanes::{Lanes, lanes as lanes_of};
use super::layout::empty_words;
use super::stack::StateStack;
use super::{Answer, Goal};
use crate::grid::{CELLS, Candidates, Grid, UNITS};

/// The engine gives up for good on a grid that takes more guesses, with those of the other searches.
const MAX_GUESSES: u32 = 20_000;

/// The tag of states that may hold any solution.
const ROOT: u32 = 0;

/// What is known so far, and the questions.
struct Inquiry<'a> {
    candidates: &'a Candidates,
    best: Option<Grid>,
    /// Whether there is another solution than the best.
    is_several: bool,
    /// Whether any solution would help: the first, or another one if the goal is a verdict.
    wants_any: bool,
    /// By cell: the tag of the states of its question, or [`ROOT`] if it has none.
    questions: [u32; CELLS],
    last_tag: u32,
}

/// Answers one grid, or gives up. `guesses` counts those of the other searches too. The lanes are idle before and after.
#[inline(always)]
pub(super) fn minimize<S: Simd>(
    lanes: &mut Lanes<S>,
    candidates: &Candidates,
    goal: Goal,
    guesses: &mut u32,
) -> Option<Answer> {
    let mut inquiry = Inquiry {
        candidates,
        best: None,
        is_several: false,
        wants_any: true,
        questions: [ROOT; CELLS],
        last_tag: ROOT,
    };
    lanes.open.push_one(words_of(candidates), ROOT);
    let mut words = empty_words(lanes.simd);
    loop {
        while lanes.free() != 0 && lanes.open.len() > 0 {
            for lane in lanes_of(lanes.fill()) {
                if !inquiry.wants(lanes.tags[lane]) {
                    lanes.discard(1 << lane);
                }
            }
        }
        if lanes.is_idle() {
            return Some(inquiry.answer(goal));
        }
        let outcome = lanes.round(false);
        lanes.save_stuck(outcome.stuck);
        for lane in lanes_of(outcome.solved) {
            if inquiry.wants(lanes.tags[lane]) {
                let solution = candidates_of(&lanes.state(lane)).naked_singles();
                inquiry.accept(solution, lanes.tags[lane], goal, &mut lanes.open);
            }
        }
        let Some((tags, count)) = lanes.pop_stuck(&mut words) else { continue };
        let live = (0..count).filter(|&lane| inquiry.wants(tags[lane])).fold(0_u64, |live, lane| live | 1 << lane);
        *guesses += live.count_ones();
        if *guesses > MAX_GUESSES {
            lanes.reopen_all();
            lanes.open.clear();
            return None;
        }
        let branch = TriadBranch::choose(lanes.simd, &words, live);
        lanes.open.push(lanes.simd, &branch.exclude(&words), tags, live);
        branch.assume(&mut words);
        lanes.open.push(lanes.simd, &words, tags, live);
    }
}

impl Inquiry<'_> {
    /// Whether a state with this tag could still change the answer.
    fn wants(&self, tag: u32) -> bool {
        if tag == ROOT { self.wants_any } else { self.questions.contains(&tag) }
    }

    /// Takes in a solution that was found for the question with this tag.
    fn accept(&mut self, solution: Grid, tag: u32, goal: Goal, open: &mut StateStack) {
        let from = match self.best {
            None => 0,
            Some(best) => {
                self.is_several |= solution != best;
                self.questions.iter().position(|&question| question == tag && tag != ROOT).unwrap_or(CELLS)
            }
        };
        self.wants_any = goal == Goal::Verdict && !self.is_several;
        if from < CELLS {
            self.best = Some(solution);
            if goal != Goal::Any {
                self.ask(&solution, from, open);
            }
        }
    }

    /// Asks for digits smaller than those of a solution, in the cells from `from` on.
    fn ask(&mut self, solution: &Grid, from: usize, open: &mut StateStack) {
        // The candidates, with the digits of the solution in the cells so far.
        let mut words = words_of(self.candidates);
        let mut used = [0; 27];
        let mut states = Vec::new();
        for (cell, &d) in solution.cells().iter().enumerate() {
            let digit = 1 << (d - 1);
            let seen = UNITS[cell].iter().fold(0, |seen, &unit| seen | used[unit]);
            let smaller = self.candidates.masks()[cell] & (digit - 1) & !seen;
            if cell >= from {
                self.questions[cell] = ROOT;
                if smaller != 0 {
                    self.last_tag += 1;
                    self.questions[cell] = self.last_tag;
                    states.push((restricted(words, cell, smaller), self.last_tag));
                }
            }
            words = restricted(words, cell, digit);
            UNITS[cell].iter().for_each(|&unit| used[unit] |= digit);
        }
        // The question pushed last is searched first: that of the first cell, which can answer most others.
        states.iter().rev().for_each(|(words, tag)| open.push_one(*words, *tag));
    }

    /// The answer when no questions are left.
    fn answer(&self, goal: Goal) -> Answer {
        match self.best {
            None => Answer::Unsolvable,
            Some(best) if goal != Goal::Verdict => Answer::Solved(best),
            Some(best) if self.is_several => Answer::Several(best),
            Some(best) => Answer::Unique(best),
        }
    }
}
