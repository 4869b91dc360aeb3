//! Splits states at a decision: whether a triad holds a digit, or whether a cell does.
//!
//! One side of a split assumes that the decision is true, the other excludes it. The two functions
//! are long because they keep their shape for speed: parts that return several vectors, or take all
//! words, make the compiler pass them in memory.

use fearless_simd::prelude::*;

use super::layout::{
    FIELD, Vector, Words, add, merge, nine, other_digits, rotate_stacks, splat, three, word,
};

/// The pairs of a digit and a triad in a decided band or stack.
const DECIDED_PAIRS: u32 = 27;

/// Those of one digit.
const DECIDED_PAIRS_OF_DIGIT: u32 = 3;

/// Splits the states in these lanes by whether a triad holds a digit. Turns them into the states in
/// which it does: parallel triads of the box lose the digit. Returns the states in which it does
/// not. Other lanes stay as they are on both sides.
///
/// In a band each digit takes three minirows, one in each row and one in each box. So a decided
/// band has 27 pairs of a digit and a minirow, and each additional pair is a choice still to be
/// made. A triad is *undecided* if a parallel triad of the box can also hold the digit. The steps:
///
/// 1. the pairs of a digit and a minirow or minicolumn;
/// 2. the band or stack with the fewest additional pairs, because that is nearest to a
///    contradiction or a solution;
/// 3. the digit with the fewest of them there;
/// 4. the first undecided triad of this digit;
/// 5. the two sides.
///
/// This takes half as many decisions as splitting at cells with two candidates.
///
/// A stuck state that has a solution has an undecided triad. If it had none, each digit would have
/// one minirow and one minicolumn in each box, and so one cell; but then each cell would have one
/// candidate, and the lane would be solved. Without such a triad, both sides would be the same
/// state, and its solutions would be counted twice. (A state without a solution may have none; the
/// next round finds the contradiction on both sides.)
#[inline(always)]
pub(super) fn split_by_triad<S: Simd>(simd: S, words: &mut Words<S>, stuck: u64) -> Words<S> {
    let zero = splat(simd, 0);
    // Step 1. By digit group and line of the box.
    let rows = nine!(|x| words[3 * x] | words[3 * x + 1] | words[3 * x + 2]);
    let [a, b, c] = three!(|i| nine!(|x| words[word(x / 3, i, x % 3)]));
    let columns = nine!(|x| a[x] | b[x] | c[x]);
    // Step 2. `boxes`: those of the band or stack, in all fields. `in_band`: it is a band, also if
    // a stack has as few.
    let mut fewest = Fewest::<S>::new(simd);
    let row_planes = count_planes::<S>(&rows);
    for band in 0..3 {
        fewest.compare(&row_planes, DECIDED_PAIRS, 0o111_111_111 << band);
    }
    let fewest_in_bands = fewest.count_less_one;
    let column_planes = count_planes::<S>(&columns);
    for stack in 0..3 {
        fewest.compare(&column_planes, DECIDED_PAIRS, 0o007_007_007 << (3 * stack));
    }
    let in_band = fewest.count_less_one.simd_eq(fewest_in_bands);
    let boxes = fewest.mask;
    // Step 3. `digit_group`: that of the digit. `digit_lines`: by line, its boxes in its field.
    let mut fewest = Fewest::<S>::new(simd);
    let mut digit_lines = [zero; 3];
    let mut digit_group = zero;
    for group in 0..3 {
        let lines = three!(|i| in_band.select(rows[3 * group + i], columns[3 * group + i]) & boxes);
        let (one, two) = add::<S>(lines[0], lines[1], lines[2]);
        let fewest_before = fewest.count_less_one;
        for field in 0..3 {
            fewest.compare(&[one, two], DECIDED_PAIRS_OF_DIGIT, FIELD << (9 * field));
        }
        let is_fewer = fewest.count_less_one.simd_lt(fewest_before);
        digit_lines = three!(|i| is_fewer.select(lines[i] & fewest.mask, digit_lines[i]));
        digit_group = is_fewer.select(splat(simd, group as u32), digit_group);
    }
    // Step 4. The triad is in the first or the second line: some box has two. `bit`: its box, in
    // the field of the digit.
    let undecided0 = digit_lines[0] & (digit_lines[1] | digit_lines[2]);
    let undecided1 = digit_lines[1] & (digit_lines[2] | digit_lines[0]);
    let in_first_line = undecided0.simd_ne(zero);
    let undecided = in_first_line.select(undecided0, undecided1);
    let stuck = S::mask32s::from_bitmask(simd, stuck);
    let bit = stuck.select(undecided & (zero - undecided), zero);
    // Step 5. The bit, in the words of the digit and of the cells of the triad.
    let by_group = three!(|group| digit_group
        .simd_eq(splat(simd, group as u32))
        .select(bit, zero));
    let by_line = [
        in_first_line.select(bit, zero),
        in_first_line.select(zero, bit),
        zero,
    ];
    let by_cell = nine!(|x| in_band.select(by_line[x / 3], by_line[x % 3]));
    let mut excluded = *words;
    for group in 0..3 {
        for x in 0..9 {
            excluded[9 * group + x] &= !(by_group[group] & by_cell[x]);
            words[9 * group + x] &= !(by_group[group] & !by_cell[x]);
        }
    }
    excluded
}

/// Splits states by whether the smallest candidate of the first unsolved cell in row-major order is
/// true. Turns them into the states in which it is: the cell loses its other candidates, and the
/// other cells of its row and box lose this one. Writes the states in which it is not to
/// `excluded`. Returns the lanes that have an unsolved cell.
///
/// If the side where it is true comes first, the first solution found is the smallest.
///
/// The steps:
///
/// 1. all unsolved cells;
/// 2. the first of them;
/// 3. its lowest candidate;
/// 4. the cells that see it in its row and box;
/// 5. the two sides.
#[inline(always)]
pub(super) fn split_by_cell<S: Simd>(
    simd: S,
    words: &mut Words<S>,
    excluded: &mut Words<S>,
) -> u64 {
    let zero = splat(simd, 0);
    // Step 1. By column of the box: a field for each row of the box, in it a bit for each box.
    let unsolved = three!(|j| {
        let [a, b, c] = three!(|i| several_candidates::<S>(words, i, j));
        merge::<S>(
            FIELD,
            a,
            merge::<S>(FIELD << 9, b, c & splat(simd, FIELD << 18)),
        )
    });
    // Step 2. The first band, in it the first row of the box, and in that the first box.
    let any = unsolved[0] | unsolved[1] | unsolved[2];
    let [in_band0, in_band1, in_band2] = three!(|band| any & splat(simd, 0o111_111_111 << band));
    let band_bits = in_band0
        .simd_ne(zero)
        .select(in_band0, in_band1.simd_ne(zero).select(in_band1, in_band2));
    let place = band_bits & (zero - band_bits);
    let in_row = three!(|i| (place & splat(simd, FIELD << (9 * i))).simd_ne(zero));
    // The first column of the box there: the bit of the box in all three fields.
    let column0 = unsolved[0] & place;
    let column1 = unsolved[1] & place & !column0;
    let columns = [column0, column1, place & !(column0 | column1)];
    let column_bits = three!(|j| columns[j] | other_digits::<S>(columns[j]));
    // By cell of the box: the bit of the box in all three fields for the first unsolved cell,
    // nothing for the others.
    let cell = nine!(|x| in_row[x / 3].select(column_bits[x % 3], zero));
    // Step 3. The first group with a candidate in the cell, and its lowest candidate there. `bit`:
    // the box of the cell, in the field of the candidate.
    let [group0, group1, group2] = three!(|group| {
        let rows = three!(|i| {
            let [a, b, c] = three!(|j| words[word(group, i, j)] & cell[3 * i + j]);
            a | b | c
        });
        rows[0] | rows[1] | rows[2]
    });
    let in_group0 = group0.simd_ne(zero);
    let in_group1 = group1.simd_ne(zero) & !in_group0;
    let group_bits = in_group0.select(group0, in_group1.select(group1, group2));
    let bit = group_bits & (zero - group_bits);
    let in_group = [in_group0, in_group1, !(in_group0 | in_group1)];
    let candidate = three!(|group| in_group[group].select(bit, zero));
    // Step 4. The two other boxes of the row.
    let next = rotate_stacks::<S>(bit);
    let others = next | rotate_stacks::<S>(next);
    // By digit group and row of the box.
    let seen = nine!(|x| (in_group[x / 3] & in_row[x % 3]).select(others, zero));
    // Step 5. `cell ^ candidate` is what is lost in the box: by the cell, its other candidates; by
    // each other cell, for which `cell` is nothing, this candidate.
    for group in 0..3 {
        for x in 0..9 {
            let word = words[9 * group + x];
            let lost = (cell[x] ^ candidate[group]) | seen[3 * group + x / 3];
            excluded[9 * group + x] = word & !(cell[x] & candidate[group]);
            words[9 * group + x] = word & !lost;
        }
    }
    bit.simd_ne(zero).to_bitmask()
}

/// The cells in row i and column j of their boxes that have several candidates, in the field of
/// that row.
#[inline(always)]
fn several_candidates<S: Simd>(words: &Words<S>, i: usize, j: usize) -> Vector<S> {
    let [a, b, c] = three!(|group| words[word(group, i, j)]);
    // Several digits in the same field, of different groups; then digits in several fields.
    let (_, several) = add::<S>(a, b, c);
    let [several0, several1, several2] = fields_at::<S>(i, several);
    let [any0, any1, any2] = fields_at::<S>(i, a | b | c);
    let (_, several_fields) = add::<S>(any0, any1, any2);
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

/// For each bit position, the number of words that have the bit, as four planes: its binary digits,
/// the lowest first.
#[inline(always)]
fn count_planes<S: Simd>(words: &[Vector<S>; 9]) -> [Vector<S>; 4] {
    let (s0, c0) = add::<S>(words[0], words[1], words[2]);
    let (s1, c1) = add::<S>(words[3], words[4], words[5]);
    let (s2, c2) = add::<S>(words[6], words[7], words[8]);
    let (one, c3) = add::<S>(s0, s1, s2);
    let (t, d0) = add::<S>(c0, c1, c2);
    [one, t ^ c3, d0 ^ (t & c3), d0 & t & c3]
}

/// The mask with the fewest additional pairs, but at least one, of those compared so far.
struct Fewest<S: Simd> {
    /// The number of additional pairs, less one: a mask without any wraps around to the largest
    /// numbers, and so is never the fewest. At first the largest number.
    count_less_one: Vector<S>,
    mask: Vector<S>,
}

impl<S: Simd> Fewest<S> {
    #[inline(always)]
    fn new(simd: S) -> Fewest<S> {
        Fewest {
            count_less_one: splat(simd, u32::MAX),
            mask: splat(simd, 0),
        }
    }

    /// Counts the pairs under a mask; those beyond `decided` are additional. Keeps the mask if it
    /// has fewer. Planes are the binary digits of counts, the lowest first.
    #[inline(always)]
    fn compare(&mut self, planes: &[Vector<S>], decided: u32, mask: u32) {
        let simd = self.count_less_one.token();
        let mask = splat(simd, mask);
        let mut count_less_one = splat(simd, 0) - (decided + 1);
        for (plane, digit) in planes.iter().zip(0..) {
            count_less_one += (*plane & mask).count_ones() << digit;
        }
        let is_fewer = count_less_one.simd_lt(self.count_less_one);
        self.count_less_one = count_less_one.min(self.count_less_one);
        self.mask = is_fewer.select(mask, self.mask);
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::grid::CELLS;
    use crate::solver::engine::convert::candidates_of;
    use crate::solver::engine::layout::WORDS;
    use crate::solver::engine::stack::{OneState, state_in};
    use crate::solver::engine::tests::{for_each_level, stuck_states};
    use crate::solver::search::Search;

    fn is_empty(state: &OneState) -> bool {
        state.iter().all(|&word| word == 0)
    }

    #[test]
    fn the_two_sides_of_a_split_by_triad_are_disjoint_and_together_the_state() {
        for_each_level!(|simd, S| {
            let mut random = Rng::with_seed(1);
            let mut states = 0;
            for (words, stuck) in (0..50).flat_map(|_| stuck_states(simd, &mut random)) {
                let mut assumed = words;
                let excluded = split_by_triad(simd, &mut assumed, stuck);
                for lane in 0..Vector::<S>::LEN {
                    let [state, assumed, excluded] =
                        [&words, &assumed, &excluded].map(|words| state_in::<S>(words, lane));
                    if stuck >> lane & 1 == 0 {
                        assert_eq!((assumed, excluded), (state, state));
                        continue;
                    }
                    states += 1;
                    let lost_by = |side: &OneState| -> OneState {
                        std::array::from_fn(|x| state[x] & !side[x])
                    };
                    let triad = lost_by(&excluded);
                    let parallel = lost_by(&assumed);
                    if is_empty(&triad) {
                        assert!(Search::new(&candidates_of(&state)).any().is_none());
                        continue;
                    }
                    assert!(!is_empty(&parallel));
                    assert!((0..WORDS).all(
                        |x| triad[x] & parallel[x] == 0 && state[x] == assumed[x] | excluded[x]
                    ));
                    // Together they are one digit in all its cells of one box.
                    let (first, bit) = (0..WORDS)
                        .map(|x| (x, triad[x]))
                        .find(|&(_, bits)| bits != 0)
                        .unwrap();
                    assert!(bit.is_power_of_two());
                    let group = first / 9 * 9..first / 9 * 9 + 9;
                    let places = |x: usize| {
                        if group.contains(&x) {
                            state[x] & bit
                        } else {
                            0
                        }
                    };
                    assert!((0..WORDS).all(|x| triad[x] | parallel[x] == places(x)));
                }
            }
            assert!(states > 100, "{states} stuck states");
        });
    }

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

    #[test]
    fn counts_of_words_are_exact() {
        for_each_level!(|simd, S| {
            let mut random = Rng::with_seed(3);
            for _ in 0..100 {
                let words: [u32; 9] = std::array::from_fn(|_| random.u32(..));
                let planes = count_planes::<S>(&words.map(|word| splat(simd, word)));
                for bit in 0..32 {
                    let count: u32 = (0..4)
                        .map(|x| (planes[x].as_slice()[0] >> bit & 1) << x)
                        .sum();
                    assert_eq!(count, words.iter().map(|word| word >> bit & 1).sum::<u32>());
                }
            }
        });
    }
}
