//! The board: what a person who solves a puzzle can see.
//!
//! Candidates are kept in two ways, because half of the techniques look at a cell and half at a
//! digit in a unit:
//!
//! ```text
//! candidates[cell]    the digits that fit the cell              one digit: a naked single
//! places[unit][i]     the places for digit i + 1 in the unit    one place: a hidden single
//!
//! place               the index of a cell in its unit, 0..9, in row-major order
//! unit                boxes (0..9), columns (9..18) and rows (18..27): the order of Sudoku Explainer
//! ```

use super::Step;
use crate::grid::{CELLS, Candidates, Clue, set_bits};

/// The kinds of units: unit `9 * kind + i` is the box, the column or the row `i + 1`.
pub(super) const BOX: usize = 0;
pub(super) const COLUMN: usize = 1;
pub(super) const ROW: usize = 2;

/// Masks of units.
pub(super) const BOXES: u32 = (1 << 9) - 1;
pub(super) const LINES: u32 = BOXES << 9 | BOXES << 18;

/// The box, the column and the row of every cell, with its place in each.
pub(super) static UNITS_OF: [[(usize, usize); 3]; CELLS] = {
    let mut units = [[(0, 0); 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (r, c) = (cell / 9, cell % 9);
        units[cell] = [
            (r / 3 * 3 + c / 3, r % 3 * 3 + c % 3),
            (9 + c, r),
            (18 + r, c),
        ];
        cell += 1;
    }
    units
};

/// The cells of every unit.
pub(super) static CELLS_OF: [[usize; 9]; 27] = {
    let mut cells = [[0; 9]; 27];
    let mut i = 0;
    while i < 3 * CELLS {
        let (unit, place) = UNITS_OF[i / 3][i % 3];
        cells[unit][place] = i / 3;
        i += 1;
    }
    cells
};

/// Whether a cell lies in a unit.
pub(super) fn is_in(cell: usize, unit: usize) -> bool {
    UNITS_OF[cell][unit / 9].0 == unit
}

/// Whether two different cells share a unit.
pub(super) fn sees(cell: usize, other: usize) -> bool {
    cell != other && (0..3).any(|kind| UNITS_OF[cell][kind].0 == UNITS_OF[other][kind].0)
}

#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The digit of each filled cell.
    filled: [u16; CELLS],
    /// The digits that fit each blank; none for a filled cell.
    pub(super) candidates: [u16; CELLS],
    /// The places for each digit in each unit; none if the unit has the digit.
    pub(super) places: [[u16; 9]; 27],
    /// For each unit, the digits that have one place in it.
    pub(super) hidden_singles: [u16; 27],
    /// The number of blanks in each unit.
    pub(super) blanks: [u32; 27],
}

impl Board {
    /// Cells with one candidate are clues: the cells that see a clue lose its digit.
    pub(super) fn new(puzzle: &Candidates) -> Board {
        let mut candidates = *puzzle.masks();
        let filled = candidates.map(|digits| if digits.is_power_of_two() { digits } else { 0 });
        let (mut missing, mut blanks, mut places) = ([0x1ff; 27], [9; 27], [[0; 9]; 27]);
        for cell in (0..CELLS).filter(|&cell| filled[cell] != 0) {
            candidates[cell] = 0;
            for (unit, _) in UNITS_OF[cell] {
                missing[unit] &= !filled[cell];
                blanks[unit] -= 1;
            }
        }
        for cell in 0..CELLS {
            candidates[cell] &= UNITS_OF[cell]
                .iter()
                .fold(0x1ff, |all, &(unit, _)| all & missing[unit]);
            for i in set_bits(candidates[cell]) {
                UNITS_OF[cell]
                    .iter()
                    .for_each(|&(unit, place)| places[unit][i] |= 1 << place);
            }
        }
        let hidden_singles = places.map(|places| mask_of(&places, u16::is_power_of_two) as u16);
        Board {
            filled,
            candidates,
            places,
            hidden_singles,
            blanks,
        }
    }

    /// A mask of the units that have one blank.
    pub(super) fn units_with_one_blank(&self) -> u32 {
        mask_of(&self.blanks, |blanks| blanks == 1)
    }

    /// The number of blanks.
    pub(super) fn blank_count(&self) -> u32 {
        self.blanks[..9].iter().sum()
    }

    /// The places for a digit in the nine units of a kind.
    pub(super) fn places_in(&self, kind: usize, i: usize) -> [u16; 9] {
        std::array::from_fn(|unit| self.places[9 * kind + unit][i])
    }

    /// The digit of each filled cell, and the candidates of each blank.
    pub(super) fn left(&self) -> Candidates {
        Candidates::from_masks(std::array::from_fn(|cell| {
            self.filled[cell] | self.candidates[cell]
        }))
    }

    /// Takes a step.
    pub(super) fn apply(&mut self, step: &Step) {
        if let Some(Clue { cell, digit }) = step.sets {
            let (cell, i) = (cell.index(), usize::from(digit) - 1);
            self.filled[cell] = 1 << i;
            self.eliminate(cell, !(1 << i));
            for (unit, _) in UNITS_OF[cell] {
                self.blanks[unit] -= 1;
                set_bits(self.places[unit][i])
                    .for_each(|place| self.eliminate(CELLS_OF[unit][place], 1 << i));
            }
        }
        step.eliminates
            .iter()
            .for_each(|&(cell, digits)| self.eliminate(cell.index(), digits));
    }

    fn eliminate(&mut self, cell: usize, digits: u16) {
        for i in set_bits(digits & self.candidates[cell]) {
            for (unit, place) in UNITS_OF[cell] {
                let places = &mut self.places[unit][i];
                *places &= !(1 << place);
                if *places & places.wrapping_sub(1) == 0 {
                    self.hidden_singles[unit] =
                        self.hidden_singles[unit] & !(1 << i) | u16::from(*places != 0) << i;
                }
            }
        }
        self.candidates[cell] &= !digits;
    }
}

/// A mask of the items that meet a condition.
pub(super) fn mask_of<T: Copy>(items: &[T], condition: impl Fn(T) -> bool) -> u32 {
    items
        .iter()
        .enumerate()
        .fold(0, |mask, (i, &item)| mask | u32::from(condition(item)) << i)
}
