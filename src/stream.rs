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

use std::fmt::{self, Write as _};
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

use crate::batch::{Answer, Batch, Goal};
use crate::format::{Fault, FaultKind, Layout, Lines, Next, Reader, Record};
use crate::{Grid, Solver};

/// The most grids in a chunk. At the end of a chunk lanes of the engine run dry, so it should be long; and its buffers,
/// some 300 bytes a grid, should fit the second-level cache.
const CHUNK: usize = 4096;

/// From this many grids in a chunk the engine is worth starting, and from this many threads are.
const ENGINE_FROM: usize = 16;
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
    /// Whether any grid has been answered: in the row layouts the next answer is set apart from it.
    any_answer: bool,
    status: Status,
}

impl<O: Write + Send, M: Write + Send> Stream<O, M> {
    /// A stream that prints smallest solutions and may use every core.
    pub fn new(output: O, messages: M) -> Stream<O, M> {
        let solving = Solving { goal: Goal::Smallest, engine: None };
        Stream { output, messages, solving, threads: None, any_answer: false, status: Status::Solved }
    }

    /// Prints any solution of each grid, not the smallest.
    #[must_use]
    pub fn any(mut self) -> Stream<O, M> {
        self.solving.goal = Goal::Any;
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
        self.solve_from(name, Source::new(input, false))
    }

    /// The same for an input that never makes a reader wait long, such as a file: answers are written when many have come.
    ///
    /// # Errors
    /// Those of the output.
    pub fn solve_file(&mut self, name: &str, input: impl Read) -> io::Result<()> {
        self.solve_from(name, Source::new(input, true))
    }

    fn solve_from(&mut self, name: &str, mut source: Source<impl Read>) -> io::Result<()> {
        let mut chunk = Chunk::default();
        while source.fill(&mut chunk) {
            let threads = if chunk.grids.len() < THREADS_FROM { NonZero::<usize>::MIN } else { self.thread_count() };
            self.solving.solve(name, &mut chunk);
            self.write(&mut chunk)?;
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
        let goal = self.solving.goal;
        let (give_back, used) = channel::<Chunk>();
        thread::scope(|scope| {
            let (inboxes, outboxes): (Vec<_>, Vec<_>) = (0..threads)
                .map(|_| {
                    let (inbox, chunks) = sync_channel::<Chunk>(1);
                    let (solved, outbox) = sync_channel::<Chunk>(1);
                    scope.spawn(move || {
                        let mut solving = Solving { goal, engine: None };
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
        // A message that cannot be written is lost: there is nowhere left to say so, and the exit status still tells.
        let _ = self.messages.write_all(chunk.messages.as_bytes());
        if !chunk.output.is_empty() {
            let in_rows = matches!(chunk.layout, Some(Layout::Rows(_)));
            let surplus = usize::from(in_rows && !self.any_answer);
            self.output.write_all(&chunk.output[surplus..])?;
            self.output.flush()?;
            self.any_answer = true;
        }
        chunk.clear();
        Ok(())
    }

    /// Reports something that keeps the grids of an input from being read.
    pub fn fail(&mut self, name: &str, message: impl fmt::Display) {
        self.status = Status::Faulty;
        let _ = writeln!(self.messages, "{name}:{message}");
    }

    fn thread_count(&self) -> NonZero<usize> {
        self.threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
    }
}

/// Records that are solved together, and what becomes of them.
#[derive(Default)]
struct Chunk {
    layout: Option<Layout>,
    grids: Vec<Grid>,
    /// The line of each grid.
    lines: Vec<u64>,
    /// What is wrong with the records that are no grids, and how many grids come before each.
    faults: Vec<(usize, Fault)>,
    answers: Vec<Answer>,
    output: Vec<u8>,
    messages: String,
    status: Status,
}

impl Chunk {
    fn clear(&mut self) {
        self.grids.clear();
        self.lines.clear();
        self.faults.clear();
        self.answers.clear();
        self.output.clear();
        self.messages.clear();
        self.status = Status::Solved;
    }

    fn push(&mut self, record: Record) {
        match record.grid {
            Ok(grid) => {
                self.grids.push(grid);
                self.lines.push(record.line);
            }
            Err(fault) => self.faults.push((self.grids.len(), fault)),
        }
    }

    fn len(&self) -> usize {
        self.grids.len() + self.faults.len()
    }
}

/// An input, and how far it has been read.
struct Source<R> {
    lines: Lines<R>,
    reader: Reader,
    never_blocks: bool,
    /// Why reading ended before the input did.
    error: Option<io::Error>,
}

impl<R: Read> Source<R> {
    fn new(input: R, never_blocks: bool) -> Source<R> {
        Source { lines: Lines::new(input), reader: Reader::default(), never_blocks, error: None }
    }

    /// Adds records to an empty chunk, waiting only for the first. False: there are no more.
    fn fill(&mut self, chunk: &mut Chunk) -> bool {
        let more = loop {
            if chunk.len() == CHUNK {
                break true;
            }
            if let Some(record) = self.reader.plain_line(&mut self.lines) {
                chunk.push(record);
                continue;
            }
            let record = match self.lines.advance() {
                Next::Line(number, text) => self.reader.line(number, text),
                Next::TooLong(number) => self.reader.too_long_line(number),
                Next::Wait if chunk.len() > 0 && !self.never_blocks => break true,
                Next::Wait => match self.lines.read() {
                    Ok(()) => None,
                    Err(error) => {
                        self.error = Some(error);
                        break false;
                    }
                },
                Next::End => {
                    if let Some(fault) = self.reader.end(self.lines.count()) {
                        chunk.faults.push((chunk.grids.len(), fault));
                    }
                    break false;
                }
            };
            if let Some(record) = record {
                chunk.push(record);
            }
        };
        chunk.layout = self.reader.layout();
        more
    }
}

/// What solves chunks: the engine, once there is a chunk worth starting it.
struct Solving {
    goal: Goal,
    engine: Option<Batch>,
}

impl Solving {
    /// Solves a chunk and leaves its answers as text in `output`, in the row layouts each after an empty line; and why there
    /// is none in `messages`.
    fn solve(&mut self, name: &str, chunk: &mut Chunk) {
        if chunk.grids.len() < ENGINE_FROM {
            chunk.answers.resize(chunk.grids.len(), Answer::Undecided);
        } else {
            self.engine.get_or_insert_with(Batch::new).solve(self.goal, &chunk.grids, &mut chunk.answers);
        }
        let mut faults = chunk.faults.iter().peekable();
        for i in 0..=chunk.grids.len() {
            while let Some((_, fault)) = faults.next_if(|(before, _)| *before == i) {
                let _ = writeln!(chunk.messages, "{name}:{fault}");
                chunk.status = Status::Faulty;
                if fault.kind != FaultKind::NoGrid {
                    write_answer(chunk.layout, None, &mut chunk.output);
                }
            }
            let Some(&answer) = chunk.answers.get(i) else { break };
            let solution = match answer {
                Answer::Unique(solution) | Answer::Solved(solution) => Some(solution),
                Answer::Unsolvable => None,
                Answer::Undecided => self.solve_one(&chunk.grids[i]),
            };
            write_answer(chunk.layout, solution.as_ref(), &mut chunk.output);
            if solution.is_none() {
                let line = chunk.lines[i];
                chunk.status = chunk.status.max(match chunk.grids[i].clash() {
                    Some(clash) => {
                        let _ = writeln!(chunk.messages, "{name}:{line}: {clash}");
                        Status::Faulty
                    }
                    None => {
                        let _ = writeln!(chunk.messages, "{name}:{line}: no solution");
                        Status::Unsolvable
                    }
                });
            }
        }
    }

    fn solve_one(&self, grid: &Grid) -> Option<Grid> {
        let mut solver = Solver::new(grid).ok()?;
        if self.goal == Goal::Any { solver.any() } else { solver.smallest() }
    }
}

fn write_answer(layout: Option<Layout>, solution: Option<&Grid>, out: &mut Vec<u8>) {
    if let Some(layout) = layout {
        layout.write(solution, out);
    }
}
