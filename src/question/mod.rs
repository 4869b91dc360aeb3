//! The questions: a grid goes in, a [`Response`](crate::response::Response) comes out.
//!
//! Each question has a [`Responder`] in a file of its own, and is registered here by a
//! variant of [`Question`] and an arm of `Question::responder`. The command line has an option for each.

mod all;
mod check;
mod count;
mod redundant;
mod responder;
mod solution;
mod verdict;

use std::num::NonZero;

use crate::output::OutputFormat;
pub(crate) use responder::{Context, Facts, Given, Report, Responder, Task, needs_study, respond, study};

/// What is asked of every grid.
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
    /// Whether it is a solution, or what is wrong with it. If a csv gives a solution, that is checked instead. Nothing is solved.
    Check,
    /// Which clues could be removed from a grid with one solution.
    Redundant,
}

impl Question {
    /// What responds to this question.
    pub(crate) fn responder(self) -> Box<dyn Responder> {
        match self {
            Question::Smallest => Box::new(solution::Solution),
            Question::All { limit } => Box::new(all::All { limit }),
            Question::Count { limit } => Box::new(count::Count { limit }),
            Question::Verdict => Box::new(verdict::Verdict),
            Question::Check => Box::new(check::Check),
            Question::Redundant => Box::new(redundant::Redundant),
        }
    }

    /// Whether answers to this question can be written in this format: rows have a place for solutions only, and frames for words
    /// about a grid.
    ///
    /// ```
    /// use sudokat::{OutputFormat, Question};
    /// assert!(Question::Verdict.supports(OutputFormat::Line));
    /// assert!(!Question::Verdict.supports(OutputFormat::Packed));
    /// ```
    #[must_use]
    pub fn supports(self, format: OutputFormat) -> bool {
        format.supports(self.responder().content())
    }
}
