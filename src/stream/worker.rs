//! Replies to the records of a chunk.

use std::mem;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::findings::Findings;
use super::turn::OutOfTurn;
use super::writer::ChunkOutput;
use crate::grid::{Conflict, Grid, MarkedRef};
use crate::input::records::{Header, Pairing, Record, Records};
use crate::output::{PUZZLE_HEADER, Style, csv_header, differing_columns, push_solution};
use crate::question::Question;
use crate::question::case::{Case, Counted};
use crate::question::options::{Options, OutputFormat};
use crate::question::outcome::{Message, Outcome, Status};
use crate::question::policy::{ChunkPolicy, MessagePlace};
use crate::question::reply::Reply;
use crate::solver::Answer;
use crate::solver::batch::Batch;
use crate::solver::count::count_solutions;
use crate::solver::handful::ReadSize;
use crate::solver::parallel::Threads;
use crate::solver::search::Search;

/// Flush after this many bytes of replies, or after this time: a grid can have more solutions than
/// memory can hold, or take longer than a reader likes to wait.
const FLUSH_BYTES: usize = 1 << 16;
const FLUSH_AFTER: Duration = Duration::from_millis(100);

/// What to do about solved grids that are skipped.
const TAKES_EVERY_GRID: &str = "(--check and --convert take every grid)";

/// Writes the output so far and empties it. Breaks if the run is over.
pub(super) type Flush<'a> = dyn FnMut(&mut ChunkOutput, OutOfTurn) -> ControlFlow<()> + 'a;

/// The input whose records a worker replies to.
#[derive(Clone, Copy)]
pub(super) struct InputContext<'a> {
    /// What messages call it.
    pub(super) name: &'a str,
    /// The columns under which an earlier input has had its csv replies written.
    pub(super) first_header: Option<&'a Header>,
}

/// Replies to the records of one chunk after the other, and reuses its memory.
pub(super) struct Worker<'a> {
    options: &'a Options,
    input: InputContext<'a>,
    batch: &'a mut Batch,
    /// The policy for the chunk.
    policy: ChunkPolicy,
    style: Style<'a>,
    /// The size of the read that the chunk comes from.
    pub(super) read_size: ReadSize,
    /// The most threads to count solutions with.
    pub(super) count_threads: Threads,
    findings: Findings,
    output: ChunkOutput,
    flushed: Instant,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        options: &'a Options,
        input: InputContext<'a>,
        batch: &'a mut Batch,
    ) -> Worker<'a> {
        let policy = ChunkPolicy::new(options, None);
        Worker {
            options,
            input,
            batch,
            style: Style {
                format: policy.format,
                color: options.color,
                file_name: options.with_filename.then_some(input.name),
                first_header: None,
            },
            policy,
            read_size: ReadSize::Handful,
            count_threads: None,
            findings: Findings::default(),
            output: ChunkOutput::default(),
            flushed: Instant::now(),
        }
    }

    /// Replies to the records of a chunk. The output is flushed at the end, and earlier if it is
    /// long or slow.
    pub(super) fn process(&mut self, records: &Records, flush: &mut Flush<'_>) -> ControlFlow<()> {
        self.policy = ChunkPolicy::new(self.options, records.format);
        self.style.format = self.policy.format;
        self.style.first_header = match self.input.first_header {
            Some(first) if records.header.as_deref() != Some(first) => Some(first),
            // The columns of the records can be written as they are.
            _ => None,
        };
        self.flushed = Instant::now();
        self.report_missing_solution_column(records);
        if self.policy.format == OutputFormat::Csv {
            self.begin_csv(records);
        }
        let mut findings = mem::take(&mut self.findings);
        findings.find(&self.policy, records, self.read_size, self.batch);
        self.output.stats.level = self.batch.level();
        self.reply_to_all(records, &findings, flush)?;
        self.findings = findings;
        flush(&mut self.output, OutOfTurn::Wait)
    }

    /// Reports at the start of an input that it does not have the column that is asked for.
    fn report_missing_solution_column(&mut self, records: &Records) {
        let Some(column) = &self.options.solution_column else {
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
        let names = self.policy.question.column_names();
        let line = csv_header(own, names, self.options.with_filename);
        self.output.replies.bytes.extend(line);
        let header = records.header.as_ref().unwrap_or(&PUZZLE_HEADER);
        self.output.header = Some(header.clone());
    }

    /// Whether nothing may follow the output so far, because it reports an error.
    fn must_stop(&self) -> bool {
        self.options.fail_fast && self.output.stats.status == Status::Invalid
    }

    /// Replies to the records, up to the first error if `fail_fast` is set.
    fn reply_to_all(
        &mut self,
        records: &Records,
        findings: &Findings,
        flush: &mut Flush<'_>,
    ) -> ControlFlow<()> {
        if self.must_stop() {
            return ControlFlow::Continue(());
        }
        let replied = self.write_leading_solutions(records, &findings.answers);
        let others = (replied..records.len()).map(|position| records.record(position));
        for record in records.carried_record().into_iter().chain(others) {
            self.write_empty_lines(record.empty_lines_above);
            // A puzzle whose answer is below it gets no reply of its own.
            if matches!(record.pairing, Pairing::Puzzle | Pairing::Waiting) {
                continue;
            }
            let mut case = self.case(&record, findings);
            self.reply_to(&mut case, flush)?;
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
        if !self.policy.is_plain {
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
        if self.policy.keeps_empty_lines {
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

    /// A record, and all that has to be found out about it.
    fn case<'r>(&mut self, record: &'r Record<'r>, findings: &'r Findings) -> Case<'r>
    where
        'a: 'r,
    {
        let mut case = Case::new(record, self.input.name);
        let (Ok(puzzle), Some(index)) = (record.puzzle, record.grid_index) else {
            return case;
        };
        let answer = findings.answers.get(index);
        case.conflict = self.find_conflict(puzzle, answer);
        if case.conflict.is_some() {
            return case;
        }
        case.answer = answer;
        case.smallest = findings.smallest.get(&index);
        case.contradiction = findings.contradictions.get(&index);
        case.searched = findings.searched.get(&index);
        if let Question::Count { limit } = self.policy.question {
            case.counted = self.count(&case, limit.get());
        }
        if self.policy.finds_two_smallest && case.has_multiple_solutions() {
            case.two_smallest = two_smallest(&case);
        }
        case
    }

    /// Two clues of a puzzle that conflict. If it has a solution, there are none.
    fn find_conflict(&self, puzzle: MarkedRef<'_>, answer: Option<&Answer>) -> Option<Conflict> {
        match answer {
            None | Some(Answer::Unsolvable) if self.policy.finds_conflicts => puzzle.conflict(),
            _ => None,
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

    fn reply_to(&mut self, case: &mut Case<'_>, flush: &mut Flush<'_>) -> ControlFlow<()> {
        let question = self.policy.question;
        let reply = question.reply(case);
        let outcome = Outcome::of(question, case, &reply);
        let says_nothing = matches!(reply, Reply::Nothing);
        if case.has_multiple_solutions() && (self.policy.reports_multiple || says_nothing) {
            self.report(case.multiple_message(), case);
        }
        if let Some(message) = outcome.message {
            self.report(message, case);
        }
        self.output.stats.count(case, &reply, outcome.status);
        match question {
            Question::All { limit } if case.has_multiple_solutions() => {
                self.list_solutions(case, limit, flush)
            }
            Question::Count { .. } => {
                self.write(case, &reply);
                self.flush_if_due(flush)
            }
            // Other replies do not take long, and are flushed at the end of the chunk.
            _ => {
                self.write(case, &reply);
                ControlFlow::Continue(())
            }
        }
    }

    /// Writes each of several solutions as soon as it is found.
    fn list_solutions(
        &mut self,
        case: &mut Case<'_>,
        limit: Option<NonZero<u64>>,
        flush: &mut Flush<'_>,
    ) -> ControlFlow<()> {
        let most = limit.map_or(u64::MAX, NonZero::get);
        let solutions = Search::new(&case.candidates()).solutions(None);
        for (index, solution) in (1..=most).zip(solutions) {
            self.write(case, &Reply::Listed(index, &solution));
            self.flush_if_due(flush)?;
        }
        ControlFlow::Continue(())
    }

    /// Adds a message about a record.
    fn report(&mut self, message: Message, case: &mut Case<'_>) {
        let place = self.policy.messages;
        if matches!(place, MessagePlace::Replies | MessagePlace::Both) {
            case.messages.push(message.text.clone());
        }
        if matches!(place, MessagePlace::Messages | MessagePlace::Both) {
            self.output.messages.push(message);
        }
    }

    /// Writes a reply, or reports why it is not written.
    fn write(&mut self, case: &mut Case<'_>, reply: &Reply<'_>) {
        let Some(problem) = self.find_problem(case, reply) else {
            return self.style.write(case, reply, &mut self.output.replies);
        };
        self.output.stats.status = Status::Invalid;
        self.report(problem, case);
        self.style
            .write(case, &Reply::Nothing, &mut self.output.replies);
    }

    fn find_problem(&self, case: &Case<'_>, reply: &Reply<'_>) -> Option<Message> {
        match reply {
            Reply::Solution(solution) | Reply::Listed(_, solution) if self.options.verify => {
                case.verify(solution)
            }
            _ => self.style.find_ambiguity(case, reply),
        }
    }

    fn flush_if_due(&mut self, flush: &mut Flush<'_>) -> ControlFlow<()> {
        let out_of_turn = if self.output.replies.bytes.len() >= FLUSH_BYTES {
            OutOfTurn::Wait
        } else if self.flushed.elapsed() >= FLUSH_AFTER {
            OutOfTurn::Keep
        } else {
            return ControlFlow::Continue(());
        };
        flush(&mut self.output, out_of_turn)?;
        self.flushed = Instant::now();
        ControlFlow::Continue(())
    }
}

fn two_smallest(case: &Case<'_>) -> Option<[Grid; 2]> {
    let smallest = case.solution().copied();
    let mut solutions = Search::new(&case.candidates()).solutions(smallest);
    Some([solutions.next()?, solutions.next()?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Candidates, Marked};
    use crate::puzzle::Puzzle;

    /// No solver finds a wrong solution, so this test makes some up.
    #[test]
    fn a_wrong_solution_is_reported_and_not_written_if_solutions_are_verified() {
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let grid: Grid = puzzle.parse().unwrap();
        let right = Puzzle::new(&grid).unwrap().smallest().unwrap();
        let changed_clues = Grid::from_cells(right.cells().map(|d| d % 9 + 1)).unwrap();
        let mut cells = *right.cells();
        cells.swap(2, 3);
        let conflicting = Grid::from_cells(cells).unwrap();
        let mut without = Candidates::from(&grid);
        without.eliminate("r1c3".parse().unwrap(), right.cells()[2]);
        let input = InputContext {
            name: "in",
            first_header: None,
        };
        for (solution, candidates, is_right) in [
            (right, None, true),
            (changed_clues, None, false),
            (conflicting, None, false),
            (right, Some(&without), false),
        ] {
            for (question, verify) in [
                (Question::Smallest, true),
                (Question::All { limit: None }, true),
                (Question::Smallest, false),
            ] {
                let options = Options {
                    question,
                    verify,
                    ..Options::default()
                };
                let mut batch = Batch::new();
                let mut worker = Worker::new(&options, input, &mut batch);
                let mut records = Records::default();
                let puzzle = Marked {
                    grid,
                    marks: candidates.copied(),
                };
                records.push(3, None, Ok(puzzle));
                let answers = vec![Answer::Unique(solution)];
                let findings = Findings {
                    answers,
                    ..Findings::default()
                };
                let flush: &mut Flush<'_> = &mut |_, _| ControlFlow::Continue(());
                assert!(
                    worker
                        .reply_to_all(&records, &findings, flush)
                        .is_continue()
                );
                let status = worker.output.stats.status;
                let answers = String::from_utf8(worker.output.replies.bytes).unwrap();
                let messages = worker
                    .output
                    .messages
                    .iter()
                    .map(|message| message.text.clone() + "\n");
                let messages: String = messages.collect();
                if is_right || !verify {
                    let expected = (Status::Solved, solution.to_string(), String::new());
                    assert_eq!(
                        (status, answers.trim().to_string(), messages),
                        expected,
                        "{question:?}"
                    );
                } else {
                    assert_eq!(
                        (status, answers.trim()),
                        (Status::Invalid, ""),
                        "{question:?}"
                    );
                    assert!(
                        messages.starts_with("in:3: the solution found is wrong"),
                        "{messages}"
                    );
                }
            }
        }
    }
}
