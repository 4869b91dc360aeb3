//! The solvers, and the code that chooses among them.
//!
//! ```text
//! backtracking   one grid, over a list of blank cells; can take hours, so its placements are
//!                limited
//! search         one grid, in bounded time
//! engine         many grids at once, in vector lanes; gives up on a few of them
//! ```
//!
//! These three share no code, so each can check the others. The rest of the program uses these:
//!
//! ```text
//! single_grid    solves a grid of a short input: by backtracking or, if that takes too long, by
//!                the search; the search also tells whether a solution is the only one
//! batch          solves all other grids: 16 or more by the engine, fewer by the search, and by the
//!                search also those that the engine gives up on
//! parallel       solves batches on every core
//! count          counts the solutions of one grid, by the engine on every core
//! inquiry        runs many inquiries at once, each of which takes several dependent queries, so
//!                that their queries make batches
//! ```

pub(crate) mod backtracking;
pub(crate) mod batch;
pub(crate) mod count;
pub(crate) mod engine;
pub(crate) mod inquiry;
pub(crate) mod parallel;
pub(crate) mod search;
pub(crate) mod single_grid;

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

/// The answer of a solver about one grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// There is no solution. The clues may conflict; see [`Grid::conflict`].
    Unsolvable,
    /// The only solution.
    Unique(Grid),
    /// There are multiple solutions.
    Multiple,
    /// There is at least one solution, and this is one: the smallest for [`Goal::Smallest`].
    Solvable(Grid),
}

impl Answer {
    /// The solution in the answer, if it has one.
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

/// The answer for a goal, and the smallest solution whatever the goal is. If the answer has a
/// solution, that solution equals `smallest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerWithSmallest {
    /// The answer for the goal.
    pub answer: Answer,
    /// The lexicographically smallest solution, `None` for [`Answer::Unsolvable`] only.
    pub smallest: Option<Grid>,
}

impl AnswerWithSmallest {
    const UNSOLVABLE: AnswerWithSmallest = AnswerWithSmallest {
        answer: Answer::Unsolvable,
        smallest: None,
    };
}
