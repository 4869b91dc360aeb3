//! Locked candidates: all places of a digit in one unit lie in a second unit that crosses it. So
//! the digit is in both, and the rest of the second unit loses it.

use super::board::{BOX, Board, CELLS_OF, COLUMN, ROW, is_in, mask_of, unit_of};
use super::{Look, Step};
use crate::grid::set_bits;

/// From a box to a line that crosses it.
pub(super) const POINTING: [[usize; 2]; 2] = [[BOX, COLUMN], [BOX, ROW]];

/// From a line to a box that it crosses.
pub(super) const CLAIMING: [[usize; 2]; 2] = [[COLUMN, BOX], [ROW, BOX]];

/// The rest of the second unit loses the digit.
pub(super) fn locked_candidates(look: &Look<'_>, kinds: [[usize; 2]; 2]) -> Option<Step> {
    for Locked { i, first, second } in locked_between(look, kinds) {
        let cells = CELLS_OF[second].into_iter();
        let rest = cells.filter(|&cell| !is_in(cell, first));
        if let Some(step) = look.elimination(rest, 1 << i) {
            let places = look.board.places[first][i];
            return Some(step.because_of(first, places, 1 << i));
        }
    }
    None
}

/// A pointing leaves its digit one place in another box.
pub(super) fn direct_pointing(look: &Look<'_>) -> Option<Step> {
    for locked in locked_between(look, POINTING) {
        let (i, line) = (locked.i, locked.second);
        let boxes = [0, 3, 6].map(|place| unit_of(CELLS_OF[line][place], BOX));
        for other in boxes.into_iter().filter(|&other| other != locked.first) {
            let outside = places_outside(look.board, i, other, line);
            if outside.is_power_of_two() {
                let cell = CELLS_OF[other][outside.trailing_zeros() as usize];
                let step = look.fill_step(cell, i).in_unit(other);
                return Some(step.with_cells(locked.cells(look.board)));
            }
        }
    }
    None
}

/// The places for digit `i + 1` in a unit that do not lie in another one.
fn places_outside(board: &Board, i: usize, unit: usize, other: usize) -> u16 {
    let mut outside = 0;
    for place in set_bits(board.places[unit][i]) {
        if !is_in(CELLS_OF[unit][place], other) {
            outside |= 1 << place;
        }
    }
    outside
}

/// Digit `i + 1`, whose places in one unit all lie in a second one, which has more places.
struct Locked {
    i: usize,
    first: usize,
    second: usize,
}

/// The locked digits between units of these kinds.
fn locked_between(look: &Look<'_>, kinds: [[usize; 2]; 2]) -> impl Iterator<Item = Locked> {
    let (board, digits) = (look.board, look.news.digits);
    kinds.into_iter().flat_map(move |[from, to]| {
        set_bits(digits).flat_map(move |i| where_locked(board, from, to, i))
    })
}

/// Where digit `i + 1` is locked between units of two kinds.
fn where_locked(board: &Board, from: usize, to: usize, i: usize) -> impl Iterator<Item = Locked> {
    // The places that share a unit of the second kind.
    let parts: [u16; 3] = if to == COLUMN {
        [0o111, 0o222, 0o444]
    } else {
        [0o7, 0o70, 0o700]
    };
    let is_locked = |places: u16| places != 0 && parts.iter().any(|&part| places & !part == 0);
    let units = mask_of(&board.places_in(from, i), is_locked);
    set_bits(units)
        .map(move |unit| {
            let first = 9 * from + unit;
            let place = board.places[first][i].trailing_zeros() as usize;
            let second = unit_of(CELLS_OF[first][place], to);
            Locked { i, first, second }
        })
        .filter(|locked| locked.leaves_rest(board))
}

impl Locked {
    /// The cells of the first unit that have the digit as a candidate.
    fn cells(&self, board: &Board) -> impl Iterator<Item = usize> {
        let Locked { i, first, .. } = *self;
        set_bits(board.places[first][i]).map(move |place| CELLS_OF[first][place])
    }

    /// Whether the second unit has more places than the first one.
    fn leaves_rest(&self, board: &Board) -> bool {
        let Locked { i, first, second } = *self;
        board.places[second][i].count_ones() > board.places[first][i].count_ones()
    }
}
