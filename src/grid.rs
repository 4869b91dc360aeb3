//! The grid: nine rows of nine cells, what they can hold, and the rules of Sudoku.
//!
//! This module uses no solver. These names are used in every file:
//!
//! ```text
//! r, c, b    row, column and box, 0..9; messages count from 1: r1c9 is the last cell of row 1
//! cell       9*r + c, 0..81: row-major order, in which grids are read and compared
//! d          a digit, 1..=9; 0 is a blank
//! clue       a digit that the puzzle gives
//! candidate  a digit that a cell can still hold
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

mod marked;

use std::fmt;
use std::ops::Index;
use std::str::FromStr;

pub(crate) use marked::{Marked, MarkedRef};

/// The number of cells in a grid.
pub(crate) const CELLS: usize = 81;

/// The row, the column and the box of every cell.
pub(crate) const UNITS: [[usize; 3]; CELLS] = {
    let mut units = [[0; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (r, c) = (cell / 9, cell % 9);
        units[cell] = [r, 9 + c, 18 + r / 3 * 3 + c / 3];
        cell += 1;
    }
    units
};

/// The digit that each byte of text stands for, 0 for a blank, or `None` if the byte is not a cell.
const DIGIT_OF_BYTE: [Option<u8>; 256] = {
    let mut cell_of_byte = [None; 256];
    let mut byte = 0;
    while byte < cell_of_byte.len() {
        cell_of_byte[byte] = match byte as u8 {
            digit @ b'1'..=b'9' => Some(digit - b'0'),
            b'0' | b'.' | b'_' | b'-' | b'*' | b'?' | b'x' | b'X' => Some(0),
            _ => None,
        };
        byte += 1;
    }
    cell_of_byte
};

/// The digit that a byte of text stands for: `1` to `9` are digits, each of `0._-*?xX` is a blank
/// (`Some(0)`), and anything else is not a cell.
#[inline]
pub(crate) const fn digit_from_byte(byte: u8) -> Option<u8> {
    DIGIT_OF_BYTE[byte as usize]
}

/// Parses N cells. White space is ignored. Every other character must be a blank or a digit; if a
/// digit is `expected` there, it must be that digit.
fn parse_cells<const N: usize>(
    text: &str,
    expected_at: impl Fn(usize) -> Option<u8>,
) -> Result<[u8; N], GridError> {
    let mut cells = [0; N];
    let mut count = 0;
    for (index, found) in text
        .chars()
        .enumerate()
        .filter(|(_, character)| !character.is_whitespace())
    {
        let expected = expected_at(count);
        let fits = |&d: &u8| d == 0 || expected.is_none_or(|expected| d == expected);
        let d = u8::try_from(found)
            .ok()
            .and_then(digit_from_byte)
            .filter(fits);
        let d = d.ok_or(GridError::Character {
            index,
            expected,
            found,
        })?;
        if let Some(cell) = cells.get_mut(count) {
            *cell = d;
        }
        count += 1;
    }
    if count == N {
        Ok(cells)
    } else {
        Err(GridError::Count(N, count))
    }
}

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
/// assert_eq!(puzzle.cells()[..5], [5, 3, 0, 0, 7]);
/// let (rows, _) = puzzle.cells().as_chunks::<9>();
/// assert_eq!(rows[8], [0, 0, 0, 0, 8, 0, 0, 7, 9]);
/// assert_eq!(Grid::from_cells(std::array::from_fn(|cell| rows[cell / 9][cell % 9])), Some(puzzle));
///
/// let cell: Cell = "r1c3".parse()?;
/// puzzle.set(cell, 4);
/// assert_eq!((puzzle[cell], puzzle.conflict()), (4, None));
/// assert!(format!("{puzzle:#}").starts_with("534070000\n600195000\n"));
/// # Ok::<(), sudokat::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid([u8; CELLS]);

impl Grid {
    /// The grid without a digit.
    pub const EMPTY: Grid = Grid([0; CELLS]);

    /// A grid with these cells in row-major order, each 0 (blank) to 9. `None` if one is above 9.
    #[inline]
    pub fn from_cells(cells: [u8; CELLS]) -> Option<Grid> {
        // Taking the maximum compiles to vector instructions; looking for the first cell above 9
        // does not.
        (cells.iter().fold(0, |greatest, &d| d.max(greatest)) <= 9).then_some(Grid(cells))
    }

    /// Parses a text of 81 digits. This takes a fraction of the time of parsing other texts.
    pub(crate) fn from_digits(text: &[u8]) -> Option<Grid> {
        Grid::from_cells(
            <[u8; CELLS]>::try_from(text)
                .ok()?
                .map(|byte| byte.wrapping_sub(b'0')),
        )
    }

    /// The cells in row-major order, each 0 (blank) to 9.
    #[inline]
    pub fn cells(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// The cells, to be overwritten with values from 0 to 9.
    #[inline]
    pub(crate) fn cells_mut(&mut self) -> &mut [u8; CELLS] {
        &mut self.0
    }

    /// The cells as characters, `0` for a blank.
    pub(crate) fn to_digits(self) -> [u8; CELLS] {
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
    pub fn clues(&self) -> impl Iterator<Item = Clue> + Clone + use<> {
        let cells = Cell::all().zip(self.0).filter(|&(_, digit)| digit > 0);
        cells.map(|(cell, digit)| Clue { cell, digit })
    }

    /// The first cell, in row-major order, that repeats a digit of its row, column or box, and the
    /// earlier cell that it repeats.
    #[must_use]
    pub fn conflict(&self) -> Option<Conflict> {
        if self.obeys_rules() {
            None
        } else {
            conflicts(&self.clues().collect::<Vec<_>>()).next()
        }
    }

    /// Whether no digit occurs twice in a unit. This takes a fraction of the time of
    /// [`Grid::conflict`].
    pub(crate) fn obeys_rules(&self) -> bool {
        // Four bits count how often a unit has a digit. After 6 is added, a count of two or more
        // sets the highest of these bits.
        const ONE: [u64; 16] = [
            0,
            1,
            1 << 4,
            1 << 8,
            1 << 12,
            1 << 16,
            1 << 20,
            1 << 24,
            1 << 28,
            1 << 32,
            0,
            0,
            0,
            0,
            0,
            0,
        ];
        let (mut repeated, mut columns) = (0, [0; 9]);
        let mut check = |count: u64| repeated |= count + 0x6_6666_6666;
        for band in self.0.as_chunks::<27>().0 {
            let mut boxes = [0; 3];
            for row in band.as_chunks::<9>().0 {
                let counts = row.map(|d| ONE[usize::from(d & 15)]);
                columns
                    .iter_mut()
                    .zip(counts)
                    .for_each(|(column, count)| *column += count);
                let minirows = [0, 3, 6].map(|c| counts[c] + counts[c + 1] + counts[c + 2]);
                boxes
                    .iter_mut()
                    .zip(minirows)
                    .for_each(|(box_, count)| *box_ += count);
                check(minirows.iter().sum());
            }
            boxes.into_iter().for_each(&mut check);
        }
        columns.into_iter().for_each(check);
        repeated & 0x8_8888_8888 == 0
    }

    /// Whether this grid is full, obeys the rules and keeps every clue of `puzzle`. This uses no
    /// solver, so it can check any of them.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// let puzzle = Grid::EMPTY;
    /// let solution = Puzzle::new(&puzzle)?.smallest().expect("the empty grid has solutions");
    /// assert!(solution.is_solution(&puzzle));
    /// assert!(!puzzle.is_solution(&puzzle));
    /// # Ok::<(), sudokat::Conflict>(())
    /// ```
    #[must_use]
    pub fn is_solution(&self, puzzle: &Grid) -> bool {
        // This avoids branches: whether a cell has a clue is hard to predict.
        let keeps = |(&clue, &d): (&u8, &u8)| (d > 0) & ((clue == 0) | (clue == d));
        puzzle
            .0
            .iter()
            .zip(&self.0)
            .fold(true, |all, pair| all & keeps(pair))
            && self.obeys_rules()
    }

    /// Whether this grid is finished and meant to be the solution of an unfinished one, right or
    /// wrong: it keeps more than two thirds of the clues. Unrelated grids agree in about a ninth of
    /// them.
    pub(crate) fn is_attempt_at(&self, puzzle: &Grid) -> bool {
        let kept = puzzle
            .clues()
            .filter(|clue| self[clue.cell] == clue.digit)
            .count();
        !self.0.contains(&0) && puzzle.0.contains(&0) && 3 * kept > 2 * puzzle.clues().count()
    }
}

/// All pairs of equal digits in one unit; `digits` are in row-major order. The pairs are sorted by
/// the second cell, then by the first.
pub(crate) fn conflicts(digits: &[Clue]) -> impl Iterator<Item = Conflict> {
    digits.iter().enumerate().flat_map(
        |(
            i,
            &Clue {
                cell: second,
                digit,
            },
        )| {
            let equal = digits[..i]
                .iter()
                .filter(move |clue| clue.digit == digit && clue.cell.sees(second));
            equal.map(move |&Clue { cell: first, .. }| Conflict {
                first,
                second,
                digit,
            })
        },
    )
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
        let text = self.to_digits();
        let line = str::from_utf8(&text).unwrap_or_default();
        if !f.alternate() {
            return f.pad(line);
        }
        (0..9).try_for_each(|r| {
            write!(
                f,
                "{}{}",
                if r == 0 { "" } else { "\n" },
                &line[9 * r..][..9]
            )
        })
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Grid, GridError> {
        Grid::from_digits(text.as_bytes()).map_or_else(|| parse_cells(text, |_| None).map(Grid), Ok)
    }
}

/// The digits that have not been eliminated from each cell: a grid with pencil marks. A clue leaves
/// only its digit in its own cell. The cells that see it keep the digit until it is eliminated.
///
/// As text, they are 729 characters, nine for each cell in row-major order: the digit, or `.` if it
/// is eliminated.
///
/// ```
/// use sudokat::{Candidates, Cell, Grid, Puzzle};
/// let mut candidates = Candidates::from(&Grid::EMPTY);
/// candidates.eliminate("r1c1".parse()?, 1);
/// let solution = Puzzle::from(&candidates).smallest().expect("r1c1 has eight candidates left");
/// assert!(solution.to_string().starts_with("213"));
/// # Ok::<(), sudokat::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidates([u16; CELLS]);

impl Candidates {
    /// All nine digits in every cell.
    pub const ALL: Candidates = Candidates([0x1ff; CELLS]);

    /// Candidates from a mask for each cell in row-major order: digit d is bit d - 1. Bits above 8
    /// are ignored.
    pub fn from_masks(masks: [u16; CELLS]) -> Candidates {
        Candidates(masks.map(|mask| mask & 0x1ff))
    }

    /// The mask of each cell in row-major order: digit d is bit d - 1.
    pub fn masks(&self) -> &[u16; CELLS] {
        &self.0
    }

    /// The pencil marks of a grid: a clue leaves its cell one candidate, and a blank keeps the
    /// digits that it does not see in its row, column and box.
    ///
    /// ```
    /// use sudokat::{Candidates, Grid};
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// assert_eq!(Candidates::pencil_marks(&grid)["r1c3".parse()?], 0b1011); // 1, 2 or 4
    /// # Ok::<(), sudokat::GridError>(())
    /// ```
    pub fn pencil_marks(grid: &Grid) -> Candidates {
        Candidates::from(grid).without_seen()
    }

    /// Cells with several candidates lose those that they see in cells with one.
    pub(crate) fn without_seen(&self) -> Candidates {
        let (singles, mut taken) = (self.to_grid(), [0; 27]);
        for clue in singles.clues() {
            UNITS[clue.cell.index()]
                .iter()
                .for_each(|&unit| taken[unit] |= self[clue.cell]);
        }
        let seen = |cell: usize| {
            if singles.0[cell] > 0 {
                0
            } else {
                UNITS[cell].iter().fold(0, |seen, &unit| seen | taken[unit])
            }
        };
        Candidates(std::array::from_fn(|cell| self.0[cell] & !seen(cell)))
    }

    /// Eliminates a digit from a cell.
    ///
    /// # Panics
    /// If the digit is not in 1..=9.
    pub fn eliminate(&mut self, cell: Cell, digit: u8) {
        assert!((1..=9).contains(&digit), "{digit} is not a digit");
        self.0[cell.index()] &= !(1 << (digit - 1));
    }

    /// The grid in which the cells with one candidate are filled, and all others blank.
    pub fn to_grid(&self) -> Grid {
        Grid(self.0.map(|mask| {
            if mask.is_power_of_two() {
                mask.trailing_zeros() as u8 + 1
            } else {
                0
            }
        }))
    }

    /// The digits of `grid` that are not candidates of their cells.
    pub fn eliminated(&self, grid: &Grid) -> impl Iterator<Item = Clue> {
        grid.clues()
            .filter(|clue| self[clue.cell] >> (clue.digit - 1) & 1 == 0)
    }
}

/// Values as they are displayed, with a separator between them.
pub(crate) fn join(values: impl IntoIterator<Item: fmt::Display>, separator: &str) -> String {
    let texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    texts.join(separator)
}

/// The digits of a mask in ascending order: digit d is bit d - 1.
pub(crate) fn digits_of(mask: u16) -> impl Iterator<Item = u8> {
    set_bits(mask).map(|i| i as u8 + 1)
}

/// The positions of the set bits, in ascending order.
pub(crate) fn set_bits(mask: impl Into<u32>) -> impl Iterator<Item = usize> + Clone {
    let mut left: u32 = mask.into();
    std::iter::from_fn(move || {
        let first = (left != 0).then_some(left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        first
    })
}

/// A clue leaves its cell one candidate, a blank all nine.
impl From<&Grid> for Candidates {
    fn from(grid: &Grid) -> Candidates {
        Candidates(grid.0.map(|d| if d == 0 { 0x1ff } else { 1 << (d - 1) }))
    }
}

impl Index<Cell> for Candidates {
    type Output = u16;

    fn index(&self, cell: Cell) -> &u16 {
        &self.0[cell.index()]
    }
}

/// 729 characters: for each cell and digit the digit, or `.` if it is eliminated.
impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |mask: u16, i: u8| {
            if mask >> i & 1 == 1 {
                char::from(b'1' + i)
            } else {
                '.'
            }
        };
        let text: String = self
            .0
            .iter()
            .flat_map(|&mask| (0..9).map(move |i| mark(mask, i)))
            .collect();
        f.pad(&text)
    }
}

/// Character `9*cell + d - 1` must be the digit d or a blank; white space is ignored.
impl FromStr for Candidates {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Candidates, GridError> {
        let marks: [u8; 9 * CELLS] = parse_cells(text, |index| Some((index % 9) as u8 + 1))?;
        // The mark of a digit is that digit.
        let mask = |marks: &[u8; 9]| marks.iter().fold(0, |mask, &d| mask | (1 << d) >> 1);
        Ok(Candidates(std::array::from_fn(|cell| {
            mask(&marks.as_chunks().0[cell])
        })))
    }
}

/// Why a text is not a [`Grid`], [`Candidates`] or a [`Cell`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GridError {
    /// A character that is neither a blank nor a digit that can be in its place.
    Character {
        /// The number of characters before it.
        index: usize,
        /// The only digit that could be there; `None` if any could.
        expected: Option<u8>,
        /// The character.
        found: char,
    },
    /// How many cells or pencil marks there must be, and how many there are.
    Count(usize, usize),
    /// Text that is not the name of a cell, `r1c1` to `r9c9`.
    Cell,
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Character {
                index,
                expected,
                found,
            } => {
                let expected = expected.map_or("a digit".into(), |digit| digit.to_string());
                write!(
                    f,
                    "character {}: expected {expected} or a blank, found {found:?}",
                    index + 1
                )
            }
            GridError::Count(CELLS, found) => write!(f, "expected 81 cells, found {found}"),
            GridError::Count(expected, found) => {
                write!(f, "expected {expected} pencil marks, found {found}")
            }
            GridError::Cell => write!(f, "expected a cell from r1c1 to r9c9"),
        }
    }
}

impl std::error::Error for GridError {}

/// One of the 81 cells; as text `r1c1` to `r9c9`.
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
        let (units, others) = (UNITS[self.index()], UNITS[other.index()]);
        self != other && (0..3).any(|kind| units[kind] == others[kind])
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row(), self.column())
    }
}

impl FromStr for Cell {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Cell, GridError> {
        let &[b'r', r, b'c', c] = text.as_bytes() else {
            return Err(GridError::Cell);
        };
        Cell::new(
            usize::from(r.wrapping_sub(b'0')),
            usize::from(c.wrapping_sub(b'0')),
        )
        .ok_or(GridError::Cell)
    }
}

/// A cell and its digit; displayed as `r1c1=5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clue {
    /// The cell.
    pub cell: Cell,
    /// Its digit, 1..=9.
    pub digit: u8,
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

/// A row, column or box; displayed as `row 1` to `box 9`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(pub(crate) u8);

impl Unit {
    /// The rows, then the columns, then the boxes.
    pub(crate) fn all() -> impl Iterator<Item = Unit> {
        (0..27).map(Unit)
    }

    /// The nine cells of the unit in row-major order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |cell| UNITS[cell.index()].contains(&usize::from(self.0)))
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}",
            ["row", "column", "box"][usize::from(self.0 / 9)],
            self.0 % 9 + 1
        )
    }
}

/// Two cells of one unit that hold the same digit. No solution can keep both.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Conflict {
    /// The earlier cell in row-major order.
    pub first: Cell,
    /// The later one.
    pub second: Cell,
    /// The digit in both, 1..=9.
    pub digit: u8,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} and {} are both {}",
            self.first, self.second, self.digit
        )
    }
}

impl std::error::Error for Conflict {}

/// Prints these types in assertions and panics as in messages.
macro_rules! debug_as_display {
    ($($name:ty)+) => {
        $(impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        })+
    };
}

debug_as_display!(GridError Cell Clue Unit Conflict);

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642";

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    #[test]
    fn every_byte_means_a_digit_a_blank_or_nothing() {
        for byte in 0..=u8::MAX {
            let expected = match byte {
                b'1'..=b'9' => Some(byte - b'0'),
                b'0' | b'.' | b'_' | b'-' | b'*' | b'?' | b'x' | b'X' => Some(0),
                _ => None,
            };
            assert_eq!(digit_from_byte(byte), expected, "{byte:#x}");
        }
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
        assert_eq!("12".parse::<Grid>(), Err(GridError::Count(81, 2)));
        assert_eq!(
            format!("{SOLVED}1").parse::<Grid>(),
            Err(GridError::Count(81, 82))
        );
        let found = "12é".parse::<Grid>().unwrap_err();
        assert_eq!(
            found.to_string(),
            "character 3: expected a digit or a blank, found 'é'"
        );
    }

    #[test]
    fn candidates_start_as_the_clues_leave_them_and_round_trip_through_text() {
        let puzzle = grid(&format!("5.{}", ".".repeat(79)));
        let mut candidates = Candidates::from(&puzzle);
        candidates.eliminate(Cell(1), 9);
        let text = format!("....5....12345678.{}", "123456789".repeat(79));
        assert_eq!(candidates.to_string(), text);
        assert_eq!(text.replace('.', "0").parse(), Ok(candidates));
        assert_eq!(candidates.masks()[..3], [0b1_0000, 0xff, 0x1ff]);
        assert_eq!(candidates[Cell(1)], 0xff);
        assert_eq!(
            Candidates::from_masks([u16::MAX; CELLS]),
            Candidates::from(&Grid::EMPTY)
        );
        assert_eq!("1".parse::<Candidates>(), Err(GridError::Count(729, 1)));
        let found = "12.5".parse::<Candidates>().unwrap_err();
        assert_eq!(
            found.to_string(),
            "character 4: expected 4 or a blank, found '5'"
        );
    }

    #[test]
    fn eliminated_digits_are_named_and_blanks_are_never_eliminated() {
        let solved = grid(SOLVED);
        let mut candidates = Candidates::ALL;
        assert_eq!(candidates.eliminated(&solved).next(), None);
        // r9c9 is 2 and r1c8 is 8 in the grid; r1c2 is not 1.
        [(80, 2), (7, 8), (1, 1)]
            .iter()
            .for_each(|&(cell, d)| candidates.eliminate(Cell(cell), d));
        let eliminated = [
            Clue {
                cell: Cell(7),
                digit: 8,
            },
            Clue {
                cell: Cell(80),
                digit: 2,
            },
        ];
        assert!(candidates.eliminated(&solved).eq(eliminated));
        assert_eq!(candidates.eliminated(&Grid::EMPTY).next(), None);
    }

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
                .all(|name| name.parse::<Cell>() == Err(GridError::Cell))
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

    #[test]
    fn cells_above_nine_are_refused() {
        assert_eq!(
            Grid::from_cells([9; CELLS]).map(|grid| grid[Cell(80)]),
            Some(9)
        );
        let mut cells = [0; CELLS];
        cells[80] = 10;
        assert_eq!(Grid::from_cells(cells), None);
    }

    #[test]
    #[should_panic = "10 is not a digit"]
    fn a_cell_is_not_set_to_more_than_nine() {
        let mut grid = Grid::EMPTY;
        grid.set(Cell(0), 10);
    }

    #[test]
    fn a_conflict_names_the_first_pair_in_reading_order() {
        let conflict = |digits: &[(usize, u8)]| {
            let mut cells = [0; CELLS];
            digits.iter().for_each(|&(cell, d)| cells[cell] = d);
            Grid(cells).conflict().map(|conflict| conflict.to_string())
        };
        assert_eq!(
            conflict(&[(0, 5), (8, 5)]).as_deref(),
            Some("r1c1 and r1c9 are both 5")
        );
        assert_eq!(
            conflict(&[(8, 1), (80, 1)]).as_deref(),
            Some("r1c9 and r9c9 are both 1")
        );
        assert_eq!(
            conflict(&[(30, 9), (50, 9)]).as_deref(),
            Some("r4c4 and r6c6 are both 9")
        );
        // The pair that is complete first, not the one that starts first.
        assert_eq!(
            conflict(&[(0, 5), (10, 7), (19, 7), (72, 5)]).as_deref(),
            Some("r2c2 and r3c2 are both 7")
        );
        assert_eq!(conflict(&[(0, 5), (12, 5), (24, 5)]), None);
    }

    #[test]
    fn equal_digits_conflict_if_their_cells_share_a_unit() {
        for (first, second) in
            (0..CELLS).flat_map(|first| (first + 1..CELLS).map(move |second| (first, second)))
        {
            let shares = |unit: fn(usize) -> usize| unit(first) == unit(second);
            let see = shares(|cell| cell / 9)
                || shares(|cell| cell % 9)
                || shares(|cell| cell / 27 * 3 + cell % 9 / 3);
            for digit in 1..=9 {
                let mut cells = [0; CELLS];
                (cells[first], cells[second]) = (digit, digit);
                let conflict = Conflict {
                    first: Cell(first as u8),
                    second: Cell(second as u8),
                    digit,
                };
                assert_eq!(Grid(cells).conflict(), see.then_some(conflict));
            }
        }
        // A digit can occur up to nine times in a unit.
        for count in 2..=9 {
            let row = std::array::from_fn(|cell| u8::from(cell < count));
            assert!(Grid(row).conflict().is_some() && !Grid(row).obeys_rules());
        }
    }

    #[test]
    fn a_solution_is_full_obeys_the_rules_and_keeps_the_clues() {
        let solved = grid(SOLVED);
        assert!(solved.is_solution(&Grid::EMPTY) && solved.is_solution(&solved));
        for cell in 0..CELLS {
            let (mut blank, mut wrong) = (solved, solved);
            blank.0[cell] = 0;
            wrong.0[cell] = solved.0[cell] % 9 + 1;
            assert!(solved.is_solution(&blank));
            assert!(
                !blank.is_solution(&blank)
                    && !wrong.is_solution(&Grid::EMPTY)
                    && !solved.is_solution(&wrong)
            );
        }
        // A Latin square that breaks the boxes is not a solution.
        let latin: [u8; CELLS] = std::array::from_fn(|cell| ((cell / 9 + cell % 9) % 9 + 1) as u8);
        assert!(!Grid(latin).is_solution(&Grid::EMPTY));
    }
}
