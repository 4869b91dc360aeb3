//! What can be wrong with a record, and the one line that says where, what was expected and what was found.

use std::fmt;

use super::lines::LONGEST_LINE;
use crate::grid::Conflict;

/// A record that is no grid, or a grid that breaks the rules; displayed as `line: message` or `line:column: message`, and
/// after it, if there is one, `; hint`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1, where one can be named.
    pub column: Option<usize>,
    /// What is wrong there.
    pub kind: FaultKind,
    /// What may help to mend it.
    pub hint: Option<String>,
}

impl Fault {
    pub(super) fn new(line: u64, column: Option<usize>, kind: FaultKind) -> Fault {
        Fault { line, column, kind, hint: None }
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Something else where a cell must be.
    NoCell(Found),
    /// Something else where the row or the puzzle must have ended.
    NoEnd(Found),
    /// Something else where a field of csv must have ended.
    NoFieldEnd(Found),
    /// A field of csv whose quote is not closed on its line.
    NoQuote,
    /// Several characters in the place of one cell.
    Token(String),
    /// A row of more or fewer than nine cells.
    RowLength(usize),
    /// A line of more or fewer than 81 cells.
    LineLength(usize),
    /// A line of more or fewer than 729 pencil marks.
    MarkCount(usize),
    /// Another digit where this one or a blank must be, in pencil marks.
    Mark(u8, char),
    /// No digit, row and column in a list of removed candidates.
    Removed(String),
    /// A line that is not laid out so.
    Missing(&'static str),
    /// A record of csv with more or fewer columns than the header.
    Columns {
        /// Columns of the header.
        expected: usize,
        /// Columns of the record.
        found: usize,
    },
    /// A header of csv without a column for the puzzle, which would have one of these names.
    NoPuzzleColumn(String),
    /// A header of csv with several columns for the puzzle: the numbers and names of two.
    TwoPuzzleColumns(String),
    /// A first line with a puzzle in a field that no header names.
    NoHeader {
        /// The number of the field, from 1.
        column: usize,
        /// What separates the fields.
        delimiter: char,
    },
    /// A grid of fewer than nine rows, and where it seems to have been cut, if at all.
    RowCount(usize, Option<Cut>),
    /// A line longer than [`LONGEST_LINE`].
    LineTooLong,
    /// An input that ends before its first grid, or before the one its last heading promises.
    NoGrid,
    /// Two equal clues in one unit.
    Conflict(Conflict),
}

impl FaultKind {
    /// Whether it is a record that is wrong, not the input as a whole.
    pub(crate) fn is_of_a_record(&self) -> bool {
        !matches!(self, FaultKind::NoGrid) && !self.refuses_input()
    }

    /// Whether the input can be read in more than one way, or in none.
    pub(super) fn refuses_input(&self) -> bool {
        matches!(self, FaultKind::NoPuzzleColumn(_) | FaultKind::TwoPuzzleColumns(_) | FaultKind::NoHeader { .. })
    }
}

/// Where an input has been cut within a grid: after so many lines a grid begins anew, nine or, with an empty line, ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Its first grid is not whole.
    Start(usize),
    /// Its last grid is not whole.
    End(usize),
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, lines) = match self {
            Cut::Start(lines) => ("this line parts a grid, or the input starts inside one", lines),
            Cut::End(lines) => ("the input ends inside a grid", lines),
        };
        write!(f, "{what}; if it was split, split it between grids, ")?;
        write!(f, "as split -l {lines}000 or parallel --pipe -L {lines} does")
    }
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
        write!(f, " {}", self.kind)?;
        self.hint.iter().try_for_each(|hint| write!(f, "; {hint}"))
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::NoCell(found) => write!(f, "expected a digit or a blank, found {found}"),
            FaultKind::NoEnd(found) => write!(f, "expected the end of the line, found {found}"),
            FaultKind::NoFieldEnd(found) => write!(f, "expected the end of the field, found {found}"),
            FaultKind::NoQuote => write!(f, "expected a closing quote on the line, found none"),
            FaultKind::Token(found) => write!(f, "expected one cell, found {found:?}"),
            FaultKind::RowLength(found) => write!(f, "expected 9 cells, found {found}"),
            FaultKind::LineLength(found) => {
                write!(f, "{found} cell{}, expected 81", if found == &1 { "" } else { "s" })
            }
            FaultKind::MarkCount(found) => write!(f, "{found} pencil marks, expected 729"),
            FaultKind::Mark(d, found) => write!(f, "expected {d} or a blank, found {found:?}"),
            FaultKind::Removed(found) => {
                write!(f, "expected digit, row and column of a removed candidate, such as 412, found {found:?}")
            }
            FaultKind::Missing(what) => write!(f, "expected {what}, found something else"),
            FaultKind::Columns { expected, found } => write!(f, "expected {expected} columns, found {found}"),
            FaultKind::NoPuzzleColumn(names) => {
                write!(f, "expected a header with one of the columns {names}, found none")
            }
            FaultKind::TwoPuzzleColumns(both) => {
                write!(f, "columns {both} may both be the puzzle: rename one, or cut it out")
            }
            FaultKind::NoHeader { column, delimiter } => write!(
                f,
                "a puzzle in field {column}: to be csv it needs a header above it that names the column puzzle, \
                 to be lines the puzzle must come first (cut -d'{delimiter}' -f{column})"
            ),
            FaultKind::RowCount(found, None) => write!(f, "expected 9 rows, found {found}"),
            FaultKind::RowCount(found, Some(cut)) => write!(f, "expected 9 rows, found {found}: {cut}"),
            FaultKind::LineTooLong => write!(f, "expected at most {LONGEST_LINE} bytes on a line, found more"),
            FaultKind::NoGrid => write!(f, "expected a grid, found the end of the input"),
            FaultKind::Conflict(clash) => write!(f, "{clash}"),
        }
    }
}

impl std::error::Error for Fault {}
