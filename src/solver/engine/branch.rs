//! Where to branch: on a digit in a triad, or on a digit in a cell.
//!
//! A branch splits a state in two: one assumes that a decision is true, the other excludes it. The
//! two functions that do it are long because they keep their shape for speed: parts that return
//! several vectors, or take all words, make the compiler pass them in memory.

use fearless_simd::prelude::*;

use super::layout::{
    FIELD, Vector, Words, add, merge, nine, other_digits, rotate_stacks, splat, three, word,
};

/// Splits the states in these lanes by whether a triad holds a digit. Turns them into the states in
/// which it does: parallel triads of the box lose the digit. Returns the states in which it does
/// not. Other lanes stay as they are on both sides.
///
/// In a band each digit takes three minirows, one in each row and one in each box. So a decided
/// band has 27 pairs of a digit and a minirow, and each additional pair is a choice still to be
/// made. The branch is in the band or stack with the fewest additional pairs, because that is
/// nearest to a contradiction or a solution. It is on the digit with the fewest of them there, in
/// its first undecided triad. A triad is undecided if a parallel triad of the box can also hold the
/// digit. This takes half as many guesses as branching on cells with two candidates.
///
/// A stuck state that has a solution has such a triad. If it had none, each digit would have one
/// minirow and one minicolumn in each box, and so one cell; but then each cell would have one
/// candidate, and the lane would be solved. Without such a triad, both sides of the branch would be
/// the same state, and its solutions would be counted twice. (In a state without a solution the
/// branch can be empty; the next round finds the contradiction in both sides.)
#[inline(always)]
pub(super) fn split_by_triad<S: Simd>(simd: S, words: &mut Words<S>, stuck: u64) -> Words<S> {
    let zero = splat(simd, 0);
    let rows = nine!(|x| words[3 * x] | words[3 * x + 1] | words[3 * x + 2]);
    let [a, b, c] = three!(|i| nine!(|x| words[word(x / 3, i, x % 3)]));
    let columns = nine!(|x| a[x] | b[x] | c[x]);
    // The band or stack with the fewest undecided triads: its boxes, in all fields.
    let mut fewest = [splat(simd, u32::MAX), zero];
    let planes = count_planes::<S>(&rows);
    for band in 0..3 {
        keep_fewest::<S>(&planes, 27, 0o111_111_111 << band, &mut fewest);
    }
    let [of_bands, _] = fewest;
    let planes = count_planes::<S>(&columns);
    for stack in 0..3 {
        keep_fewest::<S>(&planes, 27, 0o007_007_007 << (3 * stack), &mut fewest);
    }
    let [of_all, boxes] = fewest;
    let in_band = of_all.simd_eq(of_bands);
    // Its digit with the fewest undecided triads.
    let mut fewest = [splat(simd, u32::MAX), zero];
    let mut lines = [zero; 3];
    let mut group = zero;
    for g in 0..3 {
        let line = three!(|x| in_band.select(rows[3 * g + x], columns[3 * g + x]) & boxes);
        let (one, two) = add::<S>(line[0], line[1], line[2]);
        let [before, _] = fewest;
        for e in 0..3 {
            keep_fewest::<S>(&[one, two], 3, FIELD << (9 * e), &mut fewest);
        }
        let [after, field] = fewest;
        let fewer = after.simd_lt(before);
        lines = three!(|x| fewer.select(line[x] & field, lines[x]));
        group = fewer.select(splat(simd, g as u32), group);
    }
    // Its first undecided triad, which is in the first or the second line: some box has two.
    let stuck = S::mask32s::from_bitmask(simd, stuck);
    let undecided0 = lines[0] & (lines[1] | lines[2]);
    let undecided1 = lines[1] & (lines[2] | lines[0]);
    let first = undecided0.simd_ne(zero);
    let undecided = first.select(undecided0, undecided1);
    let bit = stuck.select(undecided & (zero - undecided), zero);
    let by_line = [first.select(bit, zero), first.select(zero, bit), zero];
    let digit = three!(|g| group.simd_eq(splat(simd, g as u32)).select(bit, zero));
    // By cell of the box: the same bit, if the triad has the cell.
    let triad = nine!(|x| in_band.select(by_line[x / 3], by_line[x % 3]));
    let mut excluded = *words;
    for g in 0..3 {
        for x in 0..9 {
            excluded[9 * g + x] &= !(digit[g] & triad[x]);
            words[9 * g + x] &= !(digit[g] & !triad[x]);
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
#[inline(always)]
pub(super) fn split_by_cell<S: Simd>(
    simd: S,
    words: &mut Words<S>,
    excluded: &mut Words<S>,
) -> u64 {
    let zero = splat(simd, 0);
    // By column of the box: the cells with several candidates. A field for each row of the box,
    // in it a bit for each box.
    let unsolved = three!(|j| {
        let [a, b, c] = three!(|i| several_candidates::<S>(words, i, j));
        merge::<S>(
            FIELD,
            a,
            merge::<S>(FIELD << 9, b, c & splat(simd, FIELD << 18)),
        )
    });
    // The first band, in it the first row of the box, and in that the first box.
    let any = unsolved[0] | unsolved[1] | unsolved[2];
    let [first, second, third] = three!(|band| any & splat(simd, 0o111_111_111 << band));
    let band = first
        .simd_ne(zero)
        .select(first, second.simd_ne(zero).select(second, third));
    let place = band & (zero - band);
    let in_row = three!(|i| (place & splat(simd, FIELD << (9 * i))).simd_ne(zero));
    // The first column of the box there.
    let column0 = unsolved[0] & place;
    let column1 = unsolved[1] & place & !column0;
    let columns = [column0, column1, place & !(column0 | column1)];
    let columns = three!(|j| columns[j] | other_digits::<S>(columns[j]));
    // By cell of the box: if it is the chosen cell, the bit of its box in all three fields.
    let cell = nine!(|x| in_row[x / 3].select(columns[x % 3], zero));
    // The first group with a candidate in the cell, and its lowest candidate there.
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
    // The candidate in the two other boxes of its row.
    let next = rotate_stacks::<S>(bit);
    let others = next | rotate_stacks::<S>(next);
    let elsewhere = nine!(|x| (in_group[x / 3] & in_row[x % 3]).select(others, zero));
    for g in 0..3 {
        for x in 0..9 {
            let word = words[9 * g + x];
            excluded[9 * g + x] = word & !(cell[x] & candidate[g]);
            words[9 * g + x] = word & !((cell[x] ^ candidate[g]) | elsewhere[3 * g + x / 3]);
        }
    }
    bit.simd_ne(zero).to_bitmask()
}

/// The cells in row i and column j of their boxes that have several candidates, in the field of
/// that row.
#[inline(always)]
fn several_candidates<S: Simd>(words: &Words<S>, i: usize, j: usize) -> Vector<S> {
    let [a, b, c] = three!(|g| words[word(g, i, j)]);
    let any = a | b | c;
    let (_, two) = add::<S>(a, b, c);
    let [x, y, z] = fields_at::<S>(i, any);
    let (_, across) = add::<S>(x, y, z);
    let [x, y, z] = fields_at::<S>(i, two);
    across | x | y | z
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

/// Counts the triads under a mask; those beyond `decided` are undecided. If there are some, but
/// fewer than in `best`, replaces `best` by their number less one and by the mask. Planes are the
/// binary digits of counts, the lowest first.
#[inline(always)]
fn keep_fewest<S: Simd>(planes: &[Vector<S>], decided: u32, mask: u32, best: &mut [Vector<S>; 2]) {
    let mask = splat(best[0].token(), mask);
    // Without an undecided triad this wraps around to the largest numbers.
    let mut undecided = splat(mask.token(), 0) - (decided + 1);
    for (plane, digit) in planes.iter().zip(0..) {
        undecided += (*plane & mask).count_ones() << digit;
    }
    let fewer = undecided.simd_lt(best[0]);
    *best = [undecided.min(best[0]), fewer.select(mask, best[1])];
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
    fn the_two_sides_of_a_triad_branch_are_disjoint_and_together_the_state() {
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
    fn a_cell_branch_is_on_the_smallest_candidate_of_the_first_unsolved_cell() {
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
