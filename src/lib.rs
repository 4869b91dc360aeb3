//! Sudoku grids in, solutions out: the parts behind the `sudokat` program.
//!
//! Data takes one way:
//!
//! ```text
//! bytes -> lines -> records -> grids -> solver or batch -> answers -> bytes
//!          format                                          format
//!          `-------------------- stream ----------------------'
//! ```
//!
//! Imports point down only: `main -> cli, progress, stream`; `stream -> format, explain, mend, solver, batch, tally`;
//! `format -> explain, grid`; `explain, mend -> solver`; `solver -> grid`; `tally -> batch -> grid`; `grid ->` nothing. `solver`,
//! one grid at a time, and `batch`, as many as a vector has lanes, never know each other, so that each can judge the other.
//! Only `main` knows the command line, the file system and the process; only `stream` and `tally` start threads.
//!
//! ```
//! use sudokat::{Grid, Solver};
//! let puzzle: Grid = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! let answer = Solver::new(&puzzle)?.smallest().expect("this puzzle has a solution");
//! assert!(answer.is_solution(&puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod batch;
mod explain;
pub mod format;
mod grid;
mod mend;
mod solver;
pub mod stream;
pub mod tally;

pub use explain::{Count, Flaw, Reason, differences, redundant_clues};
pub use grid::{Candidates, Cell, Clash, Grid, GridError, cell_from_byte};
pub use mend::Mend;
pub use solver::Solver;
