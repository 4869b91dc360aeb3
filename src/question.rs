//! What can be asked of a grid, and how what was found out becomes a [`Reply`] and messages.
//!
//! To add a question, add a variant of [`Question`], a variant of [`Reply`], arms for them here, in the worker and in the output formats, and an option
//! of the command line.

use std::mem;
use std::num::NonZero;

use crate::analysis::{Contradiction, Violation};
use crate::answer::Answer;
use crate::grid::{Candidates, Clue, Conflict, Grid};
use crate::input::records::CsvRecord;
use crate::output::OutputFormat;
use crate::puzzle::Count;
use crate::reply::{Message, Reply, Status, Verdict, differing_cells};

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

    /// Whether it is asked of solutions that stand below their puzzle, too.
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

    /// The reply for a record that is not a grid, because of `what`.
    pub(crate) fn reply_to_malformed(self, what: String) -> Reply {
        match self {
            Question::Smallest => Reply::Solution(None),
            Question::All { .. } => Reply::Listed(0, None),
            Question::Count { .. } => Reply::Count(None),
            Question::Verdict => Reply::Verdict(Verdict::Invalid, Vec::new()),
            Question::Check => Reply::Check(what),
            Question::Redundant => Reply::Redundant(Err(Verdict::Invalid)),
            Question::Candidates => Reply::Candidates(None),
            Question::Convert => Reply::Solution(None),
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
    pub(crate) details: Details,
}

/// What was found out about a grid besides its answer, if it was asked for.
#[derive(Default)]
pub(crate) struct Details {
    /// Its two smallest solutions, or the only one.
    pub(crate) smallest_two: Vec<Grid>,
    /// The solutions after those, in ascending order.
    pub(crate) others: Option<Box<dyn Iterator<Item = Grid> + Send>>,
    /// Why there is no solution.
    pub(crate) contradiction: Option<Contradiction>,
    /// The clues that can each be removed, if there is one solution.
    pub(crate) redundant: Vec<Clue>,
    /// The candidates that occur in some solution, if there is one.
    pub(crate) candidates: Option<Candidates>,
}

impl Case<'_> {
    /// What is known of the number of solutions.
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

    /// How severe it is what is wrong with the grid, the messages about it, and the reply to a question. The reply has no place for all
    /// solutions, so to [`Question::All`] it is that there are none. `count` counts several solutions up to a limit.
    pub(crate) fn reply(
        &mut self,
        question: Question,
        explain: bool,
        count: impl FnOnce(&Candidates, u64) -> u64,
    ) -> (Status, Vec<Message>, Reply) {
        let verdict = self.verdict().unwrap_or(Verdict::Invalid);
        let reply = match question {
            Question::Check => return self.check(),
            Question::Smallest => Reply::Solution(self.answer.and_then(|answer| answer.solution().copied())),
            Question::All { .. } => Reply::Listed(0, None),
            Question::Count { limit } => Reply::Count(match verdict {
                Verdict::None => Some(Count::exactly(0)),
                Verdict::Unique => Some(Count::exactly(1)),
                Verdict::Multiple => {
                    let candidates = self.marks.copied().unwrap_or_else(|| Candidates::from(self.grid));
                    Some(Count::up_to(limit.get(), |limit| count(&candidates, limit)))
                }
                Verdict::Invalid => None,
            }),
            Question::Verdict => Reply::Verdict(verdict, self.details.smallest_two.clone()),
            Question::Redundant if verdict == Verdict::Unique => {
                Reply::Redundant(Ok(mem::take(&mut self.details.redundant)))
            }
            Question::Redundant => Reply::Redundant(Err(verdict)),
            Question::Candidates => Reply::Candidates(self.details.candidates),
            Question::Convert => Reply::Record,
        };
        let (status, messages) = match self.answer {
            _ if self.conflict.is_some() => self.judge_unsolvable(true),
            Some(Answer::Unsolvable) => {
                let needs_solution = question.prints_solutions() || question == Question::Candidates;
                self.judge_unsolvable(needs_solution || explain)
            }
            None => (Status::Solved, Vec::new()),
            _ => self.judge_solvable(question == Question::Smallest, explain),
        };
        (status, messages, reply)
    }

    fn judge_unsolvable(&self, is_reported: bool) -> (Status, Vec<Message>) {
        let message = match (&self.conflict, &self.details.contradiction) {
            (Some(conflict), _) => return (Status::Invalid, vec![Message::new(Some(CONFLICT), conflict.to_string())]),
            (None, Some(contradiction)) => Message::new(None, format!("{NO_SOLUTION}: {contradiction}")),
            (None, None) => Message::new(Some(NO_SOLUTION), NO_SOLUTION),
        };
        (Status::Unsolvable, if is_reported { vec![message] } else { Vec::new() })
    }

    /// What is wrong with the given solution, and if `explain`, where two solutions differ. With `wants_smallest`, a given solution
    /// that is not the smallest of several is reported, too.
    fn judge_solvable(&self, wants_smallest: bool, explain: bool) -> (Status, Vec<Message>) {
        let (mut status, mut messages) = (Status::Solved, Vec::new());
        let differing = if explain { differing_cells(&self.details.smallest_two) } else { Vec::new() };
        if !differing.is_empty() {
            let cells: Vec<String> = differing.iter().map(ToString::to_string).collect();
            let text = format!("several solutions: two of them differ in {} cells: {}", cells.len(), cells.join(" "));
            messages.push(Message::new(None, text));
        }
        let solution = self.answer.as_ref().and_then(Answer::solution);
        let is_solution =
            |text: &[u8]| solution.is_some_and(|grid| text.iter().copied().eq(grid.cells().map(|d| b'0' + d)));
        if let Some(given) = self.given().filter(|given| !given.text.is_empty() && !is_solution(given.text)) {
            match self.check_given(&given) {
                Err(wrong) => {
                    status = Status::Invalid;
                    messages.push(given.message_of(&wrong));
                }
                Ok(grid) if wants_smallest && solution.is_some_and(|solution| *solution != grid) => {
                    messages.push(given.message(NOT_SMALLEST.into(), NOT_SMALLEST));
                }
                Ok(_) => (),
            }
        }
        (status, messages)
    }

    /// Whether the grid, or the solution that the record gives, is a solution.
    fn check(&self) -> (Status, Vec<Message>, Reply) {
        let (status, what, message) = match self.given() {
            Some(given) if given.text.is_empty() => {
                (Status::Unsolvable, NONE_GIVEN.into(), Message::new(Some(NONE_GIVEN), NONE_GIVEN))
            }
            Some(given) => match self.check_given(&given) {
                Ok(_) => return (Status::Solved, Vec::new(), Reply::Check("ok".into())),
                Err(wrong) => (wrong.status, wrong.what.clone(), given.message_of(&wrong)),
            },
            None => match self.check_solution(&self.digits()) {
                None => return (Status::Solved, Vec::new(), Reply::Check("ok".into())),
                Some((what, status)) => (status, what.clone(), Message::new(Some(NOT_A_SOLUTION), what)),
            },
        };
        (status, vec![message], Reply::Check(what))
    }

    /// The solution that the record gives, unless it is wrong.
    fn check_given(&self, given: &Given<'_>) -> Result<Grid, Wrong> {
        let (what, topic, status) = match String::from_utf8_lossy(given.text).parse::<Grid>() {
            Err(error) => (error.to_string(), "the given solution is malformed", Status::Invalid),
            Ok(solution) => match self.check_solution(&solution) {
                None => return Ok(solution),
                Some((what, Status::Unsolvable)) => (what, "the given solution is unfinished", Status::Unsolvable),
                Some((what, status)) => (what, "the given solution is wrong", status),
            },
        };
        Err(Wrong { what, topic, status })
    }

    /// The digits of the record. Pencil marks whose naked singles clash have no clues, but these digits.
    fn digits(&self) -> Grid {
        let marks = self.marks.filter(|_| *self.grid == Grid::EMPTY);
        marks.map_or(*self.grid, Candidates::naked_singles)
    }

    /// Why a grid is not a solution of this one.
    fn check_solution(&self, solution: &Grid) -> Option<(String, Status)> {
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

    fn given(&self) -> Option<Given<'_>> {
        let CsvRecord { columns, given, .. } = self.csv?;
        let given = given.clone()?;
        Some(Given { text: &columns[given.clone()], before: &columns[..given.start] })
    }
}

/// What is wrong with a given solution.
struct Wrong {
    what: String,
    topic: &'static str,
    status: Status,
}

/// The solution that a csv record gives. The text is empty if the field is.
struct Given<'a> {
    text: &'a [u8],
    before: &'a [u8],
}

impl Given<'_> {
    fn message_of(&self, wrong: &Wrong) -> Message {
        self.message(format!("{}: {}", wrong.topic, wrong.what), wrong.topic)
    }

    fn message(&self, text: String, topic: &'static str) -> Message {
        let column = 1 + String::from_utf8_lossy(self.before).chars().count();
        Message { column: Some(column), topic: Some(topic), text: text.into() }
    }
}
