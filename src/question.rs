//! The questions about a grid. Findings become a [`Reply`], messages and a status.

use std::num::NonZero;

use crate::analysis::Violation;
use crate::answer::Answer;
use crate::grid::{Candidates, Grid, join};
use crate::input::error::{CONFLICT, ParseError};
use crate::input::records::Record;
use crate::output::OutputFormat;
use crate::reply::{Case, Message, Reply, Status, Verdict, differing_cells};

const NO_SOLUTION: &str = "no solution";
const SEVERAL: &str = "several solutions";
const NONE_GIVEN: &str = "no solution is given";
const NOT_SMALLEST: &str = "the given solution is not the smallest of several";
const NOT_A_SOLUTION: &str = "the grid is not a solution";

/// What is asked of every grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// Its lexicographically smallest solution.
    #[default]
    Smallest,
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
    /// Which digits each cell has in some solution: the true candidates.
    Candidates,
    /// The grid itself, in the output format. Nothing is solved.
    Convert,
}

impl Question {
    /// Whether replies to this question can be written in this format: rows have a place for solutions only, and frames for words
    /// about a grid.
    ///
    /// ```
    /// use sudokat::{OutputFormat, Question};
    /// assert!(Question::Verdict.supports(OutputFormat::Line));
    /// assert!(!Question::Verdict.supports(OutputFormat::Packed));
    /// ```
    #[must_use]
    pub fn supports(self, format: OutputFormat) -> bool {
        match format {
            OutputFormat::Line | OutputFormat::Csv | OutputFormat::Json => true,
            OutputFormat::Packed | OutputFormat::Spaced => self.prints_solutions() || self == Question::Convert,
            OutputFormat::Pretty => !matches!(self, Question::Count { .. } | Question::Check),
        }
    }

    /// Whether the replies are solutions, where there are any.
    #[must_use]
    pub fn prints_solutions(self) -> bool {
        matches!(self, Question::Smallest | Question::All { .. })
    }

    /// Whether a solution that stands below its puzzle is a record, too.
    pub(crate) fn takes_every_grid(self) -> bool {
        matches!(self, Question::Check | Question::Convert)
    }

    /// Names for a csv column of replies, in order of preference.
    pub(crate) fn column_names(self) -> &'static [&'static str] {
        match self {
            Question::Smallest | Question::All { .. } => &["solution", "answer"],
            Question::Count { .. } => &["count"],
            Question::Verdict => &["verdict"],
            Question::Check => &["check"],
            Question::Redundant => &["redundant"],
            Question::Candidates => &["candidates"],
            Question::Convert => &["puzzle", "converted"],
        }
    }

    /// A record of this input, with what is known of its solutions; `None` if nothing was solved.
    pub(crate) fn case<'a>(self, input_name: &'a str, record: &'a Record<'a>, answer: Option<&'a Answer>) -> Case<'a> {
        let conflict = match record.puzzle {
            // Without a solution, the clues may conflict.
            Ok((grid, _)) if answer == Some(&Answer::Unsolvable) || self == Question::Convert => grid.conflict(),
            _ => None,
        };
        let verdict = match answer {
            _ if conflict.is_some() || record.puzzle.is_err() => Some(Verdict::Invalid),
            Some(Answer::Unsolvable) => Some(Verdict::Unsolvable),
            Some(Answer::Unique(_)) => Some(Verdict::Unique),
            Some(Answer::Several(_)) => Some(Verdict::Several),
            Some(Answer::Solvable(_)) | None => None,
        };
        let smallest = [answer.and_then(Answer::solution), None];
        Case { input_name, record, verdict, conflict, smallest, contradiction: None }
    }

    /// The status of the record, the messages about it, and the reply, as far as that does not take more than an answer. The caller
    /// lists solutions one by one.
    pub(crate) fn reply<'a>(self, case: &Case<'a>, explain: bool) -> (Status, Vec<Message>, Reply<'a>) {
        let (status, messages) = match case.record.puzzle {
            Err(error) => {
                let text = format!("{}:{error}", case.input_name);
                (Status::Invalid, vec![Message { line: error.line, topic: Some(error.topic()), text }])
            }
            Ok(puzzle) if self == Question::Check => match check(case, puzzle) {
                Ok(()) => return (Status::Solved, Vec::new(), Reply::Check("ok".into())),
                Err(wrong) => return (wrong.status, vec![wrong.message], Reply::Check(wrong.what)),
            },
            Ok(puzzle) => self.status_and_messages(case, puzzle, explain),
        };
        let reply = match (self, case.smallest[0]) {
            (Question::Smallest, Some(solution)) => Reply::Solution(solution),
            (Question::Candidates, Some(only)) => Reply::Candidates(Box::new(Candidates::from(only))),
            (Question::Verdict, _) => Reply::Verdict(case.smallest),
            // There is not exactly one solution.
            (Question::Redundant, _) => Reply::Verdict([None; 2]),
            (Question::All { .. }, _) => Reply::NoneListed,
            (Question::Convert, _) => Reply::Record,
            (Question::Check, _) => Reply::Check(case.record.puzzle.err().map_or(String::new(), ParseError::what)),
            (Question::Smallest | Question::Candidates | Question::Count { .. }, _) => Reply::Nothing,
        };
        (status, messages, reply)
    }

    /// The status of a grid and the messages about it, unless it is checked.
    fn status_and_messages(self, case: &Case<'_>, puzzle: Marked<'_>, explain: bool) -> (Status, Vec<Message>) {
        let mut messages = Vec::new();
        match (&case.conflict, case.verdict) {
            (Some(conflict), _) => return (Status::Invalid, vec![case.message(None, Some(CONFLICT), conflict)]),
            (None, Some(Verdict::Unsolvable)) => {
                // Other replies say themselves that there is no solution.
                let needs_solution = self.prints_solutions() || self == Question::Candidates;
                messages.extend((needs_solution || explain).then(|| match case.contradiction {
                    Some(why) => case.message(None, Some(NO_SOLUTION), format_args!("{NO_SOLUTION}: {why}")),
                    None => case.message(None, Some(NO_SOLUTION), NO_SOLUTION),
                }));
                return (Status::Unsolvable, messages);
            }
            _ if self == Question::Convert => return (Status::Solved, messages),
            _ => (),
        }
        let differing = if explain { differing_cells(case.smallest) } else { Vec::new() };
        if !differing.is_empty() {
            let (count, cells) = (differing.len(), join(&differing, " "));
            let text = format_args!("{SEVERAL}: two of them differ in {count} cells: {cells}");
            messages.push(case.message(None, Some(SEVERAL), text));
        }
        let solution = case.smallest[0];
        let is_solution = |text: &[u8]| solution.is_some_and(|grid| text == grid.text());
        if let Some((text, before)) = case.given().filter(|(text, _)| !text.is_empty() && !is_solution(text)) {
            match check_given(case, text, before, puzzle) {
                // An unfinished solution is wrong, too, unless it is checked.
                Err(wrong) => {
                    messages.push(wrong.message);
                    return (Status::Invalid, messages);
                }
                Ok(given) if self == Question::Smallest && solution != Some(&given) => {
                    messages.push(case.message(Some(before), Some(NOT_SMALLEST), NOT_SMALLEST));
                }
                Ok(_) => (),
            }
        }
        (Status::Solved, messages)
    }
}

/// A grid and its pencil marks, if it has any.
type Marked<'a> = (&'a Grid, Option<&'a Candidates>);

/// Whether the grid, or the solution that the record gives, is a solution.
fn check(case: &Case<'_>, puzzle: Marked<'_>) -> Result<(), Wrong> {
    let (what, status, topic) = match case.given() {
        Some((b"", _)) => (NONE_GIVEN.into(), Status::Unsolvable, NONE_GIVEN),
        Some((text, before)) => return check_given(case, text, before, puzzle).map(|_| ()),
        None => {
            // Pencil marks whose naked singles conflict are read with an empty grid, because no clue is wrong by itself. A check
            // still looks at these digits.
            let singles = puzzle.1.filter(|_| *puzzle.0 == Grid::EMPTY);
            let digits = singles.map_or(*puzzle.0, Candidates::naked_singles);
            let Some((what, status)) = violation(&digits, puzzle) else { return Ok(()) };
            (what, status, NOT_A_SOLUTION)
        }
    };
    Err(Wrong { status, message: case.message(None, Some(topic), &what), what })
}

/// The solution that the record gives after these columns, unless it is wrong.
fn check_given(case: &Case<'_>, text: &[u8], before: &[u8], puzzle: Marked<'_>) -> Result<Grid, Wrong> {
    let (what, status, topic) = match String::from_utf8_lossy(text).parse::<Grid>() {
        Err(error) => (error.to_string(), Status::Invalid, "the given solution is malformed"),
        Ok(solution) => match violation(&solution, puzzle) {
            None => return Ok(solution),
            Some((what, Status::Unsolvable)) => (what, Status::Unsolvable, "the given solution is unfinished"),
            Some((what, status)) => (what, status, "the given solution is wrong"),
        },
    };
    let message = case.message(Some(before), Some(topic), format_args!("{topic}: {what}"));
    Err(Wrong { status, message, what })
}

/// Why a grid is not a solution of a puzzle.
fn violation(solution: &Grid, (grid, marks): Marked<'_>) -> Option<(String, Status)> {
    if let Some(violation) = Violation::find(solution, grid) {
        let is_unfinished = matches!(violation, Violation::Blanks { .. });
        let status = if is_unfinished { Status::Unsolvable } else { Status::Invalid };
        return Some((violation.to_string(), status));
    }
    let eliminated = marks?.eliminated(solution).next()?;
    let what = format!("{} is {}, but that candidate is eliminated", eliminated.cell, eliminated.digit);
    Some((what, Status::Invalid))
}

/// Why a grid is not a solution.
struct Wrong {
    what: String,
    status: Status,
    message: Message,
}
