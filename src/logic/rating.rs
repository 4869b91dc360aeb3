//! How hard a puzzle is.

use std::fmt;
use std::str::FromStr;

use super::steps::{OneSolution, Steps, TakenStep};
use super::{Detail, TECHNIQUES, Technique};
use crate::grid::Candidates;

/// How hard a puzzle or a step is for a person, displayed as `2.6`; or a lower bound, displayed as
/// `>=9.0`.
///
/// The ratings of puzzles are less than 10.0, and [`Rating::BEYOND`] is the only lower bound among
/// them. No others can be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rating {
    /// A rating in tenths: 26 is displayed as 2.6.
    Exactly(u8),
    /// It needs a technique that is left out, with at least this rating in tenths. Compares greater
    /// than any exact rating.
    AtLeast(u8),
}

impl Rating {
    /// Harder than [`TECHNIQUES`] can solve; displayed as `>=9.0`. That is the lowest rating of the
    /// techniques that are left out.
    pub const BEYOND: Rating = Rating::AtLeast(90);

    /// The rating in tenths; `None` if it is not known exactly.
    #[must_use]
    pub fn tenths(self) -> Option<u8> {
        match self {
            Rating::Exactly(tenths) => Some(tenths),
            Rating::AtLeast(_) => None,
        }
    }

    /// Displayed without `>=`, for outputs that say in another way that it is a lower bound.
    pub(crate) fn without_bound(self) -> impl fmt::Display {
        let (Rating::Exactly(tenths) | Rating::AtLeast(tenths)) = self;
        Rating::Exactly(tenths)
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, tenths) = match self {
            Rating::Exactly(tenths) => ("", tenths),
            Rating::AtLeast(tenths) => (">=", tenths),
        };
        f.pad(&format!("{sign}{}.{}", tenths / 10, tenths % 10))
    }
}

/// A rating as it is displayed: `0.0` to `9.9`, or `>=9.0`, the only lower bound. `7` is read as
/// `7.0`.
impl FromStr for Rating {
    type Err = RatingError;

    fn from_str(text: &str) -> Result<Rating, RatingError> {
        if text == Rating::BEYOND.to_string() {
            return Ok(Rating::BEYOND);
        }
        let (ones, tenths) = text.split_once('.').unwrap_or((text, "0"));
        match (ones.as_bytes(), tenths.as_bytes()) {
            ([ones @ b'0'..=b'9'], [tenths @ b'0'..=b'9']) => {
                Ok(Rating::Exactly(10 * (ones - b'0') + (tenths - b'0')))
            }
            _ => Err(RatingError),
        }
    }
}

/// The error for a text that is not a rating such as `2.6` or `>=9.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RatingError;

impl fmt::Display for RatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a rating such as 2.6 or {}", Rating::BEYOND)
    }
}

impl std::error::Error for RatingError {}

/// How hard a puzzle is, and what that rests on. Displayed as the rating of the hardest step, such
/// as `2.6`: `>=9.0` if the puzzle needs a harder technique than [`TECHNIQUES`] has, and `0.0` if
/// it is solved.
///
/// Reports are ordered by [`rating`](RatingReport::rating), then by [`pearl`](RatingReport::pearl)
/// and [`diamond`](RatingReport::diamond). Techniques only decide between reports that agree in
/// these.
///
/// Above 4.4, puzzles that are equivalent can have different ratings: which step is found first
/// depends on the order of rows, columns and digits. The rating is that of this grid.
///
/// The search for unique loops gives up after 100,000 cells in one position. No known puzzle takes
/// a tenth of that; contrived pencil marks could get another rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RatingReport {
    rating: Rating,
    pearl: Rating,
    diamond: Rating,
    /// The index of the technique of the first of the hardest steps.
    hardest_index: Option<usize>,
    /// How many steps of each technique it takes.
    uses: [u16; TECHNIQUES.len()],
}

impl RatingReport {
    /// Rates a puzzle that has exactly one solution.
    pub(crate) fn of(puzzle: &Candidates) -> RatingReport {
        let mut steps = Steps::new(puzzle, OneSolution::Known);
        RatingReport::of_steps(&mut steps)
    }

    /// Rates a puzzle that has exactly one solution; `None` if it is harder than the limit.
    pub(crate) fn at_most(limit: Rating, puzzle: &Candidates) -> Option<RatingReport> {
        let mut steps = Steps::new(puzzle, OneSolution::Known);
        let report = RatingReport::up_to(limit, &mut steps);
        (report.rating <= limit).then_some(report)
    }

    /// Takes all remaining steps.
    pub(crate) fn of_steps(steps: &mut Steps) -> RatingReport {
        RatingReport::up_to(Rating::BEYOND, steps)
    }

    /// Takes steps up to the limit. If the rating is above it, the puzzle is harder than the limit,
    /// and the report is incomplete.
    fn up_to(limit: Rating, steps: &mut Steps) -> RatingReport {
        let mut tally = Tally::new();
        // A technique within the limit can find a step above it: a long loop or chain.
        while tally.max_rating <= limit
            && let Some(taken) = steps.advance(limit, Detail::Effect)
        {
            tally.add(&taken);
        }
        if steps.is_solved() {
            tally.report(tally.max_rating)
        } else {
            tally.report(Rating::BEYOND)
        }
    }

    /// The rating of the hardest step.
    pub fn rating(&self) -> Rating {
        self.rating
    }

    /// The rating in tenths: 26 for 2.6, 0 for a solved grid; `None` if it is not known exactly.
    pub fn tenths(&self) -> Option<u8> {
        self.rating.tenths()
    }

    /// The rating of the hardest step up to the first one that fills a cell.
    pub fn pearl(&self) -> Rating {
        self.pearl
    }

    /// The rating of the first step.
    pub fn diamond(&self) -> Rating {
        self.diamond
    }

    /// The technique of the first of the hardest steps, if there was a step.
    pub fn hardest_technique(&self) -> Option<&'static Technique> {
        self.hardest_index.map(|index| &TECHNIQUES[index])
    }

    /// The technique that decides the rating; `None` without a step, or if the rating is a lower
    /// bound: then a technique that is left out decides it.
    pub(crate) fn deciding_technique(&self) -> Option<&'static Technique> {
        match self.rating {
            Rating::Exactly(_) => self.hardest_technique(),
            Rating::AtLeast(_) => None,
        }
    }

    /// The techniques that were used, in the order in which they are tried, and the number of steps
    /// of each. Hidden singles are several techniques of one name, in consecutive entries of
    /// [`TECHNIQUES`].
    pub fn uses(&self) -> impl Iterator<Item = (&'static Technique, u16)> {
        TECHNIQUES
            .iter()
            .zip(self.uses)
            .filter(|&(_, count)| count > 0)
    }
}

impl fmt::Display for RatingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rating.fmt(f)
    }
}

/// What the steps so far say about the rating.
struct Tally {
    /// The highest rating of a step; 0.0 without steps.
    max_rating: Rating,
    pearl: Option<Rating>,
    diamond: Option<Rating>,
    hardest_index: Option<usize>,
    uses: [u16; TECHNIQUES.len()],
}

impl Tally {
    fn new() -> Tally {
        Tally {
            max_rating: Rating::Exactly(0),
            pearl: None,
            diamond: None,
            hardest_index: None,
            uses: [0; TECHNIQUES.len()],
        }
    }

    fn add(&mut self, taken: &TakenStep) {
        let (step, index) = (&taken.step, taken.technique_index);
        self.uses[index] += 1;
        if step.rating > self.max_rating {
            self.max_rating = step.rating;
            self.hardest_index = Some(index);
        }
        self.diamond.get_or_insert(self.max_rating);
        if step.fills.is_some() {
            self.pearl.get_or_insert(self.max_rating);
        }
    }

    /// The report on a puzzle with this rating.
    fn report(&self, rating: Rating) -> RatingReport {
        RatingReport {
            rating,
            // With no such step, the grid was already solved (0.0) or no technique found one.
            pearl: self.pearl.unwrap_or(rating),
            diamond: self.diamond.unwrap_or(rating),
            hardest_index: self.hardest_index,
            uses: self.uses,
        }
    }
}
