//! Decides one grid on all lanes, for grids on which the other searches give up.
//!
//! Whichever solution is found first is lowered. A smaller one agrees with it up to some blank and has a smaller digit there:
//! so many *questions*, one a blank, each with a tree of its own, and all are asked at once. A solution found for a blank
//! settles the question of that blank and those of all blanks after it; they are asked anew of the new solution. That puts
//! the order into the questions, and leaves guesses to be made where they tell most.

use fearless_simd::prelude::*;

use super::branch::Guess;
use super::cells::{grid_of, with_only, words_of};
use super::mill::{Mill, lanes};
use super::pool::Pool;
use super::words::no_words;
use super::{Answer, Goal};
use crate::grid::{CELLS, Candidates, Grid, UNITS};

/// A grid that takes more guesses, with those of the other searches, stays undecided after all.
const MOST_GUESSES: u32 = 20_000;

/// The tag of states that may hold any solution.
const ROOT: u32 = 0;

/// What has been found out, and which questions are open.
struct Inquiry<'a> {
    candidates: &'a Candidates,
    best: Option<Grid>,
    /// Whether there is another solution than the best.
    is_several: bool,
    /// Whether any solution is of interest: as long as there is none, or another is looked for.
    wants_any: bool,
    /// By cell: the tag of the states of its question, or [`ROOT`] if there is none.
    questions: [u32; CELLS],
    last_tag: u32,
}

/// The answer to one grid, whose guesses so far are counted on. The mill is empty before and after.
#[inline(always)]
pub(super) fn lower<S: Simd>(mill: &mut Mill<S>, candidates: &Candidates, goal: Goal, guesses: &mut u32) -> Answer {
    let mut inquiry = Inquiry {
        candidates,
        best: None,
        is_several: false,
        wants_any: true,
        questions: [ROOT; CELLS],
        last_tag: ROOT,
    };
    mill.todo.push_one(words_of(candidates), ROOT);
    let mut words = no_words(mill.simd);
    loop {
        while mill.free() != 0 && mill.todo.len() > 0 {
            for lane in lanes(mill.refill()) {
                if !inquiry.wants(mill.tags[lane]) {
                    mill.drop(1 << lane);
                }
            }
        }
        if mill.is_idle() {
            return inquiry.answer(goal);
        }
        let decided = mill.round(false);
        mill.keep_stuck(decided.stuck);
        for lane in lanes(decided.solved) {
            if inquiry.wants(mill.tags[lane]) {
                inquiry.take(grid_of(&mill.state(lane)), mill.tags[lane], goal, &mut mill.todo);
            }
        }
        let Some((tags, states)) = mill.take_stuck(&mut words) else { continue };
        let live = (0..states).filter(|&lane| inquiry.wants(tags[lane])).fold(0_u64, |live, lane| live | 1 << lane);
        *guesses += live.count_ones();
        if *guesses > MOST_GUESSES {
            mill.put_back();
            mill.todo.clear();
            return Answer::Undecided;
        }
        let guess = Guess::choose(mill.simd, &words, live);
        mill.todo.push(mill.simd, &guess.no(&words), tags, live);
        guess.write_yes(&mut words);
        mill.todo.push(mill.simd, &words, tags, live);
    }
}

impl Inquiry<'_> {
    fn wants(&self, tag: u32) -> bool {
        if tag == ROOT { self.wants_any } else { self.questions.contains(&tag) }
    }

    /// Takes in a solution that was found for the question with this tag.
    fn take(&mut self, solution: Grid, tag: u32, goal: Goal, todo: &mut Pool) {
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
                self.ask(&solution, from, todo);
            }
        }
    }

    /// Asks for smaller digits than those of a solution, in the cells from this one on.
    fn ask(&mut self, solution: &Grid, from: usize, todo: &mut Pool) {
        // The candidates with the cells up to where we are as they are in the solution.
        let mut words = words_of(self.candidates);
        let mut used = [0; 27];
        let mut states = Vec::new();
        for (cell, &d) in solution.cells().iter().enumerate() {
            let digit = 1 << (d - 1);
            let smaller =
                self.candidates.masks()[cell] & (digit - 1) & !UNITS[cell].iter().fold(0, |all, &unit| all | used[unit]);
            if cell >= from {
                self.questions[cell] = ROOT;
                if smaller != 0 {
                    self.last_tag += 1;
                    self.questions[cell] = self.last_tag;
                    states.push((with_only(words, cell, smaller), self.last_tag));
                }
            }
            words = with_only(words, cell, digit);
            UNITS[cell].iter().for_each(|&unit| used[unit] |= digit);
        }
        // The last comes first to the lanes: it should be the blank that settles most.
        states.iter().rev().for_each(|(words, tag)| todo.push_one(*words, *tag));
    }

    /// When all questions have been answered.
    fn answer(&self, goal: Goal) -> Answer {
        match self.best {
            None => Answer::Unsolvable,
            Some(best) if goal != Goal::Verdict => Answer::Solved(best),
            Some(best) if self.is_several => Answer::Several(best),
            Some(best) => Answer::Unique(best),
        }
    }
}
