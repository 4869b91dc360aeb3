//! The grid in a part of a line, which may be the whole line, a field of csv or the value of a JSON object: 81 cells in any way that a
//! line can have them, or 729 pencil marks, nine for each cell.

use std::ops::Range;

use super::cells::Cells;
use super::error::{Fault, Found, NearMiss, ParseError, quotable};
use super::lines::Line;
use super::names::{TAIL_STARTS, count_cells, letter_as_blank, scientific};
use super::records::Records;
use super::signs::to_ascii;
use crate::grid::{CELLS, Candidates, Grid, cell_from_byte, leading_cells};

/// A grid, with its candidates if some are eliminated.
pub(super) type Reading = Result<(Grid, Option<Candidates>), ParseError>;

/// The number of pencil marks in a grid.
const MARKS: usize = 9 * CELLS;
/// The digits that a spreadsheet is blamed for: a puzzle does not often start with more blanks.
const CUT_DIGITS: Range<usize> = 60..CELLS;

/// Reads fields, and uses its memory again for the next.
#[derive(Debug, Default)]
pub(super) struct FieldReader {
    /// Characters that are blanks too.
    pub(super) blanks: String,
    pub(super) cells: Cells,
    /// The last blank that could be a part of a rule.
    pub(super) sign: Option<u8>,
}

impl FieldReader {
    /// Reads the grid that a part of a line is.
    #[inline]
    pub(super) fn read(&mut self, line: &Line<'_>, part: Range<usize>) -> Reading {
        let text = &line.bytes[part.clone()];
        let mut grid = Grid::EMPTY;
        if self.read_plain(text, &mut grid) {
            return Ok((grid, None));
        }
        let Some(ascii) = to_ascii(text, &self.blanks) else { return self.read_ascii(line, part) };
        let copy = [&line.bytes[..part.start], &ascii].concat();
        self.read_ascii(&Line::new(line.number, &copy), part.start..copy.len())
    }

    /// Appends the record that a field of csv is: a spreadsheet may have taken it for a number.
    pub(super) fn push(&mut self, line: &Line<'_>, part: Range<usize>, records: &mut Records) {
        // Passing a plain grid on as a result would take longer.
        let mut grid = Grid::EMPTY;
        if self.read_plain(&line.bytes[part.clone()], &mut grid) {
            return records.push_grid(line.number, grid);
        }
        let mut reading = self.read(line, part.clone());
        if let Err(error) = &mut reading {
            error.suggestion = error.suggestion.take().or_else(|| lost_zeros(&line.bytes[part]));
        }
        records.push(line.number, reading);
    }

    /// Reads a text as most are: 81 digits or dots, and a tail. Returns whether it is one.
    #[inline]
    fn read_plain(&self, text: &[u8], grid: &mut Grid) -> bool {
        let tail = if self.blanks.is_empty() { plain_cells(text, grid) } else { None };
        tail.is_some_and(starts_tail)
    }

    fn read_ascii(&mut self, line: &Line<'_>, part: Range<usize>) -> Reading {
        let indent = line.bytes[part.clone()].iter().take_while(|byte| b" \t".contains(byte)).count();
        let start = part.start + indent;
        let text = line.bytes[start..part.end].trim_ascii_end();
        if are_marks(text) {
            return read_marks(text).map_err(|(at, fault)| line.error_at(start + at, fault));
        }
        let (cells, count) = leading_cells(text);
        let rest = &text[count..];
        // A word may follow a grid, but not a letter that can be a mistyped digit.
        let is_word = rest.first().is_some_and(|byte| byte.is_ascii_alphabetic() && !b"oOIl".contains(byte));
        if count == CELLS && (starts_tail(rest) || is_word) {
            let mut grid = Grid::EMPTY;
            *grid.cells_mut() = cells;
            return Ok((grid, None));
        }
        if let Some(grid) = self.cells.read_grid(text) {
            return Ok((grid, None));
        }
        // The cells stand apart, but are not 81; or they stand side by side up to something else.
        let tokens = &self.cells.tokens;
        let words = || tokens.iter().filter(|token| token.is_cells() || token.is_word());
        let (ones, wrong) = (words().filter(|token| token.is_one()).count(), words().find(|token| !token.is_one()));
        let mut error = match (scientific(text), wrong) {
            (Some(number), _) if count < CELLS => {
                let remedy = "a spreadsheet lost the digits; import the original file with this column as text";
                line.error_at(start, Fault::Expected("expected 81 cells", format!("{}: {remedy}", quotable(number))))
            }
            (_, None) if ones > 1 && ones != CELLS => cell_count(line, start, ones),
            (_, Some(token)) if ones > CELLS / 2 => {
                line.error_at(start + token.start, Fault::of_word(token.text(text)))
            }
            _ if count > CELLS || count < CELLS && count > 0 && starts_tail(rest) => cell_count(line, start, count),
            _ if rest.is_empty() => cell_count(line, start, 0),
            _ if count == CELLS => line.error_at(start + count, Fault::End(Found::first_of(rest))),
            _ => line.error_at(start + count, Fault::Cell(Found::first_of(rest))),
        };
        error.suggestion = letter_as_blank(text);
        Err(error)
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
#[inline]
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

/// Reads pencil marks, and perhaps a tail. An error comes with its offset.
fn read_marks(text: &[u8]) -> Result<(Grid, Option<Candidates>), (usize, Fault)> {
    let text = without_tail(text);
    let mut masks = [0; CELLS];
    for (at, &byte) in text.iter().enumerate().take(MARKS) {
        let digit = (at % 9) as u8 + 1;
        match cell_from_byte(byte) {
            Some(0) => (),
            Some(mark) if mark == digit => masks[at / 9] |= 1 << (digit - 1),
            Some(mark) => {
                return Err((at, Fault::Expected("expected another digit or a blank", format!("'{mark}'"))));
            }
            None => return Err((at, Fault::Cell(Found::first_of(&text[at..])))),
        }
    }
    if text.len() != MARKS {
        return Err((0, Fault::Expected("expected 729 pencil marks", text.len().to_string())));
    }
    let candidates = Candidates::from_masks(masks);
    // Where clues clash, the marks have no solution, but no clue is wrong by itself.
    let clues = candidates.naked_singles();
    Ok((if clues.obeys_rules() { clues } else { Grid::EMPTY }, Some(candidates)))
}

fn without_tail(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| !TAIL_STARTS.contains(byte)).count()]
}

/// The error of a line with `found` cells from `start` on, which is not a grid. If nothing is before them, it is of the whole line.
pub(super) fn cell_count(line: &Line<'_>, start: usize, found: usize) -> ParseError {
    let column = line.column(start);
    let text = line.bytes.get(start..start + found).unwrap_or_default();
    let cells: Option<Vec<u8>> = text.iter().map(|&byte| cell_from_byte(byte)).collect();
    let near_miss = cells.filter(|_| found.abs_diff(CELLS) == 1).map(|cells| Box::new(NearMiss { cells, column }));
    let column = Some(column).filter(|_| start > line.indent);
    ParseError { near_miss, ..ParseError::new(line.number, column, Fault::CellCount(found)) }
}

/// Advice for digits that look like a puzzle which was taken for a number, and so has lost the zeros at its start.
fn lost_zeros(text: &[u8]) -> Option<String> {
    let is_likely = CUT_DIGITS.contains(&text.len())
        && text.iter().all(u8::is_ascii_digit)
        && text[0] != b'0'
        && text.contains(&b'0');
    is_likely.then(|| "if a spreadsheet has cut zeros at its start, import this column as text".into())
}
