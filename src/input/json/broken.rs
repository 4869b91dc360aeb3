//! Values that are broken, and where reading goes on after them.

use serde_json::Error;

use super::parse::{offset_of_error, what_is_broken};
use super::search::MAX_DEPTH;
use crate::input::error::Fault;

pub(super) const VALID_JSON: &str = "expected valid JSON";

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
    pub(super) fn is_in_line(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.line() == 1)
    }

    pub(super) fn fault(&self) -> Fault {
        let found = match &self.error {
            Some(error) => what_is_broken(error),
            None => "a value without its end".into(),
        };
        Fault::Expected(VALID_JSON, found.into())
    }

    /// The length of the value, if it is an object or array that ends on its first line after the
    /// error.
    pub(super) fn length_in_line(&self, text: &[u8]) -> Option<usize> {
        if !self.is_in_line() || !text.starts_with(b"{") && !text.starts_with(b"[") {
            return None;
        }
        length_by_brackets(text).filter(|length| *length >= self.offset)
    }
}

/// The length of an object or array that ends on its first line: up to the bracket that closes it,
/// or else to what cannot belong to it. Quotes are not looked at, because one may be missing.
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

/// What is skipped before the next value.
#[derive(Clone, Copy)]
pub(super) enum Skipping {
    Nothing,
    /// The rest of the line.
    Line,
    /// The rest of the line on which a broken value starts, or of one that continues it, and then
    /// what `Continuations` says.
    LineAndContinuations {
        indent: usize,
    },
    /// The lines that continue a broken value, which starts on a line with this indent.
    Continuations {
        indent: usize,
    },
}

impl Skipping {
    pub(super) fn skips_line(self) -> bool {
        matches!(self, Skipping::Line | Skipping::LineAndContinuations { .. })
    }

    /// What is skipped if the rest of the line is, too.
    pub(super) fn with_line(self) -> Skipping {
        match self {
            Skipping::Nothing | Skipping::Line => Skipping::Line,
            Skipping::LineAndContinuations { indent } | Skipping::Continuations { indent } => {
                Skipping::LineAndContinuations { indent }
            }
        }
    }

    /// What is skipped once the line has ended.
    pub(super) fn after_line(self) -> Skipping {
        match self {
            Skipping::Nothing | Skipping::Line => Skipping::Nothing,
            Skipping::LineAndContinuations { indent } | Skipping::Continuations { indent } => {
                Skipping::Continuations { indent }
            }
        }
    }
}
