//! Lines that could not be read as rows, but may be what is left of one. A grid that loses a row
//! without a message could be completed by the first row of the next one.

use crate::input::cell_reader::kinds::LineKind;
use crate::input::words::{count_cells, has_name, starts_with_name};

/// The least number of equal symbols that may be the blanks of a row. Most rows of a puzzle have at
/// least six.
const MIN_BLANKS: u32 = 6;

/// Whether a line right below this many rows that wait is text that takes the place of the next
/// row.
pub(super) fn takes_place_of_row(kind: LineKind, text: &[u8], rows_above: usize) -> bool {
    let is_text = matches!(
        kind,
        LineKind::SingleCell | LineKind::Short | LineKind::Text
    );
    if !is_text || rows_above == 0 || starts_with_name(text) {
        return false;
    }
    if rows_above < 9 {
        return true;
    }
    // Nine rows may be a whole grid, below which neither text with a name nor a short line can be a
    // row.
    kind == LineKind::Text && !has_name(text)
}

/// Whether text right below a grid may be the start of a row, if nothing follows it. It is one or a
/// few characters with a digit or, as at the end of a damaged file, a control character. Some files
/// end each grid with a symbol or with -1.
pub(super) fn may_be_start_of_row(kind: LineKind, text: &[u8]) -> bool {
    let is_in_row = |c: char| matches!(c, '\0'..' ' | '1'..='9' | char::REPLACEMENT_CHARACTER);
    matches!(kind, LineKind::Short | LineKind::SingleCell)
        && !has_name(text)
        && String::from_utf8_lossy(text).contains(is_in_row)
        && text != b"-1"
}

/// Whether text anywhere may have been a row: it has cells, bars or blanks, but no name.
pub(super) fn may_have_been_row(kind: LineKind, text: &[u8]) -> bool {
    kind == LineKind::Text
        && !has_name(text)
        && (text.contains(&b'|') || count_cells(text) > 0 || repeats_blank(text))
}

/// Whether a symbol occurs so often that it may be the blank of a row: `++++++q+++`. No grid has
/// shown yet that it is one.
fn repeats_blank(text: &[u8]) -> bool {
    let symbols = text.iter().filter(|byte| byte.is_ascii_punctuation());
    let mut counts = [0_u32; 128];
    for &symbol in symbols {
        counts[usize::from(symbol)] += 1;
    }
    counts.iter().any(|&count| count >= MIN_BLANKS)
}
