//! A grid together with its pencil marks, owned or borrowed.

use std::io::Write;

use super::{Candidates, Conflict, Grid};

/// A grid and, if the input has pencil marks, the candidates of each cell. Then the grid is
/// [`Candidates::to_grid`] of the marks: it holds the digits of the cells with a single mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MarkedGrid {
    pub(crate) grid: Grid,
    pub(crate) marks: Option<Candidates>,
}

/// A borrowed [`MarkedGrid`], also for callers that keep grid and marks apart. In a reply it can be
/// a puzzle with candidates that were found for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MarkedGridRef<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) marks: Option<&'a Candidates>,
}

impl MarkedGrid {
    pub(crate) fn as_ref(&self) -> MarkedGridRef<'_> {
        MarkedGridRef {
            grid: &self.grid,
            marks: self.marks.as_ref(),
        }
    }
}

impl MarkedGridRef<'_> {
    pub(crate) fn to_marked(self) -> MarkedGrid {
        MarkedGrid {
            grid: *self.grid,
            marks: self.marks.copied(),
        }
    }

    /// The candidates that the clues and pencil marks leave in each cell. Without pencil marks, a
    /// blank has all nine.
    pub(crate) fn candidates(self) -> Candidates {
        match self.marks {
            Some(marks) => *marks,
            None => self.grid.into(),
        }
    }

    /// Appends the grid as 81 characters, or its pencil marks as 729 if it has any.
    pub(crate) fn append_to(self, out: &mut Vec<u8>) {
        match self.marks {
            Some(marks) => {
                // Writing to memory does not fail.
                let _ = write!(out, "{marks}");
            }
            None => out.extend_from_slice(&self.grid.to_ascii_digits()),
        }
    }

    /// Whether a grid is a solution of this puzzle, and no digit of it is eliminated.
    pub(crate) fn is_solved_by(self, grid: &Grid) -> bool {
        if !grid.is_solution(self.grid) {
            return false;
        }
        match self.marks {
            Some(marks) => marks.eliminated(grid).next().is_none(),
            None => true,
        }
    }

    /// Two clues that conflict. `None` with pencil marks: a single mark may be a deduction, so two
    /// equal ones are no input error.
    pub(crate) fn conflict(self) -> Option<Conflict> {
        match self.marks {
            Some(_) => None,
            None => self.grid.conflict(),
        }
    }
}

impl From<Grid> for MarkedGrid {
    /// A grid without pencil marks.
    fn from(grid: Grid) -> MarkedGrid {
        MarkedGrid { grid, marks: None }
    }
}

impl<'a> From<&'a Grid> for MarkedGridRef<'a> {
    /// A grid without pencil marks.
    fn from(grid: &'a Grid) -> MarkedGridRef<'a> {
        MarkedGridRef { grid, marks: None }
    }
}
