//! The base of an aligned exclusion, and the combinations that its excluders allow.

use super::super::board::{Board, cells_in, is_several, sees};
use crate::grid::set_bits;

/// Cells that get a digit each, and what excludes combinations.
pub(super) struct Base<const N: usize> {
    pub(super) cells: [usize; N],
    pub(super) candidates: [u16; N],
    excluders: Excluders,
}

impl<const N: usize> Base<N> {
    /// `None` if fewer than two cells are excluders, or if none has all its candidates in common
    /// with the base: then only equal digits would be impossible, which naked sets have used up
    /// before.
    pub(super) fn new(board: &Board, cells: [usize; N], excluders: u128) -> Option<Base<N>> {
        if !is_several(excluders) {
            return None;
        }
        let candidates = cells.map(|cell| board.candidates[cell]);
        let excluders = Excluders::new(board, excluders, union(&candidates))?;
        Some(Base {
            cells,
            candidates,
            excluders,
        })
    }

    /// All candidates of the cells.
    pub(super) fn digits(&self) -> u16 {
        union(&self.candidates)
    }

    /// What the cell at index `other` cannot be if the one at index `one` has this digit: the digit
    /// itself, if they see each other.
    fn excluded_by_sight(&self, digit: u16, one: usize, other: usize) -> u16 {
        if sees(self.cells[one], self.cells[other]) {
            digit
        } else {
            0
        }
    }
}

fn union(candidates: &[u16]) -> u16 {
    candidates.iter().fold(0, |union, digits| union | digits)
}

impl Base<2> {
    /// The candidates of each cell that are in a possible combination.
    pub(super) fn possible(&self) -> [u16; 2] {
        let mut possible = [0; 2];
        for first in digit_bits(self.candidates[0]) {
            let excluded =
                self.excluded_by_sight(first, 0, 1) | self.excluders.excluded_from_last(first);
            let seconds = self.candidates[1] & !excluded;
            if seconds != 0 {
                possible[0] |= first;
                possible[1] |= seconds;
            }
        }
        possible
    }
}

impl Base<3> {
    /// The candidates of each cell that are in a possible combination.
    pub(super) fn possible(&self) -> [u16; 3] {
        let mut possible = [0; 3];
        for first in digit_bits(self.candidates[0]) {
            for second in digit_bits(self.candidates[1] & !self.excluded_by_sight(first, 0, 1)) {
                let excluded = self.excluded_by_sight(first, 0, 2)
                    | self.excluded_by_sight(second, 1, 2)
                    | self.excluders.excluded_from_last(first | second);
                let thirds = self.candidates[2] & !excluded;
                if thirds != 0 {
                    possible[0] |= first;
                    possible[1] |= second;
                    possible[2] |= thirds;
                }
            }
            if possible == self.candidates {
                break;
            }
        }
        possible
    }
}

/// The digits of a mask, each as a mask of its own.
fn digit_bits(mask: u16) -> impl Iterator<Item = u16> {
    set_bits(mask).map(|i| 1 << i)
}

/// The candidates of those excluders that a combination can leave none.
struct Excluders {
    candidates: [u16; MAX_EXCLUDERS],
    count: usize,
}

/// Two cells that share a box and a line are seen by 13 cells, and other pairs by fewer.
const MAX_EXCLUDERS: usize = 13;

impl Excluders {
    /// Those of these cells whose candidates are among the digits of the base; `None` if there are
    /// none.
    fn new(board: &Board, cells: u128, base_digits: u16) -> Option<Excluders> {
        let (mut candidates, mut count) = ([0; MAX_EXCLUDERS], 0);
        for cell in cells_in(cells) {
            if board.candidates[cell] & !base_digits == 0 {
                candidates[count] = board.candidates[cell];
                count += 1;
            }
        }
        (count > 0).then_some(Excluders { candidates, count })
    }

    /// What the last base cell cannot be if the others take these digits: the only digit that this
    /// leaves an excluder, and anything at all if it leaves one none.
    fn excluded_from_last(&self, taken: u16) -> u16 {
        let mut excluded = 0;
        for candidates in &self.candidates[..self.count] {
            let remaining = candidates & !taken;
            if remaining == 0 {
                return u16::MAX;
            }
            if remaining.is_power_of_two() {
                excluded |= remaining;
            }
        }
        excluded
    }
}
