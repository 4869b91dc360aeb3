//! What can be wrong with a record, and the one line that says where, what was expected and what was found.

use std::fmt;

use super::lines::LONGEST_LINE;
use crate::grid::Clash;

/// A record that is no grid, or a grid that breaks the rules; displayed as `line: message` or `line:column: message`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1, where one can be named.
    pub column: Option<usize>,
    /// What is wrong there.
    pub kind: FaultKind,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Something else where a cell must be.
    NoCell(Found),
    /// Something else where the row or the puzzle must have ended.
    NoEnd(Found),
    /// Several characters in the place of one cell.
    Token(String),
    /// A row of more or fewer than nine cells.
    RowLength(usize),
    /// A line of more or fewer than 81 cells.
    LineLength(usize),
    /// A grid of fewer than nine rows.
    RowCount(usize),
    /// A line longer than [`LONGEST_LINE`].
    LineTooLong,
    /// An input that ends before its first grid, or before the one its last heading promises.
    NoGrid,
    /// Two equal clues in one unit.
    Clash(Clash),
}

/// What stands in the wrong place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A character.
    Character(char),
    /// A byte that is no UTF-8.
    Byte(u8),
}

impl Found {
    /// The first character of a text that has one.
    pub(super) fn first_of(text: &[u8]) -> Found {
        let first = &text[..text.len().min(4)];
        match first.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next()) {
            Some(character) => Found::Character(character),
            None => Found::Byte(first.first().copied().unwrap_or_default()),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Character(character) => write!(f, "{character:?}"),
            Found::Byte(byte) => write!(f, "the byte {byte:#04x}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.line)?;
        if let Some(column) = self.column {
            write!(f, "{column}:")?;
        }
        write!(f, " {}", self.kind)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::NoCell(found) => write!(f, "expected a digit or a blank, found {found}"),
            FaultKind::NoEnd(found) => write!(f, "expected the end of the line, found {found}"),
            FaultKind::Token(found) => write!(f, "expected one cell, found {found:?}"),
            FaultKind::RowLength(found) => write!(f, "expected 9 cells, found {found}"),
            FaultKind::LineLength(found) => write!(f, "{found} cells, expected 81"),
            FaultKind::RowCount(found) => write!(f, "expected 9 rows, found {found}"),
            FaultKind::LineTooLong => write!(f, "expected at most {LONGEST_LINE} bytes on a line, found more"),
            FaultKind::NoGrid => write!(f, "expected a grid, found the end of the input"),
            FaultKind::Clash(clash) => write!(f, "{clash}"),
        }
    }
}

impl std::error::Error for Fault {}
