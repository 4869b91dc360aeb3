//! What the command line may say.

use std::num::NonZero;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, ValueEnum};
use sudokat::format::Layout;

const EXAMPLES: &str = "\
Grids are nine rows of nine digits, spaced or packed, or 81 characters on a line, or in csv
a column whose name is puzzle, quizzes, question, quiz or sudoku; 0 . _ - * ? x are blanks.
The answers have the layout of the input, which its first line tells.

Examples:
  sudokat puzzles.txt > solutions.txt
      solve a file of grids, each answer in the place of its puzzle
  echo 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 | sudokat
      solve one grid from a pipe
  sudokat sudoku.csv > solved.csv
      the same columns, and one more with the solution; a wrong solution column is reported
  sudokat -o pretty puzzle.sdk
      show the solution in a frame

Exit status: 0 every grid was solved; 1 at least one has no solution; 2 at least one
is malformed or breaks the rules, a csv states a wrong solution, or something could not be
read or written.";

/// Solve Sudoku grids: puzzles in, the smallest solution of each out
///
/// Of all solutions of a grid, read as 81-digit numbers, the smallest is printed, in bounded time for every grid.
#[derive(Debug, Default, Parser)]
#[command(version, after_help = EXAMPLES)]
pub struct Cli {
    /// Files of grids; standard input if there is none, or for -
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The layout of the input, instead of the one its first line tells
    #[arg(long, value_name = "NAME", value_parser = layouts())]
    pub input_format: Option<InputFormat>,

    /// How to write the answers
    #[arg(short, long, value_name = "DRESS", default_value = "auto")]
    pub output: Output,

    /// When to colour the pretty output; NO_COLOR in the environment is heard
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,

    /// Print whichever solution is found first, not the smallest: faster where grids have several
    #[arg(long)]
    pub any: bool,

    /// End at the first grid that is malformed or breaks the rules
    #[arg(long)]
    pub fail_fast: bool,

    /// Exit with status 0 whatever comes, for hosts that take any other for a crash
    #[arg(long)]
    pub exit_zero: bool,

    /// Solve on this many threads [default: every core]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZero<usize>>,
}

/// A layout, or `None` for the one that the input has.
#[derive(Clone, Copy, Debug)]
pub struct InputFormat(pub Option<Layout>);

/// The names of the layouts.
fn layouts() -> impl TypedValueParser<Value = InputFormat> {
    let names = Layout::all().map(|(_, name, about)| PossibleValue::new(name).help(about));
    let auto = PossibleValue::new("auto").help("as the first meaningful line tells");
    PossibleValuesParser::new(std::iter::once(auto).chain(names)).map(|name| {
        let named = Layout::all().find(|(_, known, _)| *known == name);
        InputFormat(named.map(|(layout, ..)| layout))
    })
}

/// How answers are written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Output {
    /// As the input is laid out
    #[default]
    Auto,
    /// 81 digits on a line; an empty line for a record without an answer
    Line,
    /// Nine lines of nine digits
    Packed,
    /// Nine lines of nine digits with a space between
    Spaced,
    /// Nine lines in a frame
    Pretty,
    /// The columns of the input and the solution; puzzle and solution where it has no columns
    Csv,
    /// One object a line: file, line, puzzle, verdict, solution, message
    Json,
}

/// Whether to do something.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum When {
    /// On a terminal
    #[default]
    Auto,
    /// Yes
    Always,
    /// No
    Never,
}
