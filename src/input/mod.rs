//! Bytes in, complete records out.
//!
//! ```text
//! bytes --lines, signs--> lines --reader, hint--> what the input is
//!
//! csv           --field--> the puzzle of a record                            record
//! line_formats  --field--> a line that is a record                           record
//! rows          --tokens, names, kinds, places, cells--> rows --row--> nine rows that are a grid      record
//!               --template--> a grid that is written in the same places as the one before             record
//! ```
//!
//! There are two kinds of formats. In `csv`, `jsonl`, `pencilmarks`, `hodoku`, `line` and `bank` a record is a line, and from
//! the first record on, every line that is not a comment gives one line of output. In `spaced` and `packed` a record is nine
//! rows, and what stands between grids gives no output; see [`rows`]. [`reader`] says how an input shows which it is.

mod cells;
mod csv;
pub(crate) mod error;
mod field;
mod hint;
mod kinds;
mod line_formats;
mod lines;
mod names;
mod places;
pub(crate) mod reader;
pub(crate) mod records;
mod row;
mod rows;
mod signs;
mod template;
mod tokens;

/// The format of an input: what a record looks like. The command line shows these comments as its help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum InputFormat {
    /// A header that names the puzzle column, then one record per line.
    Csv,
    /// A JSON object with a puzzle per line.
    #[cfg_attr(feature = "cli", value(name = "jsonl"))]
    JsonLines,
    /// 729 pencil marks per line, nine for each cell.
    #[cfg_attr(feature = "cli", value(name = "pencilmarks"))]
    PencilMarks,
    /// Lines of HoDoKu's library, :technique:candidates:puzzle:eliminated:.
    Hodoku,
    /// 81 cells per line (.sdm).
    Line,
    /// A label and 81 cells per line (Sudoku Exchange puzzle bank).
    Bank,
    /// Nine lines of nine cells, separated by spaces, tabs or commas.
    Spaced,
    /// Nine lines of nine cells, without separators (.sdk, .ss).
    Packed,
}

/// How an input is read. The default detects its format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputOptions {
    /// The format of the input; `None` detects it.
    pub format: Option<InputFormat>,
    /// Read the input as csv with the puzzle in the column of this name, in any case.
    pub column: Option<String>,
    /// More characters that stand for a blank.
    pub blanks: String,
    /// In rows, a finished grid right below the puzzle whose clues it keeps is a grid, too, and not just its solution.
    pub every_grid: bool,
}

#[cfg(test)]
mod faults;
#[cfg(test)]
mod formats;
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
        assert!(
            !Reader::new(input, &InputOptions { format, ..InputOptions::default() })
                .fill(&mut records, usize::MAX, true)
                .unwrap()
        );
        records
    }

    /// An input that gives at most so many bytes at each read.
    pub(super) struct Pieces<'a>(pub(super) &'a [u8], pub(super) usize);

    impl std::io::Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let size = self.1.min(buffer.len());
            self.0.read(&mut buffer[..size])
        }
    }

    /// All records of an input that arrives in pieces of this size.
    pub(super) fn read_pieces(input: &[u8], size: usize) -> Records {
        let mut records = Records::default();
        assert!(
            !Reader::new(Pieces(input, size), &InputOptions::default()).fill(&mut records, usize::MAX, true).unwrap()
        );
        records
    }

    /// The line of each record.
    pub(super) fn lines(records: &Records) -> Vec<u64> {
        records.iter().map(|record| record.line).collect()
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
        (error.column, error.what())
    }
}
