//! Lines to grids, without the steps between: lines that start with their grid, and grids of nine
//! plain rows. Most inputs are one of these.

use memchr::memchr3;

use super::blanks::require_clear_blanks;
use super::cells::{LineCell, may_be_rule};
use super::error::LONGEST_LINE;
use super::lines::Consumed;
use super::records::Records;
use super::words::TAIL_STARTS;
use crate::grid::{CELLS, Grid, digit_from_byte};

/// Reads the 81 plain cells at the start of a text, and returns what follows. Without a digit, the
/// blanks must be ones that draw no rules.
///
/// The grid is an output parameter because returning an `Option<Grid>` takes 50 % longer.
#[inline]
pub(super) fn read_cells<'a>(text: &'a [u8], grid: &mut Grid) -> Option<&'a [u8]> {
    let (text, rest) = text.split_first_chunk::<CELLS>()?;
    *grid = usual_grid(text).or_else(|| grid_with_other_blanks(text))?;
    Some(rest)
}

/// The grid of 81 digits and dots, if these are clear blanks, see [`super::blanks`]. This compiles
/// to vector instructions.
#[inline]
fn usual_grid(text: &[u8; CELLS]) -> Option<Grid> {
    // A byte that is not a digit becomes more than 9.
    let grid = Grid::from_digits(text.map(|byte| {
        if byte == b'.' {
            0
        } else {
            byte.wrapping_sub(b'0')
        }
    }))?;
    (has_nine(text) || !has_two_blanks(text)).then_some(grid)
}

/// Whether there is a 9. Without branches, so that it compiles to vector instructions.
#[inline]
fn has_nine(text: &[u8; CELLS]) -> bool {
    text.iter()
        .fold(false, |found, byte| found | (*byte == b'9'))
}

/// Whether there are zeros and dots. Without a 9, the digits may then be 0 to 8. This is a rule of
/// [`super::blanks`]; the test `digits_from_0_to_8_are_refused` checks both.
fn has_two_blanks(text: &[u8; CELLS]) -> bool {
    text.contains(&b'0') && text.contains(&b'.')
}

/// The grid of 81 cells with any blanks, if these are clear and not a rule.
#[cold]
fn grid_with_other_blanks(text: &[u8; CELLS]) -> Option<Grid> {
    let cells: Option<Vec<u8>> = text.iter().map(|byte| digit_from_byte(*byte)).collect();
    let grid = Grid::from_digits(cells?.try_into().ok()?)?;
    let line_cells: Vec<LineCell> = text.iter().map(|byte| LineCell::new(*byte, 0)).collect();
    let is_clear = require_clear_blanks(&line_cells, &grid).is_ok();
    (is_clear && !may_be_rule(&line_cells)).then_some(grid)
}

/// What becomes of the tails of lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tails {
    /// They are skipped.
    Ignored,
    /// They may have a solution or a title, so lines with a tail are left to the reader of lines.
    Read,
}

/// Adds records from the start of a text whose first line has this number: up to `limit` lines,
/// each of which starts with its grid and ends with LF or CRLF, perhaps after a tail. Returns what
/// they take.
pub(super) fn read_lines(
    text: &[u8],
    first_line_number: u64,
    limit: usize,
    tails: Tails,
    records: &mut Records,
) -> Consumed {
    let mut consumed = Consumed::default();
    let mut grid = Grid::EMPTY;
    while consumed.lines < limit
        && let Some(length) = read_line(&text[consumed.bytes..], tails, &mut grid)
    {
        let line_number = first_line_number + consumed.lines as u64;
        records.push_grid(line_number, None, grid);
        consumed.bytes += length;
        consumed.lines += 1;
    }
    consumed
}

/// Reads the line at the start of a text, and returns its length with its end.
fn read_line(text: &[u8], tails: Tails, grid: &mut Grid) -> Option<usize> {
    let (cells, rest) = text[..text.len().min(LONGEST_LINE + 1)].split_first_chunk()?;
    *grid = usual_grid(cells)?;
    let first = rest.first()?;
    let tail_length = if matches!(first, b'\n' | b'\r') {
        0
    } else if tails == Tails::Ignored && is_plain_tail(*first, grid) {
        // A line with NUL is left to `Lines`, which refuses it.
        memchr3(b'\n', b'\r', 0, rest)?
    } else {
        return None;
    };
    match rest[tail_length..] {
        [b'\n', ..] => Some(CELLS + tail_length + 1),
        [b'\r', b'\n', ..] => Some(CELLS + tail_length + 2),
        _ => None,
    }
}

/// Whether text that starts with this character is a tail of the grid that needs no further checks.
/// A list of candidates may follow a colon. A line without a clue may be a frame.
fn is_plain_tail(first: u8, grid: &Grid) -> bool {
    TAIL_STARTS.contains(&first) && first != b':' && *grid != Grid::EMPTY
}

/// Reads the grid at the start of a text if it is nine lines of nine digits or dots: packed, or
/// with the same separator between them. Returns its length.
pub(super) fn read_nine_rows(text: &[u8], grid: &mut Grid) -> Option<usize> {
    // If the cells are packed, this is one of them.
    let separator = *text.get(1)?;
    let is_separated = b" \t,;".contains(&separator);
    // Nine cells, their eight separators if there are some, and LF or CRLF.
    let (cells, row_length) = if is_separated {
        match text.get(17)? {
            b'\r' => (cells_of_rows::<19, 2>(text, separator)?, 19),
            _ => (cells_of_rows::<18, 2>(text, separator)?, 18),
        }
    } else {
        match text.get(9)? {
            b'\r' => (cells_of_rows::<11, 1>(text, separator)?, 11),
            _ => (cells_of_rows::<10, 1>(text, separator)?, 10),
        }
    };
    *grid = usual_grid(&cells)?;
    // Digits in order may be the numbers of columns, and blanks alone a rule.
    let has_numbering = cells.as_chunks::<9>().0.iter().any(is_counting);
    (*grid != Grid::EMPTY && !has_numbering).then_some(9 * row_length)
}

/// Whether each digit is one more than that before it.
fn is_counting(row: &[u8; 9]) -> bool {
    row.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

/// The cells of nine rows at the start of a text. Each has `LENGTH` bytes with its LF or CRLF, and
/// a cell at every `STEP` bytes, with the separator between them.
fn cells_of_rows<const LENGTH: usize, const STEP: usize>(
    text: &[u8],
    separator: u8,
) -> Option<[u8; CELLS]> {
    let rows = text.as_chunks::<LENGTH>().0.get(..9)?;
    let mut cells = [0; CELLS];
    for (row_cells, row) in cells.as_chunks_mut::<9>().0.iter_mut().zip(rows) {
        *row_cells = std::array::from_fn(|at| row[STEP * at]);
        let ends_cell = |at: usize| STEP == 1 || row[STEP * at + 1] == separator;
        let are_separated = (0..8).fold(true, |all, at| all & ends_cell(at));
        if !are_separated || !matches!(row[STEP * 8 + 1..], [b'\n'] | [b'\r', b'\n']) {
            return None;
        }
    }
    Some(cells)
}
