//! What all questions share: what they get to know about a grid, the options that apply, where their responses go, and what
//! `--explain` adds.

use std::borrow::Cow;
use std::io;
use std::ops::Range;

use crate::analysis::{Contradiction, differences};
use crate::batch::{Answer, Goal};
use crate::grid::{Candidates, Grid};
use crate::puzzle::Puzzle;
use crate::response::{Content, Finding, Response, Status, Verdict};

const NO_SOLUTION: &str = "no solution";

/// The topic of a finding about a solution that a csv record gives.
pub(super) const WRONG_GIVEN: &str = "the given solution is wrong";

/// Responds to one question about any grid.
pub(crate) trait Responder: Send {
    /// What must be known of a grid to begin with; `None` if nothing has to be solved.
    fn goal(&self) -> Option<Goal>;

    /// What its answers consist of.
    fn content(&self) -> Content;

    /// Names for a csv column of answers, in order of preference.
    fn column_names(&self) -> &'static [&'static str];

    /// The response for a record that is not a grid, because of `what`.
    fn malformed(&self, what: &str) -> Response;

    /// Reports the response for a grid, and returns the status.
    ///
    /// # Errors
    /// Those of `report`.
    fn respond(&self, task: &Task<'_>, context: &Context<'_>, report: &mut dyn Report) -> io::Result<Status>;
}

/// Receives what a question finds out about a record: findings first, then one response or several.
pub(crate) trait Report {
    fn finding(&mut self, finding: Finding);

    /// # Errors
    /// Those of the output, which end the run.
    fn response(&mut self, response: &Response) -> io::Result<()>;
}

/// The options that answers depend on.
pub(crate) struct Context<'a> {
    /// Say why a grid has no solution, and where two of several differ.
    pub(crate) explain: bool,
    /// Check each solution once more before it is reported.
    pub(crate) verify: bool,
    /// The output format shows more than the answer (`pretty` draws grids, `json` has members), so these details are
    /// worth working out.
    pub(crate) details: bool,
    /// Counts the solutions of one grid up to a limit, when there are many.
    pub(crate) count: &'a dyn Fn(&Candidates, u64) -> u64,
}

/// A grid to answer a question about.
pub(crate) struct Task<'a> {
    pub(crate) grid: &'a Grid,
    /// What pencil marks leave, if the record has any.
    pub(crate) candidates: Option<&'a Candidates>,
    pub(crate) given: Option<Given<'a>>,
    /// What was found out for [`Responder::goal`].
    pub(crate) answer: Option<&'a Answer>,
}

/// The solution that a csv record gives. `range` locates the solution within `columns`; the range is empty if the field is empty.
#[derive(Clone)]
pub(crate) struct Given<'a> {
    pub(crate) columns: &'a [u8],
    pub(crate) range: Range<usize>,
}

impl<'a> Given<'a> {
    pub(super) fn bytes(&self) -> &'a [u8] {
        &self.columns[self.range.clone()]
    }

    pub(super) fn text(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes())
    }

    /// Something to say about it.
    pub(super) fn finding(&self, what: String, topic: &'static str) -> Finding {
        let before = String::from_utf8_lossy(&self.columns[..self.range.start]);
        Finding { column: Some(1 + before.chars().count()), what, topic: Some(topic) }
    }
}

impl Task<'_> {
    /// The grid as a puzzle, or `None` if its clues conflict.
    pub(crate) fn puzzle(&self) -> Option<Puzzle> {
        let puzzle = Puzzle::new(self.grid).ok()?;
        Some(self.candidates.map_or(puzzle, Puzzle::from))
    }

    /// The solution that [`Task::answer`] has, if any.
    pub(super) fn solution(&self) -> Option<&Grid> {
        self.answer.and_then(Answer::solution)
    }

    /// How many solutions there are, from [`Task::answer`] if it tells.
    pub(crate) fn verdict(&self) -> Verdict {
        match self.answer {
            Some(Answer::Unique(_)) => return Verdict::Unique,
            Some(Answer::Several(_)) => return Verdict::Multiple,
            _ => (),
        }
        match (self.answer, self.puzzle()) {
            (_, None) => Verdict::Invalid,
            (Some(Answer::Unsolvable), _) => Verdict::None,
            (_, Some(puzzle)) => match puzzle.count(2).counted {
                0 => Verdict::None,
                1 => Verdict::Unique,
                _ => Verdict::Multiple,
            },
        }
    }

    /// The two smallest solutions, or the only one.
    pub(super) fn witnesses(&self) -> Vec<Grid> {
        match self.answer {
            Some(Answer::Unique(solution)) => vec![*solution],
            _ => self.puzzle().map_or(Vec::new(), |puzzle| puzzle.solutions().take(2).collect()),
        }
    }
}

/// Reports what `--explain` adds, then the response to the question. Returns the status.
///
/// # Errors
/// Those of `report`.
pub(crate) fn respond(
    responder: &dyn Responder,
    task: &Task<'_>,
    context: &Context<'_>,
    report: &mut dyn Report,
) -> io::Result<Status> {
    let mut status = Status::Solved;
    if responder.goal().is_some() {
        if task.solution().is_none() {
            status = report_no_solution(task, responder.content() == Content::Solutions, context.explain, report);
        } else if context.explain && task.verdict() == Verdict::Multiple {
            report_differences(task, report);
        }
    }
    Ok(status.max(responder.respond(task, context, report)?))
}

/// Reports a conflict always, `no solution` if the response does not show it, and the reason if it is to be explained.
fn report_no_solution(task: &Task<'_>, needs_message: bool, explain: bool, report: &mut dyn Report) -> Status {
    if let Some(conflict) = task.grid.conflict() {
        report.finding(Finding {
            column: None,
            what: conflict.to_string(),
            topic: Some("two clues of a unit are equal"),
        });
        return Status::Invalid;
    }
    let contradiction = if explain { Contradiction::find(task.grid) } else { None };
    if let Some(contradiction) = contradiction {
        report.finding(Finding { column: None, what: format!("{NO_SOLUTION}: {contradiction}"), topic: None });
    } else if needs_message || explain {
        report.finding(Finding { column: None, what: NO_SOLUTION.into(), topic: Some(NO_SOLUTION) });
    }
    Status::Unsolvable
}

fn report_differences(task: &Task<'_>, report: &mut dyn Report) {
    if let [one, other] = &task.witnesses()[..] {
        let cells: Vec<String> = differences(one, other).map(|cell| cell.to_string()).collect();
        let what = format!("several solutions: two of them differ in {} cells: {}", cells.len(), cells.join(" "));
        report.finding(Finding { column: None, what, topic: None });
    }
}
