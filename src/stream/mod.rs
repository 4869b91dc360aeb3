//! From an input to an output: records are read in chunks, processed, and written in order.
//!
//! ```text
//!                  a chunk                    the same chunk
//! input -> source ---------> worker 0, 1, ... ---------------> writer -> answers, messages
//!             ^                                                  |
//!             `---------------- its buffers, again --------------'
//! ```
//!
//! A chunk is up to 2048 records: as many as can be read without waiting. The calling thread reads, processes and writes the first
//! chunks alone. It solves very short chunks one grid at a time, so a single grid or a slow pipe needs neither threads nor the
//! engine. The first chunk that is long enough starts the workers, if there may be more than one. Each worker gets every n-th chunk,
//! and at most one chunk is queued for each, so memory is bounded.

mod count;
mod findings;
mod messages;
mod source;
mod stats;
mod threads;
mod worker;
mod writer;

use std::fmt;
use std::io::{self, Read, Write};
use std::time::Instant;

use crate::input::records::Records;
use crate::options::Options;
use crate::reply::Status;
pub use count::count_solutions;
use source::Source;
pub use stats::Stats;
use worker::{ChunkOutput, Worker};
use writer::Writer;

/// Chunks with at least this many grids are worth starting threads for.
const MIN_GRIDS_FOR_THREADS: usize = 256;

/// Answers the records of one input after the other. Answers go to one output, messages to another.
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
    /// The worker of the calling thread, once there was something to do.
    worker: Option<Worker>,
    writer: Writer<O, M>,
    started: Instant,
}

impl<O: Write + Send, M: Write + Send> Stream<O, M> {
    /// A stream with these options.
    pub fn new(options: Options, answers: O, messages: M) -> Stream<O, M> {
        Stream { options, worker: None, writer: Writer::new(answers, messages), started: Instant::now() }
    }

    /// Calls this whenever something has been written, with the number of records so far.
    #[must_use]
    pub fn on_progress(mut self, on_progress: impl FnMut(u64) + Send + 'static) -> Stream<O, M> {
        self.writer.on_progress = Some(Box::new(on_progress));
        self
    }

    /// The most severe outcome so far.
    pub fn status(&self) -> Status {
        self.writer.status
    }

    /// The statistics so far. Records are always counted; verdicts only with [`Options::stats`].
    pub fn stats(&self) -> Stats {
        let threads = self.writer.stats.threads.max(1);
        Stats { elapsed: self.started.elapsed(), threads, question: self.options.question, ..self.writer.stats }
    }

    /// Answers all records of an input, which messages call `name`. Each answer is written before a read that could block.
    ///
    /// # Errors
    /// Those of the output for answers. An input that cannot be read is reported, with [`Status::Invalid`].
    pub fn solve(&mut self, name: &str, input: impl Read) -> io::Result<()> {
        self.solve_source(name, Source::new(input, &self.options, false))
    }

    /// Answers all records of an input that never blocks for long, such as a file: answers are written many at a time.
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
    /// Those of [`Stream::solve`].
    pub fn solve_file(&mut self, name: &str, input: impl Read) -> io::Result<()> {
        self.solve_source(name, Source::new(input, &self.options, true))
    }

    /// Reports something that keeps an input from being read.
    pub fn fail(&mut self, name: &str, message: impl fmt::Display) {
        self.writer.fail(name, message);
    }

    fn solve_source(&mut self, name: &str, mut source: Source<impl Read>) -> io::Result<()> {
        let Stream { options, worker, writer, .. } = self;
        let mut records = Records::default();
        let mut output = ChunkOutput::default();
        // With other threads at work, this one would wait for more input although an error has ended the run.
        let mut may_start_threads = source.is_file || !options.fail_fast;
        let mut more = true;
        while more && !writer.has_stopped(options) {
            more = source.fill(&mut records);
            let is_long = records.grids.len() >= MIN_GRIDS_FOR_THREADS;
            let worker = worker.get_or_insert_with(|| Worker::new(options, true));
            worker.process(options, name, &mut records, &mut output, &mut |part| writer.write(options, part))?;
            writer.write(options, &mut output)?;
            records.clear();
            if more && is_long && may_start_threads && !writer.has_stopped(options) {
                may_start_threads = false;
                let threads = options.thread_count().get();
                if threads > 1 && threads::process_on_threads(options, writer, name, &mut source, threads)? {
                    break;
                }
            }
        }
        writer.end_input(name);
        if let Some(error) = source.error.take().filter(|_| !writer.has_stopped(options)) {
            writer.fail(name, format_args!("cannot read: {error}"));
        }
        Ok(())
    }
}
