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
use super::tokens::{Token, TokenKind, mask_of};
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
        // A colon without a label may mark a blank.
        if tokens.first().is_some_and(|first| first.kind == TokenKind::Punctuation(b':')) {
            return None;
        }
        let any_word = tokens.iter().any(Token::is_word);
        let (mut size, mut start, mut is_cut) = (0, 0_usize, false);
        for group in tokens.split(|token| !token.can_be_in_row()) {
            let (before, after) = (start.checked_sub(1).map(|at| &tokens[at]), tokens.get(start + group.len()));
            start += group.len() + 1;
            let first = self.cells.len();
            // Tabs in front of an array only indent it, and a decimal beside words measures something.
            let is_indent = group.iter().all(|token| token.is(b'\t'));
            let inner = without_outer_separators(group, before, after);
            let is_quoted = |token: &Token| line[..token.start].ends_with(b"\"");
            let is_measure = any_word && inner.len() == 1 && is_decimal(inner[0].text(line)) && !is_quoted(&inner[0]);
            if is_indent || is_measure {
                continue;
            }
            if self.read_group(inner, line) {
                let count = self.cells.len() - first;
                if size != 0 && size != count {
                    return None;
                }
                size = count;
            } else if group.iter().map(Token::cell_count).sum::<usize>() >= MIN_GROUP_CELLS {
                return None;
            } else {
                let is_beside_word = before.into_iter().chain(after).any(Token::is_word);
                is_cut |= is_beside_word && group.iter().any(Token::is_separator);
            }
        }
        // A word in the place of a field cuts off other fields.
        let is_cut = is_cut && blank_symbols(&self.cells) & EMPTY_SYMBOLS != 0;
        match size {
            _ if is_cut => None,
            9 | 10 if self.cells.len() < CELLS => Some(LineKind::Row),
            1.. if self.cells.len().is_multiple_of(CELLS) => Some(LineKind::Grid),
            _ => None,
        }
    }

    /// Adds the cells of a group if it is a row, a grid, or several grids.
    fn read_group(&mut self, group: &[Token], line: &[u8]) -> bool {
        // Bars at both ends separate nothing, unless they are two of the eight between nine fields.
        let bars = group.iter().filter(|token| token.is(b'|')).count();
        let inner = match group {
            [first, inner @ .., last] if first.is(b'|') && last.is(b'|') && bars != 8 => inner,
            _ => group,
        };
        // Bars and tabs separate fields if some are empty, and may only decorate words otherwise.
        // If that makes no row, try the other way round.
        let first = self.cells.len();
        let any_empty = group.windows(2).any(|pair| pair.iter().all(Token::is_separator));
        for bars_separate in [any_empty, !any_empty] {
            if self.read_fields(inner, bars_separate, line).is_some() {
                let is_empty = |cell: &&mut LineCell| inner.len() < group.len() && cell.symbol == EMPTY_SYMBOL;
                self.cells[first..].iter_mut().filter(is_empty).for_each(|cell| cell.symbol = FRAMED_EMPTY_SYMBOL);
                return true;
            }
            self.cells.truncate(first);
        }
        self.read_grids(group, line)
    }

    /// Reads fields of one, three, nine or 81 cells, or of ascending digits that are candidates. If
    /// some are empty, the others have one cell each. Bars and tabs are separators only if
    /// `bars_separate`.
    fn read_fields(&mut self, group: &[Token], bars_separate: bool, line: &[u8]) -> Option<()> {
        let is_separator = |token: &&Token| match token.kind {
            TokenKind::Separator(b'|' | b'\t') => bars_separate,
            kind => matches!(kind, TokenKind::Separator(_)),
        };
        let first = self.cells.len();
        // The separator after an empty field stands for it; at the end, the one before it does.
        let (mut count, mut is_field_empty, mut any_empty) = (0, true, false);
        let (mut longest, mut shortest) = (0, usize::MAX);
        for token in group {
            let cells = token.cell_count();
            if cells > 0 {
                is_field_empty = false;
                (longest, shortest) = (longest.max(cells), shortest.min(cells));
            } else if is_separator(&token) && std::mem::replace(&mut is_field_empty, true) {
                any_empty = true;
            } else {
                continue;
            }
            count += 1;
            self.push_token(token, line);
        }
        // An empty field follows a separator at the end of the line, unless the row is full.
        if any_empty || is_field_empty && count % 9 == 8 {
            if is_field_empty {
                count += 1;
                self.push(0, EMPTY_SYMBOL, group.last()?.end);
            }
            any_empty = true;
            let separator = group.iter().find(is_separator)?.kind;
            if count != group.iter().filter(|token| token.kind == separator).count() + 1 {
                return None;
            }
        }
        let are_equal = longest == 0 || longest == shortest && (longest == 1 || !any_empty);
        // Some programs write a zero before each digit.
        let are_candidates = |field: &&Token| match field.text(line) {
            [b'.'] | [b'0', b'0'..=b'9'] => true,
            word => word.is_sorted_by(|a, b| a < b) && word.iter().all(|d| matches!(d, b'1'..=b'9')),
        };
        let words = || group.iter().filter(|token| !token.is_separator());
        let label_length = (self.cells.len() - first).saturating_sub(9);
        match (count, longest) {
            (9 | 10 | CELLS, 0 | 1) | (1, 9 | CELLS) | (3 | 27, 3) | (9, 9) | (2.., CELLS) if are_equal => (),
            // The number of a row is in front of it.
            (2, 9) if label_length <= LONGEST_LABEL && words().next_back()?.cell_count() == 9 => {
                self.cells.drain(first..first + label_length);
            }
            (9 | 10 | CELLS, 2..=9) if !any_empty && words().all(|word| are_candidates(&word)) => {
                self.cells.truncate(first);
                for word in words() {
                    let text = word.text(line);
                    self.push(text.iter().fold(0, |mask, &digit| mask | mask_of(digit)), text[0], word.start);
                }
            }
            _ => return None,
        }
        Some(())
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

/// A group without the separator between it and a word.
fn without_outer_separators<'a>(group: &'a [Token], before: Option<&Token>, after: Option<&Token>) -> &'a [Token] {
    let is_word = |token: Option<&Token>| token.is_some_and(Token::is_word);
    match group {
        [first, .., last] if first.is(b'|') && last.is(b'|') => group,
        [first, rest @ ..] if is_word(before) && first.is_separator() => rest,
        [rest @ .., last] if is_word(after) && last.is_separator() => rest,
        _ => group,
    }
}
