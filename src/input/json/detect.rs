//! Whether an input is JSON.

use serde_json::value::RawValue;

use super::grid::Shape;
use super::parse::{FirstValue, first_value, offset_of_error};
use super::search::MAX_DEPTH;
use crate::input::error::LONGEST_LINE;

/// Whether an input starts with JSON.
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
pub(in crate::input) enum StartsWith {
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
            StartsWith::Yes => JsonStart::Json,
            StartsWith::No => JsonStart::Other { checked: 0 },
            StartsWith::Incomplete => JsonStart::Incomplete,
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
pub(super) fn starts_with_member(text: &[u8]) -> StartsWith {
    let text = text.trim_ascii_start();
    let Some((&quote, name)) = text.split_first() else {
        return StartsWith::Incomplete;
    };
    if !matches!(quote, b'"' | b'\'') {
        return StartsWith::No;
    }
    let name = &name[..name.len().min(LONGEST_LINE)];
    let end = name
        .iter()
        .position(|byte| *byte == quote || *byte == b'\n');
    if let Some(end) = end {
        if name[end] == b'\n' {
            return StartsWith::No;
        }
        if let Some(next) = name[end + 1..].trim_ascii_start().first() {
            return if *next == b':' {
                StartsWith::Yes
            } else {
                StartsWith::No
            };
        }
    }
    // The name, or the white space after it, goes on.
    if text.len() > LONGEST_LINE {
        StartsWith::No
    } else {
        StartsWith::Incomplete
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
        FirstValue::Other(value) if has_grid_or_object(value, 0) => JsonStart::Json,
        FirstValue::Other(value) => JsonStart::Other {
            checked: value.get().len(),
        },
        FirstValue::Object(_) => JsonStart::Json,
        FirstValue::Broken(error) => JsonStart::Other {
            checked: offset_of_error(text, &error),
        },
        FirstValue::Incomplete if text.len() <= LONGEST_LINE => JsonStart::Incomplete,
        // A long list of grids is known by its first.
        FirstValue::Incomplete => match first_value(inner) {
            FirstValue::Other(value) if has_grid_or_object(value, 0) => JsonStart::Json,
            _ => JsonStart::Other {
                checked: text.len(),
            },
        },
    }
}

/// Whether a value is an object or a whole grid, or has one. In JSON, a part of a grid is enough
/// for a record (`has_records`); to detect JSON it is not, because code has arrays, too.
fn has_grid_or_object(value: &RawValue, depth: usize) -> bool {
    match Shape::of(value) {
        Shape::Object => true,
        Shape::Grid(grid) => grid.is_whole(),
        Shape::Array(elements) if depth < MAX_DEPTH => elements
            .iter()
            .any(|element| has_grid_or_object(element, depth + 1)),
        Shape::Array(_) => false,
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
        FirstValue::Object(parsed) => parsed.object.cell_value().is_none(),
        FirstValue::Other(_) | FirstValue::Broken(_) => true,
        FirstValue::Incomplete => false,
    }
}
