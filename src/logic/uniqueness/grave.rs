//! Bivalue universal graves: the extra digits that keep the board from being one, and what follows.

use super::super::board::Board;
use super::super::sets::has_exactly;
use super::super::units::{BOX, CELLS_OF, cells_at, is_in, mask_of, unit_of, units_of_kind};
use super::super::{Step, View};
use super::KINDS;
use super::guardians::{GuardedPattern, RatedStep};
use crate::grid::CELLS;

/// The first step, if the board is a grave but for some extra digits.
pub(in crate::logic) fn grave(view: &View<'_>) -> Option<Step> {
    let extras = Extras::find(view.board)?;
    if !extras.leave_pairs(view.board) {
        return None;
    }
    let guardians = GuardedPattern::new(view, extras.by_cell.into_iter().enumerate());
    let RatedStep { step, added_tenths } = first_step(&guardians, extras.first_cell)?;
    let step = step
        .with_cells(guardians.cells())
        .with_digits(guardians.digits());
    Some(step.rated(5.6 + 0.1 * f64::from(added_tenths)))
}

/// The step of the first type that eliminates something: 1, 2, 4, 3, as in Sudoku Explainer.
fn first_step(guardians: &GuardedPattern<'_>, first_cell: usize) -> Option<RatedStep> {
    if let Some(step) = guardians.one_cell() {
        return Some(RatedStep::new(step, 0));
    }
    if let Some(step) = guardians.one_digit().or_else(|| guardians.locked()) {
        return Some(RatedStep::new(step, 1));
    }
    first_step_of_set(guardians, first_cell)
}

/// Type 3 of a grave: the first naked set. As in Sudoku Explainer, cells in the box of
/// `first_cell`, the guardian that was found first, are tried first.
fn first_step_of_set(guardians: &GuardedPattern<'_>, first_cell: usize) -> Option<RatedStep> {
    let is_type_2 = has_exactly(guardians.digits(), 1);
    if is_type_2 {
        return None;
    }
    for unit in guardians.units() {
        let mut order = CELLS_OF[unit];
        order.sort_by_key(|&cell| !is_in(cell, unit_of(first_cell, BOX)));
        for size in 2..=6 {
            let sets = guardians.naked_sets(unit, order, size);
            if let Some(step) = sets.into_iter().next() {
                return Some(RatedStep::new(step, size as u8));
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
    /// No singles are left. So if a digit does not have two places in a unit, it has more, and is
    /// extra in the one whose cell has more than two candidates. If there are several such cells,
    /// another unit decides. If there is none, the board is no grave: `None`.
    fn find(board: &Board) -> Option<Extras> {
        let (mut by_cell, mut first_cell) = ([0; CELLS], None);
        for unit in KINDS.into_iter().flat_map(units_of_kind) {
            for i in 0..9 {
                let places = board.places[unit][i];
                if is_pair_or_empty(places) {
                    continue;
                }
                let mut large_cells =
                    cells_at(unit, places).filter(|&cell| board.candidates[cell].count_ones() > 2);
                let cell = large_cells.next()?;
                let is_only_one = large_cells.next().is_none();
                if is_only_one {
                    by_cell[cell] |= 1 << i;
                    first_cell.get_or_insert(cell);
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
        let has_pairs = |unit: usize, i: usize| {
            let is_place = |cell: usize| remaining[cell] >> i & 1 == 1;
            is_pair_or_empty(mask_of(&CELLS_OF[unit], is_place) as u16)
        };
        remaining.into_iter().all(is_pair_or_empty)
            && (0..27).all(|unit| (0..9).all(|i| has_pairs(unit, i)))
    }
}

fn is_pair_or_empty(mask: u16) -> bool {
    mask == 0 || has_exactly(mask, 2)
}
