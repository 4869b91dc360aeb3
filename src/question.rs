//! The questions about a grid. Findings become a [`Reply`], messages and a status here.
//!
//! To add a question, add a variant of [`Question`], a variant of [`Reply`], arms for them here, in the worker and in the output formats, and an option
//! of the command line.

use std::mem;
use std::num::NonZero;

use crate::analysis::{Contradiction, Violation, differences};
use crate::answer::Answer;
use crate::grid::{Candidates, Clue, Conflict, Grid};
use crate::input::records::CsvRecord;
use crate::output::OutputFormat;
use crate::puzzle::Count;
use crate::reply::{Message, Reply, Status, Verdict};

const CONFLICT: &str = "two clues of a unit are equal";
const NO_SOLUTION: &str = "no solution";
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

    /// The reply to this question. For a malformed record, there is no answer and the verdict is [`Verdict::Invalid`].
    pub(crate) fn reply(self, verdict: Option<Verdict>, answer: Option<&Answer>, details: &mut Details) -> Reply {
        match self {
            Question::Smallest => Reply::Solution(answer.and_then(Answer::solution).copied()),
            // The caller lists the solutions one by one.
            Question::All { .. } => Reply::Listed(0, None),
            Question::Count { .. } => Reply::Count(details.count),
            Question::Verdict => {
                let only = [answer.and_then(Answer::solution).copied(), None];
                let solutions = details.smallest_two.map_or(only, |two| two.map(Some));
                Reply::Verdict(verdict.unwrap_or(Verdict::Invalid), solutions)
            }
            Question::Check => Reply::Check(mem::take(&mut details.check)),
            Question::Redundant => Reply::Redundant(match verdict {
                Some(Verdict::Unique) => Ok(mem::take(&mut details.redundant)),
                other => Err(other.unwrap_or(Verdict::Invalid)),
            }),
            Question::Candidates => Reply::Candidates(details.candidates),
            Question::Convert => Reply::Record,
        }
    }
}

/// A grid of the input, and what has been found out about it.
pub(crate) struct Case<'a> {
    pub(crate) grid: &'a Grid,
    /// What pencil marks leave, if the record has any.
    pub(crate) marks: Option<&'a Candidates>,
    /// The columns of the record, if the input is csv.
    pub(crate) csv: Option<&'a CsvRecord<'a>>,
    /// What is known of its solutions; `None` if nothing was solved.
    pub(crate) answer: Option<Answer>,
    /// Two equal clues, if there is no solution because of them.
    pub(crate) conflict: Option<Conflict>,
    pub(crate) details: &'a mut Details,
}

/// What was found out about a record besides its answer, if it was asked for.
#[derive(Default)]
pub(crate) struct Details {
    /// The two smallest of several solutions.
    pub(crate) smallest_two: Option<[Grid; 2]>,
    /// How many solutions there are.
    pub(crate) count: Option<Count>,
    /// Why there is no solution.
    pub(crate) contradiction: Option<Contradiction>,
    /// The clues that can each be removed, if there is one solution.
    pub(crate) redundant: Vec<Clue>,
    /// The candidates that occur in some solution, if there is one.
    pub(crate) candidates: Option<Candidates>,
    /// `ok` if it is a solution, or what is wrong.
    pub(crate) check: String,
}

impl Case<'_> {
    /// What its clues and pencil marks leave of each cell.
    pub(crate) fn candidates(&self) -> Candidates {
        self.marks.copied().unwrap_or_else(|| Candidates::from(self.grid))
    }

    /// The verdict, if it is known.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        if self.conflict.is_some() {
            return Some(Verdict::Invalid);
        }
        match self.answer? {
            Answer::Unsolvable => Some(Verdict::None),
            Answer::Unique(_) => Some(Verdict::Unique),
            Answer::Several(_) => Some(Verdict::Multiple),
            Answer::Smallest(_) => None,
        }
    }

    /// Returns the status of the grid and the messages about it. The result of a check goes into the details.
    pub(crate) fn judge(&mut self, question: Question, explain: bool) -> (Status, Vec<Message>) {
        match self.answer {
            _ if question == Question::Check => {
                let wrong = self.check().err();
                self.details.check = wrong.as_ref().map_or("ok".into(), |wrong| wrong.what.clone());
                (
                    wrong.as_ref().map_or(Status::Solved, |wrong| wrong.status),
                    wrong.into_iter().map(Wrong::message).collect(),
                )
            }
            _ if self.conflict.is_some() => self.judge_unsolvable(true),
            Some(Answer::Unsolvable) => {
                let needs_solution = question.prints_solutions() || question == Question::Candidates;
                self.judge_unsolvable(needs_solution || explain)
            }
            Some(_) => self.judge_solvable(question == Question::Smallest, explain),
            None => (Status::Solved, Vec::new()),
        }
    }

    fn judge_unsolvable(&self, is_reported: bool) -> (Status, Vec<Message>) {
        let message = match (&self.conflict, &self.details.contradiction) {
            (Some(conflict), _) => return (Status::Invalid, vec![Message::new(Some(CONFLICT), conflict.to_string())]),
            (None, Some(contradiction)) => Message::new(None, format!("{NO_SOLUTION}: {contradiction}")),
            (None, None) => Message::new(Some(NO_SOLUTION), NO_SOLUTION),
        };
        (Status::Unsolvable, if is_reported { vec![message] } else { Vec::new() })
    }

    /// Reports a wrong given solution, and with `explain`, where two solutions differ. With `wants_smallest`, also reports a given
    /// solution that is not the smallest of several.
    fn judge_solvable(&self, wants_smallest: bool, explain: bool) -> (Status, Vec<Message>) {
        let mut messages = Vec::new();
        if let Some(two) = self.details.smallest_two.filter(|_| explain) {
            let cells: Vec<String> = differences(&two[0], &two[1]).map(|cell| cell.to_string()).collect();
            let text = format!("several solutions: two of them differ in {} cells: {}", cells.len(), cells.join(" "));
            messages.push(Message::new(None, text));
        }
        let solution = self.answer.as_ref().and_then(Answer::solution);
        let is_solution =
            |text: &[u8]| solution.is_some_and(|grid| text.iter().copied().eq(grid.cells().map(|d| b'0' + d)));
        let Some((text, before)) = self.given().filter(|(text, _)| !text.is_empty() && !is_solution(text)) else {
            return (Status::Solved, messages);
        };
        match self.check_given(text, before) {
            Err(wrong) => {
                messages.push(wrong.message());
                (Status::Invalid, messages)
            }
            Ok(given) => {
                if wants_smallest && solution.is_some_and(|solution| *solution != given) {
                    let column = Some(column_after(before));
                    messages.push(Message { column, topic: Some(NOT_SMALLEST), text: NOT_SMALLEST.into() });
                }
                (Status::Solved, messages)
            }
        }
    }

    /// Whether the grid, or the solution that the record gives, is a solution.
    fn check(&self) -> Result<Grid, Wrong> {
        match self.given() {
            Some((b"", _)) => {
                Err(Wrong { what: NONE_GIVEN.into(), status: Status::Unsolvable, topic: NONE_GIVEN, column: None })
            }
            Some((text, before)) => self.check_given(text, before),
            None => {
                // Pencil marks whose naked singles clash have no clues, but these digits.
                let marks = self.marks.filter(|_| *self.grid == Grid::EMPTY);
                let digits = marks.map_or(*self.grid, Candidates::naked_singles);
                match self.violation(&digits) {
                    None => Ok(digits),
                    Some((what, status)) => Err(Wrong { what, status, topic: NOT_A_SOLUTION, column: None }),
                }
            }
        }
    }

    /// The solution that the record gives after this text, unless it is wrong.
    fn check_given(&self, text: &[u8], before: &[u8]) -> Result<Grid, Wrong> {
        let (what, status, topic) = match String::from_utf8_lossy(text).parse::<Grid>() {
            Err(error) => (error.to_string(), Status::Invalid, "the given solution is malformed"),
            Ok(solution) => match self.violation(&solution) {
                None => return Ok(solution),
                Some((what, Status::Unsolvable)) => (what, Status::Unsolvable, "the given solution is unfinished"),
                Some((what, status)) => (what, status, "the given solution is wrong"),
            },
        };
        Err(Wrong { what, status, topic, column: Some(column_after(before)) })
    }

    /// Why a grid is not a solution of this one.
    fn violation(&self, solution: &Grid) -> Option<(String, Status)> {
        if let Some(violation) = Violation::find(solution, self.grid) {
            let status = if violation.breaks_a_rule() { Status::Invalid } else { Status::Unsolvable };
            return Some((violation.to_string(), status));
        }
        let eliminated = self.marks?.first_eliminated(solution)?;
        let what = format!("{} is {}, but that candidate is eliminated", eliminated.cell, eliminated.digit);
        Some((what, Status::Invalid))
    }

    /// A message if a solver found a grid that breaks a rule, a clue or a pencil mark.
    pub(crate) fn verify(&self, solution: &Grid) -> Option<Message> {
        let keeps_marks = || self.marks.is_none_or(|marks| marks.first_eliminated(solution).is_none());
        if solution.is_solution(self.grid) && keeps_marks() {
            return None;
        }
        let grid = self.grid;
        let text = format!("the solution found is wrong, which is a bug in sudokat: please report this grid: {grid}");
        Some(Message::new(None, text))
    }

    /// The solution that a csv record gives, and what stands before it. It is empty if the field is.
    fn given(&self) -> Option<(&[u8], &[u8])> {
        let CsvRecord { columns, given, .. } = self.csv?;
        let given = given.clone()?;
        Some((&columns[given.clone()], &columns[..given.start]))
    }
}

/// The column after a text, in characters from 1.
fn column_after(text: &[u8]) -> usize {
    1 + String::from_utf8_lossy(text).chars().count()
}

/// Why a grid is not a solution.
struct Wrong {
    what: String,
    status: Status,
    topic: &'static str,
    /// Where it is, if it is the given solution.
    column: Option<usize>,
}

impl Wrong {
    fn message(self) -> Message {
        let text = match self.column {
            Some(_) => format!("{}: {}", self.topic, self.what),
            None => self.what,
        };
        Message { column: self.column, topic: Some(self.topic), text: text.into() }
    }
}
