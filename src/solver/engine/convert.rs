//! Conversion of grids to words and of words to grids, a vector of grids at a time.
//!
//! At ten million grids a second, handling cells one by one would cost as much as solving. So the
//! rows at position i of the three bands (rows i, 3 + i and 6 + i) are converted together, as four
//! binary digits:
//!
//! ```text
//! Intake    -- read_planes -->   planes  -->  digits  -- swap_fields -->  words
//! ByteRows  <-- write_planes --  planes  <--  digits  <-- swap_fields --  packed words
//!
//! planes    one binary digit of 27 cells; the module `planes` has the details
//! digits    the cells with one digit, or with either of two: a field for each column of the box,
//!           in it a bit for each box, as in a plane
//! words     the candidates: a field for each digit, and a word for each column of the box
//! ```

use fearless_simd::prelude::*;

use super::layout::{
    FIELD, MAX_LANES, Vector, WORDS, Words, masked_union, nine, rotate_bands, rotate_stacks, three,
    word_index,
};
use super::planes::{ByteRows, read_planes, write_planes};
use super::stack::OneState;
use super::tag::Tag;
use crate::grid::{Candidates, Grid};

/// Grids on their way into words: at most a vector of them.
#[derive(Default)]
pub(super) struct Intake {
    rows: ByteRows,
    tags: [u32; MAX_LANES],
    count: usize,
}

/// Grids that the intake has loaded into the first lanes.
pub(super) struct Loaded<S: Simd> {
    pub tags: Vector<S>,
    pub clue_counts: Vector<S>,
    /// The number of grids.
    pub count: usize,
}

impl Intake {
    /// Adds a grid. Between two calls of [`Intake::load`] there is room for one vector of them.
    #[inline(always)]
    pub fn push(&mut self, grid: &Grid, tag: Tag) {
        let lane = self.count;
        let cells = grid.digits();
        for r in 0..8 {
            self.rows[r][lane].copy_from_slice(&cells[9 * r..9 * r + 16]);
        }
        self.rows[8][lane][..9].copy_from_slice(&cells[72..]);
        self.tags[lane] = tag.0;
        self.count += 1;
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Takes the grids out and writes their candidates to `words`: a clue has its digit, a blank
    /// the digits that it does not see. Lanes without a grid get meaningless words.
    #[inline(always)]
    pub fn load<S: Simd>(&mut self, simd: S, words: &mut Words<S>) -> Loaded<S> {
        let [a, b, c] = three!(|i| read_rows(simd, &self.rows, i, words));
        eliminate_seen::<S>(words);
        Loaded {
            tags: Vector::<S>::from_slice(simd, &self.tags[..Vector::<S>::LEN]),
            clue_counts: a + b + c,
            count: std::mem::take(&mut self.count),
        }
    }
}

/// Reads the rows at position i of the three bands: a clue has its digit, a blank all digits.
/// Returns the number of clues.
#[inline(always)]
fn read_rows<S: Simd>(simd: S, rows: &ByteRows, i: usize, words: &mut Words<S>) -> Vector<S> {
    let [a, b, c, d] = read_planes::<S>(simd, rows, i);
    let clues = a | b | c | d;
    let blank = !clues;
    // By digit: the cells with it, and all blanks. The planes are the binary digits 1, 2, 4 and 8.
    // No cell has more than 9, so not every plane matters for every digit.
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
        words[word_index(group, 3 * i)..][..3].copy_from_slice(&columns);
    }
    clues.count_ones()
}

/// Eliminates from each blank, which has all candidates, the clues in its row, column and box.
/// Rounds would do the same, but this takes a quarter of the time of one round.
#[inline(always)]
fn eliminate_seen<S: Simd>(words: &mut Words<S>) {
    let blank = nine!(|x| words[x] & words[9 + x] & words[18 + x]);
    for group in 0..3 {
        let clue = nine!(|x| words[word_index(group, x)] & !blank[x]);
        let in_boxes = three!(|i| clue[3 * i] | clue[3 * i + 1] | clue[3 * i + 2]);
        let in_box = in_boxes[0] | in_boxes[1] | in_boxes[2];
        let in_row = three!(|i| union_along(in_boxes[i], rotate_stacks::<S>) | in_box);
        let in_column =
            three!(|j| union_along(clue[j] | clue[3 + j] | clue[6 + j], rotate_bands::<S>));
        for x in 0..9 {
            words[word_index(group, x)] &= !(blank[x] & (in_row[x / 3] | in_column[x % 3]));
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

/// Unpacks the rows at position i of the three bands, of a solution in each lane. Lanes without a
/// solution get meaningless cells.
#[inline(always)]
pub(super) fn unpack_rows<S: Simd>(packed: &[Vector<S>; PACKED], i: usize, rows: &mut ByteRows) {
    // Cells with 1 or 7, 2 or 8, 3 or 9; then cells with 4 or 7, 5 or 8, 6 or 9.
    let [a, b, c] = swap_fields::<S>(three!(|j| packed[3 * i + j]));
    let [d, e, f] = swap_fields::<S>(three!(|j| packed[9 + 3 * i + j]));
    // The binary digits 1, 2, 4 and 8, and the digits that have them.
    let planes = [
        a | c | (e & !b),             // 1 and 7, 3 and 9, 5
        (b & !e) | (c ^ f) | (a & d), // 2, 3 and 6, 7
        d | (e & !b) | (f & !c),      // 4 and 7, 5, 6
        (b & e) | (c & f),            // 8, 9
    ];
    write_planes::<S>(&planes, i, rows);
}

/// Writes the solution of a lane to its final place. A copy through another grid would stall: it
/// would read what was just written in smaller pieces.
#[inline(always)]
pub(super) fn write_grid(rows: &ByteRows, lane: usize, grid: &mut Grid) {
    let cells = grid.digits_mut();
    // Each copy writes seven extra bytes, which the next copy overwrites.
    for r in 0..8 {
        cells[9 * r..9 * r + 16].copy_from_slice(&rows[r][lane]);
    }
    cells[72..].copy_from_slice(&rows[8][lane][..9]);
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
            word: word_index(i / 3, r % 3 * 3 + c % 3),
            bit: 9 * (i % 3) + c / 3 * 3 + r / 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::grid::Cell;
    use crate::solver::engine::layout::splat;
    use crate::solver::engine::stack::{Popped, state_in};
    use crate::solver::engine::tests::{for_each_level, stack_of};

    /// Any digits and blanks, whether or not they obey the rules.
    fn random_grid(random: &mut Rng) -> Grid {
        let blanks = random.u8(0..=100);
        Grid::from_digits(std::array::from_fn(|_| {
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
                for (tag, grid) in (0..).map(Tag).zip(&grids) {
                    intake.push(grid, tag);
                }
                let mut words = [splat(simd, 0); WORDS];
                let loaded = intake.load(simd, &mut words);
                assert_eq!(loaded.count, len);
                assert!(intake.is_empty());
                for (lane, grid) in grids.iter().enumerate() {
                    assert_eq!(loaded.tags[lane], lane as u32);
                    let clue_count = grid.placements().count() as u32;
                    assert_eq!(loaded.clue_counts[lane], clue_count);
                    let masks = std::array::from_fn(|cell| match grid.digits()[cell] {
                        0 => {
                            let cell = Cell(cell as u8);
                            let seen = Cell::all()
                                .filter(|other| other.sees(cell))
                                .map(|other| grid[other])
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
                    .map(|_| Grid::from_digits(cells()).unwrap())
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
