//! What is kept from step to step.

use super::forcing::DigitContradiction;
use super::graph::Graph;
use super::levels::{Levels, LevelsOfWidth};
use super::position::Position;
use super::simple::Simple;

/// The memory of the search for chains, which most puzzles do not need.
#[derive(Clone, Debug, Default)]
pub(in crate::logic) struct Memory(Option<Box<Workspace>>);

impl Memory {
    pub(super) fn workspace(&mut self) -> &mut Workspace {
        self.0.get_or_insert_default()
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Workspace {
    /// All candidates, with their links.
    pub(super) all: Linked,
    /// Those of one digit, or of the cells with two.
    pub(super) part: Linked,
    /// What all candidates lead to, in the levels of their width.
    pub(super) levels: LevelsOfWidth,
    /// What those of one digit lead to, at most 81.
    pub(super) digit_levels: Levels<2>,
    /// What those of the cells with two lead to, at most 162.
    pub(super) pair_levels: Levels<3>,
    /// The easiest proofs of each digit.
    pub(super) simple: [Remembered<Simple>; 9],
    pub(super) nishio: [Remembered<DigitContradiction>; 9],
}

/// Candidates and their links.
#[derive(Clone, Debug, Default)]
pub(super) struct Linked {
    pub(super) position: Position,
    pub(super) graph: Graph,
}

/// The easiest proof for a digit, which depends on the places of this digit only.
#[derive(Clone, Debug)]
pub(super) struct Remembered<T> {
    /// The places in each row.
    places: Option<[u16; 9]>,
    easiest: Option<T>,
}

impl<T> Default for Remembered<T> {
    fn default() -> Remembered<T> {
        Remembered {
            places: None,
            easiest: None,
        }
    }
}

impl<T> Remembered<T> {
    pub(super) fn is_for(&self, places: [u16; 9]) -> bool {
        self.places == Some(places)
    }

    pub(super) fn set(&mut self, places: [u16; 9], easiest: Option<T>) {
        *self = Remembered {
            places: Some(places),
            easiest,
        };
    }

    pub(super) fn easiest(&self) -> Option<&T> {
        self.easiest.as_ref()
    }
}
