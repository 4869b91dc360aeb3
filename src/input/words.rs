//! Recognizes words: column names, titles, dates and comments.

use std::sync::Arc;

use crate::grid::{CELLS, cell_from_byte};

/// The names that a column or a member with puzzles may have, in any case.
const PUZZLE_NAMES: &str = "puzzle puzzles quizzes quiz question questions sudoku sudokus board boards grid grids \
                                       unsolved problem problems initial_board unsolved_sudoku puzzle_string";
/// The names that a column with given solutions may have.
pub(super) const SOLUTION_NAMES: &str =
    "solution solutions answer answers solved solved_board solution_board final_board solved_sudoku";
/// The words that stand for a blank.
pub(super) const NULLS: &str = "null none nan nil na undefined -1";

/// The signs that a tail may start with.
pub(super) const TAIL_STARTS: &[u8] = b" \t,;#:|";

/// Whether a word is one of a list, in any case.
pub(super) fn is_one_of(word: &[u8], list: &str) -> bool {
    list.as_bytes().split(|byte| *byte == b' ').any(|known| known.eq_ignore_ascii_case(word))
}

/// How many characters of a text are cells, wherever they are.
pub(super) fn count_cells(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| cell_from_byte(byte).is_some()).count()
}

/// Whether a text has at least half of a grid's cells.
pub(super) fn has_puzzle(text: &[u8]) -> bool {
    count_cells(text) > CELLS / 2
}

/// Whether a word or field is a puzzle, perhaps a malformed one, and no link, rule or sentence.
pub(super) fn is_puzzle(text: &[u8]) -> bool {
    let is_plain = || text.iter().any(u8::is_ascii_digit) || text.iter().all(|byte| *byte == text[0]);
    has_puzzle(text) && !has_word(text) && !is_rule(text) && is_plain()
}

/// Whether a word has nothing but signs that draw lines.
pub(super) fn is_rule(word: &[u8]) -> bool {
    word.iter().all(|sign| b"-*_.+|:='".contains(sign)) && word.iter().any(|&sign| sign != b'.')
}

/// Whether a line is a comment in every format but csv.
pub(super) fn is_comment(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'#' | b'%'))
}

/// Whether a column or a member has puzzles: it has this name, or else one of the usual ones.
pub(super) fn names_puzzle(name: &[u8], column: Option<&str>) -> bool {
    match column {
        Some(column) => name.eq_ignore_ascii_case(column.as_bytes()),
        None => name.len() > 3 && is_one_of(name, PUZZLE_NAMES),
    }
}

/// Whether a line is a title, such as `Grid 01` or `[Puzzle]`: the first word has two or more letters, most of which are
/// not x, and is no blank.
pub(super) fn is_title(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"[").or_else(|| text.strip_prefix(b"\"")).unwrap_or(text);
    let word = &text[..text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count()];
    let ends = text.get(word.len()).is_none_or(|byte| b" \t:;,.=]\"".contains(byte));
    word.len() >= 2
        && ends
        && !is_one_of(word, NULLS)
        && 2 * word.iter().filter(|byte| b"xX".contains(byte)).count() < word.len()
}

/// Whether a line among records that are lines is a title, such as `Grid 01`, `[Easy]` or `Hard:`: it has a word of two letters or more
/// that is no blank, and fewer than five cells. A word that nothing stands beside is in the place of a record.
pub(super) fn is_line_title(text: &[u8]) -> bool {
    let cells = text.iter().filter(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    let is_name =
        |word: &[u8]| word.iter().filter(|byte| !b"xX".contains(byte)).count() >= 2 && !is_one_of(word, NULLS);
    let is_marked = text.contains(&b' ') || text.starts_with(b"[") || text.ends_with(b":");
    is_marked && cells < 5 && text.split(|byte| !byte.is_ascii_alphabetic()).any(is_name)
}

/// Whether a text has a word of three letters that cannot be blanks.
pub(super) fn has_word(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() && !b"xX".contains(byte);
    text.windows(3).any(|letters| letters.iter().all(is_letter))
}

/// Whether a text has nothing but letters that cannot be blanks, and separators, such as `A B C D E F G H I`.
pub(super) fn has_only_names(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_alphabetic() && !b"oOxX".contains(byte) || b" \t,;|".contains(byte))
}

/// Whether a text is a date, such as `2024-05-12`, perhaps with a time after it.
pub(super) fn is_date(text: &[u8]) -> bool {
    let text = text.split(|byte| b" T".contains(byte)).next().unwrap_or_default();
    b"-/.".iter().any(|separator| {
        let lengths: Vec<usize> = text.splitn(4, |byte| byte == separator).map(<[u8]>::len).collect();
        matches!(lengths[..], [4, 1..=2, 1..=2] | [1..=2, 1..=2, 4])
    })
}

/// Advice for a line of digits in which one letter may mark the blanks.
pub(super) fn letter_as_blank(text: &[u8]) -> Option<String> {
    let letter = *text.iter().find(|byte| byte.is_ascii_alphabetic() && !b"xX".contains(byte))?;
    let count = text.iter().filter(|byte| **byte == letter).count();
    let is_alone = text.iter().all(|&byte| byte == letter || matches!(byte, b'1'..=b'9' | b' ' | b',' | b'|'));
    let is_most = 2 * count > text.iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
    (is_alone && is_most && count > 2).then(|| format!("if {0} marks blanks, use --blank {0}", char::from(letter)))
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

/// The title that a line is, without the signs around it. Code is not a title.
pub(super) fn title_of(text: &[u8]) -> Option<Arc<str>> {
    let title = &text[text.iter().take_while(|byte| b" \t#%*/".contains(byte)).count()..];
    let is_name = is_title(title) && !title.iter().any(|byte| b"=[{<|;".contains(byte));
    // A title is printed again, and must not control a terminal.
    is_name.then(|| String::from_utf8_lossy(title).trim_end_matches(':').replace(char::is_control, "").into())
}
