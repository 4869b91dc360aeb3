//! What may stand before and after the cells of a line: `>`, `12:`, `file.txt:12:`, `A`, `Row 1:`, `1)`, `"puzzle":`; and comments.

use super::parser::{count_cells, is_solution_name};
use super::tokens::{Token, TokenKind};

/// The most tokens of a label.
pub(super) const LONGEST: usize = 10;
/// A comment without words has fewer characters than this that could be cells.
const FEW_CELLS: usize = 3;
/// The longest name that needs no sign after it.
const LONGEST_NAME: usize = 6;

/// What the first tokens of a line say if they are a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// It is the `>` of a quotation.
    pub(super) is_quote: bool,
    /// It is a number or a bullet.
    pub(super) is_number: bool,
    /// It can be nothing else than a label. Otherwise the cells after it must be packed.
    pub(super) is_sure: bool,
    /// It is a name without a number, such as `puzzle =` or `"solution":`.
    pub(super) is_name: bool,
    /// It says that a solution follows.
    pub(super) names_solution: bool,
}

impl Label {
    /// Reads tokens as the label of what starts with the token `next`.
    pub(super) fn of(tokens: &[Token], next: &Token, bytes: &[u8]) -> Option<Label> {
        let text = |token: &Token| &bytes[token.start..token.end];
        let (first, last) = (tokens.first()?, tokens.last()?);
        // Cells are no label, nor are several numbers.
        let numbers = tokens.iter().filter(|token| matches!(token.kind, TokenKind::Cells | TokenKind::One(_)));
        if numbers.clone().count() > 1 || numbers.clone().any(|token| token.len() > LONGEST_NAME) {
            return None;
        }
        let is_quote = tokens.iter().all(|token| token.is(b'>'));
        let is_word = |token: &Token| token.kind == TokenKind::Word;
        let names: Vec<&[u8]> = tokens.iter().filter(|token| is_word(token)).map(text).collect();
        let any_digit = tokens.iter().any(|token| text(token).iter().any(u8::is_ascii_digit));
        if !is_quote && names.is_empty() && !any_digit && !is_bullet(tokens, next, bytes) {
            return None;
        }
        let is_end_of_word = |token: &Token| {
            let word = text(token);
            let is_number = word.len() > 1 && word[..word.len() - 1].iter().all(u8::is_ascii_digit);
            word.ends_with(b".") && is_number && token.end < next.start
                || is_word(token) && word.len() > 1 && b".)#]".contains(&word[word.len() - 1])
        };
        let ends_with_sign =
            last.is(b':') || last.is(b'=') || last.is(b'>') || last.kind == TokenKind::Close || is_end_of_word(last);
        let is_name = |word: &[u8]| word.len() <= LONGEST_NAME && word[0].is_ascii_alphabetic();
        let is_row_number = |token: &Token| {
            token.kind == TokenKind::Cells && token.len() <= LONGEST_NAME && text(token).iter().all(u8::is_ascii_digit)
        };
        // Without a sign after it, a label is a name, a number, or both.
        let (is_sure, is_number) = match tokens {
            _ if is_quote || ends_with_sign => (true, any_digit),
            [name] | [Token { kind: TokenKind::Delimiter(b'|'), .. }, name] if next.is(b'|') => {
                (is_word(name) || is_row_number(name), true)
            }
            [number, Token { kind: TokenKind::Delimiter(_), .. }] if is_row_number(number) => (false, true),
            [name, Token { kind: TokenKind::Delimiter(b',' | b';' | b'\t'), .. }] if is_word(name) => {
                (text(name).len() == 1 && is_name(text(name)), false)
            }
            _ if last.end == next.start || matches!(next.kind, TokenKind::Delimiter(_)) => return None,
            [_] if is_bullet(tokens, next, bytes) => (false, true),
            [name] if is_word(name) => (is_name(text(name)) && (name.len() == 1 || any_digit), any_digit),
            [name, number] if is_word(name) && is_row_number(number) => (true, true),
            [number] => (false, is_row_number(number)),
            _ => return None,
        };
        (is_sure || is_number || is_word(first) && is_name(text(first))).then(|| Label {
            is_quote,
            is_number,
            is_sure,
            is_name: !names.is_empty() && !any_digit,
            names_solution: names.iter().any(|name| is_solution_name(name)),
        })
    }
}

/// Whether the tokens are the sign of a list entry.
fn is_bullet(tokens: &[Token], next: &Token, bytes: &[u8]) -> bool {
    matches!(tokens, [sign] if sign.len() == 1 && b"-*+.".contains(&bytes[sign.start]) && sign.end < next.start)
}

/// Whether a comment, or the end of a statement, starts with this token.
pub(super) fn starts_comment(token: &Token, bytes: &[u8]) -> bool {
    let text = &bytes[token.start..];
    let is_apart = token.start.checked_sub(1).is_none_or(|before| b" \t".contains(&bytes[before]));
    let signs: [&[u8]; 3] = [b"#", b"%", b"--"];
    let ends: [&[u8]; 4] = [b"//", b"/*", b"\\", b";"];
    // LaTeX's sudoku package ends each row with a dot.
    let is_last_dot = text == b"." && bytes[..token.start].ends_with(b"|");
    let is_sign = is_apart && signs.iter().any(|sign| text.starts_with(sign));
    let is_end = ends.iter().any(|end| text.starts_with(end));
    is_last_dot || (is_sign || is_end) && !are_cells(text)
}

/// Whether what follows a sign is cells rather than a comment: there are some, and no words.
fn are_cells(text: &[u8]) -> bool {
    let has_word = text.windows(2).any(|letters| letters.iter().all(u8::is_ascii_alphabetic));
    !has_word && count_cells(text) >= FEW_CELLS
}
