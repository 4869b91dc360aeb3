//! Writes the output of the workers.

use std::fmt;
use std::io::{self, Write};
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::messages::MessageLimit;
use super::stats::Stats;
use super::worker::ChunkOutput;
use crate::input::records::CsvHeader;
use crate::options::Options;
use crate::output::{Buffer, HTML_HEAD, OutputFormat};
use crate::reply::Status;

pub(super) struct Writer<O, M> {
    output: O,
    messages: M,
    limit: MessageLimit,
    /// The columns of the first csv answers, under which all others are written.
    pub(super) header: Option<Arc<CsvHeader>>,
    /// A reply has been written, so the next one must be separated from it.
    has_written: bool,
    pub(super) stats: Stats,
    pub(super) on_progress: Option<Box<dyn FnMut(u64) + Send>>,
    /// Why replies could not be written.
    pub(super) error: Option<io::Error>,
}

impl<O: Write, M: Write> Writer<O, M> {
    pub(super) fn new(output: O, messages: M) -> Writer<O, M> {
        let (limit, header, has_written, stats, on_progress, error) = Default::default();
        Writer { output, messages, limit, header, has_written, stats, on_progress, error }
    }

    /// Writes the output for some records, and empties it, but keeps its memory. Breaks if the run
    /// is over.
    pub(super) fn write(&mut self, options: &Options, chunk: &mut ChunkOutput) -> ControlFlow<()> {
        self.stats.add(mem::take(&mut chunk.stats));
        self.header = self.header.take().or(chunk.header.take());
        // A message that cannot be written is lost: there is nowhere left to report it, and the
        // exit status still tells.
        let _ = self.messages.write_all(self.limit.select(&mut chunk.messages).as_bytes());
        self.error = self.write_replies(options, chunk).err();
        chunk.replies.bytes.clear();
        if let Some(on_progress) = &mut self.on_progress {
            on_progress(self.stats.grids);
        }
        if self.is_over(options) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether nothing more is written: replies cannot be, or there was an error and `--fail-fast`.
    pub(super) fn is_over(&self, options: &Options) -> bool {
        self.error.is_some() || options.fail_fast && self.stats.status == Status::Invalid
    }

    /// Writes how many more messages the input `name` has had.
    pub(super) fn end_input(&mut self, name: &str) {
        let _ = self.messages.write_all(self.limit.end(name).as_bytes());
    }

    /// Reports something that keeps an input from being read.
    pub(super) fn fail(&mut self, name: &str, what: impl fmt::Display) {
        self.stats.status = Status::Invalid;
        let _ = self.messages.write_all(format!("{name}: {what}\n").as_bytes());
    }

    fn write_replies(&mut self, options: &Options, chunk: &ChunkOutput) -> io::Result<()> {
        let Buffer { bytes, leading } = &chunk.replies;
        if bytes.is_empty() {
            return Ok(());
        }
        if options.format_for(None) == OutputFormat::Html && !self.has_written {
            self.output.write_all(HTML_HEAD.as_bytes())?;
        }
        self.output.write_all(if self.has_written { bytes } else { &bytes[*leading..] })?;
        self.has_written = true;
        self.output.flush()
    }
}
