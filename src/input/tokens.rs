//! A line to tokens: the words that may be cells, and what separates them.
//!
//! ```text
//! int g[9][9] = {{5, 3, 0,      Word, Word, Punctuation, Cells, Punctuation, ..., Cells, Separator, Cells, ...
//! | 5 | null | 12 |             Separator, Cells, Separator, CellWord, Separator, Cells, Separator
//! ```
//!
//! Spaces, quotes and the escapes of line ends only end words. A tab is a token, because it may
//! mark a field.

use super::words::is_null;
use crate::grid::digit_from_byte;

/// A cell: the digits it can hold, digit d being bit d - 1; 0 is a blank.
pub(super) type Mask = u16;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Characters that are cells, side by side.
    Cells,
    /// Several characters that are one cell: `null`, `5.0` or `Some(5)`.
    CellWord(Mask),
    /// A character that separates fields.
    Separator(u8),
    /// A bracket, or a character that separates a label from what it names.
    Punctuation(u8),
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
    pub(super) fn cell_count(&self) -> usize {
        match self.kind {
            TokenKind::Cells => self.end - self.start,
            TokenKind::CellWord(_) => 1,
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

    pub(super) fn is_punctuation(&self) -> bool {
        matches!(self.kind, TokenKind::Punctuation(_))
    }

    pub(super) fn is_bracket(&self) -> bool {
        matches!(self.kind, TokenKind::Punctuation(b'[' | b']' | b'(' | b')' | b'{' | b'}'))
    }

    /// Whether it can be a part of a row: it is cells or a separator.
    pub(super) fn can_be_in_row(&self) -> bool {
        !self.is_word() && !self.is_punctuation()
    }
}

/// The kind of the token that a character is or begins; white space, quotes and the like only end
/// words.
const KIND_OF_BYTE: [Option<TokenKind>; 256] = {
    let mut kinds = [None; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b' ' | b'"' | b'\'' | b'`' => None,
            symbol @ (b'/' | b'&' | b'|' | b'\t' | b';' | b',') => Some(TokenKind::Separator(symbol)),
            symbol @ (b'(' | b')' | b':' | b'<'..=b'>' | b'['..=b']' | b'{' | b'}') => {
                Some(TokenKind::Punctuation(symbol))
            }
            symbol if digit_from_byte(symbol).is_some() => Some(TokenKind::Cells),
            _ => Some(TokenKind::Word),
        };
        byte += 1;
    }
    kinds
};

/// Appends the tokens of a line. `blank` is one more character that is a blank.
pub(super) fn tokenize(line: &[u8], blank: Option<u8>, tokens: &mut Vec<Token>) {
    let kind_of_byte =
        |byte: u8| if Some(byte) == blank { Some(TokenKind::Cells) } else { KIND_OF_BYTE[usize::from(byte)] };
    let mut end = 0;
    while let Some(&first) = line.get(end) {
        let start = end;
        end += 1;
        let Some(mut kind) = kind_of_byte(first) else { continue };
        if kind == TokenKind::Cells || kind == TokenKind::Word {
            let mut are_cells = kind == TokenKind::Cells;
            while let Some(next @ (TokenKind::Cells | TokenKind::Word)) =
                line.get(end).and_then(|&byte| kind_of_byte(byte))
            {
                are_cells &= next == TokenKind::Cells;
                end += 1;
            }
            if end > start + 1 {
                kind = kind_of_word(&line[start..end], are_cells);
            }
            // Rust writes an optional digit as Some(5).
            if let (b"Some", [b'(', digit @ b'1'..=b'9', b')', ..]) = line[start..].split_at(end - start) {
                (kind, end) = (TokenKind::CellWord(mask_of(*digit)), end + 3);
            }
        } else if first == b'\\' && matches!(line.get(end), Some(b'n' | b'r' | b't')) {
            // The escape of a line end.
            end += 1;
            continue;
        }
        tokens.push(Token { kind, start, end });
    }
}

fn kind_of_word(word: &[u8], are_cells: bool) -> TokenKind {
    match word {
        // Programs that do not know integers write 5., 5.0 and 5.0e+00. Seven zeros could be cells.
        [digit @ b'0'..=b'9', b'.', zeros @ .., b'e', b'+', b'0', b'0'] | [digit @ b'0'..=b'9', b'.', zeros @ ..]
            if zeros.iter().all(|zero| *zero == b'0') && (zeros.len() < 7 || !are_cells) =>
        {
            TokenKind::CellWord(mask_of(*digit))
        }
        b"-1" => TokenKind::CellWord(0),
        _ if are_cells => TokenKind::Cells,
        _ if is_null(word) => TokenKind::CellWord(0),
        _ => TokenKind::Word,
    }
}

/// The mask of a digit, or 0 for anything else. Without branches: blanks come at random.
pub(super) fn mask_of(byte: u8) -> Mask {
    let digit = byte.wrapping_sub(b'0');
    u16::from(digit < 10) << (digit & 15) >> 1
}
