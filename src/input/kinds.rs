//! Classifies lines that are neither rows nor grids: rules, comments, titles, numbers and damaged
//! rows. Finds the error in a line or field that should be a row or a grid.

use std::ops::Range;

use super::error::{Fault, ParseError, describe_first_character, quotable};
use super::lines::Line;
use super::tokens::{Token, TokenKind, tokenize};
use super::words::{TAIL_STARTS, count_cells, has_name, is_code_comment, is_date, is_decimal, is_null, is_puzzle};
use crate::grid::{CELLS, digit_from_byte};

/// What kind of line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Nine cells, or ten with a row number or an empty field, or several such groups.
    Row,
    /// 81 cells, or several times 81.
    Grid,
    /// One cell.
    SingleCell,
    /// Mostly cells, but not nine.
    Damaged,
    /// At most four characters: a number or a mark between grids, or a row that is far too short.
    Short,
    /// Nothing but the characters of frames and brackets.
    Rule,
    Comment,
    Words,
}

/// This many separate cells, or more in one word, are a damaged row. Fewer may be numbers.
const HALF_A_ROW: usize = 4;
/// A line with a word or a single number and fewer cells than this is text.
const MIN_CELLS_NEAR_WORD: usize = 7;

/// The kind of a line that could not be read as cells. It is damaged if more than half of its
/// visible characters are cells, unless it has a word and only a few cells.
pub(super) fn kind_without_cells(tokens: &[Token], line: &[u8]) -> LineKind {
    let text = line.trim_ascii();
    // Dots are blanks, unless other symbols draw lines with them.
    let is_dots = text.contains(&b'.') && !text.iter().any(|byte| b"-+=*_~:'`#/\\])}".contains(byte));
    let draws =
        |byte: &u8| matches!(byte, b'"'..=b'#' | b'\''..=b'.' | b':'..=b'>' | b'['..=b']' | b'_'..=b'`' | b'{'..=b'~');
    // LaTeX has commands such as \hline.
    if text.starts_with(b"\\")
        || !is_dots && tokens.iter().all(|token| token.is_separator() || token.text.iter().all(draws))
    {
        return LineKind::Rule;
    }
    if is_code_comment(text) {
        return LineKind::Comment;
    }
    if find_puzzle_word(tokens).is_some() {
        return LineKind::Damaged;
    }
    // Tabs at the start only indent a line.
    let tokens = &tokens[tokens.iter().take_while(|token| token.kind == TokenKind::Separator(b'\t')).count()..];
    let empty = tokens.windows(2).filter(|pair| pair.iter().all(Token::is_separator)).count();
    let words = || tokens.iter().filter(|token| !token.is_separator() && !token.is_bracket());
    // A word that is one cell counts as one visible character.
    let length = |word: &Token| if word.cell_count() == 1 { 1 } else { word.text.len() };
    let count_in = |word: &Token| if word.cell_count() == 1 { 1 } else { count_cells(word.text) };
    let visible = empty + words().map(length).sum::<usize>();
    let cells = empty + words().map(count_in).sum::<usize>();
    let separate_cells = empty + words().filter(|word| word.cell_count() == 1).count();
    let is_name = |word: &&Token| word.kind == TokenKind::Word && has_name(word.text);
    let names = words().filter(is_name).count();
    let may_be_row = |word: &&Token| !is_name(word) && !is_decimal(word.text);
    let is_near_row = words().filter(may_be_row).map(count_in).sum::<usize>() >= MIN_CELLS_NEAR_WORD;
    // Beside a name, symbols without a digit or a word such as `null` may be a rule or empty
    // fields.
    let is_sure = |word: &Token| is_null(word.text) || word.text.iter().any(u8::is_ascii_digit);
    // A name with one number is a title, such as `Seed: 12345678`, and so is a date. A short number is
    // a count.
    let mut numbers = tokens.iter().filter(|token| token.cell_count() > 0);
    let is_number = |token: &Token| token.text.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
    let has_one_number = numbers.next().is_some_and(is_number) && numbers.next().is_none();
    let is_title = is_date(text)
        || names > 2
        || (names > 0 || has_one_number) && !is_near_row
        || names > 0 && (has_one_number || !words().any(is_sure));
    let has_row = separate_cells >= HALF_A_ROW || words().any(|word| count_in(word) > HALF_A_ROW);
    if visible <= 4 && separate_cells < HALF_A_ROW {
        LineKind::Short
    } else if has_row && 2 * cells > visible && !is_title {
        LineKind::Damaged
    } else {
        LineKind::Words
    }
}

/// The first word of a line that should be a whole grid.
pub(super) fn find_puzzle_word<'a>(tokens: &'a [Token<'a>]) -> Option<&'a Token<'a>> {
    tokens.iter().find(|token| is_puzzle(token.text))
}

/// A text up to its tail.
pub(super) fn without_tail(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| !TAIL_STARTS.contains(byte)).count()]
}

/// The error of a part of a line that should have this many cells, nine or 81: the first thing that
/// is not a cell, or else a wrong number of cells.
pub(super) fn malformed_cells_error(line: &Line<'_>, part: Range<usize>, expected: usize) -> ParseError {
    let text = &line.bytes[part.clone()];
    let tokens = tokenize(text);
    // If one word is a puzzle, the rest does not count. Otherwise labels and brackets cut the line
    // into parts, and the longest is the row.
    let tokens = match find_puzzle_word(&tokens).filter(|word| word.cell_count() != CELLS) {
        Some(word) => std::slice::from_ref(word),
        None if expected == CELLS => &tokens,
        None => {
            let ends = |token: &Token| text.get(token.start + 1).is_some_and(u8::is_ascii_whitespace);
            let cuts = |token: &Token| token.is_bracket() || token.kind == TokenKind::Punctuation && ends(token);
            let is_whole = |part: &[Token]| part.iter().map(Token::cell_count).sum::<usize>() == expected;
            let length = |part: &[Token]| part.iter().map(|token| token.text.len()).sum::<usize>();
            tokens.split(cuts).max_by_key(|part| (!is_whole(part), length(part))).unwrap_or_default()
        }
    };
    let is_word = |token: &&Token| token.cell_count() > 0 || token.kind == TokenKind::Word;
    let words = || tokens.iter().filter(is_word);
    let separators = tokens.iter().filter(|token| token.is_separator()).count();
    // Cells are separate words, or else single characters. A symbol between those is an error.
    let singles = words().filter(|word| word.cell_count() == 1).count();
    let are_apart = 2 * singles > words().count() || separators > 2 && words().all(|word| word.text.len() < 3);
    let mut places = Vec::new();
    for word in tokens.iter().filter(|token| if are_apart { is_word(token) } else { token.text != b"|" }) {
        let step = if are_apart { word.text.len() } else { 1 };
        places.extend((0..word.text.len()).step_by(step).map(|at| (word.start + at, word)));
    }
    let is_cell = |at: usize, word: &Token| {
        if are_apart { word.cell_count() == 1 } else { digit_from_byte(text[at]).is_some() }
    };
    // Where fields are empty, separators count them; bars at both ends separate nothing.
    let is_framed = tokens.first().is_some_and(|first| first.text == b"|");
    let fields = if is_framed { separators.saturating_sub(1) } else { separators + separators.min(1) };
    let count = places.len().max(fields);
    // A row with three extra cells belongs to a larger Sudoku.
    let may_be_wrong = !are_apart || count < expected + 3;
    let wrong = places.iter().position(|(at, word)| may_be_wrong && !is_cell(*at, word));
    let (at, fault) = match wrong {
        Some(index) => {
            let (start, word) = places[index];
            // A control character is invisible, so the message names it and not the word around it.
            let word = &word.text[start - word.start..];
            let at = start + word.iter().position(u8::is_ascii_control).unwrap_or_default();
            let (what, found) = if index >= expected {
                ("expected the end of the line or field", describe_first_character(&text[at..]))
            } else if are_apart && word.len() > 1 && text[at].is_ascii_graphic() {
                ("expected one cell", format!("{:?}", quotable(word)).into())
            } else {
                ("expected a digit or a blank", describe_first_character(&text[at..]))
            };
            (at, Fault::Expected(what, found))
        }
        None if count == expected => (0, Fault::Expected("expected one separator throughout", "several".into())),
        None if expected == CELLS => {
            // If nothing precedes the cells, the error concerns the whole line.
            let start = part.start + tokens.first().map_or(0, |first| first.start);
            let column = Some(line.column(start)).filter(|column| *column > 1);
            return ParseError::new(line.number, column, Fault::WrongCount(CELLS, count));
        }
        None => {
            let end = words().next_back().map_or(0, |word| word.start + word.text.len());
            (places.get(expected).map_or(end, |(at, _)| *at), Fault::WrongCount(expected, count))
        }
    };
    line.error_at(part.start + at, fault)
}
