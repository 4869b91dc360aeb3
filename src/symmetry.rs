//! The symmetries that the clues of a puzzle can have.

use crate::grid::Cell;

/// The symmetry of the cells that have a clue. The command line has shorter names, and shows the
/// comments of the variants as its help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Symmetry {
    /// Half-turn symmetry.
    #[cfg_attr(feature = "cli", value(name = "rotation"))]
    HalfTurn,
    /// Quarter-turn symmetry.
    #[cfg_attr(feature = "cli", value(name = "quarter"))]
    QuarterTurn,
    /// Left-right mirror symmetry.
    #[cfg_attr(feature = "cli", value(name = "mirror"))]
    LeftRight,
    /// Top-bottom mirror symmetry.
    #[cfg_attr(feature = "cli", value(name = "flip"))]
    TopBottom,
    /// Mirror symmetry across the main diagonal: rows become columns.
    Diagonal,
    /// Clues can be anywhere (default).
    #[default]
    None,
}

/// A cell and its images under a symmetry: the cells that must all have a clue or all be blank. The
/// lowest cell comes first, and each of the others is the image of the one before.
///
/// Quarter-turn symmetry takes r1c2 to r2c9, then to r9c8, to r8c1, and back to r1c2. So these four
/// cells are an orbit.
pub(crate) type Orbit = Vec<Cell>;

impl Symmetry {
    /// All symmetries, in the order of the help.
    pub const ALL: &'static [Symmetry] = &[
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::LeftRight,
        Symmetry::TopBottom,
        Symmetry::Diagonal,
        Symmetry::None,
    ];

    /// Where the symmetry takes a cell. In a symmetric puzzle, a cell has a clue if and only if its
    /// image has one.
    ///
    /// ```
    /// use sudokat::{Cell, Symmetry};
    /// let cell: Cell = "r1c2".parse()?;
    /// assert_eq!(Symmetry::HalfTurn.image(cell).to_string(), "r9c8");
    /// assert_eq!(Symmetry::QuarterTurn.image(cell).to_string(), "r2c9");
    /// assert_eq!(Symmetry::Diagonal.image(cell).to_string(), "r2c1");
    /// # Ok::<(), sudokat::ParseGridError>(())
    /// ```
    #[must_use]
    pub fn image(self, cell: Cell) -> Cell {
        let (row, column) = (cell.row(), cell.column());
        let (image_row, image_column) = match self {
            Symmetry::HalfTurn => (10 - row, 10 - column),
            Symmetry::QuarterTurn => (column, 10 - row),
            Symmetry::LeftRight => (row, 10 - column),
            Symmetry::TopBottom => (10 - row, column),
            Symmetry::Diagonal => (column, row),
            Symmetry::None => (row, column),
        };
        Cell::new(image_row, image_column).expect("rows and columns are from 1 to 9")
    }

    /// The orbits of all cells, in the order of their lowest cells.
    pub(crate) fn orbits(self) -> Vec<Orbit> {
        let mut orbits: Vec<Orbit> = Cell::all().map(|cell| self.orbit_from(cell)).collect();
        // Each cell of an orbit yields the same cells. Keep the list that the lowest one begins.
        orbits.retain(|orbit| orbit.iter().min() == orbit.first());
        orbits
    }

    /// The cells of an orbit, from this one on.
    fn orbit_from(self, first: Cell) -> Orbit {
        let mut orbit = vec![first];
        let mut image = self.image(first);
        while image != first {
            orbit.push(image);
            image = self.image(image);
        }
        orbit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_orbit_is_what_a_symmetry_makes_of_a_cell() {
        for (symmetry, count, largest) in [
            (Symmetry::HalfTurn, 41, 2),
            (Symmetry::QuarterTurn, 21, 4),
            (Symmetry::LeftRight, 45, 2),
            (Symmetry::TopBottom, 45, 2),
            (Symmetry::Diagonal, 45, 2),
            (Symmetry::None, 81, 1),
        ] {
            let orbits = symmetry.orbits();
            assert_eq!(orbits.len(), count, "{symmetry:?}");
            assert_eq!(orbits.iter().map(Vec::len).max(), Some(largest));
            let mut cells = orbits.concat();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(Cell::all()));
            for orbit in orbits {
                assert_eq!(orbit.iter().min(), orbit.first());
                let next = orbit.iter().cycle().skip(1);
                let images = orbit.iter().map(|&cell| symmetry.image(cell));
                assert!(images.eq(next.take(orbit.len()).copied()));
            }
        }
    }
}
