//! Rows to grids: which rows of nine cells make a grid.
//!
//! The evidence for a grid is the whole of it. The rows since the last grid wait in a window, a dozen at most, each with the
//! [`Gap`] before it:
//!
//! ```text
//! row  row  row  rule?  row  row  row  rule?  row  row  row
//!  0    0    0     0     0    0    0     0     0    0    0
//! ```
//!
//! - **Gaps.** The gaps of a grid are alike between its bands, and narrower inside of a band; or alike between all rows.
//!   Anything else is two grids, and the first is incomplete. (One rule between two bands may be missing.)
//! - **Rules.** Nine identical characters, such as `---------`, are a rule or a row of blanks. Both readings are judged by all
//!   rows of the window ([`Fit`]); while both are possible the window waits for the next row.
//! - **Headers.** A first row `1 2 3 4 5 6 7 8 9` has the numbers of the columns if ten rows stand together, or if a rule
//!   separates it from the others.

use super::cells::{Cells, Mask, Shape, Signs};
use super::error::{ParseError, ParseErrorKind};
use super::lines::Columns;
use crate::grid::{CELLS, Candidates, Grid};

/// Words of several digits are candidates if a grid has this many of them; fewer are mistakes.
const CANDIDATE_CELLS: usize = 4;
/// The rows of two grids without a gap.
const TWO_GRIDS: usize = 18;
/// The most rows that wait until it is clear where a grid starts: those of ten grids.
const LONGEST_WAIT: usize = 90;
/// Lines of nine places show that spaces are blanks if this many have a space between or before digits.
const ROWS_WITH_SPACES: usize = 3;

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
        Row {
            line,
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

/// How well a reading of the window fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    /// It is impossible.
    No,
    /// It has fewer than nine rows so far.
    Open,
    /// It has nine rows, in which a digit occurs twice in a unit.
    Conflicting,
    /// It has nine rows that can be a puzzle.
    Whole,
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

    /// Decides for each possible rule whether it is one, and returns whether that was possible.
    fn settle_rules(&mut self) -> Result<bool, ParseError> {
        loop {
            self.drop_rules();
            let rules = self.rows.iter().filter(|row| row.may_be_rule).count();
            let is_clear = self.rows.len() > 9 && self.rows.iter().take(9).all(|row| !row.may_be_rule);
            if rules == 0 || is_clear {
                return Ok(true);
            }
            let others = self.rows.len() - rules;
            let last_gap = self.rows.last().map_or(Gap::Nothing, |row| row.gap);
            let has_bands = self.rules_after(3) > 0 && self.rules_after(6) > 0;
            let signs = self.signs_of(|row| !row.may_be_rule);
            let has_one_sign = self.signs_of(|row| row.may_be_rule).is_one();
            match (self.fit_as_rows(others), self.fit_as_rules(others)) {
                // Nothing tells yet whether this sign marks the blanks.
                (_, Fit::No) if signs.is_empty() && self.rows.len() < 9 => return Ok(false),
                (_, Fit::No) if !has_one_sign => return Err(self.unclear()),
                (_, Fit::No) | (Fit::Whole, Fit::Conflicting) => self.keep_as_rows()?,
                // Rules between rows, but none after a grid.
                (Fit::Whole, _) if others > 9 && last_gap == Gap::Nothing && self.rules_after(9) == 0 => {
                    self.keep_as_rows()?;
                }
                // These are more than nine lines: the rows of a grid have rules between each two.
                (_, Fit::Open | Fit::Whole) if others > 5 && self.alternate(others) => {
                    self.rule_signs.add(self.signs_of(|row| row.may_be_rule));
                    self.take_as_rules();
                }
                (Fit::No, fit) => {
                    // The rows are two grids, of which the second may start with a row of blanks.
                    let starts_grid = |pair: &[Row]| {
                        let [before, row] = pair else { return false };
                        row.may_be_rule && row.gap >= Gap::BlankLine && !before.may_be_rule
                    };
                    let is_pair = self.rows.iter().rev().take(2).filter(|row| row.may_be_rule).count() == 2;
                    let is_start = fit != Fit::Whole && self.rows.windows(2).any(starts_grid);
                    if others > 0 && (is_pair && last_gap >= Gap::BlankLine || is_start) {
                        return Err(self.unclear());
                    }
                    self.take_as_rules();
                }
                _ if !has_bands
                    && last_gap == Gap::Nothing
                    && (self.rules_after(9) > 1 || self.rules_after(9) > 0 && others > 9) =>
                {
                    return Err(self.unclear());
                }
                _ if others > 9 || has_bands && self.rules_after(9) > 0 => self.take_as_rules(),
                _ => return Ok(false),
            }
        }
    }

    /// The error of a line that can be a rule or a row.
    pub(super) fn unclear(&self) -> ParseError {
        let rule = self.rows.iter().find(|row| row.may_be_rule || row.was_unclear).unwrap_or(&self.rows[0]);
        rule.error_at(0, ParseErrorKind::RuleOrRow)
    }

    /// The reading in which the possible rules are rows.
    fn fit_as_rows(&self, others: usize) -> Fit {
        let gaps = || self.rows.iter().map(|row| row.gap);
        if first_break(gaps().take(9)).is_some() || first_break(gaps().skip(9).take(9)).is_some() {
            Fit::No
        } else if others < 9 {
            // Even nine rows do not count before the other reading has as many.
            Fit::Open
        } else if conflict(self.rows.iter()) {
            Fit::Conflicting
        } else {
            Fit::Whole
        }
    }

    /// The reading in which they are rules: they stand between bands, and the other rows have the gaps of a grid.
    fn fit_as_rules(&self, others: usize) -> Fit {
        let at_bands: usize = (0..4).map(|band| self.rules_after(3 * band)).sum();
        let rules = self.rows.len() - others;
        let (first, second) = (self.rules_after(3), self.rules_after(6));
        let mut carried = Gap::Nothing;
        let mut gaps: Vec<Gap> = Vec::with_capacity(16);
        for row in &self.rows {
            let gap = row.gap.max(carried);
            carried = if row.may_be_rule { gap.max(Gap::Rule) } else { Gap::Nothing };
            if !row.may_be_rule {
                gaps.push(gap);
            }
        }
        // The row after a rule at the end has this gap.
        gaps.extend((carried > Gap::Nothing).then_some(carried));
        // At most two rules stand together, and those between bands are alike.
        let are_at_bands = at_bands == rules
            && (0..4).all(|band| self.rules_after(3 * band) < 3)
            && (second == 0 || first > 0)
            && (others < 7 || first.min(1) == second.min(1));
        let fits = (are_at_bands || self.alternate(others)) && first_break(gaps.into_iter().take(9)).is_none();
        match fits {
            false => Fit::No,
            true if others < 9 => Fit::Open,
            true if conflict(self.rows.iter().filter(|row| !row.may_be_rule)) => Fit::Conflicting,
            true => Fit::Whole,
        }
    }

    /// The number of possible rules that have this many other rows before them.
    fn rules_after(&self, rows: usize) -> usize {
        let mut before = 0;
        let is_there = |row: &&Row| {
            before += usize::from(!row.may_be_rule);
            row.may_be_rule && before == rows
        };
        self.rows.iter().filter(is_there).count()
    }

    /// Whether there is a rule between each two rows, and perhaps one at the start and the end.
    fn alternate(&self, others: usize) -> bool {
        (1..others).all(|row| self.rules_after(row) == 1) && self.rules_after(0) < 2 && self.rules_after(others) < 2
    }

    /// What marks the blanks of some of the rows.
    fn signs_of(&self, is_counted: impl Fn(&Row) -> bool) -> Signs {
        let mut signs = Signs::default();
        let rows = self.rows.iter().filter(|row| row.error.is_none() && is_counted(row));
        rows.for_each(|row| signs.add(row.signs));
        signs
    }

    /// Takes the possible rules for rows.
    ///
    /// # Errors
    /// Lines of the same sign were rules in a grid before.
    fn keep_as_rows(&mut self) -> Result<(), ParseError> {
        if self.signs_of(|row| row.may_be_rule).is_within(self.removed_signs) {
            return Err(self.unclear());
        }
        for row in self.rows.iter_mut().filter(|row| row.may_be_rule) {
            (row.may_be_rule, row.was_unclear) = (false, true);
            self.row_signs.add(row.signs);
        }
        Ok(())
    }

    /// Takes the possible rules for rules.
    fn take_as_rules(&mut self) {
        self.removed_signs.add(self.signs_of(|row| row.may_be_rule));
        self.remove_rules();
    }

    pub(super) fn remove_rules(&mut self) {
        while let Some(at) = self.rows.iter().position(|row| row.may_be_rule) {
            self.remove_rule(at);
        }
    }

    /// Removes a rule; the row after it has the gap of both.
    fn remove_rule(&mut self, at: usize) {
        let rule = self.rows.remove(at);
        let (gap, follows_rule) = with_rule(rule.gap, rule.follows_rule);
        let (next_gap, next_follows) = match self.rows.get_mut(at) {
            Some(next) => (&mut next.gap, &mut next.follows_rule),
            None => (&mut self.gap, &mut self.after_rule),
        };
        (*next_gap, *next_follows) = ((*next_gap).max(gap), follows_rule || gap == Gap::Rule);
    }

    /// Removes possible rules that cannot be rows: their sign is not the one that marks blanks, their cells are apart and those of
    /// rows are not, or a gap follows the first one.
    fn drop_rules(&mut self) {
        let signs = self.signs_of(|row| !row.may_be_rule);
        let has = |is_packed: bool| {
            self.rows.iter().any(|row| !row.may_be_rule && row.error.is_none() && row.is_packed == is_packed)
        };
        let (packed, spaced) = (has(true), has(false));
        let any = packed || spaced;
        // Two rows of blanks between bands of nothing but digits are rules.
        let between_bands = self.rules_after(3) > 0 && self.rules_after(6) > 0 && signs.is_empty();
        let mut at = 0;
        while at < self.rows.len() {
            let row = &self.rows[at];
            let wrong_sign = any && !signs.is_within(row.signs) || between_bands;
            let wrong_style = any && (row.is_packed && !packed || !row.is_packed && !spaced);
            let before_gap = at == 0 && self.rows.get(1).is_some_and(|next| next.gap >= Gap::BlankLine);
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

/// The digit of a cell, or 0 if it is a blank or has several candidates.
fn digit(mask: Mask) -> u8 {
    if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 }
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

/// The grid of nine rows, with its candidates if some words were candidates.
pub(super) fn grid_of(rows: &[Row]) -> Result<(Grid, Option<Candidates>), ParseError> {
    if let Some(error) = rows.iter().find_map(|row| row.error.as_deref()) {
        return Err(error.clone());
    }
    let has_labels = check_labels(rows)?;
    if !has_labels {
        check_shapes(rows)?;
    }
    let mut signs = Signs::default();
    let mut masks = [0; CELLS];
    for (row, cells) in rows.iter().zip(masks.chunks_exact_mut(9)) {
        cells.copy_from_slice(&row.masks);
        if has_labels && row.shape == Shape::Trailing {
            // The number of the row was taken for a cell, and its last cell, which is empty, was not.
            cells.rotate_left(1);
            cells[8] = 0;
        }
        signs.add(if has_labels && row.shape == Shape::Trailing { Signs::EMPTY } else { row.signs });
    }
    if signs.disagree() {
        let wrong = rows.iter().find(|row| row.signs != rows[0].signs && !row.signs.is_empty()).unwrap_or(&rows[0]);
        return Err(wrong.error_at(0, ParseErrorKind::SeveralBlanks));
    }
    // The digits of a web page may be in its tags.
    if masks == [0; CELLS] && rows.iter().all(|row| row.is_table) {
        let what = "digits between the tags";
        return Err(rows[0].error_at(0, ParseErrorKind::Expected { what, found: "empty cells only" }));
    }
    let several = masks.iter().filter(|mask| mask.count_ones() > 1).count();
    if several > 0 && (several < CANDIDATE_CELLS || masks.contains(&0)) {
        let cell = masks.iter().position(|mask| mask.count_ones() > 1).unwrap_or_default();
        let digits: String = (1..=9).filter(|d| masks[cell] >> (d - 1) & 1 == 1).map(|d| d.to_string()).collect();
        return Err(rows[cell / 9].error_at(cell % 9, ParseErrorKind::ExpectedOneCell(digits)));
    }
    let mut grid = Grid::EMPTY;
    for (d, mask) in grid.cells_mut().iter_mut().zip(masks) {
        *d = digit(mask);
    }
    if !grid.obeys_rules()
        && let Some(conflict) = grid.conflict()
    {
        let cell = conflict.second.index();
        return Err(rows[cell / 9].error_at(cell % 9, ParseErrorKind::Conflict(conflict)));
    }
    Ok((grid, (several > 0).then(|| Candidates::from_masks(masks))))
}

/// Whether each row has its number in front of it. Without numbers that count from 0 or 1, ten cells are one too many.
fn check_labels(rows: &[Row]) -> Result<bool, ParseError> {
    let is_labelled = |row: &&Row| row.label.is_some() && row.shape != Shape::Trailing;
    let first = rows[0].label;
    let in_order = rows.iter().zip(0u8..).all(|(row, i)| row.label == first.map(|first| first + i));
    let are_numbers = in_order && matches!(first, Some(0 | 1));
    match rows.iter().find(is_labelled) {
        Some(_) if are_numbers => Ok(true),
        // The numbers could be cells, and the last field nothing.
        None if !are_numbers => Ok(false),
        labelled => Err(labelled.unwrap_or(&rows[0]).error_at(8, ParseErrorKind::RowLength(10))),
    }
}

/// Rows with empty fields have the same shape, and if spaces are blanks, some of them stand between digits: at both ends of a
/// line they could be nothing.
fn check_shapes(rows: &[Row]) -> Result<(), ParseError> {
    let Some(first) = rows.iter().find(|row| row.shape != Shape::Plain) else { return Ok(()) };
    if let Some(wrong) = rows.iter().find(|row| row.shape != Shape::Plain && row.shape != first.shape) {
        let found = if wrong.shape == Shape::Trailing { 10 } else { 9 };
        return Err(wrong.error_at(0, ParseErrorKind::RowLength(found)));
    }
    let has_space = |row: &&Row| {
        let last = row.masks.iter().rposition(|&mask| mask != 0).unwrap_or_default();
        row.masks[..last].contains(&0)
    };
    if first.shape == Shape::Spaces && rows.iter().filter(has_space).count() < ROWS_WITH_SPACES {
        let digits = first.masks.iter().filter(|&&mask| mask != 0).count();
        return Err(first.error_at(0, ParseErrorKind::RowLength(digits)));
    }
    Ok(())
}
