//! The clues that a grid with one solution could do without.

use std::io;

use super::responder::{Context, Report, Responder, Task};
use crate::batch::Goal;
use crate::grid::Clue;
use crate::response::{Content, Drawing, Member, Response, Status, Text, Value, Verdict};

pub(super) struct Redundant;

impl Responder for Redundant {
    fn goal(&self) -> Option<Goal> {
        Some(Goal::Uniqueness)
    }

    fn needs_redundant_clues(&self) -> bool {
        true
    }

    fn content(&self) -> Content {
        Content::Captions
    }

    fn column_names(&self) -> &'static [&'static str] {
        &["redundant"]
    }

    fn malformed(&self, _: &str) -> Response {
        not_unique(Verdict::Invalid)
    }

    fn respond(&self, task: &Task<'_>, _: &Context<'_>, report: &mut dyn Report) -> io::Result<Status> {
        let clues = task.facts.and_then(|facts| facts.redundant.as_deref());
        report.response(&clues.map_or_else(|| not_unique(task.verdict()), |clues| response(task, clues)))?;
        Ok(Status::Solved)
    }
}

fn not_unique(verdict: Verdict) -> Response {
    Response {
        text: Text::Words(verdict.name().into()),
        members: vec![Member::new("redundant", Value::Null)],
        ..Response::default()
    }
}

fn response(task: &Task<'_>, clues: &[Clue]) -> Response {
    let (text, note) = match clues {
        [] => ("minimal".into(), String::new()),
        _ => (clues.iter().map(Clue::to_string).collect::<Vec<_>>().join(" "), " could each be removed".into()),
    };
    Response {
        text: Text::Words(text.into()),
        members: vec![Member::new("redundant", Value::List(clues.iter().map(|clue| clue.cell.to_string()).collect()))],
        note,
        drawings: vec![Drawing { grid: *task.grid, highlighted: clues.iter().map(|clue| clue.cell).collect() }],
        group: None,
    }
}
