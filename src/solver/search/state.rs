//! The candidates of one grid during a search, and how they are laid out in words.

use crate::grid::{Candidates, Grid};

/// The candidates of all cells. Word `[index_in_box][band]` has three masks, one for each box of
/// the band: the candidates of the cell with that index in the box. There is no fourth band: those
/// words are always empty.
///
/// ```text
/// index in a box   0 1 2
///                  3 4 5
///                  6 7 8
///
/// bit  31 30 29 28       20 19 18       10  9 8         0
///     [unused  ][ stack 2  ][-][ stack 1  ][-][ stack 0  ]
/// ```
///
/// Bit d - 1 of a mask stands for the digit d. For example, bit 14 of word `[1][0]` stands for 5 in
/// r1c5: band 0, stack 1, index 1.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(test, derive(PartialEq))]
pub(super) struct State(pub [[u32; 4]; 9]);

/// The number of bits in a mask: one for each digit. The bit after the last of them is the bit
/// above the mask.
pub(super) const MASK_BITS: u32 = 9;

/// All digits of one mask.
pub(super) const ALL: u32 = (1 << MASK_BITS) - 1;

/// The distance from one mask to the next.
pub(super) const STACK_SHIFT: u32 = 10;

/// The lowest digit of each of the three masks.
const LOWEST: u32 = 1 | 1 << STACK_SHIFT | 1 << (2 * STACK_SHIFT);

/// All digits of the three masks.
pub(super) const FULL: u32 = ALL * LOWEST;

/// The bit above each of the three masks.
pub(super) const ABOVE: u32 = LOWEST << MASK_BITS;

impl State {
    /// The state in which nothing has been eliminated from these candidates.
    pub fn new(candidates: &Candidates) -> State {
        let mut state = State([[FULL, FULL, FULL, 0]; 9]);
        for (cell, &mask) in candidates.masks().iter().enumerate() {
            state.restrict(cell, mask);
        }
        state
    }

    /// The mask of the candidates of a cell.
    pub fn candidates(&self, cell: usize) -> u16 {
        let location = CellLocation::of(cell);
        (self.0[location.index_in_box][location.band] >> location.shift & ALL) as u16
    }

    /// Eliminates all candidates of a cell that are not in this mask.
    pub fn restrict(&mut self, cell: usize, mask: u16) {
        let location = CellLocation::of(cell);
        let others = !u32::from(mask) & ALL;
        self.0[location.index_in_box][location.band] &= !(others << location.shift);
    }

    /// The state with only those candidates of a cell that are in this mask, if there are any.
    pub fn restricted(mut self, cell: usize, mask: u16) -> Option<State> {
        self.restrict(cell, mask);
        (self.candidates(cell) != 0).then_some(self)
    }

    /// The grid, if every cell has one candidate.
    pub fn solution(&self) -> Grid {
        Candidates::from_masks(std::array::from_fn(|cell| self.candidates(cell))).to_grid()
    }

    /// The number of candidates in all cells.
    pub fn count_candidates(&self) -> u32 {
        let words = self.0.as_flattened();
        words.iter().map(|word| word.count_ones()).sum()
    }

    /// The candidates of a cell that has two, the lower one first.
    pub fn two_candidates(&self, location: CellLocation) -> [BoxDigit; 2] {
        let candidates = self.0[location.index_in_box][location.band] & ALL << location.shift;
        [candidates.trailing_zeros(), candidates.ilog2()].map(|bit| BoxDigit {
            band: location.band,
            bit: bit as usize,
        })
    }

    /// Whether the digit is a candidate of the cell with this index in its box.
    fn has(&self, index_in_box: usize, digit: BoxDigit) -> bool {
        self.0[index_in_box][digit.band] >> digit.bit & 1 == 1
    }

    /// Eliminates the digit from the cell with this index in its box.
    pub fn eliminate(&mut self, index_in_box: usize, digit: BoxDigit) {
        self.0[index_in_box][digit.band] &= !(1 << digit.bit);
    }

    /// Whether the digit is a candidate of one of the cells with these indices in its box.
    pub fn triad_has(&self, triad: &[usize; 3], digit: BoxDigit) -> bool {
        triad.iter().any(|&index| self.has(index, digit))
    }

    /// Eliminates the digit from the cells with these indices in its box.
    pub fn eliminate_from_triad(&mut self, triad: &[usize; 3], digit: BoxDigit) {
        for &index in triad {
            self.eliminate(index, digit);
        }
    }
}

/// Where a [`State`] has the candidates of a cell.
#[derive(Clone, Copy)]
#[cfg_attr(test, derive(Debug, PartialEq))]
pub(super) struct CellLocation {
    /// The index of the cell in its box.
    pub index_in_box: usize,
    pub band: usize,
    /// The bit of the digit 1 in the word.
    pub shift: usize,
}

impl CellLocation {
    pub fn of(cell: usize) -> CellLocation {
        let (row, column) = (cell / 9, cell % 9);
        CellLocation {
            index_in_box: 3 * (row % 3) + column % 3,
            band: row / 3,
            shift: STACK_SHIFT as usize * (column / 3),
        }
    }
}

/// A digit in one box. All words of the band have the same bit for it.
#[derive(Clone, Copy)]
pub(super) struct BoxDigit {
    pub band: usize,
    /// 10 * stack + digit - 1.
    pub bit: usize,
}

/// Some digits of each box: a word for each band, with the bits of the digits.
#[derive(Clone, Copy)]
#[cfg_attr(test, derive(Debug, PartialEq))]
pub(super) struct BoxDigits(pub [u32; 4]);

impl BoxDigits {
    pub fn contains(&self, digit: BoxDigit) -> bool {
        self.0[digit.band] >> digit.bit & 1 == 1
    }

    pub fn remove(&mut self, digit: BoxDigit) {
        self.0[digit.band] &= !(1 << digit.bit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CELLS;

    #[test]
    fn a_state_has_the_candidates_that_it_is_made_of() {
        let candidates =
            Candidates::from_masks(std::array::from_fn(|cell| (cell * 37 % 512) as u16));
        let mut state = State::new(&candidates);
        let masks = |state: &State| std::array::from_fn(|cell| state.candidates(cell));
        assert_eq!(Candidates::from_masks(masks(&state)), candidates);
        let count = candidates
            .masks()
            .iter()
            .map(|mask| mask.count_ones())
            .sum::<u32>();
        assert_eq!(state.count_candidates(), count);

        let mut expected = *candidates.masks();
        expected[50] &= 0b1_0110;
        state.restrict(50, 0b1_0110);
        assert_eq!(masks(&state), expected);
    }

    #[test]
    fn nothing_is_left_of_a_cell_without_any_of_these_digits() {
        let mut state = State::new(&Candidates::ALL);
        state.restrict(3, 0b11);
        assert!(state.restricted(3, 0b100).is_none());
        let left = state.restricted(3, 0b110).unwrap();
        assert_eq!(left.candidates(3), 0b10);
    }

    #[test]
    fn every_cell_has_bits_of_its_own() {
        for cell in 0..CELLS {
            let mut state = State::new(&Candidates::ALL);
            let location = CellLocation::of(cell);
            let digit = BoxDigit {
                band: location.band,
                bit: location.shift + 4,
            };
            assert!(state.has(location.index_in_box, digit));
            state.eliminate(location.index_in_box, digit);
            assert!(!state.has(location.index_in_box, digit));
            let changed = |&other: &usize| state.candidates(other) != 0x1ff;
            assert_eq!((0..CELLS).filter(changed).collect::<Vec<_>>(), [cell]);
            assert_eq!(state.candidates(cell), 0x1ff - (1 << 4));
        }
    }
}
