//! Guardians: a few cells of which one must have one of its extra digits, and what follows from
//! that.
//!
//! ```text
//! a {1,2,5} and b {1,2,6} in one unit keep 1 and 2 from being swapped, so one of them is 5 or 6
//!
//! naked set    c {5,6} in the unit is the other one, so the rest of the unit loses 5 and 6
//! hidden set   c is the only other place for 1 and 2 in the unit, and a and b cannot have both, so
//!              c is one of them and loses its other digits
//! ```

use super::super::proof::{GuardianKind, Guardians, Proof};
use super::super::sets::{Set, find_hidden_sets, find_naked_sets, has_exactly};
use super::super::units::{
    CELL_MASK_OF, KINDS_IN_ORDER, PEERS_OF, cell_mask, cells_at, cells_in, place_of, public_cell,
    unit_of,
};
use super::super::{Step, View};
use crate::grid::set_bits;

/// A pattern that without its guardians would give the puzzle several solutions. The methods give
/// the steps of each type that eliminate something, without the cells and digits of the pattern.
pub(super) struct GuardedPattern<'a> {
    view: &'a View<'a>,
    /// In row-major order.
    pub(super) guardians: Vec<Guardian>,
}

/// A cell with its extra digits.
#[derive(Clone, Copy)]
pub(super) struct Guardian {
    cell: usize,
    extra_digits: u16,
}

impl<'a> GuardedPattern<'a> {
    /// The guardians are those of these cells that have extra digits.
    pub(super) fn new(
        view: &'a View<'a>,
        extra_digits_by_cell: impl IntoIterator<Item = (usize, u16)>,
    ) -> GuardedPattern<'a> {
        let mut guardians = Vec::new();
        for (cell, extra_digits) in extra_digits_by_cell {
            if extra_digits != 0 {
                guardians.push(Guardian { cell, extra_digits });
            }
        }
        guardians.sort_unstable_by_key(|guardian| guardian.cell);
        GuardedPattern { view, guardians }
    }

    /// Type 1: there is one guardian, so it loses all other digits.
    pub(super) fn one_cell(&self) -> Option<Step> {
        let [Guardian { cell, extra_digits }] = self.guardians[..] else {
            return None;
        };
        let step = self.view.elimination([cell], !extra_digits)?;
        Some(self.with_proof(step, GuardianKind::OneCell))
    }

    /// Type 2: several guardians have the same extra digit, so the cells that see all of them lose
    /// it.
    pub(super) fn one_digit(&self) -> Option<Step> {
        let digits = self.extra_digits();
        if self.guardians.len() < 2 || !digits.is_power_of_two() {
            return None;
        }
        let sees_all = self
            .cells()
            .fold(u128::MAX, |common, cell| common & PEERS_OF[cell]);
        let step = self.view.elimination(cells_in(sees_all), digits)?;
        Some(self.with_proof(step, GuardianKind::OneDigit))
    }

    /// Type 3 with naked sets: the guardians count as one cell, which has all extra digits. With
    /// `size - 1` other cells of the unit, its *partners*, it has only `size` digits, which the
    /// rest of the unit loses.
    ///
    /// All guardians lie in the unit. `order` has its cells in the order in which they are tried.
    pub(super) fn steps_of_naked_sets(
        &self,
        unit: usize,
        order: [usize; 9],
        size: u32,
    ) -> impl Iterator<Item = Step> {
        find_naked_sets(size, self.merged_candidates(order))
            .filter_map(move |set| self.step_of_naked_set(unit, order, set))
    }

    /// The candidates of these cells. The first guardian stands for all of them.
    fn merged_candidates(&self, cells: [usize; 9]) -> [u16; 9] {
        let guardians = cell_mask(self.cells());
        let mut candidates = cells.map(|cell| self.view.board.candidates[cell]);
        let mut merged_digits = self.extra_digits();
        for (index, cell) in cells.into_iter().enumerate() {
            if guardians >> cell & 1 == 1 {
                candidates[index] = merged_digits;
                merged_digits = 0;
            }
        }
        candidates
    }

    /// The step of a naked set, whose places are indices of `order`, not places in the unit. `None`
    /// if the guardians are not among its cells.
    fn step_of_naked_set(
        &self,
        unit: usize,
        order: [usize; 9],
        Set { places, digits }: Set,
    ) -> Option<Step> {
        let guardians = cell_mask(self.cells());
        let chosen = cell_mask(set_bits(places).map(|index| order[index]));
        if chosen & guardians == 0 {
            return None;
        }
        let others = CELL_MASK_OF[unit] & !(guardians | chosen);
        let step = self.view.elimination(cells_in(others), digits)?;
        let is_partner = |cell: &usize| (chosen & !guardians) >> cell & 1 == 1;
        let partners = order.into_iter().filter(is_partner).collect();
        Some(self.set_step(step, unit, partners, digits))
    }

    /// Type 3 with hidden sets. There are two guardians, and both lie in the unit.
    ///
    /// One of them has an extra digit, so only the other one is left for the digits that they have
    /// in common. If the guardians count as one cell, these and other digits, `size` in all, have
    /// only `size` places in the unit. The places other than the guardians, the *partners*, lose
    /// all other digits.
    pub(super) fn steps_of_hidden_sets(
        &self,
        unit: usize,
        size: u32,
    ) -> impl Iterator<Item = Step> {
        find_hidden_sets(size, self.merged_places(unit))
            .filter_map(move |set| self.step_of_hidden_set(unit, set))
    }

    /// The places for each digit in a unit. The first guardian stands for both. The extra digits,
    /// which are in no hidden set, have none.
    fn merged_places(&self, unit: usize) -> [u16; 9] {
        let [_, dropped] = self.merged_and_dropped_place(unit);
        let mut places = self.view.board.places[unit].map(|places| places & !(1 << dropped));
        for i in set_bits(self.extra_digits()) {
            places[i] = 0;
        }
        places
    }

    /// The step of a hidden set; `None` if it lacks a common digit of the guardians. These include
    /// the pair of the loop, so a set with all of them has the guardians among its places.
    fn step_of_hidden_set(&self, unit: usize, Set { places, digits }: Set) -> Option<Step> {
        if self.common_digits() & !digits != 0 {
            return None;
        }
        let [merged, _] = self.merged_and_dropped_place(unit);
        let partners = Vec::from_iter(cells_at(unit, places & !(1 << merged)));
        let step = self.view.elimination(partners.iter().copied(), !digits)?;
        Some(self.set_step(step, unit, partners, digits))
    }

    /// The places of two guardians in a unit: that of the first, which stands for both, and that of
    /// the second.
    fn merged_and_dropped_place(&self, unit: usize) -> [usize; 2] {
        [0, 1].map(|index| place_of(self.guardians[index].cell, unit / 9))
    }

    /// Type 4: a digit that is not extra has only two places in a unit, the two guardians. One of
    /// them has it and the other an extra digit, so both lose all other digits.
    pub(super) fn locked(&self) -> Option<Step> {
        let [one, other] = self.guardians[..] else {
            return None;
        };
        let i = set_bits(self.common_digits()).find(|&i| self.has_two_places(i))?;
        let lost = [one, other].map(|guardian| (guardian.cell, !(guardian.extra_digits | 1 << i)));
        let step = self.view.elimination_by_cell(lost)?;
        let digit = i as u8 + 1;
        Some(self.with_proof(step, GuardianKind::Locked { digit }))
    }

    /// Whether digit `i + 1` has two places in a unit that all guardians share.
    fn has_two_places(&self, i: usize) -> bool {
        self.units()
            .any(|unit| has_exactly(self.view.board.places[unit][i], 2))
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + Clone {
        self.guardians.iter().map(|guardian| guardian.cell)
    }

    /// The extra digits of all guardians.
    pub(super) fn extra_digits(&self) -> u16 {
        self.guardians
            .iter()
            .fold(0, |all, guardian| all | guardian.extra_digits)
    }

    /// The digits that all guardians have as candidates and none has as an extra digit.
    fn common_digits(&self) -> u16 {
        let candidates = self.cells().map(|cell| self.view.board.candidates[cell]);
        candidates.fold(!self.extra_digits(), |common, digits| common & digits)
    }

    /// The units that all guardians share.
    pub(super) fn units(&self) -> impl Iterator<Item = usize> {
        KINDS_IN_ORDER
            .into_iter()
            .filter_map(|kind| self.shared_unit(kind))
    }

    fn shared_unit(&self, kind: usize) -> Option<usize> {
        let mut units = self.cells().map(|cell| unit_of(cell, kind));
        let first = units.next()?;
        units.all(|unit| unit == first).then_some(first)
    }

    /// A step of type 3, with partners that make a set of these digits with the guardians.
    fn set_step(&self, step: Step, unit: usize, partners: Vec<usize>, digits: u16) -> Step {
        let partners = partners.into_iter().map(public_cell).collect();
        self.with_proof(step.in_unit(unit), GuardianKind::Set { partners, digits })
    }

    fn with_proof(&self, step: Step, kind: GuardianKind) -> Step {
        let mut cells = Vec::new();
        for guardian in &self.guardians {
            cells.push((public_cell(guardian.cell), guardian.extra_digits));
        }
        Step {
            proof: Proof::Guardians(Box::new(Guardians { cells, kind })),
            ..step
        }
    }
}
