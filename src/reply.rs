//! A record with what was found out about it, the reply that goes to the output, and the messages that go to standard error. Users
//! know replies as answers.

use std::fmt::Display;

use crate::analysis::{Contradiction, differences};
use crate::canonical::Canonical;
use crate::grid::{Candidates, Cell, Clue, Conflict, Grid};
use crate::input::records::{CsvHeader, Record};
use crate::logic::{Rating, Step};

/// A record, and what has been found out about it.
pub(crate) struct Case<'a> {
    pub(crate) record: &'a Record<'a>,
    /// The name of the input.
    pub(crate) input_name: &'a str,
    /// Whether that stands before the answer.
    pub(crate) with_filename: bool,
    /// The columns of the first input, if csv is written under them and this input has others.
    pub(crate) under: Option<&'a CsvHeader>,
    /// The verdict, if it is known.
    pub(crate) verdict: Option<Verdict>,
    /// Two equal clues of one unit, if they were looked for.
    pub(crate) conflict: Option<Conflict>,
    /// The smallest solutions, if they are known: the only one, or up to two of several.
    pub(crate) smallest: [Option<&'a Grid>; 2],
    /// Why there is no solution, if that was asked for.
    pub(crate) contradiction: Option<&'a Contradiction>,
    /// The messages about the record, one a line, if the answer shows them.
    pub(crate) shown: String,
}

/// A grid, and its pencil marks if it has any.
pub(crate) type Marked<'a> = (&'a Grid, Option<&'a Candidates>);

impl Case<'_> {
    /// The candidates that the clues and pencil marks leave in each cell.
    pub(crate) fn candidates(&self) -> Candidates {
        match self.record.puzzle {
            Ok((_, Some(marks))) => *marks,
            Ok((grid, None)) => Candidates::from(grid),
            Err(_) => Candidates::ALL,
        }
    }

    /// A message if a solver found a grid that breaks a rule, a clue or a pencil mark.
    pub(crate) fn verify(&self, solution: &Grid) -> Option<Message> {
        let puzzle = self.record.puzzle.ok().filter(|puzzle| !solves(solution, *puzzle))?;
        let wrong = "the solution found is wrong, which is a bug in sudokat: please report this grid";
        Some(self.message(None, None, format_args!("{wrong}: {}", puzzle.0)))
    }

    /// A message about the record, or about what stands in this column of it.
    pub(crate) fn message(&self, column: Option<usize>, topic: Option<&'static str>, what: impl Display) -> Message {
        let (name, line) = (self.input_name, self.record.line);
        let column = column.map_or(String::new(), |column| format!(":{column}"));
        Message { line, topic, text: format!("{name}:{line}{column}: {what}") }
    }
}

/// Whether a grid is a solution of a puzzle.
pub(crate) fn solves(solution: &Grid, (grid, marks): Marked<'_>) -> bool {
    solution.is_solution(grid) && marks.is_none_or(|marks| marks.eliminated(solution).next().is_none())
}

/// How a run went, ordered by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Every grid has a solution.
    #[default]
    Solved,
    /// Every grid was read and obeys the rules, and at least one has no solution, or is to be a solution and is not finished.
    Unsolvable,
    /// Something could not be read, opened or written, or a grid is malformed, its clues conflict, or its given solution is wrong.
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
    /// The number of solutions, or as many as were counted, and whether there are more.
    Count { counted: u64, more: bool },
    /// The word of the verdict; with the only solution or the two smallest, if they are known.
    Verdict([Option<&'a Grid>; 2]),
    /// Only the word of the verdict, because the question is about the only solution, and there is none or more than one.
    NotUnique,
    /// `ok`, or what is wrong.
    Check(Result<(), Box<Wrong>>),
    /// The clues that can each be removed.
    Redundant(Vec<Clue>),
    /// The grid less redundant clues, and its candidates.
    Minimized(Box<(Grid, Candidates)>),
    /// How hard the puzzle is for a person.
    Rating(Rating),
    /// The steps of a solution, and what they leave of the puzzle.
    Steps(Vec<Step>, Box<Candidates>),
    /// The candidates that occur in some solution.
    Candidates(Box<Candidates>),
    /// The smallest grid that is the same puzzle.
    Canonical(Canonical),
    /// The grid of the record.
    Record,
}

impl Reply<'_> {
    /// The clues of the puzzle that the reply is about: that of the record, or another one.
    pub(crate) fn clues(&self, record: &Record<'_>) -> Grid {
        match self {
            Reply::Minimized(minimized) => minimized.0,
            Reply::Canonical(canonical) => canonical.form,
            _ => record.puzzle.map_or(Grid::EMPTY, |(grid, _)| *grid),
        }
    }

    /// The grid that the reply is, with its pencil marks; `None` if the reply is words, or nothing.
    pub(crate) fn grid<'b>(&'b self, record: &'b Record<'_>) -> Option<Marked<'b>> {
        match self {
            Reply::Solution(solution) | Reply::Listed(_, solution) => Some((solution, None)),
            Reply::Candidates(candidates) => record.puzzle.ok().map(|(grid, _)| (grid, Some(&**candidates))),
            Reply::Minimized(puzzle) => record.puzzle.ok().map(|(_, marks)| (&puzzle.0, marks.map(|_| &puzzle.1))),
            Reply::Canonical(canonical) => Some((&canonical.form, None)),
            Reply::Record => record.puzzle.ok(),
            _ => None,
        }
    }
}

/// Why a grid, or the solution that a record gives, is not a solution.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wrong {
    pub(crate) status: Status,
    /// The topic of the message.
    pub(crate) topic: &'static str,
    /// The column of the given solution in characters, from 1, if that is wrong.
    pub(crate) column: Option<usize>,
    pub(crate) what: String,
    /// The grid and its wrong cells, if it is one.
    pub(crate) grid: Option<(Grid, Vec<Cell>)>,
}

/// What is said about the number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Unique,
    Several,
    Unsolvable,
    /// The record is malformed, or two clues conflict.
    Invalid,
}

impl Verdict {
    /// The words that are printed, in the order of the variants, in which [`Stats`](crate::Stats) counts them, too.
    pub(crate) const NAMES: [&'static str; 4] = ["unique", "multiple", "none", "invalid"];

    pub(crate) fn name(self) -> &'static str {
        Verdict::NAMES[self as usize]
    }
}

/// A message about a record or an input.
pub(crate) struct Message {
    /// The line of the input that it is about.
    pub(crate) line: u64,
    /// The same for all messages of a kind, of which only the first few are written; `None` writes all of them.
    pub(crate) topic: Option<&'static str>,
    /// What is written, with the place.
    pub(crate) text: String,
}

/// The cells in which two solutions differ; none if there are not two.
pub(crate) fn differing_cells(solutions: [Option<&Grid>; 2]) -> Vec<Cell> {
    if let [Some(one), Some(other)] = solutions { differences(one, other).collect() } else { Vec::new() }
}
