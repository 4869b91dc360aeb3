//! Guardians: the extra digits of a few cells, of which one must be right, and what follows.

use super::super::board::{CELLS_OF, SEEN, cells_in, is_in, place_of, unit_of};
use super::super::proof::{Proof, Rescue, RescueKind};
use super::super::sets::{has_bits, tuples};
use super::super::step::cells;
use super::super::{Look, Step};
use super::KINDS;
use crate::grid::{Cell, set_bits};

/// A cell with its extra digits.
#[derive(Clone, Copy)]
pub(super) struct Guardian {
    pub(super) cell: usize,
    pub(super) digits: u16,
}

/// The cells of which one has an extra digit.
pub(super) struct Guardians<'a> {
    pub(super) look: &'a Look<'a>,
    /// In row-major order.
    pub(super) all: Vec<Guardian>,
}

/// A step, and the tenths that it adds to the lowest rating.
pub(super) struct RatedStep {
    pub(super) step: Step,
    pub(super) added_tenths: u32,
}

impl RatedStep {
    pub(super) fn new(step: Step, added_tenths: u32) -> RatedStep {
        RatedStep { step, added_tenths }
    }

    pub(super) fn lowest(step: Step) -> RatedStep {
        RatedStep::new(step, 0)
    }
}

impl Guardians<'_> {
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + Clone {
        self.all.iter().map(|guardian| guardian.cell)
    }

    /// All extra digits.
    pub(super) fn digits(&self) -> u16 {
        let digits = self.all.iter().map(|guardian| guardian.digits);
        digits.fold(0, |all, digits| all | digits)
    }

    fn has_cell(&self, cell: usize) -> bool {
        self.cells().any(|other| other == cell)
    }

    /// The units that all cells share.
    pub(super) fn units(&self) -> impl Iterator<Item = usize> {
        let first = self.cells().next();
        let units = first.map(|cell| KINDS.map(|kind| unit_of(cell, kind)));
        let is_shared = |unit: &usize| self.cells().all(|cell| is_in(cell, *unit));
        units.into_iter().flatten().filter(is_shared)
    }

    /// The step with its proof.
    fn explain(&self, step: Step, kind: RescueKind) -> Step {
        let mut cells = Vec::new();
        for &Guardian { cell, digits } in &self.all {
            cells.push((Cell(cell as u8), digits));
        }
        Step {
            proof: Proof::Rescue(Box::new(Rescue { cells, kind })),
            ..step
        }
    }

    /// Type 1.
    pub(super) fn one_cell(&self) -> Option<Step> {
        let [Guardian { cell, digits }] = self.all[..] else {
            return None;
        };
        let step = self.look.elimination([cell], !digits)?;
        Some(self.explain(step, RescueKind::OneCell))
    }

    /// Type 2.
    pub(super) fn one_digit(&self) -> Option<Step> {
        if self.all.len() < 2 || !has_bits(self.digits(), 1) {
            return None;
        }
        let sees_all = self.cells().fold(u128::MAX, |seen, cell| seen & SEEN[cell]);
        let step = self.look.elimination(cells_in(sees_all), self.digits())?;
        Some(self.explain(step, RescueKind::OneDigit))
    }

    /// Type 3 with naked sets of a unit that all cells share, which has its cells in this order:
    /// the guardians count as one cell that has all extra digits.
    pub(super) fn naked_sets(
        &self,
        unit: usize,
        order: [usize; 9],
        size: u32,
    ) -> impl Iterator<Item = Step> {
        let merged = order.iter().position(|&cell| self.has_cell(cell));
        let merged = merged.expect("the guardians are in the unit");
        let mut candidates = order.map(|cell| self.candidates_besides(cell));
        candidates[merged] = self.digits();
        tuples(size, candidates)
            .filter(move |(places, _)| places >> merged & 1 == 1)
            .filter_map(move |(places, digits)| {
                let with: Vec<usize> = set_bits(places & !(1 << merged))
                    .map(|place| order[place])
                    .collect();
                let rest = CELLS_OF[unit].into_iter();
                let rest = rest.filter(|cell| !with.contains(cell) && !self.has_cell(*cell));
                let step = self.look.elimination(rest, digits)?;
                Some(self.in_set(step, unit, with, digits))
            })
    }

    /// The candidates of a cell that is not a guardian; none for a guardian.
    fn candidates_besides(&self, cell: usize) -> u16 {
        if self.has_cell(cell) {
            0
        } else {
            self.look.board.candidates[cell]
        }
    }

    /// Type 3 with hidden sets of a unit that two guardians share. They count as one cell at the
    /// place `merged`, and the place `dropped` is not counted: one of them has an extra digit, so
    /// only one remains for the other digits that they have in common.
    pub(super) fn hidden_sets(&self, unit: usize, size: u32) -> impl Iterator<Item = Step> {
        let extra = self.digits();
        let [merged, dropped] = [0, 1].map(|i| place_of(self.all[i].cell, unit / 9));
        let candidates = &self.look.board.candidates;
        let shared = self
            .cells()
            .fold(!extra, |shared, cell| shared & candidates[cell]);
        let places: [u16; 9] = std::array::from_fn(|i| {
            let is_extra = extra >> i & 1 == 1;
            if is_extra {
                0
            } else {
                self.look.board.places[unit][i] & !(1 << dropped)
            }
        });
        tuples(size, places)
            .filter(move |(digits, _)| digits & shared == shared)
            .filter_map(move |(digits, places)| {
                let with: Vec<usize> = set_bits(places & !(1 << merged))
                    .map(|place| CELLS_OF[unit][place])
                    .collect();
                let step = self.look.elimination(with.iter().copied(), !digits)?;
                Some(self.in_set(step, unit, with, digits))
            })
    }

    fn in_set(&self, step: Step, unit: usize, with: Vec<usize>, digits: u16) -> Step {
        let with = cells(with);
        self.explain(step.in_unit(unit), RescueKind::Set { with, digits })
    }

    /// Type 4.
    pub(super) fn locked(&self) -> Option<Step> {
        let [one, other] = self.all[..] else {
            return None;
        };
        let board = self.look.board;
        let shared = board.candidates[one.cell] & board.candidates[other.cell] & !self.digits();
        let is_locked = |&i: &usize| self.units().any(|unit| has_bits(board.places[unit][i], 2));
        let i = set_bits(shared).find(is_locked)?;
        let lost = [one, other].map(|guardian| (guardian.cell, !(guardian.digits | 1 << i)));
        let step = self.look.elimination_by_cell(lost)?;
        let digit = i as u8 + 1;
        Some(self.explain(step, RescueKind::Locked { digit }))
    }
}
