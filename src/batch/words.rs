//! How the candidates of a grid lie in 27 words of 27 bits, and the three rotations that the rules need.
//!
//! ```text
//! word(g, i, j)                      row i and column j inside every box; digits 3g+1, 3g+2, 3g+3
//!
//! bit   26     18 17      9 8      0
//!       [ 3g+3 ] [ 3g+2 ] [ 3g+1 ]   one field a digit, and in it one bit a box:
//!                                      box  8 5 2  7 4 1  6 3 0
//!                                          `-----'`-----'`-----'
//!                                         stack 2 stack 1 stack 0, in each bands 2 1 0
//! ```
//!
//! So one operation on a word works on the same place of all nine boxes for three digits. A minirow is three words with one i,
//! a minicolumn three with one j; what happens along a band turns the bits of a band, along a stack those of a stack; and only
//! what concerns several digits of one cell crosses fields.

use fearless_simd::prelude::*;

/// An array of what an expression gives for 0, 1 and 2. Written out, because what the standard library does with closures
/// stays a call where an array is long or a loop deep, and then vectors pass through memory.
macro_rules! three {
    (|$x:ident| $value:expr) => {
        [
            {
                let $x: usize = 0;
                $value
            },
            {
                let $x: usize = 1;
                $value
            },
            {
                let $x: usize = 2;
                $value
            },
        ]
    };
}

/// The same for 0 to 8.
macro_rules! nine {
    (|$x:ident| $value:expr) => {{
        let [a, b, c] = three!(|three| {
            let $x = three;
            $value
        });
        let [d, e, f] = three!(|three| {
            let $x = 3 + three;
            $value
        });
        let [g, h, i] = three!(|three| {
            let $x = 6 + three;
            $value
        });
        [a, b, c, d, e, f, g, h, i]
    }};
}

pub(super) use {nine, three};

/// One word of each lane.
pub(super) type Lanes<S> = <S as Simd>::u32s;

/// The candidates of one grid a lane.
pub(super) type Words<S> = [Lanes<S>; WORDS];

pub(super) const WORDS: usize = 27;

/// The most lanes that a vector has.
pub(super) const MOST_LANES: usize = 16;

/// Words to be replaced.
#[inline(always)]
pub(super) fn no_words<S: Simd>(simd: S) -> Words<S> {
    [Lanes::<S>::splat(simd, 0); WORDS]
}

/// All bits in use.
pub(super) const ALL: u32 = (1 << 27) - 1;

/// The word of digit group g, row i and column j inside the box.
#[inline(always)]
pub(super) const fn word(g: usize, i: usize, j: usize) -> usize {
    9 * g + 3 * i + j
}

/// Bit `band + 1` of the result is bit `band`, cyclically. Leaves bits above those in use.
#[inline(always)]
pub(super) fn turn_bands<S: Simd>(word: Lanes<S>) -> Lanes<S> {
    merge::<S>(0o111_111_111, word >> 2, word << 1)
}

/// Bit `stack` of the result is bit `stack + 1`, cyclically. Leaves bits above those in use.
#[inline(always)]
pub(super) fn turn_stacks<S: Simd>(word: Lanes<S>) -> Lanes<S> {
    merge::<S>(7 << 29 | 0o700_700_700, word << 6, word >> 3)
}

/// Fields of digits one up, and two up, cyclically. Leaves bits above those in use.
#[inline(always)]
pub(super) fn turn_digits<S: Simd>(word: Lanes<S>) -> (Lanes<S>, Lanes<S>) {
    if Lanes::<S>::LEN < MOST_LANES {
        return ((word << 9) | (word >> 18), (word << 18) | (word >> 9));
    }
    // AVX-512 shifts two words as one that is twice as long: one operation for each of the two turns, if what comes in from
    // below is at the upper end of its word.
    let high = word << 5;
    ((word << 9) | (high >> 23), (word << 18) | (high >> 14))
}

/// The cells of any of the two other digits of a group. May leave bits above those in use.
#[inline(always)]
pub(super) fn other_digits<S: Simd>(cells: Lanes<S>) -> Lanes<S> {
    let (a, b) = turn_digits::<S>(cells);
    a | b
}

/// These bits from one word, the others from another: one three-input operation, where there is one, as long as the compiler
/// does not see that some bits are zero in both. So no bit of a turn's mask picks one that its word has lost by shifting.
#[inline(always)]
pub(super) fn merge<S: Simd>(mask: u32, inside: Lanes<S>, outside: Lanes<S>) -> Lanes<S> {
    let mask = Lanes::<S>::splat(inside.token(), mask);
    (inside & mask) | (outside & !mask)
}

/// Of three bits, whether one is set and no other.
#[inline(always)]
pub(super) fn exactly_one<S: Simd>(a: Lanes<S>, b: Lanes<S>, c: Lanes<S>) -> Lanes<S> {
    (a ^ b ^ c) & !(a & b)
}

/// The sum of three bits: its lower and its upper bit.
#[inline(always)]
pub(super) fn add<S: Simd>(a: Lanes<S>, b: Lanes<S>, c: Lanes<S>) -> (Lanes<S>, Lanes<S>) {
    let odd = a ^ b;
    (odd ^ c, (odd & c) | (a & !odd))
}
