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
//! chunk            a chunk that has been read
//! findings         what is computed for all grids of a chunk together
//! case_builder     what is known about one record
//! replier          replies to the records of a chunk
//! input_messages   messages about an input as a whole
//! turn             which chunk may be written
//! writer           writes replies and messages
//! tally            counts records by how they went
//! stats            what `--stats` prints
//! histogram        the bars below it
//!
//! read             for users of the library: records as values, without any replies
//! ```

mod case_builder;
mod chunk;
mod findings;
mod histogram;
mod input_messages;
pub(crate) mod read;
mod replier;
mod source;
mod stats;
mod tally;
mod turn;
mod writer;

use std::fmt;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use crate::generate::GaveUp;
use crate::input::records::Records;
use crate::question::options::Options;
use crate::question::policy::{ChunkPolicy, InputPolicy, SLOW_CHUNK_SIZE};
use crate::question::status::Status;
use crate::solver::batch::Batch;
use crate::solver::parallel::{ThreadLimit, with_helpers};
use chunk::{Chunk, InputContext};
use findings::Findings;
use replier::Replier;
use source::{InputKind, Source};
pub use stats::Stats;
use turn::Turn;
use writer::{ChunkOutput, Writer};

/// A chunk with this many records is worth another thread if the input has more. Chunks of slow
/// questions have as many when they are full. Only a chunk of csv lines with much text can be full
/// with fewer.
const MIN_RECORDS_FOR_THREADS: usize = 256;
const _: () = assert!(SLOW_CHUNK_SIZE >= MIN_RECORDS_FOR_THREADS);

const ONE_THREAD: ThreadLimit = Some(NonZero::<usize>::MIN);

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

    /// Calls this after every part of the output that has been passed on, with the number of
    /// records so far. A part can be empty.
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
        let run = Run {
            options: &self.options,
            input: InputContext {
                name,
                earlier_csv_columns: earlier_csv_columns.as_ref(),
            },
            source: Mutex::new(source),
            writer: Mutex::new(&mut self.writer),
            turn_passed: Condvar::new(),
        };
        let most = self.options.threads;
        let threads = with_helpers(most, &mut self.batch, |batch, call_helper| {
            run.work(batch, call_helper);
        });
        let read_error = run.into_read_error();
        let tally = &mut self.writer.tally;
        tally.threads = tally.threads.max(threads);
        self.writer.end_input(name)?;
        match read_error {
            Some(error) => self.report_read_error(name, error),
            None => Ok(()),
        }
    }

    /// Reports what has stopped reading, unless the run is over anyway.
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

/// The work on one input, which threads share.
struct Run<'a, R: Read, O, M> {
    options: &'a Options,
    input: InputContext<'a>,
    source: Mutex<Source<R>>,
    writer: Mutex<&'a mut Writer<O, M>>,
    turn_passed: Condvar,
}

/// A chunk whose records a thread has read, and how the work is shared.
struct ClaimedChunk<'r, 'a, O, M> {
    turn: Turn<'r, 'a, O, M>,
    /// Whether a chunk so far has brought enough grids for the engine.
    is_long_input: bool,
    /// Whether there is enough work left for one more thread.
    leaves_work: bool,
    /// The most threads to count the solutions of a grid with.
    count_threads: ThreadLimit,
}

impl<'a, R: Read, O: Write, M: Write> Run<'a, R, O, M> {
    /// Reads a chunk, solves its grids and replies to its records, until the input or the run ends.
    /// Many threads do this at the same time.
    fn work(&self, batch: &mut Batch, call_helper: &dyn Fn()) {
        let mut records = Records::default();
        let mut findings = Findings::default();
        let mut output = ChunkOutput::default();
        while let Some(claimed) = self.claim_chunk(&mut records) {
            if claimed.leaves_work {
                call_helper();
            }
            let policy = ChunkPolicy::new(self.options, records.format);
            findings.compute(policy, &records, claimed.is_long_input, batch);
            // Some of these grids may have been the first for the engine.
            output.tally.level = batch.level();
            let chunk = Chunk {
                input: self.input,
                policy,
                records: &records,
                findings: &findings,
            };
            let threads = claimed.count_threads;
            let mut flush = |output: &mut _, out_of_turn| claimed.turn.write(output, out_of_turn);
            let replier = Replier::new(chunk, batch, threads, &mut output, &mut flush);
            if replier.reply_to_chunk().is_break() {
                return;
            }
        }
    }

    /// Reads the next chunk; `None` at the end.
    fn claim_chunk(&self, records: &mut Records) -> Option<ClaimedChunk<'_, 'a, O, M>> {
        // If a thread panics while it reads, the others end.
        let mut source = self.source.lock().ok()?;
        if !source.has_more {
            return None;
        }
        // From here on, a panic ends the run for the threads that wait for this chunk.
        let turn = Turn {
            writer: &self.writer,
            turn_passed: &self.turn_passed,
            number: source.chunk_to_read,
        };
        source.fill(records);
        // With `fail_fast`, a thread that waits for a pipe would not notice that another has ended
        // the run.
        let may_share = source.kind == InputKind::File || !self.options.fail_fast;
        let is_long = records.len_with_empty_lines() >= MIN_RECORDS_FOR_THREADS;
        let leaves_work = is_long && source.has_more && may_share;
        source.is_shared |= leaves_work;
        Some(ClaimedChunk {
            turn,
            is_long_input: source.is_long_input,
            leaves_work,
            // If threads share the chunks, each of them would start more threads for a count.
            count_threads: if source.is_shared {
                ONE_THREAD
            } else {
                self.options.threads
            },
        })
    }

    /// What stopped reading, once all threads have ended.
    fn into_read_error(self) -> Option<io::Error> {
        let source = self.source.into_inner();
        source.unwrap_or_else(PoisonError::into_inner).error
    }
}
