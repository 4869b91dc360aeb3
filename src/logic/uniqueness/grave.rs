//! Bivalue universal graves: the extra digits that keep the board from being one, and what follows.

use super::super::board::{Board, places_for_digits};
use super::super::sets::has_exactly;
use super::super::units::{
    BOX, CELLS_OF, KINDS_IN_ORDER, first_cell_at, is_in, mask_of, unit_of, units_of_kind,
};
use super::super::{Step, View};
use super::guardians::GuardedPattern;
use crate::grid::CELLS;

/// The rating of the technique, and of a step of type 1.
const LOWEST_RATING: f64 = 5.6;

/// The first step, if the board is a grave but for some extra digits.
pub(in crate::logic) fn grave(view: &View<'_>) -> Option<Step> {
    let extras = Extras::find(view.board)?;
    if !extras.leave_pairs(view.board) {
        return None;
    }
    let pattern = GuardedPattern::new(view, extras.by_cell.into_iter().enumerate());
    let step = first_step(&pattern, extras.first_cell)?;
    Some(
        step.with_cells(pattern.cells())
            .with_digits(pattern.extra_digits()),
    )
}

/// The step of the first type that eliminates something: 1, 2, 4, 3, as in Sudoku Explainer.
fn first_step(pattern: &GuardedPattern<'_>, first_cell: usize) -> Option<Step> {
    if let Some(step) = pattern.one_cell() {
        return Some(step.rated(LOWEST_RATING));
    }
    if let Some(step) = pattern.one_digit().or_else(|| pattern.locked()) {
        return Some(step.rated(LOWEST_RATING + 0.1));
    }
    first_step_of_set(pattern, first_cell)
}

/// Type 3 of a grave: the first naked set with several extra digits, since a single one is type 2.
/// As in Sudoku Explainer, cells in the box of `first_cell`, the guardian that was found first, are
/// tried first.
fn first_step_of_set(pattern: &GuardedPattern<'_>, first_cell: usize) -> Option<Step> {
    let has_one_digit = pattern.extra_digits().is_power_of_two();
    if has_one_digit {
        return None;
    }
    for unit in pattern.units() {
        let mut order = CELLS_OF[unit];
        order.sort_by_key(|&cell| !is_in(cell, unit_of(first_cell, BOX)));
        for size in 2..=6 {
            if let Some(step) = pattern.steps_of_naked_sets(unit, order, size).next() {
                return Some(step.rated(LOWEST_RATING + 0.1 * f64::from(size)));
            }
        }
    }
    None
}

/// The extra digits without which a board could be a grave.
struct Extras {
    /// The extra digits of each cell.
    by_cell: [u16; CELLS],
    /// The first cell in which one was found.
    first_cell: usize,
}

impl Extras {
    /// No singles are left. So a digit that a unit lacks has two places in it, or more. With more,
    /// it is extra in the one cell that has more than two candidates. If no cell has, the board is
    /// not a grave: `None`. If several have, another unit decides. `None`, too, if no digit is
    /// extra.
    fn find(board: &Board) -> Option<Extras> {
        let (mut by_cell, mut first_cell) = ([0; CELLS], None);
        for unit in KINDS_IN_ORDER.into_iter().flat_map(units_of_kind) {
            let is_large = |cell: usize| board.candidates[cell].count_ones() > 2;
            let large_cells = mask_of(&CELLS_OF[unit], is_large);
            for i in 0..9 {
                let places = board.places[unit][i];
                if is_pair_or_empty(places) {
                    continue;
                }
                let large_places = places & large_cells;
                match large_places.count_ones() {
                    0 => return None,
                    1 => {
                        let cell = first_cell_at(unit, large_places);
                        by_cell[cell] |= 1 << i;
                        first_cell.get_or_insert(cell);
                    }
                    _ => (),
                }
            }
        }
        Some(Extras {
            by_cell,
            first_cell: first_cell?,
        })
    }

    /// Whether the board is a grave without the extra digits: each blank has two candidates, and
    /// each digit two places in each unit that lacks it.
    fn leave_pairs(&self, board: &Board) -> bool {
        let remaining: [u16; CELLS] =
            std::array::from_fn(|cell| board.candidates[cell] & !self.by_cell[cell]);
        let places = places_for_digits(&remaining);
        remaining.into_iter().all(is_pair_or_empty)
            && places.into_iter().flatten().all(is_pair_or_empty)
    }
}

fn is_pair_or_empty(mask: u16) -> bool {
    mask == 0 || has_exactly(mask, 2)
}
