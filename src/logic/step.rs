//! Steps: what a technique finds.

use super::proof::Proof;
use super::units::{cells_at, public_cell, public_unit};
use super::{Rating, Technique, View};
use crate::grid::{Cell, Placement, Unit};

/// One step of a solution: it fills a cell, or it eliminates candidates.
///
/// Displayed as `1.2 r1c5=4` or `3.0 r2c1<>3,5 r2c9<>3`; a chain is added in a short form. `{:#}`
/// prints it in words, such as `r4c5 is 7: the only place for 7 in row 4 (hidden single, 1.5)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Step {
    /// The technique that finds it.
    pub technique: &'static Technique,
    /// How hard it is, exactly: at least as hard as the technique.
    pub rating: Rating,
    /// The cell that is filled, and its digit.
    pub fills: Option<Placement>,
    /// The cells that lose candidates, in row-major order, with a mask of the lost digits: digit d
    /// is bit d - 1. Empty if a cell is filled.
    pub eliminates: Vec<(Cell, u16)>,
    /// The unit in which the filled cell is the only place left for its digit, or the unit of the
    /// pattern behind an elimination. A fish has its first base line, and guardians in a set have
    /// the unit of the set. Naked singles, wings, other uniqueness steps, exclusions and chains
    /// have none.
    pub unit: Option<Unit>,
    /// The cells of the pattern behind the step; none for a single or a chain. The pivot of a wing
    /// comes first, and those of a loop are in its order.
    pub cells: Vec<Cell>,
    /// The digits of the pattern: digit d is bit d - 1.
    pub digits: u16,
    /// What else the step rests on.
    pub proof: Proof,
}

impl View<'_> {
    /// A step that fills a cell with digit `i + 1`.
    pub(super) fn fill_step(&self, cell: usize, i: usize) -> Step {
        let placement = Placement {
            cell: public_cell(cell),
            digit: i as u8 + 1,
        };
        self.new_step(Some(placement), Vec::new())
            .with_digits(1 << i)
    }

    /// A step that eliminates these digits from these cells; `None` if no cell has one of them. The
    /// step has no pattern yet.
    pub(super) fn elimination(
        &self,
        cells: impl IntoIterator<Item = usize>,
        digits: u16,
    ) -> Option<Step> {
        self.elimination_by_cell(cells.into_iter().map(|cell| (cell, digits)))
    }

    /// A step that eliminates from each cell its own digits; `None` if no cell has one of them. The
    /// step has no pattern yet.
    pub(super) fn elimination_by_cell(
        &self,
        digits_by_cell: impl IntoIterator<Item = (usize, u16)>,
    ) -> Option<Step> {
        let mut eliminates = Vec::new();
        for (cell, digits) in digits_by_cell {
            let lost = self.board.candidates[cell] & digits;
            if lost != 0 {
                eliminates.push((public_cell(cell), lost));
            }
        }
        if eliminates.is_empty() {
            return None;
        }
        Some(self.new_step(None, eliminates))
    }

    fn new_step(&self, fills: Option<Placement>, eliminates: Vec<(Cell, u16)>) -> Step {
        Step {
            technique: self.technique,
            rating: self.technique.rating,
            fills,
            eliminates,
            unit: None,
            cells: Vec::new(),
            digits: 0,
            proof: Proof::Pattern,
        }
    }
}

impl Step {
    /// The step with this rating, rounded to tenths.
    pub(super) fn rated(self, rating: f64) -> Step {
        Step {
            rating: Rating::Exactly((10.0 * rating).round() as u8),
            ..self
        }
    }

    pub(super) fn in_unit(self, unit: usize) -> Step {
        Step {
            unit: Some(public_unit(unit)),
            ..self
        }
    }

    pub(super) fn with_cells(self, cells: impl IntoIterator<Item = usize>) -> Step {
        Step {
            cells: cells.into_iter().map(public_cell).collect(),
            ..self
        }
    }

    pub(super) fn with_digits(self, digits: u16) -> Step {
        Step { digits, ..self }
    }

    /// The step with its pattern: these digits in these places of a unit.
    pub(super) fn with_pattern(self, unit: usize, places: u16, digits: u16) -> Step {
        self.in_unit(unit)
            .with_cells(cells_at(unit, places))
            .with_digits(digits)
    }
}
