//! Conversion of grids to words and of words to grids, a vector of grids at a time.
//!
//! At ten million grids a second, handling cells one by one would cost as much as solving. So a
//! digit is split into its four binary digits, and one operation works on the same binary digit of
//! many cells:
//!
//! ```text
//! row        c0 c1 c2 c3 | c4 c5 c6 c7 | c8       the cells are bytes of three words
//! minirows   c0 c1 c2 | c3 c4 c5 | c6 c7 c8       the same cells, one word for each minirow
//! plane      one binary digit of 27 cells         a field for each column of the box, in it a bit
//!                                                 for each box
//! digit      whether 27 cells have this digit     the same layout as a plane
//! ```
//!
//! In a word of candidates the fields stand for digits, and columns have their own words. So fields
//! and words change places at the end.
//!
//! The code takes the first byte of a word for its lowest, so big-endian machines do not give grids
//! to the engine.

use fearless_simd::Bytes;
use fearless_simd::prelude::*;

use super::layout::{
    FIELD, MAX_LANES, Vector, WORDS, Words, merge, nine, rotate_bands, rotate_stacks, splat, three,
    word,
};
use super::plan::marked_multiple;
use super::stack::{OneState, StateStack};
use crate::grid::{Candidates, Grid};

/// The same row of one grid in each lane: its nine cells, and seven more bytes to fill four words.
/// Copying 16 bytes is cheaper than assembling words from cells, although the vectors have to be
/// rearranged afterwards.
type ByteRow = [[u8; 16]; MAX_LANES];

pub(super) type ByteRows = [ByteRow; 9];

/// The highest bit of each field, which stands for the ninth box.
const NINTH: u32 = 0o400_400_400;

/// Grids on their way into words: at most one vector of them.
#[derive(Default)]
pub(super) struct Intake {
    rows: ByteRows,
    tags: [u32; MAX_LANES],
    len: usize,
}

impl Intake {
    /// Adds a grid. Between two calls of [`Intake::load`] there is room for one vector of them.
    #[inline(always)]
    pub fn push(&mut self, grid: &Grid, tag: u32) {
        let lane = self.len;
        let cells = grid.cells();
        for r in 0..8 {
            self.rows[r][lane].copy_from_slice(&cells[9 * r..9 * r + 16]);
        }
        self.rows[8][lane][..9].copy_from_slice(&cells[72..]);
        self.tags[lane] = tag;
        self.len += 1;
    }

    /// Pushes the candidates of the grids on `open`: a clue has its digit, a blank the digits that
    /// it does not see. Grids with fewer than `min_clues` clues get the plan multiple; returns
    /// their tags.
    #[inline(always)]
    pub fn load<S: Simd>(&mut self, simd: S, open: &mut StateStack, min_clues: u8) -> &[u32] {
        if self.len == 0 {
            return &[];
        }
        let mut words = [splat(simd, 0); WORDS];
        let [a, b, c] = three!(|i| read_rows(simd, &self.rows, i, &mut words));
        eliminate_seen::<S>(&mut words);
        let len = std::mem::take(&mut self.len);
        let few = (a + b + c).simd_lt(splat(simd, min_clues.into()));
        let tags = Vector::<S>::from_slice(simd, &self.tags[..Vector::<S>::LEN]);
        let tags = few.select(marked_multiple::<S>(tags), tags);
        open.push_first::<S>(&words, tags, len);
        // Lanes without a grid may have few clues, too; their tags come last. `self.tags` is free
        // now, so it can hold the tags that are returned.
        let few_lanes = few.to_bitmask() & ((1 << len) - 1);
        tags.compress(few)
            .store_slice(&mut self.tags[..Vector::<S>::LEN]);
        &self.tags[..few_lanes.count_ones() as usize]
    }
}

/// The words of these candidates.
pub(super) fn words_of(candidates: &Candidates) -> OneState {
    let mut words = [0; WORDS];
    for (cell, &mask) in candidates.masks().iter().enumerate() {
        for group in 0..3 {
            // Three neighboring bits go to three fields.
            let digits = u32::from(mask) >> (3 * group) & 7;
            let Position { word, bit } = Position::of(cell, 3 * group);
            words[word] |= (digits & 1 | (digits & 2) << 8 | (digits & 4) << 16) << bit;
        }
    }
    words
}

/// The candidates of these words.
#[cfg(test)]
pub(super) fn candidates_of(words: &OneState) -> Candidates {
    let mut masks = [0; crate::grid::CELLS];
    for (cell, mask) in masks.iter_mut().enumerate() {
        for i in 0..9 {
            let Position { word, bit } = Position::of(cell, i);
            *mask |= ((words[word] >> bit & 1) as u16) << i;
        }
    }
    Candidates::from_masks(masks)
}

/// Where a candidate is.
struct Position {
    word: usize,
    bit: usize,
}

impl Position {
    /// The position of the candidate i + 1 of a cell.
    fn of(cell: usize, i: usize) -> Position {
        let (r, c) = (cell / 9, cell % 9);
        Position {
            word: word(i / 3, r % 3, c % 3),
            bit: 9 * (i % 3) + c / 3 * 3 + r / 3,
        }
    }
}

/// Reads the rows at position i of the three bands. Returns the number of their clues.
#[inline(always)]
fn read_rows<S: Simd>(simd: S, rows: &ByteRows, i: usize, words: &mut Words<S>) -> Vector<S> {
    // By band and stack: a minirow in three bytes; the fourth is not used.
    let row = three!(|band| {
        let [first, second, last] = read_row::<S>(simd, &rows[3 * band + i]);
        [
            first,
            (first >> 24) | (second << 8),
            (second >> 16) | (last << 16),
        ]
    });
    // The planes of the binary digits 1, 2, 4 and 8. Box x is in band x % 3 and stack x / 3.
    let [a, b, c, d] = planes_of::<S>(&nine!(|x| row[x % 3][x / 3]));
    let clues = a | b | c | d;
    let blank = !clues;
    // By digit: the cells with it, and all blanks. No cell has more than 9, so not every plane
    // matters for every digit.
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
    for group in 0..3 {
        let columns = swap_fields::<S>(three!(|x| digits[3 * group + x]));
        words[word(group, i, 0)..=word(group, i, 2)].copy_from_slice(&columns);
    }
    clues.count_ones()
}

/// Three words: the first four cells of a row, the next four, and the ninth with whatever was
/// copied after it.
#[inline(always)]
fn read_row<S: Simd>(simd: S, row: &ByteRow) -> [Vector<S>; 3] {
    let [a, b] = [load_quarter(simd, row, 0), load_quarter(simd, row, 1)];
    let [c, d] = [load_quarter(simd, row, 2), load_quarter(simd, row, 3)];
    let (even0, odd0) = a.deinterleave(b);
    let (even1, odd1) = c.deinterleave(d);
    let (first, last) = even0.deinterleave(even1);
    [first, odd0.unzip_low(odd1), last]
}

/// The quarter x of the bytes of a row, which fills a vector.
#[inline(always)]
fn load_quarter<S: Simd>(simd: S, row: &ByteRow, x: usize) -> Vector<S> {
    let len = 4 * Vector::<S>::LEN;
    let bytes = &row.as_flattened()[x * len..][..len];
    Vector::<S>::from_bytes(<Vector<S> as Bytes>::Bytes::from_slice(simd, bytes))
}

/// Writes what [`read_row`] reads, with anything after the ninth cell.
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

/// The planes of nine minirows, one for each box in the order of bits; byte j of a minirow is its
/// cell in column j.
#[inline(always)]
fn planes_of<S: Simd>(minirows: &[Vector<S>; 9]) -> [Vector<S>; 4] {
    // A digit takes half a byte, so two minirows share a word.
    let [a, b, c] = three!(|x| minirows[x] | (minirows[x + 4] << 4));
    let planes = transpose::<S>([a, b, c, minirows[3] | (minirows[7] << 4)]);
    // There is no room for the ninth minirow. Its bits go above the eight others of their fields.
    let ninth = masked_union::<S>(
        [minirows[8] << 8, minirows[8] << 9, minirows[8] << 10],
        [0xF << 8, 0xF << 17, 0xF << 26],
    );
    [
        add_ninth_box::<S>(planes[0], ninth),
        add_ninth_box::<S>(planes[1], ninth >> 1),
        add_ninth_box::<S>(planes[2], ninth >> 2),
        add_ninth_box::<S>(planes[3], ninth >> 3),
    ]
}

/// A plane made of three bytes for the first eight boxes and three bits for the ninth box.
#[inline(always)]
fn add_ninth_box<S: Simd>(bytes: Vector<S>, ninth: Vector<S>) -> Vector<S> {
    let eight = masked_union::<S>(
        [bytes, bytes << 1, bytes << 2],
        [0xFF, 0xFF << 9, 0xFF << 18],
    );
    eight | (ninth & splat(ninth.token(), NINTH))
}

/// The inverse of [`planes_of`].
#[inline(always)]
fn minirows_of<S: Simd>(planes: &[Vector<S>; 4]) -> [Vector<S>; 9] {
    let [a, b, c, d] = *planes;
    let pairs = transpose::<S>([
        field_bytes::<S>(a),
        field_bytes::<S>(b),
        field_bytes::<S>(c),
        field_bytes::<S>(d),
    ]);
    let ninth = masked_union::<S>([a, b << 1, c << 2], [NINTH, NINTH << 1, NINTH << 2])
        | ((d << 3) & splat(d.token(), NINTH << 3));
    let nibbles = splat(a.token(), 0x000F_0F0F);
    nine!(|x| match x {
        8 => masked_union::<S>(
            [ninth >> 8, ninth >> 9, ninth >> 10],
            [0xF, 0xF << 8, 0xF << 16]
        ),
        _ => (pairs[x % 4] >> (x as u32 / 4 * 4)) & nibbles,
    })
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
fn transpose<S: Simd>([a, b, c, d]: [Vector<S>; 4]) -> [Vector<S>; 4] {
    let [a, b] = [
        merge::<S>(0x5555_5555, a, b << 1),
        merge::<S>(0x5555_5555, a >> 1, b),
    ];
    let [c, d] = [
        merge::<S>(0x5555_5555, c, d << 1),
        merge::<S>(0x5555_5555, c >> 1, d),
    ];
    [
        merge::<S>(0x3333_3333, a, c << 2),
        merge::<S>(0x3333_3333, b, d << 2),
        merge::<S>(0x3333_3333, a >> 2, c),
        merge::<S>(0x3333_3333, b >> 2, d),
    ]
}

/// Field x of word y becomes field y of word x.
#[inline(always)]
fn swap_fields<S: Simd>([a, b, c]: [Vector<S>; 3]) -> [Vector<S>; 3] {
    let fields = [FIELD, FIELD << 9, FIELD << 18];
    [
        masked_union::<S>([a, b << 9, c << 18], fields),
        masked_union::<S>([a >> 9, b, c << 9], fields),
        masked_union::<S>([a >> 18, b >> 9, c], fields),
    ]
}

/// The union of three words, each restricted to its mask.
#[inline(always)]
fn masked_union<S: Simd>(words: [Vector<S>; 3], masks: [u32; 3]) -> Vector<S> {
    let [a, b, c] = three!(|x| words[x] & splat(words[x].token(), masks[x]));
    a | b | c
}

/// Eliminates from each blank, which has all candidates, the clues in its row, column and box.
/// Rounds would do the same, but this takes a quarter of the time of one round.
#[inline(always)]
fn eliminate_seen<S: Simd>(words: &mut Words<S>) {
    let blank = nine!(|x| words[x] & words[9 + x] & words[18 + x]);
    for group in 0..3 {
        let clue = nine!(|x| words[9 * group + x] & !blank[x]);
        let in_boxes = three!(|i| clue[3 * i] | clue[3 * i + 1] | clue[3 * i + 2]);
        let in_box = in_boxes[0] | in_boxes[1] | in_boxes[2];
        let in_row = three!(|i| union_along(in_boxes[i], rotate_stacks::<S>) | in_box);
        let in_column =
            three!(|j| union_along(clue[j] | clue[3 + j] | clue[6 + j], rotate_bands::<S>));
        for x in 0..9 {
            words[9 * group + x] &= !(blank[x] & (in_row[x / 3] | in_column[x % 3]));
        }
    }
}

/// For each box, the union of the bits of the three boxes of its band or stack.
#[inline(always)]
fn union_along<V: Copy + core::ops::BitOr<Output = V>>(word: V, rotate: impl Fn(V) -> V) -> V {
    let next = rotate(word);
    word | next | rotate(next)
}

/// The number of words of a packed solution: two for each cell of the box instead of three. A box
/// has one digit in that cell, so only one of the three groups has a bit for the box. The first
/// packed word has the bits of the first and last groups, the second the bits of the second and
/// last.
pub(super) const PACKED: usize = 18;

/// Packs words in which each cell has one candidate.
#[inline(always)]
pub(super) fn pack<S: Simd>(words: &Words<S>) -> impl Iterator<Item = Vector<S>> {
    (0..PACKED).map(
        #[inline(always)]
        |x| words[x] | words[18 + x % 9],
    )
}

/// Writes the solution of a lane to its final place. A copy through another grid would stall: it
/// would read what was just written in smaller pieces.
#[inline(always)]
pub(super) fn write_grid(rows: &ByteRows, lane: usize, grid: &mut Grid) {
    let cells = grid.cells_mut();
    // Each copy writes seven extra bytes, which the next copy overwrites.
    for r in 0..8 {
        cells[9 * r..9 * r + 16].copy_from_slice(&rows[r][lane]);
    }
    cells[72..].copy_from_slice(&rows[8][lane][..9]);
}

/// Unpacks the rows at position i of the three bands, of a solution in each lane. Lanes without a
/// solution get meaningless cells.
#[inline(always)]
pub(super) fn unpack_rows<S: Simd>(packed: &[Vector<S>; PACKED], i: usize, rows: &mut ByteRows) {
    // Cells with 1 or 7, 2 or 8, 3 or 9; then cells with 4 or 7, 5 or 8, 6 or 9.
    let [a, b, c] = swap_fields::<S>(three!(|j| packed[3 * i + j]));
    let [d, e, f] = swap_fields::<S>(three!(|j| packed[9 + 3 * i + j]));
    // The planes of the binary digits 1, 2, 4 and 8.
    let minirows = minirows_of::<S>(&[
        a | c | (e & !b),             // 1 and 7, 3 and 9, 5
        (b & !e) | (c ^ f) | (a & d), // 2, 3 and 6, 7
        d | (e & !b) | (f & !c),      // 4 and 7, 5, 6
        (b & e) | (c & f),            // 8, 9
    ]);
    for band in 0..3 {
        let [a, b, c] = three!(|stack| minirows[3 * stack + band]);
        write_row::<S>(
            [a | (b << 24), (b >> 8) | (c << 16), c >> 16],
            &mut rows[3 * band + i],
        );
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::grid::UNITS;
    use crate::solver::engine::plan::Plan;
    use crate::solver::engine::stack::{Popped, state_in};
    use crate::solver::engine::tests::{for_each_level, stack_of};

    /// Any digits and blanks, whether or not they obey the rules.
    fn random_grid(random: &mut Rng) -> Grid {
        let blanks = random.u8(0..=100);
        Grid::from_cells(std::array::from_fn(|_| {
            if random.u8(..100) < blanks {
                0
            } else {
                random.u8(1..=9)
            }
        }))
        .unwrap()
    }

    #[test]
    fn candidates_survive_the_conversion_to_words_and_back() {
        let mut random = Rng::with_seed(1);
        for _ in 0..100 {
            let candidates = Candidates::from_masks(std::array::from_fn(|_| random.u16(..512)));
            assert_eq!(candidates_of(&words_of(&candidates)), candidates);
        }
    }

    #[test]
    fn words_of_a_grid_are_the_digits_that_no_clue_excludes() {
        for_each_level!(|simd, S| {
            let mut random = Rng::with_seed(2);
            for len in 1..=Vector::<S>::LEN {
                let grids: Vec<Grid> = (0..len).map(|_| random_grid(&mut random)).collect();
                let mut intake = Intake::default();
                let mut stack = StateStack::new();
                (0..)
                    .zip(&grids)
                    .for_each(|(tag, grid)| intake.push(grid, tag));
                let min_clues = random.u8(..40);
                let few: Vec<u32> = intake.load(simd, &mut stack, min_clues).to_vec();
                let has_few =
                    |tag: u32| grids[tag as usize].clues().count() < usize::from(min_clues);
                let mark = Plan::Multiple.tag();
                let tagged = (0..len as u32).map(|tag| if has_few(tag) { tag | mark } else { tag });
                assert!(tagged.clone().filter(|tag| tag & mark != 0).eq(few));
                let mut words = [splat(simd, 0); WORDS];
                let Popped { tags, count } = stack.pop_vector(simd, &mut words);
                assert!(tagged.eq(tags.as_slice()[..count].iter().copied()));
                for (lane, grid) in grids.iter().enumerate() {
                    let masks = std::array::from_fn(|cell| match grid.cells()[cell] {
                        0 => {
                            let sees = |other: &usize| {
                                UNITS[*other].iter().any(|unit| UNITS[cell].contains(unit))
                            };
                            let seen = (0..81)
                                .filter(sees)
                                .map(|other| grid.cells()[other])
                                .filter(|&d| d > 0);
                            seen.fold(0x1ff, |mask, d| mask & !(1 << (d - 1)))
                        }
                        d => 1 << (d - 1),
                    });
                    let words = state_in::<S>(&words, lane);
                    assert_eq!(
                        candidates_of(&words),
                        Candidates::from_masks(masks),
                        "{grid}"
                    );
                }
            }
        });
    }

    #[test]
    fn full_grids_survive_the_conversion_to_words_and_back() {
        for_each_level!(|simd, S| {
            let mut random = Rng::with_seed(3);
            for _ in 0..100 {
                let mut cells = || std::array::from_fn(|_| random.u8(1..=9));
                let grids: Vec<Grid> = (0..Vector::<S>::LEN)
                    .map(|_| Grid::from_cells(cells()).unwrap())
                    .collect();
                let mut stack = stack_of(&grids);
                let mut words = [splat(simd, 0); WORDS];
                let Popped { tags, count } = stack.pop_vector(simd, &mut words);
                assert_eq!(count, grids.len());
                let mut packed = [splat(simd, 0); PACKED];
                packed
                    .iter_mut()
                    .zip(pack::<S>(&words))
                    .for_each(|(to, from)| *to = from);
                let mut rows = ByteRows::default();
                three!(|i| unpack_rows::<S>(&packed, i, &mut rows));
                for lane in 0..count {
                    let mut grid = Grid::EMPTY;
                    write_grid(&rows, lane, &mut grid);
                    assert_eq!(grid, grids[tags[lane] as usize]);
                }
            }
        });
    }
}
