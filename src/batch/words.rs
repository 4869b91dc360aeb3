//! How the candidates of a grid lie in 27 words of 27 bits, and the two rotations that the rules need.
//!
//! ```text
//! word(g, i, j)                      row i and column j inside every box; digits 3g+1, 3g+2, 3g+3
//!
//! bit   26     18 17      9 8      0
//!       [ 3g+3 ] [ 3g+2 ] [ 3g+1 ]   one field a digit, and in it one bit a box:
//!                                      box  8 7 6  5 4 3  2 1 0
//!                                          `-----'`-----'`-----'
//!                                           band 2  band 1  band 0, in each stacks 2 1 0
//! ```
//!
//! So one operation on a word works on the same place of all nine boxes for three digits. A minirow is three words with one i,
//! a minicolumn three with one j; what happens along a band turns the bits of a band, along a stack those of a stack; and only
//! what concerns several digits of one cell crosses fields.

use fearless_simd::prelude::*;
use fearless_simd::u32x4;

use crate::grid::{CELLS, Grid};

/// One word of each lane.
pub(super) type Lanes<S> = <S as Simd>::u32s;

/// The candidates of one grid a lane.
pub(super) type Words<S> = [Lanes<S>; WORDS];

pub(super) const WORDS: usize = 27;

/// All bits in use.
pub(super) const ALL: u32 = (1 << 27) - 1;

/// The word of digit group g, row i and column j inside the box.
#[inline(always)]
pub(super) const fn word(g: usize, i: usize, j: usize) -> usize {
    9 * g + 3 * i + j
}

/// Bit `stack` of the result is bit `stack + 1`, cyclically.
#[inline(always)]
pub(super) fn turn_stacks<S: Simd>(word: Lanes<S>) -> Lanes<S> {
    merge::<S>(1 << 31 | 0o444_444_444, word << 2, word >> 1)
}

/// Bit `band` of the result is bit `band + 1`, cyclically. Leaves bits above those in use.
#[inline(always)]
pub(super) fn turn_bands<S: Simd>(word: Lanes<S>) -> Lanes<S> {
    merge::<S>(7 << 29 | 0o700_700_700, word << 6, word >> 3)
}

/// These bits from one word, the others from another: one three-input operation, where there is one, as long as the compiler
/// does not see that some bits are zero in both. So a turn's mask also has bits that no shifted word has.
#[inline(always)]
fn merge<S: Simd>(mask: u32, inside: Lanes<S>, outside: Lanes<S>) -> Lanes<S> {
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

/// The bits of a cell that holds this clue (0: none), by box and clue; one word a group, and one to make it a vector.
const CLUE: [[[u32; 4]; 10]; 9] = {
    let mut clue = [[[0; 4]; 10]; 9];
    let mut b = 0;
    while b < 9 {
        clue[b][0] = [0o001_001_001 << b, 0o001_001_001 << b, 0o001_001_001 << b, 0];
        let mut d = 1;
        while d <= 9 {
            clue[b][d][(d - 1) / 3] = 1 << (9 * ((d - 1) % 3) + b);
            d += 1;
        }
        b += 1;
    }
    clue
};

/// The candidates of a grid before any thought: a clue has itself, a blank all digits.
#[inline(always)]
pub(super) fn words_of<S: Simd>(simd: S, grid: &Grid) -> [u32; WORDS] {
    let cells = grid.cells();
    let mut words = [0; WORDS];
    for i in 0..3 {
        for j in 0..3 {
            let mut groups = u32x4::splat(simd, 0);
            for b in 0..9 {
                let d = cells[9 * (b / 3 * 3 + i) + b % 3 * 3 + j];
                groups |= u32x4::from_slice(simd, &CLUE[b][usize::from(d.min(9))]);
            }
            for g in 0..3 {
                words[word(g, i, j)] = groups[g];
            }
        }
    }
    words
}

/// Nine bits as the lowest bits of nine bytes, the last of them by itself.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut k = 0;
        while k < 8 {
            spread[bits] |= (bits as u64 >> k & 1) << (8 * k);
            k += 1;
        }
        bits += 1;
    }
    spread
};

/// The digits of a lane all of whose cells have one candidate.
#[inline(always)]
pub(super) fn digits_of<S: Simd>(words: &Words<S>, lane: usize) -> [u8; CELLS] {
    let mut digits = [0; CELLS];
    for i in 0..3 {
        // The four bits of the digit of each cell: `planes[bit][j]` has one bit a box.
        let mut planes = [[0u32; 3]; 4];
        for j in 0..3 {
            let [a, b, c] = [0, 1, 2].map(|g| words[word(g, i, j)][lane]);
            let [a1, a2, a3, b4, b5, b6, c7, c8, c9] = [a, a >> 9, a >> 18, b, b >> 9, b >> 18, c, c >> 9, c >> 18];
            planes[0][j] = a1 | a3 | b5 | c7 | c9;
            planes[1][j] = a2 | a3 | b6 | c7;
            planes[2][j] = b4 | b5 | b6 | c7;
            planes[3][j] = c8 | c9;
        }
        for band in 0..3 {
            let (mut eight, mut ninth) = (0, 0);
            for (bit, plane) in planes.iter().enumerate() {
                // Stacks 0, 1, 2 of each column inside the box, then columns in order of the row.
                let [x, y, z] = plane.map(|word| word >> (3 * band) & 7);
                let row = ROW[0][x as usize] | ROW[1][y as usize] | ROW[2][z as usize];
                eight |= SPREAD[usize::from(row as u8)] << bit;
                ninth |= (row >> 8) << bit;
            }
            let start = 9 * (3 * band + i);
            digits[start..start + 8].copy_from_slice(&u64::to_le_bytes(eight));
            digits[start + 8] = ninth as u8;
        }
    }
    digits
}

/// Where the bits of three stacks lie in a row, by column inside the box.
const ROW: [[u16; 8]; 3] = {
    let mut row = [[0; 8]; 3];
    let mut j = 0;
    while j < 3 {
        let mut stacks = 0;
        while stacks < 8 {
            let mut stack = 0;
            while stack < 3 {
                row[j][stacks] |= ((stacks as u16 >> stack) & 1) << (3 * stack + j);
                stack += 1;
            }
            stacks += 1;
        }
        j += 1;
    }
    row
};
