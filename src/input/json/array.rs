//! The cells of an array, which may be malformed.
//!
//! ```text
//! [[5, 3, null, "", 7, ".", 0, {"value": 8}, 0], ...    cells: scalars, or objects with one
//! [[5, 3, 0, 0, 7, 0, 0, 0], ...                        malformed: a row of eight
//! [{"puzzle": ...}, ["53..7....", ...], ...             not cells: records, or grids of their own
//! ```

use serde_json::value::RawValue;

use super::grid::{Shape, UnreadGrid};
use super::object::Object;
use super::scalar::{content_of, is_grid_text};
use crate::grid::{CELLS, Grid};
use crate::input::cell_reader::tokens::{TokenKind, tokenize};
use crate::input::cells::{LineCell, Mask, Symbol};
use crate::input::error::{Fault, quoted};
use crate::input::words::HALF_A_GRID;

/// The longest string that is a cell and not a row, in bytes: `"-1"`.
const LONGEST_CELL: usize = 4;

/// A cell, and its source.
#[derive(Clone, Copy)]
pub(super) struct ArrayCell<'a> {
    pub(super) cell: LineCell,
    pub(super) source: &'a str,
}

/// The source of a value that is not cells, or of an array that has too few or too many, and what
/// is wrong with it.
pub(super) struct MalformedPart<'a> {
    pub(super) source: &'a str,
    pub(super) fault: Fault,
}

/// The shape of an array, which must be valid JSON: a grid, or an array of other values.
pub(super) fn shape_of_array(text: &str) -> Shape<'_> {
    if let Some(grid) = plain_grid(text) {
        return Shape::Grid(UnreadGrid::Digits(grid));
    }
    let elements: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
    let mut array = ArrayCells::default();
    match array.push_elements(&elements) {
        Ok(()) if array.cells.len() > HALF_A_GRID => {
            Shape::Grid(array.into_grid(text, elements.len()))
        }
        _ => Shape::Array(elements),
    }
}

/// The grid that is an array of nine arrays of nine digits, or of 81 digits. Most arrays of cells
/// are one of these. They are not parsed again, which would take twice as long. `text` must be
/// valid JSON.
fn plain_grid(text: &str) -> Option<Grid> {
    let mut array = PlainArray {
        unread: text.as_bytes(),
    };
    let mut digits = [0; CELLS];
    array.take_bracket(b'[')?;
    let has_rows = array.peek()? == b'[';
    for row in digits.as_chunks_mut::<9>().0 {
        if has_rows {
            array.take_bracket(b'[')?;
        }
        for digit in row {
            *digit = array.take_digit()?;
        }
        if has_rows {
            array.take_bracket(b']')?;
        }
    }
    array.take_bracket(b']')?;
    Grid::from_digits(digits)
}

/// An array that may have only brackets and digits. Commas need not be checked: in valid JSON they
/// are where they belong.
struct PlainArray<'a> {
    unread: &'a [u8],
}

impl PlainArray<'_> {
    /// The next byte that is not a separator.
    fn peek(&mut self) -> Option<u8> {
        while let [b',' | b' ' | b'\t' | b'\r' | b'\n', after @ ..] = self.unread {
            self.unread = after;
        }
        self.unread.first().copied()
    }

    /// Takes the next byte that is not a separator.
    fn take(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.unread = &self.unread[1..];
        Some(byte)
    }

    fn take_bracket(&mut self, bracket: u8) -> Option<()> {
        (self.take()? == bracket).then_some(())
    }

    /// Takes a number of one digit.
    fn take_digit(&mut self) -> Option<u8> {
        let digit = self.take()?;
        let is_number = digit.is_ascii_digit() && !self.unread.first()?.is_ascii_digit();
        is_number.then_some(digit.wrapping_sub(b'0'))
    }
}

/// The cells of an array so far, and the first part that is malformed.
#[derive(Default)]
struct ArrayCells<'a> {
    cells: Vec<ArrayCell<'a>>,
    malformed: Option<MalformedPart<'a>>,
}

/// The elements of an array are not cells or rows, but objects, deeper arrays, or grids of their
/// own.
struct NotCells;

impl<'a> ArrayCells<'a> {
    /// The grid that an array with these cells and this many elements is or should be. `text` is
    /// its source.
    fn into_grid(self, text: &'a str, element_count: usize) -> UnreadGrid<'a> {
        let has_rows = element_count == 9;
        let has_cells = element_count == CELLS && self.cells.len() == CELLS;
        if !has_rows && !has_cells {
            return UnreadGrid::malformed_array(text, self.cells.len());
        }
        match self.malformed {
            Some(part) => UnreadGrid::Malformed(part),
            None => UnreadGrid::Cells(self.cells),
        }
    }

    /// Adds the cells of all elements. Nine elements are rows.
    fn push_elements(&mut self, elements: &[&'a RawValue]) -> Result<(), NotCells> {
        for element in elements {
            let source = element.get();
            if elements.len() == 9 {
                self.push_row(source)?;
            } else {
                self.push_element(source)?;
            }
        }
        Ok(())
    }

    /// Adds the cells of a row: an array or a string of nine cells.
    fn push_row(&mut self, source: &'a str) -> Result<(), NotCells> {
        let before = self.cells.len();
        if source.starts_with('"') && source.len() > LONGEST_CELL {
            self.push_row_of_text(source)?;
        } else {
            self.push_element(source)?;
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

    /// Adds the cells of an element: an array of cells, or a cell.
    fn push_element(&mut self, source: &'a str) -> Result<(), NotCells> {
        if !source.starts_with('[') {
            return self.push_cell(source);
        }
        let cells: Vec<&RawValue> = serde_json::from_str(source).map_err(|_| NotCells)?;
        // A whole grid is not the row of another.
        if cells.len() > HALF_A_GRID {
            return Err(NotCells);
        }
        cells.iter().try_for_each(|cell| self.push_cell(cell.get()))
    }

    /// Adds the cell that is a scalar, or an object with a value. A malformed cell still counts as
    /// one.
    fn push_cell(&mut self, element: &'a str) -> Result<(), NotCells> {
        let source = value_of_cell(element).ok_or(NotCells)?;
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
                    for byte in token.bytes {
                        let cell = LineCell::new(*byte, 0);
                        self.cells.push(ArrayCell { cell, source });
                    }
                }
                TokenKind::Separator(_) => {}
                TokenKind::Punctuation | TokenKind::Text => {
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

/// Converts a token to a cell. Its place in a line is not needed.
fn cell_of_token(mask: Mask, symbol: Symbol) -> LineCell {
    LineCell {
        mask,
        symbol,
        offset: 0,
    }
}

/// Converts a text to a cell. An empty text is a blank.
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
fn value_of_cell(element: &str) -> Option<&str> {
    match element.as_bytes()[0] {
        b'[' => None,
        b'{' => {
            let object: Object = serde_json::from_str(element).ok()?;
            object.cell_value()
        }
        _ => Some(element),
    }
}
