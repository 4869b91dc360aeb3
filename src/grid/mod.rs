//! The grid: nine rows of nine cells, what they can hold, and the rules of Sudoku.
//!
//! This module uses no solver. These names are used in every file:
//!
//! ```text
//! r, c, b    row, column and box, 0..9; messages and public methods count from 1: r1c9 is the
//!            last cell of row 1
//! cell       9*r + c, 0..81: row-major order, in which grids are read and compared
//! d          a digit, 1..=9; 0 is a blank
//! placement  a cell and its digit
//! clue       a placement that the puzzle gives; among candidates, the only one of a cell
//! candidate  a digit that a cell can still hold
//! marks      pencil marks: the candidates of each cell as the input gives them or the output shows
//!            them
//! unit       one of the 27 rows (0..9), columns (9..18) and boxes (18..27)
//! band       three rows that share boxes; stack: three columns that share boxes
//! minirow    three cells of a row in one box; minicolumn: three cells of a column in one box
//! triad      a minirow or a minicolumn
//!
//!         c 0 1 2   3 4 5   6 7 8
//!     r 0   0 1 2 | 3 4 5 | 6 7 8          b  0 | 1 | 2   band 0
//!       1   9 . . | . . . | . . 17           ---+---+---
//!       2   . . . | . . . | . . .             3 | 4 | 5   band 1
//!           ------+-------+------            ---+---+---
//!       3   . . . | . . . | . . .             6 | 7 | 8   band 2
//! ```

mod attempt;
mod candidates;
mod cell;
mod conflict;
mod marked;
mod rules;
mod text;

use std::fmt;
use std::ops::Index;
use std::str::FromStr;

pub use candidates::Candidates;
pub(crate) use candidates::{ALL_DIGITS, digits_of, set_bits};
pub use cell::{Cell, Placement, Unit};
pub use conflict::Conflict;
pub(crate) use conflict::all_conflicts;
pub(crate) use marked::{MarkedGrid, MarkedGridRef};
pub use text::ParseGridError;
use text::parse_digits;
pub(crate) use text::{digit_from_byte, join};

/// The number of cells in a grid.
pub(crate) const CELLS: usize = 81;

/// A 9x9 grid: empty, partly filled or full. Its digits are in range; [`Grid::conflict`] tells
/// whether they obey the rules.
///
/// As text, a grid is 81 characters in row-major order. Printing writes `0` for a blank, and `{:#}`
/// prints nine lines of nine. Parsing takes each of `0._-*?xX` as a blank and ignores white space,
/// so it also reads nine lines.
///
/// ```
/// use sudokat::{Cell, Grid};
/// let mut puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(puzzle.digits()[..5], [5, 3, 0, 0, 7]);
/// let (rows, _) = puzzle.digits().as_chunks::<9>();
/// assert_eq!(rows[8], [0, 0, 0, 0, 8, 0, 0, 7, 9]);
/// assert_eq!(Grid::from_digits(std::array::from_fn(|cell| rows[cell / 9][cell % 9])), Some(puzzle));
///
/// let cell: Cell = "r1c3".parse()?;
/// puzzle.set(cell, 4);
/// assert_eq!((puzzle[cell], puzzle.conflict()), (4, None));
/// assert!(format!("{puzzle:#}").starts_with("534070000\n600195000\n"));
/// # Ok::<(), sudokat::ParseGridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid([u8; CELLS]);

impl Grid {
    /// The grid without digits.
    pub const EMPTY: Grid = Grid([0; CELLS]);

    /// A grid with these digits in its cells in row-major order, each 0 (blank) to 9. `None` if one
    /// is above 9.
    #[inline]
    pub fn from_digits(digits: [u8; CELLS]) -> Option<Grid> {
        // Taking the maximum compiles to vector instructions; looking for the first cell above 9
        // does not.
        let greatest = digits.iter().fold(0, |greatest, &d| d.max(greatest));
        (greatest <= 9).then_some(Grid(digits))
    }

    /// Parses a text that is 81 digits and nothing else, `0` for a blank. This takes a fraction of
    /// the time of parsing other texts.
    pub(crate) fn from_ascii_digits(text: &[u8]) -> Option<Grid> {
        let text: [u8; CELLS] = text.try_into().ok()?;
        Grid::from_digits(text.map(|byte| byte.wrapping_sub(b'0')))
    }

    /// The digits of the cells in row-major order, each 0 (blank) to 9.
    #[inline]
    pub fn digits(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// The digits of the cells, to be overwritten with values from 0 to 9.
    #[inline]
    pub(crate) fn digits_mut(&mut self) -> &mut [u8; CELLS] {
        &mut self.0
    }

    /// The grid as text: `0` for a blank.
    pub(crate) fn to_ascii_digits(self) -> [u8; CELLS] {
        self.0.map(|d| b'0' + d)
    }

    /// Puts a digit into a cell, or clears the cell if the digit is 0.
    ///
    /// # Panics
    /// If the digit is above 9.
    pub fn set(&mut self, cell: Cell, digit: u8) {
        assert!(digit <= 9, "{digit} is not a digit");
        self.0[cell.index()] = digit;
    }

    /// The filled cells in row-major order: the clues, if the grid is a puzzle.
    ///
    /// ```
    /// use sudokat::Grid;
    /// let grid: Grid = format!("..5.7{}", ".".repeat(76)).parse()?;
    /// assert!(grid.placements().map(|clue| clue.to_string()).eq(["r1c3=5", "r1c5=7"]));
    /// # Ok::<(), sudokat::ParseGridError>(())
    /// ```
    pub fn placements(&self) -> impl DoubleEndedIterator<Item = Placement> + Clone + use<> {
        let cells = Cell::all().zip(self.0).filter(|&(_, digit)| digit > 0);
        cells.map(|(cell, digit)| Placement { cell, digit })
    }

    pub(crate) fn has_blank(&self) -> bool {
        self.0.contains(&0)
    }
}

impl Index<Cell> for Grid {
    type Output = u8;

    fn index(&self, cell: Cell) -> &u8 {
        &self.0[cell.index()]
    }
}

/// 81 characters in row-major order, `0` for a blank. `{:#}` prints a line for each row, without a
/// newline after the last.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.to_ascii_digits();
        let line = str::from_utf8(&text).expect("digits are ASCII");
        if !f.alternate() {
            return f.pad(line);
        }
        f.write_str(&line[..9])?;
        for r in 1..9 {
            write!(f, "\n{}", &line[9 * r..][..9])?;
        }
        Ok(())
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

impl FromStr for Grid {
    type Err = ParseGridError;

    fn from_str(text: &str) -> Result<Grid, ParseGridError> {
        match Grid::from_ascii_digits(text.as_bytes()) {
            Some(grid) => Ok(grid),
            None => parse_digits(text, |_| None).map(Grid),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642";

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    #[test]
    fn grids_round_trip_through_text() {
        assert_eq!(grid(SOLVED).to_string(), SOLVED);
        assert_eq!(format!("{:?}", grid(SOLVED)), format!("Grid({SOLVED})"));
        assert_eq!(grid(&"0._-*?xX.".repeat(9)), Grid::EMPTY);
        let nine_lines: String = SOLVED
            .as_bytes()
            .chunks(9)
            .map(|row| format!("{}\r\n", row.escape_ascii()))
            .collect();
        assert_eq!(grid(&nine_lines), grid(SOLVED));
        for (text, found) in [("12", 2), (&format!("{SOLVED}1"), 82)] {
            let wrong_count = ParseGridError::Count {
                expected: 81,
                found,
            };
            assert_eq!(text.parse::<Grid>(), Err(wrong_count));
        }
        let found = "12é".parse::<Grid>().unwrap_err();
        assert_eq!(
            found.to_string(),
            "character 3: expected a digit or a blank, found 'é'"
        );
    }

    #[test]
    fn cells_above_nine_are_refused() {
        assert_eq!(
            Grid::from_digits([9; CELLS]).map(|grid| grid[Cell(80)]),
            Some(9)
        );
        let mut cells = [0; CELLS];
        cells[80] = 10;
        assert_eq!(Grid::from_digits(cells), None);
    }

    #[test]
    #[should_panic = "10 is not a digit"]
    fn a_cell_is_not_set_to_more_than_nine() {
        let mut grid = Grid::EMPTY;
        grid.set(Cell(0), 10);
    }
}
