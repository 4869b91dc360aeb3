//! Whether a grid is a solution, and which of its cells are wrong.
//!
//! A check compares the solution in a csv record with its puzzle, a finished grid in rows with the
//! puzzle right above it, and any other grid with the rules. The puzzle is solved only if the
//! attempt is wrong. If the puzzle has one solution, every cell that differs from it is wrong.

use crate::analysis::{Reason, violations};
use crate::grid::{Cell, Grid, GridError, MarkedRef, join};
use crate::input::error::CONFLICT;
use crate::input::records::Record;
use crate::question::case::Case;
use crate::question::outcome::{Message, Status};
use crate::solver::batch::answer_one;
use crate::solver::{Answer, Goal};

const MALFORMED: &str = "the given solution is malformed";
const NONE_GIVEN: &str = "no solution is given";

/// Why a grid, or the solution that a record gives, is not a solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    /// Where the given solution starts in its line, in characters from 1, if that is what failed.
    pub(crate) column: Option<usize>,
    pub(crate) topic: &'static str,
    /// What is wrong, without the place.
    pub(crate) what: String,
    /// The grid, if it can be read, and its wrong cells.
    pub(crate) grid: Option<Grid>,
    pub(crate) wrong_cells: Vec<Cell>,
}

/// The solution that a record is or gives.
///
/// # Errors
/// The record or its solution is malformed, missing, unfinished or wrong, or its clues conflict.
pub(crate) fn check(case: &Case<'_>) -> Result<Grid, Box<Failure>> {
    let attempt = Attempt::of(case.record)?;
    if attempt.puzzle.is_solved_by(&attempt.grid) {
        return Ok(attempt.grid);
    }
    Err(Box::new(attempt.failure(case)))
}

/// A grid that may be a solution of a puzzle.
struct Attempt<'a> {
    grid: Grid,
    puzzle: MarkedRef<'a>,
    origin: Origin,
}

/// Where an attempt and its puzzle come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The record is the puzzle, and gives the attempt in another column.
    Given,
    /// The record is the attempt, and the puzzle is above it.
    Below,
    /// The record is the attempt. Its puzzle is not known, so it is compared with itself.
    Alone,
}

impl<'a> Attempt<'a> {
    fn of(record: &Record<'a>) -> Result<Attempt<'a>, Box<Failure>> {
        let own = match record.puzzle {
            Ok(own) => own,
            Err(error) => {
                let failure = Failure::new(Status::Invalid, error.topic(), error.what());
                return Err(failure.into());
            }
        };
        if let Some(given) = given_solution(record) {
            return Ok(Attempt {
                grid: parse_given(given, record)?,
                puzzle: own,
                origin: Origin::Given,
            });
        }
        let (puzzle, origin) = match record.above {
            Some(above) if own.grid.is_attempt_at(above.grid) => (above, Origin::Below),
            _ => (own, Origin::Alone),
        };
        Ok(Attempt {
            grid: *own.grid,
            puzzle,
            origin,
        })
    }

    /// Why the attempt is not a solution.
    fn failure(self, case: &Case<'_>) -> Failure {
        if self.origin == Origin::Given
            && let Some(conflict) = self.puzzle.conflict()
        {
            let what = format!("the puzzle has no solution: {conflict}");
            return Failure::new(Status::Invalid, CONFLICT, what);
        }
        let MarkedRef { grid, marks } = self.puzzle;
        let reasons = violations(&self.grid, grid, marks, self.only_solution(case).as_ref());
        let wrong_cells: Vec<_> = reasons.iter().flat_map(Reason::cells).copied().collect();
        let status = if wrong_cells.is_empty() {
            Status::Unsolvable
        } else {
            Status::Invalid
        };
        let topic = match (self.origin, status) {
            (Origin::Below | Origin::Alone, _) => "the grid is not a solution",
            (Origin::Given, Status::Invalid) => "the given solution is wrong",
            (Origin::Given, _) => "the given solution is unfinished",
        };
        Failure {
            column: given_solution_column(case.record),
            grid: Some(self.grid),
            wrong_cells,
            ..Failure::new(status, topic, join(&reasons, "; "))
        }
    }

    /// The solution of the puzzle, if it is known and there is exactly one.
    fn only_solution(&self, case: &Case<'_>) -> Option<Grid> {
        let answer = match (case.answer, self.origin) {
            (Some(answer), _) => *answer,
            (None, Origin::Alone) => return None,
            (None, Origin::Given | Origin::Below) => {
                answer_one(Goal::Uniqueness, &self.puzzle.candidates())
            }
        };
        match answer {
            Answer::Unique(only) => Some(only),
            Answer::Several(_) | Answer::Solvable(_) | Answer::Unsolvable => None,
        }
    }
}

impl Failure {
    fn new(status: Status, topic: &'static str, what: String) -> Failure {
        Failure {
            status,
            topic,
            what,
            ..Failure::default()
        }
    }

    /// The message about it, which names the given solution if that is what failed.
    pub(crate) fn message(&self, case: &Case<'_>) -> Message {
        let Failure { topic, what, .. } = self;
        match self.column {
            Some(_) => case.message(self.column, topic, format_args!("{topic}: {what}")),
            None => case.message(None, topic, what),
        }
    }
}

/// Parses the solution that a record gives.
fn parse_given(given: &[u8], record: &Record<'_>) -> Result<Grid, Box<Failure>> {
    if given.is_empty() {
        let what = NONE_GIVEN.to_string();
        return Err(Failure::new(Status::Unsolvable, NONE_GIVEN, what).into());
    }
    let grid: Result<Grid, GridError> = String::from_utf8_lossy(given).parse();
    grid.map_err(|error| {
        let failure = Failure::new(Status::Invalid, MALFORMED, error.to_string());
        let column = given_solution_column(record);
        Box::new(Failure { column, ..failure })
    })
}

/// The solution that a record gives, if there is a column for it; empty if it gives none.
pub(crate) fn given_solution<'a>(record: &Record<'a>) -> Option<&'a [u8]> {
    Some(&record.columns[record.given_solution()?])
}

/// The place of the given solution in its line, in characters from 1.
pub(crate) fn given_solution_column(record: &Record<'_>) -> Option<usize> {
    // The columns of JSON are not at the places of their source.
    record.header.filter(|header| header.keys.is_none())?;
    let before = &record.columns[..record.given_solution()?.start];
    Some(1 + String::from_utf8_lossy(before).chars().count())
}
