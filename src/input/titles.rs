//! The titles of grids. A title is printed again, so it keeps nothing that controls a terminal or
//! reverses the direction of nearby text.
//!
//! ```text
//! Anna: 53..7....6..195...                   title_beside: the label of a grid
//! 53..7....6..195...  # Wikipedia, Sudoku    title_beside: the comment after a grid
//! [Easy]                                     title_above: a line above a grid on one line
//! # Easy                                     heading_above: a line above a grid in rows
//! ```

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::cell_reader::CellReader;
use super::cell_reader::kinds::LineKind;
use super::lines::Line;
use super::puzzle_in_line::find_puzzle;
use super::words::{has_name, is_invisible_control, without_tail};
use crate::grid::CELLS;

/// The names of the columns and members with titles, in order of preference.
pub(super) const TITLE_NAMES: [&str; 3] = ["name", "title", "id"];

/// The length of a grid as pencil marks: nine characters for each cell.
pub(super) const PENCIL_MARKS_LENGTH: usize = 9 * CELLS;

/// What separates a label from the cells.
const LABEL_ENDS: &[char] = &[' ', '\t', ',', ';', ':', '.', '|', '-', '_', '\''];

/// Whether lines are searched for the titles of their grids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Titles {
    #[default]
    Ignored,
    Read,
}

/// The title on the line of a grid: its label, or else the comment after it.
pub(super) fn title_beside(line: &Line<'_>, cell_reader: &mut CellReader) -> Option<Arc<str>> {
    let cells = cells_of(line, cell_reader)?;
    label(&line.bytes[..cells.start]).or_else(|| comment(&line.bytes[cells.end..]))
}

/// The title on a line above a grid on one line.
pub(super) fn title_above(text: &[u8]) -> Option<Arc<str>> {
    let text = String::from_utf8_lossy(text);
    let title = text.trim_start_matches([' ', '\t', '*', '/']);
    let inner = title
        .strip_prefix('[')
        .and_then(|title| title.strip_suffix(']'));
    title_with_letter(inner.unwrap_or(title).trim_end_matches(':'))
}

/// The title on a line above a grid in rows, without the punctuation around it. It has a name; code
/// is not a title.
pub(super) fn heading_above(text: &[u8]) -> Option<Arc<str>> {
    let is_mark = |byte: &&u8| b" \t#%*/".contains(byte);
    let title = &text[text.iter().take_while(is_mark).count()..];
    let is_code = title.iter().any(|byte| b"=[{<|;".contains(byte));
    if is_code || !has_name(title) {
        return None;
    }
    let title = String::from_utf8_lossy(title);
    let title = printable(title.trim_end_matches(':').into());
    Some(title.trim().into())
}

/// A text as it can be printed on a line.
pub(super) fn printable(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains(is_invisible_control) {
        return text;
    }
    let on_one_line = text.replace(['\n', '\r', '\t'], " ");
    on_one_line.replace(is_invisible_control, "").into()
}

/// Where the cells of the grid on a line are.
fn cells_of(line: &Line<'_>, cell_reader: &mut CellReader) -> Option<Range<usize>> {
    if let Some(puzzle) = find_puzzle(line) {
        let start = line.offset_of(&puzzle);
        // A word may follow the cells, but not pencil marks.
        let length = if without_tail(puzzle.bytes).len() < PENCIL_MARKS_LENGTH {
            CELLS
        } else {
            PENCIL_MARKS_LENGTH
        };
        return (puzzle.bytes.len() >= length).then_some(start..start + length);
    }
    if cell_reader.read(line.bytes) != LineKind::Grid {
        return None;
    }
    let (first, last) = (
        cell_reader.cells.first()?,
        cell_reader.cells.get(CELLS - 1)?,
    );
    // An empty field at the end of the line starts behind its last byte.
    let end = line.bytes.len().min(last.offset as usize + 1);
    Some(first.offset as usize..end)
}

/// The label in front of a grid. Code is not a label.
fn label(text: &[u8]) -> Option<Arc<str>> {
    // In HoDoKu's library, numbers of a technique precede the grid.
    if text.starts_with(b":") || text.iter().any(|byte| b"[({=<`\"".contains(byte)) {
        return None;
    }
    title_with_letter(String::from_utf8_lossy(text).trim_matches(LABEL_ENDS))
}

/// The comment in the text after a grid.
fn comment(text: &[u8]) -> Option<Arc<str>> {
    let starts = (0..text.len()).find(|&at| starts_comment(text, at))?;
    let comment = String::from_utf8_lossy(&text[starts..]);
    title_with_letter(comment.trim_start_matches([' ', '\t', '#', '%', '/']))
}

/// Whether a comment starts here: after white space or at the start of the text.
fn starts_comment(text: &[u8], at: usize) -> bool {
    let is_apart = at == 0 || matches!(text[at - 1], b' ' | b'\t');
    is_apart && matches!(text[at..], [b'#' | b'%', ..] | [b'/', b'/', ..])
}

/// A text as a title, if it has a letter. A number may be the rating or the place of a grid;
/// the record's own number is more useful.
fn title_with_letter(text: &str) -> Option<Arc<str>> {
    let title = printable(text.trim().into());
    title.contains(char::is_alphabetic).then(|| title.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn beside(before: &str, after: &str) -> Option<String> {
        let line = format!("{before}{PUZZLE}{after}");
        let title = title_beside(&Line::new(1, line.as_bytes()), &mut CellReader::default());
        title.map(|title| title.to_string())
    }

    #[test]
    fn a_label_or_a_comment_is_a_title() {
        for (before, after, title) in [
            ("Anna: ", "", "Anna"),
            ("p1: ", "  # late", "p1"),
            ("easy-", "", "easy"),
            ("0000183b305c  ", "  1.2", "0000183b305c"),
            ("", "  # Wikipedia, Sudoku #2", "Wikipedia, Sudoku #2"),
            ("12. ", " % Ünal's", "Ünal's"),
            ("", " 7.1 // a  ", "a"),
            ("", "# a\u{7}\u{202e}b  ", "ab"),
        ] {
            assert_eq!(beside(before, after).as_deref(), Some(title));
        }
    }

    #[test]
    fn numbers_code_and_other_tails_are_not_titles() {
        for (before, after) in [
            ("", ""),
            ("12. ", ""),
            ("7.1,", "  # 3"),
            (":0300:x:", ":213::"),
            ("", " easy"),
            ("", ",http://a.b/#c"),
            ("grid = \"", "\""),
        ] {
            assert_eq!(beside(before, after), None, "{before} {after}");
        }
    }
}
