//! The grid: nine rows of nine cells, what may be written in it, and what makes it a solution.
//!
//! Legend, used in every file:
//!
//! ```text
//! r, c, b   row, column and box, 0..9; in messages 1-based: r1c9 is the last cell of the first row
//! cell      9*r + c, 0..81: row-major, the order in which grids are read and compared
//! d         a digit, 1..=9; 0 is a blank
//! unit      one of the 27 rows (0..9), columns (9..18) and boxes (18..27)
//! band      three rows of boxes' height; stack: three columns of boxes' width
//! clue      a digit given by the puzzle
//!
//!         c 0 1 2   3 4 5   6 7 8
//!     r 0   0 1 2 | 3 4 5 | 6 7 8          b  0 | 1 | 2
//!       1   9 . . | . . . | . . 17           ---+---+---
//!       2   . . . | . . . | . . .             3 | 4 | 5
//!           ------+-------+------            ---+---+---
//!       3   . . . | . . . | . . .             6 | 7 | 8
//! ```

use std::fmt;
use std::str::FromStr;

/// Cells in a grid.
pub const CELLS: usize = 81;

/// The three units of every cell: its row, its column, its box.
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

/// What each byte means in a cell: a digit, 0 for a blank, or [`NO_CELL`].
const MEANING: [u8; 256] = {
    let mut meaning = [NO_CELL; 256];
    let mut d = 1;
    while d <= 9 {
        meaning[(b'0' + d) as usize] = d;
        d += 1;
    }
    let blanks = b"0._-*?xX";
    let mut i = 0;
    while i < blanks.len() {
        meaning[blanks[i] as usize] = 0;
        i += 1;
    }
    meaning
};
const NO_CELL: u8 = u8::MAX;

/// The cell that a byte of text stands for: `1`-`9` are digits, any of `0._-*?xX` is a blank (`Some(0)`), all else is no cell.
#[inline]
#[must_use]
pub fn cell_from_byte(byte: u8) -> Option<u8> {
    match MEANING[usize::from(byte)] {
        NO_CELL => None,
        d => Some(d),
    }
}

/// A 9x9 grid, blank, partly filled or full. Its digits are in range; whether they obey the rules is for [`Grid::clash`] to say.
///
/// ```
/// let grid: sudokat::Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(grid.cells()[..5], [5, 3, 0, 0, 7]);
/// assert_eq!(grid.clash(), None);
/// # Ok::<(), sudokat::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid([u8; CELLS]);

impl Grid {
    /// The grid without a digit.
    pub const EMPTY: Grid = Grid([0; CELLS]);

    /// A grid from its cells in row-major order, 0 for a blank; `None` if any is above 9.
    #[must_use]
    pub fn from_cells(cells: [u8; CELLS]) -> Option<Grid> {
        // The greatest, rather than whether any is too great: vector instructions find it.
        (cells.iter().fold(0, |greatest, &d| d.max(greatest)) <= 9).then_some(Grid(cells))
    }

    /// The cells in row-major order, each 0 (blank) to 9.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// The same, to be written: with 0 to 9.
    #[inline]
    pub(crate) fn cells_mut(&mut self) -> &mut [u8; CELLS] {
        &mut self.0
    }

    /// The first cell, in row-major order, whose digit an earlier cell of its row, column or box has too.
    #[must_use]
    pub fn clash(&self) -> Option<Clash> {
        let mut used = [0u16; 27];
        for (cell, &d) in self.0.iter().enumerate().filter(|&(_, &d)| d > 0) {
            let units = UNITS[cell];
            if units.iter().any(|&unit| used[unit] >> d & 1 == 1) {
                let shares_unit = |other: usize| UNITS[other].iter().any(|unit| units.contains(unit));
                let first = (0..cell).find(|&other| self.0[other] == d && shares_unit(other))?;
                return Some(Clash { first: Cell(first as u8), second: Cell(cell as u8), digit: d });
            }
            units.iter().for_each(|&unit| used[unit] |= 1 << d);
        }
        None
    }

    /// Whether this grid is full, obeys the rules and keeps every clue of `puzzle`. It knows no solver, so it can judge them all.
    ///
    /// ```
    /// use sudokat::{Grid, Solver};
    /// let puzzle = Grid::EMPTY;
    /// let answer = Solver::new(&puzzle)?.smallest().expect("the empty grid has solutions");
    /// assert!(answer.is_solution(&puzzle));
    /// assert!(!puzzle.is_solution(&puzzle));
    /// # Ok::<(), sudokat::Clash>(())
    /// ```
    #[must_use]
    pub fn is_solution(&self, puzzle: &Grid) -> bool {
        let mut seen = [0u16; 27];
        for (units, &d) in UNITS.iter().zip(&self.0) {
            units.iter().for_each(|&unit| seen[unit] |= 1 << d);
        }
        let keeps_clues = puzzle.0.iter().zip(&self.0).all(|(&clue, &d)| clue == 0 || clue == d);
        keeps_clues && seen.iter().all(|&digits| digits == 0b11_1111_1110)
    }
}

/// 81 characters in row-major order, `0` for a blank.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|d| write!(f, "{d}"))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

/// Reads exactly 81 characters: `1`-`9`, and any of `0._-*?xX` for a blank.
impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Grid, GridError> {
        let mut cells = [0; CELLS];
        let mut count = 0;
        for found in text.chars() {
            let d = u8::try_from(found).ok().and_then(cell_from_byte);
            let d = d.ok_or(GridError::Character { index: count, found })?;
            if let Some(cell) = cells.get_mut(count) {
                *cell = d;
            }
            count += 1;
        }
        if count == CELLS { Ok(Grid(cells)) } else { Err(GridError::Length(count)) }
    }
}

/// The digits that each cell may hold as far as is known: a grid with pencil marks. It says more than a [`Grid`] where digits are
/// ruled out that no clue excludes.
///
/// ```
/// use sudokat::{Candidates, Grid, Solver};
/// let mut candidates = Candidates::from(&Grid::EMPTY);
/// candidates.rule_out(0, 1);
/// let answer = Solver::from_candidates(&candidates).smallest().expect("r1c1 has eight digits left");
/// assert!(answer.to_string().starts_with("213"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidates([u16; CELLS]);

impl Candidates {
    /// A set for each cell in row-major order; digit d is bit d - 1, and what is above bit 8 is dropped.
    #[must_use]
    pub fn from_sets(sets: [u16; CELLS]) -> Candidates {
        Candidates(sets.map(|set| set & 0x1ff))
    }

    /// The set of each cell in row-major order; digit d is bit d - 1.
    #[must_use]
    pub fn sets(&self) -> &[u16; CELLS] {
        &self.0
    }

    /// Takes digit `d`, 1..=9, from a cell, 0..81 in row-major order.
    ///
    /// # Panics
    /// If there is no such cell or digit.
    pub fn rule_out(&mut self, cell: usize, d: u8) {
        assert!((1..=9).contains(&d), "{d} is no digit");
        self.0[cell] &= !(1 << (d - 1));
    }

    /// The digits of the cells with one candidate.
    #[must_use]
    pub fn decided(&self) -> Grid {
        Grid(self.0.map(|set| if set.is_power_of_two() { set.trailing_zeros() as u8 + 1 } else { 0 }))
    }

    /// The first cell of `grid` with a digit that is ruled out there, and this digit.
    #[must_use]
    pub fn ruled_out(&self, grid: &Grid) -> Option<(Cell, u8)> {
        let is_out = |&cell: &usize| grid.0[cell] > 0 && self.0[cell] >> (grid.0[cell] - 1) & 1 == 0;
        (0..CELLS).find(is_out).map(|cell| (Cell(cell as u8), grid.0[cell]))
    }
}

/// A clue leaves its cell one digit, a blank all nine.
impl From<&Grid> for Candidates {
    fn from(grid: &Grid) -> Candidates {
        Candidates(grid.0.map(|d| if d == 0 { 0x1ff } else { 1 << (d - 1) }))
    }
}

/// 729 characters, nine for each cell in row-major order: the digit, or `.` where it is ruled out.
impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |set: u16, i: u8| if set >> i & 1 == 1 { char::from(b'1' + i) } else { '.' };
        self.0.iter().try_for_each(|&set| (0..9).try_for_each(|i| write!(f, "{}", digit(set, i))))
    }
}

/// Why a text is no grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridError {
    /// A character that is neither a digit nor a blank, and how many characters come before it.
    Character {
        /// Characters before it.
        index: usize,
        /// The character.
        found: char,
    },
    /// Only cells, but not 81 of them.
    Length(usize),
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Character { index, found } => {
                write!(f, "character {}: expected a digit or a blank, found {found:?}", index + 1)
            }
            GridError::Length(found) => write!(f, "{found} cells, expected 81"),
        }
    }
}

impl std::error::Error for GridError {}

/// One of the 81 cells; displayed as `r1c1` to `r9c9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell at this place in row-major order; `None` from 81 on.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Cell> {
        if index < CELLS { Some(Cell(index as u8)) } else { None }
    }

    /// Its place in row-major order, 0..81.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.0 / 9 + 1, self.0 % 9 + 1)
    }
}

/// Two cells of one unit that hold the same digit: no solution can keep both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The earlier cell in row-major order.
    pub first: Cell,
    /// The later one.
    pub second: Cell,
    /// The digit in both, 1..=9.
    pub digit: u8,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {} are both {}", self.first, self.second, self.digit)
    }
}

impl std::error::Error for Clash {}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";

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
            assert_eq!(cell_from_byte(byte), expected, "{byte:#x}");
        }
    }

    #[test]
    fn text_and_back() {
        assert_eq!(grid(SOLVED).to_string(), SOLVED);
        assert_eq!(format!("{:?}", grid(SOLVED)), format!("Grid({SOLVED})"));
        assert_eq!(grid(&"0._-*?xX.".repeat(9)), Grid::EMPTY);
        assert_eq!("12".parse::<Grid>(), Err(GridError::Length(2)));
        assert_eq!(format!("{SOLVED}1").parse::<Grid>(), Err(GridError::Length(82)));
        let found = "12é".parse::<Grid>().unwrap_err();
        assert_eq!(found.to_string(), "character 3: expected a digit or a blank, found 'é'");
    }

    #[test]
    fn candidates_are_what_clues_leave_until_more_is_ruled_out() {
        let puzzle = grid(&format!("5.{}", ".".repeat(79)));
        let mut candidates = Candidates::from(&puzzle);
        candidates.rule_out(1, 9);
        let text = format!("....5....12345678.{}", "123456789".repeat(79));
        assert_eq!(candidates.to_string(), text);
        assert_eq!(candidates.sets()[..3], [0b1_0000, 0xff, 0x1ff]);
        assert_eq!(Candidates::from_sets([u16::MAX; CELLS]), Candidates::from(&Grid::EMPTY));
    }

    #[test]
    fn the_first_digit_that_is_ruled_out_is_named_and_blanks_are_none() {
        let solved = grid(SOLVED);
        let mut candidates = Candidates::from(&Grid::EMPTY);
        assert_eq!(candidates.ruled_out(&solved), None);
        // An 8 in r1c8 and a 2 in r9c9; but no 1 in r1c2.
        [(80, 2), (7, 8), (1, 1)].iter().for_each(|&(cell, d)| candidates.rule_out(cell, d));
        assert_eq!(candidates.ruled_out(&solved), Some((Cell(7), 8)));
        assert_eq!(candidates.ruled_out(&Grid::EMPTY), None);
    }

    #[test]
    fn there_are_81_cells_named_by_row_and_column() {
        let names: Vec<String> = (0..).map_while(Cell::from_index).map(|cell| cell.to_string()).collect();
        assert_eq!(names.len(), CELLS);
        assert_eq!([0, 8, 9, 80].map(|index| names[index].as_str()), ["r1c1", "r1c9", "r2c1", "r9c9"]);
    }

    #[test]
    fn cells_above_nine_are_no_grid() {
        assert_eq!(Grid::from_cells([9; CELLS]).map(|grid| grid.cells()[80]), Some(9));
        let mut cells = [0; CELLS];
        cells[80] = 10;
        assert_eq!(Grid::from_cells(cells), None);
    }

    #[test]
    fn a_clash_names_the_first_pair_in_reading_order() {
        let clash = |digits: &[(usize, u8)]| {
            let mut cells = [0; CELLS];
            digits.iter().for_each(|&(cell, d)| cells[cell] = d);
            Grid(cells).clash().map(|clash| clash.to_string())
        };
        assert_eq!(clash(&[(0, 5), (8, 5)]).as_deref(), Some("r1c1 and r1c9 are both 5"));
        assert_eq!(clash(&[(8, 1), (80, 1)]).as_deref(), Some("r1c9 and r9c9 are both 1"));
        assert_eq!(clash(&[(30, 9), (50, 9)]).as_deref(), Some("r4c4 and r6c6 are both 9"));
        // The pair that is complete first, not the one that starts first.
        assert_eq!(clash(&[(0, 5), (10, 7), (19, 7), (72, 5)]).as_deref(), Some("r2c2 and r3c2 are both 7"));
        assert_eq!(clash(&[(0, 5), (12, 5), (24, 5)]), None);
    }

    #[test]
    fn a_solution_is_full_lawful_and_keeps_the_clues() {
        let solved = grid(SOLVED);
        assert!(solved.is_solution(&Grid::EMPTY) && solved.is_solution(&solved));
        for cell in 0..CELLS {
            let (mut blank, mut wrong) = (solved, solved);
            blank.0[cell] = 0;
            wrong.0[cell] = solved.0[cell] % 9 + 1;
            assert!(solved.is_solution(&blank));
            assert!(!blank.is_solution(&blank) && !wrong.is_solution(&Grid::EMPTY) && !solved.is_solution(&wrong));
        }
        // Rows and columns alone do not make it: this Latin square breaks the boxes.
        let latin: [u8; CELLS] = std::array::from_fn(|cell| ((cell / 9 + cell % 9) % 9 + 1) as u8);
        assert!(!Grid(latin).is_solution(&Grid::EMPTY));
    }
}
