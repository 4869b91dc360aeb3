//! The command line of the program, and its use of the operating system.
//!
//! ```text
//! questions, random, formats,    the options, a file for each group
//! running, packaging
//! values, rating_range           what can follow an option
//! conflicts, tips                what is wrong with a command line, and how to fix it
//! help                           what -h lists, the end of the help, and the manual page
//!
//! files       the inputs
//! stdio       standard output and standard error
//! progress    the bar on standard error
//! exit        how the program ends
//! pipe        whether somebody still reads the answers
//! descriptor  unbuffered standard streams, and retries of interrupted calls
//! escape      file names and arguments in messages
//! ```

mod conflicts;
mod descriptor;
mod escape;
pub mod exit;
pub mod files;
mod formats;
pub mod help;
mod packaging;
pub mod pipe;
pub mod progress;
mod questions;
mod random;
mod rating_range;
mod running;
pub mod stdio;
mod tips;
mod values;

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use sudokat::{GeneratorOptions, Options, OutputFormat, Question};

use formats::FormatArgs;
use packaging::PackagingArgs;
use questions::{ANY_SEED, QuestionArgs};
use random::RandomArgs;
use running::RunningArgs;

/// Solve Sudoku grids from files or from standard input
///
/// sudokat prints the solution of each grid; of several solutions, the smallest, read as an
/// 81-digit number. No known grid takes more than a few milliseconds, or a tenth of a second with
/// pencil marks.
#[derive(Clone, Debug, Default, PartialEq, Parser)]
#[command(version, max_term_width = 80, args_override_self = true)]
#[command(disable_help_flag = true, disable_version_flag = true)]
#[command(after_help = help::EXAMPLE, after_long_help = help::SECTIONS.trim_end())]
#[command(mut_args(help::set_summary_visibility))]
pub struct Cli {
    /// Files to read, each in its own format; - or none is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub questions: QuestionArgs,

    #[command(flatten)]
    pub random: RandomArgs,

    #[command(flatten)]
    pub formats: FormatArgs,

    #[command(flatten)]
    pub running: RunningArgs,

    #[command(flatten)]
    pub packaging: PackagingArgs,
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
            if let Some(message) = argument.to_str().and_then(tips::grid_as_file_message) {
                return Err(usage_error(message));
            }
        }
        let cli = Cli::try_parse_from(wild::args_os()).map_err(tips::improve_error)?;
        match cli.conflict() {
            Some(message) => Err(usage_error(message)),
            None => Ok(cli),
        }
    }

    /// Whether something is random: puzzles, or equivalents of grids.
    pub fn is_random(&self) -> bool {
        self.random.generate.is_some() || self.questions.shuffle.is_some()
    }

    /// Whether a single answer can take hours: the count of a grid with few clues, or a rare
    /// puzzle.
    pub fn has_slow_answers(&self) -> bool {
        self.questions.count.is_some() || self.random.generate.is_some()
    }

    /// A seed for all random choices of a run: the given one, or else a fresh one.
    pub fn choose_seed(&self) -> u64 {
        self.random.seed.unwrap_or_else(|| fastrand::u64(..))
    }

    /// How the generator makes random puzzles.
    pub fn generator_options(&self) -> GeneratorOptions {
        GeneratorOptions {
            clues: self.random.clues,
            symmetry: self.random.symmetry.unwrap_or_default(),
            rating: self.random.rating.clone(),
            threads: self.running.max_threads(),
        }
    }

    /// How the stream reads, answers and writes. `--shuffle` uses the seed.
    pub fn stream_options(&self, seed: u64) -> Options {
        let (formats, running) = (&self.formats, &self.running);
        Options {
            question: self.question(seed),
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

    /// The question about each grid: the explicit one, or else the default.
    fn question(&self, seed: u64) -> Question {
        match self.questions.explicit(seed) {
            Some(explicit) => explicit.question,
            None if self.prints_unsolved_puzzles() => Question::Convert,
            None => Question::default(),
        }
    }

    /// Whether random puzzles are printed without their solutions. With an explicit question, its
    /// answers are printed instead. csv and JSON have room for both a puzzle and its solution.
    fn prints_unsolved_puzzles(&self) -> bool {
        use OutputFormat::{Csv, Json};
        let adds_solutions = matches!(self.formats.output_format, Some(Csv | Json));
        let has_question = self.questions.explicit(ANY_SEED).is_some();
        self.random.generate.is_some() && !has_question && !adds_solutions
    }
}

/// A usage error that clap does not detect.
fn usage_error(message: String) -> clap::Error {
    Cli::command().error(ErrorKind::ArgumentConflict, message)
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

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
