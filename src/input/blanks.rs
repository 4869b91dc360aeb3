//! Which blanks a grid can have, in every format. They are *clear* if they are certainly blanks,
//! and not a digit or a piece of another game.

use super::cells::{LineCell, Symbol, SymbolSet};
use super::error::Fault;
use crate::grid::Grid;

/// A digit in grids from 0 to 8; in most others, a blank.
const ZERO: Symbol = Symbol::Character(b'0');

/// Checks that the blanks of a grid are clear. A grid with one kind of blank is always clear.
/// Several kinds can be mixed, with two exceptions:
///
/// - Without a digit, the grid may be the board of another game.
/// - With 0 and without a 9, the digits may be 0 to 8.
///
/// # Errors
/// One of these: the index of the cell that shows it, and what is wrong.
pub(super) fn require_clear_blanks(cells: &[LineCell], grid: &Grid) -> Result<(), (usize, Fault)> {
    // Most grids have a 9, and finding it is fast.
    if grid.digits().contains(&9) {
        return Ok(());
    }
    let symbols = SymbolSet::of_blanks(cells);
    if symbols.len() < 2 {
        return Ok(());
    }
    if *grid == Grid::EMPTY {
        return Err(other_game_fault(cells));
    }
    if symbols.contains(ZERO) {
        return Err(digits_from_zero_fault(cells));
    }
    Ok(())
}

/// The fault of a grid with two kinds of blanks and no digit.
fn other_game_fault(cells: &[LineCell]) -> (usize, Fault) {
    let expected = "expected a digit in the grid";
    let found = "none, and several symbols for blanks: is it the board of another game?";
    let at = position_of_blank(cells, |symbol| symbol != cells[0].symbol);
    (at, Fault::expected(expected, found))
}

/// The fault of a grid with 0, another kind of blank, and no 9.
fn digits_from_zero_fault(cells: &[LineCell]) -> (usize, Fault) {
    let other = position_of_blank(cells, |symbol| symbol != ZERO);
    let name = name_of(cells[other].symbol);
    let found = format!("0 and {name} in one grid without a 9: are its digits 0 to 8?");
    let at = position_of_blank(cells, |symbol| symbol == ZERO);
    (at, Fault::expected("expected one kind of blank", found))
}

/// The index of the first blank with such a symbol, or 0.
fn position_of_blank(cells: &[LineCell], is_wanted: impl Fn(Symbol) -> bool) -> usize {
    let mut blanks = cells.iter().enumerate().filter(|(_, cell)| cell.is_blank());
    blanks
        .find(|(_, cell)| is_wanted(cell.symbol))
        .map_or(0, |(at, _)| at)
}

/// The name of a blank in messages. No blank is a `DigitWord`.
fn name_of(symbol: Symbol) -> String {
    match symbol {
        Symbol::Character(byte) => char::from(byte).into(),
        Symbol::EmptyField | Symbol::FramedEmptyField => "empty fields".into(),
        Symbol::BlankWord | Symbol::DigitWord => "words for blanks".into(),
    }
}
