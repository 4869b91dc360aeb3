//! Rows to grids: which rows of nine cells make a grid.
//!
//! The evidence for a grid is the whole of it. The rows since the last grid wait in a window, each with the [`Gap`] before it. They
//! are a dozen at most, or [`LONGEST_WAIT`] after a grid that was refused.
//!
//! ```text
//! row  row  row  rule?  row  row  row  rule?  row  row  row
//!  0    0    0     0     0    0    0     0     0    0    0
//! ```
//!
//! - **Gaps.** The gaps of a grid are alike between its bands, and narrower inside of a band; or alike between all rows.
//!   Anything else is two grids, and the first is incomplete. (One rule between two bands may be missing.)
//! - **Rules.** Nine identical characters, such as `---------`, are a rule or a row of blanks; see [`rules`].
//! - **Headers.** A first row `1 2 3 4 5 6 7 8 9` has the numbers of the columns if ten rows stand together, or if a rule
//!   separates it from the others.

mod grid;
mod rules;

pub(super) use grid::grid_of;

use grid::digit;

use super::cells::{Cells, Mask, Shape, Signs};
use super::error::{ParseError, ParseErrorKind};
use super::lines::Columns;
use crate::grid::Grid;

/// The rows of two grids without a gap.
const TWO_GRIDS: usize = 18;
/// The most rows that wait until it is clear where a grid starts: those of ten grids.
const LONGEST_WAIT: usize = 90;

/// What stands between two rows, the wider the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    #[default]
    Nothing,
    Rule,
    BlankLine,
    BlankLines,
    /// What only stands between grids: a heading, a number, blank lines between rules, or a rule between blank lines.
    Break,
}

/// A row of nine cells, or a line in its place that cannot be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) line: u64,
    /// The column of each cell.
    pub(super) columns: [u32; 9],
    masks: [Mask; 9],
    pub(super) signs: Signs,
    /// The sign of each cell, if those of the row disagree.
    sign_of_cell: Option<Box<[u8; 9]>>,
    pub(super) shape: Shape,
    label: Option<u8>,
    pub(super) is_packed: bool,
    /// It may be a rule.
    pub(super) may_be_rule: bool,
    pub(super) error: Option<Box<ParseError>>,
    /// What stands before it, and the line where that starts.
    pub(super) gap: Gap,
    pub(super) gap_line: u64,
    /// Whether a rule stands at the start of the gap.
    follows_rule: bool,
    /// The gap is the rule under the header of a Markdown table.
    pub(super) is_under_header: bool,
    /// It could have been a rule, but was found to be a row.
    was_unclear: bool,
    /// The cells are those of an HTML table.
    is_table: bool,
    /// With other digits the line might have been read in another way.
    pub(super) depends_on_digits: bool,
}

impl Row {
    /// The row that starts with the cell `first` of a line.
    pub(super) fn of(cells: &Cells, first: usize, line: u64, columns: &mut Columns<'_>) -> Row {
        let sign = |i: usize| {
            let byte = columns.byte(cells.offsets[first + i]);
            byte.filter(|&byte| Signs::of(byte).is_within(cells.signs)).unwrap_or(b' ')
        };
        Row {
            line,
            sign_of_cell: cells.signs.disagree().then(|| Box::new(std::array::from_fn(sign))),
            columns: std::array::from_fn(|i| columns.of(cells.offsets[first + i]) as u32),
            masks: std::array::from_fn(|i| cells.masks[first + i]),
            signs: cells.signs,
            shape: cells.shape,
            label: cells.label,
            is_packed: cells.is_packed,
            may_be_rule: cells.may_be_rule,
            is_table: cells.is_table,
            depends_on_digits: cells.depends_on_digits,
            ..Row::default()
        }
    }

    /// The row of nine lines that have one cell each.
    pub(super) fn of_singles(cells: &[(Mask, u64, usize)]) -> Row {
        Row {
            line: cells[0].1,
            columns: std::array::from_fn(|i| cells[i].2 as u32),
            masks: std::array::from_fn(|i| cells[i].0),
            is_packed: true,
            ..Row::default()
        }
    }

    /// A line of nine spaces.
    pub(super) fn of_spaces(line: u64) -> Row {
        Row {
            line,
            columns: std::array::from_fn(|i| i as u32 + 1),
            signs: Signs::EMPTY,
            shape: Shape::Spaces,
            is_packed: true,
            ..Row::default()
        }
    }

    /// A line of nine empty fields with tabs between them, or a line between bands.
    pub(super) fn of_empty_fields(line: u64) -> Row {
        Row { shape: Shape::WithEmpty, is_packed: false, may_be_rule: true, ..Row::of_spaces(line) }
    }

    /// A line that should be a row but cannot be read.
    pub(super) fn of_error(error: ParseError, column: usize) -> Row {
        Row { line: error.line, columns: [column as u32; 9], error: Some(Box::new(error)), ..Row::default() }
    }

    /// An error at a cell.
    pub(super) fn error_at(&self, cell: usize, kind: ParseErrorKind) -> ParseError {
        ParseError::new(self.line, Some(self.columns[cell] as usize), kind)
    }

    /// Whether the cells are the numbers of the columns, from 0 or from 1.
    fn has_column_numbers(&self) -> bool {
        let counts_from =
            |first: usize| (0..9).all(|c| self.masks[c] == if first + c == 0 { 0 } else { 1 << (first + c - 1) });
        self.error.is_none() && (counts_from(1) || counts_from(0) && self.signs == Signs::of(b'0'))
    }

    fn has_empty_fields_only(&self) -> bool {
        self.error.is_none() && self.signs == Signs::EMPTY && self.masks == [0; 9]
    }
}

/// What is to be done with the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// More rows are needed.
    Wait,
    /// The first nine rows are a grid.
    Complete,
    /// So many rows are an incomplete grid: the next one belongs to another.
    Incomplete(usize),
}

/// Whether a grid starts with the first row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// It does.
    Clear,
    /// More rows are needed.
    Open,
    /// Nothing tells, up to a gap after this many rows, if there is one.
    Unclear(Option<usize>),
}

/// The rows since the last grid.
#[derive(Debug, Default)]
pub(super) struct Window {
    pub(super) rows: Vec<Row>,
    /// What has come since the last row, and the line where that starts.
    pub(super) gap: Gap,
    pub(super) gap_line: u64,
    /// Whether a rule has come since then, before any blank line.
    after_rule: bool,
    /// Whether a rule has come after a blank line.
    has_rule_apart: bool,
    /// The last line was the rule under the header of a Markdown table.
    after_header: bool,
    /// Whether nine rows have been a grid.
    pub(super) any_grid: bool,
    /// Signs of which lines of nine characters turned out to be rows, and those of which they turned out to be rules.
    pub(super) row_signs: Signs,
    rule_signs: Signs,
    /// Signs of which lines were rules in a grid in which the same sign may be a blank.
    removed_signs: Signs,
}

impl Window {
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the line before was a row, or a rule after one.
    pub(super) fn is_close(&self) -> bool {
        self.gap < Gap::BlankLine
    }

    /// Whether spaces are blanks in the rows so far.
    pub(super) fn is_in_spaces(&self) -> bool {
        self.rows.first().is_some_and(|row| row.is_packed)
            && self.rows.iter().any(|row| row.shape == Shape::Spaces)
            && self.rows.iter().all(|row| row.signs.is_within(Signs::EMPTY))
    }

    pub(super) fn blank_line(&mut self, line: u64) {
        if self.is_close() {
            self.gap_line = line;
        }
        self.gap = match self.gap {
            Gap::Nothing | Gap::Rule => Gap::BlankLine,
            _ if self.has_rule_apart => Gap::Break,
            gap => gap.max(Gap::BlankLines),
        };
    }

    pub(super) fn rule(&mut self, text: &[u8]) {
        self.has_rule_apart = !self.is_close();
        (self.gap, self.after_rule) = with_rule(self.gap, self.after_rule);
        self.after_header = text.starts_with(b"|") && text.iter().all(|byte| b"|-: \t".contains(byte));
    }

    /// Adds a row, unless it is known to be a rule, and says whether it did.
    pub(super) fn push(&mut self, mut row: Row) -> bool {
        row.was_unclear = row.may_be_rule && row.signs.is_within(self.row_signs);
        row.may_be_rule &= !row.was_unclear;
        if row.may_be_rule && row.signs.is_within(self.rule_signs) {
            (self.gap, self.after_rule) = with_rule(self.gap, self.after_rule);
            return false;
        }
        (row.gap, row.gap_line) = (std::mem::take(&mut self.gap), self.gap_line);
        row.follows_rule = std::mem::take(&mut self.after_rule);
        self.has_rule_apart = false;
        row.is_under_header = std::mem::take(&mut self.after_header) && row.gap == Gap::Rule;
        if row.gap < Gap::BlankLine {
            row.gap_line = row.line;
        }
        self.rows.push(row);
        true
    }

    /// The widest gap between rows.
    pub(super) fn widest_gap(&self) -> Gap {
        self.rows.iter().take(9).skip(1).map(|row| row.gap).max().unwrap_or_default()
    }

    /// Finds out what the rows are, as far as that is clear.
    ///
    /// # Errors
    /// A line can be a rule or a row of blanks, and nothing that follows will tell.
    pub(super) fn step(&mut self) -> Result<Step, ParseError> {
        self.drop_header();
        if !self.settle_rules()? {
            return Ok(Step::Wait);
        }
        match first_break(self.gaps().take(10)) {
            Some(9) => Ok(Step::Complete),
            Some(1) if self.rows[0].has_column_numbers() => {
                self.rows.remove(0);
                self.step()
            }
            Some(start) => Ok(Step::Incomplete(start)),
            None if self.rows.len() < 9 => Ok(Step::Wait),
            None if self.may_have_header() => match self.rows.get(10) {
                None => Ok(Step::Wait),
                Some(next) if self.has_header(next.gap > self.widest_gap() || next.has_column_numbers()) => {
                    self.rows.remove(0);
                    self.step()
                }
                Some(_) => Ok(Step::Complete),
            },
            None if self.may_have_rules() => {
                let widest = self.widest_gap();
                match self.rows.iter().skip(9).position(|row| row.gap > widest) {
                    Some(0) => Ok(Step::Complete),
                    Some(_) => Err(self.unclear()),
                    None if self.rows.len() < TWO_GRIDS => Ok(Step::Wait),
                    None => Ok(Step::Complete),
                }
            }
            None => Ok(Step::Complete),
        }
    }

    /// Whether a grid starts with the first row, after one that was refused and may have had a row too few or too many. It does if
    /// whole grids follow up to a gap, or if all grids that could start with one of the next eight rows repeat a digit.
    pub(super) fn start(&self) -> Start {
        let widest = self.widest_gap();
        let is_end = |row: &Row| row.gap > widest && row.gap >= Gap::Rule;
        if let Some(end) = self.rows.iter().skip(9).position(is_end).map(|after| 9 + after) {
            return if self.are_grids(end) { Start::Clear } else { Start::Unclear(Some(end)) };
        }
        let len = self.rows.len();
        let repeats = |first: usize| grids(&self.rows[first..]).any(conflict);
        if len < TWO_GRIDS - 1 {
            Start::Open
        } else if (1..9).all(repeats) && self.are_grids(len - len % 9) {
            Start::Clear
        } else if len < LONGEST_WAIT {
            Start::Open
        } else {
            Start::Unclear(None)
        }
    }

    /// Whether so many rows are grids in which no digit is repeated. In the first of them it may be: that one will be an error.
    pub(super) fn are_grids(&self, rows: usize) -> bool {
        let mut all = grids(&self.rows[..rows]);
        rows.is_multiple_of(9) && (all.next().is_none_or(conflict) || !all.any(conflict))
    }

    /// The gaps before the rows. The rule under the header of a Markdown table is none, because the header may be a row.
    fn gaps(&self) -> impl Iterator<Item = Gap> {
        let is_table = matches!(&self.rows[..], [_, second, rest @ ..]
            if second.is_under_header && rest.first().is_none_or(|third| third.gap == Gap::Nothing));
        self.rows.iter().enumerate().map(move |(i, row)| if i == 1 && is_table { Gap::Nothing } else { row.gap })
    }

    /// Removes a first row that has the numbers of columns, or the empty header of a Markdown table.
    fn drop_header(&mut self) {
        let [first, second, ..] = &self.rows[..] else { return };
        let has_numbers = first.has_column_numbers();
        let is_labelled = first.label.is_none() && second.label.is_some();
        if has_numbers && (is_labelled || second.is_under_header)
            || first.has_empty_fields_only() && second.is_under_header
        {
            self.rows.remove(0);
        }
    }

    /// Whether the first row may have the numbers of the columns: then ten rows stand together.
    fn may_have_header(&self) -> bool {
        let first = &self.rows[0];
        first.has_column_numbers() && (!first.is_packed || conflict(self.rows.iter().take(9)))
    }

    /// Whether the first of ten rows is a header: nine rows are left, which are the better grid.
    fn has_header(&self, are_ten: bool) -> bool {
        are_ten && (conflict(self.rows.iter().take(9)) || !conflict(self.rows.iter().skip(1).take(9)))
    }

    /// Whether some of the rows of the first grid may be rules after all: then a few more rows follow, but not those of another
    /// grid.
    pub(super) fn may_have_rules(&self) -> bool {
        !self.any_grid && self.rows.iter().take(9).filter(|row| row.was_unclear).count() > 1
    }

    /// Removes the header of a grid that ends with the last row.
    pub(super) fn end(&mut self) {
        if self.rows.len() == 10 && self.may_have_header() && self.has_header(true) {
            self.rows.remove(0);
        }
    }

    /// The error of a line that can be a rule or a row.
    pub(super) fn unclear(&self) -> ParseError {
        let rule = self.rows.iter().find(|row| row.may_be_rule || row.was_unclear).unwrap_or(&self.rows[0]);
        rule.error_at(0, ParseErrorKind::RuleOrRow)
    }
}

/// Each nine of some rows.
fn grids(rows: &[Row]) -> impl Iterator<Item = std::slice::Iter<'_, Row>> {
    rows.chunks_exact(9).map(<[Row]>::iter)
}

/// Whether the first nine of some rows repeat a digit in a unit.
fn conflict<'a>(rows: impl Iterator<Item = &'a Row>) -> bool {
    let mut grid = Grid::EMPTY;
    for (cells, row) in grid.cells_mut().chunks_exact_mut(9).zip(rows) {
        for (d, mask) in cells.iter_mut().zip(row.masks) {
            *d = digit(mask);
        }
    }
    !grid.obeys_rules()
}

/// A gap with one more rule at its end, and whether a rule stands at its start.
fn with_rule(gap: Gap, follows_rule: bool) -> (Gap, bool) {
    match gap {
        Gap::Nothing | Gap::Rule => (Gap::Rule, true),
        _ if follows_rule => (Gap::Break, true),
        _ => (gap, false),
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
                gap < Gap::Break
            }
            9.. => return (gap >= wide).then_some(9),
            _ if between_rows >= wide => gap == between_rows,
            3 => {
                between_bands = gap;
                gap < Gap::Break
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
