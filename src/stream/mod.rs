//! From an input to an output: records are read in chunks, replied to, and written in order.
//!
//! ```text
//!                chunk 0, 1, 2, ...                           0, 1, 2, ...
//! input -> source ----------------> thread, thread, thread ----------------> writer -> answers
//!                                                                                  `-> messages
//! ```
//!
//! A chunk is as many records as can be read without waiting, up to 2048, or up to 256 if the
//! question is slow. A thread reads a chunk, replies to its records, and waits until the chunks
//! before it have been written. So the answers come in input order, and no thread has more than one
//! chunk in memory. The calling thread works alone until it has read a chunk that is long enough;
//! then more threads join in. As long as each chunk has only a few grids, they are solved one at a
//! time, so a single grid or a slow pipe needs neither threads nor the engine.
//!
//! ```text
//! source           reads chunks
//! run              the work that the threads share
//! chunk            a chunk that has been read
//! findings         what is computed for all grids of a chunk together
//! case_completer   what is known about one record
//! replier          replies to the records of a chunk
//! flusher          when the output for a chunk is passed on
//! input_messages   messages about an input as a whole
//! chunk_output     replies, messages and a tally, until they are written
//! turn             which chunk may be written
//! writer           writes replies and messages
//! tally            counts records by their results
//! stats            what `--stats` prints
//! histogram        the bars below it
//!
//! read             for users of the library: records as values, without any replies
//! ```

mod case_completer;
mod chunk;
mod chunk_output;
mod findings;
mod flusher;
mod histogram;
mod input_messages;
pub(crate) mod read;
mod replier;
mod run;
mod source;
mod stats;
mod tally;
mod turn;
mod writer;

use std::fmt;
use std::io::{self, Read, Write};
use std::time::Instant;

use crate::generate::GaveUp;
use crate::question::input_policy::InputPolicy;
use crate::question::options::Options;
use crate::question::status::Status;
use crate::solver::batch::Batch;
use crate::solver::parallel::with_helpers;
use chunk::InputContext;
use run::Run;
use source::{InputKind, Source};
pub use stats::Stats;
use writer::Writer;

/// Answers the records of inputs, one by one. Answers go to one output, messages to another.
///
/// ```
/// use sudokat::{Options, Status, Stream};
/// let (mut answers, mut messages) = (Vec::new(), Vec::new());
/// let mut stream = Stream::new(Options::default(), &mut answers, &mut messages);
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n55.";
/// stream.solve("puzzles.txt", puzzle.as_bytes())?;
/// assert_eq!(stream.status(), Status::Invalid);
/// assert!(answers.starts_with(b"534678912"));
/// assert_eq!(messages, b"puzzles.txt:2: expected 81 cells, found 3\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Stream<O, M> {
    options: Options,
    /// The engine of the calling thread.
    batch: Batch,
    writer: Writer<O, M>,
    started: Instant,
}

impl<O: Write + Send, M: Write + Send> Stream<O, M> {
    /// A stream with these options.
    pub fn new(options: Options, answers: O, messages: M) -> Stream<O, M> {
        Stream {
            batch: Batch::new(),
            writer: Writer::new(&options, answers, messages),
            started: Instant::now(),
            options,
        }
    }

    /// Calls this each time output is written, even if it is empty, with the number of records so
    /// far.
    #[must_use]
    pub fn on_progress(mut self, on_progress: impl FnMut(u64) + Send + 'static) -> Stream<O, M> {
        self.writer.on_progress = Box::new(on_progress);
        self
    }

    /// The most severe outcome so far.
    pub fn status(&self) -> Status {
        self.writer.tally.status
    }

    /// The statistics so far. Records are always counted. Verdicts are complete only with
    /// [`Options::stats`]; without it only those that the replies need are counted.
    pub fn stats(&self) -> Stats {
        let elapsed = self.started.elapsed();
        Stats::new(&self.writer.tally, self.options.question, elapsed)
    }

    /// Answers all records of an input. Messages call it `name`, which must not contain a line
    /// break. Each answer is written before the next read that could block.
    ///
    /// # Errors
    /// Errors of the output for answers. Errors of the input are reported, with
    /// [`Status::Invalid`], except [`BrokenPipe`](io::ErrorKind::BrokenPipe), which is returned: an
    /// input may use it to stop the run when nobody reads the answers any more.
    pub fn solve(&mut self, name: &str, input: impl Read + Send) -> io::Result<()> {
        self.solve_input(name, input, InputKind::Pipe)
    }

    /// Answers all records of an input that never blocks for long, such as a file: answers are
    /// written many at a time.
    ///
    /// ```
    /// use sudokat::{Options, Stream};
    /// let file = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n".repeat(1000);
    /// let mut answers = Vec::new();
    /// Stream::new(Options::default(), &mut answers, std::io::stderr()).solve_file("puzzles.txt", file.as_bytes())?;
    /// assert_eq!(answers.len(), file.len());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`Stream::solve`].
    pub fn solve_file(&mut self, name: &str, input: impl Read + Send) -> io::Result<()> {
        self.solve_input(name, input, InputKind::File)
    }

    /// Reports that an input cannot be read, and why.
    pub fn fail(&mut self, name: &str, message: impl fmt::Display) {
        self.writer.tally.mark_invalid();
        self.writer.write_messages(&format!("{name}: {message}\n"));
    }

    fn solve_input(
        &mut self,
        name: &str,
        input: impl Read + Send,
        kind: InputKind,
    ) -> io::Result<()> {
        if self.writer.is_over() {
            return Ok(());
        }
        let policy = InputPolicy::new(&self.options);
        let source = Source::new(input, kind, policy, self.writer.tally.records);
        let earlier_csv_columns = self.writer.csv_columns.clone();
        let input = InputContext {
            name,
            earlier_csv_columns: earlier_csv_columns.as_ref(),
        };
        let run = Run::new(&self.options, input, source, &mut self.writer);
        let threads = with_helpers(
            self.options.threads,
            &mut self.batch,
            |batch, call_helper| run.work(batch, call_helper),
        );
        let read_error = run.into_read_error();
        let tally = &mut self.writer.tally;
        tally.threads = tally.threads.max(threads);
        self.writer.end_input(name)?;
        match read_error {
            Some(error) => self.report_read_error(name, error),
            None => Ok(()),
        }
    }

    /// Reports a read error, unless the run is over anyway.
    ///
    /// # Errors
    /// A `BrokenPipe` of the input is returned, not reported.
    fn report_read_error(&mut self, name: &str, error: io::Error) -> io::Result<()> {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Err(error);
        }
        if self.writer.is_over() {
            return Ok(());
        }
        // Generated puzzles are read like an input, but this error has nothing to do with reading.
        if error.get_ref().is_some_and(|inner| inner.is::<GaveUp>()) {
            self.fail(name, error);
        } else {
            self.fail(name, format_args!("cannot read: {error}"));
        }
        Ok(())
    }
}
