//! The cells with two candidates, as a set of bits.

use fearless_simd::prelude::*;
use fearless_simd::u32x4;

use super::state::{ABOVE, CellLocation, MASK_BITS, STACK_SHIFT};
use super::vectors::{Vectors, minus_one, without_lowest};
use crate::grid::set_bits;

/// Some cells: a word for each band. The bit of a cell is the bit above the mask of its box, bit 9,
/// shifted right by the index of the cell in the box. In word 0, for example, bit 18 stands for
/// r1c5: 10 for stack 1, and 9 - 1 for index 1.
pub(super) struct CellSet([u32; 4]);

/// The bit above a mask, see [`ABOVE`].
const BIT_ABOVE: usize = MASK_BITS as usize;

impl CellSet {
    /// The cells of a state with two candidates.
    #[inline(always)]
    pub fn with_two_candidates<S: Simd>(simd: S, words: &Vectors<u32x4<S>>) -> CellSet {
        let mut cells = u32x4::splat(simd, 0);
        for (word, index_in_box) in words.as_flattened().iter().zip(0..) {
            let second = without_lowest(*word);
            let third = without_lowest(second);
            // `minus_one` sets the bit above each mask that is not empty. Such a cell has a second
            // candidate, and no third.
            let has_two = minus_one(second) & !minus_one(third) & ABOVE;
            cells |= has_two >> index_in_box;
        }
        CellSet(cells.into())
    }

    /// The cells in a band.
    pub fn in_band(&self, band: usize) -> impl Iterator<Item = CellLocation> {
        set_bits(self.0[band]).map(move |bit| {
            let bit_in_stack = bit % STACK_SHIFT as usize;
            CellLocation {
                index_in_box: BIT_ABOVE - bit_in_stack,
                band,
                shift: bit - bit_in_stack,
            }
        })
    }

    pub fn remove(&mut self, cell: CellLocation) {
        let bit = cell.shift + BIT_ABOVE - cell.index_in_box;
        self.0[cell.band] &= !(1 << bit);
    }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use fearless_simd::{Level, dispatch};

    use super::super::state::State;
    use super::super::vectors::load;
    use super::*;
    use crate::grid::{CELLS, Candidates};

    fn cells_with_two_candidates(state: &State) -> CellSet {
        dispatch!(Level::baseline(), simd => {
            CellSet::with_two_candidates(simd, &load(simd, slice::from_ref(state)))
        })
    }

    fn all(cells: &CellSet) -> Vec<CellLocation> {
        (0..3).flat_map(|band| cells.in_band(band)).collect()
    }

    #[test]
    fn a_cell_is_in_the_set_until_it_is_removed() {
        for cell in 0..CELLS {
            let mut state = State::new(&Candidates::ALL);
            state.restrict(cell, 0b1_0000_0001);
            let mut cells = cells_with_two_candidates(&state);
            assert_eq!(all(&cells), [CellLocation::of(cell)]);
            cells.remove(CellLocation::of((cell + 1) % CELLS));
            assert_eq!(all(&cells), [CellLocation::of(cell)]);
            cells.remove(CellLocation::of(cell));
            assert_eq!(all(&cells), []);
        }
    }

    #[test]
    fn cells_with_fewer_or_more_than_two_candidates_are_not_in_the_set() {
        for mask in [0, 0b1, 0b1_0000_0000, 0b111, 0b1_0001_0001, 0x1ff] {
            let state = State::new(&Candidates::from_masks([mask; CELLS]));
            assert_eq!(all(&cells_with_two_candidates(&state)), [], "{mask:#b}");
        }
    }
}
