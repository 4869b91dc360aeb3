//! Decisions on triads: whether a triad holds a digit.
//!
//! The decision is made where the least is left to decide. In a band each digit takes three
//! minirows, one of each row and one of each box. So a decided band has 27 pairs of a digit and a
//! minirow in which it has candidates. The pairs beyond that are the *excess* of the band; the
//! excess of a stack counts minicolumns. In the same way, the excess of a digit in a band or stack
//! is its pairs beyond three.
//!
//! ```text
//! digit 5 in a band    box 0  box 1  box 2
//! row 0                  5      5      .     Five minirows have candidates for it, so its excess
//! row 1                  5      5      .     is two. The decision is whether it is in row 0 of box
//! row 2                  .      .      5     0, rather than in row 1 of box 0.
//! ```
//!
//! All functions work on a state in each lane.

use fearless_simd::prelude::*;

use super::layout::{FIELD, Vector, Words, full_add, lowest_bit, nine, splat, three, word_index};

/// The pairs of a digit and a triad in a decided band or stack.
const DECIDED_PAIRS: u32 = 27;

/// The pairs of one digit in a decided band or stack: one triad in each box.
const DECIDED_PAIRS_OF_DIGIT: u32 = 3;

/// Splits the states in these lanes by whether a triad holds a digit. Of the bands and stacks,
/// takes the one with the least excess above zero; in it, the digit with the least excess above
/// zero; and of that, the first triad in a box where it has several. Any other choice would also be
/// correct, but this takes half as many decisions as splitting at cells with two candidates.
///
/// In `words`, assumes that the triad holds the digit: the parallel triads of its box lose it.
/// Writes to `excluded` the states in which the triad loses it. Other lanes stay as they are on
/// both sides.
///
/// A stuck state that has a solution has such a triad. If it had none, each digit would have one
/// minirow and one minicolumn in each box, and so one cell; but then each cell would have one
/// candidate, and the lane would be solved. Without such a triad, both sides would be the same
/// state, and its solutions would be counted twice. (A state without a solution may have none; the
/// next round finds the contradiction on both sides.)
#[inline(always)]
pub(super) fn split_by_triad<S: Simd>(
    simd: S,
    words: &mut Words<S>,
    excluded: &mut Words<S>,
    lanes: u64,
) {
    let triads = BoxTriads::of(words);
    let chute = Chute::with_least_excess(simd, &triads);
    let digit = Digit::with_least_excess(simd, &chute.triads(&triads));
    let triad = digit.first_undecided_triad(simd).only_in(simd, lanes);
    let bit_by_group = triad.bit_by_group(simd);
    let bit_by_cell = triad.bit_by_cell(simd, chute.is_band);
    for group in 0..3 {
        for x in 0..9 {
            let word = words[word_index(group, x)];
            excluded[word_index(group, x)] = word & !(bit_by_group[group] & bit_by_cell[x]);
            words[word_index(group, x)] = word & !(bit_by_group[group] & !bit_by_cell[x]);
        }
    }
}

/// Triads by digit group and line of the box, at 3 * group + line.
type TriadsByGroup<S> = [Vector<S>; 9];

/// The minirows and minicolumns of all boxes.
struct BoxTriads<S: Simd> {
    rows: TriadsByGroup<S>,
    columns: TriadsByGroup<S>,
}

impl<S: Simd> BoxTriads<S> {
    #[inline(always)]
    fn of(words: &Words<S>) -> BoxTriads<S> {
        let [a, b, c] = three!(|i| nine!(|x| words[word_index(x / 3, 3 * i + x % 3)]));
        BoxTriads {
            rows: nine!(|x| words[3 * x] | words[3 * x + 1] | words[3 * x + 2]),
            columns: nine!(|x| a[x] | b[x] | c[x]),
        }
    }
}

/// A band or a stack.
struct Chute<S: Simd> {
    is_band: S::mask32s,
    /// Its boxes, in all fields.
    boxes: Vector<S>,
}

impl<S: Simd> Chute<S> {
    /// The band or stack with the least excess above zero; on a tie, the band.
    #[inline(always)]
    fn with_least_excess(simd: S, triads: &BoxTriads<S>) -> Chute<S> {
        let mut least = LeastExcess::<S>::new(simd);
        let row_planes = count_planes::<S>(&triads.rows);
        for band in 0..3 {
            least.keep_if_less(&row_planes, DECIDED_PAIRS, 0o111_111_111 << band);
        }
        let least_in_bands = least.excess_minus_one;
        let column_planes = count_planes::<S>(&triads.columns);
        for stack in 0..3 {
            least.keep_if_less(&column_planes, DECIDED_PAIRS, 0o007_007_007 << (3 * stack));
        }
        // Equal: no stack has less.
        Chute {
            is_band: least.excess_minus_one.simd_eq(least_in_bands),
            boxes: least.mask,
        }
    }

    /// Its triads: minirows of a band, minicolumns of a stack.
    #[inline(always)]
    fn triads(&self, of_boxes: &BoxTriads<S>) -> TriadsByGroup<S> {
        nine!(|x| self.is_band.select(of_boxes.rows[x], of_boxes.columns[x]) & self.boxes)
    }
}

/// A digit in a band or stack.
struct Digit<S: Simd> {
    /// Its digit group.
    group: Vector<S>,
    /// By line of the box: the boxes in which it has candidates there, in the field of the digit.
    lines: [Vector<S>; 3],
}

impl<S: Simd> Digit<S> {
    /// The digit with the least excess above zero in these triads.
    #[inline(always)]
    fn with_least_excess(simd: S, triads: &TriadsByGroup<S>) -> Digit<S> {
        let mut least = LeastExcess::<S>::new(simd);
        let mut digit = Digit {
            group: splat(simd, 0),
            lines: [splat(simd, 0); 3],
        };
        for group in 0..3 {
            let lines = three!(|line| triads[3 * group + line]);
            let (one, two) = full_add::<S>(lines[0], lines[1], lines[2]);
            let least_before = least.excess_minus_one;
            for field in 0..3 {
                least.keep_if_less(&[one, two], DECIDED_PAIRS_OF_DIGIT, FIELD << (9 * field));
            }
            // If one of these three digits has the least excess so far, `least.mask` is its field.
            let is_less = least.excess_minus_one.simd_lt(least_before);
            digit.lines =
                three!(|line| is_less.select(lines[line] & least.mask, digit.lines[line]));
            digit.group = is_less.select(splat(simd, group as u32), digit.group);
        }
        digit
    }

    /// The first triad in a box where the digit has several. If it is in neither the first line nor
    /// the second, there is none.
    #[inline(always)]
    fn first_undecided_triad(&self, simd: S) -> Triad<S> {
        let zero = splat(simd, 0);
        let [a, b, c] = self.lines;
        let in_first_line = a & (b | c);
        let in_second_line = b & (c | a);
        let is_in_first_line = in_first_line.simd_ne(zero);
        let boxes = is_in_first_line.select(in_first_line, in_second_line);
        Triad {
            group: self.group,
            bit: lowest_bit::<S>(boxes),
            is_in_first_line,
        }
    }
}

/// A triad and a digit, which a decision is about.
struct Triad<S: Simd> {
    /// The digit group.
    group: Vector<S>,
    /// The box, in the field of the digit. Zero if there is no such triad.
    bit: Vector<S>,
    /// Whether the triad is in the first line of the box, or else in the second.
    is_in_first_line: S::mask32s,
}

impl<S: Simd> Triad<S> {
    /// This triad in these lanes, none in the others.
    #[inline(always)]
    fn only_in(self, simd: S, lanes: u64) -> Triad<S> {
        let lanes = S::mask32s::from_bitmask(simd, lanes);
        Triad {
            bit: lanes.select(self.bit, splat(simd, 0)),
            ..self
        }
    }

    /// By digit group: the bit if the digit is in the group, else zero.
    #[inline(always)]
    fn bit_by_group(&self, simd: S) -> [Vector<S>; 3] {
        three!(|group| {
            let is_in_group = self.group.simd_eq(splat(simd, group as u32));
            is_in_group.select(self.bit, splat(simd, 0))
        })
    }

    /// By cell of the box: the bit if the cell is in the triad, else zero.
    #[inline(always)]
    fn bit_by_cell(&self, simd: S, is_minirow: S::mask32s) -> [Vector<S>; 9] {
        let zero = splat(simd, 0);
        let in_line = [
            self.is_in_first_line.select(self.bit, zero),
            self.is_in_first_line.select(zero, self.bit),
            zero,
        ];
        nine!(|x| is_minirow.select(in_line[x / 3], in_line[x % 3]))
    }
}

/// The least excess above zero, of those compared so far.
struct LeastExcess<S: Simd> {
    /// The excess, minus one. So an excess of zero wraps around to the largest number and is never
    /// the least. An excess below zero, which only a state without a solution has, wraps to a
    /// number just below that, so it loses against any above zero. At first, this is the largest
    /// number.
    excess_minus_one: Vector<S>,
    /// The mask under which the pairs were counted.
    mask: Vector<S>,
}

impl<S: Simd> LeastExcess<S> {
    #[inline(always)]
    fn new(simd: S) -> LeastExcess<S> {
        LeastExcess {
            excess_minus_one: splat(simd, u32::MAX),
            mask: splat(simd, 0),
        }
    }

    /// Counts the pairs under a mask; those beyond `decided` are the excess. Keeps it if it is less
    /// than all before, but not zero. Planes are the binary digits of counts, the lowest first.
    #[inline(always)]
    fn keep_if_less(&mut self, planes: &[Vector<S>], decided: u32, mask: u32) {
        let simd = self.excess_minus_one.token();
        let mask = splat(simd, mask);
        let mut excess_minus_one = splat(simd, 0) - (decided + 1);
        for (plane, log_weight) in planes.iter().zip(0..) {
            excess_minus_one += (*plane & mask).count_ones() << log_weight;
        }
        let is_less = excess_minus_one.simd_lt(self.excess_minus_one);
        self.excess_minus_one = excess_minus_one.min(self.excess_minus_one);
        self.mask = is_less.select(mask, self.mask);
    }
}

/// For each bit position, the number of words that have the bit, as four planes: its binary digits,
/// the lowest first.
#[inline(always)]
fn count_planes<S: Simd>(words: &[Vector<S>; 9]) -> [Vector<S>; 4] {
    // The names say what a bit counts for.
    let (one0, two0) = full_add::<S>(words[0], words[1], words[2]);
    let (one1, two1) = full_add::<S>(words[3], words[4], words[5]);
    let (one2, two2) = full_add::<S>(words[6], words[7], words[8]);
    let (one, two3) = full_add::<S>(one0, one1, one2);
    let (two4, four) = full_add::<S>(two0, two1, two2);
    let carry = two3 & two4;
    [one, two3 ^ two4, four ^ carry, four & carry]
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
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
                let mut excluded = words;
                split_by_triad(simd, &mut assumed, &mut excluded, stuck);
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
