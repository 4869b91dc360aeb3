//! The options for random puzzles.

use std::num::NonZero;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use sudokat::{GeneratorOptions, RatingRange, Symmetry, TECHNIQUES};

#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Random puzzles (with --generate)")]
pub struct RandomOptions {
    /// Make puzzles with N clues, 17 to 80; fewer than 20 are rare
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(17..=80))]
    pub clues: Option<usize>,

    /// Arrange the clues symmetrically
    #[arg(
        long,
        value_name = "SYMMETRY",
        value_enum,
        default_value_t,
        hide_default_value = true
    )]
    pub symmetry: Symmetry,

    /// Make puzzles with this rating: 2.6, 1.5..2.6, ..2.6 or 3.0..
    #[arg(long, value_name = "MIN..MAX", allow_hyphen_values = true, value_parser = rating_range)]
    pub rating: Option<RatingRange>,

    /// Seed of the random numbers; the same seed makes the same puzzles; --stats prints it
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seed)]
    pub seed: Option<u64>,
}

impl RandomOptions {
    /// The name of an option that is given, if any is.
    pub fn any_given(&self) -> Option<&'static str> {
        let given = [
            ("--clues", self.clues.is_some()),
            ("--symmetry", self.symmetry != Symmetry::None),
            ("--rating", self.rating.is_some()),
            ("--seed", self.seed.is_some()),
        ];
        let (name, _) = given.into_iter().find(|&(_, is_given)| is_given)?;
        Some(name)
    }

    /// The options of the generator.
    pub fn options(&self, threads: Option<NonZero<usize>>) -> GeneratorOptions {
        GeneratorOptions {
            clues: self.clues,
            symmetry: self.symmetry,
            rating: self.rating,
            threads,
        }
    }
}

/// Parses the seed of the random numbers.
fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("expected a number from 0 to {}", u64::MAX))
}

/// Parses a range that contains a rating: `2.6`, `1.5..2.6`, `..2.6`, `3.0..`, or `>4.4` as
/// `--rate` prints it.
fn rating_range(text: &str) -> Result<RatingRange, String> {
    match parse_range(text) {
        Some(range) if contains_rating(range) => Ok(range),
        _ => Err(expected_ratings()),
    }
}

fn expected_ratings() -> String {
    let names: String = TECHNIQUES
        .iter()
        .map(|technique| format!("{:.1}, ", f64::from(technique.rating) / 10.0))
        .collect();
    let above = f64::from(least_above()) / 10.0;
    format!(
        "expected a rating or a range such as 1.5..2.6; the ratings are {names}and {above:.1}.. for all above"
    )
}

/// The least number above the ratings of all techniques, in tenths.
fn least_above() -> u8 {
    TECHNIQUES
        .last()
        .map_or(0, |technique| technique.rating + 1)
}

/// Whether a range contains the rating of a technique, or is the one for all ratings above: those
/// are not told apart.
fn contains_rating(range: RatingRange) -> bool {
    let is_above = range.least == least_above() && range.greatest.is_none();
    is_above
        || TECHNIQUES
            .iter()
            .any(|technique| range.contains(Some(technique.rating)))
}

fn parse_range(text: &str) -> Option<RatingRange> {
    if let Some(rating) = text.strip_prefix('>') {
        let least = parse_tenths(rating)?.checked_add(1)?;
        return Some(RatingRange {
            least,
            greatest: None,
        });
    }
    let Some((least, greatest)) = text.split_once("..") else {
        let rating = parse_tenths(text)?;
        return Some(RatingRange {
            least: rating,
            greatest: Some(rating),
        });
    };
    let least = match least {
        "" => 0,
        _ => parse_tenths(least)?,
    };
    let greatest = match greatest {
        "" => None,
        _ => Some(parse_tenths(greatest)?),
    };
    Some(RatingRange { least, greatest })
}

/// Parses a number with at most one decimal place, up to 25.5, as tenths.
fn parse_tenths(text: &str) -> Option<u8> {
    let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(tenths) || tenths.len() != 1 {
        return None;
    }
    format!("{whole}{tenths}").parse().ok()
}
