//! The fast path of rows: most files write each grid like the one before.
//!
//! The lines of a grid become a template. The next grid is read without a second look if it has the same bytes, but for those of
//! its cells:
//!
//! ```text
//! template    5 3 .|. 7 .|. . .\n6 . .|1 9 5|. . .\n...
//! places      ^ ^ ^ ^ ^ ^ ^ ^ ^  ^ ^ ^ ^ ^ ^ ^ ^ ^
//! ```
//!
//! What stands between grids is read line by line, and kept until the next grid: it may have a title.

use std::sync::Arc;

use super::cells::{bit, is_solution_below};
use super::lines::Line;
use super::names::is_title;
use super::records::Records;
use super::row::Row;
use crate::grid::{CELLS, Grid};

/// About so many bytes of the lines since the last grid are kept.
const LONGEST: usize = 1 << 11;

#[derive(Default)]
pub(super) struct Template {
    /// The lines since the last grid, each with its end.
    lines: Vec<u8>,
    /// The number of each of them, and where it starts in `lines`.
    starts: Vec<(u64, usize)>,
    pattern: Option<Pattern>,
}

/// How the last grid was written.
struct Pattern {
    /// Its lines.
    text: Vec<u8>,
    line_count: usize,
    /// For each byte of the text, all bits if it must be the same, and none if it is a cell.
    fixed: Vec<u8>,
    /// The offset of each cell.
    places: [usize; CELLS],
    /// The sign of a blank.
    blank: u8,
}

impl Template {
    /// Takes the next line of the input. Empty lines before a grid mean nothing.
    pub(super) fn line(&mut self, line: &Line<'_>) {
        if self.lines.len() > LONGEST {
            self.clear();
        }
        if !self.lines.is_empty() || !line.bytes.is_empty() {
            self.starts.push((line.number, self.lines.len()));
            self.lines.extend_from_slice(line.bytes);
            self.lines.extend_from_slice(line.end);
        }
    }

    /// Forgets the lines: they are those of a grid, or of something else that must not become a part of one.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.starts.clear();
    }

    /// The title nearest to the row on this line, of those since the last grid.
    pub(super) fn title(&self, first_row: u64) -> Option<Arc<str>> {
        let &(_, start) = self.starts.iter().find(|(line, _)| *line == first_row)?;
        title_of(&self.lines[..start])
    }

    /// Makes a template of the lines that nine rows take; if that is impossible, the last one stays.
    pub(super) fn learn(&mut self, rows: &[Row]) {
        self.pattern = self.pattern_of(rows).or(self.pattern.take());
        self.clear();
    }

    /// The pattern of nine rows, if each cell is a digit, or the same sign for a blank: `0` or a dot, because others may be a rule or an
    /// empty line.
    fn pattern_of(&self, rows: &[Row]) -> Option<Pattern> {
        let starts = &self.starts[self.starts.iter().position(|(line, _)| *line == rows[0].line)?..];
        let signs = rows.iter().fold(0, |signs, row| signs | row.signs);
        let blank = *b".0".iter().find(|sign| signs & !bit(**sign) == 0)?;
        // No line may follow the last row.
        let is_whole = |text: &&[u8]| text.is_ascii() && starts.last().is_some_and(|(line, _)| *line == rows[8].line);
        let text = Some(&self.lines[starts[0].1..]).filter(is_whole)?;
        let start = |row: &Row| starts[(row.line - rows[0].line) as usize].1 - starts[0].1;
        let mut offsets = rows.iter().flat_map(|row| row.cells.map(|cell| start(row) + cell.at as usize));
        let is_cell = |&at: &usize| text.get(at).is_some_and(|&byte| byte == blank || matches!(byte, b'1'..=b'9'));
        let places = std::array::from_fn(|_| offsets.next().unwrap_or_default());
        let places: [usize; CELLS] = Some(places).filter(|places| places.iter().all(is_cell))?;
        let mut fixed = vec![u8::MAX; text.len()];
        places.iter().for_each(|&at| fixed[at] = 0);
        Some(Pattern { text: text.to_vec(), line_count: starts.len(), fixed, places, blank })
    }

    /// Appends up to `limit` grids from the start of a text that begins with the line `number`, and returns how many bytes and
    /// lines they take. A solution of the grid above it is left.
    pub(super) fn read(
        &self,
        text: &[u8],
        number: u64,
        limit: usize,
        mut above: Option<Grid>,
        records: &mut Records,
    ) -> (usize, usize) {
        let (mut length, mut lines) = (0, 0);
        let Some(pattern) = &self.pattern else { return (0, 0) };
        let mut grid = Grid::EMPTY;
        for _ in 0..limit {
            let (skipped, empty_lines) = empty_lines(&text[length..]);
            // A first row 1 2 3 ... may be the numbers of the columns.
            let counts_up = |grid: &Grid| grid.cells()[..9].windows(2).all(|pair| pair[1] == pair[0] + 1);
            if pattern.read(&text[length + skipped..], &mut grid).is_none()
                || counts_up(&grid)
                || !grid.obeys_rules()
                || above.is_some_and(|above| is_solution_below(&grid, &above))
            {
                break;
            }
            above = above.map(|_| grid);
            records.push_grid(number + (lines + empty_lines) as u64, grid);
            records.push_title((lines == 0).then(|| title_of(&self.lines)).flatten());
            (length, lines) = (length + skipped + pattern.text.len(), lines + empty_lines + pattern.line_count);
        }
        (length, lines)
    }
}

impl Pattern {
    /// Reads the grid at the start of a text that is like this one. It is not returned because that would take longer.
    fn read(&self, text: &[u8], grid: &mut Grid) -> Option<()> {
        let text = text.get(..self.text.len())?;
        let differs = |((a, b), fixed): ((&u8, &u8), &u8)| (a ^ b) & fixed;
        if text.iter().zip(&self.text).zip(&self.fixed).map(differs).fold(0, |all, byte| all | byte) != 0 {
            return None;
        }
        let mut cells = [0; CELLS];
        for (row, places) in cells.as_chunks_mut::<9>().0.iter_mut().zip(self.places.as_chunks::<9>().0) {
            *row = match text[places[0]..].first_chunk() {
                Some(packed) if places[8] == places[0] + 8 => *packed,
                _ => places.map(|at| text[at]),
            };
        }
        // A zero that is not a blank becomes 255, which is not a digit.
        let digit = |cell: u8| if cell == self.blank { 0 } else { cell.wrapping_sub(b'1').saturating_add(1) };
        *grid = Grid::from_cells(cells.map(digit))?;
        Some(())
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
