//! Candidates: the digits that each cell can still hold.

use std::array;
use std::fmt;
use std::iter;
use std::ops::Index;
use std::str::FromStr;

use super::{CELLS, Cell, Grid, ParseGridError, Placement, parse_digits};

/// The mask of a cell with every candidate.
pub(crate) const ALL_DIGITS: u16 = 0x1ff;

/// The digits that have not been eliminated from each cell. A clue leaves only its digit in its own
/// cell. The cells that see it keep the digit until it is eliminated.
///
/// As text, they are 729 characters, nine for each cell in row-major order: the digit, or `.` if it
/// is eliminated.
///
/// ```
/// use sudokat::{Candidates, Grid, Puzzle};
/// let mut candidates = Candidates::from(&Grid::EMPTY);
/// candidates.eliminate("r1c1".parse()?, 1);
/// let solution = Puzzle::from(&candidates).smallest().expect("r1c1 has eight candidates left");
/// assert!(solution.to_string().starts_with("213"));
/// # Ok::<(), sudokat::ParseGridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidates([u16; CELLS]);

impl Candidates {
    /// All nine digits in every cell.
    pub const ALL: Candidates = Candidates([ALL_DIGITS; CELLS]);

    /// No digit in any cell.
    pub(crate) const NONE: Candidates = Candidates([0; CELLS]);

    /// Candidates from a mask for each cell in row-major order: digit d is bit d - 1. Bits above 8
    /// are ignored.
    ///
    /// ```
    /// use sudokat::Candidates;
    /// let mut masks = [0b1_1111_1111; 81];
    /// masks[0] = 0b11; // 1 or 2
    /// let candidates = Candidates::from_masks(masks);
    /// assert!(candidates.to_string().starts_with("12......."));
    /// assert_eq!(*candidates.masks(), masks);
    /// ```
    pub fn from_masks(masks: [u16; CELLS]) -> Candidates {
        Candidates(masks.map(|mask| mask & ALL_DIGITS))
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
    /// # Ok::<(), sudokat::ParseGridError>(())
    /// ```
    pub fn pencil_marks(grid: &Grid) -> Candidates {
        Candidates::from(grid).without_seen_digits()
    }

    /// The candidates that these and others have in common.
    pub(crate) fn intersection(&self, others: &Candidates) -> Candidates {
        Candidates(array::from_fn(|index| self.0[index] & others.0[index]))
    }

    /// These candidates after one round of elimination: each cell with several candidates, or none,
    /// loses the digits that it sees in cells with one.
    pub(crate) fn without_seen_digits(&self) -> Candidates {
        let singles = self.to_grid();
        // The mask of the single digits in each unit.
        let mut taken = [0; 27];
        for single in singles.placements() {
            for unit in single.cell.units() {
                taken[unit.index()] |= self[single.cell];
            }
        }
        let mut reduced = *self;
        for cell in Cell::all().filter(|&cell| singles[cell] == 0) {
            let [row, column, box_] = cell.units().map(|unit| taken[unit.index()]);
            reduced.0[cell.index()] &= !(row | column | box_);
        }
        reduced
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
    ///
    /// ```
    /// use sudokat::{Candidates, Grid};
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// assert_eq!(Candidates::from(&grid).to_grid(), grid);
    /// # Ok::<(), sudokat::ParseGridError>(())
    /// ```
    pub fn to_grid(&self) -> Grid {
        Grid(self.0.map(|mask| {
            if mask.is_power_of_two() {
                mask.trailing_zeros() as u8 + 1
            } else {
                0
            }
        }))
    }

    /// The cells with one candidate, in row-major order, as clues.
    pub(crate) fn clues(&self) -> impl DoubleEndedIterator<Item = Placement> + Clone + use<> {
        self.to_grid().placements()
    }

    /// The number of open cells: those with several candidates or none.
    pub(crate) fn open_cell_count(&self) -> usize {
        self.0.iter().filter(|mask| !mask.is_power_of_two()).count()
    }

    /// The digits of `grid` that are not candidates of their cells, in row-major order.
    ///
    /// ```
    /// use sudokat::{Candidates, Grid};
    /// let grid: Grid = format!("..5.7{}", ".".repeat(76)).parse()?;
    /// let mut candidates = Candidates::ALL;
    /// candidates.eliminate("r1c5".parse()?, 7);
    /// assert!(candidates.eliminated(&grid).map(|placement| placement.to_string()).eq(["r1c5=7"]));
    /// # Ok::<(), sudokat::ParseGridError>(())
    /// ```
    pub fn eliminated(&self, grid: &Grid) -> impl Iterator<Item = Placement> {
        grid.placements()
            .filter(|&placement| !self.contains(placement))
    }

    /// Whether the digit has not been eliminated from the cell.
    pub(crate) fn contains(&self, Placement { cell, digit }: Placement) -> bool {
        self[cell] >> (digit - 1) & 1 == 1
    }
}

/// A clue leaves its cell one candidate, a blank all nine.
impl From<&Grid> for Candidates {
    fn from(grid: &Grid) -> Candidates {
        Candidates(grid.0.map(|d| match d {
            0 => ALL_DIGITS,
            _ => 1 << (d - 1),
        }))
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
        let mut text = String::with_capacity(9 * CELLS);
        for mask in self.0 {
            for (i, digit) in ('1'..='9').enumerate() {
                let is_candidate = mask >> i & 1 == 1;
                text.push(if is_candidate { digit } else { '.' });
            }
        }
        f.pad(&text)
    }
}

/// Character `9*cell + d - 1` must be the digit d or a blank; white space is ignored.
impl FromStr for Candidates {
    type Err = ParseGridError;

    fn from_str(text: &str) -> Result<Candidates, ParseGridError> {
        let marks: [u8; 9 * CELLS] = parse_digits(text, |index| Some((index % 9) as u8 + 1))?;
        // Each mark is a blank or the digit of its place, so the digits alone give the masks.
        let mut masks = [0; CELLS];
        for (mask, digits) in masks.iter_mut().zip(marks.as_chunks::<9>().0) {
            for &d in digits.iter().filter(|&&d| d > 0) {
                *mask |= 1 << (d - 1);
            }
        }
        Ok(Candidates(masks))
    }
}

/// The digits of a mask in ascending order: digit d is bit d - 1.
pub(crate) fn digits_of(mask: u16) -> impl Iterator<Item = u8> {
    set_bits(mask).map(|i| i as u8 + 1)
}

/// The positions of the set bits, in ascending order.
pub(crate) fn set_bits(mask: impl Into<u32>) -> impl Iterator<Item = usize> + Clone {
    let mut remaining: u32 = mask.into();
    iter::from_fn(move || {
        let first = (remaining != 0).then_some(remaining.trailing_zeros() as usize);
        remaining &= remaining.wrapping_sub(1);
        first
    })
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
        let wrong_count = ParseGridError::Count {
            expected: 729,
            found: 1,
        };
        assert_eq!("1".parse::<Candidates>(), Err(wrong_count));
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
            Placement {
                cell: Cell(7),
                digit: 8,
            },
            Placement {
                cell: Cell(80),
                digit: 2,
            },
        ];
        assert!(candidates.eliminated(&solved).eq(eliminated));
        assert_eq!(candidates.eliminated(&Grid::EMPTY).next(), None);
    }
}
