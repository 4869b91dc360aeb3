//! Guardians: a few cells of which one must have one of its extra digits, and what follows from
//! that.

use super::super::proof::{GuardianKind, Guardians, Proof};
use super::super::sets::{Tuple, has_exactly, tuples};
use super::super::step::to_cells;
use super::super::units::{CELLS_OF, PEERS, cells_at, cells_in, is_in, place_of, unit_of};
use super::super::{Step, View};
use super::KINDS;
use crate::grid::{Cell, set_bits};

/// A cell with its extra digits.
#[derive(Clone, Copy)]
pub(super) struct Guardian {
    pub(super) cell: usize,
    pub(super) digits: u16,
}

/// A deadly pattern but for its guardians. The methods give the steps of each type that eliminate something,
/// without the cells and digits of the pattern.
pub(super) struct GuardedPattern<'a> {
    pub(super) view: &'a View<'a>,
    /// In row-major order.
    pub(super) all: Vec<Guardian>,
}

/// A step, and what its type adds to the lowest rating of the pattern, in tenths.
pub(super) struct RatedStep {
    pub(super) step: Step,
    pub(super) added_tenths: u8,
}

impl RatedStep {
    pub(super) fn new(step: Step, added_tenths: u8) -> RatedStep {
        RatedStep { step, added_tenths }
    }
}

impl<'a> GuardedPattern<'a> {
    /// Those of these cells that have extra digits, given as masks.
    pub(super) fn new(
        view: &'a View<'a>,
        extra_digits: impl IntoIterator<Item = (usize, u16)>,
    ) -> GuardedPattern<'a> {
        let mut all = Vec::new();
        for (cell, digits) in extra_digits {
            if digits != 0 {
                all.push(Guardian { cell, digits });
            }
        }
        all.sort_unstable_by_key(|guardian| guardian.cell);
        GuardedPattern { view, all }
    }

    /// Type 1: there is one guardian, so it loses all other digits.
    pub(super) fn one_cell(&self) -> Option<Step> {
        let [Guardian { cell, digits }] = self.all[..] else {
            return None;
        };
        let step = self.view.elimination([cell], !digits)?;
        Some(self.with_proof(step, GuardianKind::OneCell))
    }

    /// Type 2: several guardians have the same extra digit, so the cells that see all of them lose
    /// it.
    pub(super) fn one_digit(&self) -> Option<Step> {
        if self.all.len() < 2 || !has_exactly(self.digits(), 1) {
            return None;
        }
        let sees_all = self
            .cells()
            .fold(u128::MAX, |seen, cell| seen & PEERS[cell]);
        let step = self.view.elimination(cells_in(sees_all), self.digits())?;
        Some(self.with_proof(step, GuardianKind::OneDigit))
    }

    /// Type 3 with naked sets: the guardians count as one cell, which has all extra digits. With
    /// `size - 1` other cells of the unit, its *partners*, it has only `size` digits, which the
    /// rest of the unit loses.
    ///
    /// All guardians lie in the unit. `order` is that in which its cells are tried.
    pub(super) fn naked_sets(&self, unit: usize, order: [usize; 9], size: u32) -> Vec<Step> {
        let merged = order.iter().position(|&cell| self.has_cell(cell));
        let merged = merged.expect("the guardians are in the unit");
        let mut candidates = order.map(|cell| self.candidates_of_other(cell));
        candidates[merged] = self.digits();
        let mut steps = Vec::new();
        for Tuple {
            indices: chosen,
            union: digits,
        } in tuples(size, candidates)
        {
            if chosen >> merged & 1 == 0 {
                continue;
            }
            let partners = set_bits(chosen & !(1 << merged)).map(|index| order[index]);
            let partners = Vec::from_iter(partners);
            let is_rest = |cell: &usize| !partners.contains(cell) && !self.has_cell(*cell);
            let rest = CELLS_OF[unit].into_iter().filter(is_rest);
            if let Some(step) = self.view.elimination(rest, digits) {
                steps.push(self.in_set(step, unit, partners, digits));
            }
        }
        steps
    }

    /// Type 3 with hidden sets: one of two guardians has an extra digit, so only the other one is
    /// left for the digits that they have in common. If the guardians count as one cell, these and
    /// other digits, `size` in all, have only `size` places in the unit. The places other than the
    /// guardians, the *partners*, lose all other digits.
    ///
    /// There are two guardians, and both lie in the unit.
    pub(super) fn hidden_sets(&self, unit: usize, size: u32) -> Vec<Step> {
        // The guardians count as one at the place of the first. The second place is left out.
        let [merged, left_out] = [0, 1].map(|index| place_of(self.all[index].cell, unit / 9));
        let mut places_by_digit =
            self.view.board.places[unit].map(|places| places & !(1 << left_out));
        for i in set_bits(self.digits()) {
            places_by_digit[i] = 0;
        }
        let common = self.common_digits();
        let mut steps = Vec::new();
        for Tuple {
            indices: set_digits,
            union: set_places,
        } in tuples(size, places_by_digit)
        {
            let has_all_common = common & !set_digits == 0;
            if !has_all_common {
                continue;
            }
            let partners = Vec::from_iter(cells_at(unit, set_places & !(1 << merged)));
            if let Some(step) = self.view.elimination(partners.iter().copied(), !set_digits) {
                steps.push(self.in_set(step, unit, partners, set_digits));
            }
        }
        steps
    }

    /// Type 4: a digit that is not extra has only two places in a unit, the two guardians. One of
    /// them has it and the other an extra digit, so both lose all other digits.
    pub(super) fn locked(&self) -> Option<Step> {
        let [one, other] = self.all[..] else {
            return None;
        };
        let board = self.view.board;
        let is_locked = |&i: &usize| {
            self.units()
                .any(|unit| has_exactly(board.places[unit][i], 2))
        };
        let i = set_bits(self.common_digits()).find(is_locked)?;
        let lost = [one, other].map(|guardian| (guardian.cell, !(guardian.digits | 1 << i)));
        let step = self.view.elimination_by_cell(lost)?;
        let digit = i as u8 + 1;
        Some(self.with_proof(step, GuardianKind::Locked { digit }))
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + Clone {
        self.all.iter().map(|guardian| guardian.cell)
    }

    /// All extra digits.
    pub(super) fn digits(&self) -> u16 {
        let digits = self.all.iter().map(|guardian| guardian.digits);
        digits.fold(0, |all, digits| all | digits)
    }

    /// The digits that all guardians have as candidates and none has as an extra digit.
    fn common_digits(&self) -> u16 {
        let candidates = self.cells().map(|cell| self.view.board.candidates[cell]);
        candidates.fold(!self.digits(), |common, digits| common & digits)
    }

    /// The units that all guardians share.
    pub(super) fn units(&self) -> impl Iterator<Item = usize> {
        let first = self.cells().next();
        let units = first.map(|cell| KINDS.map(|kind| unit_of(cell, kind)));
        let is_shared = |unit: &usize| self.cells().all(|cell| is_in(cell, *unit));
        units.into_iter().flatten().filter(is_shared)
    }

    fn has_cell(&self, cell: usize) -> bool {
        self.cells().any(|other| other == cell)
    }

    /// The candidates of a cell that is not a guardian; none for a guardian.
    fn candidates_of_other(&self, cell: usize) -> u16 {
        if self.has_cell(cell) {
            0
        } else {
            self.view.board.candidates[cell]
        }
    }

    /// A step of type 3, with partners that make a set of these digits with the guardians.
    fn in_set(&self, step: Step, unit: usize, partners: Vec<usize>, digits: u16) -> Step {
        let with = to_cells(partners);
        self.with_proof(step.in_unit(unit), GuardianKind::Set { with, digits })
    }

    fn with_proof(&self, step: Step, kind: GuardianKind) -> Step {
        let mut cells = Vec::new();
        for &Guardian { cell, digits } in &self.all {
            cells.push((Cell(cell as u8), digits));
        }
        Step {
            proof: Proof::Guardians(Box::new(Guardians { cells, kind })),
            ..step
        }
    }
}
