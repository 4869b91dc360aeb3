//! Errors in an input: each says where it is, what was expected, what was found and, if that is not obvious, what to do.

use std::fmt;

use crate::grid::Conflict;

/// The longest line that is read, in bytes. Puzzles need a few hundred; a file of another kind may have no line ends at all.
pub(super) const LONGEST_LINE: usize = 1 << 16;

/// The most bytes that a message quotes.
const LONGEST_QUOTE: usize = 60;

/// Why a record, or an input, could not be read. Displayed as `line: what is wrong` or `line:column: what is wrong`, followed by
/// `; suggestion` if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParseError {
    /// The line, from 1.
    pub(crate) line: u64,
    /// The column in characters, from 1, where one can be named.
    pub(crate) column: Option<usize>,
    /// What is wrong there.
    pub(super) fault: Fault,
    /// How it might be corrected.
    pub(crate) suggestion: Option<String>,
    /// The cells of a line or field that has one too few or too many.
    pub(crate) near_miss: Option<Box<NearMiss>>,
}

impl ParseError {
    pub(super) fn new(line: u64, column: Option<usize>, fault: Fault) -> ParseError {
        ParseError { line, column, fault, suggestion: None, near_miss: None }
    }

    /// What is wrong, without the place and the suggestion.
    pub(crate) fn what(&self) -> String {
        match self.fault.describe() {
            (topic, found) if topic.starts_with("expected") => format!("{topic}, found {found}"),
            (_, message) => message,
        }
    }

    /// What is wrong, without details: messages of one topic are limited together.
    pub(crate) fn topic(&self) -> &'static str {
        self.fault.describe().0
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.line)?;
        self.column.iter().try_for_each(|column| write!(f, "{column}:"))?;
        write!(f, " {}", self.what())?;
        self.suggestion.iter().try_for_each(|suggestion| write!(f, "; {suggestion}"))
    }
}

/// The cells of a line or field with 80 or 82 of them: one change may make it a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NearMiss {
    /// The cells, 0 for a blank.
    pub(crate) cells: Vec<u8>,
    /// The column of the first cell, in characters from 1.
    pub(crate) column: usize,
}

/// What is wrong with a record or an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    // In a line.
    /// Something else where a cell must be.
    Cell(Found),
    /// Something else where a row or a puzzle must end.
    End(Found),
    /// Several characters in the place of one cell.
    OneCell(String),
    /// A row of more or fewer than nine cells.
    RowLength(usize),
    /// A line or field of more or fewer than 81 cells.
    CellCount(usize),
    LineTooLong,
    /// Anything else that a format requires: the topic, which is what was expected, and what was found.
    Expected(&'static str, String),

    // In a grid.
    /// A grid of fewer than nine rows.
    RowCount(usize),
    /// Blanks have several signs: the rarest, and the most common. The sign of an empty cell is a space.
    SeveralBlanks(u8, u8),
    /// A line that could be a rule, or else a row or a grid of blanks.
    RuleOrRow,
    /// Rows after a grid that was refused. They could belong to that grid or to the next.
    UnknownStart,
    /// Two equal clues in one unit.
    Conflict(Conflict),

    /// Why the input as a whole cannot be read.
    Input(String),
}

/// What is in the wrong place: a character in words, and what to do if it is a mistyped or unknown digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found(String);

impl Found {
    /// The first character of a text that is not empty.
    pub(super) fn first_of(text: &[u8]) -> Found {
        let first = &text[..text.len().min(4)];
        Found(match first.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next()) {
            Some(c @ ('O' | 'o')) => format!("{c:?}, a letter: use 0"),
            Some(c @ ('I' | 'l')) => format!("{c:?}, a letter: use 1"),
            Some(c) if !c.is_ascii() && c.is_numeric() => format!("{c:?}: use the digits 1 to 9"),
            // Only what cannot be seen is escaped.
            Some(c) if !c.is_ascii() && c.escape_debug().len() > 1 => format!("the invisible character {c:?}"),
            Some(c) => format!("{c:?}"),
            None => {
                // Frames and dots are there in the one, a middle dot and a wide space in the other.
                let is_dos = matches!(first, [0xb3..=0xb6 | 0xb8..=0xda | 0xfa, ..]);
                let code = if is_dos { "CP437" } else { "LATIN1" };
                let byte = first.first().copied().unwrap_or_default();
                format!(
                    "the byte {byte:#04x}, which is not UTF-8: if it is text, convert it with iconv -f {code} -t UTF-8"
                )
            }
        })
    }
}

/// A text for a message that quotes it: its start if it is long.
pub(super) fn quotable(text: &[u8]) -> String {
    let rest = if text.len() > LONGEST_QUOTE { "..." } else { "" };
    String::from_utf8_lossy(&text[..text.len().min(LONGEST_QUOTE)]).into_owned() + rest
}

impl Fault {
    /// The fault of a word in the place of a cell.
    pub(super) fn of_word(word: &[u8]) -> Fault {
        match String::from_utf8_lossy(word).chars().count() {
            1 => Fault::Cell(Found::first_of(word)),
            _ => Fault::OneCell(quotable(word)),
        }
    }

    /// The table of messages: a topic that starts with `expected`, and what was found; or another topic, and the message.
    fn describe(&self) -> (&'static str, String) {
        let size = |found: usize| match found {
            12 | 16 | 25 | 144 | 256 | 625 => format!("{found}: only grids of 9 by 9 can be read"),
            _ => found.to_string(),
        };
        match self {
            Fault::Cell(Found(found)) => ("expected a digit or a blank", found.clone()),
            Fault::End(Found(found)) => ("expected the end of the line or field", found.clone()),
            Fault::OneCell(found) => ("expected one cell", format!("{found:?}")),
            Fault::RowLength(found) => ("expected 9 cells", size(*found)),
            Fault::CellCount(found) => ("expected 81 cells", size(*found)),
            Fault::LineTooLong => ("expected at most 65536 bytes on a line", "more".into()),
            Fault::Expected(topic, found) => (topic, found.clone()),
            Fault::RowCount(found) => {
                let remedy = "a grid is cut, or a line interrupts it; if the input was split, split it between grids";
                ("expected 9 rows", format!("{found}: {remedy}"))
            }
            Fault::SeveralBlanks(found, others) => {
                let name = |sign: &u8| match sign {
                    b' ' => "an empty cell".to_string(),
                    _ => format!("{:?}", char::from(*sign)),
                };
                let found = format!("{} here and {} elsewhere: use 0 or . for each", name(found), name(others));
                ("expected one sign for all blanks of the grid", found)
            }
            Fault::RuleOrRow => (
                "expected a row or a rule",
                "a line that could be either: use 0 or . for blanks, or put empty lines between grids".into(),
            ),
            Fault::UnknownStart => (
                "expected a gap before the next grid",
                "none: correct the grid that was refused, or put empty lines between grids".into(),
            ),
            Fault::Conflict(conflict) => ("two clues of a unit are equal", conflict.to_string()),
            Fault::Input(message) => ("the input cannot be read", message.clone()),
        }
    }
}
