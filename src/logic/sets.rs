//! Sets: n cells of a unit that have only n digits, or n digits that have only n places.
//!
//! ```text
//! naked pair          two cells of a unit have {1,2}          the others lose 1 and 2
//! hidden pair         1 and 2 have the same two places        these cells lose all other digits
//! direct hidden pair  the same, and these cells include all   3 is in that one
//!                     places for 3 but one
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
        for Tuple {
            indices: places,
            union: digits,
        } in tuples(N, digits_by_place)
        {
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
        for Tuple {
            indices: digits,
            union: places,
        } in tuples(N, view.board.places[unit])
        {
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
        let places_by_digit = &view.board.places[unit];
        for Tuple {
            indices: digits,
            union: places,
        } in tuples(N, *places_by_digit)
        {
            for i in set_bits(!digits & ALL_NINE) {
                let remaining = places_by_digit[i] & !places;
                if remaining != places_by_digit[i] && has_exactly(remaining, 1) {
                    let step = view.fill_step(first_cell_at(unit, remaining), i);
                    return Some(step.with_pattern(unit, places, digits));
                }
            }
        }
    }
    None
}

/// The units with at least this many blanks in which something has changed.
fn units_with_blanks(view: &View<'_>, min: u32) -> impl Iterator<Item = usize> {
    let (blanks, units) = (&view.board.blanks, view.changes.units());
    set_bits(units).filter(move |&unit| blanks[unit] >= min)
}

/// n of nine masks, which have n bits in all: n cells with n digits, or n digits with n places.
pub(super) struct Tuple {
    /// Which masks these are: bit i is the mask at index i.
    pub(super) indices: u16,
    /// All their bits.
    pub(super) union: u16,
}

/// The tuples of n masks in ascending order of their indices, as in Sudoku Explainer. Empty masks
/// are in none.
pub(super) fn tuples(n: u32, masks: [u16; 9]) -> impl Iterator<Item = Tuple> {
    let small = mask_of(&masks, |mask| mask != 0 && mask.count_ones() <= n) as u16;
    subsets(small)
        .filter(move |&indices| has_exactly(indices, n))
        .map(move |indices| Tuple::new(indices, &masks))
        .filter(move |tuple| has_exactly(tuple.union, n))
}

impl Tuple {
    fn new(indices: u16, masks: &[u16; 9]) -> Tuple {
        Tuple {
            indices,
            union: set_bits(indices).fold(0, |union, i| union | masks[i]),
        }
    }
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
