//! Parsers of option values. On options with a number, `allow_negative_numbers` lets these parsers,
//! not clap, explain what is wrong with -1. Options with `require_equals` do not need it.

use std::num::{IntErrorKind, NonZero, ParseIntError};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// When to enable a feature: `auto`, `always` or `never`. clap has this type for colors, but the
/// progress bar needs the same.
pub use clap::ColorChoice as When;

/// A value, or `None` for `auto`. The alias hides the `Option` from clap, which would take it for
/// an optional argument.
pub type Choice<T> = Option<T>;

/// A parser for the variants of an enum and for `auto`, whose help is `auto_help`.
pub fn choice_parser<T: ValueEnum + Clone + Send + Sync + 'static>(
    auto_help: &'static str,
) -> impl TypedValueParser<Value = Choice<T>> {
    let mut names = vec![PossibleValue::new("auto").help(auto_help)];
    names.extend(
        T::value_variants()
            .iter()
            .filter_map(ValueEnum::to_possible_value),
    );
    // `auto` is not a variant, so it becomes `None`.
    PossibleValuesParser::new(names).map(|name| T::from_str(&name, false).ok())
}

/// The name of a value on the command line.
pub fn name_of(value: &impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or(String::new(), |value| value.get_name().into())
}

/// Parses a number that is 1 or more.
pub fn parse_positive(text: &str) -> Result<NonZero<u64>, String> {
    text.parse()
        .map_err(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => format!("expected a number up to {}", u64::MAX),
            _ => "expected a whole number, 1 or more".into(),
        })
}

/// Characters that separate or surround cells.
const AROUND_CELLS: &str = ",;|\"'[](){}";

/// Parses the characters that `--blank` makes blanks. Digits and separators of cells cannot be
/// blanks.
pub fn parse_blanks(characters: &str) -> Result<String, String> {
    if characters.is_empty() {
        return Err("expected at least one character".into());
    }
    for c in characters.chars() {
        if matches!(c, '1'..='9') || c.is_whitespace() || AROUND_CELLS.contains(c) {
            return Err(format!(
                "{c:?} is a digit, or separates or surrounds cells, so it cannot be a blank"
            ));
        }
    }
    Ok(characters.into())
}
