//! In rows, pairs each grid that has blanks with the grid right below it if that is its answer.
//!
//! ```text
//! ..1..2...  ->  Puzzle      ...1..2..  ->  Alone      5..6....8  ->  Waiting
//! 571832964  ->  Answer                                end of the chunk
//! ```
//!
//! An answer can be wrong or unfinished: `--check` says so. A solution is an answer that is right.
//!
//! A chunk may end between the two. The upper grid is then carried to the next chunk, which shows
//! whether its answer follows.

use std::sync::Arc;

use crate::grid::{Grid, MarkedGrid};

/// How a grid in rows relates to its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pairing {
    #[default]
    Alone,
    /// The grid right below is its answer.
    Puzzle,
    /// It is the answer to the grid right above.
    Answer,
    /// The next chunk will show whether its answer is right below.
    Waiting,
}

/// A grid that waits for the records of the next chunk.
#[derive(Debug)]
pub(crate) struct Carried {
    pub(super) number: u64,
    pub(super) line: u64,
    pub(super) title: Option<Arc<str>>,
    pub(super) puzzle: MarkedGrid,
}

/// The pairings of the records of a chunk, if they have been paired.
#[derive(Debug, Default)]
pub(super) struct Pairings {
    of_records: Vec<Pairing>,
    /// The grid before these records that has waited for them.
    pub(super) carried: Option<Carried>,
}

impl Pairings {
    /// Removes everything, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.of_records.clear();
        self.carried = None;
    }

    /// The pairing of the record at a position.
    pub(super) fn of(&self, position: usize) -> Pairing {
        self.of_records.get(position).copied().unwrap_or_default()
    }

    /// Pairs the next record with the one above. `own` is its grid, and `above` that of the record
    /// above if it may have an answer. Returns the grid of this record if it may have one.
    pub(super) fn pair(&mut self, own: Option<Grid>, above: Option<Grid>) -> Option<Grid> {
        if let (Some(own), Some(above)) = (own, above)
            && own.is_possible_attempt_at(&above)
        {
            // The record above may be in the previous chunk.
            if let Some(pairing_above) = self.of_records.last_mut() {
                *pairing_above = Pairing::Puzzle;
            }
            self.of_records.push(Pairing::Answer);
            return None;
        }
        self.of_records.push(Pairing::Alone);
        own.filter(Grid::has_blank)
    }

    /// Marks the last record as waiting for the next chunk.
    pub(super) fn mark_last_waiting(&mut self) {
        if let Some(last) = self.of_records.last_mut() {
            *last = Pairing::Waiting;
        }
    }
}
