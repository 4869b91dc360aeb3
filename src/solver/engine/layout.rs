//! The layout of candidates: 27 words of 27 bits for each state, one state in each lane of a
//! vector.
//!
//! ```text
//! word 9g + x   cell x of every box, in row i and column j of the box: x = 3i + j;
//!               the digits of group g: 3g + 1, 3g + 2 and 3g + 3
//!
//! bit  31  27 26       18 17        9 8         0
//!     [unused][   3g+3   ][   3g+2   ][   3g+1   ]    a field for each digit, a bit for each box:
//!                                     222 111 000     stack    it is set if the digit is a
//!                                     210 210 210     band     candidate of that cell there
//! ```
//!
//! For example, r5c6 is in row 1 and column 2 of the box in band 1 and stack 1, all counted from
//! zero: it is cell x = 3 + 2 = 5 of that box. Its candidate 8 is in group 2, field 1: bit
//! 9 + 3 + 1 = 13 of word 18 + 5 = 23.
//!
//! So one operation on a word works on the same cell of all nine boxes, for three digits. A minirow
//! is the union of three words with the same i, a minicolumn of three words with the same j. Where
//! both are treated alike, a *line* of the box is its row i or its column j. To compare boxes along
//! a band or a stack, bits rotate inside fields; only rules about several digits of one cell move
//! bits from field to field.

use fearless_simd::prelude::*;

/// The array of the values of an expression for 0, 1 and 2. It is a macro because closures passed
/// to the standard library are not inlined if the array is long or the loop is deep. Then vectors
/// are passed in memory instead of registers. It also serves as an unrolled loop.
macro_rules! three {
    (|$x:ident| $value:expr) => {
        $crate::solver::engine::layout::three!($x, $value, 0 1 2)
    };
    ($x:ident, $value:expr, $($i:literal)*) => {
        [$({
            let $x: usize = $i;
            $value
        }),*]
    };
}

/// Like [`three!`], for 0 to 8.
macro_rules! nine {
    (|$x:ident| $value:expr) => {{
        let [a, b, c] = $crate::solver::engine::layout::three!($x, $value, 0 1 2);
        let [d, e, f] = $crate::solver::engine::layout::three!($x, $value, 3 4 5);
        let [g, h, i] = $crate::solver::engine::layout::three!($x, $value, 6 7 8);
        [a, b, c, d, e, f, g, h, i]
    }};
}

pub(super) use {nine, three};

/// One word of every lane.
pub(super) type Vector<S> = <S as Simd>::u32s;

/// One state in every lane.
pub(super) type Words<S> = [Vector<S>; WORDS];

pub(super) const WORDS: usize = 27;

/// The greatest number of lanes in a vector.
pub(super) const MAX_LANES: usize = 16;

/// The same word in every lane.
#[inline(always)]
pub(super) fn splat<S: Simd>(simd: S, word: u32) -> Vector<S> {
    Vector::<S>::splat(simd, word)
}

/// The bits of the lowest field.
pub(super) const FIELD: u32 = 0o777;

/// The bits of all three fields.
pub(super) const ALL: u32 = (1 << 27) - 1;

/// The index of the word of cell x of the box for a digit group.
#[inline(always)]
pub(super) const fn word_index(group: usize, x: usize) -> usize {
    9 * group + x
}

/// The first lanes, this many, as a bit mask.
#[inline(always)]
pub(super) const fn first_lanes(count: usize) -> u64 {
    (1 << count) - 1
}

/// The lanes of a bit mask, in ascending order.
#[inline(always)]
pub(super) fn lanes_in(mut lanes: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(
        #[inline(always)]
        move || {
            let lane = lanes.trailing_zeros() as usize;
            // Clears the lowest lane. Ends if there is none.
            lanes &= lanes.checked_sub(1)?;
            Some(lane)
        },
    )
}

/// The lowest bit of each word, or zero if there is none.
#[inline(always)]
pub(super) fn lowest_bit<S: Simd>(word: Vector<S>) -> Vector<S> {
    word & (splat(word.token(), 0) - word)
}

/// Moves the bit of each band to the next band, cyclically. May set unused bits.
#[inline(always)]
pub(super) fn rotate_bands<S: Simd>(word: Vector<S>) -> Vector<S> {
    bit_select::<S>(0o111_111_111, word >> 2, word << 1)
}

/// Moves the bits of each stack to the previous stack, cyclically. May set unused bits.
#[inline(always)]
pub(super) fn rotate_stacks<S: Simd>(word: Vector<S>) -> Vector<S> {
    bit_select::<S>(7 << 29 | 0o700_700_700, word << 6, word >> 3)
}

/// Moves each field up by one, and by two, cyclically. May set unused bits.
#[inline(always)]
pub(super) fn rotate_digits<S: Simd>(word: Vector<S>) -> (Vector<S>, Vector<S>) {
    if Vector::<S>::LEN < MAX_LANES {
        return ((word << 9) | (word >> 18), (word << 18) | (word >> 9));
    }
    // AVX-512 can shift two concatenated words in one instruction. The compiler uses it if the bits
    // that come in from below are at the upper end of their word.
    let high = word << 5;
    ((word << 9) | (high >> 23), (word << 18) | (high >> 14))
}

/// For each digit of a group, the union of the fields of the two others. May set unused bits.
#[inline(always)]
pub(super) fn other_digits<S: Simd>(word: Vector<S>) -> Vector<S> {
    let (a, b) = rotate_digits::<S>(word);
    a | b
}

/// The bits of `inside` where the mask is set, those of `outside` elsewhere. AVX-512 does this in
/// one instruction, unless the compiler sees that some bits are zero in both. So the masks of
/// rotations never pick a bit that a shift has cleared.
#[inline(always)]
pub(super) fn bit_select<S: Simd>(mask: u32, inside: Vector<S>, outside: Vector<S>) -> Vector<S> {
    let mask = splat(inside.token(), mask);
    (inside & mask) | (outside & !mask)
}

/// The union of three words, each restricted to its mask.
#[inline(always)]
pub(super) fn masked_union<S: Simd>(words: [Vector<S>; 3], masks: [u32; 3]) -> Vector<S> {
    let [a, b, c] = three!(|x| words[x] & splat(words[x].token(), masks[x]));
    a | b | c
}

/// Whether exactly one of three bits is set, for each bit position.
#[inline(always)]
pub(super) fn exactly_one<S: Simd>(a: Vector<S>, b: Vector<S>, c: Vector<S>) -> Vector<S> {
    (a ^ b ^ c) & !(a & b)
}

/// A full adder: the sum of three bits, for each bit position, as its lower and its upper bit.
#[inline(always)]
pub(super) fn full_add<S: Simd>(
    a: Vector<S>,
    b: Vector<S>,
    c: Vector<S>,
) -> (Vector<S>, Vector<S>) {
    let odd = a ^ b;
    (odd ^ c, (odd & c) | (a & !odd))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::engine::tests::for_each_level;

    #[test]
    fn rotations_move_the_bit_of_every_box_and_digit() {
        for_each_level!(|simd, S| {
            for (field, stack, band) in (0..27).map(|bit| (bit / 9, bit / 3 % 3, bit % 3)) {
                let at = |field: u32, stack: u32, band: u32| {
                    1_u32 << (9 * (field % 3) + 3 * (stack % 3) + band % 3)
                };
                let word = splat(simd, at(field, stack, band));
                let (one, two) = rotate_digits::<S>(word);
                for (rotated, expected) in [
                    (rotate_bands::<S>(word), at(field, stack, band + 1)),
                    (rotate_stacks::<S>(word), at(field, stack + 2, band)),
                    (one, at(field + 1, stack, band)),
                    (two, at(field + 2, stack, band)),
                ] {
                    assert_eq!(rotated.as_slice()[0] & ALL, expected);
                }
            }
        });
    }

    #[test]
    fn three_bits_are_added_and_counted() {
        for_each_level!(|simd, S| {
            for [a, b, c] in (0..8_u32).map(|bits| [bits & 1, bits >> 1 & 1, bits >> 2]) {
                let [x, y, z] = [a, b, c].map(|bit| splat(simd, bit));
                let (low, high) = full_add::<S>(x, y, z);
                assert_eq!(low.as_slice()[0] + 2 * high.as_slice()[0], a + b + c);
                assert_eq!(
                    exactly_one::<S>(x, y, z).as_slice()[0],
                    u32::from(a + b + c == 1)
                );
            }
        });
    }
}
