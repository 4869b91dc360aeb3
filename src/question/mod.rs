//! The questions: a grid goes in, a [`Response`] comes out.
//!
//! Each question has one file with an [`Answerer`]. A new one takes a file, and a variant and an arm here; the command line gets
//! an option for it. Shared by all: what is known of a grid ([`Task`]), the options that apply ([`Context`]), where answers go
//! ([`Report`]), and what `--explain` adds to every answer.

mod all;
mod check;
mod count;
mod redundant;
mod solution;
mod verdict;

use std::borrow::Cow;
use std::io;
use std::num::NonZero;
use std::ops::Range;

use crate::analysis::{Contradiction, differences};
use crate::batch::{Answer, Goal};
use crate::grid::{Candidates, Grid};
use crate::output::OutputFormat;
use crate::puzzle::Puzzle;
use crate::response::{Content, Finding, Response, Status, Verdict};

/// What is asked of every grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// Its lexicographically smallest solution.
    #[default]
    Smallest,
    /// Whichever of its solutions is found first.
    Any,
    /// All its solutions in lexicographic order.
    All {
        /// The most solutions to list for each grid; `None` lists all.
        limit: Option<NonZero<u64>>,
    },
    /// How many solutions it has. That takes long only if there are many and the limit is high.
    Count {
        /// Where to stop counting.
        limit: NonZero<u64>,
    },
    /// Whether it has one solution, several or none.
    Verdict,
    /// Whether it is a solution, or what is wrong with it. If a csv gives a solution, that is checked instead. Nothing is solved.
    Check,
    /// Which clues could be removed from a grid with one solution.
    Redundant,
}

impl Question {
    /// What answers this question.
    pub(crate) fn answerer(self) -> Box<dyn Answerer> {
        match self {
            Question::Smallest => Box::new(solution::Smallest),
            Question::Any => Box::new(solution::Any),
            Question::All { limit } => Box::new(all::All { limit }),
            Question::Count { limit } => Box::new(count::Count { limit }),
            Question::Verdict => Box::new(verdict::Verdict),
            Question::Check => Box::new(check::Check),
            Question::Redundant => Box::new(redundant::Redundant),
        }
    }

    /// Whether answers to this question can be written in this format: rows have a place for solutions only, and a frame needs a
    /// grid.
    ///
    /// ```
    /// use sudokat::{OutputFormat, Question};
    /// assert!(Question::Verdict.supports(OutputFormat::Line));
    /// assert!(!Question::Verdict.supports(OutputFormat::Packed));
    /// ```
    #[must_use]
    pub fn supports(self, format: OutputFormat) -> bool {
        format.supports(self.answerer().content())
    }
}

/// Answers one question for any grid.
pub(crate) trait Answerer: Send {
    /// What must be known of a grid to begin with; `None` if nothing has to be solved.
    fn goal(&self) -> Option<Goal>;

    /// What its answers consist of.
    fn content(&self) -> Content;

    /// Names for a csv column of answers, in order of preference.
    fn column_names(&self) -> &'static [&'static str];

    /// The answer for a record that is not a grid, and what is wrong with it.
    fn malformed(&self, what: &str) -> Response;

    /// Reports the answer for a grid, and returns how it went.
    ///
    /// # Errors
    /// Those of `report`.
    fn answer(&self, task: &Task<'_>, context: &Context<'_>, report: &mut dyn Report) -> io::Result<Status>;
}

/// Receives what there is to say about a record: findings first, then one response or several.
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
    /// The output format shows drawings and members, so they are worth working out.
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
    /// What was found out for [`Answerer::goal`].
    pub(crate) answer: Option<&'a Answer>,
}

/// The solution that a csv record gives: the record, and where in it the solution is; empty if the field is.
#[derive(Clone)]
pub(crate) struct Given<'a> {
    pub(crate) columns: &'a [u8],
    pub(crate) range: Range<usize>,
}

impl<'a> Given<'a> {
    fn bytes(&self) -> &'a [u8] {
        &self.columns[self.range.clone()]
    }

    fn text(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes())
    }

    /// Something to say about it.
    fn finding(&self, what: String) -> Finding {
        let before = String::from_utf8_lossy(&self.columns[..self.range.start]);
        Finding { column: Some(1 + before.chars().count()), what }
    }
}

impl Task<'_> {
    /// The grid as a puzzle, or `None` if its clues conflict.
    pub(crate) fn puzzle(&self) -> Option<Puzzle> {
        let puzzle = Puzzle::new(self.grid).ok()?;
        Some(self.candidates.map_or(puzzle, Puzzle::from))
    }

    /// The solution that [`Task::answer`] has, if any.
    fn solution(&self) -> Option<&Grid> {
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
    fn witnesses(&self) -> Vec<Grid> {
        match self.answer {
            Some(Answer::Unique(solution)) => vec![*solution],
            _ => self.puzzle().map_or(Vec::new(), |puzzle| puzzle.solutions().take(2).collect()),
        }
    }
}

/// Answers a question about a grid: what `--explain` says, then the answer itself. Returns how it went.
///
/// # Errors
/// Those of `report`.
pub(crate) fn answer(
    answerer: &dyn Answerer,
    task: &Task<'_>,
    context: &Context<'_>,
    report: &mut dyn Report,
) -> io::Result<Status> {
    let mut status = Status::Solved;
    if answerer.goal().is_some() {
        if task.solution().is_none() {
            status = report_no_solution(task, answerer.content() == Content::Solutions, context.explain, report);
        } else if context.explain && task.verdict() == Verdict::Multiple {
            report_differences(task, report);
        }
    }
    Ok(status.max(answerer.answer(task, context, report)?))
}

/// Reports why a grid has no solution: a conflict always, that there is none if the answer does not tell, and the reason if it
/// is to be explained.
fn report_no_solution(task: &Task<'_>, is_silent: bool, explain: bool, report: &mut dyn Report) -> Status {
    if let Some(conflict) = task.grid.conflict() {
        report.finding(Finding { column: None, what: conflict.to_string() });
        return Status::Invalid;
    }
    let contradiction = if explain { Contradiction::find(task.grid) } else { None };
    if let Some(contradiction) = contradiction {
        report.finding(Finding { column: None, what: format!("no solution: {contradiction}") });
    } else if is_silent || explain {
        report.finding(Finding { column: None, what: "no solution".into() });
    }
    Status::Unsolvable
}

fn report_differences(task: &Task<'_>, report: &mut dyn Report) {
    if let [one, other] = &task.witnesses()[..] {
        let cells: Vec<String> = differences(one, other).map(|cell| cell.to_string()).collect();
        let what = format!("several solutions: two of them differ in {} cells: {}", cells.len(), cells.join(" "));
        report.finding(Finding { column: None, what });
    }
}
