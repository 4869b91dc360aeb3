//! What the options mean: for an input how it is read, and for a chunk of records what is found out
//! about them and how that is written.

use super::Needs;
use crate::input::titles::Titles;
use crate::input::{InputFormat, InputOptions};
use crate::question::Question;
use crate::question::case::SearchFor;
use crate::question::options::{Options, OutputFormat};
use crate::solver::Goal;
use crate::solver::parallel::CHUNK_SIZE;

/// The most records in a chunk if each grid takes many searches or steps. The first reply and the
/// progress bar should not wait for thousands of others, and the lanes are full most of the time.
const SLOW_CHUNK_SIZE: usize = 256;

/// How an input is read.
pub(crate) struct InputPolicy {
    pub(crate) options: InputOptions,
    /// Whether replies have captions.
    pub(crate) titles: Titles,
    /// The most records in a chunk.
    pub(crate) chunk_size: usize,
    /// Grids in rows are paired with their answers right below.
    pub(crate) pairs_answers: bool,
    /// The column of the given solutions, if that is not a usual one.
    pub(crate) solution_column: Option<String>,
    /// Records are numbered across inputs, not from 1 in each.
    pub(crate) numbers_all_inputs: bool,
}

/// What is found out about the records of a chunk, and how it is written.
pub(crate) struct ChunkPolicy {
    pub(crate) question: Question,
    /// The format of the replies.
    pub(crate) format: OutputFormat,

    /// What a solver finds out about each grid; `None` if nothing is solved.
    pub(crate) goal: Option<Goal>,
    /// What to find that takes many searches of each grid.
    pub(crate) search_for: Option<SearchFor>,
    /// Find the two smallest of several solutions.
    pub(crate) finds_two_smallest: bool,
    /// Find out why grids have no solution.
    pub(crate) finds_contradictions: bool,
    /// Look for clues that conflict. A check finds them itself.
    pub(crate) finds_conflicts: bool,

    /// Lines of words name their grid: a check has no line for a puzzle above its answer, so the place
    /// of a line does not say which grid it is about.
    pub(crate) names_grids: bool,
    /// A message says that a grid has several solutions, whatever the reply is.
    pub(crate) reports_multiple: bool,
    pub(crate) messages: MessagePlace,
    /// An empty line of the input is one of the output.
    pub(crate) keeps_empty_lines: bool,
    /// The reply to a grid with a solution is that solution on a line, and nothing else has to be
    /// found out or looked at.
    pub(crate) is_plain: bool,
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

impl InputPolicy {
    pub(crate) fn new(options: &Options) -> InputPolicy {
        let question = options.question;
        let takes_every_grid = matches!(
            question,
            Question::Check | Question::Convert | Question::PencilMarks
        );
        InputPolicy {
            options: InputOptions {
                every_grid: options.input.every_grid || takes_every_grid,
                solutions_in_tails: options.input.solutions_in_tails || question == Question::Check,
                ..options.input.clone()
            },
            titles: match output_format(options, None) {
                OutputFormat::Pretty | OutputFormat::Html => Titles::Read,
                _ => Titles::Ignored,
            },
            chunk_size: chunk_size(question),
            pairs_answers: question == Question::Check,
            solution_column: options.solution_column.clone(),
            // On a page without input names, each number must stand for one grid only.
            numbers_all_inputs: output_format(options, None) == OutputFormat::Html
                && !options.with_filename,
        }
    }
}

/// The most records in a chunk.
fn chunk_size(question: Question) -> usize {
    let takes_steps = matches!(question, Question::Rate | Question::Steps);
    let takes_searches = matches!(question.profile().needs, Needs::ManySearches(_));
    if takes_steps || takes_searches {
        SLOW_CHUNK_SIZE
    } else {
        CHUNK_SIZE
    }
}

impl ChunkPolicy {
    /// The policy for records of this format; `None` as long as that is unknown.
    pub(crate) fn new(options: &Options, records: Option<InputFormat>) -> ChunkPolicy {
        use OutputFormat::{Csv, Json, Line};
        let question = options.question;
        let format = output_format(options, records);
        ChunkPolicy {
            question,
            format,

            goal: goal(options),
            search_for: match question.profile().needs {
                Needs::ManySearches(search_for) => Some(search_for),
                Needs::Nothing | Needs::Smallest | Needs::Uniqueness => None,
            },
            finds_two_smallest: finds_two_smallest(options, format),
            finds_contradictions: options.explain,
            finds_conflicts: question != Question::Check,

            names_grids: question == Question::Check
                && matches!(records, Some(InputFormat::Packed | InputFormat::Spaced)),
            reports_multiple: reports_multiple(options, format),
            messages: message_place(options, format),
            keeps_empty_lines: matches!(format, Line | Csv | Json),
            is_plain: goal(options) == Some(Goal::Smallest)
                && format == Line
                && !options.verify
                && !options.with_filename,
        }
    }
}

/// The format of replies to records of this format.
pub(crate) fn output_format(options: &Options, records: Option<InputFormat>) -> OutputFormat {
    let of_input = match records {
        Some(InputFormat::Csv) => OutputFormat::Csv,
        Some(InputFormat::Packed) => OutputFormat::Packed,
        Some(InputFormat::Spaced) => OutputFormat::Spaced,
        Some(InputFormat::Line | InputFormat::JsonLines) | None => OutputFormat::Line,
    };
    let format = options.output_format.unwrap_or(of_input);
    if options.question.supports(format) {
        format
    } else {
        OutputFormat::Line
    }
}

/// What a solver finds out about each grid; `None` if nothing is solved.
fn goal(options: &Options) -> Option<Goal> {
    use OutputFormat::{Html, Json, Pretty};
    // These formats, and terminals, say whether a solution is one of several.
    let shows_verdict = matches!(options.output_format, Some(Json | Pretty | Html))
        || options.on_one_terminal
        || options.explain
        || options.stats;
    match options.question.profile().needs {
        Needs::Nothing => None,
        Needs::Smallest if !shows_verdict => Some(Goal::Smallest),
        Needs::Smallest | Needs::Uniqueness | Needs::ManySearches(_) => Some(Goal::Uniqueness),
    }
}

fn finds_two_smallest(options: &Options, format: OutputFormat) -> bool {
    use OutputFormat::{Json, Pretty};
    options.explain || options.question == Question::Verdict && matches!(format, Pretty | Json)
}

/// On a terminal, a solution may be taken for the only one, unless the format says more.
fn reports_multiple(options: &Options, format: OutputFormat) -> bool {
    use OutputFormat::{Json, Pretty};
    let may_mislead = options.question == Question::Smallest
        && options.on_one_terminal
        && !matches!(format, Pretty | Json);
    options.explain || may_mislead
}

/// A terminal shows each message once.
fn message_place(options: &Options, format: OutputFormat) -> MessagePlace {
    let is_check = options.question == Question::Check;
    match (format, options.on_one_terminal) {
        (OutputFormat::Json, true) => MessagePlace::Replies,
        (OutputFormat::Json, false) => MessagePlace::Both,
        (_, true) if is_check => MessagePlace::Replies,
        (_, _) => MessagePlace::Messages,
    }
}
