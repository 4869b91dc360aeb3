//! Sets: n cells of a unit that have only n digits, or n digits that have only n places.
//!
//! ```text
//! naked pair           two cells have only 1 and 2     the other cells lose 1 and 2
//! hidden pair          1 and 2 have only two places    these cells lose all other digits
//! direct hidden pair   it leaves one place for 3       this cell is 3
//! ```
//!
//! Naked and hidden sets are complements: if n of the blanks of a unit are a naked set, the others
//! are a hidden one. Sudoku Explainer looks for the smaller of the two, and for the naked one if
//! both have the same size. So a naked set needs a unit with at least 2n blanks, and a hidden set
//! one with 2n + 1. A direct hidden set only needs n + 1 blanks: its own, and the one that it
//! leaves to another digit.

use super::units::{ALL_NINE, CELLS_OF, cells_at, first_cell_at, mask_of};
use super::{Step, View};
use crate::grid::set_bits;

/// n cells of a unit have only n digits, so the other cells lose these digits.
pub(super) fn naked_set<const N: u32>(view: &View<'_>) -> Option<Step> {
    for unit in units_with_blanks(view, 2 * N) {
        let digits_by_place = CELLS_OF[unit].map(|cell| view.board.candidates[cell]);
        for Set { places, digits } in find_naked_sets(N, digits_by_place) {
            let others = cells_at(unit, !places & ALL_NINE);
            if let Some(step) = view.elimination(others, digits) {
                return Some(step.with_pattern(unit, places, digits));
            }
        }
    }
    None
}

/// n digits have only n places in a unit, so these cells lose all other digits.
pub(super) fn hidden_set<const N: u32>(view: &View<'_>) -> Option<Step> {
    for unit in units_with_blanks(view, 2 * N + 1) {
        for Set { places, digits } in find_hidden_sets(N, view.board.places[unit]) {
            if let Some(step) = view.elimination(cells_at(unit, places), !digits) {
                return Some(step.with_pattern(unit, places, digits));
            }
        }
    }
    None
}

/// A hidden set leaves another digit one place in its unit.
pub(super) fn direct_hidden_set<const N: u32>(view: &View<'_>) -> Option<Step> {
    for unit in units_with_blanks(view, N + 1) {
        for set in find_hidden_sets(N, view.board.places[unit]) {
            let step = direct_step(view, unit, set);
            if step.is_some() {
                return step;
            }
        }
    }
    None
}

/// The step of a hidden set that takes all places of another digit but one.
fn direct_step(view: &View<'_>, unit: usize, Set { places, digits }: Set) -> Option<Step> {
    for i in set_bits(!digits & ALL_NINE) {
        let all_places = view.board.places[unit][i];
        let remaining = all_places & !places;
        if remaining != all_places && remaining.is_power_of_two() {
            let step = view.fill_step(first_cell_at(unit, remaining), i);
            return Some(step.with_pattern(unit, places, digits));
        }
    }
    None
}

/// The units with at least this many blanks in which something has changed.
fn units_with_blanks(view: &View<'_>, min: u32) -> impl Iterator<Item = usize> {
    let (blanks, units) = (&view.board.blanks, view.changes.units());
    set_bits(units).filter(move |&unit| blanks[unit] >= min)
}

/// As many places in a unit as digits.
pub(super) struct Set {
    pub(super) places: u16,
    pub(super) digits: u16,
}

/// The sets of n places that have n digits in all.
pub(super) fn find_naked_sets(n: u32, digits_by_place: [u16; 9]) -> impl Iterator<Item = Set> {
    tuples(n, digits_by_place).map(|tuple| Set {
        places: tuple.indices,
        digits: tuple.union,
    })
}

/// The sets of n digits that have n places in all.
pub(super) fn find_hidden_sets(n: u32, places_by_digit: [u16; 9]) -> impl Iterator<Item = Set> {
    tuples(n, places_by_digit).map(|tuple| Set {
        digits: tuple.indices,
        places: tuple.union,
    })
}

/// n of nine masks that have n bits in all.
pub(super) struct Tuple {
    /// A mask of the indices of the n masks.
    pub(super) indices: u16,
    pub(super) union: u16,
}

/// The tuples of n masks in ascending order of their indices, as in Sudoku Explainer. Empty masks
/// are in none.
pub(super) fn tuples(n: u32, masks: [u16; 9]) -> impl Iterator<Item = Tuple> {
    let small = mask_of(&masks, |mask| mask != 0 && mask.count_ones() <= n);
    let union_of = move |indices| set_bits(indices).fold(0, |union, i| union | masks[i]);
    subsets(small)
        .filter(move |&indices| has_exactly(indices, n))
        .map(move |indices| Tuple {
            indices,
            union: union_of(indices),
        })
        .filter(move |tuple| has_exactly(tuple.union, n))
}

/// The subsets of a mask in ascending order, without the empty one.
fn subsets(mask: u16) -> impl Iterator<Item = u16> {
    let mut subset = 0_u16;
    std::iter::from_fn(move || {
        // Subset enumeration (Carry-Rippler): the borrow runs through the bits outside of the mask.
        subset = subset.wrapping_sub(mask) & mask;
        (subset != 0).then_some(subset)
    })
}

/// Whether exactly n bits of a mask are set, n > 0. This takes less time than counting them all.
pub(super) fn has_exactly(mask: u16, n: u32) -> bool {
    (1..n)
        .fold(mask, |bits, _| bits & bits.wrapping_sub(1))
        .is_power_of_two()
}
