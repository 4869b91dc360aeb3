//! A line to tokens: the words that may be cells, and what separates them.
//!
//! ```text
//! int g[9][9] = {{5, 3, 0,      Word, Word, Punctuation, Cell, Punctuation, ..., Cell, Separator, ...
//! | 5 | null | 12 |             Separator, Cell, Separator, Cell, Separator, Cells, Separator
//! ```
//!
//! Spaces, quotes and the escapes of line ends only end words. A tab is a token, because it may
//! mark a field.

use super::cells::{LineCell, Mask, Symbol, mask_of};
use super::words::is_null;
use crate::grid::digit_from_byte;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// One cell: a character, or a word such as `null`, `5.0` or `Some(5)`.
    Cell { mask: Mask, symbol: Symbol },
    /// Several characters that are cells, side by side.
    Cells,
    /// A character that separates fields.
    Separator(u8),
    /// A bracket, or a character that separates a label from what it names.
    Punctuation,
    /// Anything else that is not white space.
    Word,
}

/// A token, and where it starts in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: &'a [u8],
    pub(super) start: usize,
}

impl Token<'_> {
    /// How many cells it is.
    pub(super) fn cell_count(&self) -> usize {
        match self.kind {
            TokenKind::Cell { .. } => 1,
            TokenKind::Cells => self.text.len(),
            _ => 0,
        }
    }

    /// Adds its cells.
    pub(super) fn push_cells(&self, cells: &mut Vec<LineCell>) {
        if let TokenKind::Cell { mask, symbol } = self.kind {
            let offset = self.start as u32;
            return cells.push(LineCell {
                mask,
                symbol,
                offset,
            });
        }
        for (character, at) in self.text.iter().zip(self.start..) {
            cells.push(LineCell::new(*character, at));
        }
    }

    pub(super) fn is_separator(&self) -> bool {
        matches!(self.kind, TokenKind::Separator(_))
    }

    pub(super) fn is_bracket(&self) -> bool {
        matches!(self.text, b"[" | b"]" | b"(" | b")" | b"{" | b"}")
    }
}

/// The kind of the token that a character is if it stands alone; white space and quotes only end
/// words.
pub(super) const KIND_OF_BYTE: [Option<TokenKind>; 256] = {
    let mut kinds = [None; 256];
    let mut byte = 0;
    while byte < 256 {
        let symbol = byte as u8;
        kinds[byte] = match symbol {
            b' ' | b'"' | b'\'' | b'`' => None,
            b'/' | b'&' | b'|' | b'\t' | b';' | b',' => Some(TokenKind::Separator(symbol)),
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'\\' | b':' | b'<' | b'=' | b'>' => {
                Some(TokenKind::Punctuation)
            }
            _ if digit_from_byte(symbol).is_some() => Some(TokenKind::Cell {
                mask: mask_of(symbol),
                symbol: Symbol::Character(symbol),
            }),
            _ => Some(TokenKind::Word),
        };
        byte += 1;
    }
    kinds
};

/// Whether a character only separates words or fields.
pub(super) fn separates_words(byte: &u8) -> bool {
    matches!(
        KIND_OF_BYTE[usize::from(*byte)],
        None | Some(TokenKind::Separator(_))
    )
}

/// The tokens of a line.
pub(super) fn tokenize(line: &[u8]) -> Vec<Token<'_>> {
    let is_in_word = |byte: &u8| {
        matches!(
            KIND_OF_BYTE[*byte as usize],
            Some(TokenKind::Cell { .. } | TokenKind::Word)
        )
    };
    let (mut tokens, mut end) = (Vec::with_capacity(line.len().min(32)), 0);
    while let Some(&first) = line.get(end) {
        let start = end;
        end += 1;
        let Some(mut kind) = KIND_OF_BYTE[usize::from(first)] else {
            continue;
        };
        if first == b'\\' && matches!(line.get(end), Some(b'n' | b'r' | b't')) {
            // The escape of a line end.
            end += 1;
            continue;
        }
        if is_in_word(&first) && line.get(end).is_some_and(is_in_word) {
            end += line[end..]
                .iter()
                .take_while(|byte| is_in_word(byte))
                .count();
            kind = kind_of_word(&line[start..end]);
            // Rust writes an optional digit as Some(5).
            if let (b"Some", [b'(', digit @ b'1'..=b'9', b')', ..]) =
                line[start..].split_at(end - start)
            {
                kind = cell_word(*digit);
                end += 3;
            }
        }
        tokens.push(Token {
            kind,
            text: &line[start..end],
            start,
        });
    }
    tokens
}

/// The kind of a word of several characters.
fn kind_of_word(word: &[u8]) -> TokenKind {
    let are_cells = || word.iter().all(|byte| digit_from_byte(*byte).is_some());
    match word {
        // Programs that do not know integers write 5., 5.0 and 5.0e+00. Seven zeros could be cells.
        [
            digit @ b'0'..=b'9',
            b'.',
            zeros @ ..,
            b'e',
            b'+',
            b'0',
            b'0',
        ]
        | [digit @ b'0'..=b'9', b'.', zeros @ ..]
            if zeros.iter().all(|zero| *zero == b'0') && (zeros.len() < 7 || !are_cells()) =>
        {
            cell_word(*digit)
        }
        b"-1" => cell_word(b'0'),
        _ if are_cells() => TokenKind::Cells,
        _ if is_null(word) => cell_word(b'0'),
        _ => TokenKind::Word,
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
