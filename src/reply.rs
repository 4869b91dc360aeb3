//! A record with what was found out about it, the reply that goes to the output, and the messages
//! that go to standard error. User documentation calls replies answers.

use std::borrow::Cow;
use std::fmt::Display;

use crate::analysis::{Reason, differences};
use crate::answer::Answer;
use crate::canonical::Canonical;
use crate::grid::{Candidates, Cell, Clue, Conflict, Grid};
use crate::input::records::{CsvHeader, Record};
pub(crate) use crate::logic::Difficulty;
use crate::logic::{Rating, Step};

/// A record, and what has been found out about it.
pub(crate) struct Case<'a> {
    pub(crate) record: &'a Record<'a>,
    pub(crate) input: Input<'a>,
    /// The puzzle right above the record in rows.
    pub(crate) above: Option<MarkedGrid<'a>>,
    /// The answer of a solver, if the question needs one and no clues conflict.
    pub(crate) answer: Option<&'a Answer>,
    /// Two equal clues of one unit, if they were looked for.
    pub(crate) conflict: Option<Conflict>,
    /// The smallest solutions that are known: the only one, or up to two of several.
    pub(crate) solutions: Cow<'a, [Grid]>,
    /// Why there is no solution, if the options ask for that.
    pub(crate) contradiction: Option<&'a Reason>,
    /// The messages about the record, if the answer shows them.
    pub(crate) messages: Vec<String>,
}

/// The input of a record, as far as answers and messages refer to it.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) name: &'a str,
    /// Whether the name is written before each answer.
    pub(crate) with_filename: bool,
    /// The columns under which csv is written, if an earlier input has decided on other columns.
    pub(crate) first_header: Option<&'a CsvHeader>,
}

/// A grid, and its pencil marks if it has any.
pub(crate) type MarkedGrid<'a> = (&'a Grid, Option<&'a Candidates>);

impl<'a> Case<'a> {
    /// The candidates that the clues and pencil marks leave in each cell.
    pub(crate) fn candidates(&self) -> Candidates {
        self.record.puzzle.map_or(Candidates::ALL, candidates_of)
    }

    /// The word for the number of solutions, if that is known.
    pub(crate) fn verdict(&self) -> Option<&'static str> {
        match self.answer {
            _ if self.record.puzzle.is_err() || self.conflict.is_some() => Some("invalid"),
            Some(Answer::Unique(_)) => Some("unique"),
            Some(Answer::Several(_)) => Some("multiple"),
            Some(Answer::Unsolvable) => Some("none"),
            Some(Answer::Solvable(_)) | None => None,
        }
    }

    pub(crate) fn has_several(&self) -> bool {
        matches!(self.answer, Some(Answer::Several(_)))
    }

    /// The cells in which the two smallest solutions differ, if these are known.
    pub(crate) fn differing_cells(&self) -> Vec<Cell> {
        if let [one, other] = &self.solutions[..] {
            differences(one, other).collect()
        } else {
            Vec::new()
        }
    }

    /// A message if a solver found a grid that breaks a rule, a clue or a pencil mark.
    pub(crate) fn verify(&self, solution: &Grid) -> Option<Message> {
        let puzzle = self
            .record
            .puzzle
            .ok()
            .filter(|puzzle| !solves(solution, *puzzle))?;
        let wrong =
            "the solution found is wrong, which is a bug in sudokat: please report this grid";
        Some(self.message(
            None,
            "a solution found is wrong",
            format_args!("{wrong}: {}", puzzle.0),
        ))
    }

    /// A message about the record, or about what is at this character column of its line.
    pub(crate) fn message(
        &self,
        column: Option<usize>,
        topic: &'static str,
        what: impl Display,
    ) -> Message {
        let (name, line) = (self.input.name, self.record.line);
        let column = column.map_or(String::new(), |column| format!(":{column}"));
        Message {
            topic,
            line,
            text: format!("{name}:{line}{column}: {what}"),
        }
    }

    /// The message about a failed check. It names the given solution if that is what failed.
    pub(crate) fn failure_message(
        &self,
        Failure {
            column,
            topic,
            what,
            ..
        }: &Failure,
    ) -> Message {
        let before = if column.is_some() {
            format!("{topic}: ")
        } else {
            String::new()
        };
        self.message(*column, topic, before + what)
    }
}

/// The candidates that clues and pencil marks leave.
pub(crate) fn candidates_of((grid, marks): MarkedGrid<'_>) -> Candidates {
    marks.copied().unwrap_or_else(|| grid.into())
}

/// Whether a grid is a solution of a puzzle.
pub(crate) fn solves(solution: &Grid, (grid, marks): MarkedGrid<'_>) -> bool {
    solution.is_solution(grid)
        && marks.is_none_or(|marks| marks.eliminated(solution).next().is_none())
}

/// How a run went, ordered by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Every grid has a solution.
    #[default]
    Solved,
    /// Every grid was read and obeys the rules, but at least one has no solution, or is an
    /// unfinished solution to check.
    Unsolvable,
    /// Something could not be read, opened or written, or a grid is malformed, its clues conflict,
    /// or its given solution is wrong.
    Invalid,
}

/// The reply to a question about one record.
#[derive(Clone, Debug)]
pub(crate) enum Reply<'a> {
    /// There is no answer.
    Nothing,
    /// The smallest solution.
    Solution(&'a Grid),
    /// One of all solutions, numbered from 1.
    Listed(u64, &'a Grid),
    /// There are no solutions to list.
    NoneListed,
    /// The number of solutions that were counted, and whether there are more.
    Count { counted: u64, more: bool },
    /// The word of the verdict, with the solutions that are known.
    Verdict,
    /// Only the word of the verdict, because the question needs exactly one solution, and there is
    /// none or more than one.
    NotUnique,
    /// `ok`, or what is wrong.
    Check(Result<(), Box<Failure>>),
    /// The clues that could each be removed on its own.
    Redundant(Vec<Clue>),
    /// The grid without redundant clues, and its candidates.
    Minimized(Box<(Grid, Candidates)>),
    /// How hard the puzzle is for a person.
    Rating(Rating),
    /// The steps of a solution, and the candidates that they leave.
    Steps(Vec<Step>, Candidates),
    /// The candidates that occur in some solution.
    Candidates(Candidates),
    /// The smallest grid that is the same puzzle.
    Canonical(Canonical),
    /// The grid of the record.
    Record,
}

impl Reply<'_> {
    /// The clues of the puzzle that the reply shows: the record's puzzle, or a new one.
    pub(crate) fn clues(&self, record: &Record<'_>) -> Grid {
        let is_new = matches!(self, Reply::Minimized(_) | Reply::Canonical(_));
        let puzzle = if is_new {
            self.grid(record)
        } else {
            record.puzzle.ok()
        };
        puzzle.map_or(Grid::EMPTY, |(grid, _)| *grid)
    }

    /// The grid of the reply, with its pencil marks; `None` if the reply is in words or empty.
    pub(crate) fn grid<'b>(&'b self, record: &'b Record<'_>) -> Option<MarkedGrid<'b>> {
        match self {
            Reply::Solution(solution) | Reply::Listed(_, solution) => Some((solution, None)),
            Reply::Candidates(candidates) => {
                record.puzzle.ok().map(|(grid, _)| (grid, Some(candidates)))
            }
            Reply::Minimized(puzzle) => record
                .puzzle
                .ok()
                .map(|(_, marks)| (&puzzle.0, marks.map(|_| &puzzle.1))),
            Reply::Canonical(canonical) => Some((&canonical.form, None)),
            Reply::Record => record.puzzle.ok(),
            _ => None,
        }
    }
}

/// Why a grid, or the solution that a record gives, is not a solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    /// Where the given solution starts in its line, in characters from 1, if that is what failed.
    pub(crate) column: Option<usize>,
    pub(crate) topic: &'static str,
    /// What is wrong, without the place.
    pub(crate) what: String,
    /// The grid, if it can be read, and its wrong cells.
    pub(crate) grid: Option<Grid>,
    pub(crate) wrong_cells: Vec<Cell>,
}

/// A message about a record or an input.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Message {
    /// Only the first few messages on a topic are written for each input.
    pub(crate) topic: &'static str,
    /// The line that it is about; 0 is the input as a whole.
    pub(crate) line: u64,
    /// What is written, with the place.
    pub(crate) text: String,
}
