//! What becomes of a chunk: its answers, and what is said of its records.

use std::fmt::Write as _;
use std::io;
use std::num::NonZero;
use std::ops::Range;
use std::time::{Duration, Instant};

use super::source::{Chunk, Reply};
use super::{Ask, Status};
use crate::batch::{Answer, Batch};
use crate::explain::{Count, Flaw, Reason, differences, redundant_clues};
use crate::format::{Dress, Layout, Said, Told, Verdict, write_line};
use crate::{Candidates, Cell, Grid, Search, tally};

/// From this many grids in a chunk the engine is worth starting.
const ENGINE_FROM: usize = 16;

/// From this many solutions on, and if as many are asked for, counting is worth an engine, and threads.
const MANY: u64 = 100;

/// What has been said is handed over from so many bytes on, or after this time: a grid may have more solutions than memory
/// holds, or take longer than a reader likes to wait.
const PART: usize = 1 << 16;
const PATIENCE: Duration = Duration::from_millis(100);

/// Takes what has been said so far, which leaves the reply empty.
pub(super) type HandOver<'a> = dyn FnMut(&mut Reply) -> io::Result<()> + 'a;

/// What is to be done with every chunk.
#[derive(Clone, Copy, Default)]
pub(super) struct Settings {
    pub(super) ask: Ask,
    /// The dress of the answers; that of their layout if not said.
    pub(super) dress: Option<Dress>,
    /// Leave out what comes after the first fault.
    pub(super) fail_fast: bool,
    /// Say why a grid has no solution, and where two of several differ.
    pub(super) explain: bool,
    /// Look at each solution once more before it is told.
    pub(super) verify: bool,
    /// Count verdicts and guesses.
    pub(super) stats: bool,
    /// How many threads may count the solutions of one grid; one if not said.
    pub(super) threads: Option<NonZero<usize>>,
}

impl Settings {
    pub(super) fn dress_of(&self, layout: Option<Layout>) -> Option<Dress> {
        let own = self.dress.map(|dress| if self.ask.suits(dress) { dress } else { Dress::Line });
        own.or(layout.map(|layout| self.ask.dress(layout)))
    }

    /// Whether the engine is asked about single grids too: for their guesses.
    fn wants_guesses(&self) -> bool {
        self.stats || self.dress == Some(Dress::Json)
    }

    /// Whether nothing is wanted but solutions.
    fn is_plain(&self) -> bool {
        matches!(self.ask, Ask::Smallest | Ask::Any) && !self.explain && !self.verify && !self.stats
    }

    fn wants_verdict(&self) -> bool {
        self.wants_guesses() || self.explain || !matches!(self.ask, Ask::Smallest | Ask::Any | Ask::All { .. })
    }
}

/// What solves chunks: the engine, once there is a chunk worth starting it.
pub(super) struct Solving {
    settings: Settings,
    engine: Option<Batch>,
    /// All that is known of the grids of a chunk, where of any more is known than clues.
    candidates: Vec<Candidates>,
    /// When something was handed over last, or the first answer was ready to be.
    handed_over: Option<Instant>,
}

impl Solving {
    pub(super) fn new(settings: Settings) -> Solving {
        Solving { settings, engine: None, candidates: Vec::new(), handed_over: None }
    }

    /// Solves a chunk and leaves what is said of its records in its reply: answers in `output`, where they take rows each after
    /// an empty line; and why there is none in `messages`. Parts of a long reply are handed over before.
    ///
    /// # Errors
    /// Those of `hand_over`.
    pub(super) fn solve(&mut self, name: &str, chunk: &mut Chunk, hand_over: &mut HandOver<'_>) -> io::Result<()> {
        let has_guesses = self.decide(chunk);
        let Chunk { grids, lines, faults, candidates, texts, answers, reply } = chunk;
        let dress = self.settings.dress_of(reply.layout);
        let mut faults = faults.iter().peekable();
        let mut candidates = candidates.iter().peekable();
        let is_plain = self.settings.is_plain() && dress == Some(Dress::Line) && texts.is_empty();
        let mut record = 0;
        for i in 0..=grids.len() {
            while let Some((_, fault)) = faults.next_if(|(before, _)| *before == i) {
                let message = reply.messages.len();
                let _ = writeln!(reply.messages, "{name}:{fault}");
                reply.status = Status::Faulty;
                if let Some(dress) = dress.filter(|_| fault.kind.is_of_a_record()) {
                    reply.tally.grids += 1;
                    reply.tally.verdict(Verdict::Invalid);
                    let what = fault.kind.to_string();
                    let said = Said {
                        file: name,
                        line: fault.line,
                        puzzle: None,
                        candidates: None,
                        columns: texts.get(record).map(|(text, _)| text),
                        verdict: Some(Verdict::Invalid),
                        guesses: None,
                        told: self.told_of_fault(&what),
                        message: Some(reply.messages[message..].trim_end()),
                    };
                    dress.write(&said, &mut reply.output);
                    record += 1;
                }
                if self.settings.fail_fast {
                    return Ok(());
                }
            }
            let Some(dress) = dress.filter(|_| i < grids.len()) else { break };
            let answer = answers.get(i);
            let candidates = candidates.next_if(|(of, _)| *of == i).map(|(_, candidates)| candidates);
            // What most records of most streams are, at the least cost.
            if let (true, Some(solution)) = (is_plain, answer.and_then(Answer::solution)) {
                write_line(solution, &mut reply.output);
                reply.tally.grids += 1;
                record += 1;
                continue;
            }
            let (columns, stated) = texts.get(record).map_or((None, None), |(text, stated)| (Some(text), stated));
            let puzzle = Puzzle {
                name,
                line: lines[i],
                grid: &grids[i],
                candidates,
                columns,
                stated,
                answer,
                guesses: self.engine.as_ref().filter(|_| has_guesses).map(|engine| engine.guesses()[i]),
                dress,
            };
            let status = self.answer(&puzzle, reply, hand_over)?;
            reply.status = reply.status.max(status);
            reply.tally.grids += 1;
            if let Some(guesses) = puzzle.guesses.filter(|_| self.settings.stats) {
                reply.tally.guesses(puzzle.line, guesses);
                reply.tally.level = self.engine.as_ref().map(Batch::level);
            }
            if self.settings.fail_fast && status == Status::Faulty {
                return Ok(());
            }
            record += 1;
            if !matches!(self.settings.ask, Ask::Smallest | Ask::Any) {
                self.hand_over_in_time(reply, hand_over)?;
            }
        }
        Ok(())
    }

    /// Leaves an answer for each grid, which may be that nothing has been found out. Tells whether guesses were counted.
    fn decide(&mut self, chunk: &mut Chunk) -> bool {
        let enough = if self.settings.wants_verdict() { 1 } else { ENGINE_FROM };
        match self.settings.ask.goal(self.settings.wants_verdict()) {
            Some(goal) if chunk.grids.len() >= enough => {
                let engine = self.engine.get_or_insert_with(Batch::new);
                if chunk.candidates.is_empty() {
                    engine.solve(goal, &chunk.grids, &mut chunk.answers);
                } else {
                    self.candidates.clear();
                    self.candidates.extend(chunk.grids.iter().map(Candidates::from));
                    chunk.candidates.iter().for_each(|&(of, candidates)| self.candidates[of] = candidates);
                    engine.solve_candidates(goal, &self.candidates, &mut chunk.answers);
                }
                true
            }
            _ => {
                chunk.answers.clear();
                false
            }
        }
    }

    fn told_of_fault<'a>(&self, what: &'a str) -> Told<'a> {
        match self.settings.ask {
            Ask::Smallest | Ask::Any => Told::Solution(None),
            Ask::All { .. } => Told::OneOfAll(None),
            Ask::Count { .. } => Told::Count(None),
            Ask::Verdict => Told::Verdict(&[]),
            Ask::Check => Told::Check(what),
            Ask::Redundant => Told::Redundant(None),
        }
    }

    /// Says what was asked of a grid.
    fn answer(&mut self, puzzle: &Puzzle<'_>, reply: &mut Reply, hand_over: &mut HandOver<'_>) -> io::Result<Status> {
        let Settings { ask, explain, stats, .. } = self.settings;
        let message = reply.messages.len();
        if ask == Ask::Check {
            let flaw = puzzle.flaw(&mut reply.messages);
            let (what, status) = flaw.as_ref().map_or(("ok", Status::Solved), |(what, status)| (what, *status));
            puzzle.write(Told::Check(what), None, &reply.messages[message..], &mut reply.output);
            return Ok(status);
        }
        let verdict = self.settings.wants_verdict().then(|| puzzle.verdict());
        if let Some(verdict) = verdict.filter(|_| stats) {
            reply.tally.verdict(verdict);
        }
        let searched;
        let mut solution = match puzzle.answer {
            _ if !ask.is_for_solutions() => None,
            None => {
                searched = self.search(puzzle);
                searched.as_ref()
            }
            Some(answer) => answer.solution(),
        };
        let has_solution = solution.is_some() || matches!(verdict, Some(Verdict::Unique | Verdict::Multiple));
        let mut status = Status::Solved;
        if !has_solution {
            status = puzzle.say_why_there_is_none(ask.is_for_solutions(), explain, &mut reply.messages);
        }
        let proves = ask == Ask::Verdict && puzzle.dress.shows_solutions();
        let several = explain && verdict == Some(Verdict::Multiple);
        let witnesses = if proves && has_solution || several { puzzle.witnesses() } else { Vec::new() };
        if let ([one, other], true) = (&witnesses[..], several) {
            let cells: Vec<String> = differences(one, other).map(|cell| cell.to_string()).collect();
            let what = format_args!("several solutions: two differ in {} cells: {}", cells.len(), cells.join(" "));
            let _ = writeln!(reply.messages, "{}:{}: {what}", puzzle.name, puzzle.line);
        }
        if let Some(found) = solution {
            if !self.is_verified(puzzle, found, &mut reply.messages) {
                (solution, status) = (None, Status::Faulty);
            } else if let Some(stated) = &puzzle.stated {
                status = puzzle.compare(found, stated, ask, &mut reply.messages);
            }
        }
        let redundant;
        let told = match ask {
            Ask::All { .. } => {
                // It may be handed over before the last solution comes.
                let message = reply.messages[message..].to_string();
                let of_all = self.answer_all(puzzle, solution, verdict, &message, reply, hand_over)?;
                return Ok(status.max(of_all));
            }
            Ask::Smallest | Ask::Any | Ask::Check => Told::Solution(solution),
            Ask::Count { limit } => Told::Count(puzzle.count(verdict, limit.get(), self.settings.threads)),
            Ask::Verdict => Told::Verdict(&witnesses),
            Ask::Redundant => {
                redundant = verdict.filter(|&verdict| verdict == Verdict::Unique).and_then(|_| puzzle.redundant());
                Told::Redundant(redundant.as_deref())
            }
        };
        puzzle.write(told, verdict, &reply.messages[message..], &mut reply.output);
        Ok(status)
    }

    /// The solution that is asked for, where none has been looked for or the engine has not found it.
    fn search(&self, puzzle: &Puzzle<'_>) -> Option<Grid> {
        let mut solver = puzzle.solver()?;
        if self.settings.ask == Ask::Any { solver.any() } else { solver.smallest() }
    }

    /// Says every solution of a grid that has this one for its smallest, up to the limit that is asked for.
    fn answer_all(
        &mut self,
        puzzle: &Puzzle<'_>,
        smallest: Option<&Grid>,
        verdict: Option<Verdict>,
        message: &str,
        reply: &mut Reply,
        hand_over: &mut HandOver<'_>,
    ) -> io::Result<Status> {
        let Ask::All { limit } = self.settings.ask else { return Ok(Status::Solved) };
        if smallest.is_none() {
            puzzle.write(Told::OneOfAll(None), verdict, message, &mut reply.output);
        }
        let is_only = matches!(puzzle.answer, Some(Answer::Unique(_)));
        let others = smallest.filter(|_| !is_only).and_then(|_| puzzle.solver()).map(Search::solutions);
        let solutions = smallest.copied().into_iter().chain(others.into_iter().flatten().skip(1));
        let mut status = Status::Solved;
        for (index, solution) in (1..=limit.map_or(u64::MAX, NonZero::get)).zip(solutions) {
            if !self.is_verified(puzzle, &solution, &mut reply.messages) {
                status = Status::Faulty;
                continue;
            }
            puzzle.write(Told::OneOfAll(Some((index, &solution))), verdict, message, &mut reply.output);
            self.hand_over_in_time(reply, hand_over)?;
        }
        Ok(status)
    }

    /// Whether a solution is right, as far as that is to be looked at; if it is not, says so.
    fn is_verified(&self, puzzle: &Puzzle<'_>, found: &Grid, messages: &mut String) -> bool {
        if !self.settings.verify || puzzle.is_solved_by(found) {
            return true;
        }
        let _ = writeln!(
            messages,
            "{}:{}: the answer that was found is wrong, which is a fault of sudokat: please report the grid, {}",
            puzzle.name, puzzle.line, puzzle.grid
        );
        false
    }

    fn hand_over_in_time(&mut self, reply: &mut Reply, hand_over: &mut HandOver<'_>) -> io::Result<()> {
        let mut is_late = || self.handed_over.get_or_insert_with(Instant::now).elapsed() >= PATIENCE;
        let is_empty = reply.output.is_empty() && reply.messages.is_empty();
        if !is_empty && (reply.output.len() >= PART || is_late()) {
            reply.is_part = true;
            hand_over(reply)?;
            reply.is_part = false;
            self.handed_over = Some(Instant::now());
        }
        Ok(())
    }
}

/// A grid among the records of an input, and what is known of it.
struct Puzzle<'a> {
    name: &'a str,
    line: u64,
    grid: &'a Grid,
    candidates: Option<&'a Candidates>,
    /// In csv the text of its record, and where in it a solution is stated: nowhere, if empty; `None`: no column is for that.
    columns: Option<&'a [u8]>,
    stated: Option<Range<usize>>,
    answer: Option<&'a Answer>,
    guesses: Option<u32>,
    /// How to write what is said of it.
    dress: Dress,
}

impl Puzzle<'_> {
    /// `None`: the clues clash.
    fn solver(&self) -> Option<Search> {
        let solver = crate::search_of(self.grid).ok()?;
        Some(self.candidates.map_or(solver, Search::new))
    }

    fn verdict(&self) -> Verdict {
        match self.answer {
            Some(Answer::Unique(_)) => return Verdict::Unique,
            Some(Answer::Several(_)) => return Verdict::Multiple,
            _ => (),
        }
        match (self.answer, self.solver()) {
            (_, None) => Verdict::Invalid,
            (Some(Answer::Unsolvable), _) => Verdict::None,
            (_, Some(mut solver)) => match solver.count(2) {
                0 => Verdict::None,
                1 => Verdict::Unique,
                _ => Verdict::Multiple,
            },
        }
    }

    /// How many solutions it has, of which so much is known already.
    fn count(&self, verdict: Option<Verdict>, limit: u64, threads: Option<NonZero<usize>>) -> Option<Count> {
        match verdict {
            Some(Verdict::None) => return Some(Count { counted: 0, more: false }),
            Some(Verdict::Unique) => return Some(Count { counted: 1, more: false }),
            _ => (),
        }
        let few = Count::of(&mut self.solver()?, limit.min(MANY));
        if limit <= MANY || !few.more {
            return Some(few);
        }
        let clues = || Candidates::from(self.grid);
        let candidates = self.candidates.copied().unwrap_or_else(clues);
        let threads = threads.unwrap_or(NonZero::<usize>::MIN);
        Some(Count::up_to(limit, |most| tally::count(&candidates, most, threads)))
    }

    /// Its first two solutions, or its only one.
    fn witnesses(&self) -> Vec<Grid> {
        match self.answer {
            Some(Answer::Unique(solution)) => vec![*solution],
            _ => self.solver().map_or(Vec::new(), |solver| solver.solutions().take(2).collect()),
        }
    }

    fn redundant(&self) -> Option<Vec<(Cell, u8)>> {
        redundant_clues(&self.candidates.copied().unwrap_or(self.grid.into()))
    }

    fn is_solved_by(&self, found: &Grid) -> bool {
        found.is_solution(self.grid)
            && self.candidates.is_none_or(|candidates| candidates.first_eliminated(found).is_none())
    }

    /// Says why it has no solution, or only that it has none, or nothing.
    fn say_why_there_is_none(&self, say: bool, explain: bool, messages: &mut String) -> Status {
        if let Some(clash) = self.grid.conflict() {
            let _ = writeln!(messages, "{}:{}: {clash}", self.name, self.line);
            return Status::Faulty;
        }
        let reason = if explain { Reason::of(self.grid) } else { None };
        if say || explain {
            let _ = write!(messages, "{}:{}: no solution", self.name, self.line);
            let _ = reason.map_or(Ok(()), |reason| write!(messages, ": {reason}"));
            messages.push('\n');
        }
        Status::Unsolvable
    }

    /// What keeps it, or the solution that is stated for it, from being a solution, and what that means; says so.
    fn flaw(&self, messages: &mut String) -> Option<(String, Status)> {
        let stated = self.stated.clone().map(|range| (self.text_of(&range), range.start));
        let status_of = |flaw: Flaw| if flaw.is_final() { Status::Faulty } else { Status::Unsolvable };
        let flaw_of = |grid: &Grid, puzzle: &Grid| match Flaw::of(grid, puzzle) {
            Some(flaw) => Some((flaw.to_string(), status_of(flaw))),
            None => {
                let crate::Clue { cell, digit: d } =
                    self.candidates.and_then(|candidates| candidates.first_eliminated(grid))?;
                Some((format!("{cell} is {d}, which is ruled out"), Status::Faulty))
            }
        };
        let flaw = match &stated {
            Some((text, _)) if text.is_empty() => Some(("no solution is stated".into(), Status::Unsolvable)),
            Some((text, _)) => match text.parse() {
                Ok(stated) => flaw_of(&stated, self.grid),
                Err(error) => Some((error.to_string(), Status::Faulty)),
            },
            None => {
                // Pencil marks alone have no grid but what they come to.
                let marks = self.candidates.filter(|_| *self.grid == Grid::EMPTY);
                let grid = marks.map_or(*self.grid, Candidates::naked_singles);
                flaw_of(&grid, &grid)
            }
        };
        let (what, status) = flaw?;
        match stated.filter(|(text, _)| !text.is_empty()) {
            Some((_, start)) => self.say_at(start, format_args!("the stated solution is wrong: {what}"), messages),
            None => {
                let _ = writeln!(messages, "{}:{}: {what}", self.name, self.line);
            }
        }
        Some((what, status))
    }

    fn text_of(&self, range: &Range<usize>) -> String {
        String::from_utf8_lossy(&self.columns.unwrap_or_default()[range.clone()]).into_owned()
    }

    /// Says something of what is at an offset in its record of csv.
    fn say_at(&self, offset: usize, what: impl std::fmt::Display, messages: &mut String) {
        let column = 1 + self.text_of(&(0..offset)).chars().count();
        let _ = writeln!(messages, "{}:{}:{column}: {what}", self.name, self.line);
    }

    /// Says so if the solution that is stated is wrong, or another than was to be found.
    fn compare(&self, solution: &Grid, stated: &Range<usize>, ask: Ask, messages: &mut String) -> Status {
        let text = &self.columns.unwrap_or_default()[stated.clone()];
        if text.is_empty() || text.iter().eq(solution.cells().map(|d| b'0' + d).iter()) {
            return Status::Solved;
        }
        let (message, status) = match self.text_of(stated).parse().map(|stated| Flaw::of(&stated, self.grid)) {
            Err(error) => (format!("the stated solution is wrong: {error}"), Status::Faulty),
            Ok(Some(flaw)) => (format!("the stated solution is wrong: {flaw}"), Status::Faulty),
            Ok(None) if ask == Ask::Smallest => {
                ("the stated solution is not the smallest of several".into(), Status::Solved)
            }
            Ok(None) => return Status::Solved,
        };
        self.say_at(stated.start, message, messages);
        status
    }

    /// Appends what is said of it.
    fn write(&self, told: Told<'_>, verdict: Option<Verdict>, message: &str, out: &mut Vec<u8>) {
        let said = Said {
            file: self.name,
            line: self.line,
            puzzle: Some(self.grid),
            candidates: self.candidates,
            columns: self.columns,
            verdict,
            guesses: self.guesses,
            told,
            message: Some(message.trim_end()).filter(|message| !message.is_empty()),
        };
        self.dress.write(&said, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No engine gives a wrong answer that this could be tried on.
    #[test]
    fn a_wrong_answer_is_not_printed_where_answers_are_verified() {
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
        let right: Grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse().unwrap();
        // It breaks a clue, a rule, or what else is known.
        let relabelled = Grid::from_cells(right.cells().map(|d| d % 9 + 1)).unwrap();
        let mut cells = *right.cells();
        cells.swap(2, 3);
        let unlawful = Grid::from_cells(cells).unwrap();
        let mut candidates = Candidates::from(&puzzle);
        candidates.eliminate(crate::Cell::try_from(2).unwrap(), 4);
        for (found, candidates, is_right) in
            [(right, None, true), (relabelled, None, false), (unlawful, None, false), (right, Some(&candidates), false)]
        {
            for (ask, verify) in [(Ask::Smallest, true), (Ask::All { limit: None }, true), (Ask::Smallest, false)] {
                let mut solving = Solving::new(Settings { ask, verify, ..Settings::default() });
                let answer = Answer::Unique(found);
                let puzzle = Puzzle {
                    name: "in",
                    line: 3,
                    grid: &puzzle,
                    candidates,
                    columns: None,
                    stated: None,
                    answer: Some(&answer),
                    guesses: None,
                    dress: Dress::Line,
                };
                let mut reply = Reply::default();
                let status = solving.answer(&puzzle, &mut reply, &mut |_| Ok(())).unwrap();
                let output = String::from_utf8(reply.output).unwrap();
                if is_right || !verify {
                    let expected = (Status::Solved, found.to_string(), String::new());
                    assert_eq!((status, output.trim().to_string(), reply.messages), expected, "{ask:?}");
                } else {
                    assert_eq!((status, &output[..]), (Status::Faulty, "\n"), "{ask:?}");
                    assert!(
                        reply.messages.starts_with("in:3: the answer that was found is wrong"),
                        "{}",
                        reply.messages
                    );
                }
            }
        }
    }
}
