//! Symmetries: those that a pattern of clues can have, and those of Sudoku itself.

use std::array;

use fastrand::Rng;

use crate::grid::{CELLS, Grid};

/// The symmetry of the cells that have a clue. The command line shows these comments as its help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Symmetry {
    /// Half-turn symmetry.
    Rotation,
    /// Quarter-turn symmetry.
    Quarter,
    /// Left-right mirror symmetry.
    Mirror,
    /// Top-bottom mirror symmetry.
    Flip,
    /// Mirror symmetry along the main diagonal: rows for columns.
    Diagonal,
    /// Clues can be anywhere (default).
    #[default]
    None,
}

/// Cells that all have a clue or are all blank in a symmetric pattern, in row-major order.
pub(crate) type Orbit = Vec<usize>;

impl Symmetry {
    /// All symmetries, in the order of the help.
    pub const ALL: [Symmetry; 6] = [
        Symmetry::Rotation,
        Symmetry::Quarter,
        Symmetry::Mirror,
        Symmetry::Flip,
        Symmetry::Diagonal,
        Symmetry::None,
    ];

    /// The index of a cell that has a clue whenever the cell with index `cell` has one.
    ///
    /// ```
    /// use sudokat::Symmetry;
    /// assert_eq!(Symmetry::Rotation.image(0), 80);
    /// assert_eq!(Symmetry::Quarter.image(0), 8);
    /// assert_eq!(Symmetry::Diagonal.image(8), 72);
    /// ```
    ///
    /// # Panics
    /// If there is no such cell: the index must be in 0..81.
    #[must_use]
    pub fn image(self, cell: usize) -> usize {
        assert!(cell < CELLS, "there is no cell with index {cell}");
        let (r, c) = (cell / 9, cell % 9);
        let (image_row, image_column) = match self {
            Symmetry::Rotation => (8 - r, 8 - c),
            Symmetry::Quarter => (c, 8 - r),
            Symmetry::Mirror => (r, 8 - c),
            Symmetry::Flip => (8 - r, c),
            Symmetry::Diagonal => (c, r),
            Symmetry::None => (r, c),
        };
        9 * image_row + image_column
    }

    /// The orbits of all cells, in the order of their first cells.
    pub(crate) fn orbits(self) -> Vec<Orbit> {
        let mut orbits = Vec::new();
        for first in 0..CELLS {
            let mut orbit = vec![first];
            let mut cell = self.image(first);
            while cell != first {
                orbit.push(cell);
                cell = self.image(cell);
            }
            // Every other cell of an orbit leads to the same one.
            if orbit.iter().all(|&cell| cell >= first) {
                orbits.push(orbit);
            }
        }
        orbits
    }
}

/// The orders of three things.
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// The number of orders of the rows, or of the columns, that keep bands together.
const LINE_ORDERS: u64 = 6_u64.pow(4);

/// The number of ways to rename the digits: 9!.
const RENAMINGS: u64 = 362_880;

/// A symmetry of Sudoku: it makes a grid of another one by swapping rows with columns, permuting
/// bands, stacks, rows in bands and columns in stacks, and renaming digits. The image of a puzzle
/// has the images of its solutions, so it is as hard for a person who does not mind the order.
///
/// These symmetries are a group. It has 2 x 6^4 x 6^4 x 9! = 1,218,998,108,160 elements, 1.2
/// trillion (Russell and Jarvis, "There are 5472730538 essentially different Sudoku grids", 2006).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shuffle {
    /// Whether rows are swapped with columns first.
    transposes: bool,
    /// The row that each row of the image shows.
    rows: [usize; 9],
    /// The column that each column of the image shows.
    columns: [usize; 9],
    /// The new name of each digit. A blank stays one.
    digits: [u8; 10],
}

impl Shuffle {
    /// The number of elements in the group.
    pub(crate) const COUNT: u64 = 2 * LINE_ORDERS * LINE_ORDERS * RENAMINGS;

    /// A random element, each with the same probability. The same seed gives the same one on every
    /// machine.
    pub(crate) fn random(random: &mut Rng) -> Shuffle {
        Shuffle::with_number(random.u64(..Shuffle::COUNT))
    }

    /// The element with this number, which is less than [`Shuffle::COUNT`]. Number 0 changes
    /// nothing.
    pub(crate) fn with_number(number: u64) -> Shuffle {
        let (transposes, number) = (number % 2 == 1, number / 2);
        let (rows, number) = (number % LINE_ORDERS, number / LINE_ORDERS);
        let (columns, renaming) = (number % LINE_ORDERS, number / LINE_ORDERS);
        Shuffle {
            transposes,
            rows: line_order(rows as usize),
            columns: line_order(columns as usize),
            digits: renamed_digits(renaming as usize),
        }
    }

    /// The grid that this symmetry makes of another one.
    pub(crate) fn image(&self, grid: &Grid) -> Grid {
        let cells = grid.cells();
        let (row_step, column_step) = if self.transposes { (1, 9) } else { (9, 1) };
        let columns = self.columns.map(|c| column_step * c);
        let mut image = Grid::EMPTY;
        for (row, &r) in image
            .cells_mut()
            .as_chunks_mut::<9>()
            .0
            .iter_mut()
            .zip(&self.rows)
        {
            for (d, column) in row.iter_mut().zip(columns) {
                *d = self.digits[usize::from(cells[row_step * r + column])];
            }
        }
        image
    }
}

/// The order of the lines with this number, less than [`LINE_ORDERS`]: bands, and the lines of each
/// band.
fn line_order(number: usize) -> [usize; 9] {
    let bands = ORDERS[number % 6];
    let lines = [number / 6, number / 36, number / 216].map(|number| ORDERS[number % 6]);
    array::from_fn(|i| 3 * bands[i / 3] + lines[i / 3][i % 3])
}

/// The new names of the digits in the renaming with this number, less than [`RENAMINGS`].
fn renamed_digits(mut number: usize) -> [u8; 10] {
    let mut digits = array::from_fn(|d| d as u8);
    for last in (2..=9).rev() {
        // One of the first `last` digits comes last.
        digits.swap(last, last - number % last);
        number /= last;
    }
    digits
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn an_orbit_is_what_a_symmetry_makes_of_a_cell() {
        for (symmetry, count, largest) in [
            (Symmetry::Rotation, 41, 2),
            (Symmetry::Quarter, 21, 4),
            (Symmetry::Mirror, 45, 2),
            (Symmetry::Flip, 45, 2),
            (Symmetry::Diagonal, 45, 2),
            (Symmetry::None, 81, 1),
        ] {
            let orbits = symmetry.orbits();
            assert_eq!(orbits.len(), count, "{symmetry:?}");
            assert_eq!(orbits.iter().map(Vec::len).max(), Some(largest));
            let mut cells = orbits.concat();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..CELLS));
            for orbit in orbits {
                assert!(
                    orbit
                        .iter()
                        .all(|&cell| orbit.contains(&symmetry.image(cell)))
                );
            }
        }
    }

    /// All orders of the rows, of the columns and of the digits are different, so all elements are.
    #[test]
    fn every_number_is_another_element() {
        let orders: HashSet<_> = (0..LINE_ORDERS as usize).map(line_order).collect();
        assert_eq!(orders.len() as u64, LINE_ORDERS);
        let renamings: HashSet<_> = (0..RENAMINGS as usize).map(renamed_digits).collect();
        assert_eq!(renamings.len() as u64, RENAMINGS);
        assert!(renamings.iter().all(|digits| {
            let mut sorted = *digits;
            sorted.sort_unstable();
            digits[0] == 0 && sorted.into_iter().eq(0..=9)
        }));
        assert_eq!(Shuffle::COUNT, 1_218_998_108_160);
    }

    #[test]
    fn number_0_changes_nothing_and_number_1_transposes() {
        let rows = Grid::from_cells(array::from_fn(|cell| (cell / 9) as u8)).unwrap();
        let columns = Grid::from_cells(array::from_fn(|cell| (cell % 9) as u8)).unwrap();
        assert_eq!(Shuffle::with_number(0).image(&rows), rows);
        assert_eq!(Shuffle::with_number(1).image(&rows), columns);
    }

    #[test]
    fn an_image_has_the_same_canonical_form() {
        let puzzle: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let mut random = Rng::with_seed(1);
        let images: HashSet<Grid> = (0..100)
            .map(|_| Shuffle::random(&mut random).image(&puzzle))
            .collect();
        assert_eq!(images.len(), 100);
        for image in images {
            assert_eq!(image.canonical(), puzzle.canonical(), "{image}");
        }
    }
}
