//! What may stand before and after the cells of a line: `>`, `12:`, `file.txt:12:`, `A`, `Row 1:`, `1)`, `"puzzle":`; and comments.

use super::names::{count_cells, is_date, is_solution_word};
use super::tokens::Token;
use crate::grid::CELLS;

/// The most tokens of a label.
pub(super) const LONGEST: usize = 10;
/// A comment without words has fewer characters than this that could be cells.
const MIN_CELLS: usize = 3;
/// The longest name or number that needs no sign after it.
const LONGEST_NAME: usize = 6;

/// Whether tokens can be the label of cells that start with the token `next`. A number or a bullet without a sign after it may be a
/// cell: the cells after it must be packed.
pub(super) fn is_label(tokens: &[Token], next: &Token, are_packed: bool, line: &[u8]) -> bool {
    let mut numbers = tokens.iter().filter(|token| token.is_cells());
    // Cells are not a label, nor are several numbers or a date; bars and other separators belong to the cells.
    if numbers.next().is_some_and(|number| number.len() > LONGEST_NAME)
        || numbers.next().is_some()
        || is_date(tokens[0].text(line))
        || tokens[1..].iter().any(|token| token.is(b'|'))
        || next.is_separator() && !next.is(b'|')
    {
        return false;
    }
    let ends = tokens.last().is_some_and(|last| b":=>])}".contains(&line[last.start]));
    let any_digit = tokens.iter().any(|token| token.text(line).iter().any(u8::is_ascii_digit));
    let name = tokens.iter().rfind(|token| token.is_word() && line[token.start].is_ascii_alphabetic());
    let is_name = |name: &Token| any_digit || name.len() == 1 || next.is(b'|') && name.len() <= LONGEST_NAME;
    ends || name.map_or(are_packed && !next.is(b'|'), is_name)
}

/// What a label or a heading calls the cells after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Puzzle,
    Solution,
}

/// The name that a label, or what stands outside of brackets, gives to the cells, if it has words and no digits.
pub(super) fn name_of(tokens: &[Token], line: &[u8]) -> Option<Name> {
    let any_digit = tokens.iter().any(|token| token.text(line).iter().any(u8::is_ascii_digit));
    let mut names = tokens.iter().filter(|token| token.is_word() && !any_digit).peekable();
    names.peek()?;
    Some(if names.any(|name| is_solution_word(name.text(line))) { Name::Solution } else { Name::Puzzle })
}

/// The first token of a comment, or of the end of a statement, if it is near enough to follow cells.
pub(super) fn comment_at(tokens: &[Token], line: &[u8]) -> usize {
    let near = tokens.len().min(2 * CELLS + 10);
    let first = tokens.iter().position(|token| !token.is_sign()).unwrap_or(near);
    (first + 1..near).find(|&at| starts_comment(&tokens[at], line)).unwrap_or(tokens.len())
}

fn starts_comment(token: &Token, line: &[u8]) -> bool {
    let (before, text) = line.split_at(token.start);
    let is_apart = before.last().is_none_or(|byte| b" \t".contains(byte));
    match text {
        [b'#' | b'%', ..] | [b'-', b'-', ..] => is_apart && !are_cells(text),
        [b'/', b'/' | b'*', ..] | [b'\\' | b';' | b'<', ..] => !are_cells(text),
        _ => false,
    }
}

/// Whether what follows a sign is cells rather than a comment: there are some, and no words.
fn are_cells(text: &[u8]) -> bool {
    let has_word = text.windows(2).any(|letters| letters.iter().all(u8::is_ascii_alphabetic));
    !has_word && count_cells(text) >= MIN_CELLS
}

/// Whether a line is a comment of some language. After `--` or `;` comes a word. `#` and `%` may also mark blanks.
pub(super) fn is_code_comment(text: &[u8]) -> bool {
    match text {
        [b'#' | b'%', ..] | [b'/', b'/' | b'*', ..] | [b'*', b'/', ..] | [b'<', b'!', b'-', ..] => true,
        [b'-', b'-', rest @ ..] | [b';', b';', rest @ ..] | [b';', rest @ ..] => {
            rest.trim_ascii_start().iter().take(2).filter(|byte| byte.is_ascii_alphabetic()).count() == 2
        }
        // Marks of the end of a file.
        _ => text.iter().all(|byte| matches!(byte, b'\0' | 0x1a)),
    }
}
