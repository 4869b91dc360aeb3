//! Sets: n cells of a unit that have only n digits, or n digits that have only n places.
//!
//! Naked and hidden sets are complements: if n of the blanks of a unit are a naked set, the others
//! are a hidden one. Sudoku Explainer looks for the smaller of the two, and for the naked one if
//! both have the same size. So a naked set needs a unit with 2n blanks at least, and a hidden set
//! one with 2n + 1. A direct hidden set only needs n + 1 blanks: its own, and the one that it
//! leaves to another digit.

use super::units::{CELLS_OF, cells_at, mask_of};
use super::{Step, View};
use crate::grid::set_bits;

/// n cells of a unit have only n digits, so the rest of the unit loses these digits.
pub(super) fn naked_set<const N: u32>(view: &View<'_>) -> Option<Step> {
    for unit in units_with_blanks(view, 2 * N) {
        let digits_of_places = CELLS_OF[unit].map(|cell| view.board.candidates[cell]);
        for (places, digits) in tuples(N, digits_of_places) {
            let rest = cells_at(unit, !places & 0x1ff);
            if let Some(step) = view.elimination(rest, digits) {
                return Some(step.with_pattern(unit, places, digits));
            }
        }
    }
    None
}

/// n digits have only n places in a unit, so these cells lose all other digits.
pub(super) fn hidden_set<const N: u32>(view: &View<'_>) -> Option<Step> {
    for unit in units_with_blanks(view, 2 * N + 1) {
        for (digits, places) in tuples(N, view.board.places[unit]) {
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
        for (digits, places) in tuples(N, view.board.places[unit]) {
            for i in set_bits(!digits & 0x1ff) {
                let before = view.board.places[unit][i];
                let remaining = before & !places;
                if remaining != before && remaining.is_power_of_two() {
                    let cell = CELLS_OF[unit][remaining.trailing_zeros() as usize];
                    return Some(view.fill_step(cell, i).with_pattern(unit, places, digits));
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

/// All choices of n among nine sets whose union has n members: the mask of the chosen sets and the
/// union. They come in ascending order of that mask, as in Sudoku Explainer. Empty sets are never
/// chosen.
pub(super) fn tuples(n: u32, sets: [u16; 9]) -> impl Iterator<Item = (u16, u16)> {
    let fitting = mask_of(&sets, |set| set != 0 && set.count_ones() <= n) as u16;
    let union = move |chosen| set_bits(chosen).fold(0, |union, i| union | sets[i]);
    subsets(fitting)
        .filter(move |&chosen| has_bits(chosen, n))
        .map(move |chosen| (chosen, union(chosen)))
        .filter(move |&(_, union)| has_bits(union, n))
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

/// Whether a mask has n bits, n > 0. This takes less time than counting them all.
pub(super) fn has_bits(mask: u16, n: u32) -> bool {
    (1..n)
        .fold(mask, |rest, _| rest & rest.wrapping_sub(1))
        .is_power_of_two()
}
