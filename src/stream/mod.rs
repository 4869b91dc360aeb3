//! From an input to an output: records are read in chunks, processed, and written in order.
//!
//! ```text
//!                 chunk 1, 2, 3, ...                             1, 2, 3, ...
//! input -> source -------------------> worker, worker, worker -----------------> writer -> answers, messages
//! ```
//!
//! A chunk is up to 2048 records: as many as can be read without waiting. A thread reads a chunk,
//! processes it, and waits until the chunks before it have been written. So the answers come in
//! input order, and no thread has more than one chunk in memory. The calling thread works alone
//! until it has read a chunk that is long enough; then more threads join in. Very short chunks are
//! solved one grid at a time, so a single grid or a slow pipe needs neither threads nor the engine.

pub(crate) mod read;
mod source;
mod stats;
mod worker;
mod writer;

use std::fmt;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use crate::input::records::Records;
use crate::question::options::Options;
use crate::question::options::OutputFormat;
use crate::question::reply::{Input, Status};
use crate::solver::batch::Batch;
use crate::solver::parallel::with_helpers;
use source::Source;
pub use stats::Stats;
use worker::Worker;
use writer::{Turn, Writer};

/// Chunks with at least this many records are worth starting threads for. Only chunks of long csv
/// lines can be full with fewer, see [`Source`].
const MIN_RECORDS_FOR_THREADS: usize = 256;

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
            options,
            batch: Batch::new(),
            writer: Writer::new(answers, messages),
            started: Instant::now(),
        }
    }

    /// Calls this whenever something has been written, with the number of records so far.
    #[must_use]
    pub fn on_progress(mut self, on_progress: impl FnMut(u64) + Send + 'static) -> Stream<O, M> {
        self.writer.on_progress = Box::new(on_progress);
        self
    }

    /// The most severe outcome so far.
    pub fn status(&self) -> Status {
        self.writer.stats.status
    }

    /// The statistics so far. Records are always counted. Verdicts are complete only with
    /// [`Options::stats`]; without it only those that the replies need are counted.
    pub fn stats(&self) -> Stats {
        let threads = self.writer.stats.threads.max(1);
        Stats {
            elapsed: self.started.elapsed(),
            threads,
            question: self.options.question,
            ..self.writer.stats.clone()
        }
    }

    /// Answers all records of an input, which messages call `name`: a text of one line. Each answer
    /// is written before the next read that could block.
    ///
    /// # Errors
    /// Errors of the output for answers. Errors of the input are reported, with
    /// [`Status::Invalid`], except [`BrokenPipe`](io::ErrorKind::BrokenPipe), which is returned: it
    /// says that nobody reads the answers.
    pub fn solve(&mut self, name: &str, input: impl Read + Send) -> io::Result<()> {
        self.solve_input(name, input, false)
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
        self.solve_input(name, input, true)
    }

    /// Reports that an input cannot be read, and why.
    pub fn fail(&mut self, name: &str, message: impl fmt::Display) {
        self.writer.stats.status = Status::Invalid;
        self.writer.write_messages(&format!("{name}: {message}\n"));
    }

    fn solve_input(
        &mut self,
        name: &str,
        input: impl Read + Send,
        is_file: bool,
    ) -> io::Result<()> {
        let Stream {
            options,
            batch,
            writer,
            ..
        } = self;
        if writer.is_over(options) {
            return Ok(());
        }
        // On a page without input names, each number must stand for one grid only.
        let continues_numbers =
            options.format_for(None) == OutputFormat::Html && !options.with_filename;
        let source = Source::new(
            input,
            options,
            if continues_numbers {
                writer.stats.grids
            } else {
                0
            },
        );
        let header = writer.header.clone();
        let (source, shared_writer, turn_passed) =
            (Mutex::new(source), Mutex::new(&mut *writer), Condvar::new());
        // Each thread reads, processes and writes one chunk after the other until the input or the
        // run ends.
        let threads = with_helpers(options.threads, batch, |batch, call_helper| {
            let input = Input {
                name,
                with_filename: options.with_filename,
                first_header: header.as_deref(),
            };
            let (mut worker, mut records) =
                (Worker::new(options, input, batch), Records::default());
            // If a thread panics while it reads, the others end.
            while let Ok(mut source) = source.lock()
                && source.has_more()
            {
                let turn = Turn {
                    writer: &shared_writer,
                    turn_passed: &turn_passed,
                    chunk: source.chunks,
                };
                source.fill(&mut records, is_file);
                // With `fail_fast`, a thread that waits for a pipe would not notice that another
                // has ended the run.
                let may_share = source.has_more() && (is_file || !options.fail_fast);
                if may_share && records.len_with_empties() >= MIN_RECORDS_FOR_THREADS {
                    source.is_shared = true;
                    call_helper();
                }
                // Otherwise, each thread would start more threads for a count.
                worker.count_threads = if source.is_shared {
                    NonZero::new(1)
                } else {
                    options.threads
                };
                drop(source);
                if worker
                    .process(&records, &mut |output, may_wait| {
                        turn.write(options, output, may_wait)
                    })
                    .is_break()
                {
                    return;
                }
            }
        });
        writer.stats.threads = writer.stats.threads.max(threads);
        writer.end_input(name)?;
        match source
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .more
        {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Err(error),
            Err(error) if !writer.is_over(options) => {
                self.fail(name, format_args!("cannot read: {error}"))
            }
            _ => (),
        }
        Ok(())
    }
}
