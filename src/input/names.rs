//! Words that mean something: the names of puzzles and solutions, titles, dates; and what may stand before and after the cells of a
//! line: `>`, `12:`, `file.txt:12:`, `A`, `Row 1:`, `1)`, `"puzzle":`, and comments.

use super::tokens::Token;
use crate::grid::{CELLS, cell_from_byte};

/// The names that a column or a member with puzzles may have, in any case.
const PUZZLE_NAMES: &str = "puzzle puzzles quizzes quiz question questions sudoku sudokus board boards grid grids \
                                       unsolved problem problems initial_board unsolved_sudoku puzzle_string";
/// The names that a column with given solutions may have.
pub(super) const SOLUTION_NAMES: &str =
    "solution solutions answer answers solved solved_board solution_board final_board solved_sudoku";
/// Words that say in a heading or in a name that a solution follows.
const RESULTS: &str = "solution solutions answer answers solved expected output";

/// Words of headings that say nothing about what follows.
const FILLERS: &str = "puzzle grid sudoku the of for sample";

/// The signs that a tail may start with.
pub(super) const TAIL_STARTS: &[u8] = b" \t,;#:|";

/// The most tokens of a label.
pub(super) const LONGEST_LABEL: usize = 10;
/// A comment without words has fewer characters than this that could be cells.
const MIN_CELLS: usize = 3;
/// The longest name or number that needs no sign after it.
const LONGEST_NAME: usize = 6;

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

/// Whether a word of a text names a solution, such as `Solution`, `expected_table` or `solvedBoard`.
pub(super) fn is_solution_word(word: &[u8]) -> bool {
    let words = word.split(|byte| !byte.is_ascii_alphabetic());
    let mut parts = words.flat_map(|word| word.chunk_by(|a, b| b.is_ascii_lowercase() || a.is_ascii_uppercase()));
    parts.any(|part| is_one_of(part, RESULTS))
}

/// Whether a heading says that no puzzle follows: it is `[State]`, its first word that says something is `Solution`, `Answer` or the
/// like, or it gives an array such a name.
pub(super) fn heads_solution(text: &[u8]) -> bool {
    let says_something = |word: &&[u8]| !word.is_empty() && !is_one_of(word, FILLERS);
    let mut words = text.split(|byte| !byte.is_ascii_alphabetic()).filter(says_something);
    let names_array = b"[{(=".contains(&text[text.len() - 1]);
    let first = if names_array { words.find(|word| is_solution_word(word)) } else { words.next() };
    text.eq_ignore_ascii_case(b"[state]") || first.is_some_and(is_solution_word)
}

/// Whether a line is a title, such as `Grid 01` or `[Puzzle]`: the first word has two or more letters, most of which are not x.
pub(super) fn is_title(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"[").or_else(|| text.strip_prefix(b"\"")).unwrap_or(text);
    let word = &text[..text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count()];
    let ends = text.get(word.len()).is_none_or(|byte| b" \t:;,.=]\"".contains(byte));
    word.len() >= 2 && ends && 2 * word.iter().filter(|byte| b"xX".contains(byte)).count() < word.len()
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

/// Whether tokens can be the label of cells that start with the token `next`. A number or a bullet without a sign after it may be a
/// cell: the cells after it must be packed.
pub(super) fn is_label(tokens: &[Token], next: &Token, are_packed: bool, line: &[u8]) -> bool {
    let mut numbers = tokens.iter().filter(|token| token.is_cells());
    // Cells are not a label, nor are several numbers or a date; bars and other separators belong to the cells, and a colon may mark
    // a blank.
    if numbers.next().is_some_and(|number| number.len() > LONGEST_NAME)
        || numbers.next().is_some()
        || is_date(tokens[0].text(line))
        || tokens[1..].iter().any(|token| token.is(b'|'))
        || matches!(tokens, [token] if token.is(b':'))
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

/// Whether a label or a heading announces a puzzle or a solution.
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
        [b'/', b'/' | b'*', ..] | [b'\\' | b'<', ..] => !are_cells(text),
        // If there are more, they separate fields.
        [b';', rest @ ..] => !rest.contains(&b';') && !are_cells(rest),
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
