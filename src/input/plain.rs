//! The fast path for lines and rows in the usual form: digits, and a symbol for each blank.

use memchr::memchr3;

use super::error::LONGEST_LINE;
use super::records::Records;
use super::words::TAIL_STARTS;
use crate::grid::{CELLS, Grid, cell_from_byte};

/// Reads the 81 cells at the start of a text, and returns the rest. With other blanks than dots and
/// zeros, each line of the grid, of `line_length` cells, must have a digit: it could be a rule.
///
/// The grid is an output parameter because returning an `Option<Grid>` takes half as long again.
#[inline]
pub(super) fn read_cells<'a>(text: &'a [u8], line_length: usize, grid: &mut Grid) -> Option<&'a [u8]> {
    let (text, rest) = text.split_first_chunk::<CELLS>()?;
    *grid = usual_grid(text).or_else(|| grid_with_other_blanks(text, line_length))?;
    Some(rest)
}

/// The grid of 81 digits and dots. This compiles to vector instructions.
#[inline]
fn usual_grid(text: &[u8; CELLS]) -> Option<Grid> {
    // A byte that is not a digit becomes more than 9.
    Grid::from_cells(text.map(|byte| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') }))
}

#[cold]
fn grid_with_other_blanks(text: &[u8; CELLS], line_length: usize) -> Option<Grid> {
    let mut cells = [0; CELLS];
    for (cell, byte) in cells.iter_mut().zip(text) {
        *cell = cell_from_byte(*byte)?;
    }
    let has_digit = |line: &[u8]| line.iter().any(|d| *d > 0);
    Grid::from_cells(cells).filter(|_| cells.chunks(line_length).all(has_digit))
}

/// Appends up to `limit` grids from the start of a text that begins with the line `number`, as long
/// as each line starts with its grid and ends with LF or CRLF. Returns how many bytes and lines
/// they take.
pub(super) fn read_lines(text: &[u8], number: u64, limit: usize, records: &mut Records) -> (usize, usize) {
    let (mut length, mut lines, mut grid) = (0, 0, Grid::EMPTY);
    for number in (number..).take(limit) {
        let Some(line) = read_line(&text[length..], &mut grid) else { break };
        records.push_grid(number, None, grid);
        (length, lines) = (length + line, lines + 1);
    }
    (length, lines)
}

/// Reads the line at the start of a text, and returns its length with its end.
fn read_line(text: &[u8], grid: &mut Grid) -> Option<usize> {
    let (cells, rest) = text[..text.len().min(LONGEST_LINE + 1)].split_first_chunk()?;
    *grid = usual_grid(cells)?;
    let tail = match rest.first()? {
        b'\n' | b'\r' => 0,
        // A list of candidates may follow a colon. A line without a clue may be a frame.
        byte if TAIL_STARTS.contains(byte) && *byte != b':' && *grid != Grid::EMPTY => memchr3(b'\n', b'\r', 0, rest)?,
        _ => return None,
    };
    Some(CELLS + tail + end_length(&rest[tail..])?)
}

/// The length of the LF or CRLF at the start of a text.
fn end_length(text: &[u8]) -> Option<usize> {
    match text {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}

/// How many empty lines a text starts with, each an LF.
pub(super) fn count_empty_lines(text: &[u8]) -> usize {
    text.iter().take_while(|byte| **byte == b'\n').count()
}

/// Reads the nine rows at the start of a text, and returns their length and their lines. Each row
/// has nine bytes, or 17 with the same separator between its cells, which can be a line end.
pub(super) fn read_rows(text: &[u8], grid: &mut Grid) -> Option<(usize, usize)> {
    let separator = *text.get(1)?;
    let step = if b" ,\t\n".contains(&separator) { 2 } else { 1 };
    let (mut cells, mut length) = ([0; CELLS], 0);
    for row in cells.as_chunks_mut::<9>().0 {
        let line = text.get(length..length + 8 * step + 1)?;
        if step == 1 {
            row.copy_from_slice(line);
        } else {
            let line: &[u8; 17] = line.try_into().ok()?;
            *row = std::array::from_fn(|c| line[2 * c]);
            if (0..8).fold(0, |differs, c| differs | line[2 * c + 1] ^ separator) != 0 {
                return None;
            }
        }
        length += line.len();
        length += end_length(&text[length..])?;
    }
    read_cells(&cells, 9, grid)?;
    Some((length, if separator == b'\n' { CELLS } else { 9 }))
}
