//! The number of solutions.

use std::io;
use std::num::NonZero;

use super::responder::{Context, Report, Responder, Task};
use crate::batch::Goal;
use crate::puzzle;
use crate::response::{Content, Member, Response, Status, Text, Value, Verdict};

/// If there are more solutions than this, the engine counts them, on several threads if it may.
const FEW: u64 = 100;

pub(super) struct Count {
    pub(super) limit: NonZero<u64>,
}

impl Responder for Count {
    fn goal(&self) -> Option<Goal> {
        Some(Goal::Uniqueness)
    }

    fn content(&self) -> Content {
        Content::Words
    }

    fn column_names(&self) -> &'static [&'static str] {
        &["count"]
    }

    fn malformed(&self, _: &str) -> Response {
        response(None, true)
    }

    fn respond(&self, task: &Task<'_>, context: &Context<'_>, report: &mut dyn Report) -> io::Result<Status> {
        let count = match task.verdict() {
            Verdict::None => Some(puzzle::Count::exactly(0)),
            Verdict::Unique => Some(puzzle::Count::exactly(1)),
            Verdict::Multiple => self.count(task, context),
            Verdict::Invalid => None,
        };
        report.response(&response(count, context.details))?;
        Ok(Status::Solved)
    }
}

impl Count {
    fn count(&self, task: &Task<'_>, context: &Context<'_>) -> Option<puzzle::Count> {
        let limit = self.limit.get();
        let few = task.puzzle()?.count(limit.min(FEW));
        if limit <= FEW || !few.more {
            return Some(few);
        }
        Some(puzzle::Count::up_to(limit, |limit| (context.count)(&task.all_candidates(), limit)))
    }
}

/// The response for a count, or for a record that is no puzzle.
fn response(count: Option<puzzle::Count>, details: bool) -> Response {
    let text = count.map_or(Text::None, |count| Text::Words(count.to_string().into()));
    Response { text, ..Response::default() }.with_members(details, || {
        vec![
            Member::new("count", count.map_or(Value::Null, |count| Value::Number(count.counted))),
            Member::new("exact", count.map_or(Value::Null, |count| Value::Bool(!count.more))),
        ]
    })
}
