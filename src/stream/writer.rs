//! Writes the output of the workers.

use std::io::{self, Write};

use super::messages::MessageLimit;
use super::stats::Stats;
use super::worker::ChunkOutput;
use crate::input::InputFormat;
use crate::options::Options;
use crate::output::{OutputFormat, csv_header};
use crate::reply::Status;

pub(super) struct Writer<O, M> {
    pub(super) output: O,
    pub(super) messages: M,
    limit: MessageLimit,
    header: Header,
    /// An answer has been written, so the next one must be separated from it.
    has_written: bool,
    pub(super) status: Status,
    pub(super) stats: Stats,
    pub(super) on_progress: Option<Box<dyn FnMut(u64) + Send>>,
}

/// The csv header that has been written last.
#[derive(Clone, Copy, PartialEq)]
enum Header {
    None,
    /// That of this input.
    Own,
    /// The one for all inputs that have none of their own.
    Common,
}

impl<O: Write, M: Write> Writer<O, M> {
    pub(super) fn new(output: O, messages: M) -> Writer<O, M> {
        Writer {
            output,
            messages,
            limit: MessageLimit::default(),
            header: Header::None,
            has_written: false,
            status: Status::Solved,
            stats: Stats::default(),
            on_progress: None,
        }
    }

    /// Writes the output for records of the input `name`, and empties it.
    ///
    /// # Errors
    /// Those of the output.
    pub(super) fn write(&mut self, options: &Options, chunk: &mut ChunkOutput) -> io::Result<()> {
        self.status = self.status.max(chunk.status);
        self.stats.add(&chunk.stats);
        // A message that cannot be written is lost: there is nowhere left to report it, and the exit status still tells.
        if !chunk.messages.is_empty() {
            let _ = self.messages.write_all(self.limit.select(&chunk.messages).as_bytes());
        }
        self.write_header(options, chunk)?;
        if !chunk.answers.bytes.is_empty() {
            let answers = if self.has_written { &chunk.answers.bytes } else { chunk.answers.first() };
            self.output.write_all(answers)?;
            self.output.flush()?;
            self.has_written = true;
        }
        chunk.clear();
        if let Some(on_progress) = &mut self.on_progress {
            on_progress(self.stats.grids);
        }
        Ok(())
    }

    /// Whether the run is over: with `--fail-fast` after the first error.
    pub(super) fn has_stopped(&self, options: &Options) -> bool {
        options.fail_fast && self.status == Status::Invalid
    }

    /// Writes how many more messages the input `name` has had.
    pub(super) fn end_input(&mut self, name: &str) {
        if self.header == Header::Own {
            self.header = Header::None;
        }
        let _ = self.messages.write_all(self.limit.end(name).as_bytes());
    }

    /// Writes the header line that is due: that of a csv input, or one for all inputs that have none of their own.
    fn write_header(&mut self, options: &Options, chunk: &ChunkOutput) -> io::Result<()> {
        let (header, is_due) = match &chunk.csv_header {
            Some(_) => (Header::Own, true),
            None => (Header::Common, !chunk.answers.bytes.is_empty() && chunk.input_format != Some(InputFormat::Csv)),
        };
        if is_due && self.header != header && options.format_for(chunk.input_format) == Some(OutputFormat::Csv) {
            self.header = header;
            let header =
                csv_header(chunk.csv_header.as_deref(), options.question.column_names(), options.with_filename);
            self.output.write_all(&header)?;
        }
        Ok(())
    }

    /// Reports something that keeps an input from being read.
    pub(super) fn fail(&mut self, name: &str, what: impl std::fmt::Display) {
        self.status = Status::Invalid;
        let _ = writeln!(self.messages, "{name}: {what}");
    }
}
