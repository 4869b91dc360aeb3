//! Reads a line as cells: at fixed places, in groups of tokens (see [`super::groups`]), or a single
//! one. Plain fields, and rows like an earlier one, are read without tokens.

use memchr::{memchr_iter, memrchr};

use super::kinds::{LineKind, kind_without_cells};
use super::tokens::{Mask, NULL_SYMBOL, Token, TokenKind, mask_of, separates_words, tokenize};
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

/// Reads the cells of one line at a time, and reuses the memory.
#[derive(Default)]
pub(super) struct CellReader {
    /// The last row that could be a pattern for others, with a NUL for each of its nine cells.
    pattern: Vec<u8>,
    /// The places of these cells.
    places: [u32; 9],
    /// The symbol of all blanks of that row, or a digit.
    blank: u8,
    pub(super) cells: Vec<LineCell>,
}

/// Whether nothing separates the first two cells.
pub(super) fn are_packed(cells: &[LineCell]) -> bool {
    let [first, second, ..] = cells else {
        return false;
    };
    first.offset + 1 == second.offset && blank_symbols(&[*first, *second]) & EMPTY_SYMBOLS == 0
}

/// The symbols for blanks among some cells, a bit for each. Two characters share a bit only if no
/// grid has both.
pub(super) fn blank_symbols(cells: &[LineCell]) -> u64 {
    // Without branches: blanks come at random.
    cells.iter().fold(0, |symbols, cell| {
        symbols
            | if cell.mask == 0 {
                bit_of(cell.symbol)
            } else {
                0
            }
    })
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
    can_draw_rules(cells[0].symbol)
        && cells
            .iter()
            .all(|cell| cell.mask == 0 && cell.symbol == cells[0].symbol)
}

/// Whether the nine or ten cells of a line might be a rule instead of a row, or a header because
/// they are the numbers from 0 or 1. The first of ten may be the number of the row.
pub(super) fn is_ambiguous(cells: &[LineCell]) -> bool {
    let cells = &cells[usize::from(cells.len() == 10)..];
    may_be_rule(cells) || is_numbering(cells) && (cells[0].offset > 0 || !are_packed(cells))
}

/// Lines in which a space at the place of a cell is a blank: the patterns without what is outside
/// of their boxes, and where the first bar is. NUL stands for a cell.
///
/// ```text
/// |53 | 7 |   |                bars show where the boxes are: each is 3, 5, 7 or 9 wide
/// | 53  |  7  |     |
/// |5 3  |  7  |     |
/// | 5 3   |   7   |       |
/// | 5  3    |    7    |         |
/// 5 3   |   7   |              without bars at the ends, all spaces must be there
/// 53  7                        nine places, or 81
/// 5 3     7                    nine places with a space between them
/// ```
const PLACES: [(usize, &[u8]); 8] = [
    (0, &[0; 9]),
    (0, &[0; CELLS]),
    (0, b"\0 \0 \0 \0 \0 \0 \0 \0 \0"),
    (3, b"\0\0\0|\0\0\0|\0\0\0"),
    (5, b"\0 \0 \0|\0 \0 \0|\0 \0 \0"),
    (4, b"\0\0\0 | \0\0\0 | \0\0\0"),
    (6, b"\0 \0 \0 | \0 \0 \0 | \0 \0 \0"),
    (8, b"\0  \0  \0 | \0  \0  \0 | \0  \0  \0"),
];

impl CellReader {
    /// Reads a line, and says what kind it is. `is_below_fixed_width`: a row with a place for each
    /// cell is right above it.
    pub(super) fn read(&mut self, line: &[u8], is_below_fixed_width: bool) -> LineKind {
        if (self.blank != b' ' || is_below_fixed_width) && self.read_similar(line) {
            return LineKind::Row;
        }
        let simple = self
            .read_plain_fields(line)
            .or_else(|| self.read_fixed_width(line, is_below_fixed_width));
        let kind = simple.unwrap_or_else(|| {
            let tokens = tokenize(line);
            let kind = self
                .read_unusual_blanks(&tokens, line)
                .or_else(|| self.read_groups(&tokens, line));
            // Dots may separate nine rows.
            if kind.is_none()
                && line
                    .split(|byte| *byte == b'.')
                    .map(<[u8]>::len)
                    .eq([17; 9])
            {
                let rows: Vec<u8> = line
                    .iter()
                    .map(|&byte| if byte == b'.' { b',' } else { byte })
                    .collect();
                return self.read(&rows, is_below_fixed_width);
            }
            kind.unwrap_or_else(|| kind_without_cells(&tokens, line))
        });
        if kind == LineKind::Row {
            self.learn(line);
        }
        if kind == LineKind::Grid && may_be_rule(&self.cells) {
            LineKind::Rule
        } else {
            kind
        }
    }

    /// Reads a line that differs from the pattern only in its cells and in the digits of a label.
    fn read_similar(&mut self, line: &[u8]) -> bool {
        // Without branches, so that it compiles to vector instructions.
        let is_cell = |byte: u8| matches!(byte, b'1'..=b'9') | (byte == self.blank);
        let fits = |(&byte, &known): (&u8, &u8)| match known {
            0 => is_cell(byte),
            _ => (byte == known) | known.is_ascii_digit() & byte.is_ascii_digit(),
        };
        let has_length = line.len() == self.pattern.len() && !line.is_empty();
        if !has_length
            || !line
                .iter()
                .zip(&self.pattern)
                .fold(true, |all, pair| all & fits(pair))
        {
            return false;
        }
        let cell = |offset| LineCell {
            mask: mask_of(line[offset as usize]),
            symbol: line[offset as usize],
            offset,
        };
        self.cells.clear();
        self.cells.extend(self.places.map(cell));
        true
    }

    /// Makes a row the pattern, if other cells in their place could mean nothing else.
    fn learn(&mut self, line: &[u8]) {
        let Ok(cells) = <&[LineCell; 9]>::try_from(&self.cells[..]) else {
            return;
        };
        if cells
            .iter()
            .any(|cell| line.get(cell.offset as usize) != Some(&cell.symbol))
        {
            return;
        }
        self.places = cells.map(|cell| cell.offset);
        self.blank = cells
            .iter()
            .find(|cell| cell.mask == 0)
            .map_or(b'1', |cell| cell.symbol);
        line.clone_into(&mut self.pattern);
        self.places
            .iter()
            .for_each(|place| self.pattern[*place as usize] = 0);
        let (label, row) = self.pattern.split_at(self.places[0] as usize);
        let boundaries: &[u8] = if self.blank == b' ' {
            b"\0 |"
        } else {
            b"\0 \t,;|[](){}\"'"
        };
        let is_boundary = |byte: &u8| boundaries.contains(byte);
        let is_label = |byte: &u8| is_boundary(byte) || byte.is_ascii_digit() || *byte == b':';
        // An empty field may be between two bars.
        let has_empty = line.windows(2).any(|pair| pair == b"||");
        if !label.iter().all(is_label) || !row.iter().all(is_boundary) || has_empty {
            self.pattern.clear();
        }
    }

    /// Reads a line that has spaces where cells can be.
    fn read_fixed_width(&mut self, line: &[u8], is_below_fixed_width: bool) -> Option<LineKind> {
        // The line can be a string in code.
        let quoted = line.trim_ascii_start().strip_prefix(b"\"");
        let string =
            quoted.and_then(|rest| Some((line.len() - rest.len(), &rest[..memrchr(b'"', rest)?])));
        let (indent, line) = string.unwrap_or((0, line));
        let is_place = |byte: &u8| matches!(byte, b' ' | b'1'..=b'9');
        let mut bars = [0; 5];
        let found = bars
            .iter_mut()
            .zip(memchr_iter(b'|', line))
            .map(|(bar, at)| *bar = at)
            .count();
        let are_even = |width| {
            bars[..found]
                .windows(2)
                .all(|pair| pair[1] - pair[0] == width)
        };
        let bar = match bars[..found] {
            // A number that is aligned to the right is not a row, unless other rows have places.
            _ if !is_below_fixed_width
                && line.trim_ascii_start().iter().all(u8::is_ascii_digit) =>
            {
                return None;
            }
            [] if matches!(line.len(), 9 | 17 | 18 | CELLS) => 0,
            [a, b] | [a, b, _] | [_, a, b, _]
                if matches!(b - a, 4 | 6 | 8 | 10) && are_even(b - a) =>
            {
                a
            }
            _ => return None,
        };
        PLACES.iter().find_map(|(first_bar, pattern)| {
            let start = bar.checked_sub(*first_bar)?;
            let (row, after) = line[start..].split_at_checked(pattern.len())?;
            let is_outside = matches!(line[..start].trim_ascii_end(), [] | [.., b'|'])
                && (matches!(after, [] | b" ") || after.trim_ascii_start().starts_with(b"|"));
            let fits = |(byte, known): (&u8, &u8)| byte == known || *known == 0 && is_place(byte);
            (is_outside && row.iter().zip(*pattern).all(fits)).then(|| {
                self.cells.clear();
                let places = (start..).zip(*pattern).filter(|(_, known)| **known == 0);
                places.for_each(|(at, _)| self.push(mask_of(line[at]), line[at], indent + at));
                if self.cells.len() == CELLS {
                    LineKind::Grid
                } else {
                    LineKind::Row
                }
            })
        })
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

    /// Reads digits and blanks if all blanks are the same symbol, one that means something else
    /// elsewhere.
    fn read_unusual_blanks(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineKind> {
        // A tail may follow 81 cells.
        let line = if line.get(CELLS).is_some_and(separates_words) {
            &line[..CELLS]
        } else {
            line
        };
        let is_digit = |byte: &u8| matches!(byte, b'1'..=b'9');
        let is_usual = |byte: &u8| digit_from_byte(*byte).is_some() || b"[](){}<>".contains(byte);
        let odd = tokens
            .iter()
            .find(|token| matches!(token.kind, TokenKind::Word | TokenKind::Punctuation))?;
        let blank = *odd.text.iter().find(|byte| !is_digit(byte))?;
        let is_plain = |byte: &u8| *byte == blank || is_digit(byte) || separates_words(byte);
        if is_usual(&blank) || !blank.is_ascii_punctuation() || !line.iter().all(is_plain) {
            return None;
        }
        let usual: Vec<u8> = line
            .iter()
            .map(|&byte| if byte == blank { b'_' } else { byte })
            .collect();
        let kind = self.read_groups(&tokenize(&usual), &usual);
        self.cells
            .iter_mut()
            .filter(|cell| cell.symbol == b'_')
            .for_each(|cell| cell.symbol = blank);
        kind
    }

    pub(super) fn push(&mut self, mask: Mask, symbol: u8, at: usize) {
        self.cells.push(LineCell {
            mask,
            symbol,
            offset: at as u32,
        });
    }

    /// Adds the cells of a token.
    pub(super) fn push_token(&mut self, token: &Token) {
        match token.kind {
            TokenKind::Cell { mask, symbol } => self.push(mask, symbol, token.start),
            _ => (token.start..)
                .zip(token.text)
                .for_each(|(at, &byte)| self.push(mask_of(byte), byte, at)),
        }
    }
}

/// The grid of the digits among the cells of nine rows.
pub(super) fn grid_of_digits<'a>(rows: impl IntoIterator<Item = &'a [LineCell; 9]>) -> Grid {
    let mut grid = [0; CELLS];
    for (digits, cells) in grid.as_chunks_mut().0.iter_mut().zip(rows) {
        // Without branches: blanks come at random.
        *digits = cells.map(|cell| {
            u8::from(cell.mask.is_power_of_two()) * (cell.mask.trailing_zeros() as u8 + 1)
        });
    }
    Grid::from_cells(grid).unwrap_or(Grid::EMPTY)
}

/// Whether cells are the numbers from 0 or from 1.
pub(super) fn is_numbering<'a>(cells: impl IntoIterator<Item = &'a LineCell>) -> bool {
    // Bit d stands for the digit d.
    let mut bits = cells.into_iter().map(|cell| {
        if cell.symbol == b'0' {
            1
        } else {
            cell.mask << 1
        }
    });
    let first = bits.next().unwrap_or_default();
    matches!(first, 1 | 2) && bits.zip(1..).all(|(bit, place)| bit == first << place)
}
