//! Lines that could not be read as cells: tells rules, comments, titles and damaged rows apart, and finds the fault of a damaged row.

use super::error::{Fault, Found, quotable};
use super::labels::{self, Label, is_comment, starts_comment};
use super::names::{count_cells, is_date, is_title, letter_as_blank};
use super::tokens::{Kind, Token};
use crate::grid::{CELLS, cell_from_byte};

/// What is wrong with nine cells that are separated in different ways.
const UNEVEN: Fault =
    Fault::Expected { what: "nine cells with the same separators between them", found: "other separators" };

/// What kind of line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Nine cells.
    Row,
    /// 81 cells.
    Grid,
    /// Several grids.
    Grids,
    /// Words that are grids, among other words.
    GridsInText,
    /// One cell.
    Cell,
    /// At most four characters, with a digit or letter: a row that is far too short, or a number between grids.
    Short,
    /// Nothing but the characters of frames and brackets.
    Rule,
    Comment,
    /// Words.
    Text,
    /// Mostly cells, but not nine.
    Malformed,
}

/// A line of these alone is a rule, unless it is a row of blanks.
const RULE: &[u8] = b"-+=|*_~:.'`\", \t;[](){}<>/\\#";
/// A line, or a part of one between brackets, is a damaged row if it has this many cells.
const MOST_CELLS: usize = 7;

/// The sign of a line that may be a row of blanks or a rule: nine identical characters that rules are made of, packed, in words of
/// three or with a space between them; or only separators; or only bars and spaces, as many
/// between each two.
pub(super) fn row_of_blanks(text: &[u8]) -> Option<u8> {
    let &sign = text.first()?;
    // The rule below the header of a Markdown table.
    if sign == b'|' && text.iter().all(|byte| b"|-: ".contains(byte)) && text.contains(&b'-') {
        return (text.iter().filter(|&&byte| byte == b'-').count() == 9).then_some(b'-');
    }
    if sign == b'|' && text.contains(&b' ') {
        let mut parts = text.split(|byte| *byte == b'|').filter(|part| !part.is_empty());
        let width = parts.next().map_or(0, <[u8]>::len);
        return (text.iter().all(|byte| b"| ".contains(byte)) && parts.all(|part| part.len() == width)).then_some(b' ');
    }
    let is_alone = || text.iter().all(|&byte| byte == sign || byte == b' ');
    match text.len() {
        8 if b",;|".contains(&sign) && is_alone() && !text.contains(&b' ') => Some(b' '),
        9 | 11 | 17 if b"-*_=+~:#".contains(&sign) && is_alone() => {
            (text.iter().filter(|&&byte| byte == sign).count() == 9).then_some(sign)
        }
        _ => None,
    }
}

/// The kind of a line that could not be read as cells.
pub(super) fn kind_without_cells(text: &[u8], tokens: &[Token], line: &[u8]) -> LineKind {
    // Dots are blanks, unless other signs draw lines with them.
    let is_dots = text.contains(&b'.') && !text.iter().any(|byte| b"-+=*_~:'`#/\\".contains(byte));
    if text.iter().all(|byte| RULE.contains(byte)) && !is_dots {
        return LineKind::Rule;
    }
    if is_comment(text) {
        return LineKind::Comment;
    }
    // What stands before a comment.
    let comment =
        tokens.iter().skip(1).find(|token| starts_comment(token, line)).map_or(line.len(), |token| token.start);
    let text = line[..comment].trim_ascii();
    let count = |is_counted: &dyn Fn(&u8) -> bool| text.iter().filter(|byte| is_counted(byte)).count();
    let digits = count(&u8::is_ascii_digit);
    let letters = count(&|byte| byte.is_ascii_alphabetic() && !b"xX".contains(byte));
    let visible = count(&|byte| !b" \t,;|[](){}\"'`".contains(byte));
    let cells = count_cells(text);
    // The part with the most cells: a row, unless words stand among them.
    let is_row = tokens.split(Token::is_bracket).any(|part| {
        let ones = part.iter().filter(|token| token.is_one() || token.kind == Kind::Empty).count();
        let words = part.iter().filter(|token| token.is_word()).count();
        ones >= MOST_CELLS && words <= 4 || ones >= 5 && words <= 2 && ones + words >= MOST_CELLS
    });
    if is_date(text) {
        return LineKind::Text;
    }
    // Seven separators make a row, unless they stand between the names of columns.
    let separators = |separator: u8| memchr::memchr_iter(separator, text).count();
    let is_fields = letters < 7 && [b',', b';', b'\t', b'|'].into_iter().any(|s| (7..=11).contains(&separators(s)));
    let is_sixteen = letters < 17 && [b',', b';', b'\t', b'|'].into_iter().any(|s| (15..=17).contains(&separators(s)));
    let others = tokens.iter().filter(|token| (token.is_cells() || token.is_word()) && !token.is_one()).count();
    if is_row || digits > 0 && (is_fields && others <= 4 || is_sixteen) {
        return LineKind::Malformed;
    }
    if visible <= 4 && (digits > 0 || letters < 2) {
        return if digits + letters > 0 { LineKind::Short } else { LineKind::Malformed };
    }
    // Words of many cells, or of three, and little else.
    let words = tokens.iter().filter(|token| token.is_cells() || token.is_word());
    let longest = words.clone().map(|token| count_cells(token.text(line))).max().unwrap_or_default();
    let are_boxes = longest == 3 && cells > 7 && words.clone().count() == 3;
    let are_nine = words.clone().count() == 9 && words.clone().all(|token| token.len() == 1);
    let is_packed = (digits > 0 || text.contains(&b'.')) && (longest > 4 || are_boxes) && 2 * cells > visible;
    let is_word = is_title(text) || letters > 1 && text[..2].iter().all(u8::is_ascii_alphabetic);
    // A letter may mark the blanks.
    let has_letter = matches!(text.len(), 9 | CELLS) && digits > 0 && has_one_other(text)
        || are_nine && digits > 0 && letter_as_blank(text).is_some();
    if has_letter || (is_packed || cells >= CELLS / 2) && !is_word { LineKind::Malformed } else { LineKind::Text }
}

/// Whether a text has no characters but the digits 1 to 9 and one other sign.
fn has_one_other(text: &[u8]) -> bool {
    let sign = text.iter().find(|byte| !byte.is_ascii_digit());
    sign.is_some_and(|sign| text.iter().all(|byte| byte == sign || matches!(byte, b'1'..=b'9')))
}

/// What is wrong with a damaged row, and at which byte.
pub(super) fn fault_of(tokens: &[Token], line: &[u8]) -> (usize, Fault) {
    let tokens = without_label(tokens, line);
    let end = tokens.iter().position(|token| starts_comment(token, line)).unwrap_or(tokens.len());
    // The part between brackets that has the most cells.
    let ones = |part: &[Token]| part.iter().filter(|token| token.is_one()).count();
    let row = tokens[..end].split(|t| t.is_bracket()).max_by_key(|part| (ones(part), part.len())).unwrap_or_default();
    let rows = tokens[..end].split(Token::is_bracket).filter(|part| ones(part) == 9).count();
    let words: Vec<&Token> = row.iter().filter(|token| token.is_cells() || token.is_word()).collect();
    let Some(last) = words.last() else {
        let at = line.iter().position(|byte| !b" \t".contains(byte)).unwrap_or_default();
        return (at, Fault::Cell(Found::first_of(&line[at..])));
    };
    let separators = |separator: u8| row.iter().filter(|token| token.is(separator)).count();
    let most_separators = [b',', b';', b'\t', b'|', b'&'].into_iter().map(separators).max().unwrap_or_default();
    let is_apart = 2 * ones(row) > words.len() || words[0].len() < 3 && most_separators > 2;
    let mut cells = 0;
    for word in &words {
        let text = word.text(line);
        if cells == 9 && (!is_apart || !word.is_one()) {
            return (word.start, Fault::End(Found::first_of(text)));
        }
        if let Some(control) = text.iter().position(u8::is_ascii_control) {
            let found = Found::first_of(&text[control..]);
            return (word.start + control, if cells + control == 9 { Fault::End(found) } else { Fault::Cell(found) });
        }
        if word.is_one() {
            cells += 1;
            continue;
        }
        let good = text.iter().take_while(|&&byte| cell_from_byte(byte).is_some()).count();
        let found = Found::first_of(&text[good.min(text.len() - 1)..]);
        if is_apart {
            let is_character = matches!(found, Found::Character(c) if c.len_utf8() == text.len());
            let is_byte = matches!(found, Found::Byte(_)) && text.len() == 1;
            let fault = if is_character || is_byte { Fault::Cell(found) } else { Fault::OneCell(quotable(text)) };
            return (word.start, fault);
        }
        cells += good;
        if good < text.len() {
            return (word.start + good, if cells == 9 { Fault::End(found) } else { Fault::Cell(found) });
        }
    }
    let separator = row.iter().find(|token| token.is_separator() && !token.is(b'|')).filter(|_| !is_apart);
    if let Some(separator) = separator.filter(|_| cells != 9) {
        return (separator.start, Fault::Cell(Found::first_of(&line[separator.start..])));
    }
    // Where fields are empty, separators count them.
    let at_ends = [row.first(), row.last()].into_iter().flatten().filter(|token| token.is(b'|')).count();
    let fields = match most_separators {
        n if separators(b'|') == n && at_ends == 2 => n - 1,
        n => n + 1,
    };
    let found = if is_apart { cells.max(fields) } else { cells };
    match words.get(9).filter(|_| is_apart) {
        _ if found == 9 && rows > 1 => (tokens[0].start, Fault::RowCount(rows, None)),
        _ if found == 9 => (words[0].start, UNEVEN),
        Some(tenth) => (tenth.start, Fault::RowLength(found)),
        None if cells > 9 && words.len() == 1 => (last.start + 9, Fault::RowLength(found)),
        None => (last.end, Fault::RowLength(found)),
    }
}

/// The tokens after a label: the name of a row, or what starts an array.
fn without_label<'a>(tokens: &'a [Token], line: &[u8]) -> &'a [Token] {
    if let Some(sign) = tokens.iter().rposition(|token| token.is(b'=')).filter(|&sign| sign + 1 < tokens.len()) {
        return &tokens[sign + 1..];
    }
    let is_label = |&length: &usize| {
        let (label, rest) = tokens.split_at(length);
        let is_name = |token: &Token| token.is_word() && token.len() > 1 && line[token.start].is_ascii_alphabetic();
        let is_named = label.iter().any(|token| is_name(token) || token.is(b':') && token.end < rest[0].start);
        is_named && Label::of(label, &rest[0], line) == Some(Label::Sure)
    };
    let length = (1..tokens.len().min(labels::LONGEST)).rev().find(is_label);
    &tokens[length.unwrap_or(0)..]
}
