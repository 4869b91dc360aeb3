//! The calls that the engine takes: to solve puzzles, or to count the solutions of states.

use std::ops::Range;

use fearless_simd::Simd;

use super::convert::{words_of, write_grid};
use super::lanes::Lanes;
use super::planes::ByteRows;
use super::stack::OneState;
use super::tag::Tag;
use crate::grid::{Candidates, Grid};
use crate::solver::{Answer, Goal};

/// The grids to be solved.
#[derive(Clone, Copy, Debug)]
pub enum Puzzles<'a> {
    /// Grids, some of which may have pencil marks.
    Grids {
        /// All grids.
        grids: &'a [Grid],
        /// The indices and candidates of those with pencil marks, in ascending order.
        marks: &'a [(usize, Candidates)],
    },
    /// Pencil marks.
    Candidates(&'a [Candidates]),
}

impl<'a> Puzzles<'a> {
    /// Grids without pencil marks.
    pub fn of_grids(grids: &'a [Grid]) -> Puzzles<'a> {
        Puzzles::Grids { grids, marks: &[] }
    }

    /// How many there are.
    pub(crate) fn len(self) -> usize {
        match self {
            Puzzles::Grids { grids, .. } => grids.len(),
            Puzzles::Candidates(candidates) => candidates.len(),
        }
    }

    /// The candidates of the puzzle with this index.
    pub fn candidates(self, index: usize) -> Candidates {
        match self {
            Puzzles::Grids { grids, marks } => {
                match marks.binary_search_by_key(&index, |&(marked, _)| marked) {
                    Ok(position) => marks[position].1,
                    Err(_) => Candidates::from(&grids[index]),
                }
            }
            Puzzles::Candidates(candidates) => candidates[index],
        }
    }

    /// The candidates of each puzzle.
    pub(crate) fn iter(self) -> impl Iterator<Item = Candidates> {
        (0..self.len()).map(move |index| self.candidates(index))
    }

    /// Adds a puzzle to the intake or to the open states.
    #[inline(always)]
    pub(super) fn add_to_lanes<S: Simd>(self, index: usize, lanes: &mut Lanes<S>, tag: Tag) {
        match self {
            Puzzles::Grids { grids, marks: [] } => lanes.intake.push(&grids[index], tag),
            _ => add_candidates(&self.candidates(index), lanes, tag),
        }
    }
}

/// Adds candidates. If they follow from clues, adds the clues instead: the intake counts clues and
/// loads them faster. Not inlined, so that it does not slow down the loops for clues.
#[inline(never)]
fn add_candidates<S: Simd>(candidates: &Candidates, lanes: &mut Lanes<S>, tag: Tag) {
    let clues = candidates.to_grid();
    if Candidates::from(&clues) == *candidates {
        lanes.intake.push(&clues, tag);
    } else {
        lanes.open.push_one(words_of(candidates), tag);
    }
}

/// A call of the engine.
pub(super) enum Call<'a> {
    /// To solve puzzles.
    Solve(Solve<'a>),
    /// To count the solutions of these states, up to a limit. States that are not searched in this
    /// call come back.
    Count {
        states: &'a mut Vec<OneState>,
        limit: u64,
    },
}

impl Call<'_> {
    /// What ends the call for vectors with this many lanes.
    pub fn limits(&self, lane_count: usize) -> CallLimits {
        match self {
            Call::Solve(_) => CallLimits {
                rounds: u64::MAX,
                solutions: u64::MAX,
            },
            Call::Count { states, limit } if states.len() < lane_count => CallLimits {
                rounds: MAX_SMALL_COUNT_ROUNDS,
                solutions: *limit,
            },
            Call::Count { limit, .. } => CallLimits {
                rounds: MAX_COUNT_ROUNDS,
                solutions: *limit,
            },
        }
    }
}

/// What ends a call, even if states are left.
pub(super) struct CallLimits {
    pub rounds: u64,
    /// The number of solutions that are counted.
    pub solutions: u64,
}

/// The rounds of a call that counts: about ten milliseconds with AVX-512. Threads share states
/// between calls, and do so too seldom to cost anything.
const MAX_COUNT_ROUNDS: u64 = 1 << 16;

/// The rounds of a call that counts, if it begins with less than a vector of states: other threads
/// are waiting for their share.
const MAX_SMALL_COUNT_ROUNDS: u64 = 1 << 9;

/// Puzzles to solve, and where their answers go.
pub(super) struct Solve<'a> {
    pub goal: Goal,
    pub puzzles: Puzzles<'a>,
    /// The puzzles whose search has not begun.
    pub waiting: Range<usize>,
    /// By puzzle.
    pub answers: &'a mut [Answer],
    /// The indices of the puzzles that take too many branch points.
    pub given_up: &'a mut Vec<usize>,
}

impl Solve<'_> {
    /// Answers a puzzle with the solution in a lane, the first that its search found. The solution
    /// is written in place, because a copy would stall; see [`write_grid`].
    #[inline(always)]
    pub fn record_solution(&mut self, puzzle: usize, solutions: &ByteRows, lane: usize) {
        let answer = &mut self.answers[puzzle];
        *answer = if self.goal == Goal::Uniqueness {
            Answer::Unique(Grid::EMPTY)
        } else {
            Answer::Solvable(Grid::EMPTY)
        };
        if let Answer::Unique(grid) | Answer::Solvable(grid) = answer {
            write_grid(solutions, lane, grid);
        }
    }
}
