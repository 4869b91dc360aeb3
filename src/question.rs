//! The questions about a grid. Findings become a [`Reply`], messages and a status.

use std::num::NonZero;

use crate::answer::Answer;
use crate::check::{self, check_given, column_after, given};
use crate::grid::{Candidates, join};
use crate::input::error::CONFLICT;
use crate::input::records::Record;
use crate::logic::{Rating, Steps};
use crate::output::OutputFormat;
use crate::reply::{Case, Message, Reply, Status, Verdict, Wrong, differing_cells};

const NO_SOLUTION: &str = "no solution";
const SEVERAL: &str = "several solutions";
const NO_FORM: &str = "pencil marks have no canonical form";
const NOT_SMALLEST: &str = "the given solution is not the smallest of several";

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
    /// Whether it is a solution, or which cells are wrong. If a csv gives a solution, that is checked instead, against its puzzle; in
    /// rows, a finished grid right below its puzzle is, too.
    Check,
    /// Which clues could be removed from a grid with one solution.
    Redundant,
    /// The grid less redundant clues, which are removed one after the other, the last first. The result is minimal.
    Minimize,
    /// How hard a grid with one solution is for a person; see [`Puzzle::rating`](crate::Puzzle::rating).
    Rate,
    /// The steps of a solution without guessing; see [`Puzzle::steps`](crate::Puzzle::steps).
    Steps,
    /// Which digits each cell has in some solution: the true candidates.
    Candidates,
    /// The smallest grid that is the same puzzle up to symmetry, see [`Grid::canonical`](crate::Grid::canonical). Nothing is solved.
    Canonical,
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
            OutputFormat::Packed | OutputFormat::Spaced => self.prints_grids(),
            OutputFormat::Html => self.prints_grids() || self == Question::Candidates,
            OutputFormat::Pretty => !matches!(self, Question::Count { .. }),
        }
    }

    /// Whether the replies are solutions, where there are any.
    #[must_use]
    pub fn prints_solutions(self) -> bool {
        matches!(self, Question::Smallest | Question::All { .. })
    }

    /// Whether the replies are grids of digits, where there are any.
    fn prints_grids(self) -> bool {
        self.prints_solutions() || matches!(self, Question::Minimize | Question::Canonical | Question::Convert)
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
            Question::Minimize => &["minimized"],
            Question::Rate => &["rating"],
            Question::Steps => &["steps"],
            Question::Candidates => &["candidates"],
            Question::Canonical => &["canonical"],
            Question::Convert => &["puzzle", "converted"],
        }
    }

    /// A record, with what is known of its solutions; `None` if nothing was solved.
    pub(crate) fn case<'a>(self, input_name: &'a str, record: &'a Record<'a>, answer: Option<&'a Answer>) -> Case<'a> {
        let conflict = match record.puzzle {
            // Without a solution, the clues may conflict. Pencil marks that do only have no solution: none of them is wrong by itself.
            Ok((grid, None)) if answer == Some(&Answer::Unsolvable) => grid.conflict(),
            Ok((grid, None)) if matches!(self, Question::Canonical | Question::Convert) => grid.conflict(),
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
        let (with_filename, under, contradiction, shown) = Default::default();
        Case { record, input_name, with_filename, under, verdict, conflict, smallest, contradiction, shown }
    }

    /// The reply to a record, unless many records are searched for it together.
    pub(crate) fn reply<'a>(self, case: &Case<'a>) -> Reply<'a> {
        match (self, case.smallest[0], case.verdict) {
            (Question::Smallest, Some(solution), _) => Reply::Solution(solution),
            (Question::All { .. }, Some(only), Some(Verdict::Unique)) => Reply::Listed(1, only),
            (Question::All { .. }, ..) => Reply::NoneListed,
            (Question::Count { .. }, _, Some(Verdict::Unsolvable)) => Reply::Count { counted: 0, more: false },
            (Question::Count { .. }, _, Some(Verdict::Unique)) => Reply::Count { counted: 1, more: false },
            (Question::Candidates, Some(only), _) => Reply::Candidates(Box::new(Candidates::from(only))),
            (Question::Verdict, ..) => Reply::Verdict(case.smallest),
            (Question::Rate, _, Some(Verdict::Unique)) => Reply::Rating(Rating::of(&case.candidates())),
            (Question::Steps, _, Some(Verdict::Unique)) => {
                let mut steps = Steps::new(&case.candidates());
                let all = steps.by_ref().collect();
                Reply::Steps(all, Box::new(steps.candidates()))
            }
            (Question::Redundant | Question::Rate | Question::Steps, ..) => Reply::NotUnique,
            // See `check` for grids that are wrong.
            (Question::Check, ..) => Reply::Check(case.record.puzzle.map(|_| ()).map_err(check::malformed)),
            (Question::Canonical, ..) => match case.record.puzzle {
                Ok((grid, None)) => grid.canonical().map_or(Reply::Nothing, Reply::Canonical),
                _ => Reply::Nothing,
            },
            (Question::Convert, ..) => Reply::Record,
            (Question::Smallest | Question::Count { .. } | Question::Minimize | Question::Candidates, ..) => {
                Reply::Nothing
            }
        }
    }

    /// The status of a record, and the messages about it. What is wrong comes from the first of these functions that finds something.
    pub(crate) fn judge(self, case: &Case<'_>, reply: &Reply<'_>, explain: bool) -> (Status, Vec<Message>) {
        let wrong = malformed(case)
            .or_else(|| checked(case, reply))
            .or_else(|| conflict(case))
            .or_else(|| self.unsolvable(case))
            .or_else(|| self.unanswered(case, reply))
            .or_else(|| self.given(case));
        let differing = if explain { differing_solutions(case) } else { None };
        let (status, message) = wrong.unwrap_or_default();
        (status, differing.into_iter().chain(message).collect())
    }

    /// A grid without a solution.
    fn unsolvable(self, case: &Case<'_>) -> Option<Judgment> {
        if case.verdict != Some(Verdict::Unsolvable) {
            return None;
        }
        let needs_solution = self.prints_solutions() || matches!(self, Question::Minimize | Question::Candidates);
        let message = match case.contradiction {
            Some(why) => Some(case.message(None, Some(NO_SOLUTION), format_args!("{NO_SOLUTION}: {why}"))),
            // The other replies already say so.
            None => needs_solution.then(|| case.message(None, Some(NO_SOLUTION), NO_SOLUTION)),
        };
        Some((Status::Unsolvable, message))
    }

    /// A grid that the question does not apply to.
    fn unanswered(self, case: &Case<'_>, reply: &Reply<'_>) -> Option<Judgment> {
        let (status, topic) = match (self, reply) {
            (Question::Minimize, Reply::Nothing) => (Status::Unsolvable, SEVERAL),
            (Question::Canonical, Reply::Nothing) => (Status::Invalid, NO_FORM),
            _ => return None,
        };
        // Two solutions that differ have a message of their own.
        Some((status, case.smallest[1].is_none().then(|| case.message(None, Some(topic), topic))))
    }

    /// A solution that the record gives, and that is wrong or not the smallest.
    fn given(self, case: &Case<'_>) -> Option<Judgment> {
        if matches!(self, Question::Check | Question::Canonical | Question::Convert) {
            return None;
        }
        let puzzle = case.record.puzzle.ok()?;
        let solution = case.smallest[0];
        let is_solution = |text: &[u8]| solution.is_some_and(|grid| text == grid.text());
        let (text, before) = given(case.record).filter(|(text, _)| !text.is_empty() && !is_solution(text))?;
        let only = solution.filter(|_| case.verdict == Some(Verdict::Unique));
        match check_given(text, before, puzzle, only) {
            Err(wrong) => Some((wrong.status, Some(message_of(case, &wrong)))),
            Ok(given) if self == Question::Smallest && solution != Some(&given) => {
                Some((Status::Solved, Some(case.message(Some(column_after(before)), Some(NOT_SMALLEST), NOT_SMALLEST))))
            }
            Ok(_) => None,
        }
    }
}

/// The status of a record, and the message about it, if the reply does not already say everything.
type Judgment = (Status, Option<Message>);

/// A record that cannot be read.
fn malformed(case: &Case<'_>) -> Option<Judgment> {
    let error = case.record.puzzle.err()?;
    let text = format!("{}:{error}", case.input_name);
    Some((Status::Invalid, Some(Message { line: error.line, topic: Some(error.topic()), text })))
}

/// A grid that is not a solution, if that was asked.
fn checked(case: &Case<'_>, reply: &Reply<'_>) -> Option<Judgment> {
    let Reply::Check(Err(wrong)) = reply else { return None };
    Some((wrong.status, Some(message_of(case, wrong))))
}

/// Two equal clues in one unit.
fn conflict(case: &Case<'_>) -> Option<Judgment> {
    let conflict = case.conflict.as_ref()?;
    Some((Status::Invalid, Some(case.message(None, Some(CONFLICT), conflict))))
}

/// Where the two smallest solutions differ.
fn differing_solutions(case: &Case<'_>) -> Option<Message> {
    let cells = differing_cells(case.smallest);
    let (count, names) = (cells.len(), join(&cells, " "));
    let text = format_args!("{SEVERAL}: two of them differ in {count} cells: {names}");
    (count > 0).then(|| case.message(None, Some(SEVERAL), text))
}

fn message_of(case: &Case<'_>, wrong: &Wrong) -> Message {
    let Wrong { topic, column, what, .. } = wrong;
    let before = if column.is_some() { format!("{topic}: ") } else { String::new() };
    case.message(*column, Some(topic), format_args!("{before}{what}"))
}
