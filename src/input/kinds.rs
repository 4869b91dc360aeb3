//! The kind of a line that could not be read as cells: a rule, a comment, a title, or a damaged row.

use super::cells::{DELIMITERS, Kind};
use super::tokens::{Token, TokenKind};
use crate::grid::{CELLS, cell_from_byte};

/// A line of these alone is a rule, unless it is a row of blanks.
const RULE: &[u8] = b"-+=|*_~:.'`\", \t;[](){}<>/\\";

/// The kind of a line that could not be read as cells.
pub(super) fn kind_without_cells(text: &[u8], tokens: &[Token]) -> Kind {
    if is_comment(text) {
        return Kind::Comment;
    }
    if text.iter().all(|byte| RULE.contains(byte)) {
        let dots_only = text.iter().all(|byte| b". \t".contains(byte));
        return if dots_only && text.contains(&b'.') { Kind::Malformed } else { Kind::Rule };
    }
    if tokens.iter().all(|token| matches!(token.kind, TokenKind::Open | TokenKind::Close)) {
        return Kind::Rule;
    }
    let count = |is_counted: &dyn Fn(&u8) -> bool| text.iter().filter(|byte| is_counted(byte)).count();
    let cells = count(&|&byte| cell_from_byte(byte).is_some());
    let digits = count(&u8::is_ascii_digit);
    let letters = count(&|byte| byte.is_ascii_alphabetic() && !b"xX".contains(byte));
    let visible = count(&|byte| !b" \t,;|[](){}\"'`".contains(byte));
    // A grid or a row with a letter for its blanks, which may be one of --blank.
    if matches!(text.len(), 9 | CELLS) && digits > 0 && has_one_letter(text) {
        return Kind::Malformed;
    }
    if is_date(text) {
        return Kind::Text;
    }
    let words = |is_counted: &dyn Fn(&Token) -> bool| tokens.iter().filter(|token| is_counted(token)).count();
    let single_cells =
        words(&|token| matches!(token.kind, TokenKind::One(_)) || token.kind == TokenKind::Cells && token.len() == 1);
    let other_words = words(&|token| token.kind == TokenKind::Word);
    if single_cells >= 8 && other_words <= 4 {
        return Kind::Malformed;
    }
    let is_name = text.len() > 2 && b"\"'".contains(&text[0]) && text[1].is_ascii_alphabetic() && text.contains(&b':');
    if is_name {
        return Kind::Text;
    }
    // Seven delimiters make a row, unless they stand between the names of columns.
    let delimiters = |delimiter: u8| memchr::memchr_iter(delimiter, text).count();
    if letters < 7 && DELIMITERS[..4].iter().any(|&delimiter| (7..=11).contains(&delimiters(delimiter))) {
        return Kind::Malformed;
    }
    if visible <= 4 && (digits > 0 || letters == 1) {
        return Kind::Short;
    }
    if letters == 0 && digits == 0 && visible <= 4 {
        return Kind::Malformed;
    }
    if single_cells >= 5 && other_words <= 2 {
        return Kind::Malformed;
    }
    let is_word = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count() >= 2 && letters > 1;
    let any_plain = digits > 0 || text.contains(&b'.');
    if cells >= 5 && 2 * cells > visible && any_plain && !is_word || cells >= CELLS / 2 && !is_word {
        Kind::Malformed
    } else {
        Kind::Text
    }
}

/// Whether a text has no characters but the digits 1 to 9 and one letter, which may occur several times.
pub(super) fn has_one_letter(text: &[u8]) -> bool {
    let letter = text.iter().find(|byte| byte.is_ascii_alphabetic());
    letter.is_some_and(|letter| text.iter().all(|byte| byte == letter || matches!(byte, b'1'..=b'9')))
}

/// Advice for a line in which a letter may mark the blanks.
pub(super) fn letter_as_blank(text: &[u8]) -> Option<String> {
    let letter = text.iter().find(|byte| byte.is_ascii_alphabetic()).filter(|_| has_one_letter(text))?;
    let count = text.iter().filter(|byte| *byte == letter).count();
    (2 * count > text.len()).then(|| format!("if {0} marks blanks, use --blank {0}", char::from(*letter)))
}

/// Whether a text is a date, such as `2024-05-12`.
pub(super) fn is_date(text: &[u8]) -> bool {
    b"-/.".iter().any(|separator| {
        let parts: Vec<&[u8]> = text.split(|byte| byte == separator).collect();
        let are_numbers = parts.iter().flat_map(|part| part.iter()).all(u8::is_ascii_digit);
        let [first, second, third] = parts.as_slice() else { return false };
        let lengths = [first.len(), second.len(), third.len()];
        are_numbers && matches!(lengths, [4, 1..=2, 1..=2] | [1..=2, 1..=2, 4])
    })
}

/// Whether the words are the names of columns, such as `a b c d e f g h i` or `c1 c2 ... c9`.
pub(super) fn is_column_names(tokens: &[Token], bytes: &[u8]) -> bool {
    let words: Vec<&[u8]> = tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Word)
        .map(|token| &bytes[token.start..token.end])
        .collect();
    let is_name = |word: &&[u8]| word.len() <= 3 && word[0].is_ascii_alphabetic();
    words.len() == 9 && words.iter().all(is_name) && words.is_sorted_by(|a, b| a < b)
}

/// Whether a line is a comment of some language. After `--` or `;` comes a word.
fn is_comment(text: &[u8]) -> bool {
    match text {
        // Marks of the end of a file.
        _ if text.iter().all(|byte| matches!(byte, b'\0' | 0x1a)) => true,
        [b'#' | b'%', ..] => true,
        [b'/', b'/' | b'*', ..] | [b'*', b'/', ..] | [b'<', b'!', b'-', ..] => true,
        [b'-', b'-', rest @ ..] | [b';', rest @ ..] => {
            rest.trim_ascii_start().iter().take(2).filter(|byte| byte.is_ascii_alphabetic()).count() == 2
        }
        _ => text.starts_with(b"Simple Sudoku") || text.starts_with(b"Version "),
    }
}

/// Whether a line has nine identical characters that rules are made of (not only `=`), packed, in words of three or with a
/// space between them; or only delimiters; or only bars and spaces, which may stand between bands.
pub(super) fn is_row_of_blanks(text: &[u8]) -> bool {
    let Some(&sign) = text.first() else { return false };
    if sign == b'|' && text.contains(&b' ') {
        return text.iter().all(|byte| b"| ".contains(byte));
    }
    if !b"-*_=+~:#,;|".contains(&sign) {
        return false;
    }
    let count = text.iter().filter(|&&byte| byte == sign).count();
    let is_alone = text.iter().all(|&byte| byte == sign || byte == b' ');
    is_alone && (count == 9 && matches!(text.len(), 9 | 11 | 17) || count == 8 && text.len() == 8)
}
