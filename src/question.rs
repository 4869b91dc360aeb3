//! What can be asked of a grid, and how what was found out becomes a [`Reply`] and messages.
//!
//! To add a question, add a variant of [`Question`], a variant of [`Reply`], arms for them here, in the worker and in the output formats, and an option
//! of the command line.

use std::num::NonZero;

use crate::analysis::{Contradiction, Violation};
use crate::answer::Answer;
use crate::batch::Goal;
use crate::grid::{Candidates, Clue, Conflict, Grid};
use crate::input::records::CsvRecord;
use crate::output::OutputFormat;
use crate::puzzle::{Count, Puzzle};
use crate::reply::{Message, Reply, Status, differing_cells};

const CONFLICT: &str = "two clues of a unit are equal";
const NO_SOLUTION: &str = "no solution";
const NONE_GIVEN: &str = "no solution is given";
const NOT_SMALLEST: &str = "the given solution is not the smallest of several";
const NOT_A_SOLUTION: &str = "the grid is not a solution";

/// If a grid has more solutions than this, the engine counts them, on several threads if it may.
const FEW: u64 = 100;

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
            OutputFormat::Packed | OutputFormat::Spaced => self.prints_solutions(),
            OutputFormat::Pretty => !matches!(self, Question::Count { .. } | Question::Check),
        }
    }

    /// Whether the replies are solutions, where there are any.
    #[must_use]
    pub fn prints_solutions(self) -> bool {
        matches!(self, Question::Smallest | Question::All { .. })
    }

    /// What to find out about each grid first; `None` if nothing has to be solved.
    pub(crate) fn goal(self) -> Option<Goal> {
        match self {
            Question::Smallest => Some(Goal::Smallest),
            Question::All { .. } | Question::Count { .. } | Question::Verdict | Question::Redundant => {
                Some(Goal::Uniqueness)
            }
            Question::Check => None,
        }
    }

    /// Names for a csv column of replies, in order of preference.
    pub(crate) fn column_names(self) -> &'static [&'static str] {
        match self {
            Question::Smallest | Question::All { .. } => &["solution", "answer"],
            Question::Count { .. } => &["count"],
            Question::Verdict => &["verdict"],
            Question::Check => &["check"],
            Question::Redundant => &["redundant"],
        }
    }

    /// The reply for a record that is not a grid, because of `what`.
    pub(crate) fn reply_to_malformed(self, what: String) -> Reply {
        match self {
            Question::Smallest => Reply::Solution(None),
            Question::All { .. } => Reply::Listed(0, None),
            Question::Count { .. } => Reply::Count(None),
            Question::Verdict => Reply::Verdict("invalid", Vec::new()),
            Question::Check => Reply::Check(what),
            Question::Redundant => Reply::Redundant(Err("invalid")),
        }
    }
}

/// A grid of the input, and what has been found out about it.
pub(crate) struct Case<'a> {
    pub(crate) grid: &'a Grid,
    /// What pencil marks leave, if the record has any.
    pub(crate) candidates: Option<&'a Candidates>,
    /// The columns of the record, if the input is csv.
    pub(crate) csv: Option<&'a CsvRecord<'a>>,
    /// What is known of its solutions; `None` if nothing was solved.
    pub(crate) answer: Option<Answer>,
    /// Two equal clues, if there is no solution because of them.
    pub(crate) conflict: Option<Conflict>,
    /// Why there is no solution, if that was to be explained.
    pub(crate) contradiction: Option<&'a Contradiction>,
    /// The clues that can each be removed, if there is one solution and they were asked for.
    pub(crate) redundant: Option<Vec<Clue>>,
    /// Its two smallest solutions, or the only one, if they were looked for.
    pub(crate) smallest_two: Vec<Grid>,
}

impl<'a> Case<'a> {
    /// A grid of which nothing else is known.
    pub(crate) fn new(grid: &'a Grid, candidates: Option<&'a Candidates>) -> Case<'a> {
        Case {
            grid,
            candidates,
            csv: None,
            answer: None,
            conflict: None,
            contradiction: None,
            redundant: None,
            smallest_two: Vec::new(),
        }
    }

    /// The puzzle, whose clues must not conflict.
    pub(crate) fn puzzle(&self) -> Puzzle {
        Puzzle::from(&self.all_candidates())
    }

    /// The candidates that the clues and the pencil marks leave.
    pub(crate) fn all_candidates(&self) -> Candidates {
        self.candidates.copied().unwrap_or_else(|| Candidates::from(self.grid))
    }

    /// The digits that are certain. A line of pencil marks has no grid besides its naked singles.
    pub(crate) fn clues(&self) -> Grid {
        let marks = self.candidates.filter(|_| *self.grid == Grid::EMPTY);
        marks.map_or(*self.grid, Candidates::naked_singles)
    }

    /// `unique`, `multiple`, `none` or `invalid`; `None` if that is not known.
    pub(crate) fn verdict(&self) -> Option<&'static str> {
        match self.answer? {
            _ if self.conflict.is_some() => Some("invalid"),
            Answer::Unsolvable => Some("none"),
            Answer::Unique(_) => Some("unique"),
            Answer::Several(_) => Some("multiple"),
            Answer::Smallest(_) => None,
        }
    }

    /// The messages about its solutions, and how severe they are. `explain` adds where two solutions differ.
    pub(crate) fn judge(&self, question: Question, explain: bool) -> (Status, Vec<Message>) {
        match self.answer {
            None => (Status::Solved, Vec::new()),
            Some(Answer::Unsolvable) => self.judge_unsolvable(question.prints_solutions() || explain),
            Some(_) => {
                let given = self.judge_given(question == Question::Smallest);
                let status = given.as_ref().map_or(Status::Solved, |(status, _)| *status);
                let several = if explain { self.differences() } else { None };
                (status, several.into_iter().chain(given.map(|(_, message)| message)).collect())
            }
        }
    }

    fn judge_unsolvable(&self, is_reported: bool) -> (Status, Vec<Message>) {
        let message = match (&self.conflict, self.contradiction) {
            (Some(conflict), _) => return (Status::Invalid, vec![Message::new(Some(CONFLICT), conflict.to_string())]),
            (None, Some(contradiction)) => Message::new(None, format!("{NO_SOLUTION}: {contradiction}")),
            (None, None) => Message::new(Some(NO_SOLUTION), NO_SOLUTION),
        };
        (Status::Unsolvable, if is_reported { vec![message] } else { Vec::new() })
    }

    fn differences(&self) -> Option<Message> {
        let cells: Vec<String> = differing_cells(&self.smallest_two).iter().map(ToString::to_string).collect();
        if cells.is_empty() {
            return None;
        }
        let text = format!("several solutions: two of them differ in {} cells: {}", cells.len(), cells.join(" "));
        Some(Message::new(None, text))
    }

    fn given(&self) -> Option<Given<'a>> {
        let CsvRecord { columns, given, .. } = self.csv?;
        let given = given.clone()?;
        Some(Given { text: &columns[given.clone()], before: &columns[..given.start] })
    }

    /// What is wrong with the solution that the record gives. With `wants_smallest` it is reported, too, if that is a solution, but
    /// not the smallest.
    fn judge_given(&self, wants_smallest: bool) -> Option<(Status, Message)> {
        let given = self.given().filter(|given| !given.text.is_empty())?;
        let solution = self.answer.as_ref().and_then(Answer::solution);
        if solution.is_some_and(|solution| given.text.iter().copied().eq(solution.cells().map(|d| b'0' + d))) {
            return None;
        }
        match self.check_given(&given) {
            Err(wrong) => Some((Status::Invalid, given.message_of(&wrong))),
            Ok(grid) if wants_smallest && solution.is_some_and(|solution| *solution != grid) => {
                Some((Status::Solved, given.message(NOT_SMALLEST.into(), NOT_SMALLEST)))
            }
            Ok(_) => None,
        }
    }

    /// Whether the grid, or the solution that the record gives, is a solution: `ok`, or what is wrong, with the message.
    pub(crate) fn check(&self) -> (Status, String, Option<Message>) {
        let clues = self.clues();
        match self.given() {
            Some(given) if given.text.is_empty() => {
                (Status::Unsolvable, NONE_GIVEN.into(), Some(Message::new(Some(NONE_GIVEN), NONE_GIVEN)))
            }
            Some(given) => match self.check_given(&given) {
                Ok(_) => (Status::Solved, "ok".into(), None),
                Err(wrong) => (wrong.status, wrong.what.clone(), Some(given.message_of(&wrong))),
            },
            None => match self.check_solution(&clues, &clues) {
                None => (Status::Solved, "ok".into(), None),
                Some((what, status)) => (status, what.clone(), Some(Message::new(Some(NOT_A_SOLUTION), what))),
            },
        }
    }

    fn check_given(&self, given: &Given<'_>) -> Result<Grid, Wrong> {
        let (what, topic, status) = match String::from_utf8_lossy(given.text).parse::<Grid>() {
            Err(error) => (error.to_string(), "the given solution is malformed", Status::Invalid),
            Ok(solution) => match self.check_solution(&solution, self.grid) {
                None => return Ok(solution),
                Some((what, Status::Unsolvable)) => (what, "the given solution is unfinished", Status::Unsolvable),
                Some((what, status)) => (what, "the given solution is wrong", status),
            },
        };
        Err(Wrong { what, topic, status })
    }

    fn check_solution(&self, grid: &Grid, clues: &Grid) -> Option<(String, Status)> {
        if let Some(violation) = Violation::find(grid, clues) {
            let status = if violation.breaks_a_rule() { Status::Invalid } else { Status::Unsolvable };
            return Some((violation.to_string(), status));
        }
        let eliminated = self.candidates?.first_eliminated(grid)?;
        let what = format!("{} is {}, but that candidate is eliminated", eliminated.cell, eliminated.digit);
        Some((what, Status::Invalid))
    }

    /// A message if a solver found a grid that breaks a rule, a clue or a pencil mark.
    pub(crate) fn verify(&self, solution: &Grid) -> Option<Message> {
        let keeps_marks = || self.candidates.is_none_or(|candidates| candidates.first_eliminated(solution).is_none());
        if solution.is_solution(self.grid) && keeps_marks() {
            return None;
        }
        let grid = self.grid;
        let text = format!("the solution found is wrong, which is a bug in sudokat: please report this grid: {grid}");
        Some(Message::new(None, text))
    }

    /// The number of solutions up to `limit`, found by `count_many` if there are several.
    pub(crate) fn count(&self, limit: u64, count_many: impl Fn(&Candidates, u64) -> u64) -> Option<Count> {
        match self.answer? {
            _ if self.conflict.is_some() => None,
            Answer::Unsolvable => Some(Count::exactly(0)),
            Answer::Unique(_) => Some(Count::exactly(1)),
            Answer::Several(_) | Answer::Smallest(_) => {
                let few = self.puzzle().count(limit.min(FEW));
                let is_counted = limit <= FEW || !few.more;
                Some(if is_counted {
                    few
                } else {
                    Count::up_to(limit, |limit| count_many(&self.all_candidates(), limit))
                })
            }
        }
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
