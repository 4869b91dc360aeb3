//! What the program prints about itself: the end of its help, the manual page and shell completions.

use std::io;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::Cli;

/// The end of -h.
pub const EXAMPLE: &str = "\
Example: sudokat puzzles.txt > solutions.txt
All options, input formats and exit statuses: sudokat --help";

/// The end of --help and of the manual page. That is indented, so no line is longer than 72 characters.
const SECTIONS: [(&str, &str); 4] =
    [("Input", INPUT), ("Messages", MESSAGES), ("Examples", EXAMPLES), ("Exit status", STATUSES)];

const INPUT: &str = "  A grid is nine lines of nine cells, 81 cells on one line, or a field
  of a csv file whose header names the column: puzzle, quizzes, board
  and some others. Spaces, tabs, commas, bars or brackets can separate
  the cells. A blank is one of 0 . _ - * ? x X, or one other sign, such
  as +, that stands for all blanks of a grid. Comments (lines that start
  with # or %), titles (such as Grid 01) and frames are ignored.

  In a file of lines, every line after the first grid gives one line of
  output (not with --all), which is empty if there is no answer. Only
  comments give none.";

const EXAMPLES: &str = "  Solve a file of grids:
      sudokat puzzles.txt > solutions.txt

  Solve one grid, and print the solution in a frame:
      printf '%s\\n' 53..7.... 6..195... .98....6. 8...6...3 \\
        4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79 |
        sudokat -o pretty

  Add a solution column to a csv file:
      sudokat sudoku.csv > solved.csv

  Find out whether each puzzle has exactly one solution, or why not:
      sudokat --verdict --explain puzzles.txt

  Print ten solutions of each grid, one JSON object per line:
      sudokat --all --limit 10 -o json puzzles.txt";

const MESSAGES: &str = "  A message names file, line and, where there is one, the column. Ten
  messages of a kind are printed for each file, and a line at the end
  counts the others; -o json has all of them.";

const STATUSES: &str = "  0  Every grid has a solution, perhaps several.
  1  No grid is invalid, but at least one has no solution (with --check:
     is unfinished).
  2  A grid is invalid (malformed, or two clues conflict), or a csv file
     gives a wrong solution; something could not be read or written; or
     the command line is wrong.";

/// The sections as --help shows them.
pub fn sections() -> String {
    SECTIONS.map(|(title, text)| format!("{title}:\n{text}")).join("\n\n")
}

/// The completions or the manual page, if they are asked for.
///
/// # Errors
/// Those of the writers; there are none in memory.
pub fn generated_text(cli: &Cli) -> io::Result<Option<Vec<u8>>> {
    match cli.completions {
        Some(shell) => Ok(Some(completions(shell))),
        None => cli.man.then(manual_page).transpose(),
    }
}

fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "sudokat", &mut text);
    text
}

fn manual_page() -> io::Result<Vec<u8>> {
    // The page leaves out the help of options that are hidden from -h.
    let man = Man::new(Cli::command().mut_args(|option| option.hide_short_help(false)));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    let usage = [bold("sudokat"), roman(" [OPTION]... [FILE]...")];
    Roff::new().control("SH", ["SYNOPSIS"]).text(usage).to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    for (title, text) in SECTIONS {
        let lines = [roman(text.replace("\n  ", "\n").trim_start())];
        let title = title.to_uppercase();
        Roff::new().control("SH", [&*title]).control("nf", []).text(lines).control("fi", []).to_writer(&mut page)?;
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use clap::{Command, Parser};

    use super::*;

    /// The widths of the lines of a help text, on a terminal of 80 columns.
    fn widths(render: impl FnOnce(&mut Command) -> clap::builder::StyledStr) -> Vec<usize> {
        let help = render(&mut Cli::command().term_width(80)).to_string();
        help.trim_end().lines().map(|line| line.chars().count()).collect()
    }

    #[test]
    fn the_short_help_fits_on_one_screen() {
        let widths = widths(Command::render_help);
        assert!(widths.len() <= 24 && widths.iter().all(|&width| width <= 80), "{widths:?}");
    }

    #[test]
    fn the_long_help_is_not_long_and_the_manual_page_fits_into_80_columns() {
        let widths = widths(Command::render_long_help);
        assert!(widths.len() < 200 && widths.iter().all(|&width| width <= 80), "{widths:?}");
        let mut lines = SECTIONS.iter().flat_map(|(_, text)| text.lines());
        assert!(lines.all(|line| line.chars().count() <= 72));
    }

    #[test]
    fn the_examples_are_valid_command_lines() {
        let commands = EXAMPLES.lines().chain(EXAMPLE.lines()).filter_map(|line| line.split_once("sudokat "));
        let commands: Vec<_> = commands.map(|(_, options)| options.split(" > ").next().unwrap_or_default()).collect();
        assert_eq!(commands.len(), 7);
        for options in commands {
            let arguments = ["sudokat"].into_iter().chain(options.split_whitespace());
            let result = Cli::try_parse_from(arguments);
            assert!(result.as_ref().is_ok_and(|cli| cli.conflict().is_none()) || options == "--help", "{options}");
        }
    }
}
