//! Cycles that can be read in both directions, and what they eliminate. Sudoku Explainer calls them
//! bidirectional cycles.
//!
//! ```text
//! a on → b off → c on → d off → a on
//! ```
//!
//! Read backwards, with on and off exchanged, this is a cycle, too: a off, d on, c off, b on. So in
//! any case one of a and b is right, and one of a and d. If two candidates of a digit have
//! different states in the cycle, one of them is right, whether they are neighbours or not. So a
//! cell outside of the cycle that sees both of them loses the digit. As in Sudoku Explainer, the
//! cells of the cycle itself lose nothing.

use super::super::units::{PEERS_OF, cells_in};
use super::literal::{Candidate, Literal, State};
use super::position::Position;
use crate::grid::CELLS;

/// The length of the shortest cycles, as a number of candidates.
pub(super) const MIN_LENGTH: u32 = 4;

/// A cycle that eliminates something.
pub(super) struct Cycle {
    /// Its candidates in order, from the source, which is on.
    pub(super) path: Vec<Literal>,
    /// The cells that lose candidates, in row-major order, with the lost digits.
    pub(super) eliminates: Vec<(usize, u16)>,
}

impl Cycle {
    /// The cycle along a path that leads back to its source; `None` if it eliminates none of these
    /// candidates, a mask of digits for each cell.
    pub(super) fn new(
        position: &Position,
        path: Vec<Literal>,
        candidates: &[u16; CELLS],
    ) -> Option<Cycle> {
        let mut sight = Sight::default();
        for literal in &path {
            sight.add(position.candidate(literal.x), literal.state);
        }
        let eliminates = sight.eliminations(candidates);
        if eliminates.is_empty() {
            return None;
        }
        Some(Cycle { path, eliminates })
    }

    pub(super) fn source(&self) -> usize {
        self.path[0].x
    }

    /// The number of its candidates.
    pub(super) fn length(&self) -> u32 {
        self.path.len() as u32
    }
}

/// The cells that see the candidates of a cycle.
#[derive(Default)]
struct Sight {
    /// For each digit, the cells that see a cell where it is on.
    sees_on: [u128; 9],
    /// For each digit, the cells that see a cell where it is off.
    sees_off: [u128; 9],
    /// The cells of the cycle.
    own: u128,
}

impl Sight {
    fn add(&mut self, Candidate { cell, i }: Candidate, state: State) {
        self.own |= 1 << cell;
        match state {
            State::On => self.sees_on[i] |= PEERS_OF[cell],
            State::Off => self.sees_off[i] |= PEERS_OF[cell],
        }
    }

    /// The cells outside of the cycle that see a digit both on and off, in row-major order, with a
    /// mask of these digits, restricted to `candidates`.
    fn eliminations(&self, candidates: &[u16; CELLS]) -> Vec<(usize, u16)> {
        let sees_both: [u128; 9] =
            std::array::from_fn(|i| self.sees_on[i] & self.sees_off[i] & !self.own);
        let cells = sees_both.iter().fold(0, |all, cells| all | cells);
        let mut eliminations = Vec::new();
        for cell in cells_in(cells) {
            let lost = digits_at(&sees_both, cell) & candidates[cell];
            if lost != 0 {
                eliminations.push((cell, lost));
            }
        }
        eliminations
    }
}

/// A mask of the digits whose set of cells has a cell.
fn digits_at(cells_of: &[u128; 9], cell: usize) -> u16 {
    let mut digits = 0;
    for (i, cells) in cells_of.iter().enumerate() {
        digits |= ((cells >> cell & 1) as u16) << i;
    }
    digits
}
