//! Cells, units, places and digits: as numbers, in tables, and as masks.
//!
//! ```text
//! cell    0..81 in row-major order                                      mask: bit c of a u128
//! unit    boxes (0..9), columns (9..18), rows (18..27), as in Sudoku    mask: bit u of a u32
//!         Explainer
//! kind    BOX, COLUMN or ROW: unit 9 * kind + n is unit n of its kind
//! place   the index of a cell in its unit, 0..9, in row-major order     mask: bit p of a u16
//! i       digit i + 1                                                   mask: bit i of a u16
//! ```

use std::ops::Range;

use crate::grid::{CELLS, Cell, Unit, set_bits};

// The kinds of units.
pub(super) const BOX: usize = 0;
pub(super) const COLUMN: usize = 1;
pub(super) const ROW: usize = 2;

/// The kinds of units in the order in which Sudoku Explainer looks at those of a cell.
pub(super) const KINDS_IN_ORDER: [usize; 3] = [BOX, ROW, COLUMN];

// Masks of units.
pub(super) const BOXES: u32 = (1 << 9) - 1;
pub(super) const LINES: u32 = BOXES << 9 | BOXES << 18;

/// All nine digits, or all nine places of a unit, as a mask.
pub(super) const ALL_NINE: u16 = (1 << 9) - 1;

/// Where a cell is in one of its units.
#[derive(Clone, Copy)]
pub(super) struct PlaceInUnit {
    pub(super) unit: usize,
    pub(super) place: usize,
}

/// The places of every cell: in its box, in its column and in its row.
pub(super) static PLACES_OF: [[PlaceInUnit; 3]; CELLS] = {
    let mut places = [[PlaceInUnit { unit: 0, place: 0 }; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (r, c) = (cell / 9, cell % 9);
        let in_box = PlaceInUnit {
            unit: r / 3 * 3 + c / 3,
            place: r % 3 * 3 + c % 3,
        };
        let in_column = PlaceInUnit {
            unit: 9 + c,
            place: r,
        };
        let in_row = PlaceInUnit {
            unit: 18 + r,
            place: c,
        };
        places[cell] = [in_box, in_column, in_row];
        cell += 1;
    }
    places
};

/// The cells of every unit.
pub(super) static CELLS_OF: [[usize; 9]; 27] = {
    let mut cells = [[0; 9]; 27];
    let mut i = 0;
    while i < 3 * CELLS {
        let (cell, kind) = (i / 3, i % 3);
        let PlaceInUnit { unit, place } = PLACES_OF[cell][kind];
        cells[unit][place] = cell;
        i += 1;
    }
    cells
};

/// A mask of the cells of every unit.
pub(super) static CELL_MASK_OF: [u128; 27] = {
    let mut masks = [0; 27];
    let mut i = 0;
    while i < 3 * CELLS {
        let (cell, kind) = (i / 3, i % 3);
        masks[PLACES_OF[cell][kind].unit] |= 1 << cell;
        i += 1;
    }
    masks
};

/// A mask of the three units of every cell.
pub(super) static UNIT_MASK_OF: [u32; CELLS] = {
    let mut masks = [0; CELLS];
    let mut i = 0;
    while i < 3 * CELLS {
        let (cell, kind) = (i / 3, i % 3);
        masks[cell] |= 1 << PLACES_OF[cell][kind].unit;
        i += 1;
    }
    masks
};

/// A mask of the peers of every cell: the other cells of its units.
pub(super) static PEERS_OF: [u128; CELLS] = {
    let mut peers = [0; CELLS];
    let mut i = 0;
    while i < CELLS * CELLS {
        let (cell, other) = (i / CELLS, i % CELLS);
        if cell != other && UNIT_MASK_OF[cell] & UNIT_MASK_OF[other] != 0 {
            peers[cell] |= 1 << other;
        }
        i += 1;
    }
    peers
};

/// The unit of this kind that a cell lies in.
#[inline]
pub(super) fn unit_of(cell: usize, kind: usize) -> usize {
    PLACES_OF[cell][kind].unit
}

/// The place of a cell in its unit of this kind.
#[inline]
pub(super) fn place_of(cell: usize, kind: usize) -> usize {
    PLACES_OF[cell][kind].place
}

/// The nine units of a kind.
pub(super) fn units_of_kind(kind: usize) -> Range<usize> {
    9 * kind..9 * kind + 9
}

/// Whether a cell lies in a unit.
pub(super) fn is_in(cell: usize, unit: usize) -> bool {
    let kind = unit / 9;
    unit_of(cell, kind) == unit
}

/// Whether two cells are peers: they are different, and share a unit.
pub(super) fn sees(cell: usize, other: usize) -> bool {
    PEERS_OF[cell] >> other & 1 == 1
}

/// The cells at these places of a unit.
pub(super) fn cells_at(unit: usize, places: u16) -> impl Iterator<Item = usize> {
    set_bits(places).map(move |place| CELLS_OF[unit][place])
}

/// The first cell at these places of a unit, of which there is at least one.
pub(super) fn first_cell_at(unit: usize, places: u16) -> usize {
    CELLS_OF[unit][places.trailing_zeros() as usize]
}

/// A mask of these cells.
pub(super) fn cell_mask(cells: impl IntoIterator<Item = usize>) -> u128 {
    cells.into_iter().fold(0, |mask, cell| mask | 1 << cell)
}

/// The cells of a mask in row-major order.
pub(super) fn cells_in(mut mask: u128) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let cell = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (cell < CELLS).then_some(cell)
    })
}

/// A mask of the cells before a cell.
pub(super) fn cells_before(cell: usize) -> u128 {
    (1 << cell) - 1
}

/// A mask of the cells after a cell.
pub(super) fn cells_after(cell: usize) -> u128 {
    u128::MAX << (cell + 1)
}

/// Whether a mask has at least two cells.
pub(super) fn is_several(cells: u128) -> bool {
    cells & cells.wrapping_sub(1) != 0
}

/// A mask of the indices of those of nine values that meet a condition.
pub(super) fn mask_of<T: Copy>(values: &[T; 9], condition: impl Fn(T) -> bool) -> u16 {
    values.iter().enumerate().fold(0, |mask, (i, &value)| {
        mask | u16::from(condition(value)) << i
    })
}

/// A cell as the public [`Cell`].
pub(super) fn public_cell(cell: usize) -> Cell {
    Cell(cell as u8)
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
