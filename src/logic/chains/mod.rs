//! Chains: what follows if a candidate is right or wrong.
//!
//! A candidate is *on* if it is the digit of its cell and *off* if it is not. Exactly one candidate
//! of a *group* is on: the digits of a cell, or the places for a digit in a unit. So there are two
//! kinds of links:
//!
//! ```text
//! on → off   the other candidates of a group are off
//! off → on   the only other candidate of a group is on
//! ```
//!
//! Links in cells are called Y, and links in units X. All techniques here look for the easiest
//! proof that a candidate is on or off:
//!
//! ```text
//! simple     6.5  one assumption leads to its opposite, or links lead around a cycle
//! Nishio     7.5  one assumption leads to a contradiction within one digit
//! multiple   8.0  each candidate of a group leads to the same
//! dynamic    8.5  both, or a candidate leads to the same whether it is on or off;
//!                 what is off may leave a group one candidate, however many it had
//! ```
//!
//! The rating grows with the number of different candidates in the proof, its *length*.

mod closure;
mod cycle;
mod forcing;
mod graph;
mod levels;
mod memory;
mod multiple;
mod position;
mod proof;
mod simple;
mod words;

use crate::grid::{Cell, Unit};

pub(super) use forcing::{dynamic, nishio};
pub(super) use memory::Memory;
pub(super) use multiple::multiple;
pub(super) use simple::simple;

/// Why a chain is right. Displayed in a short form.
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
    /// The other way round, each is the opposite. So one of any two neighbours is right, or one is
    /// wrong, and a candidate that sees one of each is wrong.
    Cycle,
    /// The only branch leads from an assumption to its opposite.
    Opposite,
    /// The same assumption leads to a candidate being on, in the first branch, and off, in the
    /// second one.
    Contradiction,
    /// A candidate leads to the same, whether it is on, in the first branch, or off, in the second
    /// one.
    Either,
    /// All candidates of a cell lead to the same.
    Cell(Cell),
    /// All places for a digit in a unit lead to the same.
    Places(u8, Unit),
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
