//! Rows to the rows of grids: the rows since the last grid wait until the rules at the head of
//! [`super`] show which of them belong together.
//!
//! A grid is complete with its ninth row, unless something is uncertain: a row may be a rule, or
//! the numbers of columns; or the grid before may have had a row too few or too many.

use std::mem;

use super::gaps::{Gap, Row, grid_end, remove_rules, remove_sure_rules, widest_gap};
use super::grids::are_whole_grids;

/// The most rows that wait: those of ten grids.
const MAX_ROWS: usize = 90;

/// The rows that wait, and the gap below them.
pub(super) struct Window {
    rows: Vec<Row>,
    /// The gap since the last row.
    gap: Gap,
    start: Start,
}

/// Where the next grid starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Start {
    /// With the next row.
    #[default]
    Known,
    /// The next rows may belong to a grid that was refused. A grid starts below a gap wider than
    /// this, or with the next row if all rows up to such a gap make whole grids.
    After(Gap),
}

/// What rows that belong together are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowsVerdict {
    /// Nine rows for each grid, or fewer for one that is incomplete.
    Grids,
    /// It is not known where a grid starts, or which of the rows are rules.
    Unclear,
}

impl Default for Window {
    /// Without rows. What is above the input is like a break.
    fn default() -> Window {
        Window {
            rows: Vec::new(),
            gap: Gap::Break,
            start: Start::Known,
        }
    }
}

impl Window {
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows that wait.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Whether no row waits, and the next one starts a grid.
    pub(super) fn is_clear(&self) -> bool {
        self.rows.is_empty() && self.start == Start::Known
    }

    /// Whether the line before was a row, or a rule after one.
    pub(super) fn is_right_below_row(&self) -> bool {
        self.gap < Gap::EmptyLine
    }

    pub(super) fn add_rule(&mut self) {
        self.gap = self.gap.with_rule();
    }

    pub(super) fn add_empty_line(&mut self) {
        self.gap = self.gap.with_empty_line();
    }

    /// Ends the grid that has begun: text, or the end of the input, comes before its ninth row.
    pub(super) fn add_break(&mut self) {
        self.gap = Gap::Break;
    }

    /// Notes a whole grid that did not wait here.
    pub(super) fn skip_grid(&mut self) {
        self.gap = Gap::Nothing;
    }

    /// Notes that the next row starts a grid.
    pub(super) fn trust_start(&mut self) {
        self.start = Start::Known;
    }

    /// Notes that the next rows may belong to a grid that was refused, whose widest gap was this.
    pub(super) fn doubt_start(&mut self, widest: Gap) {
        self.start = Start::After(widest);
    }

    /// Notes that the next rows may belong to a grid that was refused or is not known, whatever the
    /// gap above them is.
    pub(super) fn doubt_start_until_break(&mut self) {
        // No gap is wider.
        self.start = Start::After(Gap::Break);
    }

    /// Adds the next row.
    pub(super) fn push(&mut self, mut row: Row) {
        row.gap_above = mem::take(&mut self.gap);
        if self.rows.is_empty() && self.start.is_settled_by(row.gap_above) {
            self.start = Start::Known;
        }
        self.rows.push(row);
    }

    /// Moves rows at the start that belong together into `taken`, if there are some, and says what
    /// they are.
    pub(super) fn take_rows(&mut self, taken: &mut Vec<Row>) -> Option<RowsVerdict> {
        remove_sure_rules(&mut self.rows, &mut self.gap);
        let count = self.count_known_rows()?;
        taken.clear();
        taken.extend(self.rows.drain(..count));
        let start = mem::take(&mut self.start);
        Some(self.judge(taken, start))
    }

    /// Says what rows are that belong together, and removes the rules among them. `start`: where
    /// their grid starts.
    fn judge(&self, rows: &mut Vec<Row>, start: Start) -> RowsVerdict {
        match rows.len() {
            9 => RowsVerdict::Grids,
            // An incomplete grid, perhaps with rules.
            ..9 if start == Start::Known || self.gap == Gap::Break => {
                remove_rules(rows, &mut Gap::default(), |row| row.is_ambiguous);
                RowsVerdict::Grids
            }
            // They may be the end of the grid above.
            ..9 => RowsVerdict::Unclear,
            // Several grids, or a grid with rules.
            10.. => keep_whole_grids(rows),
        }
    }

    /// How many rows at the start belong together, if that is known: nine, or fewer if a gap ends
    /// the grid. Where something is uncertain, they are all rows up to a gap that cannot be inside
    /// a grid.
    fn count_known_rows(&self) -> Option<usize> {
        let rows = &self.rows[..];
        if rows.is_empty() {
            return None;
        }
        if let Some(end) = grid_end(rows) {
            return Some(end);
        }
        let has_ambiguous = rows.iter().take(9).any(|row| row.is_ambiguous);
        if rows.len() >= 9 && self.start == Start::Known && !has_ambiguous {
            return Some(9);
        }
        let widest = widest_gap(rows);
        let end = (9..=rows.len()).find(|&count| self.gap_below(count) > widest);
        if end.is_some() {
            return end;
        }
        let must_end = self.gap == Gap::Break || rows.len() >= MAX_ROWS;
        must_end.then_some(rows.len())
    }

    /// The gap below this many rows.
    fn gap_below(&self, count: usize) -> Gap {
        match self.rows.get(count) {
            Some(row) => row.gap_above,
            None => self.gap,
        }
    }
}

impl Start {
    /// Whether a gap of this width shows that a grid starts below it.
    fn is_settled_by(self, gap: Gap) -> bool {
        match self {
            Start::Known => true,
            Start::After(widest) => gap > widest,
        }
    }
}

/// Decides between two readings of rows: the ambiguous ones are rows, or else they are rules.
/// Exactly one of these must give whole grids. Removes the rules.
///
/// Without this, 2.6 % of the intact grids of `grids_in_rows_are_read_as_written_or_refused` are
/// refused; with it 0.15 %.
fn keep_whole_grids(rows: &mut Vec<Row>) -> RowsVerdict {
    let mut without_rules = rows.clone();
    remove_rules(&mut without_rules, &mut Gap::default(), |row| {
        row.is_ambiguous
    });
    let has_rules = without_rules.len() < rows.len();
    let are_rules = has_rules && are_whole_grids(&without_rules);
    match (are_whole_grids(rows), are_rules) {
        (true, false) => RowsVerdict::Grids,
        (false, true) => {
            *rows = without_rules;
            RowsVerdict::Grids
        }
        (true, true) | (false, false) => RowsVerdict::Unclear,
    }
}
