//! The smallest of several solutions.
//!
//! A run finds its solutions in no particular order. To find the smallest one, the search starts
//! from any solution and lowers it. For each cell, in row-major order, it looks for a solution that
//! has the same digits in the preceding cells, and a smaller digit in this cell. As long as there
//! is one, it continues from that solution.

use std::slice;

use super::Search;
use super::state::State;
use crate::grid::{CELLS, Grid};

/// The smallest solution of a state.
pub(super) struct SmallestSolution {
    pub solution: Grid,
    /// The state has no other solution.
    pub is_only: bool,
}

impl Search {
    /// The smallest solution of a state, if there is one.
    pub(super) fn smallest_of(&mut self, state: State) -> Option<SmallestSolution> {
        let mut stack = vec![state];
        let found = self.run(&mut stack, 2);
        let solution = found.smallest_found?;
        if found.count < 2 {
            return Some(SmallestSolution {
                solution,
                is_only: true,
            });
        }
        // The states on the stack have all other solutions. But propagating them takes longer than
        // beginning a short search anew.
        if !self.is_long() {
            stack = vec![state];
        }
        Some(SmallestSolution {
            solution: self.lower_to_smallest(solution, stack),
            is_only: false,
        })
    }

    /// The smallest of a solution and all solutions of some states.
    fn lower_to_smallest(&mut self, solution: Grid, mut states: Vec<State>) -> Grid {
        let mut smallest = solution;
        states.retain_mut(|state| self.propagate(state));
        // In the cells that precede `cell`, every state has only the digits of `smallest`. Together
        // the states have all solutions that are smaller than `smallest`.
        for cell in 0..CELLS {
            while let Some(smaller) = self.find_smaller(&smallest, cell, &mut states) {
                smallest = smaller;
            }
            let digit = smallest.digits()[cell];
            states.retain_mut(|state| self.place_digit(state, cell, digit));
        }
        smallest
    }

    /// A solution of these states with a smaller digit in a cell than this one has, if there is
    /// any. In a long search, the states are then replaced by those that the run has left. The
    /// solutions that this drops have the old digit or a larger one in the cell, so they are larger
    /// than the one returned; so are any others that the run has found.
    fn find_smaller(
        &mut self,
        solution: &Grid,
        cell: usize,
        states: &mut Vec<State>,
    ) -> Option<Grid> {
        let mut stack = with_smaller_digit(states, cell, solution.digits()[cell]);
        let smaller = self.run(&mut stack, 1).smallest_found?;
        // What a long search has refuted need not be refuted again.
        if self.is_long() {
            *states = stack;
        }
        Some(smaller)
    }

    /// Places a digit in a cell, and propagates if that eliminates anything. Returns `false` if
    /// this shows that the state is a contradiction.
    pub(super) fn place_digit(&self, state: &mut State, cell: usize, digit: u8) -> bool {
        let mask = digit_mask(digit);
        if state.candidates(cell) == mask {
            return true;
        }
        state.restrict(cell, mask);
        self.propagate(state)
    }

    /// Propagates a state. Returns `false` if it is a contradiction.
    pub(super) fn propagate(&self, state: &mut State) -> bool {
        let [outcome, ..] = State::propagate(slice::from_mut(state), self.level);
        !outcome.is_contradiction()
    }
}

/// The states with only those candidates of a cell that are smaller than this digit.
fn with_smaller_digit(states: &[State], cell: usize, digit: u8) -> Vec<State> {
    let smaller_digits = digit_mask(digit) - 1;
    states
        .iter()
        .filter_map(|state| state.restricted(cell, smaller_digits))
        .collect()
}

/// The mask of a digit from 1 to 9.
pub(super) fn digit_mask(digit: u8) -> u16 {
    1 << (digit - 1)
}
