//! Words and characters that mean the same in every format.
//!
//! ```text
//! grids      is_grid_word       53..7....6..195...   a word that is a grid or should be one
//!            is_grid_field      53. 070 ...          a field that is one, of one word or several
//! blanks     is_null            null, NaN
//! names      has_name           Easy, 2024-05-12     letters that are not cells, or a date
//! comments   is_comment         # %                  everywhere but below a csv header
//!            is_comment_line    # % //               where records are lines or values
//!            is_code_comment    # % // /* <!- -- ;   in rows; a name follows the last two
//! numbers    is_decimal         27.471928
//!            is_cage_sums       a=17 b=10            Killer Sudoku
//! columns    is_puzzle_name     quizzes              of csv, and members of JSON
//!            is_solution_name   answer
//! ```

use super::cells::is_nonzero_digit;
use crate::grid::{CELLS, digit_from_byte};

/// A text with more cells than this is a grid or should be one.
pub(super) const HALF_A_GRID: usize = CELLS / 2;

/// The characters that a tail may start with.
pub(super) const TAIL_STARTS: &[u8] = b" \t,;#:|";

/// A text up to its tail.
pub(super) fn without_tail(text: &[u8]) -> &[u8] {
    let length = text.iter().position(|byte| TAIL_STARTS.contains(byte));
    &text[..length.unwrap_or(text.len())]
}

/// Whether a character ends a word that may be a grid.
pub(super) fn ends_word(byte: &u8) -> bool {
    TAIL_STARTS.contains(byte) || b"\"'`=<>[](){}\\&".contains(byte) || !byte.is_ascii()
}

/// How many characters of a text are cells, wherever they are.
pub(super) fn count_cells(text: &[u8]) -> usize {
    let is_cell = |byte: &&u8| digit_from_byte(**byte).is_some();
    text.iter().filter(is_cell).count()
}

/// Whether a word, as [`ends_word`] cuts it, is a grid or should be one: it has more than half of a
/// grid's cells, at least one of them a digit, or 81 times the same blank.
pub(super) fn is_grid_word(word: &[u8]) -> bool {
    if count_cells(word) <= HALF_A_GRID {
        return false;
    }
    let has_digit = word.iter().any(is_nonzero_digit);
    has_digit || word.len() == CELLS && word.iter().all(|byte| *byte == word[0])
}

/// Whether a field, of one word or several, is a grid or should be one, and not a rule or sentence:
/// it has more than half of a grid's cells. Without a digit it must have 81 characters: other runs
/// of dots may be the leaders of a table of contents. 0 counts as a digit here, because no rule has
/// one beside spaces. A name rules a field out, unless it is one word.
pub(super) fn is_grid_field(text: &[u8]) -> bool {
    let is_whole_or_has_digit = text.len() == CELLS || text.iter().any(u8::is_ascii_digit);
    if !is_whole_or_has_digit || count_cells(text) <= HALF_A_GRID {
        return false;
    }
    let is_one_word = !text.iter().any(ends_word);
    !has_name(text) || (is_one_word && is_grid_word(text))
}

/// Whether a word stands for a blank.
pub(super) fn is_null(word: &[u8]) -> bool {
    is_one_of(word, &["null", "none", "nan", "nil", "na", "undefined"])
}

/// Whether a text has a *name*: a word of two letters or more, not counting x, that is not a blank.
/// A date such as `2024-05-12` is also a name. A grid word could only look like one if it mixed 0
/// with `-`, `/` or `.`, which is rare.
pub(super) fn has_name(text: &[u8]) -> bool {
    is_date(text)
        || String::from_utf8_lossy(text)
            .split(|c: char| !c.is_alphabetic())
            .any(is_name)
}

/// Whether letters are two or more, not counting x, and not a word for a blank.
fn is_name(letters: &str) -> bool {
    let is_x = |c: char| matches!(c, 'x' | 'X');
    letters.chars().filter(|c| !is_x(*c)).count() >= 2 && !is_null(letters.as_bytes())
}

/// Whether a text starts or ends with a year of this century beside a dash, slash or dot.
fn is_date(text: &[u8]) -> bool {
    matches!(
        text,
        [b'2', b'0', _, _, b'-' | b'/', ..] | [.., b'.' | b'/', b'2', b'0', _, _]
    )
}

/// Whether a text has a name before its first cell. The name of a function does not count.
pub(super) fn starts_with_name(text: &[u8]) -> bool {
    let is_before_cells = |byte: &&u8| !b"0123456789.(".contains(byte);
    let length = text.iter().take_while(is_before_cells).count();
    let (start, rest) = text.split_at(length);
    let is_call = rest.starts_with(b"(") && start.last().is_some_and(u8::is_ascii_alphabetic);
    has_name(start) && !is_call
}

/// Whether a line is a comment anywhere but below a csv header: it starts with `#` or `%`.
pub(super) fn is_comment(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'#' | b'%'))
}

/// Whether a line among records or values is a comment: it starts with `#`, `%` or `//`.
pub(super) fn is_comment_line(text: &[u8]) -> bool {
    is_comment(text) || matches!(text, [b'/', b'/', ..])
}

/// Whether a line is a comment in some language. After `--` or `;` comes a word. `#` and `%` may
/// also mark blanks.
pub(super) fn is_code_comment(text: &[u8]) -> bool {
    match text {
        // An array of Common Lisp.
        [b'#', b'2', b'A', ..] => false,
        [b'#' | b'%', ..] | [b'/', b'/' | b'*', ..] | [b'*', b'/', ..] | [b'<', b'!', b'-', ..] => {
            true
        }
        [b'-', b'-', rest @ ..] | [b';', rest @ ..] => {
            rest.trim_ascii_start().get(..4).is_some_and(has_name)
        }
        _ => false,
    }
}

/// Whether a text is a number such as `27.471928`: digits, and a dot between two of them.
pub(super) fn is_decimal(text: &[u8]) -> bool {
    let Some(dot) = text.iter().position(|byte| *byte == b'.') else {
        return false;
    };
    let are_digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    are_digits(&text[..dot]) && are_digits(&text[dot + 1..])
}

/// Whether a line gives the sums of two or more cages, as in `a=17 b=10`.
pub(super) fn is_cage_sums(text: &[u8]) -> bool {
    let words = text.split(|byte| b" ,;\t".contains(byte));
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
    words.len() > 1 && words.iter().all(|word| is_cage_sum(word))
}

/// Whether a word is a letter and the sum of a cage, 1 to 45.
fn is_cage_sum(word: &[u8]) -> bool {
    let [name, b'=', sum @ ..] = word else {
        return false;
    };
    let is_sum = matches!(
        sum,
        [b'1'..=b'9'] | [b'1'..=b'3', b'0'..=b'9'] | [b'4', b'0'..=b'5']
    );
    name.is_ascii_alphabetic() && is_sum
}

/// Whether a character controls a terminal, or the direction of the text beside it.
pub(super) fn is_invisible_control(c: char) -> bool {
    let is_direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || is_direction
}

/// The names that a column or a member with puzzles may have, ignoring case.
const PUZZLE_NAMES: &[&str] = &[
    "puzzle",
    "puzzles",
    "quizzes",
    "quiz",
    "question",
    "questions",
    "sudoku",
    "sudokus",
    "board",
    "boards",
    "grid",
    "grids",
    "unsolved",
    "problem",
    "problems",
    "initial_board",
    "unsolved_sudoku",
    "puzzle_string",
];

/// The names that a column with given solutions may have.
pub(super) const SOLUTION_NAMES: &[&str] = &[
    "solution",
    "solutions",
    "answer",
    "answers",
    "solved",
    "solved_board",
    "solution_board",
    "final_board",
    "solved_sudoku",
];

/// Whether a column or a member has puzzles: it has this name or, for `None`, a usual one.
pub(super) fn is_puzzle_name(name: &[u8], column: Option<&str>) -> bool {
    match column {
        Some(column) => name.eq_ignore_ascii_case(column.as_bytes()),
        None => is_one_of(name, PUZZLE_NAMES),
    }
}

/// Whether a column or a member has given solutions.
pub(super) fn is_solution_name(name: &[u8]) -> bool {
    is_one_of(name, SOLUTION_NAMES)
}

/// Whether a word is one of a list, ignoring case.
pub(super) fn is_one_of(word: &[u8], list: &[&str]) -> bool {
    list.iter()
        .any(|known| known.as_bytes().eq_ignore_ascii_case(word))
}
