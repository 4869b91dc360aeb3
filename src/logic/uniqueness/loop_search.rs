//! The search for loops of cells that could have the same two digits.
//!
//! ```text
//! r1c1 {3,5} ─row─ r1c4 {3,5,7}     one of the shortest loops
//!      │column          │column
//! r2c1 {3,5} ─row─ r2c4 {3,5}
//! ```
//!
//! Each unit that a loop touches has exactly two of its cells, an odd number of links apart. That
//! goes for boxes, too: here r1c1 and r2c1 share one, and r1c4 and r2c4 another.
//!
//! All cells have both digits of a *pair*, and the *start* has no others. The other cells may have
//! *extra digits*: any digits in up to two cells, or the same digit in any number of cells.
//!
//! The *core* of a pair has all cells that can be in a loop of this pair. It is empty for most
//! pairs, so few searches are made.

use super::super::board::Board;
use super::super::units::{
    ALL_NINE, CELL_MASK_OF, KINDS_IN_ORDER, UNIT_MASK_OF, cells_at, cells_in, is_several, unit_of,
};
use crate::grid::set_bits;

/// The loops on a board, in the order of their starts, each as a path. The same loop is listed
/// several times: it is found in both directions, and from each of its cells that can be a start.
pub(super) fn find_loops(board: &Board) -> Vec<Vec<usize>> {
    let (mut loops, mut tries_left) = (Vec::new(), MAX_TRIES);
    let mut cores = Cores::new(board);
    for start in cells_in(board.cells_with_count(2)) {
        let pair = board.candidates[start];
        let core = cores.of(pair);
        if core >> start & 1 == 1 {
            let mut search = LoopSearch {
                board,
                pair,
                core,
                path: Vec::new(),
                loops: &mut loops,
                tries_left: &mut tries_left,
            };
            search.extend(&PathEnd::start(start), 0);
        }
    }
    loops
}

/// How many cells the searches from all starts in one position may try. Loops that would need more
/// are not found. No known puzzle takes a tenth of that. The limit bounds the time for contrived
/// pencil marks, which can have very many paths. The documentation of
/// [`RatingReport`](crate::RatingReport) states it.
const MAX_TRIES: u32 = 100_000;

/// The length of the shortest loops.
const MIN_LENGTH: usize = 4;

/// The search for the loops from one start, depth first.
struct LoopSearch<'a> {
    board: &'a Board,
    /// The pair of the loops, and its core.
    pair: u16,
    core: u128,
    path: Vec<usize>,
    loops: &'a mut Vec<Vec<usize>>,
    tries_left: &'a mut u32,
}

/// The last cell of a path, and what the path decides about the next cells.
struct PathEnd {
    cell: usize,
    /// The kind of unit that it shares with the cell before; none for the start.
    entered_by: Option<usize>,
    /// How many more cells may have any extra digits: two at the start. At zero, all extra digits
    /// must be the same.
    free_cells: u32,
    /// Masks of the units of the cells at even indices of the path, and of those at odd indices. Of
    /// the two cells of a loop in a unit, one is even and one is odd.
    units: [u32; 2],
}

impl PathEnd {
    fn start(cell: usize) -> PathEnd {
        PathEnd {
            cell,
            entered_by: None,
            free_cells: 2,
            units: [UNIT_MASK_OF[cell], 0],
        }
    }

    /// Whether each unit of the path has two of its cells.
    fn has_paired_units(&self) -> bool {
        self.units[0] == self.units[1]
    }
}

impl LoopSearch<'_> {
    /// Adds a cell, the new end, to the path and tries all that can follow. `tried_extra` has the
    /// extra digits of the path and of the cells that [`follow`](LoopSearch::follow) still counts.
    fn extend(&mut self, end: &PathEnd, mut tried_extra: u16) {
        if *self.tries_left == 0 {
            return;
        }
        *self.tries_left -= 1;
        self.path.push(end.cell);
        for kind in KINDS_IN_ORDER {
            if Some(kind) != end.entered_by {
                tried_extra = self.follow(end, kind, tried_extra);
            }
        }
        self.path.pop();
    }

    /// Goes on to each cell in a unit of the last one, or closes the loop.
    ///
    /// Returns `tried_extra` with the extra digits of the cells of this unit. As in Sudoku
    /// Explainer, they count for all cells that are tried later at this end or beyond it, even
    /// where the cell itself was rejected. What is added beyond it does not count at this end.
    fn follow(&mut self, end: &PathEnd, kind: usize, mut tried_extra: u16) -> u16 {
        let unit = unit_of(end.cell, kind);
        for next in cells_at(unit, self.places_of_pair(unit)) {
            if next == self.path[0] && self.path.len() >= MIN_LENGTH {
                if end.has_paired_units() {
                    self.loops.push(self.path.clone());
                }
                continue;
            }
            if self.path.contains(&next) {
                continue;
            }
            let added = self.board.candidates[next] & !self.pair;
            tried_extra |= added;
            let is_one_digit = tried_extra.is_power_of_two();
            let is_extra_allowed = added == 0 || end.free_cells > 0 || is_one_digit;
            if is_extra_allowed && self.can_be_next(next, end) {
                self.extend(&self.with_next(end, next, kind), tried_extra);
            }
        }
        tried_extra
    }

    /// The places in a unit that have both digits of the pair.
    fn places_of_pair(&self, unit: usize) -> u16 {
        set_bits(self.pair).fold(ALL_NINE, |both, i| both & self.board.places[unit][i])
    }

    /// Whether a cell is in the core, and no cell of the same parity is in one of its units.
    fn can_be_next(&self, cell: usize, end: &PathEnd) -> bool {
        let units_of_parity = end.units[self.path.len() % 2];
        self.core >> cell & 1 == 1 && units_of_parity & UNIT_MASK_OF[cell] == 0
    }

    /// The end of the path once this cell is added, by a unit of this kind.
    fn with_next(&self, end: &PathEnd, cell: usize, kind: usize) -> PathEnd {
        let has_extra = self.board.candidates[cell] != self.pair;
        let mut units = end.units;
        units[self.path.len() % 2] |= UNIT_MASK_OF[cell];
        PathEnd {
            cell,
            entered_by: Some(kind),
            free_cells: end.free_cells.saturating_sub(u32::from(has_extra)),
            units,
        }
    }
}

/// The cores of the pairs, each worked out when it is first asked for.
struct Cores {
    /// The cells that have each digit as a candidate.
    cells_with_digit: [u128; 9],
    cells_with_two: u128,
    cells_with_three: u128,
    /// The pairs that have been asked for, with their cores.
    known: Vec<(u16, u128)>,
}

impl Cores {
    fn new(board: &Board) -> Cores {
        let mut cells_with_digit = [0; 9];
        for (cell, &digits) in board.candidates.iter().enumerate() {
            for i in set_bits(digits) {
                cells_with_digit[i] |= 1 << cell;
            }
        }
        Cores {
            cells_with_digit,
            cells_with_two: board.cells_with_count(2),
            cells_with_three: board.cells_with_count(3),
            known: Vec::new(),
        }
    }

    /// The core of a pair, which is a mask of two digits.
    fn of(&mut self, pair: u16) -> u128 {
        if let Some(&(_, core)) = self.known.iter().find(|(known, _)| *known == pair) {
            return core;
        }
        let core = self.work_out(pair);
        self.known.push((pair, core));
        core
    }

    fn work_out(&self, pair: u16) -> u128 {
        let with_pair = set_bits(pair).fold(u128::MAX, |all, i| all & self.cells_with_digit[i]);
        let without_extra = with_pair & self.cells_with_two;
        // Loops with any extra digits in up to two cells. The others, at least two, have none.
        let mut core = without_lone_cells(with_pair);
        if !is_several(core & without_extra) {
            core = 0;
        }
        // Loops whose only extra digit is this one.
        for i in set_bits(!pair & ALL_NINE) {
            let with_extra = with_pair & self.cells_with_three & self.cells_with_digit[i];
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
        for unit in &CELL_MASK_OF {
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
