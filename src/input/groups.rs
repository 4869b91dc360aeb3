//! Tokens to groups of cells. A line is split at everything that can be no field: words, brackets and the signs `: = < >`. Each group of fields
//! between them is a row, a grid, or has fewer than five cells and counts for nothing.
//!
//! ```text
//! 53..7....                     words of one, three, nine or 81 cells
//! 530 070 000
//! 12 124 5 ...                  words of ascending digits: candidates
//! 5,3,,,7,,,,                   fields, of which an empty one is a blank
//! | 5 | 3 |   |   | 7 |...
//! int g[2][9] = {{5, 3, ...     the groups are 2, 9, and a row
//! 2: 53..7....  # the first     the groups are 2 and a row
//! 2 53..7....                   a group that is a row after its first word
//! ```
//!
//! All groups of a line that are rows or grids have the same number of cells. Words of 81 cells are grids anywhere. This module knows
//! lines only. Whether its lines agree with each other is for [`super::rows`] to decide.

use super::cells::{Cells, EMPTY, LineCell, bit, signs_of};
use super::kinds::LineKind;
use super::tokens::{Token, TokenKind, mask_of};
use super::words::is_date;
use crate::grid::CELLS;

/// A group with fewer cells, less than half a row, is a label, an argument or a part of a comment.
const MIN_CELLS: usize = 5;
/// The longest number that labels a row without a sign after it.
const LONGEST_LABEL: usize = 6;

impl Cells {
    /// Reads the groups of a line.
    pub(super) fn read_groups(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        self.clear();
        // A colon without a label may mark a blank.
        if tokens.first().is_some_and(|first| first.kind == TokenKind::Sign(b':')) {
            return None;
        }
        let (mut size, mut start) = (0, 0_usize);
        let (mut any_name, mut any_number, mut any_sign, mut any_separator) = (false, false, false, false);
        for group in tokens.split(|token| !token.is_field()) {
            let (before, after) = (start.checked_sub(1).map(|at| &tokens[at]), tokens.get(start + group.len()));
            start += group.len() + 1;
            if let Some(before) = before.filter(|_| size == 0) {
                any_name |= before.is_word();
                any_number |= before.is_word() && before.text(line).iter().any(u8::is_ascii_digit);
                any_sign |= !before.is_word() && !before.is_bracket();
            }
            let first = self.cells.len();
            let group = without_outer_separators(group, before, after);
            if let Some(is_packed) = self.read_group(group, line) {
                let count = self.cells.len() - first;
                // A closing bracket in front of a separator ends a field.
                let is_closing = |token: &Token| matches!(token.kind, TokenKind::Sign(b']' | b')' | b'}'));
                let is_cut = group[0].is_separator() && before.is_some_and(is_closing);
                if is_cut || size != 0 && size != count {
                    return None;
                }
                (size, self.layout.is_packed) = (count, is_packed);
                continue;
            }
            self.cells.truncate(first);
            let length = |token: &Token| if token.kind == TokenKind::Cells { token.len() } else { 1 };
            let count: usize = group.iter().filter(|token| token.is_cells()).map(length).sum();
            if count >= MIN_CELLS {
                return None;
            }
            any_number |= size == 0 && count > 0;
            let is_beside_word = before.into_iter().chain(after).any(Token::is_word);
            any_separator |= is_beside_word && group.iter().any(Token::is_separator);
        }
        self.layout.is_named = any_name && !any_number;
        let has_label = any_name || any_number || any_sign;
        let is_title = has_label && (self.cells.iter().all(is_of_rule) || is_date(line.trim_ascii_start()));
        // Rows that stand side by side are in brackets.
        let are_apart = size < CELLS && self.cells.len() > size && !tokens.iter().any(Token::is_bracket);
        // A word in the place of a field leaves other fields behind.
        let is_cut = any_separator && signs_of(&self.cells) & bit(EMPTY) != 0;
        match size {
            _ if is_title || are_apart || is_cut => None,
            10 if has_label || self.cells.len() > 10 => None,
            9 | 10 if self.cells.len() < CELLS => Some(LineKind::Row),
            1.. if self.cells.len().is_multiple_of(CELLS) => Some(LineKind::Grid),
            _ => None,
        }
    }

    /// Adds the cells of a group that is a row, a grid, or several grids. Returns whether the cells are packed.
    fn read_group(&mut self, group: &[Token], line: &[u8]) -> Option<bool> {
        if group.is_empty() {
            return None;
        }
        let first = self.cells.len();
        let reading = self.read_words(group, line);
        if reading.is_some() {
            return reading;
        }
        self.cells.truncate(first);
        let reading = self.read_fields(group, line);
        if reading.is_some() {
            return reading;
        }
        self.cells.truncate(first);
        if let [label, rest @ ..] = group
            && label.is_cells()
            && label.len() <= LONGEST_LABEL
            && let Some(true) = self.read_words(rest, line)
            && !self.cells[first..].iter().all(is_of_rule)
        {
            return Some(true);
        }
        let is_grid = |token: &&Token| {
            let any_digit = || token.text(line).iter().any(|byte| matches!(byte, b'1'..=b'9'));
            token.kind == TokenKind::Cells && token.len() == CELLS && any_digit()
        };
        self.cells.truncate(first);
        group.iter().filter(is_grid).for_each(|token| self.push_token(token, line));
        (self.cells.len() > first).then_some(true)
    }

    /// Reads words of one, three, nine or 81 cells, or of ascending digits that are candidates. Bars and tabs may stand anywhere
    /// between them, other separators only one at a time.
    fn read_words(&mut self, group: &[Token], line: &[u8]) -> Option<bool> {
        let (mut words, mut longest, mut shortest, mut after_separator) = (0, 0, usize::MAX, true);
        for token in group {
            let length = match token.kind {
                TokenKind::Cells => token.len(),
                TokenKind::One(_) => 1,
                TokenKind::Separator(b'|' | b'\t') => continue,
                TokenKind::Separator(_) if !std::mem::replace(&mut after_separator, true) => continue,
                _ => return None,
            };
            after_separator = false;
            (words, longest, shortest) = (words + 1, longest.max(length), shortest.min(length));
        }
        let words_of_cells = || group.iter().filter(|token| token.is_cells());
        let are_alike = longest == shortest;
        // Some programs write a zero before each digit.
        let is_padded = |token: &Token| matches!(token.text(line), [b'0', b'0'..=b'9']);
        match (words, longest) {
            (9 | 10 | CELLS, 1) | (1, 9 | CELLS) | (3 | 27, 3) | (9, 9) | (2.., CELLS) if are_alike => {
                words_of_cells().for_each(|token| self.push_token(token, line));
            }
            (9 | CELLS, 2) if words_of_cells().all(is_padded) => {
                words_of_cells().for_each(|token| self.push(mask_of(line[token.start + 1]), b'0', token.start + 1));
                return Some(false);
            }
            (9 | 10 | CELLS, 2..=9) => {
                for token in words_of_cells() {
                    let word = token.text(line);
                    let is_ascending = word.is_sorted_by(|a, b| a < b) && word.iter().all(|d| matches!(d, b'1'..=b'9'));
                    if word != b"." && !is_ascending {
                        return None;
                    }
                    self.push(word.iter().fold(0, |mask, &digit| mask | mask_of(digit)), word[0], token.start);
                }
            }
            _ => return None,
        }
        Some(longest > 1 && are_alike)
    }

    /// Reads fields of which each is a cell or empty.
    fn read_fields(&mut self, group: &[Token], line: &[u8]) -> Option<bool> {
        let ([start, .., end], first) = (group, self.cells.len()) else { return None };
        let separator = group.iter().find(|token| token.is_separator())?.kind;
        let is_separator = |token: &Token| token.kind == separator;
        let count = group.iter().filter(|token| is_separator(token)).count();
        let is_framed = count != 8 && start.is(b'|') && end.is(b'|');
        let mut at = usize::from(is_framed);
        if count < 8 {
            return None;
        }
        for field in group[at..group.len() - at].split(is_separator) {
            match field {
                [cell] if cell.is_single_cell() => self.push_token(cell, line),
                [] | [Token { kind: TokenKind::Empty, .. }] => {
                    // A digit would stand in the middle.
                    let start = if at == 0 { start.start } else { group[at - 1].end };
                    let end = group.get(at + field.len()).map_or(end.end.max(start), |next| next.start);
                    self.push(0, EMPTY, start + (end - start) / 2);
                }
                _ => return None,
            }
            at += field.len() + 1;
        }
        matches!(self.cells.len() - first, 9 | 10 | CELLS).then_some(false)
    }
}

/// Whether a cell is a sign of rules, of which the underline of a title may consist.
fn is_of_rule(cell: &LineCell) -> bool {
    b"-_*=+~:#".contains(&cell.sign)
}

/// A group without a separator between it and a word.
fn without_outer_separators<'a>(group: &'a [Token], before: Option<&Token>, after: Option<&Token>) -> &'a [Token] {
    let is_word = |token: Option<&Token>| token.is_some_and(Token::is_word);
    match group {
        [first, .., last] if first.is(b'|') && last.is(b'|') => group,
        [first, rest @ ..] if is_word(before) && first.is_separator() => rest,
        [rest @ .., last] if is_word(after) && last.is_separator() => rest,
        _ => group,
    }
}
