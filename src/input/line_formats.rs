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
use super::field::{FieldReader, TAIL_STARTS, scientific};
use super::lines::{Line, find_end};
use super::names::{count_cells, has_word, is_puzzle, names_puzzle};
use crate::grid::{CELLS, Candidates, Grid, cell_from_byte};

pub(super) type Reading = Result<(Grid, Option<Candidates>), ParseError>;

/// The number of pencil marks in a grid.
const MARKS: usize = 9 * CELLS;
/// The digits that a spreadsheet is blamed for: a puzzle does not often start with more blanks.
const CUT_DIGITS: Range<usize> = 60..CELLS;

const OBJECT: &str = "expected a JSON object with a puzzle (\"puzzle\": ...) on one line";
const HODOKU: &str = "expected a line of HoDoKu's library, :technique:candidates:puzzle:eliminated:";

/// The format of a line that shows by itself what it is, whether or not it can be read.
pub(super) fn detect(text: &[u8]) -> Option<InputFormat> {
    let mut words = text.split(|byte| b" \t,".contains(byte));
    if is_object(text) {
        Some(InputFormat::JsonLines)
    } else if are_marks(text) {
        Some(InputFormat::PencilMarks)
    } else if text.starts_with(b":") && text.split(|&byte| byte == b':').nth(3).is_some_and(is_puzzle) {
        Some(InputFormat::Hodoku)
    } else if scientific(text).is_some() || words.next().is_some_and(is_puzzle_word) {
        Some(InputFormat::Line)
    } else {
        None
    }
}

/// Whether a line is a label and a puzzle.
pub(super) fn is_bank(text: &[u8]) -> bool {
    let (label, rest) = text.split_at(second_word(text));
    let puzzle = rest.split(|byte| b" \t".contains(byte)).next().unwrap_or_default();
    !is_puzzle_word(label) && is_puzzle_word(puzzle) && cell_from_byte(puzzle[0]).is_some()
}

/// Whether a word or field is a puzzle, perhaps a malformed one, and no link, rule or sentence.
pub(super) fn is_puzzle_word(text: &[u8]) -> bool {
    let is_blank = || text.iter().all(|byte| *byte == text[0]);
    is_puzzle(text) && !has_word(text) && !is_rule(text) && (text.iter().any(u8::is_ascii_digit) || is_blank())
}

/// Whether a line may be source code: it has brackets or an equals sign.
pub(super) fn is_code(text: &[u8]) -> bool {
    text.iter().any(|byte| b"([{=".contains(byte))
}

/// Whether a word has nothing but signs that draw lines.
fn is_rule(word: &[u8]) -> bool {
    word.iter().all(|sign| b"-*_.+|:='".contains(sign)) && word.iter().any(|&sign| sign != b'.')
}

/// Reads a line in one of these formats.
pub(super) fn read(format: InputFormat, line: &Line<'_>, fields: &mut FieldReader) -> Reading {
    match format {
        InputFormat::JsonLines => read_object(line, fields),
        InputFormat::PencilMarks => read_marks(line, line.indent..line.text_end()),
        InputFormat::Hodoku => read_hodoku(line, fields),
        InputFormat::Bank => {
            let puzzle = line.indent + second_word(line.text)..line.text_end();
            Ok((fields.read(line, puzzle)?, None))
        }
        _ => {
            let grid = fields.read(line, 0..line.bytes.len())?;
            // 81 signs that draw rules are a grid if the same sign was a blank before.
            let mut others = line.text.iter().take(CELLS).filter(|byte| !byte.is_ascii_digit() && **byte != b'.');
            let sign = others.next().copied().filter(|&sign| is_rule(&[sign]));
            if grid == Grid::EMPTY && is_rule(line.text) && fields.sign != sign {
                return Err(line.error_at(line.indent, Fault::RuleOrRow));
            }
            fields.sign = sign.or(fields.sign);
            // A tail that is no list of candidates says nothing.
            let list =
                line.text.get(CELLS..).and_then(|tail| tail.strip_prefix(b":")?.split(|&byte| byte == b':').next());
            let list = list.filter(|list| list.first().is_some_and(u8::is_ascii_digit)).unwrap_or_default();
            Ok((grid, eliminate(&grid, list).unwrap_or_default()))
        }
    }
}

/// Where the second word of a text starts.
fn second_word(text: &[u8]) -> usize {
    let is_space = |byte: &u8| b" \t".contains(byte);
    let label = text.iter().position(is_space).unwrap_or(text.len());
    label + text[label..].iter().take_while(|byte| is_space(byte)).count()
}

/// The candidates of a grid without those in a list; `None` if it lists none.
///
/// # Errors
/// The first entry that is no candidate, and where it starts.
fn eliminate<'a>(grid: &Grid, list: &'a [u8]) -> Result<Option<Candidates>, (usize, &'a [u8])> {
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

fn read_hodoku(line: &Line<'_>, fields: &mut FieldReader) -> Reading {
    let mut colons = memchr::memchr_iter(b':', line.bytes);
    let Some(third) = colons.nth(2) else {
        return Err(line.error_at(line.indent, Fault::Expected(HODOKU, "fewer fields".into())));
    };
    let [puzzle_end, list_end] = [(); 2].map(|()| colons.next().unwrap_or(line.text_end()));
    let mut puzzle = line.bytes[third + 1..puzzle_end].to_vec();
    puzzle.retain(|byte| *byte != b'+');
    let grid = fields.read_text(line, third + 1, &puzzle).map_err(|error| {
        if third + 1 + puzzle.len() == puzzle_end { error } else { line.error_at(third + 1, error.fault) }
    })?;
    let list = (puzzle_end + 1).min(list_end);
    let candidates = eliminate(&grid, &line.bytes[list..list_end]).map_err(|(offset, entry)| {
        let topic = "expected digit, row and column of an eliminated candidate, such as 412";
        line.error_at(list + offset, Fault::Expected(topic, format!("{:?}", quotable(entry))))
    })?;
    Ok((grid, candidates))
}

fn without_tail(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| !TAIL_STARTS.contains(byte)).count()]
}

/// Whether a text has so many cells that it must be pencil marks.
fn are_marks(text: &[u8]) -> bool {
    text.len() > MARKS / 2 && count_cells(without_tail(text)) > MARKS / 2
}

/// Reads a field of a line: pencil marks, or 81 cells.
pub(super) fn read_field(line: &Line<'_>, field: Range<usize>, fields: &mut FieldReader) -> Reading {
    if are_marks(&line.bytes[field.clone()]) {
        return read_marks(line, field);
    }
    let mut grid = fields.read(line, field.clone());
    if let Err(error) = &mut grid
        && lacks_zeros(&line.bytes[field])
    {
        error.suggestion = Some("if a spreadsheet has cut zeros at its start, import this column as text".into());
    }
    Ok((grid?, None))
}

/// Whether a field looks like a puzzle that was taken for a number, and so has lost the zeros at its start.
fn lacks_zeros(field: &[u8]) -> bool {
    CUT_DIGITS.contains(&field.len())
        && field.iter().all(u8::is_ascii_digit)
        && field[0] != b'0'
        && field.contains(&b'0')
}

fn read_marks(line: &Line<'_>, field: Range<usize>) -> Reading {
    let text = without_tail(&line.bytes[field.clone()]);
    let mut masks = [0; CELLS];
    for (cell, (mask, marks)) in masks.iter_mut().zip(text.chunks(9)).enumerate() {
        for (digit, &byte) in (1..).zip(marks) {
            let fault = match cell_from_byte(byte) {
                Some(0) => continue,
                Some(mark) if mark == digit => {
                    *mask |= 1 << (digit - 1);
                    continue;
                }
                Some(mark) => {
                    let found = format!("'{mark}' in the place of {digit}");
                    Fault::Expected("expected another digit or a blank", found)
                }
                None => Fault::Cell(Found::first_of(&text[9 * cell + usize::from(digit) - 1..])),
            };
            return Err(line.error_at(field.start + 9 * cell + usize::from(digit) - 1, fault));
        }
    }
    if text.len() != MARKS {
        return Err(line.error(Fault::Expected("expected 729 pencil marks", text.len().to_string())));
    }
    let candidates = Candidates::from_masks(masks);
    // Where clues clash, the marks have no solution, but no clue is wrong by itself.
    let clues = candidates.naked_singles();
    Ok((if clues.obeys_rules() { clues } else { Grid::EMPTY }, Some(candidates)))
}

/// Whether a line is an object with a puzzle, or the start of one with a long value.
fn is_object(text: &[u8]) -> bool {
    let is_likely = |value: Range<usize>| value.len() >= CELLS / 2 || text.ends_with(b"}");
    text.starts_with(b"{") && value_of_puzzle(text).is_some_and(is_likely)
}

fn read_object(line: &Line<'_>, fields: &mut FieldReader) -> Reading {
    let value = value_of_puzzle(line.bytes).filter(|_| line.text.starts_with(b"{"));
    let value = value.filter(|value| !matches!(&line.bytes[value.clone()], b"null" | b"None"));
    let Some(value) = value else {
        return Err(line.error_at(line.indent, Fault::Expected(OBJECT, "none".into())));
    };
    let text = &line.bytes[value.clone()];
    if memchr::memmem::find(text, b"\\u").is_none() {
        return read_field(line, value, fields);
    }
    let grid = fields.read_text(line, value.start, unescape(&String::from_utf8_lossy(text)).as_bytes());
    grid.map(|grid| (grid, None)).map_err(|error| line.error_at(value.start, error.fault))
}

/// A string of JSON in which characters have no escapes by number. Those of line ends are left: they only stand between cells.
fn unescape(text: &str) -> String {
    let mut parts = text.split("\\u");
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let code = part.get(..4).and_then(|code| u32::from_str_radix(code, 16).ok());
        plain.push(code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER));
        plain.push_str(part.get(4..).unwrap_or_default());
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
        if text.get(colon) != Some(&b':') || !names_puzzle(&text[pair[0] + 1..pair[1]]) {
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
/// zeros, and it ends with LF or CRLF. Returns its length with its end. `None` only means that [`read`] must look.
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
