//! Locked candidates: all places of a digit in one unit lie in a second unit that crosses it. So
//! the digit is in both, and the rest of the second unit loses it.

use super::board::{BOX, Board, CELLS_OF, COLUMN, ROW, UNITS_OF, is_in, mask_of};
use super::{Look, Step};
use crate::grid::set_bits;

/// From a box to a line that crosses it.
pub(super) const POINTING: [[usize; 2]; 2] = [[BOX, COLUMN], [BOX, ROW]];

/// From a line to a box that it crosses.
pub(super) const CLAIMING: [[usize; 2]; 2] = [[COLUMN, BOX], [ROW, BOX]];

/// The rest of the second unit loses the digit.
pub(super) fn locked_candidates(look: &Look<'_>, kinds: [[usize; 2]; 2]) -> Option<Step> {
    for Locked { i, first, second } in locked(look, kinds) {
        let rest = CELLS_OF[second].into_iter();
        let rest = rest.filter(|&cell| !is_in(cell, first));
        if let Some(step) = look.eliminates(rest, 1 << i) {
            let places = look.board.places[first][i];
            return Some(step.because_of(first, places, 1 << i));
        }
    }
    None
}

/// A pointing leaves its digit one place in another box.
pub(super) fn direct_pointing(look: &mut Look<'_>) -> Option<Step> {
    for Locked { i, first, second } in locked(look, POINTING) {
        let boxes = [0, 3, 6].map(|place| UNITS_OF[CELLS_OF[second][place]][BOX].0);
        for other in boxes.into_iter().filter(|&other| other != first) {
            let places = set_bits(look.board.places[other][i]);
            let mut left = places
                .map(|place| CELLS_OF[other][place])
                .filter(|&cell| !is_in(cell, second));
            if let (Some(cell), None) = (left.next(), left.next()) {
                let places = look.board.places[first][i];
                let step = look.sets(cell, i).because_of(first, places, 1 << i);
                return Some(step.in_unit(other));
            }
        }
    }
    None
}

/// Digit `i + 1`, whose places in one unit all lie in a second one, which has more places.
struct Locked {
    i: usize,
    first: usize,
    second: usize,
}

/// All of them where the units are of these kinds.
fn locked(look: &Look<'_>, kinds: [[usize; 2]; 2]) -> impl Iterator<Item = Locked> {
    let (board, digits) = (look.board, look.news.digits);
    kinds.into_iter().flat_map(move |[from, to]| {
        set_bits(digits).flat_map(move |i| locked_in(board, from, to, i))
    })
}

fn locked_in(board: &Board, from: usize, to: usize, i: usize) -> impl Iterator<Item = Locked> {
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
            let cell = CELLS_OF[first][board.places[first][i].trailing_zeros() as usize];
            Locked {
                i,
                first,
                second: UNITS_OF[cell][to].0,
            }
        })
        .filter(move |&Locked { i, first, second }| {
            board.places[second][i].count_ones() > board.places[first][i].count_ones()
        })
}
