//! The fast path for lines that start with their grid, and for grids in rows that differ from an
//! earlier one only in their cells.

use std::ops::BitOr;

use memchr::memchr3;

use super::ascii::ascii_of;
use super::cells::{DECIMAL_SYMBOL, EMPTY_SYMBOL, LineCell, NULL_SYMBOL, bit_of, can_draw_rules};
use super::error::LONGEST_LINE;
use super::grids::Row;
use super::records::Records;
use super::tokens::mask_of;
use super::words::TAIL_STARTS;
use crate::grid::{CELLS, Grid, digit_from_byte};

/// Reads the 81 cells at the start of a text, and returns the rest. Without a digit, the blanks must
/// be ones that draw no rules.
///
/// The grid is an output parameter because returning an `Option<Grid>` takes half as long again.
#[inline]
pub(super) fn read_cells<'a>(text: &'a [u8], grid: &mut Grid) -> Option<&'a [u8]> {
    let (text, rest) = text.split_first_chunk::<CELLS>()?;
    *grid = usual_grid(text).or_else(|| grid_with_other_blanks(text))?;
    Some(rest)
}

/// The grid of 81 digits and dots. This compiles to vector instructions.
#[inline]
fn usual_grid(text: &[u8; CELLS]) -> Option<Grid> {
    // A byte that is not a digit becomes more than 9.
    Grid::from_cells(text.map(|byte| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') }))
}

#[cold]
fn grid_with_other_blanks(text: &[u8; CELLS]) -> Option<Grid> {
    let mut cells = [0; CELLS];
    for (cell, byte) in cells.iter_mut().zip(text) {
        *cell = digit_from_byte(*byte)?;
    }
    Grid::from_cells(cells).filter(|grid| *grid != Grid::EMPTY || !can_draw_rules(text[0]))
}

/// Appends up to `limit` grids from the start of a text that begins with the line `number`, as long
/// as each line starts with its grid and ends with LF or CRLF. Returns how many bytes and lines
/// they take.
pub(super) fn read_lines(text: &[u8], number: u64, limit: usize, records: &mut Records) -> (usize, usize) {
    let (mut length, mut lines, mut grid) = (0, 0, Grid::EMPTY);
    for number in (number..).take(limit) {
        let Some(line) = read_line(&text[length..], &mut grid) else { break };
        records.push_grid(number, None, grid);
        (length, lines) = (length + line, lines + 1);
    }
    (length, lines)
}

/// Reads the line at the start of a text, and returns its length with its end.
fn read_line(text: &[u8], grid: &mut Grid) -> Option<usize> {
    let (cells, rest) = text[..text.len().min(LONGEST_LINE + 1)].split_first_chunk()?;
    *grid = usual_grid(cells)?;
    let tail = match rest.first()? {
        b'\n' | b'\r' => 0,
        // A list of candidates may follow a colon. A line without a clue may be a frame.
        byte if TAIL_STARTS.contains(byte) && *byte != b':' && *grid != Grid::EMPTY => memchr3(b'\n', b'\r', 0, rest)?,
        _ => return None,
    };
    match rest[tail..] {
        [b'\n', ..] => Some(CELLS + tail + 1),
        [b'\r', b'\n', ..] => Some(CELLS + tail + 2),
        _ => None,
    }
}

/// Whether a character can stand beside a cell in a pattern: it separates fields, whatever they are.
fn is_boundary(character: char) -> bool {
    " \t\r\n,;|[](){}\"'".contains(character) || matches!(character, '\u{2500}'..='\u{257f}')
}

/// The text of a grid in rows, as a pattern for grids that differ from it only in their cells.
#[derive(Default)]
pub(super) struct Pattern {
    /// From the first row to the end of the line of the ninth. A cell is a NUL, which no line has.
    text: Vec<u8>,
    /// The bytes of the text at which the cells are.
    cells: [[u32; 9]; 9],
    /// The distance between two cells of a row, if it is the same in all rows, or 0.
    step: u32,
    /// The text of each blank, perhaps empty, and its symbol.
    blank: Vec<u8>,
    blank_symbol: u8,
    /// The text after each digit, such as `.0`.
    decimals: Vec<u8>,
    /// The number of lines.
    pub(super) lines: usize,
}

impl Pattern {
    /// Makes the start of a text the pattern. Its first line, `number`, starts with the first of
    /// these rows. There is no pattern if blanks or digits are written in several ways, or if other
    /// cells could change what the rest of the text means: beside a word, for example, a row can be
    /// a decimal.
    pub(super) fn learn(&mut self, text: &[u8], number: u64, rows: &[Row]) {
        let mut cells =
            rows.iter().flat_map(|row| row.cells.iter().map(|cell| (row.line, cell))).enumerate().peekable();
        let have_spaces = rows.iter().all(|row| row.blank_symbols & bit_of(b' ') != 0);
        let (mut place, mut before, mut was_cell) = ((number, 0), '\n', false);
        let (mut blank, mut decimals, mut is_complete) = (None, None, false);
        self.text.clear();
        let mut rest = str::from_utf8(text).unwrap_or_default();
        while let Some(character) = rest.chars().next() {
            // A place is a line and a column in characters, as in the rows.
            let cell = cells.next_if(|(_, (line, cell))| (*line, cell.offset) == place);
            let length = match cell.map(|(_, (_, cell))| cell.symbol) {
                Some(EMPTY_SYMBOL) => 0,
                Some(NULL_SYMBOL | DECIMAL_SYMBOL) => rest.find(is_boundary).unwrap_or(rest.len()),
                _ => character.len_utf8(),
            };
            let (word, after) = rest.split_at(length);
            if let Some((at, (_, LineCell { mask, symbol, .. }))) = cell {
                let is_usual = if *mask > 0 {
                    *mask == mask_of(word.as_bytes()[0]) && *decimals.get_or_insert(&word[1..]) == &word[1..]
                } else {
                    let can_be_blank = match *symbol {
                        NULL_SYMBOL | EMPTY_SYMBOL => true,
                        b' ' => have_spaces,
                        _ => b"0._-?xX".contains(symbol) && ascii_of(character) == char::from(*symbol),
                    };
                    can_be_blank && *blank.get_or_insert((word, *symbol)) == (word, *symbol)
                };
                if !is_usual || !(was_cell || is_boundary(before)) {
                    break;
                }
                self.cells[at / 9][at % 9] = self.text.len() as u32;
                self.text.push(0);
            } else if is_boundary(character)
                || !was_cell && matches!(character, '0'..='9' | '+' | '-' | '=' | '_' | ':')
            {
                self.text.extend_from_slice(word.as_bytes());
            } else {
                break;
            }
            (before, was_cell, rest) = (word.chars().last().unwrap_or(before), cell.is_some(), after);
            place = if word == "\n" { (place.0 + 1, 0) } else { (place.0, place.1 + word.chars().count() as u32) };
            if word == "\n" && cells.peek().is_none() {
                let step = self.cells[0][1] - self.cells[0][0];
                let has_step = |row: &[u32; 9]| row.windows(2).all(|pair| pair[1] - pair[0] == step);
                self.step = if self.cells.iter().all(has_step) { step } else { 0 };
                self.lines = (place.0 - number) as usize;
                let (blank, symbol) = blank.unwrap_or((".", b'.'));
                (self.blank, self.blank_symbol) = (blank.into(), symbol);
                self.decimals = decimals.unwrap_or_default().into();
                is_complete = true;
                break;
            }
        }
        if !is_complete || !self.is_clear() {
            self.text.clear();
        }
    }

    /// Whether blanks and digits are cells beside each other, and beside the text between them.
    fn is_clear(&self) -> bool {
        let touch = |byte: u8| self.text.windows(2).any(|two| two == [byte; 2]);
        if self.blank_symbol == EMPTY_SYMBOL {
            // Only the same separator between all fields shows which of them are empty.
            let is_separator = |byte: &&u8| b",;|\t&/:+-=_".contains(byte);
            let separators: Vec<u8> = self.text.iter().filter(is_separator).copied().collect();
            return self.text.is_ascii()
                && separators.len() == 72
                && separators.iter().all(|byte| *byte == separators[0]);
        }
        let are_words = self.blank_symbol == NULL_SYMBOL || !self.decimals.is_empty();
        !(touch(b'|') || are_words && touch(0))
    }

    /// Reads the grid at the start of a text, and returns its length.
    pub(super) fn read(&self, text: &[u8], grid: &mut Grid) -> Option<usize> {
        let mut cells = [0; CELLS];
        let length = match (&self.blank[..], &self.decimals[..]) {
            _ if self.text.is_empty() => return None,
            ([blank], []) => self.read_characters(text, *blank, &mut cells)?,
            _ => self.read_words(text, &mut cells)?,
        };
        *grid = Grid::from_cells(cells)?;
        let rows = cells.as_chunks::<9>().0;
        // A row without a digit could be a rule, and digits in order the numbers of columns.
        let has_digit = |row: &[u8; 9]| row.iter().any(|d| *d > 0);
        let is_numbering = |row: &[u8; 9]| row.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let may_be_other = |row: &[u8; 9]| is_numbering(row) || can_draw_rules(self.blank_symbol) && !has_digit(row);
        // With spaces, the first row could be a number, and digits in every second column five columns.
        let may_be_numbers = || {
            let is_number = rows[0].iter().skip_while(|d| **d == 0).all(|d| *d > 0);
            is_number || rows.iter().all(|row| [1, 3, 5, 7].iter().all(|&c| row[c] == 0))
        };
        let is_unclear = rows.iter().any(may_be_other) || self.blank_symbol == b' ' && may_be_numbers();
        (!is_unclear && *grid != Grid::EMPTY).then_some(length)
    }

    /// Reads cells of one byte each.
    fn read_characters(&self, text: &[u8], blank: u8, cells: &mut [u8; CELLS]) -> Option<usize> {
        let text = text.get(..self.text.len())?;
        // Without branches, so that it compiles to vector instructions.
        let difference = |(byte, known): (&u8, &u8)| if *known == 0 { 0 } else { byte ^ known };
        if text.iter().zip(&self.text).map(difference).fold(0, BitOr::bitor) != 0 {
            return None;
        }
        for (row, places) in cells.as_chunks_mut::<9>().0.iter_mut().zip(&self.cells) {
            let text_of_row = &text[places[0] as usize..];
            match self.step {
                1 => row.copy_from_slice(&text_of_row[..9]),
                2 => row.iter_mut().zip(text_of_row[..17].iter().step_by(2)).for_each(|(cell, byte)| *cell = *byte),
                _ => *row = places.map(|at| text[at as usize]),
            }
        }
        // A byte that is neither a digit nor a blank becomes more than 9.
        let digit = |byte: u8| if byte == blank { 0 } else { byte.wrapping_sub(b'1').saturating_add(1) };
        *cells = cells.map(digit);
        Some(text.len())
    }

    /// Reads cells of any length.
    fn read_words(&self, text: &[u8], cells: &mut [u8; CELLS]) -> Option<usize> {
        let mut between = self.text.split(|byte| *byte == 0);
        let mut rest = text.strip_prefix(between.next()?)?;
        for (cell, after) in cells.iter_mut().zip(between) {
            // Without branches: blanks come at random.
            let digit = rest.first()?.wrapping_sub(b'0');
            let is_digit = usize::from(matches!(digit, 1..=9));
            *cell = [0, digit][is_digit];
            let word = [&self.blank[..], &self.decimals[..]][is_digit];
            rest = &rest[is_digit..];
            // The texts are too short for `memcmp`.
            for text in [word, after] {
                let (start, end) = rest.split_at_checked(text.len())?;
                if !start.iter().zip(text).all(|(byte, known)| byte == known) {
                    return None;
                }
                rest = end;
            }
        }
        Some(text.len() - rest.len())
    }
}
