//! sudokat
mod grid;
mod solver;
pub use grid::*;
pub use solver::*;
