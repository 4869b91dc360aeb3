//! The options of a stream, and what follows from them.

use std::num::NonZero;
use std::thread;

use crate::input::InputFormat;
use crate::output::OutputFormat;
use crate::question::Question;

/// How records are answered.
#[derive(Clone, Copy, Default)]
pub(super) struct Settings {
    pub(super) question: Question,
    /// The format of all answers; `None` follows each input.
    pub(super) output_format: Option<OutputFormat>,
    pub(super) color: bool,
    pub(super) fail_fast: bool,
    pub(super) explain: bool,
    pub(super) verify: bool,
    pub(super) stats: bool,
    /// Answers and messages go to the same terminal.
    pub(super) on_one_terminal: bool,
    /// The most threads that may solve; `None` is one for each core.
    pub(super) threads: Option<NonZero<usize>>,
}

impl Settings {
    /// The format for answers to an input of this format, or `None` as long as neither is known.
    pub(super) fn output_format(&self, input: Option<InputFormat>) -> Option<OutputFormat> {
        let format = self.output_format.or_else(|| input.map(default_output_format))?;
        Some(if self.question.supports(format) { format } else { OutputFormat::Line })
    }

    /// Whether a message is not written because the answer in this format has it: JSON always does, and findings of
    /// [`Question::Check`] are answers, to which their place is added.
    pub(super) fn answer_has_message(&self, format: OutputFormat) -> bool {
        self.on_one_terminal && (format == OutputFormat::Json || self.question == Question::Check)
    }

    /// Whether the verdict is needed, whatever the question.
    pub(super) fn wants_verdict(&self) -> bool {
        self.explain
            || self.stats
            || matches!(self.question, Question::All { .. })
            || self.output_format == Some(OutputFormat::Json)
    }

    /// Whether nothing is wanted but one solution of each grid.
    pub(super) fn is_plain(&self) -> bool {
        self.question == Question::Smallest && !self.explain && !self.verify && !self.stats
    }
}

/// The output format for an input in this format, if none is asked for.
fn default_output_format(input: InputFormat) -> OutputFormat {
    match input {
        InputFormat::Csv => OutputFormat::Csv,
        InputFormat::Packed => OutputFormat::Packed,
        InputFormat::Spaced => OutputFormat::Spaced,
        _ => OutputFormat::Line,
    }
}

/// This many threads, or one for each core.
pub(super) fn thread_count(threads: Option<NonZero<usize>>) -> NonZero<usize> {
    threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}
