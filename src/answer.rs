//! What to find out about a grid's solutions, and what is known of them.

use crate::grid::Grid;

/// What to find out about a grid. Without a solution, the answer is always [`Answer::Unsolvable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// The lexicographically smallest solution: [`Answer::Solvable`].
    Smallest,
    /// Whether there is exactly one solution: [`Answer::Unique`] with it, or [`Answer::Several`]
    /// without any.
    Uniqueness,
    /// Whether there is a solution. The answer is [`Answer::Solvable`] with some solution as a
    /// witness, not the smallest. Which one depends on the other grids of a call and on the
    /// machine, so nothing that is printed may depend on it.
    #[doc(hidden)]
    Existence,
}

/// What is known of a grid's solutions: that there is none, one, several, or at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// There is no solution. Perhaps the clues conflict; see [`Grid::conflict`].
    Unsolvable,
    /// The only solution.
    Unique(Grid),
    /// There are several solutions; this is the smallest of them, if the goal was to find it.
    Several(Option<Grid>),
    /// There is at least one solution: this one. It is the smallest, if the goal was to find that.
    Solvable(Grid),
}

impl Answer {
    /// The solution that is known, if there is one: the only one, or the smallest, if that was
    /// asked for.
    ///
    /// ```
    /// use sudokat::Answer;
    /// assert_eq!(Answer::Several(None).solution(), None); // it was not asked for
    /// ```
    #[must_use]
    pub fn solution(&self) -> Option<&Grid> {
        match self {
            Answer::Unique(solution) | Answer::Several(Some(solution)) | Answer::Solvable(solution) => Some(solution),
            Answer::Unsolvable | Answer::Several(None) => None,
        }
    }
}
