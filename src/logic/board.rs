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
//! unit                boxes (0..9), columns (9..18) and rows (18..27), as in Sudoku Explainer
//! ```
//!
//! The board also knows its latest [`Changes`]. Most steps change a few cells, so a technique that
//! has looked at everything before need only look there.

use std::ops::BitOr;

use super::Step;
use crate::grid::{CELLS, Candidates, Placement, Unit, set_bits};

// The kinds of units: unit `9 * kind + i` is the box, the column or the row `i + 1`.
pub(super) const BOX: usize = 0;
pub(super) const COLUMN: usize = 1;
pub(super) const ROW: usize = 2;

// Masks of units.
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

/// The cells of every unit as a mask: cell c is bit c.
pub(super) static CELL_MASK: [u128; 27] = {
    let mut masks = [0; 27];
    let mut i = 0;
    while i < 3 * CELLS {
        masks[UNITS_OF[i / 3][i % 3].0] |= 1 << (i / 3);
        i += 1;
    }
    masks
};

/// The three units of every cell as a mask.
pub(super) static UNIT_MASK: [u32; CELLS] = {
    let mut masks = [0; CELLS];
    let mut i = 0;
    while i < 3 * CELLS {
        masks[i / 3] |= 1 << UNITS_OF[i / 3][i % 3].0;
        i += 1;
    }
    masks
};

/// The peers of every cell, which are the other cells of its units, as a mask: cell c is bit c.
pub(super) static PEERS: [u128; CELLS] = {
    let mut peers = [0; CELLS];
    let mut i = 0;
    while i < CELLS * CELLS {
        let (cell, other) = (i / CELLS, i % CELLS);
        if cell != other && UNIT_MASK[cell] & UNIT_MASK[other] != 0 {
            peers[cell] |= 1 << other;
        }
        i += 1;
    }
    peers
};

/// The unit of this kind that a cell lies in.
#[inline]
pub(super) fn unit_of(cell: usize, kind: usize) -> usize {
    UNITS_OF[cell][kind].0
}

/// The place of a cell in its unit of this kind.
#[inline]
pub(super) fn place_of(cell: usize, kind: usize) -> usize {
    UNITS_OF[cell][kind].1
}

/// Whether a cell lies in a unit.
pub(super) fn is_in(cell: usize, unit: usize) -> bool {
    unit_of(cell, unit / 9) == unit
}

/// Whether two cells are peers: they are different, and share a unit.
pub(super) fn sees(cell: usize, other: usize) -> bool {
    PEERS[cell] >> other & 1 == 1
}

/// The cells at these places of a unit.
pub(super) fn cells_at(unit: usize, places: u16) -> impl Iterator<Item = usize> {
    set_bits(places).map(move |place| CELLS_OF[unit][place])
}

/// A unit as the public [`Unit`], which counts rows first, then columns, then boxes.
pub(super) fn public_unit(unit: usize) -> Unit {
    let first = match unit / 9 {
        BOX => 18,
        COLUMN => 9,
        _ => 0,
    };
    Unit((first + unit % 9) as u8)
}

/// A puzzle that is partly solved. The [module](self) text says how candidates are kept.
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
    /// What has changed since [`take_changes`](Board::take_changes) was last called.
    changes: Changes,
}

impl Board {
    /// Cells with one candidate are clues: the peers of a clue lose its digit.
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
                for (unit, place) in UNITS_OF[cell] {
                    places[unit][i] |= 1 << place;
                }
            }
        }
        let hidden_singles = places.map(|places| mask_of(&places, u16::is_power_of_two) as u16);
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
        mask_of(&self.blanks, |blanks| blanks == 1)
    }

    /// The number of blanks.
    pub(super) fn blank_count(&self) -> u32 {
        self.blanks[..9].iter().sum()
    }

    /// A mask of the cells with exactly `count` candidates.
    pub(super) fn cells_with(&self, count: u32) -> u128 {
        let mut cells = 0;
        for (cell, &digits) in self.candidates.iter().enumerate() {
            cells |= u128::from(digits.count_ones() == count) << cell;
        }
        cells
    }

    /// The places for a digit in the nine units of a kind.
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

    /// Changes the board as a step says.
    pub(super) fn apply(&mut self, step: &Step) {
        if let Some(clue) = step.sets {
            self.fill(clue);
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
        for (unit, _) in UNITS_OF[cell] {
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
            for (unit, place) in UNITS_OF[cell] {
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
        digits: 0x1ff,
    };

    /// A mask of the units of these cells.
    pub(super) fn units(self) -> u32 {
        cells_in(self.cells).fold(0, |units, cell| units | UNIT_MASK[cell])
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

/// A mask of the items that meet a condition.
pub(super) fn mask_of<T: Copy>(items: &[T], condition: impl Fn(T) -> bool) -> u32 {
    items
        .iter()
        .enumerate()
        .fold(0, |mask, (i, &item)| mask | u32::from(condition(item)) << i)
}

/// The cells before a cell.
pub(super) fn before(cell: usize) -> u128 {
    (1 << cell) - 1
}

/// The cells after a cell.
pub(super) fn after(cell: usize) -> u128 {
    u128::MAX << (cell + 1)
}

/// Whether a mask has at least two cells.
pub(super) fn is_several(cells: u128) -> bool {
    cells & cells.wrapping_sub(1) != 0
}

/// The cells of a mask in row-major order.
pub(super) fn cells_in(mut mask: u128) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let cell = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (cell < CELLS).then_some(cell)
    })
}
