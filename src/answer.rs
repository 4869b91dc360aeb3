//! What is known of a grid's solutions.

use crate::grid::Grid;

/// What is known of a grid's solutions: that there is none, one, several, or at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// There is no solution. Perhaps the clues conflict; see [`Grid::conflict`].
    Unsolvable,
    /// The only solution.
    Unique(Grid),
    /// There are several solutions; this is the smallest of them, if it was asked for.
    Several(Option<Grid>),
    /// There is at least one solution: this one. It is the smallest, if that was asked for.
    Solvable(Grid),
}

impl Answer {
    /// The solution that is known, if there is one: the only one, or the smallest, if that was asked for.
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
