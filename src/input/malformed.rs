//! The error of a line or field that should be a row or a grid: what is wrong with its cells.
//!
//! ```text
//! 53..7.x.8q             a word that is not a cell: 'q'
//! 5 3 . . 7              the wrong number of cells: the error is after the last
//! 5,3,,,7,,,,,1,2        the wrong number of cells: the error is at the tenth
//! 5 3,. .|7 . . . .      nine cells, but several separators
//! ```

use std::slice;

use super::cell_reader::tokens::{Token, TokenKind, tokenize};
use super::error::{Fault, ParseError, describe_first_character, quoted};
use super::lines::Line;
use super::words::{is_grid_field, is_grid_word};
use crate::grid::{CELLS, digit_from_byte};

/// A row without other separators has a bar at each end, and two between its boxes.
const MAX_BARS: usize = 4;

/// The error of a line, or of a field in it, that should have this many cells: nine or 81.
#[cold]
pub(super) fn malformed_cells_error(line: &Line<'_>, expected: usize) -> ParseError {
    let tokens = tokenize(line.bytes);
    let cells = MalformedCells::new(malformed_part(&tokens, line, expected));
    if let Some(word) = cells.first_wrong_word()
        && !cells.are_of_larger_sudoku(expected)
    {
        return wrong_word_error(line, word, cells.position_after(expected));
    }
    if cells.count() == expected {
        let fault = Fault::expected("expected one separator throughout", "several");
        return line.error_at(0, fault);
    }
    if expected == CELLS {
        grid_count_error(line, &cells)
    } else {
        row_count_error(line, &cells)
    }
}

/// The error of a row that has too few or too many cells. It is at the tenth cell, or after the
/// last.
fn row_count_error(line: &Line<'_>, cells: &MalformedCells<'_>) -> ParseError {
    let found = cells.count();
    let fault = if found < 9 && has_wide_spaces(line.text) {
        spaces_as_blanks_fault(found)
    } else {
        Fault::WrongCount { expected: 9, found }
    };
    line.error_at(cells.position_after(9), fault)
}

/// The error of a grid that has too few or too many cells. If nothing precedes the cells, it
/// concerns the whole line.
fn grid_count_error(line: &Line<'_>, cells: &MalformedCells<'_>) -> ParseError {
    let fault = Fault::WrongCount {
        expected: CELLS,
        found: cells.count(),
    };
    let column = line.column(cells.start());
    ParseError::new(line.number, (column > 1).then_some(column), fault)
}

/// Whether several spaces are between digits, perhaps for blanks.
fn has_wide_spaces(text: &[u8]) -> bool {
    text.windows(2).any(|pair| pair == b"  ")
        && text.iter().all(|byte| matches!(byte, b' ' | b'1'..=b'9'))
}

fn spaces_as_blanks_fault(found: usize) -> Fault {
    let found = format!("{found}: if spaces are blanks, write 0 or . for each");
    Fault::expected("expected 9 cells", found)
}

/// The part of a line that should be the cells: a malformed puzzle, beside which the rest of the
/// line does not count; all of it, if it should be a grid; or the longest part between labels and
/// brackets, if it should be a row.
fn malformed_part<'a>(
    tokens: &'a [Token<'a>],
    line: &Line<'_>,
    expected: usize,
) -> &'a [Token<'a>] {
    let is_malformed_puzzle = |token: &&Token| {
        token.cell_count() != CELLS && (is_grid_field(token.bytes) || is_grid_word(token.bytes))
    };
    if let Some(puzzle) = tokens.iter().find(is_malformed_puzzle) {
        return slice::from_ref(puzzle);
    }
    if expected == CELLS {
        return tokens;
    }
    tokens
        .split(|token| token.is_bracket() || ends_label(token, line))
        .max_by_key(|part| part.len())
        .unwrap_or_default()
}

/// Whether a token is the symbol after a label, such as the colon in `Row 1: 5 3 . .`.
fn ends_label(token: &Token, line: &Line<'_>) -> bool {
    matches!(
        line.bytes[token.start..],
        [b':' | b'<' | b'=' | b'>', b' ' | b'\t', ..]
    )
}

/// The error of a word among the cells, or at their `end`, that is not a cell.
fn wrong_word_error(line: &Line<'_>, word: &Token, end: usize) -> ParseError {
    let is_not_cell = |byte: &u8| digit_from_byte(*byte).is_none();
    let at = word.start + word.bytes.iter().position(is_not_cell).unwrap_or(0);
    let expected = if at < end {
        "expected a digit or a blank"
    } else {
        "expected the end of the line or field"
    };
    // Every character of such a word is a cell, so the whole word is what is wrong.
    let found = if word.cell_count() > 1 {
        quoted(word.bytes).into()
    } else {
        describe_first_character(&line.bytes[at..])
    };
    line.error_at(at, Fault::expected(expected, found))
}

/// The tokens that should be cells.
struct MalformedCells<'a> {
    tokens: &'a [Token<'a>],
    /// Whether the cells are separate words, or else single characters with nothing but up to
    /// [`MAX_BARS`] bars between them.
    are_apart: bool,
    /// The position of each cell. An empty field is a cell, at the separator after it.
    starts: Vec<usize>,
}

impl<'a> MalformedCells<'a> {
    fn new(tokens: &'a [Token<'a>]) -> MalformedCells<'a> {
        let separators = tokens.iter().filter(|token| token.is_separator()).count();
        let singles = tokens.iter().filter(|token| token.cell_count() == 1);
        let words = tokens.iter().filter(|token| is_content(token));
        let are_apart = separators > MAX_BARS || 2 * singles.count() > words.count();
        // The reading with more cells counts; of equals, that as words.
        let (as_fields, as_words) = (field_starts(tokens), word_starts(tokens, are_apart));
        MalformedCells {
            tokens,
            are_apart,
            starts: if as_words.len() >= as_fields.len() {
                as_words
            } else {
                as_fields
            },
        }
    }

    fn words(&self) -> impl DoubleEndedIterator<Item = &'a Token<'a>> {
        words(self.tokens, self.are_apart)
    }

    fn count(&self) -> usize {
        self.starts.len()
    }

    fn start(&self) -> usize {
        self.tokens.first().map_or(0, |first| first.start)
    }

    /// The position after this many cells: the start of the next, or the end of the last word.
    fn position_after(&self, cells: usize) -> usize {
        let end_of_words = self.words().next_back().map_or(0, end_of);
        self.starts.get(cells).copied().unwrap_or(end_of_words)
    }

    /// Whether there are at least three cells too many. Then the size is the fault, not the unknown
    /// digits.
    fn are_of_larger_sudoku(&self, expected: usize) -> bool {
        self.are_apart && self.count() >= expected + 3
    }

    /// The first word that is not a cell, or not cells.
    fn first_wrong_word(&self) -> Option<&'a Token<'a>> {
        self.words()
            .find(|word| word.cell_count() == 0 || self.are_apart && word.cell_count() > 1)
    }
}

/// The words that should be one cell each, if these are apart, or else one for each character.
fn words<'a>(
    tokens: &'a [Token<'a>],
    are_apart: bool,
) -> impl DoubleEndedIterator<Item = &'a Token<'a>> {
    tokens.iter().filter(move |token| {
        if are_apart {
            is_content(token)
        } else {
            !is_bar(token)
        }
    })
}

/// The positions of the cells that are words, or characters of words.
fn word_starts(tokens: &[Token], are_apart: bool) -> Vec<usize> {
    let mut starts = Vec::new();
    for word in words(tokens, are_apart) {
        if are_apart {
            starts.push(word.start);
        } else {
            starts.extend(word.start..end_of(word));
        }
    }
    starts
}

/// The position of each field that separators make, or none if there are no separators. That of an
/// empty field is where it ends.
fn field_starts(tokens: &[Token]) -> Vec<usize> {
    let mut starts = Vec::new();
    if !tokens.iter().any(Token::is_separator) {
        return starts;
    }
    let mut start = None;
    for token in without_outer_bars(tokens) {
        if token.is_separator() {
            starts.push(start.take().unwrap_or(token.start));
        } else {
            start.get_or_insert(token.start);
        }
    }
    let end = tokens.last().map_or(0, end_of);
    starts.push(start.unwrap_or(end));
    starts
}

/// The tokens without bars at both ends, or without one in front, which separate nothing.
fn without_outer_bars<'t, 'a>(tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    match tokens {
        [first, inner @ .., last] if is_bar(first) && is_bar(last) => inner,
        [first, inner @ ..] if is_bar(first) => inner,
        _ => tokens,
    }
}

fn is_bar(token: &Token) -> bool {
    token.bytes == b"|"
}

fn end_of(token: &Token) -> usize {
    token.start + token.bytes.len()
}

/// Whether a token is cells or a word, not punctuation.
fn is_content(token: &Token) -> bool {
    token.cell_count() > 0 || token.kind == TokenKind::Text
}
