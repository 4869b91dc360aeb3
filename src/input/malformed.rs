//! What is wrong with a line that should be a row, but that [`super::cells`] cannot read.

use std::ops::Range;

use super::arrays::is_index;
use super::cells::DELIMITERS;
use super::error::{Found, ParseErrorKind, quotable};
use super::labels::{self, Label, starts_comment};
use super::tokens::{Token, TokenKind};
use crate::grid::cell_from_byte;

/// What is wrong, and where.
pub(super) struct Fault {
    pub(super) offset: usize,
    pub(super) kind: ParseErrorKind,
    /// Nothing separates the cells.
    pub(super) is_packed: bool,
}

/// The error of a line that has nine cells, but separators or empty fields that do not fit them.
const UNEVEN: ParseErrorKind =
    ParseErrorKind::Expected { what: "nine cells with the same separators between them", found: "other separators" };

/// Finds what is wrong with a line that has some text.
pub(super) fn find(tokens: &[Token], bytes: &[u8]) -> Fault {
    let tokens = without_label(tokens, bytes);
    let end = tokens.iter().position(|token| starts_comment(token, bytes)).unwrap_or(tokens.len());
    let tokens = &tokens[..end];
    let start = tokens.first().map_or(0, |token| token.start);
    let rows = match rows(tokens) {
        Ok(rows) => rows,
        Err(list) => {
            let kind = ParseErrorKind::ExpectedOneCell(quotable(&bytes[list.clone()]));
            return Fault { offset: list.start, kind, is_packed: false };
        }
    };
    match rows.len() {
        0 => {
            let offset = bytes.iter().position(|byte| !b" \t".contains(byte)).unwrap_or_default();
            let kind = ParseErrorKind::ExpectedCell(Found::first_of(&bytes[offset..]));
            Fault { offset, kind, is_packed: true }
        }
        1 | 9 => {
            let faults = rows.iter().find_map(|row| fault_of_row(row, bytes));
            faults.unwrap_or(Fault { offset: start, kind: UNEVEN, is_packed: false })
        }
        found => {
            let kind = ParseErrorKind::RowCount { found, truncated: None };
            Fault { offset: start, kind, is_packed: false }
        }
    }
}

/// The parts of a line that should be rows: those between an opening bracket and the closing one that follows it. What stands
/// beside them is a label, a name or a bullet. If there are cells beside them, a list has the place of a cell: its range is the
/// error.
fn rows(tokens: &[Token]) -> Result<Vec<&[Token]>, Range<usize>> {
    let mut rows = Vec::new();
    let (mut start, mut last_open) = (0_usize, None);
    loop {
        let before = start.checked_sub(1).map(|at| &tokens[at]);
        let end = tokens[start..].iter().position(is_bracket).map_or(tokens.len(), |length| start + length);
        let (part, after) = (&tokens[start..end], tokens.get(end));
        let is_open = |token: Option<&Token>| token.map(|token| token.kind == TokenKind::Open);
        let is_row = is_open(before) != Some(false) && is_open(after) != Some(true);
        if is_row && part.iter().any(is_word) && !is_index(tokens, start) {
            rows.push(part);
        } else if !is_row && before.is_some() && after.is_some() && has_several_fields(part) {
            let open = if is_open(before) == Some(true) { end } else { last_open.unwrap_or(end) };
            let close = tokens[open..].iter().position(|token| is_bracket(token) && token.kind == TokenKind::Close);
            let last = close.map_or(tokens.len() - 1, |length| open + length);
            return Err(tokens[open].start..tokens[last].end);
        }
        if is_open(after) == Some(true) {
            last_open = Some(end);
        }
        if after.is_none() {
            return Ok(rows);
        }
        start = end + 1;
    }
}

/// Whether the tokens include both a cell and a comma.
fn has_several_fields(part: &[Token]) -> bool {
    part.iter().any(is_cell) && part.iter().any(|token| token.is(b','))
}

fn is_bracket(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Open | TokenKind::Close) && token.len() == 1
}

fn is_word(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Cells | TokenKind::One(_) | TokenKind::Word)
}

fn is_cell(token: &Token) -> bool {
    matches!(token.kind, TokenKind::One(_)) || token.kind == TokenKind::Cells && token.len() == 1
}

/// What is wrong with the tokens of one row, if it is their number or one of them.
fn fault_of_row(row: &[Token], bytes: &[u8]) -> Option<Fault> {
    let words: Vec<&Token> = row.iter().filter(|token| is_word(token)).collect();
    let last = words.last()?;
    let singles = words.iter().filter(|token| token.len() == 1 || is_cell(token)).count();
    // A word of a table may be its only one.
    let delimiters = || row.iter().filter(|token| matches!(token.kind, TokenKind::Delimiter(_)) && !token.is(b'|'));
    let is_table = words[0].len() < 3 && (row.iter().any(|token| token.is(b'|')) || delimiters().count() > 2);
    let is_packed = 2 * singles <= words.len() && !is_table;
    let mut wrong_word = if is_packed { packed(&words, bytes) } else { separated(&words, bytes) };
    if let Some(delimiter) = delimiters().next().filter(|_| is_packed && wrong_word.is_none()) {
        let kind = ParseErrorKind::ExpectedCell(Found::first_of(&bytes[delimiter.start..]));
        wrong_word = Some((delimiter.start, kind));
    }
    if let Some((offset, kind)) = wrong_word {
        return Some(Fault { offset, kind, is_packed });
    }
    let found = if is_packed { words.iter().map(|word| word.len()).sum() } else { fields(row, words.len()) };
    let offset = match words.get(9).filter(|_| !is_packed) {
        _ if found == 9 => return None,
        Some(tenth) => tenth.start,
        None if found > 9 && words.len() == 1 => last.start + 9,
        None => last.end,
    };
    Some(Fault { offset, kind: ParseErrorKind::RowLength(found), is_packed })
}

/// The tokens after a label: the name of a row, or what starts an array.
fn without_label<'a>(tokens: &'a [Token], bytes: &[u8]) -> &'a [Token] {
    if let Some(sign) = tokens.iter().rposition(|token| token.is(b'=')).filter(|&sign| sign + 1 < tokens.len()) {
        return &tokens[sign + 1..];
    }
    let is_label = |&length: &usize| {
        let label = &tokens[..length];
        let is_name = |token: &Token| token.len() > 1 && bytes[token.start].is_ascii_alphabetic();
        let is_number = |token: &Token| token.is(b':') && token.end < tokens[length].start;
        let is_named = label.iter().any(|token| is_number(token) || is_name(token));
        is_named && Label::of(label, &tokens[length], bytes).is_some_and(|label| label.is_sure)
    };
    let length = (1..tokens.len().min(labels::LONGEST)).rev().find(is_label);
    &tokens[length.unwrap_or(0)..]
}

/// The first word or character that cannot be part of a row of words.
fn packed(words: &[&Token], bytes: &[u8]) -> Option<(usize, ParseErrorKind)> {
    let mut cells = 0;
    for word in words {
        let text = &bytes[word.start..word.end];
        if cells == 9 {
            return Some((word.start, ParseErrorKind::ExpectedEnd(Found::first_of(text))));
        }
        let count = text.iter().take_while(|&&byte| cell_from_byte(byte).is_some()).count();
        cells += count;
        if count < text.len() {
            let found = Found::first_of(&text[count..]);
            let kind = match cells {
                9 => ParseErrorKind::ExpectedEnd(found),
                _ => ParseErrorKind::ExpectedCell(found),
            };
            return Some((word.start + count, kind));
        }
    }
    None
}

/// The first word that cannot be one cell.
fn separated(words: &[&Token], bytes: &[u8]) -> Option<(usize, ParseErrorKind)> {
    let at = words.iter().position(|word| !is_cell(word))?;
    let word = words[at];
    let text = &bytes[word.start..word.end];
    let found = Found::first_of(text);
    let is_character = matches!(found, Found::Character(character) if character.len_utf8() == text.len());
    if let Some(strange) = text.iter().position(|byte| byte.is_ascii_control()) {
        return Some((word.start + strange, ParseErrorKind::ExpectedCell(Found::first_of(&text[strange..]))));
    }
    let kind = match at {
        9 => ParseErrorKind::ExpectedEnd(found),
        _ if is_character => ParseErrorKind::ExpectedCell(found),
        _ => ParseErrorKind::ExpectedOneCell(quotable(text)),
    };
    Some((word.start, kind))
}

/// The number of fields, if some of them are empty; otherwise that of words.
fn fields(row: &[Token], words: usize) -> usize {
    let is_cell_of_table = |pair: &&[Token]| pair[0].kind == TokenKind::Open && pair[1].kind != TokenKind::Open;
    let delimited = DELIMITERS.into_iter().map(|delimiter| {
        let all = row.iter().filter(|token| token.is(delimiter)).count();
        let at_ends = [row.first(), row.last()].iter().flatten().filter(|token| token.is(delimiter)).count();
        if delimiter == b'|' && at_ends == 2 { all - 1 } else { all + 1 }
    });
    delimited.chain([row.windows(2).filter(is_cell_of_table).count(), words]).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::tokens::tokenize;

    #[test]
    fn the_error_says_where_and_what() {
        for (line, expected) in [
            // Packed.
            ("53..7...", "9: expected 9 cells, found 8"),
            ("  53..7...", "11: expected 9 cells, found 8"),
            ("53..7... # a comment", "9: expected 9 cells, found 8"),
            ("53..7.....", "10: expected 9 cells, found 10"),
            ("53..7....\0", "10: expected the end of the line, found '\\0'"),
            ("53..7.... 1", "11: expected the end of the line, found '1'"),
            ("53..7.... 1.3...5.9", "11: expected the end of the line, found '1'"),
            ("53..q....", "5: expected a digit or a blank, found 'q'"),
            ("53. .7....", "1: expected nine cells with the same separators between them, found other separators"),
            ("530 070 0o0", "10: expected a digit or a blank, found 'o', a letter: use 0"),
            ("530 070 00", "11: expected 9 cells, found 8"),
            ("2: 53..q....", "8: expected a digit or a blank, found 'q'"),
            ("========", "1: expected a digit or a blank, found '='"),
            // Separated.
            ("5 3 . . 7 . . .", "16: expected 9 cells, found 8"),
            ("5 3 . . 7 . . . . .", "19: expected 9 cells, found 10"),
            ("5 3 . . 7 . . . . q", "19: expected the end of the line, found 'q'"),
            ("5 30 . . 7 . . . .", "3: expected one cell, found \"30\""),
            ("5 3a . . 7 . . . .", "3: expected one cell, found \"3a\""),
            ("8.0 NaN a NaN 6.0 NaN NaN NaN 3.0", "9: expected a digit or a blank, found 'a'"),
            ("NaN,NaN,NaN,NaN,q,NaN,NaN,NaN,NaN", "17: expected a digit or a blank, found 'q'"),
            ("8.0 NaN NaN 6.0 NaN NaN NaN 3.0", "32: expected 9 cells, found 8"),
            ("Row 1: 5 a . . 7 . . . .", "10: expected a digit or a blank, found 'a'"),
            ("| q | 3 |   |   | 7 |   |   |   |   |", "3: expected a digit or a blank, found 'q'"),
            ("|   | 18 |   |   | 7 |   |   |   |   |", "7: expected one cell, found \"18\""),
            ("[5, 0, 0, 7, 0, 0, 0, 0],", "24: expected 9 cells, found 8"),
            ("[5, 30, 0, 0, 7, 0, 0, 0, 0],", "5: expected one cell, found \"30\""),
            ("[[5,3],[6,0]]", "1: expected 9 rows, found 2"),
            ("[[5,3,.,.,7,.,.,.,.],[6,.,.,1,9,5,.,.]", "1: expected 9 rows, found 2"),
            ("int g[9][9] = {{5, 3, 0, 0, 7, 0, 0, 0},", "39: expected 9 cells, found 8"),
            ("- [5,3,a,0,7,0,0,0,0]", "8: expected a digit or a blank, found 'a'"),
            ("Array(5,3,a,0,7,0,0,0,0),", "11: expected a digit or a blank, found 'a'"),
            ("intArrayOf(5,3,0,0,7,0,0,0),", "27: expected 9 cells, found 8"),
            ("new int[9] {5,3,30,0,7,0,0,0,0},", "17: expected one cell, found \"30\""),
            ("new int[9, 9] {5,3,30,0,7,0,0,0,0},", "20: expected one cell, found \"30\""),
            ("row(5,3,a,0,7,0,0,0,0).", "9: expected a digit or a blank, found 'a'"),
            ("array([[5,3,a,0,7,0,0,0,0],", "13: expected a digit or a blank, found 'a'"),
            ("((5,3,a,0,7,0,0,0,0),", "7: expected a digit or a blank, found 'a'"),
            ("[[5,3,[12,4],0,7,0,0,0,0],", "7: expected one cell, found \"[12,4]\""),
            ("- [[1,2],3,0,0,7,0,0,0,0]", "4: expected one cell, found \"[1,2]\""),
            ("\"53..7...\" +", "10: expected 9 cells, found 8"),
            ("5,3,,,7,,,", "8: expected 9 cells, found 8"),
            ("| 5 | 3 |   |   | 7 |   |   |   |", "20: expected 9 cells, found 8"),
            ("<tr><td>5</td><td></td><td>7</td><tr>", "29: expected 9 cells, found 3"),
        ] {
            let mut tokens = Vec::new();
            tokenize(line.as_bytes(), None, &mut tokens);
            let fault = find(&tokens, line.as_bytes());
            assert_eq!(format!("{}: {}", fault.offset + 1, fault.kind), expected, "{line}");
        }
    }
}
