//! Bivalue universal graves.

use super::super::board::{BOX, Board, CELLS_OF, is_in, mask_of, unit_of};
use super::super::sets::has_bits;
use super::super::{Look, Step};
use super::KINDS;
use super::guardians::{Guardian, Guardians, RatedStep};
use crate::grid::{CELLS, set_bits};

/// A bivalue universal grave.
pub(in crate::logic) fn grave(look: &mut Look<'_>) -> Option<Step> {
    let extras = GraveExtras::find(look.board)?;
    if !extras.leave_pairs(look.board) {
        return None;
    }
    let all = extras.guardians();
    let guardians = Guardians { look, all };
    let RatedStep { step, added_tenths } = first_step(&guardians, extras.first)?;
    Some(Step {
        rating: look.technique.rating + added_tenths as u8,
        digits: guardians.digits(),
        ..step.with_cells(guardians.cells())
    })
}

/// The step of the first type that eliminates something: 1, 2, 4, 3. `first` is the guardian that
/// was found first.
fn first_step(guardians: &Guardians<'_>, first: usize) -> Option<RatedStep> {
    let step = guardians
        .one_cell()
        .or_else(|| guardians.one_digit())
        .or_else(|| guardians.locked());
    match step {
        Some(step) => {
            let added_tenths = u32::from(guardians.all.len() > 1);
            Some(RatedStep::new(step, added_tenths))
        }
        None => first_step_of_set(guardians, first),
    }
}

/// Type 3 of a grave: the first naked set. As in Sudoku Explainer, cells in the box of the guardian
/// that was found first come first.
fn first_step_of_set(guardians: &Guardians<'_>, first: usize) -> Option<RatedStep> {
    if has_bits(guardians.digits(), 1) {
        return None;
    }
    for unit in guardians.units() {
        let mut order = CELLS_OF[unit];
        order.sort_by_key(|&cell| !is_in(cell, unit_of(first, BOX)));
        for size in 2..=6 {
            if let Some(step) = guardians.naked_sets(unit, order, size).next() {
                return Some(RatedStep::new(step, size));
            }
        }
    }
    None
}

/// The digits without which a board would be a grave.
struct GraveExtras {
    digits: [u16; CELLS],
    /// The cell that was found first.
    first: usize,
}

impl GraveExtras {
    /// A digit that has neither none nor two places in a unit is extra in the only one of these
    /// places that has more than two candidates. Of several such places, another unit decides; if
    /// there is none, this is no grave.
    fn find(board: &Board) -> Option<GraveExtras> {
        let (mut digits, mut first) = ([0; CELLS], None);
        for unit in KINDS.into_iter().flat_map(|kind| 9 * kind..9 * kind + 9) {
            for i in 0..9 {
                let places = board.places[unit][i];
                if is_pair_or_empty(places) {
                    continue;
                }
                let cells = set_bits(places).map(|place| CELLS_OF[unit][place]);
                let mut large = cells.filter(|&cell| !is_pair_or_empty(board.candidates[cell]));
                let cell = large.next()?;
                if large.next().is_none() {
                    digits[cell] |= 1 << i;
                    first.get_or_insert(cell);
                }
            }
        }
        let first = first?;
        Some(GraveExtras { digits, first })
    }

    /// Whether without them each blank has two candidates and each digit two places in a unit.
    fn leave_pairs(&self, board: &Board) -> bool {
        let left: [u16; CELLS] =
            std::array::from_fn(|cell| board.candidates[cell] & !self.digits[cell]);
        let has_pairs = |unit: usize, i: usize| {
            let is_place = |cell: usize| left[cell] >> i & 1 == 1;
            is_pair_or_empty(mask_of(&CELLS_OF[unit], is_place) as u16)
        };
        left.into_iter().all(is_pair_or_empty)
            && (0..27).all(|unit| (0..9).all(|i| has_pairs(unit, i)))
    }

    /// The cells with extra digits in row-major order.
    fn guardians(&self) -> Vec<Guardian> {
        let mut guardians = Vec::new();
        for (cell, digits) in self.digits.into_iter().enumerate() {
            if digits != 0 {
                guardians.push(Guardian { cell, digits });
            }
        }
        guardians
    }
}

fn is_pair_or_empty(mask: u16) -> bool {
    mask == 0 || has_bits(mask, 2)
}
