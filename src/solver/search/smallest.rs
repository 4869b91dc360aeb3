//! The smallest of several solutions, and all solutions in lexicographic order.
//!
//! A run finds its solutions in no particular order. To find the smallest one, the search starts
//! from any solution and lowers it. For each cell, in row-major order, it looks for a solution that
//! has the same digits in the cells before, and a smaller digit in this cell. As long as there is
//! one, it continues from that solution.

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
        // In all cells before `cell`, every state has only the digit of `smallest`. Together the
        // states have all solutions that are smaller than `smallest`.
        for cell in 0..CELLS {
            while let Some(smaller) = self.find_smaller(&smallest, cell, &mut states) {
                smallest = smaller;
            }
            let mask = digit_mask(&smallest, cell);
            states.retain_mut(|state| self.place_digit(state, cell, mask));
        }
        smallest
    }

    /// A solution of these states with a smaller digit in a cell than this one has, if there is
    /// any. In a long search, the states are then replaced by those that the run has left. These
    /// have smaller digits in the cell, too: all other solutions are larger than the one found.
    fn find_smaller(
        &mut self,
        solution: &Grid,
        cell: usize,
        states: &mut Vec<State>,
    ) -> Option<Grid> {
        let mut stack = with_smaller_digit(states, cell, solution);
        let smaller = self.run(&mut stack, 1).smallest_found?;
        // What a long search has refuted need not be refuted again.
        if self.is_long() {
            *states = stack;
        }
        Some(smaller)
    }

    /// Places the digit with this mask in a cell, and propagates if that eliminates anything.
    /// Returns `false` if this shows that the state is a contradiction.
    fn place_digit(&self, state: &mut State, cell: usize, mask: u16) -> bool {
        if state.candidates(cell) == mask {
            return true;
        }
        state.restrict(cell, mask);
        self.propagate(state)
    }

    /// Propagates a state. Returns `false` if it is a contradiction.
    fn propagate(&self, state: &mut State) -> bool {
        let [outcome, ..] = State::propagate(slice::from_mut(state), self.level);
        !outcome.is_contradiction()
    }
}

/// The states with only those candidates of a cell that are smaller than the digit of a solution.
fn with_smaller_digit(states: &[State], cell: usize, solution: &Grid) -> Vec<State> {
    let smaller_digits = digit_mask(solution, cell) - 1;
    states
        .iter()
        .filter_map(|state| state.restricted(cell, smaller_digits))
        .collect()
}

/// The mask of the digit that a solution has in a cell.
fn digit_mask(solution: &Grid, cell: usize) -> u16 {
    1 << (solution.digits()[cell] - 1)
}

impl Search {
    /// All solutions in lexicographic order, computed lazily. Pass the first of them if it is
    /// known; then it is not computed again.
    pub fn solutions(self, first: Option<Grid>) -> impl Iterator<Item = Grid> {
        Solutions {
            stack: vec![self.puzzle],
            search: self,
            first,
        }
    }
}

/// See [`Search::solutions`].
struct Solutions {
    search: Search,
    /// Together these states have all solutions that have not been returned, and none in common. A
    /// state has smaller solutions than those below it.
    stack: Vec<State>,
    /// The first solution, if it is known and has not been returned.
    first: Option<Grid>,
}

impl Iterator for Solutions {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        while let Some(state) = self.stack.pop() {
            if let Some(smallest) = self.next_in(state) {
                self.push_larger(state, &smallest);
                return Some(smallest);
            }
        }
        None
    }
}

impl Solutions {
    /// The smallest solution of the state that was on top of the stack: the next to return.
    fn next_in(&mut self, state: State) -> Option<Grid> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        let smallest = self.search.smallest_of(state)?;
        Some(smallest.solution)
    }

    /// Pushes states with all solutions of a state but the smallest: for each cell, a state that
    /// has the digits of the smallest solution before the cell, and a larger digit in it.
    fn push_larger(&mut self, mut state: State, smallest: &Grid) {
        // The state keeps its smallest solution throughout, so it is never a contradiction.
        self.search.propagate(&mut state);
        for cell in 0..CELLS {
            let mask = digit_mask(smallest, cell);
            let larger_digits = !(mask | (mask - 1));
            self.stack.extend(state.restricted(cell, larger_digits));
            self.search.place_digit(&mut state, cell, mask);
        }
    }
}
