//! 81 cells in a part of a line: the whole line, a field of csv, the value of a JSON object.

use std::ops::Range;

use super::cells::Cells;
use super::error::{Fault, Found, NearMiss, ParseError, quotable};
use super::lines::Line;
use super::names::letter_as_blank;
use super::signs::replace_signs;
use super::tokens::Token;
use crate::grid::{CELLS, Grid, cell_from_byte, leading_cells};

/// The signs that a tail may start with.
pub(super) const TAIL_STARTS: &[u8] = b" \t,;#:|";

/// The fewest digits that a spreadsheet is blamed for: a puzzle does not often start with more blanks.
const FEWEST_DIGITS: usize = 60;

/// Reads fields, and uses its memory again for the next.
#[derive(Debug, Default)]
pub(super) struct FieldReader {
    /// Characters that are blanks too.
    pub(super) blanks: String,
    pub(super) cells: Cells,
    /// Memory for a field in ASCII.
    ascii: Vec<u8>,
}

impl FieldReader {
    pub(super) fn new(blanks: String) -> FieldReader {
        FieldReader { blanks, ..FieldReader::default() }
    }

    /// Reads the grid that a part of a line is: 81 cells in any way that a line can have them, and nothing else.
    pub(super) fn read(&mut self, line: &Line<'_>, part: Range<usize>) -> Result<Grid, ParseError> {
        let field = &line.bytes[part.clone()];
        // Nearly all fields are 81 cells and nothing else.
        if self.blanks.is_empty()
            && let Ok(field) = <&[u8; CELLS]>::try_from(field)
            && let Some(grid) =
                Grid::from_cells(field.map(|byte| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') }))
        {
            return Ok(grid);
        }
        if field.is_ascii() && self.blanks.is_empty() {
            return self.read_ascii(line, part);
        }
        self.read_text(field, line.number).map_err(|mut error| {
            let columns = line.column(part.start) - 1;
            error.column = error.column.map(|column| column + columns);
            error.near_miss.iter_mut().for_each(|near_miss| near_miss.column += columns);
            error
        })
    }

    /// Reads a text by itself.
    pub(super) fn read_text(&mut self, text: &[u8], number: u64) -> Result<Grid, ParseError> {
        let mut ascii = std::mem::take(&mut self.ascii);
        replace_signs(text, &self.blanks, &mut ascii);
        let grid = self.read_ascii(&Line::new(number, &ascii), 0..ascii.len());
        self.ascii = ascii;
        grid
    }

    fn read_ascii(&mut self, line: &Line<'_>, part: Range<usize>) -> Result<Grid, ParseError> {
        let (start, end) = (part.start + CELLS, part.end);
        let grid = match read_cells(line, part.clone()) {
            Ok(_) | Err(ParseError { fault: Fault::End(_), .. }) if start < end => {
                Err(line.error_at(start, Fault::FieldEnd(Found::first_of(&line.bytes[start..end]))))
            }
            result => result,
        };
        grid.or_else(|error| {
            let field = &line.bytes[part.clone()];
            self.cells.read_grid(field).ok_or_else(|| {
                let mut error = self.separated_error(line, part.clone()).unwrap_or(error);
                error.column.get_or_insert(line.column(part.start));
                if lacks_zeros(field) {
                    let advice = "if a spreadsheet has cut zeros at its start, import this column as text";
                    error.suggestion = Some(advice.into());
                }
                error
            })
        })
    }

    /// Reads a line that starts with 81 cells, or has them in any way.
    pub(super) fn read_line(&mut self, line: &Line<'_>) -> Result<Grid, ParseError> {
        read_cells(line, line.indent..line.text_end()).or_else(|error| {
            self.cells.read_grid(line.bytes).ok_or_else(|| {
                let mut error = self.separated_error(line, 0..line.bytes.len()).unwrap_or(error);
                error.suggestion = letter_as_blank(line.text);
                error
            })
        })
    }

    /// The error of a part that has been read, if its cells stand apart but are not 81.
    fn separated_error(&self, line: &Line<'_>, part: Range<usize>) -> Option<ParseError> {
        let (bytes, tokens) = (&line.bytes[part.clone()], &self.cells.tokens);
        let cells = tokens.iter().filter(|token| token.is_one()).count();
        let is_wrong = |token: &&Token| (token.is_cells() || token.is_word()) && !token.is_one();
        match tokens.iter().find(is_wrong) {
            None if cells > 1 && cells != CELLS => Some(line.error(Fault::CellCount(cells))),
            Some(token) if cells > CELLS / 2 => {
                let word = token.text(bytes);
                let fault = match word.len() {
                    1 => Fault::Cell(Found::first_of(word)),
                    _ => Fault::OneCell(quotable(word)),
                };
                Some(line.error_at(part.start + token.start, fault))
            }
            _ => None,
        }
    }
}

/// Reads the grid in a part of a line: 81 cells and a tail.
pub(super) fn read_cells(line: &Line<'_>, part: Range<usize>) -> Result<Grid, ParseError> {
    let start = part.start;
    let text = &line.bytes[part];
    let (cells, count) = leading_cells(text);
    let rest = &text[count..];
    // A word may follow a grid, but not a letter that can be a mistyped digit.
    let is_word = |byte: &u8| count == CELLS && byte.is_ascii_alphabetic() && !b"oOIl".contains(byte);
    let ends = rest.first().is_none_or(|byte| count > 0 && TAIL_STARTS.contains(byte) || is_word(byte));
    if count < CELLS
        && let Some(number) = scientific(text)
    {
        return Err(line.error_at(start, Fault::DigitsLost(quotable(number))));
    }
    if count < CELLS && !ends {
        return Err(line.error_at(start + count, Fault::Cell(Found::first_of(rest))));
    }
    if count != CELLS {
        return Err(cell_count(line, start, count));
    }
    if !ends {
        return Err(line.error_at(start + count, Fault::End(Found::first_of(rest))));
    }
    let mut grid = Grid::EMPTY;
    *grid.cells_mut() = cells;
    Ok(grid)
}

/// The number that a text starts with, if a spreadsheet can have made it of 60 to 81 digits, such as `4.30021E+78`.
pub(super) fn scientific(text: &[u8]) -> Option<&[u8]> {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut rest = text.get(1..).filter(|_| text[0].is_ascii_digit())?;
    if let [b'.' | b',', fraction @ ..] = rest {
        rest = &fraction[digits(fraction)..];
    }
    rest = rest.strip_prefix(b"E").or_else(|| rest.strip_prefix(b"e"))?;
    rest = rest.strip_prefix(b"+").unwrap_or(rest);
    let ([b'6' | b'7', b'0'..=b'9', tail @ ..] | [b'8', b'0', tail @ ..]) = rest else { return None };
    tail.first().is_none_or(|byte| TAIL_STARTS.contains(byte)).then(|| &text[..text.len() - tail.len()])
}

/// The error of a line with `found` cells from `start` on, which is no grid.
pub(super) fn cell_count(line: &Line<'_>, start: usize, found: usize) -> ParseError {
    let cells = line.bytes.get(start..start + found).filter(|_| found.abs_diff(CELLS) == 1);
    let cells = cells.and_then(|cells| cells.iter().map(|&byte| cell_from_byte(byte)).collect::<Option<Vec<u8>>>());
    let near_miss = cells.map(|cells| Box::new(NearMiss { cells, column: line.column(start) }));
    ParseError { near_miss, ..line.error(Fault::CellCount(found)) }
}

/// Whether a field looks like a puzzle that was taken for a number, and so has lost the zeros at its start.
fn lacks_zeros(field: &[u8]) -> bool {
    (FEWEST_DIGITS..CELLS).contains(&field.len())
        && field.iter().all(u8::is_ascii_digit)
        && field[0] != b'0'
        && field.contains(&b'0')
}
