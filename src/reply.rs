//! What is said about a record: replies go to the output, messages to standard error. Users know replies as answers.

use crate::analysis::differences;
use crate::grid::{Candidates, Cell, Clue, Grid};

/// How a run went, ordered by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Every grid has a solution.
    #[default]
    Solved,
    /// Every grid was read and obeys the rules, and at least one has no solution (or, when checked, is not finished).
    Unsolvable,
    /// Something could not be read, opened or written, or a grid is malformed, its clues conflict, or its given solution is wrong.
    Invalid,
}

/// The reply to a question about one record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reply<'a> {
    /// There is no answer.
    Nothing,
    /// The smallest solution.
    Solution(&'a Grid),
    /// One of the listed solutions, numbered from 1; 0 and `None` if there are none.
    Listed(u64, Option<&'a Grid>),
    /// The number of solutions, or as many as were counted, and whether there are more.
    Count { counted: u64, more: bool },
    /// The word of the verdict; with the only solution or the two smallest, if they are known.
    Verdict([Option<&'a Grid>; 2]),
    /// `ok`, or what is wrong.
    Check(String),
    /// The clues that can each be removed.
    Redundant(Vec<Clue>),
    /// The candidates that occur in some solution.
    Candidates(Box<Candidates>),
    /// The grid of the record.
    Record,
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
