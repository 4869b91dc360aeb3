//! Errors in an input: each says where it is, what was expected, what was found and, if that is not
//! obvious, what to do.

use std::fmt;

use crate::grid::Conflict;

/// The longest line that is read, in bytes. Puzzles need a few hundred; a file of another kind may
/// have no line ends at all.
pub(super) const LONGEST_LINE: usize = 1 << 16;

/// The most bytes that a message quotes.
const LONGEST_QUOTE: usize = 60;

/// Why a record, or an input, could not be read. Displayed as `line: what is wrong` or
/// `line:column: what is wrong`, followed by `; suggestion` if there is one.
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
    /// If a line or field has one cell too few or too many: the column of the first, and the cells,
    /// 0 for a blank. One change may make them a grid.
    pub(crate) near_miss: Option<(usize, Vec<u8>)>,
}

impl ParseError {
    pub(super) fn new(line: u64, column: Option<usize>, fault: Fault) -> ParseError {
        ParseError { line, column, fault, suggestion: None, near_miss: None }
    }

    /// What is wrong, without the place and the suggestion.
    pub(crate) fn what(&self) -> String {
        match (&self.fault, self.fault.describe()) {
            (Fault::Conflict(_) | Fault::Input(_), (_, message)) => message,
            (_, (expected, found)) => format!("{expected}, found {found}"),
        }
    }

    /// What is wrong, without details: messages of one topic are limited together.
    pub(crate) fn topic(&self) -> &'static str {
        self.fault.describe().0
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = self.column.map_or(String::new(), |column| format!("{column}:"));
        let suggestion = self.suggestion.as_ref().map_or(String::new(), |suggestion| format!("; {suggestion}"));
        write!(f, "{}:{column} {}{suggestion}", self.line, self.what())
    }
}

/// The error of an input with this many lines but no grid. Its last line that is not a comment is
/// `last`.
pub(super) fn no_grid(lines: u64, last: &[u8]) -> ParseError {
    let advice = match last {
        [] => "; empty lines and those that start with # or % are ignored",
        [b'<', ..] => "; this is HTML or XML: copy the cells of a table as text",
        [b'{' | b'[' | b'}' | b']', ..] => {
            "; in JSON the puzzle is under a name such as \"puzzle\", as 81 cells on a line or as rows"
        }
        _ if last.iter().any(u8::is_ascii_alphabetic) => "",
        _ => match std::str::from_utf8(last) {
            Ok(text) if text.contains(|c: char| !c.is_ascii() && c.is_numeric()) => "; use the digits 1 to 9",
            Ok(_) => "",
            Err(_) => "; if it is text, convert it with iconv -f LATIN1 -t UTF-8",
        },
    };
    let message = match lines {
        0 => "expected a grid, found an empty input".into(),
        1 => format!("no grid in 1 line{advice}"),
        _ => format!("no grid in {lines} lines{advice}"),
    };
    ParseError::new(1, Some(1), Fault::Input(message))
}

/// What is wrong with a record or an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The number of cells or pencil marks that is expected, and the number that was found.
    WrongCount(usize, usize),
    /// A grid has only this many rows.
    TooFewRows(usize),
    /// Two clues of a unit are equal.
    Conflict(Conflict),
    /// The line could be a rule, or else a row or a grid of blanks.
    RuleOrRow,
    /// The rows after a grid that was refused could belong to that grid or to the next.
    UnknownStart,
    /// The line has more than [`LONGEST_LINE`] bytes.
    LongLine,
    /// What was expected, and what was found.
    Expected(&'static str, String),
    /// Why the input as a whole cannot be read.
    Input(String),
}

/// The topic of two equal clues in one unit.
pub(crate) const CONFLICT: &str = "two clues of a unit are equal";

impl Fault {
    /// Something else in the place of a cell.
    pub(super) fn not_a_cell(text: &[u8]) -> Fault {
        Fault::Expected("expected a digit or a blank", describe_first_character(text))
    }

    /// Something else after a row or a puzzle.
    pub(super) fn not_the_end(text: &[u8]) -> Fault {
        Fault::Expected("expected the end of the line or field", describe_first_character(text))
    }

    /// Several characters, or another one, in the place of one cell.
    pub(super) fn not_one_cell(word: &[u8]) -> Fault {
        match String::from_utf8_lossy(word).chars().count() {
            1 => Fault::not_a_cell(word),
            _ => Fault::Expected("expected one cell", format!("{:?}", quotable(word))),
        }
    }

    /// The topic, and what was found there; for a conflict or a whole input, the message.
    fn describe(&self) -> (&'static str, String) {
        match self {
            Fault::Expected(topic, found) => (topic, found.clone()),
            Fault::WrongCount(expected, found) => {
                let topic = match expected {
                    9 => "expected 9 cells",
                    81 => "expected 81 cells",
                    _ => "expected 729 pencil marks",
                };
                let is_other_size = matches!(found, 12 | 16 | 25 | 144 | 256 | 625);
                (topic, format!("{found}{}", if is_other_size { ": only grids of 9 by 9 can be read" } else { "" }))
            }
            Fault::TooFewRows(found) => {
                let reason = match found {
                    1 => "the grid is cut off, or the one above has ten rows",
                    _ => "the grid is cut off or interrupted by another line",
                };
                ("expected 9 rows", format!("{found}: {reason}; if the input was split, split it between grids"))
            }
            Fault::RuleOrRow => (
                "expected a row or a rule",
                "a line that could be either: use 0 or . for blanks, or put empty lines between grids".into(),
            ),
            Fault::UnknownStart => (
                "expected a gap before the next grid",
                "none: correct the grid that was refused, or put empty lines between grids".into(),
            ),
            Fault::LongLine => ("expected at most 65536 bytes on a line", "more".into()),
            Fault::Conflict(conflict) => (CONFLICT, conflict.to_string()),
            Fault::Input(message) => ("the input cannot be read", message.clone()),
        }
    }
}

/// Describes the first character of a text that is not empty, and says what to do if it is a
/// mistyped or unknown digit.
pub(super) fn describe_first_character(text: &[u8]) -> String {
    let first = &text[..text.len().min(4)];
    match first.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next()) {
        Some(c @ ('O' | 'o')) => format!("{c:?}, a letter: use 0"),
        Some(c @ ('I' | 'l')) => format!("{c:?}, a letter: use 1"),
        Some(c) if !c.is_ascii() && c.is_numeric() => format!("{c:?}: use the digits 1 to 9"),
        // Only invisible characters are escaped.
        Some(c) if !c.is_ascii() && c.escape_debug().len() > 1 => format!("the invisible character {c:?}"),
        Some(c) => format!("{c:?}"),
        None => {
            let byte = first.first().copied().unwrap_or_default();
            format!("the byte {byte:#04x}, which is not UTF-8: if it is text, convert it with iconv -f LATIN1 -t UTF-8")
        }
    }
}

/// A text as a message quotes it: only its start if it is long.
pub(super) fn quotable(text: &[u8]) -> String {
    let rest = if text.len() > LONGEST_QUOTE { "..." } else { "" };
    String::from_utf8_lossy(&text[..text.len().min(LONGEST_QUOTE)]).into_owned() + rest
}
