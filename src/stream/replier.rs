//! Replies to the records of a chunk.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::findings::Findings;
use super::turn::OutOfTurn;
use super::writer::ChunkOutput;
use crate::grid::{Conflict, Grid, MarkedRef};
use crate::input::records::{Header, Pairing, Records};
use crate::output::{PUZZLE_HEADER, Style, differing_columns, push_solution};
use crate::question::Question;
use crate::question::case::{Case, Counted};
use crate::question::options::OutputFormat;
use crate::question::outcome::Outcome;
use crate::question::policy::{ChunkPolicy, MessagePlace, TAKES_EVERY_GRID};
use crate::question::reply::{Plan, Reply};
use crate::question::shuffle::Shuffler;
use crate::question::status::{Message, Status};
use crate::solver::Answer;
use crate::solver::batch::Batch;
use crate::solver::count::count_solutions;
use crate::solver::parallel::Threads;
use crate::solver::search::Search;

/// Flush after this many bytes of replies, or after this time: a grid can have more solutions than
/// memory can hold, or take longer than a reader likes to wait.
const FLUSH_BYTES: usize = 1 << 16;
const FLUSH_AFTER: Duration = Duration::from_millis(100);

/// Flush after this many bytes of equivalents, or messages why they are not written. Equivalents
/// come fast, so nobody waits for them, but there can be any number. While a chunk waits for its
/// turn to flush, its thread pauses.
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
    /// The columns under which an earlier input has had its csv replies written.
    pub(super) first_header: Option<&'a Header>,
}

impl<'a> InputContext<'a> {
    /// How the replies to some records of the input are written.
    pub(super) fn style(&self, policy: ChunkPolicy<'_>, records: &Records) -> Style<'a> {
        Style {
            format: policy.format,
            color: policy.options.color,
            file_name: policy.options.with_filename.then_some(self.name),
            captions_words: policy.captions_words(records.format),
            first_header: match self.first_header {
                Some(first) if records.header.as_deref() != Some(first) => Some(first),
                // The columns of the records can be written as they are.
                _ => None,
            },
        }
    }
}

/// Replies to the records of a chunk.
pub(super) struct Replier<'a> {
    policy: ChunkPolicy<'a>,
    input: InputContext<'a>,
    style: Style<'a>,
    batch: &'a mut Batch,
    /// The most threads to count solutions with.
    count_threads: Threads,
    /// What has been written and not flushed.
    output: &'a mut ChunkOutput,
    flush: &'a mut Flush<'a>,
    /// When a flush was last tried, or the work began.
    flush_tried: Instant,
}

impl<'a> Replier<'a> {
    pub(super) fn new(
        policy: ChunkPolicy<'a>,
        input: InputContext<'a>,
        style: Style<'a>,
        batch: &'a mut Batch,
        count_threads: Threads,
        output: &'a mut ChunkOutput,
        flush: &'a mut Flush<'a>,
    ) -> Replier<'a> {
        Replier {
            policy,
            input,
            style,
            batch,
            count_threads,
            output,
            flush,
            flush_tried: Instant::now(),
        }
    }

    /// Replies to the records. The output is flushed at the end, and earlier if it is long or late.
    pub(super) fn reply_to_chunk(
        mut self,
        records: &Records,
        findings: &Findings,
    ) -> ControlFlow<()> {
        self.output.stats.level = self.batch.level();
        self.report_missing_solution_column(records);
        if self.policy.format == OutputFormat::Csv {
            self.begin_csv(records);
        }
        self.reply_to_all(records, findings)?;
        self.flush(OutOfTurn::Wait)
    }

    /// Reports at the start of an input that it does not have the column that is asked for.
    fn report_missing_solution_column(&mut self, records: &Records) {
        let Some(column) = &self.policy.options.solution_column else {
            return;
        };
        let header = records.header.as_deref();
        let is_there = header.is_some_and(|header| header.solution_column.is_some());
        if is_there || !records.starts_input() {
            return;
        }
        let name = self.input.name;
        self.output.stats.status = Status::Invalid;
        self.report_on_input(format!(
            "{name}: expected a column {column:?} with solutions, found none of this name"
        ));
    }

    /// Writes the csv header at the start of an input. If an earlier input has written one, reports
    /// how the columns differ.
    fn begin_csv(&mut self, records: &Records) {
        if !records.starts_input() {
            return;
        }
        let own = records.header.as_deref();
        if let Some(first) = self.input.first_header {
            if let Some(differences) = differing_columns(first, own) {
                self.report_on_input(format!("{}: {differences}", self.input.name));
            }
            return;
        }
        let names = self.policy.question().column_names();
        let line = self.style.csv_header(own, names);
        self.output.replies.bytes.extend(line);
        let header = records.header.as_ref().unwrap_or(&PUZZLE_HEADER);
        self.output.header = Some(header.clone());
    }

    /// Whether nothing may follow the output so far, because it reports an error.
    fn must_stop(&self) -> bool {
        self.policy.options.fail_fast && self.output.stats.status == Status::Invalid
    }

    /// Replies to the records, up to the first error if `fail_fast` is set.
    fn reply_to_all(&mut self, records: &Records, findings: &Findings) -> ControlFlow<()> {
        if self.must_stop() {
            return ControlFlow::Continue(());
        }
        let replied = self.write_leading_solutions(records, &findings.answers);
        let others = (replied..records.len()).map(|position| records.record(position));
        for record in records.carried_record().into_iter().chain(others) {
            self.write_empty_lines(record.empty_lines_above);
            // A puzzle gets no reply of its own if an attempt at it is below.
            if matches!(record.pairing, Pairing::Puzzle | Pairing::Waiting) {
                continue;
            }
            let mut case = Case::new(&record, self.input.name);
            self.add_findings(&mut case, findings);
            self.reply_to(&mut case)?;
            if self.must_stop() {
                return ControlFlow::Continue(());
            }
        }
        self.write_empty_lines(records.empty_lines_at_end);
        self.report_end(records);
        ControlFlow::Continue(())
    }

    /// Writes the solutions of the first records of a chunk, as long as they need nothing else, and
    /// returns their number. Most records of most streams need no more, so this path must be fast.
    fn write_leading_solutions(&mut self, records: &Records, answers: &[Answer]) -> usize {
        if !self.policy.prints_solutions_only() {
            return 0;
        }
        let mut count = 0;
        for answer in &answers[..records.leading_grids()] {
            let Some(solution) = answer.solution() else {
                break;
            };
            push_solution(solution, &mut self.output.replies.bytes);
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

    /// Reports what the end of an input shows.
    fn report_end(&mut self, records: &Records) {
        let name = self.input.name;
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
                "{name}: skipped 1 solved grid right below its puzzle {TAKES_EVERY_GRID}"
            )),
            n => self.report_on_input(format!(
                "{name}: skipped {n} solved grids right below their puzzles {TAKES_EVERY_GRID}"
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

    /// Adds what has been found out about a record, and what is found out now.
    fn add_findings<'r>(&mut self, case: &mut Case<'r>, findings: &'r Findings) {
        let (Ok(puzzle), Some(index)) = (case.record.puzzle, case.record.grid_index) else {
            return;
        };
        let answer = findings.answers.get(index);
        case.conflict = self.find_conflict(puzzle, answer);
        if case.conflict.is_some() {
            return;
        }
        case.answer = answer;
        case.smallest = findings.smallest.get(&index);
        case.contradiction = findings.contradictions.get(&index);
        case.searched = findings.searched.get(&index);
        if let Question::Count { limit } = self.policy.question() {
            case.counted = self.count(case, limit.get());
        }
        if case.has_multiple_solutions() && self.policy.finds_two_smallest() {
            case.two_smallest = two_smallest(case);
        }
    }

    /// Two clues of a puzzle that conflict. If it has a solution, there are none.
    fn find_conflict(&self, puzzle: MarkedRef<'_>, answer: Option<&Answer>) -> Option<Conflict> {
        if !self.policy.finds_conflicts() {
            return None;
        }
        match answer {
            None | Some(Answer::Unsolvable) => puzzle.conflict(),
            Some(Answer::Unique(_) | Answer::Multiple | Answer::Solvable(_)) => None,
        }
    }

    /// The number of solutions of a puzzle, up to a limit.
    fn count(&mut self, case: &Case<'_>, limit: u64) -> Option<Counted> {
        let solutions = match case.answer? {
            Answer::Unsolvable => 0,
            Answer::Unique(_) => 1,
            Answer::Multiple | Answer::Solvable(_) => {
                // Counting one more tells whether there are more than the limit.
                let (puzzle, most) = (case.candidates(), limit.saturating_add(1));
                let count = count_solutions(&puzzle, most, self.batch, self.count_threads);
                let threads = &mut self.output.stats.threads;
                *threads = count.threads.max(*threads);
                count.solutions
            }
        };
        Some(Counted {
            solutions: solutions.min(limit),
            has_more: solutions > limit,
        })
    }

    fn reply_to(&mut self, case: &mut Case<'_>) -> ControlFlow<()> {
        let question = self.policy.question();
        let plan = question.plan(case);
        let outcome = Outcome::of(question, case, &plan);
        if case.has_multiple_solutions() && self.policy.reports_multiple() {
            self.report(case.multiple_message(), case);
        }
        if let Some(message) = outcome.message {
            self.report(message, case);
        }
        self.output.stats.count(case, &plan, outcome.status);
        match plan {
            Plan::Reply(reply) => self.write_only_reply(case, &reply),
            Plan::Solutions { limit } => self.list_solutions(case, limit),
            Plan::Equivalents { count, seed } => self.list_equivalents(case, count, seed),
        }
    }

    fn write_only_reply(&mut self, case: &mut Case<'_>, reply: &Reply<'_>) -> ControlFlow<()> {
        self.write(case, reply);
        match reply {
            Reply::Count(_) => self.flush_if_due(),
            // Other replies do not take long, and are flushed at the end of the chunk.
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
            self.write(case, &Reply::Listed(index, &solution));
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
            let record = shuffler.shuffle();
            let mut equivalent = Case::new(&record, case.input_name);
            equivalent.conflict = case.conflict;
            equivalent.messages.clone_from(&case.messages);
            self.write(&mut equivalent, &Reply::Equivalent(index));
            if self.must_stop() {
                break;
            }
            self.flush_many_equivalents()?;
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

    /// Writes a reply, or reports why it is not written.
    fn write(&mut self, case: &mut Case<'_>, reply: &Reply<'_>) {
        let Some(problem) = self.style.find_ambiguity(case, reply) else {
            return self.style.write(case, reply, &mut self.output.replies);
        };
        self.output.stats.status = Status::Invalid;
        self.report(problem, case);
        self.style
            .write(case, &Reply::Nothing, &mut self.output.replies);
    }

    fn flush_many_equivalents(&mut self) -> ControlFlow<()> {
        let ChunkOutput {
            replies, messages, ..
        } = &self.output;
        if replies.bytes.len() < FLUSH_BYTES_OF_EQUIVALENTS
            && messages.len() < FLUSH_MESSAGES_OF_EQUIVALENTS
        {
            return ControlFlow::Continue(());
        }
        self.flush(OutOfTurn::Wait)
    }

    fn flush_if_due(&mut self) -> ControlFlow<()> {
        let out_of_turn = if self.output.replies.bytes.len() >= FLUSH_BYTES {
            OutOfTurn::Wait
        } else if self.flush_tried.elapsed() >= FLUSH_AFTER {
            OutOfTurn::Keep
        } else {
            return ControlFlow::Continue(());
        };
        self.flush(out_of_turn)
    }

    fn flush(&mut self, out_of_turn: OutOfTurn) -> ControlFlow<()> {
        (self.flush)(self.output, out_of_turn)?;
        self.flush_tried = Instant::now();
        ControlFlow::Continue(())
    }
}

fn two_smallest(case: &Case<'_>) -> Option<[Grid; 2]> {
    let smallest = case.solution().copied();
    let mut solutions = Search::new(&case.candidates()).solutions(smallest);
    Some([solutions.next()?, solutions.next()?])
}
