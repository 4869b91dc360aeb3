//! One round of propagation: the rules eliminate candidates in all lanes at once.
//!
//! The rules are naked singles, hidden singles, pointing and claiming, and *full* triads, whose
//! three digits are known. All but the first are rules about triads, which are minirows and
//! minicolumns. A digit takes three of the nine minirows of a band: one of each row and one of each
//! box. There are six ways to choose them, the *permutations*:
//!
//! ```text
//!        box 0  box 1  box 2
//! row 0    a      b      c       a e i, a f h, b d i, b f g, c d h, c e g
//! row 1    d      e      f
//! row 2    g      h      i
//! ```
//!
//! A permutation is out if the digit has no candidate in one of its minirows. If all permutations
//! of a minirow are out, it loses the digit. For example, if a digit has no candidates in d and g,
//! then b and c lose it, because each of their permutations needs d or g. (This case is pointing.)
//!
//! The functions are written this way for speed: macros unroll the loops over arrays. The compiler
//! would not unroll loops of this length, and would keep arrays that are indexed by a loop variable
//! in memory instead of registers.

use fearless_simd::prelude::*;

use super::layout::{
    ALL, Vector, WORDS, Words, exactly_one, full_add, nine, other_digits, rotate_bands,
    rotate_digits, rotate_stacks, splat, three, word_index,
};
use super::stack::Incoming;

/// The states in the lanes, and the naked singles that the last round found in them.
pub(super) struct Propagator<S: Simd> {
    pub words: Words<S>,
    /// By cell of the box: the boxes in which it has a naked single, in the field of that digit
    /// within its group. This is one word for all groups, because the other groups have no
    /// candidate there. It is meaningful only where `placed` is set.
    naked: [Vector<S>; 9],
    /// By digit group: the boxes that have a naked single of the digit.
    placed: [Vector<S>; 3],
}

/// The outcome of a round: one bit for each lane. A lane in none of the three sets continues.
#[derive(Clone, Copy)]
pub(super) struct RoundOutcome {
    /// The state has no solution: a cell has no candidate, or a digit has no place or too many.
    pub dead: u64,
    /// Every cell has one candidate, and they obey the rules.
    pub solved: u64,
    /// Neither, and the round found no new naked single (or only one; see [`Propagator::round`]).
    /// Another round might still eliminate something, but branching takes less time: it is followed
    /// by a round anyway.
    pub stuck: u64,
}

impl RoundOutcome {
    /// The outcome in these lanes only.
    #[inline(always)]
    pub fn within(self, lanes: u64) -> RoundOutcome {
        RoundOutcome {
            dead: self.dead & lanes,
            solved: self.solved & lanes,
            stuck: self.stuck & lanes,
        }
    }
}

/// The minirows of a digit group, by row of the box, or its minicolumns, by column of the box: the
/// boxes in which the digits have candidates there.
type Triads<S> = [Vector<S>; 3];

impl<S: Simd> Propagator<S> {
    pub fn new(simd: S) -> Self {
        let zero = splat(simd, 0);
        Propagator {
            words: [zero; WORDS],
            naked: [zero; 9],
            placed: [zero; 3],
        }
    }

    /// Replaces the states of some lanes by those that come in, and eliminates in this order:
    ///
    /// 1. the digits of the naked singles of the last round, from the other cells of their boxes;
    /// 2. from minirows, the digits that are on no permutation, which covers hidden singles,
    ///    pointing and claiming; then, from full minirows, all other digits;
    /// 3. the same from minicolumns;
    /// 4. from minirows, once more, the digits that are on no permutation. This makes a round a
    ///    fifth longer but saves more rounds than that;
    /// 5. from a cell, all digits but the one whose minirow and minicolumn in the box are certain.
    ///
    /// With an eagerness of one instead of zero, a lane is also stuck if there is only one new
    /// naked single.
    #[inline(always)]
    pub fn round(&mut self, simd: S, incoming: &Incoming<S>, eagerness: Vector<S>) -> RoundOutcome {
        // Step 1, and the first part of step 2.
        let mut minirows = self.load_and_find_minirows(simd, incoming);
        // The second part of step 2.
        restrict_full_triads::<S>(&mut minirows);
        // Step 3.
        let mut minicolumns = self.find_minicolumns(&minirows);
        restrict_full_triads::<S>(&mut minicolumns);
        // Step 4.
        let minirows = self.store_and_find_minirows(&minirows, &minicolumns);
        // Step 5.
        let tally = self.restrict_cells(&minirows, &minicolumns);
        self.finish_round(simd, &tally, eagerness)
    }

    /// Loads the incoming states, eliminates by the naked singles of the last round in the other
    /// lanes, and returns the minirows that are on permutations, by digit group.
    #[inline(always)]
    fn load_and_find_minirows(&mut self, simd: S, incoming: &Incoming<S>) -> [Triads<S>; 3] {
        // Naked singles of the old state would eliminate candidates from the new one, and those
        // that it shares with the old state would not count as new.
        let zero = splat(simd, 0);
        self.placed = three!(|group| incoming.lanes.select(zero, self.placed[group]));
        three!(|group| {
            let placed = self.placed[group];
            let cells = nine!(|x| {
                let index = word_index(group, x);
                incoming.word(index, self.words[index]) & (self.naked[x] | !placed)
            });
            self.store_cells(group, &cells);
            on_permutations::<S>(minirows_of::<S>(cells), rotate_stacks::<S>)
        })
    }

    /// The minicolumns that are on permutations, by digit group, of the candidates in these
    /// minirows. Stores nothing: step 4 eliminates by minirows and minicolumns at once.
    #[inline(always)]
    fn find_minicolumns(&self, minirows: &[Triads<S>; 3]) -> [Triads<S>; 3] {
        three!(|group| {
            let cells = nine!(|x| self.words[word_index(group, x)] & minirows[group][x / 3]);
            on_permutations::<S>(minicolumns_of::<S>(cells), rotate_bands::<S>)
        })
    }

    /// Stores the candidates in these minirows and minicolumns, and returns the minirows that are
    /// on permutations afterwards, by digit group.
    #[inline(always)]
    fn store_and_find_minirows(
        &mut self,
        minirows: &[Triads<S>; 3],
        minicolumns: &[Triads<S>; 3],
    ) -> [Triads<S>; 3] {
        three!(|group| {
            let (in_row, in_column) = (minirows[group], minicolumns[group]);
            let cells =
                nine!(|x| self.words[word_index(group, x)] & in_row[x / 3] & in_column[x % 3]);
            self.store_cells(group, &cells);
            on_permutations::<S>(minirows_of::<S>(cells), rotate_stacks::<S>)
        })
    }

    /// Stores the candidates of the nine cells of the box for a digit group.
    #[inline(always)]
    fn store_cells(&mut self, group: usize, cells: &[Vector<S>; 9]) {
        self.words[word_index(group, 0)..][..9].copy_from_slice(cells);
    }

    /// Eliminates from each cell the candidates outside of these minirows, and all but a digit
    /// whose minirow and minicolumn are certain. Finds the naked singles.
    #[inline(always)]
    fn restrict_cells(
        &mut self,
        minirows: &[Triads<S>; 3],
        minicolumns: &[Triads<S>; 3],
    ) -> CellTally<S> {
        let mut tally = CellTally::new(minirows);
        nine!(|x| {
            let candidates = self.cell_within(x, minirows, minicolumns);
            self.naked[x] = tally.add_cell(candidates);
            three!(|group| self.words[word_index(group, x)] = candidates[group]);
        });
        tally
    }

    /// By digit group: the candidates that cell x of the box keeps in these triads. `minicolumns`
    /// are applied already; `minirows` are those that step 4 has found.
    #[inline(always)]
    fn cell_within(
        &self,
        x: usize,
        minirows: &[Triads<S>; 3],
        minicolumns: &[Triads<S>; 3],
    ) -> [Vector<S>; 3] {
        let (i, j) = (x / 3, x % 3);
        // By digit group: the boxes in which the cell must hold the digit.
        let forced = three!(
            |group| certain::<S>(&minirows[group], i) & certain::<S>(&minicolumns[group], j)
        );
        let any_forced = forced[0] | forced[1] | forced[2];
        // In all fields: the boxes in which it must hold some digit.
        let has_forced = any_forced | other_digits::<S>(any_forced);
        three!(|group| {
            self.words[word_index(group, x)] & minirows[group][i] & (forced[group] | !has_forced)
        })
    }

    /// Returns the outcome of the round, from what it found out about the cells. Stores the naked
    /// singles for the next round.
    #[inline(always)]
    fn finish_round(
        &mut self,
        simd: S,
        tally: &CellTally<S>,
        eagerness: Vector<S>,
    ) -> RoundOutcome {
        let dead = tally.contradictory_lanes(simd);
        let filled = tally.filled_lanes(simd) & !dead;
        let solved = if filled != 0 {
            filled & self.obeys_rules(simd)
        } else {
            0
        };
        let stuck = self.lanes_without_new_singles(simd, tally, eagerness) & !dead & !solved;
        // The comparison above needed those of the last round, which are zero for new states.
        self.placed = tally.placed;
        RoundOutcome {
            dead,
            solved,
            stuck,
        }
    }

    /// The lanes without a new naked single, or with at most one if the eagerness is one.
    #[inline(always)]
    fn lanes_without_new_singles(
        &self,
        simd: S,
        tally: &CellTally<S>,
        eagerness: Vector<S>,
    ) -> u64 {
        // A naked single stays one until its state dies, so a difference is always a new one.
        let [new0, new1, new2] = three!(|group| tally.placed[group] ^ self.placed[group]);
        let new_singles = new0 | new1 | new2;
        // With an eagerness of one, this clears the lowest bit, so that one new naked single does
        // not count. It shares its bit with new ones of other groups in that field and box, which
        // then do not count either.
        let counted = new_singles & (new_singles - eagerness);
        counted.simd_eq(splat(simd, 0)).to_bitmask()
    }

    /// The lanes in which each digit has at most one minirow of each row and one minicolumn of each
    /// column. If every cell is filled, that is a solution. Another round would show this too, but
    /// would cost more.
    #[inline(always)]
    fn obeys_rules(&self, simd: S) -> u64 {
        let mut twice = splat(simd, 0);
        for group in 0..3 {
            for line in 0..3 {
                let [a, b, c] = three!(|j| self.words[word_index(group, 3 * line + j)]);
                let minirow = a | b | c;
                twice |= minirow & rotate_stacks::<S>(minirow);
                let [a, b, c] = three!(|i| self.words[word_index(group, 3 * i + line)]);
                let minicolumn = a | b | c;
                twice |= minicolumn & rotate_bands::<S>(minicolumn);
            }
        }
        twice.simd_eq(0).to_bitmask()
    }
}

/// What a round finds out about the cells, added up cell by cell.
struct CellTally<S: Simd> {
    /// A bit is set if the box has minirows for the digits of that field in all three groups, and
    /// every cell so far has a candidate in the box.
    consistent: Vector<S>,
    /// By digit group: the boxes that have a naked single of the digit.
    placed: [Vector<S>; 3],
    /// The sum of the naked singles of all cells, as integers: nine words of 27 bits do not
    /// overflow.
    naked_sum: Vector<S>,
}

impl<S: Simd> CellTally<S> {
    /// The tally before any cell: only the minirows are checked.
    #[inline(always)]
    fn new(minirows: &[Triads<S>; 3]) -> CellTally<S> {
        // By digit group: the boxes in which the digit has a minirow. It then has a cell there, and
        // so a minicolumn, which needs no check.
        let [a, b, c] =
            three!(|group| minirows[group][0] | minirows[group][1] | minirows[group][2]);
        let zero = splat(a.token(), 0);
        CellTally {
            consistent: a & b & c,
            placed: [zero; 3],
            naked_sum: zero,
        }
    }

    /// Adds a cell with these candidates, by digit group. Returns the boxes in which it is a naked
    /// single, in the field of the digit.
    #[inline(always)]
    fn add_cell(&mut self, candidates: [Vector<S>; 3]) -> Vector<S> {
        let [a, b, c] = candidates;
        let any = a | b | c;
        let others = other_digits::<S>(any);
        let naked = exactly_one::<S>(a, b, c) & !others;
        self.consistent &= any | others;
        self.naked_sum += naked;
        three!(|group| self.placed[group] |= candidates[group] & naked);
        naked
    }

    /// The lanes in which a cell has no candidate, or a digit no minirow or several cells in a box.
    #[inline(always)]
    fn contradictory_lanes(&self, simd: S) -> u64 {
        let all = splat(simd, ALL);
        let [placed0, placed1, placed2] = self.placed;
        let inconsistent = (self.consistent & all).simd_ne(all);
        // Two naked singles of one digit in one box count twice in the first sum and once in the
        // second. No position has a smaller count in the first sum, so carries cannot hide a
        // difference.
        let repeated = self.naked_sum.simd_ne(placed0 + placed1 + placed2);
        (inconsistent | repeated).to_bitmask()
    }

    /// The lanes in which every digit has a naked single in every box: the nine cells are filled.
    #[inline(always)]
    fn filled_lanes(&self, simd: S) -> u64 {
        let [placed0, placed1, placed2] = self.placed;
        (placed0 & placed1 & placed2)
            .simd_eq(splat(simd, ALL))
            .to_bitmask()
    }
}

/// The minirows with candidates in the nine cells.
#[inline(always)]
fn minirows_of<S: Simd>([a, b, c, d, e, f, g, h, i]: [Vector<S>; 9]) -> Triads<S> {
    [a | b | c, d | e | f, g | h | i]
}

/// The minicolumns with candidates in the nine cells.
#[inline(always)]
fn minicolumns_of<S: Simd>([a, b, c, d, e, f, g, h, i]: [Vector<S>; 9]) -> Triads<S> {
    [a | d | g, b | e | h, c | f | i]
}

/// Keeps the triads that are on a permutation, of three parallel lines. The rotation brings to each
/// box the triads of another box of its band, for minirows, or of its stack, for minicolumns. Its
/// direction does not matter.
#[inline(always)]
fn on_permutations<S: Simd>(
    [line0, line1, line2]: Triads<S>,
    rotate: impl Fn(Vector<S>) -> Vector<S>,
) -> Triads<S> {
    // Rotated once, they are at each box the triads of a second box; rotated twice, of the third. A
    // triad stays if one of the other lines has a triad in the second box, and the other line in
    // the third.
    let [rotated0, rotated1, rotated2] = [rotate(line0), rotate(line1), rotate(line2)];
    [
        line0 & rotate((line1 & rotated2) | (rotated1 & line2)),
        line1 & rotate((line2 & rotated0) | (rotated2 & line0)),
        line2 & rotate((line0 & rotated1) | (rotated0 & line1)),
    ]
}

/// The boxes in which a digit is certain in this triad: it has no candidate in the two parallel
/// lines of the box.
#[inline(always)]
fn certain<S: Simd>(triads: &Triads<S>, line: usize) -> Vector<S> {
    triads[line] & !(triads[(line + 1) % 3] | triads[(line + 2) % 3])
}

/// Eliminates all other digits from triads with three certain digits. The triads are by digit
/// group.
#[inline(always)]
fn restrict_full_triads<S: Simd>(groups: &mut [Triads<S>; 3]) {
    three!(|line| {
        let [a, b, c] = three!(|group| certain::<S>(&groups[group], line));
        let full = has_three_digits::<S>(a, b, c);
        groups[0][line] &= a | !full;
        groups[1][line] &= b | !full;
        groups[2][line] &= c | !full;
    });
}

/// The boxes with three digits in these words of the three groups, in all fields. Four or more are
/// a contradiction, so the result may be wrong then.
#[inline(always)]
fn has_three_digits<S: Simd>(a: Vector<S>, b: Vector<S>, c: Vector<S>) -> Vector<S> {
    // Adds over the groups first and then over the fields.
    let (one, two) = full_add::<S>(a, b, c);
    let (one1, one2) = rotate_digits::<S>(one);
    let (two1, two2) = rotate_digits::<S>(two);
    let (odd, carry) = full_add::<S>(one, one1, one2);
    let any_two = two | two1 | two2;
    (any_two | carry) & odd
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::grid::{Candidates, Grid};
    use crate::solver::engine::convert::candidates_of;
    use crate::solver::engine::stack::state_in;
    use crate::solver::engine::tests::{for_each_level, random_puzzle, round, stack_of};
    use crate::solver::search::Search;

    /// A puzzle with a solution, or one with a change that may have taken its solution away.
    fn puzzle(random: &mut Rng) -> Grid {
        let clues = random.usize(17..=70);
        let mut puzzle = random_puzzle(random, clues);
        if random.bool() {
            puzzle.digits_mut()[random.usize(..81)] = random.u8(1..=9);
        }
        puzzle
    }

    #[test]
    fn rounds_keep_all_solutions_and_find_only_those() {
        for_each_level!(|simd, S| {
            let mut random = Rng::with_seed(1);
            for eager in [false, true] {
                let len = Vector::<S>::LEN;
                let puzzles: Vec<Grid> = (0..len).map(|_| puzzle(&mut random)).collect();
                let mut stack = stack_of(&puzzles);
                let mut propagator = Propagator::new(simd);
                let all = (1 << len) - 1;
                let mut lanes = all;
                let mut decided = 0;
                for _ in 0..30 {
                    let incoming = stack.pop_into(simd, lanes);
                    lanes = 0;
                    let outcome = round(&mut propagator, &incoming, eager.into());
                    assert_eq!(
                        outcome.dead & outcome.solved
                            | outcome.stuck & (outcome.dead | outcome.solved),
                        0
                    );
                    for (lane, puzzle) in puzzles.iter().enumerate() {
                        if decided >> lane & 1 == 1 {
                            continue;
                        }
                        let has = |set: u64| set >> lane & 1 == 1;
                        let left = candidates_of(&state_in::<S>(&propagator.words, lane));
                        let count = Search::new(&Candidates::from(puzzle)).count(1000);
                        if has(outcome.dead) {
                            assert_eq!(count, 0, "{puzzle}");
                            decided |= 1 << lane;
                            continue;
                        }
                        assert_eq!(Search::new(&left).count(1000), count, "{puzzle}");
                        if has(outcome.solved) {
                            assert!(left.to_grid().is_solution(puzzle), "{puzzle}");
                            decided |= 1 << lane;
                        }
                    }
                }
                // No round repeats for ever.
                let incoming = stack.pop_into(simd, 0);
                let outcome = round(&mut propagator, &incoming, eager.into());
                assert_eq!(
                    (outcome.dead | outcome.stuck | outcome.solved | decided) & all,
                    all
                );
            }
        });
    }

    #[test]
    fn what_happens_in_a_lane_does_not_depend_on_the_lane() {
        for_each_level!(|simd, S| {
            let mut random = Rng::with_seed(2);
            let len = Vector::<S>::LEN;
            let puzzles: Vec<Grid> = (0..len).map(|_| puzzle(&mut random)).collect();
            let run = |order: &[usize]| {
                let ordered: Vec<Grid> = order.iter().map(|&i| puzzles[i]).collect();
                let mut stack = stack_of(&ordered);
                let mut propagator = Propagator::new(simd);
                let mut result = vec![Vec::new(); len];
                for number in 0..5 {
                    let incoming =
                        stack.pop_into(simd, if number == 0 { (1 << len) - 1 } else { 0 });
                    let outcome = round(&mut propagator, &incoming, 0);
                    for (lane, &i) in order.iter().enumerate() {
                        let bit = |set: u64| set >> lane & 1;
                        let state = state_in::<S>(&propagator.words, lane);
                        result[i].push((
                            bit(outcome.dead),
                            bit(outcome.solved),
                            bit(outcome.stuck),
                            state,
                        ));
                    }
                }
                result
            };
            let mut order: Vec<usize> = (0..len).collect();
            let expected = run(&order);
            for _ in 0..20 {
                random.shuffle(&mut order);
                assert!(run(&order) == expected);
            }
        });
    }
}
