//! The base of an aligned exclusion, and the combinations that its excluders allow.
//!
//! In this file a digit is a mask with one bit, so that digits can be joined and removed at once: a
//! and b are digits of the first and the second cell.

use super::super::board::Board;
use super::super::units::{cells_in, is_several, sees};
use crate::grid::set_bits;

/// The base cells with their candidates, and what excludes combinations of these.
pub(super) struct Base<const N: usize> {
    cells: [usize; N],
    candidates: [u16; N],
    excluders: UsefulExcluders,
}

impl<const N: usize> Base<N> {
    /// `None` if there are fewer than two excluders, or if none of them is useful. Without a useful
    /// one, only combinations with equal digits are impossible, and naked sets have already given
    /// every step that follows.
    pub(super) fn new(board: &Board, cells: [usize; N], excluders: u128) -> Option<Base<N>> {
        if !is_several(excluders) {
            return None;
        }
        let candidates = cells.map(|cell| board.candidates[cell]);
        Some(Base {
            cells,
            candidates,
            excluders: UsefulExcluders::new(board, excluders, union(&candidates))?,
        })
    }

    /// All candidates of the cells.
    pub(super) fn digits(&self) -> u16 {
        union(&self.candidates)
    }

    /// What the base cell at index `other` cannot be if the one at index `one` has this digit: the
    /// digit itself, if they see each other.
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

/// What the excluders of a base of N cells allow. A trait, so that the search, which is the same
/// for all N, can call it.
pub(super) trait Combinations<const N: usize> {
    /// The candidates of each cell that are in a possible combination.
    fn possible(&self) -> [u16; N];
}

impl Combinations<2> for Base<2> {
    fn possible(&self) -> [u16; 2] {
        let mut possible = [0; 2];
        for a in digit_masks(self.candidates[0]) {
            let excluded = self.excluded_by_sight(a, 0, 1) | self.excluders.excluded_from_last(a);
            let last = self.candidates[1] & !excluded;
            if last != 0 {
                possible[0] |= a;
                possible[1] |= last;
            }
        }
        possible
    }
}

impl Combinations<3> for Base<3> {
    fn possible(&self) -> [u16; 3] {
        let mut possible = [0; 3];
        for a in digit_masks(self.candidates[0]) {
            for b in digit_masks(self.candidates[1] & !self.excluded_by_sight(a, 0, 1)) {
                let excluded = self.excluded_by_sight(a, 0, 2)
                    | self.excluded_by_sight(b, 1, 2)
                    | self.excluders.excluded_from_last(a | b);
                let last = self.candidates[2] & !excluded;
                if last != 0 {
                    possible[0] |= a;
                    possible[1] |= b;
                    possible[2] |= last;
                }
            }
            if possible == self.candidates {
                // No other combination can add to that.
                break;
            }
        }
        possible
    }
}

/// The digits of a mask.
fn digit_masks(mask: u16) -> impl Iterator<Item = u16> {
    set_bits(mask).map(|i| 1 << i)
}

/// The excluders that a combination can leave no candidate: all they have are digits of the base.
struct UsefulExcluders {
    /// The candidates of each.
    candidates: [u16; MAX_EXCLUDERS],
    count: usize,
}

/// Two cells that share a box and a line have 13 common peers, and other pairs have fewer.
const MAX_EXCLUDERS: usize = 13;

impl UsefulExcluders {
    /// The useful ones among these excluders, a mask of cells; `None` if there are none.
    fn new(board: &Board, excluders: u128, base_digits: u16) -> Option<UsefulExcluders> {
        let (mut candidates, mut count) = ([0; MAX_EXCLUDERS], 0);
        for cell in cells_in(excluders) {
            if board.candidates[cell] & !base_digits == 0 {
                candidates[count] = board.candidates[cell];
                count += 1;
            }
        }
        (count > 0).then_some(UsefulExcluders { candidates, count })
    }

    /// What the last base cell cannot be if the others take these digits: any digit that is the
    /// only one left to an excluder, and all digits if an excluder has none left.
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
