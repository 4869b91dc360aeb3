//! The replies that a record gets.

use std::num::NonZero;

use crate::grid::{MarkedGrid, MarkedGridRef};
use crate::logic::{OneSolution, RatingReport, Steps};
use crate::question::Question;
use crate::question::case::{AnalysisResult, Case};
use crate::question::check::check;
use crate::question::reply::Reply;

/// The replies that a record gets: one that is made already, or many that are made while they are
/// written.
#[derive(Clone, Debug)]
pub(crate) enum Replies<'a> {
    One(Reply<'a>),
    /// [`Reply::Listed`] for each of several solutions.
    Solutions {
        /// The most solutions to list; `None` lists all.
        limit: Option<NonZero<u64>>,
    },
    /// [`Reply::Equivalent`] for each of this many random equivalents.
    Equivalents {
        count: NonZero<u64>,
        seed: u64,
    },
}

impl Question {
    /// The replies to a record.
    pub(crate) fn replies<'a>(self, case: &Case<'a>) -> Replies<'a> {
        match self {
            Question::Smallest => Replies::One(smallest(case)),
            Question::All { limit } => all_solutions(case, limit),
            Question::Count { .. } => Replies::One(count(case)),
            Question::Verdict => Replies::One(Reply::Verdict),
            Question::Check => Replies::One(Reply::Check(check(case).map(drop))),
            Question::Redundant => Replies::One(redundant(case)),
            Question::Minimize => Replies::One(minimized(case)),
            Question::Rate => Replies::One(rating(case)),
            Question::Steps => Replies::One(steps(case)),
            Question::Candidates => Replies::One(true_candidates(case)),
            Question::Canonical => Replies::One(canonical(case)),
            Question::Shuffle { count, seed } => Replies::Equivalents { count, seed },
            Question::Convert => Replies::One(Reply::OwnGrid),
            Question::PencilMarks => Replies::One(pencil_marks(case)),
        }
    }
}

fn smallest<'a>(case: &Case<'a>) -> Reply<'a> {
    match case.smallest_solution() {
        Some(smallest) => Reply::Solution(smallest),
        None => Reply::Nothing,
    }
}

fn all_solutions<'a>(case: &Case<'a>, limit: Option<NonZero<u64>>) -> Replies<'a> {
    if case.has_multiple_solutions() {
        return Replies::Solutions { limit };
    }
    Replies::One(match case.only_solution() {
        Some(only) => Reply::Listed {
            index: 1,
            solution: only,
        },
        None => Reply::NoneListed,
    })
}

fn count(case: &Case<'_>) -> Reply<'static> {
    match case.solution_count {
        Some(count) => Reply::Count(count),
        None => Reply::Nothing,
    }
}

fn redundant<'a>(case: &Case<'a>) -> Reply<'a> {
    match case.analysis {
        Some(AnalysisResult::RedundantClues(clues)) => Reply::Redundant(clues),
        _ => Reply::NotUnique,
    }
}

/// A minimal puzzle has pencil marks if the record has some.
fn minimized(case: &Case<'_>) -> Reply<'static> {
    match (case.record.puzzle, case.analysis) {
        (Ok(puzzle), Some(AnalysisResult::MinimalPuzzle(minimal))) => {
            Reply::Minimized(Box::new(MarkedGrid {
                grid: minimal.to_grid(),
                marks: puzzle.marks.map(|_| *minimal),
            }))
        }
        _ => Reply::Nothing,
    }
}

fn rating(case: &Case<'_>) -> Reply<'static> {
    match case.only_solution() {
        Some(_) => Reply::Rating(RatingReport::of(&case.candidates())),
        None => Reply::NotUnique,
    }
}

fn steps(case: &Case<'_>) -> Reply<'static> {
    if case.only_solution().is_none() {
        return Reply::NotUnique;
    }
    let mut steps = Steps::new(&case.candidates(), OneSolution::Known);
    Reply::Steps {
        steps: steps.by_ref().collect(),
        remaining: steps.candidates(),
    }
}

fn true_candidates(case: &Case<'_>) -> Reply<'static> {
    match (case.only_solution(), case.analysis) {
        (Some(only), _) => Reply::Candidates(only.into()),
        (None, Some(AnalysisResult::TrueCandidates(candidates))) => Reply::Candidates(*candidates),
        _ => Reply::Nothing,
    }
}

fn pencil_marks(case: &Case<'_>) -> Reply<'static> {
    match case.record.puzzle {
        Ok(puzzle) => Reply::PencilMarks(puzzle.candidates().without_seen_digits()),
        Err(_) => Reply::Nothing,
    }
}

/// Neither pencil marks nor grids with conflicting clues have a canonical form.
fn canonical(case: &Case<'_>) -> Reply<'static> {
    match case.record.puzzle {
        Ok(MarkedGridRef { grid, marks: None }) => {
            // Clues that conflict are reported as for every question.
            grid.canonical().map_or(Reply::Nothing, Reply::Canonical)
        }
        _ => Reply::Nothing,
    }
}
