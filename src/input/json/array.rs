//! The cells of an array.

use serde_json::value::RawValue;

use super::object::Object;
use super::scalar::{content_of, is_grid_text};
use crate::grid::{CELLS, Grid};
use crate::input::cell_reader::tokens::{TokenKind, tokenize};
use crate::input::cells::{LineCell, Mask, Symbol};
use crate::input::error::{Fault, quoted};

/// The most bytes of a string that is a cell and not a row: `"-1"`.
const MAX_CELL_LEN: usize = 4;

/// A cell, and its source.
#[derive(Clone, Copy)]
pub(super) struct ArrayCell<'a> {
    pub(super) cell: LineCell,
    pub(super) source: &'a str,
}

/// What an array is.
pub(super) enum Array<'a> {
    /// A grid of digits, 0 for a blank.
    Digits(Grid),
    /// The 81 cells of a grid.
    Cells(Vec<ArrayCell<'a>>),
    /// It should be a grid, but a part of it is wrong.
    Malformed(MalformedPart<'a>),
    /// An array of other values.
    Items(Vec<&'a RawValue>),
}

/// The source of a value that is not cells, or of an array that has too few or too many, and what is
/// wrong with it.
pub(super) struct MalformedPart<'a> {
    pub(super) source: &'a str,
    pub(super) fault: Fault,
}

impl<'a> Array<'a> {
    /// Reads an array, which must be valid JSON.
    pub(super) fn read(text: &'a str) -> Array<'a> {
        if let Some(grid) = plain_grid(text) {
            return Array::Digits(grid);
        }
        let items: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
        let mut cells = ArrayCells::default();
        match cells.push_items(&items) {
            Ok(()) if cells.cells.len() > CELLS / 2 => cells.into_grid(text, items.len()),
            _ => Array::Items(items),
        }
    }
}

/// The grid that is an array of nine arrays of nine digits, or of 81 digits. Most arrays of cells
/// are one of these, and need not be parsed again. The text must be valid JSON.
fn plain_grid(text: &str) -> Option<Grid> {
    let mut digits = [0; CELLS];
    let (mut count, mut rows, mut depth) = (0, 0, 0);
    let mut is_after_digit = false;
    for byte in text.bytes() {
        let is_digit = byte.is_ascii_digit();
        match byte {
            _ if is_digit && !is_after_digit && count < CELLS => {
                digits[count] = byte - b'0';
                count += 1;
            }
            b'[' if depth == 0 || depth == 1 && count == 9 * rows => depth += 1,
            b']' if depth == 2 && count == 9 * (rows + 1) => (depth, rows) = (1, rows + 1),
            b']' if depth == 1 => depth = 0,
            b',' | b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => return None,
        }
        is_after_digit = is_digit;
    }
    let is_whole = count == CELLS && matches!(rows, 0 | 9);
    is_whole.then(|| Grid::from_cells(digits)).flatten()
}

/// The cells of an array so far, and the first part that is malformed.
#[derive(Default)]
struct ArrayCells<'a> {
    cells: Vec<ArrayCell<'a>>,
    malformed: Option<MalformedPart<'a>>,
}

/// The items of an array are not cells or rows, but objects, deeper arrays, or grids of their own.
struct NotCells;

impl<'a> ArrayCells<'a> {
    /// The grid that an array of this many items is or should be.
    fn into_grid(self, text: &'a str, items: usize) -> Array<'a> {
        let count = self.cells.len();
        let has_grid_shape = items == 9 || items == CELLS && count == CELLS;
        if !has_grid_shape {
            let fault = Fault::WrongCount {
                expected: CELLS,
                found: count,
            };
            return Array::Malformed(MalformedPart {
                source: text,
                fault,
            });
        }
        match self.malformed {
            Some(part) => Array::Malformed(part),
            None => Array::Cells(self.cells),
        }
    }

    /// Adds the cells of all items. Nine items are rows.
    fn push_items(&mut self, items: &[&'a RawValue]) -> Result<(), NotCells> {
        for item in items {
            let source = item.get();
            if items.len() == 9 {
                self.push_row(source)?;
            } else {
                self.push_item(source)?;
            }
        }
        Ok(())
    }

    /// Adds the cells of a row: an array or a string of nine cells.
    fn push_row(&mut self, source: &'a str) -> Result<(), NotCells> {
        let before = self.cells.len();
        if source.starts_with('"') && source.len() > MAX_CELL_LEN {
            self.push_row_of_text(source)?;
        } else {
            self.push_item(source)?;
        }
        let count = self.cells.len() - before;
        if count != 9 {
            self.add_fault(
                source,
                Fault::WrongCount {
                    expected: 9,
                    found: count,
                },
            );
        }
        Ok(())
    }

    /// Adds the cells of an item: an array of cells, or a cell.
    fn push_item(&mut self, source: &'a str) -> Result<(), NotCells> {
        if !source.starts_with('[') {
            return self.push_cell(source);
        }
        let items: Vec<&RawValue> = serde_json::from_str(source).map_err(|_| NotCells)?;
        // A whole grid is not the row of another.
        if items.len() > CELLS / 2 {
            return Err(NotCells);
        }
        items.iter().try_for_each(|item| self.push_cell(item.get()))
    }

    /// Adds the cell that is a scalar, or an object with a value. What is not a cell counts as one.
    fn push_cell(&mut self, item: &'a str) -> Result<(), NotCells> {
        let source = value_of_cell(item).ok_or(NotCells)?;
        if let Some(cell) = plain_cell(source) {
            self.cells.push(ArrayCell { cell, source });
            return Ok(());
        }
        let content = content_of(source);
        if is_grid_text(&content) {
            return Err(NotCells);
        }
        let cell = cell_of_text(content.as_bytes());
        if cell.is_none() {
            let found = quoted(content.as_bytes());
            let fault = Fault::expected("expected a digit or a blank", found);
            self.add_fault(source, fault);
        }
        let cell = cell.unwrap_or_default();
        self.cells.push(ArrayCell { cell, source });
        Ok(())
    }

    /// Adds the cells of a string that should be a row.
    fn push_row_of_text(&mut self, source: &'a str) -> Result<(), NotCells> {
        let content = content_of(source);
        if is_grid_text(&content) {
            return Err(NotCells);
        }
        for token in tokenize(content.as_bytes()) {
            match token.kind {
                TokenKind::Cell { mask, symbol } => {
                    let cell = cell_of_token(mask, symbol);
                    self.cells.push(ArrayCell { cell, source });
                }
                TokenKind::Cells => {
                    for byte in token.text {
                        let cell = LineCell::new(*byte, 0);
                        self.cells.push(ArrayCell { cell, source });
                    }
                }
                TokenKind::Separator(_) => {}
                TokenKind::Punctuation | TokenKind::Word => {
                    let found = quoted(content.as_bytes());
                    self.add_fault(source, Fault::expected("expected nine cells", found));
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn add_fault(&mut self, source: &'a str, fault: Fault) {
        self.malformed
            .get_or_insert(MalformedPart { source, fault });
    }
}

/// The cell that is a digit, 0, `null`, or one of these characters in quotes.
fn plain_cell(source: &str) -> Option<LineCell> {
    match source.as_bytes() {
        [digit @ b'0'..=b'9'] | [b'"', digit @ (b'0'..=b'9' | b'.'), b'"'] => {
            Some(LineCell::new(*digit, 0))
        }
        b"null" => Some(LineCell::blank(Symbol::BlankWord, 0)),
        _ => None,
    }
}

/// The cell that a token is. Its place in a line is not needed.
fn cell_of_token(mask: Mask, symbol: Symbol) -> LineCell {
    LineCell {
        mask,
        symbol,
        offset: 0,
    }
}

/// The cell that a text is. An empty text is a blank.
fn cell_of_text(text: &[u8]) -> Option<LineCell> {
    match tokenize(text)[..] {
        [] => Some(LineCell::blank(Symbol::EmptyField, 0)),
        [token] => match token.kind {
            TokenKind::Cell { mask, symbol } => Some(cell_of_token(mask, symbol)),
            _ => None,
        },
        _ => None,
    }
}

/// The source of a cell: a scalar, or the value of an object with one.
fn value_of_cell(item: &str) -> Option<&str> {
    match item.as_bytes()[0] {
        b'[' => None,
        b'{' => {
            let object: Object = serde_json::from_str(item).ok()?;
            object.cell_value()
        }
        _ => Some(item),
    }
}
