//! The search for loops of cells that could have the same two digits.
//!
//! ```text
//! r1c1 {3,5} ─row─ r1c4 {3,5,7}     the shortest loops have four cells; each unit of a loop has
//!      │column          │column     two neighbours of it
//! r2c1 {3,5} ─row─ r2c4 {3,5}
//! ```
//!
//! All cells have both digits of a pair, and the first one has no others. The others may have
//! *extra digits*: any in up to two cells, or one and the same digit in any number of cells.
//!
//! Only cells of the *core* of a pair can be in a loop. It is empty for most pairs, so few searches
//! are made.

use super::super::board::{Board, CELL_MASK, CELLS_OF, UNIT_MASK, is_several, unit_of};
use super::super::sets::has_bits;
use super::KINDS;
use crate::grid::set_bits;

/// For each pair of digits its core: the cells of which loops could be made.
pub(super) struct Cores {
    /// The cells that have each digit as a candidate.
    cells_with_digit: [u128; 9],
    with_two_candidates: u128,
    with_three_candidates: u128,
    /// The pairs whose cores have been worked out, with these.
    known: Vec<(u16, u128)>,
}

impl Cores {
    pub(super) fn new(board: &Board) -> Cores {
        let mut cells_with_digit = [0; 9];
        for (cell, &digits) in board.candidates.iter().enumerate() {
            for i in set_bits(digits) {
                cells_with_digit[i] |= 1 << cell;
            }
        }
        Cores {
            cells_with_digit,
            with_two_candidates: board.cells_with(2),
            with_three_candidates: board.cells_with(3),
            known: Vec::new(),
        }
    }

    /// The core of a pair, which is a mask of two digits.
    pub(super) fn of(&mut self, pair: u16) -> u128 {
        if let Some(&(_, core)) = self.known.iter().find(|(known, _)| *known == pair) {
            return core;
        }
        let core = self.find(pair);
        self.known.push((pair, core));
        core
    }

    fn find(&self, pair: u16) -> u128 {
        let with_pair = set_bits(pair).fold(u128::MAX, |all, i| all & self.cells_with_digit[i]);
        let without_extra = with_pair & self.with_two_candidates;
        // Loops with up to two cells that have any extra digits have two more without.
        let mut core = without_lone_cells(with_pair);
        if !is_several(core & without_extra) {
            core = 0;
        }
        // Loops whose only extra digit is this one.
        for i in set_bits(!pair & 0x1ff) {
            let with_extra = with_pair & self.with_three_candidates & self.cells_with_digit[i];
            if with_extra != 0 {
                core |= without_lone_cells(without_extra | with_extra);
            }
        }
        core
    }
}

/// Removes cells that are the only one in one of their units, until there are none: each unit of a
/// loop has two of its cells.
fn without_lone_cells(mut cells: u128) -> u128 {
    loop {
        let before = cells;
        for unit in &CELL_MASK {
            let in_unit = cells & unit;
            if !is_several(in_unit) {
                cells &= !in_unit;
            }
        }
        if cells == before {
            return cells;
        }
    }
}

/// The most cells that all searches for loops in one position try; loops that would need more are
/// not found. No known puzzle takes a tenth of it. It bounds the time for contrived pencil marks,
/// which can have very many paths.
const MAX_TRIED: u32 = 100_000;

/// The search for loops in a position, depth first.
pub(super) struct LoopSearch<'a> {
    board: &'a Board,
    /// The pair of the loops that are looked for, and its core.
    pair: u16,
    core: u128,
    path: Vec<usize>,
    /// The loops from the last start: their cells in order.
    pub(super) loops: Vec<Vec<usize>>,
    /// How many cells have been tried, from all starts.
    tried: u32,
}

/// The last cell of a path, and what the cells of the path decide about the next ones.
#[derive(Clone, Copy)]
struct PathEnd {
    cell: usize,
    /// The kind of unit that it shares with the cell before; none for the first cell.
    entered_by: Option<usize>,
    /// How many more cells may have any extra digits. If there are none left, all extra digits must
    /// be the same.
    free_extras: u32,
    /// The extra digits that count for the path: see [`LoopSearch::follow`].
    extra_digits: u16,
    /// Masks of the units of the cells at even indices of the path, and of those at odd indices. Of
    /// the two cells of a loop in a unit, one is even and one is odd.
    units: [u32; 2],
}

impl PathEnd {
    /// Whether each unit of the path has two of its cells.
    fn has_paired_units(&self) -> bool {
        self.units[0] == self.units[1]
    }
}

impl<'a> LoopSearch<'a> {
    pub(super) fn new(board: &'a Board) -> LoopSearch<'a> {
        LoopSearch {
            board,
            pair: 0,
            core: 0,
            path: Vec::new(),
            loops: Vec::new(),
            tried: 0,
        }
    }

    /// Finds the loops from a cell with two candidates, within the core of this pair.
    pub(super) fn find_loops(&mut self, start: usize, core: u128) {
        self.pair = self.board.candidates[start];
        self.core = core;
        self.loops.clear();
        self.extend(PathEnd {
            cell: start,
            entered_by: None,
            free_extras: 2,
            extra_digits: 0,
            units: [0; 2],
        });
    }

    /// Extends the path with a cell, and with all that can follow. The units do not have the cell
    /// yet.
    fn extend(&mut self, mut end: PathEnd) {
        if self.tried == MAX_TRIED {
            return;
        }
        self.tried += 1;
        end.units[self.path.len() % 2] |= UNIT_MASK[end.cell];
        self.path.push(end.cell);
        for kind in KINDS {
            if Some(kind) != end.entered_by {
                end.extra_digits = self.follow(&end, kind);
            }
        }
        self.path.pop();
    }

    /// Goes on to each cell in a unit of the last one, or closes the loop. Returns the extra digits
    /// of the path and of all cells in the unit that were tried. As in Sudoku Explainer, the extra
    /// digits of a cell that was tried still count when the next one is tried.
    fn follow(&mut self, end: &PathEnd, kind: usize) -> u16 {
        let unit = unit_of(end.cell, kind);
        let mut extra_digits = end.extra_digits;
        for next in set_bits(self.places_of_pair(unit)).map(|place| CELLS_OF[unit][place]) {
            if next == self.path[0] && self.path.len() >= 4 {
                if end.has_paired_units() {
                    self.loops.push(self.path.clone());
                }
                continue;
            }
            if self.path.contains(&next) {
                continue;
            }
            let added = self.board.candidates[next] & !self.pair;
            extra_digits |= added;
            let may_have_extra = added == 0 || end.free_extras > 0 || has_bits(extra_digits, 1);
            if may_have_extra && self.can_be_next(next, end) {
                self.extend(PathEnd {
                    cell: next,
                    entered_by: Some(kind),
                    free_extras: end.free_extras.saturating_sub(u32::from(added != 0)),
                    extra_digits,
                    units: end.units,
                });
            }
        }
        extra_digits
    }

    /// The places in a unit that have both digits of the pair.
    fn places_of_pair(&self, unit: usize) -> u16 {
        set_bits(self.pair).fold(0x1ff, |both, i| both & self.board.places[unit][i])
    }

    /// Whether a cell is in the core, and no cell of the same parity is in one of its units.
    fn can_be_next(&self, cell: usize, end: &PathEnd) -> bool {
        let units_of_parity = end.units[self.path.len() % 2];
        self.core >> cell & 1 == 1 && units_of_parity & UNIT_MASK[cell] == 0
    }
}
