//! From bytes in to bytes out: the records of each input are solved in order, and their answers are written in order.
//!
//! Answers wait in a buffer while there is input at hand. They are written out before any read that could block, so that
//! whoever sends one grid gets its answer at once, and whoever sends a million pays for few writes.

use std::fmt;
use std::io::{self, Read, Write};

use crate::format::{Fault, FaultKind, Lines, Next, Reader, Record};
use crate::{Clash, Solver};

/// Answers are written out when this many bytes of them wait.
const OUTPUT_CHUNK: usize = 1 << 16;

/// How it went, the worse the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Every grid was solved.
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
    /// Answers not yet written out.
    waiting: Vec<u8>,
    /// Whether any grid has been answered: in the row layouts the next answer is set apart from it.
    any_answer: bool,
    status: Status,
}

impl<O: Write, M: Write> Stream<O, M> {
    /// A stream from which nothing has been asked yet.
    pub fn new(output: O, messages: M) -> Stream<O, M> {
        Stream { output, messages, waiting: Vec::new(), any_answer: false, status: Status::Solved }
    }

    /// The worst of what happened so far.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Solves all records of an input and writes out the answers. `name` is what messages call it.
    ///
    /// # Errors
    /// Those of the output. Those of the input are a message and [`Status::Faulty`].
    pub fn solve(&mut self, name: &str, input: impl Read) -> io::Result<()> {
        let mut lines = Lines::new(input);
        let mut reader = Reader::default();
        loop {
            let record = match lines.advance() {
                Next::Line(number, text) => reader.line(number, text),
                Next::TooLong(number) => reader.too_long_line(number),
                Next::Wait => {
                    self.write_out()?;
                    if let Err(error) = lines.read() {
                        self.fail(name, format_args!(" cannot read: {error}"));
                        return Ok(());
                    }
                    continue;
                }
                Next::End => {
                    if let Some(fault) = reader.end(lines.count()) {
                        self.report(Status::Faulty, name, fault);
                    }
                    return self.write_out();
                }
            };
            if let Some(record) = record {
                self.answer(name, &reader, record);
                if self.waiting.len() >= OUTPUT_CHUNK {
                    self.write_out()?;
                }
            }
        }
    }

    /// Reports something about an input that keeps its grids from being read: `name:message`.
    pub fn fail(&mut self, name: &str, message: impl fmt::Display) {
        self.report(Status::Faulty, name, message);
    }

    /// Solves a record and leaves its answer in `waiting`.
    fn answer(&mut self, name: &str, reader: &Reader, record: Record) {
        let line = record.line;
        let clash_fault = |clash: Clash| {
            let (line, column) = reader.place(line, clash.second);
            Fault { line, column, kind: FaultKind::Clash(clash) }
        };
        let answer = match record.grid.and_then(|grid| Solver::new(&grid).map_err(clash_fault)) {
            Ok(mut solver) => {
                let answer = solver.smallest();
                if answer.is_none() {
                    self.report(Status::Unsolvable, name, format_args!("{line}: no solution"));
                }
                answer
            }
            Err(fault) => {
                self.report(Status::Faulty, name, fault);
                None
            }
        };
        if let Some(layout) = reader.layout() {
            layout.write(answer.as_ref(), self.any_answer, &mut self.waiting);
            self.any_answer |= answer.is_some();
        }
    }

    /// A message that cannot be written is lost: there is nowhere left to say so, and the exit status still tells.
    fn report(&mut self, status: Status, name: &str, message: impl fmt::Display) {
        self.status = self.status.max(status);
        let _ = writeln!(self.messages, "{name}:{message}");
    }

    fn write_out(&mut self) -> io::Result<()> {
        if !self.waiting.is_empty() {
            self.output.write_all(&self.waiting)?;
            self.output.flush()?;
            self.waiting.clear();
        }
        Ok(())
    }
}
