//! Classifies lines that are neither rows nor grids: rules, comments, titles, numbers and damaged
//! rows. Finds the error in a line or field that should be a row or a grid.

use super::error::{Fault, ParseError, describe_first_character, quoted};
use super::lines::Line;
use super::tokens::{Token, TokenKind, separates_words, tokenize};
use super::words::{TAIL_STARTS, count_cells, has_name, is_code_comment, is_decimal, is_puzzle};
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

/// The kind of a line that could not be read as cells.
pub(super) fn kind_without_cells(tokens: &[Token], line: &[u8]) -> LineKind {
    let text = line.trim_ascii();
    // Dots are blanks, unless other symbols draw lines with them.
    let is_dots = || {
        text.contains(&b'.')
            && text
                .iter()
                .all(|byte| *byte == b'.' || separates_words(byte))
    };
    let draws = |byte: &u8| *byte == b'\t' || byte.is_ascii_punctuation() && *byte != b'?';
    // LaTeX has commands such as \hline.
    if text.starts_with(b"\\")
        || tokens.iter().all(|token| token.text.iter().all(draws)) && !is_dots()
    {
        return LineKind::Rule;
    }
    let words = tokens
        .iter()
        .filter(|token| !token.is_separator() && !token.is_bracket());
    // A word such as `null` is one cell.
    let words = words.map(|word| {
        if word.cell_count() == 1 && word.text.len() > 1 {
            b"0"
        } else {
            word.text
        }
    });
    let (names, mut words): (Vec<&[u8]>, Vec<&[u8]>) = words.partition(|word| has_name(word));
    let visible = names.concat().len() + words.concat().len();
    // Beside a name, numbers count or measure something.
    let is_number = |word: &[u8]| word.len() > 1 && word.iter().all(u8::is_ascii_digit);
    words.retain(|word| names.is_empty() || !is_number(word) && !is_decimal(word));
    let cells = words.concat();
    let singles = words
        .iter()
        .filter(|word| word.len() == 1 && count_cells(word) == 1)
        .count();
    // Empty fields are blanks, but tabs may only indent.
    let ends_field = |token: &Token| token.is_separator() && token.text != b"\t";
    let empty = tokens
        .windows(2)
        .filter(|pair| pair.iter().all(ends_field))
        .count();
    // A single number may count the grids.
    let min = if words.len() == 1 && is_number(words[0]) {
        7
    } else {
        5
    };
    let has_row = singles + empty >= 4 || words.iter().any(|word| count_cells(word) >= min);
    // Beside a name, symbols without a digit may be a rule or empty fields.
    let is_text = names.len() > 2 || !names.is_empty() && !cells.iter().any(u8::is_ascii_digit);
    match visible {
        _ if is_code_comment(text) => LineKind::Comment,
        _ if has_row && !is_text && 2 * count_cells(&cells) + empty > visible => LineKind::Damaged,
        0..=4 => LineKind::Short,
        _ => LineKind::Words,
    }
}

/// A text up to its tail.
pub(super) fn without_tail(text: &[u8]) -> &[u8] {
    &text[..text
        .iter()
        .take_while(|byte| !TAIL_STARTS.contains(byte))
        .count()]
}

/// The error of a part of a line that should have this many cells, nine or 81: the first thing that
/// is not a cell, or else a wrong number of cells.
#[cold]
pub(super) fn malformed_cells_error(line: &Line<'_>, expected: usize) -> ParseError {
    let tokens = tokenize(line.bytes);
    // Labels and brackets cut a line of rows into parts, of which the longest is the row. Beside a
    // malformed puzzle, the rest of the line does not count.
    let ends_label = |at: &Token| {
        matches!(
            line.bytes[at.start..],
            [b':' | b'<'..=b'>', b' ' | b'\t', ..]
        )
    };
    let parts = tokens.split(|token| expected == 9 && (token.is_bracket() || ends_label(token)));
    let part = parts.max_by_key(|part| part.len()).unwrap_or_default();
    let puzzle = tokens
        .iter()
        .find(|token| is_puzzle(token.text) && token.cell_count() != CELLS);
    let row = puzzle.map_or(part, std::slice::from_ref);
    let is_word = |token: &&Token| token.cell_count() > 0 || token.kind == TokenKind::Word;
    let separators = row.iter().filter(|token| token.is_separator()).count();
    let singles = row.iter().filter(|token| token.cell_count() == 1).count();
    // Cells are separate words, or else single characters with nothing but up to four bars between
    // them.
    let are_apart = separators > 4 || 2 * singles > row.iter().filter(is_word).count();
    let words = || {
        row.iter().filter(|word| {
            if are_apart {
                is_word(word)
            } else {
                word.text != b"|"
            }
        })
    };
    let places =
        words().map(|word| (word.start..).take(if are_apart { 1 } else { word.text.len() }));
    let places: Vec<usize> = places.flatten().collect();
    // Where fields are empty, separators count them; bars at both ends separate nothing.
    let is_framed = row.first().is_some_and(|first| first.text == b"|");
    let fields = if is_framed {
        separators - 1
    } else {
        separators + separators.min(1)
    };
    let count = places.len().max(fields);
    let end = words()
        .next_back()
        .map_or(0, |word| word.start + word.text.len());
    let end = *places.get(expected).unwrap_or(&end);
    let wrong = words().find(|word| word.cell_count() == 0 || are_apart && word.cell_count() > 1);
    let (at, fault) = match wrong {
        // A row with three extra cells belongs to a larger Sudoku.
        Some(word) if !are_apart || count < expected + 3 => {
            let at = word.start
                + word
                    .text
                    .iter()
                    .position(|byte| digit_from_byte(*byte).is_none())
                    .unwrap_or(0);
            let what = if at < end {
                "expected a digit or a blank"
            } else {
                "expected the end of the line or field"
            };
            let several = (word.cell_count() > 1).then(|| quoted(word.text).into());
            (
                at,
                Fault::Expected(
                    what,
                    several.unwrap_or(describe_first_character(&line.bytes[at..])),
                ),
            )
        }
        _ if count == expected => (
            0,
            Fault::Expected("expected one separator throughout", "several".into()),
        ),
        _ if expected == CELLS => {
            // If nothing precedes the cells, the error concerns the whole line.
            let start = line.column(row.first().map_or(0, |first| first.start));
            return ParseError::new(
                line.number,
                (start > 1).then_some(start),
                Fault::WrongCount(expected, count),
            );
        }
        _ => (end, Fault::WrongCount(expected, count)),
    };
    line.error_at(at, fault)
}
