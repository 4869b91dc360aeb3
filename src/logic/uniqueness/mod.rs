//! Uniqueness: if a puzzle has exactly one solution, whatever would allow a second one is wrong.
//!
//! **Unique loop.** Some cells make a closed loop in which neighbours share a unit, and each unit
//! has two cells of the loop or none. If all of them were x or y, x and y could be swapped. So one
//! cell has an extra digit.
//!
//! **Bivalue universal grave.** If each blank had two digits and each digit two places in a unit,
//! there would be two solutions or none. So one of the cells with an extra digit has it.
//!
//! Both end in [`Guardians`](super::Guardians): at least one of a few cells has one of its extra
//! digits. Players number the types of what follows from 1 to 4:
//!
//! ```text
//! 1  there is one guardian            it has an extra digit
//! 2  there is one extra digit         no cell that sees all guardians has it
//! 3  the guardians share a unit       they count as one cell of a naked or hidden set
//! 4  two guardians are the only       one has this digit and the other an extra digit
//!    places for a digit in a unit
//! ```
//!
//! These steps are valid only if the puzzle has exactly one solution.

mod grave;
mod guardians;
mod loop_search;
mod loops;

pub(super) use grave::grave;
pub(super) use loops::unique_loop;
