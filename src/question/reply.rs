//! What the outputs write about a record. They import neither solvers nor techniques: all that they
//! write about those is here.

use std::num::NonZero;

use crate::canonical::Canonical;
use crate::grid::{Candidates, Clue, Grid, Marked, MarkedRef};
use crate::input::records::Record;
pub(crate) use crate::logic::{
    Chain, ChainKind, Difficulty, Proof, Rating, Rescue, RescueKind, Step,
};
use crate::question::case::Counted;
use crate::question::check::Failure;

/// How a question about a record is answered.
#[derive(Clone, Debug)]
pub(crate) enum Plan<'a> {
    /// With one reply.
    Reply(Reply<'a>),
    /// With a reply for each of several solutions, as soon as it is found.
    Solutions {
        /// The most solutions to list; `None` lists all.
        limit: Option<NonZero<u64>>,
    },
    /// With a reply for each of this many random equivalents.
    Equivalents { count: NonZero<u64>, seed: u64 },
}

/// A reply to the question about a record.
#[derive(Clone, Debug)]
pub(crate) enum Reply<'a> {
    /// There is nothing to say.
    Nothing,
    /// The smallest solution.
    Solution(&'a Grid),
    /// One of all solutions, numbered from 1.
    Listed(u64, &'a Grid),
    /// There is nothing to list.
    NoneListed,
    /// The number of solutions.
    Count(Counted),
    /// The word of the verdict, with the solutions that prove it, if they are known.
    Verdict,
    /// Only the word of the verdict, because the question needs exactly one solution, and there is
    /// none or more than one.
    NotUnique,
    /// `ok`, or what is wrong.
    Check(Result<(), Box<Failure>>),
    /// The clues that could each be removed on its own.
    Redundant(&'a [Clue]),
    /// The grid without redundant clues.
    Minimized(Box<Marked>),
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
    /// The candidates that no clue of the grid excludes.
    PencilMarks(Candidates),
    /// The grid of the record, which is an equivalent of another record, numbered from 1.
    Equivalent(u64),
}

impl Reply<'_> {
    /// The clues of the puzzle that the reply shows: the record's puzzle, or a new one.
    pub(crate) fn clues(&self, record: &Record<'_>) -> Grid {
        match self {
            Reply::Minimized(minimal) => minimal.grid,
            Reply::Canonical(canonical) => canonical.form,
            _ => record.puzzle.map_or(Grid::EMPTY, |puzzle| *puzzle.grid),
        }
    }

    /// The grid of the reply, with its pencil marks; `None` if the reply is in words or empty.
    pub(crate) fn grid<'b>(&'b self, record: &'b Record<'_>) -> Option<MarkedRef<'b>> {
        match self {
            Reply::Solution(solution) | Reply::Listed(_, solution) => Some((*solution).into()),
            Reply::Candidates(candidates) | Reply::PencilMarks(candidates) => Some(MarkedRef {
                grid: record.puzzle.ok()?.grid,
                marks: Some(candidates),
            }),
            Reply::Minimized(minimal) => Some((**minimal).as_ref()),
            Reply::Canonical(canonical) => Some((&canonical.form).into()),
            Reply::Record | Reply::Equivalent(_) => record.puzzle.ok(),
            Reply::Nothing
            | Reply::NoneListed
            | Reply::Count(_)
            | Reply::Verdict
            | Reply::NotUnique
            | Reply::Check(_)
            | Reply::Redundant(_)
            | Reply::Rating(_)
            | Reply::Steps(..) => None,
        }
    }
}
