//! Values that are broken: what is wrong, and where they end if that is on their first line.

use serde_json::Error;

use super::MAX_DEPTH;
use super::parse::{offset_of_error, what_is_broken};
use crate::input::error::{Fault, ParseError};
use crate::input::lines::NUL_FOUND;

const VALID_JSON: &str = "expected valid JSON";

/// A value that is broken or lacks its end.
pub(super) struct Broken {
    /// What the parser says, unless only the end is missing.
    error: Option<Error>,
    /// The place of the error in the value.
    pub(super) offset: usize,
    /// How many bytes have been looked at.
    pub(super) searched: usize,
}

impl Broken {
    pub(super) fn new(text: &[u8], error: Error) -> Broken {
        let offset = offset_of_error(text, &error);
        Broken {
            error: Some(error),
            offset,
            searched: offset + 1,
        }
    }

    pub(super) fn without_end(text: &[u8]) -> Broken {
        Broken {
            error: None,
            offset: 0,
            searched: text.len(),
        }
    }

    /// Whether the error is on the first line of the value.
    pub(super) fn is_on_first_line(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.line() == 1)
    }

    /// What is wrong with the value at the start of a text.
    pub(super) fn fault(&self, text: &[u8]) -> Fault {
        let found = match &self.error {
            Some(error) => what_is_broken(error, &text[self.offset..]),
            None => "a value without its end".into(),
        };
        Fault::expected(VALID_JSON, found)
    }

    /// The length of the value, if it is an object or array that ends on its first line after the
    /// error.
    pub(super) fn length_on_first_line(&self, text: &[u8]) -> Option<usize> {
        let is_container = matches!(text, [b'{' | b'[', ..]);
        if !is_container || !self.is_on_first_line() {
            return None;
        }
        length_by_brackets(text).filter(|length| *length >= self.offset)
    }
}

/// The length of an object or array that ends on its first line: up to the bracket that closes it,
/// or else to what cannot belong to it. Quotes are ignored, because one may be missing.
fn length_by_brackets(text: &[u8]) -> Option<usize> {
    let mut open: Vec<u8> = Vec::new();
    let mut previous = b' ';
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'\n' | b'\r' => return None,
            // In an object, a name follows a comma.
            b'{' if previous == b',' && open.last() == Some(&b'{') => return Some(at),
            b'{' | b'[' if open.len() == MAX_DEPTH => return None,
            b'{' | b'[' => open.push(*byte),
            b'}' => close(b'{', &mut open),
            // It closes the array that this is an element of.
            b']' if !open.contains(&b'[') => return Some(at),
            b']' => close(b'[', &mut open),
            b' ' | b'\t' => continue,
            _ => {}
        }
        if open.is_empty() {
            return Some(at + 1);
        }
        previous = *byte;
    }
    None
}

/// Closes the last bracket of a kind, and those in it, which lack their ends.
fn close(bracket: u8, open: &mut Vec<u8>) {
    if let Some(last) = open.iter().rposition(|byte| *byte == bracket) {
        open.truncate(last);
    }
}

/// The error of an input that has a NUL byte on this line: it is not text.
pub(super) fn nul_error(line: u64) -> ParseError {
    ParseError::new(line, None, Fault::expected("expected text", NUL_FOUND))
}
