//! Writes the output of the workers.

use std::io::{self, Write};

use super::messages::Flood;
use super::settings::Settings;
use super::stats::Stats;
use super::worker::ChunkOutput;
use crate::input::InputFormat;
use crate::output::InputHeader;
use crate::response::{Location, Status};

pub(super) struct Writer<O, M> {
    pub(super) output: O,
    pub(super) messages: M,
    flood: Flood,
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
            flood: Flood::default(),
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
    pub(super) fn write(&mut self, settings: &Settings, chunk: &mut ChunkOutput) -> io::Result<()> {
        self.status = self.status.max(chunk.status);
        self.has_stopped |= settings.fail_fast && chunk.status == Status::Invalid;
        self.stats.add(&chunk.stats);
        // A message that cannot be written is lost: there is nowhere left to report it, and the exit status still tells.
        if !chunk.messages.is_empty() {
            let _ = self.messages.write_all(self.flood.select(&chunk.messages).as_bytes());
        }
        self.write_header(settings, chunk)?;
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
        let _ = self.messages.write_all(self.flood.end(name).as_bytes());
    }

    /// Writes the header line that is due: that of a csv input, or one for all inputs that have none of their own.
    fn write_header(&mut self, settings: &Settings, chunk: &ChunkOutput) -> io::Result<()> {
        let Some(format) = settings.output_format(chunk.input_format) else { return Ok(()) };
        let names = settings.question.responder().column_names();
        let header = match &chunk.csv_header {
            Some(csv) => {
                let has_column = |name: &str| csv.has_column(name);
                format.header(
                    Some(&InputHeader { text: csv.text(), delimiter: csv.delimiter(), has_column: &has_column }),
                    names,
                )
            }
            None if self.has_common_header
                || chunk.answers.is_empty()
                || chunk.input_format == Some(InputFormat::Csv) =>
            {
                None
            }
            None => format.header(None, names),
        };
        if let Some(header) = header {
            self.has_common_header = chunk.csv_header.is_none();
            self.output.write_all(&header)?;
        }
        Ok(())
    }

    /// Reports something that keeps an input from being read.
    pub(super) fn fail(&mut self, settings: &Settings, location: Location<'_>, what: impl std::fmt::Display) {
        self.status = Status::Invalid;
        self.has_stopped |= settings.fail_fast;
        let _ = writeln!(self.messages, "{location}: {what}");
    }
}
