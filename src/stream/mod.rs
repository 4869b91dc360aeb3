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
mod messages;
mod settings;
mod source;
mod stats;
mod threads;
mod worker;
mod writer;

use std::fmt;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::time::Instant;

use crate::input::InputFormat;
use crate::input::reader::Choices;
use crate::input::records::Records;
use crate::output::OutputFormat;
use crate::question::Question;
use crate::response::{Location, Status};
pub use count::count_solutions;
use settings::{Settings, thread_count};
use source::Source;
pub use stats::Stats;
use worker::{ChunkOutput, Worker};
use writer::Writer;

/// Chunks with at least this many grids are worth starting threads for.
const MIN_GRIDS_FOR_THREADS: usize = 256;

/// Answers the records of one input after the other. Answers go to one output, messages to another.
///
/// ```
/// use sudokat::{Status, Stream};
/// let (mut answers, mut messages) = (Vec::new(), Vec::new());
/// let mut stream = Stream::new(&mut answers, &mut messages);
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n55.";
/// stream.solve("puzzles.txt", puzzle.as_bytes())?;
/// assert_eq!(stream.status(), Status::Invalid);
/// assert!(answers.starts_with(b"534678912"));
/// assert_eq!(messages, b"puzzles.txt:2: expected 81 cells, found 3\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Stream<O, M> {
    settings: Settings,
    /// What is known of all inputs; the rest is detected in each.
    choices: Choices,
    /// The worker of the calling thread, once there was something to do.
    worker: Option<Worker>,
    writer: Writer<O, M>,
    /// When statistics were asked for.
    started: Option<Instant>,
}

impl<O: Write + Send, M: Write + Send> Stream<O, M> {
    /// A stream that writes the smallest solution of each grid and may use every core.
    pub fn new(answers: O, messages: M) -> Stream<O, M> {
        Stream {
            settings: Settings::default(),
            choices: Choices::default(),
            worker: None,
            writer: Writer::new(answers, messages),
            started: None,
        }
    }

    /// Asks this question of every grid, instead of the smallest solution.
    ///
    /// ```
    /// use sudokat::{Question, Stream};
    /// let mut answers = Vec::new();
    /// let mut stream = Stream::new(&mut answers, std::io::sink()).question(Question::Verdict);
    /// stream.solve("", format!("{}\n55{}\n", ".".repeat(81), ".".repeat(79)).as_bytes())?;
    /// assert_eq!(answers, b"multiple\ninvalid\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn question(mut self, question: Question) -> Stream<O, M> {
        self.settings.question = question;
        self.choices.every_grid = question == Question::Check;
        self
    }

    /// Reads every input in this format instead of detecting its format.
    #[must_use]
    pub fn input_format(mut self, format: InputFormat) -> Stream<O, M> {
        self.choices.format = Some(format);
        self
    }

    /// Reads every input as csv with the puzzle in the column of this name, in any case.
    #[must_use]
    pub fn column(mut self, name: impl Into<String>) -> Stream<O, M> {
        self.choices.column = Some(name.into());
        self
    }

    /// Takes these characters for blanks too.
    #[must_use]
    pub fn blanks(mut self, characters: impl Into<String>) -> Stream<O, M> {
        self.choices.blanks = characters.into();
        self
    }

    /// Writes all answers in this format instead of that of their input. If the question does not support it, see
    /// [`Question::supports`], answers are written as lines.
    #[must_use]
    pub fn output_format(mut self, format: OutputFormat) -> Stream<O, M> {
        self.settings.output_format = Some(format);
        self
    }

    /// Uses the colors of a terminal in [`OutputFormat::Pretty`].
    #[must_use]
    pub fn color(mut self, color: bool) -> Stream<O, M> {
        self.settings.color = color;
        self
    }

    /// Stops at the first invalid record, wrong given solution or unreadable input: nothing after it is answered.
    #[must_use]
    pub fn fail_fast(mut self, fail_fast: bool) -> Stream<O, M> {
        self.settings.fail_fast = fail_fast;
        self
    }

    /// Adds messages that say why a grid has no solution, see [`crate::Contradiction`], and where two of several solutions differ.
    #[must_use]
    pub fn explain(mut self, explain: bool) -> Stream<O, M> {
        self.settings.explain = explain;
        self
    }

    /// Checks each solution against the rules, the clues and the pencil marks before it is written. A wrong one is reported with
    /// [`Status::Invalid`] and not written.
    #[must_use]
    pub fn verify(mut self, verify: bool) -> Stream<O, M> {
        self.settings.verify = verify;
        self
    }

    /// Counts verdicts and guesses for [`Stream::summary`]. With [`Question::Smallest`] and [`Question::Any`] that is more work than
    /// the answers need.
    #[must_use]
    pub fn stats(mut self, stats: bool) -> Stream<O, M> {
        self.settings.stats = stats;
        self.started = stats.then(Instant::now);
        self
    }

    /// Answers and messages go to the same terminal. A message that is part of an answer is then not written again: in
    /// [`OutputFormat::Json`] every message is, and so are the findings of [`Question::Check`], which get their place.
    #[must_use]
    pub fn on_one_terminal(mut self, on_one_terminal: bool) -> Stream<O, M> {
        self.settings.on_one_terminal = on_one_terminal;
        self
    }

    /// Solves on at most this many threads.
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Stream<O, M> {
        self.settings.threads = Some(threads);
        self
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

    /// The statistics so far. Grids and malformed records are always counted; verdicts and guesses only with [`Stream::stats`], and
    /// not for [`Question::Check`].
    pub fn summary(&self) -> Stats {
        Stats {
            elapsed: self.started.map(|started| started.elapsed()).unwrap_or_default(),
            threads: self.writer.stats.threads.max(1),
            ..self.writer.stats.clone()
        }
    }

    /// Answers all records of an input, which messages call `name`. Each answer is written before a read that could block.
    ///
    /// # Errors
    /// Those of the output for answers. An input that cannot be read is reported, with [`Status::Invalid`].
    pub fn solve(&mut self, name: &str, input: impl Read) -> io::Result<()> {
        self.solve_source(name, Source::new(input, self.choices.clone(), false))
    }

    /// Answers all records of an input that never blocks for long, such as a file: answers are written many at a time.
    ///
    /// ```
    /// use sudokat::Stream;
    /// let file = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n".repeat(1000);
    /// let mut answers = Vec::new();
    /// Stream::new(&mut answers, std::io::stderr()).solve_file("puzzles.txt", file.as_bytes())?;
    /// assert_eq!(answers.len(), file.len());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Stream::solve`].
    pub fn solve_file(&mut self, name: &str, input: impl Read) -> io::Result<()> {
        self.solve_source(name, Source::new(input, self.choices.clone(), true))
    }

    /// Reports something that keeps an input from being read.
    pub fn fail(&mut self, name: &str, message: impl fmt::Display) {
        let location = Location { input: name, line: None, column: None };
        self.writer.fail(&self.settings, location, message);
    }

    fn solve_source(&mut self, name: &str, mut source: Source<impl Read>) -> io::Result<()> {
        let mut records = Records::default();
        let mut output = ChunkOutput::default();
        let mut may_start_threads = true;
        let mut more = true;
        while more && !self.writer.has_stopped {
            more = source.fill(&mut records);
            let is_long = records.grids.len() >= MIN_GRIDS_FOR_THREADS;
            self.process_chunk(name, &mut records, &mut output)?;
            if more && is_long && may_start_threads && !self.writer.has_stopped {
                let threads = thread_count(self.settings.threads).get();
                may_start_threads = false;
                let Stream { settings, writer, .. } = self;
                if threads > 1 && threads::process_on_threads(settings, writer, name, &mut source, threads)? {
                    break;
                }
            }
        }
        self.writer.end_input(name);
        if let Some(error) = source.error.take().filter(|_| !self.writer.has_stopped) {
            self.fail(name, format_args!("cannot read: {error}"));
        }
        Ok(())
    }

    /// Processes a chunk on this thread, writes the output, and empties both.
    fn process_chunk(&mut self, name: &str, records: &mut Records, output: &mut ChunkOutput) -> io::Result<()> {
        let Stream { settings, worker, writer, .. } = self;
        let worker = worker.get_or_insert_with(|| Worker::new(*settings, true));
        worker.process(name, records, output, &mut |part| writer.write(settings, name, part))?;
        writer.write(settings, name, output)?;
        records.clear();
        Ok(())
    }
}
