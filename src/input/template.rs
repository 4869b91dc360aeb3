//! The fast path of rows: most files write each grid like the one before.
//!
//! The lines of a grid, and of what stands before it, become a template. The next grid is read without a second look if it has the
//! same bytes, but for those of its cells:
//!
//! ```text
//! template    \n|5 3 .|. 7 .|. . .|\n|6 . .|1 9 5|. . .|\n...
//! places         ^ ^ ^ ^ ^ ^ ^ ^ ^     ^ ^ ^ ^ ^ ^ ^ ^ ^
//! ```
//!
//! The digits of a title such as `Grid 01` may be others, too.
//!
//! Where empty fields are blanks, as in `5,3,,,7,,,,`, the template has no digits, and there may be one at the place of each cell.

use std::sync::Arc;

use super::cells::{EMPTY, bit, is_solution_below};
use super::lines::Line;
use super::names::{count_cells, is_title};
use super::records::Records;
use super::row::{Row, shows_blanks};
use crate::grid::{CELLS, Grid};

/// The longest template. Grids of more bytes are read line by line.
const LONGEST: usize = 1 << 11;

#[derive(Default)]
pub(super) struct Template {
    /// The lines since the last grid, each with its end, as far as they are kept.
    lines: Vec<u8>,
    /// The number of each of them, and where it starts in `lines`.
    starts: Vec<(u64, usize)>,
    pattern: Option<Pattern>,
}

/// How the last grid was written.
struct Pattern {
    /// Its lines, and those above it.
    text: Vec<u8>,
    /// For each byte of the text, all bits if it must be the same, none if it is a cell, and the upper half if it may be another digit.
    fixed: Vec<u8>,
    /// The offset of each cell.
    places: [u16; CELLS],
    /// The sign of a blank; an empty field has none.
    blank: Option<u8>,
    /// Spaces are blanks, and may also end a line.
    is_placed: bool,
    /// The number of the lines, and of those before the first row.
    line_count: usize,
    lines_before: usize,
    /// How many bytes are before the first row, and the title among them.
    length_before: usize,
    title: Option<Arc<str>>,
}

impl Template {
    /// Takes the next line of the input. Empty lines before a grid mean nothing.
    pub(super) fn line(&mut self, line: &Line<'_>) {
        let is_nothing = self.lines.is_empty() && line.bytes.is_empty();
        if !is_nothing && self.lines.len() + line.bytes.len() < LONGEST {
            self.starts.push((line.number, self.lines.len()));
            self.lines.extend_from_slice(line.bytes);
            self.lines.extend_from_slice(line.end);
        }
    }

    fn clear(&mut self) {
        self.lines.clear();
        self.starts.clear();
    }

    /// Forgets everything: something else than a puzzle has been read, which must not become a part of a template.
    pub(super) fn forget(&mut self) {
        self.clear();
        self.pattern = None;
    }

    /// The title nearest to the row on this line, of those since the last grid.
    pub(super) fn title(&self, first_row: u64) -> Option<Arc<str>> {
        let &(_, start) = self.starts.iter().find(|(line, _)| *line == first_row)?;
        title_of(&self.lines[..start])
    }

    /// Makes a template of the lines since the last grid, of which these are the rows; if that is impossible, the last one stays.
    pub(super) fn learn(&mut self, rows: &[Row], title: Option<Arc<str>>) {
        let pattern = Pattern::new(&self.lines, &self.starts, rows, title);
        self.pattern = pattern.or(self.pattern.take());
        self.clear();
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
        let Some(pattern) = self.pattern.as_mut().filter(|_| self.lines.is_empty()) else { return (0, 0) };
        let mut grid = Grid::EMPTY;
        for _ in 0..limit {
            let (skipped, empty_lines) = empty_lines(&text[length..]);
            let rest = &text[length + skipped..];
            let Some(grid_length) = pattern.read(rest, &mut grid) else { break };
            // A first row 1 2 3 ... may be the numbers of the columns.
            let counts_up = grid.cells()[..9].windows(2).all(|pair| pair[1] == pair[0] + 1);
            if counts_up || !grid.obeys_rules() || above.is_some_and(|above| is_solution_below(&grid, &above)) {
                break;
            }
            above = above.map(|_| grid);
            lines += empty_lines;
            records.push_grid(number + (lines + pattern.lines_before) as u64, grid);
            let before = ..pattern.length_before;
            if rest[before] != pattern.text[before] {
                pattern.title = title_of(&rest[before]);
                pattern.text[before].copy_from_slice(&rest[before]);
            }
            records.push_title(pattern.title.clone());
            length += skipped + grid_length;
            lines += pattern.line_count;
        }
        (length, lines)
    }
}

impl Pattern {
    /// A template of some lines with these rows among them, if each cell has a place.
    fn new(text: &[u8], starts: &[(u64, usize)], rows: &[Row], title: Option<Arc<str>>) -> Option<Pattern> {
        let &(first, _) = starts.first()?;
        let lines_before = rows[0].line.checked_sub(first)? as usize;
        // All lines up to the last row must have been kept, and none may follow it.
        if first + starts.len() as u64 != rows[8].line + 1 || !text.is_ascii() {
            return None;
        }
        let start = |row: &Row| starts[(row.line - first) as usize].1;
        let places = rows.iter().flat_map(|row| row.cells.map(|cell| start(row) + cell.at as usize));
        let mut places: Vec<usize> = places.collect();
        let signs = rows.iter().fold(0, |signs, row| signs | row.signs());
        let sign = if signs == 0 { b'.' } else { signs.trailing_zeros() as u8 };
        let is_cell = |at: &usize| text.get(*at).is_some_and(|&byte| matches!(byte, b'1'..=b'9') || byte == sign);
        let is_placed = rows.iter().any(|row| row.layout.is_placed);
        let has_fields = signs == bit(EMPTY) && !is_placed && !places.iter().all(is_cell);
        let blank = (!has_fields).then_some(sign);
        // A line between the rows might be a rule of the same sign.
        let is_rule =
            |line: &[u8]| line.len() > 1 && line.iter().all(|byte| b"|,; \r".contains(byte) || Some(*byte) == blank);
        let is_never_rule = matches!(blank, Some(b'0' | b'.')) || !text.split(|&byte| byte == b'\n').any(is_rule);
        let are_places = places.is_sorted_by(|a, b| a < b) && (has_fields || places.iter().all(is_cell));
        if !are_places || !is_never_rule {
            return None;
        }
        let length_before = start(&rows[0]);
        let mut text = text.to_vec();
        let mut removed = 0;
        for place in places.iter_mut().filter(|_| has_fields) {
            *place -= removed;
            if text[*place].is_ascii_digit() {
                text.remove(*place);
                removed += 1;
            }
        }
        let mut fixed = vec![u8::MAX; text.len()];
        // With fewer than nine cells a line is not a row, whatever its digits are.
        let before = &text[..length_before];
        if before.split(|&byte| byte == b'\n').all(|line| count_cells(line) < 9) {
            let numbers = fixed.iter_mut().zip(before).filter(|(_, byte)| byte.is_ascii_digit());
            numbers.for_each(|(fixed, _)| *fixed = 0xf0);
        }
        places.iter().for_each(|&at| fixed[at] = 0);
        let places = std::array::from_fn(|cell| places[cell] as u16);
        let line_count = starts.len();
        Some(Pattern { text, fixed, places, blank, is_placed, line_count, lines_before, length_before, title })
    }

    /// Reads a grid at the start of a text, and says how long it is. The grid is not returned because that would take longer.
    fn read(&self, text: &[u8], grid: &mut Grid) -> Option<usize> {
        let mut cells = [0; CELLS];
        let length = match self.blank {
            Some(blank) => self.read_places(text, blank, &mut cells)?,
            None => self.read_fields(text, &mut cells)?,
        };
        // Other signs, or separators alone, may be a rule unless exactly nine lines stand together, and spaces an empty line.
        let rows = cells.as_chunks::<9>().0;
        let are_rows = || self.line_count == 9 && empty_lines(&text[length..]).1 > 0;
        let is_sure = || match self.is_placed {
            true => shows_blanks(rows) && !rows.contains(&[0; 9]),
            false => cells.contains(&0) && (!rows.contains(&[0; 9]) || are_rows()),
        };
        if !matches!(self.blank, Some(b'0' | b'.')) && !is_sure() {
            return None;
        }
        *grid = Grid::from_cells(cells)?;
        Some(length)
    }

    fn read_places(&self, text: &[u8], blank: u8, cells: &mut [u8; CELLS]) -> Option<usize> {
        let text = text.get(..self.text.len())?;
        let differs = |((a, b), fixed): ((&u8, &u8), &u8)| (a ^ b) & fixed;
        if text.iter().zip(&self.text).zip(&self.fixed).map(differs).fold(0, |all, byte| all | byte) != 0 {
            return None;
        }
        for (row, places) in cells.as_chunks_mut::<9>().0.iter_mut().zip(self.places.as_chunks::<9>().0) {
            let first = usize::from(places[0]);
            *row = match text[first..].first_chunk() {
                Some(packed) if usize::from(places[8]) == first + 8 => *packed,
                _ => places.map(|at| text[usize::from(at)]),
            };
        }
        // A zero that is not a blank becomes 255, which is not a digit.
        cells.iter_mut().for_each(|cell| {
            *cell = if *cell == blank { 0 } else { cell.wrapping_sub(b'1').saturating_add(1) };
        });
        Some(self.text.len())
    }

    /// Reads cells with the fixed bytes between them, and says how many bytes they take.
    #[inline(never)]
    fn read_fields(&self, text: &[u8], cells: &mut [u8; CELLS]) -> Option<usize> {
        let (mut at, mut cell) = (0, 0);
        for (offset, byte) in self.text.iter().enumerate() {
            if cell < CELLS && usize::from(self.places[cell]) == offset {
                if let Some(digit @ b'1'..=b'9') = text.get(at) {
                    cells[cell] = digit - b'0';
                    at += 1;
                }
                cell += 1;
            }
            if text.get(at) != Some(byte) {
                return None;
            }
            at += 1;
        }
        Some(at)
    }
}

/// The last title of some lines. Code is not a title.
fn title_of(lines: &[u8]) -> Option<Arc<str>> {
    let is_sign = |byte: &u8| b" \t#%*/".contains(byte);
    let is_name = |line: &&[u8]| is_title(line) && !line.iter().any(|byte| b"=[{<|;".contains(byte));
    let lines = lines.rsplit(|&byte| byte == b'\n');
    let mut names = lines.map(|line| &line[line.iter().take_while(|byte| is_sign(byte)).count()..]);
    let title = names.find(is_name)?.trim_ascii_end();
    // A title is printed again, and must not control a terminal.
    Some(String::from_utf8_lossy(title).trim_end_matches(':').replace(char::is_control, "").into())
}

/// How many bytes and lines at the start of a text are empty lines.
fn empty_lines(text: &[u8]) -> (usize, usize) {
    let (mut length, mut lines) = (0, 0);
    while let [b'\n', ..] | [b'\r', b'\n', ..] = text[length..] {
        length += if text[length] == b'\n' { 1 } else { 2 };
        lines += 1;
    }
    (length, lines)
}
