//! The smallest solution.

use std::io;

use super::check::read_given;
use super::responder::{Context, Report, Responder, Task};
use crate::batch::Goal;
use crate::grid::Grid;
use crate::response::{Content, Finding, Member, Response, Status, Text, Value};

/// The names of a column of solutions.
pub(super) const COLUMN_NAMES: &[&str] = &["solution", "answer"];

const NOT_SMALLEST: &str = "the given solution is not the smallest of several";

pub(super) struct Solution;

impl Responder for Solution {
    fn goal(&self) -> Option<Goal> {
        Some(Goal::Smallest)
    }

    fn content(&self) -> Content {
        Content::Solutions
    }

    fn column_names(&self) -> &'static [&'static str] {
        COLUMN_NAMES
    }

    fn malformed(&self, _: &str) -> Response {
        response(None, true)
    }

    fn respond(&self, task: &Task<'_>, context: &Context<'_>, report: &mut dyn Report) -> io::Result<Status> {
        let (solution, status) = checked_solution(task, true, context, report);
        report.response(&response(solution, context.details))?;
        Ok(status)
    }
}

fn response(solution: Option<&Grid>, details: bool) -> Response {
    let text = solution.map_or(Text::None, |solution| Text::Solution(*solution));
    Response { text, ..Response::default() }.with_members(details, || {
        vec![Member::new("solution", solution.map_or(Value::Null, |solution| Value::Grid(*solution)))]
    })
}

/// The solution that was found, unless verification rejects it. A wrong given solution is always reported; a correct one that
/// differs only if the answer `is_smallest`, because then the given one is not.
pub(super) fn checked_solution<'a>(
    task: &'a Task<'_>,
    is_smallest: bool,
    context: &Context<'_>,
    report: &mut dyn Report,
) -> (Option<&'a Grid>, Status) {
    let Some(solution) = task.solution() else { return (None, Status::Solved) };
    if !passes_verification(task, solution, context, report) {
        return (None, Status::Invalid);
    }
    (Some(solution), compare_with_given(task, solution, is_smallest, report))
}

/// Reports a solution that breaks a rule, a clue or a pencil mark, if solutions are to be verified. Returns whether it may be
/// printed.
pub(super) fn passes_verification(
    task: &Task<'_>,
    solution: &Grid,
    context: &Context<'_>,
    report: &mut dyn Report,
) -> bool {
    let is_candidate = || task.candidates.is_none_or(|candidates| candidates.first_eliminated(solution).is_none());
    if !context.verify || solution.is_solution(task.grid) && is_candidate() {
        return true;
    }
    let what =
        format!("the solution found is wrong, which is a bug in sudokat: please report this grid: {}", task.grid);
    report.finding(Finding { column: None, what, topic: None });
    false
}

/// Reports it if the given solution is wrong, or is not the smallest although it should be.
fn compare_with_given(task: &Task<'_>, solution: &Grid, is_smallest: bool, report: &mut dyn Report) -> Status {
    let Some(given) = &task.given else { return Status::Solved };
    let bytes = given.bytes();
    if bytes.is_empty() || bytes.iter().copied().eq(solution.cells().map(|d| b'0' + d)) {
        return Status::Solved;
    }
    let (what, topic, status) = match read_given(given, task) {
        Err(error) => (error.message(), error.topic, Status::Invalid),
        Ok(given) if is_smallest && given != *solution => (NOT_SMALLEST.to_string(), NOT_SMALLEST, Status::Solved),
        Ok(_) => return Status::Solved,
    };
    report.finding(given.finding(what, topic));
    status
}
