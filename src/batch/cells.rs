//! Grids to words and back, a vector of them at a time.
//!
//! At ten million grids a second this costs as much as solving if it looks at cells one by one. So a digit is its four binary
//! digits, its *planes*, and one operation works on a plane of many cells: in the end of all that have the same row in their boxes.
//!
//! ```text
//! cells of a row      c0 c1 c2 c3 | c4 c5 c6 c7 | c8       bytes of three words
//! minirows            c0 c1 c2 | c3 c4 c5 | c6 c7 c8       the same, a word for each
//! planes              27 cells: a field for each column of the box, in it a bit for each box, as in a word of candidates
//! digits              the same for each digit: where it can be
//! ```
//!
//! Of a word of candidates the fields are digits and the columns are words: there the two change places.

use fearless_simd::Bytes;
use fearless_simd::prelude::*;

use super::pool::{Pool, Single};
use super::words::{Lanes, MOST_LANES, WORDS, Words, merge, nine, three, turn_bands, turn_stacks, word};
use crate::grid::{Candidates, Grid};

/// A row of one grid a lane: its nine cells, and seven bytes more to make four words. To copy so much at once is less work than
/// to put words together cell by cell, although the vectors must then be sorted out.
type Row = [[u8; 16]; MOST_LANES];

type Rows = [Row; 9];

/// Nine bits: a field of a word.
const FIELD: u32 = 0o777;

/// The highest bit of each field: that of the ninth box.
const NINTH: u32 = 0o400_400_400;

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

    /// Puts away the candidates of these grids: a clue has itself, a blank the digits that it does not see. Grids with fewer clues
    /// than that are left out, and their tags given.
    #[inline(always)]
    pub fn empty_into<S: Simd>(&mut self, simd: S, pool: &mut Pool, fewest: u8) -> &[u32] {
        let mut words = [Lanes::<S>::splat(simd, 0); WORDS];
        let clues = read_rows(simd, &self.rows, 0, &mut words)
            + read_rows(simd, &self.rows, 1, &mut words)
            + read_rows(simd, &self.rows, 2, &mut words);
        strike_seen::<S>(&mut words);
        let tags = Lanes::<S>::from_slice(simd, &self.tags[..Lanes::<S>::LEN]);
        let all = (1 << std::mem::take(&mut self.count)) - 1;
        let few = all & clues.simd_lt(Lanes::<S>::splat(simd, fewest.into())).to_bitmask();
        if few == 0 {
            pool.push_first::<S>(&words, tags, all.count_ones() as usize);
        } else {
            pool.push(simd, &words, tags, all & !few);
        }
        // Their tags have done their work: those wanted take their places.
        tags.compress(S::mask32s::from_bitmask(simd, few)).store_slice(&mut self.tags[..Lanes::<S>::LEN]);
        &self.tags[..few.count_ones() as usize]
    }
}

/// Candidates as words, one by one.
pub(super) fn words_of(candidates: &Candidates) -> Single {
    let mut words = [0; WORDS];
    for (cell, &set) in candidates.masks().iter().enumerate() {
        for d in (0..9).filter(|d| set >> d & 1 != 0) {
            let (word, bit) = candidate(cell, d);
            words[word] |= 1 << bit;
        }
    }
    words
}

/// These words with no other candidates in a cell than those in the set.
pub(super) fn with_only(mut words: Single, cell: usize, set: u16) -> Single {
    for d in (0..9).filter(|d| set >> d & 1 == 0) {
        let (word, bit) = candidate(cell, d);
        words[word] &= !(1 << bit);
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

/// Reads the rows with place i in their bands. Gives the number of clues in them.
#[inline(always)]
fn read_rows<S: Simd>(simd: S, rows: &Rows, i: usize, words: &mut Words<S>) -> Lanes<S> {
    let row = three!(|band| {
        let [first, second, last] = read::<S>(simd, &rows[3 * band + i]);
        [first, (first >> 24) | (second << 8), (second >> 16) | (last << 16)]
    });
    let [a, b, c, d] = planes_of::<S>(&nine!(|x| row[x % 3][x / 3]));
    let clues = a | b | c | d;
    let blank = !clues;
    let digits = [
        blank | (a & !b & !c & !d),
        blank | (b & !a & !c),
        blank | (a & b & !c),
        blank | (c & !a & !b),
        blank | (a & c & !b),
        blank | (b & c & !a),
        blank | (a & b & c),
        blank | (d & !a),
        blank | (d & a),
    ];
    for g in 0..3 {
        let columns = swap_fields::<S>(three!(|x| digits[3 * g + x]));
        words[word(g, i, 0)..=word(g, i, 2)].copy_from_slice(&columns);
    }
    clues.count_ones()
}

/// The first four cells of a row, the next four, and the ninth with whatever has been copied after it.
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
    [first, odd0.unzip_low(odd1), last]
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
    let inner = Lanes::<S>::splat(word.token(), 0xFF00);
    (word >> 24) | ((word >> 8) & inner) | ((word & inner) << 8) | (word << 24)
}

/// The planes of minirows, which come by box: cell j is byte j.
#[inline(always)]
fn planes_of<S: Simd>(minirows: &[Lanes<S>; 9]) -> [Lanes<S>; 4] {
    // Two minirows share the bytes of a word.
    let [a, b, c] = three!(|x| minirows[x] | (minirows[x + 4] << 4));
    let planes = transpose::<S>([a, b, c, minirows[3] | (minirows[7] << 4)]);
    // The ninth does not fit into a byte. Its bits go where a field has room for them, one above the other.
    let ninth = pick::<S>([minirows[8] << 8, minirows[8] << 9, minirows[8] << 10], [0xF << 8, 0xF << 17, 0xF << 26]);
    [
        join::<S>(planes[0], ninth),
        join::<S>(planes[1], ninth >> 1),
        join::<S>(planes[2], ninth >> 2),
        join::<S>(planes[3], ninth >> 3), //
    ]
}

/// The plane of these bytes and bits.
#[inline(always)]
fn join<S: Simd>(bytes: Lanes<S>, ninth: Lanes<S>) -> Lanes<S> {
    let eight = pick::<S>([bytes, bytes << 1, bytes << 2], [0xFF, 0xFF << 9, 0xFF << 18]);
    eight | (ninth & Lanes::<S>::splat(ninth.token(), NINTH))
}

/// The minirows of planes.
#[inline(always)]
fn minirows_of<S: Simd>(planes: &[Lanes<S>; 4]) -> [Lanes<S>; 9] {
    let [a, b, c, d] = *planes;
    let [e, f, g, h] = transpose::<S>([bytes::<S>(a), bytes::<S>(b), bytes::<S>(c), bytes::<S>(d)]);
    let ninth = pick::<S>([a, b << 1, c << 2], [NINTH, NINTH << 1, NINTH << 2])
        | ((d << 3) & Lanes::<S>::splat(d.token(), NINTH << 3));
    let nibbles = Lanes::<S>::splat(a.token(), 0x000F_0F0F);
    [
        e & nibbles,
        f & nibbles,
        g & nibbles,
        h & nibbles,
        (e >> 4) & nibbles,
        (f >> 4) & nibbles,
        (g >> 4) & nibbles,
        (h >> 4) & nibbles,
        pick::<S>([ninth >> 8, ninth >> 9, ninth >> 10], [0xF, 0xF << 8, 0xF << 16]),
    ]
}

/// The bytes of a plane.
#[inline(always)]
fn bytes<S: Simd>(plane: Lanes<S>) -> Lanes<S> {
    pick::<S>([plane, plane >> 1, plane >> 2], [0xFF, 0xFF << 8, 0xFF << 16])
}

/// In each nibble, bit x of word y becomes bit y of word x.
#[inline(always)]
fn transpose<S: Simd>([a, b, c, d]: [Lanes<S>; 4]) -> [Lanes<S>; 4] {
    let [a, b] = [merge::<S>(0x5555_5555, a, b << 1), merge::<S>(0x5555_5555, a >> 1, b)];
    let [c, d] = [merge::<S>(0x5555_5555, c, d << 1), merge::<S>(0x5555_5555, c >> 1, d)];
    [
        merge::<S>(0x3333_3333, a, c << 2),
        merge::<S>(0x3333_3333, b, d << 2),
        merge::<S>(0x3333_3333, a >> 2, c),
        merge::<S>(0x3333_3333, b >> 2, d),
    ]
}

/// Field x of word y becomes field y of word x.
#[inline(always)]
fn swap_fields<S: Simd>([a, b, c]: [Lanes<S>; 3]) -> [Lanes<S>; 3] {
    let fields = [FIELD, FIELD << 9, FIELD << 18];
    [
        pick::<S>([a, b << 9, c << 18], fields),
        pick::<S>([a >> 9, b, c << 9], fields),
        pick::<S>([a >> 18, b >> 9, c], fields), //
    ]
}

/// These bits of each word, in one.
#[inline(always)]
fn pick<S: Simd>(words: [Lanes<S>; 3], masks: [u32; 3]) -> Lanes<S> {
    let [a, b, c] = three!(|x| words[x] & Lanes::<S>::splat(words[x].token(), masks[x]));
    a | b | c
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

/// Solutions, one a lane, in two words for each place in the box. Of the three words that they had there, by digit group, one at
/// most has a bit set: the first of the two tells whether it is the first or the last, the second whether the second or the last.
pub(super) type Packed<S> = [Lanes<S>; PACKED];

/// Words of a packed solution.
pub(super) const PACKED: usize = 18;

/// Packs words in which each cell has one candidate.
#[inline(always)]
pub(super) fn pack<S: Simd>(words: &Words<S>) -> impl Iterator<Item = Lanes<S>> {
    (0..PACKED).map(
        #[inline(always)]
        |x| words[x] | words[18 + x % 9],
    )
}

/// Solutions on their way out of words, one a lane.
pub(super) struct Solutions(Rows);

impl Solutions {
    pub fn new() -> Solutions {
        Solutions([[[0; 16]; MOST_LANES]; 9])
    }

    /// Takes packed solutions; of lanes without any it means nothing.
    #[inline(always)]
    pub fn take<S: Simd>(&mut self, packed: &Packed<S>) {
        write_rows::<S>(packed, 0, &mut self.0);
        write_rows::<S>(packed, 1, &mut self.0);
        write_rows::<S>(packed, 2, &mut self.0);
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

/// Writes the rows with place i in their bands.
#[inline(always)]
fn write_rows<S: Simd>(packed: &Packed<S>, i: usize, rows: &mut Rows) {
    // The digit is 1 or 7, 2 or 8, 3 or 9; it is 4 or 7, 5 or 8, 6 or 9.
    let [a, b, c] = swap_fields::<S>(three!(|j| packed[3 * i + j]));
    let [d, e, f] = swap_fields::<S>(three!(|j| packed[9 + 3 * i + j]));
    let minirows = minirows_of::<S>(&[
        a | c | (e & !b),
        (b & !e) | (c ^ f) | (a & d),
        d | (e & !b) | (f & !c),
        (b & e) | (c & f), //
    ]);
    for band in 0..3 {
        let [a, b, c] = three!(|stack| minirows[3 * stack + band]);
        write::<S>([a | (b << 24), (b >> 8) | (c << 16), c >> 16], &mut rows[3 * band + i]);
    }
}
