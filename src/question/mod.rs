//! The question that is asked about every grid, and its replies.
//!
//! ```text
//! Options --> policy --> what to find out --> Case --> Plan: a Reply, or a list --> output
//!                                                 `--> Outcome: status and message
//!
//! options   what the user asks for
//! policy    what follows from it for an input, and for a chunk of records
//! case      a record, and what has been found out about it
//! reply     the replies, and the plan which of them a record gets
//! check     whether a grid is a solution, and which cells are wrong
//! shuffle   random equivalents of a record
//! outcome   how a record went: its status, and the message that says so
//! status    the status of a record or a run, and messages
//! ```
//!
//! A solver gives an answer, a question gets a reply, and a solution that somebody gives is an
//! attempt. Pages and messages for users call all of these answers.

pub(crate) mod case;
pub(crate) mod check;
pub(crate) mod options;
pub(crate) mod outcome;
pub(crate) mod policy;
pub(crate) mod reply;
pub(crate) mod shuffle;
pub(crate) mod status;

use std::num::NonZero;

use crate::grid::{Marked, MarkedRef};
use crate::logic::{OneSolution, RatingReport, Steps};
use crate::question::case::{Analysis, AnalysisResult, Case};
use crate::question::options::OutputFormat;
use crate::question::reply::{Plan, Reply};

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
    /// checked against its puzzle instead. In rows, a finished grid right below an open one is its
    /// answer, and so is one with blanks if it has more digits and keeps nine tenths of the clues.
    /// The puzzle itself gets no reply then.
    Check,
    /// Which clues could be removed from a grid with one solution.
    Redundant,
    /// The grid without redundant clues. They are removed one after the other, the last first, so
    /// the result is minimal.
    Minimize,
    /// How hard a grid with one solution is for a person; see
    /// [`Puzzle::rate`](crate::Puzzle::rate).
    Rate,
    /// The steps of a solution without guessing; see [`Puzzle::steps`](crate::Puzzle::steps).
    Steps,
    /// Which digits each cell has in some solution: the true candidates.
    Candidates,
    /// The smallest grid that is the same puzzle up to symmetry, see
    /// [`Grid::canonical`](crate::Grid::canonical). Nothing is solved.
    Canonical,
    /// Random equivalents: the grid with its rows swapped for columns, its bands, stacks, rows and
    /// columns permuted, and its digits renamed. Each of the 1.2 trillion ways is equally likely.
    /// Pencil marks, and given solutions in csv and JSON, go through the same transformation.
    /// Nothing is solved.
    Shuffle {
        /// The number of equivalents of each grid.
        count: NonZero<u64>,
        /// The equivalents of a record follow from this seed and the number of the record, counted
        /// over all inputs.
        seed: u64,
    },
    /// The grid itself, in the output format. Nothing is solved.
    Convert,
    /// Plain pencil marks: which digits of each cell no clue in its row, column or box excludes.
    /// What the pencil marks of the grid itself leave out stays out. Nothing is solved.
    PencilMarks,
}

/// What a reply needs to know about the solutions of a grid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    SmallestSolution,
    /// Whether there is exactly one solution.
    Uniqueness,
    /// Whether there is exactly one solution, and an analysis of the puzzles that it applies to.
    Analysis(Analysis),
}

/// What a reply shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    Grid,
    /// A grid with pencil marks.
    Marks,
    /// Words, perhaps about a grid.
    Words,
    Number,
}

impl Question {
    fn needs(self) -> Needs {
        match self {
            Question::Smallest => Needs::SmallestSolution,
            Question::All { .. }
            | Question::Count { .. }
            | Question::Verdict
            | Question::Rate
            | Question::Steps => Needs::Uniqueness,
            Question::Candidates => Needs::Analysis(Analysis::TrueCandidates),
            Question::Redundant => Needs::Analysis(Analysis::RedundantClues),
            Question::Minimize => Needs::Analysis(Analysis::MinimalPuzzle),
            // A check solves the few puzzles for which it has to.
            Question::Check
            | Question::Canonical
            | Question::Shuffle { .. }
            | Question::Convert
            | Question::PencilMarks => Needs::Nothing,
        }
    }

    fn shows(self) -> Shows {
        match self {
            Question::Smallest
            | Question::All { .. }
            | Question::Minimize
            | Question::Canonical
            | Question::Shuffle { .. }
            | Question::Convert => Shows::Grid,
            Question::Candidates | Question::PencilMarks => Shows::Marks,
            Question::Verdict
            | Question::Check
            | Question::Redundant
            | Question::Rate
            | Question::Steps => Shows::Words,
            Question::Count { .. } => Shows::Number,
        }
    }

    /// Names for a csv column of replies, in order of preference; none if equivalents of the
    /// records are the replies.
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
            Question::Shuffle { .. } => &[],
            Question::Convert => &["converted"],
            Question::PencilMarks => &["marks"],
        }
    }

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
        let shows = self.shows();
        match format {
            OutputFormat::Line | OutputFormat::Csv | OutputFormat::Json => true,
            OutputFormat::Packed | OutputFormat::Spaced => shows == Shows::Grid,
            OutputFormat::Html => matches!(shows, Shows::Grid | Shows::Marks),
            OutputFormat::Pretty => shows != Shows::Number,
        }
    }

    /// Whether each grid has to be solved.
    pub(crate) fn needs_solving(self) -> bool {
        self.needs() != Needs::Nothing
    }

    /// How a record is answered.
    pub(crate) fn plan<'a>(self, case: &Case<'a>) -> Plan<'a> {
        let reply = match self {
            Question::Smallest => case
                .smallest_solution()
                .map_or(Reply::Nothing, Reply::Solution),
            Question::All { limit } => return all_solutions(case, limit),
            Question::Count { .. } => case.counted.map_or(Reply::Nothing, Reply::Count),
            Question::Verdict => Reply::Verdict,
            Question::Check => Reply::Check(check::check(case).map(drop)),
            Question::Redundant => redundant(case),
            Question::Minimize => minimized(case),
            Question::Rate => rating(case),
            Question::Steps => steps(case),
            Question::Candidates => true_candidates(case),
            Question::Canonical => canonical(case),
            Question::Shuffle { count, seed } => return Plan::ListEquivalents { count, seed },
            Question::Convert => Reply::Record,
            Question::PencilMarks => pencil_marks(case),
        };
        Plan::Reply(reply)
    }
}

fn all_solutions<'a>(case: &Case<'a>, limit: Option<NonZero<u64>>) -> Plan<'a> {
    if case.has_multiple_solutions() {
        return Plan::ListSolutions { limit };
    }
    Plan::Reply(match case.only_solution() {
        Some(only) => Reply::Listed {
            index: 1,
            solution: only,
        },
        None => Reply::NoneListed,
    })
}

fn redundant<'a>(case: &Case<'a>) -> Reply<'a> {
    match case.analysis {
        Some(AnalysisResult::RedundantClues(clues)) => Reply::Redundant(clues),
        _ => Reply::NotUnique,
    }
}

/// A minimal puzzle has pencil marks if the record has some.
fn minimized(case: &Case<'_>) -> Reply<'static> {
    match (case.record.puzzle, case.analysis) {
        (Ok(puzzle), Some(AnalysisResult::MinimalPuzzle(minimal))) => {
            Reply::Minimized(Box::new(Marked {
                grid: minimal.to_grid(),
                marks: puzzle.marks.map(|_| *minimal),
            }))
        }
        _ => Reply::Nothing,
    }
}

fn rating(case: &Case<'_>) -> Reply<'static> {
    match case.only_solution() {
        Some(_) => Reply::Rating(RatingReport::of(&case.candidates())),
        None => Reply::NotUnique,
    }
}

fn steps(case: &Case<'_>) -> Reply<'static> {
    if case.only_solution().is_none() {
        return Reply::NotUnique;
    }
    let mut steps = Steps::new(&case.candidates(), OneSolution::Known);
    Reply::Steps {
        steps: steps.by_ref().collect(),
        remaining: steps.candidates(),
    }
}

fn true_candidates(case: &Case<'_>) -> Reply<'static> {
    match (case.only_solution(), case.analysis) {
        (Some(only), _) => Reply::Candidates(only.into()),
        (None, Some(AnalysisResult::TrueCandidates(candidates))) => Reply::Candidates(*candidates),
        _ => Reply::Nothing,
    }
}

fn pencil_marks(case: &Case<'_>) -> Reply<'static> {
    match case.record.puzzle {
        Ok(puzzle) => Reply::PencilMarks(puzzle.candidates().without_seen_digits()),
        Err(_) => Reply::Nothing,
    }
}

/// Pencil marks have no canonical form.
fn canonical(case: &Case<'_>) -> Reply<'static> {
    match case.record.puzzle {
        Ok(MarkedRef { grid, marks: None }) => {
            // A grid with conflicting clues has none. They are reported as for every question.
            grid.canonical().map_or(Reply::Nothing, Reply::Canonical)
        }
        _ => Reply::Nothing,
    }
}
