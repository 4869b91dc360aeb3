//! Classifies lines that are neither rows nor grids: rules, comments, titles, numbers and damaged
//! rows. Finds the error in a line or field that should be a row or a grid.

use super::error::{Fault, ParseError, describe_first_character, quotable};
use super::lines::Line;
use super::tokens::{Token, TokenKind, separates_words, tokenize};
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

/// This many separate cells, or more in one word, are a damaged row. Fewer may be numbers.
const HALF_A_ROW: usize = 4;
/// A line with a name or a single number and fewer cells than this is text.
const MIN_CELLS_NEAR_WORD: usize = 7;

/// The kind of a line that could not be read as cells. It is damaged if more than half of its
/// visible characters are cells, unless names or a single number show that it is a title.
pub(super) fn kind_without_cells(tokens: &[Token], line: &[u8]) -> LineKind {
    let text = line.trim_ascii();
    // Dots are blanks, unless other symbols draw lines with them.
    let is_dots = || text.contains(&b'.') && text.iter().all(|byte| *byte == b'.' || separates_words(byte));
    let draws = |byte: &u8| byte.is_ascii_punctuation() && *byte != b'?';
    let is_drawn = |token: &Token| token.is_separator() || token.text.iter().all(draws);
    // LaTeX has commands such as \hline.
    if text.starts_with(b"\\") || tokens.iter().all(is_drawn) && !is_dots() {
        return LineKind::Rule;
    }
    if is_code_comment(text) {
        return LineKind::Comment;
    }
    // An empty field is one character, and so is a word such as `null`. Tabs may only indent.
    let ends_field = |token: &Token| token.is_separator() && token.text != b"\t";
    let empty = tokens.windows(2).filter(|pair| pair.iter().all(ends_field)).map(|_| &b"."[..]);
    let words = tokens.iter().filter(|token| !token.is_separator() && !token.is_bracket());
    let words = words.map(|word| if word.cell_count() == 1 && word.text.len() > 1 { b"0" } else { word.text });
    let mut words: Vec<&[u8]> = words.chain(empty).collect();
    let visible: usize = words.iter().map(|word| word.len()).sum();
    let is_name = |word: &[u8]| has_name(word) || is_date(word);
    let names = words.iter().filter(|word| is_name(word)).count();
    // Beside a name, decimals measure something.
    words.retain(|word| count_cells(word) > 0 && !is_name(word) && (names == 0 || !is_decimal(word)));
    let cells: usize = words.iter().map(|word| count_cells(word)).sum();
    let single_cells = words.iter().filter(|word| word.len() == 1).count();
    let has_row = single_cells >= HALF_A_ROW || words.iter().any(|word| count_cells(word) > HALF_A_ROW);
    let is_number = |word: &&[u8]| word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
    let mut numbers = words.iter().filter(|word| count_cells(word) == word.len());
    let has_one_number = numbers.next().is_some_and(is_number) && numbers.next().is_none();
    // Beside a name, symbols without a digit may be a rule or empty fields.
    let any_digit = words.iter().any(|word| word.iter().any(u8::is_ascii_digit));
    let is_title = match names {
        0 => has_one_number && cells < MIN_CELLS_NEAR_WORD,
        _ => names > 2 || has_one_number || !any_digit || cells < MIN_CELLS_NEAR_WORD,
    };
    if tokens.iter().any(|token| is_puzzle(token.text)) || has_row && 2 * cells > visible && !is_title {
        LineKind::Damaged
    } else if visible <= 4 {
        LineKind::Short
    } else {
        LineKind::Words
    }
}

/// A text up to its tail.
pub(super) fn without_tail(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| !TAIL_STARTS.contains(byte)).count()]
}

/// The error of a part of a line that should have this many cells, nine or 81: the first thing that
/// is not a cell, or else a wrong number of cells.
#[cold]
pub(super) fn malformed_cells_error(line: &Line<'_>, expected: usize) -> ParseError {
    let text = line.bytes;
    let tokens = tokenize(text);
    // Beside a malformed puzzle, the rest of the line does not count. Labels and brackets cut a
    // line of rows into parts, and the longest that is not whole is the row.
    let cuts = |at: &Token| at.is_bracket() || matches!(text[at.start..], [b':' | b'<'..=b'>', b' ' | b'\t', ..]);
    let is_whole = |part: &[Token]| part.iter().map(Token::cell_count).filter(|&n| n > 0).eq([1; 9]);
    let length = |part: &[Token]| part.iter().map(|token| token.text.len()).sum::<usize>();
    let puzzle = tokens.iter().find(|token| is_puzzle(token.text) && token.cell_count() != CELLS);
    let row = match expected {
        CELLS => puzzle.map_or(&tokens[..], std::slice::from_ref),
        _ => tokens.split(cuts).max_by_key(|part| (!is_whole(part), length(part))).unwrap_or_default(),
    };
    let is_word = |token: &&Token| token.cell_count() > 0 || token.kind == TokenKind::Word;
    let words = || row.iter().filter(is_word);
    let separators = row.iter().filter(|token| token.is_separator()).count();
    // Cells are separate words, or else single characters. A symbol between those is an error.
    let singles = words().filter(|word| word.cell_count() == 1).count();
    let are_apart = 2 * singles > words().count() || separators > 2 && words().all(|word| word.text.len() < 3);
    let size = if are_apart { text.len() } else { 1 };
    let is_used = |token: &&Token| if are_apart { is_word(token) } else { token.text != b"|" };
    let places = row.iter().filter(is_used).flat_map(|token| (token.start..).zip(token.text.chunks(size)));
    let places: Vec<(usize, &[u8])> = places.collect();
    // Where fields are empty, separators count them; bars at both ends separate nothing.
    let is_framed = row.first().is_some_and(|first| first.text == b"|");
    let fields = if is_framed { separators - 1 } else { separators + separators.min(1) };
    let count = places.len().max(fields);
    // A row with three extra cells belongs to a larger Sudoku.
    let is_larger = are_apart && count >= expected + 3;
    let is_cell = |text: &[u8]| match text {
        [byte] => digit_from_byte(*byte).is_some(),
        word => tokenize(word).iter().map(Token::cell_count).sum::<usize>() == 1,
    };
    let Some(index) = places.iter().position(|(_, text)| !is_larger && !is_cell(text)) else {
        if count == expected {
            return line.error_at(0, Fault::Expected("expected one separator throughout", "several".into()));
        }
        let start = row.first().map_or(0, |first| first.start);
        let end = words().next_back().map_or(0, |word| word.start + word.text.len());
        let at = if expected == CELLS { start } else { places.get(expected).map_or(end, |(at, _)| *at) };
        // If nothing precedes the cells, the error concerns the whole line.
        let column = Some(line.column(at)).filter(|column| *column > 1);
        return ParseError::new(line.number, column, Fault::WrongCount(expected, count));
    };
    let (start, word) = places[index];
    // A control character is invisible, so the message names it and not the word around it.
    let at = start + word.iter().position(u8::is_ascii_control).unwrap_or_default();
    let quoted = (word.len() > 1 && text[at].is_ascii_graphic()).then(|| format!("{:?}", quotable(word)).into());
    let found = quoted.unwrap_or_else(|| describe_first_character(&text[at..]));
    let what = if index < expected { "expected a digit or a blank" } else { "expected the end of the line or field" };
    line.error_at(at, Fault::Expected(what, found))
}
