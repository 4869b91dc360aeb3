//! The options for random puzzles.

use std::num::NonZero;
use std::ops::RangeInclusive;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use sudokat::{GeneratorOptions, Rating, Symmetry, TECHNIQUES, Technique};

use super::questions::HEADING;
use super::values::parse_positive;

#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Random puzzles (with --generate)")]
pub struct RandomOptions {
    /// Print N random puzzles with one solution
    ///
    /// They are minimal, unless --clues or --symmetry asks for more clues. All images of a solution
    /// are equally likely; different solutions are not. After a million puzzles without a wanted
    /// one, sudokat gives up. -o csv and -o json add the solutions. Other options apply as to
    /// puzzles from a file.
    #[arg(long, help_heading = HEADING, value_name = "N", allow_negative_numbers = true, value_parser = parse_positive)]
    #[arg(conflicts_with_all = ["files", "input_format", "column", "solution_column", "blank"])]
    pub generate: Option<NonZero<u64>>,

    /// Make puzzles with N clues, 17 to 80; fewer than 20 are rare
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(17..=80))]
    pub clues: Option<usize>,

    /// Arrange the clues symmetrically
    #[arg(long, value_name = "SYMMETRY", value_enum)]
    pub symmetry: Option<Symmetry>,

    /// Make puzzles with this rating, up to 9.x or '>=9.0', or in a range that includes both ends:
    /// 1.5..2.6, ..2.6 or 7.1..
    #[arg(long, value_name = "MIN..MAX", allow_hyphen_values = true)]
    #[arg(value_parser = parse_rating_range)]
    pub rating: Option<RangeInclusive<Rating>>,

    /// Make the random puzzles, or the equivalents of --shuffle, of seed S again; --stats prints
    /// the seed
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = parse_seed)]
    pub seed: Option<u64>,
}

impl RandomOptions {
    /// The name of the first option that is given of those that need --generate.
    pub fn first_given(&self) -> Option<&'static str> {
        let given = [
            ("--clues", self.clues.is_some()),
            ("--symmetry", self.symmetry.is_some()),
            ("--rating", self.rating.is_some()),
        ];
        let (name, _) = given.into_iter().find(|&(_, is_given)| is_given)?;
        Some(name)
    }

    /// Why the wanted puzzles are rare, if they are.
    pub fn rare_puzzles(&self) -> Option<&'static str> {
        if self.clues.is_some_and(|clues| clues < 20) {
            return Some("fewer than 20 clues");
        }
        let least_rating = *self.rating.as_ref()?.start();
        (least_rating == Rating::BEYOND).then_some("this rating")
    }

    /// The options of the generator.
    pub fn options(&self, threads: Option<NonZero<usize>>) -> GeneratorOptions {
        GeneratorOptions {
            clues: self.clues,
            symmetry: self.symmetry.unwrap_or_default(),
            rating: self.rating.clone(),
            threads,
        }
    }
}

/// Parses the seed of the random numbers.
fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("expected a number from 0 to {}", u64::MAX))
}

/// Parses a range that contains a rating. Both ends belong to it.
fn parse_rating_range(text: &str) -> Result<RangeInclusive<Rating>, String> {
    match parse_ends(text) {
        Some(range) if contains_rating(&range) => Ok(range),
        _ => Err(expected_ratings()),
    }
}

/// Parses a rating as `--rate` prints it, such as `2.6` or `>=9.0`, or a range: `1.5..2.6`, `..2.6`
/// or `3.0..`.
fn parse_ends(text: &str) -> Option<RangeInclusive<Rating>> {
    let Some((least, greatest)) = text.split_once("..") else {
        let rating = text.parse().ok()?;
        return Some(rating..=rating);
    };
    let least = match least {
        "" => Rating::Exactly(0),
        _ => least.parse().ok()?,
    };
    let greatest = match greatest {
        "" => Rating::BEYOND,
        _ => greatest.parse().ok()?,
    };
    Some(least..=greatest)
}

/// Whether a puzzle can have a rating in this range.
fn contains_rating(range: &RangeInclusive<Rating>) -> bool {
    if range.is_empty() {
        return false;
    }
    for technique in &TECHNIQUES {
        let rating = technique.rating();
        if !has_one_rating(technique) {
            // From this rating on, nearly all occur.
            return *range.end() >= rating;
        }
        if range.contains(&rating) {
            return true;
        }
    }
    false
}

/// The message if a puzzle cannot have these ratings, or if they cannot be read.
fn expected_ratings() -> String {
    let names: String = TECHNIQUES
        .iter()
        .take_while(|technique| has_one_rating(technique))
        .map(|technique| format!("{}, ", technique.rating()))
        .collect();
    format!(
        "expected a rating or a range such as 1.5..2.6; the ratings are {names}nearly all from 4.5 on, and {}",
        Rating::BEYOND
    )
}

/// Whether all steps of a technique have one rating. In [`TECHNIQUES`], those that do come first.
/// Loops, which assume that there is one solution, are the first that do not.
fn has_one_rating(technique: &Technique) -> bool {
    !technique.assumes_one_solution
}
