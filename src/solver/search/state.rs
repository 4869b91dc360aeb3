//! The candidates of one grid during a search, and how they are laid out in words and vectors.

use fearless_simd::prelude::*;
use fearless_simd::u32x4;

use crate::grid::{Candidates, Grid, set_bits};

/// The candidates of all cells: word `[k][band]` has three masks, one for each box of the band: the
/// candidates of the cell with number k in that box. There is no fourth band: those words are
/// always empty.
///
/// ```text
/// cells of a box   0 1 2
///                  3 4 5
///                  6 7 8
///
/// bit  31 30 29 28       20 19 18       10  9 8         0
///     [unused  ][ stack 2  ][-][ stack 1  ][-][ stack 0  ]   bit d - 1 of a mask stands for
///                                                            the digit d
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(test, derive(PartialEq))]
pub(super) struct State([[u32; 4]; 9]);

/// Several states while rules are applied to them: vector `[r][c]` is for the cells in row r and
/// column c of the boxes. It has four elements for each state, one for each band.
pub(super) type Vectors<V> = [[V; 3]; 3];

/// How many states are propagated at a time: their words fill a vector of AVX-512.
pub(super) const WIDTH: usize = 4;

/// All digits of one mask.
pub(super) const ALL: u32 = 0x1ff;
/// The distance from one mask to the next.
pub(super) const STACK_SHIFT: u32 = 10;
/// In each of the three masks: the lowest digit, all digits, and the bit above them.
const LOWEST: u32 = 1 | 1 << STACK_SHIFT | 1 << (2 * STACK_SHIFT);
const FULL: u32 = ALL * LOWEST;
pub(super) const ABOVE: u32 = LOWEST << 9;
/// All digits in all boxes.
const ALL_BOXES: [u32; 4] = [FULL, FULL, FULL, 0];

impl State {
    /// The state in which nothing has been eliminated from these candidates.
    pub fn new(candidates: &Candidates) -> State {
        let mut state = State([ALL_BOXES; 9]);
        for (cell, &mask) in candidates.masks().iter().enumerate() {
            state.restrict(cell, mask);
        }
        state
    }

    /// The mask of the candidates of a cell.
    pub fn candidates(&self, cell: usize) -> u16 {
        let place = Place::of(cell);
        (self.0[place.number][place.band] >> place.shift & ALL) as u16
    }

    /// Eliminates all candidates of a cell that are not in this mask.
    pub fn restrict(&mut self, cell: usize, mask: u16) {
        let place = Place::of(cell);
        let others = !u32::from(mask) & ALL;
        self.0[place.number][place.band] &= !(others << place.shift);
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

    /// The candidates of a cell that has two.
    pub fn two_candidates(&self, cell: Place) -> [BoxDigit; 2] {
        let candidates = self.0[cell.number][cell.band] & ALL << cell.shift;
        [candidates.trailing_zeros(), candidates.ilog2()].map(|bit| BoxDigit {
            band: cell.band,
            bit: bit as usize,
        })
    }

    /// Whether the digit is a candidate of the cell with this number in its box.
    fn has(&self, number: usize, digit: BoxDigit) -> bool {
        self.0[number][digit.band] >> digit.bit & 1 == 1
    }

    /// Eliminates the digit from the cell with this number in its box.
    pub fn eliminate(&mut self, number: usize, digit: BoxDigit) {
        self.0[number][digit.band] &= !(1 << digit.bit);
    }

    /// Whether the digit is a candidate of one of the cells with these numbers in its box.
    pub fn triad_has(&self, triad: &[usize; 3], digit: BoxDigit) -> bool {
        triad.iter().any(|&number| self.has(number, digit))
    }

    /// Eliminates the digit from the cells with these numbers in its box.
    pub fn eliminate_from_triad(&mut self, triad: &[usize; 3], digit: BoxDigit) {
        for &number in triad {
            self.eliminate(number, digit);
        }
    }
}

/// Where the candidates of a cell are.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The number of the cell in its box, see [`State`].
    pub number: usize,
    pub band: usize,
    /// The bit of the digit 1 in the word.
    pub shift: usize,
}

impl Place {
    fn of(cell: usize) -> Place {
        let (r, c) = (cell / 9, cell % 9);
        Place {
            number: 3 * (r % 3) + c % 3,
            band: r / 3,
            shift: STACK_SHIFT as usize * (c / 3),
        }
    }
}

/// A digit in one box: the bit that stands for it in all words of the band.
#[derive(Clone, Copy)]
pub(super) struct BoxDigit {
    pub band: usize,
    pub bit: usize,
}

/// Some digits of each box: a word for each band, with a bit for each of them.
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

/// Some cells: a word for each band, in which bit 9 - k of each mask stands for the cell with
/// number k of that box.
pub(super) struct CellSet([u32; 4]);

impl CellSet {
    /// The cells with two candidates.
    #[inline(always)]
    pub fn with_two_candidates<S: Simd>(simd: S, words: &Vectors<u32x4<S>>) -> CellSet {
        let mut cells = u32x4::splat(simd, 0);
        for (word, number) in words.as_flattened().iter().zip(0..) {
            let second = without_lowest(*word);
            let third = without_lowest(second);
            // The bit above a mask: there is a second candidate, and no third. It moves to the bit
            // of the cell.
            cells |= (minus_one(second) & !minus_one(third) & ABOVE) >> number;
        }
        CellSet(cells.into())
    }

    /// The cells in a band.
    pub fn in_band(&self, band: usize) -> impl Iterator<Item = Place> {
        set_bits(self.0[band]).map(move |bit| {
            let bit_of_mask = bit % STACK_SHIFT as usize;
            Place {
                number: 9 - bit_of_mask,
                band,
                shift: bit - bit_of_mask,
            }
        })
    }

    pub fn remove(&mut self, cell: Place) {
        self.0[cell.band] &= !(1 << (cell.shift + 9 - cell.number));
    }
}

// `load` and `store` are loops because the closures of `map` would not be compiled for the vector
// instructions in use.

/// Some states as vectors. Elements without a state are empty.
#[inline(always)]
pub(super) fn load<S: Simd, V: SimdInt<S, Element = u32>>(simd: S, states: &[State]) -> Vectors<V> {
    let mut words = [[V::splat(simd, 0); 3]; 3];
    for (number, words) in words.as_flattened_mut().iter_mut().enumerate() {
        for (bands, state) in words.as_mut_slice().chunks_exact_mut(4).zip(states) {
            bands.copy_from_slice(&state.0[number]);
        }
    }
    words
}

/// The inverse of [`load`].
#[inline(always)]
pub(super) fn store<S: Simd, V: SimdInt<S, Element = u32>>(
    words: &Vectors<V>,
    states: &mut [State],
) {
    for (number, words) in words.as_flattened().iter().enumerate() {
        for (bands, state) in words.as_slice().chunks_exact(4).zip(&mut *states) {
            state.0[number].copy_from_slice(bands);
        }
    }
}

/// All digits in all boxes, and nothing in the fourth band.
#[inline(always)]
pub(super) fn all_boxes<S: Simd, V: SimdInt<S, Element = u32>>(simd: S) -> V {
    V::Mask::from_bitmask(simd, 0x7777).select(V::splat(simd, FULL), V::splat(simd, 0))
}

/// The candidates of the minirows: a vector for each row of the boxes.
#[inline(always)]
pub(super) fn minirows<S: Simd, V: SimdInt<S, Element = u32>>(words: &Vectors<V>) -> [V; 3] {
    let [[a, b, c], [d, e, f], [g, h, i]] = *words;
    [a | b | c, d | e | f, g | h | i]
}

/// The candidates of the minicolumns: a vector for each column of the boxes.
#[inline(always)]
pub(super) fn minicolumns<S: Simd, V: SimdInt<S, Element = u32>>(words: &Vectors<V>) -> [V; 3] {
    let [[a, b, c], [d, e, f], [g, h, i]] = *words;
    [a | d | g, b | e | h, c | f | i]
}

/// The masks of each word moved to the previous stack, cyclically.
///
/// Digits 1 and 2 of the mask in the middle, which moves to the front, also get into the two unused
/// bits above the masks. That does no harm: a second rotation moves both the mask and its strays to
/// the last mask, onto the same bits. Before a third, they must be cleared.
#[inline(always)]
pub(super) fn rotate_stacks<S: Simd, V: SimdInt<S, Element = u32>>(words: V) -> V {
    (words >> STACK_SHIFT) | (words << (2 * STACK_SHIFT))
}

/// The words moved to the previous band, cyclically. The fourth word becomes a copy of another; no
/// rotation moves it to a band.
#[inline(always)]
pub(super) fn rotate_bands<S: Simd, V: SimdInt<S, Element = u32>>(simd: S, words: V) -> V {
    let first_two = V::Mask::from_bitmask(simd, 0x3333_3333);
    first_two.select(
        words.slide_within_blocks::<1>(words),
        words.slide_within_blocks::<2>(words),
    )
}

/// Each mask minus 1. Where the mask is not empty, the bit above it is set: adding 0x1ff is adding
/// 0x200 and subtracting 1, so an empty mask borrows that bit, and no mask borrows from the next.
#[inline(always)]
pub(super) fn minus_one<S: Simd, V: SimdInt<S, Element = u32>>(words: V) -> V {
    words + FULL
}

/// Each mask without its lowest digit.
#[inline(always)]
pub(super) fn without_lowest<S: Simd, V: SimdInt<S, Element = u32>>(words: V) -> V {
    minus_one(words) & words
}

/// All nine digits of each mask that is not empty.
#[inline(always)]
pub(super) fn full_if_any<S: Simd, V: SimdInt<S, Element = u32>>(words: V) -> V {
    digits_below(minus_one(words) & ABOVE)
}

/// All nine digits of each mask for which the bit above it is set: 0x200 - 1 = 0x1ff.
#[inline(always)]
pub(super) fn digits_below<S: Simd, V: SimdInt<S, Element = u32>>(above: V) -> V {
    above - (above >> 9)
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
    fn every_cell_has_a_place_of_its_own() {
        for cell in 0..CELLS {
            let mut state = State::new(&Candidates::ALL);
            let place = Place::of(cell);
            let digit = BoxDigit {
                band: place.band,
                bit: place.shift + 4,
            };
            assert!(state.has(place.number, digit));
            state.eliminate(place.number, digit);
            assert!(!state.has(place.number, digit));
            let changed = |&other: &usize| state.candidates(other) != 0x1ff;
            assert_eq!((0..CELLS).filter(changed).collect::<Vec<_>>(), [cell]);
            assert_eq!(state.candidates(cell), 0x1ff - (1 << 4));
        }
    }
}
