//! The fields of a group to its cells.
//!
//! ```text
//! 5,3,,,7,,,,                   fields between separators; an empty one is a blank
//! | 5 | 3 |   |   | 7 |...
//! 53..7....                     words of one, three, nine or 81 cells
//! 530 070 000
//! 2 53..7....                   with the number of the row in front
//! 12 124 5 ...                  words of ascending digits: candidates
//! ```

use super::tokens::{Token, TokenKind};
use crate::grid::CELLS;
use crate::input::cells::{LineCell, Symbol, is_nonzero_digit, mask_of};

/// The part of a group that may be a row or a grid: words of cells, and separators between them.
pub(super) struct Fields<'a> {
    pub(super) tokens: &'a [Token<'a>],
    /// The symbol of an empty field.
    pub(super) empty_symbol: Symbol,
    /// The offset in the line, in bytes, at which they end.
    pub(super) end_offset: usize,
}

impl<'a> Fields<'a> {
    /// Adds the cells if they are a row or a grid. Returns whether they are; if not, no cell is
    /// added. Tries the words first and then the separators; if a field is empty, the other way
    /// round.
    pub(super) fn read_row_or_grid(&self, cells: &mut Vec<LineCell>) -> bool {
        if !self.has_empty_field() {
            return self.read_words(cells) || self.read_separated(cells);
        }
        if self.read_separated(cells) {
            return true;
        }
        // What seems to be empty fields may only be the space between boxes.
        let mut doubled = self.doubled_separators();
        doubled.all(|pair| pair.iter().any(is_bar_or_tab)) && self.read_words(cells)
    }

    /// The words between the separators.
    fn words(&self) -> impl DoubleEndedIterator<Item = &'a Token<'a>> {
        self.tokens.iter().filter(|token| !token.is_separator())
    }

    /// The pairs of separators with nothing between them.
    fn doubled_separators(&self) -> impl Iterator<Item = &'a [Token<'a>]> {
        let pairs = self.tokens.windows(2);
        pairs.filter(|pair| pair.iter().all(Token::is_separator))
    }

    /// Whether a field seems to be empty. A bar or tab in front of the cells does not make the
    /// first one empty.
    fn has_empty_field(&self) -> bool {
        let starts_empty = match self.tokens.first() {
            Some(first) => first.is_separator() && !is_bar_or_tab(first),
            None => false,
        };
        starts_empty || self.doubled_separators().next().is_some()
    }

    /// Adds nine, ten or 81 fields of at most one cell, with the same separator between them.
    fn read_separated(&self, cells: &mut Vec<LineCell>) -> bool {
        let Some(separator) = self.tokens.iter().find(|token| token.is_separator()) else {
            return false;
        };
        let count = self.split(separator.kind).count();
        if !is_row_or_grid(count, 1) || !self.split(separator.kind).all(is_cell_or_empty) {
            return false;
        }
        // The index of the separator after a field.
        let mut next = 0;
        for field in self.split(separator.kind) {
            next += field.len();
            if let [cell] = field {
                cell.push_cells(cells);
            } else {
                // An empty field is at the separator after it, or where the fields end.
                let offset = self
                    .tokens
                    .get(next)
                    .map_or(self.end_offset, |token| token.start);
                cells.push(LineCell::blank(self.empty_symbol, offset));
            }
            next += 1;
        }
        true
    }

    /// The tokens between separators of one kind.
    fn split(&self, separator: TokenKind) -> impl Iterator<Item = &'a [Token<'a>]> {
        self.tokens.split(move |token| token.kind == separator)
    }

    /// Adds words of one, three, nine or 81 cells, or of ascending digits that are candidates.
    fn read_words(&self, cells: &mut Vec<LineCell>) -> bool {
        let (Some(first), Some(last)) = (self.words().next(), self.words().next_back()) else {
            return false;
        };
        let word_size = last.cell_count();
        let mut count = 0;
        let mut are_alike = true;
        for word in self.words() {
            count += 1;
            are_alike &= word.cell_count() == word_size;
        }
        if are_alike && is_row_or_grid(count, word_size) {
            self.words().for_each(|word| word.push_cells(cells));
            return true;
        }
        // The number of a row is in front of it.
        if count == 2 && word_size == 9 && first.cell_count() < 3 {
            last.push_cells(cells);
            return true;
        }
        if matches!(count, 9 | 10 | CELLS) && self.words().all(may_be_candidates) {
            cells.extend(self.words().map(cell_of_candidates));
            return true;
        }
        false
    }
}

/// Whether words of this count and size are a row, perhaps of ten cells, or a grid. The size is in
/// cells.
fn is_row_or_grid(count: usize, word_size: usize) -> bool {
    matches!(
        (count, word_size),
        (9 | 10 | CELLS, 1) | (3 | 27, 3) | (1 | 9, 9) | (1, CELLS)
    )
}

/// Whether a token may indent the cells, or be doubled between boxes, without an empty field.
fn is_bar_or_tab(token: &Token) -> bool {
    token.is_bar() || token.is_tab()
}

fn is_cell_or_empty(field: &[Token]) -> bool {
    match field {
        [] => true,
        [cell] => cell.cell_count() == 1,
        _ => false,
    }
}

/// Whether a word is ascending digits, or a dot for a blank among such words.
fn may_be_candidates(word: &Token) -> bool {
    let are_digits = word.bytes.iter().all(is_nonzero_digit);
    word.bytes == b"." || are_digits && word.bytes.is_sorted_by(|a, b| a < b)
}

/// The cell of a word of candidates, or of a blank.
fn cell_of_candidates(word: &Token) -> LineCell {
    let mut mask = 0;
    for digit in word.bytes {
        mask |= mask_of(*digit);
    }
    LineCell {
        mask,
        ..LineCell::new(word.bytes[0], word.start)
    }
}
