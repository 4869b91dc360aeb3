//! The kinds of lines: what a line is that could not be read as cells, such as a rule, a comment, a title or a damaged row, and the
//! fault of a damaged row.

use super::error::Fault;
use super::names::{
    LONGEST_LABEL, count_cells, has_word, is_code_comment, is_date, is_puzzle, is_title, letter_as_blank,
};
use super::tokens::{Token, TokenKind, most_separators};
use crate::grid::cell_from_byte;

/// What kind of line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Nine cells, or several times nine in brackets.
    Row,
    /// 81 cells.
    Grid,
    /// Several grids, or words that are grids among other words.
    Grids,
    /// One cell, or at most four characters: a row that is far too short, or a number or a mark between grids.
    Short,
    /// Nothing but the characters of frames and brackets.
    Rule,
    Comment,
    /// Words.
    Text,
    /// Mostly cells, but not nine.
    Damaged,
}

/// A line of these alone is a rule, unless it is a row of blanks.
const RULE: &[u8] = b"-+=|*_~:.'`\", \t;[](){}<>/\\#";
/// A line, or a part of one between brackets, is a damaged row if it has this many cells.
const MIN_DAMAGED_ROW: usize = 7;
/// A row or grid with at least this many extra cells is that of a larger Sudoku.
const MANY_CELLS: usize = 3;

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
pub(super) fn only_sign(text: &[u8]) -> Option<(u8, usize)> {
    let &sign = text.iter().find(|byte| !b"| ".contains(byte)).unwrap_or(&b' ');
    let is_only = text.iter().all(|&byte| byte == sign || b"| ".contains(&byte));
    is_only.then(|| (sign, text.iter().filter(|byte| **byte == sign).count()))
}

/// The kind of a line that could not be read as cells.
pub(super) fn kind_without_cells(text: &[u8], tokens: &[Token], line: &[u8]) -> LineKind {
    // Dots are blanks, unless other signs draw lines with them.
    let is_dots = text.contains(&b'.') && !text.iter().any(|byte| b"-+=*_~:'`#/\\])}".contains(byte));
    let is_of_latex = text.starts_with(b"\\") && text.windows(4).any(|word| word == b"line" || word == b"rule");
    if text.iter().all(|byte| RULE.contains(byte)) && !is_dots || is_of_latex {
        return LineKind::Rule;
    }
    if is_code_comment(text) {
        return LineKind::Comment;
    }
    if puzzle_of(tokens, line).is_some() {
        return LineKind::Damaged;
    }
    let row = row_of(tokens);
    let text = tokens.first().zip(tokens.last()).map_or(&b""[..], |(first, last)| &line[first.start..last.end]);
    let count = |is_counted: &dyn Fn(&u8) -> bool| text.iter().filter(|byte| is_counted(byte)).count();
    let any_digit = text.iter().any(u8::is_ascii_digit);
    let letters = count(&|byte| byte.is_ascii_alphabetic() && !b"xX".contains(byte));
    let visible = count(&|byte| !b" \t,;|[](){}\"'`".contains(byte));
    let any_name = tokens.iter().any(|token| token.is_word() && has_word(token.text(line)));
    let ones = row.iter().filter(|token| token.is_one() || token.kind == TokenKind::Empty).count();
    let words = row.iter().filter(|token| token.is_word()).count();
    if is_date(text) || !any_digit && any_name && (words == 0 || ones < MIN_DAMAGED_ROW) {
        return LineKind::Text;
    }
    // These limits were chosen so that the samples of the tests, whole or damaged, are of the right kind; one more or less rarely
    // matters. First single cells, or separators, and few words.
    let others = row.iter().filter(|token| token.is_cells() && !token.is_one()).count() + words;
    // Tabs at the start may only indent a line.
    let indent = row.iter().take_while(|token| token.is(b'\t')).count();
    let are_fields = letters < 7 && (7..=17).contains(&most_separators(&row[indent..]).0);
    if ones >= MIN_DAMAGED_ROW && words <= 4 || are_fields && others <= 4 {
        return LineKind::Damaged;
    }
    if visible <= 4 && (any_digit || letters < 2) {
        return LineKind::Short;
    }
    // Words of many cells, and little else; or a letter that may mark the blanks.
    let longest = row.iter().map(|token| count_cells(token.text(line))).max().unwrap_or_default();
    let are_most = (any_digit || text.contains(&b'.'))
        && longest > 4
        && 2 * count_cells(text) > visible
        && !any_name
        && !is_title(text);
    if are_most || letter_as_blank(text).is_some() { LineKind::Damaged } else { LineKind::Text }
}

/// The first word of a line that should be a whole grid: at least nine tenths of its characters are cells.
pub(super) fn puzzle_of<'a>(tokens: &'a [Token], line: &[u8]) -> Option<&'a Token> {
    let are_cells = |text: &[u8]| is_puzzle(text) && 10 * count_cells(text) >= 9 * text.len();
    tokens.iter().find(|token| !token.is_sign() && are_cells(token.text(line)))
}

/// The tokens of a damaged line that should be a row: of the parts between brackets the one that has most cells, without a label
/// and a comment.
fn row_of(tokens: &[Token]) -> &[Token] {
    let ones = |part: &[Token]| part.iter().filter(|token| token.is_one()).count();
    let parts = tokens.split(Token::is_bracket);
    let row = parts.max_by_key(|part| (ones(part), part.len())).unwrap_or_default();
    let ends_label = |token: &Token| token.is(b':') || token.is(b'=');
    let is_label = |&at: &usize| {
        at + 1 < row.len() && (at == 1 && row[1].end < row[2].start || row[..at].iter().any(Token::is_word))
    };
    let label = row.iter().take(LONGEST_LABEL).rposition(ends_label).filter(is_label);
    &row[label.map_or(0, |at| at + 1)..]
}

/// The fault of a text that should have this many cells, nine or 81, and the byte where it is: the first thing that is not a cell, or
/// else a wrong number of cells.
pub(super) fn fault_of(tokens: &[Token], line: &[u8], size: usize) -> (usize, Fault) {
    let row = if size == 9 { row_of(tokens) } else { tokens };
    let words: Vec<&Token> = row.iter().filter(|token| token.is_cells() || token.is_word()).collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        let at = line.iter().position(|byte| !b" \t".contains(byte)).unwrap_or_default();
        return (at, if line.is_empty() { Fault::Count(size, 0) } else { Fault::cell(&line[at..]) });
    };
    let (separators, _) = most_separators(row);
    let are_apart =
        2 * words.iter().filter(|word| word.is_one()).count() > words.len() || first.len() < 3 && separators > 2;
    if are_apart && words.len() >= size + MANY_CELLS {
        return (words[size].start, Fault::Count(size, words.len()));
    }
    // Where cells must be: words that stand apart, or else single characters.
    let mut places = row.iter().flat_map(|token| {
        let is_place = token.is_cells() || token.is_word() || !are_apart && token.is_separator() && !token.is(b'|');
        let length = if are_apart || token.is_one() { token.len() } else { 1 };
        (token.start..token.end).step_by(length).filter(move |_| is_place).map(move |at| (at, token))
    });
    let is_cell = |&(at, token): &(usize, &Token)| {
        token.is_one() || !are_apart && !token.is_separator() && cell_from_byte(line[at]).is_some()
    };
    let mut count = places.clone().take_while(is_cell).count();
    if let Some((at, token)) = places.clone().nth(count) {
        // A control character is invisible, so the message names it and not the word around it.
        let seen = line[at..token.end].iter().position(u8::is_ascii_control).unwrap_or_default();
        let rest = &line[at + seen..token.end];
        let is_word = are_apart && seen == 0;
        let fault = if count >= size {
            Fault::end
        } else if is_word {
            Fault::of_word
        } else {
            Fault::cell
        };
        return (at + seen, fault(rest));
    }
    let end = places.nth(size).map_or(last.end, |(at, _)| at);
    if are_apart {
        // Where fields are empty, separators count them; bars at both ends separate nothing.
        let is_framed = row[0].is(b'|') && row[row.len() - 1].is(b'|');
        count = count.max(separators + 1 - if is_framed { 2 } else { 0 });
    }
    if count == size {
        return (first.start, Fault::Expected("expected the same separator between all cells", "others".into()));
    }
    (end, Fault::Count(size, count))
}
