//! Text: the characters that stand for cells, parsing and its errors, and how values are printed.

use std::fmt;

use super::CELLS;

/// The digit that a byte of text stands for: `1` to `9` are digits, each of `0._-*?xX` is a blank
/// (`Some(0)`), and anything else is not a cell.
#[inline]
pub(crate) const fn digit_from_byte(byte: u8) -> Option<u8> {
    DIGIT_FROM_BYTE[byte as usize]
}

const DIGIT_FROM_BYTE: [Option<u8>; 256] = {
    let mut digits = [None; 256];
    let mut byte = 0;
    while byte < digits.len() {
        digits[byte] = match byte as u8 {
            digit @ b'1'..=b'9' => Some(digit - b'0'),
            b'0' | b'.' | b'_' | b'-' | b'*' | b'?' | b'x' | b'X' => Some(0),
            _ => None,
        };
        byte += 1;
    }
    digits
};

/// Parses N digits and blanks, and ignores white space. `expected_at(i)` is the only digit allowed
/// in place i, or `None` if any is.
pub(super) fn parse_digits<const N: usize>(
    text: &str,
    expected_at: impl Fn(usize) -> Option<u8>,
) -> Result<[u8; N], ParseGridError> {
    let mut digits = [0; N];
    // The number of digits and blanks so far.
    let mut count = 0;
    for (character_index, character) in text.chars().enumerate() {
        if character.is_whitespace() {
            continue;
        }
        let expected = expected_at(count);
        let d = parse_digit(character, expected).ok_or(ParseGridError::Character {
            index: character_index,
            expected,
            found: character,
        })?;
        // Surplus digits are checked and counted, but not stored: the error has their number.
        if let Some(slot) = digits.get_mut(count) {
            *slot = d;
        }
        count += 1;
    }
    if count != N {
        return Err(ParseGridError::Count {
            expected: N,
            found: count,
        });
    }
    Ok(digits)
}

/// Parses a blank or a digit, which must be the expected one if there is one.
fn parse_digit(character: char, expected: Option<u8>) -> Option<u8> {
    let d = digit_from_byte(u8::try_from(character).ok()?)?;
    let fits = d == 0 || expected.is_none_or(|expected| d == expected);
    fits.then_some(d)
}

/// Why a text is not a [`Grid`](super::Grid), [`Candidates`](super::Candidates) or a
/// [`Cell`](super::Cell).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseGridError {
    /// A character that is neither a blank nor a digit allowed there.
    Character {
        /// The number of characters before it.
        index: usize,
        /// The only digit allowed there; `None` if any is.
        expected: Option<u8>,
        /// The character.
        found: char,
    },
    /// Too few or too many cells or pencil marks.
    Count {
        /// How many cells or pencil marks there must be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Text that is not the name of a cell, `r1c1` to `r9c9`.
    Cell,
}

impl fmt::Display for ParseGridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseGridError::Character {
                index,
                expected,
                found,
            } => {
                let expected = expected.map_or("a digit".into(), |digit| digit.to_string());
                write!(
                    f,
                    "character {}: expected {expected} or a blank, found {found:?}",
                    index + 1
                )
            }
            ParseGridError::Count { expected, found } => {
                // Candidates have 729 marks.
                let what = if *expected == CELLS {
                    "cells"
                } else {
                    "pencil marks"
                };
                write!(f, "expected {expected} {what}, found {found}")
            }
            ParseGridError::Cell => write!(f, "expected a cell from r1c1 to r9c9"),
        }
    }
}

impl std::error::Error for ParseGridError {}

/// Implements `Debug` by `Display`, so that assertions and panics print what messages do.
macro_rules! debug_as_display {
    ($name:ty) => {
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

pub(super) use debug_as_display;

debug_as_display!(ParseGridError);

/// Joins the displayed values.
pub(crate) fn join(values: impl IntoIterator<Item: fmt::Display>, separator: &str) -> String {
    let texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    texts.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_means_a_digit_a_blank_or_nothing() {
        for byte in 0..=u8::MAX {
            let expected = match byte {
                b'1'..=b'9' => Some(byte - b'0'),
                b'0' | b'.' | b'_' | b'-' | b'*' | b'?' | b'x' | b'X' => Some(0),
                _ => None,
            };
            assert_eq!(digit_from_byte(byte), expected, "{byte:#x}");
        }
    }
}
