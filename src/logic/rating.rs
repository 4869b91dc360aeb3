//! How hard a puzzle is.

use std::fmt;
use std::str::FromStr;

use super::steps::{Found, OneSolution, Steps};
use super::{Detail, LEAST_LEFT_OUT, TECHNIQUES, Technique};
use crate::grid::Candidates;

/// How hard something is for a person: a rating, or a lower bound of one. Displayed as `2.6` or
/// `>=9.0`.
///
/// The ratings of puzzles are less than 10.0, and [`Difficulty::BEYOND`] is the only lower bound
/// among them. No others can be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// A rating in tenths: 26 is displayed as 2.6.
    Exactly(u8),
    /// It needs a technique that is left out, with at least this rating in tenths. This is harder
    /// than every exact rating.
    AtLeast(u8),
}

impl Difficulty {
    /// Harder than [`TECHNIQUES`] can solve; displayed as `>=9.0`.
    pub const BEYOND: Difficulty = Difficulty::AtLeast(LEAST_LEFT_OUT);

    /// The rating in tenths; `None` if it is not known exactly.
    #[must_use]
    pub fn tenths(self) -> Option<u8> {
        match self {
            Difficulty::Exactly(tenths) => Some(tenths),
            Difficulty::AtLeast(_) => None,
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, tenths) = match self {
            Difficulty::Exactly(tenths) => ("", tenths),
            Difficulty::AtLeast(tenths) => (">=", tenths),
        };
        f.pad(&format!("{sign}{}.{}", tenths / 10, tenths % 10))
    }
}

/// A rating as it is displayed: `0.0` to `9.9`, or `>=9.0`, the only lower bound. `7` is read as
/// `7.0`.
impl FromStr for Difficulty {
    type Err = DifficultyError;

    fn from_str(text: &str) -> Result<Difficulty, DifficultyError> {
        if text == Difficulty::BEYOND.to_string() {
            return Ok(Difficulty::BEYOND);
        }
        let (ones, tenths) = text.split_once('.').unwrap_or((text, "0"));
        match (ones.as_bytes(), tenths.as_bytes()) {
            ([ones @ b'0'..=b'9'], [tenths @ b'0'..=b'9']) => {
                Ok(Difficulty::Exactly(10 * (ones - b'0') + (tenths - b'0')))
            }
            _ => Err(DifficultyError),
        }
    }
}

/// A text is not a rating such as `2.6` or `>=9.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DifficultyError;

impl fmt::Display for DifficultyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a rating such as 2.6 or {}", Difficulty::BEYOND)
    }
}

impl std::error::Error for DifficultyError {}

/// How hard a puzzle is for a person: the rating of its hardest step, displayed as `2.6`. It is
/// `>=9.0` if the puzzle needs a harder technique than [`TECHNIQUES`] has, and `0.0` if it is
/// solved.
///
/// Ratings are ordered by [`difficulty`](Rating::difficulty), then by [`pearl`](Rating::pearl) and
/// [`diamond`](Rating::diamond). Techniques only decide between ratings that agree in these.
///
/// Above 4.4, puzzles that are equivalent can have different ratings: which step is found first
/// depends on the order of rows, columns and digits. It is the rating of this grid.
///
/// The search for unique loops gives up after 100,000 cells in one position. No known puzzle takes
/// a tenth of that; contrived pencil marks could get another rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating {
    difficulty: Difficulty,
    pearl: Difficulty,
    diamond: Difficulty,
    /// The index of the technique of the first of the hardest steps.
    hardest: Option<usize>,
    /// How many steps of each technique it takes.
    uses: [u16; TECHNIQUES.len()],
}

impl Rating {
    /// The rating of a puzzle that has exactly one solution.
    pub(crate) fn of(puzzle: &Candidates) -> Rating {
        let mut steps = Steps::new(puzzle, OneSolution::Known);
        Rating::of_steps(&mut steps)
    }

    /// The rating of a puzzle that has exactly one solution, if it is at most this one.
    pub(crate) fn at_most(limit: Difficulty, puzzle: &Candidates) -> Option<Rating> {
        let mut steps = Steps::new(puzzle, OneSolution::Known);
        match limit {
            Difficulty::Exactly(tenths) => Rating::up_to(tenths, &mut steps),
            Difficulty::AtLeast(_) => {
                let rating = Rating::of_steps(&mut steps);
                (rating.difficulty <= limit).then_some(rating)
            }
        }
    }

    /// Takes all steps that are left.
    pub(crate) fn of_steps(steps: &mut Steps) -> Rating {
        let mut tally = Tally::default();
        while let Some(found) = steps.advance(u8::MAX, Detail::Effect) {
            tally.add(&found);
        }
        if steps.is_solved() {
            tally.rating(tally.so_far())
        } else {
            tally.rating(Difficulty::BEYOND)
        }
    }

    /// Takes all steps, unless they turn out to need one with a rating above the limit.
    fn up_to(limit: u8, steps: &mut Steps) -> Option<Rating> {
        let mut tally = Tally::default();
        while let Some(found) = steps.advance(limit, Detail::Effect) {
            if found.step.rating > limit {
                return None;
            }
            tally.add(&found);
        }
        if !steps.is_solved() {
            return None;
        }
        Some(tally.rating(tally.so_far()))
    }

    /// The rating of the hardest step.
    pub fn difficulty(&self) -> Difficulty {
        self.difficulty
    }

    /// The rating in tenths: 26 for 2.6, 0 for a solved grid; `None` if it is not known exactly.
    pub fn tenths(&self) -> Option<u8> {
        self.difficulty.tenths()
    }

    /// The rating of the hardest step up to the first one that sets a cell.
    pub fn pearl(&self) -> Difficulty {
        self.pearl
    }

    /// The rating of the first step.
    pub fn diamond(&self) -> Difficulty {
        self.diamond
    }

    /// The technique of the first of the hardest steps, if there was a step.
    pub fn hardest(&self) -> Option<&'static Technique> {
        self.hardest.map(|index| &TECHNIQUES[index])
    }

    /// The techniques that were used, in the order in which they are tried, and the number of steps
    /// of each.
    pub fn uses(&self) -> impl Iterator<Item = (&'static Technique, u16)> {
        TECHNIQUES
            .iter()
            .zip(self.uses)
            .filter(|&(_, count)| count > 0)
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.difficulty.fmt(f)
    }
}

/// What the steps so far say about the rating.
#[derive(Default)]
struct Tally {
    /// The highest rating of a step, in tenths.
    max_rating: u8,
    pearl: Option<Difficulty>,
    diamond: Option<Difficulty>,
    hardest: Option<usize>,
    uses: [u16; TECHNIQUES.len()],
}

impl Tally {
    fn add(&mut self, Found { index, step }: &Found) {
        self.uses[*index] += 1;
        if step.rating > self.max_rating {
            self.max_rating = step.rating;
            self.hardest = Some(*index);
        }
        let so_far = self.so_far();
        self.diamond.get_or_insert(so_far);
        if step.sets.is_some() {
            self.pearl.get_or_insert(so_far);
        }
    }

    fn so_far(&self) -> Difficulty {
        Difficulty::Exactly(self.max_rating)
    }

    /// The rating of a puzzle with this difficulty.
    fn rating(&self, difficulty: Difficulty) -> Rating {
        Rating {
            difficulty,
            // Without such a step, the grid was solved before, which is 0.0, or is too hard.
            pearl: self.pearl.unwrap_or(difficulty),
            diamond: self.diamond.unwrap_or(difficulty),
            hardest: self.hardest,
            uses: self.uses,
        }
    }
}
