//! What can be wrong with an input: where it is, what was expected, what was found, and what to do where that is not obvious.

use std::fmt;

use super::encoding::NotText;
use crate::grid::Conflict;

/// The longest line that is read, in bytes. Puzzles need a few hundred; a file of another kind may have no line ends at all.
pub(super) const LONGEST_LINE: usize = 1 << 16;

/// Why a record, or an input, could not be read. Displayed as `line: what is wrong` or `line:column: what is wrong`, followed by
/// `; suggestion` if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub(crate) line: u64,
    /// The column in characters, from 1, where one can be named.
    pub(crate) column: Option<usize>,
    /// What is wrong there.
    pub(crate) kind: ParseErrorKind,
    /// How it might be corrected.
    pub(crate) suggestion: Option<String>,
    /// The cells of a line or field that has one too few or too many.
    pub(crate) near_miss: Option<Box<NearMiss>>,
}

impl ParseError {
    pub(super) fn new(line: u64, column: Option<usize>, kind: ParseErrorKind) -> ParseError {
        ParseError { line, column, kind, suggestion: None, near_miss: None }
    }

    /// The same error, so many columns further to the right.
    pub(super) fn moved_right(mut self, columns: usize) -> ParseError {
        self.column = self.column.map(|column| column + columns);
        if let Some(near_miss) = &mut self.near_miss {
            near_miss.column += columns;
        }
        self
    }

    /// The same error, at this column if it has none.
    pub(super) fn or_at(mut self, column: usize) -> ParseError {
        self.column.get_or_insert(column);
        self
    }

    /// What is wrong, without the place and the suggestion.
    pub(crate) fn what(&self) -> String {
        self.kind.to_string()
    }

    /// What is wrong, without details: messages of one topic are limited together.
    pub(crate) fn topic(&self) -> &'static str {
        self.kind.topic()
    }
}

/// What is wrong with a record or an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ParseErrorKind {
    // In a grid.
    /// Something else where a cell must be.
    ExpectedCell(Found),
    /// Something else where a row or a puzzle must end.
    ExpectedEnd(Found),
    /// Several characters in the place of one cell.
    ExpectedOneCell(String),
    /// A row of more or fewer than nine cells.
    RowLength(usize),
    /// A grid of fewer than nine rows.
    RowCount {
        /// The number of rows.
        found: usize,
        /// Where the input seems to have been cut inside the grid.
        truncated: Option<Truncated>,
    },
    /// A line or field of more or fewer than 81 cells.
    CellCount(usize),
    /// A number that a spreadsheet has made of a puzzle.
    DigitsLost(String),
    /// A sign that would be a blank if no other sign were one. The sign of an empty cell is a space.
    SeveralBlanks {
        /// The sign that occurs least often.
        found: u8,
        /// The sign that occurs most often.
        others: u8,
    },
    /// A line that could be a rule or a row of blanks.
    RuleOrRow,
    /// 81 signs that could be a rule or an empty grid.
    RuleOrGrid(char),
    /// A row after a grid that was refused. It could belong to that grid or to the next.
    UnknownStart,
    /// Two equal clues in one unit.
    Conflict(Conflict),

    // In pencil marks.
    /// A line of more or fewer than 729 pencil marks.
    CandidateCount(usize),
    /// Another digit where this one or a blank must be.
    ExpectedCandidate {
        /// The digit that may be there.
        digit: u8,
        /// The digit that is there.
        found: char,
    },
    /// Something else than digit, row and column in a list of eliminated candidates.
    ExpectedElimination(String),

    // In csv.
    /// Something else where a field must end.
    ExpectedFieldEnd(Found),
    /// A quote that is not closed on its line.
    UnclosedQuote,
    /// A record with more or fewer columns than the header.
    ColumnCount {
        /// The number of columns of the header.
        expected: usize,
        /// The number of columns of the record.
        found: usize,
    },

    // In a line of any format.
    /// A line that does not have the parts of its format.
    Expected {
        /// The missing part.
        what: &'static str,
        /// What is in its place.
        found: &'static str,
    },
    /// A line longer than [`LONGEST_LINE`].
    LineTooLong,

    // In the input as a whole.
    /// A csv header without a column for the puzzle.
    NoPuzzleColumn {
        /// The names that such a column may have.
        names: &'static [&'static str],
    },
    /// A csv header without the column that was chosen.
    NoSuchColumn {
        /// The name that was chosen.
        name: String,
        /// The start of the header.
        found: String,
    },
    /// A first line that could be a csv header, but has no column for the puzzle.
    UnknownColumns {
        /// The names that such a column may have.
        names: &'static [&'static str],
        /// The start of the line.
        found: String,
        /// The number, from 1, and the name of the column that has the puzzle in the next line.
        puzzle: Option<Box<(usize, String)>>,
    },
    /// A csv header with several columns for the puzzle.
    TwoPuzzleColumns {
        /// The number, from 1, and the name of the first of them.
        first: (usize, String),
        /// The number and the name of the second.
        second: (usize, String),
    },
    /// A first line with a puzzle in a field that no header names.
    MissingHeader {
        /// The number of the field, from 1.
        field: usize,
        /// The separator of the fields.
        delimiter: char,
    },
    /// Compressed or binary data.
    NotText(NotText),
    /// An input that ends before its first grid, or after a heading that no grid follows.
    NoGrid {
        /// The number of lines of the input.
        lines: u64,
        /// How many of them are comments.
        comments: u64,
    },
}

impl ParseErrorKind {
    /// What is wrong, without details: errors of records with the same topic are alike.
    pub(crate) fn topic(&self) -> &'static str {
        match self {
            ParseErrorKind::ExpectedCell(_) => "expected a digit or a blank",
            ParseErrorKind::ExpectedEnd(_) => "expected the end of the line",
            ParseErrorKind::ExpectedOneCell(_) => "expected one cell",
            ParseErrorKind::RowLength(_) => "expected 9 cells",
            ParseErrorKind::RowCount { .. } => "expected 9 rows",
            ParseErrorKind::CellCount(_) => "expected 81 cells",
            ParseErrorKind::DigitsLost(_) => "the digits of the puzzle are lost",
            ParseErrorKind::SeveralBlanks { .. } => "expected one sign for all blanks",
            ParseErrorKind::RuleOrRow => "expected a row or a rule",
            ParseErrorKind::RuleOrGrid(_) => "expected a puzzle or a rule",
            ParseErrorKind::UnknownStart => "expected a gap before the next grid",
            ParseErrorKind::Conflict(_) => "two clues of a unit are equal",
            ParseErrorKind::CandidateCount(_) => "expected 729 pencil marks",
            ParseErrorKind::ExpectedCandidate { .. } => "expected another digit or a blank",
            ParseErrorKind::ExpectedElimination(_) => "expected an eliminated candidate",
            ParseErrorKind::ExpectedFieldEnd(_) => "expected the end of the field",
            ParseErrorKind::UnclosedQuote => "expected a closing quote",
            ParseErrorKind::ColumnCount { .. } => "expected as many columns as in the header",
            ParseErrorKind::Expected { .. } => "expected a line of this format",
            ParseErrorKind::LineTooLong => "a line is too long",
            ParseErrorKind::NoPuzzleColumn { .. }
            | ParseErrorKind::NoSuchColumn { .. }
            | ParseErrorKind::UnknownColumns { .. }
            | ParseErrorKind::TwoPuzzleColumns { .. }
            | ParseErrorKind::MissingHeader { .. }
            | ParseErrorKind::NotText(_)
            | ParseErrorKind::NoGrid { .. } => "the input cannot be read",
        }
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

/// Where an input has been cut inside a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truncated {
    /// The first grid is incomplete, and grids start this many lines apart.
    AtStart(usize),
    /// The last grid is incomplete, and grids start this many lines apart.
    AtEnd(usize),
}

/// What is in the wrong place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A character.
    Character(char),
    /// A byte that is not UTF-8.
    Byte(u8),
}

impl Found {
    /// The first character of a text that is not empty.
    pub(super) fn first_of(text: &[u8]) -> Found {
        let first = &text[..text.len().min(4)];
        match first.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next()) {
            Some(character) => Found::Character(character),
            None => Found::Byte(first.first().copied().unwrap_or_default()),
        }
    }
}

/// The start of a text, for a message that quotes it.
pub(super) fn quotable(text: &[u8]) -> String {
    String::from_utf8_lossy(&text[..text.len().min(20)]).into_owned()
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.line)?;
        if let Some(column) = self.column {
            write!(f, "{column}:")?;
        }
        write!(f, " {}", self.kind)?;
        self.suggestion.iter().try_for_each(|suggestion| write!(f, "; {suggestion}"))
    }
}

impl std::error::Error for ParseError {}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseErrorKind::ExpectedCell(found) => {
                write!(f, "expected a digit or a blank, found {found}")?;
                match found {
                    Found::Character('O' | 'o') => write!(f, ", a letter: use 0"),
                    Found::Character('I' | 'l') => write!(f, ", a letter: use 1"),
                    Found::Byte(byte) => {
                        // Frames and dots are there in the one, a middle dot and a wide space in the other.
                        let encoding =
                            if matches!(byte, 0xb3..=0xb6 | 0xb8..=0xda | 0xfa) { "CP437" } else { "LATIN1" };
                        write!(f, ": if it is text, convert it with iconv -f {encoding} -t UTF-8")
                    }
                    Found::Character(c) if c.is_numeric() => write!(f, ": use the digits 1 to 9"),
                    _ => Ok(()),
                }
            }
            ParseErrorKind::ExpectedEnd(found) => write!(f, "expected the end of the line, found {found}"),
            ParseErrorKind::ExpectedOneCell(found) => write!(f, "expected one cell, found {found:?}"),
            ParseErrorKind::RowLength(found) => write!(f, "expected 9 cells, found {found}"),
            ParseErrorKind::RowCount { found, truncated } => {
                write!(f, "expected 9 rows, found {found}")?;
                truncated.iter().try_for_each(|truncated| write!(f, ": {truncated}"))
            }
            ParseErrorKind::CellCount(found) => write!(f, "expected 81 cells, found {found}"),
            ParseErrorKind::DigitsLost(found) => {
                write!(
                    f,
                    "expected 81 cells, found {found}: a spreadsheet took the puzzle for a number, and its digits "
                )?;
                write!(f, "are lost; import the original file again, with this column as text")
            }
            ParseErrorKind::SeveralBlanks { found, others } => {
                let name = |sign: u8, of_empty: &str| match sign {
                    b' ' => of_empty.to_string(),
                    _ => format!("{:?}", char::from(sign)),
                };
                let (found, others) = (name(*found, "an empty cell"), name(*others, "empty cells"));
                write!(f, "expected one sign for all blanks of the grid, found {found} here and {others} elsewhere: ")?;
                write!(f, "use 0 or . for each")
            }
            ParseErrorKind::RuleOrRow => {
                write!(f, "expected a row or a rule, found a line that could be either: use 0 or . for blanks, ")?;
                write!(f, "or put empty lines between grids")
            }
            ParseErrorKind::RuleOrGrid(sign) => {
                write!(f, "81 '{sign}' could be a rule or an empty grid: write blanks as . or 0 if it is a grid")
            }
            ParseErrorKind::UnknownStart => {
                write!(
                    f,
                    "expected a gap before the next grid, found none: a grid was refused, and nothing tells where "
                )?;
                write!(f, "the next one starts; correct that one, or put empty lines between grids")
            }
            ParseErrorKind::Conflict(conflict) => write!(f, "{conflict}"),
            ParseErrorKind::CandidateCount(found) => write!(f, "expected 729 pencil marks, found {found}"),
            ParseErrorKind::ExpectedCandidate { digit, found } => {
                write!(f, "expected {digit} or a blank, found {found:?}")
            }
            ParseErrorKind::ExpectedElimination(found) => {
                write!(f, "expected digit, row and column of an eliminated candidate, such as 412, found {found:?}")
            }
            ParseErrorKind::ExpectedFieldEnd(found) => write!(f, "expected the end of the field, found {found}"),
            ParseErrorKind::UnclosedQuote => {
                write!(f, "expected a closing quote, found the end of the line: a field cannot contain a line break")
            }
            ParseErrorKind::ColumnCount { expected, found } => {
                let s = if *expected == 1 { "" } else { "s" };
                write!(f, "expected {expected} column{s}, found {found}")
            }
            ParseErrorKind::Expected { what, found } => write!(f, "expected {what}, found {found}"),
            ParseErrorKind::LineTooLong => write!(f, "expected at most {LONGEST_LINE} bytes on a line, found more"),
            ParseErrorKind::NoPuzzleColumn { names } => {
                write!(f, "expected a header with a column for the puzzle ({}, ...), found none", names[..6].join(", "))
            }
            ParseErrorKind::NoSuchColumn { name, found } => {
                write!(f, "expected a header with a column {name:?}, found {found:?}")
            }
            ParseErrorKind::UnknownColumns { names, found, puzzle } => {
                let names = names[..3].join(", ");
                write!(f, "expected a header with a column for the puzzle ({names}, ...), found {found:?}: ")?;
                match puzzle.as_deref() {
                    Some((number, name)) if name.is_empty() => write!(f, "column {number} has it, so name it puzzle")?,
                    Some((number, name)) => {
                        write!(f, "column {number} has it, so use --column {}", shell_word(name))?;
                    }
                    None => write!(f, "name the column with --column")?,
                }
                write!(f, ", or remove the line if it is a title")
            }
            ParseErrorKind::TwoPuzzleColumns { first, second } => {
                let ((first, first_name), (second, second_name)) = (first, second);
                write!(f, "expected one puzzle column, found columns {first} ({first_name:?}) ")?;
                write!(f, "and {second} ({second_name:?}): choose one with --column {first_name}")
            }
            ParseErrorKind::MissingHeader { field, delimiter } => {
                // A shell takes other delimiters for its own.
                let quote = if *delimiter == ',' { "" } else { "'" };
                write!(f, "the puzzle is in field {field}: add a header that names the column (puzzle), ")?;
                write!(f, "or keep only the puzzle with cut -d{quote}{delimiter}{quote} -f{field}")
            }
            ParseErrorKind::NotText(NotText { what, remedy }) => write!(f, "expected text, found {what}: {remedy}"),
            ParseErrorKind::NoGrid { lines: 0, .. } => write!(f, "expected a grid, found an empty input"),
            ParseErrorKind::NoGrid { lines, comments } => {
                write!(f, "no grid in {lines} line{}", if *lines == 1 { "" } else { "s" })?;
                match comments {
                    0 => Ok(()),
                    1 => write!(f, "; 1 starts with # or % and is a comment"),
                    _ => write!(f, "; {comments} start with # or % and are comments"),
                }
            }
        }
    }
}

/// A word as a shell needs it.
fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    if word.chars().all(is_plain) { word.to_string() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

impl fmt::Display for Truncated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, lines) = match self {
            Truncated::AtStart(lines) => ("the input starts inside a grid, or this line interrupts it", lines),
            Truncated::AtEnd(lines) => ("the input ends inside a grid", lines),
        };
        write!(f, "{what}; if it was split, split it between grids, ")?;
        write!(f, "for example with split -l {lines}000 or parallel --pipe -L {lines}")
    }
}

/// Whether nothing shows where a character is, although it is neither a space nor a control character.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Character(c) if is_invisible(*c) => write!(f, "the invisible character {c:?}"),
            Found::Character(c) => write!(f, "{c:?}"),
            Found::Byte(byte) => write!(f, "the byte {byte:#04x}, which is not UTF-8"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_displayed_with_its_place_and_its_suggestion() {
        let mut error = ParseError::new(3, None, ParseErrorKind::RowLength(8));
        assert_eq!(error.to_string(), "3: expected 9 cells, found 8");
        error.column = Some(7);
        error.suggestion = Some("add one".into());
        assert_eq!(error.to_string(), "3:7: expected 9 cells, found 8; add one");
    }

    #[test]
    fn characters_are_quoted_and_bytes_that_are_not_utf_8_are_shown_in_hexadecimal() {
        let found = |text: &[u8]| Found::first_of(text).to_string();
        assert_eq!(found(b"q1"), "'q'");
        assert_eq!(found("é1".as_bytes()), "'é'");
        assert_eq!(found(b"\0"), "'\\0'");
        assert_eq!(found(b"\xff1"), "the byte 0xff, which is not UTF-8");
        assert_eq!(found("\u{feff}".as_bytes()), "the invisible character '\\u{feff}'");
    }

    #[test]
    fn what_looks_like_a_digit_comes_with_the_digit() {
        let message = |c: char| ParseErrorKind::ExpectedCell(Found::Character(c)).to_string();
        let expected = "expected a digit or a blank, found";
        assert_eq!(message('O'), format!("{expected} 'O', a letter: use 0"));
        assert_eq!(message('l'), format!("{expected} 'l', a letter: use 1"));
        assert_eq!(message('\u{661}'), format!("{expected} '\u{661}': use the digits 1 to 9"));
        assert_eq!(message('A'), format!("{expected} 'A'"));
    }

    #[test]
    fn what_is_not_utf_8_comes_with_a_command_that_converts_it() {
        let message = |byte: u8| ParseErrorKind::ExpectedCell(Found::Byte(byte)).to_string();
        assert!(message(0xda).ends_with("which is not UTF-8: if it is text, convert it with iconv -f CP437 -t UTF-8"));
        assert!(message(0xb7).ends_with("which is not UTF-8: if it is text, convert it with iconv -f LATIN1 -t UTF-8"));
    }

    #[test]
    fn a_missing_header_comes_with_a_command_that_a_shell_can_run() {
        let message = |delimiter| ParseErrorKind::MissingHeader { field: 2, delimiter }.to_string();
        let advice =
            "the puzzle is in field 2: add a header that names the column (puzzle), or keep only the puzzle with ";
        assert_eq!(message(','), format!("{advice}cut -d, -f2"));
        assert_eq!(message(';'), format!("{advice}cut -d';' -f2"));
    }
}
