//! Singles: a cell has one digit left, or a digit has one place left in a unit.

use super::units::{cells_in, first_cell_at};
use super::{Step, View};
use crate::grid::set_bits;

/// A unit has one blank.
pub(super) fn last_blank(view: &View<'_>) -> Option<Step> {
    hidden_single(view, view.board.units_with_one_blank())
}

/// A digit has one place in one of these units.
pub(super) fn hidden_single(view: &View<'_>, units: u32) -> Option<Step> {
    let board = view.board;
    for unit in set_bits(units) {
        let singles = board.hidden_singles[unit];
        if singles != 0 {
            let i = singles.trailing_zeros() as usize;
            let cell = first_cell_at(unit, board.places[unit][i]);
            return Some(view.fill_step(cell, i).in_unit(unit));
        }
    }
    None
}

/// A cell has one candidate.
pub(super) fn naked_single(view: &View<'_>) -> Option<Step> {
    let candidates = &view.board.candidates;
    let cell = cells_in(view.changes.cells).find(|&cell| candidates[cell].is_power_of_two())?;
    Some(view.fill_step(cell, candidates[cell].trailing_zeros() as usize))
}
