//! Chains: what follows if a candidate is right or wrong.
//!
//! A candidate is *on* if it is the digit of its cell and *off* if it is not. Exactly one candidate
//! of a *group* is on: the digits of a cell, or the places for a digit in a unit. So there are two
//! kinds of links:
//!
//! ```text
//! on → off   a weak link: the other candidates of a group are off
//! off → on   a strong link: the only other candidate of a group is on
//! ```
//!
//! Each link is an *inference*, and the two kinds alternate.
//!
//! These words mean the same in all files:
//!
//! ```text
//! position   all candidates of a board, or some; each has a number x
//! literal    a candidate in a state, on or off
//! node       a literal that follows from an assumption, in a search or a proof
//! visit      a node that is on, in the search for cycles
//! path       nodes of which each follows from the one before
//! level n    what each literal leads to in at most n links
//! closure    all that follows from one assumption
//! cost       what decides which of all proofs is the easiest
//! ```
//!
//! Links in cells are called Y, and links in units X. So an X-chain has one digit, and a Y-chain,
//! or XY-chain, runs through cells with two candidates each. Players call a cycle a nice loop. All
//! techniques here look for the easiest proof that a candidate is on or off:
//!
//! ```text
//! simple     6.5  one assumption leads to its opposite, or links lead around a cycle
//! Nishio     7.5  one assumption leads to a contradiction within one digit
//! multiple   8.0  each candidate of a group leads to the same
//! dynamic    8.5  both, or a candidate leads to the same whether it is on or off;
//!                 what is off may leave a group one candidate, however many it had
//! ```
//!
//! The rating grows with the number of nodes in the proof, its *length*. A candidate that is on in
//! one node and off in another counts twice, and a proof with branches counts the nodes of each.

mod agenda;
mod closure;
mod cost;
mod cycle;
mod dynamic;
mod explain;
mod graph;
mod levels;
mod literal;
mod memory;
mod multiple;
mod nishio;
mod path;
mod position;
mod remembered;
mod row;
mod simple;
mod words;

pub(super) use dynamic::dynamic;
pub(super) use memory::Memory;
pub(super) use multiple::multiple;
pub(super) use nishio::nishio;
pub(super) use simple::simple;
