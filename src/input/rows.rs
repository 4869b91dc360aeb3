//! The formats `spaced` and `packed`: grids of nine rows. [`super::cells`] reads each line. Here
//! the rows since the last grid wait in a window, each with the [`Gap`] before it, until the rules
//! at the head of [`super`] show which of them are a grid.
//!
//! Nine rows are a grid if their gaps fit, see [`grid_end`](super::grids::grid_end). The grid is
//! complete with its ninth row, unless something is uncertain: nine equal symbols may be a row of
//! blanks or a rule, the digits in order may be the numbers of columns, and the grid before may
//! have had a row too few or too many.

use std::mem;
use std::sync::Arc;

use super::InputFormat;
use super::cells::{CellReader, EMPTY_SYMBOL, LineCell, are_packed, bit_of, blank_symbols, is_ambiguous};
use super::error::{Fault, ParseError, TOO_LONG, UNKNOWN_START, too_few_rows};
use super::fast_path;
use super::grids::{Gap, Row};
use super::kinds::{LineKind, malformed_cells_error};
use super::lines::Line;
use super::records::Records;
use super::tokens::{mask_of, tokenize};
use super::words::{count_cells, has_name, is_puzzle, starts_with_name, title_of};
use crate::grid::{CELLS, Grid, digit_from_byte};

/// Fewer lines with one cell are numbers between grids.
const MIN_SINGLE_CELLS: usize = 3;
/// The most cells with lines of their own that wait for the end of their run: those of ten grids.
const MAX_SINGLE_CELLS: usize = 10 * CELLS;

/// Collects rows into grids.
#[derive(Default)]
pub(super) struct Rows {
    cell_reader: CellReader,
    pub(super) window: Vec<Row>,
    /// The gap since the last row.
    pub(super) gap: Gap,
    /// Set after something that may have been a row, or a grid that may have had a row too few or too
    /// many. The next grid starts after a gap wider than this, or at once if all rows up to such a gap
    /// make whole grids.
    pub(super) doubt: Option<Gap>,
    /// The cells that have had a line of their own since the last row.
    single_cells: Vec<(u64, LineCell)>,
    /// A line that is too short for a row, right below a grid. If nothing follows, it is the start
    /// of another grid.
    short_line: Option<u64>,
    /// Solutions are also records.
    pub(super) every_grid: bool,
    /// The grid right above, if it could be read.
    pub(super) last_grid: Option<Grid>,
    /// The title since that grid.
    pub(super) title: Option<Arc<str>>,
    /// The last heading announces the state of a saved game.
    pub(super) is_saved_state: bool,
    /// The format that the first row shows.
    pub(super) format: Option<InputFormat>,
    /// The number of grids that were left out because they solve the grid above them.
    pub(super) omitted_solutions: u64,
}

impl Rows {
    /// Leaves out solutions, unless `every_grid` is set.
    pub(super) fn new(every_grid: bool) -> Rows {
        Rows { every_grid, gap: Gap::Break, ..Rows::default() }
    }

    /// Reads the next line of the input.
    pub(super) fn read_line(&mut self, line: &Line<'_>, records: &mut Records) {
        if self.single_cells.len() == MAX_SINGLE_CELLS {
            self.end_single_cells(records);
        }
        // Eight tabs can be a row of a spreadsheet, and nine spaces below a row with a place for each
        // cell can be one.
        let may_be_row = || line.bytes == [b'\t'; 8] || line.bytes.len() == 9 && self.is_below_fixed_width();
        if line.text.is_empty() && !may_be_row() {
            return self.read_empty_line(line, records);
        }
        let kind = self.cell_reader.read(line.bytes, self.is_below_fixed_width());
        if !line.bytes.is_ascii() {
            let to_column = |cell: &mut LineCell| cell.offset = line.column(cell.offset as usize) as u32 - 1;
            self.cell_reader.cells.iter_mut().for_each(to_column);
        }
        if !matches!(kind, LineKind::SingleCell | LineKind::Rule) {
            self.end_single_cells(records);
        }
        match kind {
            LineKind::Row | LineKind::Grid => self.push_rows(line.number, kind, records),
            LineKind::SingleCell if self.window.is_empty() => {
                self.single_cells.push((line.number, self.cell_reader.cells[0]))
            }
            // The header of a Markdown table may be the first row, so the rule below it is not a gap.
            LineKind::Rule if line.text.starts_with(b"|") && line.text.iter().all(|byte| b"|-: \t".contains(byte)) => {}
            LineKind::Rule => self.gap = self.gap.with_rule(Gap::Nothing),
            LineKind::Damaged => self.read_damaged_row(line, records),
            _ => self.read_text(kind, line, records),
        }
    }

    /// Refuses a line that is too long. It may have been a row of a grid.
    pub(super) fn refuse_long_line(&mut self, number: u64, records: &mut Records) {
        self.end_single_cells(records);
        let doubt = (!self.window.is_empty()).then_some(Gap::Break);
        self.end_grid(records);
        self.refuse(&[], ParseError::new(number, None, TOO_LONG), records);
        self.doubt = doubt;
    }

    /// Takes lines that need no further checks from the start of a text that begins with the line
    /// `number`: a grid of plain rows, perhaps below empty lines; a row like an earlier one; or, in a
    /// run of cells that have lines of their own, more of them. Returns how many bytes and lines they
    /// take.
    pub(super) fn read_fast(&mut self, text: &[u8], number: u64, records: &mut Records) -> (usize, usize) {
        if !self.single_cells.is_empty() {
            return self.read_single_cells(text, number);
        }
        let empty_lines = text.iter().take_while(|byte| **byte == b'\n').count();
        let mut grid = Grid::EMPTY;
        if self.window.is_empty()
            && self.doubt.is_none()
            && let Some(length) = fast_path::read_rows(&text[empty_lines..], &mut grid)
            && grid.obeys_rules()
        {
            let title = self.title.take();
            if self.admit(&grid, false) {
                records.push_grid(number + empty_lines as u64, title, grid);
            }
            (self.short_line, self.gap) = (None, Gap::Nothing);
            return (empty_lines + length, empty_lines + 9);
        }
        (0, 0)
    }

    /// Reads more cells that have lines of their own.
    fn read_single_cells(&mut self, text: &[u8], number: u64) -> (usize, usize) {
        let is_cell = |[byte, end]: &&[u8; 2]| *end == b'\n' && digit_from_byte(*byte).is_some();
        let cell = |[byte, _]: &[u8; 2]| LineCell { mask: mask_of(*byte), symbol: *byte, offset: 0 };
        let before = self.single_cells.len();
        let cells = text.as_chunks().0.iter().take(MAX_SINGLE_CELLS - before).take_while(is_cell);
        self.single_cells.extend((number..).zip(cells.map(cell)));
        let lines = self.single_cells.len() - before;
        (2 * lines, lines)
    }

    /// Ends the rows at the end of the input.
    pub(super) fn end(&mut self, records: &mut Records) {
        self.end_single_cells(records);
        self.end_grid(records);
        if let Some(line) = self.short_line {
            records.push_error(ParseError::new(line, Some(1), too_few_rows(1)));
        }
    }

    /// Ends the rows at an error of the input. Does not report a grid that is cut off there.
    pub(super) fn end_at_error(&mut self, records: &mut Records) {
        if self.window.len() >= 9 {
            records.push_error(self.window[0].error_at(0, UNKNOWN_START));
        }
    }

    /// Ends a run of cells that have lines of their own: 81 or several times as many are grids, and a
    /// few are numbers between grids.
    fn end_single_cells(&mut self, records: &mut Records) {
        let cells = mem::take(&mut self.single_cells);
        let Some(&(first, cell)) = cells.first() else { return };
        if cells.len() < MIN_SINGLE_CELLS && cell.mask != 0 && self.is_right_below_row() {
            self.short_line = Some(first);
        }
        self.gap = Gap::Break;
        if cells.len().is_multiple_of(CELLS) {
            self.format.get_or_insert(InputFormat::Packed);
            let row = |cells: &[(u64, LineCell); 9]| {
                let (line, cells) = (cells[0].0, cells.map(|(_, cell)| cell));
                Row { line, cells, blank_symbols: blank_symbols(&cells), ..Row::default() }
            };
            self.window.extend(cells.as_chunks().0.iter().map(row));
            // If the run goes on, a number above the first grid may have shifted all cells.
            (self.doubt, self.short_line) = ((cells.len() == MAX_SINGLE_CELLS).then_some(Gap::Break), None);
            self.end_grid(records);
        } else if cells.len() >= MIN_SINGLE_CELLS {
            self.refuse(&[], ParseError::new(first, None, Fault::WrongCount(CELLS, cells.len())), records);
        }
    }

    /// Whether the line before was a row, or a rule after one.
    fn is_right_below_row(&self) -> bool {
        self.gap < Gap::EmptyLine
    }

    /// Whether a row with a place for each of its cells is right above.
    fn is_below_fixed_width(&self) -> bool {
        self.is_right_below_row() && self.window.last().is_some_and(|row| row.blank_symbols & bit_of(b' ') != 0)
    }

    /// Takes a line of one row or more.
    fn push_rows(&mut self, number: u64, kind: LineKind, records: &mut Records) {
        let is_ambiguous = is_ambiguous(&self.cell_reader.cells);
        if kind == LineKind::Grid {
            // Whole grids: earlier rows are not part of them.
            self.end_grid(records);
        }
        if !is_ambiguous {
            self.format.get_or_insert(match kind {
                LineKind::Row if are_packed(&self.cell_reader.cells) => InputFormat::Packed,
                LineKind::Row => InputFormat::Spaced,
                _ => InputFormat::Line,
            });
        }
        let cells = mem::take(&mut self.cell_reader.cells);
        let (rows, tenth) = cells.as_chunks::<9>();
        for cells in rows {
            let tenth = tenth.first().copied();
            self.push_row(Row { line: number, cells: *cells, tenth, is_ambiguous, ..Row::default() }, records);
        }
        self.cell_reader.cells = cells;
    }

    /// Reads a line that should be a row but is not.
    fn read_damaged_row(&mut self, line: &Line<'_>, records: &mut Records) {
        let is_grid = tokenize(line.bytes).iter().any(|token| is_puzzle(token.text)) || is_puzzle(line.text);
        let error = malformed_cells_error(line, if is_grid { CELLS } else { 9 });
        if is_grid {
            self.format.get_or_insert(InputFormat::Line);
            self.end_grid(records);
            self.refuse(&[], error, records);
        } else {
            self.push_row(Row::of_error(error), records);
        }
    }

    fn push_row(&mut self, mut row: Row, records: &mut Records) {
        if self.window.is_empty() {
            self.doubt = self.doubt.filter(|widest| self.gap <= *widest);
        }
        (row.gap_above, self.short_line) = (mem::take(&mut self.gap), None);
        row.blank_symbols = blank_symbols(&row.cells);
        self.window.push(row);
        if self.window.len() >= 9 {
            self.resolve_window(records);
        }
    }

    /// Reads a line of text, which may be a title, or a number or mark. Right below a row it is a damaged
    /// row: in an unfinished grid, unless it starts with a name; below rows that may be whole grids, if
    /// it has no name and is not a number or mark.
    fn read_text(&mut self, kind: LineKind, line: &Line<'_>, records: &mut Records) {
        let is_named = has_name(line.text);
        let is_damaged = match self.window.len() {
            0 => false,
            1..9 => kind != LineKind::Comment && !starts_with_name(line.text),
            _ => kind == LineKind::Words && !is_named,
        };
        if is_damaged && self.is_right_below_row() {
            return self.read_damaged_row(line, records);
        }
        let is_below_grid = self.window.is_empty() && self.is_right_below_row();
        self.end_grid(records);
        self.is_saved_state = line.text.eq_ignore_ascii_case(b"[state]");
        self.title = title_of(line.text).or(self.title.take());
        // Cells without a name may have been a row.
        if kind == LineKind::Words && !is_named && count_cells(line.text) > 0 {
            self.doubt = Some(Gap::Break);
        }
        // Some files end each grid with a mark.
        let is_mark = |c: char| !matches!(c, '\0'..' ' | '1'..='9' | char::REPLACEMENT_CHARACTER);
        let is_mark = || is_named || String::from_utf8_lossy(line.text).chars().all(is_mark);
        self.short_line = (kind == LineKind::Short && is_below_grid && !is_mark()).then_some(line.number);
    }

    fn read_empty_line(&mut self, line: &Line<'_>, records: &mut Records) {
        // A line of one space can be a blank that has a line of its own.
        if line.bytes == b" " && self.window.is_empty() {
            let blank = LineCell { symbol: EMPTY_SYMBOL, ..LineCell::default() };
            return self.single_cells.push((line.number, blank));
        }
        self.end_single_cells(records);
        self.gap = if self.is_right_below_row() { Gap::EmptyLine } else { self.gap.max(Gap::EmptyLines) };
        // A gap wider than those inside the grid ends it, without waiting for more.
        self.resolve_window(records);
    }
}
