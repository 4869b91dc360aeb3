//! Bytes in, complete records out.
//!
//! ```text
//! bytes --lines, ascii--> lines --reader--> what the input is
//!
//! csv           columns, and the puzzle in one of them                                        record
//! line_formats  a line that is a record                                                       record
//! rows          --tokens, groups, cells, kinds--> rows --grids--> grid                        record
//! fast_path     lines that start with their grid, and grids of nine plain rows
//! ```
//!
//! There are two kinds of formats. In `csv`, `jsonl` and `line` a record is a line, and from the
//! first record on, every line that is not a comment or a title gives one line of output. In
//! `spaced` and `packed` a record is nine rows, and what is between grids gives no output.
//! [`reader`] says how the format is detected. The rules for rows:
//!
//! 1. **Groups.** A line is split at everything that cannot be a field: words, brackets, and the
//!    symbols `: = < >`. Each group between them is a row of nine cells, a grid of 81, or a label,
//!    an index or a part of a comment. sudokat ignores this last kind, which has fewer than five
//!    cells. It also ignores decimals that stand alone between words, such as `0.25 s`, and tabs in
//!    front of a group. In a group the cells are packed, in words of three or nine, or apart, with
//!    spaces, tabs, commas, semicolons, `|`, `&` or `/` between them; they can be quoted. Several
//!    ascending digits in one field are candidates. The number of the row can precede the cells.
//!    Ten cells are a row if, in all nine rows, the first ones count from 0 or 1 or the last ones
//!    are empty fields. One line can have several rows in brackets. Words of 81 cells are grids
//!    anywhere, unless another group has five cells or more.
//! 2. **Gaps.** The gap between two rows is empty, or has one or more rules, one or more empty
//!    lines, or text: a title, a comment, a number or code. All gaps inside bands are alike. The
//!    two gaps between bands are alike, and at least as wide. A wider gap ends the grid, and so
//!    does a title or a comment. Other text right below a row of an unfinished grid takes the place
//!    of a row.
//! 3. **Kinds.** A line without a row is a rule, damaged, a number or mark, or text. A rule has
//!    only symbols that draw lines. A line is damaged if more than half of its characters other
//!    than separators and brackets are cells, and four cells are separate or five are in one word.
//!    An empty field counts as a cell, and a single number needs seven digits. Words and dates have
//!    no cells, and neither have decimals and longer numbers beside them. A line with three words,
//!    or with a word and no digit among its cells, is text. A number or mark has at most four
//!    characters. All other lines are text. A damaged line takes the place of a row, and sudokat
//!    refuses only its grid.
//! 4. **Two readings.** A line such as `---------` or `---|---|---` can be a rule or a row of
//!    blanks, and `1 2 3 4 5 6 7 8 9` the numbers of columns or a row. The first is a rule if
//!    another symbol marks the blanks of the rows beside it. Otherwise all lines up to the next
//!    wider gap are read both ways. Exactly one way must give whole grids without a conflict, or
//!    these lines are refused.
//! 5. **Doubt.** After a grid that may have had a row too few or too many, the next grids are
//!    answered only if all rows up to the next wider gap make whole grids.
//! 6. **Solutions.** A finished grid right below the puzzle that it solves is its solution and is
//!    not answered again. A message at the end of the input says how many there were. `--check` and
//!    `--convert` take every grid. The only heading with a meaning is `[State]`: a grid below it
//!    that keeps the clues of the puzzle above is ignored.

mod ascii;
mod cells;
mod csv;
pub(crate) mod error;
mod fast_path;
mod grids;
mod groups;
mod kinds;
mod line_formats;
mod lines;
pub(crate) mod reader;
pub(crate) mod records;
mod rows;
mod tokens;
mod words;

pub(crate) use grids::MIN_CANDIDATE_CELLS;

/// The format of an input: what a record looks like. The command line shows these comments as its
/// help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum InputFormat {
    /// A header that names the puzzle column, then one record per line.
    Csv,
    /// A JSON object with a puzzle per line.
    #[cfg_attr(feature = "cli", value(name = "jsonl"))]
    JsonLines,
    /// 81 cells or 729 pencil marks per line, perhaps after a label (.sdm, HoDoKu's library, the
    /// Sudoku Exchange puzzle bank).
    #[cfg_attr(feature = "cli", value(aliases = ["bank", "hodoku", "pencilmarks"]))]
    Line,
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
    /// Read the input as csv with the puzzle in the column of this name, ignoring case.
    pub column: Option<String>,
    /// More characters that stand for a blank.
    pub blanks: String,
    /// In rows, read a finished grid right below its puzzle as a record. By default it is left out
    /// if it solves the puzzle.
    pub every_grid: bool,
}

#[cfg(test)]
mod tests;
