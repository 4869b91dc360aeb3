//! The formats `line` and `jsonl`, and the grid in a part of a line. The puzzle is the value of a
//! member of an object, or else the first word that has most of a grid's cells. Without such a
//! word, it is the whole line.
//!
//! ```text
//! 53..7....6..195... easy                           81 cells, and a tail
//! 0000183b305c  53..7....6..195...  1.2             a label, 81 cells, anything (Sudoku Exchange puzzle bank)
//! :0300:x:53+4.7....6..195...:412 213::             HoDoKu's library: + marks placed digits, the list eliminates
//! 123456789....5....12..                            pencil marks: nine for each cell, a digit that it can hold or a blank
//! {"id": 7, "puzzle": "53..7....6..195..."}         jsonl: an object with a puzzle
//! ```

use std::borrow::Cow;
use std::ops::Range;

use super::InputFormat;
use super::ascii::to_ascii;
use super::cells::{CellReader, grid_of_digits};
use super::error::{Fault, ParseError, RULE_OR_ROW, describe_first_character};
use super::fast_path;
use super::kinds::{LineKind, malformed_cells_error, without_tail};
use super::lines::Line;
use super::records::GridResult;
use super::words::{count_cells, is_puzzle, is_puzzle_name};
use crate::grid::{CELLS, Candidates, Cell, Grid, GridError};

/// The number of pencil marks in a grid.
const PENCIL_MARKS: usize = 9 * CELLS;

const NO_OBJECT: Fault =
    Fault::Expected("expected a JSON object with a puzzle (\"puzzle\": ...) on one line", Cow::Borrowed("none"));

/// Where the puzzle of a line is, and the format that this shows: the value of a member of a JSON
/// object, or the first word that should be a grid and what follows, if no code precedes it. The
/// puzzle may still be malformed.
pub(super) fn find_puzzle(line: &Line<'_>) -> Option<(InputFormat, Range<usize>)> {
    if let Some(value) = puzzle_values(line.bytes).next() {
        return Some((InputFormat::JsonLines, value));
    }
    let text = line.text;
    // HoDoKu's fourth field.
    let colon = memchr::memchr_iter(b':', text).nth(2).filter(|_| text[0] == b':');
    let mut end = colon.map_or(0, |colon| colon + 1);
    let word = text[end..].split(|byte| b" \t,;|".contains(byte)).find(|word| {
        end += word.len() + 1;
        // Most words are too short, and need not be searched for a tail.
        word.len() > CELLS / 2 && is_puzzle(without_tail(word))
    })?;
    let start = end - 1 - word.len();
    // Quotes may belong to csv, unless another item follows.
    let code: &[u8] = if text.ends_with(b",") { b"[({=`\"'" } else { b"[({=`" };
    let is_code = text[..=start].iter().any(|byte| code.contains(byte));
    (!is_code).then_some((InputFormat::Line, line.indent + start..line.indent + text.len()))
}

/// Reads a line of one of these formats. Lines of different formats can be mixed.
pub(super) fn read_record(format: InputFormat, line: &Line<'_>, blanks: &str, reader: &mut CellReader) -> GridResult {
    // HoDoKu marks the digits that have been placed.
    if line.text.starts_with(b":") && line.text.contains(&b'+') {
        let plain: Vec<u8> = line.bytes.iter().filter(|byte| **byte != b'+').copied().collect();
        return read_record(format, &Line::new(line.number, &plain), blanks, reader)
            .map_err(|error| ParseError { column: None, ..error });
    }
    if let Some(other) = puzzle_values(line.bytes).skip(1).find(|value| is_puzzle(&line.bytes[value.clone()])) {
        let found = "another: print one object on each line, for example with jq -c '.[]'";
        return Err(line.error_at(other.start, Fault::Expected("expected one puzzle in a line of JSON", found.into())));
    }
    let part = match find_puzzle(line) {
        Some((_, part)) => part,
        None if format == InputFormat::JsonLines => return Err(line.error_at(line.indent, NO_OBJECT)),
        // Where spaces are blanks, spaces at both ends of the grid are also blanks.
        None if line.bytes.len() == CELLS => 0..CELLS,
        None => line.indent..line.indent + line.text.len(),
    };
    let text = &line.bytes[part.clone()];
    let (grid, marks) = read_grid(line, part, blanks, reader)?;
    let eliminated = || {
        let tail = text.get(CELLS..)?.strip_prefix(b":")?;
        // A single number right after a puzzle is a rating.
        let is_list = line.text.starts_with(b":") || tail.split(|&byte| byte == b':').next()?.contains(&b' ');
        parse_eliminated(if is_list { tail } else { tail.strip_prefix(b":")? }, grid)
    };
    Ok((grid, marks.or_else(eliminated)))
}

/// The candidates of a grid without those in a list such as `412 213`. The list starts with a digit
/// and ends with a colon; anything else gives `None`.
fn parse_eliminated(list: &[u8], grid: Grid) -> Option<Candidates> {
    // Clues that conflict have no solution, whatever is eliminated.
    list.first().filter(|byte| byte.is_ascii_digit() && grid.obeys_rules())?;
    let mut candidates = Candidates::from(&grid);
    let entries = list.split(|&byte| byte == b':').next()?.split(|byte| b" \t".contains(byte));
    for entry in entries.filter(|entry| !entry.is_empty()) {
        let &[d @ b'1'..=b'9', r, c] = entry else { return None };
        let [row, column] = [r, c].map(|byte| usize::from(byte.wrapping_sub(b'0')));
        candidates.eliminate(Cell::new(row, column)?, d - b'0');
    }
    Some(candidates)
}

/// Where the puzzles of a JSON object are: values under a puzzle's name, without their quotes. A
/// value that is an object ends before its first name, and is not a puzzle.
fn puzzle_values(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let object = if text.trim_ascii_start().starts_with(b"{") { text } else { b"" };
    memchr::memchr_iter(b':', object).filter_map(move |colon| {
        let (quote, name) = text[..colon].trim_ascii_end().split_last().filter(|(quote, _)| b"\"'".contains(quote))?;
        let name = &name[memchr::memrchr(*quote, name)? + 1..];
        let value = Some(&text[colon + 1..]).filter(|_| is_puzzle_name(name, None))?;
        // It ends before the next name, or with its object.
        let next = memchr::memchr2(b':', b'}', value)?;
        let value = if value[next] == b':' { &value[..memchr::memrchr(b',', &value[..next])?] } else { &value[..next] };
        let is_outer = |byte: &&u8| b" \t\"'".contains(byte);
        let start = colon + 1 + value.iter().take_while(is_outer).count();
        Some(start..start.max(colon + 1 + value.len() - value.iter().rev().take_while(is_outer).count()))
    })
}

/// Reads the grid in a part of a line, which may be the whole line, a field of csv or the value of
/// a JSON object: 81 cells in any form that a line allows, or 729 pencil marks.
pub(super) fn read_grid(line: &Line<'_>, part: Range<usize>, blanks: &str, reader: &mut CellReader) -> GridResult {
    let text = &line.bytes[part.clone()];
    // Most are 81 cells, and a tail.
    let mut grid = Grid::EMPTY;
    let rest = fast_path::read_cells(text, &mut grid);
    // A word may follow, but no letter that can be a blank or a mistyped digit.
    let is_word = |rest: &[u8]| rest[0].is_ascii_alphabetic() && !b"xXoOIl".contains(&rest[0]);
    if blanks.is_empty() && rest.is_some_and(|rest| without_tail(rest).is_empty() || is_word(rest)) {
        return Ok((grid, None));
    }
    if let Some(ascii) = to_ascii(text, blanks, &mut Vec::new()) {
        let copy = [&line.bytes[..part.start], ascii].concat();
        return read_grid(&Line::new(line.number, &copy), part.start..copy.len(), blanks, reader);
    }
    // A text with more cells than half of the pencil marks must be pencil marks.
    if text.len() > PENCIL_MARKS / 2 && count_cells(without_tail(text)) > PENCIL_MARKS / 2 {
        return read_pencil_marks(line, part.start, without_tail(text));
    }
    let kind = reader.read(text, false);
    let has_brackets = || text.iter().any(|byte| b"[](){}".contains(byte));
    if let (LineKind::Grid, Some((first, tail))) = (kind, reader.cells.split_at_checked(CELLS)) {
        let grid = grid_of_digits(first.as_chunks().0);
        // More cells are a tail, but not in brackets.
        if (tail.is_empty() || !has_brackets()) && first.iter().all(|cell| cell.mask.count_ones() < 2) {
            return Ok((grid, None));
        }
    } else if kind == LineKind::Rule && text.len() == CELLS {
        return Err(line.error_at(part.start, RULE_OR_ROW));
    }
    Err(malformed_cells_error(line, part, CELLS))
}

/// Reads a text of pencil marks that starts at this byte of a line.
fn read_pencil_marks(line: &Line<'_>, start: usize, text: &[u8]) -> GridResult {
    let (at, fault) = match String::from_utf8_lossy(text).parse::<Candidates>() {
        Ok(marks) => return Ok((marks.to_grid(), Some(marks))),
        // All characters before it are ASCII.
        Err(GridError::Character { index, .. }) => {
            let found = describe_first_character(&text[index..]);
            (index, Fault::Expected("expected 1 to 9 in order for each cell, or blanks", found))
        }
        Err(_) => (0, Fault::WrongCount(PENCIL_MARKS, text.len())),
    };
    Err(line.error_at(start + at, fault))
}
