//! Solves the records of a chunk and writes the replies.

use std::fmt::Write as _;
use std::io;
use std::iter::Flatten;
use std::num::NonZero;
use std::option;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::count::count_solutions;
use super::messages::Messages;
use super::stats::Stats;
use crate::analysis::{Contradiction, contradictions, redundant_clues_of};
use crate::answer::Answer;
use crate::batch::{Batch, Goal, solve_one};
use crate::grid::{Candidates, Clue, Grid};
use crate::input::InputFormat;
use crate::input::error::ParseError;
use crate::input::records::{CsvHeader, Record, Records};
use crate::options::Options;
use crate::output::{Answered, Buffer, OutputFormat, push_solution};
use crate::puzzle::Puzzle;
use crate::question::{Case, Question};
use crate::reply::{Message, Reply, Status};

/// Chunks with at least this many grids are worth starting the engine for. Grids of a shorter one are solved one by one.
const MIN_GRIDS_FOR_ENGINE: usize = 16;

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
    batch: Option<Batch>,
    /// What was found out about each grid of the chunk: its answer, and besides that only what the options ask for.
    answers: Vec<Answer>,
    listings: Vec<Option<Listing>>,
    contradictions: Vec<Option<Contradiction>>,
    redundant: Vec<Option<Vec<Clue>>>,
    /// The time of the last flush, or of the first chance to flush.
    flushed: Option<Instant>,
}

/// The solutions of a grid in ascending order, of which the first two have been found.
struct Listing {
    smallest_two: Vec<Grid>,
    others: Box<dyn Iterator<Item = Grid> + Send>,
}

impl Listing {
    fn start(puzzle: &Puzzle) -> Listing {
        let mut solutions = puzzle.solutions();
        Listing { smallest_two: solutions.by_ref().take(2).collect(), others: Box::new(solutions) }
    }

    fn answer(&self) -> Answer {
        match self.smallest_two[..] {
            [] => Answer::Unsolvable,
            [only] => Answer::Unique(only),
            [smallest, ..] => Answer::Several(Some(smallest)),
        }
    }
}

impl Worker {
    /// A worker for these options. One that works alone may use more threads to count the solutions of a grid.
    pub(super) fn new(options: &Options, is_alone: bool) -> Worker {
        // Counting the cores takes time, so only a question that needs them does it.
        let counts = is_alone && matches!(options.question, Question::Count { .. });
        Worker {
            counting_threads: if counts { options.thread_count() } else { NonZero::<usize>::MIN },
            batch: None,
            answers: Vec::new(),
            listings: Vec::new(),
            contradictions: Vec::new(),
            redundant: Vec::new(),
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
        let format = options.output_format(records.format);
        let wants_two = options.wants_two(format);
        self.solve(options, records, wants_two);
        self.explain(options, records);
        if self.answers.len() >= MIN_GRIDS_FOR_ENGINE {
            output.stats.level = self.batch.as_ref().map(Batch::level);
        }
        let prints_only_solutions = options.question == Question::Smallest
            && !(options.explain || options.verify || options.stats)
            && format == Some(OutputFormat::Line);
        let Worker { counting_threads, answers, listings, contradictions, redundant, flushed, .. } = self;
        let counting_threads = *counting_threads;
        let mut chunk = Chunk { options, name, format, counting_threads, wants_two, flushed, output, flush };
        let mut index = 0;
        if prints_only_solutions {
            // Most records of most streams need no more than this, and take as little time as possible.
            for solution in answers[..records.leading_grids()].iter().map_while(Answer::solution) {
                push_solution(solution, &mut chunk.output.answers.bytes);
                index += 1;
            }
            chunk.output.stats.grids += index as u64;
        }
        let mut blank_lines = records.blank_lines().iter().peekable();
        for (before, record) in records.iter().enumerate().skip(index) {
            while blank_lines.next_if(|&&records_before| records_before <= before).is_some() {
                chunk.write_blank_line();
            }
            match record.puzzle {
                Ok((grid, candidates)) => {
                    let found = Found {
                        answer: answers.get(index).copied(),
                        listing: listings.get_mut(index).and_then(Option::take),
                        contradiction: contradictions.get(index).and_then(Option::as_ref),
                        redundant: redundant.get_mut(index).and_then(Option::take),
                    };
                    chunk.reply_to_grid(&record, grid, candidates, found)?;
                    index += 1;
                }
                Err(error) => chunk.reply_to_malformed(&record, error),
            }
            if options.fail_fast && chunk.output.status == Status::Invalid {
                return Ok(());
            }
        }
        blank_lines.for_each(|_| chunk.write_blank_line());
        if let Some(error) = &records.input_error {
            chunk.output.status = Status::Invalid;
            chunk.output.messages.push(error.line, None, format_args!("{name}:{error}"));
        }
        Ok(())
    }

    /// Finds the answer to each grid that the question needs, and if `wants_two`, the two smallest of several solutions.
    fn solve(&mut self, options: &Options, records: &Records, wants_two: bool) {
        let Worker { batch, answers, listings, .. } = self;
        answers.clear();
        listings.clear();
        let wants_verdict = options.wants_verdict();
        let goal = match options.question.goal() {
            Some(Goal::Smallest) if wants_verdict => Goal::Uniqueness,
            Some(goal) => goal,
            None => return,
        };
        if records.grids.len() < MIN_GRIDS_FOR_ENGINE {
            for puzzle in grids(records).map(|(grid, candidates)| puzzle_of(grid, candidates)) {
                let Some(puzzle) = puzzle else {
                    answers.push(Answer::Unsolvable);
                    listings.push(None);
                    continue;
                };
                let listing = wants_two.then(|| Listing::start(&puzzle));
                answers.push(match (&listing, options.question) {
                    (Some(listing), _) => listing.answer(),
                    (None, Question::Smallest) if wants_verdict => puzzle.answer(),
                    (None, _) => solve_one(goal, &puzzle),
                });
                listings.push(listing);
            }
            return;
        }
        let batch = batch.get_or_insert_with(Batch::new);
        batch.solve_marked(goal, &records.grids, &records.candidates, answers);
        if wants_two {
            let several = grids(records).zip(answers.iter()).map(|((grid, candidates), answer)| {
                let puzzle = (*answer == Answer::Several(None)).then(|| puzzle_of(grid, candidates))??;
                Some(Listing::start(&puzzle))
            });
            listings.extend(several);
        } else if options.question == Question::Smallest && wants_verdict {
            batch.smallest_of_several(&records.grids, &records.candidates, answers);
        }
    }

    /// Finds redundant clues and reasons why there is no solution, if they are asked for.
    fn explain(&mut self, options: &Options, records: &Records) {
        let Worker { batch, answers, contradictions: reasons, redundant, .. } = self;
        let mut batch = batch.as_mut().filter(|_| answers.len() >= MIN_GRIDS_FOR_ENGINE);
        reasons.clear();
        redundant.clear();
        let cases = || grids(records).zip(&*answers);
        if options.question == Question::Redundant {
            let unique = cases().map(|((grid, candidates), answer)| match answer {
                Answer::Unique(_) => Some(candidates.copied().unwrap_or_else(|| Candidates::from(grid))),
                _ => None,
            });
            fill(redundant, unique, |puzzles| redundant_clues_of(puzzles, batch.as_deref_mut()));
        }
        if options.explain {
            let unsolvable = cases().map(|((grid, candidates), answer)| {
                let is_unsolvable = *answer == Answer::Unsolvable && grid.conflict().is_none();
                let case = Case::new(grid, candidates);
                is_unsolvable.then(|| (case.clues(), case.all_candidates()))
            });
            let mut found = Vec::new();
            fill(&mut found, unsolvable, |puzzles| contradictions(puzzles, batch));
            reasons.extend(found.into_iter().map(Option::flatten));
        }
    }
}

/// The grids of a chunk, with their pencil marks.
fn grids(records: &Records) -> impl Iterator<Item = (&Grid, Option<&Candidates>)> {
    records.iter().filter_map(|record| record.puzzle.ok())
}

/// A grid as a puzzle, or `None` if its clues conflict.
fn puzzle_of(grid: &Grid, candidates: Option<&Candidates>) -> Option<Puzzle> {
    let puzzle = Puzzle::new(grid).ok()?;
    Some(candidates.map_or(puzzle, Puzzle::from))
}

/// Appends to `found` what `find` finds for those puzzles that are wanted, and `None` for the others.
fn fill<P, T>(found: &mut Vec<Option<T>>, puzzles: impl Iterator<Item = Option<P>>, find: impl FnOnce(&[P]) -> Vec<T>) {
    let mut wanted = Vec::new();
    let is_wanted: Vec<bool> = puzzles.map(|puzzle| puzzle.map(|puzzle| wanted.push(puzzle)).is_some()).collect();
    let mut results = find(&wanted).into_iter();
    found.extend(is_wanted.into_iter().map(|is_wanted| is_wanted.then(|| results.next()).flatten()));
}

/// What was found out about one grid.
struct Found<'a> {
    answer: Option<Answer>,
    listing: Option<Listing>,
    contradiction: Option<&'a Contradiction>,
    redundant: Option<Vec<Clue>>,
}

/// What it takes to reply to the records of one chunk.
struct Chunk<'a, 'f> {
    options: &'a Options,
    name: &'a str,
    /// `None` if no grid has been read, and nothing tells how to write a record: then there are only messages.
    format: Option<OutputFormat>,
    counting_threads: NonZero<usize>,
    /// See [`Options::wants_two`].
    wants_two: bool,
    flushed: &'a mut Option<Instant>,
    output: &'a mut ChunkOutput,
    flush: &'a mut Flush<'f>,
}

impl Chunk<'_, '_> {
    fn reply_to_malformed(&mut self, record: &Record<'_>, error: &ParseError) {
        self.output.status = Status::Invalid;
        let message = format!("{}:{error}", self.name);
        let mut what = error.what();
        if self.format.is_some_and(|format| self.options.answer_has_message(format)) {
            what.clone_from(&message);
        } else {
            self.output.messages.push(error.line, Some(error.topic()), format_args!("{message}"));
        }
        if self.format.is_some() {
            self.output.stats.grids += 1;
            self.output.stats.invalid += 1;
            let reply = self.options.question.reply_to_malformed(what);
            self.write(record, Some("invalid"), &reply, &message);
        }
    }

    fn reply_to_grid(
        &mut self,
        record: &Record<'_>,
        grid: &Grid,
        candidates: Option<&Candidates>,
        found: Found<'_>,
    ) -> io::Result<()> {
        let (smallest_two, others) = found.listing.map(|listing| (listing.smallest_two, listing.others)).unzip();
        let mut case = Case {
            csv: record.csv.as_ref(),
            answer: found.answer,
            conflict: if found.answer == Some(Answer::Unsolvable) { grid.conflict() } else { None },
            contradiction: found.contradiction,
            smallest_two: smallest_two.unwrap_or_default(),
            ..Case::new(grid, candidates)
        };
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
                    return Ok(());
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
                let shows_details = self.format.is_some_and(OutputFormat::shows_details);
                let solutions = if shows_details { std::mem::take(&mut case.smallest_two) } else { Vec::new() };
                Reply::Verdict(case.verdict().unwrap_or_default(), solutions)
            }
            Question::Check => {
                let (severity, mut what, message) = case.check();
                status = severity;
                if let Some(message) = message {
                    self.message(record.line, &message, &mut text);
                    if self.format.is_some_and(|format| self.options.answer_has_message(format)) {
                        what.clone_from(&text);
                    }
                }
                Reply::Check(what)
            }
            Question::Redundant => case.redundant(found.redundant),
        };
        self.output.status = self.output.status.max(status);
        self.write(record, verdict, &reply, &text);
        // One short answer for each grid is flushed at the end of the chunk.
        if self.options.question == Question::Smallest { Ok(()) } else { self.flush_in_time() }
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
        let is_in_answer = self.format.is_some_and(|format| self.options.answer_has_message(format));
        if !is_in_answer {
            self.output.messages.push(line, message.topic, whole);
        }
        if is_in_answer || self.format == Some(OutputFormat::Json) {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            // Writing to a string cannot fail.
            let _ = write!(text, "{whole}");
        }
    }

    fn write(&mut self, record: &Record<'_>, verdict: Option<&'static str>, reply: &Reply, message: &str) {
        let Some(format) = self.format else { return };
        let message = Some(message).filter(|message| !message.is_empty());
        let answered = Answered { input: self.name, record, verdict, message, reply };
        format.write(&answered, self.options.color, &mut self.output.answers);
    }

    fn write_blank_line(&mut self) {
        if let Some(format) = self.format {
            format.write_blank_line(&mut self.output.answers);
        }
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
                    format: Some(OutputFormat::Line),
                    counting_threads: NonZero::<usize>::MIN,
                    wants_two: options.wants_two(None),
                    flushed: &mut None,
                    output: &mut output,
                    flush: &mut |_| Ok(()),
                };
                let record = Record { line: 3, puzzle: Ok((&grid, candidates)), csv: None };
                let answer = Some(Answer::Unique(solution));
                let found = Found { answer, listing: None, contradiction: None, redundant: None };
                chunk.reply_to_grid(&record, &grid, candidates, found).unwrap();
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
