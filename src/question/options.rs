//! The options of a stream. [`input_policy`](super::input_policy) and
//! [`chunk_policy`](super::chunk_policy) say what follows from them.

use std::num::NonZero;

use crate::input::InputOptions;
use crate::question::Question;

/// How answers are written. The command line shows these comments as its help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum OutputFormat {
    /// 81 digits on a line, which is empty if there is no answer.
    #[default]
    Line,
    /// Nine lines of nine digits.
    Packed,
    /// Nine lines of nine digits, separated by spaces.
    Spaced,
    /// A frame around each grid; in color, clues are bold.
    Pretty,
    /// The columns of the record, or the puzzle, and the answer.
    Csv,
    /// A JSON object on a line, with everything that is known.
    Json,
    /// A page to print, six grids to a sheet.
    Html,
}

/// How a [`Stream`](crate::Stream) reads, answers and writes. The default prints the smallest
/// solution of each grid and may use every core.
///
/// ```
/// use sudokat::{Options, OutputFormat, Question};
/// let options = Options {
///     question: Question::Verdict,
///     output_format: Some(OutputFormat::Json),
///     ..Options::default()
/// };
/// assert!(!options.stats);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The question about every grid.
    pub question: Question,
    /// How every input is read.
    pub input: InputOptions,
    /// The name of the column with given solutions, ignoring case; `None` looks for a usual name,
    /// such as `solution` or `answer`.
    pub solution_column: Option<String>,
    /// The format of all answers; `None` follows the format of each input. If the question does not
    /// support the format (see [`Question::supports`]), answers are lines.
    pub output_format: Option<OutputFormat>,
    /// Write the name of the input before each answer, or in a column of its own.
    pub with_filename: bool,
    /// Use the colors of a terminal in [`OutputFormat::Pretty`].
    pub color: bool,
    /// Stop at the first invalid record, wrong given solution or unreadable input: nothing after it
    /// is answered. If such a record gets a list of answers, only the first is written.
    pub fail_fast: bool,
    /// Add messages that say why a grid has no solution (see
    /// [`Puzzle::contradiction`](crate::Puzzle::contradiction)) or where two of several solutions
    /// differ.
    pub explain: bool,
    /// Count verdicts for [`Stream::stats`](crate::Stream::stats). With [`Question::Smallest`] that
    /// is more work than the answers need.
    pub stats: bool,
    /// Answers and messages go to the same terminal. A message that is part of an answer is then
    /// not written again. With [`OutputFormat::Json`] and with [`Question::Check`], every message
    /// is part of an answer.
    pub on_one_terminal: bool,
    /// The most threads that may solve, up to 1024; `None` means one per core. A thread starts only
    /// when there is work for it.
    pub threads: Option<NonZero<usize>>,
}
