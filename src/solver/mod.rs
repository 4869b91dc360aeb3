//! The solvers: their goals, and their answers.
//!
//! ```text
//! backtracking   one grid, over a list of blank cells; can take hours, so its placements are
//!                limited
//! search         one grid, in bounded time
//! engine         many grids at once, in vector lanes; gives up on a few of them
//! ```
//!
//! These three share no code, so each can check the others.
//!
//! As long as an input comes in reads of fewer than 16 grids, the solutions to print come from
//! backtracking (`handful`). If that does not finish soon, the search takes over; it also says
//! whether a solution is the only one. All else is answered in batches (`batch`): fewer than 16
//! grids by the search, more by the engine, and by the search those that the engine gives up. The
//! engine also counts the solutions of one grid (`count`).

pub(crate) mod backtracking;
pub(crate) mod batch;
pub(crate) mod count;
pub(crate) mod engine;
pub(crate) mod handful;
pub(crate) mod inquiry;
pub(crate) mod parallel;
pub(crate) mod search;

use crate::grid::Grid;

/// The goal of a solver. Whatever it is, a grid without a solution gets [`Answer::Unsolvable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// The lexicographically smallest solution: [`Answer::Solvable`].
    Smallest,
    /// Whether there is exactly one solution. The answer is [`Answer::Unique`] with the solution,
    /// or [`Answer::Multiple`].
    Uniqueness,
    /// Whether there is a solution. The answer is [`Answer::Solvable`] with some solution, not
    /// necessarily the smallest. Which one depends on the other grids in the call and on the
    /// machine, so printed output must not depend on it.
    #[doc(hidden)]
    Existence,
}

/// The answer of a solver: a grid has no solution, one, multiple, or at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// There is no solution. The clues may conflict; see [`Grid::conflict`].
    Unsolvable,
    /// The only solution.
    Unique(Grid),
    /// There are multiple solutions.
    Multiple,
    /// There is at least one solution; this is one. It is the smallest, if that was the goal.
    Solvable(Grid),
}

impl Answer {
    /// The solution that the answer has: the only one, the smallest, or any one, as the goal asked.
    ///
    /// ```
    /// use sudokat::Answer;
    /// assert_eq!(Answer::Multiple.solution(), None);
    /// ```
    #[must_use]
    pub fn solution(&self) -> Option<&Grid> {
        match self {
            Answer::Unique(solution) | Answer::Solvable(solution) => Some(solution),
            Answer::Unsolvable | Answer::Multiple => None,
        }
    }
}

/// An answer, and the smallest solution whatever the goal was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerWithSmallest {
    /// As the goal asked.
    pub answer: Answer,
    /// The lexicographically smallest solution, if there is one.
    pub smallest: Option<Grid>,
}

impl AnswerWithSmallest {
    const UNSOLVABLE: AnswerWithSmallest = AnswerWithSmallest {
        answer: Answer::Unsolvable,
        smallest: None,
    };
}
