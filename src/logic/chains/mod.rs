//! Chains: what follows if a candidate is right or wrong.
//!
//! A candidate is *on* if it is the digit of its cell and *off* if it is not. Exactly one candidate
//! of a *group* is on: of the candidates of a cell, or of the places for a digit in a unit. So
//! there are two kinds of links, which alternate in a chain:
//!
//! ```text
//! on → off   a weak link: the other candidates of a group are off
//! off → on   a strong link: the only other candidate of a group is on
//! ```
//!
//! Links in cells are called Y, and links in units X. So an X-chain has one digit, and a Y-chain,
//! or XY-chain, runs through cells with two candidates each.
//!
//! These words mean the same in all files:
//!
//! ```text
//! position   all candidates of a board, or some; each has a number x
//! graph      a position with its links
//! literal    a candidate in a state, on or off
//! node       a literal that follows from an assumption, in a search or a proof
//! source     the literal that is assumed
//! path       nodes of which each follows from the one before
//! level n    what each literal leads to in at most n links
//! closure    all that follows from one assumption
//! cost       what decides which of all proofs is the easiest
//! ```
//!
//! All techniques here look for the easiest proof that a candidate is on or off:
//!
//! ```text
//! simple     6.5  one assumption leads to its opposite, or links lead around a cycle
//!                 in both directions, which players call a continuous nice loop
//! Nishio     7.5  one assumption leads to a contradiction within one digit
//! multiple   8.0  all candidates of a group lead to the same literal
//! dynamic    8.5  a contradiction or a multiple chain; or a candidate leads to the same literal
//!                 whether it is on or off. Candidates that are off are removed from their
//!                 groups, so a group of any size can come down to one
//! ```
//!
//! The rating grows with the number of nodes in the proof, its *length*. A candidate that is on in
//! one node and off in another counts twice, and a proof with branches counts the nodes of each.
//!
//! A search only finds out what a proof shows and how long it is. If the proof itself is wanted, a
//! second search lists its nodes. (A cycle is found with its nodes.)
//!
//! ```text
//! literal, bit_set, position, graph          candidates, sets of them, their groups and links
//! levels, width                              what all candidates lead to, in how many links
//! cost, effect                               which proof is the easiest, and its step
//! simple, simple_proof, family, path         simple chains
//! cycle, cycle_search                        the cycles among them
//! agenda, reasons, closure, explain          what one assumption leads to, and why
//! nishio, multiple, dynamic                  the other techniques
//! memory, remembered                         what is kept from step to step
//! words                                      chains as text
//! ```

mod agenda;
mod bit_set;
mod closure;
mod cost;
mod cycle;
mod cycle_search;
mod dynamic;
mod effect;
mod explain;
mod family;
mod graph;
mod group;
mod levels;
mod literal;
mod memory;
mod multiple;
mod nishio;
mod path;
mod position;
mod reasons;
mod remembered;
mod simple;
mod simple_proof;
mod width;
mod words;

use super::{Step, View};

pub(super) use memory::Memory;

/// The easiest simple chain.
pub(super) fn simple(view: &View<'_>, memory: &mut Memory) -> Option<Step> {
    memory.workspace().simple.easiest_step(view)
}

/// The easiest Nishio chain.
pub(super) fn nishio(view: &View<'_>, memory: &mut Memory) -> Option<Step> {
    memory.workspace().nishio.easiest_step(view)
}

/// The easiest multiple chain.
///
/// # Panics
/// If [`simple()`] was not tried last on this board. It must have found no chain.
pub(super) fn multiple(view: &View<'_>, memory: &mut Memory) -> Option<Step> {
    let full_levels = memory.workspace().simple.full_levels(view.board);
    multiple::easiest_step(view, full_levels)
}

/// The easiest dynamic chain.
///
/// # Panics
/// If [`simple()`] was not tried last on this board. It must have found no chain.
pub(super) fn dynamic(view: &View<'_>, memory: &mut Memory) -> Option<Step> {
    let full_levels = memory.workspace().simple.full_levels(view.board);
    dynamic::easiest_step(view, full_levels.position)
}
