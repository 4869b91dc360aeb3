//! Requests to the engine, and its results.

use std::ops::Range;

use fearless_simd::Simd;

use super::convert::{Solutions, words_of};
use super::lanes::Lanes;
use super::stack::OneState;
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
    /// Whether there is a solution. The answer is [`Answer::Solvable`] with some solution as a witness, not the smallest. Which one
    /// depends on the other grids of a call and on the machine, so nothing that is printed may depend on it.
    #[doc(hidden)]
    Existence,
}

/// The grids to be solved.
#[derive(Clone, Copy, Debug)]
pub enum Puzzles<'a> {
    /// Grids, some of which have pencil marks: their indices in ascending order, and what the marks leave.
    Grids(&'a [Grid], &'a [(usize, Candidates)]),
    /// Pencil marks.
    Candidates(&'a [Candidates]),
}

impl Puzzles<'_> {
    /// How many there are.
    pub(crate) fn len(self) -> usize {
        match self {
            Puzzles::Grids(grids, _) => grids.len(),
            Puzzles::Candidates(candidates) => candidates.len(),
        }
    }

    /// The candidates of the puzzle with this index.
    pub fn candidates(self, index: usize) -> Candidates {
        match self {
            Puzzles::Candidates(candidates) => candidates[index],
            Puzzles::Grids(grids, marks) => match marks.binary_search_by_key(&index, |&(index, _)| index) {
                Ok(at) => marks[at].1,
                Err(_) => Candidates::from(&grids[index]),
            },
        }
    }

    /// Adds a puzzle to the lanes: at most a vector of them between two calls of [`Lanes::load`].
    #[inline(always)]
    pub(super) fn add<S: Simd>(self, index: usize, lanes: &mut Lanes<S>, tag: u32) {
        match self {
            Puzzles::Grids(grids, []) => lanes.intake.push(&grids[index], tag),
            _ => add_candidates(&self.candidates(index), lanes, tag),
        }
    }
}

/// Adds candidates. If they say no more than clues would, the clues are added instead, which are counted and load faster.
///
/// Not inlined, so that it does not slow down the loops for clues.
#[inline(never)]
fn add_candidates<S: Simd>(candidates: &Candidates, lanes: &mut Lanes<S>, tag: u32) {
    let clues = candidates.naked_singles();
    if Candidates::from(&clues) == *candidates {
        lanes.intake.push(&clues, tag);
    } else {
        lanes.open.push_one(words_of(candidates), tag);
    }
}

/// A call of the engine.
pub(super) struct Call<'a> {
    /// `None` to count the solutions of one grid.
    pub goal: Option<Goal>,
    pub puzzles: Puzzles<'a>,
    /// The grids that have not begun.
    pub waiting: Range<usize>,
    /// By grid.
    pub answers: &'a mut [Answer],
    /// Grids that take too many stops.
    pub given_up: &'a mut Vec<usize>,
    /// The states whose solutions are counted. Those that are not searched in this call come back.
    pub frontier: &'a mut Vec<OneState>,
    /// The greatest number to count.
    pub limit: u64,
}

impl Call<'_> {
    /// Answers a grid with the solution in a lane, the first that was found.
    #[inline(always)]
    pub fn answer(&mut self, grid: usize, solutions: &Solutions, lane: usize) {
        let is_unique = self.goal == Some(Goal::Uniqueness);
        let answer = &mut self.answers[grid];
        // The answer of the last call often is of the same kind. Then only its grid has to be written.
        match answer {
            Answer::Unique(_) if is_unique => {}
            Answer::Solvable(_) if !is_unique => {}
            _ if is_unique => *answer = Answer::Unique(Grid::EMPTY),
            _ => *answer = Answer::Solvable(Grid::EMPTY),
        }
        if let Answer::Unique(grid) | Answer::Solvable(grid) = answer {
            solutions.write(lane, grid);
        }
    }
}

/// Predicts which searches are best, from recent searches that came to a stop.
///
/// It is kept from call to call: starting anew with every 2048 grids costs 5 to 15 % on grids with several solutions, because it has
/// to learn first.
#[derive(Default)]
pub(super) struct Predictor {
    /// The share of grids with several solutions.
    several: i32,
    /// How many stops a hopeful search saves.
    saved: i32,
}

/// The searches that the averages remember.
const MEMORY: i32 = 32;

/// The most stops that count for a search: one long search must not decide for many others.
const MOST_STOPS: u32 = 48;

impl Predictor {
    /// The value of one.
    const ONE: i32 = 1 << 16;

    /// Takes in whether a grid has several solutions, and how many stops its search took.
    pub fn observe(&mut self, several: bool, stops: u32) {
        // If there are several solutions, a careful search is in vain. If not, a hopeful search takes about half as long again.
        let stops = stops.min(MOST_STOPS) as i32;
        let (share, saved) = if several { (1, stops) } else { (0, -stops / 2) };
        self.several += (share * Predictor::ONE - self.several) / MEMORY;
        self.saved += (saved * Predictor::ONE - self.saved) / MEMORY;
    }

    /// Whether a hopeful search probably saves stops.
    pub fn expects_several(&self) -> bool {
        self.saved > 0
    }

    /// Whether hardly any grid has several solutions.
    pub fn expects_one(&self) -> bool {
        self.several < Predictor::ONE / 24
    }
}
