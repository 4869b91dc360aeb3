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
use std::ops::Range;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

use crate::batch::{Answer, Batch, Goal};
use crate::format::{CSV_HEADER, Dress, Fault, FaultKind, Layout, Lines, Next, Reader, Record, Said, Verdict};
use crate::{Candidates, Grid, Mend, Solver};

/// The most grids in a chunk. At the end of a chunk lanes of the engine run dry, so it should be long; and its buffers,
/// some 300 bytes a grid, should fit the second-level cache.
const CHUNK: usize = 4096;

/// From this many grids in a chunk the engine is worth starting, and from this many threads are.
const ENGINE_FROM: usize = 16;
const THREADS_FROM: usize = 256;

/// The most text of records in a chunk, and a line over: lines may be long.
const CHUNK_TEXT: usize = 1 << 20;

/// So many faulty lines of an input are looked into for how they could be mended. It takes up to 82 searches each, so a
/// stream of such lines must not have it for all of them.
const MENDED: usize = 3;

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
        let mut alone = false;
        if self.stopped {
            return Ok(());
        }
        while source.fill(&mut chunk) {
            let is_worth_threads = chunk.grids.len() >= THREADS_FROM && !alone;
            self.solving.solve(name, &mut chunk);
            self.write(&mut chunk)?;
            if self.stopped {
                return Ok(());
            }
            let threads = if is_worth_threads { self.thread_count().get() } else { 1 };
            if threads > 1 {
                if self.solve_in_threads(name, &mut source, threads)? {
                    break;
                }
                alone = true;
            }
        }
        self.solving.solve(name, &mut chunk);
        self.write(&mut chunk)?;
        if let Some(error) = source.error.take() {
            self.fail(name, format_args!(" cannot read: {error}"));
        }
        Ok(())
    }

    /// Starts workers, so many or as many as can be had, and a writer for the rest of an input. Returns when all of it is
    /// written. False: there are none to be had, and nothing has been read.
    fn solve_in_threads(&mut self, name: &str, source: &mut Source<impl Read>, threads: usize) -> io::Result<bool> {
        let Solving { goal, dress, fail_fast, .. } = self.solving;
        let (give_back, used) = channel::<Chunk>();
        thread::scope(|scope| {
            let (inboxes, outboxes): (Vec<_>, Vec<_>) = (0..threads)
                .map_while(|_| {
                    let (inbox, chunks) = sync_channel::<Chunk>(1);
                    let (solved, outbox) = sync_channel::<Chunk>(1);
                    let work = move || {
                        let mut solving = Solving { goal, dress, fail_fast, engine: None };
                        for mut chunk in chunks {
                            solving.solve(name, &mut chunk);
                            if solved.send(chunk).is_err() {
                                break;
                            }
                        }
                    };
                    // Where memory or threads are limited there may be no more of them.
                    thread::Builder::new().spawn_scoped(scope, work).ok().map(|_| (inbox, outbox))
                })
                .unzip();
            let write = move || {
                // The first worker in turn that has hung up has no chunk left to give, and none after it has.
                for outbox in outboxes.iter().cycle() {
                    let Ok(mut chunk) = outbox.recv() else { break };
                    self.write(&mut chunk)?;
                    if self.stopped {
                        break;
                    }
                    let _ = give_back.send(chunk);
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

/// Records that are solved together, and what becomes of them.
#[derive(Default)]
struct Chunk {
    layout: Option<Layout>,
    grids: Vec<Grid>,
    /// The line of each grid.
    lines: Vec<u64>,
    /// What is wrong with the records that are no grids, and how many grids come before each.
    faults: Vec<(usize, Fault)>,
    /// What is known of some of the grids, which are counted from 0, beyond their clues.
    candidates: Vec<(usize, Candidates)>,
    /// In csv the text of each record and the solution it states; and the header of the output, before the first record.
    texts: Texts,
    header: Vec<u8>,
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
        self.candidates.clear();
        self.texts.clear();
        self.header.clear();
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

    /// Keeps what else is known of the record that is pushed next, which `reader` has made of `line`.
    fn keep(&mut self, reader: &Reader, line: &[u8], record: &Record) {
        if let (Ok(_), Some(candidates)) = (&record.grid, reader.candidates()) {
            self.candidates.push((self.grids.len(), *candidates));
        }
        if reader.layout() == Some(Layout::Csv) {
            let stated = reader.keep_columns(line, &mut self.texts.bytes);
            self.texts.each.push((self.texts.bytes.len(), stated));
        }
    }

    fn len(&self) -> usize {
        self.grids.len() + self.faults.len()
    }
}

/// The texts of records, one after the other.
#[derive(Default)]
struct Texts {
    bytes: Vec<u8>,
    /// Where each ends, and where in it a solution is stated; an empty range if it states none.
    each: Vec<(usize, Range<usize>)>,
}

impl Texts {
    fn clear(&mut self) {
        self.bytes.clear();
        self.each.clear();
    }

    /// The text of a record; and the solution it states, where in the text that is.
    fn get(&self, record: usize) -> Option<(&[u8], Range<usize>)> {
        let (end, stated) = self.each.get(record)?;
        let start = record.checked_sub(1).map_or(0, |before| self.each[before].0);
        Some((&self.bytes[start..*end], stated.clone()))
    }
}

/// An input, and how far it has been read.
struct Source<R> {
    lines: Lines<R>,
    reader: Reader,
    /// How many more faulty lines may be looked into.
    mends_left: usize,
    /// Whether the header of csv, if there is one, is still to be given to a chunk.
    header_due: bool,
    never_blocks: bool,
    /// Why reading ended before the input did.
    error: Option<io::Error>,
}

impl<R: Read> Source<R> {
    fn new(input: R, layout: Option<Layout>, never_blocks: bool) -> Source<R> {
        Source {
            lines: Lines::new(input),
            reader: Reader::new(layout),
            mends_left: MENDED,
            header_due: true,
            never_blocks,
            error: None,
        }
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
                Next::Line(number, text) => {
                    let mut record = self.reader.line(number, text);
                    if let Some(record) = &mut record {
                        if let Err(fault) = &mut record.grid {
                            look_into(fault, &self.reader, text, &mut self.mends_left);
                        }
                        chunk.keep(&self.reader, text, record);
                    }
                    record
                }
                Next::TooLong(number) => {
                    let record = self.reader.too_long_line(number);
                    record.inspect(|record| chunk.keep(&self.reader, b"", record))
                }
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
            if self.reader.refuses() {
                break false;
            }
            if chunk.texts.bytes.len() > CHUNK_TEXT {
                break true;
            }
        };
        chunk.layout = self.reader.layout();
        if self.header_due && (chunk.len() > 0 || !more) {
            self.header_due = false;
            chunk.header.extend_from_slice(self.reader.csv_header().unwrap_or_default());
        }
        more
    }
}

/// Says how a line with a cell too few or too many may be mended, if it is one of the first.
fn look_into(fault: &mut Fault, reader: &Reader, line: &[u8], mends_left: &mut usize) {
    let is_near = matches!(fault.kind, FaultKind::LineLength(80 | 82));
    if is_near && let Some(left) = mends_left.checked_sub(1) {
        *mends_left = left;
        let cells = reader.miscounted();
        let characters = String::from_utf8_lossy(&line[..cells.start]).chars().count();
        fault.hint = Mend::of(&line[cells]).map(|mend| mend.after(characters).to_string());
    }
}

/// What solves chunks: the engine, once there is a chunk worth starting it.
struct Solving {
    goal: Goal,
    /// The dress of the answers; that of their layout if not said.
    dress: Option<Dress>,
    /// Leave out what comes after the first fault.
    fail_fast: bool,
    engine: Option<Batch>,
}

impl Solving {
    fn dress_of(&self, layout: Option<Layout>) -> Option<Dress> {
        self.dress.or(layout.map(Layout::dress))
    }

    /// Solves a chunk and leaves what is said of its records in `output`, where answers take rows each after an empty line; and
    /// why there is none in `messages`.
    fn solve(&mut self, name: &str, chunk: &mut Chunk) {
        // The engine knows no candidates.
        if chunk.grids.len() < ENGINE_FROM || !chunk.candidates.is_empty() {
            chunk.answers.clear();
            chunk.answers.resize(chunk.grids.len(), Answer::Undecided);
        } else {
            self.engine.get_or_insert_with(Batch::new).solve(self.goal, &chunk.grids, &mut chunk.answers);
        }
        let dress = self.dress_of(chunk.layout);
        let mut faults = chunk.faults.iter().peekable();
        let mut candidates = chunk.candidates.iter().peekable();
        let mut record = 0;
        for i in 0..=chunk.grids.len() {
            while let Some((_, fault)) = faults.next_if(|(before, _)| *before == i) {
                let message = chunk.messages.len();
                let _ = writeln!(chunk.messages, "{name}:{fault}");
                chunk.status = Status::Faulty;
                if let Some(dress) = dress.filter(|_| fault.kind.is_of_a_record()) {
                    let said = Said {
                        file: name,
                        line: fault.line,
                        puzzle: None,
                        candidates: None,
                        columns: chunk.texts.get(record).map(|(text, _)| text),
                        verdict: Some(Verdict::Invalid),
                        solution: None,
                        message: Some(chunk.messages[message..].trim_end()),
                    };
                    dress.write(&said, &mut chunk.output);
                    record += 1;
                }
                if self.fail_fast {
                    return;
                }
            }
            let Some(answer) = chunk.answers.get(i) else { break };
            let (grid, line) = (&chunk.grids[i], chunk.lines[i]);
            let candidates = candidates.next_if(|(of, _)| *of == i).map(|(_, candidates)| candidates);
            let solution = match *answer {
                Answer::Unique(solution) | Answer::Several(solution) | Answer::Solved(solution) => Some(solution),
                Answer::Unsolvable => None,
                Answer::Undecided => self.solve_one(grid, candidates),
            };
            let text = chunk.texts.get(record);
            let message = chunk.messages.len();
            let mut status = Status::Solved;
            match (&solution, &text) {
                (None, _) => status = explain(name, line, grid, &mut chunk.messages),
                (Some(solution), Some((text, stated))) => {
                    let compared = Compared { name, line, grid, solution, text, stated: stated.clone() };
                    status = compared.report(self.goal, &mut chunk.messages);
                }
                _ => (),
            }
            chunk.status = chunk.status.max(status);
            if let Some(dress) = dress {
                let said = Said {
                    file: name,
                    line,
                    puzzle: Some(grid),
                    candidates,
                    columns: text.map(|(text, _)| text),
                    verdict: (dress == Dress::Json).then(|| verdict(answer, grid, candidates)),
                    solution: solution.as_ref(),
                    message: Some(chunk.messages[message..].trim_end()).filter(|message| !message.is_empty()),
                };
                dress.write(&said, &mut chunk.output);
            }
            if self.fail_fast && status == Status::Faulty {
                return;
            }
            record += 1;
        }
    }

    fn solve_one(&self, grid: &Grid, candidates: Option<&Candidates>) -> Option<Grid> {
        let mut solver = solver(grid, candidates)?;
        if self.goal == Goal::Any { solver.any() } else { solver.smallest() }
    }
}

/// `None`: the clues clash.
fn solver(grid: &Grid, candidates: Option<&Candidates>) -> Option<Solver> {
    let solver = Solver::new(grid).ok()?;
    Some(candidates.map_or(solver, Solver::from_candidates))
}

/// Says why a grid has no answer.
fn explain(name: &str, line: u64, grid: &Grid, messages: &mut String) -> Status {
    let _ = write!(messages, "{name}:{line}: ");
    match grid.clash() {
        Some(clash) => {
            let _ = writeln!(messages, "{clash}");
            Status::Faulty
        }
        None => {
            messages.push_str("no solution\n");
            Status::Unsolvable
        }
    }
}

fn verdict(answer: &Answer, grid: &Grid, candidates: Option<&Candidates>) -> Verdict {
    match (answer, solver(grid, candidates)) {
        (_, None) => Verdict::Invalid,
        (Answer::Unique(_), _) => Verdict::Unique,
        (Answer::Several(_), _) => Verdict::Multiple,
        (Answer::Unsolvable, _) => Verdict::None,
        (Answer::Solved(_) | Answer::Undecided, Some(mut solver)) => match solver.count(2) {
            0 => Verdict::None,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        },
    }
}

/// A grid, its solution, and the one that its record of csv states somewhere in its text.
struct Compared<'a> {
    name: &'a str,
    line: u64,
    grid: &'a Grid,
    solution: &'a Grid,
    text: &'a [u8],
    stated: Range<usize>,
}

impl Compared<'_> {
    /// Says so if what is stated is wrong, or another solution than was to be found.
    fn report(&self, goal: Goal, messages: &mut String) -> Status {
        let stated = &self.text[self.stated.clone()];
        if stated.is_empty() || stated.iter().eq(self.solution.cells().map(|d| b'0' + d).iter()) {
            return Status::Solved;
        }
        let (message, status) = match String::from_utf8_lossy(stated).parse() {
            Err(error) => (format!("the stated solution is wrong: {error}"), Status::Faulty),
            Ok(stated) => match self.what_is_wrong(&stated) {
                Some(reason) => (format!("the stated solution is wrong: {reason}"), Status::Faulty),
                None if goal == Goal::Any => return Status::Solved,
                None => ("the stated solution is not the smallest of several".into(), Status::Solved),
            },
        };
        let column = 1 + String::from_utf8_lossy(&self.text[..self.stated.start]).chars().count();
        let _ = writeln!(messages, "{}:{}:{column}: {message}", self.name, self.line);
        status
    }

    fn what_is_wrong(&self, stated: &Grid) -> Option<String> {
        let place = |cell: usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
        let cells = || self.grid.cells().iter().zip(stated.cells()).enumerate();
        if let Some((cell, (clue, d))) = cells().find(|&(_, (&clue, d))| clue > 0 && clue != *d) {
            return Some(format!("{} is {d}, the clue is {clue}", place(cell)));
        }
        let blank = || stated.cells().iter().position(|&d| d == 0).map(|cell| format!("{} is blank", place(cell)));
        stated.clash().map(|clash| clash.to_string()).or_else(blank)
    }
}
