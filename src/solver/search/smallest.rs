//! The smallest of several solutions, and all solutions in lexicographic order.
//!
//! A run finds its solutions in any order. To find the smallest, the search asks for each cell, in
//! row-major order, whether a solution has a smaller digit there and the same digits before. Each
//! smaller solution answers many of the questions that follow.

use std::slice;

use super::Search;
use super::state::State;
use crate::grid::{CELLS, Grid};

/// The smallest solution of a state.
pub(super) struct Smallest {
    pub solution: Grid,
    /// There is no other solution.
    pub is_only: bool,
}

/// See [`Search::solutions`].
struct Solutions {
    search: Search,
    /// Together these states have all solutions that have not been returned, each in one of them.
    /// Of two states, the upper one has the smaller solutions.
    stack: Vec<State>,
    /// The first solution, if it is known.
    first: Option<Grid>,
}

impl Search {
    /// The smallest solution of a state, if there is one.
    pub(super) fn smallest_of(&mut self, state: State) -> Option<Smallest> {
        let mut stack = vec![state];
        let found = self.run(&mut stack, 2);
        let solution = found.smallest?;
        if found.count < 2 {
            return Some(Smallest {
                solution,
                is_only: true,
            });
        }
        // All other solutions are in the states that are left on the stack. But propagating these
        // takes longer than a short search that begins anew.
        if !self.is_long() {
            stack = vec![state];
        }
        Some(Smallest {
            solution: self.smallest_with(solution, stack),
            is_only: false,
        })
    }

    /// The smallest of a solution and all solutions of some states.
    fn smallest_with(&mut self, solution: Grid, mut states: Vec<State>) -> Grid {
        let mut smallest = solution;
        states.retain_mut(|state| self.propagate(state));
        for cell in 0..CELLS {
            while let Some(smaller) = self.find_smaller(&smallest, cell, &mut states) {
                smallest = smaller;
            }
            let digit = digit_mask(&smallest, cell);
            states.retain_mut(|state| self.fix(state, cell, digit));
        }
        smallest
    }

    /// Searches the states for a solution that has a smaller digit in this cell than `solution`. A
    /// long search that finds one removes what cannot have an even smaller one from the states.
    fn find_smaller(
        &mut self,
        solution: &Grid,
        cell: usize,
        states: &mut Vec<State>,
    ) -> Option<Grid> {
        let smaller_digits = digit_mask(solution, cell) - 1;
        let mut stack: Vec<State> = states
            .iter()
            .filter_map(|state| state.restricted(cell, smaller_digits))
            .collect();
        let smaller = self.run(&mut stack, 1).smallest?;
        // What this search has refuted, the next one need not refute again.
        if self.is_long() {
            *states = stack;
        }
        Some(smaller)
    }

    /// All solutions in lexicographic order, computed lazily. The first of them can be passed if it
    /// is known; then it is not computed again.
    pub fn solutions(self, first: Option<Grid>) -> impl Iterator<Item = Grid> {
        Solutions {
            stack: vec![self.puzzle],
            search: self,
            first,
        }
    }

    /// Pushes states that together have all solutions of a state but the smallest: for each cell,
    /// those that have the same digits before the cell and a larger one in it.
    fn push_larger(&self, mut state: State, smallest: &Grid, stack: &mut Vec<State>) {
        self.propagate(&mut state);
        for cell in 0..CELLS {
            let digit = digit_mask(smallest, cell);
            let larger_digits = !(digit | (digit - 1));
            stack.extend(state.restricted(cell, larger_digits));
            self.fix(&mut state, cell, digit);
        }
    }

    /// Leaves a cell only this digit, and propagates if that eliminates anything. Returns `false` if
    /// the state is a contradiction.
    fn fix(&self, state: &mut State, cell: usize, digit: u16) -> bool {
        if state.candidates(cell) == digit {
            return true;
        }
        state.restrict(cell, digit);
        self.propagate(state)
    }

    /// Propagates a state. Returns `false` if it is a contradiction.
    fn propagate(&self, state: &mut State) -> bool {
        let [outcome, ..] = State::propagate(slice::from_mut(state), self.level);
        !outcome.is_contradiction()
    }
}

impl Iterator for Solutions {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        while let Some(state) = self.stack.pop() {
            let known = self.first.take();
            let search = &mut self.search;
            let smallest = known.or_else(|| Some(search.smallest_of(state)?.solution));
            if let Some(smallest) = smallest {
                self.search.push_larger(state, &smallest, &mut self.stack);
                return Some(smallest);
            }
        }
        None
    }
}

/// The mask of the digit that a solution has in a cell.
fn digit_mask(solution: &Grid, cell: usize) -> u16 {
    1 << (solution.cells()[cell] - 1)
}
