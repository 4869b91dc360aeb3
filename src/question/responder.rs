//! What all questions share: what they get to know about a grid, the options that apply, where their responses go, and what
//! `--explain` adds.

use std::borrow::Cow;
use std::io;
use std::ops::Range;

use crate::analysis::{Contradiction, contradictions, differences, redundant_clues_of};
use crate::answer::Answer;
use crate::batch::{Batch, Goal};
use crate::grid::{Candidates, Clue, Grid};
use crate::puzzle::Puzzle;
use crate::response::{Content, Finding, Response, Status, Verdict};

const NO_SOLUTION: &str = "no solution";

/// Responds to one question about any grid.
pub(crate) trait Responder: Send {
    /// What must be known of a grid to begin with; `None` if nothing has to be solved.
    fn goal(&self) -> Option<Goal>;

    /// Whether it needs [`Facts::redundant`].
    fn needs_redundant_clues(&self) -> bool {
        false
    }

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
    /// What [`study`] found out.
    pub(crate) facts: Option<&'a Facts>,
}

/// What takes many questions to find out, see [`study`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// Why there is no solution, if it is to be explained.
    pub(crate) contradiction: Option<Contradiction>,
    /// The redundant clues, if the responder needs them and there is one solution.
    pub(crate) redundant: Option<Vec<Clue>>,
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
    /// The candidates that the clues and the pencil marks leave.
    pub(super) fn all_candidates(&self) -> Candidates {
        self.candidates.copied().unwrap_or_else(|| Candidates::from(self.grid))
    }

    /// The digits that are certain. A line of pencil marks has no grid besides its naked singles.
    pub(super) fn clues(&self) -> Grid {
        let marks = self.candidates.filter(|_| *self.grid == Grid::EMPTY);
        marks.map_or(*self.grid, Candidates::naked_singles)
    }

    /// The grid as a puzzle, or `None` if its clues conflict.
    pub(crate) fn puzzle(&self) -> Option<Puzzle> {
        let puzzle = Puzzle::new(self.grid).ok()?;
        Some(self.candidates.map_or(puzzle, Puzzle::from))
    }

    /// The solution that [`Task::answer`] has, if any.
    pub(super) fn solution(&self) -> Option<&Grid> {
        self.answer.and_then(Answer::solution)
    }

    /// Whether [`Task::answer`] says that there is a solution.
    pub(super) fn is_solvable(&self) -> bool {
        self.answer.is_some_and(|answer| *answer != Answer::Unsolvable)
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

/// Whether [`study`] has anything to find out.
pub(crate) fn needs_study(responder: &dyn Responder, explain: bool) -> bool {
    responder.goal().is_some() && (explain || responder.needs_redundant_clues())
}

/// Finds out what is to be known of these grids besides their answers. With a batch, all their questions are asked together.
pub(crate) fn study(
    responder: &dyn Responder,
    explain: bool,
    tasks: &[Task<'_>],
    mut batch: Option<&mut Batch>,
) -> Vec<Facts> {
    let mut facts = vec![Facts::default(); tasks.len()];
    if responder.needs_redundant_clues() {
        let is_unique = |task: &Task<'_>| task.verdict() == Verdict::Unique;
        let (indices, puzzles): (Vec<usize>, Vec<Candidates>) =
            tasks.iter().map(Task::all_candidates).enumerate().filter(|&(index, _)| is_unique(&tasks[index])).unzip();
        for (index, clues) in indices.into_iter().zip(redundant_clues_of(&puzzles, batch.as_deref_mut())) {
            facts[index].redundant = Some(clues);
        }
    }
    if explain {
        let needs_reason = |task: &Task<'_>| !task.is_solvable() && task.grid.conflict().is_none();
        let (indices, puzzles): (Vec<usize>, Vec<(Grid, Candidates)>) = tasks
            .iter()
            .enumerate()
            .filter(|(_, task)| needs_reason(task))
            .map(|(index, task)| (index, (task.clues(), task.all_candidates())))
            .unzip();
        for (index, contradiction) in indices.into_iter().zip(contradictions(&puzzles, batch)) {
            facts[index].contradiction = contradiction;
        }
    }
    facts
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
        if !task.is_solvable() {
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
    if needs_message || explain {
        report.finding(match task.facts.and_then(|facts| facts.contradiction.as_ref()) {
            Some(contradiction) => {
                Finding { column: None, what: format!("{NO_SOLUTION}: {contradiction}"), topic: None }
            }
            None => Finding { column: None, what: NO_SOLUTION.into(), topic: Some(NO_SOLUTION) },
        });
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
