//! What a line is that is no row and no grid: a rule, a comment, a title, a number or a damaged row.

use super::damage::puzzle_of;
use super::tokens::{Token, TokenKind};
use super::words::{count_cells, has_word, is_code_comment, is_date, letter_as_blank};

/// What kind of line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Nine cells, or several times nine in brackets.
    Row,
    /// 81 cells, or several times 81.
    Grid,
    /// One cell.
    Cell,
    /// Mostly cells, but not nine.
    Damaged,
    /// At most four characters: a number or a mark between grids, or a row that is far too short.
    Short,
    /// Nothing but the characters of frames and brackets.
    Rule,
    Comment,
    /// Words.
    Text,
}

/// A line of these alone is a rule, unless it is a row of blanks.
const RULE: &[u8] = b"-+=|*_~:.'`\", \t;[](){}<>/\\#";
/// As many cells that stand apart, or more than that in one word, are a damaged row. Fewer may be numbers.
const HALF_A_ROW: usize = 4;
/// A word beside fewer cells than this makes a line a text.
const FEW_CELLS: usize = 7;

/// The sign of a line that may be a row of blanks or a rule: nine identical characters that rules are made of, with nothing but
/// spaces and bars between them; or only separators; or only bars and spaces, as many between each two.
pub(super) fn row_of_blanks(text: &[u8]) -> Option<u8> {
    let (sign, count) = only_sign(text)?;
    let mut parts = text.split(|byte| *byte == b'|').filter(|part| !part.is_empty());
    match sign {
        b' ' => parts.next().filter(|first| parts.all(|part| part.len() == first.len())).map(|_| b' '),
        b',' | b';' => (text.len() == 8 && count == 8).then_some(b' '),
        // The rule below the header of a Markdown table has a bar beside each.
        b'-' => (count == 9).then_some(sign),
        _ => (b"*_=+~:#".contains(&sign) && count == 9 && parts.count() <= 3).then_some(sign),
    }
}

/// The sign of a text that has nothing else but bars and spaces, and how often it occurs; without another sign, that is a space.
fn only_sign(text: &[u8]) -> Option<(u8, usize)> {
    let &sign = text.iter().find(|byte| !b"| ".contains(byte)).unwrap_or(&b' ');
    let is_only = text.iter().all(|&byte| byte == sign || b"| ".contains(&byte));
    is_only.then(|| (sign, text.iter().filter(|byte| **byte == sign).count()))
}

/// The kind of a line that could not be read as cells. It is damaged if more than half of what is visible are cells, and no word stands
/// beside a few of them.
pub(super) fn kind_without_cells(text: &[u8], tokens: &[Token], line: &[u8]) -> LineKind {
    // Dots are blanks, unless other signs draw lines with them.
    let is_dots = text.contains(&b'.') && !text.iter().any(|byte| b"-+=*_~:'`#/\\])}".contains(byte));
    if text.iter().all(|byte| RULE.contains(byte)) && !is_dots || text.starts_with(b"\\") {
        return LineKind::Rule;
    }
    if is_code_comment(text) {
        return LineKind::Comment;
    }
    if puzzle_of(tokens, line).is_some() || letter_as_blank(text).is_some() {
        return LineKind::Damaged;
    }
    // Tabs at the start only indent a line.
    let tokens = &tokens[tokens.iter().take_while(|token| token.is(b'\t')).count()..];
    let cells_in = |token: &Token| cells_in(token, line, tokens.len() > 1);
    let cells = |tokens: &[Token]| tokens.iter().map(cells_in).sum::<usize>();
    let singles = tokens.iter().filter(|token| token.is_single_cell()).count();
    let longest = tokens.iter().map(cells_in).max().unwrap_or_default();
    let empty = tokens.windows(2).filter(|pair| pair.iter().all(Token::is_separator)).count();
    let empty = empty + tokens.iter().filter(|token| token.kind == TokenKind::Empty).count();
    let visible = |token: &&Token| !token.is_separator() && !token.is_bracket() && token.kind != TokenKind::Empty;
    let length = |token: &Token| if token.is_single_cell() { 1 } else { token.len() };
    let visible = empty + tokens.iter().filter(visible).map(length).sum::<usize>();
    let name = tokens.iter().rposition(|token| token.is_word() && has_word(token.text(line)));
    let is_text_at = |at: usize| {
        let (before, behind) = (&tokens[..at], &tokens[at + 1..]);
        let is_sure = |token: &Token| token.is_null() || token.text(line).iter().any(u8::is_ascii_digit);
        let before = before.iter().filter(|token| token.is_single_cell()).count();
        !behind.iter().any(is_sure) || before + empty + cells(behind) < FEW_CELLS
    };
    let may_be_row = singles + empty >= HALF_A_ROW || longest > HALF_A_ROW;
    let is_text = || is_date(text) || name.is_some_and(is_text_at);
    if visible <= 4 && singles < HALF_A_ROW {
        LineKind::Short
    } else if may_be_row && 2 * (empty + cells(tokens)) > visible && !is_text() {
        LineKind::Damaged
    } else {
        LineKind::Text
    }
}

/// How many cells a word may be. A number with a decimal point is none if it `is_beside` something else.
fn cells_in(token: &Token, line: &[u8], is_beside: bool) -> usize {
    let word = token.text(line);
    let points = word.iter().filter(|byte| **byte == b'.').count();
    let is_decimal =
        is_beside && word.len() > 4 && points == 1 && word.iter().all(|byte| *byte == b'.' || byte.is_ascii_digit());
    match token {
        _ if token.is_single_cell() => 1,
        _ if is_decimal || !token.is_cells() && !token.is_word() => 0,
        _ => count_cells(word),
    }
}
