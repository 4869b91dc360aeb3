//! The digits that each cell has in any solution.

use super::Search;
use crate::grid::CELLS;

/// Give up after more solutions than this. The slowest puzzles known have up to 606.
const MAX_SOLUTIONS: u64 = 1000;

/// Give up after this many contradictions. The slowest puzzles known take up to 95,000.
const MAX_CONTRADICTIONS: u64 = 100_000;

/// How many solutions are found between two checks of the limits: far fewer than [`MAX_SOLUTIONS`],
/// so that the limit is not exceeded by much.
const SOLUTIONS_AT_A_TIME: u64 = 50;

impl Search {
    /// For each cell, the mask of the digits that it has in any solution, or `None` if finding all
    /// solutions takes too long.
    pub(crate) fn digits_of_solutions(mut self) -> Option<[u16; CELLS]> {
        self.give_up_after(MAX_CONTRADICTIONS);
        let mut masks = [0; CELLS];
        let mut count = 0;
        let mut stack = vec![self.puzzle];
        while !stack.is_empty() {
            if count > MAX_SOLUTIONS || self.gives_up() {
                return None;
            }
            count += self.for_each_solution(&mut stack, SOLUTIONS_AT_A_TIME, |solution| {
                for (mask, digit) in masks.iter_mut().zip(solution.digits()) {
                    *mask |= 1 << (digit - 1);
                }
            });
        }
        Some(masks)
    }
}
