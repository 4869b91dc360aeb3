//! Which puzzles are wanted.

use std::num::NonZero;

use crate::grid::{Candidates, Grid};
use crate::logic::Rating;
use crate::symmetry::Symmetry;

/// Which puzzles a [`Generator`] makes. By default they are minimal: no clue can be removed or,
/// with a symmetry, no clue together with its images.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeneratorOptions {
    /// The number of clues, 17 to 80; `None` makes minimal puzzles. Finding a puzzle takes
    /// milliseconds with 24 clues and seconds with 20. With fewer, a generator mostly gives up.
    pub clues: Option<usize>,
    /// The symmetry of the clues. With [`Symmetry::Quarter`], the number of clues is a multiple of
    /// four, or one more.
    pub symmetry: Symmetry,
    /// The ratings of the puzzles; `None` allows any rating.
    pub rating: Option<RatingRange>,
    /// The most threads to use, up to one for each core; `None` is one for each core.
    pub threads: Option<NonZero<usize>>,
}

impl GeneratorOptions {
    /// Whether a puzzle has the wanted number of clues and rating.
    pub(super) fn accept(&self, puzzle: &Grid) -> bool {
        if let Some(clues) = self.clues
            && puzzle.clues().count() != clues
        {
            return false;
        }
        match self.rating {
            Some(range) => range.contains(Rating::of(&Candidates::from(puzzle)).tenths()),
            None => true,
        }
    }
}

/// A range of ratings, in tenths: 26 is a rating of 2.6.
///
/// ```
/// use sudokat::RatingRange;
/// let hard = RatingRange { least: 30, greatest: None };
/// assert!(hard.contains(Some(44)) && hard.contains(None) && !hard.contains(Some(26)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RatingRange {
    /// The least rating.
    pub least: u8,
    /// The greatest rating; `None` includes those above the ratings of all techniques.
    pub greatest: Option<u8>,
}

impl RatingRange {
    /// Whether a rating is in the range; `None` is above those of all techniques, as in
    /// [`Rating::tenths`].
    #[must_use]
    pub fn contains(&self, tenths: Option<u8>) -> bool {
        match (tenths, self.greatest) {
            (Some(tenths), Some(greatest)) => (self.least..=greatest).contains(&tenths),
            (Some(tenths), None) => self.least <= tenths,
            (None, greatest) => greatest.is_none(),
        }
    }
}
