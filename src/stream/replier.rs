//! Replies to the records of a chunk.
//!
//! Replies, messages and statistics are collected in a [`ChunkOutput`]. A flush passes them on to
//! the writer, as soon as it is the turn of the chunk. Every chunk is flushed at its end. It is
//! flushed earlier if a list or a count takes long: a grid can have more solutions than memory can
//! hold.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::case_builder::CaseBuilder;
use super::chunk::Chunk;
use super::input_messages::{
    report_differing_columns, report_leftovers, report_missing_solution_column,
};
use super::turn::OutOfTurn;
use super::writer::ChunkOutput;
use crate::input::records::Pairing;
use crate::output::{Style, push_solution};
use crate::question::case::Case;
use crate::question::outcome::{Outcome, message_about_multiple};
use crate::question::policy::MessagePlace;
use crate::question::replies::Replies;
use crate::question::reply::Reply;
use crate::question::shuffle::Shuffler;
use crate::question::status::{Message, Status};
use crate::solver::batch::Batch;
use crate::solver::parallel::ThreadLimit;
use crate::solver::search::Search;

/// Solutions of a list and counts are flushed after this many bytes of replies, or this long.
const FLUSH_BYTES: usize = 1 << 16;
const FLUSH_AFTER: Duration = Duration::from_millis(100);

/// Equivalents are flushed after this many bytes of replies, or this many messages that say why an
/// equivalent cannot be written. Equivalents are made so fast that no user has to wait for them.
/// The limits are high because a flush blocks the thread until it is the turn of its chunk.
const FLUSH_BYTES_OF_EQUIVALENTS: usize = 1 << 22;
const FLUSH_MESSAGES_OF_EQUIVALENTS: usize = 1 << 12;

/// [`Turn::write`](super::turn::Turn::write) for the chunk, without its type parameters.
pub(super) type FlushOutput<'a> = dyn FnMut(&mut ChunkOutput, OutOfTurn) -> ControlFlow<()> + 'a;

/// Replies to the records of a chunk.
pub(super) struct Replier<'a> {
    chunk: Chunk<'a>,
    case_builder: CaseBuilder<'a>,
    style: Style<'a>,
    /// What has not been flushed.
    output: &'a mut ChunkOutput,
    flush_output: &'a mut FlushOutput<'a>,
    /// When a flush was last tried, or the work began.
    flush_tried: Instant,
}

impl<'a> Replier<'a> {
    /// The replier to a chunk. It counts solutions with the batch and up to that many threads.
    pub(super) fn new(
        chunk: Chunk<'a>,
        batch: &'a mut Batch,
        count_threads: ThreadLimit,
        output: &'a mut ChunkOutput,
        flush_output: &'a mut FlushOutput<'a>,
    ) -> Replier<'a> {
        Replier {
            chunk,
            case_builder: CaseBuilder {
                chunk,
                batch,
                count_threads,
            },
            style: chunk.style(),
            output,
            flush_output,
            flush_tried: Instant::now(),
        }
    }

    /// Replies to the records, and flushes the output. Breaks if the run is over.
    pub(super) fn reply_to_chunk(mut self) -> ControlFlow<()> {
        if self.chunk.records.starts_input() {
            self.start_input();
        }
        if !self.must_stop() {
            self.reply_to_all()?;
        }
        self.flush(OutOfTurn::Wait)
    }

    fn start_input(&mut self) {
        report_missing_solution_column(&self.chunk, self.output);
        if !self.chunk.policy.writes_csv() {
            return;
        }
        match self.chunk.input.earlier_csv_columns {
            Some(columns) => report_differing_columns(&self.chunk, columns, self.output),
            None => self.write_csv_header(),
        }
    }

    fn write_csv_header(&mut self) {
        self.style.write_csv_header(&mut self.output.replies);
        self.output.csv_columns = Some(self.style.csv_columns.clone());
    }

    /// Whether nothing may follow the output so far, because it has an error and the first error
    /// ends the run. The flush at the end of the chunk does that. No earlier flush can have taken
    /// the error away: it would have ended the run itself.
    fn must_stop(&self) -> bool {
        self.chunk.policy.options.fail_fast && self.output.tally.status == Status::Invalid
    }

    /// Replies to the records, up to the first error if nothing may follow it. Breaks if the run is
    /// over.
    fn reply_to_all(&mut self) -> ControlFlow<()> {
        let replied = self.write_leading_solutions();
        let records = self.chunk.records;
        let others = (replied..records.len()).map(|position| records.record(position));
        for record in records.carried_record().into_iter().chain(others) {
            self.write_empty_lines(record.empty_lines_above);
            // A puzzle gets no reply of its own if an attempt at it is below, or may be.
            if matches!(record.pairing, Pairing::Puzzle | Pairing::Waiting) {
                continue;
            }
            let mut case = Case::new(&record, self.chunk.input.name);
            self.case_builder
                .complete(&mut case, &mut self.output.tally);
            self.reply_to(&mut case)?;
            if self.must_stop() {
                return ControlFlow::Continue(());
            }
        }
        self.write_empty_lines(records.empty_lines_at_end);
        report_leftovers(&self.chunk, self.output);
        ControlFlow::Continue(())
    }

    /// Writes the solutions of the first records, as long as they need nothing else, and returns
    /// the number of these records. Most records of most streams need no more, so this path must be
    /// fast.
    fn write_leading_solutions(&mut self) -> usize {
        if !self.chunk.policy.prints_solutions_only() {
            return 0;
        }
        // Leading grids have no given solution and no empty line above. They are the first grids of
        // the chunk, so they have the first answers.
        let answers = &self.chunk.findings.answers[..self.chunk.records.leading_grids()];
        let mut count = 0;
        for answer in answers {
            let Some(solution) = answer.solution() else {
                break;
            };
            push_solution(solution, &mut self.output.replies);
            count += 1;
        }
        self.output.tally.records += count as u64;
        count
    }

    fn write_empty_lines(&mut self, count: usize) {
        if self.chunk.policy.keeps_empty_lines() {
            self.output.replies.push_empty_lines(count);
        }
    }

    fn reply_to(&mut self, case: &mut Case<'_>) -> ControlFlow<()> {
        let question = self.chunk.policy.question();
        let replies = question.replies(case);
        let outcome = Outcome::of(question, case, &replies);
        self.output.tally.count_record(case, &replies, &outcome);
        if case.has_multiple_solutions() && self.chunk.policy.reports_multiple() {
            self.add_message(message_about_multiple(case), case);
        }
        if let Some(message) = outcome.message {
            self.add_message(message, case);
        }
        match replies {
            Replies::One(reply) => self.write_single_reply(case, &reply),
            Replies::Solutions { limit } => self.list_solutions(case, limit),
            Replies::Equivalents { count, seed } => self.list_equivalents(case, count, seed),
        }
    }

    fn write_single_reply(&mut self, case: &mut Case<'_>, reply: &Reply<'_>) -> ControlFlow<()> {
        self.write_reply(case, reply);
        match reply {
            Reply::Count(_) => self.flush_if_due(),
            // Chunks of other slow questions are short.
            _ => ControlFlow::Continue(()),
        }
    }

    /// Writes each of several solutions as soon as it is found. If nothing may follow an error and
    /// the given solution is one, writes only the first solution.
    fn list_solutions(
        &mut self,
        case: &mut Case<'_>,
        limit: Option<NonZero<u64>>,
    ) -> ControlFlow<()> {
        let most = limit.map_or(u64::MAX, NonZero::get);
        let solutions = Search::new(&case.candidates()).solutions(None);
        for (index, solution) in (1..=most).zip(solutions) {
            let solution = &solution;
            self.write_reply(case, &Reply::Listed { index, solution });
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
        if case.record.puzzle.is_err() && !self.chunk.policy.writes_malformed_equivalents() {
            self.write_reply(case, &Reply::NoneListed);
            return ControlFlow::Continue(());
        }
        let mut shuffler = Shuffler::new(case.record, seed);
        for index in 1..=count.get() {
            let record = shuffler.next_equivalent();
            let mut equivalent = case.of_equivalent(&record);
            self.write_reply(&mut equivalent, &Reply::Equivalent { index });
            if self.must_stop() {
                break;
            }
            self.flush_if_many_equivalents()?;
        }
        ControlFlow::Continue(())
    }

    /// Adds a message about a record, where the policy wants it.
    fn add_message(&mut self, message: Message, case: &mut Case<'_>) {
        let place = self.chunk.policy.message_place();
        if matches!(place, MessagePlace::Replies | MessagePlace::Both) {
            case.messages.push(message.text.clone());
        }
        if matches!(place, MessagePlace::Messages | MessagePlace::Both) {
            self.output.messages.push(message);
        }
    }

    /// Writes a reply, or an empty one and a message if it would be read back as something else.
    fn write_reply(&mut self, case: &mut Case<'_>, reply: &Reply<'_>) {
        let Some(problem) = self.style.why_misread(case, reply) else {
            return self.style.write(case, reply, &mut self.output.replies);
        };
        self.output.tally.count_unwritten_reply();
        self.add_message(problem, case);
        self.style
            .write(case, &Reply::Nothing, &mut self.output.replies);
    }

    fn flush_if_many_equivalents(&mut self) -> ControlFlow<()> {
        let output = &self.output;
        if output.replies.as_bytes().len() < FLUSH_BYTES_OF_EQUIVALENTS
            && output.messages.len() < FLUSH_MESSAGES_OF_EQUIVALENTS
        {
            return ControlFlow::Continue(());
        }
        self.flush(OutOfTurn::Wait)
    }

    /// Flushes what a slow list or count has added. Only a full buffer is worth blocking the thread
    /// for.
    fn flush_if_due(&mut self) -> ControlFlow<()> {
        if self.output.replies.as_bytes().len() >= FLUSH_BYTES {
            self.flush(OutOfTurn::Wait)
        } else if self.flush_tried.elapsed() >= FLUSH_AFTER {
            self.flush(OutOfTurn::Keep)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn flush(&mut self, out_of_turn: OutOfTurn) -> ControlFlow<()> {
        (self.flush_output)(self.output, out_of_turn)?;
        self.flush_tried = Instant::now();
        ControlFlow::Continue(())
    }
}
