//! The order in which the nodes of a closure are followed.

use super::literal::{Literal, State};

/// The nodes that have been found, and which of them is next: an on node if there is one, otherwise
/// an off node; in each state, first in, first out. So what an off node turns on is followed before
/// the next off node.
pub(super) struct Agenda {
    on: Queue,
    off: Queue,
}

impl Agenda {
    /// An empty agenda with room for n candidates in each state.
    pub(super) fn with_capacity(n: usize) -> Agenda {
        Agenda {
            on: Queue::with_capacity(n),
            off: Queue::with_capacity(n),
        }
    }

    pub(super) fn clear(&mut self) {
        self.on.clear();
        self.off.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, literal: Literal) {
        match literal.state {
            State::On => self.on.push(literal.x),
            State::Off => self.off.push(literal.x),
        }
    }

    /// The next node to follow.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Literal> {
        if let Some(x) = self.on.next() {
            return Some(Literal::on(x.into()));
        }
        let x = self.off.next()?;
        Some(Literal::off(x.into()))
    }

    /// The candidates in a state, in the order in which they were found.
    pub(super) fn candidates(&self, state: State) -> impl Iterator<Item = usize> {
        let queue = match state {
            State::On => &self.on,
            State::Off => &self.off,
        };
        queue.candidates.iter().map(|&x| usize::from(x))
    }
}

/// The candidates in one state in the order in which they are found.
struct Queue {
    candidates: Vec<u16>,
    /// How many have been followed.
    followed: usize,
}

impl Queue {
    fn with_capacity(n: usize) -> Queue {
        Queue {
            candidates: Vec::with_capacity(n),
            followed: 0,
        }
    }

    fn clear(&mut self) {
        self.candidates.clear();
        self.followed = 0;
    }

    fn push(&mut self, x: usize) {
        self.candidates.push(x as u16);
    }

    /// The next one to follow.
    fn next(&mut self) -> Option<u16> {
        let x = *self.candidates.get(self.followed)?;
        self.followed += 1;
        Some(x)
    }
}
