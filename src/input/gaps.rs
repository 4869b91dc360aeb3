//! Rows, the gaps between them, and the lines that may be rows or rules.

use super::cells::{Layout, LineCell, NULL, bit};
use super::error::{Fault, ParseError};

/// What stands between two rows, the wider the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    #[default]
    Nothing,
    Rule,
    Rules,
    EmptyLine,
    EmptyLines,
    /// What only stands between grids: a heading, or a number.
    Break,
}

impl Gap {
    /// Two gaps and a rule between them.
    pub(super) fn with_rule(self, other: Gap) -> Gap {
        match self.max(other) {
            Gap::Nothing => Gap::Rule,
            Gap::Rule => Gap::Rules,
            wide => wide,
        }
    }
}

/// A row of nine cells, or a line in its place that cannot be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) line: u64,
    pub(super) cells: [LineCell; 9],
    /// One more cell: if it is empty, a separator has followed the last; otherwise the first is the number of the row.
    pub(super) tenth: Option<LineCell>,
    pub(super) layout: Layout,
    /// Those of its blanks, see [`signs_of`](super::cells::signs_of).
    pub(super) signs: u128,
    pub(super) error: Option<Box<ParseError>>,
    /// The gap before it.
    pub(super) gap: Gap,
}

impl Row {
    /// A line that should be a row but cannot be read.
    pub(super) fn of_error(error: ParseError) -> Row {
        let cells = [LineCell { mask: 0, sign: NULL, at: error.column.map_or(0, |column| column as u32 - 1) }; 9];
        Row { line: error.line, cells, error: Some(Box::new(error)), ..Row::default() }
    }

    /// An error at a cell.
    pub(super) fn error_at(&self, cell: usize, fault: Fault) -> ParseError {
        ParseError::new(self.line, Some(self.cells[cell].at as usize + 1), fault)
    }
}

/// The widest gap inside of the first nine rows.
pub(super) fn widest_gap(rows: &[Row]) -> Gap {
    rows.iter().take(9).skip(1).map(|row| row.gap).max().unwrap_or_default()
}

/// Where the gaps before some rows show that two grids meet. In a grid all gaps inside bands are alike; the two between bands are alike
/// and no narrower.
pub(super) fn first_break(rows: &[Row]) -> Option<usize> {
    let gap = |row: usize| rows.get(row).map(|row| row.gap);
    let inner = gap(1)?;
    if inner == Gap::Break {
        return Some(1);
    }
    let band = gap(3).unwrap_or_default();
    (2..rows.len().min(9)).find_map(|row| {
        let gap = rows[row].gap;
        let fits = match row {
            3 => gap >= inner && gap < Gap::Break,
            6 => gap == band,
            _ => gap == inner,
        };
        // If this gap is narrower than an earlier one, the earlier one was between two grids: that before row 1, or that before row 3.
        let is_narrow = if row == 6 { gap < band } else { gap < inner };
        let earlier = if row < 6 { 1 } else { 3 };
        (!fits).then_some(if is_narrow { earlier } else { row })
    })
}

/// The signs of blanks in the rows that are sure to be rows.
pub(super) fn sure_signs(rows: &[Row]) -> u128 {
    let sure = rows.iter().filter(|row| !row.layout.is_unsure && row.error.is_none());
    sure.fold(0, |signs, row| signs | row.signs) & !bit(NULL)
}

/// Removes the rows that turn out to be rules. The gap above a rule is added to the gap below it: that of the next row, or `end`.
fn remove_rules(rows: &mut Vec<Row>, end: &mut Gap, mut is_rule: impl FnMut(&Row) -> bool) {
    let mut before = None;
    rows.retain_mut(|row| {
        row.gap = before.map_or(row.gap, |gap| row.gap.with_rule(gap));
        before = is_rule(row).then_some(row.gap);
        before.is_none()
    });
    *end = before.map_or(*end, |gap| end.with_rule(gap));
}

/// Removes rules: other signs than theirs mark the blanks of the rows, or if these have none, of the grids before.
pub(super) fn drop_rules(rows: &mut Vec<Row>, end: &mut Gap, signs_before: u128) {
    if rows.iter().any(|row| row.layout.is_unsure) {
        let signs = sure_signs(rows);
        let signs = if signs == 0 { signs_before } else { signs };
        let is_rule = |row: &Row| row.layout.is_unsure && row.signs != 0 && row.signs & signs == 0;
        remove_rules(rows, end, |row| signs != 0 && is_rule(row));
    }
}

/// The rows that are certain to be rows.
pub(super) fn sure_rows(rows: &[Row]) -> Vec<Row> {
    let mut others = rows.to_vec();
    // Column numbers can only stand above a grid.
    let mut kept = 0_usize;
    let is_rule = |row: &Row| {
        let is_rule = row.layout.is_unsure && (row.signs != 0 || kept.is_multiple_of(9));
        kept += usize::from(!is_rule);
        is_rule
    };
    remove_rules(&mut others, &mut Gap::default(), is_rule);
    others
}
