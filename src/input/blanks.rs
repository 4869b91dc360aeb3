//! The rules for the blanks of a whole grid, in every format.

use super::cells::{LineCell, bit_of, blank_symbols};
use super::error::Fault;
use super::tokens::{EMPTY_SYMBOL, FRAMED_EMPTY_SYMBOL, NULL_SYMBOL};
use crate::grid::Grid;

/// Blanks can be mixed, with two exceptions, each of which may be something else than a Sudoku: 0
/// beside another kind of blank without a 9, where the digits may be 0 to 8; and two kinds without
/// a digit, which are the board of another game.
///
/// # Errors
/// An exception: the index of a cell, and what is wrong.
pub(super) fn require_clear_blanks(cells: &[LineCell], grid: &Grid) -> Result<(), (usize, Fault)> {
    let symbols = blank_symbols(cells);
    if symbols.count_ones() < 2 || grid.cells().contains(&9) {
        return Ok(());
    }
    let Some(first) = cells.iter().position(|cell| cell.is_blank()) else {
        return Ok(());
    };
    let is_other = |cell: &LineCell| cell.is_blank() && cell.symbol != cells[first].symbol;
    let other = cells.iter().position(is_other).unwrap_or(first);
    if *grid == Grid::EMPTY {
        let expected = "expected a digit in the grid";
        let found = "none, and two signs for blanks: is it the board of another game?";
        return Err((other, Fault::Expected(expected, found.into())));
    }
    if symbols & bit_of(b'0') == 0 {
        return Ok(());
    }
    let other = match cells[first].symbol {
        b'0' => cells[other].symbol,
        symbol => symbol,
    };
    let expected = "expected one kind of blank";
    let name = name_of(other);
    let found = format!("0 and {name} in one grid without a 9: are its digits 0 to 8?");
    Err((
        cells
            .iter()
            .position(|cell| cell.symbol == b'0')
            .unwrap_or(first),
        Fault::Expected(expected, found.into()),
    ))
}

/// How a blank is called in a message.
fn name_of(symbol: u8) -> String {
    match symbol {
        NULL_SYMBOL => "null".into(),
        EMPTY_SYMBOL | FRAMED_EMPTY_SYMBOL => "empty fields".into(),
        symbol => char::from(symbol).into(),
    }
}
