//! Solves the records of a chunk and writes the responses.

use std::fmt::Write as _;
use std::io;
use std::num::NonZero;
use std::time::{Duration, Instant};

use super::count::count_solutions;
use super::messages::Messages;
use super::settings::{Settings, thread_count};
use super::stats::ChunkStats;
use crate::batch::{Answer, Batch, Goal, solve_one_like_many};
use crate::input::InputFormat;
use crate::input::error::ParseError;
use crate::input::records::{CsvHeader, CsvRecord, Record, Records};
use crate::output::{Buffer, OutputFormat, OutputRecord, write_line};
use crate::question::{self, Context, Facts, Given, Question, Report, Responder, Task};
use crate::response::{Finding, Location, Response, Status, Text, Verdict};

/// Chunks with at least this many grids are worth starting the engine for. Grids of a shorter one are solved one by one, unless
/// that would show in the output.
const MIN_GRIDS_FOR_ENGINE: usize = 16;

/// Flush after this many bytes of answers, or after this time: a grid can have more solutions than memory can hold, or take
/// longer than a reader likes to wait.
const FLUSH_BYTES: usize = 1 << 16;
const FLUSH_AFTER: Duration = Duration::from_millis(100);

/// The output for a chunk, or for a part of one.
#[derive(Default)]
pub(super) struct ChunkOutput {
    pub(super) input_format: Option<InputFormat>,
    /// The header of a csv input, with its first chunk.
    pub(super) csv_header: Option<CsvHeader>,
    pub(super) answers: Buffer,
    pub(super) messages: Messages,
    pub(super) status: Status,
    pub(super) stats: ChunkStats,
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
        self.stats = ChunkStats::default();
    }
}

/// Writes the output so far and empties it.
pub(super) type Flush<'a> = dyn FnMut(&mut ChunkOutput) -> io::Result<()> + 'a;

/// Processes chunk after chunk on one thread, and keeps its memory and its engine in between.
pub(super) struct Worker {
    settings: Settings,
    responder: Box<dyn Responder>,
    /// The threads that may count the solutions of one grid.
    counting_threads: Option<NonZero<usize>>,
    batch: Option<Batch>,
    /// The engine for further questions about the grids: `batch` has the guesses that the answers took.
    study_batch: Option<Batch>,
    answers: Vec<Answer>,
    /// What was found out about the grids of the chunk besides; empty if nothing has to be.
    facts: Vec<Facts>,
    /// The time of the last flush, or of the first chance to flush.
    flushed: Option<Instant>,
}

impl Worker {
    /// A worker for these settings. One that works alone may use more threads to count the solutions of a grid.
    pub(super) fn new(settings: Settings, is_alone: bool) -> Worker {
        // Counting the cores takes time, so only a question that needs them does it.
        let counts = is_alone && matches!(settings.question, Question::Count { .. });
        Worker {
            responder: settings.question.responder(),
            counting_threads: counts.then(|| thread_count(settings.threads)),
            settings,
            batch: None,
            study_batch: None,
            answers: Vec::new(),
            facts: Vec::new(),
            flushed: None,
        }
    }

    /// Processes the records of a chunk, and adds the responses and messages to `output`; long output is flushed in parts.
    ///
    /// # Errors
    /// Those of `flush`.
    pub(super) fn process(
        &mut self,
        name: &str,
        records: &mut Records,
        output: &mut ChunkOutput,
        flush: &mut Flush<'_>,
    ) -> io::Result<()> {
        output.input_format = records.format;
        output.csv_header = records.csv_header.take();
        let with_engine = self.solve(records);
        self.study(records, with_engine);
        let Worker { settings, responder, counting_threads, batch, answers, facts, flushed, .. } = self;
        let Some(format) = settings.output_format(records.format) else {
            // No grid has been read, and nothing tells how to write a record: only messages are left.
            let errors = records.iter().filter_map(|record| record.puzzle.err());
            errors.for_each(|error| report_error(name, error, Some(error.topic()), output));
            records.input_error.iter().for_each(|error| report_error(name, error, None, output));
            return Ok(());
        };
        let threads = counting_threads.unwrap_or(NonZero::<usize>::MIN);
        let context = Context {
            explain: settings.explain,
            verify: settings.verify,
            details: format.shows_details(),
            count: &|candidates, limit| count_solutions(candidates, limit, threads),
        };
        let batch = batch.as_ref().filter(|_| with_engine && settings.wants_guesses());
        let mut chunk = ChunkContext {
            name,
            settings,
            responder: responder.as_ref(),
            context,
            format,
            batch,
            flushed,
            output,
            flush,
        };
        if settings.is_plain() && format == OutputFormat::Line && records.is_plain() {
            // Most records of most streams are plain, and take as little time as possible.
            for (index, answer) in answers.iter().enumerate() {
                match answer.solution() {
                    Some(solution) => {
                        write_line(solution, &mut chunk.output.answers.bytes);
                        chunk.output.stats.grids += 1;
                    }
                    None => chunk.respond(&records.plain_record(index), index, Some(answer), None)?,
                }
                if chunk.must_stop() {
                    return Ok(());
                }
            }
            return Ok(());
        }
        let mut index = 0;
        let mut blank_lines = records.blank_lines().iter().peekable();
        for (before, record) in records.iter().enumerate() {
            while blank_lines.next_if(|&&records_before| records_before <= before).is_some() {
                format.write_blank_line(&mut chunk.output.answers);
            }
            match record.puzzle {
                Ok(_) => {
                    chunk.respond(&record, index, answers.get(index), facts.get(index))?;
                    index += 1;
                }
                Err(error) => chunk.respond_to_malformed(error, record.csv.as_ref()),
            }
            if chunk.must_stop() {
                return Ok(());
            }
        }
        blank_lines.for_each(|_| format.write_blank_line(&mut chunk.output.answers));
        records.input_error.iter().for_each(|error| report_error(name, error, None, chunk.output));
        Ok(())
    }

    /// Finds out what the question needs to know of each grid. Returns whether the engine did.
    fn solve(&mut self, records: &Records) -> bool {
        self.answers.clear();
        let goal = match self.responder.goal() {
            Some(Goal::Smallest) if self.settings.wants_verdict() => Goal::Verdict,
            Some(goal) => goal,
            None => return false,
        };
        let puzzles = || records.iter().filter_map(|record| record.puzzle.ok());
        let counts_guesses = self.settings.wants_guesses();
        debug_assert!(!counts_guesses || goal != Goal::Smallest, "these guesses depend on neighbors");
        if records.grids.len() < MIN_GRIDS_FOR_ENGINE && !counts_guesses {
            self.answers.extend(puzzles().map_while(|(grid, candidates)| {
                let task = Task { grid, candidates, given: None, answer: None, facts: None };
                task.puzzle().map_or(Some(Answer::Unsolvable), |puzzle| solve_one_like_many(goal, &puzzle))
            }));
        }
        if self.answers.len() == records.grids.len() {
            return false;
        }
        let batch =
            self.batch.get_or_insert_with(|| if counts_guesses { Batch::counting_guesses() } else { Batch::new() });
        if records.candidates.is_empty() {
            batch.solve(goal, &records.grids, &mut self.answers);
        } else {
            batch.solve_marked(goal, &records.grids, &records.candidates, &mut self.answers);
        }
        true
    }

    /// Finds out what takes more questions about the grids, once they are answered.
    fn study(&mut self, records: &Records, with_engine: bool) {
        self.facts.clear();
        let Worker { settings, responder, study_batch, answers, facts, .. } = self;
        if !question::needs_study(responder.as_ref(), settings.explain) {
            return;
        }
        let puzzles = records.iter().filter_map(|record| record.puzzle.ok());
        let tasks = puzzles.zip(answers).map(|((grid, candidates), answer)| Task {
            grid,
            candidates,
            given: None,
            answer: Some(answer),
            facts: None,
        });
        let batch = with_engine.then(|| study_batch.get_or_insert_with(Batch::counting_guesses));
        *facts = question::study(responder.as_ref(), settings.explain, &tasks.collect::<Vec<_>>(), batch);
    }
}

/// What it takes to respond to the records of one chunk.
struct ChunkContext<'a, 'f> {
    name: &'a str,
    settings: &'a Settings,
    responder: &'a dyn Responder,
    context: Context<'a>,
    format: OutputFormat,
    /// The engine, if it has solved this chunk and counted guesses.
    batch: Option<&'a Batch>,
    flushed: &'a mut Option<Instant>,
    output: &'a mut ChunkOutput,
    flush: &'a mut Flush<'f>,
}

impl ChunkContext<'_, '_> {
    /// Whether `--fail-fast` ends the run here.
    fn must_stop(&self) -> bool {
        self.settings.fail_fast && self.output.status == Status::Invalid
    }

    /// Responds to a record that is not a grid.
    fn respond_to_malformed(&mut self, error: &ParseError, csv: Option<&CsvRecord<'_>>) {
        self.output.status = Status::Invalid;
        let mut response = self.responder.malformed(&error.what());
        let message = format!("{}:{error}", self.name);
        if self.settings.answer_has_message(self.format) {
            response.text = Text::Words(message.clone().into());
        } else {
            self.output.messages.push(error.line, Some(error.topic()), format_args!("{message}"));
        }
        self.output.stats.grids += 1;
        self.output.stats.add_verdict(Verdict::Invalid);
        let record = OutputRecord {
            input: self.name,
            line: error.line,
            puzzle: None,
            candidates: None,
            columns: csv.map(|csv| csv.columns),
            verdict: Some(Verdict::Invalid),
            guesses: None,
            response: &response,
            message: Some(&message),
        };
        self.format.write(&record, self.settings.color, &mut self.output.answers);
    }

    /// Responds to a record that is the grid with this index; `answer` is what was found out for the question, and `facts` what
    /// was found out besides.
    fn respond(
        &mut self,
        record: &Record<'_>,
        index: usize,
        answer: Option<&Answer>,
        facts: Option<&Facts>,
    ) -> io::Result<()> {
        let Ok((grid, candidates)) = record.puzzle else { return Ok(()) };
        let task = Task { grid, candidates, given: record.csv.as_ref().and_then(given), answer, facts };
        let guesses = self.batch.zip(answer).and_then(|(batch, answer)| batch.guesses(index, answer));
        let verdict = (self.settings.wants_verdict() && answer.is_some()).then(|| task.verdict());
        self.output.stats.grids += 1;
        if self.settings.stats {
            verdict.into_iter().for_each(|verdict| self.output.stats.add_verdict(verdict));
            guesses.into_iter().for_each(|guesses| self.output.stats.add_guesses(record.line, guesses));
            self.output.stats.level = self.batch.map(Batch::level);
        }
        let mut reporter = Reporter {
            record: OutputRecord {
                input: self.name,
                line: record.line,
                puzzle: Some(grid),
                candidates,
                columns: record.csv.as_ref().map(|csv| csv.columns),
                verdict,
                guesses,
                response: &Response::default(),
                message: None,
            },
            format: self.format,
            color: self.settings.color,
            message: String::new(),
            flushed: self.flushed,
            answer_has_message: self.settings.answer_has_message(self.format),
            may_flush: !matches!(self.settings.question, Question::Smallest | Question::Any),
            output: self.output,
            flush: self.flush,
        };
        let status = question::respond(self.responder, &task, &self.context, &mut reporter)?;
        self.output.status = self.output.status.max(status);
        Ok(())
    }
}

fn given<'a>(csv: &CsvRecord<'a>) -> Option<Given<'a>> {
    Some(Given { columns: csv.columns, range: csv.given.clone()? })
}

fn report_error(name: &str, error: &ParseError, topic: Option<&'static str>, output: &mut ChunkOutput) {
    output.status = Status::Invalid;
    output.messages.push(error.line, topic, format_args!("{name}:{error}"));
}

/// Writes what a question reports about one record. Questions that give one short response for a record leave flushing to the
/// end of the chunk.
struct Reporter<'a, 'b> {
    record: OutputRecord<'a>,
    format: OutputFormat,
    color: bool,
    /// The findings so far, as messages, if the answer may have them.
    message: String,
    /// See [`Settings::answer_has_message`].
    answer_has_message: bool,
    flushed: &'a mut Option<Instant>,
    may_flush: bool,
    output: &'a mut ChunkOutput,
    flush: &'a mut Flush<'b>,
}

impl Report for Reporter<'_, '_> {
    fn finding(&mut self, finding: Finding) {
        let location = Location { input: self.record.input, line: Some(self.record.line), column: finding.column };
        let message = format_args!("{location}: {}", finding.what);
        if !self.answer_has_message {
            self.output.messages.push(self.record.line, finding.topic, message);
        }
        if self.answer_has_message || self.format == OutputFormat::Json {
            self.message.push_str(if self.message.is_empty() { "" } else { "\n" });
            // Writing to a string cannot fail.
            let _ = write!(self.message, "{message}");
        }
    }

    fn response(&mut self, response: &Response) -> io::Result<()> {
        let message = Some(&self.message[..]).filter(|message| !message.is_empty());
        let mut record = OutputRecord { response, message, ..self.record };
        let with_message;
        if self.answer_has_message
            && let Some(message) = message
        {
            with_message = Response { text: Text::Words(message.to_string().into()), ..response.clone() };
            record.response = &with_message;
        }
        self.format.write(&record, self.color, &mut self.output.answers);
        if self.may_flush { self.flush_in_time() } else { Ok(()) }
    }
}

impl Reporter<'_, '_> {
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
    use crate::grid::{Candidates, Grid};
    use crate::puzzle::Puzzle;
    use crate::stream::messages::Flood;

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
                let settings = Settings { question, verify, ..Settings::default() };
                let answer = Answer::Unique(solution);
                let task = Task { grid: &grid, candidates, given: None, answer: Some(&answer), facts: None };
                let context = Context { explain: false, verify, details: false, count: &|_, _| 0 };
                let mut output = ChunkOutput::default();
                let mut report = Reporter {
                    record: OutputRecord {
                        input: "in",
                        line: 3,
                        puzzle: Some(&grid),
                        candidates,
                        columns: None,
                        verdict: None,
                        guesses: None,
                        response: &Response::default(),
                        message: None,
                    },
                    format: OutputFormat::Line,
                    color: false,
                    message: String::new(),
                    flushed: &mut None,
                    answer_has_message: false,
                    may_flush: false,
                    output: &mut output,
                    flush: &mut |_| Ok(()),
                };
                let responder = settings.question.responder();
                let status = question::respond(responder.as_ref(), &task, &context, &mut report).unwrap();
                let answers = String::from_utf8(output.answers.bytes).unwrap();
                let messages = Flood::default().select(&output.messages);
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
