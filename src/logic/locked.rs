//! Locked candidates: all places for a digit in a first unit also lie in a second one, which
//! crosses it. So the digit is in both, and the rest of the second unit loses it.
//!
//! From a box to a line, players call this pointing, and from a line to a box claiming.

use super::board::Board;
use super::units::{BOX, CELLS_OF, COLUMN, ROW, cells_at, is_in, mask_of, unit_of};
use super::{Step, View};
use crate::grid::set_bits;

/// The kinds of the first and of the second unit.
#[derive(Clone, Copy)]
pub(super) struct Kinds {
    first: usize,
    second: usize,
}

pub(super) const POINTING: [Kinds; 2] = [kinds(BOX, COLUMN), kinds(BOX, ROW)];
pub(super) const CLAIMING: [Kinds; 2] = [kinds(COLUMN, BOX), kinds(ROW, BOX)];

const fn kinds(first: usize, second: usize) -> Kinds {
    Kinds { first, second }
}

/// The rest of the second unit loses the digit.
pub(super) fn locked_candidates(view: &View<'_>, variants: [Kinds; 2]) -> Option<Step> {
    for Locked { i, first, second } in locked_digits(view, variants) {
        let cells = CELLS_OF[second].into_iter();
        let rest = cells.filter(|&cell| !is_in(cell, first));
        if let Some(step) = view.elimination(rest, 1 << i) {
            let places = view.board.places[first][i];
            return Some(step.with_pattern(first, places, 1 << i));
        }
    }
    None
}

/// A pointing digit has one place left in another box that its line crosses.
pub(super) fn direct_pointing(view: &View<'_>) -> Option<Step> {
    for locked in locked_digits(view, POINTING) {
        let (i, line) = (locked.i, locked.second);
        let boxes = [0, 3, 6].map(|place| unit_of(CELLS_OF[line][place], BOX));
        for other in boxes.into_iter().filter(|&other| other != locked.first) {
            let outside = places_outside(view.board, i, other, line);
            if outside.is_power_of_two() {
                let cell = CELLS_OF[other][outside.trailing_zeros() as usize];
                let step = view.fill_step(cell, i).in_unit(other);
                return Some(step.with_cells(locked.cells(view.board)));
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

/// Digit `i + 1`, whose places in the first unit all lie in the second one, which has more places.
struct Locked {
    i: usize,
    first: usize,
    second: usize,
}

impl Locked {
    /// The places for the digit in the first unit.
    fn cells(&self, board: &Board) -> impl Iterator<Item = usize> {
        let Locked { i, first, .. } = *self;
        cells_at(first, board.places[first][i])
    }

    /// Whether the second unit has more places than the first one.
    fn leaves_rest(&self, board: &Board) -> bool {
        let Locked { i, first, second } = *self;
        board.places[second][i].count_ones() > board.places[first][i].count_ones()
    }
}

/// The locked digits among those that have changed: between units of the first variant, digit by
/// digit, then between units of the second.
fn locked_digits(view: &View<'_>, variants: [Kinds; 2]) -> impl Iterator<Item = Locked> {
    let (board, digits) = (view.board, view.changes.digits);
    variants
        .into_iter()
        .flat_map(move |kinds| set_bits(digits).flat_map(move |i| locked_digit(board, kinds, i)))
}

/// Digit `i + 1` in all first units of a kind where it is locked.
fn locked_digit(board: &Board, kinds: Kinds, i: usize) -> impl Iterator<Item = Locked> {
    // The places of a first unit that share a second one: those in a column of the box; or else
    // three in a row, which are a row of the box or the part of the line in a box.
    let parts: [u16; 3] = if kinds.second == COLUMN {
        [0o111, 0o222, 0o444]
    } else {
        [0o7, 0o70, 0o700]
    };
    let is_locked = |places: u16| places != 0 && parts.iter().any(|&part| places & !part == 0);
    let units = mask_of(&board.places_in(kinds.first, i), is_locked);
    set_bits(units)
        .map(move |unit| {
            let first = 9 * kinds.first + unit;
            let place = board.places[first][i].trailing_zeros() as usize;
            let second = unit_of(CELLS_OF[first][place], kinds.second);
            Locked { i, first, second }
        })
        .filter(|locked| locked.leaves_rest(board))
}
