//! The shape of a value, and the grid that it is or should be.
//!
//! ```text
//! "53..7....6..195..."                       81 cells in any form that a line allows
//! [5, 3, null, null, 7, ...]                 81 scalars
//! [[5, 3, 0, ...], [6, 0, 0, ...], ...]      nine arrays of nine scalars
//! ["53..7....", "6..195...", ...]            nine strings of nine cells
//! ```
//!
//! A scalar can also be an object with a `value`.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::array::{ArrayCell, MalformedPart, shape_of_array};
use super::place::Source;
use super::scalar::{content_of, is_grid_text};
use crate::grid::{CELLS, Grid, MarkedGrid};
use crate::input::blanks::require_clear_blanks;
use crate::input::cell_reader::CellReader;
use crate::input::cells::{LineCell, grid_of_digits};
use crate::input::error::{Fault, ParseError};
use crate::input::grid_text::read_grid;
use crate::input::lines::Line;
use crate::input::titles::PENCIL_MARKS_LENGTH;
use crate::input::words::count_cells;

/// The shape of a value.
pub(super) enum Shape<'a> {
    /// It has most of the cells of a grid, and is one or should be one.
    Grid(UnreadGrid<'a>),
    /// An array of other values. Some may be grids or contain them.
    Array(Vec<&'a RawValue>),
    Object,
    /// A string, a number or another scalar.
    Scalar,
}

/// A grid as it is in a value, not read yet. It may be malformed.
pub(super) enum UnreadGrid<'a> {
    /// The content of a string, or a number.
    Plain(Cow<'a, str>),
    /// An array of digits, 0 for a blank.
    Digits(Grid),
    Cells(Vec<ArrayCell<'a>>),
    /// An array of which a part is wrong.
    Malformed(MalformedPart<'a>),
}

impl<'a> Shape<'a> {
    pub(super) fn of(value: &'a RawValue) -> Shape<'a> {
        let text = value.get();
        match text.as_bytes()[0] {
            b'{' => Shape::Object,
            b'[' => shape_of_array(text),
            _ => match content_of(text) {
                content if is_grid_text(&content) => Shape::Grid(UnreadGrid::Plain(content)),
                _ => Shape::Scalar,
            },
        }
    }
}

impl<'a> UnreadGrid<'a> {
    /// The text of a scalar that should be a grid.
    pub(super) fn of_scalar(value: &'a RawValue) -> UnreadGrid<'a> {
        UnreadGrid::Plain(content_of(value.get()))
    }

    /// An array that should be a grid, but has this many cells or elements.
    pub(super) fn malformed_array(source: &'a str, count: usize) -> UnreadGrid<'a> {
        let fault = Fault::WrongCount {
            expected: CELLS,
            found: count,
        };
        UnreadGrid::Malformed(MalformedPart { source, fault })
    }

    /// Whether it is a whole grid, and not only has most of its cells.
    pub(super) fn is_whole(&self) -> bool {
        match self {
            UnreadGrid::Plain(text) => {
                matches!(count_cells(text.as_bytes()), CELLS | PENCIL_MARKS_LENGTH)
            }
            UnreadGrid::Digits(_) | UnreadGrid::Cells(_) => true,
            UnreadGrid::Malformed(_) => false,
        }
    }

    /// The grid of a value. Errors name its place, if it has escapes, or that of a part.
    pub(super) fn read(
        &self,
        value: &'a str,
        source: &Source<'a>,
        blanks: &str,
        cell_reader: &mut CellReader,
    ) -> Result<MarkedGrid, ParseError> {
        match self {
            UnreadGrid::Plain(Cow::Borrowed(content)) => {
                read_grid(source.part(content), blanks, cell_reader)
            }
            UnreadGrid::Plain(Cow::Owned(content)) => {
                read_unescaped(content, &source.part(value), blanks, cell_reader)
            }
            UnreadGrid::Digits(grid) => Ok((*grid).into()),
            UnreadGrid::Cells(cells) => read_cells(cells, source),
            UnreadGrid::Malformed(part) => Err(source.error_in(part.source, part.fault.clone())),
        }
    }
}

/// Reads the content of a string with escapes. Its places are not those in the source, so errors
/// name that of the string.
fn read_unescaped(
    content: &str,
    source: &Line<'_>,
    blanks: &str,
    cell_reader: &mut CellReader,
) -> Result<MarkedGrid, ParseError> {
    let line = Line::new(source.number, content.as_bytes());
    read_grid(line, blanks, cell_reader).map_err(|error| ParseError {
        column: Some(source.first_column),
        ..error
    })
}

fn read_cells(cells: &[ArrayCell<'_>], source: &Source<'_>) -> Result<MarkedGrid, ParseError> {
    let cells_alone = without_sources(cells);
    let grid = grid_of_digits(cells_alone.as_chunks().0);
    match require_clear_blanks(&cells_alone, &grid) {
        Ok(()) => Ok(grid.into()),
        Err((at, fault)) => Err(source.error_in(cells[at].source, fault)),
    }
}

fn without_sources(cells: &[ArrayCell<'_>]) -> Vec<LineCell> {
    cells.iter().map(|cell| cell.cell).collect()
}

/// The grid in an array.
pub(super) fn grid_of_array(value: &RawValue) -> Option<Grid> {
    match Shape::of(value) {
        Shape::Grid(UnreadGrid::Digits(grid)) => Some(grid),
        Shape::Grid(UnreadGrid::Cells(cells)) => {
            Some(grid_of_digits(without_sources(&cells).as_chunks().0))
        }
        _ => None,
    }
}
