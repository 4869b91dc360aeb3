//! Replies to the records of a chunk.

use std::fmt::Write as _;
use std::io;
use std::iter::Flatten;
use std::num::NonZero;
use std::option;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::count::count_solutions;
use super::findings::{Findings, Listing};
use super::messages::Messages;
use super::stats::Stats;
use crate::answer::Answer;
use crate::grid::Grid;
use crate::input::InputFormat;
use crate::input::error::ParseError;
use crate::input::records::{CsvHeader, Record, Records};
use crate::options::Options;
use crate::output::{Answered, Buffer, OutputFormat, push_solution};
use crate::question::{Case, Question};
use crate::reply::{Message, Reply, Status};

/// Flush after this many bytes of answers, or after this time: a grid can have more solutions than memory can hold, or take
/// longer than a reader likes to wait.
const FLUSH_BYTES: usize = 1 << 16;
const FLUSH_AFTER: Duration = Duration::from_millis(100);

/// The output for a chunk, or for a part of one.
#[derive(Default)]
pub(super) struct ChunkOutput {
    pub(super) input_format: Option<InputFormat>,
    /// The header of a csv input.
    pub(super) csv_header: Option<Arc<CsvHeader>>,
    pub(super) answers: Buffer,
    pub(super) messages: Messages,
    pub(super) status: Status,
    pub(super) stats: Stats,
    /// More will come of the same chunk.
    pub(super) is_part: bool,
}

impl ChunkOutput {
    /// Empties it and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.csv_header = None;
        self.answers.clear();
        self.messages.clear();
        self.status = Status::Solved;
        self.stats = Stats::default();
    }
}

/// Writes the output so far and empties it.
pub(super) type Flush<'a> = dyn FnMut(&mut ChunkOutput) -> io::Result<()> + 'a;

/// Processes chunk after chunk on one thread, and keeps its memory and its engine in between.
pub(super) struct Worker {
    /// The threads that may count the solutions of one grid.
    counting_threads: NonZero<usize>,
    findings: Findings,
    /// The time of the last flush, or of the first chance to flush.
    flushed: Option<Instant>,
}

impl Worker {
    /// A worker for these options. One that works alone may use more threads to count the solutions of a grid.
    pub(super) fn new(options: &Options, is_alone: bool) -> Worker {
        // Counting the cores takes time, so only a question that needs them does it.
        let counts = is_alone && matches!(options.question, Question::Count { .. });
        Worker {
            counting_threads: if counts { options.thread_count() } else { NonZero::<usize>::MIN },
            findings: Findings::default(),
            flushed: None,
        }
    }

    /// Processes the records of a chunk, and adds the replies and messages to `output`; long output is flushed in parts.
    ///
    /// # Errors
    /// Those of `flush`.
    pub(super) fn process(
        &mut self,
        options: &Options,
        name: &str,
        records: &mut Records,
        output: &mut ChunkOutput,
        flush: &mut Flush<'_>,
    ) -> io::Result<()> {
        output.input_format = records.format;
        output.csv_header.clone_from(&records.csv_header);
        let format = options.format_for(records.format).unwrap_or(OutputFormat::Line);
        let wants_two = options.wants_two(format);
        self.findings.find(options, records, wants_two);
        output.stats.level = self.findings.level();
        let prints_only_solutions = options.question == Question::Smallest
            && !(options.explain || options.verify || options.stats)
            && format == OutputFormat::Line;
        let Worker { findings, flushed, counting_threads, .. } = self;
        let counting_threads = *counting_threads;
        let mut chunk = Chunk { options, name, format, counting_threads, wants_two, flushed, output, flush };
        let mut index = 0;
        if prints_only_solutions {
            // Most records of most streams need no more than this, and take as little time as possible.
            for solution in findings.answers()[..records.leading_grids()].iter().map_while(Answer::solution) {
                push_solution(solution, &mut chunk.output.answers.bytes);
                index += 1;
            }
            chunk.output.stats.grids += index as u64;
        }
        let mut blank_lines = records.blank_lines().iter().peekable();
        for (before, record) in records.iter().enumerate().skip(index) {
            while blank_lines.next_if(|&&records_before| records_before <= before).is_some() {
                format.write_blank_line(&mut chunk.output.answers);
            }
            let status = match record.puzzle {
                Ok(puzzle) => {
                    let (case, listing) = findings.take(index, &record, puzzle);
                    index += 1;
                    chunk.reply_to_grid(&record, case, listing)?
                }
                Err(error) => chunk.reply_to_malformed(&record, error),
            };
            if options.fail_fast && status == Status::Invalid {
                return Ok(());
            }
        }
        blank_lines.for_each(|_| format.write_blank_line(&mut chunk.output.answers));
        if let Some(error) = &records.input_error {
            chunk.output.status = Status::Invalid;
            chunk.output.messages.push(error.line, None, format_args!("{name}:{error}"));
        }
        Ok(())
    }
}

/// What it takes to reply to the records of one chunk.
struct Chunk<'a, 'f> {
    options: &'a Options,
    name: &'a str,
    format: OutputFormat,
    counting_threads: NonZero<usize>,
    /// See [`Options::wants_two`].
    wants_two: bool,
    flushed: &'a mut Option<Instant>,
    output: &'a mut ChunkOutput,
    flush: &'a mut Flush<'f>,
}

impl Chunk<'_, '_> {
    /// Replies to a record that is not a grid.
    fn reply_to_malformed(&mut self, record: &Record<'_>, error: &ParseError) -> Status {
        self.output.status = Status::Invalid;
        let message = format!("{}:{error}", self.name);
        let mut what = error.what();
        if self.options.answer_has_message(self.format) {
            what.clone_from(&message);
        } else {
            self.output.messages.push(error.line, Some(error.topic()), format_args!("{message}"));
        }
        self.output.stats.grids += 1;
        self.output.stats.invalid += 1;
        let reply = self.options.question.reply_to_malformed(what);
        self.write(record, Some("invalid"), &reply, &message);
        Status::Invalid
    }

    /// Replies to a grid of which this was found out. Returns how severe the messages about it are.
    fn reply_to_grid(
        &mut self,
        record: &Record<'_>,
        mut case: Case<'_>,
        listing: Option<Listing>,
    ) -> io::Result<Status> {
        let (smallest_two, others) = listing.map(|listing| (listing.smallest_two, listing.others)).unzip();
        case.smallest_two = smallest_two.unwrap_or_default();
        if case.answer == Some(Answer::Unsolvable) {
            case.conflict = case.grid.conflict();
        }
        match (case.answer, &case.smallest_two[..]) {
            (Some(Answer::Several(None)), [smallest, ..]) => case.answer = Some(Answer::Several(Some(*smallest))),
            (Some(Answer::Unique(only)), []) if self.wants_two => case.smallest_two = vec![only],
            _ => (),
        }
        let verdict = if self.options.wants_verdict() { case.verdict() } else { None };
        self.output.stats.grids += 1;
        if self.options.stats {
            self.output.stats.add_verdict(verdict);
        }
        let (mut status, messages) = case.judge(self.options.question, self.options.explain);
        let mut text = String::new();
        messages.iter().for_each(|message| self.message(record.line, message, &mut text));
        let reply = match self.options.question {
            Question::All { limit } => {
                let limit = limit.map_or(u64::MAX, NonZero::get);
                let others: Flatten<option::IntoIter<_>> = others.into_iter().flatten();
                let solutions = case.smallest_two.iter().copied().chain(others);
                for (index, solution) in (1..=limit).zip(solutions) {
                    if self.is_verified(record.line, &case, &solution, &mut status, &mut text) {
                        self.write(record, verdict, &Reply::Listed(index, Some(solution)), &text);
                        self.flush_in_time()?;
                    }
                }
                self.output.status = self.output.status.max(status);
                if !case.smallest_two.is_empty() {
                    return Ok(status);
                }
                Reply::Listed(0, None)
            }
            Question::Smallest => {
                let solution = case.answer.and_then(|answer| answer.solution().copied());
                Reply::Solution(
                    solution.filter(|found| self.is_verified(record.line, &case, found, &mut status, &mut text)),
                )
            }
            Question::Count { limit } => Reply::Count(
                case.count(limit.get(), |candidates, limit| count_solutions(candidates, limit, self.counting_threads)),
            ),
            Question::Verdict => {
                let shows_details = self.format.shows_details();
                let solutions = if shows_details { std::mem::take(&mut case.smallest_two) } else { Vec::new() };
                Reply::Verdict(case.verdict().unwrap_or_default(), solutions)
            }
            Question::Check => {
                let (severity, mut what, message) = case.check();
                status = severity;
                if let Some(message) = message {
                    self.message(record.line, &message, &mut text);
                    if self.options.answer_has_message(self.format) {
                        what.clone_from(&text);
                    }
                }
                Reply::Check(what)
            }
            Question::Redundant => {
                Reply::Redundant(case.redundant.take().ok_or_else(|| case.verdict().unwrap_or_default()))
            }
        };
        self.output.status = self.output.status.max(status);
        self.write(record, verdict, &reply, &text);
        // One short answer for each grid is flushed at the end of the chunk.
        if self.options.question != Question::Smallest {
            self.flush_in_time()?;
        }
        Ok(status)
    }

    /// Reports a wrong solution, if solutions are to be verified. Returns whether it may be printed.
    fn is_verified(
        &mut self,
        line: u64,
        case: &Case<'_>,
        solution: &Grid,
        status: &mut Status,
        text: &mut String,
    ) -> bool {
        let wrong = if self.options.verify { case.verify(solution) } else { None };
        wrong.iter().for_each(|message| {
            *status = Status::Invalid;
            self.message(line, message, text);
        });
        wrong.is_none()
    }

    /// Adds a message about a line to the messages, or to the text that the answer shows, or to both.
    fn message(&mut self, line: u64, message: &Message, text: &mut String) {
        let column = message.column.map_or(String::new(), |column| format!(":{column}"));
        let whole = format_args!("{}:{line}{column}: {}", self.name, message.text);
        let is_in_answer = self.options.answer_has_message(self.format);
        if !is_in_answer {
            self.output.messages.push(line, message.topic, whole);
        }
        if is_in_answer || self.format == OutputFormat::Json {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            // Writing to a string cannot fail.
            let _ = write!(text, "{whole}");
        }
    }

    fn write(&mut self, record: &Record<'_>, verdict: Option<&'static str>, reply: &Reply, message: &str) {
        let message = Some(message).filter(|message| !message.is_empty());
        let answered = Answered { input: self.name, record, verdict, message, reply };
        self.format.write(&answered, self.options.color, &mut self.output.answers);
    }

    fn flush_in_time(&mut self) -> io::Result<()> {
        let is_empty = self.output.answers.is_empty() && self.output.messages.is_empty();
        let is_late = self.flushed.get_or_insert_with(Instant::now).elapsed() >= FLUSH_AFTER;
        if !is_empty && (is_late || self.output.answers.bytes.len() >= FLUSH_BYTES) {
            self.output.is_part = true;
            (self.flush)(self.output)?;
            self.output.is_part = false;
            *self.flushed = Some(Instant::now());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Candidates;
    use crate::puzzle::Puzzle;
    use crate::stream::messages::MessageLimit;

    /// No solver finds a wrong solution, so this test makes some up.
    #[test]
    fn a_wrong_solution_is_reported_and_not_written_if_solutions_are_verified() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let grid: Grid = puzzle.parse().unwrap();
        let right = Puzzle::new(&grid).unwrap().smallest().unwrap();
        let changed_clues = Grid::from_cells(right.cells().map(|d| d % 9 + 1)).unwrap();
        let mut cells = *right.cells();
        cells.swap(2, 3);
        let conflicting = Grid::from_cells(cells).unwrap();
        let mut without = Candidates::from(&grid);
        without.eliminate("r1c3".parse().unwrap(), right.cells()[2]);
        for (solution, candidates, is_right) in [
            (right, None, true),
            (changed_clues, None, false),
            (conflicting, None, false),
            (right, Some(&without), false),
        ] {
            for (question, verify) in
                [(Question::Smallest, true), (Question::All { limit: None }, true), (Question::Smallest, false)]
            {
                let options = Options { question, verify, ..Options::default() };
                let mut output = ChunkOutput::default();
                let mut chunk = Chunk {
                    options: &options,
                    name: "in",
                    format: OutputFormat::Line,
                    counting_threads: NonZero::<usize>::MIN,
                    wants_two: options.wants_two(OutputFormat::Line),
                    flushed: &mut None,
                    output: &mut output,
                    flush: &mut |_| Ok(()),
                };
                let record = Record { line: 3, puzzle: Ok((&grid, candidates)), csv: None };
                let case = Case { answer: Some(Answer::Unique(solution)), ..Case::new(&grid, candidates) };
                chunk.reply_to_grid(&record, case, None).unwrap();
                let answers = String::from_utf8(output.answers.bytes).unwrap();
                let messages = MessageLimit::default().select(&output.messages);
                if is_right || !verify {
                    let expected = (Status::Solved, solution.to_string(), String::new());
                    assert_eq!((output.status, answers.trim().to_string(), messages), expected, "{question:?}");
                } else {
                    assert_eq!((output.status, answers.trim()), (Status::Invalid, ""), "{question:?}");
                    assert!(messages.starts_with("in:3: the solution found is wrong"), "{messages}");
                }
            }
        }
    }
}
