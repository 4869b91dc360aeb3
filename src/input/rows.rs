//! The formats `spaced` and `packed`: grids of nine rows. [`super::cells`] reads each line. Here
//! the rows since the last grid wait in a window, each with the [`Gap`] before it, until the rules
//! at the head of [`super`] show which of them are a grid.
//!
//! Nine rows are a grid if their gaps fit, see [`super::grids`]. The grid is complete with its
//! ninth row, unless something is uncertain: nine equal symbols may be a row of blanks or a rule,
//! the digits in order may be the numbers of columns, and the grid before may have had a row too
//! few or too many.

use std::mem;
use std::sync::Arc;

use super::InputFormat;
use super::cells::{
    CellReader, EMPTY_SYMBOL, LineCell, are_packed, bit_of, blank_symbols, is_ambiguous,
};
use super::error::{Fault, ParseError, RULE_OR_ROW, TOO_LONG, UNKNOWN_START, too_few_rows};
use super::fast_path;
use super::grids::{Gap, Row, grid_end, grid_of, keep_whole_grids, remove_sure_rules, widest_gap};
use super::kinds::{LineKind, malformed_cells_error};
use super::lines::Line;
use super::records::Records;
use super::tokens::mask_of;
use super::words::{count_cells, has_name, starts_with_name, title_of};
use crate::grid::{CELLS, Grid, Marked, digit_from_byte};

/// The most rows that wait until it is clear what they are: those of ten grids. As many can have a
/// line for each cell.
const MAX_WAITING_ROWS: usize = 90;

/// Collects rows into grids.
#[derive(Default)]
pub(super) struct Rows {
    cell_reader: CellReader,
    pub(super) window: Vec<Row>,
    /// The gap since the last row.
    gap: Gap,
    /// Set after something that may have been a row, or a grid that may have had a row too few or
    /// too many. The next grid starts after a gap wider than this, or at once if all rows up to
    /// such a gap make whole grids.
    doubt: Option<Gap>,
    /// The cells that have had a line of their own since the last row.
    single_cells: Vec<(u64, LineCell)>,
    /// A line that is too short for a row, right below a grid. If nothing follows, it is the start
    /// of another grid.
    short_line: Option<u64>,
    /// Solutions are also records.
    every_grid: bool,
    /// The grid right above, if it could be read.
    last_grid: Option<Grid>,
    /// The title since that grid.
    title: Option<Arc<str>>,
    /// The last heading announces the state of a saved game.
    is_saved_state: bool,
    /// The format that the first row shows.
    pub(super) format: Option<InputFormat>,
    /// The number of grids that were left out because they solve the grid above them.
    pub(super) omitted_solutions: u64,
}

impl Rows {
    /// Leaves out solutions, unless `every_grid` is set. `format`: that of the input, if it is
    /// known.
    pub(super) fn new(every_grid: bool, format: Option<InputFormat>) -> Rows {
        Rows {
            every_grid,
            format,
            gap: Gap::Break,
            ..Rows::default()
        }
    }

    /// Reads the next line of the input.
    pub(super) fn read_line(&mut self, line: &Line<'_>, records: &mut Records) {
        if self.single_cells.len() == 9 * MAX_WAITING_ROWS {
            self.end_single_cells(records);
        }
        // Eight tabs can be a row of a spreadsheet, and nine spaces below a row with a place for
        // each cell can be one.
        let may_be_row =
            || line.bytes == [b'\t'; 8] || line.bytes.len() == 9 && self.is_below_fixed_width();
        if line.text.is_empty() && !may_be_row() {
            return self.read_empty_line(line, records);
        }
        let kind = self
            .cell_reader
            .read(line.bytes, self.is_below_fixed_width());
        if !line.bytes.is_ascii() {
            let to_column =
                |cell: &mut LineCell| cell.offset = line.column(cell.offset as usize) as u32 - 1;
            self.cell_reader.cells.iter_mut().for_each(to_column);
        }
        if !matches!(kind, LineKind::SingleCell | LineKind::Rule) {
            self.end_single_cells(records);
        }
        // Below rows that may be whole grids, text with a name is no row, nor is a number or mark.
        let limit = if kind == LineKind::Words && !has_name(line.text) {
            usize::MAX
        } else {
            9
        };
        let is_in_grid = self.is_right_below_row() && (1..limit).contains(&self.window.len());
        match kind {
            LineKind::Row | LineKind::Grid => self.push_rows(line.number, kind, records),
            // The header of a Markdown table may be the first row, so the rule below it is not a
            // gap.
            LineKind::Rule
                if line.text.starts_with(b"|")
                    && line.text.iter().all(|byte| b"|-: \t".contains(byte)) => {}
            LineKind::Rule => {
                self.gap = self.gap.max(if self.gap == Gap::Nothing {
                    Gap::Rule
                } else {
                    Gap::Rules
                })
            }
            LineKind::Comment => self.read_text(kind, line, records),
            // Text in the place of a row is a damaged row, unless it starts with a name.
            _ if kind == LineKind::Damaged || is_in_grid && !starts_with_name(line.text) => {
                let expected = if count_cells(line.text) > CELLS / 2 {
                    CELLS
                } else {
                    9
                };
                self.push_row(
                    Row::of_error(malformed_cells_error(line, expected)),
                    records,
                );
            }
            _ => self.read_text(kind, line, records),
        }
    }

    /// Refuses a line that is too long. It may have been a row of a grid.
    pub(super) fn refuse_long_line(&mut self, number: u64, records: &mut Records) {
        self.end_single_cells(records);
        let doubt = (!self.window.is_empty()).then_some(Gap::Break);
        self.end_grid(records);
        self.refuse(doubt, ParseError::new(number, None, TOO_LONG), records);
    }

    /// Takes lines that need no further checks from the start of a text that begins with the line
    /// `number`: a grid of plain rows, perhaps below empty lines, or more cells that have lines of
    /// their own. Returns how many bytes and lines they take.
    pub(super) fn read_fast(
        &mut self,
        text: &[u8],
        number: u64,
        records: &mut Records,
    ) -> (usize, usize) {
        if !self.single_cells.is_empty() {
            let is_cell =
                |[byte, end]: &&[u8; 2]| *end == b'\n' && digit_from_byte(*byte).is_some();
            let limit = 9 * MAX_WAITING_ROWS - self.single_cells.len();
            let count = text
                .as_chunks()
                .0
                .iter()
                .take(limit)
                .take_while(is_cell)
                .count();
            let cells = text.iter().step_by(2).map(|&symbol| LineCell {
                mask: mask_of(symbol),
                symbol,
                offset: 0,
            });
            self.single_cells.extend((number..).zip(cells).take(count));
            self.short_line = self.short_line.filter(|_| count == 0);
            return (2 * count, count);
        }
        let empty_lines = text.iter().take_while(|byte| **byte == b'\n').count();
        let mut grid = Grid::EMPTY;
        if self.window.is_empty()
            && self.doubt.is_none()
            && let Some(length) = fast_path::read_rows(&text[empty_lines..], &mut grid)
            && grid.obeys_rules()
        {
            self.take_grid(number + empty_lines as u64, grid.into(), records);
            (self.short_line, self.gap) = (None, Gap::Nothing);
            return (empty_lines + length, empty_lines + 9);
        }
        (0, 0)
    }

    /// Ends the rows at the end of the input.
    pub(super) fn end(&mut self, records: &mut Records) {
        self.end_single_cells(records);
        self.end_grid(records);
        if let Some(line) = self.short_line {
            records.push_error(ParseError::new(line, Some(1), too_few_rows(1)));
        }
    }

    /// Ends a run of cells that have lines of their own: 81 or several times as many are grids, and
    /// one or two are numbers between grids. A number above the run may have shifted all cells, so
    /// its grids are read together or not at all.
    fn end_single_cells(&mut self, records: &mut Records) {
        let cells = mem::take(&mut self.single_cells);
        if !cells.is_empty() && cells.len().is_multiple_of(CELLS) {
            self.format.get_or_insert(InputFormat::Packed);
            self.doubt = Some(Gap::Break);
            for cells in cells.as_chunks::<9>().0 {
                self.push_row(
                    Row {
                        line: cells[0].0,
                        cells: cells.map(|(_, cell)| cell),
                        ..Row::default()
                    },
                    records,
                );
            }
            self.end_grid(records);
        } else if cells.len() > 2 {
            self.refuse(
                None,
                ParseError::new(cells[0].0, None, Fault::WrongCount(CELLS, cells.len())),
                records,
            );
        }
    }

    /// Whether the line before was a row, or a rule after one.
    fn is_right_below_row(&self) -> bool {
        self.gap < Gap::EmptyLine
    }

    /// Whether a row with a place for each of its cells is right above.
    fn is_below_fixed_width(&self) -> bool {
        self.is_right_below_row()
            && self
                .window
                .last()
                .is_some_and(|row| row.blank_symbols & bit_of(b' ') != 0)
    }

    /// Takes a line of one row or more.
    fn push_rows(&mut self, number: u64, kind: LineKind, records: &mut Records) {
        let is_ambiguous = is_ambiguous(&self.cell_reader.cells);
        if kind == LineKind::Grid {
            // Whole grids: earlier rows are not part of them.
            self.end_grid(records);
        }
        let format = match kind {
            LineKind::Grid => InputFormat::Line,
            _ if are_packed(&self.cell_reader.cells) => InputFormat::Packed,
            _ => InputFormat::Spaced,
        };
        self.format = self.format.or((!is_ambiguous).then_some(format));
        let cells = mem::take(&mut self.cell_reader.cells);
        let (rows, tenth) = cells.as_chunks::<9>();
        for cells in rows {
            let tenth = tenth.first().copied();
            self.push_row(
                Row {
                    line: number,
                    cells: *cells,
                    tenth,
                    is_ambiguous,
                    ..Row::default()
                },
                records,
            );
        }
        self.cell_reader.cells = cells;
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

    /// Reads a line of text, which may be a title, a number or mark, or the first or next of the
    /// cells that have lines of their own.
    fn read_text(&mut self, kind: LineKind, line: &Line<'_>, records: &mut Records) {
        // Some files end each grid with a mark.
        let is_mark = |c: char| !matches!(c, '\0'..' ' | '1'..='9' | char::REPLACEMENT_CHARACTER);
        let is_named = has_name(line.text);
        let is_mark = is_named || String::from_utf8_lossy(line.text).chars().all(is_mark);
        let is_short =
            matches!(kind, LineKind::Short | LineKind::SingleCell) && self.is_right_below_row();
        self.end_grid(records);
        // Cells or bars without a name may have been a row.
        let is_row_like = line.text.contains(&b'|') || count_cells(line.text) > 0;
        self.doubt = (kind == LineKind::Words && !is_named && is_row_like).then_some(Gap::Break);
        self.is_saved_state = line.text.eq_ignore_ascii_case(b"[state]");
        self.title = title_of(line.text).or(self.title.take());
        self.short_line = (is_short && !is_mark && line.text != b"-1").then_some(line.number);
        if kind == LineKind::SingleCell {
            self.single_cells
                .push((line.number, self.cell_reader.cells[0]));
        }
    }

    fn read_empty_line(&mut self, line: &Line<'_>, records: &mut Records) {
        // A line of one space can be a blank that has a line of its own.
        if line.bytes == b" " && self.window.is_empty() {
            self.single_cells.push((
                line.number,
                LineCell {
                    symbol: EMPTY_SYMBOL,
                    ..LineCell::default()
                },
            ));
        } else {
            self.end_single_cells(records);
        }
        self.gap = if self.is_right_below_row() {
            Gap::EmptyLine
        } else {
            self.gap.max(Gap::EmptyLines)
        };
        // A gap wider than those inside the grid ends it, without waiting for more.
        self.resolve_window(records);
    }

    /// Ends the grid in the window, if one has begun: something else, or the end of the input,
    /// comes before its ninth row.
    fn end_grid(&mut self, records: &mut Records) {
        self.gap = Gap::Break;
        self.resolve_window(records);
        self.doubt = None;
    }

    /// Takes or refuses the grids at the start of the window, once it is known which rows they are:
    /// nine, or fewer if a gap ends the grid. Where something is uncertain, all rows up to a gap
    /// that cannot be inside a grid belong together.
    fn resolve_window(&mut self, records: &mut Records) {
        loop {
            remove_sure_rules(&mut self.window, &mut self.gap);
            let rows = &self.window[..];
            let is_certain =
                self.doubt.is_none() && !rows.iter().take(9).any(|row| row.is_ambiguous);
            let widest = widest_gap(rows);
            let gap_above = |row: usize| rows.get(row).map_or(self.gap, |row| row.gap_above);
            let boundary = (9..=rows.len()).find(|&row| is_certain || gap_above(row) > widest);
            let end =
                (self.gap == Gap::Break || rows.len() >= MAX_WAITING_ROWS).then_some(rows.len());
            let Some(count) = grid_end(rows)
                .or(boundary)
                .or(end)
                .filter(|count| *count > 0)
            else {
                return;
            };
            // The window keeps its memory.
            let mut rows = mem::take(&mut self.window);
            let rest = rows.split_off(count);
            self.resolve_rows(&mut rows, records);
            drop(rows.splice(.., rest));
            self.window = rows;
        }
    }

    /// Takes or refuses the grids of rows that belong together. Fewer than nine are only an
    /// incomplete grid if no doubt remains about where it starts.
    fn resolve_rows(&mut self, rows: &mut Vec<Row>, records: &mut Records) {
        let is_doubtful = self.doubt.take().is_some() && self.gap != Gap::Break;
        if rows.len() < 9 && !is_doubtful {
            rows.retain(|row| !row.is_ambiguous);
        } else if rows.len() != 9 && !keep_whole_grids(rows) {
            let first = rows.iter().find(|row| row.is_ambiguous).unwrap_or(&rows[0]);
            let fault = if first.is_ambiguous {
                RULE_OR_ROW
            } else {
                UNKNOWN_START
            };
            return self.refuse(Some(widest_gap(rows)), first.error_at(0, fault), records);
        }
        for rows in rows.chunks_mut(9) {
            match grid_of(rows, self.last_grid.filter(|_| self.every_grid)) {
                Ok(puzzle) => self.take_grid(rows[0].line, puzzle, records),
                Err(error) => {
                    // A damaged row is still a row, but these errors may mean too many rows or too
                    // few.
                    let may_shift = matches!(error.fault, Fault::Conflict(_) | Fault::WrongCount(9, 0..5 | 14..));
                    self.refuse(
                        (rows.len() < 9 || may_shift).then(|| widest_gap(rows)),
                        error,
                        records,
                    );
                }
            }
        }
    }

    /// Takes a grid as a record, unless it is the solution of the grid above or its saved state.
    #[inline]
    fn take_grid(&mut self, line: u64, puzzle: Marked, records: &mut Records) {
        let Marked { grid, marks } = puzzle;
        let title = self.title.take();
        let above = self
            .last_grid
            .as_ref()
            .filter(|_| !self.every_grid && marks.is_none());
        let has_blank = |grid: &Grid| grid.cells().contains(&0);
        let is_puzzle = |above: &&Grid| has_blank(above) && **above != Grid::EMPTY;
        let is_solution = !has_blank(&grid)
            && above
                .filter(is_puzzle)
                .is_some_and(|above| grid.is_solution(above));
        let keeps_clues = |above: &Grid| above.clues().all(|clue| grid[clue.cell] == clue.digit);
        let is_record = !(is_solution || self.is_saved_state && above.is_some_and(keeps_clues));
        self.omitted_solutions += u64::from(is_solution);
        self.last_grid = (is_record && marks.is_none()).then_some(grid);
        if is_record {
            records.push(line, title, Ok(puzzle));
        }
    }

    /// Refuses a grid, and doubts the rows up to a gap wider than `doubt`.
    fn refuse(&mut self, doubt: Option<Gap>, error: ParseError, records: &mut Records) {
        (self.title, self.doubt) = (None, doubt);
        records.push_error(error);
    }
}
