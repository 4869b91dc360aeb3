//! Whether an input is JSON.

use serde_json::value::RawValue;

use super::grid::Shape;
use super::parse::{First, first_value, offset_of_error};
use super::search::MAX_DEPTH;
use crate::input::error::LONGEST_LINE;

/// What the start of an input is.
pub(in crate::input) enum JsonStart {
    Json,
    /// Something else. About as many bytes as `checked` need not be looked at again.
    Other {
        checked: usize,
    },
    /// More of the input must be read first.
    Incomplete,
}

/// Whether a text starts with something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::input) enum Peek {
    Yes,
    No,
    /// More of the text must be read first.
    Incomplete,
}

/// Whether a text is JSON: it starts with an object that has a quoted name, or with an array that is
/// valid and has such an object or a whole grid.
pub(in crate::input) fn detect(text: &[u8], is_at_end: bool) -> JsonStart {
    let start = match text.trim_ascii_start() {
        [b'{', members @ ..] => match starts_with_member(members) {
            Peek::Yes => JsonStart::Json,
            Peek::No => JsonStart::Other { checked: 0 },
            Peek::Incomplete => JsonStart::Incomplete,
        },
        array @ [b'[', ..] => detect_array(array, is_at_end),
        _ => JsonStart::Other { checked: 0 },
    };
    match start {
        JsonStart::Incomplete if is_at_end || text.len() > 2 * LONGEST_LINE => JsonStart::Other {
            checked: text.len(),
        },
        start => start,
    }
}

/// Whether a text starts with a quoted name and a colon. Python quotes with apostrophes.
pub(super) fn starts_with_member(text: &[u8]) -> Peek {
    let text = text.trim_ascii_start();
    let Some((&quote, name)) = text.split_first() else {
        return Peek::Incomplete;
    };
    if !matches!(quote, b'"' | b'\'') {
        return Peek::No;
    }
    let name = &name[..name.len().min(LONGEST_LINE)];
    let end = name
        .iter()
        .position(|byte| *byte == quote || *byte == b'\n');
    if let Some(end) = end {
        if name[end] == b'\n' {
            return Peek::No;
        }
        if let Some(next) = name[end + 1..].trim_ascii_start().first() {
            return if *next == b':' { Peek::Yes } else { Peek::No };
        }
    }
    // The name, or the white space after it, goes on.
    if text.len() > LONGEST_LINE {
        Peek::No
    } else {
        Peek::Incomplete
    }
}

/// Whether a text that starts with `[` is JSON: an object is its first element, or it is valid and
/// has an object or a whole grid somewhere.
fn detect_array(text: &[u8], is_at_end: bool) -> JsonStart {
    let inner = text[1..].trim_ascii_start();
    if inner.starts_with(b"{") {
        return detect(inner, is_at_end);
    }
    match first_value(text) {
        First::Other(value) if has_grid_or_object(value, 0) => JsonStart::Json,
        First::Other(value) => JsonStart::Other {
            checked: value.get().len(),
        },
        First::Object(_) => JsonStart::Json,
        First::Broken(error) => JsonStart::Other {
            checked: offset_of_error(text, &error),
        },
        First::Incomplete if text.len() <= LONGEST_LINE => JsonStart::Incomplete,
        // A long list of grids is known by its first.
        First::Incomplete => match first_value(inner) {
            First::Other(value) if has_grid_or_object(value, 0) => JsonStart::Json,
            _ => JsonStart::Other {
                checked: text.len(),
            },
        },
    }
}

/// Whether a value is an object or a whole grid, or has one.
fn has_grid_or_object(value: &RawValue, depth: usize) -> bool {
    match Shape::of(value) {
        Shape::Object => true,
        Shape::Grid(grid) => grid.is_whole(),
        Shape::List(items) => {
            depth < MAX_DEPTH && items.iter().any(|item| has_grid_or_object(item, depth + 1))
        }
        Shape::Scalar => false,
    }
}

/// Whether the first element of an array is an object that is not a cell.
pub(super) fn starts_with_record(elements: &[u8]) -> bool {
    let first = elements.trim_ascii_start();
    if !first.starts_with(b"{") {
        return false;
    }
    match first_value(first) {
        First::Object(parsed) => parsed.object.cell_value().is_none(),
        First::Other(_) | First::Broken(_) => true,
        First::Incomplete => false,
    }
}
