//! The fast path of rows: most files write each grid as the one before.
//!
//! The lines of a grid, and of what stands before it, become a template. The next grid is read without a second look if it has the
//! same bytes, but for those of its cells:
//!
//! ```text
//! template    \n|5 3 .|. 7 .|. . .|\n|6 . .|1 9 5|. . .|\n...
//! places         ^ ^ ^ ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^ ^ ^
//! ```
//!
//! Where empty fields are blanks, as in `5,3,,,7,,,,`, cells have no places. Then each row must be digits and eight times the same
//! delimiter.

use std::sync::Arc;

use super::cells::Shape;
use super::lines::Line;
use super::names::is_title;
use super::records::Records;
use super::row::Row;
use crate::grid::{CELLS, Grid};

/// The longest template. Grids of more bytes are read line by line.
const LONGEST: usize = 1 << 11;

/// How the next grid can be read.
#[derive(Debug, Default)]
enum Cells {
    /// Line by line.
    #[default]
    Unknown,
    /// Each cell has its place.
    Places {
        /// For each byte of the template, all bits if it must be the same, and none if it is a cell.
        fixed: Vec<u8>,
        /// The offset of each cell.
        places: Vec<usize>,
        /// The sign of a blank.
        blank: u8,
    },
    /// The rows start at this offset, and have this delimiter between their fields.
    Fields { start: usize, delimiter: u8 },
}

#[derive(Debug, Default)]
pub(super) struct Template {
    /// The lines since the last grid, each with LF.
    lines: Vec<u8>,
    /// The number of each of them, and where it starts in `lines`.
    starts: Vec<(u64, usize)>,
    /// Whether there were more of them than are kept.
    is_cut: bool,
    /// The lines of the last grid, and of what stood before it.
    text: Vec<u8>,
    /// What is a cell in them.
    cells: Cells,
    /// The title among them.
    title: Option<Arc<str>>,
    /// The number of lines in the text, and of those before the first row.
    line_count: usize,
    lines_before: u64,
}

impl Template {
    /// Takes the next line of the input.
    pub(super) fn line(&mut self, line: &Line<'_>) {
        if self.lines.len() + line.bytes.len() >= LONGEST {
            self.is_cut = true;
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

    /// Forgets everything: something else than a puzzle has been read, which must not become a part of a template.
    pub(super) fn forget(&mut self) {
        self.clear();
        self.is_cut = false;
        self.cells = Cells::Unknown;
    }

    /// The title nearest to the row on this line, of those since the last grid. Code is no title.
    pub(super) fn title(&self, first_row: u64) -> Option<Arc<str>> {
        let &(_, start) = self.starts.iter().find(|(line, _)| *line == first_row)?;
        let is_sign = |byte: &u8| b" \t#%*/".contains(byte);
        let is_name = |line: &&[u8]| is_title(line) && !line.iter().any(|byte| b"=[{<|;".contains(byte));
        let lines = self.lines[..start].rsplit(|&byte| byte == b'\n');
        let mut names = lines.map(|line| &line[line.iter().take_while(|byte| is_sign(byte)).count()..]);
        let title = names.find(is_name)?.trim_ascii_end();
        // A title is printed again, and must not control a terminal.
        Some(String::from_utf8_lossy(title).trim_end_matches(':').replace(char::is_control, "").into())
    }

    /// Makes a template of the lines since the last grid, of which these are the rows; if that cannot be, the last one stays.
    pub(super) fn learn(&mut self, rows: &[Row], title: Option<Arc<str>>) {
        let start_of = |row: &Row| self.starts.iter().find(|(line, _)| *line == row.line).map(|&(_, start)| start);
        let starts: Option<Vec<usize>> = rows.iter().map(start_of).collect();
        let is_last = self.starts.last().is_some_and(|&(line, _)| line == rows[8].line);
        let first_line = self.starts.first().map_or(0, |&(line, _)| line);
        let last = (self.line_count, self.lines_before);
        (self.line_count, self.lines_before) = (self.starts.len(), rows[0].line.saturating_sub(first_line));
        std::mem::swap(&mut self.lines, &mut self.text);
        // Empty lines before a grid mean nothing.
        let blank = self.text.iter().take_while(|byte| **byte == b'\n').count();
        self.text.drain(..blank);
        (self.line_count, self.lines_before) = (self.line_count - blank, self.lines_before - blank as u64);
        let starts = starts.map(|starts| starts.iter().map(|start| start - blank).collect::<Vec<usize>>());
        let starts = starts.filter(|_| is_last && !self.is_cut && self.text.is_ascii());
        match starts.and_then(|starts| self.places(rows, &starts).or_else(|| self.fields(rows, starts[0]))) {
            Some(cells) => (self.cells, self.title) = (cells, title),
            None => {
                std::mem::swap(&mut self.lines, &mut self.text);
                (self.line_count, self.lines_before) = last;
            }
        }
        self.clear();
        self.is_cut = false;
    }

    /// The places of the cells, if they have any.
    fn places(&self, rows: &[Row], starts: &[usize]) -> Option<Cells> {
        let offsets = |(row, start): (&Row, &usize)| row.cells.map(|cell| start + cell.at as usize);
        let places: Vec<usize> = rows.iter().zip(starts).flat_map(offsets).collect();
        let is_digit = |byte: u8| matches!(byte, b'1'..=b'9');
        let byte_at = |at: &usize| self.text.get(*at).copied().unwrap_or(b'\n');
        let blank = places.iter().map(byte_at).find(|&byte| !is_digit(byte)).unwrap_or(b'.');
        // The reading of other shapes, and of ten cells, depends on all rows of the grid.
        let is_plain =
            |row: &Row| matches!(row.layout.shape, Shape::Plain | Shape::Fields) && row.layout.label.is_none();
        let is_cell = |at: &usize| byte_at(at) == blank || is_digit(byte_at(at));
        let are_places = blank != b'\n' && places.iter().all(is_cell) && places.is_sorted_by(|a, b| a < b);
        // A line before the rows might be a rule of the same sign.
        let is_spacer = |line: &[u8]| line.starts_with(b"|") && line.iter().all(|byte| b"| \n".contains(byte));
        let is_never_rule = matches!(blank, b'0' | b'.')
            || blank == b' ' && !self.text.split_inclusive(|&byte| byte == b'\n').any(is_spacer);
        let is_alone = self.line_count == 9;
        if !are_places || !rows.iter().all(is_plain) || !is_never_rule && !is_alone {
            return None;
        }
        let mut fixed = vec![u8::MAX; self.text.len()];
        places.iter().for_each(|&at| fixed[at] = 0);
        Some(Cells::Places { fixed, places, blank })
    }

    /// The delimiter of the rows from `start` on, if they have nothing but digits and delimiters.
    fn fields(&self, rows: &[Row], start: usize) -> Option<Cells> {
        let delimiter = *self.text[start..].iter().find(|byte| !byte.is_ascii_digit())?;
        let is_adjacent = self.line_count as u64 == self.lines_before + 9;
        let are_fields = is_adjacent && rows.iter().all(|row| matches!(row.layout.shape, Shape::Plain | Shape::Fields));
        let cells = Cells::Fields { start, delimiter };
        (are_fields
            && b",;".contains(&delimiter)
            && read_fields(&self.text[start..], delimiter, &mut { Grid::EMPTY }).is_some())
        .then_some(cells)
    }

    /// Appends up to `limit` grids from the start of a text that begins with the line `number`, and returns how many bytes and
    /// lines they take. A solution of the grid above it is left.
    pub(super) fn read(
        &mut self,
        text: &[u8],
        number: u64,
        limit: usize,
        mut above: Option<Grid>,
        records: &mut Records,
    ) -> (usize, usize) {
        let (mut length, mut lines) = (0, 0);
        if !self.lines.is_empty() || self.is_cut {
            return (0, 0);
        }
        self.adopt_line_ends(text);
        let mut grid = Grid::EMPTY;
        for _ in 0..limit {
            let (blank, blank_lines) = blank_lines(&text[length..]);
            let rest = &text[length + blank..];
            let grid_length = match &self.cells {
                Cells::Unknown => None,
                Cells::Places { fixed, places, blank } => self.read_places(rest, fixed, places, *blank, &mut grid),
                Cells::Fields { start, delimiter } => {
                    let cells = rest.strip_prefix(&self.text[..*start]);
                    cells.and_then(|cells| read_fields(cells, *delimiter, &mut grid)).map(|length| start + length)
                }
            };
            let Some(grid_length) = grid_length else { break };
            // A first row that counts may be the header.
            if counts(&grid.cells()[..9]) || !grid.obeys_rules() {
                break;
            }
            if let Some(above) = &mut above {
                if is_solution_below(&grid, above) {
                    break;
                }
                *above = grid;
            }
            lines += blank_lines;
            records.push_grid(number + lines as u64 + self.lines_before, grid);
            records.push_title(self.title.clone());
            length += blank + grid_length;
            lines += self.line_count;
        }
        (length, lines)
    }

    /// Gives the lines of the template CRLF if the first line of a text has it.
    fn adopt_line_ends(&mut self, text: &[u8]) {
        let Cells::Places { fixed, places, .. } = &mut self.cells else { return };
        let has_cr = |text: &[u8]| memchr::memchr(b'\n', text).is_some_and(|end| text[..end].ends_with(b"\r"));
        if !has_cr(text) || has_cr(&self.text) {
            return;
        }
        let added = |at: usize| memchr::memchr_iter(b'\n', &self.text[..at]).count();
        places.iter_mut().for_each(|place| *place += added(*place));
        let lines = self.text.split_inclusive(|&byte| byte == b'\n');
        self.text = lines.flat_map(|line| [&line[..line.len() - 1], b"\r\n"]).flatten().copied().collect();
        *fixed = vec![u8::MAX; self.text.len()];
        places.iter().for_each(|&at| fixed[at] = 0);
    }

    /// Reads a grid at the start of a text, and says how long it is. The grid is not returned because that would take longer.
    #[inline]
    fn read_places(&self, text: &[u8], fixed: &[u8], places: &[usize], blank: u8, grid: &mut Grid) -> Option<usize> {
        let (text, after) = text.split_at_checked(self.text.len())?;
        let differs = |((a, b), fixed): ((&u8, &u8), &u8)| (a ^ b) & fixed;
        if text.iter().zip(&self.text).zip(fixed).map(differs).fold(0, |all, byte| all | byte) != 0 {
            return None;
        }
        let mut cells = [0; CELLS];
        for (cell, &at) in cells.iter_mut().zip(places) {
            let byte = text[at];
            // A zero that is no blank becomes 255, which is no digit.
            *cell = if byte == blank { 0 } else { byte.wrapping_sub(b'1').saturating_add(1) };
        }
        // Nine signs of another kind may be a rule, unless exactly nine lines stand together.
        let is_sure = || matches!(blank, b'0' | b'.') || self.line_count == 9 && blank_lines(after).1 > 0;
        if cells.as_chunks::<9>().0.contains(&[0; 9]) && !is_sure() {
            return None;
        }
        *grid = Grid::from_cells(cells)?;
        Some(text.len())
    }
}

/// How many bytes and lines at the start of a text are empty lines.
fn blank_lines(text: &[u8]) -> (usize, usize) {
    let (mut length, mut lines) = (0, 0);
    while let [b'\n', ..] | [b'\r', b'\n', ..] = text[length..] {
        length += if text[length] == b'\n' { 1 } else { 2 };
        lines += 1;
    }
    (length, lines)
}

/// Whether a grid is the solution of the one above it, which has blanks.
pub(super) fn is_solution_below(grid: &Grid, above: &Grid) -> bool {
    !grid.cells().contains(&0) && above.cells().contains(&0) && grid.is_solution(above)
}

/// Whether the cells are the numbers from 0 or from 1.
fn counts(cells: &[u8]) -> bool {
    cells == [1, 2, 3, 4, 5, 6, 7, 8, 9] || cells == [0, 1, 2, 3, 4, 5, 6, 7, 8]
}

/// Reads nine rows of fields at the start of a text, each a digit or empty, and says how long they are. Eight delimiters alone
/// may be a rule, unless an empty line follows the nine rows.
fn read_fields(text: &[u8], delimiter: u8, grid: &mut Grid) -> Option<usize> {
    let mut cells = [0; CELLS];
    let mut at = 0;
    for row in cells.as_chunks_mut::<9>().0 {
        let mut field = 0;
        loop {
            let byte = *text.get(at)?;
            at += 1;
            match byte {
                b'1'..=b'9' if row[field] == 0 => row[field] = byte - b'0',
                b'\n' if field == 8 => break,
                b'\r' if field == 8 && text.get(at) == Some(&b'\n') => (),
                _ if byte == delimiter && field < 8 => field += 1,
                _ => return None,
            }
        }
    }
    if cells.as_chunks::<9>().0.contains(&[0; 9]) && blank_lines(&text[at..]).1 == 0 {
        return None;
    }
    *grid = Grid::from_cells(cells)?;
    Some(at)
}
