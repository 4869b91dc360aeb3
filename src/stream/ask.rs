//! What may be asked of every grid.

use std::num::NonZero;

use crate::batch::Goal;
use crate::format::{Dress, Layout};

/// What is asked of every grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ask {
    /// The smallest solution.
    #[default]
    Smallest,
    /// Whichever solution is found first.
    Any,
    /// How many solutions it has; it takes long only where there are many and the limit is high.
    Count {
        /// Counted no further than so far.
        limit: NonZero<u64>,
    },
    /// Whether it has one solution, several or none.
    Verdict,
    /// Every solution, in lexicographic order.
    All {
        /// No more than so many of each grid, if said.
        limit: Option<NonZero<u64>>,
    },
    /// Whether it is a solution, or what keeps it from being one. Where csv states a solution, that is asked about; nothing is solved.
    Check,
    /// Which clues a grid with one solution could do without.
    Redundant,
}

impl Ask {
    /// What the engine must look for, if the verdict is wanted beside it or not; `None` if there is nothing to solve.
    pub(super) fn goal(self, wants_verdict: bool) -> Option<Goal> {
        match self {
            Ask::Check => None,
            Ask::Any => Some(Goal::Any),
            Ask::Smallest if !wants_verdict => Some(Goal::Smallest),
            _ => Some(Goal::Verdict),
        }
    }

    /// Whether solutions are told, not a word about them.
    pub(super) fn is_for_solutions(self) -> bool {
        matches!(self, Ask::Smallest | Ask::Any | Ask::All { .. })
    }

    /// Whether this can be told in this dress: rows are for grids, and a frame needs one.
    ///
    /// ```
    /// use sudokat::format::{Dress, Joint};
    /// use sudokat::stream::Ask;
    /// assert!(Ask::Verdict.suits(Dress::Line) && !Ask::Verdict.suits(Dress::Rows(Joint::Packed)));
    /// ```
    #[must_use]
    pub fn suits(self, dress: Dress) -> bool {
        match dress {
            Dress::Rows(_) => self.is_for_solutions(),
            Dress::Pretty { .. } => !matches!(self, Ask::Count { .. } | Ask::Check),
            Dress::Line | Dress::Csv | Dress::Json => true,
        }
    }

    /// The dress of what is told, if none is said: as the input is laid out, and a word on a line where that is in rows.
    pub(super) fn dress(self, layout: Layout) -> Dress {
        Some(layout.dress()).filter(|&dress| self.suits(dress)).unwrap_or(Dress::Line)
    }

    /// What a column for it may be called.
    pub(super) fn names(self) -> &'static [&'static str] {
        match self {
            Ask::Smallest | Ask::Any | Ask::All { .. } => &["solution", "answer"],
            Ask::Count { .. } => &["count"],
            Ask::Verdict => &["verdict"],
            Ask::Check => &["check"],
            Ask::Redundant => &["redundant"],
        }
    }

    /// How many empty lines before the first of all answers set it apart from none.
    pub(super) fn surplus(self, dress: Dress) -> usize {
        match self {
            Ask::All { .. } => usize::from(dress.in_rows()) + usize::from(dress.in_rows() || dress == Dress::Line),
            _ => usize::from(dress.in_rows()),
        }
    }
}
