//! The rules for the blanks of a whole grid, in every format.

use super::cells::{LineCell, Symbol, SymbolSet};
use super::error::Fault;
use crate::grid::Grid;

/// The blank of the grids whose digits may be 0 to 8.
const ZERO: Symbol = Symbol::Character(b'0');

/// Blanks can be mixed, with two exceptions, each of which may be something else than a Sudoku: 0
/// beside another kind of blank without a 9, where the digits may be 0 to 8; and two kinds without
/// a digit, which are the board of another game.
///
/// # Errors
/// An exception: the index of a cell, and what is wrong.
pub(super) fn require_clear_blanks(cells: &[LineCell], grid: &Grid) -> Result<(), (usize, Fault)> {
    let symbols = SymbolSet::of_blanks(cells);
    if symbols.len() < 2 || grid.cells().contains(&9) {
        return Ok(());
    }
    if *grid == Grid::EMPTY {
        let expected = "expected a digit in the grid";
        let found = "none, and two signs for blanks: is it the board of another game?";
        let other = position_of_blank(cells, |symbol| symbol != cells[0].symbol);
        return Err((other, Fault::Expected(expected, found.into())));
    }
    if !symbols.contains(ZERO) {
        return Ok(());
    }
    let other = cells[position_of_blank(cells, |symbol| symbol != ZERO)].symbol;
    let expected = "expected one kind of blank";
    let name = name_of(other);
    let found = format!("0 and {name} in one grid without a 9: are its digits 0 to 8?");
    let zero = position_of_blank(cells, |symbol| symbol == ZERO);
    Err((zero, Fault::Expected(expected, found.into())))
}

/// The index of the first blank with such a symbol, or 0.
fn position_of_blank(cells: &[LineCell], is_wanted: impl Fn(Symbol) -> bool) -> usize {
    let mut blanks = cells.iter().enumerate().filter(|(_, cell)| cell.is_blank());
    blanks
        .find(|(_, cell)| is_wanted(cell.symbol))
        .map_or(0, |(at, _)| at)
}

/// How a blank is called in a message.
fn name_of(symbol: Symbol) -> String {
    match symbol {
        Symbol::Character(byte) => char::from(byte).into(),
        Symbol::EmptyField | Symbol::FramedEmptyField => "empty fields".into(),
        Symbol::Null | Symbol::Decimal => "null".into(),
    }
}
