//! The text between two grids in rows, and what it means for the next grid.

use std::mem;
use std::sync::Arc;

use crate::input::error::{ParseError, too_few_rows};

/// The text between the last grid and the next.
#[derive(Default)]
pub(super) struct TextBetween {
    /// The number of the last line, if it is right below a grid and may be the start of a row. If
    /// nothing follows, another grid is cut off there.
    short_line: Option<u64>,
    /// The title of the next grid.
    title: Option<Arc<str>>,
    /// The grid above is a record, and no message has said yet that the sums of its cages were not
    /// read. These belong to Killer Sudokus.
    may_miss_cages: bool,
}

impl TextBetween {
    /// Notes a line of text, and its number if it may be the start of a row.
    pub(super) fn note_text(&mut self, short_line: Option<u64>) {
        self.short_line = short_line;
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
        self.may_miss_cages = true;
    }

    /// Notes an error about the grid above. Its title is not that of the next one.
    pub(super) fn note_error(&mut self) {
        self.title = None;
        self.may_miss_cages = false;
    }

    /// Whether the grid above was read without its cages, and no message has said so. Only the
    /// first call below a grid returns true.
    pub(super) fn take_missing_cages(&mut self) -> bool {
        mem::take(&mut self.may_miss_cages)
    }

    /// The error of an input that ends here, right below a short line.
    pub(super) fn end_error(&self) -> Option<ParseError> {
        let line = self.short_line?;
        Some(ParseError::new(line, Some(1), too_few_rows(1)))
    }
}
