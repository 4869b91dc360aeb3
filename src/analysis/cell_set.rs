//! Sets of cells.

use crate::grid::{CELLS, Cell};

const ALL_CELLS: u128 = (1 << CELLS) - 1;

/// A set of cells: bit i is the cell with index i.
#[derive(Clone, Copy)]
pub(super) struct CellSet(u128);

impl CellSet {
    /// The number of cells.
    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The cells in row-major order.
    pub(super) fn iter(self) -> impl DoubleEndedIterator<Item = Cell> {
        Cell::all().filter(move |&cell| self.0 & bit(cell) != 0)
    }

    /// The set without a cell, whether or not it was there.
    pub(super) fn without(self, cell: Cell) -> CellSet {
        CellSet(self.0 & !bit(cell))
    }

    /// All other cells.
    pub(super) fn complement(self) -> CellSet {
        CellSet(!self.0 & ALL_CELLS)
    }

    /// Whether `other` has every cell of this set.
    pub(super) fn is_subset(self, other: CellSet) -> bool {
        self.0 & other.0 == self.0
    }

    /// Whether the sets have no cell in common.
    pub(super) fn is_disjoint(self, other: CellSet) -> bool {
        self.0 & other.0 == 0
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        CellSet(cells.into_iter().fold(0, |set, cell| set | bit(cell)))
    }
}

/// The bit of a cell.
fn bit(cell: Cell) -> u128 {
    1 << cell.index()
}
