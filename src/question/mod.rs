//! The questions about a grid, and how what was found out about it becomes a [`Reply`].
//!
//! ```text
//! options   what the user asks for
//! policy    what follows from it for an input, and for a chunk of records
//! status    how a record or a run went, and the messages about it
//! case      a record, and what has been found out about it
//! check     whether a grid is a solution, and which cells are wrong
//! shuffle   random equivalents of a record
//! reply     the plan how a record is answered, and the replies that the outputs write
//! outcome   the status of a record and its message, which follow from the case and the reply
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
use crate::logic::{OneSolution, Rating, Steps};
use crate::question::case::{Case, SearchFor, Searched};
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
    /// [`Puzzle::rating`](crate::Puzzle::rating).
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

/// What the rest of the program has to know about a question.
struct Profile {
    needs: Needs,
    shows: Shows,
    /// Names for a csv column of replies, in order of preference; none if there is no such column.
    columns: &'static [&'static str],
}

/// What a reply needs to know about the solutions of a grid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// Nothing: no grid is solved.
    Nothing,
    /// The smallest solution.
    Smallest,
    /// Whether there is exactly one.
    Uniqueness,
    /// Whether there is exactly one, and what then takes many searches.
    ManySearches(SearchFor),
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

impl Profile {
    fn new(needs: Needs, shows: Shows, columns: &'static [&'static str]) -> Profile {
        Profile {
            needs,
            shows,
            columns,
        }
    }
}

impl Question {
    fn profile(self) -> Profile {
        use Needs::{ManySearches, Nothing, Smallest, Uniqueness};
        use SearchFor::{MinimalPuzzle, RedundantClues, TrueCandidates};
        use Shows::{Grid, Marks, Number, Words};
        match self {
            Question::Smallest => Profile::new(Smallest, Grid, &["solution", "answer"]),
            Question::All { .. } => Profile::new(Uniqueness, Grid, &["solution", "answer"]),
            Question::Count { .. } => Profile::new(Uniqueness, Number, &["count"]),
            Question::Verdict => Profile::new(Uniqueness, Words, &["verdict"]),
            Question::Check => Profile::new(Nothing, Words, &["check"]),
            Question::Redundant => {
                Profile::new(ManySearches(RedundantClues), Words, &["redundant"])
            }
            Question::Minimize => Profile::new(ManySearches(MinimalPuzzle), Grid, &["minimized"]),
            Question::Rate => Profile::new(Uniqueness, Words, &["rating"]),
            Question::Steps => Profile::new(Uniqueness, Words, &["steps"]),
            Question::Candidates => {
                Profile::new(ManySearches(TrueCandidates), Marks, &["candidates"])
            }
            Question::Canonical => Profile::new(Nothing, Grid, &["canonical"]),
            // The columns of the record show it.
            Question::Shuffle { .. } => Profile::new(Nothing, Grid, &[]),
            Question::Convert => Profile::new(Nothing, Grid, &["puzzle", "converted"]),
            Question::PencilMarks => Profile::new(Nothing, Marks, &["marks"]),
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
        let shows = self.profile().shows;
        match format {
            OutputFormat::Line | OutputFormat::Csv | OutputFormat::Json => true,
            OutputFormat::Packed | OutputFormat::Spaced => shows == Shows::Grid,
            OutputFormat::Html => matches!(shows, Shows::Grid | Shows::Marks),
            OutputFormat::Pretty => shows != Shows::Number,
        }
    }

    /// What replies need to know about the solutions of a grid.
    fn needs(self) -> Needs {
        self.profile().needs
    }

    /// Whether grids are solved.
    pub(crate) fn solves(self) -> bool {
        self.needs() != Needs::Nothing
    }

    /// Names for a csv column of replies, in order of preference; none if there is no such column.
    pub(crate) fn column_names(self) -> &'static [&'static str] {
        self.profile().columns
    }

    /// How a record is answered, with what has been found out about it.
    pub(crate) fn plan<'a>(self, case: &Case<'a>) -> Plan<'a> {
        let reply = match self {
            Question::Smallest => case.solution().map_or(Reply::Nothing, Reply::Solution),
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
            Question::Shuffle { count, seed } => return Plan::Equivalents { count, seed },
            Question::Convert => Reply::Record,
            Question::PencilMarks => pencil_marks(case),
        };
        Plan::Reply(reply)
    }
}

fn all_solutions<'a>(case: &Case<'a>, limit: Option<NonZero<u64>>) -> Plan<'a> {
    if case.has_multiple_solutions() {
        return Plan::Solutions { limit };
    }
    Plan::Reply(match case.only_solution() {
        Some(only) => Reply::Listed(1, only),
        None => Reply::NoneListed,
    })
}

fn redundant<'a>(case: &Case<'a>) -> Reply<'a> {
    match case.searched {
        Some(Searched::RedundantClues(clues)) => Reply::Redundant(clues),
        _ => Reply::NotUnique,
    }
}

/// A minimal puzzle has pencil marks if the record has some.
fn minimized<'a>(case: &Case<'_>) -> Reply<'a> {
    match (case.record.puzzle, case.searched) {
        (Ok(puzzle), Some(Searched::MinimalPuzzle(minimal))) => {
            Reply::Minimized(Box::new(Marked {
                grid: minimal.to_grid(),
                marks: puzzle.marks.map(|_| *minimal),
            }))
        }
        _ => Reply::Nothing,
    }
}

fn rating<'a>(case: &Case<'_>) -> Reply<'a> {
    match case.only_solution() {
        Some(_) => Reply::Rating(Rating::of(&case.candidates())),
        None => Reply::NotUnique,
    }
}

fn steps<'a>(case: &Case<'_>) -> Reply<'a> {
    if case.only_solution().is_none() {
        return Reply::NotUnique;
    }
    let mut steps = Steps::new(&case.candidates(), OneSolution::Known);
    let all = steps.by_ref().collect();
    Reply::Steps(all, steps.candidates())
}

fn true_candidates<'a>(case: &Case<'_>) -> Reply<'a> {
    match (case.only_solution(), case.searched) {
        (Some(only), _) => Reply::Candidates(only.into()),
        (None, Some(Searched::TrueCandidates(candidates))) => Reply::Candidates(*candidates),
        _ => Reply::Nothing,
    }
}

fn pencil_marks<'a>(case: &Case<'_>) -> Reply<'a> {
    match case.record.puzzle {
        Ok(puzzle) => Reply::PencilMarks(puzzle.candidates().without_seen()),
        Err(_) => Reply::Nothing,
    }
}

/// Pencil marks have no canonical form.
fn canonical<'a>(case: &Case<'_>) -> Reply<'a> {
    match case.record.puzzle {
        Ok(MarkedRef { grid, marks: None }) => {
            grid.canonical().map_or(Reply::Nothing, Reply::Canonical)
        }
        _ => Reply::Nothing,
    }
}
