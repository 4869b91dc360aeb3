//! The options for random puzzles.

use std::num::NonZero;
use std::ops::RangeInclusive;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use sudokat::{Rating, Symmetry};

use super::questions::QUESTION_HEADING;
use super::rating_range::parse_rating_range;
use super::values::parse_positive;

/// Puzzles with fewer clues are rare. The help of `--clues` says so.
const MIN_COMMON_CLUES: usize = 20;

#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Random puzzles (with --generate)")]
pub struct RandomArgs {
    /// Print N random puzzles with one solution
    ///
    /// They are minimal, unless --clues or --symmetry asks for more clues. All equivalents of a
    /// solution are equally likely, but not all solutions are. If none of a million puzzles in a
    /// row fits the options, sudokat gives up. -o csv and -o json add the solutions. All other
    /// options work as for puzzles from a file.
    #[arg(long, help_heading = QUESTION_HEADING, value_name = "N")]
    #[arg(allow_negative_numbers = true, value_parser = parse_positive)]
    #[arg(conflicts_with_all = ["files", "input_format", "column", "solution_column", "blank"])]
    pub generate: Option<NonZero<u64>>,

    /// Make puzzles with N clues, 17 to 80; fewer than 20 are rare
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(17..=80))]
    pub clues: Option<usize>,

    /// Arrange the clues symmetrically
    #[arg(long, value_name = "SYMMETRY", value_enum)]
    pub symmetry: Option<Symmetry>,

    /// Make puzzles with this rating, such as 2.6 or '>=9.0', or in a range that includes both
    /// ends: 1.5..2.6, ..2.6 or 7.1..
    // The parser, not clap, explains what is wrong with -1.
    #[arg(long, value_name = "MIN..MAX", allow_hyphen_values = true)]
    #[arg(value_parser = parse_rating_range)]
    pub rating: Option<RangeInclusive<Rating>>,

    /// Seed of --generate and --shuffle; the same seed gives the same puzzles. --stats prints the
    /// seed
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = parse_seed)]
    pub seed: Option<u64>,
}

impl RandomArgs {
    /// The first given option that needs `--generate`, with its dashes.
    pub fn first_option_needing_generate(&self) -> Option<&'static str> {
        let given = [
            ("--clues", self.clues.is_some()),
            ("--symmetry", self.symmetry.is_some()),
            ("--rating", self.rating.is_some()),
        ];
        let (option, _) = given.into_iter().find(|&(_, is_given)| is_given)?;
        Some(option)
    }

    /// Why the wanted puzzles are rare, if they are.
    pub fn rarity(&self) -> Option<String> {
        if self.clues.is_some_and(|clues| clues < MIN_COMMON_CLUES) {
            return Some(format!("fewer than {MIN_COMMON_CLUES} clues"));
        }
        let least_rating = *self.rating.as_ref()?.start();
        (least_rating == Rating::BEYOND).then(|| "this rating".into())
    }
}

/// Parses the seed of the random numbers.
fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("expected a number from 0 to {}", u64::MAX))
}
