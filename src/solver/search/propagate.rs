//! The rules that eliminate candidates.
//!
//! There are two, which take turns until they eliminate nothing more:
//!
//! ```text
//! naked singles   in their boxes
//! triads          naked singles in their rows and columns, hidden singles, pointing and claiming
//! ```
//!
//! The rules work on all bands at once, and on as many states as there is room for in a vector.
//! Their results do not depend on the vector instructions.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Select, dispatch};

use super::state::{
    ABOVE, BoxDigits, State, Vectors, WIDTH, all_boxes, digits_below, full_if_any, load,
    minicolumns, minirows, minus_one, rotate_bands, rotate_stacks, store, without_lowest,
};

/// The outcome of propagating a state.
#[derive(Clone, Copy)]
#[cfg_attr(test, derive(Debug, PartialEq))]
pub(super) enum Propagated {
    /// Every cell has one candidate.
    Solved,
    /// Some cells have several candidates.
    Open,
    /// There is no solution. These digits take part in a contradiction; an empty cell counts as all
    /// nine digits of its box.
    Contradiction(BoxDigits),
}

impl Propagated {
    pub fn is_contradiction(&self) -> bool {
        matches!(self, Propagated::Contradiction(_))
    }
}

impl State {
    /// Applies the rules to at most [`WIDTH`] states until they eliminate nothing more. In wide
    /// vectors, several take hardly longer than one.
    pub fn propagate(states: &mut [State], level: Level) -> [Propagated; WIDTH] {
        debug_assert!(states.len() <= WIDTH, "{} states", states.len());
        dispatch!(level, simd => propagate(simd, states))
    }
}

/// See [`State::propagate`].
#[inline(always)]
fn propagate<S: Simd>(simd: S, states: &mut [State]) -> [Propagated; WIDTH] {
    let mut outcomes = [Propagated::Open; WIDTH];
    // As many states at a time as there is room for in a vector.
    let at_a_time = S::u32s::LEN / 4;
    for (states, outcomes) in states
        .chunks_mut(at_a_time)
        .zip(outcomes.chunks_mut(at_a_time))
    {
        let words = &mut load::<S, S::u32s>(simd, states);
        let propagated = eliminate_all(simd, words, states.len());
        store(words, states);
        for (number, outcome) in outcomes.iter_mut().enumerate() {
            *outcome = propagated.of_state(number);
        }
    }
    outcomes
}

/// A set of the states in a vector: bit 4n stands for state n, whose bands are the elements from 4n
/// on.
type StateSet = u64;

/// The states of the widest vector.
const ALL_STATES: StateSet = 0x1111;

/// The outcomes of all states of a vector.
struct VectorPropagated<V> {
    /// The states that are contradictions.
    failed: StateSet,
    solved: StateSet,
    /// The digits that take part in these contradictions.
    contradictions: V,
}

impl<V> VectorPropagated<V> {
    /// The outcome of the state with this number.
    #[inline(always)]
    fn of_state<S: Simd>(&self, number: usize) -> Propagated
    where
        V: SimdInt<S, Element = u32>,
    {
        let state = 1 << (4 * number);
        if self.failed & state != 0 {
            let digits = self.contradictions.as_slice().as_chunks::<4>().0[number];
            return Propagated::Contradiction(BoxDigits(digits));
        }
        if self.solved & state != 0 {
            return Propagated::Solved;
        }
        Propagated::Open
    }
}

/// Applies the rules to the states of a vector until they eliminate nothing more.
#[inline(always)]
fn eliminate_all<S: Simd>(
    simd: S,
    words: &mut Vectors<S::u32s>,
    state_count: usize,
) -> VectorPropagated<S::u32s> {
    let mut outcome = VectorPropagated {
        failed: 0,
        solved: 0,
        contradictions: S::u32s::splat(simd, 0),
    };
    let mut open: StateSet = ALL_STATES & ((1 << (4 * state_count)) - 1);
    let mut before = sums(words);
    while open != 0 {
        let by_singles = eliminate_by_naked_singles(simd, words);
        let by_triads = eliminate_by_triads(simd, words);
        let after = sums(words);
        let difference = (after[0] ^ before[0]) | (after[1] ^ before[1]);
        let failing_by_singles = states_with_any(by_singles.contradiction.simd_ne(0));
        let failing = failing_by_singles | states_with_any(by_triads.simd_ne(0));
        let unsolved = states_with_any(by_singles.several.simd_ne(0));
        let changed = states_with_any(difference.simd_ne(0));
        let ended_now = (failing | !(unsolved & changed)) & open;
        if ended_now != 0 {
            // A contradiction between singles shows better where to branch: one between triads
            // may follow from it, and then also involves other boxes.
            let contradictions =
                elements_of(simd, failing_by_singles).select(by_singles.contradiction, by_triads);
            outcome.contradictions =
                elements_of(simd, ended_now).select(contradictions, outcome.contradictions);
            outcome.failed |= ended_now & failing;
            outcome.solved |= ended_now & !unsolved;
            open &= !ended_now;
        }
        before = after;
    }
    outcome
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

/// The sums of the words, which change whenever a word loses bits. They are two because the sum of
/// all nine words could overflow.
#[inline(always)]
fn sums<S: Simd, V: SimdInt<S, Element = u32>>(words: &Vectors<V>) -> [V; 2] {
    let [[a, b, c], [d, e, f], [g, h, i]] = *words;
    [(a + b + c) + (d + e + f), g + h + i]
}

/// What [`eliminate_by_naked_singles`] finds in each box.
struct BySingles<V> {
    /// All digits, if a cell has several candidates.
    several: V,
    /// Digits that are a single twice in a unit. All digits, if a cell has no candidate.
    contradiction: V,
}

/// Eliminates naked singles from the other cells of their boxes; the triads take care of their rows
/// and columns.
#[inline(always)]
fn eliminate_by_naked_singles<S: Simd, V: SimdInt<S, Element = u32>>(
    simd: S,
    words: &mut Vectors<V>,
) -> BySingles<V> {
    let mut several = V::splat(simd, 0);
    let mut not_empty = V::splat(simd, ABOVE);
    let mut singles = *words;
    for single in singles.as_flattened_mut() {
        not_empty &= minus_one(*single);
        let unsolved = full_if_any(without_lowest(*single));
        several |= unsolved;
        *single &= !unsolved;
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
    let without_empty_cell = digits_below(not_empty);
    BySingles {
        several,
        contradiction: (twice | !without_empty_cell) & all_boxes::<S, V>(simd),
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

/// Triads that are on no permutation of a digit lose it, see [`restrict_to_permutations`]. A cell
/// whose minirow and minicolumn must both hold the same digit is a hidden single and loses the
/// others. Two such digits are a contradiction. Returns the digits that take part in one.
#[inline(always)]
fn eliminate_by_triads<S: Simd, V: SimdInt<S, Element = u32>>(
    simd: S,
    words: &mut Vectors<V>,
) -> V {
    let rows = restrict_to_permutations(simd, minirows(words), rotate_stacks);
    for (cells, row) in words.iter_mut().zip(rows.left) {
        for word in cells {
            *word &= row;
        }
    }
    let columns =
        restrict_to_permutations(simd, minicolumns(words), |words| rotate_bands(simd, words));
    let mut contradiction = rows.contradiction | columns.contradiction;
    for (cells, in_row) in words.iter_mut().zip(rows.musts) {
        for ((word, column), in_column) in cells.iter_mut().zip(columns.left).zip(columns.musts) {
            let held = in_row & in_column;
            contradiction |= without_lowest(held);
            *word &= column & (held | !full_if_any(held));
        }
    }
    contradiction
}

/// Three parallel triads of each box.
struct Permutations<V> {
    /// The digits that each can still hold.
    left: [V; 3],
    /// The digits that each must hold.
    musts: [V; 3],
    /// Digits that are in no triad of a box, and digits that a triad must hold beyond three.
    contradiction: V,
}

/// In a band a digit takes one minirow of each row and one of each box. A minirow that is on no
/// such permutation loses the digit: that covers pointing, claiming and most hidden singles. The
/// same holds for minicolumns of a stack; `rotate` leads to the next box. A triad must hold the
/// digits that no parallel triad of its box can hold. If there are three, it loses the others.
#[inline(always)]
fn restrict_to_permutations<S: Simd, V: SimdInt<S, Element = u32>>(
    simd: S,
    [a, b, c]: [V; 3],
    rotate: impl Fn(V) -> V,
) -> Permutations<V> {
    let [a1, b1, c1] = [rotate(a), rotate(b), rotate(c)];
    let a2 = a & rotate((b & c1) | (b1 & c));
    let b2 = b & rotate((c & a1) | (c1 & a));
    let c2 = c & rotate((a & b1) | (a1 & b));
    let musts = [a2 & !(b2 | c2), b2 & !(c2 | a2), c2 & !(a2 | b2)];
    let mut left = [a2, b2, c2];
    let mut contradiction = all_boxes::<S, V>(simd) & !(a2 | b2 | c2);
    for (triad, must) in left.iter_mut().zip(musts) {
        let third = without_lowest(without_lowest(must));
        contradiction |= without_lowest(third);
        *triad &= must | !full_if_any(third);
    }
    Permutations {
        left,
        musts,
        contradiction,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{branch, propagate, states};
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
            while propagate(&mut state, Level::new()) == Propagated::Open {
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
                state = branch(&state, Level::new())[0];
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
                if outcome == Propagated::Open {
                    assert_eq!(same, state, "{level:?}");
                    let parts = branch(&state, level);
                    assert_eq!(parts, branch(&state, Level::baseline()), "{level:?}");
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
                if outcome != Propagated::Open {
                    continue;
                }
                assert_eq!(state, alone);
                open.extend(branch(state, Level::new()));
            }
        }
    }
}
