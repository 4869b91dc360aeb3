//! A line to cells, whatever stands around them: separators, bars, brackets, quotes, labels.
//!
//! ```text
//! 53..7....                     words of one, three, nine or 81 cells
//! 530 070 000
//! 12 124 5 ...                  words of ascending digits: candidates
//! 5,3,,,7,,,,                   fields, of which an empty one is a blank
//! | 5 | 3 |   |   | 7 |...
//! [[5, 3, null, ...], [6, ...   parts between brackets: each has as many cells as the others, what else there is only a few
//! |53 | 7 |   |                 places: a space at the place of a cell is a blank
//! 2: 53..7....                  a label, and any of these; the number of a row may be the first of ten cells
//! 53..7.... # the first         any of these, and a comment
//! 53++7++++                     any of these, with another sign for blanks
//! 530-070-000                   words with a sign between them that could be a blank
//! ```
//!
//! A line is read in the first of these ways that gives nine cells (a row), 81 (a grid) or a multiple of 81; in brackets several
//! rows can stand. This module knows lines only. Whether its lines agree with each other is for [`super::rows`] to decide.

use super::kinds::{LineKind, kind_without_cells, row_of_blanks};
use super::lines::Line;
use super::names::{Name, comment_at, is_code_comment, is_label, name_of};
use super::places;
use super::tokens::{Mask, Token, TokenKind, mask_of, most_separators, tokenize};
use crate::grid::{CELLS, Candidates, Grid, cell_from_byte};

/// A part of a line with fewer cells is not a damaged row.
const MIN_DAMAGED_PART: usize = 5;

/// A cell of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineCell {
    /// The digits that it can hold; 0 is a blank.
    pub(super) mask: Mask,
    /// How a blank is written: a space is an empty field, [`NULL`] a word. Of digits only [`DECIMAL`] is a sign.
    pub(super) sign: u8,
    /// Its byte in the line; [`super::rows`] turns it into a column. Both count from 0.
    pub(super) at: u32,
}

/// The sign of a word such as `null`, which goes with any other.
pub(super) const NULL: u8 = b'n';
/// The sign of a digit that is written as `5.0`.
const DECIMAL: u8 = b'd';
/// The sign of an empty field, or of a space at the place of a cell.
pub(super) const EMPTY: u8 = b' ';

/// How the cells of a line are written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layout {
    /// A space at the place of a cell is a blank, and no bars at both ends show where the line begins. All rows of a grid that have
    /// empty cells must agree in this.
    pub(super) is_placed: bool,
    /// Nothing separates the cells of a row, or of a box.
    pub(super) is_packed: bool,
    /// The line may not be a row: a rule if all cells are blanks, a header if they are the numbers from 0 or 1.
    pub(super) is_unsure: bool,
    /// The name in front of the cells, if there is one.
    pub(super) name: Option<Name>,
}

impl LineCell {
    /// The digit, or 0 if that is written so.
    pub(super) fn number(&self) -> Option<u32> {
        (self.mask.is_power_of_two() || self.sign == b'0').then(|| self.mask.checked_ilog2().map_or(0, |d| d + 1))
    }
}

/// The cells of one line. The memory is used again for the next.
#[derive(Default)]
pub(super) struct Cells {
    pub(super) cells: Vec<LineCell>,
    pub(super) layout: Layout,
    pub(super) tokens: Vec<Token>,
}

/// The signs for blanks among some cells, a bit for each ASCII character.
pub(super) fn signs_of(cells: &[LineCell]) -> u128 {
    // Without branches: blanks come at random.
    cells.iter().fold(0, |signs, cell| signs | if cell.mask == 0 { bit(cell.sign) } else { 0 })
}

pub(super) const fn bit(sign: u8) -> u128 {
    1 << (sign & 127)
}

/// Whether signs contradict each other: an empty field, or a sign that is not always a blank, occurs together with another. Words
/// such as `null` do not count.
pub(super) fn disagree(signs: u128) -> bool {
    let native = b"0._-*?xX".iter().fold(bit(NULL) | bit(EMPTY), |signs, &sign| signs | bit(sign));
    (signs & !native != 0 || signs & bit(EMPTY) != 0) && (signs & !bit(NULL)).count_ones() > 1
}

impl Cells {
    /// Reads a line, and says what kind it is.
    pub(super) fn read(&mut self, line: &[u8]) -> LineKind {
        let Line { text, indent, .. } = Line::new(0, line);
        let mut tokens = std::mem::take(&mut self.tokens);
        self.clear();
        tokens.clear();
        let kind = if let Some(sign) = row_of_blanks(text) {
            (0..9).for_each(|_| self.push(0, sign, indent));
            self.layout.is_unsure = true;
            Some(LineKind::Row)
        } else {
            let other = other_sign(text);
            let line = other.map_or(line, |(_, length)| &line[..indent + length]);
            tokenize(line, other.map(|(sign, _)| sign), &mut tokens);
            let is_read = other.is_some() || !is_code_comment(text);
            if is_read { self.read_any(&tokens, line).filter(|_| self.are_alike()) } else { None }
        };
        if kind.is_none() {
            self.clear();
            tokens.truncate(comment_at(&tokens, line));
        } else if kind == Some(LineKind::Row) {
            self.layout.is_unsure |= (indent > 0 || !self.layout.is_packed) && count_up(self.after_number());
        }
        self.tokens = tokens;
        kind.unwrap_or_else(|| kind_without_cells(text, &self.tokens, line))
    }

    /// The grid in a text, if it has 81 cells in some way.
    pub(super) fn read_grid(&mut self, text: &[u8]) -> Option<Grid> {
        let is_digit = |cell: &LineCell| cell.mask == 0 || cell.mask.is_power_of_two();
        let is_grid = self.read(text) == LineKind::Grid && self.cells.iter().all(is_digit);
        is_grid.then(|| digits(&self.cells))
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.layout = Layout::default();
    }

    fn push(&mut self, mask: Mask, sign: u8, at: usize) {
        self.cells.push(LineCell { mask, sign, at: at as u32 });
    }

    /// Adds the cells of a token.
    fn push_token(&mut self, token: &Token, line: &[u8]) {
        match token.kind {
            TokenKind::One(mask) => self.push(mask, if mask == 0 { NULL } else { DECIMAL }, token.start),
            _ => (token.start..token.end).for_each(|at| self.push(mask_of(line[at]), line[at], at)),
        }
    }

    /// The cells after the first of ten, which may be the number of the row.
    fn after_number(&self) -> &[LineCell] {
        &self.cells[usize::from(self.cells.len() == 10)..]
    }

    /// Whether all digits are written as `5.0`, or none.
    fn are_alike(&self) -> bool {
        // Without branches: blanks come at random.
        let cells = self.after_number();
        let decimals = cells.iter().filter(|cell| cell.sign == DECIMAL).count();
        decimals == 0 || decimals == cells.iter().filter(|cell| cell.mask != 0).count()
    }

    /// The kind of a line with as many cells as have been read.
    fn kind(&mut self) -> Option<LineKind> {
        match self.cells.len() {
            9 => Some(LineKind::Row),
            10 if !self.layout.is_packed => Some(LineKind::Row),
            CELLS => Some(LineKind::Grid),
            n if n > CELLS && n.is_multiple_of(CELLS) => {
                self.drop_solutions();
                Some(if self.cells.len() == CELLS { LineKind::Grid } else { LineKind::Grids })
            }
            _ => None,
        }
    }

    /// Of several grids, removes those that are the solution of the one before or after them.
    fn drop_solutions(&mut self) {
        let grids: Vec<Grid> = self.cells.chunks(CELLS).map(digits).collect();
        let is_solution = |at: usize| {
            let mut beside = grids[..at].last().into_iter().chain(grids.get(at + 1));
            beside.any(|puzzle| is_solution_below(&grids[at], puzzle))
        };
        // In a line format the first grid is the record. If that is a solution, this line is for rows, as if the puzzle had a name.
        if is_solution(0) {
            self.layout.name = Some(Name::Puzzle);
        }
        let left = self.cells.chunks(CELLS).enumerate().filter(|(at, _)| !is_solution(*at));
        self.cells = left.flat_map(|(_, cells)| cells).copied().collect();
    }

    fn read_any(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        self.read_labelled(tokens, line)
            .or_else(|| self.read_labelled(&tokens[..comment_at(tokens, line)], line))
            .or_else(|| self.read_with_sign_between(line))
            .or_else(|| self.read_embedded(tokens, line))
            .or_else(|| (self.read_words(tokens, line) && self.cells.len() == 1).then_some(LineKind::Short))
    }

    /// Reads cells after a label, or without one. A label has all tokens up to the last that can be no cell, or is a number, and perhaps
    /// one token more.
    fn read_labelled(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        self.read_tokens(tokens, line).or_else(|| self.read_places(line, 0)).or_else(|| {
            let other = tokens.iter().rposition(|token| !token.is_field()).map_or(1, |at| at + 1);
            (other..tokens.len().min(other + 2)).rev().find_map(|length| {
                let (label, rest) = tokens.split_at(length);
                let kind = match self.read_tokens(rest, line) {
                    None if rest[0].is(b'|') => self.read_places(line, rest[0].start)?,
                    kind => kind?,
                };
                // Signs of rules alone may be an underlined title.
                let is_clear = self.cells.iter().any(|cell| !b"-_*=+~:#".contains(&cell.sign));
                self.layout.name = name_of(label, line);
                let is_labelled = is_label(label, &rest[0], self.layout.is_packed, line);
                (is_clear && is_labelled && self.cells.len() != 10).then_some(kind)
            })
        })
    }

    /// Reads tokens without a label.
    fn read_tokens(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        if tokens.iter().any(Token::is_bracket) {
            return self.read_leaves(tokens, line);
        }
        let are_words = self.read_words(tokens, line);
        self.kind().filter(|_| are_words).or_else(|| self.read_fields(tokens, line).then(|| self.kind())?)
    }

    /// Reads words of one, three, nine or 81 cells, or of ascending digits that are candidates. Bars and tabs may stand anywhere
    /// between them, other separators only one at a time.
    fn read_words(&mut self, tokens: &[Token], line: &[u8]) -> bool {
        self.clear();
        let words_of_cells = || tokens.iter().filter(|token| token.is_cells());
        let mut others = tokens.iter().filter(|token| !token.is(b'|') && !token.is(b'\t'));
        let (words, mut after_separator) = (words_of_cells().count(), true);
        let is_in_place = |token: &Token| {
            let is_second = std::mem::replace(&mut after_separator, token.is_separator());
            token.is_cells() || token.is_separator() && !is_second
        };
        if !matches!(words, 1 | 3 | 9 | 10 | 27 | CELLS..) || !others.all(is_in_place) {
            return false;
        }
        // Some programs write a zero before each digit.
        let is_padded = |token: &Token| matches!(token.text(line), [b'0', b'0'..=b'9']);
        if matches!(words, 9 | CELLS) && words_of_cells().all(is_padded) {
            words_of_cells().for_each(|token| self.push(mask_of(line[token.end - 1]), b'0', token.end - 1));
            return true;
        }
        let length = |token: &Token| if token.is_one() { 1 } else { token.len() };
        let longest = words_of_cells().map(length).max().unwrap_or_default();
        self.layout.is_packed = longest > 1;
        let is_ascending = |token: &Token| {
            let word = token.text(line);
            word == b"." || word.is_sorted_by(|a, b| a < b) && word.iter().all(|d| matches!(d, b'1'..=b'9'))
        };
        let are_alike = words_of_cells().all(|token| length(token) == longest)
            && matches!((words, longest), (_, 1) | (1, ..=CELLS) | (3 | 27, 3) | (9, 9) | (2.., CELLS));
        for token in words_of_cells() {
            if are_alike {
                self.push_token(token, line);
            } else {
                let candidates = token.text(line).iter().fold(0, |mask, &digit| mask | mask_of(digit));
                self.push(candidates, line[token.start], token.start);
            }
        }
        are_alike || words_of_cells().all(is_ascending)
    }

    /// Reads fields of which each is a cell or empty. If they are not as many as a row or a grid has, two bars side by side count as
    /// one.
    fn read_fields(&mut self, tokens: &[Token], line: &[u8]) -> bool {
        let (count, separator) = most_separators(tokens);
        let mut fits = |tokens: &[Token]| count >= 8 && self.read_fields_between(separator, tokens, line);
        fits(tokens) || {
            let mut merged = tokens.to_vec();
            merged.dedup_by(|bar, last| bar.is(b'|') && last.is(b'|') && bar.start == last.end);
            fits(&merged)
        }
    }

    /// Reads fields with this separator between them.
    fn read_fields_between(&mut self, separator: u8, tokens: &[Token], line: &[u8]) -> bool {
        self.clear();
        let [first, .., last] = tokens else { return false };
        let is_separator = |token: &Token| token.is(separator);
        let is_framed = separator == b'|'
            && tokens.iter().filter(|token| is_separator(token)).count() != 8
            && is_separator(first)
            && is_separator(last);
        let mut at = usize::from(is_framed);
        for field in tokens[at..tokens.len() - at].split(is_separator) {
            match field {
                [cell] if cell.is_one() => self.push_token(cell, line),
                [] | [Token { kind: TokenKind::Empty, .. }] => {
                    // A digit would stand in the middle.
                    let start = if at == 0 { first.start } else { tokens[at - 1].end };
                    let end = tokens.get(at + field.len()).map_or(last.end.max(start), |next| next.start);
                    self.push(0, EMPTY, start + (end - start) / 2);
                }
                _ => return false,
            }
            at += field.len() + 1;
        }
        matches!(self.cells.len(), 9 | 10 | CELLS)
    }

    /// Reads the leaves of a nested array: the cells between an opening bracket and the closing one that follows it; of the first
    /// and the last leaf one bracket may stand on another line. Each has as many cells as the others. What else there is has few
    /// cells: the arguments of a function, or an index such as `int[9]`.
    fn read_leaves(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        let (mut all, mut layout, mut size, mut start) = (Vec::new(), Layout::default(), 0, 0_usize);
        for part in tokens.split(Token::is_bracket) {
            let (before, after) = (start.checked_sub(1).map(|at| tokens[at].kind), tokens.get(start + part.len()));
            start += part.len() + 1;
            let is_leaf = before != Some(TokenKind::Close) && after.is_none_or(|token| token.kind == TokenKind::Close);
            if is_leaf
                && (self.read_words(part, line) || self.read_fields(part, line))
                && matches!(self.cells.len(), 3 | 9 | CELLS..)
            {
                if size != 0 && size != self.cells.len() {
                    return None;
                }
                size = self.cells.len();
                all.append(&mut self.cells);
                layout = Layout { name: layout.name, ..self.layout };
                continue;
            }
            let cells: usize = part.iter().filter(|token| token.is_cells()).map(Token::len).sum();
            let any_digit = part.iter().any(|token| token.text(line)[0].is_ascii_digit());
            if cells >= MIN_DAMAGED_PART || before.is_none() && any_digit {
                return None;
            }
            layout.name = name_of(part, line).filter(|_| all.is_empty()).or(layout.name);
        }
        (self.cells, self.layout) = (all, layout);
        if size == 9 && self.cells.len() < CELLS { Some(LineKind::Row) } else { self.kind() }
    }

    /// Reads a line in which spaces stand where cells can be.
    fn read_places(&mut self, line: &[u8], start: usize) -> Option<LineKind> {
        self.clear();
        let push = |mask, at| self.cells.push(LineCell { mask, sign: EMPTY, at: (start + at) as u32 });
        let drawing = places::read(&line[start..], push)?;
        self.layout.is_packed = drawing.windows(2).any(|pair| pair == b"00");
        if drawing[0] != b'|' && signs_of(&self.cells) != 0 {
            self.layout.is_placed = true;
        }
        self.kind()
    }

    /// Reads words of 81 cells among anything else.
    fn read_embedded(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        self.clear();
        let is_grid = |token: &&Token| {
            let word = token.text(line);
            token.kind == TokenKind::Cells && word.len() == CELLS && word.iter().any(|byte| matches!(byte, b'1'..=b'9'))
        };
        tokens.iter().filter(is_grid).for_each(|token| self.push_token(token, line));
        self.kind().map(|_| LineKind::Grids)
    }

    /// Reads a line without spaces in which a sign that could be a blank stands after each cell, box or row: `5.3.0.`,
    /// `530-070-000`.
    fn read_with_sign_between(&mut self, line: &[u8]) -> Option<LineKind> {
        let text = line.trim_ascii_end();
        let count = |sign: u8| memchr::memchr_iter(sign, text).count();
        if text.contains(&b' ') {
            return None;
        }
        let sign = *b".-/:".iter().find(|sign| matches!(count(**sign), 2 | 8 | 9))?;
        let plain: Vec<u8> = text.iter().map(|&byte| if byte == sign { b' ' } else { byte }).collect();
        let mut tokens = Vec::new();
        tokenize(&plain, None, &mut tokens);
        self.read_tokens(&tokens, &plain)
    }
}

/// A sign that is not always a blank, if it and digits are the cells of a line, and the length of these cells: after 81 of them
/// there may be a tail.
fn other_sign(text: &[u8]) -> Option<(u8, usize)> {
    let is_separator = |byte: &u8| matches!(byte, b' ' | b'\t' | b',' | b';' | b'|' | b'"' | b'\'' | b'`');
    // Without branches: digits come at random.
    let sign = *text.iter().find(|byte| !(is_separator(byte) | byte.is_ascii_digit()))?;
    let may_be_blank = sign.is_ascii_punctuation() && !b"[](){}<>".contains(&sign) || b"oO".contains(&sign);
    if cell_from_byte(sign).is_some() || !may_be_blank || text.starts_with(b"//") {
        return None;
    }
    let text = if text.get(CELLS).is_some_and(is_separator) { &text[..CELLS] } else { text };
    let is_cell = |byte: &u8| *byte == sign || matches!(byte, b'1'..=b'9');
    let cells = text.iter().filter(|byte| is_cell(byte)).count();
    (text.iter().all(|byte| is_cell(byte) || is_separator(byte)) && (cells == 9 || cells.is_multiple_of(CELLS)))
        .then_some((sign, text.len()))
}

/// The digits among some cells.
pub(super) fn digits<'a>(cells: impl IntoIterator<Item = &'a LineCell>) -> Grid {
    let mut masks = cells.into_iter().map(|cell| cell.mask);
    Candidates::from_masks(std::array::from_fn(|_| masks.next().unwrap_or_default())).to_grid()
}

/// Whether a grid is the solution of the one above it, which has blanks.
pub(super) fn is_solution_below(grid: &Grid, above: &Grid) -> bool {
    !grid.cells().contains(&0) && above.cells().contains(&0) && grid.is_solution(above)
}

/// Whether cells are the numbers from 0 or from 1.
pub(super) fn count_up<'a>(cells: impl IntoIterator<Item = &'a LineCell>) -> bool {
    let mut numbers = cells.into_iter().map(LineCell::number);
    let Some(Some(first @ (0 | 1))) = numbers.next() else { return false };
    numbers.zip(first + 1..).all(|(number, expected)| number == Some(expected))
}
