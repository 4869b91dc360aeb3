//! Replies to the records of a chunk.
//!
//! Replies, messages and a tally are collected in a [`ChunkOutput`], which is
//! [flushed](super::flusher) at the end of the chunk, or earlier if it is large or slow.

use std::num::NonZero;
use std::ops::ControlFlow;

use super::case_completer::CaseCompleter;
use super::chunk::Chunk;
use super::chunk_output::ChunkOutput;
use super::flusher::{Flush, Flusher};
use super::input_messages::{
    report_differing_columns, report_leftovers, report_missing_solution_column,
};
use super::turn::OutOfTurn;
use crate::input::records::Pairing;
use crate::output::{Style, push_solution};
use crate::question::case::Case;
use crate::question::chunk_policy::MessagePlace;
use crate::question::outcome::{Outcome, message_about_multiple};
use crate::question::replies::Replies;
use crate::question::reply::Reply;
use crate::question::shuffle::Shuffler;
use crate::question::status::{Message, Status};
use crate::solver::batch::Batch;
use crate::solver::parallel::ThreadLimit;
use crate::solver::search::Search;

/// Replies to the records of a chunk.
pub(super) struct Replier<'a> {
    chunk: Chunk<'a>,
    case_completer: CaseCompleter<'a>,
    style: Style<'a>,
    /// What has not been flushed.
    output: &'a mut ChunkOutput,
    flusher: Flusher<'a>,
}

impl<'a> Replier<'a> {
    /// The replier to a chunk. It counts solutions with the batch and up to `count_threads`
    /// threads.
    pub(super) fn new(
        chunk: Chunk<'a>,
        batch: &'a mut Batch,
        count_threads: ThreadLimit,
        output: &'a mut ChunkOutput,
        flush: &'a mut Flush<'a>,
    ) -> Replier<'a> {
        Replier {
            chunk,
            case_completer: CaseCompleter {
                chunk,
                batch,
                count_threads,
            },
            style: chunk.style(),
            output,
            flusher: Flusher::new(flush),
        }
    }

    /// Replies to the records, and flushes the output. Breaks if the writer is closed.
    pub(super) fn reply_to_chunk(mut self) -> ControlFlow<()> {
        if self.chunk.records.starts_input() {
            self.start_input();
        }
        if !self.must_stop() {
            self.reply_to_records()?;
        }
        self.flusher.flush(self.output, OutOfTurn::Wait)
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

    /// With `fail_fast`, whether this chunk has met an error, which nothing may follow. The final
    /// flush then ends the run. An earlier flush that carried the error has already ended it.
    fn must_stop(&self) -> bool {
        self.chunk.policy.options.fail_fast && self.output.tally.status == Status::Invalid
    }

    /// Replies to the records, up to the first error if nothing may follow it. Breaks if the writer
    /// is closed.
    fn reply_to_records(&mut self) -> ControlFlow<()> {
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
            self.case_completer
                .complete(&mut case, &mut self.output.tally);
            self.reply_to_record(&mut case)?;
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

    fn reply_to_record(&mut self, case: &mut Case<'_>) -> ControlFlow<()> {
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
            Reply::Count(_) => self.flusher.flush_if_due(self.output),
            // Chunks of other slow questions are short.
            _ => ControlFlow::Continue(()),
        }
    }

    /// Writes each of several solutions as soon as it is found. With `fail_fast`, a wrong given
    /// solution ends the list after the first solution.
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
            self.flusher.flush_if_due(self.output)?;
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
            self.flusher.flush_if_many_equivalents(self.output)?;
        }
        ControlFlow::Continue(())
    }

    /// Adds a message about a record, where the policy wants it.
    fn add_message(&mut self, message: Message, case: &mut Case<'_>) {
        let place = self.chunk.policy.message_place();
        if matches!(place, MessagePlace::RepliesOnly | MessagePlace::Both) {
            case.messages.push(message.text.clone());
        }
        if matches!(place, MessagePlace::MessagesOnly | MessagePlace::Both) {
            self.output.messages.push(message);
        }
    }

    /// Writes a reply, or an empty one and a message if it would be read back as something else.
    fn write_reply(&mut self, case: &mut Case<'_>, reply: &Reply<'_>) {
        match self.style.why_misread(case, reply) {
            Some(problem) => {
                self.output.tally.count_unwritten_reply();
                self.add_message(problem, case);
                self.style
                    .write(case, &Reply::Nothing, &mut self.output.replies);
            }
            None => self.style.write(case, reply, &mut self.output.replies),
        }
    }
}
