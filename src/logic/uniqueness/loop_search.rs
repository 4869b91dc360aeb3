//! The search for loops of cells that could have the same two digits.

use super::super::board::{Board, CELL_MASK, CELLS_OF, UNIT_MASK, is_several, unit_of};
use super::super::sets::has_bits;
use super::KINDS;
use crate::grid::set_bits;

/// For each pair of digits, the cells of which loops can be made.
///
/// A loop has at most two cells with any extra digits, or all its extra digits are the same.
pub(super) struct Cores {
    /// The cells that can have each digit.
    planes: [u128; 9],
    /// The cells with two candidates, and with three.
    twos: u128,
    threes: u128,
    /// The cores that have been worked out, by pair.
    known: Vec<(u16, u128)>,
}

impl Cores {
    pub(super) fn new(board: &Board) -> Cores {
        let mut planes = [0; 9];
        for (cell, &digits) in board.candidates.iter().enumerate() {
            for i in set_bits(digits) {
                planes[i] |= 1 << cell;
            }
        }
        Cores {
            planes,
            twos: board.cells_with(2),
            threes: board.cells_with(3),
            known: Vec::new(),
        }
    }

    pub(super) fn of(&mut self, pair: u16) -> u128 {
        if let Some(&(_, core)) = self.known.iter().find(|(known, _)| *known == pair) {
            return core;
        }
        let core = self.find(pair);
        self.known.push((pair, core));
        core
    }

    fn find(&self, pair: u16) -> u128 {
        let both_digits = set_bits(pair).fold(u128::MAX, |both, i| both & self.planes[i]);
        let without_extra = both_digits & self.twos;
        let mut core = closed(both_digits);
        // With two cells that have any extra digits, a loop has two more without.
        if !is_several(core & without_extra) {
            core = 0;
        }
        for i in set_bits(!pair & 0x1ff) {
            let with_one_extra = both_digits & self.threes & self.planes[i];
            if with_one_extra != 0 {
                core |= closed(without_extra | with_one_extra);
            }
        }
        core
    }
}

/// Those cells that have a partner in each of their units: each unit of a loop has two of its
/// cells.
fn closed(mut cells: u128) -> u128 {
    loop {
        let before = cells;
        for unit in &CELL_MASK {
            let own = cells & unit;
            if !is_several(own) {
                cells &= !own;
            }
        }
        if cells == before {
            return cells;
        }
    }
}

/// The most cells that a search for loops tries in one position; loops that would need more are not
/// found. No known puzzle takes a tenth of it. It bounds the time for contrived pencil marks, which
/// can have very many paths.
const MAX_TRIED: u32 = 100_000;

/// The search for loops from a cell with two digits, depth first.
pub(super) struct LoopSearch<'a> {
    board: &'a Board,
    /// The cells that can be in a loop.
    core: u128,
    path: Vec<usize>,
    /// The loops from the last start: their cells in order.
    pub(super) found: Vec<Vec<usize>>,
    tried: u32,
}

/// A cell that extends the path.
#[derive(Clone, Copy)]
struct Extension {
    cell: usize,
    /// The kind of unit that it shares with the cell before.
    from: Option<usize>,
    /// How many more cells may have any extra digits. Others must all have the same one.
    spare: u32,
    /// The extra digits so far: see [`LoopSearch::follow`].
    extra_digits: u16,
    /// The units of the cells at even places in the path, and of those at odd places.
    units: [u32; 2],
}

impl<'a> LoopSearch<'a> {
    pub(super) fn new(board: &'a Board) -> LoopSearch<'a> {
        LoopSearch {
            board,
            core: 0,
            path: Vec::new(),
            found: Vec::new(),
            tried: 0,
        }
    }

    /// Finds the loops from a cell within a core.
    pub(super) fn start(&mut self, cell: usize, core: u128) {
        self.core = core;
        self.found.clear();
        self.extend(Extension {
            cell,
            from: None,
            spare: 2,
            extra_digits: 0,
            units: [0; 2],
        });
    }

    /// Extends the path with a cell, and with all that can follow.
    fn extend(&mut self, mut last: Extension) {
        if self.tried == MAX_TRIED {
            return;
        }
        last.units[self.path.len() % 2] |= UNIT_MASK[last.cell];
        self.tried += 1;
        self.path.push(last.cell);
        for kind in KINDS {
            if Some(kind) != last.from {
                last.extra_digits = self.follow(&last, kind);
            }
        }
        self.path.pop();
    }

    /// Whether a cell can be the next one in a loop. Of the two cells in a unit, one is even in the
    /// path and one is odd.
    fn is_possible(&self, cell: usize, last: &Extension) -> bool {
        let alike = last.units[self.path.len() % 2];
        self.core >> cell & 1 == 1 && alike & UNIT_MASK[cell] == 0
    }

    /// Goes on to each cell in a unit of the last one, or closes the loop. Returns the extra digits
    /// of the path and of all cells in the unit that were tried: as in Sudoku Explainer, those of a
    /// neighbour still count when the next one is tried.
    fn follow(&mut self, last: &Extension, kind: usize) -> u16 {
        let start = self.path[0];
        let pair = self.board.candidates[start];
        let unit = unit_of(last.cell, kind);
        let places = set_bits(pair).fold(0x1ff, |both, i| both & self.board.places[unit][i]);
        let mut extra_digits = last.extra_digits;
        for next in set_bits(places).map(|place| CELLS_OF[unit][place]) {
            if next == start && self.path.len() >= 4 {
                if last.units[0] == last.units[1] {
                    self.found.push(self.path.clone());
                }
                continue;
            }
            if self.path.contains(&next) {
                continue;
            }
            let added = self.board.candidates[next] & !pair;
            extra_digits |= added;
            let is_allowed = added == 0 || last.spare > 0 || has_bits(extra_digits, 1);
            if is_allowed && self.is_possible(next, last) {
                self.extend(Extension {
                    cell: next,
                    from: Some(kind),
                    spare: last.spare.saturating_sub(u32::from(added != 0)),
                    extra_digits,
                    units: last.units,
                });
            }
        }
        extra_digits
    }
}
