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
    /// The csv header of the input has been written.
    has_own_header: bool,
    /// The last csv header written was the common one, for inputs without a header.
    has_common_header: bool,
    /// An answer has been written, so the next one must be separated from it.
    has_written: bool,
    pub(super) status: Status,
    /// A record was invalid, and `--fail-fast` ends the run.
    pub(super) has_stopped: bool,
    pub(super) stats: Stats,
    pub(super) on_progress: Option<Box<dyn FnMut(u64) + Send>>,
}

impl<O: Write, M: Write> Writer<O, M> {
    pub(super) fn new(output: O, messages: M) -> Writer<O, M> {
        Writer {
            output,
            messages,
            limit: MessageLimit::default(),
            has_own_header: false,
            has_common_header: false,
            has_written: false,
            status: Status::Solved,
            has_stopped: false,
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
        self.has_stopped |= options.fail_fast && chunk.status == Status::Invalid;
        self.stats.add(&chunk.stats);
        // A message that cannot be written is lost: there is nowhere left to report it, and the exit status still tells.
        if !chunk.messages.is_empty() {
            let _ = self.messages.write_all(self.limit.select(&chunk.messages).as_bytes());
        }
        self.write_header(options, chunk)?;
        if !chunk.answers.is_empty() {
            if self.has_written {
                self.output.write_all(chunk.answers.leading().as_bytes())?;
            }
            self.output.write_all(&chunk.answers.bytes)?;
            self.output.flush()?;
            self.has_written = true;
        }
        chunk.clear();
        if let Some(on_progress) = &mut self.on_progress {
            on_progress(self.stats.grids);
        }
        Ok(())
    }

    /// Counts the messages of the input `name` that were not written.
    pub(super) fn end_input(&mut self, name: &str) {
        self.has_own_header = false;
        let _ = self.messages.write_all(self.limit.end(name).as_bytes());
    }

    /// Writes the header line that is due: that of a csv input, or one for all inputs that have none of their own.
    fn write_header(&mut self, options: &Options, chunk: &ChunkOutput) -> io::Result<()> {
        let is_due = match &chunk.csv_header {
            Some(_) => !self.has_own_header,
            None => {
                !self.has_common_header && !chunk.answers.is_empty() && chunk.input_format != Some(InputFormat::Csv)
            }
        };
        if is_due && options.format_for(chunk.input_format) == Some(OutputFormat::Csv) {
            self.has_own_header = chunk.csv_header.is_some();
            self.has_common_header = !self.has_own_header;
            let header =
                csv_header(chunk.csv_header.as_deref(), options.question.column_names(), options.with_filename);
            self.output.write_all(&header)?;
        }
        Ok(())
    }

    /// Reports something that keeps an input from being read.
    pub(super) fn fail(&mut self, options: &Options, name: &str, what: impl std::fmt::Display) {
        self.status = Status::Invalid;
        self.has_stopped |= options.fail_fast;
        let _ = writeln!(self.messages, "{name}: {what}");
    }
}
