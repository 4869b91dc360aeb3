//! Rows and the gaps between them: which rows are rules, where a grid ends, and whether nine rows
//! can be a grid.

use super::cells::{EMPTY_SYMBOL, EMPTY_SYMBOLS, LineCell, bit_of, blank_symbols, grid_of_digits, is_numbering};
use super::error::{Fault, ParseError, RULE_OR_ROW};
use super::records::GridResult;
use super::tokens::NULL_SYMBOL;
use crate::grid::{Candidates, Grid, digit_from_byte};

/// Words of several digits are candidates if a grid has this many of them; fewer are mistakes.
pub(crate) const MIN_CANDIDATE_CELLS: usize = 4;

/// The gap between two rows. The order is from narrow to wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    #[default]
    Nothing,
    Rule,
    Rules,
    EmptyLine,
    EmptyLines,
    /// A heading or a number, which only separates grids.
    Break,
}

impl Gap {
    /// The gap that two gaps and a rule between them make.
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
    /// One more cell: if it is empty, a separator follows the ninth; otherwise the first is the row
    /// number.
    pub(super) tenth: Option<LineCell>,
    pub(super) is_ambiguous: bool,
    /// The symbols of its blanks, see [`blank_symbols`].
    pub(super) blank_symbols: u64,
    pub(super) error: Option<Box<ParseError>>,
    pub(super) gap_above: Gap,
}

impl Row {
    /// A line that should be a row but cannot be read.
    pub(super) fn of_error(error: ParseError) -> Row {
        let cells = [LineCell { symbol: NULL_SYMBOL, ..LineCell::default() }; 9];
        Row { line: error.line, cells, error: Some(Box::new(error)), ..Row::default() }
    }

    /// An error at a cell.
    pub(super) fn error_at(&self, cell: usize, fault: Fault) -> ParseError {
        ParseError::new(self.line, Some(self.cells[cell].offset as usize + 1), fault)
    }
}

/// The widest gap inside the first nine rows.
pub(super) fn widest_gap(rows: &[Row]) -> Gap {
    rows.iter().take(9).skip(1).map(|row| row.gap_above).max().unwrap_or_default()
}

/// The row at which, by the gaps between the rows, another grid begins. In a grid all gaps inside
/// bands are alike; the two between bands are alike and no narrower. If some are not, the last of the
/// widest gaps so far is between two grids.
pub(super) fn grid_end(rows: &[Row]) -> Option<usize> {
    let gap = |row: usize| rows[row].gap_above;
    let misfit = (2..rows.len().min(9)).find(|&row| match row {
        3 => gap(row) < gap(1),
        6 => gap(row) != gap(3),
        _ => gap(row) != gap(1),
    })?;
    (1..=misfit).max_by_key(|&row| gap(row))
}

/// Removes the rows that turn out to be rules. The gap above a rule is added to the gap below it,
/// which is that of the next row or `gap_below`.
fn remove_rules_where(rows: &mut Vec<Row>, gap_below: &mut Gap, is_rule: impl Fn(&Row) -> bool) {
    let mut before = None;
    rows.retain_mut(|row| {
        row.gap_above = before.map_or(row.gap_above, |gap| row.gap_above.with_rule(gap));
        before = is_rule(row).then_some(row.gap_above);
        before.is_none()
    });
    *gap_below = before.map_or(*gap_below, |gap| gap_below.with_rule(gap));
}

/// Removes ambiguous rows that must be rules: the sure rows have other symbols for blanks.
pub(super) fn remove_rules(rows: &mut Vec<Row>, gap_below: &mut Gap) {
    if rows.iter().any(|row| row.is_ambiguous) {
        let sure = rows.iter().filter(|row| !row.is_ambiguous);
        let symbols = sure.fold(0, |symbols, row| symbols | row.blank_symbols) & !bit_of(NULL_SYMBOL);
        let has_other = |row: &Row| symbols != 0 && row.blank_symbols != 0 && row.blank_symbols & symbols == 0;
        remove_rules_where(rows, gap_below, |row| row.is_ambiguous && has_other(row));
    }
}

/// The readings of some rows that make whole grids: all rows as they are, and without the ambiguous
/// ones.
pub(super) fn readings(rows: &[Row]) -> Vec<Vec<Row>> {
    let mut readings = vec![rows.to_vec()];
    if rows.iter().any(|row| row.is_ambiguous) {
        readings.push(rows.to_vec());
        remove_rules_where(&mut readings[1], &mut Gap::default(), |row| row.is_ambiguous);
    }
    readings.retain_mut(|rows| !rows.is_empty() && rows.chunks_mut(9).all(is_grid));
    readings
}

/// Whether rows are nine that fit, and no digit is repeated.
fn is_grid(rows: &mut [Row]) -> bool {
    rows.len() == 9
        && grid_end(rows).is_none()
        && remove_tenth_cells(rows).is_none()
        && grid_of_digits(rows.iter().map(|row| &row.cells)).obeys_rules()
}

/// The error of the first damaged row.
pub(super) fn damage(rows: &[Row]) -> Option<ParseError> {
    rows.iter().find_map(|row| row.error.as_deref().cloned())
}

/// The grid of nine rows, with its candidates if some words were candidates. If it is an attempt at
/// the grid above, its digits may conflict.
pub(super) fn grid_of(rows: &mut [Row], above: Option<Grid>) -> GridResult {
    if let Some(error) = damage(rows).or_else(|| remove_tenth_cells(rows)) {
        return Err(error);
    }
    let grid = grid_of_digits(rows.iter().map(|row| &row.cells));
    let symbols = rows.iter().fold(0, |symbols, row| symbols | row.blank_symbols);
    let cells = || rows.iter().flat_map(|row| &row.cells).enumerate();
    let several = || cells().filter(|(_, cell)| cell.mask.count_ones() > 1);
    let count = several().count();
    // Separators alone, or lines of one space, may be an empty table. If every second place of packed
    // rows is a space, the spaces may only separate five columns.
    let is_packed = rows[0].cells[8].offset - rows[0].cells[0].offset <= 8;
    let may_be_table = symbols == bit_of(EMPTY_SYMBOL) && grid == Grid::EMPTY
        || symbols == bit_of(b' ') && grid.clues().all(|clue| clue.cell.column() % 2 == 1);
    let (cell, fault) = if symbols.count_ones() > 1
        && let Some(cell) = find_other_blank(cells())
    {
        let expected = "expected one symbol for all blanks of the grid";
        (cell, Fault::Expected(expected, "two: use 0 or . for each".into()))
    } else if is_packed && may_be_table {
        (0, RULE_OR_ROW)
    } else if count < MIN_CANDIDATE_CELLS
        && let Some((cell, _)) = several().next()
    {
        (cell, Fault::Expected("expected one cell", "several digits".into()))
    } else if count == 0
        && let Some(conflict) = grid.conflict()
        // Candidates that conflict have no solution, but none of them is wrong by itself. An attempt
        // whose digits conflict is wrong, but no row is missing.
        && !above.is_some_and(|above| grid.is_attempt_at(&above))
    {
        (conflict.second.index(), Fault::Conflict(conflict))
    } else {
        // A blank among candidates can hold any digit.
        let mut masks = cells().map(|(_, cell)| if cell.mask == 0 { 0x1ff } else { cell.mask });
        let candidates = || Candidates::from_masks(std::array::from_fn(|_| masks.next().unwrap_or_default()));
        return Ok((grid, (count > 0).then(candidates)));
    };
    Err(rows[cell / 9].error_at(cell % 9, fault))
}

/// Reduces ten cells to nine. If the first cells of all rows count from 0 or 1, they are row
/// numbers; otherwise the tenth must be empty, in each row with empty fields or in none.
fn remove_tenth_cells(rows: &mut [Row]) -> Option<ParseError> {
    let are_numbered = rows.iter().all(|row| row.tenth.is_some()) && is_numbering(rows.iter().map(|row| &row.cells[0]));
    let has_empty = |row: &Row| row.blank_symbols & EMPTY_SYMBOLS != 0;
    let any_short = || rows.iter().any(|row| row.tenth.is_none() && has_empty(row));
    let wrong = rows.iter().find_map(|row| {
        let tenth = row.tenth?;
        let is_empty = bit_of(tenth.symbol) & EMPTY_SYMBOLS != 0;
        let is_wrong = if is_empty { has_empty(row) && any_short() } else { !are_numbered };
        is_wrong.then(|| ParseError::new(row.line, Some(tenth.offset as usize + 1), Fault::WrongCount(9, 10)))
    });
    for row in rows.iter_mut().filter(|_| are_numbered) {
        row.cells.rotate_left(1);
        row.cells[8] = row.tenth.take().unwrap_or_default();
        row.blank_symbols = blank_symbols(&row.cells);
    }
    wrong
}

/// The first blank whose symbol does not go with those before it. An empty field, or a symbol that is
/// not always a blank, goes only with words such as `null`.
fn find_other_blank<'a>(cells: impl Iterator<Item = (usize, &'a LineCell)>) -> Option<usize> {
    let class = |cell: &LineCell| if digit_from_byte(cell.symbol) == Some(0) { b'.' } else { cell.symbol };
    let mut blanks = cells.filter(|(_, cell)| cell.mask == 0 && cell.symbol != NULL_SYMBOL);
    let (_, first) = blanks.next()?;
    blanks.find(|(_, cell)| class(cell) != class(first)).map(|(at, _)| at)
}
