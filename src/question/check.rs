//! Whether a grid is a solution, and which of its cells are wrong.
//!
//! A check compares the solution that a record gives with its puzzle, a grid in rows with the open
//! one right above it if it is the answer to that, and any other grid with the rules. The puzzle is
//! solved only if the attempt is wrong or has blanks. If the puzzle has one solution, every cell
//! that differs from it is wrong; otherwise the attempt must leave a solution.

use crate::analysis::{Reason, contradictions, violations};
use crate::grid::{Candidates, Cell, Grid, GridError, MarkedRef, join};
use crate::input::error::CONFLICT;
use crate::input::records::Record;
use crate::question::case::Case;
use crate::question::outcome::{Message, Status};
use crate::solver::batch::{Batch, answer_one};
use crate::solver::{Answer, Goal};

const MALFORMED: &str = "the given solution is malformed";
const NONE_GIVEN: &str = "no solution is given";

/// The most reasons in a message. The reply has all of them.
const MAX_REASONS: usize = 10;

/// Why a grid, or the solution that a record gives, is not a solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    /// Where the given solution starts in its line, in characters from 1, if that is what failed.
    column: Option<usize>,
    topic: &'static str,
    /// What is wrong, without the place.
    pub(crate) reasons: Vec<String>,
    /// The grid that failed, if it could be read.
    pub(crate) grid: Option<Grid>,
    pub(crate) wrong_cells: Vec<WrongCell>,
}

/// A digit that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrongCell {
    pub(crate) cell: Cell,
    pub(crate) digit: u8,
    /// The digit that it should be, if that is known.
    pub(crate) expected: Option<u8>,
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
            Some(above) => (above, Origin::Below),
            None => (own, Origin::Alone),
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
        let only = self.only_solution(case);
        let MarkedRef { grid, marks } = self.puzzle;
        let violations = violations(&self.grid, grid, marks, only.as_ref());
        let wrong_cells = self.wrong_cells(&violations, only.as_ref());
        let mut reasons: Vec<String> = violations.iter().map(ToString::to_string).collect();
        let mut status = Status::Invalid;
        if wrong_cells.is_empty() {
            match self.contradiction(only.as_ref()) {
                Some(why) => reasons = vec![format!("no solution: {why}")],
                None => status = Status::Unsolvable,
            }
        }
        let topic = match (self.origin, status) {
            (Origin::Below | Origin::Alone, _) => "the grid is not a solution",
            (Origin::Given, Status::Invalid) => "the given solution is wrong",
            (Origin::Given, _) => "the given solution is unfinished",
        };
        Failure {
            status,
            column: given_solution_column(case.record),
            topic,
            reasons,
            grid: Some(self.grid),
            wrong_cells,
        }
    }

    /// The solution of the puzzle, if that is known and there is exactly one.
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

    fn wrong_cells(&self, violations: &[Reason], only: Option<&Grid>) -> Vec<WrongCell> {
        let mut wrong_cells: Vec<WrongCell> = Vec::new();
        for &cell in violations.iter().flat_map(Reason::cells) {
            if wrong_cells.iter().any(|wrong| wrong.cell == cell) {
                continue;
            }
            let digit = self.grid[cell];
            let expected = match (self.puzzle.grid[cell], only) {
                (clue @ 1.., _) => Some(clue),
                (0, Some(only)) => Some(only[cell]),
                (0, None) => None,
            };
            wrong_cells.push(WrongCell {
                cell,
                digit,
                // A clue that clashes with another digit is as it should be.
                expected: expected.filter(|&expected| expected != digit),
            });
        }
        wrong_cells
    }

    /// Why the blanks of an attempt cannot be filled. If the puzzle has one solution, an attempt
    /// that does not differ from it leaves that.
    fn contradiction(&self, only: Option<&Grid>) -> Option<Reason> {
        if only.is_some() {
            return None;
        }
        let left = match self.origin {
            Origin::Alone => self.puzzle.candidates(),
            Origin::Given | Origin::Below => Candidates::from(&self.grid),
        };
        match answer_one(Goal::Existence, &left) {
            Answer::Unsolvable => contradictions(&[left], &mut Batch::new()).pop(),
            Answer::Unique(_) | Answer::Several(_) | Answer::Solvable(_) => None,
        }
    }
}

impl Failure {
    fn new(status: Status, topic: &'static str, what: String) -> Failure {
        Failure {
            status,
            topic,
            reasons: vec![what],
            ..Failure::default()
        }
    }

    /// All that is wrong, without the place.
    pub(crate) fn what(&self) -> String {
        join(&self.reasons, "; ")
    }

    /// The number of blanks in the grid.
    pub(crate) fn blanks(&self) -> usize {
        let cells = self.grid.iter().flat_map(|grid| grid.cells());
        cells.filter(|digit| **digit == 0).count()
    }

    /// The message about it, which names the given solution if that is what failed.
    pub(crate) fn message(&self, case: &Case<'_>) -> Message {
        let mut what = join(self.reasons.iter().take(MAX_REASONS), "; ");
        if self.reasons.len() > MAX_REASONS {
            what += &format!("; and {} more", self.reasons.len() - MAX_REASONS);
        }
        let topic = self.topic;
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
    if record.header.is_some_and(|header| header.keys.is_some()) {
        return None;
    }
    let before = &record.columns[..record.given_solution()?.start];
    Some(1 + String::from_utf8_lossy(before).chars().count())
}
