//! What follows from the options for an input: how it is read. The question and the format of the
//! replies decide together.

use crate::input::InputOptions;
use crate::input::titles::Titles;
use crate::question::formats::fixed_output_format;
use crate::question::options::{Options, OutputFormat};
use crate::question::{Question, Requirement};
use crate::solver::parallel::CHUNK_SIZE;

/// The most records in a chunk if each grid takes many searches or steps. The first reply and the
/// progress bar should not wait for thousands of others, and 256 grids keep the SIMD lanes busy.
pub(crate) const SLOW_CHUNK_SIZE: usize = 256;

/// The end of messages about skipped solved grids: the options for which [`takes_every_grid`]
/// holds.
pub(crate) const EVERY_GRID_HINT: &str = "(--check and --convert take every grid)";

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
