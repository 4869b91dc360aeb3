//! Errors in an input: each says where it is, what was expected, what was found and, if that is not
//! obvious, what to do.

use std::borrow::Cow;
use std::fmt;

use crate::grid::Conflict;

/// The longest line that is read, in bytes. Puzzles need a few hundred; a file of another kind may
/// have no line ends at all.
pub(super) const LONGEST_LINE: usize = 1 << 16;

/// The most bytes that a message quotes.
const LONGEST_QUOTE: usize = 60;

/// A problem with a record or an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The number of cells that is expected, nine or 81, and the number that was found.
    WrongCount(usize, usize),
    /// Two clues of a unit are equal.
    Conflict(Conflict),
    /// The text that was expected, and the text that was found.
    Expected(&'static str, Cow<'static, str>),
}

/// The topic of two equal clues in one unit.
pub(crate) const CONFLICT: &str = "two clues of a unit are equal";

/// The line could be a rule, or else a row or a grid of blanks.
pub(super) const RULE_OR_ROW: Fault = Fault::Expected(
    "expected a row or a rule",
    Cow::Borrowed("a line that could be either: use 0 or . for blanks, or put empty lines between grids"),
);
/// The rows after a grid that was refused could belong to that grid or to the next.
pub(super) const UNKNOWN_START: Fault = Fault::Expected(
    "expected a gap before the next grid",
    Cow::Borrowed("none: correct what is above it, or put empty lines between grids"),
);
/// The line has more than [`LONGEST_LINE`] bytes.
pub(super) const TOO_LONG: Fault = Fault::Expected("expected at most 65536 bytes on a line", Cow::Borrowed("more"));

/// Why a record, or an input, could not be read. Displayed as `line: what is wrong` or
/// `line:column: what is wrong`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParseError {
    /// The line, from 1.
    pub(crate) line: u64,
    /// The column in characters, from 1, where one can be named.
    pub(crate) column: Option<usize>,
    /// The problem at that place.
    pub(super) fault: Fault,
}

impl ParseError {
    pub(super) fn new(line: u64, column: Option<usize>, fault: Fault) -> ParseError {
        ParseError { line, column, fault }
    }

    /// The kind of problem, without details. Only the first messages on a topic are written.
    pub(crate) fn topic(&self) -> &'static str {
        match self.fault {
            Fault::WrongCount(9, _) => "expected 9 cells",
            Fault::WrongCount(..) => "expected 81 cells",
            Fault::Conflict(_) => CONFLICT,
            Fault::Expected(topic, _) => topic,
        }
    }

    /// What is wrong, without the place.
    pub(crate) fn what(&self) -> String {
        let found = match &self.fault {
            Fault::WrongCount(_, found @ (12 | 16 | 25 | 144 | 256 | 625)) => {
                format!("{found}: only grids of 9 by 9 can be read")
            }
            Fault::WrongCount(_, found) => found.to_string(),
            Fault::Conflict(conflict) => return conflict.to_string(),
            Fault::Expected(_, found) => found.to_string(),
        };
        format!("{}, found {found}", self.topic())
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = self.column.map_or(String::new(), |column| format!("{column}:"));
        write!(f, "{}:{column} {}", self.line, self.what())
    }
}

/// The error of an input with this many lines but no grid. Its last line that is not a comment is
/// `last`.
pub(super) fn no_grid(lines: u64, last: &[u8]) -> ParseError {
    let advice = match last {
        [] => "; empty lines and those that start with # or % are ignored",
        [b'<', ..] => "; this is HTML or XML: copy the cells of a table as text",
        [b'{' | b'[' | b'}' | b']', ..] => "; in JSON the puzzle is the value of a name such as \"puzzle\"",
        _ if std::str::from_utf8(last).is_err() => "; if it is text, convert it with iconv -f LATIN1 -t UTF-8",
        _ => "",
    };
    let plural = if lines == 1 { "" } else { "s" };
    let found = if lines > 0 { format!("no grid in {lines} line{plural}{advice}") } else { "an empty input".into() };
    ParseError::new(1, Some(1), Fault::Expected("expected a grid", found.into()))
}

/// The fault of a grid with this many rows.
pub(super) fn too_few_rows(found: usize) -> Fault {
    let reason = "the grid is cut off or interrupted, or one before it has a row too many";
    let found = format!("{found}: {reason}; if the input was split, split it between grids");
    Fault::Expected("expected 9 rows", found.into())
}

/// Describes the first character of a text that is not empty.
pub(super) fn describe_first_character(text: &[u8]) -> Cow<'static, str> {
    let character = text.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    character.map_or_else(|| format!("the byte {:#04x}, which is not UTF-8", text[0]), |c| format!("{c:?}")).into()
}

/// The start of a text in quotes.
pub(super) fn quoted(text: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(&text[..text.len().min(LONGEST_QUOTE)]))
}
