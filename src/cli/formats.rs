//! The options for what is read and how answers are written.

use std::env;
use std::io::{self, IsTerminal};

use clap::Args;
use sudokat::{InputFormat, InputOptions, OutputFormat};

use super::values::{Choice, When, choice_parser, parse_blanks};

/// The help of the value `auto`, for each of the two formats.
const AUTO_INPUT: &str = "Detect the format (default)";
const AUTO_OUTPUT: &str = "The input's format if packed, spaced or csv, else line";

#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Formats")]
pub struct FormatArgs {
    /// Read this format instead of detecting it: csv, jsonl, line, spaced or packed
    #[arg(long, default_value = "auto", hide_default_value = true)]
    #[arg(value_name = "FORMAT", hide_possible_values = true)]
    #[arg(value_parser = choice_parser::<InputFormat>(AUTO_INPUT))]
    pub input_format: Choice<InputFormat>,

    /// The puzzle is in column NAME of csv, or in member NAME of JSON
    #[arg(long, value_name = "NAME")]
    pub column: Option<String>,

    /// The solutions to check are in column NAME of csv, or in member NAME of JSON
    #[arg(long, value_name = "NAME")]
    pub solution_column: Option<String>,

    /// Also treat each character in CHARS as a blank
    #[arg(long, value_name = "CHARS", value_parser = parse_blanks)]
    pub blank: Option<String>,

    /// Output format
    #[arg(short, long, default_value = "auto", hide_default_value = true)]
    #[arg(value_name = "FORMAT", value_parser = choice_parser::<OutputFormat>(AUTO_OUTPUT))]
    pub output_format: Choice<OutputFormat>,

    /// Print the name of the input file before each answer
    #[arg(short = 'H', long)]
    pub with_filename: bool,

    /// Color -o pretty: always, never, or auto (terminal without NO_COLOR)
    #[arg(long, default_value_t, hide_default_value = true)]
    #[arg(value_name = "WHEN", hide_possible_values = true)]
    color: When,
}

impl FormatArgs {
    /// How to read an input.
    pub fn input_options(&self) -> InputOptions {
        InputOptions {
            format: self.input_format,
            column: self.column.clone(),
            blanks: self.blank.clone().unwrap_or_default(),
            ..InputOptions::default()
        }
    }

    /// Whether to write answers in color.
    pub fn wants_color(&self) -> bool {
        match self.color {
            When::Never => false,
            When::Always => true,
            When::Auto => shows_colors(),
        }
    }
}

/// Whether standard output is a terminal that shows colors, and its user wants them: see
/// <https://no-color.org>.
fn shows_colors() -> bool {
    // On Windows, only the newer terminal understands escape sequences by itself. It sets
    // `WT_SESSION`.
    let terminal = env::var_os(if cfg!(windows) { "WT_SESSION" } else { "TERM" });
    let understands_colors = terminal.is_some_and(|name| name != "dumb");
    let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && understands_colors && !is_unwanted
}
