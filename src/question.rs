//! The questions about a grid. Findings become a [`Reply`], messages and a status.

use std::num::NonZero;

use crate::answer::Answer;
use crate::check::{check, given_solution, given_solution_column};
use crate::grid::join;
use crate::input::error::CONFLICT;
use crate::logic::{Rating, Steps, Uniqueness};
use crate::output::OutputFormat;
use crate::reply::{Case, Message, Reply, Status};

const NO_SOLUTION: &str = "no solution";
const SEVERAL: &str = "several solutions";
const NOT_CANONICAL: &str = "pencil marks have no canonical form";
const NOT_SMALLEST: &str = "the given solution is not the smallest of several";

/// The question about every grid.
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
    /// Whether it is a solution, or which cells are wrong. A solution that a csv record gives is
    /// checked against its puzzle instead, and so is a finished grid in rows right below its
    /// puzzle.
    Check,
    /// Which clues could be removed from a grid with one solution.
    Redundant,
    /// The grid without redundant clues. They are removed one after the other, the last first, so
    /// the result is minimal.
    Minimize,
    /// How hard a grid with one solution is for a person; see
    /// [`Puzzle::rating`](crate::Puzzle::rating).
    Rate,
    /// The steps of a solution without guessing; see [`Puzzle::steps`](crate::Puzzle::steps).
    Steps,
    /// Which digits each cell has in some solution: the true candidates.
    Candidates,
    /// The smallest grid that is the same puzzle up to symmetry, see
    /// [`Grid::canonical`](crate::Grid::canonical). Nothing is solved.
    Canonical,
    /// The grid itself, in the output format. Nothing is solved.
    Convert,
}

impl Question {
    /// Whether replies to this question can be written in this format. Rows have room for grids
    /// only, and frames also for words about a grid.
    ///
    /// ```
    /// use sudokat::{OutputFormat, Question};
    /// assert!(Question::Verdict.supports(OutputFormat::Line));
    /// assert!(!Question::Verdict.supports(OutputFormat::Packed));
    /// ```
    #[must_use]
    pub fn supports(self, format: OutputFormat) -> bool {
        use Question::{All, Canonical, Convert, Minimize, Smallest};
        let prints_grids = matches!(self, Smallest | All { .. } | Minimize | Canonical | Convert);
        match format {
            OutputFormat::Line | OutputFormat::Csv | OutputFormat::Json => true,
            OutputFormat::Packed | OutputFormat::Spaced => prints_grids,
            OutputFormat::Html => prints_grids || self == Question::Candidates,
            OutputFormat::Pretty => !matches!(self, Question::Count { .. }),
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
            Question::Minimize => &["minimized"],
            Question::Rate => &["rating"],
            Question::Steps => &["steps"],
            Question::Candidates => &["candidates"],
            Question::Canonical => &["canonical"],
            Question::Convert => &["puzzle", "converted"],
        }
    }

    /// The reply to a record, unless it takes many searches.
    pub(crate) fn reply<'a>(self, case: &Case<'a>) -> Reply<'a> {
        match (self, case.answer, case.record.puzzle) {
            (Question::Smallest, Some(answer), _) => {
                answer.solution().map_or(Reply::Nothing, Reply::Solution)
            }
            (Question::All { .. }, Some(Answer::Unique(only)), _) => Reply::Listed(1, only),
            (Question::All { .. }, ..) => Reply::NoneListed,
            (Question::Count { .. }, Some(Answer::Unsolvable), _) => Reply::Count {
                counted: 0,
                more: false,
            },
            (Question::Count { .. }, Some(Answer::Unique(_)), _) => Reply::Count {
                counted: 1,
                more: false,
            },
            (Question::Candidates, Some(Answer::Unique(only)), _) => Reply::Candidates(only.into()),
            (Question::Verdict, ..) => Reply::Verdict,
            (Question::Rate, Some(Answer::Unique(_)), _) => {
                Reply::Rating(Rating::of(&case.candidates()))
            }
            (Question::Steps, Some(Answer::Unique(_)), _) => {
                let mut steps = Steps::new(&case.candidates(), Uniqueness::Known);
                let all = steps.by_ref().collect();
                Reply::Steps(all, steps.candidates())
            }
            (Question::Redundant | Question::Rate | Question::Steps, ..) => Reply::NotUnique,
            (Question::Check, ..) => Reply::Check(check(case).map(|_| ())),
            (Question::Canonical, _, Ok((grid, None))) => {
                grid.canonical().map_or(Reply::Nothing, Reply::Canonical)
            }
            (Question::Convert, ..) => Reply::Record,
            _ => Reply::Nothing,
        }
    }

    /// The status of a record, and the messages about it: one of them says that there are several
    /// solutions, if `several` is set.
    pub(crate) fn outcome(
        self,
        case: &Case<'_>,
        reply: &Reply<'_>,
        several: bool,
    ) -> (Status, [Option<Message>; 2]) {
        let (status, message) = match (case.record.puzzle, reply, &case.conflict) {
            (Err(error), ..) => (
                Status::Invalid,
                Some(case.message(error.column, error.topic(), error.what())),
            ),
            (_, Reply::Check(Err(failure)), _) => {
                (failure.status, Some(case.failure_message(failure)))
            }
            (_, _, Some(conflict)) => (
                Status::Invalid,
                Some(case.message(None, CONFLICT, conflict)),
            ),
            _ if case.answer == Some(&Answer::Unsolvable) => {
                let why = case
                    .contradiction
                    .map_or(NO_SOLUTION.into(), |why| format!("{NO_SOLUTION}: {why}"));
                // Other replies already say so.
                let needs_message = case.contradiction.is_some()
                    || matches!(reply, Reply::Nothing | Reply::NoneListed);
                (
                    Status::Unsolvable,
                    needs_message.then(|| case.message(None, NO_SOLUTION, why)),
                )
            }
            (_, Reply::Nothing, _) if self == Question::Canonical => (
                Status::Invalid,
                Some(case.message(None, NOT_CANONICAL, NOT_CANONICAL)),
            ),
            _ => self.given_solution_outcome(case).unwrap_or_default(),
        };
        let about_several = several.then(|| {
            let details = match &case.differing_cells()[..] {
                [] => String::new(),
                cells => format!(
                    ": two of them differ in {} cells: {}",
                    cells.len(),
                    join(cells, " ")
                ),
            };
            case.message(None, SEVERAL, format_args!("{SEVERAL}{details}"))
        });
        (status, [about_several, message])
    }

    /// The status and the message for a given solution that is wrong or not the smallest.
    fn given_solution_outcome(self, case: &Case<'_>) -> Option<(Status, Option<Message>)> {
        let given = given_solution(case.record).filter(|given| !given.is_empty())?;
        // Questions that solve nothing ignore the given solution.
        let smallest = case.answer.map(|_| case.solutions.first())?;
        // This is much faster than a check.
        if smallest.is_some_and(|smallest| given == smallest.to_digits()) {
            return None;
        }
        match check(case) {
            Err(failure) => Some((failure.status, Some(case.failure_message(&failure)))),
            Ok(grid) if self == Question::Smallest && smallest != Some(&grid) => {
                let column = given_solution_column(case.record);
                Some((
                    Status::Solved,
                    Some(case.message(column, NOT_SMALLEST, NOT_SMALLEST)),
                ))
            }
            Ok(_) => None,
        }
    }
}
