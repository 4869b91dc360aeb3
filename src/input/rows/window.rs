//! Rows to the sections that are decided together. Rows wait in a window until it is certain which
//! of them belong to one grid; see "Gaps", "Two readings" and "Doubt" at the head of [`super`].
//!
//! ```text
//! 9 rows                          a section: a grid is complete with its ninth row
//! 4 rows, 2 empty lines, ...      a section: the gap ends an incomplete grid
//! 9 rows, one of them ---------   wait for more: that row may be a rule, and then one is missing
//! 9 rows below a refused grid     wait for more: the first one may belong to that grid
//! 11 or 27 rows, an empty line    a section: a grid with two rules, or three grids
//! ```
//!
//! A section of rows that wait ends above a gap that is too wide to be inside its first grid.

use std::mem;

use super::gaps::{Gap, grid_end, remove_certain_rules, widest_gap, without_ambiguous};
use super::grids::are_whole_grids;
use super::row::Row;
use crate::input::cells::Symbol;
use crate::input::error::{ParseError, UNKNOWN_START};

/// The most rows that wait: those of ten grids.
const MAX_ROWS: usize = 90;

/// The rows that wait, and the gap below them.
pub(super) struct Window {
    rows: Vec<Row>,
    /// The gap since the last row, which may no longer be in the window.
    gap: Gap,
    start: GridStart,
}

/// Whether the first row of the window, or the next row if it is empty, starts a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum GridStart {
    #[default]
    Certain,
    /// It may still belong to a grid that was refused. A row starts a grid if the gap above it is
    /// wider than this, or if all rows of its section make whole grids.
    Doubtful(Gap),
}

impl GridStart {
    /// The row may belong to a grid that was refused or lost, whatever the gap above it is.
    pub(super) const DOUBTFUL_BELOW_ANY_GAP: GridStart = GridStart::Doubtful(Gap::Break);
}

/// What the rows of a section are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SectionKind {
    /// Nine rows for each grid, or fewer for one that is incomplete. No row is a rule.
    Grids,
    /// It is not known where a grid starts, or which of the rows are rules.
    Unclear,
}

impl Default for Window {
    /// An empty window at the start of the input, which is like a break.
    fn default() -> Window {
        Window {
            rows: Vec::new(),
            gap: Gap::Break,
            start: GridStart::Certain,
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

    /// The error of the rows that wait if the input breaks off here, unless they are less than a
    /// grid.
    pub(super) fn cut_off_error(&self) -> Option<ParseError> {
        let nine = self.rows.first_chunk::<9>()?;
        Some(nine[0].error(UNKNOWN_START))
    }

    /// Whether no row waits, and the next one certainly starts a grid.
    pub(super) fn expects_grid(&self) -> bool {
        self.rows.is_empty() && self.start == GridStart::Certain
    }

    /// Whether the line before was a row, or a rule after one.
    pub(super) fn is_right_below_row(&self) -> bool {
        self.gap < Gap::EmptyLine
    }

    /// Whether a fixed-width row is right above, in which spaces are blanks.
    pub(super) fn is_right_below_fixed_width_row(&self) -> bool {
        let Some(row) = self.rows.last() else {
            return false;
        };
        self.is_right_below_row() && row.blank_symbols.contains(Symbol::Character(b' '))
    }

    pub(super) fn add_rule(&mut self) {
        self.gap = self.gap.with_rule();
    }

    pub(super) fn add_empty_line(&mut self) {
        self.gap = self.gap.with_empty_line();
    }

    /// Adds text, or the end of the input: the grid that has begun ends here.
    pub(super) fn add_break(&mut self) {
        self.gap = Gap::Break;
    }

    /// Notes that the line above is the last of a grid that did not wait here.
    pub(super) fn note_grid(&mut self) {
        self.gap = Gap::Nothing;
    }

    /// Notes whether the next row starts a grid, after one that was refused, lost or has ended.
    pub(super) fn set_start(&mut self, start: GridStart) {
        self.start = start;
    }

    /// Adds the next row, below the gap since the last one.
    pub(super) fn push(&mut self, mut row: Row) {
        row.gap_above = mem::take(&mut self.gap);
        if self.rows.is_empty()
            && let GridStart::Doubtful(widest) = self.start
            && row.gap_above > widest
        {
            self.start = GridStart::Certain;
        }
        self.rows.push(row);
    }

    /// Replaces `section` by the rows of the first section, which leave the window, and returns
    /// what they are. Returns `None` if its end is not known yet.
    pub(super) fn take_section(&mut self, section: &mut Vec<Row>) -> Option<SectionKind> {
        remove_certain_rules(&mut self.rows, &mut self.gap);
        let length = self.section_length()?;
        section.clear();
        section.extend(self.rows.drain(..length));
        let start = mem::take(&mut self.start);
        Some(resolve_section(section, start, self.gap))
    }

    /// How many rows the first section has, if that is known.
    fn section_length(&self) -> Option<usize> {
        if self.rows.is_empty() {
            return None;
        }
        if let Some(end) = grid_end(&self.rows) {
            return Some(end);
        }
        if self.starts_with_certain_grid() {
            return Some(9);
        }
        let must_end = self.gap == Gap::Break || self.rows.len() >= MAX_ROWS;
        self.length_to_wide_gap()
            .or_else(|| must_end.then_some(self.rows.len()))
    }

    /// The number of rows above the first gap, below the ninth row or later, that is wider than all
    /// gaps inside the first grid.
    fn length_to_wide_gap(&self) -> Option<usize> {
        let widest = widest_gap(&self.rows);
        (9..=self.rows.len()).find(|&count| self.gap_above(count) > widest)
    }

    /// Whether the first nine rows are certainly the rows of one grid.
    fn starts_with_certain_grid(&self) -> bool {
        let Some(rows) = self.rows.first_chunk::<9>() else {
            return false;
        };
        self.start == GridStart::Certain && !rows.iter().any(|row| row.is_ambiguous)
    }

    /// The gap above the row at an index, which may be the row that comes next.
    fn gap_above(&self, index: usize) -> Gap {
        match self.rows.get(index) {
            Some(row) => row.gap_above,
            None => self.gap,
        }
    }
}

/// Removes the rules from a section that has left a window, and returns what its rows are. The
/// arguments are how the window started, and the gap below all rows that waited in it.
fn resolve_section(section: &mut Vec<Row>, start: GridStart, gap_below_window: Gap) -> SectionKind {
    match section.len() {
        // After a doubtful start, a few rows may be the end of the grid above, and the next grid
        // starts below them. If text follows all rows that wait, no more of them can come, and each
        // section gets its own error.
        ..9 if start != GridStart::Certain && gap_below_window != Gap::Break => {
            SectionKind::Unclear
        }
        // An incomplete grid, perhaps with rules.
        ..9 => {
            *section = without_ambiguous(section);
            SectionKind::Grids
        }
        // If one of the rows were a rule, the grid would be incomplete.
        9 => SectionKind::Grids,
        10.. => choose_reading(section),
    }
}

/// Chooses between two readings of a section: the ambiguous rows are rows, or they are rules, which
/// it then removes. Exactly one of these must give whole grids.
fn choose_reading(section: &mut Vec<Row>) -> SectionKind {
    let without_rules = without_ambiguous(section);
    let has_rules = without_rules.len() < section.len();
    let are_rules = has_rules && are_whole_grids(&without_rules);
    match (are_whole_grids(section), are_rules) {
        (true, false) => SectionKind::Grids,
        (false, true) => {
            *section = without_rules;
            SectionKind::Grids
        }
        (true, true) | (false, false) => SectionKind::Unclear,
    }
}
