//! The fast path of rows: most files write each grid as the one before, in the same places.
//!
//! The lines of a grid, and of what stands before it, become a template. The next grid is read without a second look if it has the
//! same bytes, but for those of its cells:
//!
//! ```text
//! template    \n|5 3 .|. 7 .|. . .|\n|6 . .|1 9 5|. . .|\n...
//! places         ^ ^ ^ ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^ ^ ^
//! ```

use super::cells::{Shape, Signs};
use super::lines::Line;
use super::records::Records;
use super::window::Row;
use crate::grid::{CELLS, Grid};

/// The longest template. Grids of more bytes are read line by line.
const LONGEST: usize = 1 << 11;

#[derive(Debug, Default)]
pub(super) struct Template {
    /// The lines since the last grid, each with LF.
    lines: Vec<u8>,
    /// The number of each of them, and where it starts in `lines`.
    starts: Vec<(u64, usize)>,
    /// The template, empty if there is none.
    text: Vec<u8>,
    /// For each byte of the template, all bits if it must be the same, and none if it is a cell.
    fixed: Vec<u8>,
    /// The offset of each cell.
    places: Vec<usize>,
    /// The sign of a blank.
    blank: u8,
    /// The number of lines, and of those before the first row.
    line_count: usize,
    lines_before: u64,
}

impl Template {
    /// Takes the next line of the input.
    pub(super) fn line(&mut self, line: &Line<'_>) {
        if self.lines.len() + line.bytes.len() >= LONGEST {
            return self.clear();
        }
        self.starts.push((line.number, self.lines.len()));
        self.lines.extend_from_slice(line.bytes);
        self.lines.push(b'\n');
    }

    fn clear(&mut self) {
        self.lines.clear();
        self.starts.clear();
    }

    /// Makes a template of the lines since the last grid, of which these are the rows.
    pub(super) fn learn(&mut self, rows: &[Row]) {
        std::mem::swap(&mut self.lines, &mut self.text);
        self.places.clear();
        for row in rows {
            let start =
                self.starts.iter().find(|(line, _)| *line == row.line).map_or(usize::MAX / 2, |&(_, start)| start);
            self.places.extend(row.columns.map(|column| start + column as usize - 1));
        }
        let first = self.starts.first().map_or(0, |&(line, _)| line);
        self.lines_before = rows[0].line.saturating_sub(first);
        self.line_count = self.starts.len();
        let is_last = self.starts.last().is_some_and(|&(line, _)| line == rows[8].line);
        self.clear();
        let byte_at = |at: &usize| self.text.get(*at).copied().unwrap_or_default();
        self.blank = self.places.iter().map(byte_at).find(|byte| !matches!(byte, b'1'..=b'9')).unwrap_or(b'.');
        let is_cell = |byte: u8| byte != 0 && byte == self.blank || matches!(byte, b'1'..=b'9');
        // The reading of some shapes depends on all rows of the grid.
        let is_plain = |row: &Row| {
            matches!(row.shape, Shape::Plain | Shape::WithEmpty) && row.signs.is_within(Signs::of(self.blank))
        };
        let fits = is_last
            && self.text.is_ascii()
            && rows.iter().all(is_plain)
            && self.places.iter().all(|at| is_cell(byte_at(at)));
        if !fits {
            return self.text.clear();
        }
        self.fixed.clear();
        self.fixed.resize(self.text.len(), u8::MAX);
        self.places.iter().for_each(|&at| self.fixed[at] = 0);
    }

    /// Forgets everything: something else than a puzzle has been read, which must not become a part of a template.
    pub(super) fn forget(&mut self) {
        self.clear();
        self.text.clear();
    }

    /// Appends up to `limit` grids from the start of a text that begins with the line `number`, and returns how many bytes and
    /// lines they take.
    pub(super) fn read(&mut self, text: &[u8], number: u64, limit: usize, records: &mut Records) -> (usize, usize) {
        let (mut length, mut lines) = (0, 0);
        if self.text.is_empty() || !self.lines.is_empty() {
            return (0, 0);
        }
        self.adopt_line_ends(text);
        let mut grid = Grid::EMPTY;
        for _ in 0..limit {
            if !self.fits(&text[length..], &mut grid) {
                break;
            }
            records.push_grid(number + lines as u64 + self.lines_before, grid);
            length += self.text.len();
            lines += self.line_count;
        }
        (length, lines)
    }

    /// Gives the lines of the template CRLF if the first line of a text has it.
    fn adopt_line_ends(&mut self, text: &[u8]) {
        let has_cr = |text: &[u8]| memchr::memchr(b'\n', text).is_some_and(|end| text[..end].ends_with(b"\r"));
        if !has_cr(text) || has_cr(&self.text) {
            return;
        }
        let mut lines_before = 0;
        let mut places = self.places.iter_mut().peekable();
        for (at, &byte) in self.text.iter().enumerate() {
            if let Some(place) = places.next_if(|place| **place == at) {
                *place += lines_before;
            }
            lines_before += usize::from(byte == b'\n');
        }
        let mut text = Vec::with_capacity(self.text.len() + lines_before);
        for line in self.text.split_inclusive(|&byte| byte == b'\n') {
            text.extend_from_slice(&line[..line.len() - 1]);
            text.extend_from_slice(b"\r\n");
        }
        self.text = text;
        self.fixed.clear();
        self.fixed.resize(self.text.len(), u8::MAX);
        self.places.iter().for_each(|&at| self.fixed[at] = 0);
    }

    /// Reads a grid at the start of a text.
    #[inline]
    fn fits(&self, text: &[u8], grid: &mut Grid) -> bool {
        let Some(text) = text.get(..self.text.len()) else { return false };
        let differs = |((a, b), fixed): ((&u8, &u8), &u8)| (a ^ b) & fixed;
        if text.iter().zip(&self.text).zip(&self.fixed).map(differs).fold(0, |all, byte| all | byte) != 0 {
            return false;
        }
        let mut cells = [0; CELLS];
        for (cell, &at) in cells.iter_mut().zip(&self.places) {
            let byte = text[at];
            *cell = if byte == self.blank { b'0' } else { byte }.wrapping_sub(b'0');
        }
        let Some(read) = Grid::from_cells(cells) else { return false };
        // Nine signs of another kind may be a rule.
        let is_never_rule = matches!(self.blank, b'0' | b'.' | b' ');
        if !read.obeys_rules() || !is_never_rule && cells.as_chunks::<9>().0.contains(&[0; 9]) {
            return false;
        }
        *grid = read;
        true
    }
}
