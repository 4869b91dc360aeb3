//! A line to cells: the groups of its tokens, see [`super::groups`], or else places, a sign between
//! cells, or a single cell. Most rows are nine characters with little between them and are read
//! without tokens.

use super::kinds::{LineKind, kind_without_cells};
use super::lines::Line;
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
    /// Reads a line, and says what kind it is. Most are read without tokens.
    pub(super) fn read(&mut self, line: &[u8]) -> LineKind {
        self.tokens.clear();
        let Line { text, indent, .. } = Line::new(0, line);
        let kind = self.read_places(line).or_else(|| self.read_tokens(line, text, indent));
        // The first of ten cells may be the number of the row.
        let cells = &self.cells[usize::from(self.cells.len() == 10)..];
        let Some(kind) = kind.filter(|_| have_one_form(cells)) else {
            self.clear();
            return kind_without_cells(text, &self.tokens, line);
        };
        if kind == LineKind::Row {
            let is_rule = cells.iter().all(|cell| cell.mask == 0 && cell.sign == cells[0].sign)
                && b"-*_=+~:# ".contains(&cells[0].sign);
            let is_header = (indent > 0 || !self.layout.is_packed) && count_up(cells);
            self.layout.is_unsure = is_rule || is_header;
        }
        kind
    }

    /// Cuts a line, whose text starts at `indent`, into tokens and reads those.
    fn read_tokens(&mut self, line: &[u8], text: &[u8], indent: usize) -> Option<LineKind> {
        tokenize(line, None, &mut self.tokens);
        let is_plain = |token: &Token| token.is_field() && !token.is(b'/') && !token.is(b'&');
        if !self.tokens.iter().all(is_plain) {
            if let Some((sign, length)) = other_sign(text) {
                self.tokens.clear();
                tokenize(&line[..indent + length], Some(sign), &mut self.tokens);
            } else if is_code_comment(text) {
                return None;
            }
        }
        let tokens = std::mem::take(&mut self.tokens);
        let kind = self
            .read_groups(&tokens, line)
            .or_else(|| self.read_with_sign_between(line))
            .or_else(|| self.read_single(&tokens, line));
        self.tokens = tokens;
        kind
    }

    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.layout = Layout::default();
    }

    pub(super) fn push(&mut self, mask: Mask, sign: u8, at: usize) {
        self.cells.push(LineCell { mask, sign, at: at as u32 });
    }

    /// Adds the cells of a token. A separator stands for an empty field.
    pub(super) fn push_token(&mut self, token: &Token, line: &[u8]) {
        match token.kind {
            TokenKind::One(mask) => self.push(mask, if mask == 0 { NULL } else { DECIMAL }, token.start),
            TokenKind::Separator(_) => self.push(0, EMPTY, token.start),
            _ => (token.start..token.end).for_each(|at| self.push(mask_of(line[at]), line[at], at)),
        }
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
    let (mut grid, mut at) = ([0; CELLS], 0);
    // An inner loop is faster: some cells are those of rows.
    cells.into_iter().for_each(|cell| {
        if at < CELLS && cell.mask.is_power_of_two() {
            grid[at] = cell.mask.trailing_zeros() as u8 + 1;
        }
        at += 1;
    });
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
