//! A row of a grid, as the window, the gaps and the grids see it.

use super::gaps::Gap;
use crate::input::cells::{LineCell, SymbolSet};
use crate::input::error::{Fault, ParseError};

/// A row of nine cells, or a line in its place that cannot be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// The number of its line, from 1, or of the first of its lines. Several rows can be on one line.
    pub(super) line: u64,
    /// The line of each cell, if each is on a line of its own.
    pub(super) cell_lines: Option<Box<[u64; 9]>>,
    /// Their offsets are in characters.
    pub(super) cells: [LineCell; 9],
    /// If ten cells are written, the last. They are the row number and nine cells, or nine cells
    /// and an empty field, because a separator follows the ninth.
    pub(super) tenth: Option<LineCell>,
    /// Whether it may be a rule or the numbers of the columns instead.
    pub(super) is_ambiguous: bool,
    /// The symbols of its blanks.
    pub(super) blanks: SymbolSet,
    /// Whether letters that may be cages or regions are beside it.
    pub(super) has_regions: bool,
    /// What is wrong with the line, if it cannot be read.
    pub(super) damage: Option<Box<ParseError>>,
    /// The gap between it and the row above.
    pub(super) gap_above: Gap,
}

impl Row {
    /// The row of these cells, which has nothing unusual.
    #[inline]
    pub(super) fn new(line: u64, cells: [LineCell; 9]) -> Row {
        Row {
            line,
            cells,
            blanks: SymbolSet::of_blanks(&cells),
            ..Row::default()
        }
    }

    /// A line in the place of a row that cannot be read. Its cells are blanks that can be mixed
    /// with all others.
    pub(super) fn damaged(error: ParseError) -> Row {
        let row = Row::new(error.line, Default::default());
        Row {
            damage: Some(Box::new(error)),
            ..row
        }
    }

    /// How many characters the cell in this column is from the first one. On lines of their own, it
    /// can be indented less.
    pub(super) fn distance_to(&self, column: usize) -> u32 {
        self.cells[column].offset.abs_diff(self.cells[0].offset)
    }

    /// An error at the start of the row.
    pub(super) fn error(&self, fault: Fault) -> ParseError {
        self.error_at(0, fault)
    }

    /// An error at the cell in this column, from 0.
    pub(super) fn error_at(&self, column: usize, fault: Fault) -> ParseError {
        let line = match &self.cell_lines {
            Some(lines) => lines[column],
            None => self.line,
        };
        error_at_cell(line, &self.cells[column], fault)
    }

    /// An error at a cell after the ninth.
    pub(super) fn error_at_tenth(&self, tenth: &LineCell, fault: Fault) -> ParseError {
        error_at_cell(self.line, tenth, fault)
    }
}

fn error_at_cell(line: u64, cell: &LineCell, fault: Fault) -> ParseError {
    ParseError::new(line, Some(cell.offset as usize + 1), fault)
}
