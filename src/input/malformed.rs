//! The error of a line or field that should be a row or a grid: what is wrong with its cells.
//!
//! ```text
//! 53..7.x.8q    its first word that is not a cell, here 'q'
//! 5 3 . . 7     the wrong number of cells, and where the last ones are
//! 5 3,. .|7     neither: the separators are mixed
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
    let count = cells.count();
    // A row with three extra cells belongs to a larger Sudoku, which has other digits.
    let is_of_larger_sudoku = cells.are_apart && count >= expected + 3;
    if let Some(word) = cells.first_wrong_word()
        && !is_of_larger_sudoku
    {
        return wrong_word_error(line, word, cells.position_after(expected));
    }
    if count == expected {
        let fault = Fault::expected("expected one separator throughout", "several");
        return line.error_at(0, fault);
    }
    if expected == 9 && count < 9 && has_wide_spaces(line.text) {
        return line.error_at(cells.position_after(9), spaces_as_blanks_fault(count));
    }
    let fault = Fault::WrongCount {
        expected,
        found: count,
    };
    if expected == 9 {
        return line.error_at(cells.position_after(9), fault);
    }
    // If nothing precedes the cells, the error concerns the whole line.
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

/// The part of a line that should be the cells: a malformed puzzle, beside which the rest of the line
/// does not count; all of it, if it should be a grid; or the longest part between labels and brackets,
/// if it should be a row.
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
        [b':' | b'<'..=b'>', b' ' | b'\t', ..]
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
    /// The number of tokens that are separators.
    separators: usize,
    /// Whether the cells are separate words, or else single characters with nothing but up to
    /// [`MAX_BARS`] bars between them.
    are_apart: bool,
}

impl<'a> MalformedCells<'a> {
    fn new(tokens: &'a [Token<'a>]) -> MalformedCells<'a> {
        let separators = tokens.iter().filter(|token| token.is_separator()).count();
        let singles = tokens
            .iter()
            .filter(|token| token.cell_count() == 1)
            .count();
        let words = tokens.iter().filter(|token| is_content(token)).count();
        MalformedCells {
            tokens,
            separators,
            are_apart: separators > MAX_BARS || 2 * singles > words,
        }
    }

    /// The words that should be one cell each, if these are apart, or else one for each character.
    fn words(&self) -> impl DoubleEndedIterator<Item = &'a Token<'a>> {
        let are_apart = self.are_apart;
        self.tokens.iter().filter(move |token| {
            if are_apart {
                is_content(token)
            } else {
                token.bytes != b"|"
            }
        })
    }

    /// Where each cell starts.
    fn cell_starts(&self) -> Vec<usize> {
        let mut starts = Vec::new();
        for word in self.words() {
            if self.are_apart {
                starts.push(word.start);
            } else {
                starts.extend(word.start..word.start + word.bytes.len());
            }
        }
        starts
    }

    /// How many cells there are. Empty fields are cells, too.
    fn count(&self) -> usize {
        self.cell_starts().len().max(self.count_fields())
    }

    fn start(&self) -> usize {
        self.tokens.first().map_or(0, |first| first.start)
    }

    /// The position after this many cells: the start of the next, or the end of the last word.
    fn position_after(&self, cells: usize) -> usize {
        let last = self.words().next_back();
        let end = last.map_or(0, |word| word.start + word.bytes.len());
        self.cell_starts().get(cells).copied().unwrap_or(end)
    }

    /// How many fields the separators make, empty ones included.
    fn count_fields(&self) -> usize {
        let fields = match self.separators {
            0 => 0,
            separators => separators + 1,
        };
        let is_bar = |token: &Token| token.bytes == b"|";
        match self.tokens {
            // Bars at both ends, or a bar in front, separate nothing. Each bar is a separator, so
            // there are enough fields.
            [first, .., last] if is_bar(first) && is_bar(last) => fields - 2,
            [first, ..] if is_bar(first) => fields - 1,
            _ => fields,
        }
    }

    /// The first word that is not a cell, or not cells.
    fn first_wrong_word(&self) -> Option<&'a Token<'a>> {
        self.words()
            .find(|word| word.cell_count() == 0 || self.are_apart && word.cell_count() > 1)
    }
}

/// Whether a token is cells or text, not punctuation.
fn is_content(token: &Token) -> bool {
    token.cell_count() > 0 || token.kind == TokenKind::Text
}
