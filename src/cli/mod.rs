//! The command line: its options, their help, and how the program meets the operating system.

mod advice;
mod conflicts;
pub mod descriptor;
mod escape;
pub mod exit;
pub mod files;
pub mod help;
pub mod output;
pub mod progress;
mod questions;
mod random;
mod values;

use std::env;
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, Args, ColorChoice as When, Parser};
use clap_complete::Shell;
use sudokat::{InputFormat, InputOptions, Options, OutputFormat, Question};

use questions::{Asked, QuestionOptions};
use random::RandomOptions;
use values::{Choice, choice_parser, parse_blanks, parse_positive};

/// The options that -h shows.
const SUMMARY_OPTIONS: [&str; 11] = [
    "all",
    "count",
    "verdict",
    "check",
    "rate",
    "steps",
    "generate",
    "output_format",
    "explain",
    "stats",
    "threads",
];

/// What `auto` stands for.
const AUTO_INPUT: &str = "Detect the format (default)";
const AUTO_OUTPUT: &str = "The input's format if packed, spaced or csv, else line";

/// Solve Sudoku grids from files or from standard input
///
/// sudokat prints the solution of each grid; of several solutions, the smallest, read as an
/// 81-digit number. No known grid takes more than a few milliseconds, or a tenth of a second with
/// pencil marks.
#[derive(Clone, Debug, Default, PartialEq, Parser)]
#[command(version, max_term_width = 80, args_override_self = true)]
#[command(disable_help_flag = true, disable_version_flag = true)]
#[command(after_help = help::EXAMPLE, after_long_help = help::SECTIONS.trim_end())]
#[command(mut_args(hide_from_summary))]
pub struct Cli {
    /// Files to read, each in its own format; - or none is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub questions: QuestionOptions,

    #[command(flatten)]
    pub random: RandomOptions,

    #[command(flatten)]
    pub formats: FormatOptions,

    #[command(flatten)]
    pub running: RunningOptions,

    #[command(flatten)]
    pub packaging: PackagingOptions,
}

#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Formats")]
pub struct FormatOptions {
    /// Read csv, jsonl, line, spaced or packed; without it, detect the format
    #[arg(
        long,
        hide_possible_values = true,
        hide_default_value = true,
        default_value = "auto"
    )]
    #[arg(value_name = "FORMAT", value_parser = choice_parser::<InputFormat>(AUTO_INPUT))]
    pub input_format: Choice<InputFormat>,

    /// The puzzle is in column NAME of csv, or in member NAME of JSON
    #[arg(long, value_name = "NAME")]
    pub column: Option<String>,

    /// The solutions to check are in column NAME of csv
    #[arg(long, value_name = "NAME")]
    pub solution_column: Option<String>,

    /// Also treat each character in CHARS as a blank
    #[arg(long, value_name = "CHARS", value_parser = parse_blanks)]
    pub blank: Option<String>,

    /// Output format
    #[arg(short, long, hide_default_value = true, default_value = "auto")]
    #[arg(value_name = "FORMAT", value_parser = choice_parser::<OutputFormat>(AUTO_OUTPUT))]
    pub output_format: Choice<OutputFormat>,

    /// Print the name of the input file before each answer
    #[arg(short = 'H', long)]
    pub with_filename: bool,

    /// Color -o pretty: always, never, or auto (terminal without NO_COLOR)
    #[arg(
        long,
        value_name = "WHEN",
        hide_possible_values = true,
        hide_default_value = true
    )]
    #[arg(default_value_t)]
    pub color: When,
}

#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Messages and running")]
pub struct RunningOptions {
    /// Explain why a grid has no solution, or several
    ///
    /// Names the clues or candidates that conflict, or the cells in which two solutions differ.
    #[arg(long, conflicts_with_all = ["check", "canonical", "shuffle", "convert"])]
    pub explain: bool,

    /// Print statistics at the end, on standard error
    #[arg(long)]
    pub stats: bool,

    /// Show a progress bar: always, never, or auto (on a terminal, if answers go elsewhere)
    #[arg(
        long,
        value_name = "WHEN",
        hide_possible_values = true,
        hide_default_value = true
    )]
    #[arg(default_value_t)]
    pub progress: When,

    /// Stop at the first invalid grid, wrong given solution or unreadable file
    #[arg(long)]
    pub fail_fast: bool,

    /// Exit with status 0 whatever happens, unless the command line is wrong
    #[arg(long)]
    pub exit_zero: bool,

    /// Use N threads, at most 1024 (default: one per core)
    #[arg(short = 'j', long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = parse_positive)]
    pub threads: Option<NonZero<u64>>,
}

#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Help and packaging")]
pub struct PackagingOptions {
    /// Print completions for a shell
    #[arg(long, value_name = "SHELL")]
    pub completions: Option<Shell>,

    /// Print the manual page; to read it: sudokat --man | man -l -
    #[arg(long)]
    pub man: bool,

    /// Print this help (-h prints a summary)
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,

    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
}

fn hide_from_summary(option: Arg) -> Arg {
    let is_in_summary = SUMMARY_OPTIONS.contains(&option.get_id().as_str());
    option.hide_short_help(!is_in_summary)
}

impl Cli {
    /// Parses the arguments of the program, and checks what clap cannot.
    ///
    /// # Errors
    /// A usage error with advice, or the text of the help or the version.
    pub fn from_arguments() -> Result<Cli, clap::Error> {
        // Online judges and most scripts give no arguments; they need not wait for clap.
        if env::args_os().len() <= 1 {
            return Ok(Cli::default());
        }
        // clap would take a grid that starts with - for an option.
        for argument in wild::args_os().skip(1) {
            if let Some(message) = argument.to_str().and_then(advice::for_grid) {
                return Err(conflicts::error(message));
            }
        }
        let cli = Cli::try_parse_from(wild::args_os()).map_err(advice::with_tip)?;
        match cli.conflict() {
            Some(message) => Err(conflicts::error(message)),
            None => Ok(cli.with_seed()),
        }
    }

    /// Whether some grids are random.
    fn has_random_grids(&self) -> bool {
        self.random.generate.is_some() || self.questions.shuffle.is_some()
    }

    /// With a random seed, if one is needed and none is given.
    fn with_seed(mut self) -> Cli {
        if self.has_random_grids() {
            self.random.seed.get_or_insert_with(|| fastrand::u64(..));
        }
        self
    }

    /// The options of a stream.
    pub fn options(&self) -> Options {
        let (formats, running) = (&self.formats, &self.running);
        Options {
            question: self.question(),
            input: InputOptions {
                format: formats.input_format,
                column: formats.column.clone(),
                blanks: formats.blank.clone().unwrap_or_default(),
                ..InputOptions::default()
            },
            solution_column: formats.solution_column.clone(),
            output_format: formats.output_format,
            with_filename: formats.with_filename,
            color: is_wanted(formats.color, shows_colors()),
            fail_fast: running.fail_fast,
            explain: running.explain,
            stats: running.stats,
            on_one_terminal: io::stdout().is_terminal() && io::stderr().is_terminal(),
            threads: running.max_threads(),
        }
    }

    /// The question that an option asks, if there is one.
    fn asked(&self) -> Option<Asked> {
        self.questions.asked(self.random.seed.unwrap_or_default())
    }

    /// The question about each grid.
    fn question(&self) -> Question {
        match self.asked() {
            Some(asked) => asked.question,
            None if self.prints_generated_puzzles() => Question::Convert,
            None => Question::default(),
        }
    }

    /// Without a question, generated puzzles are printed and not solved. csv and JSON have both.
    fn prints_generated_puzzles(&self) -> bool {
        use OutputFormat::{Csv, Json};
        let has_both = matches!(self.formats.output_format, Some(Csv | Json));
        self.random.generate.is_some() && self.asked().is_none() && !has_both
    }
}

impl RunningOptions {
    /// The most threads to use; `None` is one for each core.
    pub fn max_threads(&self) -> Option<NonZero<usize>> {
        let threads = self.threads?;
        Some(threads.try_into().unwrap_or(NonZero::<usize>::MAX))
    }

    /// The delay before the progress bar appears, if it is wanted. With `auto`, it only appears if
    /// the inputs take longer than most.
    pub fn progress_delay(&self) -> Option<Duration> {
        let is_useful = io::stderr().is_terminal() && !io::stdout().is_terminal();
        let seconds = u64::from(self.progress == When::Auto);
        is_wanted(self.progress, is_useful).then_some(Duration::from_secs(seconds))
    }
}

/// Whether to enable a feature; `auto` does if it is useful.
fn is_wanted(when: When, is_useful: bool) -> bool {
    match when {
        When::Always => true,
        When::Auto => is_useful,
        When::Never => false,
    }
}

/// Whether standard output is a terminal that shows colors, and its user wants them: see
/// https://no-color.org.
fn shows_colors() -> bool {
    // On Windows, only the newer terminal understands escape sequences by itself. It sets
    // `WT_SESSION`.
    let terminal = env::var_os(if cfg!(windows) { "WT_SESSION" } else { "TERM" });
    let understands_colors = terminal.is_some_and(|name| name != "dumb");
    let is_refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && understands_colors && !is_refused
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn no_arguments_are_the_defaults_without_clap() {
        assert_eq!(
            Cli::try_parse_from(["sudokat"]).expect("no arguments"),
            Cli::default()
        );
    }

    #[test]
    fn the_summary_lists_options_that_exist() {
        let command = Cli::command();
        for name in SUMMARY_OPTIONS {
            assert!(
                command
                    .get_arguments()
                    .any(|option| option.get_id() == name),
                "{name}"
            );
        }
    }

    #[test]
    fn a_repeated_option_overrides_the_earlier_one() {
        let line = "sudokat a -j1 --explain -ocsv --color=never --count=3 b -j2 --explain -oauto --color=auto --count c";
        let cli = Cli::try_parse_from(line.split(' ')).expect("valid");
        assert_eq!(cli.files, ["a", "b", "c"].map(PathBuf::from));
        assert_eq!(
            (
                cli.running.threads,
                cli.formats.output_format,
                cli.formats.color
            ),
            (NonZero::new(2), None, When::Auto)
        );
        assert_eq!(
            (cli.running.explain, cli.questions.count),
            (true, NonZero::new(1_000_000))
        );
    }
}
