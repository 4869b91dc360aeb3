//! Lines by their kind: rows, gaps and text go to the [`assembler`](super::assembler), and lines of
//! one cell each to [`single_cells`](super::single_cells).

use super::assembler::Assembler;
use super::lost_rows::takes_place_of_row;
use super::row::Row;
use super::single_cells::{SingleCells, SingleCellsEnd};
use super::window::GridStart;
use crate::grid::{CELLS, Grid};
use crate::input::cell_reader::fixed_width::LineAbove;
use crate::input::cell_reader::kinds::{LineKind, is_markdown_rule};
use crate::input::cell_reader::{CellReader, RowCells};
use crate::input::cells::{LineCell, Symbol, are_packed};
use crate::input::error::ParseError;
use crate::input::fast_path;
use crate::input::lines::{Consumed, Line};
use crate::input::malformed::malformed_cells_error;
use crate::input::records::Records;
use crate::input::titles::title_beside;
use crate::input::words::{HALF_A_GRID, count_cells};
use crate::input::{InputFormat, InputOptions};

/// The most empty lines above a grid that can be read without further checks: few, so that a long
/// run of empty lines is not counted at each of them.
const MAX_EMPTY_LINES: usize = 8;

/// Eight tabs: a row of a spreadsheet without a digit.
const EMPTY_SHEET_ROW: &[u8] = &[b'\t'; 8];

/// Reads lines one by one. Rows wait in the assembler, or single cells here, but never both: a
/// single cell ends the grid above it, and any other row ends the run of single cells.
#[derive(Default)]
pub(super) struct LineSorter {
    cell_reader: CellReader,
    /// The last lines, if they are one cell each.
    single_cells: SingleCells,
    assembler: Assembler,
    /// The format that the first row shows. It is known before [`LineSorter::read_fast`] is called.
    pub(super) format: Option<InputFormat>,
}

impl LineSorter {
    /// Without a format in the options, the first row shows it.
    pub(super) fn new(options: &InputOptions) -> LineSorter {
        LineSorter {
            assembler: Assembler::new(options.every_grid),
            format: options.format,
            ..LineSorter::default()
        }
    }

    /// Whether a row waits for others of its grid.
    pub(super) fn has_waiting_row(&self) -> bool {
        !self.assembler.window().is_empty()
    }

    /// The number of grids that were left out because they solve the grid above them.
    pub(super) fn omitted_solutions(&self) -> u64 {
        self.assembler.omitted_solutions()
    }

    /// Reads lines that need no further checks, see [`super::Rows::read_fast`].
    pub(super) fn read_fast(
        &mut self,
        text: &[u8],
        line_number: u64,
        records: &mut Records,
    ) -> Consumed {
        if !self.single_cells.is_empty() {
            let consumed = self.single_cells.read_fast(text, line_number);
            if consumed.lines > 0 {
                self.assembler.note_cells();
            }
            return consumed;
        }
        if !self.assembler.window().expects_grid() {
            return Consumed::default();
        }
        self.read_nine_plain_rows(text, line_number, records)
            .unwrap_or_default()
    }

    /// Reads the cells of a line, and returns what kind of line it is. [`LineSorter::add_line`]
    /// must follow, unless the line is held.
    pub(super) fn read_cells(&mut self, line: &Line<'_>) -> LineKind {
        let is_below_fixed_width = self.assembler.window().is_right_below_fixed_width_row();
        if line.text.is_empty() && !may_be_blank_row(line.bytes, is_below_fixed_width) {
            return LineKind::Empty;
        }
        let above = if is_below_fixed_width {
            LineAbove::FixedWidthRow
        } else {
            LineAbove::Other
        };
        self.cell_reader.read_below(line.bytes, above)
    }

    /// Adds the line of this kind whose cells have been read last.
    pub(super) fn add_line(&mut self, kind: LineKind, line: &Line<'_>, records: &mut Records) {
        if !self.may_be_among_single_cells(kind, line) || self.single_cells.is_full() {
            self.end_single_cells(records);
        }
        if self.is_in_place_of_row(kind, line.text) {
            return self.add_damaged_row(line, records);
        }
        match kind {
            LineKind::Empty => self.add_empty_line(line, records),
            LineKind::Row => self.add_rows(line, records),
            LineKind::Grid => self.add_grids(line, records),
            // The header of a Markdown table may be the first row, so the rule below it is not a
            // gap.
            LineKind::Rule if is_markdown_rule(line.text) => {}
            LineKind::Rule => self.assembler.add_rule(),
            LineKind::Damaged => self.add_damaged_row(line, records),
            LineKind::SingleCell => self.add_single_cell(line, records),
            LineKind::Short | LineKind::Text | LineKind::Comment => {
                self.assembler.add_text(kind, line, records);
            }
        }
    }

    /// Refuses lines that are a grid of another kind.
    pub(super) fn refuse_grid(&mut self, error: ParseError, records: &mut Records) {
        self.end_single_cells(records);
        self.assembler.end_grid(records);
        self.assembler.refuse(error, GridStart::Certain, records);
    }

    /// Refuses a line that may have been a row.
    pub(super) fn refuse_line(&mut self, error: ParseError, records: &mut Records) {
        self.end_single_cells(records);
        self.assembler.refuse_line(error, records);
    }

    /// Ends the rows at the end of the input.
    pub(super) fn end(&mut self, records: &mut Records) {
        self.end_single_cells(records);
        self.assembler.end(records);
    }

    /// The error of the rows or single cells that wait if the input breaks off here, unless they
    /// are less than a grid.
    pub(super) fn cut_off_error(&self) -> Option<ParseError> {
        let of_cells = self.single_cells.cut_off_error();
        of_cells.or_else(|| self.assembler.window().cut_off_error())
    }

    #[inline]
    fn read_nine_plain_rows(
        &mut self,
        text: &[u8],
        line_number: u64,
        records: &mut Records,
    ) -> Option<Consumed> {
        let is_line_feed = |byte: &&u8| **byte == b'\n';
        let start = text.iter().take(MAX_EMPTY_LINES);
        let empty_lines = start.take_while(is_line_feed).count();
        let mut grid = Grid::EMPTY;
        let length = fast_path::read_nine_rows(&text[empty_lines..], &mut grid)?;
        if !grid.obeys_rules() {
            return None;
        }
        let first_line = line_number + empty_lines as u64;
        self.assembler
            .add_nine_plain_rows(first_line, grid, records);
        Some(Consumed {
            bytes: empty_lines + length,
            lines: empty_lines + 9,
        })
    }

    fn add_empty_line(&mut self, line: &Line<'_>, records: &mut Records) {
        if self.is_single_blank(line) {
            let cell = LineCell::blank(Symbol::EmptyField, 0);
            self.single_cells.push(line.number, cell);
        }
        self.assembler.add_empty_line(records);
    }

    /// Adds the grids of a line, and the title beside them. Rows above them are not a part of them.
    fn add_grids(&mut self, line: &Line<'_>, records: &mut Records) {
        self.assembler.end_grid(records);
        // The cells in `self.cell_reader` are needed below.
        if let Some(title) = title_beside(line, &mut CellReader::default()) {
            self.assembler.add_title(title);
        }
        self.add_rows(line, records);
    }

    /// Adds the rows of a line.
    fn add_rows(&mut self, line: &Line<'_>, records: &mut Records) {
        if !line.bytes.is_ascii() {
            self.cell_reader.count_offsets_in_characters(line.bytes);
        }
        let cell_reader = &self.cell_reader;
        let is_ambiguous = cell_reader.is_ambiguous();
        if !is_ambiguous {
            self.format.get_or_insert(format_of(&cell_reader.cells));
        }
        for RowCells { cells, tenth } in cell_reader.rows() {
            let row = Row {
                tenth,
                is_ambiguous,
                has_regions: cell_reader.has_regions,
                ..Row::new(line.number, cells)
            };
            self.assembler.add_row(row, records);
        }
    }

    fn is_in_place_of_row(&self, kind: LineKind, text: &[u8]) -> bool {
        let window = self.assembler.window();
        window.is_right_below_row() && takes_place_of_row(kind, text, window.rows().len())
    }

    /// Adds a line that should be a row, or a grid if it has enough cells.
    fn add_damaged_row(&mut self, line: &Line<'_>, records: &mut Records) {
        let expected = if count_cells(line.text) > HALF_A_GRID {
            CELLS
        } else {
            9
        };
        let row = Row::damaged(malformed_cells_error(line, expected));
        self.assembler.add_row(row, records);
    }

    /// Adds a line that is one cell: one of a grid of such lines, or a number.
    fn add_single_cell(&mut self, line: &Line<'_>, records: &mut Records) {
        self.assembler.add_text(LineKind::SingleCell, line, records);
        let cell = self.cell_reader.cells[0];
        self.single_cells.push(line.number, cell);
    }

    /// Whether a line can be one of a grid of single cells, or a rule between them.
    fn may_be_among_single_cells(&self, kind: LineKind, line: &Line<'_>) -> bool {
        match kind {
            LineKind::SingleCell | LineKind::Rule => true,
            LineKind::Empty => self.is_single_blank(line),
            _ => false,
        }
    }

    /// Whether a line is a blank that has a line of its own: one space.
    fn is_single_blank(&self, line: &Line<'_>) -> bool {
        line.bytes == b" " && !self.has_waiting_row()
    }

    /// Ends the run of single cells, because the next line is not one of them.
    fn end_single_cells(&mut self, records: &mut Records) {
        match self.single_cells.end() {
            SingleCellsEnd::NoGrid => {}
            SingleCellsEnd::Grids(rows) => {
                self.format.get_or_insert(InputFormat::Packed);
                self.assembler.add_inseparable_rows(rows, records);
            }
            SingleCellsEnd::Malformed(error) => {
                self.assembler.refuse(error, GridStart::Certain, records)
            }
        }
    }
}

/// Whether a line of white space may be a row of blanks: eight tabs of a spreadsheet, or the spaces
/// of a row without bars right below a fixed-width row.
fn may_be_blank_row(line: &[u8], is_below_fixed_width: bool) -> bool {
    line == EMPTY_SHEET_ROW || is_below_fixed_width && matches!(line.len(), 9 | 17 | 18)
}

/// The format of a line with these cells.
fn format_of(cells: &[LineCell]) -> InputFormat {
    if cells.len().is_multiple_of(CELLS) {
        InputFormat::Line
    } else if are_packed(cells) {
        InputFormat::Packed
    } else {
        InputFormat::Spaced
    }
}
