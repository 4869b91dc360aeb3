//! The board: what a person who solves a puzzle can see.
//!
//! Candidates are kept in two ways, because half of the techniques look at a cell and half at a
//! digit in a unit:
//!
//! ```text
//! candidates[cell]    the digits that fit the cell              one digit: a naked single
//! places[unit][i]     the places for digit i + 1 in the unit    one place: a hidden single
//! ```
//!
//! The board also knows its latest [`Changes`]. Most steps change a few cells, so a technique that
//! has looked at everything before need only look there.

use std::ops::BitOr;

use super::Step;
use super::units::{ALL_NINE, PLACES_OF, PlaceInUnit, UNIT_MASK_OF, cells_at, cells_in, mask_of};
use crate::grid::{CELLS, Candidates, Placement, set_bits};

/// A puzzle that is partly solved. The [module](self) text says how candidates are kept.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The digit of each filled cell; none for a blank.
    filled: [u16; CELLS],
    /// The digits that fit each blank; none for a filled cell.
    pub(super) candidates: [u16; CELLS],
    /// The places for each digit in each unit; none if the unit has the digit.
    pub(super) places: [[u16; 9]; 27],
    /// For each unit, the digits that have one place in it.
    pub(super) hidden_singles: [u16; 27],
    /// The number of blanks in each unit.
    pub(super) blanks: [u32; 27],
    /// What has changed since [`take_changes`](Board::take_changes) was last called.
    changes: Changes,
}

impl Board {
    /// A cell with one candidate is a clue, whose digit its peers lose.
    pub(super) fn new(puzzle: &Candidates) -> Board {
        let mut candidates = *puzzle.masks();
        let filled = candidates.map(|digits| if digits.is_power_of_two() { digits } else { 0 });
        let (mut missing, mut blanks) = ([ALL_NINE; 27], [9; 27]);
        for cell in (0..CELLS).filter(|&cell| filled[cell] != 0) {
            candidates[cell] = 0;
            for PlaceInUnit { unit, .. } in PLACES_OF[cell] {
                missing[unit] &= !filled[cell];
                blanks[unit] -= 1;
            }
        }
        for cell in 0..CELLS {
            for PlaceInUnit { unit, .. } in PLACES_OF[cell] {
                candidates[cell] &= missing[unit];
            }
        }
        let places = places_for_digits(&candidates);
        let hidden_singles = places.map(|places| mask_of(&places, u16::is_power_of_two));
        Board {
            filled,
            candidates,
            places,
            hidden_singles,
            blanks,
            changes: Changes::EVERYTHING,
        }
    }

    /// A mask of the units that have one blank.
    pub(super) fn units_with_one_blank(&self) -> u32 {
        let mut units = 0;
        for (unit, &blanks) in self.blanks.iter().enumerate() {
            units |= u32::from(blanks == 1) << unit;
        }
        units
    }

    /// The number of blanks.
    pub(super) fn blank_count(&self) -> u32 {
        self.blanks[..9].iter().sum()
    }

    /// A mask of the cells with exactly `count` candidates.
    pub(super) fn cells_with_count(&self, count: u32) -> u128 {
        let mut cells = 0;
        for (cell, &digits) in self.candidates.iter().enumerate() {
            cells |= u128::from(digits.count_ones() == count) << cell;
        }
        cells
    }

    /// A mask of the cells that can have digit `i + 1`.
    pub(super) fn cells_with_digit(&self, i: usize) -> u128 {
        let mut cells = 0;
        for (cell, &digits) in self.candidates.iter().enumerate() {
            cells |= u128::from(digits >> i & 1) << cell;
        }
        cells
    }

    /// The places for digit `i + 1` in the nine units of a kind.
    pub(super) fn places_in(&self, kind: usize, i: usize) -> [u16; 9] {
        std::array::from_fn(|unit| self.places[9 * kind + unit][i])
    }

    /// The digit of each filled cell, and the candidates of each blank.
    pub(super) fn remaining(&self) -> Candidates {
        Candidates::from_masks(std::array::from_fn(|cell| {
            self.filled[cell] | self.candidates[cell]
        }))
    }

    /// What has changed since the last call.
    pub(super) fn take_changes(&mut self) -> Changes {
        std::mem::replace(&mut self.changes, Changes::NONE)
    }

    /// Fills a cell or eliminates candidates, as a step says.
    pub(super) fn apply(&mut self, step: &Step) {
        if let Some(placement) = step.fills {
            self.fill(placement);
        }
        for &(cell, digits) in &step.eliminates {
            self.eliminate(cell.index(), digits);
        }
    }

    fn fill(&mut self, Placement { cell, digit }: Placement) {
        let (cell, i) = (cell.index(), usize::from(digit) - 1);
        self.filled[cell] = 1 << i;
        // The cell loses the other candidates, and its units all places for the digit, the cell
        // itself included.
        self.eliminate(cell, !(1 << i));
        for PlaceInUnit { unit, .. } in PLACES_OF[cell] {
            self.blanks[unit] -= 1;
            for other in cells_at(unit, self.places[unit][i]) {
                self.eliminate(other, 1 << i);
            }
        }
    }

    fn eliminate(&mut self, cell: usize, digits: u16) {
        let lost = digits & self.candidates[cell];
        if lost == 0 {
            return;
        }
        for i in set_bits(lost) {
            for PlaceInUnit { unit, place } in PLACES_OF[cell] {
                self.places[unit][i] &= !(1 << place);
                self.note_hidden_single(unit, i);
            }
        }
        self.candidates[cell] &= !lost;
        self.changes.cells |= 1 << cell;
        self.changes.digits |= lost;
    }

    /// Notes whether a digit has one place in a unit, after it has lost one.
    #[inline]
    fn note_hidden_single(&mut self, unit: usize, i: usize) {
        let places = self.places[unit][i];
        if places == 0 {
            self.hidden_singles[unit] &= !(1 << i);
        } else if places.is_power_of_two() {
            self.hidden_singles[unit] |= 1 << i;
        }
    }
}

/// The places for each digit in each unit.
pub(super) fn places_for_digits(candidates: &[u16; CELLS]) -> [[u16; 9]; 27] {
    let mut places = [[0; 9]; 27];
    for (cell, &digits) in candidates.iter().enumerate() {
        for i in set_bits(digits) {
            for PlaceInUnit { unit, place } in PLACES_OF[cell] {
                places[unit][i] |= 1 << place;
            }
        }
    }
    places
}

/// What has changed on the board.
///
/// Steps only ever remove candidates. So a pattern that was not there before must involve a cell
/// that has lost a candidate, or share a unit and a digit with one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    /// The cells that have lost candidates.
    pub(super) cells: u128,
    /// The digits that have lost places.
    pub(super) digits: u16,
}

impl Changes {
    pub(super) const NONE: Changes = Changes {
        cells: 0,
        digits: 0,
    };
    pub(super) const EVERYTHING: Changes = Changes {
        cells: (1 << CELLS) - 1,
        digits: ALL_NINE,
    };

    /// A mask of the units that these cells lie in.
    pub(super) fn units(self) -> u32 {
        cells_in(self.cells).fold(0, |units, cell| units | UNIT_MASK_OF[cell])
    }
}

impl BitOr for Changes {
    type Output = Changes;

    fn bitor(self, other: Changes) -> Changes {
        Changes {
            cells: self.cells | other.cells,
            digits: self.digits | other.digits,
        }
    }
}
