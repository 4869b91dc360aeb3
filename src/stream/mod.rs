//! From bytes in to bytes out: the records of each input are solved in chunks, and answered in order.
//!
//! ```text
//!                  a chunk                    the same chunk
//! input -> reader ---------> worker 0, 1, ... ---------------> writer -> output
//!            ^                                                   |
//!            `---------------- its buffers, again ---------------'
//! ```
//!
//! A chunk is what can be read without waiting, up to some thousand grids. The calling thread alone reads, solves and writes the
//! first, and by the one-grid solver if it is short: one grid, or a slow pipe, pays for no thread and no engine. Only if a
//! full pipe's worth has come and there is more, and more than one thread to use, do workers start. Chunks go round the
//! workers in turn, so the writer gets the order back by asking them in turn; no queue is long, so memory is bounded.

mod solving;
mod source;

use std::fmt;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

use crate::batch::Goal;
use crate::format::{CSV_HEADER, Dress, Layout};
use solving::Solving;
use source::{Chunk, Source};

/// From this many grids in a chunk threads are worth starting.
const THREADS_FROM: usize = 256;

/// How it went, the worse the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Every grid was solved.
    #[default]
    Solved,
    /// Every grid obeys the rules so far, and at least one has no solution.
    Unsolvable,
    /// Something could not be read, or a grid is malformed or its clues clash.
    Faulty,
}

/// Solves the records of one input after the other: answers go to `output`, a line for each record without one to `messages`.
///
/// ```
/// use sudokat::stream::{Status, Stream};
/// let (mut answers, mut messages) = (Vec::new(), Vec::new());
/// let mut stream = Stream::new(&mut answers, &mut messages);
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n55.";
/// stream.solve("puzzles.txt", puzzle.as_bytes())?;
/// assert_eq!(stream.status(), Status::Faulty);
/// assert!(answers.starts_with(b"534678912"));
/// assert_eq!(messages, b"puzzles.txt:2: 3 cells, expected 81\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Stream<O, M> {
    output: O,
    messages: M,
    solving: Solving,
    /// How many threads may solve; every core if not said.
    threads: Option<NonZero<usize>>,
    /// The layout of all inputs; each tells its own if not said.
    layout: Option<Layout>,
    /// Whether the last header of csv written is that of answers to inputs without one.
    own_header: bool,
    /// Whether any grid has been answered: in the row layouts the next answer is set apart from it.
    any_answer: bool,
    status: Status,
    /// Something was faulty, and that is to be the end.
    stopped: bool,
}

impl<O: Write + Send, M: Write + Send> Stream<O, M> {
    /// A stream that prints smallest solutions and may use every core.
    pub fn new(output: O, messages: M) -> Stream<O, M> {
        Stream {
            output,
            messages,
            solving: Solving { goal: Goal::Smallest, dress: None, fail_fast: false, engine: None },
            threads: None,
            layout: None,
            own_header: false,
            any_answer: false,
            status: Status::Solved,
            stopped: false,
        }
    }

    /// Prints any solution of each grid, not the smallest.
    #[must_use]
    pub fn any(mut self) -> Stream<O, M> {
        self.solving.goal = Goal::Any;
        self
    }

    /// Reads every input in this layout, instead of the one that its first meaningful line has.
    #[must_use]
    pub fn layout(mut self, layout: Layout) -> Stream<O, M> {
        self.layout = Some(layout);
        self
    }

    /// Writes answers in this dress, instead of that of their input's layout.
    #[must_use]
    pub fn dress(mut self, dress: Dress) -> Stream<O, M> {
        self.solving.dress = Some(dress);
        self
    }

    /// Ends at the first record that is faulty, or input that cannot be read: what comes after it has no answer.
    #[must_use]
    pub fn fail_fast(mut self) -> Stream<O, M> {
        self.solving.fail_fast = true;
        self
    }

    /// Solves on this many threads at most.
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Stream<O, M> {
        self.threads = Some(threads);
        self
    }

    /// The worst of what happened so far.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Solves all records of an input, which messages call `name`. An answer is written before any read that could block.
    ///
    /// # Errors
    /// Those of the output. Those of the input are a message and [`Status::Faulty`].
    pub fn solve(&mut self, name: &str, input: impl Read) -> io::Result<()> {
        self.solve_from(name, Source::new(input, self.layout, false))
    }

    /// The same for an input that never makes a reader wait long, such as a file: answers are written when many have come.
    ///
    /// # Errors
    /// Those of the output.
    pub fn solve_file(&mut self, name: &str, input: impl Read) -> io::Result<()> {
        self.solve_from(name, Source::new(input, self.layout, true))
    }

    fn solve_from(&mut self, name: &str, mut source: Source<impl Read>) -> io::Result<()> {
        let mut chunk = Chunk::default();
        if self.stopped {
            return Ok(());
        }
        while source.fill(&mut chunk) {
            let threads = if chunk.grids.len() < THREADS_FROM { NonZero::<usize>::MIN } else { self.thread_count() };
            self.solving.solve(name, &mut chunk);
            self.write(&mut chunk)?;
            if self.stopped {
                return Ok(());
            }
            if threads.get() > 1 {
                self.solve_in_threads(name, &mut source, threads.get())?;
                break;
            }
        }
        self.solving.solve(name, &mut chunk);
        self.write(&mut chunk)?;
        if let Some(error) = source.error.take() {
            self.fail(name, format_args!(" cannot read: {error}"));
        }
        Ok(())
    }

    /// Starts workers and a writer for the rest of an input. Returns when all of it is written.
    fn solve_in_threads(&mut self, name: &str, source: &mut Source<impl Read>, threads: usize) -> io::Result<()> {
        let Solving { goal, dress, fail_fast, .. } = self.solving;
        let (give_back, used) = channel::<Chunk>();
        thread::scope(|scope| {
            let (inboxes, outboxes): (Vec<_>, Vec<_>) = (0..threads)
                .map(|_| {
                    let (inbox, chunks) = sync_channel::<Chunk>(1);
                    let (solved, outbox) = sync_channel::<Chunk>(1);
                    scope.spawn(move || {
                        let mut solving = Solving { goal, dress, fail_fast, engine: None };
                        for mut chunk in chunks {
                            solving.solve(name, &mut chunk);
                            if solved.send(chunk).is_err() {
                                break;
                            }
                        }
                    });
                    (inbox, outbox)
                })
                .unzip();
            let writer = scope.spawn(move || {
                // The first worker in turn that has hung up has no chunk left to give, and none after it has.
                for outbox in outboxes.iter().cycle() {
                    let Ok(mut chunk) = outbox.recv() else { break };
                    self.write(&mut chunk)?;
                    if self.stopped {
                        break;
                    }
                    let _ = give_back.send(chunk);
                }
                Ok(())
            });
            for inbox in inboxes.iter().cycle() {
                let mut chunk = used.try_recv().unwrap_or_default();
                let more = source.fill(&mut chunk);
                if inbox.send(chunk).is_err() || !more {
                    break;
                }
            }
            drop(inboxes);
            writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// Writes what a solved chunk says, and empties it.
    fn write(&mut self, chunk: &mut Chunk) -> io::Result<()> {
        self.status = self.status.max(chunk.status);
        self.stopped |= self.solving.fail_fast && chunk.status == Status::Faulty;
        // A message that cannot be written is lost: there is nowhere left to say so, and the exit status still tells.
        let _ = self.messages.write_all(chunk.messages.as_bytes());
        let dress = self.solving.dress_of(chunk.layout);
        if dress == Some(Dress::Csv) {
            self.write_header(chunk)?;
        }
        if !chunk.output.is_empty() {
            let surplus = usize::from(dress.is_some_and(Dress::in_rows) && !self.any_answer);
            self.output.write_all(&chunk.output[surplus..])?;
            self.output.flush()?;
            self.any_answer = true;
        }
        chunk.clear();
        Ok(())
    }

    /// Writes the header that comes before a chunk in csv: that of its input; or one for all inputs that have none.
    fn write_header(&mut self, chunk: &Chunk) -> io::Result<()> {
        if !chunk.header.is_empty() {
            self.own_header = false;
            self.output.write_all(&chunk.header)?;
        } else if chunk.layout != Some(Layout::Csv) && !chunk.output.is_empty() && !self.own_header {
            self.own_header = true;
            self.output.write_all(CSV_HEADER)?;
        }
        Ok(())
    }

    /// Reports something that keeps the grids of an input from being read.
    pub fn fail(&mut self, name: &str, message: impl fmt::Display) {
        self.status = Status::Faulty;
        self.stopped |= self.solving.fail_fast;
        let _ = writeln!(self.messages, "{name}:{message}");
    }

    fn thread_count(&self) -> NonZero<usize> {
        self.threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
    }
}
