//! Whether a grid is a solution, and which of its cells are wrong.
//!
//! A check compares an attempt with a puzzle. Where these come from depends on the record:
//!
//! ```text
//! Given        puzzle,solution         the columns of csv, for example
//!              53..7....,53467...      the record: the puzzle, and the attempt
//!
//! Below        ..1..2...               the record above: the puzzle
//!              571832964               the record: the attempt
//!
//! Alone        53467....               the record: the attempt, and its own puzzle
//! ```
//!
//! - A record may give a solution beside its puzzle. The solution is the attempt.
//! - In `Packed` or `Spaced` input, a grid may be an attempt at the puzzle right above it.
//! - Any other grid is an attempt at itself: it must obey the rules and, if it has blanks, have a
//!   solution.
//!
//! The puzzle is solved only if the attempt is wrong or has blanks. If the puzzle has one solution,
//! every cell that differs from it is wrong. Otherwise a cell is wrong if it breaks a rule or
//! changes a clue, and it must be possible to fill the blanks.

use std::collections::BTreeSet;

use crate::analysis::{self, Reason};
use crate::grid::{Candidates, Conflict, Grid, MarkedGridRef};
use crate::input::error::CONFLICT;
use crate::input::records::Record;
use crate::puzzle::Puzzle;
use crate::question::case::Case;
use crate::question::failure::{Failure, Subject, WrongCell};
use crate::question::status::{NO_SOLUTION, Status};
use crate::solver::batch::solve_by_search;
use crate::solver::{Answer, Goal};

const NONE_GIVEN: &str = "no solution is given";

/// The solution that a record is or gives.
///
/// # Errors
/// The record or its solution is malformed, missing, unfinished or wrong, or its clues conflict.
pub(crate) fn check(case: &Case<'_>) -> Result<Grid, Box<Failure>> {
    let attempt = Attempt::of(case.record)?;
    if attempt.puzzle.is_solved_by(&attempt.grid) {
        return Ok(attempt.grid);
    }
    if let Some(conflict) = attempt.conflict_of_puzzle() {
        let reason = format!("the puzzle has no solution: {conflict}");
        return Err(Failure::of_record(Status::Invalid, CONFLICT, reason));
    }
    Err(attempt.failure(case))
}

/// A grid that may be a solution of a puzzle.
struct Attempt<'a> {
    grid: Grid,
    puzzle: MarkedGridRef<'a>,
    origin: Origin,
}

/// Where an attempt and its puzzle come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The record is the puzzle, and gives the attempt in another column.
    Given,
    /// The record is the attempt, and the puzzle is above it.
    Below,
    /// The record is the attempt. Its puzzle is not known, so it is an attempt at itself.
    Alone,
}

impl Origin {
    /// What a failure of the attempt is about.
    fn subject(self) -> Subject {
        match self {
            Origin::Given => Subject::GivenSolution,
            Origin::Below | Origin::Alone => Subject::Record,
        }
    }

    /// The topic of messages about failures with this status.
    fn topic(self, status: Status) -> &'static str {
        match (self, status) {
            (Origin::Below | Origin::Alone, _) => "the grid is not a solution",
            (Origin::Given, Status::Invalid) => "the given solution is wrong",
            (Origin::Given, _) => "the given solution is unfinished",
        }
    }
}

impl<'a> Attempt<'a> {
    /// The attempt that a record is or gives.
    ///
    /// # Errors
    /// The record is malformed, or its given solution is malformed or missing.
    fn of(record: &Record<'a>) -> Result<Attempt<'a>, Box<Failure>> {
        let own = match record.puzzle {
            Ok(own) => own,
            Err(error) => {
                let (topic, reason) = (error.topic(), error.what());
                return Err(Failure::of_record(Status::Invalid, topic, reason));
            }
        };
        if record.has_solution_column() {
            return Attempt::given(record, own);
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

    /// The attempt that the record gives beside this puzzle.
    fn given(record: &Record<'a>, puzzle: MarkedGridRef<'a>) -> Result<Attempt<'a>, Box<Failure>> {
        match record.parse_given_solution() {
            Some(Ok(grid)) => Ok(Attempt {
                grid,
                puzzle,
                origin: Origin::Given,
            }),
            Some(Err(error)) => Err(Failure::of_malformed_solution(&error)),
            None => {
                let reason = NONE_GIVEN.to_string();
                Err(Failure::of_record(Status::Unsolvable, NONE_GIVEN, reason))
            }
        }
    }

    /// Two clues of the puzzle that conflict, if the attempt is given beside it: no attempt can be
    /// right then. The conflicts of a grid alone are among its violations, and a puzzle above an
    /// attempt has none.
    fn conflict_of_puzzle(&self) -> Option<Conflict> {
        match self.origin {
            Origin::Given => self.puzzle.conflict(),
            Origin::Below | Origin::Alone => None,
        }
    }

    /// Why the attempt is not a solution. Must not be called for one that is.
    fn failure(&self, case: &Case<'_>) -> Box<Failure> {
        let solution = self.unique_solution_of_puzzle(case);
        let violations = analysis::violations(&self.grid, self.puzzle, solution.as_ref());
        let wrong_cells = self.wrong_cells(&violations, solution.as_ref());
        let contradiction = self.contradiction(&wrong_cells, solution.as_ref());
        let status = match (wrong_cells.is_empty(), &contradiction) {
            // It can still be finished.
            (true, None) => Status::Unsolvable,
            _ => Status::Invalid,
        };
        Box::new(Failure {
            status,
            subject: self.origin.subject(),
            topic: self.origin.topic(status),
            reasons: match contradiction {
                Some(contradiction) => vec![format!("{NO_SOLUTION}: {contradiction}")],
                None => violations.iter().map(Reason::to_string).collect(),
            },
            grid: Some(self.grid),
            wrong_cells,
        })
    }

    /// The only solution of the puzzle, with which the attempt is compared. A grid alone is
    /// compared with nothing, because it is its own puzzle.
    ///
    /// `case.answer` is about the grid of the record. For `Given`, that is the puzzle. `Below`
    /// occurs only in a check, so nothing has been solved yet.
    fn unique_solution_of_puzzle(&self, case: &Case<'_>) -> Option<Grid> {
        if self.origin == Origin::Alone {
            return None;
        }
        let answer = match case.answer {
            // Nothing has been solved, or `Solvable` leaves open whether there are other solutions.
            Some(Answer::Solvable(_)) | None => {
                solve_by_search(Goal::Uniqueness, &self.puzzle.candidates())
            }
            Some(answer) => *answer,
        };
        match answer {
            Answer::Unique(only) => Some(only),
            Answer::Multiple | Answer::Solvable(_) | Answer::Unsolvable => None,
        }
    }

    /// The wrong cells, each once, in the order in which the violations name them.
    fn wrong_cells(&self, violations: &[Reason], solution: Option<&Grid>) -> Vec<WrongCell> {
        let mut wrong_cells = Vec::new();
        let mut seen = BTreeSet::new();
        for &cell in violations.iter().flat_map(Reason::cells) {
            if !seen.insert(cell) {
                continue;
            }
            let digit = self.grid[cell];
            let expected = match (self.puzzle.grid[cell], solution) {
                (clue @ 1.., _) => Some(clue),
                (0, Some(solution)) => Some(solution[cell]),
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

    /// Why the blanks of the attempt cannot be filled. This is not asked if there are wrong cells.
    /// If the solution is unique, the attempt agrees with it, so the blanks can be filled.
    fn contradiction(&self, wrong_cells: &[WrongCell], solution: Option<&Grid>) -> Option<Reason> {
        if !wrong_cells.is_empty() || solution.is_some() {
            return None;
        }
        let attempt = Candidates::from(&self.grid);
        let remaining = attempt.intersection(&self.puzzle.candidates());
        Puzzle::from(&remaining).contradiction()
    }
}
