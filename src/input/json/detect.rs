//! Whether an input is JSON.
//!
//! ```text
//! {"puzzle": ...    an object with a quoted key: JSON
//! [{'puzzle': ...   an array that starts with one: JSON, or Python that is read as JSON
//! [[5, 3, 0, ...    an array: JSON if it is valid and has a whole grid or an object
//! {5, 3, 0, ...     something else
//! ```

use memchr::memchr2;
use serde_json::value::RawValue;

use super::MAX_DEPTH;
use super::grid::Shape;
use super::parse::{FirstValue, Unparsed, first_other, first_value, offset_of_error};
use crate::input::error::LONGEST_LINE;
use crate::input::stop::Incomplete;

/// What an input starts with.
pub(in crate::input) enum JsonStart {
    Json,
    /// Something else. No line in the first `checked` bytes starts JSON.
    Other {
        checked: usize,
    },
}

/// Whether a text is JSON: it starts with an object that has a quoted key, or with an array that is
/// valid and has an object or a whole grid.
pub(in crate::input) fn detect(text: &[u8], is_at_end: bool) -> Result<JsonStart, Incomplete> {
    let start = match text.trim_ascii_start() {
        [b'{', members @ ..] => detect_object(members),
        array @ [b'[', ..] => detect_array(array),
        _ => Ok(JsonStart::Other { checked: 0 }),
    };
    match start {
        Err(Incomplete) if is_at_end || text.len() > 2 * LONGEST_LINE => Ok(JsonStart::Other {
            checked: text.len(),
        }),
        start => start,
    }
}

/// Whether the text after `{` is the rest of an object.
fn detect_object(members: &[u8]) -> Result<JsonStart, Incomplete> {
    if starts_with_member(members)? {
        Ok(JsonStart::Json)
    } else {
        Ok(JsonStart::Other { checked: 0 })
    }
}

/// Whether a text starts with a quoted key and a colon. Python quotes with apostrophes.
pub(super) fn starts_with_member(text: &[u8]) -> Result<bool, Incomplete> {
    let text = text.trim_ascii_start();
    let Some((&quote, key)) = text.split_first() else {
        return Err(Incomplete);
    };
    if !matches!(quote, b'"' | b'\'') {
        return Ok(false);
    }
    let key = &key[..key.len().min(LONGEST_LINE)];
    let is_end = |byte: &u8| *byte == quote || *byte == b'\n';
    if let Some(end) = key.iter().position(is_end) {
        if key[end] == b'\n' {
            return Ok(false);
        }
        if let Some(next) = key[end + 1..].trim_ascii_start().first() {
            return Ok(*next == b':');
        }
    }
    // The key, or the white space after it, goes on.
    if text.len() > LONGEST_LINE {
        Ok(false)
    } else {
        Err(Incomplete)
    }
}

/// Whether a text that starts with `[` is JSON: an object is its first element, or it is valid and
/// has an object or a whole grid somewhere.
fn detect_array(text: &[u8]) -> Result<JsonStart, Incomplete> {
    let elements = text[1..].trim_ascii_start();
    if let Some(members) = elements.strip_prefix(b"{") {
        return detect_object(members);
    }
    let checked = match first_other(text) {
        Ok(array) if has_grid_or_object(array, 0) => return Ok(JsonStart::Json),
        Ok(array) => array.get().len(),
        Err(Unparsed::Broken(error)) => {
            let offset = offset_of_error(text, &error);
            // A number that is cut off may only look broken.
            let is_line_cut_off = memchr2(b'\n', b'\r', &text[offset..]).is_none();
            if is_line_cut_off && text.len() <= LONGEST_LINE {
                return Err(Incomplete);
            }
            offset
        }
        Err(Unparsed::CutOff) if text.len() <= LONGEST_LINE => return Err(Incomplete),
        // A long list of grids is known by its first.
        Err(Unparsed::CutOff) => match first_value(elements) {
            Ok(FirstValue::Other(first)) if has_grid_or_object(first, 0) => {
                return Ok(JsonStart::Json);
            }
            _ => text.len(),
        },
    };
    Ok(JsonStart::Other { checked })
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
        Shape::Array(_) | Shape::Scalar => false,
    }
}
