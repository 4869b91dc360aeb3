//! The command line, and how the program meets the operating system.
//!
//! Each group of options has a file: `questions`, `random`, `formats`, `running`. `conflicts` and
//! `advice` say what to type instead of a wrong command line.

mod advice;
mod conflicts;
pub mod descriptor;
mod escape;
pub mod exit;
pub mod files;
mod formats;
pub mod help;
pub mod output;
pub mod progress;
mod questions;
mod random;
mod running;
mod values;

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::{Arg, ArgAction, Args, Parser};
use clap_complete::Shell;
use sudokat::{Options, OutputFormat, Question};

use formats::FormatOptions;
use questions::{AskedQuestion, QuestionOptions};
use random::RandomOptions;
use running::RunningOptions;

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

/// Hides an option from -h, unless the summary has it.
fn hide_from_summary(option: Arg) -> Arg {
    let is_in_summary = SUMMARY_OPTIONS.contains(&option.get_id().as_str());
    option.hide_short_help(!is_in_summary)
}

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
        let mut cli = Cli::try_parse_from(wild::args_os()).map_err(advice::with_tip)?;
        if let Some(message) = cli.conflict() {
            return Err(conflicts::error(message));
        }
        cli.choose_seed();
        Ok(cli)
    }

    /// Chooses a seed if one is needed and none is given.
    fn choose_seed(&mut self) {
        if self.needs_seed() {
            self.random.seed.get_or_insert_with(|| fastrand::u64(..));
        }
    }

    /// Whether something is random: puzzles, or equivalents of grids.
    fn needs_seed(&self) -> bool {
        self.random.generate.is_some() || self.questions.shuffle.is_some()
    }

    /// Whether a single answer can take hours: a large count, or a rare puzzle.
    pub fn has_slow_answers(&self) -> bool {
        self.questions.count.is_some() || self.random.generate.is_some()
    }

    /// The options of a stream.
    pub fn options(&self) -> Options {
        let (formats, running) = (&self.formats, &self.running);
        Options {
            question: self.question(),
            input: formats.input_options(),
            solution_column: formats.solution_column.clone(),
            output_format: formats.output_format,
            with_filename: formats.with_filename,
            color: formats.wants_color(),
            fail_fast: running.fail_fast,
            explain: running.explain,
            stats: running.stats,
            on_one_terminal: io::stdout().is_terminal() && io::stderr().is_terminal(),
            threads: running.max_threads(),
        }
    }

    /// The question about each grid.
    fn question(&self) -> Question {
        match self.asked_question() {
            Some(asked) => asked.question,
            None if self.prints_generated_puzzles() => Question::Convert,
            None => Question::default(),
        }
    }

    /// The question that an option asks, if there is one. Its seed is 0 until one is chosen.
    fn asked_question(&self) -> Option<AskedQuestion> {
        self.questions.asked(self.random.seed.unwrap_or_default())
    }

    /// Whether random puzzles are printed as they are. With a question, its answers are printed
    /// instead. csv and JSON have room for both the puzzle and its solution.
    fn prints_generated_puzzles(&self) -> bool {
        use OutputFormat::{Csv, Json};
        let adds_solutions = matches!(self.formats.output_format, Some(Csv | Json));
        self.random.generate.is_some() && self.asked_question().is_none() && !adds_solutions
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

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
        let later = "sudokat a b c --explain -j2 -oauto --color=auto --count";
        assert_eq!(cli, Cli::try_parse_from(later.split(' ')).expect("valid"));
        assert_eq!(cli.files, ["a", "b", "c"].map(PathBuf::from));
        assert_eq!(cli.running.max_threads(), NonZero::new(2));
        assert_eq!(cli.formats.output_format, None);
        assert_eq!(
            (cli.running.explain, cli.questions.count),
            (true, NonZero::new(1_000_000))
        );
    }
}
