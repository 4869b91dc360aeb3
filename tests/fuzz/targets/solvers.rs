#![no_main]
#![allow(dead_code, reason = "each target checks one invariant")]

#[path = "../fixtures.rs"]
mod fixtures;
#[path = "../../invariants.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::solvers_agree(bytes));
