//! Whether there is one solution, several or none; in detail, with one or two solutions that prove it.

use std::io;

use super::responder::{Context, Report, Responder, Task};
use crate::analysis::differences;
use crate::batch::Goal;
use crate::grid::{Cell, Grid};
use crate::response::{self, Content, Drawing, Member, Response, Status, Text, Value};

pub(super) struct Verdict;

impl Responder for Verdict {
    fn goal(&self) -> Option<Goal> {
        Some(Goal::Uniqueness)
    }

    fn content(&self) -> Content {
        Content::Captions
    }

    fn column_names(&self) -> &'static [&'static str] {
        &["verdict"]
    }

    fn malformed(&self, _: &str) -> Response {
        response(response::Verdict::Invalid, &[], true)
    }

    fn respond(&self, task: &Task<'_>, context: &Context<'_>, report: &mut dyn Report) -> io::Result<Status> {
        let witnesses = if context.details && task.is_solvable() { task.witnesses() } else { Vec::new() };
        report.response(&response(task.verdict(), &witnesses, context.details))?;
        Ok(Status::Solved)
    }
}

fn response(verdict: response::Verdict, witnesses: &[Grid], details: bool) -> Response {
    let differing: Vec<Cell> = match witnesses {
        [one, other] => differences(one, other).collect(),
        _ => Vec::new(),
    };
    let names: Vec<String> = differing.iter().map(Cell::to_string).collect();
    let note = match names.len() {
        0 => String::new(),
        count => format!(", two solutions differ in {count} cells: {}", names.join(" ")),
    };
    Response {
        text: Text::Words(verdict.name().into()),
        note,
        drawings: witnesses.iter().map(|&grid| Drawing { grid, highlighted: differing.clone() }).collect(),
        ..Response::default()
    }
    .with_members(details, || {
        let solutions = witnesses.iter().map(Grid::to_string).collect();
        vec![Member::new("solutions", Value::List(solutions)), Member::new("differ", Value::List(names))]
    })
}
