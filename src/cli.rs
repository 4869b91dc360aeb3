//! The command line: its options, their help, and conflicts that clap does not detect.

use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, iter};

use clap::ArgAction::SetTrue;
use clap::builder::{
    BoolValueParser, PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser,
};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgGroup, ColorChoice as When, CommandFactory, Parser, ValueEnum};
use clap_complete::Shell;
use sudokat::{
    Difficulty, InputFormat, InputOptions, Options, OutputFormat, Question, Symmetry, TECHNIQUES,
    Technique,
};

use crate::{advice, help};

/// The headings of the help, each with the first option below it.
const HEADINGS: [(&str, &str); 5] = [
    ("all", "What to print (default: the smallest solution)"),
    ("clues", "Random puzzles (with --generate)"),
    ("input_format", "Formats"),
    ("explain", "Messages and running"),
    ("completions", "Help and packaging"),
];

/// The options that -h shows.
const SUMMARY_OPTIONS: &[&str] = &[
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

/// The options that ask a question. Only the first prints solutions, as the default question does.
const QUESTIONS: &str =
    "all count verdict check redundant minimize rate steps candidates canonical convert";

/// The arguments that describe an input. `--generate` reads none.
const INPUT_ARGUMENTS: [&str; 3] = ["files", "input_format", "column"];

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
#[command(group(ArgGroup::new("question").args(QUESTIONS.split(' '))))]
#[command(group(ArgGroup::new("random").multiple(true).requires("generate").conflicts_with_all(INPUT_ARGUMENTS)))]
#[command(after_help = help::EXAMPLE, after_long_help = help::SECTIONS.trim_end(), mut_args(layout()))]
pub struct Cli {
    /// Files to read, each in its own format; - or none is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Print all solutions in ascending order
    #[arg(long)]
    pub all: bool,

    /// With --all: print at most N solutions; a grid can have billions
    #[arg(long, value_name = "N", value_parser = positive)]
    pub limit: Option<NonZero<u64>>,

    /// Count solutions, up to LIMIT (default: 1000000)
    #[arg(long, value_name = "LIMIT", num_args = 0..=1, require_equals = true, default_missing_value = "1000000")]
    #[arg(value_parser = positive)]
    pub count: Option<NonZero<u64>>,

    /// Print unique, multiple, none or invalid
    ///
    /// -o pretty and -o json also show the solution, or two that differ.
    #[arg(long, action = SetTrue, value_parser = question_parser("--verdict", Question::Verdict))]
    pub verdict: QuestionOption,

    /// Print ok for a correct solution, or each wrong cell
    ///
    /// A solution column of csv, and a finished grid right below its puzzle, is compared with the
    /// only solution of that puzzle.
    #[arg(long, action = SetTrue, value_parser = question_parser("--check", Question::Check))]
    pub check: QuestionOption,

    /// Print each clue that can be removed on its own, or minimal
    #[arg(long, action = SetTrue, value_parser = question_parser("--redundant", Question::Redundant))]
    pub redundant: QuestionOption,

    /// Print the grid without redundant clues, removed from the last cell to the first: a minimal
    /// puzzle
    #[arg(long, action = SetTrue, value_parser = question_parser("--minimize", Question::Minimize))]
    pub minimize: QuestionOption,

    /// Print how hard a grid is for a person: 1.0 to 9.x
    ///
    /// The rating of Sudoku Explainer 1.2.1, up to dynamic chains; 0.0 if solved. --stats adds how
    /// many grids have each rating.
    #[arg(long, action = SetTrue, value_parser = question_parser("--rate", Question::Rate))]
    pub rate: QuestionOption,

    /// Print the steps of a solution without guessing
    ///
    /// Example: 1.2 r1c5=4; 2.6 r1c5<>7 r9c5<>7. If the techniques leave 51 cells blank, the line
    /// ends with >=9.0 51 open. -o pretty gives the reason for each step.
    #[arg(long, action = SetTrue, value_parser = question_parser("--steps", Question::Steps))]
    pub steps: QuestionOption,

    /// Print the digits that each cell has in some solution, as 729 pencil marks; -o pretty draws
    /// them
    #[arg(long, action = SetTrue, value_parser = question_parser("--candidates", Question::Candidates))]
    pub candidates: QuestionOption,

    /// Print the canonical form of the grid; renaming digits, permuting rows and columns, and
    /// transposing do not change it
    #[arg(long, action = SetTrue, value_parser = question_parser("--canonical", Question::Canonical))]
    pub canonical: QuestionOption,

    /// Print the grid itself in the output format; nothing is solved
    #[arg(long, action = SetTrue, value_parser = question_parser("--convert", Question::Convert))]
    pub convert: QuestionOption,

    /// Print N random puzzles with one solution
    ///
    /// They are minimal, unless --clues or --symmetry asks for more clues. They take the place of
    /// files: -o html prints solutions, and --convert -o html the puzzles.
    #[arg(long, value_name = "N", group = "random", value_parser = positive)]
    pub generate: Option<NonZero<u64>>,

    /// Make puzzles with N clues, 17 to 80; fewer than 22 take a while
    #[arg(long, value_name = "N", group = "random")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(17..=80))]
    pub clues: Option<usize>,

    /// Arrange the clues symmetrically
    #[arg(
        long,
        value_name = "SYMMETRY",
        group = "random",
        value_enum,
        default_value_t
    )]
    pub symmetry: Symmetry,

    /// Make puzzles with a rating in this range: 2.6, 1.5..2.6, ..2.6 or 3.0..; give up after a
    /// million puzzles without one
    #[arg(long, value_name = "MIN..MAX", group = "random", value_parser = parse_ratings)]
    pub rating: Option<RangeInclusive<Difficulty>>,

    /// Seed of the random numbers; the same seed makes the same puzzles; --stats prints it
    #[arg(long, value_name = "S", group = "random")]
    pub seed: Option<u64>,

    /// Read this format instead of detecting it: csv, jsonl, line, spaced or packed
    #[arg(long, hide_possible_values = true, value_name = "FORMAT", value_parser = choice::<InputFormat>(AUTO_INPUT))]
    pub input_format: Option<Choice<InputFormat>>,

    /// Read csv; the puzzle is in column NAME
    #[arg(long, value_name = "NAME")]
    pub column: Option<String>,

    /// Also treat each character in CHARS as a blank
    #[arg(long, value_name = "CHARS", value_parser = parse_blanks)]
    pub blank: Option<String>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", value_parser = choice::<OutputFormat>(AUTO_OUTPUT))]
    pub output_format: Option<Choice<OutputFormat>>,

    /// Print the name of the input file before each answer
    #[arg(short = 'H', long)]
    pub with_filename: bool,

    /// Use colors in -o pretty: always, never, or auto (on a terminal without NO_COLOR)
    #[arg(
        long,
        value_name = "WHEN",
        hide_possible_values = true,
        hide_default_value = true,
        default_value_t
    )]
    pub color: When,

    /// Explain why a grid has no solution, or several
    ///
    /// Names the clues or candidates that conflict, or the cells in which two solutions differ.
    #[arg(long, conflicts_with_all = ["check", "canonical", "convert"])]
    pub explain: bool,

    /// Print statistics at the end, on standard error
    #[arg(long)]
    pub stats: bool,

    /// Show a progress bar: always, never, or auto (on a terminal, if answers go elsewhere)
    #[arg(
        long,
        value_name = "WHEN",
        hide_possible_values = true,
        hide_default_value = true,
        default_value_t
    )]
    pub progress: When,

    /// Check every solution against the rules, without a solver; a wrong one is reported, not
    /// printed
    #[arg(long, conflicts_with_all = QUESTIONS.split(' ').skip(1))]
    pub verify: bool,

    /// Stop at the first invalid grid, wrong given solution or unreadable file
    #[arg(long)]
    pub fail_fast: bool,

    /// Exit with status 0 whatever happens, unless the command line is wrong
    #[arg(long)]
    pub exit_zero: bool,

    /// Use N threads, at most 1024 (default: one per core)
    #[arg(short = 'j', long, value_name = "N", value_parser = positive)]
    pub threads: Option<NonZero<u64>>,

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

/// A value, or `None` for `auto`.
type Choice<T> = Option<T>;

/// An option and its question, if the option is given.
type QuestionOption = Option<(&'static str, Question)>;

/// Whether to enable a feature; `auto` asks `is_useful`.
fn is_wanted(when: When, is_useful: impl FnOnce() -> bool) -> bool {
    when == When::Always || when == When::Auto && is_useful()
}

/// Arranges the options, in the order of [`Cli`], for the help.
fn layout() -> impl FnMut(Arg) -> Arg {
    let mut heading = None;
    move |option| {
        let is = |id: &&str| option.get_id() == id;
        heading = HEADINGS
            .iter()
            .find(|(first, _)| is(first))
            .map(|(_, heading)| *heading)
            .or(heading);
        let is_in_summary = SUMMARY_OPTIONS.iter().any(is);
        option.help_heading(heading).hide_short_help(!is_in_summary)
    }
}

impl Cli {
    /// Parses the command line and checks what clap cannot.
    ///
    /// # Errors
    /// A usage error with advice, or the text of the help or the version.
    pub fn parse_checked() -> Result<Cli, clap::Error> {
        let error = |message| Err(Cli::command().error(ErrorKind::ArgumentConflict, message));
        // clap would take a grid that starts with - for an option.
        if let Some(message) = wild::args_os()
            .skip(1)
            .find_map(|argument| advice::for_grid(argument.to_str()?))
        {
            return error(message);
        }
        let cli = Cli::try_parse_from(wild::args_os()).map_err(advice::with_tip)?;
        cli.conflict().map_or(Ok(cli), error)
    }

    /// The options of a stream.
    pub fn options(&self) -> Options {
        Options {
            question: self.question().1,
            input: InputOptions {
                format: self.input_format.flatten(),
                column: self.column.clone(),
                blanks: self.blank.clone().unwrap_or_default(),
                ..InputOptions::default()
            },
            output_format: self.output_format.flatten(),
            with_filename: self.with_filename,
            color: is_wanted(self.color, shows_colors),
            fail_fast: self.fail_fast,
            explain: self.explain,
            verify: self.verify,
            stats: self.stats,
            on_one_terminal: io::stdout().is_terminal() && io::stderr().is_terminal(),
            threads: self
                .threads
                .map(|threads| threads.try_into().unwrap_or(NonZero::<usize>::MAX)),
        }
    }

    /// The delay before the progress bar appears, if it is wanted. With `auto`, it only appears if
    /// the inputs take longer than most.
    pub fn progress_delay(&self) -> Option<Duration> {
        let is_wanted = is_wanted(self.progress, || {
            io::stderr().is_terminal() && !io::stdout().is_terminal()
        });
        is_wanted.then_some(Duration::from_secs(u64::from(self.progress == When::Auto)))
    }

    /// The question, with the option that asks it.
    fn question(&self) -> (&'static str, Question) {
        let Cli {
            verdict,
            check,
            redundant,
            minimize,
            rate,
            steps,
            candidates,
            canonical,
            convert,
            ..
        } = *self;
        let all = self
            .all
            .then_some(("--all", Question::All { limit: self.limit }));
        let count = self
            .count
            .map(|limit| ("--count", Question::Count { limit }));
        let is_generated = self.generate.is_some() && self.output_format.flatten().is_none();
        let generated = is_generated.then_some(("--generate", Question::Convert));
        let asked = [
            all, count, verdict, check, redundant, minimize, rate, steps, candidates, canonical,
            convert,
        ];
        asked
            .into_iter()
            .flatten()
            .next()
            .or(generated)
            .unwrap_or_default()
    }

    /// A message about arguments that do not fit together, and what to type instead.
    pub fn conflict(&self) -> Option<String> {
        // In --count 5, clap takes the 5 for a file.
        let is_limit = |name: &&str| name.parse::<u64>().is_ok() && !Path::new(name).exists();
        let mut names = self.files.iter().filter_map(|file| file.to_str());
        if let (Some(_), Some(name)) = (self.count, names.find(is_limit)) {
            return Some(format!(
                "there is no file {name}: use --count={name} to count up to {name}"
            ));
        }
        if self.column.is_some()
            && self
                .input_format
                .flatten()
                .is_some_and(|format| format != InputFormat::Csv)
        {
            return Some("--column names a column of csv: leave out --input-format".into());
        }
        if let (Some(limit), false) = (self.limit, self.all) {
            return Some(format!(
                "--limit needs --all; to count up to {limit} solutions, use --count={limit}"
            ));
        }
        let (option, question) = self.question();
        let format = self
            .output_format
            .flatten()
            .filter(|&format| !question.supports(format))?;
        let others = OutputFormat::value_variants()
            .iter()
            .filter(|&&other| question.supports(other));
        let others: Vec<String> = others.map(value_name).collect();
        Some(format!(
            "{option} output does not fit -o {}: use -o {}",
            value_name(&format),
            others.join("|")
        ))
    }
}

/// Whether standard output is a terminal that shows colors, and its user wants them: see
/// https://no-color.org.
fn shows_colors() -> bool {
    // On Windows, only the newer terminal understands escape sequences by itself. It sets this
    // variable.
    let terminal = env::var_os(if cfg!(windows) { "WT_SESSION" } else { "TERM" });
    let refuses = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && terminal.is_some_and(|name| name != "dumb") && !refuses
}

/// The name of a value on the command line.
fn value_name(value: &impl ValueEnum) -> String {
    value
        .to_possible_value()
        .map_or(String::new(), |value| value.get_name().into())
}

/// Characters that can be blanks: neither digits nor separators of cells.
fn parse_blanks(characters: &str) -> Result<String, String> {
    let cannot_be_blank =
        |c: &char| matches!(c, '1'..='9') || c.is_whitespace() || ",;|\"'[](){}".contains(*c);
    match characters.chars().find(cannot_be_blank) {
        Some(c) => Err(format!(
            "{c:?} is a digit, or separates or surrounds cells, so it cannot be a blank"
        )),
        None if characters.is_empty() => Err("expected at least one character".into()),
        None => Ok(characters.into()),
    }
}

/// A rating, or a range of ratings. Only what a puzzle can have is accepted.
fn parse_ratings(text: &str) -> Result<RangeInclusive<Difficulty>, String> {
    let bound = |text: &str, open| match text {
        "" => Some(open),
        _ => text.parse().ok(),
    };
    let (least, greatest) = text.split_once("..").unwrap_or((text, text));
    let least = bound(least, Difficulty::Exactly(0));
    let greatest = bound(greatest, Difficulty::BEYOND);
    if let (Some(least), Some(greatest)) = (least, greatest)
        && is_possible(&(least..=greatest))
    {
        return Ok(least..=greatest);
    }
    let fixed = TECHNIQUES
        .iter()
        .take_while(|technique| !technique.assumes_one_solution);
    let fixed: String = fixed
        .map(|technique| format!("{}, ", Difficulty::Exactly(technique.rating)))
        .collect();
    Err(format!(
        "expected a rating or a range such as 1.5..2.6; the ratings are {fixed}from 4.5 on nearly all, and {}",
        Difficulty::BEYOND
    ))
}

/// Whether a technique has a rating in this range. Those from the first loop on have many.
fn is_possible(range: &RangeInclusive<Difficulty>) -> bool {
    let has_many = |technique: &&Technique| technique.assumes_one_solution;
    let first = TECHNIQUES.iter().find(has_many);
    let reaches_many = first.is_some_and(|first| *range.end() >= Difficulty::Exactly(first.rating));
    let mut ratings = TECHNIQUES
        .iter()
        .map(|technique| Difficulty::Exactly(technique.rating));
    !range.is_empty() && (reaches_many || ratings.any(|rating| range.contains(&rating)))
}

/// Parses a number from 1 up.
fn positive(text: &str) -> Result<NonZero<u64>, String> {
    text.parse()
        .map_err(|_| format!("expected a number from 1 to {}", u64::MAX))
}

/// A parser for an option without a value, which selects a question.
fn question_parser(
    option: &'static str,
    question: Question,
) -> impl TypedValueParser<Value = QuestionOption> {
    BoolValueParser::new().map(move |is_asked| is_asked.then_some((option, question)))
}

/// A parser for named values and for `auto`.
fn choice<T: ValueEnum + Clone + Send + Sync + 'static>(
    auto: &'static str,
) -> impl TypedValueParser<Value = Choice<T>> {
    let names = T::value_variants()
        .iter()
        .filter_map(ValueEnum::to_possible_value);
    let names: Vec<_> = iter::once(PossibleValue::new("auto").help(auto))
        .chain(names)
        .collect();
    PossibleValuesParser::new(names).map(|name| T::from_str(&name, false).ok())
}

#[cfg(test)]
mod tests {
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
        assert_eq!(cli.files, ["a", "b", "c"].map(PathBuf::from));
        assert_eq!(
            (cli.threads, cli.output_format, cli.color),
            (NonZero::new(2), Some(None), When::Auto)
        );
        assert_eq!((cli.explain, cli.count), (true, NonZero::new(1_000_000)));
    }
}
