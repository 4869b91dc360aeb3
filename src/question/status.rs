//! The status of a record or a run, and the messages about it.

/// The topic of messages about puzzles without a solution, and how they begin.
pub(super) const NO_SOLUTION: &str = "no solution";

/// The result of a run, ordered by severity.
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
