//! Every solution, in lexicographic order.

use std::io;
use std::num::NonZero;

use super::responder::{Context, Report, Responder, Task};
use super::solution;
use crate::answer::Answer;
use crate::batch::Goal;
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::response::{Content, Group, Member, Response, Status, Text, Value};

pub(super) struct All {
    pub(super) limit: Option<NonZero<u64>>,
}

impl Responder for All {
    fn goal(&self) -> Option<Goal> {
        Some(Goal::Smallest)
    }

    fn content(&self) -> Content {
        Content::Solutions
    }

    fn column_names(&self) -> &'static [&'static str] {
        solution::COLUMN_NAMES
    }

    fn malformed(&self, _: &str) -> Response {
        no_solution()
    }

    fn respond(&self, task: &Task<'_>, context: &Context<'_>, report: &mut dyn Report) -> io::Result<Status> {
        // A given solution may be any of them.
        let (smallest, mut status) = solution::checked_solution(task, false, context, report);
        let Some(smallest) = smallest else {
            report.response(&no_solution())?;
            return Ok(status);
        };
        let is_only = matches!(task.answer, Some(Answer::Unique(_)));
        let others = if is_only { None } else { task.puzzle().as_ref().map(Puzzle::solutions) };
        let solutions = std::iter::once(*smallest).chain(others.into_iter().flatten().skip(1));
        let mut group = Group::First;
        for (index, solution) in (1..=self.limit.map_or(u64::MAX, NonZero::get)).zip(solutions) {
            if index > 1 && !solution::passes_verification(task, &solution, context, report) {
                status = Status::Invalid;
                continue;
            }
            report.response(&response(index, solution, group, context.details))?;
            group = Group::Next;
        }
        Ok(status)
    }
}

/// The response for one solution and its index, from 1.
fn response(index: u64, solution: Grid, group: Group, details: bool) -> Response {
    Response { text: Text::Solution(solution), group: Some(group), ..Response::default() }.with_members(details, || {
        vec![Member::new("index", Value::Number(index)), Member::new("solution", Value::Grid(solution))]
    })
}

/// The only response if there are no solutions.
fn no_solution() -> Response {
    Response {
        members: vec![Member::new("index", Value::Number(0)), Member::new("solution", Value::Null)],
        group: Some(Group::Empty),
        ..Response::default()
    }
}
