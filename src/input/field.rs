//! The grid in a part of a line, which may be the whole line, a field of csv or the value of a JSON object: 81 cells in any way that a
//! line can have them, or 729 pencil marks, nine for each cell.

use std::ops::Range;

use super::cells::Cells;
use super::error::{Fault, Found, NearMiss, ParseError, quotable};
use super::lines::Line;
use super::names::{count_cells, letter_as_blank};
use super::signs::to_ascii;
use super::tokens::Token;
use crate::grid::{CELLS, Candidates, Grid, cell_from_byte, leading_cells};

/// A grid, with its candidates if some are eliminated.
pub(super) type Reading = Result<(Grid, Option<Candidates>), ParseError>;

/// The signs that a tail may start with.
pub(super) const TAIL_STARTS: &[u8] = b" \t,;#:|";
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
    pub(super) fn new(blanks: String) -> FieldReader {
        FieldReader { blanks, ..FieldReader::default() }
    }

    /// Reads the grid that a part of a line is.
    #[inline]
    pub(super) fn read(&mut self, line: &Line<'_>, part: Range<usize>) -> Reading {
        let text = &line.bytes[part.clone()];
        let mut grid = Grid::EMPTY;
        if self.read_plain(text, &mut grid) { Ok((grid, None)) } else { self.read_instead(line, part, text) }
    }

    /// Reads a text as most are: 81 digits or dots, and a tail. Returns whether it is one.
    #[inline]
    pub(super) fn read_plain(&self, text: &[u8], grid: &mut Grid) -> bool {
        let tail = if self.blanks.is_empty() { plain_cells(text, grid) } else { None };
        tail.is_some_and(|tail| tail.first().is_none_or(|byte| TAIL_STARTS.contains(byte)))
    }

    /// Reads the grid that a value of csv or JSON is: spreadsheets and programs may have taken it for a number.
    pub(super) fn read_value(&mut self, line: &Line<'_>, part: Range<usize>) -> Reading {
        let mut reading = self.read(line, part.clone());
        if let Err(error) = &mut reading
            && error.suggestion.is_none()
        {
            error.suggestion = lost_zeros(&line.bytes[part]);
        }
        reading
    }

    /// Reads this text in the place of a part of a line. If it is longer or shorter, an error is at the start of the part.
    pub(super) fn read_instead(&mut self, line: &Line<'_>, part: Range<usize>, text: &[u8]) -> Reading {
        let ascii = to_ascii(text, &self.blanks);
        if ascii.is_none() && text.len() == part.len() {
            return self.read_ascii(line, part);
        }
        let copy = [&line.bytes[..part.start], ascii.as_deref().unwrap_or(text)].concat();
        let reading = self.read_ascii(&Line::new(line.number, &copy), part.start..copy.len());
        reading.map_err(|error| if text.len() == part.len() { error } else { line.error_at(part.start, error.fault) })
    }

    fn read_ascii(&mut self, line: &Line<'_>, part: Range<usize>) -> Reading {
        let text = &line.bytes[part.clone()];
        if are_marks(text) {
            return read_marks(text).map_err(|(at, fault)| line.error_at(part.start + at, fault));
        }
        let grid = read_cells(line, part.clone()).or_else(|error| {
            self.cells.read_grid(text).ok_or_else(|| {
                let mut error = self.separated_error(line, part).unwrap_or(error);
                error.suggestion = letter_as_blank(text);
                error
            })
        });
        Ok((grid?, None))
    }

    /// The error of a part that has been read, if its cells stand apart but are not 81.
    fn separated_error(&self, line: &Line<'_>, part: Range<usize>) -> Option<ParseError> {
        let tokens = &self.cells.tokens;
        let cells = tokens.iter().filter(|token| token.is_one()).count();
        let is_wrong = |token: &&Token| (token.is_cells() || token.is_word()) && !token.is_one();
        match tokens.iter().find(is_wrong) {
            None if cells > 1 && cells != CELLS => Some(cell_count(line, part.start, cells)),
            Some(token) if cells > CELLS / 2 => {
                let fault = Fault::of_word(token.text(&line.bytes[part.clone()]));
                Some(line.error_at(part.start + token.start, fault))
            }
            _ => None,
        }
    }
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

/// Reads the grid in a part of a line that starts with 81 cells, side by side. A tail or a word may follow.
fn read_cells(line: &Line<'_>, part: Range<usize>) -> Result<Grid, ParseError> {
    let start = part.start + line.bytes[part.clone()].iter().take_while(|byte| b" \t".contains(byte)).count();
    let text = line.bytes[start..part.end].trim_ascii_end();
    let (cells, count) = leading_cells(text);
    let rest = &text[count..];
    let is_tail = rest.first().is_none_or(|byte| count > 0 && TAIL_STARTS.contains(byte));
    // A word may follow a grid, but not a letter that can be a mistyped digit.
    let is_word = rest.first().is_some_and(|byte| byte.is_ascii_alphabetic() && !b"oOIl".contains(byte));
    if count == CELLS && (is_tail || is_word) {
        let mut grid = Grid::EMPTY;
        *grid.cells_mut() = cells;
        return Ok(grid);
    }
    Err(match scientific(text).filter(|_| count < CELLS) {
        Some(number) => {
            let remedy = "a spreadsheet lost the digits; import the original file with this column as text";
            line.error_at(start, Fault::Expected("expected 81 cells", format!("{}: {remedy}", quotable(number))))
        }
        None if count != CELLS && (is_tail || count > CELLS) => cell_count(line, start, count),
        None => {
            let fault = if count < CELLS { Fault::Cell } else { Fault::End };
            line.error_at(start + count, fault(Found::first_of(rest)))
        }
    })
}

/// Whether a text has so many cells that it must be pencil marks.
pub(super) fn are_marks(text: &[u8]) -> bool {
    text.len() > MARKS / 2 && count_cells(without_tail(text)) > MARKS / 2
}

/// Reads pencil marks, and perhaps a tail. An error comes with its offset.
fn read_marks(text: &[u8]) -> Result<(Grid, Option<Candidates>), (usize, Fault)> {
    let text = without_tail(text);
    let mut masks = [0; CELLS];
    for (cell, (mask, marks)) in masks.iter_mut().zip(text.chunks(9)).enumerate() {
        for (digit, &byte) in (1..).zip(marks) {
            let at = 9 * cell + usize::from(digit) - 1;
            let fault = match cell_from_byte(byte) {
                Some(0) => continue,
                Some(mark) if mark == digit => {
                    *mask |= 1 << (digit - 1);
                    continue;
                }
                Some(mark) => Fault::Expected("expected another digit or a blank", format!("'{mark}'")),
                None => Fault::Cell(Found::first_of(&text[at..])),
            };
            return Err((at, fault));
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

/// Advice for digits that look like a puzzle which was taken for a number, and so has lost the zeros at its start.
fn lost_zeros(text: &[u8]) -> Option<String> {
    let is_likely = CUT_DIGITS.contains(&text.len())
        && text.iter().all(u8::is_ascii_digit)
        && text[0] != b'0'
        && text.contains(&b'0');
    is_likely.then(|| "if a spreadsheet has cut zeros at its start, import this column as text".into())
}

/// The number that a text starts with, if a spreadsheet can have made it of 60 to 81 digits, such as `4.30021E+78`.
pub(super) fn scientific(text: &[u8]) -> Option<&[u8]> {
    // The decimal point can be a comma, and a tail can start with one.
    let point = text.get(1).filter(|byte| text[0].is_ascii_digit() && b".,eE".contains(byte))?;
    let end = text.iter().skip(2).position(|byte| TAIL_STARTS.contains(byte)).map_or(text.len(), |end| end + 2);
    let number = std::str::from_utf8(&text[..end]).ok()?.replacen(char::from(*point), ".", usize::from(*point == b','));
    number.parse::<f64>().is_ok_and(|number| (1e60..1e81).contains(&number)).then(|| &text[..end])
}

/// The error of a line with `found` cells from `start` on, which is not a grid. If nothing is before them, it is of the whole line.
pub(super) fn cell_count(line: &Line<'_>, start: usize, found: usize) -> ParseError {
    let column = line.column(start);
    let cells = line.bytes.get(start..start + found).filter(|_| found.abs_diff(CELLS) == 1);
    let cells = cells.and_then(|cells| cells.iter().map(|&byte| cell_from_byte(byte)).collect::<Option<Vec<u8>>>());
    let near_miss = cells.map(|cells| Box::new(NearMiss { cells, column }));
    let column = Some(column).filter(|_| start > line.indent);
    ParseError { near_miss, ..ParseError::new(line.number, column, Fault::CellCount(found)) }
}
