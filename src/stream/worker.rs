//! Replies to the records of a chunk.

use std::fmt::{self, Write as _};
use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::count::count_with;
use super::findings::Findings;
use super::messages::Messages;
use super::stats::Stats;
use crate::answer::Answer;
use crate::grid::Grid;
use crate::input::InputFormat;
use crate::input::error::ParseError;
use crate::input::records::{CsvHeader, Record, Records};
use crate::options::Options;
use crate::output::{Answered, Buffer, OutputFormat, push_solution};
use crate::puzzle::{Count, Puzzle};
use crate::question::{Case, Details, Question};
use crate::reply::{Message, Reply, Status, Verdict};

/// Flush after this many bytes of answers, or after this time: a grid can have more solutions than memory can hold, or take
/// longer than a reader likes to wait.
pub(super) const FLUSH_BYTES: usize = 1 << 16;
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
}

impl Worker {
    /// A worker for these options. One that works alone may use more threads to count the solutions of a grid.
    pub(super) fn new(options: &Options, is_alone: bool) -> Worker {
        // Counting the cores takes time, so only a question that needs them does it.
        let counts = is_alone && matches!(options.question, Question::Count { .. });
        Worker {
            counting_threads: if counts { options.thread_count() } else { NonZero::<usize>::MIN },
            findings: Findings::default(),
        }
    }

    /// Processes the records of a chunk, and adds the replies and messages to `output`. Long or slow output is
    /// flushed in parts.
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
        let Worker { findings, counting_threads } = self;
        let started = Instant::now();
        findings.find(options, records, options.wants_two(format));
        let mut index = 0;
        let prints_only_solutions = options.question == Question::Smallest
            && !(options.explain || options.verify || options.stats || options.with_filename)
            && format == OutputFormat::Line;
        if prints_only_solutions {
            // Most records of most streams need no more than this, and take as little time as possible.
            for solution in findings.answers[..records.leading_grids()].iter().map_while(Answer::solution) {
                push_solution(solution, &mut output.answers.bytes);
                index += 1;
            }
            output.stats.grids += index as u64;
        }
        output.stats.level = findings.batch.level();
        let mut replies = Replies { options, name, format, text: String::new(), flushed: started, output, flush };
        // For grids about which only the answer was found out.
        let mut other_details = Details::default();
        let mut blank_lines = records.blank_lines().iter().peekable();
        for (before, record) in records.iter().enumerate().skip(index) {
            while blank_lines.next_if(|&&records_before| records_before <= before).is_some() {
                format.write_blank_line(&mut replies.output.answers);
            }
            let status = match record.puzzle {
                Ok((grid, marks)) => {
                    let answer = findings.answers.get(index).copied();
                    let may_conflict = answer == Some(Answer::Unsolvable) || options.question == Question::Convert;
                    let conflict = if may_conflict { grid.conflict() } else { None };
                    let details = findings.details.get_mut(index).unwrap_or(&mut other_details);
                    index += 1;
                    let case = Case { grid, marks, csv: record.csv.as_ref(), answer, conflict, details };
                    if let Question::Count { limit } = options.question {
                        case.details.count = match case.verdict() {
                            Some(Verdict::None) => Some(Count::exactly(0)),
                            Some(Verdict::Unique) => Some(Count::exactly(1)),
                            Some(Verdict::Multiple) => Some(Count::up_to(limit.get(), |limit| {
                                count_with(&mut findings.batch, &case.candidates(), limit, *counting_threads)
                            })),
                            Some(Verdict::Invalid) | None => None,
                        };
                    }
                    replies.reply_to_grid(&record, case)?
                }
                Err(error) => replies.reply_to_malformed(&record, error),
            };
            replies.output.stats.level = findings.batch.level();
            if options.fail_fast && status == Status::Invalid {
                return Ok(());
            }
        }
        blank_lines.for_each(|_| format.write_blank_line(&mut replies.output.answers));
        if let Some(error) = &records.input_error {
            output.status = Status::Invalid;
            output.messages.push(error.line, None, format_args!("{name}:{error}"));
        }
        Ok(())
    }
}

/// Writes the replies to the records of a chunk, and the messages about them.
struct Replies<'a, 'f> {
    options: &'a Options,
    name: &'a str,
    format: OutputFormat,
    /// The messages about the record, one a line, if its answers show them.
    text: String,
    /// The time of the last flush.
    flushed: Instant,
    output: &'a mut ChunkOutput,
    flush: &'a mut Flush<'f>,
}

impl Replies<'_, '_> {
    /// Replies to a record that is not a grid.
    fn reply_to_malformed(&mut self, record: &Record<'_>, error: &ParseError) -> Status {
        let name = self.name;
        self.text.clear();
        self.push_message(error.line, Some(error.topic()), format_args!("{name}:{error}"));
        self.output.stats.count(Some(Verdict::Invalid));
        let mut details = Details { check: error.what(), ..Details::default() };
        let reply = self.options.question.reply(Some(Verdict::Invalid), None, &mut details);
        self.write(record, Some(Verdict::Invalid), &reply);
        self.ended(Status::Invalid)
    }

    /// Replies to a grid.
    fn reply_to_grid(&mut self, record: &Record<'_>, mut case: Case<'_>) -> io::Result<Status> {
        self.text.clear();
        let question = self.options.question;
        let (mut status, messages) = case.judge(question, self.options.explain);
        messages.iter().for_each(|message| self.message(record.line, message));
        let verdict = case.verdict();
        if question == Question::Check {
            self.output.stats.count_check(status);
        } else {
            self.output.stats.count(verdict);
        }
        if let (Question::All { limit }, Some(Verdict::Unique | Verdict::Multiple)) = (question, verdict) {
            let several = (verdict == Some(Verdict::Multiple)).then(|| Puzzle::from(&case.candidates()).solutions());
            let only = if several.is_none() { case.answer.and_then(|answer| answer.solution().copied()) } else { None };
            let solutions = only.into_iter().chain(several.into_iter().flatten());
            for (index, solution) in (1..=limit.map_or(u64::MAX, NonZero::get)).zip(solutions) {
                if self.is_right(record, &case, &solution, &mut status) {
                    self.write(record, verdict, &Reply::Listed(index, Some(solution)));
                }
                self.flush_in_time()?;
            }
            return Ok(self.ended(status));
        }
        let mut reply = question.reply(verdict, case.answer.as_ref(), case.details);
        if let Reply::Solution(Some(solution)) = &reply
            && !self.is_right(record, &case, solution, &mut status)
        {
            reply = Reply::Solution(None);
        }
        self.write(record, verdict, &reply);
        // One short answer for each grid is flushed at the end of the chunk.
        if question != Question::Smallest {
            self.flush_in_time()?;
        }
        Ok(self.ended(status))
    }

    /// Whether a solution may be printed. If solutions are to be verified, a wrong one is reported.
    fn is_right(&mut self, record: &Record<'_>, case: &Case<'_>, solution: &Grid, status: &mut Status) -> bool {
        let Some(message) = (if self.options.verify { case.verify(solution) } else { None }) else { return true };
        *status = Status::Invalid;
        self.message(record.line, &message);
        false
    }

    fn message(&mut self, line: u64, message: &Message) {
        let (name, text) = (self.name, &message.text);
        let column = message.column.map_or(String::new(), |column| format!(":{column}"));
        self.push_message(line, message.topic, format_args!("{name}:{line}{column}: {text}"));
    }

    /// Adds a message to those on standard error, or to those that the answers show, or to both.
    fn push_message(&mut self, line: u64, topic: Option<&'static str>, message: fmt::Arguments<'_>) {
        let is_in_answer = self.options.answer_has_message(self.format);
        if !is_in_answer {
            self.output.messages.push(line, topic, message);
        }
        if is_in_answer || self.format == OutputFormat::Json {
            self.text.push_str(if self.text.is_empty() { "" } else { "\n" });
            // Writing to a string cannot fail.
            let _ = self.text.write_fmt(message);
        }
    }

    fn write(&mut self, record: &Record<'_>, verdict: Option<Verdict>, reply: &Reply) {
        let message = Some(&*self.text).filter(|text| !text.is_empty());
        let with_filename = self.options.with_filename;
        let answered = Answered { input: self.name, record, verdict, message, reply, with_filename };
        self.format.write(&answered, self.options.color, &mut self.output.answers);
    }

    fn ended(&mut self, status: Status) -> Status {
        self.output.status = self.output.status.max(status);
        status
    }

    fn flush_in_time(&mut self) -> io::Result<()> {
        let is_empty = self.output.answers.bytes.is_empty() && self.output.messages.is_empty();
        if !is_empty && (self.output.answers.bytes.len() >= FLUSH_BYTES || self.flushed.elapsed() >= FLUSH_AFTER) {
            self.output.is_part = true;
            (self.flush)(self.output)?;
            self.output.is_part = false;
            self.flushed = Instant::now();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Candidates;
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
                let mut replies = Replies {
                    options: &options,
                    name: "in",
                    format: OutputFormat::Line,
                    text: String::new(),
                    flushed: Instant::now(),
                    output: &mut output,
                    flush: &mut |_| Ok(()),
                };
                let record = Record { number: 1, line: 3, puzzle: Ok((&grid, candidates)), title: None, csv: None };
                let (answer, details) = (Some(Answer::Unique(solution)), &mut Details::default());
                let case = Case { grid: &grid, marks: candidates, csv: None, answer, conflict: None, details };
                replies.reply_to_grid(&record, case).unwrap();
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
