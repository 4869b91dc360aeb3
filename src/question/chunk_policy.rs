//! What follows from the options for a chunk of records: what is computed and how it is written.
//! The question and the formats decide together, so each decision that depends on more than one
//! option is made here.

use crate::input::InputFormat;
use crate::question::case::Analysis;
use crate::question::formats::format_for_input;
use crate::question::options::{Options, OutputFormat};
use crate::question::{Question, Requirement};
use crate::solver::Goal;

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
    MessagesOnly,
    /// Only replies show them.
    RepliesOnly,
    /// Replies show them, and they are written among the other messages, too.
    Both,
}

impl ChunkPolicy<'_> {
    /// The policy for records of this format; `None` as long as that is unknown.
    pub(crate) fn new(options: &Options, input_format: Option<InputFormat>) -> ChunkPolicy<'_> {
        ChunkPolicy {
            options,
            input_format,
            format: format_for_input(options, input_format),
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
        matches!(
            self.format,
            OutputFormat::Json | OutputFormat::Pretty | OutputFormat::Html
        )
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
        let has_evidence = matches!(self.format, OutputFormat::Json | OutputFormat::Pretty);
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
            // A person may mistake the solution for the only one, unless the reply says otherwise.
            Question::Smallest => self.options.on_one_terminal && !self.replies_show_uniqueness(),
            _ => false,
        }
    }

    /// Where messages about a record go. A terminal shows each once.
    pub(crate) fn message_place(self) -> MessagePlace {
        let is_check = self.question() == Question::Check;
        match (self.format, self.options.on_one_terminal) {
            (OutputFormat::Json, true) => MessagePlace::RepliesOnly,
            (OutputFormat::Json, false) => MessagePlace::Both,
            (_, true) if is_check => MessagePlace::RepliesOnly,
            (_, _) => MessagePlace::MessagesOnly,
        }
    }

    /// Whether lines of words start with the title or the number of their grid. In a check of
    /// `Packed` or `Spaced` input, a puzzle above an attempt gets no line, so the number of a line
    /// does not tell which grid it is about.
    pub(crate) fn with_captions(self) -> bool {
        self.question() == Question::Check
            && matches!(
                self.input_format,
                Some(InputFormat::Packed | InputFormat::Spaced)
            )
    }

    pub(crate) fn writes_csv(self) -> bool {
        self.format == OutputFormat::Csv
    }

    /// Whether an empty line of the input is one of the output.
    pub(crate) fn keeps_empty_lines(self) -> bool {
        matches!(
            self.format,
            OutputFormat::Line | OutputFormat::Csv | OutputFormat::Json
        )
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
