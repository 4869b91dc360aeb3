//! A line to cells: the groups of its tokens, see [`super::groups`], or else places, a sign between
//! cells, or a single cell. Most rows are read without tokens: they look like the one before, or
//! are plain fields.

use super::kinds::{LineKind, kind_without_cells};
use super::lines::Line;
use super::places::places;
use super::tokens::{Mask, Token, TokenKind, mask_of, tokenize};
use super::words::is_code_comment;
use crate::grid::{CELLS, Grid, cell_from_byte};

/// A cell of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineCell {
    /// The digits that it can hold; 0 is a blank.
    pub(super) mask: Mask,
    /// How a blank is written: a space is an empty field, [`NULL`] a word. Of digits only
    /// [`DECIMAL`] is a sign.
    pub(super) sign: u8,
    /// Its byte in the line; [`super::rows`] turns it into a column. Both count from 0.
    pub(super) at: u32,
}

/// The sign of a word such as `null`, which goes with any other.
pub(super) const NULL: u8 = b'A';
/// The sign of a digit that is written as `5.0`.
const DECIMAL: u8 = b'd';
/// The sign of an empty field, or of a space at the place of a cell.
pub(super) const EMPTY: u8 = b' ';

/// How the cells of a line are written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layout {
    /// A space at the place of a cell is a blank, and no bars at both ends show where the line
    /// begins. All rows of a grid that have empty cells must agree in this.
    pub(super) has_open_ends: bool,
    /// Nothing separates the cells of a row, or of a box.
    pub(super) is_packed: bool,
    /// The line may not be a row: a rule if all cells are blanks, a header if they are the numbers
    /// from 0 or 1.
    pub(super) is_unsure: bool,
    /// A word stands in front of the cells, and no number: in code, a name.
    pub(super) is_named: bool,
}

/// The cells of one line. The memory is used again for the next.
#[derive(Default)]
pub(super) struct Cells {
    pub(super) cells: Vec<LineCell>,
    pub(super) layout: Layout,
    pub(super) tokens: Vec<Token>,
    last: Option<LastRow>,
}

/// How the last row was written whose cells are a byte each.
struct LastRow {
    line: Vec<u8>,
    /// For each byte the bits that are the same in each such row: none if it is a cell, and all but
    /// four if it is another digit.
    fixed: Vec<u8>,
    places: [usize; 9],
    /// A byte that is a blank at these places, besides those that always are.
    blank: u8,
    layout: Layout,
}

/// The signs for blanks among some cells, a bit for each. Two characters share a bit only if no
/// grid has both, such as `o` and `/`.
pub(super) fn signs_of(cells: &[LineCell]) -> u64 {
    // Without branches: blanks come at random.
    cells.iter().fold(0, |signs, cell| signs | if cell.mask == 0 { bit(cell.sign) } else { 0 })
}

pub(super) const fn bit(sign: u8) -> u64 {
    1 << (sign & 63)
}

impl Cells {
    /// Reads a line among rows. Most are read without tokens.
    pub(super) fn read_row(&mut self, line: &[u8]) -> LineKind {
        let is_fast = self.read_like_last(line) || self.read_plain_fields(line);
        if is_fast { LineKind::Row } else { self.read(line) }
    }

    /// Reads a line, and says what kind it is.
    pub(super) fn read(&mut self, line: &[u8]) -> LineKind {
        let Line { text, indent, .. } = Line::new(0, line);
        let mut tokens = std::mem::take(&mut self.tokens);
        tokens.clear();
        let other = other_sign(text);
        let part = other.map_or(line, |(_, length)| &line[..indent + length]);
        tokenize(part, other.map(|(sign, _)| sign), &mut tokens);
        let is_comment = other.is_none() && is_code_comment(text);
        let kind = if is_comment { None } else { self.read_tokens(&tokens, part) };
        self.tokens = tokens;
        // The first of ten cells may be the number of the row.
        let cells = &self.cells[usize::from(self.cells.len() == 10)..];
        let Some(kind) = kind.filter(|_| have_one_form(cells)) else {
            self.clear();
            return kind_without_cells(text, &self.tokens, part);
        };
        if kind == LineKind::Row {
            let is_rule = cells.iter().all(|cell| cell.mask == 0 && cell.sign == cells[0].sign)
                && b"-*_=+~:# ".contains(&cells[0].sign);
            let is_header = (indent > 0 || !self.layout.is_packed) && count_up(cells);
            self.layout.is_unsure = is_rule || is_header;
            self.learn(part);
        }
        kind
    }

    fn read_tokens(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        self.read_groups(tokens, line)
            .or_else(|| self.read_places(line))
            .or_else(|| self.read_with_sign_between(line))
            .or_else(|| self.read_single(tokens, line))
    }

    /// Remembers a row, if each of its cells is a byte.
    fn learn(&mut self, line: &[u8]) {
        let is_byte = |cell: &LineCell| {
            line.get(cell.at as usize).is_some_and(|&byte| cell.sign == byte && cell.mask == mask_of(byte))
        };
        if !self.layout.is_unsure
            && self.cells.iter().all(is_byte)
            && let Ok(cells) = <[LineCell; 9]>::try_from(&self.cells[..])
        {
            let places = cells.map(|cell| cell.at as usize);
            let mut fixed = vec![u8::MAX; line.len()];
            // The number of a row is another digit in the next.
            fixed.iter_mut().zip(line).filter(|(_, byte)| byte.is_ascii_digit()).for_each(|(fixed, _)| *fixed = 0xf0);
            places.iter().for_each(|&at| fixed[at] = 0);
            let blank = if signs_of(&cells) & bit(EMPTY) != 0 { EMPTY } else { b'0' };
            self.last = Some(LastRow { line: line.to_vec(), fixed, places, blank, layout: self.layout });
        }
    }

    /// Reads a row that has the same bytes as the last one, but for its cells.
    fn read_like_last(&mut self, line: &[u8]) -> bool {
        let Some(last) = self.last.as_ref().filter(|last| last.line.len() == line.len()) else { return false };
        let differs = |((a, b), fixed): ((&u8, &u8), &u8)| (a ^ b) & fixed;
        let is_cell = |byte: u8| cell_from_byte(byte).is_some() || byte == last.blank;
        if line.iter().zip(&last.line).zip(&last.fixed).map(differs).fold(0, |all, byte| all | byte) != 0
            || !last.places.iter().all(|&at| is_cell(line[at]))
        {
            return false;
        }
        self.cells.clear();
        let cell = |at: usize| LineCell { mask: mask_of(line[at]), sign: line[at], at: at as u32 };
        self.cells.extend(last.places.iter().map(|&at| cell(at)));
        self.layout = last.layout;
        self.is_sure()
    }

    /// Reads eight separators with a cell of one byte or nothing before and after each.
    fn read_plain_fields(&mut self, line: &[u8]) -> bool {
        let Some(separator) = line.iter().copied().find(|byte| b",;\t".contains(byte)) else { return false };
        self.clear();
        let mut is_open = true;
        for (at, &byte) in line.iter().enumerate() {
            match cell_from_byte(byte) {
                _ if byte == separator && is_open => self.push(0, EMPTY, at),
                _ if byte == separator => is_open = true,
                Some(_) if std::mem::take(&mut is_open) => self.push(mask_of(byte), byte, at),
                _ => return false,
            }
        }
        if is_open {
            self.push(0, EMPTY, line.len());
        }
        self.is_sure()
    }

    /// Whether the cells are a row that can be nothing else.
    fn is_sure(&self) -> bool {
        self.cells.len() == 9 && self.cells.iter().any(|cell| cell.mask != 0) && !count_up(&self.cells)
    }

    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.layout = Layout::default();
    }

    pub(super) fn push(&mut self, mask: Mask, sign: u8, at: usize) {
        self.cells.push(LineCell { mask, sign, at: at as u32 });
    }

    /// Adds the cells of a token.
    pub(super) fn push_token(&mut self, token: &Token, line: &[u8]) {
        match token.kind {
            TokenKind::One(mask) => self.push(mask, if mask == 0 { NULL } else { DECIMAL }, token.start),
            _ => (token.start..token.end).for_each(|at| self.push(mask_of(line[at]), line[at], at)),
        }
    }

    /// Reads a line in which spaces stand where cells can be.
    fn read_places(&mut self, line: &[u8]) -> Option<LineKind> {
        self.clear();
        let (places, is_framed) = places(line)?;
        for at in places {
            let byte = line.get(at).copied().unwrap_or(EMPTY);
            self.push(mask_of(byte), byte, at);
        }
        self.layout.is_packed = self.cells[1].at - self.cells[0].at == 1;
        self.layout.has_open_ends = !is_framed && signs_of(&self.cells) != 0;
        Some(if self.cells.len() == CELLS { LineKind::Grid } else { LineKind::Row })
    }

    /// Reads a line without spaces in which a sign that could be a blank stands after each cell,
    /// box or row: `5.3.0.`, `530-070-000`.
    fn read_with_sign_between(&mut self, line: &[u8]) -> Option<LineKind> {
        let text = line.trim_ascii_end();
        let sign = *b".-:".iter().find(|sign| matches!(memchr::memchr_iter(**sign, text).count(), 2 | 8 | 9))?;
        if text.contains(&b' ') {
            return None;
        }
        let plain: Vec<u8> = text.iter().map(|&byte| if byte == sign { b' ' } else { byte }).collect();
        let mut tokens = Vec::new();
        tokenize(&plain, None, &mut tokens);
        self.read_groups(&tokens, &plain)
    }

    /// Reads a cell that has a line of its own.
    fn read_single(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        self.clear();
        let mut others = tokens.iter().filter(|token| !token.is_separator());
        let cell = others.next().filter(|cell| cell.count() == 1 && others.next().is_none())?;
        self.push_token(cell, line);
        Some(LineKind::Cell)
    }
}

/// A sign that is not always a blank, if it and digits are the cells of a line, and the length of
/// these cells: after 81 of them there may be a tail.
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
    let digit = |mask: Mask| if mask & mask.wrapping_sub(1) == 0 { Mask::BITS - mask.leading_zeros() } else { 0 };
    let mut grid = [0; CELLS];
    cells.into_iter().take(CELLS).enumerate().for_each(|(at, cell)| grid[at] = digit(cell.mask) as u8);
    Grid::from_cells(grid).unwrap_or(Grid::EMPTY)
}

/// Whether all digits are written as `5.0`, or none.
fn have_one_form(cells: &[LineCell]) -> bool {
    // Without branches: blanks come at random.
    let decimals = cells.iter().filter(|cell| cell.sign == DECIMAL).count();
    decimals == 0 || decimals == cells.iter().filter(|cell| cell.mask != 0).count()
}

/// Whether cells are the numbers from 0 or from 1.
pub(super) fn count_up<'a>(cells: impl IntoIterator<Item = &'a LineCell>) -> bool {
    let number = |cell: &LineCell| match (cell.mask, cell.sign) {
        (0, b'0') => Some(0),
        (mask, _) => mask.checked_ilog2().map(|d| d + 1),
    };
    let mut numbers = cells.into_iter().map(number);
    let Some(Some(first @ (0 | 1))) = numbers.next() else { return false };
    numbers.zip(first + 1..).all(|(number, expected)| number == Some(expected))
}
