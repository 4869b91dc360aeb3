//! What a reply to a record can be. The outputs import the types of [`logic`](crate::logic) from
//! here.

use crate::canonical::Canonical;
use crate::grid::{Candidates, Grid, MarkedGrid, MarkedGridRef, Placement};
use crate::input::records::Record;
pub(crate) use crate::logic::{
    Chain, ChainKind, GuardianKind, Guardians, Proof, Rating, RatingReport, Step,
};
use crate::question::case::SolutionCount;
use crate::question::failure::Failure;

/// A reply to the question about a record. [`Case`](super::case::Case) has what is known besides.
#[derive(Clone, Debug)]
pub(crate) enum Reply<'a> {
    /// There is nothing to say.
    Nothing,
    /// The smallest solution.
    Solution(&'a Grid),
    /// A solution of a list.
    Listed {
        /// Its number, from 1.
        index: u64,
        solution: &'a Grid,
    },
    /// A list of solutions or equivalents is empty.
    NoneListed,
    /// The number of solutions.
    Count(SolutionCount),
    /// The word of the verdict, with the solutions that prove it, if they are known.
    Verdict,
    /// Only the word of the verdict: the question needs a record with exactly one solution, and
    /// this one does not have that.
    NotUnique,
    /// `ok`, or what is wrong.
    Check(Result<(), Box<Failure>>),
    /// The clues that could each be removed on its own.
    Redundant(&'a [Placement]),
    /// The grid without redundant clues.
    Minimized(Box<MarkedGrid>),
    /// How hard the puzzle is for a person.
    Rating(RatingReport),
    /// The steps of a solution.
    Steps {
        steps: Vec<Step>,
        /// The candidates that the steps leave in each cell.
        remaining: Candidates,
    },
    /// The candidates that occur in some solution.
    Candidates(Candidates),
    /// The smallest grid that is the same puzzle.
    Canonical(Canonical),
    /// The grid of the record.
    OwnGrid,
    /// The candidates that no clue of the grid excludes.
    PencilMarks(Candidates),
    /// An equivalent of a record. The case that goes with this reply is that of the equivalent.
    Equivalent {
        /// Its number, from 1.
        index: u64,
    },
}

impl Reply<'_> {
    /// The clues of the puzzle that the reply shows: the record's puzzle, or one made from it.
    pub(crate) fn clues(&self, record: &Record<'_>) -> Grid {
        match self {
            Reply::Minimized(minimal) => minimal.grid,
            Reply::Canonical(canonical) => canonical.form,
            Reply::Nothing
            | Reply::Solution(_)
            | Reply::Listed { .. }
            | Reply::NoneListed
            | Reply::Count(_)
            | Reply::Verdict
            | Reply::NotUnique
            | Reply::Check(_)
            | Reply::Redundant(_)
            | Reply::Rating(_)
            | Reply::Steps { .. }
            | Reply::Candidates(_)
            | Reply::OwnGrid
            | Reply::PencilMarks(_)
            | Reply::Equivalent { .. } => record.puzzle.map_or(Grid::EMPTY, |puzzle| *puzzle.grid),
        }
    }

    /// Whether the reply is plain pencil marks. A cell with a single one is not solved: its digit
    /// still has to be filled in.
    pub(crate) fn shows_plain_marks(&self) -> bool {
        matches!(self, Reply::PencilMarks(_))
    }

    /// The grid of the reply to this record, perhaps with pencil marks; `None` if the reply is
    /// words or empty.
    pub(crate) fn grid<'b>(&'b self, record: &'b Record<'_>) -> Option<MarkedGridRef<'b>> {
        match self {
            Reply::Solution(solution) | Reply::Listed { solution, .. } => Some((*solution).into()),
            Reply::Candidates(candidates) | Reply::PencilMarks(candidates) => Some(MarkedGridRef {
                grid: record.puzzle.ok()?.grid,
                marks: Some(candidates),
            }),
            Reply::Minimized(minimal) => Some(MarkedGrid::as_ref(minimal)),
            Reply::Canonical(canonical) => Some((&canonical.form).into()),
            Reply::OwnGrid | Reply::Equivalent { .. } => record.puzzle.ok(),
            Reply::Nothing
            | Reply::NoneListed
            | Reply::Count(_)
            | Reply::Verdict
            | Reply::NotUnique
            | Reply::Check(_)
            | Reply::Redundant(_)
            | Reply::Rating(_)
            | Reply::Steps { .. } => None,
        }
    }
}
