//! A line to cells, whatever stands around them: separators, bars, brackets, quotes, labels.
//!
//! ```text
//! 53..7....                     words of one, three, nine or 81 cells
//! 530 070 000
//! 12 124 5 ...                  words of ascending digits: candidates
//! 5,3,,,7,,,,                   fields, of which an empty one is a blank
//! | 5 | 3 |   |   | 7 |...
//! [[5, 3, null, ...], [6, ...   leaves between brackets or tags: each has as many cells as the others
//! |53 | 7 |   |                 places: a space at the place of a cell is a blank
//! 53  7
//! 2: 53..7....                  a label, and any of these
//! 53..7.... # the first         any of these, and a comment
//! ```
//!
//! A line is read in the first of these ways that gives nine cells (a row) or 81 (a grid). This module knows lines
//! only. Whether its lines agree with each other is for [`super::rows`] to decide.

use std::ops::Range;

use super::kinds::{is_row_of_blanks, kind_without_cells};
use super::labels;
use super::lines::Line;
use super::places;
use super::tokens::{Token, TokenKind, mask_of, tokenize};
use crate::grid::{CELLS, Grid, cell_from_byte};

/// A cell: the digits it can hold, digit d being bit d - 1; 0 is a blank.
pub(super) type Mask = u16;

/// The separators of fields, in the order in which they are tried.
pub(super) const DELIMITERS: [u8; 6] = [b',', b';', b'\t', b'|', b'&', b'/'];

/// What kind of line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nine cells: [`Cells`] has them.
    Row,
    /// 81 cells.
    Grid,
    /// Several grids.
    Grids,
    /// One cell.
    Cell,
    /// At most four characters, with a digit or letter: a row that is far too short, or a number between grids.
    Short,
    /// Nothing but the characters of frames and brackets.
    Rule,
    /// A comment, or a line such as `Version 2`: not part of a grid.
    Comment,
    /// Words.
    Text,
    /// Mostly cells, but not nine.
    Malformed,
}

/// How the cells of a line were counted. All rows of a grid that have empty fields must have the same shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shape {
    /// No field is empty.
    #[default]
    Plain,
    /// There are nine fields, some of them empty.
    WithEmpty,
    /// There are nine fields, some of them empty, between bars, but there is no bar at the ends.
    WithoutFrame,
    /// There are nine fields, some of them empty, and a delimiter after the last.
    Trailing,
    /// There are nine places, some of them spaces.
    Spaces,
}

/// The signs that stand for blanks in a line: a bit for each ASCII character. A space is an empty field, `n` a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs(u128);

impl Signs {
    /// The sign of an empty field, or of a space at the place of a cell.
    pub(super) const EMPTY: Signs = Signs::of(b' ');
    /// The sign of words such as `null`.
    const NAMED: Signs = Signs::of(b'n');

    pub(super) const fn of(sign: u8) -> Signs {
        Signs(1 << (sign & 127))
    }

    pub(super) fn add(&mut self, other: Signs) {
        self.0 |= other.0;
    }

    fn remove(&mut self, other: Signs) {
        self.0 &= !other.0;
    }

    /// The first of the signs, other than words.
    pub(super) fn first(self) -> Option<u8> {
        let signs = self.0 & !Signs::NAMED.0;
        (signs != 0).then(|| signs.trailing_zeros() as u8)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn is_one(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Whether `others` has all of these signs.
    pub(super) fn is_within(self, others: Signs) -> bool {
        self.0 & !others.0 == 0
    }

    /// Whether all of these signs are dots or zeros, which are always blanks.
    pub(super) fn are_plain(self) -> bool {
        self.is_within(Signs(Signs::of(b'0').0 | Signs::of(b'.').0))
    }

    /// Whether these signs are blanks wherever they stand.
    fn are_native(self) -> bool {
        let native = b"0._-*?xX".iter().fold(Signs::NAMED.0 | Signs::EMPTY.0, |signs, &sign| signs | 1 << sign);
        self.is_within(Signs(native))
    }

    /// Whether the signs contradict each other: an empty field, or a sign that is not always a blank, occurs together
    /// with another sign. Words such as `null` do not count.
    pub(super) fn disagree(self) -> bool {
        let has_empty = self.0 & Signs::EMPTY.0 != 0;
        (!self.are_native() || has_empty) && (self.0 & !Signs::NAMED.0).count_ones() > 1
    }
}

/// The cells of one line. The memory is used again for the next.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pub(super) masks: Vec<Mask>,
    /// Where in the line each cell is.
    pub(super) offsets: Vec<usize>,
    /// What stands for blanks.
    pub(super) signs: Signs,
    /// Nothing separates the cells of a row, or of a box.
    pub(super) is_packed: bool,
    pub(super) shape: Shape,
    /// The first of ten cells, which may be the number of the row. It is not one of the nine, unless the shape is
    /// [`Shape::Trailing`]: then it may be either.
    pub(super) label: Option<u8>,
    /// All cells are blanks, shown by this sign, and the line could be a rule.
    pub(super) may_be_rule: bool,
    /// The digits of some words are candidates.
    pub(super) has_candidates: bool,
    /// A name stands in front of the cells, and whether it says that they are a solution.
    pub(super) is_named: bool,
    pub(super) is_named_solution: bool,
    /// The cells are those of an HTML table.
    pub(super) is_table: bool,
    /// With other digits the line might have been read in another way.
    pub(super) depends_on_digits: bool,
    /// How many digits are written as decimal numbers.
    pub(super) decimals: usize,
    /// Memory for the tokens of a line.
    pub(super) tokens: Vec<Token>,
}

impl Cells {
    /// Reads a line, and says what kind it is.
    pub(super) fn read(&mut self, line: &Line<'_>) -> Kind {
        let text = line.text;
        let mut tokens = std::mem::take(&mut self.tokens);
        let kind = self.read_any(line.bytes, &mut tokens);
        self.tokens = tokens;
        if let Some(kind) = kind.filter(|_| self.are_alike()) {
            // A row in a comment is one.
            if matches!(text.first(), Some(&sign @ (b'#' | b'%')) if !Signs::of(sign).is_within(self.signs)) {
                return Kind::Comment;
            }
            self.may_be_rule = kind == Kind::Row && is_row_of_blanks(text);
            return kind;
        }
        self.clear();
        tokenize(line.bytes, None, &mut self.tokens);
        kind_without_cells(text, &self.tokens)
    }

    /// The grid in a line or a part of one, if it has 81 cells in some way.
    pub(super) fn read_grid(&mut self, bytes: &[u8]) -> Option<Grid> {
        if self.read(&Line::new(0, bytes)) != Kind::Grid || self.has_candidates || self.signs.disagree() {
            return None;
        }
        let mut grid = Grid::EMPTY;
        for (d, mask) in grid.cells_mut().iter_mut().zip(&self.masks) {
            *d = if *mask == 0 { 0 } else { mask.trailing_zeros() as u8 + 1 };
        }
        Some(grid)
    }

    pub(super) fn clear(&mut self) {
        self.masks.clear();
        self.offsets.clear();
        self.signs = Signs::default();
        (self.is_packed, self.may_be_rule, self.has_candidates) = (false, false, false);
        (self.shape, self.label, self.decimals) = (Shape::Plain, None, 0);
        (self.is_named, self.is_named_solution, self.depends_on_digits) = (false, false, false);
        self.is_table = false;
    }

    pub(super) fn push(&mut self, mask: Mask, offset: usize) {
        self.masks.push(mask);
        self.offsets.push(offset);
    }

    pub(super) fn push_blank(&mut self, sign: u8, offset: usize) {
        self.signs.add(Signs::of(sign));
        self.push(0, offset);
    }

    /// Adds the characters of a token, each of them a cell.
    pub(super) fn push_each(&mut self, token: &Token, bytes: &[u8]) {
        for (offset, &byte) in (token.start..).zip(&bytes[token.start..token.end]) {
            match mask_of(byte) {
                0 => self.push_blank(byte, offset),
                mask => self.push(mask, offset),
            }
        }
    }

    /// Adds a word that is one cell.
    pub(super) fn push_one(&mut self, mask: Mask, offset: usize) {
        match mask {
            0 => self.signs.add(Signs::NAMED),
            _ => self.decimals += 1,
        }
        self.push(mask, offset);
    }

    /// Whether the digits are written alike: all as `5.0`, or none. The first of ten cells may be the number of the row.
    fn are_alike(&self) -> bool {
        let digits = self.masks.iter().filter(|&&mask| mask != 0).count();
        let others = digits - self.decimals.min(digits);
        self.decimals == 0 || others == 0 || others == 1 && self.shape == Shape::Trailing
    }

    /// The kind of a line with as many cells as have been read.
    pub(super) fn kind(&mut self) -> Option<Kind> {
        match self.masks.len() {
            1 => Some(Kind::Cell),
            9 => Some(Kind::Row),
            CELLS => Some(Kind::Grid),
            n if n == 2 * CELLS && self.is_followed_by_solution() => {
                self.depends_on_digits = true;
                self.masks.truncate(CELLS);
                self.offsets.truncate(CELLS);
                Some(Kind::Grid)
            }
            n if n > CELLS && n.is_multiple_of(CELLS) => Some(Kind::Grids),
            _ => None,
        }
    }

    /// Whether the second 81 cells are digits and keep the clues of the first.
    fn is_followed_by_solution(&self) -> bool {
        let (puzzle, solution) = self.masks.split_at(CELLS);
        puzzle.iter().zip(solution).all(|(&clue, &digit)| digit.is_power_of_two() && (clue == 0 || clue == digit))
            && puzzle.contains(&0)
    }

    fn read_any(&mut self, bytes: &[u8], tokens: &mut Vec<Token>) -> Option<Kind> {
        tokenize(bytes, None, tokens);
        self.read_unlabelled(tokens, bytes)
            .or_else(|| self.read_places(bytes))
            .or_else(|| self.read_ten(tokens, bytes))
            .or_else(|| self.read_after_label(tokens, bytes))
            .or_else(|| self.read_before_comment(tokens, bytes))
            .or_else(|| self.read_single(tokens, bytes))
            .or_else(|| self.read_parts(tokens, bytes))
            .or_else(|| self.read_other_sign(tokens, bytes))
    }

    /// Reads tokens without a label.
    fn read_unlabelled(&mut self, tokens: &[Token], bytes: &[u8]) -> Option<Kind> {
        if tokens.iter().any(|token| matches!(token.kind, TokenKind::Open | TokenKind::Close)) {
            return self.read_leaves(tokens, bytes).or_else(|| self.read_bracketed_candidates(tokens, bytes));
        }
        self.clear();
        let kind = if self.read_words(tokens, bytes) { self.kind() } else { None };
        // A single cell may stand among empty fields, which make it a row.
        if kind.is_some_and(|kind| kind != Kind::Cell) {
            return kind;
        }
        let delimiters = tokens.iter().filter(|token| matches!(token.kind, TokenKind::Delimiter(_))).count();
        if (8..=2 * CELLS).contains(&delimiters) {
            for delimiter in DELIMITERS {
                self.clear();
                if self.read_fields(tokens, bytes, delimiter) && matches!(self.masks.len(), 9 | CELLS) {
                    return self.kind();
                }
            }
        }
        None
    }

    /// Reads a word of one cell.
    fn read_single(&mut self, tokens: &[Token], bytes: &[u8]) -> Option<Kind> {
        self.clear();
        (self.read_words(tokens, bytes) && self.masks.len() == 1).then_some(Kind::Cell)
    }

    /// Reads words of one, three, nine or 81 cells, or of ascending digits that are candidates.
    pub(super) fn read_words(&mut self, tokens: &[Token], bytes: &[u8]) -> bool {
        let (mut words, mut shortest, mut longest) = (0, usize::MAX, 0);
        let (mut ascending, mut decimals) = (true, true);
        let mut after_delimiter = true;
        for token in tokens {
            let length = match token.kind {
                TokenKind::Delimiter(b'|' | b'\t') => continue,
                TokenKind::Delimiter(_) if after_delimiter => return false,
                TokenKind::Delimiter(_) => {
                    after_delimiter = true;
                    continue;
                }
                TokenKind::Cells => token.len(),
                TokenKind::One(_) => 1,
                _ => return false,
            };
            after_delimiter = false;
            let word = &bytes[token.start..token.end];
            match token.kind {
                TokenKind::One(mask) => {
                    self.push_one(mask, token.start);
                    ascending = false;
                }
                _ => {
                    self.push_each(token, bytes);
                    ascending &= is_ascending(word);
                    decimals &= matches!(word, [b'0'..=b'9', b'.']);
                }
            }
            (shortest, longest) = (shortest.min(length), longest.max(length));
            words += 1;
        }
        self.is_packed = longest > 1;
        let is_uniform = shortest == longest;
        if is_uniform && (longest == 1 || words == 1 && longest <= CELLS) {
            return true;
        }
        if decimals && matches!(words, 9 | 10 | CELLS) {
            self.read_decimals(tokens, bytes);
            return true;
        }
        let are_candidates = ascending && longest <= 9 && matches!(words, 9 | CELLS);
        if are_candidates && (!is_uniform || longest < 9) {
            self.read_candidates(tokens, bytes);
            return true;
        }
        is_uniform && matches!((words, longest), (3, 3) | (27, 3) | (9, 9) | (2.., CELLS)) && !are_candidates
    }

    /// Reads each word of digits as the candidates of a cell.
    fn read_candidates(&mut self, tokens: &[Token], bytes: &[u8]) {
        self.clear();
        self.has_candidates = true;
        for token in tokens.iter().filter(|token| token.kind == TokenKind::Cells) {
            self.push(candidates(&bytes[token.start..token.end]), token.start);
        }
    }

    /// Reads words such as `5.` and `nan`, as NumPy writes numbers that are not integers.
    fn read_decimals(&mut self, tokens: &[Token], bytes: &[u8]) {
        self.clear();
        for token in tokens {
            match token.kind {
                TokenKind::Cells if bytes[token.start] == b'0' => self.push_blank(b'0', token.start),
                TokenKind::Cells => self.push(mask_of(bytes[token.start]), token.start),
                TokenKind::One(mask) => self.push_one(mask, token.start),
                _ => (),
            }
        }
    }

    /// Reads fields of which each is a cell or empty.
    pub(super) fn read_fields(&mut self, tokens: &[Token], bytes: &[u8], delimiter: u8) -> bool {
        let is_bar = delimiter == b'|';
        let bars = tokens.iter().filter(|token| token.is(b'|')).count();
        let mut is_framed = false;
        let mut after = tokens.first().map_or(0, |token| token.start);
        let text_end = tokens.last().map_or(0, |token| if token.is(delimiter) { token.start } else { token.end });
        let mut tokens = tokens;
        if let ([first, inner @ .., last], true) = (tokens, is_bar && bars != 8)
            && first.is(b'|')
            && last.is(b'|')
        {
            (tokens, is_framed, after) = (inner, true, first.end);
        }
        let mut field = None;
        let mut any_empty = false;
        let mut delimiters = 0;
        for token in tokens.iter().map(Some).chain([None]) {
            match token.map(|token| token.kind) {
                None => (),
                Some(TokenKind::Delimiter(byte)) if byte == delimiter => delimiters += 1,
                Some(TokenKind::Delimiter(b'\t')) => continue,
                Some(TokenKind::Cells | TokenKind::One(_) | TokenKind::Empty) if field.is_none() => {
                    field = token;
                    continue;
                }
                _ => return false,
            }
            let end = token.map_or(after, |token| token.end);
            // Two bars side by side are one.
            if is_bar && field.is_none() && token.is_some_and(|token| token.start == after) && !self.masks.is_empty() {
                after = end;
                continue;
            }
            match field.take() {
                Some(Token { kind: TokenKind::One(mask), start, .. }) => self.push_one(*mask, *start),
                Some(token @ Token { kind: TokenKind::Cells, .. }) if token.len() == 1 => self.push_each(token, bytes),
                Some(Token { kind: TokenKind::Cells, .. }) => return false,
                _ => {
                    any_empty = true;
                    let field_end = token.map_or(text_end.max(after), |token| token.start);
                    self.push_blank(b' ', after + (field_end - after) / 2);
                }
            }
            after = end;
        }
        self.shape = match any_empty {
            false => Shape::Plain,
            true if is_bar && !is_framed => Shape::WithoutFrame,
            true => Shape::WithEmpty,
        };
        if matches!(self.masks.len(), 10 | 82) && tokens.last().is_some_and(|token| token.is(delimiter)) && !is_bar {
            self.masks.pop();
            self.offsets.pop();
            self.shape = Shape::Trailing;
            self.label = bytes.get(self.offsets[0]).filter(|byte| byte.is_ascii_digit()).map(|byte| byte - b'0');
        }
        delimiters > 0
    }

    /// Reads a line in which spaces stand where cells can be.
    fn read_places(&mut self, bytes: &[u8]) -> Option<Kind> {
        self.clear();
        places::read(bytes, false, self).then(|| self.kind()).flatten()
    }

    /// Reads a line among rows in which spaces are blanks, and says whether it is a row.
    pub(super) fn read_row_in_spaces(&mut self, line: &Line<'_>) -> bool {
        self.clear();
        line.bytes.len() <= 9 && places::read(line.bytes, true, self)
    }

    /// Reads boxes that start with the bar `bar`, in which spaces are blanks.
    fn read_places_after(&mut self, bar: &Token, bytes: &[u8]) -> Option<Kind> {
        if !bar.is(b'|') {
            return None;
        }
        let kind = self.read_places(&bytes[bar.start..]);
        self.offsets.iter_mut().for_each(|offset| *offset += bar.start);
        kind
    }

    /// Reads ten single cells of which the first may be the number of the row.
    fn read_ten(&mut self, tokens: &[Token], bytes: &[u8]) -> Option<Kind> {
        if tokens.len() < 10 {
            return None;
        }
        self.clear();
        let is_words = self.read_words(tokens, bytes) && !self.is_packed && self.masks.len() == 10;
        let is_ten = is_words
            || DELIMITERS.into_iter().any(|delimiter| {
                self.clear();
                self.read_fields(tokens, bytes, delimiter) && self.masks.len() == 10
            });
        if !is_ten {
            return None;
        }
        let label = *bytes.get(self.offsets[0])?;
        let counts_from = |first: u16| self.masks[1..].iter().zip(first..).all(|(&mask, d)| mask == 1 << d >> 1);
        if self.masks[0] == 0 && (counts_from(0) || counts_from(1)) && !label.is_ascii_digit() {
            // The numbers of columns, above rows with numbers.
            return Some(Kind::Text);
        }
        if !label.is_ascii_digit() {
            return None;
        }
        self.label = Some(label - b'0');
        self.masks.remove(0);
        self.offsets.remove(0);
        let is_zero = |(&mask, &offset): (&Mask, &usize)| mask == 0 && bytes.get(offset) == Some(&b'0');
        if label == b'0' && !self.masks.iter().zip(&self.offsets).any(is_zero) {
            self.signs.remove(Signs::of(b'0'));
        }
        Some(Kind::Row)
    }

    /// Reads nine rows on one line, with a sign between them that does not stand between cells.
    fn read_parts(&mut self, tokens: &mut Vec<Token>, bytes: &[u8]) -> Option<Kind> {
        b"./;|:-\\".iter().find_map(|&separator| {
            let text = bytes.trim_ascii_end();
            let text = text.strip_suffix(&[separator]).unwrap_or(text);
            if text.len() < CELLS || memchr::memchr_iter(separator, text).count() != 8 {
                return None;
            }
            let mut all = Cells::default();
            let mut start = 0;
            for part in text.split(|&byte| byte == separator) {
                tokenize(part, None, tokens);
                if self.read_unlabelled(tokens, part) != Some(Kind::Row) {
                    return None;
                }
                all.masks.append(&mut self.masks);
                all.offsets.extend(self.offsets.iter().map(|offset| start + offset));
                all.signs.add(self.signs);
                start += part.len() + 1;
            }
            *self = all;
            self.kind()
        })
    }

    /// Reads a row or grid after a label: a quotation mark, a line number, the name of a row.
    fn read_after_label(&mut self, tokens: &[Token], bytes: &[u8]) -> Option<Kind> {
        let lengths = 1..tokens.len().min(labels::LONGEST);
        lengths.rev().find_map(|length| {
            let label = labels::Label::of(&tokens[..length], &tokens[length], bytes)?;
            let rest = &tokens[length..];
            // A digit before a bar is a cell, not the number of a row in which spaces are blanks.
            let is_digit = |token: &Token| token.kind == TokenKind::Cells && token.len() == 1;
            let may_be_cell = tokens[..length].iter().any(is_digit) && !tokens[length - 1].is(b':');
            let kind = match self.read_unlabelled(rest, bytes) {
                None if !may_be_cell => self.read_places_after(&tokens[length], bytes)?,
                kind => kind?,
            };
            // Lines of other signs may be underlined words.
            let any_digit = self.masks.iter().any(|&mask| mask != 0);
            let is_field = tokens[length - 1].is(b',');
            let is_sure = (any_digit || label.is_quote || is_field || self.signs.are_plain())
                && (label.is_sure || self.is_packed && (label.is_number || !self.signs.is_empty()));
            (self.is_named, self.is_named_solution) = (label.is_name, label.names_solution);
            self.depends_on_digits |= !label.is_sure;
            is_sure.then_some(kind)
        })
    }

    /// Reads a row or grid before a comment or the end of a statement.
    fn read_before_comment(&mut self, tokens: &[Token], bytes: &[u8]) -> Option<Kind> {
        let near = tokens.len().min(2 * CELLS + labels::LONGEST);
        let end = (1..near).find(|&at| labels::starts_comment(&tokens[at], bytes))?;
        let tokens = &tokens[..end];
        self.read_unlabelled(tokens, bytes).or_else(|| self.read_after_label(tokens, bytes))
    }

    /// Reads digits and one other sign that fills exactly the blanks.
    fn read_other_sign(&mut self, tokens: &mut Vec<Token>, bytes: &[u8]) -> Option<Kind> {
        let is_separator = |byte: u8| b" \t,;|\"'`".contains(&byte);
        let is_sign = |byte: u8| !byte.is_ascii_digit() && byte.is_ascii_graphic() && !is_separator(byte);
        // After 81 of them there may be a tail.
        let text = bytes.trim_ascii();
        let has_tail = text.get(CELLS).is_some_and(|byte| b" \t,;#|".contains(byte));
        let indent = bytes.len() - bytes.trim_ascii_start().len();
        let parts: [Range<usize>; 2] = [0..bytes.len(), indent..indent + if has_tail { CELLS } else { 0 }];
        parts.into_iter().find_map(|part| {
            let text = &bytes[part];
            let sign = *text.iter().find(|&&byte| is_sign(byte))?;
            let is_letter = sign.is_ascii_alphabetic() && !b"oO".contains(&sign);
            let all_fit = || text.iter().all(|&byte| byte == sign || is_separator(byte) || matches!(byte, b'1'..=b'9'));
            if cell_from_byte(sign).is_some() || b"[](){}".contains(&sign) || is_letter || !all_fit() {
                return None;
            }
            tokenize(text, Some(sign), tokens);
            let offset = if text.len() == bytes.len() { 0 } else { indent };
            let kind = self.read_unlabelled(tokens, text)?;
            self.offsets.iter_mut().for_each(|at| *at += offset);
            Some(kind)
        })
    }
}

pub(super) fn is_ascending(word: &[u8]) -> bool {
    word.is_sorted_by(|a, b| a < b) && word[0].is_ascii_digit() && word[0] != b'0'
}

/// The digits of a word.
pub(super) fn candidates(word: &[u8]) -> Mask {
    word.iter().fold(0, |mask, &d| mask | mask_of(d))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kind of a line, and its cells as digits.
    fn read(line: &str) -> (Kind, String) {
        let mut cells = Cells::default();
        let kind = cells.read(&Line::new(1, line.as_bytes()));
        let digit = |&mask: &Mask| if mask == 0 { '.' } else { char::from(b'1' + mask.trailing_zeros() as u8) };
        (kind, cells.masks.iter().map(digit).collect())
    }

    #[test]
    fn nine_cells_are_a_row_whatever_stands_around_them() {
        for line in [
            "53..7....",
            "530070000",
            "530 070 000",
            "53. | .7. | ...",
            "|53.|.7.|...|",
            "5 3 0 0 7 0 0 0 0",
            "5 3 . | . 7 . | . . .",
            "|5 3 .|. 7 .|. . .|",
            "5,3,.,.,7,.,.,.,.,",
            "5, 3, 0, 0, 7, 0, 0, 0, 0",
            "[5, 3, 0, 0, 7, 0, 0, 0, 0],",
            "[[5, 3, 0, 0, 7, 0, 0, 0, 0],",
            " { 5, 3, 0, 0, 7, 0, 0, 0, 0 }};",
            "int grid[9][9] = {{5, 3, 0, 0, 7, 0, 0, 0, 0},",
            "new int[9, 9] { { 5, 3, 0, 0, 7, 0, 0, 0, 0 },",
            "[5 3 0 0 7 0 0 0 0]",
            "array([[5, 3, 0, 0, 7, 0, 0, 0, 0],",
            "[5, 3, null, null, 7, None, NaN, nil, -1],",
            "[\"5\", \"3\", \".\", \".\", \"7\", \".\", \".\", \".\", \".\"],",
            "['5','3','','','7','','','',''],",
            "\"53..7....\",",
            "5,3,,,7,,,,",
            "5;3;;;7;;;;",
            "5\t3\t\t\t7\t\t\t\t",
            "\"5\",\"3\",\"\",\"\",\"7\",\"\",\"\",\"\",\"\"",
            "| 5 | 3 |   |   | 7 |   |   |   |   |",
            "| 5 | 3 |   || 0 | 7 |   ||   |   |   |",
            "A | 5 | 3 |   |   | 7 |   |   |   |   |",
            "|53 | 7 |   |",
            "| 5 3   |   7   |       |",
            "53  7    ",
            "5 3     7        ",
            "53++7++++",
            "5 3 + + 7 + + + +",
            "53::7::::",
            "> 53..7....",
            "12:53..7....",
            "file.txt:12:53..7....",
            "1. 53..7....",
            "A 53..7....",
            "r1: 5 3 . . 7 . . . .",
            "1 53..7....",
            "1,5,3,,,7,,,,.",
            "1 5 3 . . 7 . . . .",
            "53..7.... # the first",
            "53..7.... // the first",
        ] {
            assert_eq!(read(line), (Kind::Row, "53..7....".into()), "{line:?}");
        }
    }

    #[test]
    fn other_lines_are_not_rows() {
        for (line, kind) in [
            ("53..7...", Kind::Malformed),
            ("0,5,3,,,7,,,,0,", Kind::Malformed),
            ("53..7.....", Kind::Malformed),
            ("5 30 . . 7 . . . .", Kind::Malformed),
            ("5 3,,. 7 . . . .", Kind::Malformed),
            ("53q.7....", Kind::Malformed),
            ("[5, 3, 0, 0, 7, 0, 0, 0],", Kind::Malformed),
            ("530070000 600195000", Kind::Malformed),
            ("2", Kind::Cell),
            ("[", Kind::Rule),
            ("9 9", Kind::Short),
            ("001", Kind::Short),
            ("1.", Kind::Short),
            ("Grid01", Kind::Text),
            ("very-hard:", Kind::Text),
            ("---+---+---", Kind::Rule),
            ("|---|---|---|---|---|---|---|---|---|", Kind::Rule),
            ("+-----+", Kind::Rule),
            ("// comment", Kind::Comment),
            ("-- comment", Kind::Comment),
            ("; comment", Kind::Comment),
            ("Solved in 0.02 s", Kind::Text),
            ("];", Kind::Rule),
            ("board = [", Kind::Text),
            ("................", Kind::Malformed),
        ] {
            assert_eq!(read(line).0, kind, "{line:?}");
        }
    }

    #[test]
    fn eighty_one_cells_are_a_grid_with_or_without_their_solution() {
        let row = [5, 3, 0, 0, 7, 0, 0, 0, 0].map(|d| d.to_string());
        let joined = |between: &str, rows: &str| vec![row.join(between); 9].join(rows);
        for line in [
            joined("", ""),
            joined(" ", " "),
            joined(",", ","),
            joined("", " "),
            joined("", "/"),
            joined(",", "."),
            format!("[[{}]]", joined(",", "],[")),
            format!("[[\"{}\"]]", joined("\",\"", "\"],[\"")),
            joined(",", ",").replace('0', ""),
            format!("{} {}", joined(" ", " "), joined(" ", " ").replace('0', "9")),
        ] {
            assert_eq!(read(&line), (Kind::Grid, "53..7....".repeat(9)), "{line:?}");
        }
        assert_eq!(read(&format!("{},9", joined(",", ","))).0, Kind::Malformed);
    }

    #[test]
    fn words_of_ascending_digits_are_candidates() {
        let mut cells = Cells::default();
        let text = b"| 12 5 3 | 123456789 4 6 | 7 8 9 |";
        assert_eq!(cells.read(&Line::new(1, text)), Kind::Row);
        assert!(cells.has_candidates && cells.masks[0] == 0b11 && cells.masks[3] == 0x1ff);
        assert_eq!(read("12 5 3 21 4 6 7 8 9").0, Kind::Malformed);
    }
}
