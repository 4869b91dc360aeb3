//! Proofs: what a step rests on, for those who want to check it.

use crate::grid::{Cell, Unit};

/// What a step rests on besides its unit, cells and digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Proof {
    /// Nothing: the pattern says it all.
    Pattern,
    /// One of some cells has an extra digit, or else there would be several solutions.
    Guardians(Box<Guardians>),
    /// What follows from an assumption, or from each of several assumptions of which one is true.
    Chain(Box<Chain>),
    /// There is a chain, but it has not been worked out, since a rating does not need it.
    /// [`Steps`](super::Steps) never omits it.
    Omitted,
}

/// Cells of which at least one has one of its extra digits, or else there would be several
/// solutions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Guardians {
    /// The cells in row-major order, each with a mask of its extra digits: digit d is bit d - 1.
    pub cells: Vec<(Cell, u16)>,
    /// What follows from that.
    pub kind: GuardianKind,
}

/// What follows if one of a few cells has one of its extra digits: the types that players number
/// from 1 to 4.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GuardianKind {
    /// Type 1: there is one cell, and it has an extra digit.
    OneCell,
    /// Type 2: all cells have the same extra digit, so no cell that sees them all has it.
    OneDigit,
    /// Type 3: they make a set with other cells of the unit of the step.
    Set {
        /// The other cells.
        partners: Vec<Cell>,
        /// The digits of the set: digit d is bit d - 1.
        digits: u16,
    },
    /// Type 4: two cells are the only places for this digit in a unit, so one of them has it and
    /// the other an extra digit.
    Locked {
        /// The digit, 1..=9.
        digit: u8,
    },
}

/// A chain: what follows from one or more assumptions. Displayed in a short form.
///
/// Each branch starts with an assumption and leads to its last node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Chain {
    /// What the branches show.
    pub kind: ChainKind,
    /// What follows from each assumption, in an order in which a person can follow it: a node
    /// comes after those that it follows from.
    pub branches: Vec<Vec<Node>>,
}

/// What a chain shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChainKind {
    /// Each candidate of the only branch turns the next one off or on, and the last one the first.
    /// Read backwards, each has the opposite state. So of two candidates with opposite states
    /// exactly one is right, and a candidate that sees both is wrong.
    Cycle,
    /// An assumption leads to its own opposite, in the only branch.
    Opposite,
    /// The same assumption leads to a candidate being on, in the first branch, and off, in the
    /// second one.
    Contradiction,
    /// A candidate leads to the same node if it is on, in the first branch, and if it is off, in
    /// the second one.
    Either,
    /// All candidates of a cell lead to the same node.
    Cell(Cell),
    /// All places for a digit in a unit lead to the same node.
    Places {
        /// The digit, 1..=9.
        digit: u8,
        /// The unit.
        unit: Unit,
    },
}

/// A candidate that is on or off in a chain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Node {
    /// The cell of the candidate.
    pub cell: Cell,
    /// Its digit, 1..=9.
    pub digit: u8,
    /// Whether the cell has this digit.
    pub is_on: bool,
    /// The nodes of the branch that it follows from, by their indices; none for the assumption.
    pub from: Vec<usize>,
}
