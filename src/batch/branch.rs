//! Where to branch: a triad that holds a digit or does not.
//!
//! A digit takes one minirow in each row of a band and one in each of its boxes, so a band that is settled has 27 places of
//! digits in minirows, and each place more is a choice still open. Of the bands and stacks that are not settled the one with
//! the fewest places is nearest to a contradiction or a solution; in it, the digit with the fewest. The first of its places
//! that is open is the guess. This takes half the guesses that the cells with two candidates would.

use fearless_simd::prelude::*;

use super::words::{Lanes, Words, add, merge, nine, other_digits, three, turn_bands, turn_stacks, word};

/// A guess of each stuck lane: one bit in one of its words here, by digit group and minirow (minicolumn).
pub(super) struct Guess<S: Simd> {
    rows: [Lanes<S>; 9],
    columns: [Lanes<S>; 9],
}

impl<S: Simd> Guess<S> {
    /// The guesses of the stuck lanes; the others have none.
    #[inline(always)]
    pub fn choose(simd: S, words: &Words<S>, stuck: u64) -> Self {
        let zero = Lanes::<S>::splat(simd, 0);
        let rows: [_; 9] =
            nine!(|x| words[word(x / 3, x % 3, 0)] | words[word(x / 3, x % 3, 1)] | words[word(x / 3, x % 3, 2)]);
        let columns: [_; 9] =
            nine!(|x| words[word(x / 3, 0, x % 3)] | words[word(x / 3, 1, x % 3)] | words[word(x / 3, 2, x % 3)]);
        // The band or stack with the fewest triads left above 27.
        let mut fewest = Lanes::<S>::splat(simd, u32::MAX);
        let mut places = zero;
        let planes = tally::<S>(&rows);
        for band in 0..3 {
            consider::<S>(simd, &planes, 0o111_111_111 << band, &mut fewest, &mut places);
        }
        let of_bands = fewest;
        let planes = tally::<S>(&columns);
        for stack in 0..3 {
            consider::<S>(simd, &planes, 0o007_007_007 << (3 * stack), &mut fewest, &mut places);
        }
        let in_band = fewest.simd_eq(of_bands);
        // The digit with the fewest triads above three in it.
        let mut fewest = Lanes::<S>::splat(simd, u32::MAX);
        let mut lines = [zero; 3];
        let mut chosen_group = zero;
        for group in 0..3 {
            let line = three!(|x| in_band.select(rows[3 * group + x], columns[3 * group + x]) & places);
            let (ones, twos) = add::<S>(line[0], line[1], line[2]);
            let turned = in_band.select(turn_bands::<S>(twos), turn_stacks::<S>(twos));
            let again = in_band.select(turn_bands::<S>(turned), turn_stacks::<S>(turned));
            let bits = ones | turned | again;
            for e in 0..3 {
                let block = Lanes::<S>::splat(simd, 0o777 << (9 * e));
                let left = (bits & block).count_ones() - Lanes::<S>::splat(simd, 4);
                let fewer = left.simd_lt(fewest);
                fewest = left.min(fewest);
                for x in 0..3 {
                    lines[x] = fewer.select(line[x] & block, lines[x]);
                }
                chosen_group = fewer.select(Lanes::<S>::splat(simd, group as u32), chosen_group);
            }
        }
        // Its first open triad.
        let stuck = S::mask32s::from_bitmask(simd, stuck);
        let open0 = lines[0] & (lines[1] | lines[2]);
        let open1 = lines[1] & (lines[2] | lines[0]);
        let first = open0.simd_ne(zero);
        let open = first.select(open0, open1);
        let bit = stuck.select(open & (zero - open), zero);
        let bit0 = first.select(bit, zero);
        let bit1 = first.select(zero, bit);
        let mut guess = Guess { rows: [zero; 9], columns: [zero; 9] };
        for group in 0..3 {
            let here = chosen_group.simd_eq(Lanes::<S>::splat(simd, group as u32));
            let in_row = here & in_band;
            let in_column = here & !in_band;
            guess.rows[3 * group] = in_row.select(bit0, zero);
            guess.rows[3 * group + 1] = in_row.select(bit1, zero);
            guess.columns[3 * group] = in_column.select(bit0, zero);
            guess.columns[3 * group + 1] = in_column.select(bit1, zero);
        }
        guess
    }

    /// The words without the guess.
    #[inline(always)]
    pub fn no(&self, words: &Words<S>) -> Words<S> {
        let mut no = *words;
        for g in 0..3 {
            for i in 0..3 {
                for j in 0..3 {
                    no[word(g, i, j)] &= !(self.rows[3 * g + i] | self.columns[3 * g + j]);
                }
            }
        }
        no
    }

    /// Makes the guess true: strikes the digit from the other triads that cross its box in the same direction.
    #[inline(always)]
    pub fn write_yes(&self, words: &mut Words<S>) {
        for g in 0..3 {
            for i in 0..3 {
                for j in 0..3 {
                    let rivals = self.rows[3 * g + (i + 1) % 3]
                        | self.rows[3 * g + (i + 2) % 3]
                        | self.columns[3 * g + (j + 1) % 3]
                        | self.columns[3 * g + (j + 2) % 3];
                    let word = &mut words[word(g, i, j)];
                    *word &= !rivals;
                }
            }
        }
    }
}

/// For each lane, the first open cell in row-major order, and its smallest candidate.
pub(super) struct Split<S: Simd> {
    /// By place in the box: whether the cell is there, as its box's bit in all three fields.
    cell: [Lanes<S>; 9],
    /// By digit group: the candidate's bit.
    candidate: [Lanes<S>; 3],
    /// By digit group and row of the box: the candidate in the other boxes of its row.
    rivals: [Lanes<S>; 9],
}

impl<S: Simd> Split<S> {
    /// Of lanes without an open cell it means nothing.
    #[inline(always)]
    pub fn first_open(simd: S, words: &Words<S>) -> Self {
        let zero = Lanes::<S>::splat(simd, 0);
        // By column of the box: the cells with several candidates. A field for each row of the box, in it a bit for each box.
        let open = three!(|j| {
            let [a, b, c] = three!(|i| several_candidates::<S>(words, i, j));
            merge::<S>(0o777, a, merge::<S>(0o777 << 9, b, c & Lanes::<S>::splat(simd, 0o777 << 18)))
        });
        // The first band; in it the first row of the box, and of that the first box.
        let any = open[0] | open[1] | open[2];
        let [first, second, third] = three!(|band| any & Lanes::<S>::splat(simd, 0o111_111_111 << band));
        let band = first.simd_ne(zero).select(first, second.simd_ne(zero).select(second, third));
        let place = band & (zero - band);
        let in_row = three!(|i| (place & Lanes::<S>::splat(simd, 0o777 << (9 * i))).simd_ne(zero));
        // There the first column.
        let column0 = open[0] & place;
        let column1 = open[1] & place & !column0;
        let columns = [column0, column1, place & !(column0 | column1)];
        let columns = three!(|j| columns[j] | other_digits::<S>(columns[j]));
        let cell = nine!(|x| in_row[x / 3].select(columns[x % 3], zero));
        // The first group that has candidates, and in it the lowest.
        let [first, second, third] = three!(|g| {
            let rows = three!(|i| {
                let [a, b, c] = three!(|j| words[word(g, i, j)] & cell[3 * i + j]);
                a | b | c
            });
            rows[0] | rows[1] | rows[2]
        });
        let in_first = first.simd_ne(zero);
        let in_second = second.simd_ne(zero) & !in_first;
        let group = in_first.select(first, in_second.select(second, third));
        let bit = group & (zero - group);
        let in_group = [in_first, in_second, !(in_first | in_second)];
        let candidate = three!(|g| in_group[g].select(bit, zero));
        let next = turn_stacks::<S>(bit);
        let along = next | turn_stacks::<S>(next);
        let rivals = nine!(|x| (in_group[x / 3] & in_row[x % 3]).select(along, zero));
        Split { cell, candidate, rivals }
    }

    /// The lanes that have an open cell.
    #[inline(always)]
    pub fn lanes(&self, simd: S) -> u64 {
        let zero = Lanes::<S>::splat(simd, 0);
        (self.candidate[0] | self.candidate[1] | self.candidate[2]).simd_ne(zero).to_bitmask()
    }

    /// Makes the candidate true: strikes all others from the cell, and this one from the other cells of its box and row. Writes
    /// the words without it, one after the other, elsewhere.
    #[inline(always)]
    pub fn part(&self, words: &mut Words<S>, without: &mut [u32]) {
        for g in 0..3 {
            for x in 0..9 {
                let word = &mut words[9 * g + x];
                let no = *word & !(self.cell[x] & self.candidate[g]);
                *word &= !((self.cell[x] ^ self.candidate[g]) | self.rivals[3 * g + x / 3]);
                no.store_slice(&mut without[(9 * g + x) * Lanes::<S>::LEN..][..Lanes::<S>::LEN]);
            }
        }
    }
}

/// The cells in row i and column j of their boxes that have several candidates, in the field of that row.
#[inline(always)]
fn several_candidates<S: Simd>(words: &Words<S>, i: usize, j: usize) -> Lanes<S> {
    let [a, b, c] = three!(|g| words[word(g, i, j)]);
    let any = a | b | c;
    let (_, two) = add::<S>(a, b, c);
    let fields = |word: Lanes<S>| match i {
        0 => [word, word >> 9, word >> 18],
        1 => [word << 9, word, word >> 9],
        _ => [word << 18, word << 9, word],
    };
    let [x, y, z] = fields(any);
    let (_, across) = add::<S>(x, y, z);
    let [x, y, z] = fields(two);
    across | x | y | z
}

/// Counts the bits of nine words, position by position: weights 1, 2, 4, 8.
#[inline(always)]
fn tally<S: Simd>(w: &[Lanes<S>; 9]) -> [Lanes<S>; 4] {
    let (s0, c0) = add::<S>(w[0], w[1], w[2]);
    let (s1, c1) = add::<S>(w[3], w[4], w[5]);
    let (s2, c2) = add::<S>(w[6], w[7], w[8]);
    let (one, c3) = add::<S>(s0, s1, s2);
    let (t, d0) = add::<S>(c0, c1, c2);
    [one, t ^ c3, d0 ^ (t & c3), d0 & t & c3]
}

#[inline(always)]
fn consider<S: Simd>(simd: S, planes: &[Lanes<S>; 4], mask: u32, fewest: &mut Lanes<S>, places: &mut Lanes<S>) {
    let mask = Lanes::<S>::splat(simd, mask);
    let count = (planes[0] & mask).count_ones()
        + ((planes[1] & mask).count_ones() << 1)
        + ((planes[2] & mask).count_ones() << 2)
        + ((planes[3] & mask).count_ones() << 3);
    let left = count - Lanes::<S>::splat(simd, 28);
    let fewer = left.simd_lt(*fewest);
    *fewest = left.min(*fewest);
    *places = fewer.select(mask, *places);
}
