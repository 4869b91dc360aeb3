//! Chains: what follows if a candidate is right or wrong.
//!
//! A candidate is *on* if it is the digit of its cell and *off* if it is not. Exactly one candidate
//! of a *group* is on: of the candidates of a cell, or of the places for a digit in a unit. So
//! there are two kinds of links, which alternate in a chain:
//!
//! ```text
//! weak     on → off   the other candidates of a group are off    r1c3 is 5 → r1c7 is not 5
//! strong   off → on   the only other candidate of a group is on  r1c7 is not 5 → r1c7 is 2
//! ```
//!
//! Links in cells are called Y, and links in units X. So an X-chain has one digit, and a Y-chain,
//! or XY-chain, runs through cells with two candidates each.
//!
//! All techniques here look for the easiest proof that a candidate is on or off:
//!
//! ```text
//! simple     6.5  one assumption leads to its opposite, or links lead around a cycle
//!                 in both directions, which players call a continuous nice loop
//! Nishio     7.5  one assumption leads to a contradiction within one digit
//! multiple   8.0  all candidates of a group lead to the same literal
//! dynamic    8.5  a contradiction or a multiple chain; or a candidate leads to the same literal
//!                 whether it is on or off
//! ```
//!
//! In Nishio and dynamic chains, candidates that are off are removed from their groups, so a group
//! of any size can come down to one.
//!
//! A search only finds out what a proof shows and how long it is: a proof without its nodes. If it
//! is to be shown, a second search lists the nodes: the [`Chain`](super::proof::Chain) in the
//! [`Proof`](super::proof::Proof) of a step. (A cycle is found with its nodes.)
//!
//! These words mean the same in all files:
//!
//! ```text
//! node     a literal that follows from an assumption, in a search or a proof
//! source   the literal that is assumed
//! target   the literal that is proved
//! path     nodes of which each follows from the one before
//! size     of a node: the number of nodes that it follows from, and itself
//! length   of a proof: the number of its nodes, in all branches. The rating grows with it.
//!          A candidate that is on in one node and off in another counts twice
//! ```
//!
//! The files, and the words that they define:
//!
//! ```text
//! literal                               a candidate in a state, on or off
//! group                                 candidates of which exactly one is on
//! position                              candidates of a board, each with a number x
//! graph                                 a position with its links
//! levels                                level n: what each candidate leads to in at most n links
//! bit_set, width                        sets of candidates or literals
//! cost, effect                          how hard a proof is, and its step
//! simple, simple_proof, family, path    simple chains
//! cycle, cycle_search                   the cycles among them
//! closure, agenda, derivation, explain  what follows from one assumption, in what order, and why
//! nishio, multiple, dynamic             the other techniques
//! memory, remembered                    what the searches for simple and Nishio chains keep
//! words                                 chains as text
//! ```

mod agenda;
mod bit_set;
mod closure;
mod cost;
mod cycle;
mod cycle_search;
mod derivation;
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
mod remembered;
mod simple;
mod simple_proof;
mod width;
mod words;

use super::{Step, View};

pub(super) use memory::Memory;

/// The easiest simple chain.
pub(super) fn simple(view: &View<'_>, memory: &mut Memory) -> Option<Step> {
    memory.searches().simple.easiest_step(view)
}

/// The easiest Nishio chain.
pub(super) fn nishio(view: &View<'_>, memory: &mut Memory) -> Option<Step> {
    memory.searches().nishio.easiest_step(view)
}

/// The easiest multiple chain. [`simple()`] must just have found no step on this board.
///
/// # Panics
/// If [`simple()`] last searched another board.
pub(super) fn multiple(view: &View<'_>, memory: &mut Memory) -> Option<Step> {
    let full_levels = memory.searches().simple.full_levels(view.board);
    multiple::easiest_step(view, full_levels)
}

/// The easiest dynamic chain. Nothing is kept for the next search.
pub(super) fn dynamic(view: &View<'_>, _memory: &mut Memory) -> Option<Step> {
    dynamic::easiest_step(view)
}
