//! The grid in a part of a line, which may be the whole line, a field of csv or the value of a JSON
//! object: 81 cells in any way that a line can have them, or 729 pencil marks, nine for each cell.

use std::array;
use std::ops::Range;

use super::ascii::to_ascii;
use super::cells::{Cells, digits};
use super::error::{Fault, ParseError, first_of};
use super::grids::is_solution_below;
use super::kinds::{LineKind, error_of, without_tail};
use super::lines::Line;
use super::plain;
use super::tokens::{Token, mask_of};
use super::words::{TAIL_STARTS, count_cells};
use crate::grid::{CELLS, Candidates, Grid, cell_from_byte, leading_cells};

/// A grid, with its candidates if some are eliminated.
pub(super) type Reading = Result<(Grid, Option<Candidates>), ParseError>;

/// The number of pencil marks in a grid.
const MARKS: usize = 9 * CELLS;

/// Reads fields, and uses its memory again for the next.
#[derive(Default)]
pub(super) struct FieldReader {
    /// Characters that are blanks too.
    pub(super) blanks: String,
    pub(super) cells: Cells,
    /// The last blank that could be a part of a rule.
    pub(super) sign: Option<u8>,
}

impl FieldReader {
    /// Reads the grid that a part of a line is.
    pub(super) fn read(&mut self, line: &Line<'_>, part: Range<usize>) -> Reading {
        let text = &line.bytes[part.clone()];
        let mut grid = Grid::EMPTY;
        // Most are 81 digits or dots, and a tail.
        if self.blanks.is_empty() && plain::cells(text, &mut grid).is_some_and(starts_tail) {
            return Ok((grid, None));
        }
        let mut ascii = Vec::new();
        if to_ascii(text, &self.blanks, &mut ascii) {
            let copy = [&line.bytes[..part.start], &ascii].concat();
            return self.read(&Line::new(line.number, &copy), part.start..copy.len());
        }
        if are_marks(text) {
            return read_marks(line, part.start, without_tail(text));
        }
        let (cells, count) = leading_cells(text);
        let rest = &text[count..];
        // A word may follow a grid, but not a letter that can be a mistyped digit.
        let is_word = rest.first().is_some_and(|byte| byte.is_ascii_alphabetic() && !b"oOIl".contains(byte));
        let is_grid = count == CELLS && (starts_tail(rest) || is_word);
        let grid = if is_grid { Grid::from_cells(cells) } else { self.read_cells(text) };
        if let Some(grid) = grid {
            return Ok((grid, None));
        }
        Err(error_of(line, part, CELLS))
    }

    /// The grid in a text that has 81 cells in some way. More cells are a tail; in brackets they
    /// must be its solution.
    fn read_cells(&mut self, text: &[u8]) -> Option<Grid> {
        let is_grid = self.cells.read(text) == LineKind::Grid;
        let (first, tail) = self.cells.cells.split_at_checked(CELLS).filter(|_| is_grid)?;
        let grid = digits(first);
        let is_solution = || tail.len() == CELLS && is_solution_below(&digits(tail), &grid);
        let is_tail = tail.is_empty() || !self.cells.tokens.iter().any(Token::is_bracket) || is_solution();
        (is_tail && first.iter().all(|cell| cell.mask.count_ones() < 2)).then_some(grid)
    }
}

/// Whether the rest of a line or field after its cells is empty or a tail.
fn starts_tail(rest: &[u8]) -> bool {
    rest.first().is_none_or(|byte| TAIL_STARTS.contains(byte))
}

/// Whether a text has so many cells that it must be pencil marks.
pub(super) fn are_marks(text: &[u8]) -> bool {
    text.len() > MARKS / 2 && count_cells(without_tail(text)) > MARKS / 2
}

/// Reads the pencil marks that a text is, which starts at this place of a line.
fn read_marks(line: &Line<'_>, start: usize, text: &[u8]) -> Reading {
    let is_wrong = |(mark, digit): (&u8, &u8)| mark != digit && cell_from_byte(*mark) != Some(0);
    if let Some(at) = text.iter().zip(const { &[*b"123456789"; CELLS] }.as_flattened()).position(is_wrong) {
        let found = first_of(&text[at..]);
        return Err(line.error_at(start + at, Fault::Expected("expected another digit or a blank", found)));
    }
    if text.len() != MARKS {
        return Err(line.error_at(start, Fault::Count(MARKS, text.len())));
    }
    let mask = |cell: usize| text[9 * cell..][..9].iter().fold(0, |mask, &mark| mask | mask_of(mark));
    let marks = Candidates::from_masks(array::from_fn(mask));
    Ok((marks.to_grid(), Some(marks)))
}
