//! What the command line may say.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;
use sudokat::format::Layout;
use sudokat::stream::Ask;

const INPUT: &str = "\
Grids are nine rows of nine digits, spaced or packed, or 81 characters on a line, or in csv
a column whose name is puzzle, quizzes, question, quiz or sudoku; 0 . _ - * ? x are blanks.
The answers have the layout of the input, which its first line tells.";

const EXAMPLES: &str = "  sudokat puzzles.txt > solutions.txt
      solve a file of grids, each answer in the place of its puzzle
  echo 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 | sudokat
      solve one grid from a pipe
  sudokat sudoku.csv > solved.csv
      the same columns, and one more with the solution; a wrong solution column is reported
  sudokat -o pretty puzzle.sdk
      show the solution in a frame
  sudokat --verdict --explain puzzle.sdk
      has it one solution, and if not, what is wrong with it?
  sudokat --all --limit 10 -o json puzzle.sdk
      the first ten solutions, each as an object on a line";

const STATUSES: &str = "\
0 every grid was solved; 1 at least one has no solution, or is not finished
(--check); 2 at least one is malformed or breaks the rules, a csv states a wrong solution,
or something could not be read or written.";

/// Solve Sudoku grids: puzzles in, the smallest solution of each out
///
/// Of all solutions of a grid, read as 81-digit numbers, the smallest is printed, in bounded time for every grid.
#[derive(Debug, Default, Parser)]
#[command(version, after_help = format!("{INPUT}\n\nExamples:\n{EXAMPLES}\n\nExit status: {STATUSES}"))]
pub struct Cli {
    /// Files of grids; standard input if there is none, or for -
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Print whichever solution is found first: faster where grids have several
    #[arg(long, help_heading = ASK)]
    pub any: bool,

    /// Print every solution of each grid, in ascending order
    #[arg(long, help_heading = ASK)]
    pub all: bool,

    /// With --all: no more than N solutions of each grid
    #[arg(long, value_name = "N", help_heading = ASK)]
    pub limit: Option<NonZero<u64>>,

    /// Print the number of solutions, or >=LIMIT if there are more (1000000 if not said)
    #[arg(
        long,
        value_name = "LIMIT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1000000",
        help_heading = ASK
    )]
    pub count: Option<NonZero<u64>>,

    /// Print unique, multiple, none or invalid
    ///
    /// With -o pretty or -o json also the solution, or the two smallest of several and where they differ.
    #[arg(long, help_heading = ASK)]
    pub verdict: bool,

    /// Print ok for a solution, or what is wrong with it
    ///
    /// In csv the solution that is stated is checked, against the rules and the clues.
    #[arg(long, help_heading = ASK)]
    pub check: bool,

    /// Print the clues that could be left out, each alone, or minimal
    ///
    /// A puzzle is minimal if it would have several solutions without any one of its clues. Where there is not one solution,
    /// multiple or none is printed.
    #[arg(long, help_heading = ASK)]
    pub minimal: bool,

    /// The layout of the input, instead of the one its first line tells
    #[arg(long, value_name = "NAME", value_parser = layouts(), help_heading = LOOKS)]
    pub input_format: Option<InputFormat>,

    /// How to write the answers
    #[arg(short, long, value_name = "DRESS", default_value = "auto", help_heading = LOOKS)]
    pub output: Output,

    /// When to colour the pretty output
    ///
    /// NO_COLOR in the environment is heard.
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = LOOKS)]
    pub color: When,

    /// Say why a grid has no solution, and where two of several solutions differ
    #[arg(long, help_heading = SAY)]
    pub explain: bool,

    /// Say at the end how many grids were of each kind, how fast, and which was hardest
    #[arg(long, help_heading = SAY)]
    pub stats: bool,

    /// When to show how far it is
    ///
    /// By itself it does so if it takes more than a second and only messages go to the terminal.
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = SAY)]
    pub progress: When,

    /// Check each solution once more before it is printed
    ///
    /// A solution that breaks a rule or a clue would be reported, with status 2.
    #[arg(long, help_heading = HOW)]
    pub verify: bool,

    /// End at the first grid that is malformed or breaks the rules
    #[arg(long, help_heading = HOW)]
    pub fail_fast: bool,

    /// Exit with status 0 whatever comes, for hosts that take any other for a crash
    #[arg(long, help_heading = HOW)]
    pub exit_zero: bool,

    /// Solve on this many threads [default: every core]
    #[arg(short = 'j', long, value_name = "N", help_heading = HOW)]
    pub threads: Option<NonZero<usize>>,

    /// Print the completions of a shell and end
    #[arg(long, value_name = "SHELL", help_heading = PACKAGE)]
    pub completions: Option<Shell>,

    /// Print the manual page and end
    #[arg(long, help_heading = PACKAGE)]
    pub man: bool,
}

const ASK: &str = "What to print";
const LOOKS: &str = "Layout";
const SAY: &str = "Messages";
const HOW: &str = "Running";
const PACKAGE: &str = "For packages";

impl Cli {
    /// The command line, looked over.
    ///
    /// # Errors
    /// What is wrong with it, or the help that it asks for.
    pub fn parse_sound() -> Result<Cli, clap::Error> {
        let cli = Cli::try_parse()?;
        match cli.refusal() {
            Some(refusal) => Err(Cli::command().error(ErrorKind::ArgumentConflict, refusal)),
            None => Ok(cli),
        }
    }

    /// What is asked of every grid.
    pub fn ask(&self) -> Ask {
        match self {
            Cli { any: true, .. } => Ask::Any,
            Cli { all: true, .. } => Ask::All { limit: self.limit },
            Cli { count: Some(limit), .. } => Ask::Count { limit: *limit },
            Cli { verdict: true, .. } => Ask::Verdict,
            Cli { check: true, .. } => Ask::Check,
            Cli { minimal: true, .. } => Ask::Redundant,
            _ => Ask::Smallest,
        }
    }

    /// The manual page or the completions, if they are asked for.
    pub fn about_itself(&self) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        if let Some(shell) = self.completions {
            clap_complete::generate(shell, &mut Cli::command(), "sudokat", &mut text);
        } else if self.man {
            // Memory takes everything.
            let _ = manual(&mut text);
        } else {
            return None;
        }
        Some(text)
    }

    /// What cannot be meant, and what to say instead.
    fn refusal(&self) -> Option<String> {
        let asks = [
            ("--any", self.any),
            ("--all", self.all),
            ("--count", self.count.is_some()),
            ("--verdict", self.verdict),
            ("--check", self.check),
            ("--minimal", self.minimal),
        ];
        let asked: Vec<&str> = asks.iter().filter(|(_, is_asked)| *is_asked).map(|(name, _)| *name).collect();
        let words = matches!(self.ask(), Ask::Count { .. } | Ask::Verdict | Ask::Check | Ask::Redundant);
        let ask = asked.first().copied().unwrap_or_default();
        let dress = match self.output {
            Output::Packed => Some("packed"),
            Output::Spaced => Some("spaced"),
            Output::Pretty if self.count.is_some() || self.check => Some("pretty"),
            _ => None,
        };
        match (&asked[..], dress) {
            (["--any", "--all"], _) => {
                Some("--all prints every solution, --any only one: use --any alone, or --all --limit 1".into())
            }
            (["--any", other, ..], _) => {
                Some(format!("{other} does not print a solution that --any could choose: use {other} alone"))
            }
            ([one, other, ..], _) => Some(format!(
                "{one} and {other} are two questions: ask one at a time; -o json tells the verdict with every answer"
            )),
            (_, Some(dress)) if words => {
                Some(format!("{ask} prints a word, which -o {dress} has no place for: use -o line, csv or json"))
            }
            _ if self.limit.is_some() && self.count.is_some() => {
                Some("--limit is for --all: use --count=N to count no further than N".into())
            }
            _ if self.limit.is_some() && !self.all => Some("--limit is for --all: add --all".into()),
            _ if self.verify && words => Some(format!(
                "--verify looks at the solutions that are printed, and {ask} prints none: leave one of them out"
            )),
            _ if self.check && self.explain => {
                Some("--check says itself what is wrong: leave --explain out, or ask for the --verdict".into())
            }
            _ if self.check && self.stats => {
                Some("--check solves nothing that --stats could count: pipe what it prints into sort | uniq -c".into())
            }
            _ => None,
        }
    }
}

/// The manual page: of the options what clap makes; what the help ends with, in sections of its own.
fn manual(page: &mut Vec<u8>) -> io::Result<()> {
    let options = Man::new(Cli::command());
    options.render_title(page)?;
    options.render_name_section(page)?;
    page.write_all(b".SH SYNOPSIS\n.B sudokat\n[\\fIOPTION\\fR]... [\\fIFILE\\fR]...\n")?;
    options.render_description_section(page)?;
    options.render_options_section(page)?;
    let plain = |text: &str| text.replace('-', "\\-");
    writeln!(page, ".SH INPUT\n{}", plain(INPUT))?;
    // As they are, line by line: they are there to be copied.
    writeln!(page, ".SH EXAMPLES\n.nf\n{}\n.fi", plain(EXAMPLES))?;
    writeln!(page, ".SH EXIT STATUS\n{}", plain(STATUSES))
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
    /// One object a line: file, line, puzzle, verdict, solution, guesses, message
    Json,
}

/// Whether to do something.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum When {
    /// Where it helps
    #[default]
    Auto,
    /// Yes
    Always,
    /// No
    Never,
}
