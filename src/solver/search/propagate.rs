//! The rules that eliminate candidates.
//!
//! There are two, which take turns until they eliminate nothing more:
//!
//! ```text
//! naked singles   a cell with one candidate takes it from the other cells of its box
//! triads          a digit fits only in some minirows and minicolumns; this covers the rows and
//!                 columns of naked singles, hidden singles, pointing and claiming
//! ```
//!
//! The rules work on all bands at once, and on as many states as a vector has room for. Their
//! results do not depend on the vector instructions.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Select, dispatch};

use super::state::{ABOVE, BoxDigits, State};
use super::vectors::{
    Vectors, WIDTH, all_boxes, full_below, full_if_any, load, minicolumns, minirows, minus_one,
    rotate_bands, rotate_stacks, store, without_lowest,
};

/// The outcome of propagating a state.
#[derive(Clone, Copy)]
#[cfg_attr(test, derive(Debug, PartialEq))]
pub(super) enum Outcome {
    /// Every cell has one candidate.
    Solved,
    /// Some cells have several candidates.
    Open,
    /// There is no solution. These digits take part in a contradiction; an empty cell counts as all
    /// nine digits of its box.
    Contradiction(BoxDigits),
}

impl Outcome {
    pub fn is_contradiction(&self) -> bool {
        matches!(self, Outcome::Contradiction(_))
    }
}

impl State {
    /// Applies the rules to at most [`WIDTH`] states until they eliminate nothing more. In wide
    /// vectors, several take hardly longer than one. Returns the outcome of each state; any further
    /// outcomes stand for no state.
    pub fn propagate(states: &mut [State], level: Level) -> [Outcome; WIDTH] {
        debug_assert!(states.len() <= WIDTH, "{} states", states.len());
        dispatch!(level, simd => propagate(simd, states))
    }
}

/// See [`State::propagate`].
#[inline(always)]
fn propagate<S: Simd>(simd: S, states: &mut [State]) -> [Outcome; WIDTH] {
    let mut outcomes = [Outcome::Open; WIDTH];
    let states_per_vector = S::u32s::LEN / 4;
    for (chunk, chunk_outcomes) in states
        .chunks_mut(states_per_vector)
        .zip(outcomes.chunks_mut(states_per_vector))
    {
        let mut words = load::<S, S::u32s>(simd, chunk);
        let found = eliminate_all(simd, &mut words, chunk.len());
        store(&words, chunk);
        for (index, outcome) in chunk_outcomes.iter_mut().enumerate() {
            *outcome = found.of_state(index);
        }
    }
    outcomes
}

/// Applies the rules to the states of a vector until they eliminate nothing more.
#[inline(always)]
fn eliminate_all<S: Simd>(
    simd: S,
    words: &mut Vectors<S::u32s>,
    state_count: usize,
) -> VectorOutcomes<S> {
    let mut outcomes = VectorOutcomes {
        failed: 0,
        solved: 0,
        contradictions: S::u32s::splat(simd, 0),
    };
    let mut active: StateSet = ALL_STATES & ((1 << (4 * state_count)) - 1);
    let mut before = sums(words);
    while active != 0 {
        let round = Round::apply(simd, words);
        let after = sums(words);
        let difference = (after[0] ^ before[0]) | (after[1] ^ before[1]);
        let changed = states_with_any(difference.simd_ne(0));
        let ended = active & (round.failed | round.solved | !changed);
        if ended != 0 {
            // The rules still apply to states that have ended, so their outcomes are recorded now.
            outcomes.record(simd, ended, &round);
            active &= !ended;
        }
        before = after;
    }
    outcomes
}

/// A set of the states in a vector: bit 4n stands for state n, whose bands are the elements from 4n
/// on.
type StateSet = u64;

/// The states of the widest vector.
const ALL_STATES: StateSet = 0x1111;

/// What the rules find in the states of a vector when each is applied once.
struct Round<S: Simd> {
    /// The states in which naked singles contradict each other, or a cell is empty.
    failed_by_singles: StateSet,
    /// These states, and those in which triads contradict each other.
    failed: StateSet,
    /// The solved states, and all bits that stand for no state: intersect this with a set.
    solved: StateSet,
    singles_contradiction: S::u32s,
    triads_contradiction: S::u32s,
}

impl<S: Simd> Round<S> {
    /// Applies each rule once.
    #[inline(always)]
    fn apply(simd: S, words: &mut Vectors<S::u32s>) -> Round<S> {
        let singles = eliminate_by_naked_singles(simd, words);
        let triads_contradiction = eliminate_by_triads(simd, words);
        let failed_by_singles = states_with_any(singles.contradiction.simd_ne(0));
        let failed = failed_by_singles | states_with_any(triads_contradiction.simd_ne(0));
        let unsolved = states_with_any(singles.unsolved.simd_ne(0));
        Round {
            failed_by_singles,
            failed,
            solved: !(failed | unsolved),
            singles_contradiction: singles.contradiction,
            triads_contradiction,
        }
    }
}

/// The outcomes of all states of a vector. A state in neither set is open.
struct VectorOutcomes<S: Simd> {
    /// The states that are contradictions.
    failed: StateSet,
    solved: StateSet,
    /// The digits that take part in the contradictions of failed states. The elements of other
    /// states mean nothing.
    contradictions: S::u32s,
}

impl<S: Simd> VectorOutcomes<S> {
    /// Records the outcomes of states that have ended in a round.
    #[inline(always)]
    fn record(&mut self, simd: S, ended: StateSet, round: &Round<S>) {
        self.failed |= ended & round.failed;
        self.solved |= ended & round.solved;
        // A contradiction between singles shows better where to branch: one between triads may
        // follow from it, and then also involves other boxes.
        let contradictions = elements_of(simd, round.failed_by_singles)
            .select(round.singles_contradiction, round.triads_contradiction);
        self.contradictions = elements_of(simd, ended).select(contradictions, self.contradictions);
    }

    /// The outcome of the state with this index in the vector.
    #[inline(always)]
    fn of_state(&self, index: usize) -> Outcome {
        let state: StateSet = 1 << (4 * index);
        if self.failed & state != 0 {
            let digits = self.contradictions.as_slice().as_chunks::<4>().0[index];
            return Outcome::Contradiction(BoxDigits(digits));
        }
        if self.solved & state != 0 {
            return Outcome::Solved;
        }
        Outcome::Open
    }
}

/// The states with any element in the mask.
#[inline(always)]
fn states_with_any<S: Simd>(mask: impl SimdMask<S>) -> StateSet {
    let elements = mask.to_bitmask();
    let pairs = elements | elements >> 1;
    (pairs | pairs >> 2) & ALL_STATES
}

/// All elements of these states.
#[inline(always)]
fn elements_of<S: Simd>(simd: S, states: StateSet) -> <S::u32s as SimdBase<S>>::Mask {
    <S::u32s as SimdBase<S>>::Mask::from_bitmask(simd, states * 0xf)
}

/// The sums of the words, which change whenever a word loses bits. Two sums, because one of all
/// nine words could overflow.
#[inline(always)]
fn sums<S: Simd, V: SimdInt<S, Element = u32>>(words: &Vectors<V>) -> [V; 2] {
    let [[a, b, c], [d, e, f], [g, h, i]] = *words;
    [(a + b + c) + (d + e + f), g + h + i]
}

/// What [`eliminate_by_naked_singles`] finds in each box.
struct SinglesFound<V> {
    /// All digits, if a cell has several candidates.
    unsolved: V,
    /// Digits that are naked singles in two cells of a unit. All digits, if a cell has no
    /// candidate.
    contradiction: V,
}

/// Eliminates naked singles from the other cells of their boxes; the triads take care of their rows
/// and columns.
#[inline(always)]
fn eliminate_by_naked_singles<S: Simd, V: SimdInt<S, Element = u32>>(
    simd: S,
    words: &mut Vectors<V>,
) -> SinglesFound<V> {
    let mut unsolved = V::splat(simd, 0);
    // The bit above the mask of each box, as long as no cell of the box is empty.
    let mut no_empty_cell = V::splat(simd, ABOVE);
    let mut singles = *words;
    for single in singles.as_flattened_mut() {
        no_empty_cell &= minus_one(*single);
        let has_several = full_if_any(without_lowest(*single));
        unsolved |= has_several;
        *single &= !has_several;
    }
    // The singles of each box so far, and those that it has twice.
    let mut placed = V::splat(simd, 0);
    let mut twice = V::splat(simd, 0);
    for [a, b, c] in singles {
        twice |= (a & b) | (c & (a | b)) | (placed & (a | b | c));
        placed |= a | b | c;
    }
    for (word, single) in words
        .as_flattened_mut()
        .iter_mut()
        .zip(singles.as_flattened())
    {
        *word &= !placed | *single;
    }
    twice |= twice_in_a_line(simd, &singles);
    SinglesFound {
        unsolved,
        contradiction: (twice | !full_below(no_empty_cell)) & all_boxes::<S, V>(simd),
    }
}

/// The singles that another box of the band has in the same row, or another box of the stack in the
/// same column.
#[inline(always)]
fn twice_in_a_line<S: Simd, V: SimdInt<S, Element = u32>>(simd: S, singles: &Vectors<V>) -> V {
    let mut twice = V::splat(simd, 0);
    for (row, column) in minirows(singles).into_iter().zip(minicolumns(singles)) {
        let next_row = rotate_stacks(row);
        let next_column = rotate_bands(simd, column);
        twice |= row & (next_row | rotate_stacks(next_row));
        twice |= column & (next_column | rotate_bands(simd, next_column));
    }
    twice
}

/// Eliminates what [`restrict_triads`] rules out. A cell whose minirow and minicolumn must both
/// hold the same digit is a hidden single and loses its other candidates; two such digits are a
/// contradiction. Returns the digits that take part in a contradiction.
#[inline(always)]
fn eliminate_by_triads<S: Simd, V: SimdInt<S, Element = u32>>(
    simd: S,
    words: &mut Vectors<V>,
) -> V {
    let rows = restrict_triads(simd, minirows(words), rotate_stacks);
    for (cells, possible) in words.iter_mut().zip(rows.possible) {
        for word in cells {
            *word &= possible;
        }
    }
    let columns = restrict_triads(simd, minicolumns(words), |words| rotate_bands(simd, words));
    let mut contradiction = rows.contradiction | columns.contradiction;
    for (cells, required_in_row) in words.iter_mut().zip(rows.required) {
        for ((word, possible), required_in_column) in
            cells.iter_mut().zip(columns.possible).zip(columns.required)
        {
            let hidden = required_in_row & required_in_column;
            contradiction |= without_lowest(hidden);
            *word &= possible & (hidden | !full_if_any(hidden));
        }
    }
    contradiction
}

/// What [`restrict_triads`] finds about the three parallel triads of each box.
struct RestrictedTriads<V> {
    /// The digits that each triad can hold.
    possible: [V; 3],
    /// The digits that each triad must hold.
    required: [V; 3],
    /// Digits that no triad of a box can hold, and digits that a triad must hold beyond three.
    contradiction: V,
}

/// Restricts the minirows of the three rows of each band, or the minicolumns of the three columns
/// of each stack. `rotate` leads to the next box of the band or stack.
///
/// In a band, a digit takes one minirow of each row and one of each box, like these:
///
/// ```text
///           box 0   box 1   box 2
/// row a       x       .       .
/// row b       .       .       x
/// row c       .       x       .
/// ```
///
/// There are six such permutations. A minirow that is part of none loses the digit: that covers
/// pointing, claiming and most hidden singles. A triad must hold the digits that no parallel triad
/// of its box can hold. If there are three, it loses the others.
#[inline(always)]
fn restrict_triads<S: Simd, V: SimdInt<S, Element = u32>>(
    simd: S,
    [a, b, c]: [V; 3],
    rotate: impl Fn(V) -> V,
) -> RestrictedTriads<V> {
    // If a box has the digit in row a, the next two have it in rows b and c, in either order.
    let [next_a, next_b, next_c] = [rotate(a), rotate(b), rotate(c)];
    let new_a = a & rotate((b & next_c) | (next_b & c));
    let new_b = b & rotate((c & next_a) | (next_c & a));
    let new_c = c & rotate((a & next_b) | (next_a & b));
    let required = [
        new_a & !(new_b | new_c),
        new_b & !(new_c | new_a),
        new_c & !(new_a | new_b),
    ];
    let mut possible = [new_a, new_b, new_c];
    let mut contradiction = all_boxes::<S, V>(simd) & !(new_a | new_b | new_c);
    for (possible, required) in possible.iter_mut().zip(required) {
        let third = without_lowest(without_lowest(required));
        contradiction |= without_lowest(third);
        *possible &= required | !full_if_any(third);
    }
    RestrictedTriads {
        possible,
        required,
        contradiction,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{propagate, split, states};
    use super::*;
    use crate::grid::{CELLS, Candidates, Cell, Unit};

    #[test]
    fn naked_singles_are_eliminated_from_the_cells_that_see_them() {
        const FIVE: u16 = 1 << 4;
        let sees = |cell: usize, other: usize| Cell(cell as u8).sees(Cell(other as u8));
        let with = |one: usize, other: usize, digits: u16| {
            let mut state = State::new(&Candidates::ALL);
            state.restrict(one, digits);
            state.restrict(other, digits);
            state
        };
        for (one, other) in (0..CELLS).flat_map(|one| (one..CELLS).map(move |other| (one, other))) {
            let mut state = with(one, other, FIVE);
            let conflict = sees(one, other);
            assert_eq!(
                propagate(&mut state, Level::new()).is_contradiction(),
                conflict,
                "{one} and {other}"
            );
            for cell in (0..CELLS).filter(|_| !conflict) {
                let left = match cell {
                    _ if cell == one || cell == other => FIVE,
                    _ if sees(cell, one) || sees(cell, other) => 0x1ff - FIVE,
                    _ => 0x1ff,
                };
                assert_eq!(
                    state.candidates(cell),
                    left,
                    "{cell} with {one} and {other}"
                );
            }
            assert!(propagate(&mut with(one, other, 0), Level::new()).is_contradiction());
        }
    }

    /// Checks that a propagated state has no naked or hidden single in this unit.
    fn assert_no_single(state: &State, places: &[usize], digit: u16) {
        // A naked single has no other place in the unit, a hidden single no other digit in the
        // cell.
        let is_decided = places.iter().any(|&cell| state.candidates(cell) == digit);
        assert_eq!(is_decided, places.len() == 1, "{places:?}");
    }

    /// The cells of a unit that have a candidate.
    fn places(state: &State, unit: Unit, digit: u16) -> Vec<usize> {
        let mut places: Vec<usize> = unit.cells().map(Cell::index).collect();
        places.retain(|&cell| state.candidates(cell) & digit != 0);
        places
    }

    #[test]
    fn propagation_leaves_no_single_and_nothing_to_point_at_or_claim() {
        let units_and_digits = || Unit::all().flat_map(|unit| (0..9).map(move |i| (unit, 1 << i)));
        for mut state in states() {
            while propagate(&mut state, Level::new()) == Outcome::Open {
                for (unit, digit) in units_and_digits() {
                    let in_unit = places(&state, unit, digit);
                    assert_no_single(&state, &in_unit, digit);
                    // If all places are in another unit too, that unit has no others.
                    for other in Unit::all() {
                        let has = |cell: &usize| other.cells().any(|c| c.index() == *cell);
                        if in_unit.iter().all(has) {
                            assert_eq!(places(&state, other, digit), in_unit);
                        }
                    }
                }
                state = split(&state, Level::new())[0];
            }
        }
    }

    #[test]
    fn all_vector_instructions_eliminate_the_same() {
        let best = Level::new();
        #[cfg(target_arch = "x86_64")]
        let levels = [
            best.as_avx2().map(|simd| simd.level()),
            best.as_sse4_2().map(|simd| simd.level()),
            Some(best),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let levels = [Some(best)];
        for level in levels.into_iter().flatten() {
            let mut open: Vec<State> = states().collect();
            for _ in 0..2000 {
                let Some(mut state) = open.pop() else { break };
                let mut same = state;
                let outcome = propagate(&mut state, level);
                assert_eq!(
                    propagate(&mut same, Level::baseline()),
                    outcome,
                    "{level:?}"
                );
                if outcome == Outcome::Open {
                    assert_eq!(same, state, "{level:?}");
                    let parts = split(&state, level);
                    assert_eq!(parts, split(&state, Level::baseline()), "{level:?}");
                    open.extend(parts);
                }
            }
        }
    }

    /// The states of a vector end after different numbers of rounds, and none may depend on the
    /// others.
    #[test]
    fn states_that_are_propagated_together_end_as_each_does_alone() {
        let mut open: Vec<State> = states().collect();
        for count in (1..=WIDTH).cycle().take(2000) {
            let from = open.len().saturating_sub(count);
            let mut together = open.split_off(from);
            let mut alone = together.clone();
            let outcomes = State::propagate(&mut together, Level::new());
            for ((state, outcome), alone) in together.iter().zip(outcomes).zip(&mut alone) {
                assert_eq!(outcome, propagate(alone, Level::new()));
                if outcome != Outcome::Open {
                    continue;
                }
                assert_eq!(state, alone);
                open.extend(split(state, Level::new()));
            }
        }
    }
}
