//! Converts between grids, one byte per cell, and bit planes, one binary digit of many cells.
//!
//! Each lane belongs to one grid, and a word has room for four cells of it. The rows at position i
//! of the three bands, which are rows i, 3 + i and 6 + i, are converted together. The 27 cells of
//! one grid take these forms:
//!
//! ```text
//! bytes      c0 c1 c2 c3  c4 c5 c6 c7  c8 -- -- --  -- -- -- --    for each of the 3 rows
//! row        c0 c1 c2 c3  c4 c5 c6 c7  c8 -- -- --                 three words for each row
//! minirows   c0 c1 c2 --  c3 c4 c5 --  c6 c7 c8 --                 a word for each of the 9 boxes
//! planes     a bit of c0 c3 c6, of c1 c4 c7, of c2 c5 c8           four words for all 27 cells
//! ```
//!
//! A plane has a field for each column of the box, and in it a bit for each box, as `layout` draws
//! them. There is one plane for each binary digit of a cell: 1, 2, 4 and 8. For example, r5c6 is in
//! row i = 1 and column 2 of the box in band 1 and stack 1. If it has the digit 6 = 2 + 4, bit
//! 18 + 3 + 1 = 22 is set in the planes of 2 and 4, and clear in those of 1 and 8.
//!
//! The code takes the first byte of a word for its lowest, so callers on big-endian machines bypass
//! the engine.

use fearless_simd::Bytes;
use fearless_simd::prelude::*;

use super::layout::{MAX_LANES, Vector, bit_select, masked_union, nine, splat, three};

/// The same row of one grid in each lane: its nine cells, and seven more bytes to fill four words.
/// Copying 16 bytes is cheaper than assembling words from cells, although the vectors have to be
/// rearranged afterwards.
type ByteRow = [[u8; 16]; MAX_LANES];

/// The nine rows of a grid in each lane.
pub(super) type ByteRows = [ByteRow; 9];

/// The highest bit of each field, which stands for the ninth box, box 8.
const NINTH: u32 = 0o400_400_400;

/// The planes of the rows at position i of the three bands.
#[inline(always)]
pub(super) fn read_planes<S: Simd>(simd: S, rows: &ByteRows, i: usize) -> [Vector<S>; 4] {
    let minirows = three!(|band| split_row::<S>(read_row(simd, &rows[3 * band + i])));
    // Box x is in band x % 3 and stack x / 3.
    planes_of_minirows::<S>(&nine!(|x| minirows[x % 3][x / 3]))
}

/// Writes the rows at position i of the three bands, from their planes.
#[inline(always)]
pub(super) fn write_planes<S: Simd>(planes: &[Vector<S>; 4], i: usize, rows: &mut ByteRows) {
    let minirows = minirows_of_planes::<S>(planes);
    for band in 0..3 {
        let row = join_row::<S>(three!(|stack| minirows[3 * stack + band]));
        write_row::<S>(row, &mut rows[3 * band + i]);
    }
}

/// Three words: the first four cells of a row, the next four, and the ninth with whatever was
/// copied after it.
#[inline(always)]
fn read_row<S: Simd>(simd: S, row: &ByteRow) -> [Vector<S>; 3] {
    let [a, b] = [load_part(simd, row, 0), load_part(simd, row, 1)];
    let [c, d] = [load_part(simd, row, 2), load_part(simd, row, 3)];
    // a to d hold the words 0 1 2 3 of each lane in turn, so even is 0 2 0 2 and so on, and odd is
    // 1 3 1 3 and so on. Word 3 is dropped.
    let (even0, odd0) = a.deinterleave(b);
    let (even1, odd1) = c.deinterleave(d);
    let (first, last) = even0.deinterleave(even1);
    [first, odd0.unzip_low(odd1), last]
}

/// One of the four vectors that hold the rows of all lanes.
#[inline(always)]
fn load_part<S: Simd>(simd: S, row: &ByteRow, part: usize) -> Vector<S> {
    let len = 4 * Vector::<S>::LEN;
    let bytes = &row.as_flattened()[part * len..][..len];
    Vector::<S>::from_bytes(<Vector<S> as Bytes>::Bytes::from_slice(simd, bytes))
}

/// Writes what [`read_row`] reads, with arbitrary bytes after the ninth cell.
#[inline(always)]
fn write_row<S: Simd>([first, second, last]: [Vector<S>; 3], row: &mut ByteRow) {
    let (even0, even1) = first.interleave(last);
    let (odd0, odd1) = second.interleave(second);
    let (a, b) = even0.interleave(odd0);
    let (c, d) = even1.interleave(odd1);
    for (words, bytes) in [a, b, c, d].iter().zip(
        row.as_flattened_mut()
            .chunks_exact_mut(4 * Vector::<S>::LEN),
    ) {
        words.to_bytes().store_slice(bytes);
    }
}

/// The three minirows of a row. The fourth byte of each is meaningless.
#[inline(always)]
fn split_row<S: Simd>([first, second, last]: [Vector<S>; 3]) -> [Vector<S>; 3] {
    [
        first,
        (first >> 24) | (second << 8),
        (second >> 16) | (last << 16),
    ]
}

/// The row that consists of three minirows. Their fourth bytes must be zero.
#[inline(always)]
fn join_row<S: Simd>([a, b, c]: [Vector<S>; 3]) -> [Vector<S>; 3] {
    [a | (b << 24), (b >> 8) | (c << 16), c >> 16]
}

/// The planes of nine minirows, one for each box in the order of bits; byte j of a minirow is its
/// cell in column j.
#[inline(always)]
fn planes_of_minirows<S: Simd>(minirows: &[Vector<S>; 9]) -> [Vector<S>; 4] {
    // A digit takes half a byte, so two minirows share a word. Afterwards, bit x of byte j in each
    // plane is for column j of box x.
    let [a, b, c] = three!(|x| minirows[x] | (minirows[x + 4] << 4));
    let planes = transpose_nibbles::<S>([a, b, c, minirows[3] | (minirows[7] << 4)]);
    // There is no room for the ninth minirow.
    let ninth = nibbles_to_fields::<S>(minirows[8]);
    [
        add_ninth_box::<S>(planes[0], ninth),
        add_ninth_box::<S>(planes[1], ninth >> 1),
        add_ninth_box::<S>(planes[2], ninth >> 2),
        add_ninth_box::<S>(planes[3], ninth >> 3),
    ]
}

/// A plane made of three bytes for the first eight boxes and three bits for the ninth box:
///
/// ```text
/// bytes   bits 0-7 column 0     bits 8-15 column 1     bits 16-23 column 2
/// ninth      bit 8 column 0        bit 17 column 1         bit 26 column 2
/// plane   bits 0-8 column 0     bits 9-17 column 1     bits 18-26 column 2
/// ```
#[inline(always)]
fn add_ninth_box<S: Simd>(bytes: Vector<S>, ninth: Vector<S>) -> Vector<S> {
    let eight = masked_union::<S>(
        [bytes, bytes << 1, bytes << 2],
        [0xFF, 0xFF << 9, 0xFF << 18],
    );
    eight | (ninth & splat(ninth.token(), NINTH))
}

/// The inverse of [`planes_of_minirows`].
#[inline(always)]
fn minirows_of_planes<S: Simd>(planes: &[Vector<S>; 4]) -> [Vector<S>; 9] {
    let [a, b, c, d] = *planes;
    let pairs = transpose_nibbles::<S>([
        field_bytes::<S>(a),
        field_bytes::<S>(b),
        field_bytes::<S>(c),
        field_bytes::<S>(d),
    ]);
    let ninth = ninth_nibbles::<S>(planes);
    let nibbles = splat(a.token(), 0x000F_0F0F);
    nine!(|x| match x {
        8 => nibbles_from_fields::<S>(ninth),
        _ => {
            // Boxes 0 to 3 are in the lower nibbles, boxes 4 to 7 in the upper ones.
            let shift = if x < 4 { 0 } else { 4 };
            (pairs[x % 4] >> shift) & nibbles
        }
    })
}

/// The minirow of box 8, from the highest bits of the fields. Its nibbles are where
/// [`nibbles_to_fields`] moves them.
#[inline(always)]
fn ninth_nibbles<S: Simd>([a, b, c, d]: &[Vector<S>; 4]) -> Vector<S> {
    let lower = masked_union::<S>([*a, *b << 1, *c << 2], [NINTH, NINTH << 1, NINTH << 2]);
    let highest = (*d << 3) & splat(d.token(), NINTH << 3);
    lower | highest
}

/// Moves the nibble in byte j of a minirow, which is in bits 8j to 8j + 3, to bits 9j + 8 to
/// 9j + 11. So its lowest bit is the highest of field j.
#[inline(always)]
fn nibbles_to_fields<S: Simd>(minirow: Vector<S>) -> Vector<S> {
    masked_union::<S>(
        [minirow << 8, minirow << 9, minirow << 10],
        [0xF << 8, 0xF << 17, 0xF << 26],
    )
}

/// The inverse of [`nibbles_to_fields`].
#[inline(always)]
fn nibbles_from_fields<S: Simd>(word: Vector<S>) -> Vector<S> {
    masked_union::<S>(
        [word >> 8, word >> 9, word >> 10],
        [0xF, 0xF << 8, 0xF << 16],
    )
}

/// The first eight bits of each field of a plane, as bytes.
#[inline(always)]
fn field_bytes<S: Simd>(plane: Vector<S>) -> Vector<S> {
    masked_union::<S>(
        [plane, plane >> 1, plane >> 2],
        [0xFF, 0xFF << 8, 0xFF << 16],
    )
}

/// In each half byte, bit x of word y becomes bit y of word x.
#[inline(always)]
fn transpose_nibbles<S: Simd>([a, b, c, d]: [Vector<S>; 4]) -> [Vector<S>; 4] {
    let [a, b] = [
        bit_select::<S>(0x5555_5555, a, b << 1),
        bit_select::<S>(0x5555_5555, a >> 1, b),
    ];
    let [c, d] = [
        bit_select::<S>(0x5555_5555, c, d << 1),
        bit_select::<S>(0x5555_5555, c >> 1, d),
    ];
    [
        bit_select::<S>(0x3333_3333, a, c << 2),
        bit_select::<S>(0x3333_3333, b, d << 2),
        bit_select::<S>(0x3333_3333, a >> 2, c),
        bit_select::<S>(0x3333_3333, b >> 2, d),
    ]
}
