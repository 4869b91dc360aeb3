//! Rows and the gaps between them: which rows are rules, where a grid ends, and whether nine rows
//! can be a grid.

use super::cells::{
    EMPTY_SYMBOL, EMPTY_SYMBOLS, LineCell, bit_of, blank_symbols, grid_of_digits, is_numbering,
};
use super::error::{Fault, ParseError, RULE_OR_ROW, too_few_rows};
use super::tokens::NULL_SYMBOL;
use crate::grid::{Candidates, Grid, Marked, digit_from_byte};

/// Words of several digits are candidates if a grid has this many of them; fewer are mistakes.
pub(crate) const MIN_CANDIDATE_CELLS: usize = 4;

/// The gap between two rows. The order is from narrow to wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    #[default]
    Nothing,
    Rule,
    /// Such as the bottom of a frame and the top of the next.
    Rules,
    EmptyLine,
    EmptyLines,
    /// A heading or a number, which only separates grids.
    Break,
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
        let cells = [LineCell {
            symbol: NULL_SYMBOL,
            ..LineCell::default()
        }; 9];
        Row {
            line: error.line,
            cells,
            error: Some(Box::new(error)),
            ..Row::default()
        }
    }

    /// An error at a cell.
    pub(super) fn error_at(&self, cell: usize, fault: Fault) -> ParseError {
        ParseError::new(self.line, Some(self.cells[cell].offset as usize + 1), fault)
    }
}

/// The widest gap inside the first nine rows.
pub(super) fn widest_gap(rows: &[Row]) -> Gap {
    rows.iter()
        .take(9)
        .skip(1)
        .map(|row| row.gap_above)
        .max()
        .unwrap_or_default()
}

/// The row at which, by the gaps between the rows, another grid begins. In a grid all gaps inside
/// bands are alike; the two between bands are alike and no narrower. If some are not, the last of
/// the widest gaps so far is between two grids.
pub(super) fn grid_end(rows: &[Row]) -> Option<usize> {
    let gap = |row: usize| rows[row].gap_above;
    let misfit = (2..rows.len().min(9)).find(|&row| match row {
        3 => gap(row) < gap(1),
        6 => gap(row) != gap(3),
        _ => gap(row) != gap(1),
    })?;
    (1..=misfit).max_by_key(|&row| gap(row))
}

/// Removes the rows that are rules. The gap above a rule is added to the gap below it, which is
/// that of the next row or `gap_below`.
fn remove_rules(rows: &mut Vec<Row>, gap_below: &mut Gap, is_rule: impl Fn(&Row) -> bool) {
    while let Some(at) = rows.iter().rposition(&is_rule) {
        let rule = rows.remove(at);
        let below = rows
            .get_mut(at)
            .map_or(&mut *gap_below, |row| &mut row.gap_above);
        *below = rule.gap_above.max(*below).max(Gap::Rule);
    }
}

/// Removes ambiguous rows that must be rules: the sure rows have other symbols for blanks.
pub(super) fn remove_sure_rules(rows: &mut Vec<Row>, gap_below: &mut Gap) {
    let sure = rows.iter().filter(|row| !row.is_ambiguous);
    let symbols = sure.fold(0, |symbols, row| symbols | row.blank_symbols) & !bit_of(NULL_SYMBOL);
    let has_other =
        |row: &Row| symbols != 0 && row.blank_symbols != 0 && row.blank_symbols & symbols == 0;
    remove_rules(rows, gap_below, |row| row.is_ambiguous && has_other(row));
}

/// Whether rows make whole grids without a conflict if the ambiguous ones are rows, or else if they
/// are rules, and not both. Removes them if they are rules.
pub(super) fn keep_whole_grids(rows: &mut Vec<Row>) -> bool {
    let is_grid = |rows: &mut [Row]| {
        let are_nine =
            rows.len() == 9 && grid_end(rows).is_none() && remove_tenth_cells(rows).is_ok();
        are_nine && grid_of_digits(rows.iter().map(|row| &row.cells)).obeys_rules()
    };
    let are_grids = |rows: &mut [Row]| !rows.is_empty() && rows.chunks_mut(9).all(is_grid);
    let mut others = rows.clone();
    remove_rules(&mut others, &mut Gap::default(), |row| row.is_ambiguous);
    let are_rules = others.len() < rows.len() && are_grids(&mut others);
    let are_rows = are_grids(rows);
    if are_rules && !are_rows {
        *rows = others;
    }
    are_rows != are_rules
}

/// The grid of nine rows, with its candidates if some words were candidates. If it is an attempt at
/// the grid above, its digits may conflict.
pub(super) fn grid_of(rows: &mut [Row], above: Option<Grid>) -> Result<Marked, ParseError> {
    if let Some(error) = rows.iter().find_map(|row| row.error.as_deref()) {
        return Err(error.clone());
    }
    let Some((rows, _)) = rows.split_first_chunk_mut::<9>() else {
        let (first, last, fault) = (&rows[0], &rows[rows.len() - 1], too_few_rows(rows.len()));
        // If several rows are on one line, the missing ones also belong there.
        let is_list = rows.len() > 1 && first.line == last.line;
        return Err(match first.gap_above {
            Gap::Nothing => first.error_at(0, fault),
            _ => ParseError::new(last.line + u64::from(!is_list), None, fault),
        });
    };
    remove_tenth_cells(rows)?;
    let grid = grid_of_digits(rows.iter().map(|row| &row.cells));
    let symbols = rows
        .iter()
        .fold(0, |symbols, row| symbols | row.blank_symbols);
    let cells = || rows.iter().flat_map(|row| &row.cells).enumerate();
    let several = || cells().filter(|(_, cell)| cell.mask.count_ones() > 1);
    let count = several().count();
    // An empty field, or a symbol that is not always a blank, goes only with words such as `null`.
    let class = |cell: &LineCell| {
        if digit_from_byte(cell.symbol) == Some(0) {
            b'.'
        } else {
            cell.symbol
        }
    };
    let blanks = || cells().filter(|(_, cell)| cell.mask == 0 && cell.symbol != NULL_SYMBOL);
    // Separators alone may be an empty table. If every second place of packed rows is a space, the
    // spaces may only separate five columns.
    let is_packed = rows[0].cells[8].offset - rows[0].cells[0].offset <= 8;
    let may_be_table = symbols == bit_of(EMPTY_SYMBOL) && grid == Grid::EMPTY
        || is_packed
            && symbols == bit_of(b' ')
            && grid.clues().all(|clue| clue.cell.column() % 2 == 1);
    let (cell, fault) = if symbols.count_ones() > 1
        && let Some((_, (cell, _))) = blanks()
            .zip(blanks().skip(1))
            .find(|((_, a), (_, b))| class(a) != class(b))
    {
        (
            cell,
            Fault::Expected(
                "expected one symbol for all blanks of the grid",
                "two: use 0 or . for each".into(),
            ),
        )
    } else if may_be_table {
        (0, RULE_OR_ROW)
    } else if count < MIN_CANDIDATE_CELLS
        && let Some((cell, _)) = several().next()
    {
        (
            cell,
            Fault::Expected("expected one cell", "several digits".into()),
        )
    } else if count == 0
        && let Some(conflict) = grid.conflict()
        // Candidates that conflict have no solution, but none of them is wrong by itself. An
        // attempt whose digits conflict is wrong, but no row is missing.
        && !above.is_some_and(|above| grid.is_attempt_at(&above))
    {
        (conflict.second.index(), Fault::Conflict(conflict))
    } else {
        // A blank among candidates can hold any digit.
        let mut masks = cells().map(|(_, cell)| if cell.mask == 0 { 0x1ff } else { cell.mask });
        let candidates =
            || Candidates::from_masks(std::array::from_fn(|_| masks.next().unwrap_or_default()));
        return Ok(Marked {
            grid,
            marks: (count > 0).then(candidates),
        });
    };
    Err(rows[cell / 9].error_at(cell % 9, fault))
}

/// Reduces ten cells to nine. If the first cells of all rows count from 0 or 1, they are row
/// numbers; otherwise the tenth must be empty.
fn remove_tenth_cells(rows: &mut [Row]) -> Result<(), ParseError> {
    let are_alike = rows
        .iter()
        .all(|row| row.tenth.is_some() || row.blank_symbols & EMPTY_SYMBOLS == 0);
    let are_numbered = rows.iter().all(|row| row.tenth.is_some())
        && is_numbering(rows.iter().map(|row| &row.cells[0]));
    for row in rows {
        let Some(tenth) = row.tenth.take() else {
            continue;
        };
        if are_numbered {
            row.cells.rotate_left(1);
            row.cells[8] = tenth;
            row.blank_symbols = blank_symbols(&row.cells);
        } else if !are_alike || bit_of(tenth.symbol) & EMPTY_SYMBOLS == 0 {
            return Err(ParseError::new(
                row.line,
                Some(tenth.offset as usize + 1),
                Fault::WrongCount(9, 10),
            ));
        }
    }
    Ok(())
}
