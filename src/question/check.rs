//! Whether a grid is a solution, and which of its cells are wrong.
//!
//! A check compares an attempt with a puzzle. If a record gives a solution, that is the attempt at
//! its own grid. If a grid in rows is an attempt at the open grid right above it, it is compared
//! with that. Any other grid is compared with the rules.
//!
//! The puzzle is solved only if the attempt is wrong or has blanks. If the puzzle has one solution,
//! every cell that differs from it is wrong; otherwise it must be possible to fill the blanks.

use crate::analysis::{Reason, violations};
use crate::grid::{Candidates, Cell, Grid, GridError, MarkedRef, join};
use crate::input::error::CONFLICT;
use crate::input::records::{Header, Record};
use crate::puzzle::Puzzle;
use crate::question::case::Case;
use crate::question::status::{Message, Status};
use crate::solver::batch::solve_by_search;
use crate::solver::{Answer, Goal};

const MALFORMED: &str = "the given solution is malformed";
const NONE_GIVEN: &str = "no solution is given";

/// The most reasons in a message. A reply has all of them, unless it shows the message instead.
const MAX_REASONS: usize = 10;

/// Why a grid, or the solution that a record gives, is not a solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    /// Where the given solution starts in its line, in characters from 1, if that is what failed.
    position: Option<usize>,
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
    Err(attempt.failure(case))
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
                let (topic, what) = (error.topic(), error.what());
                return Err(Failure::boxed(Status::Invalid, topic, what));
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
    fn failure(self, case: &Case<'_>) -> Box<Failure> {
        if self.origin == Origin::Given
            && let Some(conflict) = self.puzzle.conflict()
        {
            let what = format!("the puzzle has no solution: {conflict}");
            return Failure::boxed(Status::Invalid, CONFLICT, what);
        }
        let only = self.only_solution(case);
        let violations = violations(&self.grid, self.puzzle, only.as_ref());
        let wrong_cells = self.wrong_cells(&violations, only.as_ref());
        let texts = violations.iter().map(ToString::to_string);
        let (status, reasons) = if !wrong_cells.is_empty() {
            (Status::Invalid, texts.collect())
        } else if let Some(why) = self.contradiction(only.as_ref()) {
            (Status::Invalid, vec![format!("no solution: {why}")])
        } else {
            (Status::Unsolvable, texts.collect())
        };
        let topic = match (self.origin, status) {
            (Origin::Below | Origin::Alone, _) => "the grid is not a solution",
            (Origin::Given, Status::Invalid) => "the given solution is wrong",
            (Origin::Given, _) => "the given solution is unfinished",
        };
        Box::new(Failure {
            status,
            position: given_solution_position(case.record),
            topic,
            reasons,
            grid: Some(self.grid),
            wrong_cells,
        })
    }

    /// The solution of the puzzle, if there is exactly one. That of a grid alone is only known if
    /// the question has had it solved.
    fn only_solution(&self, case: &Case<'_>) -> Option<Grid> {
        match (case.answer, self.origin) {
            (Some(Answer::Unique(only)), _) => Some(*only),
            (Some(Answer::Multiple | Answer::Unsolvable), _) | (_, Origin::Alone) => None,
            (Some(Answer::Solvable(_)) | None, Origin::Given | Origin::Below) => {
                match solve_by_search(Goal::Uniqueness, &self.puzzle.candidates()) {
                    Answer::Unique(only) => Some(only),
                    Answer::Multiple | Answer::Solvable(_) | Answer::Unsolvable => None,
                }
            }
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

    /// Why the blanks of an attempt without a wrong cell cannot be filled. If the puzzle has one
    /// solution, they can.
    fn contradiction(&self, only: Option<&Grid>) -> Option<Reason> {
        if only.is_some() {
            return None;
        }
        let attempt = Candidates::from(&self.grid);
        let left = attempt.intersection(&self.puzzle.candidates());
        Puzzle::from(&left).contradiction()
    }
}

impl Failure {
    fn boxed(status: Status, topic: &'static str, what: String) -> Box<Failure> {
        Box::new(Failure {
            status,
            topic,
            reasons: vec![what],
            ..Failure::default()
        })
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
        match self.position {
            Some(_) => case.message(self.position, topic, format_args!("{topic}: {what}")),
            None => case.message(None, topic, what),
        }
    }
}

/// Parses the solution that a record gives.
pub(crate) fn parse_given(given: &[u8], record: &Record<'_>) -> Result<Grid, Box<Failure>> {
    if given.is_empty() {
        let what = NONE_GIVEN.to_string();
        return Err(Failure::boxed(Status::Unsolvable, NONE_GIVEN, what));
    }
    let grid: Result<Grid, GridError> = String::from_utf8_lossy(given).parse();
    grid.map_err(|error| {
        let mut failure = Failure::boxed(Status::Invalid, MALFORMED, error.to_string());
        failure.position = given_solution_position(record);
        failure
    })
}

/// The solution that a record gives, if there is a column for it; empty if it gives none.
pub(crate) fn given_solution<'a>(record: &Record<'a>) -> Option<&'a [u8]> {
    Some(&record.columns[record.given_solution_range()?])
}

/// The place of the given solution in its line, in characters from 1.
pub(crate) fn given_solution_position(record: &Record<'_>) -> Option<usize> {
    // The columns of JSON are not at the places of their source.
    if record.header.is_some_and(Header::is_json) {
        return None;
    }
    let before = &record.columns[..record.given_solution_range()?.start];
    Some(1 + String::from_utf8_lossy(before).chars().count())
}
