//! States in vectors: how several are laid out there, and the operations on all their masks at
//! once.
//!
//! Most functions work on the words of [`State`], which have three masks each, and on each mask
//! alone. Adding to a mask may set the bit above it ([`ABOVE`]), but never carries into the next.

use fearless_simd::prelude::*;

use super::state::{ABOVE, FULL, MASK_BITS, STACK_SHIFT, State};

/// How many states are propagated at a time: their words fill a vector of AVX-512.
pub(super) const WIDTH: usize = 4;

/// Several states while rules are applied to them: vector `[r][c]` is for the cells in row r and
/// column c of the boxes. It has four elements for each state, one for each band.
pub(super) type Vectors<V> = [[V; 3]; 3];

// `load` and `store` are loops because the closures of `map` would not be compiled for the vector
// instructions in use.

/// Some states as vectors, at most as many as there is room for. Elements without a state are
/// empty.
#[inline(always)]
pub(super) fn load<S: Simd, V: SimdInt<S, Element = u32>>(simd: S, states: &[State]) -> Vectors<V> {
    let mut words = [[V::splat(simd, 0); 3]; 3];
    for (index, words) in words.as_flattened_mut().iter_mut().enumerate() {
        for (bands, state) in words.as_mut_slice().chunks_exact_mut(4).zip(states) {
            bands.copy_from_slice(&state.0[index]);
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
    for (index, words) in words.as_flattened().iter().enumerate() {
        for (bands, state) in words.as_slice().chunks_exact(4).zip(&mut *states) {
            state.0[index].copy_from_slice(bands);
        }
    }
}

/// All digits in all boxes, and nothing in the fourth band.
#[inline(always)]
pub(super) fn all_boxes<S: Simd, V: SimdInt<S, Element = u32>>(simd: S) -> V {
    // A hex digit for each state, a bit for each band.
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
/// ```text
/// bits      31-30                          29-20      19-10      9-0
/// before    unused                         stack 2    stack 1    stack 0
/// after     copy of stack 1: digits 1, 2   stack 0    stack 2    stack 1
/// ```
///
/// The next rotation moves the copy onto the digits that it is a copy of, so rotations can follow
/// one another. For any other use, AND the result with words that have no such bits.
#[inline(always)]
pub(super) fn rotate_stacks<S: Simd, V: SimdInt<S, Element = u32>>(words: V) -> V {
    (words >> STACK_SHIFT) | (words << (2 * STACK_SHIFT))
}

/// The words moved to the previous band, cyclically. The fourth word becomes a copy of another; no
/// rotation moves it to a band.
#[inline(always)]
pub(super) fn rotate_bands<S: Simd, V: SimdInt<S, Element = u32>>(simd: S, words: V) -> V {
    // A hex digit for each state, a bit for each band.
    let first_two = V::Mask::from_bitmask(simd, 0x3333);
    first_two.select(
        words.slide_within_blocks::<1>(words),
        words.slide_within_blocks::<2>(words),
    )
}

/// Subtracts 1 from each mask and sets the bit above it, unless the mask is empty: then the result
/// is 0x1ff with that bit clear. The bits above the masks must be clear before.
///
/// Adding 0x1ff is adding 0x200, the bit above, and subtracting 1. An empty mask borrows that bit,
/// so no mask borrows from the next.
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
    full_below(minus_one(words) & ABOVE)
}

/// All nine digits of each mask for which the bit above it is set in these flags, which have no
/// other bits: 0x200 - 1 = 0x1ff.
#[inline(always)]
pub(super) fn full_below<S: Simd, V: SimdInt<S, Element = u32>>(flags: V) -> V {
    flags - (flags >> MASK_BITS)
}
