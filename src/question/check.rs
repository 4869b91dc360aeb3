//! Whether a grid is a solution, or what is wrong with it; in csv, whether the given solution is one. Nothing is solved.

use std::io;

use super::responder::{Context, Given, Report, Responder, Task};
use crate::analysis::Violation;
use crate::batch::Goal;
use crate::grid::{Candidates, Grid};
use crate::response::{Content, Finding, Member, Response, Status, Text, Value};

const NONE_GIVEN: &str = "no solution is given";

/// What is wrong with a given solution, the topic of its message, and how bad it is.
pub(super) struct GivenError {
    pub(super) what: String,
    pub(super) topic: &'static str,
    pub(super) status: Status,
}

pub(super) struct Check;

impl Responder for Check {
    fn goal(&self) -> Option<Goal> {
        None
    }

    fn content(&self) -> Content {
        Content::Words
    }

    fn column_names(&self) -> &'static [&'static str] {
        &["check"]
    }

    fn malformed(&self, what: &str) -> Response {
        response(what.to_string())
    }

    fn respond(&self, task: &Task<'_>, _: &Context<'_>, report: &mut dyn Report) -> io::Result<Status> {
        let grid = task.clues();
        let (finding, what, status) = match &task.given {
            Some(given) if given.bytes().is_empty() => {
                let finding = Finding { column: None, what: NONE_GIVEN.into(), topic: Some(NONE_GIVEN) };
                (finding, NONE_GIVEN.into(), Status::Unsolvable)
            }
            Some(given) => match read_given(given, task) {
                Ok(_) => return ok(report),
                Err(error) => (given.finding(error.message(), error.topic), error.what, error.status),
            },
            None => match error_in(&grid, &grid, task.candidates) {
                None => return ok(report),
                Some((what, status)) => {
                    let topic = Some("the grid is not a solution");
                    (Finding { column: None, what: what.clone(), topic }, what, status)
                }
            },
        };
        report.finding(finding);
        report.response(&response(what))?;
        Ok(status)
    }
}

fn ok(report: &mut dyn Report) -> io::Result<Status> {
    report.response(&response("ok".into()))?;
    Ok(Status::Solved)
}

impl GivenError {
    /// The message on standard error.
    pub(super) fn message(&self) -> String {
        format!("{}: {}", self.topic, self.what)
    }
}

/// The solution that a csv record gives.
///
/// # Errors
/// It is no grid, or not a solution of the puzzle.
pub(super) fn read_given(given: &Given<'_>, task: &Task<'_>) -> Result<Grid, GivenError> {
    let (what, topic, status) = match given.text().parse::<Grid>() {
        Err(error) => (error.to_string(), "the given solution is malformed", Status::Invalid),
        Ok(solution) => match error_in(&solution, task.grid, task.candidates) {
            None => return Ok(solution),
            Some((what, Status::Unsolvable)) => (what, "the given solution is unfinished", Status::Unsolvable),
            Some((what, status)) => (what, "the given solution is wrong", status),
        },
    };
    Err(GivenError { what, topic, status })
}

fn error_in(grid: &Grid, puzzle: &Grid, candidates: Option<&Candidates>) -> Option<(String, Status)> {
    if let Some(violation) = Violation::find(grid, puzzle) {
        let status = if violation.breaks_a_rule() { Status::Invalid } else { Status::Unsolvable };
        return Some((violation.to_string(), status));
    }
    let eliminated = candidates?.first_eliminated(grid)?;
    let what = format!("{} is {}, but that candidate is eliminated", eliminated.cell, eliminated.digit);
    Some((what, Status::Invalid))
}

fn response(what: String) -> Response {
    Response {
        text: Text::Words(what.clone().into()),
        members: vec![Member::new("check", Value::Text(what))],
        ..Response::default()
    }
}
