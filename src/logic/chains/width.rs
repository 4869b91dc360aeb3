//! How wide sets of candidates are.
//!
//! The search for chains is compiled for sets of several widths. Most positions need few words, and
//! most of the time goes into operations on sets. Sets of candidates have one bit for each
//! candidate, and sets of literals have two: `Bits128` stands for 2 words of candidates and for 4 of
//! literals.

use super::levels::Levels;
use super::position::Position;

/// The bits that a set of candidates has: at least one for each candidate.
#[derive(Clone, Copy, Debug)]
pub(super) enum Width {
    Bits128,
    Bits192,
    Bits256,
    /// Enough for all 729 candidates.
    Bits768,
}

impl Width {
    pub(super) fn of(position: &Position) -> Width {
        match position.len() {
            ..=128 => Width::Bits128,
            129..=192 => Width::Bits192,
            193..=256 => Width::Bits256,
            _ => Width::Bits768,
        }
    }
}

/// The words of a set of literals that is wide enough for all positions: two bits for each of 729
/// candidates. Proofs are explained with such sets, as a width that fits would save no time there.
pub(super) const MAX_LITERAL_WORDS: usize = 24;

/// Levels for sets of each width.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelsByWidth {
    pub(super) bits128: Levels<2>,
    pub(super) bits192: Levels<3>,
    pub(super) bits256: Levels<4>,
    pub(super) bits768: Levels<12>,
}
