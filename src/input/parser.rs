//! What a parser of records does, and what all of them need.

use std::fmt;

use super::csv::SOLUTION_NAMES;
use super::error::{ParseError, ParseErrorKind};
use super::format::InputFormat;
use super::lines::Line;
use super::records::Records;
use crate::grid::{CELLS, cell_from_byte};

/// Reads the records of one input in one format.
pub(super) trait RecordParser: fmt::Debug {
    /// Takes the next line, and appends the record that it completes, readable or not.
    ///
    /// Where each line is a record of its own, the reader takes care of comments, of blank lines and of what comes before the
    /// first record. A parser of `rows` gets every line.
    ///
    /// # Errors
    /// The reason why no further record of this input can be read.
    fn line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError>;

    /// Called instead of [`RecordParser::line`] for a line longer than `LONGEST_LINE`, which is not kept.
    ///
    /// # Errors
    /// Those of [`RecordParser::line`].
    fn too_long_line(&mut self, number: u64, records: &mut Records) -> Result<(), ParseError> {
        records.push_error(ParseError::new(number, None, ParseErrorKind::LineTooLong));
        Ok(())
    }

    /// Appends up to `limit` records from the start of a text that begins with the line `number`, and returns how many bytes
    /// and lines they take: only whole lines that need no second look. This may always return 0.
    fn fast_lines(&mut self, _text: &[u8], _number: u64, _limit: usize, _records: &mut Records) -> (usize, usize) {
        (0, 0)
    }

    /// Takes the end of the input; `number` is the number that the next line would have.
    fn end(&mut self, _number: u64, _records: &mut Records) {}

    /// Whether lines that start with `#` or `%` are comments.
    fn allows_comments(&self) -> bool {
        true
    }

    /// The format of the rows so far, if records are in rows and one has been seen.
    fn format(&self) -> Option<InputFormat> {
        None
    }
}

/// How many characters of a text are cells, wherever they are.
pub(super) fn count_cells(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| cell_from_byte(byte).is_some()).count()
}

/// Whether a word or field is a puzzle, perhaps a malformed one: it has at least half of a grid's cells.
pub(super) fn is_puzzle(word: &[u8]) -> bool {
    count_cells(word) >= CELLS.div_ceil(2)
}

/// Whether a line is a heading, such as `Grid 01` or `[Puzzle]`: the first word consists of two or more letters that are not all
/// x. A line with a puzzle on it is never one.
pub(super) fn is_heading(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"[").or_else(|| text.strip_prefix(b"\"")).unwrap_or(text);
    let word = &text[..text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count()];
    let ends = text.get(word.len()).is_none_or(|byte| b" \t:;,.=]\"".contains(byte));
    word.len() >= 2
        && ends
        && !word.iter().all(|byte| b"xX".contains(byte))
        && !text.split(|byte| b" \t:;,|".contains(byte)).any(is_puzzle)
}

/// Whether a word names a solution, whatever signs are around it.
pub(super) fn is_solution_name(word: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
    let (Some(first), Some(last)) = (word.iter().position(is_letter), word.iter().rposition(is_letter)) else {
        return false;
    };
    SOLUTION_NAMES.iter().any(|name| word[first..=last].eq_ignore_ascii_case(name.as_bytes()))
}
