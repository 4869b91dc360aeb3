//! Where to branch: a triad that holds a digit or does not.
//!
//! A digit takes one minirow in each row of a band and one in each of its boxes, so a band that is settled has 27 places of
//! digits in minirows, and each place more is a choice still open. Of the bands and stacks that are not settled the one with
//! the fewest places is nearest to a contradiction or a solution; in it, the digit with the fewest. The first of its places
//! that is open is the guess. This takes half the guesses that the cells with two candidates would.

use fearless_simd::prelude::*;

use super::words::{Lanes, Words, add, nine, three, turn_bands, turn_stacks, word};

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
        let boxes = Lanes::<S>::splat(simd, 0o777);
        // By place in the box, one bit a box: cells with several candidates.
        let open = nine!(|x| several_candidates::<S>(words, x) & boxes);
        let rows = three!(|i| open[3 * i] | open[3 * i + 1] | open[3 * i + 2]);
        // The first band, the first row in it, the first box of that, the first column in that.
        let any = rows[0] | rows[1] | rows[2];
        let band0 = Lanes::<S>::splat(simd, 0o111);
        let band1 = Lanes::<S>::splat(simd, 0o222);
        let band2 = Lanes::<S>::splat(simd, 0o444);
        let later = (any & band1).simd_ne(zero).select(band1, band2);
        let band = (any & band0).simd_ne(zero).select(band0, later);
        let in_first = (rows[0] & band).simd_ne(zero);
        let in_second = (rows[1] & band).simd_ne(zero) & !in_first;
        let row = in_first.select(rows[0], in_second.select(rows[1], rows[2])) & band;
        let place = row & (zero - row);
        let in_column = three!(|j| in_first.select(open[j], in_second.select(open[3 + j], open[6 + j])) & place);
        let column0 = in_column[0];
        let column1 = in_column[1] & !column0;
        let columns = [column0, column1, in_column[2] & !(column0 | column1)];
        let mut cell = [zero; 9];
        for (j, &column) in columns.iter().enumerate() {
            let column = column | (column << 9) | (column << 18);
            cell[j] = in_first.select(column, zero);
            cell[3 + j] = in_second.select(column, zero);
            cell[6 + j] = column & !(cell[j] | cell[3 + j]);
        }
        let mut candidates = [zero; 3];
        for (g, candidates) in candidates.iter_mut().enumerate() {
            for (x, &cell) in cell.iter().enumerate() {
                *candidates |= words[9 * g + x] & cell;
            }
        }
        let [a, b, c] = candidates;
        let b = a.simd_eq(zero).select(b, zero);
        let c = (a | b).simd_eq(zero).select(c, zero);
        let candidate = [a & (zero - a), b & (zero - b), c & (zero - c)];
        let along = three!(|g| {
            let next = turn_stacks::<S>(candidate[g]);
            next | turn_stacks::<S>(next)
        });
        let mut rivals = [zero; 9];
        for g in 0..3 {
            rivals[3 * g] = in_first.select(along[g], zero);
            rivals[3 * g + 1] = in_second.select(along[g], zero);
            rivals[3 * g + 2] = (in_first | in_second).select(zero, along[g]);
        }
        Split { cell, candidate, rivals }
    }

    /// The lanes that have an open cell.
    #[inline(always)]
    pub fn lanes(&self, simd: S) -> u64 {
        let zero = Lanes::<S>::splat(simd, 0);
        (self.candidate[0] | self.candidate[1] | self.candidate[2]).simd_ne(zero).to_bitmask()
    }

    /// The words without the candidate.
    #[inline(always)]
    pub fn no(&self, words: &Words<S>) -> impl Iterator<Item = Lanes<S>> {
        words.iter().enumerate().map(
            #[inline(always)]
            |(w, &word)| word & !(self.cell[w % 9] & self.candidate[w / 9]),
        )
    }

    /// Strikes all other candidates from the cell, and this one from the other cells of its box and row.
    #[inline(always)]
    pub fn write_yes(&self, words: &mut Words<S>) {
        for (w, word) in words.iter_mut().enumerate() {
            *word &= !((self.cell[w % 9] ^ self.candidate[w / 9]) | self.rivals[w / 3]);
        }
    }
}

/// The cells at a place in the box that have several candidates, one bit a box in the lowest field.
#[inline(always)]
fn several_candidates<S: Simd>(words: &Words<S>, x: usize) -> Lanes<S> {
    let [a, b, c] = three!(|g| words[9 * g + x]);
    let any = a | b | c;
    let (_, across) = add::<S>(any, any >> 9, any >> 18);
    let (_, two) = add::<S>(a, b, c);
    across | two | (two >> 9) | (two >> 18)
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
