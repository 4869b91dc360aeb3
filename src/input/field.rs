//! The grid in a part of a line, which may be the whole line, a field of csv or the value of a JSON object: 81 cells in any way that a
//! line can have them, or 729 pencil marks, nine for each cell.

use std::array;
use std::ops::Range;

use super::cells::Cells;
use super::error::{Fault, ParseError, first_of};
use super::kinds::{fault_of, puzzle_of};
use super::lines::Line;
use super::names::{TAIL_STARTS, count_cells, letter_as_blank};
use super::signs::to_ascii;
use super::tokens::{Token, mask_of};
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
        if self.blanks.is_empty() && plain_cells(text, &mut grid).is_some_and(starts_tail) {
            return Ok((grid, None));
        }
        let Some(ascii) = to_ascii(text, &self.blanks) else { return self.read_ascii(line, part) };
        let copy = [&line.bytes[..part.start], &ascii].concat();
        self.read_ascii(&Line::new(line.number, &copy), part.start..copy.len())
    }

    fn read_ascii(&mut self, line: &Line<'_>, part: Range<usize>) -> Reading {
        let (start, text) = (part.start, &line.bytes[part.clone()]);
        if are_marks(text) {
            return read_marks(line, start, without_tail(text));
        }
        let (cells, count) = leading_cells(text);
        let rest = &text[count..];
        // A word may follow a grid, but not a letter that can be a mistyped digit.
        let is_word = rest.first().is_some_and(|byte| byte.is_ascii_alphabetic() && !b"oOIl".contains(byte));
        let is_grid = count == CELLS && (starts_tail(rest) || is_word);
        let grid = if is_grid { Grid::from_cells(cells) } else { self.cells.read_grid(text) };
        if let Some(grid) = grid {
            return Ok((grid, None));
        }
        Err(error_of(line, part, &self.cells.tokens, CELLS))
    }
}

/// Whether the rest of a line or field after its cells is empty or a tail.
fn starts_tail(rest: &[u8]) -> bool {
    rest.first().is_none_or(|byte| TAIL_STARTS.contains(byte))
}

/// Reads the 81 digits and dots at the start of a text, and returns the rest.
///
/// The loop compiles to vector instructions. The grid is not returned because an `Option<Grid>` would make this take half as
/// long again.
pub(super) fn plain_cells<'a>(text: &'a [u8], grid: &mut Grid) -> Option<&'a [u8]> {
    let (text, rest) = text.split_first_chunk::<CELLS>()?;
    // A byte that is not a digit becomes more than 9.
    *grid = Grid::from_cells(text.map(|byte| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') }))?;
    Some(rest)
}

/// Whether a text has so many cells that it must be pencil marks.
pub(super) fn are_marks(text: &[u8]) -> bool {
    text.len() > MARKS / 2 && count_cells(without_tail(text)) > MARKS / 2
}

/// Reads the pencil marks that a text is, which starts at this place of a line.
fn read_marks(line: &Line<'_>, start: usize, text: &[u8]) -> Reading {
    let is_wrong = |(mark, digit): (&u8, &u8)| mark != digit && cell_from_byte(*mark) != Some(0);
    if let Some(at) = text.iter().zip(const { &[*b"123456789"; CELLS] }.as_flattened()).position(is_wrong) {
        let found = first_of(&text[at..]).into();
        return Err(line.error_at(start + at, Fault::Expected("expected another digit or a blank", found)));
    }
    if text.len() != MARKS {
        return Err(line.error_at(start, Fault::Count(MARKS, text.len())));
    }
    let mask = |cell: usize| text[9 * cell..][..9].iter().fold(0, |mask, &mark| mask | mask_of(mark));
    let marks = Candidates::from_masks(array::from_fn(mask));
    Ok((marks.to_grid(), Some(marks)))
}

fn without_tail(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| !TAIL_STARTS.contains(byte)).count()]
}

/// The error of a part of a line that should have this many cells, nine or 81, and has these tokens.
pub(super) fn error_of(line: &Line<'_>, part: Range<usize>, tokens: &[Token], size: usize) -> ParseError {
    let text = &line.bytes[part.clone()];
    // If a word is a puzzle, what else there is does not count.
    let word =
        puzzle_of(tokens, text).map(|word| Token { end: word.start + without_tail(word.text(text)).len(), ..*word });
    let (at, fault) = fault_of(word.as_ref().map_or(tokens, std::slice::from_ref), text, size);
    let mut error = ParseError { suggestion: letter_as_blank(text), ..line.error_at(part.start + at, fault) };
    if let Fault::Count(CELLS, found) = error.fault {
        let start = part.start + word.map_or(0, |word| word.start);
        let cells = line.bytes.get(start..start + found).unwrap_or_default();
        let cells: Option<Vec<u8>> = cells.iter().map(|&byte| cell_from_byte(byte)).collect();
        error.near_miss = cells.filter(|_| found.abs_diff(CELLS) == 1).map(|cells| (line.column(start), cells));
        // If nothing is before the cells, the error is of the whole line.
        error.column = Some(line.column(start)).filter(|_| start > line.indent);
    }
    error
}
