//! Replies to the records of a chunk.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use std::{mem, slice};

use super::writer::ChunkOutput;
use crate::analysis::{
    Reason, contradictions, minimal_puzzles_of, redundant_clues_of, true_candidates_of,
};
use crate::grid::{Candidates, Marked, MarkedRef};
use crate::input::records::Records;
use crate::output::{PUZZLE_HEADER, csv_header, differing_columns, find_ambiguity, push_solution};
use crate::question::Question;
use crate::question::options::{Options, OutputFormat};
use crate::question::reply::{Case, Input, Message, Reply, Status};
use crate::solver::batch::{Batch, Puzzles};
use crate::solver::parallel::{SolutionCount, Threads, count_solutions};
use crate::solver::search::Search;
use crate::solver::{Answer, Goal};

/// Flush after this many bytes of replies, or after this time: a grid can have more solutions than
/// memory can hold, or take longer than a reader likes to wait.
const FLUSH_BYTES: usize = 1 << 16;
const FLUSH_AFTER: Duration = Duration::from_millis(100);

/// The end of the message about finished grids that are not records.
const NOT_ANSWERED: &str = "not answered (--check and --convert take every grid)";

/// The findings about the grids of a chunk that the options ask for.
#[derive(Default)]
struct Findings {
    /// The answer to each grid. The memory is used again for the next chunk.
    answers: Vec<Answer>,
    /// Why grids have no solution, by their index.
    contradictions: BTreeMap<usize, Reason>,
    /// Replies that take more than an answer, by the index of their grid.
    replies: BTreeMap<usize, Reply<'static>>,
}

impl Findings {
    /// Computes the findings about the grids of a chunk.
    fn compute(
        &mut self,
        options: &Options,
        format: OutputFormat,
        records: &Records,
        batch: &mut Batch,
    ) {
        let (question, puzzles) = (
            options.question,
            Puzzles::Grids(&records.grids, &records.marks),
        );
        let Some(goal) = options.goal() else { return };
        if question == Question::Smallest {
            batch.solve_read(goal, puzzles, &mut self.answers);
        } else {
            batch.solve_puzzles(goal, puzzles, &mut self.answers);
        }
        if question != Question::Smallest && options.needs_two_solutions(format) {
            batch.add_smallest(puzzles, &mut self.answers);
        }
        if options.explain {
            let (indices, unsolvable) =
                self.filter_puzzles(puzzles, |answer| *answer == Answer::Unsolvable);
            self.contradictions = indices
                .into_iter()
                .zip(contradictions(&unsolvable, batch))
                .collect();
        }
        let is_wanted: fn(&Answer) -> bool = match question {
            Question::Candidates => |answer| matches!(answer, Answer::Several(_)),
            Question::Minimize | Question::Redundant => {
                |answer| matches!(answer, Answer::Unique(_))
            }
            _ => return,
        };
        // All puzzles go together, because the engine is fast only if it gets many puzzles at a
        // time.
        let (indices, candidates) = self.filter_puzzles(puzzles, is_wanted);
        let minimized = |puzzle: Candidates| {
            Reply::Minimized(Box::new(Marked {
                grid: puzzle.to_grid(),
                marks: Some(puzzle),
            }))
        };
        let replies: Vec<Reply<'static>> = match question {
            Question::Candidates => true_candidates_of(&candidates, batch)
                .into_iter()
                .map(Reply::Candidates)
                .collect(),
            Question::Minimize => minimal_puzzles_of(&candidates, batch)
                .into_iter()
                .map(minimized)
                .collect(),
            _ => redundant_clues_of(&candidates, batch)
                .into_iter()
                .map(Reply::Redundant)
                .collect(),
        };
        self.replies = indices.into_iter().zip(replies).collect();
    }

    /// The indices of the puzzles with wanted answers, and these puzzles.
    fn filter_puzzles(
        &self,
        puzzles: Puzzles,
        is_wanted: impl Fn(&Answer) -> bool,
    ) -> (Vec<usize>, Vec<Candidates>) {
        let indices = (0..self.answers.len()).filter(|&index| is_wanted(&self.answers[index]));
        indices
            .map(|index| (index, puzzles.candidates(index)))
            .unzip()
    }
}

/// Writes the output so far and empties it. Before the turn of this chunk, it waits if the second
/// argument is `true`, and keeps the output otherwise. Breaks if the run is over.
pub(super) type Flush<'a> = dyn FnMut(&mut ChunkOutput, bool) -> ControlFlow<()> + 'a;

/// Replies to the records of one chunk after the other, and reuses its memory.
pub(super) struct Worker<'a> {
    options: &'a Options,
    input: Input<'a>,
    batch: &'a mut Batch,
    /// The format of the answers to the chunk.
    format: OutputFormat,
    /// The most threads to count solutions with.
    pub(super) count_threads: Threads,
    findings: Findings,
    output: ChunkOutput,
    flushed: Instant,
}

impl<'a> Worker<'a> {
    pub(super) fn new(options: &'a Options, input: Input<'a>, batch: &'a mut Batch) -> Worker<'a> {
        let (format, count_threads, findings, output) = Default::default();
        Worker {
            options,
            input,
            batch,
            format,
            count_threads,
            findings,
            output,
            flushed: Instant::now(),
        }
    }

    /// Replies to the records of a chunk. The output is flushed at the end, and earlier if it is
    /// long or slow.
    pub(super) fn process(&mut self, records: &Records, flush: &mut Flush<'_>) -> ControlFlow<()> {
        (self.format, self.flushed) = (self.options.format_for(records.format), Instant::now());
        self.write_csv_header(records);
        self.input.first_header = self
            .input
            .first_header
            .filter(|first| records.header.as_deref() != Some(first));
        let mut findings = mem::take(&mut self.findings);
        findings.compute(self.options, self.format, records, self.batch);
        self.output.stats.level = self.batch.level();
        self.reply_to_all(records, &mut findings, flush)?;
        self.findings = findings;
        flush(&mut self.output, true)
    }

    /// Writes the csv header at the start of an input. If an earlier input has written one, reports
    /// how the columns differ.
    fn write_csv_header(&mut self, records: &Records) {
        let own = records.header.as_deref();
        if self.format != OutputFormat::Csv
            || records.offset > 0
            || own.is_none() && records.len_with_empties() == 0
        {
            return;
        }
        if let Some(first) = self.input.first_header {
            return differing_columns(first, own)
                .iter()
                .for_each(|text| self.report(format_args!(" {text}")));
        }
        let names = self.options.question.column_names();
        self.output
            .replies
            .bytes
            .extend(csv_header(own, names, self.input.with_filename));
        self.output.header = Some(records.header.as_ref().unwrap_or(&PUZZLE_HEADER).clone());
    }

    /// Replies to the records, up to the first invalid one if `fail_fast` is set.
    fn reply_to_all(
        &mut self,
        records: &Records,
        findings: &mut Findings,
        flush: &mut Flush<'_>,
    ) -> ControlFlow<()> {
        let (input, question, fail_fast) =
            (self.input, self.options.question, self.options.fail_fast);
        let replied = self.write_leading_solutions(records, &findings.answers);
        let writes_lines = matches!(
            self.format,
            OutputFormat::Line | OutputFormat::Csv | OutputFormat::Json
        );
        for position in replied..records.len() {
            let record = records.record(position);
            if writes_lines {
                self.write_empty_lines(record.empty_lines_above);
            }
            let index = record.grid_index;
            let reply = index.and_then(|index| findings.replies.remove(&index));
            let contradiction = index.and_then(|index| findings.contradictions.get(&index));
            let answer = index.and_then(|index| findings.answers.get(index));
            // A check finds conflicts itself. Of two pencil marks that conflict, neither is wrong
            // by itself.
            let is_relevant = answer.map_or(question != Question::Check, |answer| {
                *answer == Answer::Unsolvable
            });
            let puzzle = record.puzzle.ok().filter(|_| is_relevant);
            let conflict = puzzle.and_then(MarkedRef::conflict);
            let answer = answer.filter(|_| conflict.is_none());
            let solutions = answer
                .and_then(Answer::solution)
                .map_or(&[][..], slice::from_ref)
                .into();
            let messages = Vec::new();
            let mut case = Case {
                record: &record,
                input,
                answer,
                conflict,
                solutions,
                contradiction,
                messages,
            };
            self.reply_to(&mut case, reply, flush)?;
            if fail_fast && self.output.stats.status == Status::Invalid {
                return ControlFlow::Continue(());
            }
        }
        if writes_lines {
            self.write_empty_lines(records.empty_lines_at_end);
        }
        if let Some(error) = &records.input_error {
            self.output.stats.status = Status::Invalid;
            self.report(error);
        }
        if let Some(skipped) = records.skipped {
            self.report(skipped);
        }
        match records.omitted_solutions {
            0 => (),
            1 => self.report(format_args!(
                " 1 finished grid solves the puzzle above it and was {NOT_ANSWERED}"
            )),
            n => self.report(format_args!(
                " {n} finished grids solve the puzzle above them and were {NOT_ANSWERED}"
            )),
        }
        ControlFlow::Continue(())
    }

    fn write_empty_lines(&mut self, count: usize) {
        let bytes = &mut self.output.replies.bytes;
        bytes.resize(bytes.len() + count, b'\n');
    }

    /// Reports something about the input as a whole.
    fn report(&mut self, what: impl Display) {
        let text = format!("{}:{what}", self.input.name);
        self.output.messages.push(Message {
            topic: "the input",
            line: 0,
            text,
        });
    }

    /// Replies to the first records of a chunk, as long as they only need their solution on a line,
    /// and returns their number. Most records of most streams need no more, so this path must be
    /// fast.
    fn write_leading_solutions(&mut self, records: &Records, answers: &[Answer]) -> usize {
        let Options {
            verify,
            with_filename,
            ..
        } = *self.options;
        if verify
            || with_filename
            || self.options.goal() != Some(Goal::Smallest)
            || self.format != OutputFormat::Line
        {
            return 0;
        }
        let solutions = answers[..records.leading_grids()]
            .iter()
            .map_while(Answer::solution);
        let count = solutions
            .map(|solution| push_solution(solution, &mut self.output.replies.bytes))
            .count();
        self.output.stats.grids += count as u64;
        count
    }

    /// Replies to a record. `ready` is its reply if that was computed with those of the chunk.
    fn reply_to(
        &mut self,
        case: &mut Case<'_>,
        ready: Option<Reply<'_>>,
        flush: &mut Flush<'_>,
    ) -> ControlFlow<()> {
        let Options {
            question,
            explain,
            on_one_terminal,
            ..
        } = *self.options;
        let has_several = case.has_several();
        if has_several && self.options.needs_two_solutions(self.format) {
            let smallest = case.solutions.first().copied();
            case.solutions = Search::new(&case.candidates())
                .solutions(smallest)
                .take(2)
                .collect();
        }
        let reply = match question {
            Question::Count { limit } if has_several => {
                // Counting one more tells whether there are more than the limit.
                let (limit, most) = (limit.get(), limit.get().saturating_add(1));
                let SolutionCount {
                    solutions: count,
                    threads,
                } = count_solutions(&case.candidates(), most, self.batch, self.count_threads);
                self.output.stats.threads = self.output.stats.threads.max(threads);
                Reply::Count {
                    counted: count.min(limit),
                    more: count > limit,
                }
            }
            _ => ready.unwrap_or_else(|| question.reply(case)),
        };
        // On a terminal, a solution may be taken for the only one, unless the format says more.
        let may_mislead =
            on_one_terminal && !matches!(self.format, OutputFormat::Pretty | OutputFormat::Json);
        let names_several = has_several
            && (explain
                || question == Question::Minimize
                || question == Question::Smallest && may_mislead);
        let (status, messages) = question.outcome(case, &reply, names_several);
        messages
            .into_iter()
            .flatten()
            .for_each(|message| self.message(message, case));
        self.output.stats.count(case, &reply, status);
        if let (Question::All { limit }, true) = (question, has_several) {
            let solutions = Search::new(&case.candidates()).solutions(None);
            return (1..=limit.map_or(u64::MAX, NonZero::get))
                .zip(solutions)
                .try_for_each(|(index, solution)| {
                    self.write(case, &Reply::Listed(index, &solution));
                    self.flush_if_due(flush)
                });
        }
        self.write(case, &reply);
        // Other replies do not take long, and are flushed at the end of the chunk.
        if let Question::Count { .. } = question {
            self.flush_if_due(flush)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Adds a message to those on standard error, or to those that the answer shows, or to both. A
    /// terminal shows it once.
    fn message(&mut self, message: Message, case: &mut Case<'_>) {
        let Options {
            question,
            on_one_terminal,
            ..
        } = *self.options;
        let is_in_answer =
            self.format == OutputFormat::Json || on_one_terminal && question == Question::Check;
        if is_in_answer {
            case.messages.push(message.text.clone());
        }
        if !(is_in_answer && on_one_terminal) {
            self.output.messages.push(message);
        }
    }

    /// Writes a reply, or reports why it is not written.
    fn write(&mut self, case: &mut Case<'_>, mut reply: &Reply<'_>) {
        let problem = match reply {
            Reply::Solution(solution) | Reply::Listed(_, solution) if self.options.verify => {
                case.verify(solution)
            }
            // Packed and spaced output leave out pencil marks, so only drawings can be misread.
            _ if self.format == OutputFormat::Pretty => find_ambiguity(case, reply),
            _ => None,
        };
        if let Some(message) = problem {
            self.output.stats.status = Status::Invalid;
            self.message(message, case);
            reply = &Reply::Nothing;
        }
        self.format
            .write(case, reply, self.options.color, &mut self.output.replies);
    }

    fn flush_if_due(&mut self, flush: &mut Flush<'_>) -> ControlFlow<()> {
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
        let input = Input {
            name: "in",
            with_filename: false,
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
                let mut findings = Findings {
                    answers,
                    ..Findings::default()
                };
                let flush: &mut Flush<'_> = &mut |_, _| ControlFlow::Continue(());
                assert!(
                    worker
                        .reply_to_all(&records, &mut findings, flush)
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
