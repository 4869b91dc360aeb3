//! A line to tokens: the words that may be cells, and what separates them.
//!
//! ```text
//! int g[9][9] = {{5, 3, 0,     Text, Text, Punctuation, Cell, Punctuation, .., Cell, Separator, ..
//! | 5 | null | 12 |            Separator, Cell, Separator, Cell, Separator, Cells, Separator
//! ```
//!
//! A *word* is a run of characters that are neither separators nor punctuation: cells or text.
//! Spaces, quotes and the escapes of white space, such as `\n`, only end words. A tab is a token,
//! because it may end a field.

use crate::grid::digit_from_byte;
use crate::input::cells::{LineCell, Mask, Symbol, mask_of};
use crate::input::words::is_null;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) enum TokenKind {
    /// One cell: a character, or a word such as `null`, `5.0` or `Some(5)`.
    Cell { mask: Mask, symbol: Symbol },
    /// Several characters that are cells, side by side.
    Cells,
    /// A character that separates fields.
    Separator(u8),
    /// One character: a bracket, or what is between a label and the thing that it names.
    Punctuation,
    /// Any other word: it is not cells.
    Text,
}

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct Token<'a> {
    pub(in crate::input) kind: TokenKind,
    pub(in crate::input) bytes: &'a [u8],
    /// The position of its first byte in the line.
    pub(in crate::input) start: usize,
}

impl Token<'_> {
    /// How many cells it is.
    pub(in crate::input) fn cell_count(&self) -> usize {
        match self.kind {
            TokenKind::Cell { .. } => 1,
            TokenKind::Cells => self.bytes.len(),
            _ => 0,
        }
    }

    /// Adds its cells.
    pub(in crate::input) fn push_cells(&self, cells: &mut Vec<LineCell>) {
        if let TokenKind::Cell { mask, symbol } = self.kind {
            let offset = self.start as u32;
            return cells.push(LineCell {
                mask,
                symbol,
                offset,
            });
        }
        for (character, at) in self.bytes.iter().zip(self.start..) {
            cells.push(LineCell::new(*character, at));
        }
    }

    pub(super) fn is_text(&self) -> bool {
        self.kind == TokenKind::Text
    }

    pub(super) fn is_bar(&self) -> bool {
        self.kind == TokenKind::Separator(b'|')
    }

    pub(super) fn is_tab(&self) -> bool {
        self.kind == TokenKind::Separator(b'\t')
    }

    pub(in crate::input) fn is_separator(&self) -> bool {
        matches!(self.kind, TokenKind::Separator(_))
    }

    pub(in crate::input) fn is_bracket(&self) -> bool {
        matches!(self.bytes, b"[" | b"]" | b"(" | b")" | b"{" | b"}")
    }
}

/// The tokens of a line.
pub(in crate::input) fn tokenize(line: &[u8]) -> Vec<Token<'_>> {
    let mut tokens = Vec::with_capacity(line.len().min(32));
    let mut start = 0;
    while let Some(first) = line.get(start) {
        // The escape of white space. That of a tab is no token: it indents lines in code.
        if let [b'\\', b'n' | b'r' | b't', ..] = line[start..] {
            start += 2;
            continue;
        }
        let Some(kind) = KIND_OF_BYTE[usize::from(*first)] else {
            start += 1;
            continue;
        };
        let token = token_at(line, start, kind);
        start += token.bytes.len();
        tokens.push(token);
    }
    tokens
}

/// The token that starts at this byte of a line. `kind` is the kind of the byte by itself.
#[inline]
fn token_at(line: &[u8], start: usize, kind: TokenKind) -> Token<'_> {
    // Most tokens are one character.
    match line[start..] {
        [first, second, ..] if is_in_word(&first) && is_in_word(&second) => word_at(line, start),
        _ => Token {
            kind,
            bytes: &line[start..start + 1],
            start,
        },
    }
}

/// The token of a word of several characters.
fn word_at(line: &[u8], start: usize) -> Token<'_> {
    let text = &line[start..];
    let length = text.iter().take_while(|byte| is_in_word(byte)).count();
    let (kind, length) = match text.split_at(length) {
        // Rust writes an optional digit as Some(5).
        (b"Some", [b'(', digit @ b'1'..=b'9', b')', ..]) => (cell_word(*digit), length + 3),
        (word, _) => (kind_of_word(word), length),
    };
    Token {
        kind,
        bytes: &text[..length],
        start,
    }
}

/// The kind of a word of several characters.
fn kind_of_word(word: &[u8]) -> TokenKind {
    if let Some(digit) = digit_of_decimal(word) {
        return cell_word(digit);
    }
    if word == b"-1" {
        return cell_word(b'0');
    }
    if word.iter().all(|byte| digit_from_byte(*byte).is_some()) {
        return TokenKind::Cells;
    }
    if is_null(word) {
        return cell_word(b'0');
    }
    TokenKind::Text
}

fn are_zeros(text: &[u8]) -> bool {
    text.iter().all(|byte| *byte == b'0')
}

/// The digit that is written as a decimal, by a program that does not know integers: 5., 5.0 or
/// 5.0e+00.
fn digit_of_decimal(word: &[u8]) -> Option<u8> {
    match word {
        // Nine characters or more could be cells.
        [digit @ b'0'..=b'9', b'.', zeros @ ..] if zeros.len() < 7 && are_zeros(zeros) => {
            Some(*digit)
        }
        [
            digit @ b'0'..=b'9',
            b'.',
            zeros @ ..,
            b'e',
            b'+',
            b'0',
            b'0',
        ] if are_zeros(zeros) => Some(*digit),
        _ => None,
    }
}

/// A word that stands for a digit, or for a blank if that is 0.
fn cell_word(digit: u8) -> TokenKind {
    let symbol = match digit {
        b'0' => Symbol::BlankWord,
        _ => Symbol::DigitWord,
    };
    TokenKind::Cell {
        mask: mask_of(digit),
        symbol,
    }
}

/// The kind of token that a character is by itself. `None` for white space and quotes, which only
/// end words.
const KIND_OF_BYTE: [Option<TokenKind>; 256] = {
    let mut kinds = [None; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = kind_of_byte(byte as u8);
        byte += 1;
    }
    kinds
};

const fn kind_of_byte(byte: u8) -> Option<TokenKind> {
    match byte {
        b' ' | b'"' | b'\'' | b'`' => None,
        b'/' | b'&' | b'|' | b'\t' | b';' | b',' => Some(TokenKind::Separator(byte)),
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'\\' | b':' | b'<' | b'=' | b'>' => {
            Some(TokenKind::Punctuation)
        }
        _ if digit_from_byte(byte).is_some() => Some(TokenKind::Cell {
            mask: mask_of(byte),
            symbol: Symbol::Character(byte),
        }),
        _ => Some(TokenKind::Text),
    }
}

/// Whether a character only separates words or fields.
pub(in crate::input) fn separates_words(byte: &u8) -> bool {
    matches!(
        KIND_OF_BYTE[usize::from(*byte)],
        None | Some(TokenKind::Separator(_))
    )
}

/// Whether a character makes a word with others beside it.
#[inline]
fn is_in_word(byte: &u8) -> bool {
    matches!(
        KIND_OF_BYTE[usize::from(*byte)],
        Some(TokenKind::Cell { .. } | TokenKind::Text)
    )
}
