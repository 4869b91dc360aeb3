//! Whether a grid is a solution, or what is wrong with it; in csv, whether the given solution is one. Nothing is solved.

use std::io;

use super::responder::{Context, Report, Responder, Task, WRONG_GIVEN};
use crate::analysis::Violation;
use crate::batch::Goal;
use crate::grid::{Candidates, Grid};
use crate::response::{Content, Finding, Member, Response, Status, Text, Value};

const NONE_GIVEN: &str = "no solution is given";

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
        let Some((what, status)) = find_error(task) else {
            report.response(&response("ok".into()))?;
            return Ok(Status::Solved);
        };
        report.finding(match &task.given {
            Some(given) if !given.bytes().is_empty() => given.finding(format!("{WRONG_GIVEN}: {what}"), WRONG_GIVEN),
            Some(_) => Finding { column: None, what: what.clone(), topic: Some(NONE_GIVEN) },
            None => Finding { column: None, what: what.clone(), topic: Some("the grid is not a solution") },
        });
        report.response(&response(what))?;
        Ok(status)
    }
}

/// What is wrong with the given solution, if there is one, or with the grid, and how bad that is.
fn find_error(task: &Task<'_>) -> Option<(String, Status)> {
    let Some(given) = &task.given else {
        let grid = task.clues();
        return error_in(&grid, &grid, task.candidates);
    };
    if given.bytes().is_empty() {
        return Some((NONE_GIVEN.into(), Status::Unsolvable));
    }
    match given.text().parse() {
        Ok(solution) => error_in(&solution, task.grid, task.candidates),
        Err(error) => Some((error.to_string(), Status::Invalid)),
    }
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
