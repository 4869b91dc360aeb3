//! The integration tests, in one program: each module promises what its name says.

mod fixtures;
/// Invariants that hold for any bytes. The fuzz targets check them too.
mod invariants;

mod canonical;
mod cli;
mod corpus;
mod docs;
mod formats;
mod fuzz_regressions;
mod generate;
mod library;
mod logic;
mod output;
mod packaging;
mod questions;
mod shared;
mod sheet;
mod shuffle;
mod solvers;
mod spark;
mod stream;
mod structure;
mod submissions;
mod system_errors;
mod terminal;
mod worst_case;
