//! Grids that sudokat cannot read as a whole: of another size, or with letters for digits. They get
//! one message, and not one for each row.
//!
//! ```text
//! 1 . . 4          four rows of four cells
//! . A . | 3 . F    six rows of six, with bars or rules
//! B . . C . . . D A    nine rows with letters for digits
//! ```

use super::error::{Fault, ParseError};
use super::lines::Line;
use super::tokens::{Token, TokenKind, tokenize};
use crate::grid::digit_from_byte;

/// How many rows and columns other Sudokus have. 21 is that of five overlapping ones.
const SIZES: [usize; 10] = [4, 6, 8, 12, 15, 16, 20, 21, 25, 36];

/// How many lines may stand between the rows of a grid, for each row.
const MAX_GAPS: usize = 3;

/// Lines at the start of a grid that may be one of another size.
#[derive(Default)]
pub(super) struct OtherGrid {
    lines: Vec<(u64, Vec<u8>)>,
    /// How many cells each row has.
    size: usize,
    rows: usize,
    /// One of the cells is a digit or a blank, or there are letters only in the place of digits.
    is_grid: bool,
}

/// What became of a line.
pub(super) enum Offer {
    /// It is kept, because it may be a part of a grid of another size.
    Kept,
    /// It is the last row of one.
    Grid(ParseError),
    /// It and the lines that were kept are no such grid.
    Other(Vec<(u64, Vec<u8>)>),
}

impl OtherGrid {
    /// Whether no line is kept.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Gives back the lines that were kept.
    pub(super) fn take(&mut self) -> Vec<(u64, Vec<u8>)> {
        std::mem::take(self).lines
    }

    /// Looks at the next line.
    pub(super) fn offer(&mut self, line: &Line<'_>) -> Offer {
        let row = OtherRow::of(line);
        let is_gap = row.is_none() && is_gap(line.text);
        let fits = match &row {
            Some(row) => self.is_empty() || row.size == self.size,
            None => is_gap && !self.is_empty() && self.lines.len() < MAX_GAPS * self.size,
        };
        if !fits {
            return Offer::Other(self.take());
        }
        self.lines.push((line.number, line.bytes.to_vec()));
        let Some(row) = row else {
            return Offer::Kept;
        };
        self.size = row.size;
        self.rows += 1;
        self.is_grid |= row.has_cell;
        if self.rows < self.size {
            return Offer::Kept;
        }
        if !self.is_grid {
            return Offer::Other(self.take());
        }
        let first = self
            .lines
            .first()
            .map_or(line.number, |(number, _)| *number);
        let fault = if self.size == 9 {
            Fault::Expected(
                "expected digits",
                "letters: replace them by 1 to 9, for example with tr A-I 1-9".into(),
            )
        } else {
            let found = format!("{}: only grids of 9 by 9 can be read", self.size);
            Fault::Expected("expected 9 cells", found.into())
        };
        *self = OtherGrid::default();
        Offer::Grid(ParseError::new(first, None, fault))
    }
}

/// A line that may be a row of a grid of another size.
struct OtherRow {
    size: usize,
    /// Whether a cell is a digit or a blank.
    has_cell: bool,
}

impl OtherRow {
    fn of(line: &Line<'_>) -> Option<OtherRow> {
        let tokens = tokenize(line.bytes);
        if has_empty_field(&tokens) {
            return None;
        }
        let mut cells: Vec<&[u8]> = Vec::new();
        for token in &tokens {
            match token.kind {
                TokenKind::Separator(_) => {}
                TokenKind::Punctuation if token.is_bracket() => {}
                TokenKind::Punctuation => return None,
                TokenKind::Cell { .. } | TokenKind::Cells | TokenKind::Word => {
                    cells.push(token.text);
                }
            }
        }
        let is_packed = matches!(cells[..], [word] if word.len() > 2) || are_boxes(&tokens);
        if is_packed {
            cells = cells.iter().flat_map(|word| word.chunks(1)).collect();
        }
        let size = cells.len();
        let has_digit = cells.iter().any(|cell| cell.iter().any(u8::is_ascii_digit));
        let is_cell = |cell: &&[u8]| digit_from_byte(cell[0]).is_some();
        let has_letter = !cells.iter().all(is_cell);
        let is_size = SIZES.contains(&size) || size == 9 && has_letter && !has_digit;
        let has_cell = cells.iter().any(is_cell);
        (is_size && cells.iter().all(|cell| is_symbol(cell))).then_some(OtherRow { size, has_cell })
    }
}

/// Whether a field between separators may be empty, so that the words are not all cells. Bars may
/// stand at both ends.
fn has_empty_field(tokens: &[Token]) -> bool {
    let is_bracket_or_end = |at: Option<usize>| {
        let token = at.and_then(|at| tokens.get(at));
        token.is_none_or(Token::is_bracket)
    };
    let mut separators = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.is_separator());
    separators.any(|(at, token)| {
        let is_doubled = tokens.get(at + 1).is_some_and(Token::is_separator);
        let is_outer = is_bracket_or_end(at.checked_sub(1)) || is_bracket_or_end(Some(at + 1));
        is_doubled || is_outer && token.text != b"|"
    })
}

/// Whether words of two to five characters, all alike, are parts of a row.
fn are_boxes(tokens: &[Token]) -> bool {
    let mut lengths = tokens
        .iter()
        .filter(|token| !token.is_separator())
        .map(|token| token.text.len());
    let first = lengths.next().unwrap_or_default();
    matches!(first, 3..=5) && lengths.clone().count() > 0 && lengths.all(|length| length == first)
}

/// Whether a word is a digit, a number up to 36, a letter or a blank.
fn is_symbol(word: &[u8]) -> bool {
    match word {
        [byte] => byte.is_ascii_uppercase() || digit_from_byte(*byte).is_some(),
        [b'1'..=b'3', second] => second.is_ascii_digit(),
        _ => false,
    }
}

/// Whether a line may stand between rows.
fn is_gap(text: &[u8]) -> bool {
    text.iter().all(|byte| b"+-=| ".contains(byte))
}
