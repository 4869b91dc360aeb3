//! Reads a line as cells: at fixed places, in groups of tokens (see [`super::groups`]), or a single
//! one. Plain fields, and rows like an earlier one, are read without tokens.

use super::kinds::{LineKind, kind_without_cells};
use super::lines::Line;
use super::tokens::{DECIMAL_SYMBOL, Mask, NULL_SYMBOL, Token, TokenKind, mask_of, separates_words, tokenize};
use super::words::is_code_comment;
use crate::grid::{CELLS, Grid, digit_from_byte};

/// A cell of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineCell {
    /// The digits that it can hold; 0 is a blank.
    pub(super) mask: Mask,
    /// The byte that it is written as, or one of the symbols below.
    pub(super) symbol: u8,
    /// Its byte in the line, which [`super::rows`] turns into a column. Both count from 0.
    pub(super) offset: u32,
}

/// The symbols of an empty field, and of one in a row with bars at both ends that separate nothing.
pub(super) const EMPTY_SYMBOL: u8 = b'E';
pub(super) const FRAMED_EMPTY_SYMBOL: u8 = b'F';
pub(super) const EMPTY_SYMBOLS: u64 = bit_of(EMPTY_SYMBOL) | bit_of(FRAMED_EMPTY_SYMBOL);

/// A row as a pattern for lines that differ from it only in their cells and in the digits of a label
/// before them.
#[derive(Default)]
struct Pattern {
    /// The line, with a NUL for each cell; empty if there is no pattern.
    line: Vec<u8>,
    /// The bytes at which the cells are.
    offsets: [u32; 9],
    /// The symbol of all its blanks, or a digit.
    blank: u8,
}

/// Reads the cells of one line at a time, and reuses the memory.
#[derive(Default)]
pub(super) struct CellReader {
    /// Learned from the last row that could be one.
    pattern: Pattern,
    pub(super) cells: Vec<LineCell>,
}

/// Whether nothing separates the first two cells.
pub(super) fn are_packed(cells: &[LineCell]) -> bool {
    let [first, second, ..] = cells else { return false };
    first.offset + 1 == second.offset && blank_symbols(&[*first, *second]) & EMPTY_SYMBOLS == 0
}

/// The symbols for blanks among some cells, a bit for each. Two characters share a bit only if no
/// grid has both.
pub(super) fn blank_symbols(cells: &[LineCell]) -> u64 {
    // Without branches: blanks come at random.
    cells.iter().fold(0, |symbols, cell| symbols | if cell.mask == 0 { bit_of(cell.symbol) } else { 0 })
}

pub(super) const fn bit_of(symbol: u8) -> u64 {
    1 << (symbol & 63)
}

/// Whether some rules are drawn with this symbol for blanks.
pub(super) fn can_draw_rules(blank: u8) -> bool {
    !matches!(blank, b'0' | b'.' | b'?' | b'x' | b'X' | NULL_SYMBOL)
}

/// Whether cells may be a rule: all are blanks of one symbol.
fn may_be_rule(cells: &[LineCell]) -> bool {
    can_draw_rules(cells[0].symbol) && cells.iter().all(|cell| cell.mask == 0 && cell.symbol == cells[0].symbol)
}

/// Whether the nine or ten cells of a line might be a rule instead of a row, or a header because they
/// are the numbers from 0 or 1. The first of ten may be the number of the row.
pub(super) fn is_ambiguous(cells: &[LineCell]) -> bool {
    let cells = &cells[usize::from(cells.len() == 10)..];
    may_be_rule(cells) || is_numbering(cells) && (cells[0].offset > 0 || !are_packed(cells))
}

impl CellReader {
    /// Reads a line, and says what kind it is. `is_below_fixed_width`: a row with a place for each
    /// cell is right above it.
    pub(super) fn read(&mut self, line: &[u8], is_below_fixed_width: bool) -> LineKind {
        if self.read_similar(line, is_below_fixed_width).is_some() {
            return LineKind::Row;
        }
        let simple = self.read_plain_fields(line).or_else(|| self.read_fixed_width(line, is_below_fixed_width));
        let kind = simple.unwrap_or_else(|| {
            let tokens = tokenize(line);
            self.read_tokens(&tokens, line).unwrap_or_else(|| kind_without_cells(&tokens, line))
        });
        if kind == LineKind::Row {
            self.learn(line);
        }
        if kind == LineKind::Grid && may_be_rule(&self.cells) { LineKind::Rule } else { kind }
    }

    /// Reads the line at the start of a text if it has the pattern of an earlier one. Returns its
    /// length.
    pub(super) fn read_similar(&mut self, text: &[u8], is_below_fixed_width: bool) -> Option<usize> {
        let Pattern { line: pattern, offsets, blank } = &self.pattern;
        let (line, after) = text.split_at_checked(pattern.len())?;
        // If spaces are blanks, a number that is aligned to the right may be a row only below rows with
        // spaces, and an empty line may be none.
        let may_be_other = || line.trim_ascii().is_empty() || !is_below_fixed_width && is_number(line);
        if pattern.is_empty()
            || !matches!(after, [] | [b'\n', ..])
            || !fits(line, pattern, *blank)
            || *blank == b' ' && may_be_other()
        {
            return None;
        }
        self.cells.clear();
        self.cells.extend(offsets.map(|offset| {
            let symbol = line[offset as usize];
            LineCell { mask: mask_of(symbol), symbol, offset }
        }));
        Some(line.len())
    }

    /// Makes a row the pattern, if other cells in their place could mean nothing else.
    fn learn(&mut self, line: &[u8]) {
        let Ok(cells) = <&[LineCell; 9]>::try_from(&self.cells[..]) else { return };
        // The symbols of words and of empty fields are other bytes.
        if !cells.iter().all(|cell| line.get(cell.offset as usize) == Some(&cell.symbol)) {
            return;
        }
        let Pattern { line: pattern, offsets, blank } = &mut self.pattern;
        *offsets = cells.map(|cell| cell.offset);
        *blank = cells.iter().find(|cell| cell.mask == 0).map_or(b'1', |cell| cell.symbol);
        line.clone_into(pattern);
        offsets.iter().for_each(|offset| pattern[*offset as usize] = 0);
        let (label, row) = pattern.split_at(offsets[0] as usize);
        let boundaries: &[u8] = if *blank == b' ' { b"\0 |" } else { b"\0 \t,;|[](){}\"'" };
        let is_boundary = |byte: &u8| boundaries.contains(byte);
        let is_label = |byte: &u8| is_boundary(byte) || byte.is_ascii_digit() || *byte == b':';
        // An empty field may be between two bars.
        let has_empty = || line.windows(2).any(|pair| pair == b"||");
        if !label.iter().all(is_label) || !row.iter().all(is_boundary) || has_empty() {
            pattern.clear();
        }
    }

    /// Reads nine or 81 fields of at most one byte, with the same separator between them.
    fn read_plain_fields(&mut self, line: &[u8]) -> Option<LineKind> {
        self.cells.clear();
        let separator = *line.iter().take(2).find(|byte| b",;\t".contains(byte))?;
        let mut at = 0;
        for field in line.split(|byte| *byte == separator) {
            match field {
                [] => self.push(0, EMPTY_SYMBOL, at),
                [byte] if digit_from_byte(*byte).is_some() => self.push(mask_of(*byte), *byte, at),
                _ => return None,
            }
            at += field.len() + 1;
        }
        match self.cells.len() {
            9 => Some(LineKind::Row),
            CELLS => Some(LineKind::Grid),
            _ => None,
        }
    }

    /// Reads the tokens of a line.
    fn read_tokens(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        let text = Line::new(0, line).text;
        if !tokens.iter().all(Token::can_be_in_row)
            && let Some(blank) = find_unusual_blank(text)
        {
            let kind = self.read_replaced(line, blank, b'.');
            self.cells.iter_mut().filter(|cell| cell.symbol == b'.').for_each(|cell| cell.symbol = blank);
            return kind;
        }
        // A colon without a label may mark a blank.
        if is_code_comment(text) || text.starts_with(b":") {
            return None;
        }
        let kind = self.read_groups(tokens, line);
        // Dots may separate nine rows or cells.
        let lengths = || line.split(|byte| *byte == b'.').map(<[u8]>::len);
        let are_dots_separators = || lengths().count() == 9 && lengths().all(|length| matches!(length, 1 | 9 | 17));
        let kind = if kind.is_none() && are_dots_separators() { self.read_replaced(line, b'.', b' ') } else { kind };
        kind.filter(|_| self.agree_on_decimals())
    }

    /// Reads a line with another byte for one of its bytes.
    fn read_replaced(&mut self, line: &[u8], byte: u8, other: u8) -> Option<LineKind> {
        let line: Vec<u8> = line.iter().map(|&found| if found == byte { other } else { found }).collect();
        self.read_tokens(&tokenize(&line), &line)
    }

    pub(super) fn push(&mut self, mask: Mask, symbol: u8, at: usize) {
        self.cells.push(LineCell { mask, symbol, offset: at as u32 });
    }

    /// Adds the cells of a token.
    pub(super) fn push_token(&mut self, token: &Token) {
        match token.kind {
            TokenKind::Cell { mask, symbol } => self.push(mask, symbol, token.start),
            _ => (token.start..).zip(token.text).for_each(|(at, &byte)| self.push(mask_of(byte), byte, at)),
        }
    }

    /// Whether all digits or none are written as `5.0`.
    fn agree_on_decimals(&self) -> bool {
        // The first of ten cells may be the number of the row.
        let cells = &self.cells[usize::from(self.cells.len() == 10)..];
        let is_decimal = |cell: &LineCell| cell.symbol == DECIMAL_SYMBOL;
        !cells.iter().any(is_decimal) || cells.iter().filter(|cell| cell.mask != 0).all(is_decimal)
    }
}

/// Whether a text differs from a pattern only in its cells, and in the digits of a label.
pub(super) fn fits(text: &[u8], pattern: &[u8], blank: u8) -> bool {
    // Without branches, so that it compiles to vector instructions.
    let is_cell = |byte: u8| matches!(byte, b'1'..=b'9') | (byte == blank);
    let fits = |(&byte, &known): (&u8, &u8)| {
        let is_label = known.is_ascii_digit() & byte.is_ascii_digit();
        if known == 0 { is_cell(byte) } else { (byte == known) | is_label }
    };
    text.iter().zip(pattern).fold(true, |all, pair| all & fits(pair))
}

/// Whether a line is a number that is aligned to the right.
pub(super) fn is_number(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// If a text is nine or 81 cells, which are digits and one symbol that is not always a blank: that
/// symbol.
fn find_unusual_blank(text: &[u8]) -> Option<u8> {
    // A tail may follow 81 cells.
    let text = if text.get(CELLS).is_some_and(separates_words) { &text[..CELLS] } else { text };
    let cells = || text.iter().filter(|byte| !separates_words(byte));
    let may_be_blank = |symbol: &&u8| {
        symbol.is_ascii_punctuation() && digit_from_byte(**symbol).is_none() && !b"[](){}<>/".contains(symbol)
    };
    let symbol = *cells().find(|byte| !byte.is_ascii_digit()).filter(may_be_blank)?;
    let count = cells().count();
    let is_plain = cells().all(|byte| *byte == symbol || matches!(byte, b'1'..=b'9'));
    (is_plain && (count == 9 || count.is_multiple_of(CELLS))).then_some(symbol)
}

/// The grid of the digits among the cells of nine rows.
pub(super) fn grid_of_digits<'a>(rows: impl IntoIterator<Item = &'a [LineCell; 9]>) -> Grid {
    let mut grid = [0; CELLS];
    for (digits, cells) in grid.as_chunks_mut().0.iter_mut().zip(rows) {
        // Without branches: blanks come at random.
        *digits = cells.map(|cell| u8::from(cell.mask.is_power_of_two()) * (cell.mask.trailing_zeros() as u8 + 1));
    }
    Grid::from_cells(grid).unwrap_or(Grid::EMPTY)
}

/// Whether cells are the numbers from 0 or from 1.
pub(super) fn is_numbering<'a>(cells: impl IntoIterator<Item = &'a LineCell>) -> bool {
    // Bit d stands for the digit d.
    let mut bits = cells.into_iter().map(|cell| if cell.symbol == b'0' { 1 } else { cell.mask << 1 });
    let first = bits.next().unwrap_or_default();
    matches!(first, 1 | 2) && bits.zip(1..).all(|(bit, place)| bit == first << place)
}
