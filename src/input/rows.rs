//! The formats `spaced` and `packed`: grids of nine rows. [`super::cells`] reads each line. Here the rows since the last grid wait
//! in a window, each with the [`Gap`] before it, until it is clear which of them are a grid.
//!
//! - Nine rows are a grid if their gaps fit, see [`first_break`]. It is complete with its ninth row, unless something is uncertain.
//! - Uncertain are nine equal signs, which may be a row of blanks or a rule; the digits in order, which may be the numbers of
//!   columns; and the rows after a grid that may have had a row too few or too many. Then all rows up to the next gap that is wider
//!   than those inside of grids are read with and without what is unsure. Exactly one of these must make whole grids, or all of
//!   them are refused.
//! - Where empty lines stand between bands, the line after the ninth row counts, too: the gap there is not narrower.
//! - A line that should be a row but cannot be read has the place of one. Only its grid is refused.
//! - A finished grid below a puzzle that keeps its clues is the solution of that puzzle, not a record.

use super::cells::{Cells, EMPTY, Layout, LineCell, bit, is_solution_below, signs_of};
use super::error::{CONFLICT, Fault, LINE_TOO_LONG, ParseError, RULE_OR_ROW, UNKNOWN_START};
use super::field::error_of;
use super::kinds::{LineKind, only_sign, puzzle_of};
use super::lines::Line;
use super::names::{Name, has_only_names, has_word, heads_solution, is_date, is_puzzle, is_rule, is_title};
use super::records::Records;
use super::row::{Gap, Row, drop_rules, first_break, grid_of, readings, sure_rows, sure_signs, widest_gap};
use super::template::Template;
use super::tokens::mask_of;
use crate::grid::{CELLS, Grid};

/// The most rows that wait until it is clear what they are: those of ten grids.
const LONGEST_WAIT: usize = 90;
/// A line with fewer cells may not be a row at all.
const SHORT_ROW: usize = 5;
/// Fewer lines with one cell are numbers between grids.
const MIN_SINGLE_CELLS: usize = 3;
/// Nine empty fields of a spreadsheet.
const EMPTY_FIELDS: &[u8] = b"\t\t\t\t\t\t\t\t";

/// Collects rows into grids.
#[derive(Default)]
pub(super) struct Rows {
    cells: Cells,
    window: Vec<Row>,
    /// The gap since the last row.
    gap: Gap,
    /// After a grid that may have had a row too few or too many: the next starts after a gap that is wider than this, or if all rows
    /// up to such a gap make whole grids.
    doubt: Option<Gap>,
    /// The cells that have had a line of their own since the last row.
    single: Vec<(u64, LineCell)>,
    /// The name in the last heading or label that had one, such as `[Solution]`.
    name: Option<Name>,
    /// A line that is too short for a row, right below a grid. If nothing follows, it is the start of another.
    short: Option<u64>,
    /// Solutions are records, too.
    every_grid: bool,
    /// The last puzzle.
    above: Option<Grid>,
    /// The signs that marked blanks in the rows so far.
    signs: u128,
    template: Template,
    /// Whether the cells of the first row have separators, once there is one.
    pub(super) is_spaced: Option<bool>,
    /// The line that was most like a row, of those that are not rows, and its cells.
    pub(super) nearest: Option<(u64, usize)>,
}

impl Rows {
    /// Leaves out solutions, unless it is to take every grid.
    pub(super) fn new(every_grid: bool) -> Rows {
        Rows { every_grid, gap: Gap::Break, ..Rows::default() }
    }

    /// Takes the next line of the input.
    pub(super) fn line(&mut self, line: &Line<'_>, records: &mut Records) {
        self.template.line(line);
        if self.is_row_of_places(line.bytes) {
            let digit = |at: usize| line.bytes.get(at).map_or(0, |&byte| mask_of(byte));
            let cells = std::array::from_fn(|at| LineCell { mask: digit(at), sign: EMPTY, at: at as u32 });
            let layout = Layout { is_placed: true, is_packed: true, is_unsure: line.text.is_empty(), name: None };
            return self.push(Row { line: line.number, cells, layout, ..Row::default() }, records);
        }
        if line.text.is_empty() && line.bytes != EMPTY_FIELDS {
            return self.empty_line(line, records);
        }
        // Tabs at the ends of a line are trimmed, and these would be an empty line. Commas are read in the same way and stay.
        let bytes = if line.text.is_empty() { b",,,,,,,," } else { line.bytes };
        let kind = self.cells.read(bytes);
        if !line.bytes.is_ascii() {
            self.cells.cells.iter_mut().for_each(|cell| cell.at = line.column(cell.at as usize) as u32 - 1);
        }
        match kind {
            // Among rows, 81 signs that draw lines are a rule.
            LineKind::Grid if is_rule(line.text) => self.rule(line, records),
            LineKind::Row | LineKind::Grid | LineKind::Grids => self.push_cells(line, kind, records),
            LineKind::Damaged => self.damaged(line, records),
            LineKind::Short | LineKind::Text => self.text(line, kind == LineKind::Short, records),
            LineKind::Rule if self.is_near_row(line.text) => self.damaged(line, records),
            LineKind::Rule => self.rule(line, records),
            LineKind::Comment => (),
        }
    }

    pub(super) fn too_long_line(&mut self, number: u64, records: &mut Records) {
        self.is_spaced.get_or_insert(false);
        self.push(Row::of_error(ParseError::new(number, Some(1), LINE_TOO_LONG)), records);
    }

    /// Appends up to `limit` grids that are written like the last one, from the start of a text that begins with the line `number`.
    /// Returns how many bytes and lines they take.
    pub(super) fn fast(&mut self, text: &[u8], number: u64, limit: usize, records: &mut Records) -> (usize, usize) {
        let is_idle = self.window.is_empty() && self.single.is_empty() && self.doubt.is_none();
        if !is_idle || self.name == Some(Name::Solution) && !self.every_grid {
            return (0, 0);
        }
        let puzzle = if self.every_grid { None } else { self.above };
        let (length, lines) = self.template.read(text, number, limit, puzzle, records);
        if lines > 0 {
            self.template.clear();
            self.above = records.grids.last().copied();
            (self.short, self.gap) = (None, Gap::Nothing);
        }
        (length, lines)
    }

    /// Takes the end of the input, at the line `number`.
    pub(super) fn end(&mut self, number: u64, records: &mut Records) {
        self.end_of_single_cells(number, records);
        self.close(records);
        if let Some(line) = self.short {
            records.push_error(ParseError::new(line, Some(1), Fault::row_count(1)));
        }
    }

    /// Whether the line before was a row, or a rule after one.
    fn is_close(&self) -> bool {
        self.gap < Gap::EmptyLine
    }

    /// Whether a line is a row among others in which spaces are blanks: at its end they may be missing. Nine spaces may be one.
    fn is_row_of_places(&self, line: &[u8]) -> bool {
        let is_place = |row: &Row| row.layout.is_placed && row.layout.is_packed;
        let is_inside = self.is_close() && self.window.len() < 9 && self.window.first().is_some_and(is_place);
        let is_first = self.window.is_empty() && line == [EMPTY; 9];
        let are_cells = line.len() <= 9 && line.iter().all(|byte| matches!(byte, b' ' | b'1'..=b'9'));
        is_first || is_inside && are_cells && (line == [EMPTY; 9] || !line.trim_ascii().is_empty())
    }

    /// Takes a line of one row or more.
    fn push_cells(&mut self, line: &Line<'_>, kind: LineKind, records: &mut Records) {
        self.end_of_single_cells(line.number, records);
        let layout = self.cells.layout;
        if self.window.is_empty() {
            self.name = layout.name.or(self.name);
        }
        if kind != LineKind::Row {
            // Whole grids: what came before is not part of them.
            self.close(records);
            self.gap = Gap::Break;
        }
        if !layout.is_unsure {
            self.is_spaced.get_or_insert(!layout.is_packed || kind != LineKind::Row);
        }
        let cells = std::mem::take(&mut self.cells.cells);
        let (rows, tenth) = cells.as_chunks::<9>();
        for cells in rows {
            let tenth = tenth.first().copied();
            self.push(Row { line: line.number, cells: *cells, tenth, layout, ..Row::default() }, records);
        }
        self.cells.cells = cells;
    }

    /// Takes a line that should be a row but is not.
    fn damaged(&mut self, line: &Line<'_>, records: &mut Records) {
        self.end_of_single_cells(line.number, records);
        if matches!(&self.window[..], [row] if row.layout.is_unsure && row.signs == 0) {
            // A list of the digits stands alone in code.
            self.heading(line, records);
            self.doubt = Some(Gap::Break);
            return;
        }
        let is_grid = puzzle_of(&self.cells.tokens, line.bytes).is_some() || is_puzzle(line.text);
        let size = if is_grid { CELLS } else { 9 };
        let error = error_of(line, 0..line.bytes.len(), &self.cells.tokens, size);
        // Nine packed cells, and up to three that are too many.
        self.is_spaced.get_or_insert(line.text.len() > 12);
        if is_grid {
            self.close(records);
            self.gap = Gap::Break;
            return self.refuse(error, records);
        }
        self.push(Row::of_error(error), records);
    }

    fn push(&mut self, mut row: Row, records: &mut Records) {
        if self.window.is_empty() {
            self.doubt = self.doubt.filter(|inner| self.gap <= *inner);
        }
        (row.gap, row.signs, self.short) = (std::mem::take(&mut self.gap), signs_of(&row.cells), None);
        self.signs |= sure_signs(std::slice::from_ref(&row)) & !bit(EMPTY);
        self.window.push(row);
        self.settle(false, records);
    }

    /// Takes the grids that the rows of the window make: those that are certain, or all of them if the window ends here.
    fn settle(&mut self, ends: bool, records: &mut Records) {
        loop {
            drop_rules(&mut self.window, &mut self.gap, self.signs);
            if self.window.is_empty() {
                return;
            }
            let first = &self.window[..self.window.len().min(9)];
            let widest = widest_gap(first);
            let next = self.window.get(9).map_or(if ends { Gap::Break } else { self.gap }, |row| row.gap);
            // Only the first row can be a header.
            let is_unsure = first[0].layout.is_unsure || first.iter().any(|row| row.layout.is_unsure && row.signs != 0);
            // Where empty lines stand between bands, the gap after the grid is not narrower. Otherwise it started later.
            let is_shifted = first.len() == 9 && widest >= Gap::EmptyLine && next < widest;
            if self.doubt.is_none() && !is_unsure && !is_shifted {
                let is_whole = first.len() == 9 || ends;
                let Some(count) = first_break(first).or(is_whole.then_some(first.len())) else { return };
                let rows: Vec<Row> = self.window.drain(..count).collect();
                if count == 9 { self.emit(rows, records) } else { self.incomplete(rows, records) }
            } else {
                let Some(count) = self.doubtful_rows(ends) else { return };
                self.judge(count, ends, records);
            }
        }
    }

    /// Ends the grid in the window, if one has begun: something else, or the end of the input, comes before its ninth row.
    fn close(&mut self, records: &mut Records) {
        self.settle(true, records);
        self.doubt = None;
    }

    /// How many rows at the start of the window are judged together, once that is known: all up to a gap that is wider than those
    /// inside of grids, or that is in none.
    fn doubtful_rows(&self, ends: bool) -> Option<usize> {
        let rows = &self.window[..];
        let widest = widest_gap(rows);
        let wider = (9..rows.len()).find(|&row| rows[row].gap > widest);
        let ends = ends || rows.len() >= 9 && self.gap > widest || rows.len() >= LONGEST_WAIT;
        // A first row that is apart from the next is not one of them; any other gap may be a rule that was taken for a row.
        let is_break = |row: &usize| *row == 1 || first_break(&sure_rows(rows)).is_some();
        wider.or(ends.then_some(rows.len())).or_else(|| first_break(rows).filter(is_break))
    }

    /// Reads the first rows of the window in each way that is possible, and takes their grids if exactly one of them makes whole
    /// grids.
    fn judge(&mut self, count: usize, ends: bool, records: &mut Records) {
        let rows: Vec<Row> = self.window.drain(..count).collect();
        let (widest, doubt) = (widest_gap(&rows), std::mem::take(&mut self.doubt));
        let first = rows.iter().find(|row| row.layout.is_unsure).unwrap_or(&rows[0]);
        let fault = if first.layout.is_unsure { RULE_OR_ROW } else { UNKNOWN_START };
        let error = first.error_at(0, fault);
        let fits = count == 9 && first_break(&rows).is_none();
        let mut readings = readings(rows.clone());
        match readings.pop() {
            Some(rows) if readings.is_empty() => rows.chunks(9).for_each(|grid| self.emit(grid.to_vec(), records)),
            None if fits => self.emit(rows, records),
            None if count <= 9 && (doubt.is_none() || ends) => self.incomplete(sure_rows(&rows), records),
            _ => {
                self.refuse(error, records);
                self.doubt = Some(widest);
            }
        }
    }

    /// Takes the grid that nine rows make.
    fn emit(&mut self, mut rows: Vec<Row>, records: &mut Records) {
        let title = self.template.title(rows[0].line);
        match grid_of(&mut rows) {
            Err(error) => {
                // A damaged row is still a row, but these may have been too many or too few.
                if matches!(error.fault, Fault::Expected(CONFLICT, _) | Fault::Count(9, 0..SHORT_ROW)) {
                    self.doubt = Some(widest_gap(&rows));
                }
                self.refuse(error, records);
            }
            Ok((grid, _)) if self.leaves_out(&grid) => self.template.clear(),
            Ok((grid, candidates)) => {
                if candidates.is_some() {
                    self.template.clear();
                } else {
                    self.above = Some(grid);
                    self.template.learn(&rows);
                }
                records.push(rows[0].line, Ok((grid, candidates)));
                records.push_title(title);
            }
        }
    }

    /// Takes rows for an incomplete grid.
    fn incomplete(&mut self, rows: Vec<Row>, records: &mut Records) {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return };
        if rows.len() == 1 && first.layout.name.is_some() {
            // A list with a name.
            return;
        }
        self.doubt = Some(Gap::EmptyLines);
        let fault = Fault::row_count(rows.len());
        let error = match rows.iter().find_map(|row| row.error.as_deref()) {
            Some(error) => error.clone(),
            None if first.gap == Gap::Nothing => first.error_at(0, fault),
            // Rows of one line lack the others on this line.
            None if rows.len() > 1 && first.line == last.line => ParseError::new(last.line, None, fault),
            None => ParseError::new(last.line + 1, None, fault),
        };
        self.refuse(error, records);
    }

    fn refuse(&mut self, error: ParseError, records: &mut Records) {
        self.template.clear();
        self.short = None;
        records.push_error(error);
    }

    /// Whether a grid is not a puzzle: the solution of the one above it; or under a heading that names solutions a finished grid, or a
    /// state of the puzzle above.
    fn leaves_out(&mut self, grid: &Grid) -> bool {
        let is_solution = self.above.is_some_and(|above| is_solution_below(grid, &above));
        let keeps_clues = |above: Grid| above.cells().iter().zip(grid.cells()).all(|(clue, d)| *clue == 0 || clue == d);
        let is_below_heading = !grid.cells().contains(&0) || self.above.is_some_and(keeps_clues);
        // A puzzle ends what the heading said.
        self.name = self.name.filter(|_| is_below_heading);
        !self.every_grid && (self.name == Some(Name::Solution) || is_solution)
    }

    /// Remembers the line that has the most cells, of those that are not rows.
    fn note(&mut self, line: &Line<'_>) {
        let cells = self.cells.tokens.iter().filter(|token| token.is_one()).count();
        if cells > self.nearest.map_or(2, |(_, most)| most) {
            self.nearest = Some((line.number, cells));
        }
    }

    /// Takes a line of words, or of a few characters: a heading, a number, or a damaged row.
    fn text(&mut self, line: &Line<'_>, is_short: bool, records: &mut Records) {
        self.note(line);
        let text = line.text;
        let is_clear = is_short || has_word(text) || is_title(text) || is_date(text) || has_only_names(text);
        // Below nine rows a few characters are a number between grids.
        let ends = match self.window.len() {
            ..9 => is_title(text),
            rows => is_clear && (rows == 9 || !is_short),
        };
        if !self.window.is_empty() && self.is_close() && !ends {
            return self.damaged(line, records);
        }
        if !is_short || !self.window.is_empty() {
            self.heading(line, records);
            // It may have been the first row of a grid.
            self.doubt = (!is_clear).then_some(Gap::Break);
            return;
        }
        if self.above.is_some() && self.gap == Gap::Nothing && self.single.is_empty() {
            // Some files end each grid with a mark.
            let is_mark = text == b"-1" || text.iter().all(|byte| matches!(byte, b' '..=b'0' | b':'..=b'~'));
            self.short = (!is_mark).then_some(line.number);
        }
        if let [cell] = self.cells.cells[..] {
            return self.single_cell(line.number, cell, records);
        }
        self.end_of_single_cells(line.number, records);
        self.gap = Gap::Break;
    }

    fn heading(&mut self, line: &Line<'_>, records: &mut Records) {
        self.end_of_single_cells(line.number, records);
        self.close(records);
        (self.gap, self.short) = (Gap::Break, None);
        self.name = Some(if heads_solution(line.text) { Name::Solution } else { Name::Puzzle });
    }

    fn single_cell(&mut self, number: u64, cell: LineCell, records: &mut Records) {
        self.single.push((number, cell));
        self.gap = Gap::Nothing;
        if self.single.len() == CELLS {
            self.is_spaced.get_or_insert(false);
            self.gap = Gap::Break;
            for cells in std::mem::take(&mut self.single).as_chunks::<9>().0 {
                self.push(Row { line: cells[0].0, cells: cells.map(|(_, cell)| cell), ..Row::default() }, records);
            }
        }
    }

    /// Ends a grid with one cell on each line. A few such lines are numbers between grids, and lines of one
    /// space are ignored.
    fn end_of_single_cells(&mut self, number: u64, records: &mut Records) {
        let cells = std::mem::take(&mut self.single);
        if cells.iter().any(|(_, cell)| cell.sign != EMPTY) {
            self.gap = Gap::Break;
            if cells.len() >= MIN_SINGLE_CELLS {
                self.refuse(ParseError::new(number, None, Fault::Count(CELLS, cells.len())), records);
            }
        }
    }

    fn rule(&mut self, line: &Line<'_>, records: &mut Records) {
        let text = line.text;
        let is_end = text.iter().all(|byte| b"])},; \t".contains(byte));
        // An array of cells has rows of nine, or the whole grid. Two lines of brackets end it.
        if is_end && (self.gap > Gap::Nothing || !self.single.len().is_multiple_of(9)) {
            self.end_of_single_cells(line.number, records);
        }
        // The rule below the header of a Markdown table is not a gap: the header may be the first row.
        if !(text.starts_with(b"|") && text.iter().all(|byte| b"|-: \t".contains(byte))) {
            self.gap = self.gap.with_rule(Gap::Nothing);
        }
    }

    fn empty_line(&mut self, line: &Line<'_>, records: &mut Records) {
        if line.bytes.len() == 1 && self.window.is_empty() && self.doubt.is_none() {
            self.single_cell(line.number, LineCell { mask: 0, sign: EMPTY, at: 0 }, records);
        }
        self.gap = if self.is_close() { Gap::EmptyLine } else { self.gap.max(Gap::EmptyLines) };
        // A wider gap than those of the grid ends it: nothing more is waited for.
        self.settle(false, records);
    }

    /// Whether a rule has a sign too few or too many for a row of blanks.
    fn is_near_row(&self, text: &[u8]) -> bool {
        let signs = if self.window.is_empty() && self.gap == Gap::Nothing { self.signs } else { 0 };
        let signs = self.window.iter().fold(signs, |signs, row| signs | row.signs);
        only_sign(text).is_some_and(|(sign, count)| matches!(count, 8 | 10) && signs & bit(sign) != 0)
    }
}
