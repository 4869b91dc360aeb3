//! A puzzle in a field of a record: in csv, or as a value of a JSON object.

use std::ops::Range;

use super::cells::Cells;
use super::error::{Found, ParseError, ParseErrorKind};
use super::line::{read_cells, separated_error};
use super::lines::Line;
use super::signs::replace_signs;
use crate::grid::{CELLS, Grid};

/// The fewest digits that a spreadsheet is blamed for: a puzzle does not often start with more blanks.
const FEWEST_DIGITS: usize = 60;

/// Reads fields, and uses its memory again for the next.
#[derive(Debug)]
pub(super) struct FieldReader {
    /// Characters that are blanks too.
    blanks: String,
    cells: Cells,
    /// Memory for a field in ASCII.
    ascii: Vec<u8>,
}

impl FieldReader {
    pub(super) fn new(blanks: String) -> FieldReader {
        FieldReader { blanks, cells: Cells::default(), ascii: Vec::new() }
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
        self.read_text(field, line.number).map_err(|error| error.moved_right(line.column(part.start) - 1))
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
        read_exactly(line, part.clone()).or_else(|error| {
            let field = &line.bytes[part.clone()];
            self.cells.read_grid(field).ok_or_else(|| {
                let mut error = separated_error(line, part.clone()).unwrap_or(error).or_at(line.column(part.start));
                if lacks_zeros(field) {
                    error.suggestion =
                        Some("if a spreadsheet has cut zeros at its start, import this column as text".into());
                }
                error
            })
        })
    }
}

fn read_exactly(line: &Line<'_>, part: Range<usize>) -> Result<Grid, ParseError> {
    let (start, end) = (part.start + CELLS, part.end);
    match read_cells(line, part) {
        Ok(grid) if start == end => Ok(grid),
        Ok(_) | Err(ParseError { kind: ParseErrorKind::ExpectedEnd(_), .. }) => {
            Err(line.error_at(start, ParseErrorKind::ExpectedFieldEnd(Found::first_of(&line.bytes[start..end]))))
        }
        error => error,
    }
}

/// Whether a field looks like a puzzle that was taken for a number, and so has lost the zeros at its start.
fn lacks_zeros(field: &[u8]) -> bool {
    (FEWEST_DIGITS..CELLS).contains(&field.len())
        && field.iter().all(u8::is_ascii_digit)
        && field[0] != b'0'
        && field.contains(&b'0')
}
