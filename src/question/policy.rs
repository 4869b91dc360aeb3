//! What follows from the options: for an input how it is read, and for a chunk of records what is
//! computed and how it is written. The question and the format decide together, so every such
//! decision is made here.

use crate::input::titles::Titles;
use crate::input::{InputFormat, InputOptions};
use crate::question::case::Analysis;
use crate::question::options::{Options, OutputFormat};
use crate::question::{Question, Requirement};
use crate::solver::Goal;
use crate::solver::parallel::CHUNK_SIZE;

/// The most records in a chunk if each grid takes many searches or steps. The first reply and the
/// progress bar should not wait for thousands of others, and 256 grids keep the SIMD lanes busy.
pub(crate) const SLOW_CHUNK_SIZE: usize = 256;

/// How an input is read.
pub(crate) struct InputPolicy {
    pub(crate) reader_options: InputOptions,
    /// Whether titles of grids on lines are read, because captions show them. Titles of grids in
    /// rows are always read.
    pub(crate) titles: Titles,
    /// The most records in a chunk.
    pub(crate) chunk_size: usize,
    /// Whether each puzzle in `Packed` or `Spaced` input is paired with the attempt right below it.
    pub(crate) pairs_attempts: bool,
    /// The column of the given solutions, if the user names it. Otherwise they are in one with a
    /// usual name.
    pub(crate) solution_column: Option<String>,
    /// Whether records are numbered across inputs, not from 1 in each.
    pub(crate) numbers_all_inputs: bool,
}

impl InputPolicy {
    pub(crate) fn new(options: &Options) -> InputPolicy {
        let question = options.question;
        InputPolicy {
            reader_options: InputOptions {
                every_grid: options.input.every_grid || takes_every_grid(question),
                solutions_in_tails: options.input.solutions_in_tails || question == Question::Check,
                ..options.input.clone()
            },
            titles: match fixed_output_format(options) {
                Some(OutputFormat::Pretty | OutputFormat::Html) => Titles::Read,
                _ => Titles::Ignored,
            },
            chunk_size: chunk_size(question),
            pairs_attempts: question == Question::Check,
            solution_column: options.solution_column.clone(),
            numbers_all_inputs: numbers_all_inputs(options),
        }
    }
}

/// Whether solved grids in rows are records, too.
fn takes_every_grid(question: Question) -> bool {
    // On the command line, `PencilMarks` is `--convert --marks`.
    matches!(
        question,
        Question::Check | Question::Convert | Question::PencilMarks
    )
}

/// The end of messages about skipped solved grids: the options for which [`takes_every_grid`]
/// holds.
pub(crate) const EVERY_GRID_HINT: &str = "(--check and --convert take every grid)";

/// The most records in a chunk.
fn chunk_size(question: Question) -> usize {
    let takes_steps = matches!(question, Question::Rate | Question::Steps);
    let takes_searches = matches!(question.requirement(), Requirement::Analysis(_));
    if takes_steps || takes_searches {
        SLOW_CHUNK_SIZE
    } else {
        CHUNK_SIZE
    }
}

fn numbers_all_inputs(options: &Options) -> bool {
    match options.question {
        // The random numbers of a record follow from its number.
        Question::Shuffle { .. } => true,
        // On a page without input names, each number must stand for one grid only.
        _ => fixed_output_format(options) == Some(OutputFormat::Html) && !options.with_filename,
    }
}

/// What is computed for the records of a chunk, and how it is written. Each method is one decision,
/// which follows from the options and the two formats alone.
#[derive(Clone, Copy)]
pub(crate) struct ChunkPolicy<'a> {
    pub(crate) options: &'a Options,
    /// The format of the records; `None` as long as that is unknown.
    input_format: Option<InputFormat>,
    /// The format of the replies.
    pub(crate) format: OutputFormat,
}

/// Where the messages about a record go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessagePlace {
    /// They are written among the other messages.
    Messages,
    /// Only replies show them.
    Replies,
    /// Replies show them, and they are written among the other messages, too.
    Both,
}

impl ChunkPolicy<'_> {
    /// The policy for records of this format; `None` as long as that is unknown.
    pub(crate) fn new(options: &Options, input_format: Option<InputFormat>) -> ChunkPolicy<'_> {
        ChunkPolicy {
            options,
            input_format,
            format: output_format(options, input_format),
        }
    }

    pub(crate) fn question(self) -> Question {
        self.options.question
    }

    /// What a solver has to answer about each grid; `None` if nothing is solved.
    pub(crate) fn goal(self) -> Option<Goal> {
        match self.question().requirement() {
            Requirement::Nothing => None,
            Requirement::SmallestSolution if self.shows_uniqueness() => Some(Goal::Uniqueness),
            Requirement::SmallestSolution => Some(Goal::Smallest),
            Requirement::Uniqueness | Requirement::Analysis(_) => Some(Goal::Uniqueness),
        }
    }

    /// Whether the user learns if a solution is the only one: from the reply, a message, or the
    /// statistics.
    fn shows_uniqueness(self) -> bool {
        self.replies_show_uniqueness()
            || self.options.on_one_terminal
            || self.options.explain
            || self.options.stats
    }

    /// Whether the format says next to a solution if it is the only one.
    fn replies_show_uniqueness(self) -> bool {
        use OutputFormat::{Html, Json, Pretty};
        matches!(self.format, Json | Pretty | Html)
    }

    /// Where to stop counting solutions; `None` if they are not counted.
    pub(crate) fn count_limit(self) -> Option<u64> {
        match self.question() {
            Question::Count { limit } => Some(limit.get()),
            _ => None,
        }
    }

    /// The analysis of each grid, which takes many searches.
    pub(crate) fn analysis(self) -> Option<Analysis> {
        match self.question().requirement() {
            Requirement::Analysis(analysis) => Some(analysis),
            Requirement::Nothing | Requirement::SmallestSolution | Requirement::Uniqueness => None,
        }
    }

    /// Whether messages say why grids have no solution.
    pub(crate) fn needs_contradictions(self) -> bool {
        self.options.explain
    }

    /// Whether the two smallest of several solutions are needed. Messages say where these differ,
    /// and some formats show them as evidence for a verdict.
    pub(crate) fn needs_two_smallest(self) -> bool {
        use OutputFormat::{Json, Pretty};
        let has_evidence = matches!(self.format, Json | Pretty);
        self.options.explain || self.question() == Question::Verdict && has_evidence
    }

    /// Whether the smallest solution is needed even if there are several.
    pub(crate) fn needs_smallest(self) -> bool {
        self.question() == Question::Smallest
    }

    /// Whether to look for clues that conflict. A check finds them itself.
    pub(crate) fn looks_for_conflicts(self) -> bool {
        self.question() != Question::Check
    }

    /// Whether a message says that a grid has several solutions.
    pub(crate) fn reports_multiple(self) -> bool {
        if self.options.explain {
            return true;
        }
        match self.question() {
            // There is no other reply: only a puzzle with one solution can be minimized.
            Question::Minimize => true,
            // A person may take the solution for the only one, unless the reply says otherwise.
            Question::Smallest => self.options.on_one_terminal && !self.replies_show_uniqueness(),
            _ => false,
        }
    }

    /// Where messages about a record go. A terminal shows each once.
    pub(crate) fn message_place(self) -> MessagePlace {
        let is_check = self.question() == Question::Check;
        match (self.format, self.options.on_one_terminal) {
            (OutputFormat::Json, true) => MessagePlace::Replies,
            (OutputFormat::Json, false) => MessagePlace::Both,
            (_, true) if is_check => MessagePlace::Replies,
            (_, _) => MessagePlace::Messages,
        }
    }

    /// Whether lines of words start with the title or the number of their grid. In a check of
    /// `Packed` or `Spaced` input, a puzzle above an attempt gets no line, so the number of a line
    /// does not tell which grid it is about.
    pub(crate) fn with_captions(self) -> bool {
        use InputFormat::{Packed, Spaced};
        self.question() == Question::Check && matches!(self.input_format, Some(Packed | Spaced))
    }

    pub(crate) fn writes_csv(self) -> bool {
        self.format == OutputFormat::Csv
    }

    /// Whether an empty line of the input is one of the output.
    pub(crate) fn keeps_empty_lines(self) -> bool {
        use OutputFormat::{Csv, Json, Line};
        matches!(self.format, Line | Csv | Json)
    }

    /// Whether a malformed record has a line for each of its equivalents: an empty one, or csv with
    /// empty fields.
    pub(crate) fn writes_malformed_equivalents(self) -> bool {
        matches!(self.format, OutputFormat::Line | OutputFormat::Csv)
    }

    /// Whether the reply to a grid that has a solution is a line with that solution, and nothing
    /// else has to be computed or written.
    pub(crate) fn prints_solutions_only(self) -> bool {
        self.goal() == Some(Goal::Smallest)
            && self.format == OutputFormat::Line
            && !self.options.with_filename
    }
}

/// The format of all replies; `None` if it follows the format of each input. A format that follows
/// the input is never `Pretty`, `Json` or `Html`.
pub(crate) fn fixed_output_format(options: &Options) -> Option<OutputFormat> {
    let format = options.output_format?;
    Some(supported_format(options.question, format))
}

/// The format of replies to records of this format; `None` as long as that is unknown.
fn output_format(options: &Options, input_format: Option<InputFormat>) -> OutputFormat {
    let like_input = match input_format {
        Some(InputFormat::Csv) => OutputFormat::Csv,
        Some(InputFormat::Packed) => OutputFormat::Packed,
        Some(InputFormat::Spaced) => OutputFormat::Spaced,
        Some(InputFormat::Line | InputFormat::JsonLines) | None => OutputFormat::Line,
    };
    let format = options.output_format.unwrap_or(like_input);
    supported_format(options.question, format)
}

/// This format, or lines if the replies to the question cannot be written in it.
fn supported_format(question: Question, format: OutputFormat) -> OutputFormat {
    if question.supports(format) {
        format
    } else {
        OutputFormat::Line
    }
}
