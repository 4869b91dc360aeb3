//! Groups: candidates of which exactly one is right.

use std::ops::{Index, IndexMut};

use super::super::proof::ChainKind;
use super::super::units::public_unit;
use crate::grid::{CELLS, Cell};

/// The candidates of a cell, or the places for a digit in a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Group(u16);

/// The number of groups: one for each cell, then one for each digit in each unit.
const GROUPS: usize = CELLS + 27 * 9;

/// The first unit that is a row or column: units 0..9 are the boxes.
const FIRST_LINE: usize = 9;

impl Group {
    pub(super) fn of_cell(cell: usize) -> Group {
        Group(cell as u16)
    }

    /// The places for digit `i + 1` in a unit.
    pub(super) fn of_places(unit: usize, i: usize) -> Group {
        Group((CELLS + 9 * unit + i) as u16)
    }

    /// A number less than [`GROUPS`]: that of the cell, if it is the group of one.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether it has the candidates of a cell.
    pub(super) fn is_cell(self) -> bool {
        self.index() < CELLS
    }

    /// Whether it has the places for a digit in a row or column.
    pub(super) fn is_line(self) -> bool {
        self.index() >= Group::of_places(FIRST_LINE, 0).index()
    }

    /// The kind of a chain from all its candidates.
    pub(super) fn chain_kind(self) -> ChainKind {
        let Some(digit_in_unit) = self.index().checked_sub(CELLS) else {
            return ChainKind::Cell(Cell(self.0 as u8));
        };
        ChainKind::Places {
            digit: (digit_in_unit % 9) as u8 + 1,
            unit: public_unit(digit_in_unit / 9),
        }
    }
}

/// A group that a candidate belongs to, and its bit in the masks of this group: bit i is digit
/// `i + 1` of a cell, or place i in a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Membership {
    pub(super) group: Group,
    pub(super) bit: u16,
}

/// A value for each group.
#[derive(Clone, Copy, Debug)]
pub(super) struct PerGroup<T>([T; GROUPS]);

impl<T: Copy> PerGroup<T> {
    /// The same value for each group.
    pub(super) fn filled(value: T) -> PerGroup<T> {
        PerGroup([value; GROUPS])
    }
}

impl<T: Copy + Default> Default for PerGroup<T> {
    fn default() -> PerGroup<T> {
        PerGroup::filled(T::default())
    }
}

impl<T> Index<Group> for PerGroup<T> {
    type Output = T;

    #[inline]
    fn index(&self, group: Group) -> &T {
        &self.0[group.index()]
    }
}

impl<T> IndexMut<Group> for PerGroup<T> {
    #[inline]
    fn index_mut(&mut self, group: Group) -> &mut T {
        &mut self.0[group.index()]
    }
}
