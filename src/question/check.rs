//! Whether a grid is a solution, and which of its cells are wrong.
//!
//! A check compares the solution in a csv record with its puzzle, a finished grid in rows with the
//! puzzle right above it, and any other grid with the rules. The puzzle is solved only if the
//! answer is wrong. If the puzzle has one solution, every cell that differs from it is wrong.

use crate::analysis::{Reason, violations};
use crate::grid::{Grid, GridError, MarkedRef, join};
use crate::input::error::CONFLICT;
use crate::input::records::Record;
use crate::question::reply::{Case, Failure, Status};
use crate::solver::batch::answer_one;
use crate::solver::{Answer, Goal};

const MALFORMED: &str = "the given solution is malformed";
const NONE_GIVEN: &str = "no solution is given";

/// The solution that a record is or gives.
///
/// # Errors
/// The record or its solution is malformed, missing, unfinished or wrong, or its clues conflict.
pub(crate) fn check(case: &Case<'_>) -> Result<Grid, Box<Failure>> {
    let (record, column) = (case.record, || given_solution_column(case.record));
    let fail = |status, column, topic, what| {
        Box::new(Failure {
            status,
            column,
            topic,
            what,
            ..Failure::default()
        })
    };
    let own = record
        .puzzle
        .map_err(|error| fail(Status::Invalid, None, error.topic(), error.what()))?;
    let given = given_solution(record);
    let (grid, known_puzzle) = match given {
        Some(b"") => {
            return Err(fail(
                Status::Unsolvable,
                None,
                NONE_GIVEN,
                NONE_GIVEN.into(),
            ));
        }
        Some(text) => {
            let malformed =
                |error: GridError| fail(Status::Invalid, column(), MALFORMED, error.to_string());
            (
                String::from_utf8_lossy(text).parse().map_err(malformed)?,
                Some(own),
            )
        }
        None => (
            *own.grid,
            record
                .above
                .filter(|puzzle| own.grid.is_attempt_at(puzzle.grid)),
        ),
    };
    let puzzle = known_puzzle.unwrap_or(own);
    if puzzle.is_solved_by(&grid) {
        return Ok(grid);
    }
    if let Some(conflict) = puzzle.conflict().filter(|_| given.is_some()) {
        return Err(fail(
            Status::Invalid,
            None,
            CONFLICT,
            format!("the puzzle has no solution: {conflict}"),
        ));
    }
    let solve = |puzzle: MarkedRef<'_>| answer_one(Goal::Uniqueness, &puzzle.candidates());
    let answer = case.answer.copied().or_else(|| known_puzzle.map(solve));
    let only = if let Some(Answer::Unique(only)) = &answer {
        Some(only)
    } else {
        None
    };
    let reasons = violations(&grid, puzzle.grid, puzzle.marks, only);
    let wrong_cells: Vec<_> = reasons.iter().flat_map(Reason::cells).copied().collect();
    let status = if wrong_cells.is_empty() {
        Status::Unsolvable
    } else {
        Status::Invalid
    };
    let topic = match (given, status) {
        (None, _) => "the grid is not a solution",
        (_, Status::Invalid) => "the given solution is wrong",
        _ => "the given solution is unfinished",
    };
    Err(Box::new(Failure {
        grid: Some(grid),
        wrong_cells,
        ..*fail(status, column(), topic, join(&reasons, "; "))
    }))
}

/// The solution that a csv record gives, if there is a column for it; empty if it gives none.
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
