//! The fixtures of the integration tests that the invariants need.

#[path = "../fixtures/agreement.rs"]
pub mod agreement;
#[path = "../fixtures/grids.rs"]
pub mod grids;
#[path = "../fixtures/random.rs"]
pub mod random;
#[path = "../fixtures/streams.rs"]
pub mod streams;
