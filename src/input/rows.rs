//! The formats `spaced` and `packed`: grids of nine rows. [`super::cells`] reads each line; here the rows become grids.
//!
//! The evidence for a grid is the whole of it. The rows since the last grid wait in a window of a dozen lines at most:
//!
//! ```text
//! window   row  row  row  rule?  row  row  row  rule?  row  row  row
//! gap           0    0    0      0    0    0    0      0    0    0
//! ```
//!
//! - **Gaps.** What stands between two rows has a [`Gap`]. The gaps of a grid are alike between its bands, and narrower inside
//!   of a band; or alike between all rows. Anything else is two grids, and the first is incomplete. (One rule between two
//!   bands may be missing.)
//! - **Rules.** Nine identical characters, such as `---------`, are a rule or a row of blanks. They are rules if something
//!   else marks the blanks, or if the other rows make a grid with rules between its bands.
//! - **Trust.** After an incomplete grid nothing says where the next one starts, so it needs a wider gap after it than it has
//!   inside. Without one the input ends there with an error.
//!
//! A grid is complete with its ninth row, except where a rule could be a row and after an incomplete grid.

use super::cells::{Cells, Kind, Mask, Shape, Signs};
use super::error::{ParseError, ParseErrorKind, Truncated};
use super::format::InputFormat;
use super::lines::Line;
use super::parser::{RecordParser, is_heading};
use super::records::Records;
use super::row::{self, Spacing};

use crate::grid::{CELLS, Candidates, Grid};

/// A line with one cell is a number between grids unless this many come in a row.
const CELL_LINES: usize = 3;
/// Words of several digits are candidates if a grid has this many of them; fewer are mistakes.
const CANDIDATE_CELLS: usize = 4;

/// What stands between two rows, the wider the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    Nothing,
    Rule,
    BlankLine,
    BlankLines,
    Heading,
}

/// A row of the window.
#[derive(Debug)]
struct Row {
    line: u64,
    /// The column of the first cell.
    column: usize,
    masks: [Mask; 9],
    columns: [usize; 9],
    signs: Signs,
    shape: Shape,
    label: Option<u8>,
    is_packed: bool,
    /// It may be a rule.
    may_be_rule: bool,
    error: Option<ParseError>,
    /// What stands before it, and the line where that starts.
    gap: Gap,
    gap_line: u64,
}

/// Collects rows into grids.
#[derive(Debug, Default)]
pub(super) struct RowsParser {
    cells: Cells,
    window: Vec<Row>,
    /// What has come since the last row.
    gap: Gap,
    gap_line: u64,
    /// Lines with one cell each: the mask, the line and the column.
    single: Vec<(Mask, u64, usize)>,
    /// Blank lines of nine spaces, or of one, just before.
    leading_spaces: Vec<(u64, usize)>,
    /// A line that is too short for a row, before the first one.
    short: Option<u64>,
    /// The next grid stands under a heading such as `[Solution]` and is not a puzzle.
    in_solution: bool,
    /// An incomplete grid came before the rows of the window.
    is_suspicious: bool,

    // The input so far.
    format: Option<InputFormat>,
    /// Whether there was a grid before the current one.
    any_grid: bool,
    /// Whether there was one with nine rows.
    any_whole_grid: bool,
    /// Signs of which lines of nine were rows, so that they are no rules.
    row_signs: Signs,
    /// Signs of which such lines were rules.
    rule_signs: Signs,
    /// Whether a heading stood before one.
    any_heading: bool,
    /// Whether the current grid follows another one with nothing between them.
    is_adjacent: bool,
}

impl RowsParser {
    /// Takes a line with nine cells (a row) or 81 (a grid).
    fn cells_line(&mut self, line: &Line<'_>, kind: Kind, records: &mut Records) -> Result<(), ParseError> {
        self.end_of_single_cells(line.number, records);
        self.short = None;
        if kind == Kind::Grid {
            self.close(line.number, false, records);
            for first in (0..CELLS).step_by(9) {
                let row = self.row(line, first);
                self.window.push(row);
            }
            self.format.get_or_insert(InputFormat::Spaced);
            self.emit(records);
            return Ok(());
        }
        let mut row = self.row(line, 0);
        row.may_be_rule &= !row.signs.is_at_most(self.row_signs);
        if row.may_be_rule && row.signs.is_at_most(self.rule_signs) {
            self.gap = self.gap.max(Gap::Rule);
            return Ok(());
        }
        if !row.may_be_rule {
            let format = if row.is_packed { InputFormat::Packed } else { InputFormat::Spaced };
            self.format.get_or_insert(format);
        }
        self.push(row, records)
    }

    /// The row that starts with this cell of the current line.
    fn row(&mut self, line: &Line<'_>, first: usize) -> Row {
        let cells = &self.cells;
        let columns = std::array::from_fn(|i| line.column(cells.offsets[first + i]));
        Row {
            line: line.number,
            column: columns[0],
            masks: std::array::from_fn(|i| cells.masks[first + i]),
            columns,
            signs: cells.signs,
            shape: cells.shape,
            label: cells.label,
            is_packed: cells.is_packed,
            may_be_rule: cells.may_be_rule,
            error: None,
            gap: Gap::Nothing,
            gap_line: line.number,
        }
    }

    /// Takes a line that should be a row but is not.
    fn malformed_line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        self.end_of_single_cells(line.number, records);
        self.short = None;
        let spacing = Spacing::of(line.text);
        let error = match row::read(line.text, spacing) {
            Ok(_) => line.error_at(line.indent, ParseErrorKind::RowLength(9)),
            Err((offset, kind)) => line.error_at(line.indent + offset, kind),
        };
        let format = if spacing == Spacing::Packed { InputFormat::Packed } else { InputFormat::Spaced };
        self.format.get_or_insert(format);
        self.push_error(error, line.column(line.indent), records)
    }

    fn push_error(&mut self, error: ParseError, column: usize, records: &mut Records) -> Result<(), ParseError> {
        let row = Row {
            line: error.line,
            column,
            masks: [0; 9],
            columns: [column; 9],
            signs: Signs::default(),
            shape: Shape::Plain,
            label: None,
            is_packed: false,
            may_be_rule: false,
            error: Some(error),
            gap: Gap::Nothing,
            gap_line: 0,
        };
        self.push(row, records)
    }

    fn push(&mut self, mut row: Row, records: &mut Records) -> Result<(), ParseError> {
        (row.gap, row.gap_line) = (std::mem::take(&mut self.gap), self.gap_line);
        if row.gap < Gap::BlankLine {
            row.gap_line = row.line;
        }
        // A row of nine spaces looks like an empty line.
        if self.window.is_empty() && row.signs == Signs::of(b' ') && !row.may_be_rule && row.is_packed {
            for (number, _) in std::mem::take(&mut self.leading_spaces).into_iter().filter(|&(_, width)| width == 9) {
                self.window.push(blank_row(number, Gap::Nothing));
                row.gap = Gap::Nothing;
            }
        }
        self.leading_spaces.clear();
        if self.window.is_empty() {
            self.any_heading |= row.gap == Gap::Heading;
            if row.gap > Gap::Nothing {
                self.is_adjacent = false;
            }
        }
        self.window.push(row);
        self.resolve(records)
    }

    /// Finds out what the rows of the window are, as far as that is clear.
    fn resolve(&mut self, records: &mut Records) -> Result<(), ParseError> {
        loop {
            self.drop_rules();
            let rules = self.window.iter().filter(|row| row.may_be_rule).count();
            let rows = self.window.len() - rules;
            let is_clear = self.window.iter().take(9).all(|row| !row.may_be_rule);
            if rules > 0 && !(is_clear && self.window.len() > 9) {
                let (as_rows, as_rules) = (self.may_be_rows(), self.may_be_rules(rows));
                let last_gap = self.window.last().map_or(Gap::Nothing, |row| row.gap);
                // With nine other rows both readings are whole: one that breaks the rules of Sudoku is wrong, and a tenth row
                // without a gap before it means that the rules were rows.
                let (rows_conflict, rules_conflict) =
                    (rows >= 9 && self.has_conflict(true), rows >= 9 && self.has_conflict(false));
                let is_too_long = as_rows && !rows_conflict && (rules_conflict || rows > 9 && last_gap == Gap::Nothing);
                if !as_rules || is_too_long {
                    for row in self.window.iter_mut().filter(|row| row.may_be_rule) {
                        row.may_be_rule = false;
                        self.row_signs.add(row.signs);
                    }
                    continue;
                }
                let (rules_after, has_bands) =
                    (self.rules_after(9), self.rules_after(3) > 0 && self.rules_after(6) > 0);
                let is_unclear = as_rows
                    && !has_bands
                    && last_gap == Gap::Nothing
                    && (rules_after > 1 || rules_after > 0 && rows > 9);
                // A row of blanks at the end of an incomplete grid and one at the start of the next, or two rules.
                let is_pair = self.window.iter().rev().take(2).filter(|row| row.may_be_rule).count() == 2
                    && !as_rows
                    && rows > 0
                    && last_gap >= Gap::BlankLine;
                if let Some(rule) = self.window.iter().find(|row| row.may_be_rule && (is_unclear || is_pair)) {
                    return Err(ParseError::new(rule.line, Some(rule.column), ParseErrorKind::RuleOrRow));
                }
                if !as_rows || rows > 9 || rules_after > 0 && has_bands {
                    self.remove_rules();
                    continue;
                }
                return Ok(());
            }
            if let Some(start) = first_break(self.window.iter().take(10).map(|row| row.gap)) {
                // The gaps of one grid are alike, so another one starts here.
                if start == 9 {
                    return self.complete(records);
                }
                // The error is at the line between the two grids, which are never at the same one.
                let row = &self.window[start];
                let number = if row.gap_line < row.line { row.gap_line } else { self.window[start - 1].line + 1 };
                self.incomplete(start, number, false, records);
                continue;
            }
            return if self.window.len() >= 9 { self.complete(records) } else { Ok(()) };
        }
    }

    /// Takes the first nine rows of the window for a grid, if it is clear that they are one.
    fn complete(&mut self, records: &mut Records) -> Result<(), ParseError> {
        if self.is_suspicious {
            let Some(next) = self.window.get(9) else { return Ok(()) };
            let widest = self.window[1..9].iter().map(|row| row.gap).max().unwrap_or_default();
            if next.gap <= widest || next.gap < Gap::Rule {
                let error = ParseError::new(next.line, Some(next.column), ParseErrorKind::UnknownStart);
                self.window.clear();
                return Err(error);
            }
        }
        self.emit(records);
        if self.window.is_empty() { Ok(()) } else { self.resolve(records) }
    }

    /// Appends the grid that the first nine rows of the window make.
    fn emit(&mut self, records: &mut Records) {
        let rest = self.window.split_off(9);
        let rows = std::mem::replace(&mut self.window, rest);
        (self.any_grid, self.any_whole_grid) = (true, true);
        self.is_suspicious = false;
        self.is_adjacent = self.window.first().is_none_or(|row| row.gap == Gap::Nothing);
        if std::mem::take(&mut self.in_solution) {
            return;
        }
        match grid_of(&rows) {
            Ok((grid, None)) => records.push_grid(rows[0].line, grid),
            Ok((grid, Some(candidates))) => records.push_candidates(rows[0].line, grid, candidates),
            Err(error) => records.push_error(error),
        }
    }

    /// Removes possible rules that cannot be rows: their sign is not the one that marks blanks, or a gap follows the first row.
    fn drop_rules(&mut self) {
        let mut signs = Signs::default();
        let mut any = false;
        let (mut packed, mut spaced) = (false, false);
        for row in self.window.iter().filter(|row| !row.may_be_rule && row.error.is_none()) {
            signs.add(row.signs);
            any = true;
            (packed, spaced) = (packed || row.is_packed, spaced || !row.is_packed);
        }
        // Two rows of blanks between bands of nothing but digits are rules.
        let between_bands = self.rules_after(3) > 0 && self.rules_after(6) > 0 && signs.is_empty();
        let mut at = 0;
        while at < self.window.len() {
            let row = &self.window[at];
            let wrong_sign = any && !signs.is_at_most(row.signs) || between_bands;
            let wrong_style = any && (row.is_packed && !packed || !row.is_packed && !spaced);
            let before_gap = at == 0 && self.window.get(1).is_some_and(|next| next.gap >= Gap::BlankLine);
            if row.may_be_rule && (wrong_sign || wrong_style || before_gap) {
                if wrong_sign {
                    self.rule_signs.add(row.signs);
                }
                self.remove_rule(at);
            } else {
                at += 1;
            }
        }
    }

    fn remove_rules(&mut self) {
        while let Some(at) = self.window.iter().position(|row| row.may_be_rule) {
            self.remove_rule(at);
        }
    }

    /// Removes a rule from the window; the row after it has the gap of both.
    fn remove_rule(&mut self, at: usize) {
        let gap = self.window.remove(at).gap.max(Gap::Rule);
        match self.window.get_mut(at) {
            Some(next) => next.gap = next.gap.max(gap),
            None => self.gap = self.gap.max(gap),
        }
    }

    /// The number of possible rules that have this many other rows before them.
    fn rules_after(&self, rows: usize) -> usize {
        let mut before = 0;
        self.window
            .iter()
            .filter(|row| {
                before += usize::from(!row.may_be_rule);
                row.may_be_rule && before == rows
            })
            .count()
    }

    /// Whether the possible rules can be rules: they stand between bands, and the other rows have the gaps of a grid.
    fn may_be_rules(&self, rows: usize) -> bool {
        let at_bands: usize = (0..4).map(|band| self.rules_after(3 * band)).sum();
        let rules = self.window.len() - rows;
        let (first, second) = (self.rules_after(3), self.rules_after(6));
        let mut carried = Gap::Nothing;
        let mut gaps: Vec<Gap> = Vec::with_capacity(16);
        for row in &self.window {
            let gap = row.gap.max(carried);
            carried = if row.may_be_rule { gap.max(Gap::Rule) } else { Gap::Nothing };
            if !row.may_be_rule {
                gaps.push(gap);
            }
        }
        // The row after a rule at the end has this gap.
        gaps.extend((carried > Gap::Nothing).then_some(carried));
        at_bands == rules
            && (0..4).all(|band| self.rules_after(3 * band) < 3)
            && (second == 0 || first > 0)
            && (rows < 7 || first.min(1) == second.min(1))
            && first_break(gaps.into_iter().take(9)).is_none()
    }

    /// Whether the first nine rows repeat a digit in a unit, with or without the possible rules as rows.
    fn has_conflict(&self, with_rules: bool) -> bool {
        let mut cells = [0; CELLS];
        let rows = self.window.iter().filter(|row| with_rules || !row.may_be_rule);
        for (cells, row) in cells.chunks_exact_mut(9).zip(rows) {
            for (d, mask) in cells.iter_mut().zip(row.masks) {
                *d = if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 };
            }
        }
        Grid::from_cells(cells).is_none_or(|grid| grid.conflict().is_some())
    }

    /// Whether the possible rules can be rows.
    fn may_be_rows(&self) -> bool {
        first_break(self.window.iter().take(9).map(|row| row.gap)).is_none()
    }

    /// Ends the grid in the window, if one has begun: the line `number`, or the end of the input, comes before its ninth row.
    fn close(&mut self, number: u64, at_end: bool, records: &mut Records) {
        let rules = self.window.iter().filter(|row| row.may_be_rule).count();
        if rules > 0 && (self.window.len() != 9 || rules == self.window.len() && rules < 9) {
            self.remove_rules();
        }
        match self.window.len() {
            0 => (),
            9.. => {
                self.emit(records);
                self.close(number, at_end, records);
            }
            rows => self.incomplete(rows, number, at_end, records),
        }
    }

    /// Takes the first rows of the window for an incomplete grid, before the line `number`.
    fn incomplete(&mut self, found: usize, number: u64, at_end: bool, records: &mut Records) {
        let rest = self.window.split_off(found);
        let rows = std::mem::replace(&mut self.window, rest);
        let is_adjacent = std::mem::take(&mut self.is_adjacent);
        let is_first = !std::mem::replace(&mut self.any_grid, true);
        self.is_suspicious = true;
        if std::mem::take(&mut self.in_solution) {
            return;
        }
        let truncated = if at_end {
            self.any_whole_grid.then_some(Truncated::AtEnd(if is_adjacent { 9 } else { 10 }))
        } else {
            (is_first && rows[0].line == 1).then_some(Truncated::AtStart(10))
        };
        let kind = ParseErrorKind::RowCount { found, truncated };
        let error = rows.iter().find_map(|row| row.error.clone());
        let is_wrong_text = matches!(&error, Some(error) if matches!(error.kind, ParseErrorKind::ExpectedCell(_)));
        records.push_error(if is_adjacent && !is_wrong_text {
            // The grid before this one more likely has too many rows than this one too few.
            ParseError::new(rows[0].line, Some(rows[0].column), kind)
        } else {
            error.unwrap_or(ParseError::new(number, None, kind))
        });
    }

    /// Takes a line of words.
    fn heading(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        let is_row = is_heading(line.text) && self.any_whole_grid && !self.any_heading && self.gap < Gap::BlankLine;
        if !self.window.is_empty() && (is_row || !is_heading(line.text)) && self.gap < Gap::BlankLine {
            let widest = self.window.iter().skip(1).map(|row| row.gap).max().unwrap_or_default();
            // One possible rule alone may be the line over a title.
            let any_row =
                !is_heading(line.text) || self.window.len() > 1 || self.window.iter().any(|row| !row.may_be_rule);
            if (self.window.len() < 9 || self.is_suspicious && self.gap <= widest) && any_row {
                return self.malformed_line(line, records);
            }
        }
        let follows_rows = self.any_whole_grid && !self.any_heading && self.gap < Gap::BlankLine;
        self.end_of_single_cells(line.number, records);
        let number = if self.gap < Gap::BlankLine { line.number } else { self.gap_line };
        self.close(number, false, records);
        // It may have been the first row of the next grid.
        self.is_suspicious |= !is_heading(line.text) || follows_rows;
        self.gap = Gap::Heading;
        self.in_solution = names_solution(line.text);
        Ok(())
    }

    /// Takes a line with one cell, or one that is too short for a row.
    fn short_line(&mut self, line: &Line<'_>, kind: Kind, records: &mut Records) -> Result<(), ParseError> {
        if !self.window.is_empty() {
            return if self.gap < Gap::BlankLine {
                self.malformed_line(line, records)
            } else {
                self.heading(line, records)
            };
        }
        if kind == Kind::Cell {
            if self.single.is_empty() {
                let spaces = std::mem::take(&mut self.leading_spaces);
                self.single.extend(spaces.into_iter().filter(|&(_, width)| width == 1).map(|(line, _)| (0, line, 1)));
            }
            return self.single_cell(line, records);
        }
        self.end_of_single_cells(line.number, records);
        self.short = Some(line.number);
        self.gap = Gap::Heading;
        Ok(())
    }

    fn single_cell(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        let (mask, offset) = match (self.cells.masks.first(), self.cells.offsets.first()) {
            (Some(&mask), Some(&offset)) => (mask, offset),
            _ => (0, 0),
        };
        self.single.push((mask, line.number, line.column(offset)));
        if self.single.len() < CELLS {
            return Ok(());
        }
        self.format.get_or_insert(InputFormat::Packed);
        let cells = std::mem::take(&mut self.single);
        let rows = cells.chunks_exact(9).map(|row| Row {
            line: row[0].1,
            column: row[0].2,
            masks: std::array::from_fn(|i| row[i].0),
            columns: std::array::from_fn(|i| row[i].2),
            signs: Signs::default(),
            shape: Shape::Plain,
            label: None,
            is_packed: true,
            may_be_rule: false,
            error: None,
            gap: Gap::Nothing,
            gap_line: row[0].1,
        });
        self.window.extend(rows);
        self.emit(records);
        Ok(())
    }

    /// Ends a grid with one cell on each line. One or two such lines are numbers.
    fn end_of_single_cells(&mut self, number: u64, records: &mut Records) {
        let found = std::mem::take(&mut self.single).len();
        if found >= CELL_LINES {
            self.any_grid = true;
            self.is_suspicious = true;
            let kind = ParseErrorKind::CellCount { found, near_miss: None };
            records.push_error(ParseError::new(number, None, kind));
        }
        if found > 0 {
            self.gap = Gap::Heading;
        }
    }

    fn blank_line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        let width = line.bytes.len();
        let in_spaces = self.window.first().is_some_and(|row| row.signs == Signs::of(b' ') && row.is_packed);
        if width == 9 && in_spaces && self.window.len() < 9 {
            self.window.push(blank_row(line.number, std::mem::take(&mut self.gap)));
            return self.resolve(records);
        }
        if width == 1 && !self.single.is_empty() {
            self.cells.read(b"", b"", 0);
            return self.single_cell(line, records);
        }
        if matches!(width, 1 | 9) && self.leading_spaces.len() < CELLS {
            self.leading_spaces.push((line.number, width));
        } else {
            self.leading_spaces.clear();
        }
        if self.gap < Gap::BlankLine {
            self.gap_line = line.number;
        }
        self.gap = match self.gap {
            Gap::Nothing | Gap::Rule => Gap::BlankLine,
            gap => gap.max(Gap::BlankLines),
        };
        Ok(())
    }
}

fn blank_row(line: u64, gap: Gap) -> Row {
    Row {
        line,
        column: 1,
        masks: [0; 9],
        columns: std::array::from_fn(|i| i + 1),
        signs: Signs::of(b' '),
        shape: Shape::Spaces,
        label: None,
        is_packed: true,
        may_be_rule: false,
        error: None,
        gap,
        gap_line: line,
    }
}

/// The first row that cannot belong to the same grid as those before it, by the gaps before each row: all gaps are alike, or
/// those before rows 3 and 6 (counting from 0) are alike and no other is as wide.
fn first_break(gaps: impl Iterator<Item = Gap>) -> Option<usize> {
    let wide = Gap::BlankLine;
    let (mut between_rows, mut between_bands) = (Gap::Nothing, Gap::Nothing);
    let mut last_wide = 0;
    for (i, gap) in gaps.enumerate() {
        let fits = match i {
            0 => true,
            1 => {
                between_rows = gap;
                gap < Gap::Heading
            }
            9.. => return (gap >= wide).then_some(9),
            _ if between_rows >= wide => gap == between_rows,
            3 => {
                between_bands = gap;
                gap < Gap::Heading
            }
            6 if between_bands >= wide => gap == between_bands,
            _ if i % 3 == 0 => gap < wide,
            _ => gap == between_rows,
        };
        if !fits {
            // The widest gap stands between two grids.
            let is_widest = gap > Gap::Nothing && gap >= between_rows.max(between_bands);
            return Some(if is_widest { i } else { last_wide.max(1) });
        }
        if i > 0 && gap >= wide {
            last_wide = i;
        }
    }
    None
}

/// The grid of nine rows, with its candidates if some words were candidates.
fn grid_of(rows: &[Row]) -> Result<(Grid, Option<Candidates>), ParseError> {
    if let Some(error) = rows.iter().find_map(|row| row.error.clone()) {
        return Err(error);
    }
    let error_at = |row: &Row, kind| ParseError::new(row.line, Some(row.column), kind);
    let is_labelled = |row: &&Row| row.label.is_some() && row.shape != Shape::Trailing;
    let labels = rows.iter().filter(is_labelled).count();
    if labels > 0 {
        let first = rows[0].label;
        let in_order = rows.iter().zip(0u8..).all(|(row, i)| row.label == first.map(|first| first + i));
        if !in_order || !matches!(first, Some(0 | 1)) {
            let wrong = rows.iter().find(is_labelled).unwrap_or(&rows[0]);
            return Err(ParseError::new(wrong.line, Some(wrong.columns[8]), ParseErrorKind::RowLength(10)));
        }
    }
    let mut signs = Signs::default();
    let mut shape = Shape::Plain;
    let mut masks = [0; CELLS];
    for (row, cells) in rows.iter().zip(masks.chunks_exact_mut(9)) {
        signs.add(row.signs);
        cells.copy_from_slice(&row.masks);
        if labels > 0 && row.shape == Shape::Trailing {
            // The number of the row was taken for a cell, and its last cell, which is empty, was not.
            cells.rotate_left(1);
            cells[8] = 0;
        } else if labels == 0 && row.shape != Shape::Plain {
            if shape != Shape::Plain && shape != row.shape {
                return Err(error_at(
                    row,
                    ParseErrorKind::RowLength(if row.shape == Shape::Trailing { 10 } else { 9 }),
                ));
            }
            shape = row.shape;
        }
    }
    // Spaces at both ends of a line could be nothing.
    let has_inner = |row: &Row| row.masks.windows(2).any(|pair| pair[0] != 0 && pair[1] == 0) && row.masks[8] != 0;
    if shape == Shape::Spaces && !rows.iter().any(has_inner) {
        let wrong = rows.iter().find(|row| row.shape == Shape::Spaces).unwrap_or(&rows[0]);
        return Err(error_at(wrong, ParseErrorKind::RowLength(wrong.masks.iter().filter(|&&mask| mask != 0).count())));
    }
    if signs.disagree() {
        let wrong = rows.iter().find(|row| row.signs != rows[0].signs && !row.signs.is_empty()).unwrap_or(&rows[0]);
        return Err(error_at(wrong, ParseErrorKind::SeveralBlanks));
    }
    let several = masks.iter().filter(|mask| mask.count_ones() > 1).count();
    if several > 0 && (several < CANDIDATE_CELLS || masks.contains(&0)) {
        let cell = masks.iter().position(|mask| mask.count_ones() > 1).unwrap_or_default();
        let row = &rows[cell / 9];
        let digits: String = (1..=9).filter(|d| masks[cell] >> (d - 1) & 1 == 1).map(|d| d.to_string()).collect();
        let kind = ParseErrorKind::ExpectedOneCell(digits);
        return Err(ParseError::new(row.line, Some(row.columns[cell % 9]), kind));
    }
    let candidates = Candidates::from_masks(masks);
    let mut grid = Grid::EMPTY;
    for (d, mask) in grid.cells_mut().iter_mut().zip(masks) {
        *d = if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 };
    }
    if let Some(conflict) = grid.conflict() {
        let cell = conflict.second.index();
        let row = &rows[cell / 9];
        return Err(ParseError::new(row.line, Some(row.columns[cell % 9]), ParseErrorKind::Conflict(conflict)));
    }
    Ok((grid, (several > 0).then_some(candidates)))
}

/// Whether a heading says that no puzzle follows: it is `[State]`, or its only word is `Solution`, `Answer` or the like.
fn names_solution(text: &[u8]) -> bool {
    if text.eq_ignore_ascii_case(b"[state]") {
        return true;
    }
    let mut words = text.split(|byte| !byte.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let names: [&[u8]; 4] = [b"solution", b"solutions", b"answer", b"answers"];
    let is_name = words.next().is_some_and(|word| names.iter().any(|name| word.eq_ignore_ascii_case(name)));
    is_name && words.next().is_none()
}

impl RecordParser for RowsParser {
    fn line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        if line.text.is_empty() {
            return self.blank_line(line, records);
        }
        let mut cells = std::mem::take(&mut self.cells);
        let kind = cells.read(line.bytes, line.text, line.indent);
        self.cells = cells;
        match kind {
            Kind::Row | Kind::Grid => self.cells_line(line, kind, records),
            Kind::Malformed => self.malformed_line(line, records),
            Kind::Cell | Kind::Short => self.short_line(line, kind, records),
            Kind::Text => self.heading(line, records),
            Kind::Rule => {
                // A sign too few or too many for a row of blanks.
                let sign = Signs::of(line.text[0]);
                let is_even = matches!(line.text.len(), 8 | 10) && line.text.iter().all(|byte| *byte == line.text[0]);
                if is_even && self.window.len() < 9 && self.window.iter().any(|row| sign.is_at_most(row.signs)) {
                    return self.malformed_line(line, records);
                }
                self.gap = self.gap.max(Gap::Rule);
                Ok(())
            }
            Kind::Comment => {
                let sign = Signs::of(line.text.first().copied().unwrap_or_default());
                let is_row = self.gap < Gap::BlankLine
                    && self.window.len() < 9
                    && self.window.iter().any(|row| sign.is_at_most(row.signs));
                if is_row { self.malformed_line(line, records) } else { Ok(()) }
            }
        }
    }

    fn too_long_line(&mut self, number: u64, records: &mut Records) -> Result<(), ParseError> {
        self.format.get_or_insert(InputFormat::Packed);
        self.push_error(ParseError::new(number, Some(1), ParseErrorKind::LineTooLong), 1, records)
    }

    fn fast_lines(&mut self, text: &[u8], number: u64, limit: usize, records: &mut Records) -> (usize, usize) {
        let (mut length, mut lines) = (0, 0);
        let is_idle = self.window.is_empty() && self.single.is_empty() && !self.in_solution && !self.is_suspicious;
        if !is_idle || self.format.is_none() || !self.any_whole_grid {
            return (0, 0);
        }
        let mut grid = Grid::EMPTY;
        for _ in 0..limit {
            let Some(grid_length) = fast_grid(&text[length..], &mut grid) else { break };
            records.push_grid(number + lines as u64, grid);
            length += grid_length;
            lines += 9;
            // An empty line between grids gives no output.
            if text.get(length) == Some(&b'\n') {
                length += 1;
                lines += 1;
            }
        }
        if lines > 0 {
            self.any_heading |= self.gap == Gap::Heading;
            (self.short, self.is_adjacent, self.gap) = (None, true, Gap::Nothing);
            self.leading_spaces.clear();
            if text[..length].ends_with(b"\n\n") {
                self.gap = Gap::BlankLine;
            }
        }
        (length, lines)
    }

    fn end(&mut self, number: u64, records: &mut Records) {
        if let Some(&(_, line, _)) = self.single.first().filter(|_| self.single.len() < CELL_LINES) {
            self.short = Some(line);
        }
        self.end_of_single_cells(number, records);
        // A grid that ends before a blank line lacks its next row there.
        let missing = if self.gap < Gap::BlankLine { number } else { self.gap_line };
        self.close(missing, true, records);
        if let Some(line) = self.short.take().filter(|_| self.any_grid) {
            let kind = ParseErrorKind::RowCount { found: 1, truncated: None };
            records.push_error(ParseError::new(line, Some(1), kind));
        }
    }

    fn format(&self) -> Option<InputFormat> {
        self.format
    }
}

/// Reads nine rows at the start of a text if they are like those of most files: digits and dots, packed or with a space between
/// them, ended by LF, and without a conflict. `None` only means that [`Cells`] must look.
#[inline]
fn fast_grid(text: &[u8], grid: &mut Grid) -> Option<usize> {
    let digit = |byte: u8| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') };
    let mut cells = [0; CELLS];
    let length = if text.get(9) == Some(&b'\n') {
        let rows = text.first_chunk::<90>()?.as_chunks::<10>().0;
        for (row, cells) in rows.iter().zip(cells.as_chunks_mut::<9>().0) {
            if row[9] != b'\n' {
                return None;
            }
            *cells = std::array::from_fn(|i| digit(row[i]));
        }
        90
    } else {
        let rows = text.first_chunk::<162>()?.as_chunks::<18>().0;
        for (row, cells) in rows.iter().zip(cells.as_chunks_mut::<9>().0) {
            if row[17] != b'\n' || (0..8).any(|i| row[2 * i + 1] != b' ') {
                return None;
            }
            *cells = std::array::from_fn(|i| digit(row[2 * i]));
        }
        162
    };
    *grid = Grid::from_cells(cells)?;
    grid.conflict().is_none().then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::fixtures::{PUZZLE, read, rows};

    fn messages(text: &str) -> Vec<String> {
        let message = |error: &ParseError| error.to_string();
        let records = read(Some(InputFormat::Packed), text.as_bytes());
        let all = records.iter().map(|record| record.puzzle.map_or_else(message, |_| record.line.to_string()));
        all.chain(records.input_error.as_ref().map(message)).collect()
    }

    #[test]
    fn only_a_heading_that_is_nothing_else_names_a_solution() {
        for heading in ["[Solution]", "Solution:", "Solution 1", "ANSWERS", "=== Answer ===", "[State]"] {
            assert!(names_solution(heading.as_bytes()), "{heading}");
        }
        for heading in ["Puzzle with no solution:", "Unique solution", "State 1", "Puzzle", "Solution of what?", "1"] {
            assert!(!names_solution(heading.as_bytes()), "{heading}");
        }
    }

    #[test]
    fn the_conflict_of_a_grid_has_the_line_and_the_column_of_its_second_cell() {
        let grid = rows("").join("\n").replacen("6..195...", "  |6..|195|..6|", 1);
        assert_eq!(messages(&grid), ["2:14: r2c1 and r2c9 are both 6"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_a_row() {
        let mut lines = rows("");
        lines[3] = "5".repeat(crate::input::error::LONGEST_LINE + 1);
        let text = [lines.join("\n"), rows("").join("\n")].join("\n");
        assert_eq!(messages(&text), ["4:1: expected at most 65536 bytes on a line, found more", "10"]);
    }

    #[test]
    fn rows_after_a_whole_grid_are_too_many_of_it_unless_they_are_something_else() {
        let grid = rows("").join("\n");
        let cut = "the input ends inside a grid; if it was split, split it between grids, for example with \
                   split -l 9000 or parallel --pipe -L 9";
        assert_eq!(messages(&format!("{grid}\n53.7.")), ["1", &format!("10:1: expected 9 rows, found 1: {cut}")]);
        assert_eq!(messages(&format!("{grid}\n53.7.q")), ["1", "10:6: expected a digit or a blank, found 'q'"]);
        assert_eq!(messages(&format!("{grid}\n5")), ["1", "10:1: expected 9 rows, found 1"]);
    }

    #[test]
    fn nine_equal_signs_are_a_rule_unless_they_are_needed_as_a_row() {
        let grid = rows("");
        let with = |grid: &[String], at: &[usize], rule: &str| {
            let mut lines = grid.to_vec();
            at.iter().rev().for_each(|&at| lines.insert(at, rule.to_string()));
            lines.join("\n")
        };
        for rule in ["---------", "*********", "_________", "- - - - - - - - -", "--- --- ---", "=========", ",,,,,,,,"]
        {
            for at in [&[3][..], &[3, 6], &[0, 3, 6, 9], &[0, 9], &[1, 2, 3, 4, 5, 6, 7, 8]] {
                assert_eq!(messages(&with(&grid, at, rule)), [if at[0] == 0 { "2" } else { "1" }], "{rule} {at:?}");
            }
        }
        // The same sign marks the blanks: two rules between bands, or a row.
        let dashes: Vec<String> = grid.iter().map(|row| row.replace('.', "-")).collect();
        assert_eq!(messages(&with(&dashes, &[3, 6], "---------")), ["1"]);
        assert_eq!(messages(&with(&dashes, &[0, 3, 6, 9], "---------")), ["2"]);
        for row in 0..9 {
            let mut blank = dashes.clone();
            blank[row] = "-".repeat(9);
            assert_eq!(messages(&blank.join("\n")), ["1"], "row {row}");
            let two = [blank.join("\n"), blank.join("\n")].join("\n\n");
            assert_eq!(messages(&two), ["1", "11"], "row {row}");
        }
    }

    #[test]
    fn numbers_and_words_around_grids_are_nothing() {
        let grid = rows("").join("\n");
        for before in
            ["2", "9 9", "3", "Grid01", "1.", "001", "very-hard:", "A", "81", "[Puzzle]", "```", "// a", "-- a", "1\n2"]
        {
            let text = format!("{before}\n{grid}\n\n{before}\n{grid}\nend\nSolved in 0.02 s\n");
            let lines = before.lines().count();
            assert_eq!(messages(&text), [(1 + lines).to_string(), (11 + 2 * lines).to_string()], "{before}");
        }
        let solution = format!("[Puzzle]\n{grid}\n[Solution]\n{grid}\nPuzzle 2:\n{grid}\nSolution:\n{grid}\n");
        assert_eq!(messages(&solution), ["2", "22"]);
    }

    #[test]
    fn bands_may_have_blank_lines_between_them_and_an_incomplete_grid_never_takes_rows_of_the_next() {
        let grid = rows("");
        let bands = |grid: &[String]| grid.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n");
        let (whole, banded) = (grid.join("\n"), bands(&grid));
        assert_eq!(messages(&format!("{banded}\n\n{banded}")), ["1", "13"]);
        assert_eq!(messages(&grid.join("\n\n")), ["1"]);
        // Three rows of one grid and then another.
        let short = messages(&format!("{}\n\n{whole}\n\n{whole}", grid[..3].join("\n")));
        assert!(
            short.len() == 3 && short[0].starts_with("4: expected 9 rows, found 3") && short[1..] == ["5", "15"],
            "{short:?}"
        );
        // A row is missing in a grid with gaps that are as wide as those between grids.
        let mut broken = grid.clone();
        broken.remove(4);
        let text = format!(
            "{}\n\n{}\n\n{}\n\n{banded}\n\n{banded}",
            broken[..3].join("\n"),
            broken[3..5].join("\n"),
            broken[5..].join("\n")
        );
        assert!(messages(&text).iter().all(|message| message.contains("expected")), "{:?}", messages(&text));
        // The rest of a grid, and rows of the next one, with nothing between them.
        let text = format!("{}\n\n{}\n{whole}\n{whole}", grid[..4].join("\n"), grid[4..].join("\n"));
        assert!(messages(&text).iter().all(|message| message.contains("expected")), "{:?}", messages(&text));
    }

    #[test]
    fn a_line_of_words_under_a_grid_may_be_a_damaged_row_of_the_next() {
        // Until the next line the row of blanks at the start could be a rule.
        let mut first: Vec<String> = rows(" ").iter().map(|row| row.replace('.', "-")).collect();
        first[0] = "- - - - - - - - -".into();
        let mut second = first.clone();
        second.rotate_left(1);
        second[0] = "5!q5!q5!q5!q".into();
        let text = [first.join("\n"), second.join("\n"), first.join("\n")].join("\n");
        let found = messages(&text);
        assert!(found.len() == 2 && found[0] == "1" && found[1].starts_with("20:1: "), "{found:?}");
    }

    #[test]
    fn an_incomplete_grid_and_the_next_one_are_at_different_lines() {
        let grid = rows("");
        let text = format!("+---+\n{}\n+---+\n{}\n+---+\n{}\n", grid[0], grid[0], grid.join("\n"));
        let found = messages(&text);
        let places: Vec<&str> = found.iter().filter_map(|message| message.split(':').next()).collect();
        assert_eq!(places, ["3", "5", "6"], "{found:?}");
    }

    #[test]
    fn a_grid_is_complete_with_its_ninth_row() {
        for separator in ["", " ", ",", "|"] {
            let text = rows(separator).join("\n") + "\n";
            let mut parser = RowsParser::default();
            let mut records = Records::default();
            for (line, number) in text.lines().zip(1..) {
                parser.line(&Line::new(number, line.as_bytes()), &mut records).unwrap();
            }
            assert_eq!(records.len(), 1, "{separator:?}");
        }
    }

    #[test]
    fn many_ways_to_write_a_grid_are_read() {
        let puzzle: Grid = PUZZLE.parse().unwrap();
        let write = |before: &str, cell: &dyn Fn(char) -> String, between: &str, after: &str| -> String {
            let row = |row: &[u8]| {
                let cells: Vec<String> = row.iter().map(|&byte| cell(char::from(byte))).collect();
                format!("{before}{}{after}\n", cells.join(between))
            };
            PUZZLE.as_bytes().chunks(9).map(row).collect()
        };
        let plain = |c: char| c.to_string();
        let zero = |c: char| c.to_string().replace('.', "0");
        let null = |c: char| c.to_string().replace('.', "null");
        let empty = |c: char| c.to_string().replace('.', "");
        let space = |c: char| c.to_string().replace('.', " ");
        let plus = |c: char| c.to_string().replace('.', "+");
        let quoted = |c: char| format!("\"{c}\"");
        for text in [
            format!("[\n{}]\n", write("  [", &zero, ", ", "],")),
            format!("{{\n{}}};\n", write("{", &zero, ",", "},")),
            format!("board = [\n{}]\n", write("  [", &null, ", ", "],")),
            format!("{{\"sudoku\": [\n{}],\n\"size\": 9}}\n", write("[", &null, ",", "],")),
            write("[", &quoted, ",", "],"),
            write("", &zero, "\t", ""),
            write("", &empty, ",", ""),
            write("", &empty, ";", ";"),
            write("\"", &plain, "\",\"", "\""),
            write("| ", &space, " | ", " |").replace('\n', "\n+---+---+\n"),
            format!("| | | | | | | | | |\n|---|---|---|---|---|---|---|---|---|\n{}", write("| ", &plain, " | ", " |")),
            write("", &space, "", ""),
            write("", &plus, " ", ""),
            write("> ", &plain, "", ""),
            write("\u{ff0c}", &plain, "", "").replace('\u{ff0c}', "").replace('.', "\u{b7}"),
            write("", &plain, "\u{a0}", ""),
            write("", &plain, "", "")
                .chars()
                .map(|c| if c.is_ascii_digit() { char::from_u32(c as u32 - 0x30 + 0xff10).unwrap() } else { c })
                .collect(),
            write("", &plain, "\n", ""),
            format!("```\n{}```\n", write("", &plain, "", "")),
        ] {
            let records = read(None, text.as_bytes());
            let expected = if text.contains("| | |") { vec![] } else { vec![puzzle] };
            if !expected.is_empty() {
                assert_eq!(records.grids, expected, "{text}");
                assert_eq!(records.len(), 1, "{text}");
            }
        }
    }
}
