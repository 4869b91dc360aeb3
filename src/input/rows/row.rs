//! A row of a grid: what the window, the gaps and the grids need to know about it.

use super::gaps::Gap;
use crate::input::cells::{LineCell, SymbolSet};
use crate::input::error::{Fault, ParseError};

/// A row of nine cells, or a line in its place that cannot be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// The number of its line, or of the first of its lines. Several rows can be on one line.
    pub(super) line_number: u64,
    /// The number of the line of each cell, if each is on a line of its own.
    pub(super) cell_line_numbers: Option<Box<[u64; 9]>>,
    /// The offsets in these cells are in characters.
    pub(super) cells: [LineCell; 9],
    /// The last of ten cells: the row number and nine cells, or nine cells and an empty field,
    /// because a separator follows the ninth.
    pub(super) tenth: Option<LineCell>,
    /// Whether it may be a rule or the numbers of the columns instead.
    pub(super) is_ambiguous: bool,
    /// The symbols of its blanks.
    pub(super) blank_symbols: SymbolSet,
    /// Whether letters beside it may be cages or regions.
    pub(super) has_regions: bool,
    /// What is wrong with the line, if it cannot be read.
    pub(super) damage: Option<Box<ParseError>>,
    /// The gap between it and the row above.
    pub(super) gap_above: Gap,
}

impl Row {
    /// The row of these cells, which has nothing unusual.
    #[inline]
    pub(super) fn new(line_number: u64, cells: [LineCell; 9]) -> Row {
        Row {
            line_number,
            cells,
            blank_symbols: SymbolSet::of_blanks(&cells),
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

    /// How many characters the cell of this index is from the first one, on either side: if each
    /// has a line of its own, the first can be indented more.
    pub(super) fn distance_to(&self, index: usize) -> u32 {
        self.cells[index].offset.abs_diff(self.cells[0].offset)
    }

    /// An error at the start of the row.
    pub(super) fn error(&self, fault: Fault) -> ParseError {
        self.error_at(0, fault)
    }

    /// An error at the cell of this index.
    pub(super) fn error_at(&self, index: usize, fault: Fault) -> ParseError {
        let line_number = match &self.cell_line_numbers {
            Some(numbers) => numbers[index],
            None => self.line_number,
        };
        error_at_cell(line_number, &self.cells[index], fault)
    }

    /// An error at a cell after the ninth.
    pub(super) fn error_at_tenth(&self, tenth: &LineCell, fault: Fault) -> ParseError {
        error_at_cell(self.line_number, tenth, fault)
    }
}

fn error_at_cell(line_number: u64, cell: &LineCell, fault: Fault) -> ParseError {
    ParseError::new(line_number, Some(cell.offset as usize + 1), fault)
}
