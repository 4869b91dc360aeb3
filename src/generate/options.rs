//! The options of a generator, and which puzzles fit them.

use std::num::NonZero;
use std::ops::RangeInclusive;

use crate::grid::{Candidates, Grid};
use crate::logic::{Rating, RatingReport};
use crate::symmetry::Symmetry;

/// Which puzzles a [`Generator`](crate::Generator) makes. By default they are minimal: no clue can
/// be removed or, with a symmetry, no clue together with its images.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeneratorOptions {
    /// The number of clues, 17 to 80; `None` makes minimal puzzles. Finding a puzzle takes
    /// milliseconds with 24 clues and seconds with 20. With fewer, a generator usually gives up.
    pub clues: Option<usize>,
    /// The symmetry of the clues. With [`Symmetry::QuarterTurn`], the number of clues is a multiple
    /// of four, or one more.
    pub symmetry: Symmetry,
    /// The ratings of the puzzles; `None` allows any rating.
    pub rating: Option<RangeInclusive<Rating>>,
    /// The maximum number of threads, capped at one for each core; `None` is one for each core.
    pub threads: Option<NonZero<usize>>,
}

impl GeneratorOptions {
    /// Checks that the options do not exclude every puzzle for a simple reason.
    ///
    /// # Panics
    /// If they do; see [`Generator::new`](crate::Generator::new).
    pub(super) fn assert_possible(&self) {
        if let Some(clues) = self.clues {
            assert!(
                (17..=80).contains(&clues),
                "the number of clues must be in 17..=80"
            );
            // A quarter turn moves the clues in fours, except for the one in the center. Other
            // symmetries move them in pairs at most, and leave some cell in its place, so they
            // allow every number.
            assert!(
                self.symmetry != Symmetry::QuarterTurn || clues % 4 <= 1,
                "with Symmetry::QuarterTurn, the number of clues must be a multiple of 4, or one more"
            );
        }
        if let Some(rating) = &self.rating {
            assert!(!rating.is_empty(), "the range of ratings must not be empty");
        }
    }

    /// Whether a puzzle fits the options: it has the number of clues and the rating that they ask
    /// for.
    pub(super) fn accepts(&self, puzzle: &Grid) -> bool {
        self.accepts_clue_count(puzzle) && self.accepts_rating(puzzle)
    }

    fn accepts_clue_count(&self, puzzle: &Grid) -> bool {
        let clue_count = puzzle.placements().count();
        self.clues.is_none_or(|clues| clues == clue_count)
    }

    fn accepts_rating(&self, puzzle: &Grid) -> bool {
        let Some(ratings) = &self.rating else {
            return true;
        };
        // `at_most` stops at the first step that is too hard.
        RatingReport::at_most(*ratings.end(), &Candidates::from(puzzle))
            .is_some_and(|report| ratings.contains(&report.rating()))
    }
}
