//! What the searches get, the grids and the goal, and where they leave what they find out.

use fearless_simd::Simd;

use super::convert::{Intake, Solutions, words_of};
use super::lanes::Lanes;
use super::stack::StateStack;
pub use crate::answer::Answer;
use crate::grid::{Candidates, Grid};

/// Which solution to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// The lexicographically smallest solution.
    Smallest,
    /// Whether there is exactly one solution, and which one it is.
    Uniqueness,
    /// Whether there is a solution. The answer is [`Answer::Smallest`] with some solution as a witness, not the smallest. Which one
    /// depends on the other grids of a call and on the machine, so nothing that is printed may depend on it.
    #[doc(hidden)]
    Existence,
}

/// The grids to be solved.
#[derive(Clone, Copy)]
pub(super) enum Puzzles<'a> {
    Clues(&'a [Grid]),
    Candidates(&'a [Candidates]),
    /// Grids, some of which have pencil marks: their indices in ascending order, and what the marks leave.
    Marked(&'a [Grid], &'a [(usize, Candidates)]),
}

impl Puzzles<'_> {
    pub fn len(self) -> usize {
        match self {
            Puzzles::Clues(grids) | Puzzles::Marked(grids, _) => grids.len(),
            Puzzles::Candidates(candidates) => candidates.len(),
        }
    }

    /// Adds a grid to the lanes: at most a vector of them between two calls of [`Lanes::load`].
    #[inline(always)]
    pub fn add<S: Simd>(self, grid: usize, lanes: &mut Lanes<S>, tag: usize) {
        match self {
            Puzzles::Clues(grids) => lanes.intake.push(&grids[grid], tag as u32),
            Puzzles::Candidates(candidates) => {
                add_candidates(&candidates[grid], &mut lanes.intake, &mut lanes.open, tag as u32);
            }
            Puzzles::Marked(grids, marks) => {
                add_marked(&grids[grid], grid, marks, &mut lanes.intake, &mut lanes.open, tag as u32);
            }
        }
    }
}

/// Adds a grid that may have pencil marks. Not inlined, so that it does not slow down the loops for clues.
#[inline(never)]
fn add_marked(
    grid: &Grid,
    index: usize,
    marks: &[(usize, Candidates)],
    intake: &mut Intake,
    open: &mut StateStack,
    tag: u32,
) {
    match marks.binary_search_by_key(&index, |&(index, _)| index) {
        Ok(at) => add_candidates(&marks[at].1, intake, open, tag),
        Err(_) => intake.push(grid, tag),
    }
}

/// Adds candidates. If they say no more than clues would, the clues are added instead, which are counted and load faster.
///
/// Not inlined, so that it does not slow down the loops for clues.
#[inline(never)]
fn add_candidates(candidates: &Candidates, intake: &mut Intake, open: &mut StateStack, tag: u32) {
    let clues = candidates.naked_singles();
    if Candidates::from(&clues) == *candidates {
        intake.push(&clues, tag);
    } else {
        open.push_one(words_of(candidates), tag);
    }
}

/// Where the searches leave what they find out, by grid.
pub(super) struct Results<'a> {
    pub answers: &'a mut [Answer],
    /// Grids that take too many guesses or stops.
    pub given_up: &'a mut Vec<usize>,
    pub predictor: &'a mut Predictor,
}

impl Results<'_> {
    /// Answers a grid with the solution in a lane, the first that was found.
    #[inline(always)]
    pub fn answer(&mut self, grid: usize, goal: Goal, solutions: &Solutions, lane: usize) {
        let answer = &mut self.answers[grid];
        match (goal, &*answer) {
            // The answer of the last call often is of the same kind. Then only its grid has to be written.
            (Goal::Uniqueness, Answer::Unique(_)) | (Goal::Smallest | Goal::Existence, Answer::Smallest(_)) => {}
            (Goal::Uniqueness, _) => *answer = Answer::Unique(Grid::EMPTY),
            (Goal::Smallest | Goal::Existence, _) => *answer = Answer::Smallest(Grid::EMPTY),
        }
        if let Answer::Unique(grid) | Answer::Smallest(grid) = answer {
            solutions.write(lane, grid);
        }
    }
}

/// Predicts what a search is best prepared for, from recent searches that came to a stop.
///
/// It is kept from call to call: starting anew with every 2048 grids costs 5 to 15 % on grids with several solutions, because the
/// first of them are proved before it has learned.
#[derive(Clone, Copy, Default)]
pub(super) struct Predictor {
    /// The share of grids with several solutions.
    several: i32,
    /// How many stops a bold search saves.
    saved: i32,
}

impl Predictor {
    /// The value of one.
    const ONE: i32 = 1 << 16;

    /// Takes in whether a grid has several solutions, and how many stops its search took.
    pub fn observe(&mut self, several: bool, stops: u32) {
        // If there are several solutions, a careful search is in vain. If not, a bold search takes longer.
        let stops = stops.min(48) as i32;
        let (share, saved) = if several { (1, stops) } else { (0, -stops / 2) };
        self.several += (share * Predictor::ONE - self.several) / 32;
        self.saved += (saved * Predictor::ONE - self.saved) / 32;
    }

    pub fn predicts_several(&self) -> bool {
        self.saved > 0
    }

    pub fn predicts_one(&self) -> bool {
        self.several < Predictor::ONE / 24
    }
}
