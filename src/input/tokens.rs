//! A line to tokens: the words that may be cells, and what stands between them.
//!
//! ```text
//! int g[9][9] = {{5, 3, 0,      Word, Word, Sign, Cells, Sign, ..., Sign, Sign, Cells, Separator, Cells, ...
//! | 5 | null | 12 |             Separator, Cells, Separator, One, Separator, Cells, Separator
//! ```
//!
//! Spaces, quotes and the escapes of line ends only end words. A tab is a token, because it may
//! mark a field.

use super::words::{NULLS, is_one_of};
use crate::grid::cell_from_byte;

/// A cell: the digits it can hold, digit d being bit d - 1; 0 is a blank.
pub(super) type Mask = u16;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Characters that are cells, side by side.
    Cells,
    /// Several characters that are one cell: `null`, or `5.0` as a spreadsheet writes it.
    One(Mask),
    /// A sign that separates fields.
    Separator(u8),
    /// A bracket, or a sign that separates a label from what it names.
    Sign(u8),
    /// Anything else that is not white space.
    Word,
}

/// A token, and where it is in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token {
    pub(super) fn text<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        &line[self.start..self.end]
    }

    /// How many cells it is.
    pub(super) fn count(&self) -> usize {
        match self.kind {
            TokenKind::Cells => self.end - self.start,
            TokenKind::One(_) => 1,
            _ => 0,
        }
    }

    pub(super) fn is(&self, separator: u8) -> bool {
        self.kind == TokenKind::Separator(separator)
    }

    pub(super) fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }

    pub(super) fn is_separator(&self) -> bool {
        matches!(self.kind, TokenKind::Separator(_))
    }

    pub(super) fn is_sign(&self) -> bool {
        matches!(self.kind, TokenKind::Sign(_))
    }

    pub(super) fn is_bracket(&self) -> bool {
        matches!(self.kind, TokenKind::Sign(b'[' | b']' | b'(' | b')' | b'{' | b'}'))
    }

    /// Whether it can stand among the cells of a row: it is cells or a separator.
    pub(super) fn is_field(&self) -> bool {
        !self.is_word() && !self.is_sign()
    }
}

/// Appends the tokens of a line. `sign` is one more character that is a blank.
pub(super) fn tokenize(line: &[u8], sign: Option<u8>, tokens: &mut Vec<Token>) {
    let mut start = 0;
    while start < line.len() {
        let (kind, length) = next_token(&line[start..], sign);
        let end = start + length;
        tokens.extend(kind.map(|kind| Token { kind, start, end }));
        start = end;
    }
}

/// The token at the start of a text, or `None` for what is skipped, and its length.
fn next_token(text: &[u8], sign: Option<u8>) -> (Option<TokenKind>, usize) {
    let ends_word = |byte: u8| {
        let is_sign = matches!(byte, b'"' | b'&'..=b')' | b',' | b'/' | b':'..=b'>' | b'['..=b']' | b'`' | b'{'..=b'}');
        (is_sign || byte == b' ' || byte == b'\t') && Some(byte) != sign
    };
    let first = text[0];
    let is_cell = |byte: &u8| cell_from_byte(*byte).is_some() || Some(*byte) == sign;
    // Most tokens are single cells.
    if is_cell(&first) && text.get(1).is_none_or(|&byte| ends_word(byte)) {
        return (Some(TokenKind::Cells), 1);
    }
    let cells = text.iter().take_while(|byte| is_cell(byte)).count();
    let others = text[cells..].iter().take_while(|byte| !ends_word(**byte)).count();
    if cells + others > 0 {
        return (Some(kind_of(&text[..cells + others], others == 0)), cells + others);
    }
    match first {
        b' ' | b'"' | b'\'' | b'`' => (None, 1),
        // The escape of a line end.
        b'\\' if matches!(text.get(1), Some(b'n' | b'r' | b't')) => (None, 2),
        b'/' | b'&' | b'|' | b'\t' | b';' | b',' => (Some(TokenKind::Separator(first)), 1),
        _ => (Some(TokenKind::Sign(first)), 1),
    }
}

fn kind_of(word: &[u8], are_cells: bool) -> TokenKind {
    // Programs that do not know integers write 5., 5.0 and 5.0e+00. Seven zeros could be cells.
    let are_zeros = |decimals: &[u8]| {
        let zeros = decimals.strip_suffix(b"e+00").unwrap_or(decimals);
        zeros.iter().all(|byte| *byte == b'0') && (zeros.len() <= 6 || zeros.len() < decimals.len())
    };
    match word {
        [d @ b'0'..=b'9', b'.', decimals @ ..] if are_zeros(decimals) => TokenKind::One(mask_of(*d)),
        b"-1" => TokenKind::One(0),
        _ if are_cells => TokenKind::Cells,
        _ if is_one_of(word, NULLS) => TokenKind::One(0),
        _ => TokenKind::Word,
    }
}

/// The cell that a character is: the mask of a digit, or 0 for a blank.
pub(super) fn mask_of(byte: u8) -> Mask {
    if matches!(byte, b'1'..=b'9') { 1 << (byte - b'1') } else { 0 }
}
