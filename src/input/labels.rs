//! What may stand before and after the cells of a line: `>`, `12:`, `file.txt:12:`, `A`, `Row 1:`, `1)`, `"puzzle":`; and comments.

use super::names::{count_cells, is_date, is_solution_word};
use super::tokens::{Kind, Token};

/// The most tokens of a label.
pub(super) const LONGEST: usize = 10;
/// A comment without words has fewer characters than this that could be cells.
const FEW_CELLS: usize = 3;
/// The longest name that needs no sign after it.
const LONGEST_NAME: usize = 6;

/// How sure it is that tokens are a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// They can be nothing else.
    Sure,
    /// They are a number or a bullet: the cells after it must be packed.
    Number,
}

impl Label {
    /// Reads tokens as the label of what starts with the token `next`.
    pub(super) fn of(tokens: &[Token], next: &Token, line: &[u8]) -> Option<Label> {
        let last = tokens.last()?;
        if is_date(tokens[0].text(line)) {
            return None;
        }
        let mut numbers = tokens.iter().filter(|token| token.is_cells());
        // Cells are no label, nor are several numbers.
        if numbers.clone().count() > 1 || numbers.any(|token| token.len() > LONGEST_NAME) {
            return None;
        }
        let is_quote = tokens.iter().all(|token| token.is(b'>'));
        let any_word = tokens.iter().any(Token::is_word);
        let any_digit = tokens.iter().any(|token| token.text(line).iter().any(u8::is_ascii_digit));
        let is_apart = last.end < next.start;
        let ends_word = |token: &Token| {
            let (sign, word) = token.text(line).split_last().expect("a token has text");
            let is_number = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
            *sign == b'.' && is_number && is_apart || token.is_word() && !word.is_empty() && b".)#".contains(sign)
        };
        let ends = last.is(b':') || last.is(b'=') || last.is(b'>') || last.kind == Kind::Close || ends_word(last);
        if is_quote || ends && (any_word || any_digit) {
            return Some(Label::Sure);
        }
        let is_name = |token: &Token| token.is_word() && line[token.start].is_ascii_alphabetic();
        let is_short = |token: &Token| token.len() == 1 || (any_digit || next.is(b'|')) && token.len() <= LONGEST_NAME;
        let is_bullet = |token: &Token| token.len() == 1 && b"-*+.".contains(&line[token.start]);
        match tokens {
            _ if next.is_separator() && (last.is_separator() || !next.is(b'|')) => None,
            [name, number] if is_name(name) && number.is_number(line) => Some(Label::Sure),
            [bar, name] if bar.is(b'|') && next.is(b'|') => (is_name(name) && is_short(name)).then_some(Label::Sure),
            [number] if number.is_number(line) && next.is(b'|') => Some(Label::Sure),
            // It starts the next item of a list.
            [comma] if comma.is(b',') => Some(Label::Number),
            [word] | [word, Token { kind: Kind::Sep(_), .. }] if is_name(word) => is_short(word).then_some(Label::Sure),
            [word] | [word, Token { kind: Kind::Sep(_), .. }] => {
                (word.is_number(line) || is_bullet(word)).then_some(Label::Number)
            }
            _ => None,
        }
    }
}

/// What a label, or what stands outside of brackets, says about the cells: whether they are a solution, if it names them.
pub(super) fn name_of(tokens: &[Token], line: &[u8]) -> Option<bool> {
    let any_digit = tokens.iter().any(|token| token.text(line).iter().any(u8::is_ascii_digit));
    let mut names = tokens.iter().filter(|token| token.is_word() && !any_digit).peekable();
    names.peek()?;
    Some(names.any(|name| is_solution_word(name.text(line))))
}

/// Whether a comment, or the end of a statement, starts with this token.
pub(super) fn starts_comment(token: &Token, line: &[u8]) -> bool {
    let (before, text) = line.split_at(token.start);
    let is_apart = before.last().is_none_or(|byte| b" \t".contains(byte));
    match text {
        [b'#' | b'%', ..] | [b'-', b'-', ..] => is_apart && !are_cells(text),
        [b'/', b'/' | b'*', ..] | [b'\\' | b';' | b'<', ..] => !are_cells(text),
        // LaTeX's sudoku package ends each row with a dot.
        b"." => before.ends_with(b"|"),
        _ => false,
    }
}

/// Whether what follows a sign is cells rather than a comment: there are some, and no words.
fn are_cells(text: &[u8]) -> bool {
    let has_word = text.windows(2).any(|letters| letters.iter().all(u8::is_ascii_alphabetic));
    !has_word && count_cells(text) >= FEW_CELLS
}

/// Whether a line is a comment of some language. After `--` or `;` comes a word. `#` and `%` may also mark blanks.
pub(super) fn is_comment(text: &[u8]) -> bool {
    match text {
        [b'#' | b'%', ..] | [b'/', b'/' | b'*', ..] | [b'*', b'/', ..] | [b'<', b'!', b'-', ..] => true,
        [b'-', b'-', rest @ ..] | [b';', rest @ ..] => {
            rest.trim_ascii_start().iter().take(2).filter(|byte| byte.is_ascii_alphabetic()).count() == 2
        }
        // Marks of the end of a file.
        _ => text.iter().all(|byte| matches!(byte, b'\0' | 0x1a)),
    }
}
