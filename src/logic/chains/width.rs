//! The widths of bit sets for which the searches are compiled. Most of the time goes into
//! operations on sets, and most positions need few words.
//!
//! ```text
//!            words of a set of candidates    of literals, which has two bits for each candidate
//! Bits128    2                               4
//! Bits192    3                               6
//! Bits256    4                               8
//! Bits768    12                              24
//! ```

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

    /// The words of a set of literals.
    pub(super) const fn literal_words(self) -> usize {
        match self {
            Width::Bits128 => 4,
            Width::Bits192 => 6,
            Width::Bits256 => 8,
            Width::Bits768 => 24,
        }
    }
}

/// The words of a set of literals that is wide enough for all positions. Proofs are explained with
/// such sets, as a width that fits would save no time there.
pub(super) const MAX_LITERAL_WORDS: usize = Width::Bits768.literal_words();

/// Levels for sets of each width.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelsByWidth {
    pub(super) bits128: Levels<2>,
    pub(super) bits192: Levels<3>,
    pub(super) bits256: Levels<4>,
    pub(super) bits768: Levels<12>,
}
