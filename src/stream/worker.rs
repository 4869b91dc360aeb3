//! Replies to the records of a chunk.

use std::mem;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::findings::Findings;
use super::stats::Stats;
use crate::answer::{Answer, Goal};
use crate::batch::Batch;
use crate::input::records::{CsvHeader, Records};
use crate::options::Options;
use crate::output::{Buffer, OutputFormat, PUZZLE, csv_header, differing_columns, push_solution};
use crate::parallel::count_solutions;
use crate::question::Question;
use crate::reply::{Case, Message, Reply, Status};
use crate::search::Search;

/// Flush after this many bytes of replies, or after this time: a grid can have more solutions than
/// memory can hold, or take longer than a reader likes to wait.
const FLUSH_BYTES: usize = 1 << 16;
const FLUSH_AFTER: Duration = Duration::from_millis(100);

/// The message about a solution on a terminal, where it may be taken for the only one.
const ONE_OF_SEVERAL: &str = "one of several solutions";

/// The end of the message about finished grids that are not records.
const NOT_ANSWERED: &str = "not answered (--check and --convert take every grid)";

/// The output for a chunk, or for a part of one.
#[derive(Default)]
pub(super) struct ChunkOutput {
    /// The columns under which csv is written from now on, if this output decides on them.
    pub(super) header: Option<Arc<CsvHeader>>,
    pub(super) replies: Buffer,
    pub(super) messages: Vec<Message>,
    pub(super) stats: Stats,
}

/// Writes the output so far and empties it. If it is not yet the turn of this chunk, it waits for
/// that if the second argument is `true`, and keeps the output otherwise. Breaks if the run is
/// over.
pub(super) type Flush<'a> = dyn FnMut(&mut ChunkOutput, bool) -> ControlFlow<()> + 'a;

/// Replies to the records of one chunk after the other, and keeps its memory in between.
pub(super) struct Worker<'a> {
    pub(super) options: &'a Options,
    /// The name of the input.
    input_name: &'a str,
    /// The columns under which csv is written, if an earlier input has decided on them.
    header: Option<&'a CsvHeader>,
    batch: &'a mut Batch,
    /// The format of the answers to the chunk.
    format: OutputFormat,
    /// The most threads to count solutions with.
    pub(super) threads: Option<NonZero<usize>>,
    findings: Findings,
    output: ChunkOutput,
    flushed: Instant,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        options: &'a Options,
        input_name: &'a str,
        header: Option<&'a CsvHeader>,
        batch: &'a mut Batch,
    ) -> Worker<'a> {
        let (format, threads, flushed) = (OutputFormat::default(), options.threads, Instant::now());
        let (findings, output) = (Findings::default(), ChunkOutput::default());
        Worker { options, input_name, header, batch, format, threads, findings, output, flushed }
    }

    /// Replies to the records of a chunk. The output is flushed at the end, and before if it is
    /// long or slow.
    pub(super) fn process(&mut self, records: &Records, flush: &mut Flush<'_>) -> ControlFlow<()> {
        (self.format, self.flushed) = (self.options.format_for(records.format), Instant::now());
        let has_columns = records.csv_header.is_some() || records.lines_of_output() > 0;
        let starts_csv = self.format == OutputFormat::Csv && records.earlier == 0 && has_columns;
        let differing = if starts_csv { self.start_csv(records.csv_header.as_ref()) } else { None };
        let mut findings = mem::take(&mut self.findings);
        findings.find(self.options, records, self.batch);
        self.output.stats.level = self.batch.level();
        self.reply_to_all(records, &mut findings, flush)?;
        self.output.messages.extend(differing);
        self.findings = findings;
        flush(&mut self.output, true)
    }

    /// Writes the header of csv, unless an earlier input has one. Then says how the columns of this
    /// input differ.
    fn start_csv(&mut self, own: Option<&Arc<CsvHeader>>) -> Option<Message> {
        let columns = own.map(|own| &**own);
        if let Some(first) = self.header {
            let text = format!("{}: {}", self.input_name, differing_columns(first, columns)?);
            return Some(Message { topic: None, text });
        }
        let names = self.options.question.column_names();
        self.output.replies.bytes.extend(csv_header(columns, names, self.options.with_filename));
        self.output.header = Some(own.cloned().unwrap_or_else(|| PUZZLE.clone().into()));
        None
    }

    /// Replies to the records up to the one at which the run ends, if there is one.
    fn reply_to_all(&mut self, records: &Records, findings: &mut Findings, flush: &mut Flush<'_>) -> ControlFlow<()> {
        let format = self.format;
        let own = records.csv_header.as_deref().unwrap_or(&PUZZLE);
        let under = self.header.filter(|first| *first != own);
        let done = self.push_leading_solutions(records, &findings.answers);
        let mut indices = done..records.grids.len();
        let mut empty_lines = records.empty_lines.iter().peekable();
        for record in records.iter().skip(done) {
            let before = (record.number - records.earlier) as usize;
            while empty_lines.next_if(|&&records_before| records_before < before).is_some() {
                format.write_empty_line(&mut self.output.replies);
            }
            let index = record.puzzle.ok().and_then(|_| indices.next());
            let answer = index.and_then(|index| findings.answers.get(index));
            let contradiction = index.and_then(|index| findings.contradictions.get(&index));
            let reply = index.and_then(|index| findings.replies.remove(&index));
            let case = self.options.question.case(self.input_name, &record, answer);
            let case = Case { contradiction, with_filename: self.options.with_filename, under, ..case };
            self.reply_to(case, reply, flush)?;
            if self.options.fail_fast && self.output.stats.status == Status::Invalid {
                return ControlFlow::Continue(());
            }
        }
        empty_lines.for_each(|_| format.write_empty_line(&mut self.output.replies));
        let (name, messages) = (self.input_name, &mut self.output.messages);
        let mut report = |text| messages.push(Message { topic: None, text });
        if let Some(error) = &records.input_error {
            self.output.stats.status = Status::Invalid;
            report(format!("{name}:{error}"));
        }
        match records.solutions {
            0 => (),
            1 => report(format!("{name}: 1 finished grid solves the puzzle above it and was {NOT_ANSWERED}")),
            n => report(format!("{name}: {n} finished grids solve the puzzle above them and were {NOT_ANSWERED}")),
        }
        ControlFlow::Continue(())
    }

    /// Replies to the records of a chunk up to the first that needs more than its solution on a
    /// line, and returns how many these are. Most records of most streams need no more than this,
    /// and take as little time as possible.
    fn push_leading_solutions(&mut self, records: &Records, answers: &[Answer]) -> usize {
        let needs_more =
            self.options.goal() != Some(Goal::Smallest) || self.options.verify || self.options.with_filename;
        if needs_more || self.format != OutputFormat::Line {
            return 0;
        }
        let solutions = answers[..records.leading_grids()].iter().map_while(Answer::solution);
        let count = solutions.map(|solution| push_solution(solution, &mut self.output.replies.bytes)).count();
        self.output.stats.grids += count as u64;
        count
    }

    /// Replies to a record; `found` is the reply if the chunk was searched for it.
    fn reply_to(&mut self, mut case: Case<'_>, found: Option<Reply<'_>>, flush: &mut Flush<'_>) -> ControlFlow<()> {
        let Options { question, explain, .. } = *self.options;
        let has_several = case.has_several();
        if has_several && self.options.wants_two(self.format) {
            let smallest = case.solutions().first().copied();
            case.two = Search::new(&case.candidates()).solutions(smallest).take(2).collect();
        }
        let reply = match question {
            Question::Count { limit } if has_several => self.count(&case, limit.get()),
            _ => found.unwrap_or_else(|| question.reply(&case)),
        };
        let (status, messages) = question.judge(&case, &reply, explain);
        messages.into_iter().for_each(|message| self.message(message, &mut case));
        if has_several && self.options.tells_several(self.format) {
            self.message(case.message(None, ONE_OF_SEVERAL, ONE_OF_SEVERAL), &mut case);
        }
        self.output.stats.count(question, &case, &reply, status);
        match question {
            Question::All { limit } if has_several => {
                let most = limit.map_or(u64::MAX, NonZero::get);
                for (index, solution) in (1..=most).zip(Search::new(&case.candidates()).solutions(None)) {
                    self.write(&mut case, Reply::Listed(index, &solution));
                    self.flush_in_time(flush)?;
                }
            }
            _ => self.write(&mut case, reply),
        }
        // Only a count may take long. Other replies are flushed at the end of the chunk.
        if let Question::Count { .. } = question { self.flush_in_time(flush) } else { ControlFlow::Continue(()) }
    }

    /// The number of several solutions up to a limit.
    fn count(&mut self, case: &Case<'_>, limit: u64) -> Reply<'static> {
        // One more tells whether there are more than the limit.
        let (count, threads) = count_solutions(&case.candidates(), limit.saturating_add(1), self.batch, self.threads);
        self.output.stats.threads = self.output.stats.threads.max(threads);
        Reply::Count { counted: count.min(limit), more: count > limit }
    }

    /// Adds a message to those on standard error, or to those that the answer shows, or to both.
    fn message(&mut self, message: Message, case: &mut Case<'_>) {
        let is_in_answer = self.options.answer_has_message(self.format);
        if is_in_answer || self.format == OutputFormat::Json {
            case.shown.push_str(if case.shown.is_empty() { "" } else { "\n" });
            case.shown.push_str(&message.text);
        }
        if !is_in_answer {
            self.output.messages.push(message);
        }
    }

    /// Writes a reply, or reports why it is not written.
    fn write(&mut self, case: &mut Case<'_>, mut reply: Reply<'_>) {
        let objection = match &reply {
            Reply::Solution(solution) | Reply::Listed(_, solution) if self.options.verify => case.verify(solution),
            _ => self.format.objection(case, &reply),
        };
        if let Some(message) = objection {
            self.output.stats.status = Status::Invalid;
            self.message(message, case);
            reply = Reply::Nothing;
        }
        self.format.write(case, &reply, self.options.color, &mut self.output.replies);
    }

    fn flush_in_time(&mut self, flush: &mut Flush<'_>) -> ControlFlow<()> {
        let is_full = self.output.replies.bytes.len() >= FLUSH_BYTES;
        if is_full || self.flushed.elapsed() >= FLUSH_AFTER {
            flush(&mut self.output, is_full)?;
            self.flushed = Instant::now();
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Candidates, Grid};
    use crate::input::records::Record;
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
                let mut batch = Batch::new();
                let mut worker = Worker::new(&options, "in", None, &mut batch);
                let record = Record { number: 1, line: 3, puzzle: Ok((&grid, candidates)), title: None, csv: None };
                let answer = Answer::Unique(solution);
                let case = question.case("in", &record, Some(&answer));
                assert!(worker.reply_to(case, None, &mut |_, _| ControlFlow::Continue(())).is_continue());
                let status = worker.output.stats.status;
                let answers = String::from_utf8(worker.output.replies.bytes).unwrap();
                let messages = MessageLimit::default().select(&mut worker.output.messages);
                if is_right || !verify {
                    let expected = (Status::Solved, solution.to_string(), String::new());
                    assert_eq!((status, answers.trim().to_string(), messages), expected, "{question:?}");
                } else {
                    assert_eq!((status, answers.trim()), (Status::Invalid, ""), "{question:?}");
                    assert!(messages.starts_with("in:3: the solution found is wrong"), "{messages}");
                }
            }
        }
    }
}
