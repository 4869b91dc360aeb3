//! Replies to the records of a chunk.
//!
//! Replies, messages and statistics are collected in a [`ChunkOutput`]. A flush passes them on to
//! the writer, as soon as it is the turn of the chunk. Every chunk is flushed at its end. It is
//! flushed earlier if a list or a count takes long: a grid can have more solutions than memory can
//! hold.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::cases::CaseFiller;
use super::turn::OutOfTurn;
use super::writer::ChunkOutput;
use crate::input::records::{Pairing, Records};
use crate::output::{CsvColumns, Style, push_solution};
use crate::question::case::Case;
use crate::question::options::OutputFormat;
use crate::question::outcome::{Outcome, message_about_multiple};
use crate::question::policy::{ChunkPolicy, EVERY_GRID_HINT, MessagePlace};
use crate::question::reply::{Plan, Reply};
use crate::question::shuffle::Shuffler;
use crate::question::status::{Message, Status};
use crate::solver::search::Search;

/// A list of solutions or a count is flushed after this many bytes of replies, or after as long as
/// a reader likes to wait.
const FLUSH_BYTES: usize = 1 << 16;
const FLUSH_AFTER: Duration = Duration::from_millis(100);

/// A list of equivalents is flushed after this many bytes of replies, or this many messages why
/// they are not written. They come fast, so nobody waits for them. The limits are high because the
/// thread stands still until it is the turn of its chunk.
const FLUSH_BYTES_OF_EQUIVALENTS: usize = 1 << 22;
const FLUSH_MESSAGES_OF_EQUIVALENTS: usize = 1 << 12;

/// Writes the output so far and empties it if its turn has come. Otherwise waits for that, or keeps
/// the output. Breaks if the run is over.
pub(super) type Flush<'a> = dyn FnMut(&mut ChunkOutput, OutOfTurn) -> ControlFlow<()> + 'a;

/// The input whose records are replied to.
#[derive(Clone, Copy)]
pub(super) struct InputContext<'a> {
    /// What messages call it.
    pub(super) name: &'a str,
    /// The csv columns of the output, if an earlier input has decided on them.
    pub(super) csv_columns: Option<&'a CsvColumns>,
}

/// Replies to the records of a chunk.
pub(super) struct Replier<'a> {
    policy: ChunkPolicy<'a>,
    input: InputContext<'a>,
    records: &'a Records,
    cases: CaseFiller<'a>,
    style: Style<'a>,
    /// What has not been flushed.
    output: &'a mut ChunkOutput,
    flush: &'a mut Flush<'a>,
    /// When a flush was last tried, or the work began.
    flush_tried: Instant,
}

impl<'a> Replier<'a> {
    pub(super) fn new(
        policy: ChunkPolicy<'a>,
        input: InputContext<'a>,
        records: &'a Records,
        cases: CaseFiller<'a>,
        output: &'a mut ChunkOutput,
        flush: &'a mut Flush<'a>,
    ) -> Replier<'a> {
        let csv_columns = match input.csv_columns {
            Some(columns) => columns.for_input(records.header.as_deref()),
            None => CsvColumns::new(records.header.as_ref(), policy.question()),
        };
        let style = Style {
            format: policy.format,
            color: policy.options.color,
            file_name: policy.options.with_filename.then_some(input.name),
            captions_words: policy.captions_words(),
            csv_columns,
        };
        Replier {
            policy,
            input,
            records,
            cases,
            style,
            output,
            flush,
            flush_tried: Instant::now(),
        }
    }

    /// Replies to the records, and flushes the output. Breaks if the run is over.
    pub(super) fn reply_to_chunk(mut self) -> ControlFlow<()> {
        if self.records.starts_input() {
            self.start_input();
        }
        self.reply_to_all()?;
        self.flush(OutOfTurn::Wait)
    }

    fn start_input(&mut self) {
        self.report_missing_solution_column();
        if self.policy.format == OutputFormat::Csv {
            self.start_csv();
        }
    }

    /// Reports that the input does not have the column that is asked for.
    fn report_missing_solution_column(&mut self) {
        let Some(column) = &self.policy.options.solution_column else {
            return;
        };
        let header = self.records.header.as_deref();
        if header.is_some_and(|header| header.solution_column.is_some()) {
            return;
        }
        let name = self.input.name;
        self.output.stats.status = Status::Invalid;
        self.report_on_input(format!(
            "{name}: expected a column {column:?} with solutions, found none of this name"
        ));
    }

    /// Writes the csv header. If an earlier input has decided on the columns, reports how those of
    /// this one differ.
    fn start_csv(&mut self) {
        let Some(columns) = self.input.csv_columns else {
            let columns = &self.style.csv_columns;
            let line = columns.header_line(self.policy.options.with_filename);
            self.output.replies.bytes.extend(line);
            self.output.csv_columns = Some(columns.clone());
            return;
        };
        if let Some(differences) = columns.differences(self.records.header.as_deref()) {
            self.report_on_input(format!("{}: {differences}", self.input.name));
        }
    }

    /// Whether nothing may follow the output so far, because it reports an error.
    fn must_stop(&self) -> bool {
        self.policy.options.fail_fast && self.output.stats.status == Status::Invalid
    }

    /// Replies to the records, up to the first error if nothing may follow it.
    fn reply_to_all(&mut self) -> ControlFlow<()> {
        if self.must_stop() {
            return ControlFlow::Continue(());
        }
        let replied = self.write_leading_solutions();
        let records = self.records;
        let others = (replied..records.len()).map(|position| records.record(position));
        for record in records.carried_record().into_iter().chain(others) {
            self.write_empty_lines(record.empty_lines_above);
            // A puzzle gets no reply of its own if an attempt at it is below, or may be.
            if matches!(record.pairing, Pairing::Puzzle | Pairing::Waiting) {
                continue;
            }
            let mut case = Case::new(&record, self.input.name);
            self.cases.add_findings(&mut case, &mut self.output.stats);
            self.reply_to(&mut case)?;
            if self.must_stop() {
                return ControlFlow::Continue(());
            }
        }
        self.write_empty_lines(records.empty_lines_at_end);
        self.report_on_whole_input();
        ControlFlow::Continue(())
    }

    /// Writes the solutions of the first records, as long as they need nothing else, and returns
    /// the number of these records. Most records of most streams need no more, so this path must be
    /// fast.
    fn write_leading_solutions(&mut self) -> usize {
        if !self.policy.prints_solutions_only() {
            return 0;
        }
        let mut count = 0;
        for answer in &self.cases.findings.answers[..self.records.leading_grids()] {
            let Some(solution) = answer.solution() else {
                break;
            };
            push_solution(solution, &mut self.output.replies);
            count += 1;
        }
        self.output.stats.grids += count as u64;
        count
    }

    fn write_empty_lines(&mut self, count: usize) {
        if self.policy.keeps_empty_lines() {
            let bytes = &mut self.output.replies.bytes;
            bytes.resize(bytes.len() + count, b'\n');
        }
    }

    /// Reports what the chunk says about the input as a whole. Most of that is only known at the
    /// end of the input.
    fn report_on_whole_input(&mut self) {
        let (name, records) = (self.input.name, self.records);
        if let Some(error) = &records.input_error {
            self.output.stats.status = Status::Invalid;
            self.report_on_input(format!("{name}:{error}"));
        }
        if let Some(skipped) = records.skipped {
            self.report_on_input(format!("{name}:{skipped}"));
        }
        if self.policy.format == OutputFormat::Csv
            && let Some(member) = &records.new_member
        {
            self.report_on_input(format!("{name}:{member}"));
        }
        match records.omitted_solutions {
            0 => (),
            1 => self.report_on_input(format!(
                "{name}: skipped 1 solved grid right below its puzzle {EVERY_GRID_HINT}"
            )),
            n => self.report_on_input(format!(
                "{name}: skipped {n} solved grids right below their puzzles {EVERY_GRID_HINT}"
            )),
        }
    }

    /// Adds a message about the input as a whole.
    fn report_on_input(&mut self, text: String) {
        self.output.messages.push(Message {
            topic: "the input",
            line: 0,
            text,
        });
    }

    fn reply_to(&mut self, case: &mut Case<'_>) -> ControlFlow<()> {
        let question = self.policy.question();
        let plan = question.plan(case);
        let outcome = Outcome::of(question, case, &plan);
        self.output.stats.count_record(case, &plan, &outcome);
        if case.has_multiple_solutions() && self.policy.reports_multiple() {
            self.report(message_about_multiple(case), case);
        }
        if let Some(message) = outcome.message {
            self.report(message, case);
        }
        match plan {
            Plan::Reply(reply) => self.write_only_reply(case, &reply),
            Plan::ListSolutions { limit } => self.list_solutions(case, limit),
            Plan::ListEquivalents { count, seed } => self.list_equivalents(case, count, seed),
        }
    }

    fn write_only_reply(&mut self, case: &mut Case<'_>, reply: &Reply<'_>) -> ControlFlow<()> {
        self.write(case, reply);
        match reply {
            Reply::Count(_) => self.flush_if_due(),
            // Other replies do not take long.
            _ => ControlFlow::Continue(()),
        }
    }

    /// Writes each of several solutions as soon as it is found, but only one if nothing may follow
    /// an error.
    fn list_solutions(
        &mut self,
        case: &mut Case<'_>,
        limit: Option<NonZero<u64>>,
    ) -> ControlFlow<()> {
        let most = limit.map_or(u64::MAX, NonZero::get);
        let solutions = Search::new(&case.candidates()).solutions(None);
        for (index, solution) in (1..=most).zip(solutions) {
            let solution = &solution;
            self.write(case, &Reply::Listed { index, solution });
            if self.must_stop() {
                break;
            }
            self.flush_if_due()?;
        }
        ControlFlow::Continue(())
    }

    /// Writes equivalents of a record, up to the first error if nothing may follow it.
    fn list_equivalents(
        &mut self,
        case: &mut Case<'_>,
        count: NonZero<u64>,
        seed: u64,
    ) -> ControlFlow<()> {
        if case.record.puzzle.is_err() && !self.policy.writes_malformed_equivalents() {
            self.write(case, &Reply::NoneListed);
            return ControlFlow::Continue(());
        }
        let mut shuffler = Shuffler::new(case.record, seed);
        for index in 1..=count.get() {
            let record = shuffler.next_equivalent();
            let mut equivalent = Case::new(&record, case.input_name);
            equivalent.conflict = case.conflict;
            equivalent.messages.clone_from(&case.messages);
            self.write(&mut equivalent, &Reply::Equivalent { index });
            if self.must_stop() {
                break;
            }
            self.flush_if_many_equivalents()?;
        }
        ControlFlow::Continue(())
    }

    /// Adds a message about a record.
    fn report(&mut self, message: Message, case: &mut Case<'_>) {
        let place = self.policy.message_place();
        if matches!(place, MessagePlace::Replies | MessagePlace::Both) {
            case.messages.push(message.text.clone());
        }
        if matches!(place, MessagePlace::Messages | MessagePlace::Both) {
            self.output.messages.push(message);
        }
    }

    /// Writes a reply. If it would be read back as something else, reports that instead.
    fn write(&mut self, case: &mut Case<'_>, reply: &Reply<'_>) {
        let Some(problem) = self.style.find_ambiguity(case, reply) else {
            return self.style.write(case, reply, &mut self.output.replies);
        };
        self.output.stats.status = Status::Invalid;
        self.report(problem, case);
        self.style
            .write(case, &Reply::Nothing, &mut self.output.replies);
    }

    fn flush_if_many_equivalents(&mut self) -> ControlFlow<()> {
        let output = &self.output;
        if output.replies.bytes.len() < FLUSH_BYTES_OF_EQUIVALENTS
            && output.messages.len() < FLUSH_MESSAGES_OF_EQUIVALENTS
        {
            return ControlFlow::Continue(());
        }
        self.flush(OutOfTurn::Wait)
    }

    fn flush_if_due(&mut self) -> ControlFlow<()> {
        if self.output.replies.bytes.len() >= FLUSH_BYTES {
            self.flush(OutOfTurn::Wait)
        } else if self.flush_tried.elapsed() >= FLUSH_AFTER {
            self.flush(OutOfTurn::Keep)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn flush(&mut self, out_of_turn: OutOfTurn) -> ControlFlow<()> {
        (self.flush)(self.output, out_of_turn)?;
        self.flush_tried = Instant::now();
        ControlFlow::Continue(())
    }
}
