//! Cells, placements and units.

use std::fmt;
use std::str::FromStr;

use super::text::debug_as_display;
use super::{CELLS, ParseGridError};

/// One of the 81 cells; as text `r1c1` to `r9c9`.
///
/// ```
/// use sudokat::Cell;
/// let cell: Cell = "r2c9".parse()?;
/// assert_eq!((cell.row(), cell.column(), cell.index()), (2, 9, 17));
/// assert_eq!(Cell::all().nth(17), Some(cell));
/// # Ok::<(), sudokat::ParseGridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// The cell in this row and column, both from 1 to 9; `None` if there is none.
    ///
    /// ```
    /// use sudokat::Cell;
    /// assert_eq!(Cell::new(1, 9).map(|cell| cell.to_string()).as_deref(), Some("r1c9"));
    /// assert_eq!(Cell::new(0, 1), None);
    /// ```
    pub fn new(row: usize, column: usize) -> Option<Cell> {
        let exists = (1..=9).contains(&row) && (1..=9).contains(&column);
        exists.then(|| Cell((9 * (row - 1) + column - 1) as u8))
    }

    /// The cells in row-major order.
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..CELLS as u8).map(Cell)
    }

    /// Its index in row-major order, 0..81.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its row, 1..=9.
    pub fn row(self) -> usize {
        self.index() / 9 + 1
    }

    /// Its column, 1..=9.
    pub fn column(self) -> usize {
        self.index() % 9 + 1
    }

    /// Whether it is another cell of the same row, column or box.
    pub(crate) fn sees(self, other: Cell) -> bool {
        let [row, column, box_] = self.units();
        let [other_row, other_column, other_box] = other.units();
        self != other && (row == other_row || column == other_column || box_ == other_box)
    }

    /// Its row, column and box.
    pub(crate) fn units(self) -> [Unit; 3] {
        UNITS_OF_CELL[self.index()]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row(), self.column())
    }
}

debug_as_display!(Cell);

impl FromStr for Cell {
    type Err = ParseGridError;

    fn from_str(text: &str) -> Result<Cell, ParseGridError> {
        let &[b'r', row, b'c', column] = text.as_bytes() else {
            return Err(ParseGridError::Cell);
        };
        let [row, column] = [row, column].map(|byte| usize::from(byte.wrapping_sub(b'0')));
        Cell::new(row, column).ok_or(ParseGridError::Cell)
    }
}

/// A digit in a cell, displayed as `r1c1=5`: a clue, the digit that a step sets, or any other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The cell.
    pub cell: Cell,
    /// Its digit, 1..=9.
    pub digit: u8,
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

debug_as_display!(Placement);

/// A row, column or box, displayed as `row 1` to `box 9`. Units are ordered by their index, 0..27:
/// the rows come first, then the columns, then the boxes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(pub(crate) u8);

impl Unit {
    /// Its index, 0..27.
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// All units, in the order of their indices.
    pub(crate) fn all() -> impl Iterator<Item = Unit> {
        (0..27).map(Unit)
    }

    /// The nine cells of the unit in row-major order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |cell| cell.units().contains(&self))
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = ["row", "column", "box"][usize::from(self.0 / 9)];
        write!(f, "{kind} {}", self.0 % 9 + 1)
    }
}

debug_as_display!(Unit);

/// The row, the column and the box of every cell.
const UNITS_OF_CELL: [[Unit; 3]; CELLS] = {
    let mut units = [[Unit(0); 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (r, c) = (cell as u8 / 9, cell as u8 % 9);
        units[cell] = [Unit(r), Unit(9 + c), Unit(18 + r / 3 * 3 + c / 3)];
        cell += 1;
    }
    units
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_81_cells_named_by_row_and_column() {
        let names: Vec<String> = Cell::all().map(|cell| cell.to_string()).collect();
        assert_eq!(names.len(), CELLS);
        assert_eq!(
            [0, 8, 9, 80].map(|index| names[index].as_str()),
            ["r1c1", "r1c9", "r2c1", "r9c9"]
        );
        assert!(
            Cell::all()
                .zip(&names)
                .all(|(cell, name)| name.parse() == Ok(cell))
        );
        assert!(
            ["r0c1", "r1c10", "R1C1", ""]
                .iter()
                .all(|name| name.parse::<Cell>() == Err(ParseGridError::Cell))
        );
        assert!(Cell::all().all(|cell| Cell::new(cell.row(), cell.column()) == Some(cell)));
        assert!(
            [(0, 1), (1, 0), (10, 1), (1, 10)]
                .iter()
                .all(|&(r, c)| Cell::new(r, c).is_none())
        );
    }

    #[test]
    fn every_unit_has_nine_cells_and_every_cell_three_units() {
        let cells: Vec<Cell> = Unit::all().flat_map(Unit::cells).collect();
        assert!(Cell::all().all(|cell| cells.iter().filter(|&&other| other == cell).count() == 3));
        assert!(Unit::all().all(|unit| unit.cells().count() == 9));
        let names: Vec<String> = Unit::all().map(|unit| unit.to_string()).collect();
        assert_eq!(
            [0, 17, 18, 26].map(|unit| names[unit].as_str()),
            ["row 1", "column 9", "box 1", "box 9"]
        );
    }
}
