//! What is wrong with a line that should be a row, or with a line or field that should be a grid.

use std::ops::Range;

use super::error::{Fault, ParseError};
use super::lines::Line;
use super::tokens::Token;
use super::words::{TAIL_STARTS, count_cells, is_puzzle, letter_as_blank};
use crate::grid::{CELLS, cell_from_byte};

/// A row or grid with at least this many extra cells is that of a larger Sudoku.
const MANY_CELLS: usize = 3;

/// The first word of a line that should be a whole grid: at least nine tenths of its characters are cells.
pub(super) fn puzzle_of<'a>(tokens: &'a [Token], line: &[u8]) -> Option<&'a Token> {
    let are_cells = |text: &[u8]| is_puzzle(text) && 10 * count_cells(text) >= 9 * text.len();
    tokens.iter().find(|token| (token.is_cells() || token.is_word()) && are_cells(token.text(line)))
}

/// A text up to its tail.
pub(super) fn without_tail(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| !TAIL_STARTS.contains(byte)).count()]
}

/// The error of a part of a line that should have this many cells, nine or 81, and has these tokens.
pub(super) fn error_of(line: &Line<'_>, part: Range<usize>, tokens: &[Token], size: usize) -> ParseError {
    let text = &line.bytes[part.clone()];
    let is_comment = |token: &Token| token.is_word() && b"#%".contains(&text[token.start]);
    let tokens = &tokens[..tokens.iter().skip(1).position(is_comment).map_or(tokens.len(), |at| at + 1)];
    // If a word is a puzzle, what else there is does not count.
    let word =
        puzzle_of(tokens, text).map(|word| Token { end: word.start + without_tail(word.text(text)).len(), ..*word });
    let (at, fault) = match &word {
        Some(word) => fault_of(std::slice::from_ref(word), text, size),
        None if size == 9 => fault_of(without_label(tokens), text, size),
        None => fault_of(tokens, text, size),
    };
    let mut error = ParseError { suggestion: letter_as_blank(text), ..line.error_at(part.start + at, fault) };
    if let Fault::Count(CELLS, found) = error.fault {
        let start = part.start + word.map_or(0, |word| word.start);
        let cells = line.bytes.get(start..start + found).unwrap_or_default();
        let cells: Option<Vec<u8>> = cells.iter().map(|&byte| cell_from_byte(byte)).collect();
        error.near_miss = cells.filter(|_| found.abs_diff(CELLS) == 1).map(|cells| (line.column(start), cells));
        // If nothing is before the cells, the error is of the whole line.
        error.column = Some(line.column(start)).filter(|_| start > line.indent);
    }
    error
}

/// The tokens of a damaged row: of the parts between brackets the one that has most cells, without a label that ends with a sign.
fn without_label(tokens: &[Token]) -> &[Token] {
    let singles = |part: &[Token]| part.iter().filter(|token| token.is_single_cell()).count();
    let parts = tokens.split(Token::is_bracket);
    let row = parts.max_by_key(|part| (singles(part), part.len())).unwrap_or_default();
    let is_end = |&at: &usize| {
        let is_apart = row.get(at + 1).is_none_or(|next| row[at].end < next.start);
        !row[at].is_field() && !row[at].is_word() && (is_apart || row[..at].iter().any(Token::is_word))
    };
    let end = (0..row.len().min(10)).rev().find(is_end);
    end.map_or(row, |at| &row[at + 1..])
}

/// The fault of tokens that should be this many cells, nine or 81, and the byte where it is: the first thing that is not a cell, or else
/// a wrong number of cells.
fn fault_of(tokens: &[Token], line: &[u8], size: usize) -> (usize, Fault) {
    let words: Vec<&Token> = tokens.iter().filter(|token| token.is_cells() || token.is_word()).collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        let at = line.iter().position(|byte| !b" \t".contains(byte)).unwrap_or_default();
        return (at, if line.is_empty() { Fault::Count(size, 0) } else { Fault::cell(&line[at..]) });
    };
    let separators = tokens.iter().filter(|token| token.is_separator()).count();
    let singles = words.iter().filter(|word| word.is_single_cell()).count();
    let are_apart = 2 * singles > words.len() || first.len() < 3 && separators > 2;
    if are_apart && words.len() >= size + MANY_CELLS {
        return (words[size].start, Fault::Count(size, words.len()));
    }
    // Where cells must be: words that stand apart, or else single characters.
    let is_word = |token: &Token| token.is_cells() || token.is_word();
    let is_place = |token: &&Token| is_word(token) || !are_apart && !token.is(b'|') && !token.is_bracket();
    let places = tokens.iter().filter(is_place).flat_map(|word| {
        let length = if are_apart || word.is_single_cell() { word.len() } else { 1 };
        (word.start..word.end).step_by(length).map(move |at| (at, word))
    });
    let is_cell = |(at, word): &(usize, &Token)| {
        word.is_single_cell() || !are_apart && is_word(word) && cell_from_byte(line[*at]).is_some()
    };
    let mut count = places.clone().take_while(is_cell).count();
    if let Some((at, word)) = places.clone().nth(count) {
        // A control character is invisible, so the message names it and not the word around it.
        let seen = line[at..word.end].iter().position(u8::is_ascii_control).unwrap_or_default();
        let rest = &line[at + seen..word.end];
        let fault = match count {
            _ if count >= size => Fault::end,
            _ if are_apart && seen == 0 => Fault::word,
            _ => Fault::cell,
        };
        return (at + seen, fault(rest));
    }
    if are_apart {
        // Where fields are empty, separators count them; bars at both ends separate nothing.
        let is_framed = tokens[0].is(b'|') && tokens[tokens.len() - 1].is(b'|');
        count = count.max((separators + 1).saturating_sub(if is_framed { 2 } else { 0 }));
    }
    if count == size {
        return (first.start, Fault::Expected("expected one separator throughout", "several".into()));
    }
    (places.clone().nth(size).map_or(last.end, |(at, _)| at), Fault::Count(size, count))
}
