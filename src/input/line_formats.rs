//! The formats in which a record is a line, other than csv. Each is a plain function from a line to a grid; [`detect`] knows by the
//! first signs of a line which one it is.
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
use super::error::{Fault, Found, LONGEST_LINE, ParseError, quotable};
use super::field::{FieldReader, TAIL_STARTS, cell_count, read_cells, scientific};
use super::lines::{Line, find_end};
use super::names::{count_cells, is_puzzle, names_puzzle};
use crate::grid::{CELLS, Candidates, Grid, cell_from_byte, leading_cells};

pub(super) type Record = Result<(Grid, Option<Candidates>), ParseError>;

/// The number of pencil marks in a grid.
const MARKS: usize = 9 * CELLS;
const OBJECT: &str = "a JSON object with a puzzle (\"puzzle\": ...) on one line";
const HODOKU: &str = "a line of HoDoKu's library, :technique:candidates:puzzle:eliminated:";

/// The format of a line that shows by itself what it is, whether or not it can be read.
pub(super) fn detect(text: &[u8]) -> Option<InputFormat> {
    if is_object(text) {
        Some(InputFormat::JsonLines)
    } else if text.len() > MARKS / 2 && count_cells(without_tail(text)) >= MARKS.div_ceil(2) {
        Some(InputFormat::PencilMarks)
    } else if text.starts_with(b":") && text.split(|&byte| byte == b':').nth(3).is_some_and(is_puzzle) {
        Some(InputFormat::Hodoku)
    } else if scientific(text).is_some() || is_puzzle_word(text.split(|byte| b" \t,".contains(byte)).next()) {
        Some(InputFormat::Line)
    } else {
        None
    }
}

/// Whether a line is a label and a puzzle.
pub(super) fn is_bank(text: &[u8]) -> bool {
    let second = second_word(text);
    let puzzle = text[second..].split(|byte| b" \t".contains(byte)).next();
    !is_puzzle(&text[..second]) && is_puzzle_word(puzzle) && cell_from_byte(text[second]).is_some()
}

/// Whether a word is a puzzle, and not part of a rule or a frame.
fn is_puzzle_word(word: Option<&[u8]>) -> bool {
    word.is_some_and(|word| is_puzzle(word) && !is_rule(word))
}

/// Whether a word has nothing but signs that draw lines.
pub(super) fn is_rule(word: &[u8]) -> bool {
    word.iter().all(|sign| b"-*_.+|:='".contains(sign)) && word.iter().any(|&sign| sign != b'.')
}

/// Reads a line in one of these formats.
pub(super) fn read(format: InputFormat, line: &Line<'_>, fields: &mut FieldReader) -> Record {
    match format {
        InputFormat::JsonLines => read_object(line, fields),
        InputFormat::PencilMarks => read_marks(line, line.indent..line.text_end()),
        InputFormat::Hodoku => read_hodoku(line),
        InputFormat::Bank => read_bank(line).map(|grid| (grid, None)),
        _ => {
            let grid = fields.read_line(line)?;
            Ok((grid, eliminated(&grid, line.text)))
        }
    }
}

/// The candidates of a grid without those in its tail, if that is a list of some. Any other tail says nothing.
fn eliminated(grid: &Grid, text: &[u8]) -> Option<Candidates> {
    let list = text.get(CELLS..)?.strip_prefix(b":").filter(|list| list.first().is_some_and(u8::is_ascii_digit))?;
    read_eliminated(grid, list.split(|&byte| byte == b':').next()?).ok().flatten()
}

/// The candidates of a grid without those in a list; `None` if it lists none.
///
/// # Errors
/// The first entry that is no candidate, and where it starts.
fn read_eliminated<'a>(grid: &Grid, list: &'a [u8]) -> Result<Option<Candidates>, (usize, &'a [u8])> {
    let mut masks = None;
    let mut start = 0;
    for entry in list.split(|byte| b" \t".contains(byte)) {
        match entry {
            [] => (),
            [d @ b'1'..=b'9', r @ b'1'..=b'9', c @ b'1'..=b'9'] => {
                let cell = 9 * usize::from(r - b'1') + usize::from(c - b'1');
                masks.get_or_insert_with(|| *Candidates::from(grid).masks())[cell] &= !(1 << (d - b'1'));
            }
            _ => return Err((start, entry)),
        }
        start += entry.len() + 1;
    }
    Ok(masks.map(Candidates::from_masks))
}

/// Where the second word of a text starts.
fn second_word(text: &[u8]) -> usize {
    let label = text.iter().take_while(|byte| !b" \t".contains(byte)).count();
    label + text[label..].iter().take_while(|byte| b" \t".contains(byte)).count()
}

fn read_bank(line: &Line<'_>) -> Result<Grid, ParseError> {
    let start = line.indent + second_word(line.text);
    read_cells(line, start..line.text_end()).map_err(|mut error| {
        error.column.get_or_insert(line.column(start));
        error
    })
}

fn read_hodoku(line: &Line<'_>) -> Record {
    let missing = |offset, found| line.error_at(offset, Fault::Expected { what: HODOKU, found });
    if !line.text.starts_with(b":") {
        return Err(missing(line.indent, "no colon"));
    }
    let mut colons = (line.indent..line.text_end()).filter(|&offset| line.bytes[offset] == b':');
    let Some(third) = colons.nth(2) else { return Err(missing(line.text_end(), "the end of the line")) };
    let puzzle_end = colons.next().unwrap_or(line.text_end());
    let list_end = colons.next().unwrap_or(line.text_end());
    let grid = read_placed(line, third + 1..puzzle_end)?;
    let list = (puzzle_end + 1).min(list_end);
    let candidates = read_eliminated(&grid, &line.bytes[list..list_end])
        .map_err(|(offset, entry)| line.error_at(list + offset, Fault::Elimination(quotable(entry))))?;
    Ok((grid, candidates))
}

/// Reads a grid in which `+` may stand before a digit.
fn read_placed(line: &Line<'_>, field: Range<usize>) -> Result<Grid, ParseError> {
    let text = &line.bytes[field.clone()];
    let plain: Vec<u8> = text.iter().copied().filter(|&byte| byte != b'+').collect();
    let (cells, count) = leading_cells(&plain);
    let is_stray = |&i: &usize| text[i - 1] == b'+' && !matches!(text.get(i), Some(b'1'..=b'9'));
    let stray = if plain.len() < text.len() { (1..=text.len()).find(is_stray) } else { None };
    let mut others = (0..text.len()).filter(|&i| text[i] != b'+');
    let wrong = if count < plain.len() { others.nth(count) } else { None };
    if let Some(offset) = stray.into_iter().chain(wrong).min() {
        let fault = match &text[offset..] {
            [] => Fault::Expected { what: "a digit after +", found: "the end of the field" },
            rest => Fault::Cell(Found::first_of(rest)),
        };
        return Err(line.error_at(field.start + offset, fault));
    }
    if count != CELLS {
        let mut error = cell_count(line, field.start, count);
        error.column.get_or_insert(line.column(field.start));
        return Err(error);
    }
    let mut grid = Grid::EMPTY;
    *grid.cells_mut() = cells;
    Ok(grid)
}

fn without_tail(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| !TAIL_STARTS.contains(byte)).count()]
}

/// Reads a field of a line: 729 pencil marks if it has at least half of them, otherwise 81 cells.
pub(super) fn read_field(line: &Line<'_>, field: Range<usize>, fields: &mut FieldReader) -> Record {
    if field.len() > MARKS / 2 && count_cells(&line.bytes[field.clone()]) >= MARKS.div_ceil(2) {
        return read_marks(line, field);
    }
    fields.read(line, field).map(|grid| (grid, None))
}

fn read_marks(line: &Line<'_>, field: Range<usize>) -> Record {
    let text = without_tail(&line.bytes[field.clone()]);
    let mut masks = [0; CELLS];
    for (offset, &byte) in text.iter().enumerate() {
        let digit = (offset % 9 + 1) as u8;
        let fault = match (cell_from_byte(byte), masks.get_mut(offset / 9)) {
            (None, _) => Fault::Cell(Found::first_of(&text[offset..])),
            // Further marks are only counted.
            (Some(0), _) | (_, None) => continue,
            (Some(mark), Some(mask)) if mark == digit => {
                *mask |= 1 << (digit - 1);
                continue;
            }
            (Some(_), Some(_)) => Fault::Mark { digit, found: char::from(byte) },
        };
        return Err(line.error_at(field.start + offset, fault));
    }
    if text.len() != MARKS {
        return Err(line.error(Fault::MarkCount(text.len())));
    }
    let candidates = Candidates::from_masks(masks);
    // Where clues clash, the marks have no solution, but no clue is wrong by itself.
    let clues = candidates.naked_singles();
    Ok((if clues.obeys_rules() { clues } else { Grid::EMPTY }, Some(candidates)))
}

/// Whether a line is an object with a puzzle: a long value, one that a spreadsheet has turned into a number, or `null`.
fn is_object(text: &[u8]) -> bool {
    let is_likely = |value: Range<usize>| {
        let value = &text[value];
        let is_null = matches!(value, b"null" | b"None") && text.ends_with(b"}");
        value.len() >= CELLS / 2 || scientific(value).is_some() || is_null
    };
    text.starts_with(b"{") && value_of_puzzle(text).is_some_and(is_likely)
}

fn read_object(line: &Line<'_>, fields: &mut FieldReader) -> Record {
    let missing = |offset, found| line.error_at(offset, Fault::Expected { what: OBJECT, found });
    if !line.text.starts_with(b"{") {
        return Err(missing(line.indent, "a line that does not start with {"));
    }
    let value = value_of_puzzle(line.bytes).ok_or_else(|| missing(line.indent, "an object without one"))?;
    let text = &line.bytes[value.clone()];
    if matches!(text, b"null" | b"None") {
        return Err(missing(value.start, "null"));
    }
    if !text.contains(&b'\\') {
        return read_field(line, value, fields);
    }
    let grid = fields.read_text(unescape(text).as_bytes(), line.number);
    grid.map(|grid| (grid, None)).map_err(|error| line.error_at(value.start, error.fault))
}

/// A string of JSON without its escapes. White space, such as the ends of rows, becomes a space.
fn unescape(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut rest = text.chars();
    let mut plain = String::new();
    while let Some(character) = rest.next() {
        plain.push(match character {
            '\\' => match rest.next() {
                Some('n' | 'r' | 't' | 'f' | 'b') | None => ' ',
                Some('u') => {
                    let code = rest.as_str().get(..4).and_then(|code| u32::from_str_radix(code, 16).ok());
                    rest.nth(3);
                    code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
                }
                Some(other) => other,
            },
            _ => character,
        });
    }
    plain
}

/// Where the value of the first name of a puzzle is, without its quotes. An array ends with its last bracket. A value that is an
/// object is no puzzle, but there may be one in it.
fn value_of_puzzle(text: &[u8]) -> Option<Range<usize>> {
    // The names of an object are all in the same quotes.
    let first = memchr::memchr2(b'"', b'\'', text)?;
    let quotes: Vec<usize> = memchr::memchr_iter(text[first], text).take(400).collect();
    let skip_spaces = |from: usize| from + text[from..].iter().take_while(|byte| b" \t".contains(byte)).count();
    quotes.windows(2).find_map(|pair| {
        let colon = skip_spaces(pair[1] + 1);
        if !names_puzzle(&text[pair[0] + 1..pair[1]]) || text.get(colon) != Some(&b':') {
            return None;
        }
        let start = skip_spaces(colon + 1);
        let rest = &text[start..];
        match rest.first()? {
            quote @ (b'"' | b'\'') => Some(start + 1..start + 1 + memchr::memchr(*quote, &rest[1..])?),
            b'[' => {
                let mut depth = 0;
                let closes = |byte: &u8| {
                    depth += i32::from(*byte == b'[') - i32::from(*byte == b']');
                    depth == 0
                };
                Some(start..start + 1 + rest.iter().position(closes)?)
            }
            b'{' => None,
            _ => Some(start..start + rest.iter().take_while(|byte| !b",} \t".contains(byte)).count()),
        }
    })
}

/// Reads the line at the start of a text if it is like those of most files: it starts with its grid, the blanks are dots or
/// zeros, and it ends with LF or CRLF. Returns its length with its end. `None` only means that [`read_cells`] must look.
///
/// The loop compiles to vector instructions. The grid is not returned because an `Option<Grid>` would make this take half as
/// long again.
#[inline]
pub(super) fn fast_line(text: &[u8], grid: &mut Grid) -> Option<usize> {
    let text = &text[..text.len().min(LONGEST_LINE + 1)];
    let (line, rest) = text.split_first_chunk::<CELLS>()?;
    let mut cells = [0; CELLS];
    for (cell, &byte) in cells.iter_mut().zip(line) {
        // A byte that is not a digit becomes more than 9.
        *cell = if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') };
    }
    *grid = Grid::from_cells(cells)?;
    let tail = match rest.first()? {
        b'\n' | b'\r' => 0,
        // It may be a list of candidates.
        b':' if rest.get(1).is_none_or(u8::is_ascii_digit) => return None,
        // Without a clue it may be a frame.
        byte if TAIL_STARTS.contains(byte) && *grid != Grid::EMPTY => find_end(rest)?,
        _ => return None,
    };
    match rest[tail..] {
        [b'\n', ..] => Some(CELLS + tail + 1),
        [b'\r', b'\n', ..] => Some(CELLS + tail + 2),
        _ => None,
    }
}
