//! Nine rows to a grid, or what is wrong with them.

use super::Row;
use crate::grid::{CELLS, Candidates, Grid};
use crate::input::cells::{Mask, Shape, Signs};
use crate::input::error::{ParseError, ParseErrorKind};

/// Words of several digits are candidates if a grid has this many of them; fewer are mistakes.
const CANDIDATE_CELLS: usize = 4;
/// Lines of nine places show that spaces are blanks if this many have a space between or before digits.
const ROWS_WITH_SPACES: usize = 3;

/// The digit of a cell, or 0 if it is a blank or has several candidates.
pub(super) fn digit(mask: Mask) -> u8 {
    if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 }
}

/// The grid of nine rows, with its candidates if some words were candidates.
pub(in crate::input) fn grid_of(rows: &[Row]) -> Result<(Grid, Option<Candidates>), ParseError> {
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
        return Err(several_blanks(rows));
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

/// The error of a grid with several signs for blanks, at the first blank with the rarest of them.
fn several_blanks(rows: &[Row]) -> ParseError {
    let mut counts = [0; 128];
    let mut first_of = [(0, 0); 128];
    for (r, row) in rows.iter().enumerate() {
        for (c, _) in row.masks.iter().enumerate().filter(|(_, mask)| **mask == 0) {
            let sign = match &row.sign_of_cell {
                Some(signs) => Some(signs[c]),
                None => row.signs.first(),
            };
            let Some(sign) = sign.map(usize::from) else { continue };
            if counts[sign] == 0 {
                first_of[sign] = (r, c);
            }
            counts[sign] += 1;
        }
    }
    let signs = || (0..counts.len()).filter(|&sign| counts[sign] > 0);
    // Of two signs that occur equally often, the later one is wrong.
    let rarest = signs().min_by_key(|&sign| (counts[sign], std::cmp::Reverse(first_of[sign]))).unwrap_or_default();
    let most_common = signs().filter(|&sign| sign != rarest).max_by_key(|&sign| counts[sign]).unwrap_or_default();
    let (r, c) = first_of[rarest];
    rows[r].error_at(c, ParseErrorKind::SeveralBlanks { found: rarest as u8, others: most_common as u8 })
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
