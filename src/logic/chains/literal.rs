//! Candidates and literals.

/// Digit `i + 1` in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    pub(super) cell: usize,
    pub(super) i: usize,
}

/// Whether a candidate is the digit of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    On,
    Off,
}

impl State {
    pub(super) fn opposite(self) -> State {
        match self {
            State::On => State::Off,
            State::Off => State::On,
        }
    }
}

/// A candidate in a state: `r1c3 is 5`, or `r1c3 is not 5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    /// The number of the candidate in its position.
    pub(super) x: usize,
    pub(super) state: State,
}

impl Literal {
    pub(super) fn on(x: usize) -> Literal {
        let state = State::On;
        Literal { x, state }
    }

    pub(super) fn off(x: usize) -> Literal {
        let state = State::Off;
        Literal { x, state }
    }

    /// A number for each literal: 2x if candidate x is on, 2x + 1 if it is off.
    #[inline]
    pub(super) fn index(self) -> usize {
        match self.state {
            State::On => 2 * self.x,
            State::Off => 2 * self.x + 1,
        }
    }

    /// The same candidate in the other state.
    pub(super) fn opposite(self) -> Literal {
        let state = self.state.opposite();
        Literal { state, ..self }
    }
}
