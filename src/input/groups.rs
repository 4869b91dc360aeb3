//! Tokens to groups of cells. A line is split at everything that cannot be a field: words, brackets
//! and the symbols `: = < >`. Each group of fields between them is a row, a grid, or has fewer than
//! five cells and counts for nothing.
//!
//! ```text
//! 53..7....                     words of one, three, nine or 81 cells
//! 530 070 000
//! 12 124 5 ...                  words of ascending digits: candidates
//! 5,3,,,7,,,,                   fields; an empty one is a blank
//! | 5 | 3 |   |   | 7 |...
//! int g[2][9] = {{5, 3, ...     the groups are 2, 9, and a row
//! 2: 53..7....  # the first     the groups are 2 and a row
//! 2 53..7....                   a row with a number in front
//! ```
//!
//! All groups of a line that are rows or grids have the same number of cells. Words of 81 cells are
//! grids anywhere. This module looks at one line at a time. [`super::rows`] decides whether lines
//! agree with each other.

use super::cells::{
    CellReader, EMPTY_SYMBOL, EMPTY_SYMBOLS, FRAMED_EMPTY_SYMBOL, LineCell, blank_symbols,
};
use super::kinds::LineKind;
use super::tokens::{DECIMAL_SYMBOL, Token, TokenKind, mask_of};
use super::words::{is_code_comment, is_decimal};
use crate::grid::CELLS;

/// A group with fewer cells, less than half a row, is a label, an argument or a part of a comment.
const MIN_GROUP_CELLS: usize = 5;

impl CellReader {
    /// Reads the groups of a line, or the only cell that it has.
    pub(super) fn read_groups(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        self.cells.clear();
        let text = line.trim_ascii();
        // A colon without a label may mark a blank.
        if is_code_comment(text) || text.starts_with(b":") {
            return None;
        }
        let is_word = |token: &Token| token.kind == TokenKind::Word;
        let (mut size, mut start, mut is_cut) = (0, 0_usize, false);
        for group in
            tokens.split(|token| matches!(token.kind, TokenKind::Word | TokenKind::Punctuation))
        {
            let neighbors = [start.wrapping_sub(1), start + group.len()];
            let are_words = neighbors.map(|at| tokens.get(at).is_some_and(is_word));
            start += group.len() + 1;
            // Tabs in front of an array only indent it, and a decimal beside words measures
            // something.
            let mut words = group.iter().filter(|token| !token.is_separator());
            let is_decimal =
                |word: &Token| is_decimal(word.text) && !line[..word.start].ends_with(b"\"");
            if words.next().is_some_and(is_decimal)
                && words.next().is_none()
                && tokens.iter().any(is_word)
                || group
                    .iter()
                    .all(|token| token.kind == TokenKind::Separator(b'\t'))
            {
                continue;
            }
            let first = self.cells.len();
            self.read_group(group, are_words, line);
            let count = self.cells.len() - first;
            if count > 0 && (size == 0 || size == count) {
                size = count;
            } else if count > 0
                || group.iter().map(Token::cell_count).sum::<usize>() >= MIN_GROUP_CELLS
            {
                return None;
            } else {
                is_cut |= are_words.contains(&true) && group.iter().any(Token::is_separator);
            }
        }
        match size {
            _ if !agree_on_decimals(&self.cells) => None,
            // A word in the place of a field cuts off other fields.
            _ if is_cut && blank_symbols(&self.cells) & EMPTY_SYMBOLS != 0 => None,
            0 => {
                let mut words = tokens.iter().filter(|token| !token.is_separator());
                self.push_token(
                    words
                        .next()
                        .filter(|cell| cell.cell_count() == 1 && words.next().is_none())?,
                );
                Some(LineKind::SingleCell)
            }
            9 | 10 if self.cells.len() < CELLS => Some(LineKind::Row),
            _ => self
                .cells
                .len()
                .is_multiple_of(CELLS)
                .then_some(LineKind::Grid),
        }
    }

    /// Adds the cells of a group if it is a row, a grid, or several grids. `are_words`: whether the
    /// tokens before and after it are words.
    fn read_group(&mut self, group: &[Token], are_words: [bool; 2], line: &[u8]) {
        let is_bar = |token: &Token| token.kind == TokenKind::Separator(b'|');
        let bars = || group.iter().filter(|token| is_bar(token)).count();
        let (group, empty_symbol) = match group {
            // Bars at both ends are a frame, unless they are two of the eight between nine fields.
            // The LaTeX package `sudoku` has a dot behind it.
            [first, inner @ .., last] if is_bar(first) && is_bar(last) && bars() != 8 => {
                (inner, FRAMED_EMPTY_SYMBOL)
            }
            [_, inner @ .., _, dot] if dot.text == b"." && bars() == 10 => {
                (inner, FRAMED_EMPTY_SYMBOL)
            }
            // A separator beside a word belongs to a label or a comment.
            [first, fields @ ..] if are_words[0] && first.is_separator() => (fields, EMPTY_SYMBOL),
            [fields @ .., last] if are_words[1] && last.is_separator() => (fields, EMPTY_SYMBOL),
            _ => (group, EMPTY_SYMBOL),
        };
        // If a field is empty, separators count. Otherwise, or if that makes no row, they do not.
        // Bars and tabs may be doubled between boxes.
        let may_decorate =
            |token: &Token| is_bar(token) || token.kind == TokenKind::Separator(b'\t');
        let mut pairs = group
            .windows(2)
            .filter(|pair| pair.iter().all(Token::is_separator))
            .peekable();
        let starts_empty = group
            .first()
            .is_some_and(|first| first.is_separator() && !may_decorate(first));
        let any_empty = starts_empty || pairs.peek().is_some();
        let is_read = !any_empty && self.read_words(group)
            || self.read_fields(group, empty_symbol, line)
            || pairs.all(|pair| pair.iter().any(may_decorate)) && self.read_words(group);
        // Words of 81 cells are grids anywhere.
        let any_digit = |token: &Token| token.text.iter().any(|byte| matches!(byte, b'1'..=b'9'));
        let is_grid = |token: &&Token| token.cell_count() == CELLS && any_digit(token);
        if !is_read {
            group
                .iter()
                .filter(is_grid)
                .for_each(|token| self.push_token(token));
        }
    }

    /// Reads nine, ten or 81 fields of at most one cell, with the same separator between them.
    fn read_fields(&mut self, group: &[Token], empty_symbol: u8, line: &[u8]) -> bool {
        let Some(separator) = group.iter().find(|token| token.is_separator()) else {
            return false;
        };
        let fields = || group.split(|token| token.kind == separator.kind);
        let are_cells = fields()
            .all(|field| field.len() < 2 && field.iter().all(|cell| cell.cell_count() == 1));
        if !are_cells || !matches!(fields().count(), 9 | 10 | CELLS) {
            return false;
        }
        let mut end = 0;
        for field in fields() {
            end += field.len() + 1;
            match field {
                [cell] => self.push_token(cell),
                // The separator after an empty field stands for it.
                _ => self.push(
                    0,
                    empty_symbol,
                    group.get(end - 1).map_or(line.len(), |token| token.start),
                ),
            }
        }
        true
    }

    /// Reads words of one, three, nine or 81 cells, or of ascending digits that are candidates.
    fn read_words(&mut self, group: &[Token]) -> bool {
        let words = || group.iter().filter(|token| !token.is_separator());
        let (Some(first), Some(last)) = (words().next(), words().next_back()) else {
            return false;
        };
        let (count, equal) = words().fold((0, 0), |(count, equal), word| {
            (
                count + 1,
                equal + usize::from(word.cell_count() == last.cell_count()),
            )
        });
        let are_candidates = |Token { text, .. }: &Token| {
            *text == b"."
                || text.is_sorted_by(|a, b| a < b) && text.iter().all(|d| matches!(d, b'1'..=b'9'))
        };
        match (count, last.cell_count()) {
            (9 | 10 | CELLS, 1) | (1, 9 | CELLS) | (3 | 27, 3) | (9, 9) if equal == count => {
                words().for_each(|word| self.push_token(word));
            }
            // The number of a row is in front of it.
            (2, 9) if first.cell_count() < 3 => self.push_token(last),
            (9 | 10 | CELLS, _) if words().all(are_candidates) => {
                for Token { text, start, .. } in words() {
                    self.push(
                        text.iter().fold(0, |mask, &digit| mask | mask_of(digit)),
                        text[0],
                        *start,
                    );
                }
            }
            _ => return false,
        }
        true
    }
}

/// Whether all digits or none are written as `5.0`. The first of ten cells may be the number of the
/// row.
fn agree_on_decimals(cells: &[LineCell]) -> bool {
    let digits = || {
        cells[usize::from(cells.len() == 10)..]
            .iter()
            .filter(|cell| cell.mask != 0)
    };
    let is_decimal = |cell: &LineCell| cell.symbol == DECIMAL_SYMBOL;
    !digits().any(is_decimal) || digits().all(is_decimal)
}
