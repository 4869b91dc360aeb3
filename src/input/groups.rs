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

use super::cells::{CellReader, EMPTY_SYMBOL, EMPTY_SYMBOLS, FRAMED_EMPTY_SYMBOL, LineCell, blank_symbols};
use super::kinds::LineKind;
use super::tokens::{Token, mask_of};
use super::words::is_decimal;
use crate::grid::CELLS;

/// A group with fewer cells, less than half a row, is a label, an argument or a part of a comment.
const MIN_GROUP_CELLS: usize = 5;
/// The longest number that labels a row without punctuation after it.
const LONGEST_LABEL: usize = 6;

impl CellReader {
    /// Reads the groups of a line.
    pub(super) fn read_groups(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        self.cells.clear();
        let any_word = tokens.iter().any(Token::is_word);
        let (mut size, mut start, mut is_cut) = (0, 0_usize, false);
        for group in tokens.split(|token| !token.can_be_in_row()) {
            let neighbors = [start.wrapping_sub(1), start + group.len()];
            let are_words = neighbors.map(|at| tokens.get(at).is_some_and(Token::is_word));
            start += group.len() + 1;
            // Tabs in front of an array only indent it, and a decimal beside words measures something.
            let mut words = group.iter().filter(|token| !token.is_separator());
            let is_decimal = |word: &Token| is_decimal(word.text(line)) && !line[..word.start].ends_with(b"\"");
            if any_word && words.next().is_some_and(is_decimal) && words.next().is_none()
                || group.iter().all(|token| token.is(b'\t'))
            {
                continue;
            }
            let first = self.cells.len();
            if self.read_group(group, are_words, line) {
                let count = self.cells.len() - first;
                if size != 0 && size != count {
                    return None;
                }
                size = count;
            } else if group.iter().map(Token::cell_count).sum::<usize>() >= MIN_GROUP_CELLS {
                return None;
            } else {
                is_cut |= are_words.contains(&true) && group.iter().any(Token::is_separator);
            }
        }
        match size {
            // A word in the place of a field cuts off other fields.
            _ if is_cut && blank_symbols(&self.cells) & EMPTY_SYMBOLS != 0 => None,
            9 | 10 if self.cells.len() < CELLS => Some(LineKind::Row),
            1.. if self.cells.len().is_multiple_of(CELLS) => Some(LineKind::Grid),
            _ => None,
        }
    }

    /// Adds the cells of a group if it is a row, a grid, or several grids. `are_words`: whether the
    /// tokens before and after it are words.
    fn read_group(&mut self, group: &[Token], are_words: [bool; 2], line: &[u8]) -> bool {
        let is_bar = |token: &Token| token.is(b'|');
        let bars = group.iter().filter(|token| is_bar(token)).count();
        let (group, is_framed) = match group {
            // Bars at both ends are a frame, unless they are two of the eight between nine fields. The
            // LaTeX package `sudoku` has a dot behind it.
            [first, inner @ .., last] if is_bar(first) && is_bar(last) && bars != 8 => (inner, true),
            [first, inner @ .., last, dot] if is_bar(first) && is_bar(last) && bars == 10 && dot.text(line) == b"." => {
                (inner, true)
            }
            // A separator beside a word belongs to a label or a comment.
            [first, fields @ ..] if are_words[0] && first.is_separator() => (fields, false),
            [fields @ .., last] if are_words[1] && last.is_separator() => (fields, false),
            _ => (group, false),
        };
        // If a field is empty, separators count. Otherwise, or if that makes no row, they do not.
        // Bars and tabs may be doubled between boxes.
        let may_decorate = |token: &Token| token.is(b'|') || token.is(b'\t');
        let mut pairs = group.windows(2).filter(|pair| pair.iter().all(Token::is_separator)).peekable();
        let starts_empty = group.first().is_some_and(|first| first.is_separator() && !may_decorate(first));
        let any_empty = starts_empty || pairs.peek().is_some();
        let first = self.cells.len();
        let is_read = !any_empty && self.read_words(group, line)
            || self.read_fields(group, line)
            || pairs.all(|pair| pair.iter().any(may_decorate)) && self.read_words(group, line)
            || self.read_grids(group, line);
        let is_framed_empty = |cell: &&mut LineCell| is_framed && cell.symbol == EMPTY_SYMBOL;
        self.cells[first..].iter_mut().filter(is_framed_empty).for_each(|cell| cell.symbol = FRAMED_EMPTY_SYMBOL);
        is_read
    }

    /// Reads nine, ten or 81 fields of at most one cell, with the same separator between them.
    fn read_fields(&mut self, group: &[Token], line: &[u8]) -> bool {
        let separator = group.iter().find(|token| token.is_separator()).map(|token| token.kind);
        let fields = || group.split(|token| Some(token.kind) == separator);
        let is_cell = |field: &[Token]| field.iter().map(Token::cell_count).eq([1]);
        if !matches!(fields().count(), 9 | 10 | CELLS) || !fields().all(|field| field.is_empty() || is_cell(field)) {
            return false;
        }
        let mut end = 0;
        for field in fields() {
            end += field.len();
            // The separator after an empty field stands for it.
            match field.first().or(group.get(end)) {
                Some(token) => self.push_token(token, line),
                None => self.push(0, EMPTY_SYMBOL, line.len()),
            }
            end += 1;
        }
        true
    }

    /// Reads words of one, three, nine or 81 cells, or of ascending digits that are candidates.
    fn read_words(&mut self, group: &[Token], line: &[u8]) -> bool {
        let words = || group.iter().filter(|token| !token.is_separator());
        let (Some(first), Some(last)) = (words().next(), words().next_back()) else { return false };
        let are_equal = words().all(|word| word.cell_count() == last.cell_count());
        let are_candidates = |word: &Token| {
            let text = word.text(line);
            text == b"." || text.is_sorted_by(|a, b| a < b) && text.iter().all(|d| matches!(d, b'1'..=b'9'))
        };
        let is_number = |word: &Token| match word.text(line) {
            [_] => true,
            [digits @ .., last] => digits.iter().all(u8::is_ascii_digit) && (last.is_ascii_digit() || *last == b'.'),
            [] => false,
        };
        match (words().count(), last.cell_count()) {
            (9 | 10 | CELLS, 1) | (1, 9 | CELLS) | (3 | 27, 3) | (9, 9) if are_equal => {
                words().for_each(|word| self.push_token(word, line));
            }
            // The number of a row is in front of it.
            (2, 9) if first.cell_count() <= LONGEST_LABEL && is_number(first) => self.push_token(last, line),
            (9 | 10 | CELLS, _) if words().all(are_candidates) => {
                for word in words() {
                    let text = word.text(line);
                    self.push(text.iter().fold(0, |mask, &digit| mask | mask_of(digit)), text[0], word.start);
                }
            }
            _ => return false,
        }
        true
    }

    /// Reads the words of 81 cells in any other group.
    fn read_grids(&mut self, group: &[Token], line: &[u8]) -> bool {
        let first = self.cells.len();
        let any_digit = |token: &Token| token.text(line).iter().any(|byte| matches!(byte, b'1'..=b'9'));
        let grids = group.iter().filter(|token| token.cell_count() == CELLS && any_digit(token));
        grids.for_each(|token| self.push_token(token, line));
        self.cells.len() > first
    }
}
