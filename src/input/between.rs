//! The text between two grids in rows, and what it means for the next grid.

use std::mem;
use std::sync::Arc;

use super::error::{ParseError, too_few_rows};

/// The text between the last grid and the next.
#[derive(Default)]
pub(super) struct Between {
    /// A line that is too short for a row, right below a grid. If nothing follows, it is the start
    /// of another grid.
    short_line: Option<u64>,
    /// The title of the next grid.
    title: Option<Arc<str>>,
    cages: Cages,
}

/// What to make of sums of cages, which belong to Killer Sudokus.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Cages {
    /// They belong to the grid above, which was read without them.
    Unread,
    /// There is no grid above, or a message says that it was not read, or read without them.
    #[default]
    Settled,
}

impl Between {
    /// Notes a line of text. `is_short`: it may be the start of a row.
    pub(super) fn note_text(&mut self, line: u64, is_short: bool) {
        self.short_line = is_short.then_some(line);
    }

    /// Notes a row or a cell: something follows a short line.
    pub(super) fn note_cells(&mut self) {
        self.short_line = None;
    }

    /// Notes the title of the next grid.
    pub(super) fn note_title(&mut self, title: Arc<str>) {
        self.title = Some(title);
    }

    /// The title of the next grid, which has it alone.
    pub(super) fn take_title(&mut self) -> Option<Arc<str>> {
        self.title.take()
    }

    /// Notes that the grid above is a record.
    pub(super) fn note_record(&mut self) {
        self.cages = Cages::Unread;
    }

    /// Notes that the grid above is refused. It takes its title along.
    pub(super) fn note_refusal(&mut self) {
        self.title = None;
        self.cages = Cages::Settled;
    }

    /// Notes sums of cages, and returns whether they are the first that belong to the grid above.
    pub(super) fn note_cages(&mut self) -> bool {
        mem::replace(&mut self.cages, Cages::Settled) == Cages::Unread
    }

    /// The error of an input that ends here, right below a short line.
    pub(super) fn end_error(&self) -> Option<ParseError> {
        let line = self.short_line?;
        Some(ParseError::new(line, Some(1), too_few_rows(1)))
    }
}
