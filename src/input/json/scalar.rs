//! The texts of scalars.

use std::borrow::Cow;

use crate::grid::{CELLS, digit_from_byte};
use crate::input::words::{HALF_A_GRID, is_grid_field};

/// A scalar's text. That of a string is unquoted and unescaped, on one line.
pub(in crate::input) fn content_of(text: &str) -> Cow<'_, str> {
    let Some(content) = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
    else {
        return Cow::Borrowed(text);
    };
    if !content.contains('\\') {
        return Cow::Borrowed(content);
    }
    // A line break at the end is left out.
    let unescaped: String = serde_json::from_str(text).unwrap_or_default();
    Cow::Owned(unescaped.replace(['\n', '\r'], " ").trim_end().into())
}

/// Whether a text should be a grid: it has at least half of its cells, or its pencil marks.
pub(super) fn is_grid_text(text: &str) -> bool {
    // Most are 81 cells.
    if text.len() == CELLS && text.bytes().all(|byte| digit_from_byte(byte).is_some()) {
        return true;
    }
    text.len() > HALF_A_GRID
        && (is_grid_field(text.as_bytes()) || text.chars().count() == CELLS && !text.contains(' '))
}
