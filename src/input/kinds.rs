//! Classifies lines that are neither rows nor grids: rules, comments, titles, numbers and damaged
//! rows. Finds the error in a line or field that should be a row or a grid.

use std::ops::Range;

use super::error::{Fault, ParseError, describe_first_character, quotable};
use super::lines::Line;
use super::tokens::{Token, TokenKind, tokenize};
use super::words::{TAIL_STARTS, count_cells, has_name, is_code_comment, is_date, is_decimal, is_puzzle};
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

/// A line of nothing but these is a rule, unless it is a row of blanks.
const RULE_SYMBOLS: &[u8] = b"-+=|*_~:.'`\", \t;[](){}<>/\\#";
/// This many separate cells, or more in one word, are a damaged row. Fewer may be numbers.
const HALF_A_ROW: usize = 4;
/// A line with a word or a single number and fewer cells than this is text.
const MIN_CELLS_NEAR_WORD: usize = 7;

/// The kind of a line that could not be read as cells. It is damaged if more than half of its
/// visible characters are cells, unless it has a word and only a few cells.
pub(super) fn kind_without_cells(tokens: &[Token], line: &[u8]) -> LineKind {
    let text = Line::new(0, line).text;
    // Dots are blanks, unless other symbols draw lines with them.
    let is_dots = text.contains(&b'.') && !text.iter().any(|byte| b"-+=*_~:'`#/\\])}".contains(byte));
    // A line of code can end with the escape of a line end.
    let (drawn, escaped) = text.split_at(memchr::memchr(b'\\', text).unwrap_or(text.len()));
    let is_end = |byte: &u8| b"\\nr\"', ])".contains(byte);
    if !is_dots
        && drawn.iter().all(|byte| RULE_SYMBOLS.contains(byte))
        && (escaped.iter().all(is_end) || drawn.is_empty())
    {
        return LineKind::Rule;
    }
    if is_code_comment(text) {
        return LineKind::Comment;
    }
    if find_puzzle_word(tokens, line).is_some() {
        return LineKind::Damaged;
    }
    // Tabs at the start only indent a line.
    let tokens = &tokens[tokens.iter().take_while(|token| token.is(b'\t')).count()..];
    let empty = tokens.windows(2).filter(|pair| pair.iter().all(Token::is_separator)).count();
    // The numbers of visible characters, and of cells among them.
    let (mut visible, mut cells, mut separate_cells, mut unnamed_cells) = (empty, empty, empty, 0);
    let (mut longest_word, mut names) = (0, 0);
    for token in tokens.iter().filter(|token| !token.is_separator() && !token.is_bracket()) {
        let text = token.text(line);
        let (length, count) = if token.cell_count() == 1 { (1, 1) } else { (text.len(), count_cells(text)) };
        let is_name = has_name(text);
        (visible, cells, longest_word) = (visible + length, cells + count, longest_word.max(count));
        separate_cells += usize::from(length == 1 && count == 1);
        unnamed_cells += if is_name || is_decimal(text) { 0 } else { count };
        names += usize::from(is_name);
    }
    // Beside a name, symbols without a digit or a word such as `null` may be a rule or empty
    // fields.
    let is_sure =
        |token: &Token| matches!(token.kind, TokenKind::CellWord(_)) || token.text(line).iter().any(u8::is_ascii_digit);
    // A name with one number is a title, such as `Seed: 12345678`, and so is a date. A short number is
    // a count.
    let mut numbers = tokens.iter().filter(|token| token.cell_count() > 0);
    let is_number = |token: &Token| token.text(line).iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
    let has_one_number = numbers.next().is_some_and(is_number) && numbers.next().is_none();
    let is_title = is_date(text)
        || names > 2
        || (names > 0 || has_one_number) && unnamed_cells < MIN_CELLS_NEAR_WORD
        || names > 0 && (has_one_number || !tokens.iter().any(is_sure));
    let has_row = separate_cells >= HALF_A_ROW || longest_word > HALF_A_ROW;
    if visible <= 4 && separate_cells < HALF_A_ROW {
        LineKind::Short
    } else if has_row && 2 * cells > visible && !is_title {
        LineKind::Damaged
    } else {
        LineKind::Words
    }
}

/// The first word of a line that should be a whole grid.
pub(super) fn find_puzzle_word<'a>(tokens: &'a [Token], line: &[u8]) -> Option<&'a Token> {
    tokens.iter().find(|token| is_puzzle(token.text(line)))
}

/// A text up to its tail.
pub(super) fn without_tail(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| !TAIL_STARTS.contains(byte)).count()]
}

/// The error of a part of a line that should have this many cells, nine or 81: the first thing that
/// is not a cell, or else a wrong number of cells.
pub(super) fn malformed_cells_error(line: &Line<'_>, part: Range<usize>, expected: usize) -> ParseError {
    let text = &line.bytes[part.clone()];
    let mut tokens = Vec::new();
    tokenize(text, None, &mut tokens);
    // If one word is a puzzle, the rest does not count. Otherwise labels and brackets cut the line
    // into parts, and the longest is the row.
    let length = |part: &&[Token]| part.iter().map(|token| token.end - token.start).sum::<usize>();
    let tokens = match find_puzzle_word(&tokens, text).filter(|word| word.cell_count() != CELLS) {
        Some(word) => std::slice::from_ref(word),
        None if expected == CELLS => &tokens,
        None => {
            let ends_label =
                |token: &Token| token.is_punctuation() && text.get(token.end).is_some_and(u8::is_ascii_whitespace);
            let cuts = |token: &Token| token.is_bracket() || ends_label(token);
            let is_whole = |part: &[Token]| part.iter().map(Token::cell_count).sum::<usize>() == expected;
            tokens.split(cuts).max_by_key(|part| (!is_whole(part), length(part))).unwrap_or_default()
        }
    };
    let is_word = |token: &&Token| token.cell_count() > 0 || token.is_word();
    let words: Vec<&Token> = tokens.iter().filter(is_word).collect();
    let separators = tokens.iter().filter(|token| token.is_separator()).count();
    // Cells are separate words, or else single characters.
    let singles = words.iter().filter(|word| word.cell_count() == 1).count();
    let are_apart = 2 * singles > words.len() || separators > 2 && words.iter().all(|word| word.end - word.start < 3);
    let (mut cells, mut wrong) = (Vec::new(), None);
    // A symbol between packed cells is an error.
    for word in tokens.iter().filter(|token| is_word(token) || !are_apart && !token.is(b'|')) {
        for at in (word.start..word.end).step_by(if are_apart { word.end - word.start } else { 1 }) {
            let is_cell = if are_apart { word.cell_count() == 1 } else { digit_from_byte(text[at]).is_some() };
            wrong = wrong.or((!is_cell).then_some((cells.len(), at..word.end)));
            cells.push(at);
        }
    }
    // Where fields are empty, separators count them; bars at both ends separate nothing.
    let is_framed = tokens.first().is_some_and(|first| first.is(b'|'));
    let fields = if is_framed { separators.saturating_sub(1) } else { separators + separators.min(1) };
    let count = cells.len().max(fields);
    // A control character is invisible, so the message names it and not the word around it.
    let wrong = wrong.map(|(index, word)| {
        let control = text[word.clone()].iter().position(u8::is_ascii_control).unwrap_or_default();
        (index, word.start + control..word.end)
    });
    // A row with three extra cells belongs to a larger Sudoku.
    let (at, fault) = match wrong.filter(|_| !are_apart || count < expected + 3) {
        Some((index, word))
            if are_apart && index < expected && word.len() > 1 && text[word.start].is_ascii_graphic() =>
        {
            (word.start, Fault::Expected("expected one cell", format!("{:?}", quotable(&text[word])).into()))
        }
        Some((index, rest)) => {
            let is_end = index >= expected;
            let what = if is_end { "expected the end of the line or field" } else { "expected a digit or a blank" };
            (rest.start, Fault::Expected(what, describe_first_character(&text[rest])))
        }
        None if count == expected => (0, Fault::Expected("expected one separator throughout", "several".into())),
        None if expected == CELLS => {
            // If nothing precedes the cells, the error concerns the whole line.
            let start = part.start + tokens.first().map_or(0, |first| first.start);
            let column = Some(line.column(start)).filter(|_| start > line.indent);
            return ParseError::new(line.number, column, Fault::WrongCount(CELLS, count));
        }
        None => {
            let end = words.last().map_or(0, |word| word.end);
            (cells.get(expected).copied().unwrap_or(end), Fault::WrongCount(expected, count))
        }
    };
    line.error_at(part.start + at, fault)
}
