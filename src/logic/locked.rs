//! Locked candidates: all places for a digit in one unit also lie in another one, which crosses it.
//! So the digit is in both, and the rest of the second unit loses it.
//!
//! From a box to a line, players call this pointing, and from a line to a box claiming.
//!
//! ```text
//!  7? 7? .  |  .  -  .  |  .  -  -     pointing: the top left box has places for 7 only in row 1,
//!  .  .  .  |  .  .  .  |  .  .  .     so the other boxes lose 7 in this row (-)
//!  .  .  .  |  .  .  .  |  .  .  .
//! ```

use super::board::Board;
use super::units::{
    BOX, CELLS_OF, COLUMN, ROW, cells_at, first_cell_at, is_in, unit_of, units_of_kind,
};
use super::{Step, View};
use crate::grid::set_bits;

/// The kind of unit that a digit is locked in, and the kind of the unit that loses it elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Direction {
    from_kind: usize,
    to_kind: usize,
    /// The three parts of a unit of the first kind, each of which lies in one unit of the second,
    /// as masks of places.
    parts: [u16; 3],
}

/// From a box to a line: to columns first, as in Sudoku Explainer.
pub(super) const POINTING: [Direction; 2] = [
    direction(BOX, COLUMN, [0o111, 0o222, 0o444]),
    direction(BOX, ROW, THREES),
];

/// From a line to a box: from columns first.
pub(super) const CLAIMING: [Direction; 2] =
    [direction(COLUMN, BOX, THREES), direction(ROW, BOX, THREES)];

/// The rows of a box, or the parts of a line in each box.
const THREES: [u16; 3] = [0o7, 0o70, 0o700];

const fn direction(from_kind: usize, to_kind: usize, parts: [u16; 3]) -> Direction {
    Direction {
        from_kind,
        to_kind,
        parts,
    }
}

/// A digit is locked in one of these directions, and the second unit loses it elsewhere.
pub(super) fn locked_candidates(view: &View<'_>, directions: [Direction; 2]) -> Option<Step> {
    first_step_of_locked(view, directions, Locked::elimination)
}

/// A pointing digit has one place left in another box that its line crosses.
pub(super) fn direct_pointing(view: &View<'_>) -> Option<Step> {
    first_step_of_locked(view, POINTING, Locked::fill)
}

/// The first step of a locked digit that has changed: by direction, then by digit, then by unit.
fn first_step_of_locked(
    view: &View<'_>,
    directions: [Direction; 2],
    step_of: fn(&Locked, &View<'_>) -> Option<Step>,
) -> Option<Step> {
    for direction in directions {
        for i in set_bits(view.changes.digits) {
            for unit in units_of_kind(direction.from_kind) {
                if let Some(locked) = Locked::find(view.board, direction, unit, i)
                    && let Some(step) = step_of(&locked, view)
                {
                    return Some(step);
                }
            }
        }
    }
    None
}

/// Digit `i + 1`, whose places in unit `from` all lie in unit `to`, which has more places.
struct Locked {
    i: usize,
    from: usize,
    to: usize,
}

impl Locked {
    /// `None` if a digit is not locked from this unit in this direction.
    fn find(board: &Board, direction: Direction, from: usize, i: usize) -> Option<Locked> {
        let places = board.places[from][i];
        let lie_in_part = direction.parts.iter().any(|&part| places & !part == 0);
        if places == 0 || !lie_in_part {
            return None;
        }
        let to = unit_of(first_cell_at(from, places), direction.to_kind);
        let has_more = board.places[to][i].count_ones() > places.count_ones();
        has_more.then_some(Locked { i, from, to })
    }

    /// The cells with the digit in the first unit.
    fn cells(&self, board: &Board) -> impl Iterator<Item = usize> {
        cells_at(self.from, board.places[self.from][self.i])
    }

    /// The second unit loses the digit outside the first one.
    fn elimination(&self, view: &View<'_>) -> Option<Step> {
        let Locked { i, from, to } = *self;
        let outside = places_outside(view.board, i, to, from);
        let step = view.elimination(cells_at(to, outside), 1 << i)?;
        Some(step.with_pattern(from, view.board.places[from][i], 1 << i))
    }

    /// The digit fills its one place in another box that the second unit, a line, crosses.
    fn fill(&self, view: &View<'_>) -> Option<Step> {
        let Locked { i, from, to } = *self;
        let boxes = [0, 3, 6].map(|place| unit_of(CELLS_OF[to][place], BOX));
        for other in boxes.into_iter().filter(|&other| other != from) {
            let outside = places_outside(view.board, i, other, to);
            if outside.is_power_of_two() {
                let step = view.fill_step(first_cell_at(other, outside), i);
                return Some(step.in_unit(other).with_cells(self.cells(view.board)));
            }
        }
        None
    }
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
