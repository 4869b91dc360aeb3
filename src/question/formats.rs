//! The format of the replies, which follows from the options and perhaps from the input.

use crate::input::InputFormat;
use crate::question::Question;
use crate::question::options::{Options, OutputFormat};

/// The format of all replies; `None` if it follows the format of each input. A format that follows
/// the input is never `Pretty`, `Json` or `Html`.
pub(crate) fn fixed_output_format(options: &Options) -> Option<OutputFormat> {
    let format = options.output_format?;
    Some(supported_format(options.question, format))
}

/// The format of replies to records of this format; `None` as long as that is unknown.
pub(super) fn format_for_input(
    options: &Options,
    input_format: Option<InputFormat>,
) -> OutputFormat {
    if let Some(fixed) = fixed_output_format(options) {
        return fixed;
    }
    let like_input = match input_format {
        Some(InputFormat::Csv) => OutputFormat::Csv,
        Some(InputFormat::Packed) => OutputFormat::Packed,
        Some(InputFormat::Spaced) => OutputFormat::Spaced,
        Some(InputFormat::Line | InputFormat::JsonLines) | None => OutputFormat::Line,
    };
    supported_format(options.question, like_input)
}

/// This format, or lines if the replies to the question cannot be written in it.
fn supported_format(question: Question, format: OutputFormat) -> OutputFormat {
    if question.supports(format) {
        format
    } else {
        OutputFormat::Line
    }
}
