//! The text between two grids in rows, and what it means for the next grid.

use std::mem;
use std::sync::Arc;

use crate::input::error::{ParseError, too_few_rows};

/// The text between the last grid and the next.
#[derive(Default)]
pub(super) struct Between {
    /// The number of the last line, if it may be the start of a row, right below a grid. If nothing
    /// follows, another grid is cut off there.
    short_line: Option<u64>,
    /// The title of the next grid.
    title: Option<Arc<str>>,
    cages: Cages,
}

/// What sums of cages mean, which belong to Killer Sudokus.
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

    /// Takes the title of the next grid, so that no other grid gets it.
    pub(super) fn take_title(&mut self) -> Option<Arc<str>> {
        self.title.take()
    }

    /// Notes that the grid above is a record.
    pub(super) fn note_record(&mut self) {
        self.cages = Cages::Unread;
    }

    /// Notes that the grid above is refused. Its title is not that of the next one.
    pub(super) fn note_refusal(&mut self) {
        self.title = None;
        self.cages = Cages::Settled;
    }

    /// Notes a line of sums of cages, and returns whether it is the first below a grid that was
    /// read without them.
    pub(super) fn note_cages(&mut self) -> bool {
        mem::replace(&mut self.cages, Cages::Settled) == Cages::Unread
    }

    /// The error of an input that ends here, right below a short line.
    pub(super) fn end_error(&self) -> Option<ParseError> {
        let line = self.short_line?;
        Some(ParseError::new(line, Some(1), too_few_rows(1)))
    }
}
