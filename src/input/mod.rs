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
mod tests;
