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

use super::ascii::to_ascii;
use super::cells::{CellReader, grid_of_digits};
use super::error::{Fault, ParseError, RULE_OR_ROW};
use super::kinds::{LineKind, malformed_cells_error, without_tail};
use super::lines::Line;
use super::words::{TAIL_STARTS, is_puzzle, is_puzzle_name};
use super::{InputFormat, fast_path};
use crate::grid::{CELLS, Candidates, Cell, Grid, Marked};

/// The format of an input whose first record is this line, if the line is a record.
pub(super) fn detect(line: &Line<'_>, reader: &mut CellReader) -> Option<InputFormat> {
    if puzzle_values(line).next().is_some() {
        return Some(InputFormat::JsonLines);
    }
    let is_grid = reader.read(line.bytes, false) == LineKind::Grid;
    let before = &line.bytes[..reader.cells.first().map_or(0, |cell| cell.offset as usize)];
    let is_alone = is_grid && before.iter().all(|byte| b"[({ \t".contains(byte));
    // In code, a name precedes the cells.
    let is_code = is_grid
        && before.iter().any(u8::is_ascii_alphabetic)
        && !before.iter().any(u8::is_ascii_digit);
    (is_alone || !is_code && find_puzzle(line).is_some()).then_some(InputFormat::Line)
}

/// The first word that should be a grid, and what follows it, if no code precedes it. The grid may
/// still be malformed.
fn find_puzzle<'a>(line: &Line<'a>) -> Option<Line<'a>> {
    let mut end = 0;
    let word = line
        .bytes
        .split(|byte| TAIL_STARTS.contains(byte))
        .find(|word| {
            end += word.len() + 1;
            // Most words are too short.
            word.len() > CELLS / 2 && is_puzzle(word)
        })?;
    let start = end - 1 - word.len();
    // Quotes may belong to csv, unless another item follows.
    let code: &[u8] = if line.text.ends_with(b",") {
        b"[({=`\"'"
    } else {
        b"[({=`"
    };
    let is_code = line.bytes[..=start].iter().any(|byte| code.contains(byte));
    (!is_code).then(|| line.part(start..line.bytes.len()))
}

/// Reads a line of one of these formats. Lines of different formats can be mixed.
pub(super) fn read_record(line: &Line<'_>, reader: &mut CellReader) -> Result<Marked, ParseError> {
    let is_hodoku = line.text.starts_with(b":");
    // HoDoKu marks the digits that have been placed.
    if is_hodoku && line.text.contains(&b'+') {
        let plain: Vec<u8> = line
            .bytes
            .iter()
            .filter(|byte| **byte != b'+')
            .copied()
            .collect();
        return read_record(&Line::new(line.number, &plain), reader).map_err(|error| ParseError {
            column: None,
            ..error
        });
    }
    let mut values = puzzle_values(line);
    let first = values.next();
    if first.is_none() && line.text.starts_with(b"{") || values.any(|other| is_puzzle(other.text)) {
        let expected = "expected a JSON object with one puzzle (\"puzzle\": ...) on each line";
        let found = "none, or several: to print one object on each line, try jq -c '.[]'";
        return Err(line.error_at(0, Fault::Expected(expected, found.into())));
    }
    let puzzle = first.or_else(|| find_puzzle(line)).unwrap_or(*line);
    let Marked { grid, marks } = read_grid(puzzle, "", reader)?;
    let tail = puzzle.bytes.get(CELLS..).unwrap_or_default();
    Ok(Marked {
        grid,
        marks: marks.or_else(|| parse_eliminated(tail, is_hodoku, grid)),
    })
}

/// The candidates of a grid without those in the list after it, such as `:412 213`. The list starts
/// with a digit and ends with a colon; anything else gives `None`.
fn parse_eliminated(tail: &[u8], is_hodoku: bool, grid: Grid) -> Option<Candidates> {
    let mut lists = tail.strip_prefix(b":")?.split(|byte| *byte == b':');
    let first = lists.next()?;
    // A single number right after a puzzle is a rating.
    let list = if is_hodoku || first.contains(&b' ') {
        first
    } else {
        lists.next().filter(|_| first.is_empty())?
    };
    // Clues that conflict have no solution, whatever is eliminated.
    list.first()
        .filter(|byte| byte.is_ascii_digit() && grid.obeys_rules())?;
    let mut candidates = Candidates::from(&grid);
    for entry in std::str::from_utf8(list).ok()?.split_ascii_whitespace() {
        let number: usize = entry
            .parse()
            .ok()
            .filter(|number| (100..1000).contains(number))?;
        candidates.eliminate(
            Cell::new(number / 10 % 10, number % 10)?,
            (number / 100) as u8,
        );
    }
    Some(candidates)
}

/// The puzzles of a JSON object: values under a puzzle's name. A value that is an object ends
/// before its first name, and is not a puzzle.
fn puzzle_values<'a>(line: &Line<'a>) -> impl Iterator<Item = Line<'a>> {
    let (line, object) = (
        *line,
        if line.text.starts_with(b"{") {
            line.bytes
        } else {
            b""
        },
    );
    memchr::memchr_iter(b':', object).filter_map(move |colon| {
        let mut before = object[..colon]
            .trim_ascii_end()
            .rsplit(|byte| b"\"'".contains(byte));
        let (Some(b""), Some(name)) = (before.next(), before.next()) else {
            return None;
        };
        let value = Some(&object[colon + 1..]).filter(|_| is_puzzle_name(name, None))?;
        // It ends before the next name, or with its object.
        let next = memchr::memchr2(b':', b'}', value)?;
        let length = if value[next] == b':' {
            memchr::memrchr(b',', &value[..next])?
        } else {
            next
        };
        Some(line.part(colon + 1..colon + 1 + length))
    })
}

/// Reads the grid in a line, a field of csv or a value of a JSON object: 81 cells in any form that
/// a line allows, or 729 pencil marks. `blanks` are more characters that stand for a blank, if they
/// are still in the line.
pub(super) fn read_grid(
    line: Line<'_>,
    blanks: &str,
    reader: &mut CellReader,
) -> Result<Marked, ParseError> {
    // Most are 81 cells, and a tail.
    let mut grid = Grid::EMPTY;
    // A word may follow, but no letter that can be a blank or a mistyped digit.
    let is_word = |rest: &[u8]| rest[0].is_ascii_alphabetic() && !b"xXoOIl".contains(&rest[0]);
    let rest = fast_path::read_cells(line.bytes, &mut grid);
    if blanks.is_empty() && rest.is_some_and(|rest| without_tail(rest).is_empty() || is_word(rest))
    {
        return Ok(grid.into());
    }
    let mut ascii = Vec::new();
    let line = to_ascii(line, blanks, &mut ascii);
    // A word with more characters than half of the pencil marks must be pencil marks.
    let marks = without_tail(line.bytes);
    if marks.len() > 9 * CELLS / 2 {
        let candidates = String::from_utf8_lossy(marks).parse::<Candidates>();
        let fault = |error| {
            Fault::Expected(
                "expected pencil marks",
                format!("malformed ones: {error}").into(),
            )
        };
        let candidates = candidates.map_err(|error| line.error_at(0, fault(error)))?;
        return Ok(Marked {
            grid: candidates.to_grid(),
            marks: Some(candidates),
        });
    }
    let kind = reader.read(line.bytes, false);
    let has_brackets = || line.bytes.iter().any(|byte| b"[](){}".contains(byte));
    if let (LineKind::Grid, Some((first, tail))) = (kind, reader.cells.split_at_checked(CELLS)) {
        let grid = grid_of_digits(first.as_chunks().0);
        // More cells are a tail, but not in brackets.
        if (tail.is_empty() || !has_brackets())
            && first.iter().all(|cell| cell.mask.count_ones() < 2)
        {
            return Ok(grid.into());
        }
    } else if kind == LineKind::Rule && line.bytes.len() == CELLS {
        return Err(line.error_at(0, RULE_OR_ROW));
    }
    Err(malformed_cells_error(&line, CELLS))
}
