//! The symmetries that the clues of a puzzle can have.

use crate::grid::CELLS;

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
    /// Mirror symmetry along the main diagonal: rows become columns.
    Diagonal,
    /// Clues can be anywhere (default).
    #[default]
    None,
}

/// Cells that all have a clue or are all blank in a symmetric pattern. The first one is the lowest,
/// and each of the others is the image of the one before.
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
            // The other cells of an orbit lead to the same orbit again.
            if orbit.iter().all(|&cell| cell >= first) {
                orbits.push(orbit);
            }
        }
        orbits
    }
}

#[cfg(test)]
mod tests {
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
                assert_eq!(orbit.iter().min(), orbit.first());
                let next = orbit.iter().cycle().skip(1);
                let images = orbit.iter().map(|&cell| symmetry.image(cell));
                assert!(images.eq(next.take(orbit.len()).copied()));
            }
        }
    }
}
