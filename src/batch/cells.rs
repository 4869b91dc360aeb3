//! Grids to words and back, a vector of them at a time.
//!
//! At ten million grids a second this costs as much as solving if it looks at cells one by one. So a digit is its four binary
//! digits, its *planes*, and one operation works on a plane of many cells: of a row, then of three rows with the same place in
//! their bands, at last of all cells with the same place in their boxes.
//!
//! ```text
//! cells of a row        c7 c3 c6 c2 c5 c1 c4 c0    a nibble each, the ninth apart
//! a plane of 3 rows     the same nibbles, in each one bit a band
//! a plane of a place    nine bits, one a box, as in a word
//! ```

use fearless_simd::Bytes;
use fearless_simd::prelude::*;

use super::pool::{Pool, Single};
use super::words::{Lanes, MOST_LANES, WORDS, Words, nine, three, turn_bands, turn_stacks, word};
use crate::grid::{Candidates, Grid};

/// A row of one grid a lane: its nine cells, and seven bytes more to make four words. To copy so much at once is less work than
/// to put words together cell by cell, although the vectors must then be sorted out.
type Row = [[u8; 16]; MOST_LANES];

type Rows = [Row; 9];

/// The lowest bit of each nibble.
const NIBBLES: u32 = 0x1111_1111;

/// Nine bits: a field of a word.
const FIELD: u32 = 0o777;

/// Grids on their way into words.
pub(super) struct Intake {
    rows: Rows,
    tags: [u32; MOST_LANES],
    count: usize,
}

impl Intake {
    pub fn new() -> Intake {
        Intake { rows: [[[0; 16]; MOST_LANES]; 9], tags: [0; MOST_LANES], count: 0 }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// Takes in one grid more than before, up to a vector of them.
    #[inline(always)]
    pub fn push(&mut self, grid: &Grid, tag: usize) {
        let lane = self.count;
        let cells = grid.cells();
        for r in 0..8 {
            self.rows[r][lane].copy_from_slice(&cells[9 * r..9 * r + 16]);
        }
        self.rows[8][lane][..9].copy_from_slice(&cells[72..]);
        self.tags[lane] = tag as u32;
        self.count += 1;
    }

    /// Gives the candidates of these grids, a grid a lane: a clue has itself, a blank the digits that it does not see.
    #[inline(always)]
    pub fn empty_into<S: Simd>(&mut self, simd: S, pool: &mut Pool) {
        let mut words = [Lanes::<S>::splat(simd, 0); WORDS];
        read_rows(simd, &self.rows, 0, &mut words);
        read_rows(simd, &self.rows, 1, &mut words);
        read_rows(simd, &self.rows, 2, &mut words);
        strike_seen::<S>(&mut words);
        let tags = Lanes::<S>::from_slice(simd, &self.tags[..Lanes::<S>::LEN]);
        pool.push_first::<S>(&words, tags, self.count);
        self.count = 0;
    }
}

/// Candidates as words, one by one.
pub(super) fn words_of(candidates: &Candidates) -> Single {
    let mut words = [0; WORDS];
    for (cell, &set) in candidates.sets().iter().enumerate() {
        for d in (0..9).filter(|d| set >> d & 1 != 0) {
            let (word, bit) = candidate(cell, d);
            words[word] |= 1 << bit;
        }
    }
    words
}

/// The grid of words in which each cell has one candidate.
pub(super) fn grid_of(words: &Single) -> Grid {
    let mut grid = Grid::EMPTY;
    for (cell, d) in grid.cells_mut().iter_mut().enumerate() {
        let is_there = |d: usize| {
            let (word, bit) = candidate(cell, d);
            words[word] >> bit & 1 == 1
        };
        *d = (0..9).find(|&d| is_there(d)).map_or(0, |d| d as u8 + 1);
    }
    grid
}

/// Where a candidate is: its word, and its bit there. The digit is one less than it is written.
fn candidate(cell: usize, d: usize) -> (usize, usize) {
    let (r, c) = (cell / 9, cell % 9);
    (word(d / 3, r % 3, c % 3), 9 * (d % 3) + c / 3 * 3 + r / 3)
}

/// Reads the three rows with place i in their bands.
#[inline(always)]
fn read_rows<S: Simd>(simd: S, rows: &Rows, i: usize, words: &mut Words<S>) {
    let parts = three!(|band| read::<S>(simd, &rows[3 * band + i]));
    let row = three!(|band| parts[band][0] | (parts[band][1] << 4));
    let last = parts[0][2] | (parts[1][2] << 4) | (parts[2][2] << 8);
    let planes = [
        plane::<S>(&row, last, 0),
        plane::<S>(&row, last, 1),
        plane::<S>(&row, last, 2),
        plane::<S>(&row, last, 3), //
    ];
    read_place::<S>(&planes, i, 0, words);
    read_place::<S>(&planes, i, 1, words);
    read_place::<S>(&planes, i, 2, words);
}

/// The first four cells of a row, the next four, and the ninth.
#[inline(always)]
fn read<S: Simd>(simd: S, row: &Row) -> [Lanes<S>; 3] {
    let bytes = row.as_flattened();
    let len = 4 * Lanes::<S>::LEN;
    let load = |x: usize| {
        little_endian::<S>(Lanes::<S>::from_bytes(<Lanes<S> as Bytes>::Bytes::from_slice(
            simd,
            &bytes[x * len..(x + 1) * len],
        )))
    };
    let (even0, odd0) = load(0).deinterleave(load(1));
    let (even1, odd1) = load(2).deinterleave(load(3));
    let (first, last) = even0.deinterleave(even1);
    // Above the ninth cell is what was copied with it.
    [first, odd0.unzip_low(odd1), last & Lanes::<S>::splat(simd, 0xF)]
}

/// Writes what [`read`] reads, and anything after the ninth cell.
#[inline(always)]
fn write<S: Simd>([first, second, last]: [Lanes<S>; 3], row: &mut Row) {
    let bytes = row.as_flattened_mut();
    let len = 4 * Lanes::<S>::LEN;
    let mut store = |x: usize, words: Lanes<S>| {
        little_endian::<S>(words).to_bytes().store_slice(&mut bytes[x * len..(x + 1) * len]);
    };
    let (even0, even1) = first.interleave(last);
    let (odd0, odd1) = second.interleave(second);
    let (a, b) = even0.interleave(odd0);
    let (c, d) = even1.interleave(odd1);
    store(0, a);
    store(1, b);
    store(2, c);
    store(3, d);
}

/// Bytes in the order of this machine to the lowest first, or back.
#[inline(always)]
fn little_endian<S: Simd>(word: Lanes<S>) -> Lanes<S> {
    if cfg!(target_endian = "little") {
        return word;
    }
    bits::<S>(word, -24, 0xFF) | bits::<S>(word, -8, 0xFF00) | bits::<S>(word, 8, 0xFF_0000) | (word << 24)
}

/// A plane of three rows, and that of their last cells.
#[inline(always)]
fn plane<S: Simd>(rows: &[Lanes<S>; 3], last: Lanes<S>, k: i32) -> [Lanes<S>; 2] {
    let [a, b, c] = three!(|band| bits::<S>(rows[band], band as i32 - k, NIBBLES << band));
    let [x, y, z] = three!(|band| bits::<S>(last, -k - 3 * band as i32, 1 << band));
    [a | b | c, x | y | z]
}

/// A word shifted to the left, or to the right if `by` is negative, without other bits than these.
#[inline(always)]
fn bits<S: Simd>(word: Lanes<S>, by: i32, mask: u32) -> Lanes<S> {
    let shifted = if by < 0 { word >> by.unsigned_abs() } else { word << by.unsigned_abs() };
    shifted & Lanes::<S>::splat(word.token(), mask)
}

/// Where the nibble of a cell is in its row; the ninth has a word to itself.
const fn nibble(c: usize) -> i32 {
    if c < 4 { 8 * c as i32 } else { 8 * (c as i32 % 4) + 4 }
}

/// Reads the cells with place (i, j) in their boxes.
#[inline(always)]
fn read_place<S: Simd>(planes: &[[Lanes<S>; 2]; 4], i: usize, j: usize, words: &mut Words<S>) {
    let [a, b, c, d] = [
        place::<S>(&planes[0], j),
        place::<S>(&planes[1], j),
        place::<S>(&planes[2], j),
        place::<S>(&planes[3], j), //
    ];
    let blank = bits::<S>(!(a | b | c | d), 0, FIELD);
    let blank = blank | (blank << 9) | (blank << 18);
    words[word(0, i, j)] = blank | (a & !b & !c & !d) | ((b & !a & !c) << 9) | ((a & b & !c) << 18);
    words[word(1, i, j)] = blank | (c & !a & !b) | ((a & c & !b) << 9) | ((b & c & !a) << 18);
    words[word(2, i, j)] = blank | (a & b & c) | ((d & !a) << 9) | ((a & d) << 18);
}

/// Strikes from blanks, which have all digits, those of clues in their row, column and box. What rounds would strike for clues
/// in a quarter of the time of one.
#[inline(always)]
fn strike_seen<S: Simd>(words: &mut Words<S>) {
    let blank = nine!(|x| words[x] & words[9 + x] & words[18 + x]);
    for g in 0..3 {
        let clue = nine!(|x| words[9 * g + x] & !blank[x]);
        let in_boxes = three!(|i| clue[3 * i] | clue[3 * i + 1] | clue[3 * i + 2]);
        let in_box = in_boxes[0] | in_boxes[1] | in_boxes[2];
        let in_row = three!(|i| along(in_boxes[i], turn_stacks::<S>) | in_box);
        let in_column = three!(|j| along(clue[j] | clue[3 + j] | clue[6 + j], turn_bands::<S>));
        for x in 0..9 {
            words[9 * g + x] &= !(blank[x] & (in_row[x / 3] | in_column[x % 3]));
        }
    }
}

/// The bits of all boxes along `turn`, for each of them.
#[inline(always)]
fn along<L: Copy + core::ops::BitOr<Output = L>>(word: L, turn: impl Fn(L) -> L) -> L {
    let next = turn(word);
    word | next | turn(next)
}

/// A plane of the cells with place j in their row of the box, one bit a box.
#[inline(always)]
fn place<S: Simd>(&[row, last]: &[Lanes<S>; 2], j: usize) -> Lanes<S> {
    let [a, b, c] = three!(|stack| {
        let c = 3 * stack + j;
        let to = 3 * stack as i32;
        if c == 8 { last << 6 } else { bits::<S>(row, to - nibble(c), 7 << to) }
    });
    a | b | c
}

/// Solutions on their way out of words, one a lane.
pub(super) struct Solutions(Rows);

impl Solutions {
    pub fn new() -> Solutions {
        Solutions([[[0; 16]; MOST_LANES]; 9])
    }

    /// Takes words in which each cell of these lanes has one candidate.
    #[inline(always)]
    pub fn take<S: Simd>(&mut self, simd: S, words: &Words<S>) {
        write_rows(simd, words, 0, &mut self.0);
        write_rows(simd, words, 1, &mut self.0);
        write_rows(simd, words, 2, &mut self.0);
    }

    /// Writes the solution of a lane where it is to stay: to copy what has just been written in pieces would stall.
    #[inline(always)]
    pub fn write(&self, lane: usize, grid: &mut Grid) {
        let cells = grid.cells_mut();
        // Each brings seven bytes too many, which the next puts right.
        for r in 0..8 {
            cells[9 * r..9 * r + 16].copy_from_slice(&self.0[r][lane]);
        }
        cells[72..].copy_from_slice(&self.0[8][lane][..9]);
    }
}

/// Writes the three rows with place i in their bands.
#[inline(always)]
fn write_rows<S: Simd>(simd: S, words: &Words<S>, i: usize, rows: &mut Rows) {
    let places = three!(|j| place_planes::<S>(words, i, j));
    let planes = [
        row_plane::<S>(&places, 0),
        row_plane::<S>(&places, 1),
        row_plane::<S>(&places, 2),
        row_plane::<S>(&places, 3), //
    ];
    let byte = Lanes::<S>::splat(simd, 0x0F0F_0F0F);
    for band in 0..3 {
        let [a, b, c, d] = [
            bits::<S>(planes[0][0], -(band as i32), NIBBLES),
            bits::<S>(planes[1][0], 1 - band as i32, NIBBLES << 1),
            bits::<S>(planes[2][0], 2 - band as i32, NIBBLES << 2),
            bits::<S>(planes[3][0], 3 - band as i32, NIBBLES << 3),
        ];
        let row = (a | b) | (c | d);
        let [a, b, c, d] = [
            bits::<S>(planes[0][1], -(band as i32), 1),
            bits::<S>(planes[1][1], 1 - band as i32, 2),
            bits::<S>(planes[2][1], 2 - band as i32, 4),
            bits::<S>(planes[3][1], 3 - band as i32, 8),
        ];
        write::<S>([row & byte, (row >> 4) & byte, (a | b) | (c | d)], &mut rows[3 * band + i]);
    }
}

/// The planes of the cells with place (i, j) in their boxes, one bit a box; above those anything.
#[inline(always)]
fn place_planes<S: Simd>(words: &Words<S>, i: usize, j: usize) -> [Lanes<S>; 4] {
    let [one, four, seven] = three!(|g| words[word(g, i, j)]);
    let [two, five, eight] = [one >> 9, four >> 9, seven >> 9];
    let [three, six, nine] = [one >> 18, four >> 18, seven >> 18];
    [one | three | five | seven | nine, two | three | six | seven, four | five | six | seven, eight | nine]
}

/// A plane of three rows, and that of their last cells.
#[inline(always)]
fn row_plane<S: Simd>(places: &[[Lanes<S>; 4]; 3], k: usize) -> [Lanes<S>; 2] {
    let [a, b, c] = three!(|j| {
        let bit = places[j][k];
        let [a, b, c] = three!(|stack| {
            let to = nibble(3 * stack + j);
            bits::<S>(bit, to - 3 * stack as i32, 7 << to)
        });
        if j == 2 { a | b } else { a | b | c }
    });
    [a | b | c, bits::<S>(places[2][k], -6, 7)]
}
