//! A value to its grid. It is a line or a part of one, a field of csv, or a string of JSON.
//!
//! ```text
//! 53..7....6..195...                81 cells
//! 5,3,,,7,,,,,6,,,1,9,5,,,          81 cells in any form that a line of rows can have
//! 123456789....5....12..            729 pencil marks: nine for each cell, each a digit that it can
//!                                   hold or a blank
//! ```
//!
//! A tail, such as a solution or a rating, may follow the cells.

use super::ascii::to_ascii;
use super::blanks::require_clear_blanks;
use super::cell_reader::CellReader;
use super::cell_reader::kinds::LineKind;
use super::cells::{LineCell, grid_of_digits};
use super::error::{Fault, ParseError, RULE_OR_ROW};
use super::fast_path;
use super::lines::Line;
use super::malformed::malformed_cells_error;
use super::words::{TAIL_STARTS, without_tail};
use crate::grid::{CELLS, Candidates, Grid, MarkedGrid};

/// Half the length of pencil marks. A longer word is pencil marks, perhaps malformed ones.
const HALF_OF_PENCIL_MARKS: usize = 9 * CELLS / 2;

/// Reads the grid of a value, perhaps with a tail. `extra_blanks`: more characters that stand for a
/// blank; empty if they have been replaced in the value.
pub(super) fn read_grid(
    value: Line<'_>,
    extra_blanks: &str,
    cell_reader: &mut CellReader,
) -> Result<MarkedGrid, ParseError> {
    let mut grid = Grid::EMPTY;
    if extra_blanks.is_empty() && read_plain_grid(value.bytes, &mut grid) {
        return Ok(grid.into());
    }
    let mut ascii = Vec::new();
    let value = to_ascii(value, extra_blanks, &mut ascii);
    let word = without_tail(value.bytes);
    if word.len() > HALF_OF_PENCIL_MARKS {
        return read_pencil_marks(&value, word);
    }
    // Symbols that are now ASCII may be cells. Anything still non-ASCII cannot be a cell and ends
    // the grid.
    if fast_path::read_cells(value.bytes, &mut grid).is_some_and(is_tail_or_not_ascii) {
        return Ok(grid.into());
    }
    read_other_cells(&value, cell_reader)
}

/// Reads a grid of 81 plain cells, perhaps with a tail. Returns whether the text is one.
pub(super) fn read_plain_grid(text: &[u8], grid: &mut Grid) -> bool {
    fast_path::read_cells(text, grid).is_some_and(is_tail)
}

/// Whether a tail, or text that is not ASCII, follows the 81 cells of a grid.
fn is_tail_or_not_ascii(text: &[u8]) -> bool {
    is_tail(text) || text.first().is_some_and(|byte| !byte.is_ascii())
}

/// Whether a text can be the tail of 81 cells. It can be empty.
fn is_tail(text: &[u8]) -> bool {
    match text.first() {
        None => true,
        Some(byte) if TAIL_STARTS.contains(byte) => true,
        // A word may follow, but no letter that can be a blank or a mistyped digit.
        Some(byte) => byte.is_ascii_alphabetic() && !b"xXoOIl".contains(byte),
    }
}

fn read_pencil_marks(value: &Line<'_>, word: &[u8]) -> Result<MarkedGrid, ParseError> {
    match String::from_utf8_lossy(word).parse::<Candidates>() {
        Ok(candidates) => Ok(MarkedGrid {
            grid: candidates.to_grid(),
            marks: Some(candidates),
        }),
        Err(error) => {
            let found = format!("malformed ones: {error}");
            Err(value.error_at(0, Fault::expected("expected pencil marks", found)))
        }
    }
}

/// Reads 81 cells in any form that a line of rows can have.
fn read_other_cells(
    value: &Line<'_>,
    cell_reader: &mut CellReader,
) -> Result<MarkedGrid, ParseError> {
    let kind = cell_reader.read(value.bytes);
    if kind == LineKind::Rule && value.bytes.len() == CELLS {
        return Err(value.error_at(0, RULE_OR_ROW));
    }
    let Some(cells) = cells_of_grid(kind, &cell_reader.cells, value) else {
        return Err(malformed_cells_error(value, CELLS));
    };
    let grid = grid_of_digits(cells.as_chunks().0);
    match require_clear_blanks(cells, &grid) {
        Ok(()) => Ok(grid.into()),
        Err((at, fault)) => Err(value.error_at(cells[at].offset as usize, fault)),
    }
}

/// The first 81 cells of a value of this kind, if they are a grid without candidates, and what
/// follows is a tail.
fn cells_of_grid<'a>(
    kind: LineKind,
    cells: &'a [LineCell],
    value: &Line<'_>,
) -> Option<&'a [LineCell]> {
    if kind != LineKind::Grid {
        return None;
    }
    let (cells, others) = cells.split_at_checked(CELLS)?;
    // More cells are a tail, but not in brackets.
    if !others.is_empty() && value.bytes.iter().any(|byte| b"[](){}".contains(byte)) {
        return None;
    }
    let has_candidates = cells.iter().any(LineCell::has_several_digits);
    (!has_candidates).then_some(cells)
}
