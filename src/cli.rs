//! What the command line may say.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Parser;

const EXAMPLES: &str = "\
Grids are nine rows of nine digits, spaced or packed, or 81 characters on a line;
0 . _ - * ? x are blanks. The answers have the layout of the input.

Examples:
  sudokat puzzles.txt > solutions.txt
      solve a file of grids, each answer in the place of its puzzle
  echo 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 | sudokat
      solve one grid from a pipe

Exit status: 0 every grid was solved; 1 at least one has no solution; 2 at least one
is malformed or breaks the rules, or something could not be read or written.";

/// Solve Sudoku grids: puzzles in, the smallest solution of each out
///
/// Of all solutions of a grid, read as 81-digit numbers, the smallest is printed, in bounded time for every grid.
#[derive(Debug, Default, Parser)]
#[command(version, after_help = EXAMPLES)]
pub struct Cli {
    /// Files of grids; standard input if there is none, or for -
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Print whichever solution is found first, not the smallest: faster where grids have several
    #[arg(long)]
    pub any: bool,

    /// Solve on this many threads [default: every core]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZero<usize>>,
}
