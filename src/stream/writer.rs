//! Writes the output of the workers.

use std::fmt;
use std::io::{self, Write};
use std::mem;
use std::ops::ControlFlow;

use super::messages::MessageLimit;
use super::stats::Stats;
use super::worker::ChunkOutput;
use crate::options::Options;
use crate::output::{HTML_HEAD, OutputFormat, csv_header};
use crate::reply::Status;

/// The csv header that the replies are written under.
#[derive(PartialEq)]
enum Header {
    None,
    /// That of the input.
    OfInput,
    /// One for all inputs that have none of their own.
    Shared,
}

pub(super) struct Writer<O, M> {
    output: O,
    messages: M,
    limit: MessageLimit,
    header: Header,
    /// A reply has been written, so the next one must be separated from it.
    has_written: bool,
    pub(super) stats: Stats,
    pub(super) on_progress: Option<Box<dyn FnMut(u64) + Send>>,
    /// Why replies could not be written.
    pub(super) error: Option<io::Error>,
}

impl<O: Write, M: Write> Writer<O, M> {
    pub(super) fn new(output: O, messages: M) -> Writer<O, M> {
        Writer {
            output,
            messages,
            limit: MessageLimit::default(),
            header: Header::None,
            has_written: false,
            stats: Stats::default(),
            on_progress: None,
            error: None,
        }
    }

    /// Writes the output for some records, and empties it, but keeps its memory. Breaks if the run is over.
    pub(super) fn write(&mut self, options: &Options, chunk: &mut ChunkOutput) -> ControlFlow<()> {
        self.stats.add(mem::take(&mut chunk.stats));
        // A message that cannot be written is lost: there is nowhere left to report it, and the exit status still tells.
        let _ = self.messages.write_all(self.limit.select(&mut chunk.messages).as_bytes());
        self.error = self.write_replies(options, chunk).err();
        chunk.replies.clear();
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
        if self.header == Header::OfInput {
            self.header = Header::None;
        }
        let _ = self.messages.write_all(self.limit.end(name).as_bytes());
    }

    /// Reports something that keeps an input from being read.
    pub(super) fn fail(&mut self, name: &str, what: impl fmt::Display) {
        self.stats.status = Status::Invalid;
        let _ = self.messages.write_all(format!("{name}: {what}\n").as_bytes());
    }

    /// Writes replies, after the csv header that is due.
    fn write_replies(&mut self, options: &Options, chunk: &ChunkOutput) -> io::Result<()> {
        let (own, replies) = (chunk.csv_header.as_deref(), &chunk.replies);
        let is_due = match own {
            Some(_) => self.header != Header::OfInput,
            None => self.header == Header::None && !replies.bytes.is_empty(),
        };
        if chunk.format == OutputFormat::Csv && is_due {
            self.header = if own.is_some() { Header::OfInput } else { Header::Shared };
            self.output.write_all(&csv_header(own, options.question.column_names(), options.with_filename))?;
        }
        if chunk.format == OutputFormat::Html && !self.has_written && !replies.bytes.is_empty() {
            self.output.write_all(HTML_HEAD.as_bytes())?;
        }
        if !replies.bytes.is_empty() {
            self.output.write_all(if self.has_written { &replies.bytes } else { replies.without_separator() })?;
            self.output.flush()?;
            self.has_written = true;
        }
        Ok(())
    }
}
