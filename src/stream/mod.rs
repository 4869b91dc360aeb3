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

mod ask;
mod solving;
mod source;
mod summary;

use std::fmt;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;
use std::time::Instant;

use crate::format::{Dress, Layout};
pub use ask::Ask;
use solving::{Settings, Solving};
use source::{Chunk, Reply, Source};
pub use summary::Summary;

/// From this many grids in a chunk threads are worth starting.
const THREADS_FROM: usize = 256;

/// How it went, the worse the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Every grid was solved.
    #[default]
    Solved,
    /// Every grid obeys the rules so far, and at least one has no solution or, asked [`Ask::Check`], is not finished.
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
    settings: Settings,
    /// What solves on the calling thread, once it has.
    solving: Option<Solving>,
    writer: Writer<O, M>,
    /// How many threads may solve; every core if not said.
    threads: Option<NonZero<usize>>,
    /// The layout of all inputs; each tells its own if not said.
    layout: Option<Layout>,
    /// When it was asked for statistics. Others need no clock, and not the time to start it.
    started: Option<Instant>,
}

impl<O: Write + Send, M: Write + Send> Stream<O, M> {
    /// A stream that prints smallest solutions and may use every core.
    pub fn new(output: O, messages: M) -> Stream<O, M> {
        Stream {
            settings: Settings::default(),
            solving: None,
            writer: Writer {
                output,
                messages,
                own_header: false,
                any_answer: false,
                status: Status::Solved,
                stopped: false,
                summary: Summary::default(),
                watch: None,
            },
            threads: None,
            layout: None,
            started: None,
        }
    }

    /// Asks this of every grid, instead of its smallest solution.
    ///
    /// ```
    /// use sudokat::stream::{Ask, Stream};
    /// let mut answers = Vec::new();
    /// let mut stream = Stream::new(&mut answers, std::io::sink()).ask(Ask::Verdict);
    /// stream.solve("", format!("{}\n55{}\n", ".".repeat(81), ".".repeat(79)).as_bytes())?;
    /// assert_eq!(answers, b"multiple\ninvalid\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn ask(mut self, ask: Ask) -> Stream<O, M> {
        self.settings.ask = ask;
        self
    }

    /// Reads every input in this layout, instead of the one that its first meaningful line has.
    #[must_use]
    pub fn layout(mut self, layout: Layout) -> Stream<O, M> {
        self.layout = Some(layout);
        self
    }

    /// Writes answers in this dress, instead of that of their input's layout; or as lines, if it does not suit what is asked,
    /// see [`Ask::suits`].
    #[must_use]
    pub fn dress(mut self, dress: Dress) -> Stream<O, M> {
        self.settings.dress = Some(dress);
        self
    }

    /// Ends at the first record that is faulty, or input that cannot be read: what comes after it has no answer.
    #[must_use]
    pub fn fail_fast(mut self) -> Stream<O, M> {
        self.settings.fail_fast = true;
        self
    }

    /// Says in a message why a grid has no solution, see [`crate::Reason`], and of one with several where two of them differ.
    #[must_use]
    pub fn explain(mut self) -> Stream<O, M> {
        self.settings.explain = true;
        self
    }

    /// Looks at each solution once more before it is written; one that breaks a rule or a clue is a message and
    /// [`Status::Faulty`] instead.
    #[must_use]
    pub fn verify(mut self) -> Stream<O, M> {
        self.settings.verify = true;
        self
    }

    /// Counts verdicts and guesses, for [`Stream::summary`]. With [`Ask::Any`] it must find out more than is asked for.
    #[must_use]
    pub fn stats(mut self) -> Stream<O, M> {
        self.settings.stats = true;
        self.started = Some(Instant::now());
        self
    }

    /// Calls this whenever something has been written, with the number of records so far.
    #[must_use]
    pub fn watch(mut self, watch: impl FnMut(u64) + Send + 'static) -> Stream<O, M> {
        self.writer.watch = Some(Box::new(watch));
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
        self.writer.status
    }

    /// What was found so far; without [`Stream::stats`] there is only the number of grids, and verdicts are not counted with
    /// [`Ask::Check`].
    pub fn summary(&self) -> Summary {
        let threads = self.writer.summary.threads.max(1);
        Summary {
            elapsed: self.started.map(|started| started.elapsed()).unwrap_or_default(),
            threads,
            ..self.writer.summary.clone()
        }
    }

    /// Solves all records of an input, which messages call `name`. An answer is written before any read that could block.
    ///
    /// # Errors
    /// Those of the output. Those of the input are a message and [`Status::Faulty`].
    pub fn solve(&mut self, name: &str, input: impl Read) -> io::Result<()> {
        self.solve_from(name, Source::new(input, self.layout, self.settings.ask.names(), false))
    }

    /// The same for an input that never makes a reader wait long, such as a file: answers are written when many have come.
    ///
    /// # Errors
    /// Those of the output.
    pub fn solve_file(&mut self, name: &str, input: impl Read) -> io::Result<()> {
        self.solve_from(name, Source::new(input, self.layout, self.settings.ask.names(), true))
    }

    fn solve_from(&mut self, name: &str, mut source: Source<impl Read>) -> io::Result<()> {
        let mut chunk = Chunk::default();
        let mut alone = false;
        if self.writer.stopped {
            return Ok(());
        }
        while source.fill(&mut chunk) {
            let is_worth_threads = chunk.grids.len() >= THREADS_FROM && !alone;
            self.solve_chunk(name, &mut chunk)?;
            if self.writer.stopped {
                return Ok(());
            }
            let threads = if is_worth_threads { thread_count(self.threads).get() } else { 1 };
            if threads > 1 {
                if self.solve_in_threads(name, &mut source, threads)? {
                    break;
                }
                alone = true;
            }
        }
        self.solve_chunk(name, &mut chunk)?;
        if let Some(error) = source.error.take() {
            self.fail(name, format_args!(" cannot read: {error}"));
        }
        Ok(())
    }

    /// Solves a chunk, writes what is said of it, and empties it.
    fn solve_chunk(&mut self, name: &str, chunk: &mut Chunk) -> io::Result<()> {
        let Stream { settings, solving, writer, threads, .. } = self;
        // Only counting spends threads on one grid, and to ask how many there are takes time.
        let counting = || matches!(settings.ask, Ask::Count { .. }).then(|| thread_count(*threads));
        let solving = solving.get_or_insert_with(|| Solving::new(Settings { threads: counting(), ..*settings }));
        solving.solve(name, chunk, &mut |part| writer.write(settings, name, part))?;
        writer.write(settings, name, &mut chunk.reply)?;
        chunk.clear();
        Ok(())
    }

    /// Starts workers, so many or as many as can be had, and a writer for the rest of an input. Returns when all of it is
    /// written. False: there are none to be had, and nothing has been read.
    fn solve_in_threads(&mut self, name: &str, source: &mut Source<impl Read>, threads: usize) -> io::Result<bool> {
        let (settings, writer) = (self.settings, &mut self.writer);
        let (give_back, used) = channel::<Chunk>();
        thread::scope(|scope| {
            let (inboxes, outboxes): (Vec<_>, Vec<_>) = (0..threads)
                .map_while(|_| {
                    let (inbox, chunks) = sync_channel::<Chunk>(1);
                    let (solved, outbox) = sync_channel::<Chunk>(1);
                    let work = move || {
                        let mut solving = Solving::new(settings);
                        let has_hung_up = |_| io::Error::from(io::ErrorKind::BrokenPipe);
                        let mut hand_over = |part: &mut Reply| {
                            let rest = Reply { layout: part.layout, ..Reply::default() };
                            let part = Chunk { reply: std::mem::replace(part, rest), ..Chunk::default() };
                            solved.send(part).map_err(has_hung_up)
                        };
                        for mut chunk in chunks {
                            let solved_all = solving.solve(name, &mut chunk, &mut hand_over);
                            if solved_all.is_err() || solved.send(chunk).is_err() {
                                break;
                            }
                        }
                    };
                    // Where memory or threads are limited there may be no more of them.
                    thread::Builder::new().spawn_scoped(scope, work).ok().map(|_| (inbox, outbox))
                })
                .unzip();
            writer.summary.threads = writer.summary.threads.max(inboxes.len());
            let write = move || {
                // The first worker in turn that has hung up has no chunk left to give, and none after it has.
                let mut turns = outboxes.iter().cycle();
                let mut turn = turns.next();
                while let Some(Ok(mut chunk)) = turn.map(|outbox| outbox.recv()) {
                    let is_part = chunk.reply.is_part;
                    writer.write(&settings, name, &mut chunk.reply)?;
                    if writer.stopped && !is_part {
                        break;
                    }
                    if !is_part {
                        chunk.clear();
                        let _ = give_back.send(chunk);
                        turn = turns.next();
                    }
                }
                Ok(true)
            };
            let writer = if inboxes.is_empty() { None } else { thread::Builder::new().spawn_scoped(scope, write).ok() };
            let Some(writer) = writer else { return Ok(false) };
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

    /// Reports something that keeps the grids of an input from being read.
    pub fn fail(&mut self, name: &str, message: impl fmt::Display) {
        self.writer.status = Status::Faulty;
        self.writer.stopped |= self.settings.fail_fast;
        let _ = writeln!(self.writer.messages, "{name}:{message}");
    }
}

/// So many threads, or one for each core.
fn thread_count(threads: Option<NonZero<usize>>) -> NonZero<usize> {
    threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}

/// Where replies go, and what they come to.
struct Writer<O, M> {
    output: O,
    messages: M,
    /// Whether the last header of csv written is that of answers to inputs without one.
    own_header: bool,
    /// Whether any grid has been answered: what sets the next answer apart from it is surplus before the first.
    any_answer: bool,
    status: Status,
    /// Something was faulty, and that is to be the end.
    stopped: bool,
    summary: Summary,
    watch: Option<Box<dyn FnMut(u64) + Send>>,
}

impl<O: Write, M: Write> Writer<O, M> {
    /// Writes what is said of records of the input `name`, and empties it.
    fn write(&mut self, settings: &Settings, name: &str, reply: &mut Reply) -> io::Result<()> {
        self.status = self.status.max(reply.status);
        self.stopped |= settings.fail_fast && reply.status == Status::Faulty;
        self.summary.add(name, &reply.tally);
        // A message that cannot be written is lost: there is nowhere left to say so, and the exit status still tells.
        let _ = self.messages.write_all(reply.messages.as_bytes());
        let dress = settings.dress_of(reply.layout);
        if dress == Some(Dress::Csv) {
            self.write_header(settings, reply)?;
        }
        if !reply.output.is_empty() {
            let surplus = dress.filter(|_| !self.any_answer).map_or(0, |dress| settings.ask.surplus(dress));
            self.output.write_all(&reply.output[surplus..])?;
            self.output.flush()?;
            self.any_answer = true;
        }
        reply.clear();
        if let Some(watch) = &mut self.watch {
            watch(self.summary.grids);
        }
        Ok(())
    }

    /// Writes the header that comes before a reply in csv: that of its input; or one for all inputs that have none.
    fn write_header(&mut self, settings: &Settings, reply: &Reply) -> io::Result<()> {
        if !reply.header.is_empty() {
            self.own_header = false;
            self.output.write_all(&reply.header)?;
        } else if reply.layout != Some(Layout::Csv) && !reply.output.is_empty() && !self.own_header {
            self.own_header = true;
            writeln!(self.output, "puzzle,{}", settings.ask.names()[0])?;
        }
        Ok(())
    }
}
