//! All solutions in lexicographic order.

use super::Search;
use super::smallest::digit_mask;
use super::state::State;
use crate::grid::Grid;

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
        for (cell, &digit) in smallest.digits().iter().enumerate() {
            let mask = digit_mask(digit);
            let larger_digits = !(mask | (mask - 1));
            self.stack.extend(state.restricted(cell, larger_digits));
            self.search.place_digit(&mut state, cell, digit);
        }
    }
}
