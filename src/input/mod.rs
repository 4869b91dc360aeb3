//! Bytes in, complete records out.
//!
//! [`reader::Reader`] cuts an input into lines, detects its format, and passes the lines to the parser of that format. The parser
//! appends each record, with everything that belongs to it, to [`records::Records`].
//!
//! ```text
//! bytes --encoding.rs, lines.rs--> lines --reader.rs--> parser --one file per format--> Records
//!
//! csv.rs, json_lines.rs --field.rs: a field of a line to a puzzle-->                               record
//! line.rs  --tokens.rs, cells.rs: a line to cells-->                                               record
//! rows.rs  --tokens.rs, cells.rs: a line to cells--> --window: rows to a grid-->                   record
//!          --template.rs: a grid that is written in the same places as the one before-->           record
//! ```
//!
//! There are two kinds of formats. In `csv`, `jsonl`, `pencilmarks`, `hodoku`, `line` and `bank` a record is a line, and from
//! the first record on, every line that is not a comment gives one line of output. In `spaced` and `packed` a record is nine
//! rows, and what stands between grids gives no output; see [`rows`]. Every line before the first row is tried in this order:
//!
//! | the line | format |
//! |---|---|
//! | has a field with one of [`csv::PUZZLE_NAMES`] and no puzzle | `csv`, unless the next line is a row or a rule: then it was a heading |
//! | is an object with a puzzle under such a name | `jsonl` |
//! | has its first puzzle after a `,` or `;` | none: the input is refused |
//! | has 81 cells after a name, such as `puzzle =`, or is part of an array of strings | `spaced`, because the next one may be a solution |
//! | starts with 365 cells or more before white space or one of `,;#:\|` | `pencilmarks` |
//! | starts with `:` and has a puzzle between the third and the fourth `:` | `hodoku` |
//! | has a puzzle for its first word, or has 81 cells in any way and no puzzle for its second word | `line` |
//! | has a puzzle for its second word | `bank` |
//! | has nine cells, or nearly, or one, or several grids | `spaced` or `packed` |
//!
//! Here a puzzle is a word or field with 41 cells or more: half a grid, so that a malformed puzzle counts too. File names do not
//! matter.
//!
//! To add a format, write a file with a `detect` and a [`RecordParser`], and register it: a variant of [`InputFormat`] and an
//! entry of [`FORMATS`].

mod arrays;
mod bank;
mod cells;
mod csv;
mod encoding;
pub(crate) mod error;
mod field;
mod format;
mod hodoku;
mod json_lines;
mod kinds;
mod labels;
mod line;
mod lines;
mod malformed;
mod parser;
mod pencil_marks;
mod places;
pub(crate) mod reader;
pub(crate) mod records;
mod rows;
mod signs;
mod template;
mod tokens;
mod window;

pub use format::InputFormat;

use std::fmt;
use std::str::FromStr;

use parser::RecordParser;
use reader::Choices;

/// An entry of [`FORMATS`].
struct Format {
    format: InputFormat,
    name: &'static str,
    /// One line of help.
    about: &'static str,
    /// Whether a line, without the white space around it, shows that the input is in this format. Asked of each line,
    /// other than blank lines and comments, until the format is known.
    detect: fn(&[u8]) -> bool,
    /// Makes a parser for an input.
    parser: fn(&Choices) -> Box<dyn RecordParser>,
}

/// All formats, in the order of [`InputFormat`] and of detection. Rows are what is left if no line is a record by itself.
static FORMATS: [Format; 8] = [
    Format {
        format: InputFormat::Csv,
        name: "csv",
        about: "a header that names the puzzle column, then one record per line",
        detect: csv::detect,
        parser: |choices| Box::new(csv::CsvParser::new(choices.column.clone(), choices.blanks.clone())),
    },
    Format {
        format: InputFormat::JsonLines,
        name: "jsonl",
        about: "a JSON object with a puzzle per line",
        detect: json_lines::detect,
        parser: |choices| Box::new(json_lines::JsonLinesParser::new(choices.blanks.clone())),
    },
    Format {
        format: InputFormat::PencilMarks,
        name: "pencilmarks",
        about: "729 pencil marks per line, nine for each cell",
        detect: pencil_marks::detect,
        parser: |_| Box::new(pencil_marks::PencilMarksParser),
    },
    Format {
        format: InputFormat::Hodoku,
        name: "hodoku",
        about: "lines of HoDoKu's library, :technique:candidates:puzzle:eliminated:",
        detect: hodoku::detect,
        parser: |_| Box::new(hodoku::HodokuParser),
    },
    Format {
        format: InputFormat::Line,
        name: "line",
        about: "81 cells per line (.sdm)",
        detect: line::detect,
        parser: |_| Box::<line::LineParser>::default(),
    },
    Format {
        format: InputFormat::Bank,
        name: "bank",
        about: "a label and 81 cells per line (Sudoku Exchange puzzle bank)",
        detect: bank::detect,
        parser: |_| Box::new(bank::BankParser),
    },
    Format {
        format: InputFormat::Spaced,
        name: "spaced",
        about: "nine lines of nine cells, separated by spaces, tabs or commas",
        detect: |_| false,
        parser: |choices| Box::new(rows::RowsParser::new(choices.every_grid)),
    },
    Format {
        format: InputFormat::Packed,
        name: "packed",
        about: "nine lines of nine cells, without separators (.sdk, .ss)",
        detect: |_| false,
        parser: |choices| Box::new(rows::RowsParser::new(choices.every_grid)),
    },
];

impl InputFormat {
    /// All formats, in the order in which they are detected.
    pub fn all() -> impl Iterator<Item = InputFormat> {
        FORMATS.iter().map(|entry| entry.format)
    }

    /// The name, as it is written on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// A description in one line.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.entry().about
    }

    fn entry(self) -> &'static Format {
        &FORMATS[self as usize]
    }

    /// Whether a record is nine lines.
    fn is_rows(self) -> bool {
        matches!(self, InputFormat::Spaced | InputFormat::Packed)
    }
}

/// The name.
impl fmt::Display for InputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The format with this name.
impl FromStr for InputFormat {
    type Err = UnknownInputFormat;

    fn from_str(name: &str) -> Result<InputFormat, UnknownInputFormat> {
        InputFormat::all().find(|format| format.name() == name).ok_or_else(|| UnknownInputFormat(name.to_string()))
    }
}

/// A text that does not name an [`InputFormat`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownInputFormat(String);

impl fmt::Display for UnknownInputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = InputFormat::all().map(InputFormat::name).collect();
        write!(f, "expected an input format ({}), found {:?}", names.join(", "), self.0)
    }
}

impl std::error::Error for UnknownInputFormat {}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod ways;

#[cfg(test)]
mod fixtures {
    use super::error::ParseError;
    use super::reader::Reader;
    use super::records::Records;
    use super::*;
    use crate::grid::Grid;

    /// A puzzle with one solution.
    pub(super) const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    pub(super) fn puzzle() -> Grid {
        PUZZLE.parse().unwrap()
    }

    /// The nine rows of [`PUZZLE`] with this between their cells.
    pub(super) fn rows(separator: &str) -> Vec<String> {
        let row = |row: &[u8]| row.iter().map(|&byte| char::from(byte).to_string()).collect::<Vec<_>>().join(separator);
        PUZZLE.as_bytes().chunks(9).map(row).collect()
    }

    /// A text with the example for each `PUZZLE`.
    pub(super) fn fill(text: &str) -> String {
        text.replace("PUZZLE", PUZZLE)
    }

    /// All records of an input that is read in one go.
    pub(super) fn read(format: Option<InputFormat>, input: &[u8]) -> Records {
        let mut records = Records::default();
        assert!(!Reader::new(input, format).fill(&mut records, usize::MAX, true).unwrap());
        records
    }

    /// An input that gives at most so many bytes at each read.
    struct Pieces<'a>(&'a [u8], usize);

    impl std::io::Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let size = self.1.min(buffer.len());
            self.0.read(&mut buffer[..size])
        }
    }

    /// All records of an input that arrives in pieces of this size.
    pub(super) fn read_pieces(input: &[u8], size: usize) -> Records {
        let mut records = Records::default();
        assert!(!Reader::new(Pieces(input, size), None).fill(&mut records, usize::MAX, true).unwrap());
        records
    }

    /// What is wrong with a text whose first record cannot be read.
    pub(super) fn error(format: InputFormat, text: &str) -> ParseError {
        let records = read(Some(format), fill(text).as_bytes());
        let of_record = records.iter().next().and_then(|record| record.puzzle.err().cloned());
        of_record.or(records.input_error.clone()).unwrap_or_else(|| panic!("{text:?} was read"))
    }

    /// Its column and message.
    pub(super) fn message(format: InputFormat, text: &str) -> (Option<usize>, String) {
        let error = error(format, text);
        (error.column, error.kind.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_formats_and_names_round_trip() {
        for (i, entry) in FORMATS.iter().enumerate() {
            assert_eq!(entry.format as usize, i);
            assert_eq!(entry.name.parse(), Ok(entry.format));
            assert_eq!(entry.format.to_string(), entry.name);
            assert!(!entry.format.about().is_empty());
        }
        let error = "sdm".parse::<InputFormat>().unwrap_err().to_string();
        let names = "csv, jsonl, pencilmarks, hodoku, line, bank, spaced, packed";
        assert_eq!(error, format!("expected an input format ({names}), found \"sdm\""));
    }
}
