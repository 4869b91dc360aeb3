//! The output for a chunk, until it is passed on to the writer.

use super::tally::Tally;
use crate::output::{Buffer, CsvColumns};
use crate::question::status::Message;

/// The output for a chunk, or for a part of one.
#[derive(Default)]
pub(super) struct ChunkOutput {
    /// The csv columns of the output, if this part of it decides on them.
    pub(super) csv_columns: Option<CsvColumns>,
    pub(super) replies: Buffer,
    pub(super) messages: Vec<Message>,
    pub(super) tally: Tally,
}

impl ChunkOutput {
    /// Adds a message about the input as a whole.
    pub(super) fn report_on_input(&mut self, text: String) {
        self.messages.push(Message {
            topic: "the input",
            line: 0,
            text,
        });
    }

    /// Adds a message about an error of the input as a whole.
    pub(super) fn report_input_error(&mut self, text: String) {
        self.tally.mark_invalid();
        self.report_on_input(text);
    }
}
