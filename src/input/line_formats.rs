//! The formats in which a record is a line, other than csv. Each is a plain function from a line to
//! a grid; [`detect`] knows by the first signs of a line which one it is.
//!
//! ```text
//! 53..7....6..195... easy                           line: 81 cells, and a tail
//! 0000183b305c  53..7....6..195...  1.2             bank: a label, 81 cells, anything (Sudoku Exchange puzzle bank)
//! :0300:x:53+4.7....6..195...:412 213::             hodoku: fields between colons; + marks placed digits, the list eliminates
//! 123456789....5....12..                            pencilmarks: nine for each cell, a digit that it can hold or a blank
//! {"id": 7, "puzzle": "53..7....6..195..."}         jsonl: an object with a puzzle
//! ```

use std::ops::Range;

use super::InputFormat;
use super::error::Fault;
use super::field::{FieldReader, Reading, are_marks};
use super::lines::Line;
use super::words::{TAIL_STARTS, has_puzzle, is_puzzle, is_rule, names_puzzle};
use crate::grid::{CELLS, Candidates, Cell, Grid, cell_from_byte};

const OBJECT: &str = "expected a JSON object with a puzzle (\"puzzle\": ...) on one line";
const HODOKU: &str = "expected a line of HoDoKu's library, :technique:candidates:puzzle:eliminated:";

/// The format of a line that shows by itself what it is, whether or not it can be read.
pub(super) fn detect(raw: &Line<'_>, line: &Line<'_>) -> Option<InputFormat> {
    let text = line.text;
    let starts_with_puzzle = |text: &[u8]| text.split(|byte| TAIL_STARTS.contains(byte)).next().is_some_and(is_puzzle);
    let second = second_word(text);
    Some(match text {
        _ if puzzle_values(raw.bytes).next().is_some() => InputFormat::JsonLines,
        _ if are_marks(text) => InputFormat::PencilMarks,
        [b':', ..] if text.split(|&byte| byte == b':').nth(3).is_some_and(has_puzzle) => InputFormat::Hodoku,
        _ if starts_with_puzzle(text) => InputFormat::Line,
        // A quote before the cells belongs to code or text.
        _ if starts_with_puzzle(second) && cell_from_byte(second[0]).is_some() => InputFormat::Bank,
        _ => return None,
    })
}

/// Reads a line in one of these formats.
pub(super) fn read(format: InputFormat, raw: &Line<'_>, line: &Line<'_>, fields: &mut FieldReader) -> Reading {
    match format {
        // Signs for blanks must not change names.
        InputFormat::JsonLines => read_object(raw, fields),
        InputFormat::Hodoku => read_hodoku(line, fields),
        InputFormat::Bank => fields.read(line, line.text_end() - second_word(line.text).len()..line.text_end()),
        // Where spaces are blanks, those at both ends of the grid are, too.
        _ if line.bytes.len() == CELLS => read_line(line, 0..CELLS, fields),
        _ => read_line(line, line.indent..line.text_end(), fields),
    }
}

/// Reads 81 cells, or pencil marks, and perhaps a tail.
fn read_line(line: &Line<'_>, part: Range<usize>, fields: &mut FieldReader) -> Reading {
    let (start, text) = (part.start, &line.bytes[part.clone()]);
    let reading = fields.read(line, part)?;
    let (grid, None) = reading else { return Ok(reading) };
    // 81 signs that draw rules are a grid if the same sign was a blank before.
    let sign = text.iter().copied().take(CELLS).find(|byte| !byte.is_ascii_digit() && *byte != b'.');
    if grid == Grid::EMPTY && is_rule(line.text) && fields.sign != sign {
        return Err(line.error_at(start, Fault::RuleOrRow));
    }
    fields.sign = sign.or(fields.sign);
    Ok((grid, text.get(CELLS..).and_then(|tail| eliminated(tail.strip_prefix(b":")?, grid))))
}

/// A text from its second word on.
fn second_word(text: &[u8]) -> &[u8] {
    text.splitn(2, |byte| b" \t".contains(byte)).nth(1).unwrap_or_default().trim_ascii_start()
}

/// The candidates of a grid without those in a list, such as `412 213`, which starts with a digit
/// and ends with a colon; `None` if it is something else.
fn eliminated(list: &[u8], grid: Grid) -> Option<Candidates> {
    let mut candidates = None;
    // Clues that clash have no solution, whatever is eliminated.
    list.first().filter(|byte| byte.is_ascii_digit() && grid.obeys_rules())?;
    let entries = list.split(|&byte| byte == b':').next()?.split(|byte| b" \t".contains(byte));
    for entry in entries.filter(|entry| !entry.is_empty()) {
        let &[d @ b'1'..=b'9', r, c] = entry else { return None };
        let [row, column] = [r, c].map(|byte| usize::from(byte.wrapping_sub(b'0')));
        candidates.get_or_insert_with(|| Candidates::from(&grid)).eliminate(Cell::new(row, column)?, d - b'0');
    }
    candidates
}

/// Reads the fourth field, and the list in the fifth, as a line has them.
fn read_hodoku(line: &Line<'_>, fields: &mut FieldReader) -> Reading {
    let Some(colon) = memchr::memchr_iter(b':', line.bytes).nth(2) else {
        return Err(line.error_at(line.indent, Fault::Expected(HODOKU, "fewer fields".into())));
    };
    let (before, puzzle) = line.bytes.split_at(colon + 1);
    let plain: Vec<u8> = before.iter().chain(puzzle.iter().filter(|byte| **byte != b'+')).copied().collect();
    // Without the marks the line is shorter, so an error is at the start of the field.
    let plain_line = Line::new(line.number, &plain);
    read_line(&plain_line, colon + 1..plain_line.text_end(), fields)
        .map_err(|error| if plain.len() < line.bytes.len() { line.error_at(colon + 1, error.fault) } else { error })
}

fn read_object(line: &Line<'_>, fields: &mut FieldReader) -> Reading {
    let mut values = puzzle_values(line.bytes);
    let Some(value) = values.next() else {
        return Err(line.error_at(line.indent, Fault::Expected(OBJECT, "none".into())));
    };
    let is_other = |value: &[u8]| has_puzzle(value) || value.len() > CELLS && value[0] == b'[';
    if let Some(other) = values.find(|other| is_other(&line.bytes[other.clone()])) {
        let found = "another: print one object on each line, for example with jq -c '.[]'";
        return Err(line.error_at(other.start, Fault::Expected("expected one puzzle in a line of JSON", found.into())));
    }
    fields.read(line, value)
}

/// Where the values of the names of puzzles in a JSON object are, without their quotes. A value
/// that is an object ends before its first name, and is not a puzzle.
fn puzzle_values(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let object = if text.trim_ascii_start().starts_with(b"{") { text } else { b"" };
    memchr::memchr_iter(b':', object).filter_map(move |colon| {
        let (quote, name) = text[..colon].trim_ascii_end().split_last().filter(|(quote, _)| b"\"'".contains(quote))?;
        let name = &name[memchr::memrchr(*quote, name)? + 1..];
        let value = Some(&text[colon + 1..]).filter(|_| names_puzzle(name, None))?;
        // It ends before the next name, or with its object.
        let next = memchr::memchr2(b':', b'}', value)?;
        let value = if value[next] == b':' { &value[..memchr::memrchr(b',', &value[..next])?] } else { &value[..next] };
        let is_inner = |byte: &u8| !b" \t\"'".contains(byte);
        let start = value.iter().position(is_inner).unwrap_or(value.len());
        let end = value.iter().rposition(is_inner).map_or(start, |last| last + 1);
        Some(colon + 1 + start..colon + 1 + end)
    })
}
