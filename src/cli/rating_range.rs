//! The value of `--rating`.

use std::ops::RangeInclusive;

use sudokat::{Rating, TECHNIQUES};

/// Below this rating, each technique has one rating, and puzzles have only these. From here on,
/// loops and chains are rated by their length, too, so puzzles have nearly every rating.
const FIRST_VARIABLE_RATING: Rating = Rating::Exactly(45); // 4.5

/// Parses a rating as `--rate` prints it, such as `2.6` or `>=9.0`, or a range that includes both
/// ends: `1.5..2.6`, `..2.6` or `3.0..`.
///
/// # Errors
/// The text is something else, or no puzzle has a rating in the range.
pub fn parse_rating_range(text: &str) -> Result<RangeInclusive<Rating>, String> {
    match parse_range(text) {
        Some(range) if is_possible(&range) => Ok(range),
        _ => Err(expected_ratings()),
    }
}

/// Parses a range without checking that a puzzle can have a rating in it. `None` if the text is
/// neither a rating nor two around `..`.
fn parse_range(text: &str) -> Option<RangeInclusive<Rating>> {
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
fn is_possible(range: &RangeInclusive<Rating>) -> bool {
    if range.is_empty() {
        return false;
    }
    *range.end() >= FIRST_VARIABLE_RATING || fixed_ratings().any(|rating| range.contains(&rating))
}

/// The message about a wrong value.
fn expected_ratings() -> String {
    let fixed: String = fixed_ratings()
        .map(|rating| format!("{rating}, "))
        .collect();
    format!(
        "expected a rating or a range such as 1.5..2.6; \
         the ratings are {fixed}nearly all from {FIRST_VARIABLE_RATING} on, and {}",
        Rating::BEYOND
    )
}

/// The ratings below [`FIRST_VARIABLE_RATING`] in ascending order, as [`TECHNIQUES`] are.
fn fixed_ratings() -> impl Iterator<Item = Rating> {
    TECHNIQUES
        .iter()
        .map(|technique| technique.rating)
        .take_while(|&rating| rating < FIRST_VARIABLE_RATING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_have_the_first_variable_rating() {
        let unique_loop = TECHNIQUES
            .iter()
            .find(|technique| technique.name == "unique loop");
        assert_eq!(
            unique_loop.map(|technique| technique.rating),
            Some(FIRST_VARIABLE_RATING)
        );
    }
}
