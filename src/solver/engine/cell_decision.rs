//! Decisions on cells: whether the first unsolved cell holds its smallest candidate.
//!
//! With such decisions only, the first solution found is the lexicographically smallest if the side
//! on which the cell holds the candidate is always searched first.
//!
//! All functions work on a state in each lane.

use fearless_simd::prelude::*;

use super::layout::{
    FIELD, Vector, Words, full_add, lowest_bit, masked_union, nine, other_digits, rotate_stacks,
    splat, three, word_index,
};

/// Splits states by whether the first unsolved cell in row-major order holds its smallest
/// candidate.
///
/// In `words`, assumes that it does: the cell loses its other candidates, and the other cells of
/// its row and box lose this one. Writes to `excluded` the states in which the cell loses the
/// candidate. Returns the lanes that have an unsolved cell. Works on all lanes: the caller drops
/// those that it does not need.
#[inline(always)]
pub(super) fn split_by_cell<S: Simd>(
    simd: S,
    words: &mut Words<S>,
    excluded: &mut Words<S>,
) -> u64 {
    let cell = Cell::first_unsolved(simd, words);
    let candidate = cell.smallest_candidate(simd, words);
    let bit_by_group = candidate.bit_by_group(simd);
    let seen_in_row = candidate.seen_in_row(simd, &cell);
    for group in 0..3 {
        for x in 0..9 {
            let word = words[word_index(group, x)];
            // The box of the cell in all fields, or zero if x is another cell.
            let box_bits = cell.box_bits[x];
            // The box of the cell in the field of the digit, or zero in the other digit groups.
            let bit = bit_by_group[group];
            // The other candidates of the cell, or this candidate of the other cells of its box.
            let lost_in_box = box_bits ^ bit;
            let lost = lost_in_box | seen_in_row[3 * group + x / 3];
            excluded[word_index(group, x)] = word & !(box_bits & bit);
            words[word_index(group, x)] = word & !lost;
        }
    }
    candidate.bit.simd_ne(splat(simd, 0)).to_bitmask()
}

/// A cell.
struct Cell<S: Simd> {
    /// By row of the box: whether the cell is in it.
    is_in_row: [S::mask32s; 3],
    /// By cell of the box: if it is this cell, its box, in all three fields; else zero.
    box_bits: [Vector<S>; 9],
}

impl<S: Simd> Cell<S> {
    /// The first cell in row-major order that has several candidates. In lanes without one, all box
    /// bits are zero.
    #[inline(always)]
    fn first_unsolved(simd: S, words: &Words<S>) -> Cell<S> {
        let zero = splat(simd, 0);
        // By column of the box: a field for each row of the box, in it a bit for each box.
        let unsolved = three!(|j| {
            let [a, b, c] = three!(|i| several_candidates::<S>(words, i, j));
            masked_union::<S>([a, b, c], [FIELD, FIELD << 9, FIELD << 18])
        });
        let bit = first_minirow::<S>(simd, unsolved[0] | unsolved[1] | unsolved[2]);
        let is_in_row = three!(|i| (bit & splat(simd, FIELD << (9 * i))).simd_ne(zero));
        // The first column in that minirow.
        let column0 = unsolved[0] & bit;
        let column1 = unsolved[1] & bit & !column0;
        let columns = [column0, column1, bit & !(column0 | column1)];
        let box_bits = three!(|j| columns[j] | other_digits::<S>(columns[j]));
        Cell {
            is_in_row,
            box_bits: nine!(|x| is_in_row[x / 3].select(box_bits[x % 3], zero)),
        }
    }

    /// The smallest candidate of the cell.
    #[inline(always)]
    fn smallest_candidate(&self, simd: S, words: &Words<S>) -> Candidate<S> {
        let zero = splat(simd, 0);
        // By digit group: the candidates of the cell.
        let [group0, group1, group2] = three!(|group| {
            let rows = three!(|i| {
                let [a, b, c] =
                    three!(|j| words[word_index(group, 3 * i + j)] & self.box_bits[3 * i + j]);
                a | b | c
            });
            rows[0] | rows[1] | rows[2]
        });
        let is_in_group0 = group0.simd_ne(zero);
        let is_in_group1 = group1.simd_ne(zero) & !is_in_group0;
        let bits = is_in_group0.select(group0, is_in_group1.select(group1, group2));
        Candidate {
            bit: lowest_bit::<S>(bits),
            is_in_group: [is_in_group0, is_in_group1, !(is_in_group0 | is_in_group1)],
        }
    }
}

/// A candidate of a cell.
struct Candidate<S: Simd> {
    /// The box of the cell, in the field of the digit. Zero if there is no such candidate.
    bit: Vector<S>,
    /// By digit group: whether the digit is in it.
    is_in_group: [S::mask32s; 3],
}

impl<S: Simd> Candidate<S> {
    /// By digit group: the bit if the digit is in the group, else zero.
    #[inline(always)]
    fn bit_by_group(&self, simd: S) -> [Vector<S>; 3] {
        three!(|group| self.is_in_group[group].select(self.bit, splat(simd, 0)))
    }

    /// By digit group and row of the box, at 3 * group + row: the two other boxes that the row of
    /// the cell crosses, in the field of the digit. Zero for other groups and rows.
    #[inline(always)]
    fn seen_in_row(&self, simd: S, cell: &Cell<S>) -> [Vector<S>; 9] {
        let next = rotate_stacks::<S>(self.bit);
        let boxes = next | rotate_stacks::<S>(next);
        nine!(|x| {
            let is_seen = self.is_in_group[x / 3] & cell.is_in_row[x % 3];
            is_seen.select(boxes, splat(simd, 0))
        })
    }
}

/// The first of some minirows in row-major order. They have a field for each row of the box, in it
/// a bit for each box.
#[inline(always)]
fn first_minirow<S: Simd>(simd: S, minirows: Vector<S>) -> Vector<S> {
    let zero = splat(simd, 0);
    let [band0, band1, band2] = three!(|band| minirows & splat(simd, 0o111_111_111 << band));
    let in_first_band = band0
        .simd_ne(zero)
        .select(band0, band1.simd_ne(zero).select(band1, band2));
    // In the band the first row, and in that the first box: the lowest bit.
    lowest_bit::<S>(in_first_band)
}

/// The cells in row i and column j of their boxes that have several candidates, in the field of
/// that row. The other fields are meaningless.
#[inline(always)]
fn several_candidates<S: Simd>(words: &Words<S>, i: usize, j: usize) -> Vector<S> {
    let [a, b, c] = three!(|group| words[word_index(group, 3 * i + j)]);
    // Several digits in the same field, of different groups; then digits in several fields.
    let (_, several) = full_add::<S>(a, b, c);
    let [several0, several1, several2] = fields_at::<S>(i, several);
    let [any0, any1, any2] = fields_at::<S>(i, a | b | c);
    let (_, several_fields) = full_add::<S>(any0, any1, any2);
    several_fields | several0 | several1 | several2
}

/// Each of the three fields of a word, moved to field i.
#[inline(always)]
fn fields_at<S: Simd>(i: usize, word: Vector<S>) -> [Vector<S>; 3] {
    match i {
        0 => [word, word >> 9, word >> 18],
        1 => [word << 9, word, word >> 9],
        _ => [word << 18, word << 9, word],
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::grid::CELLS;
    use crate::solver::engine::convert::candidates_of;
    use crate::solver::engine::stack::state_in;
    use crate::solver::engine::tests::{for_each_level, stuck_states};

    #[test]
    fn a_split_by_cell_is_at_the_smallest_candidate_of_the_first_unsolved_cell() {
        for_each_level!(|simd, S| {
            let mut random = Rng::with_seed(2);
            for (words, _) in (0..50).flat_map(|_| stuck_states(simd, &mut random)) {
                let mut assumed = words;
                let mut excluded = words;
                let lanes = split_by_cell(simd, &mut assumed, &mut excluded);
                for lane in 0..Vector::<S>::LEN {
                    let before = candidates_of(&state_in::<S>(&words, lane));
                    let first = (0..CELLS).find(|&cell| before.masks()[cell].count_ones() > 1);
                    assert_eq!(lanes >> lane & 1 == 1, first.is_some());
                    let Some(first) = first else { continue };
                    let lowest = before.masks()[first] & before.masks()[first].wrapping_neg();
                    let assumed = candidates_of(&state_in::<S>(&assumed, lane));
                    let excluded = candidates_of(&state_in::<S>(&excluded, lane));
                    let sees = |cell: usize| {
                        cell / 9 == first / 9
                            || (cell / 27 == first / 27 && cell % 9 / 3 == first % 9 / 3)
                    };
                    for (cell, &mask) in before.masks().iter().enumerate() {
                        let (then, otherwise) = match cell {
                            _ if cell == first => (lowest, mask & !lowest),
                            _ if sees(cell) => (mask & !lowest, mask),
                            _ => (mask, mask),
                        };
                        assert_eq!(
                            (assumed.masks()[cell], excluded.masks()[cell]),
                            (then, otherwise),
                            "cell {cell}"
                        );
                    }
                }
            }
        });
    }
}
