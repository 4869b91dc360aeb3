//! What becomes of a chunk: its answers, and what is said of its records.

use std::fmt::Write as _;
use std::ops::Range;

use super::Status;
use super::source::Chunk;
use crate::batch::{Answer, Batch, Goal};
use crate::format::{Dress, Layout, Said, Verdict};
use crate::{Candidates, Grid, Solver};

/// From this many grids in a chunk the engine is worth starting.
const ENGINE_FROM: usize = 16;

/// What solves chunks: the engine, once there is a chunk worth starting it.
pub(super) struct Solving {
    pub(super) goal: Goal,
    /// The dress of the answers; that of their layout if not said.
    pub(super) dress: Option<Dress>,
    /// Leave out what comes after the first fault.
    pub(super) fail_fast: bool,
    pub(super) engine: Option<Batch>,
}

impl Solving {
    pub(super) fn dress_of(&self, layout: Option<Layout>) -> Option<Dress> {
        self.dress.or(layout.map(Layout::dress))
    }

    /// Solves a chunk and leaves what is said of its records in `output`, where answers take rows each after an empty line; and
    /// why there is none in `messages`.
    pub(super) fn solve(&mut self, name: &str, chunk: &mut Chunk) {
        // The engine knows no candidates.
        if chunk.grids.len() < ENGINE_FROM || !chunk.candidates.is_empty() {
            chunk.answers.clear();
            chunk.answers.resize(chunk.grids.len(), Answer::Undecided);
        } else {
            self.engine.get_or_insert_with(Batch::new).solve(self.goal, &chunk.grids, &mut chunk.answers);
        }
        let dress = self.dress_of(chunk.layout);
        let mut faults = chunk.faults.iter().peekable();
        let mut candidates = chunk.candidates.iter().peekable();
        let mut record = 0;
        for i in 0..=chunk.grids.len() {
            while let Some((_, fault)) = faults.next_if(|(before, _)| *before == i) {
                let message = chunk.messages.len();
                let _ = writeln!(chunk.messages, "{name}:{fault}");
                chunk.status = Status::Faulty;
                if let Some(dress) = dress.filter(|_| fault.kind.is_of_a_record()) {
                    let said = Said {
                        file: name,
                        line: fault.line,
                        puzzle: None,
                        candidates: None,
                        columns: chunk.texts.get(record).map(|(text, _)| text),
                        verdict: Some(Verdict::Invalid),
                        solution: None,
                        message: Some(chunk.messages[message..].trim_end()),
                    };
                    dress.write(&said, &mut chunk.output);
                    record += 1;
                }
                if self.fail_fast {
                    return;
                }
            }
            let Some(answer) = chunk.answers.get(i) else { break };
            let (grid, line) = (&chunk.grids[i], chunk.lines[i]);
            let candidates = candidates.next_if(|(of, _)| *of == i).map(|(_, candidates)| candidates);
            let solution = match *answer {
                Answer::Unique(solution) | Answer::Several(solution) | Answer::Solved(solution) => Some(solution),
                Answer::Unsolvable => None,
                Answer::Undecided => self.solve_one(grid, candidates),
            };
            let text = chunk.texts.get(record);
            let message = chunk.messages.len();
            let mut status = Status::Solved;
            match (&solution, &text) {
                (None, _) => status = explain(name, line, grid, &mut chunk.messages),
                (Some(solution), Some((text, stated))) => {
                    let compared = Compared { name, line, grid, solution, text, stated: stated.clone() };
                    status = compared.report(self.goal, &mut chunk.messages);
                }
                _ => (),
            }
            chunk.status = chunk.status.max(status);
            if let Some(dress) = dress {
                let said = Said {
                    file: name,
                    line,
                    puzzle: Some(grid),
                    candidates,
                    columns: text.map(|(text, _)| text),
                    verdict: (dress == Dress::Json).then(|| verdict(answer, grid, candidates)),
                    solution: solution.as_ref(),
                    message: Some(chunk.messages[message..].trim_end()).filter(|message| !message.is_empty()),
                };
                dress.write(&said, &mut chunk.output);
            }
            if self.fail_fast && status == Status::Faulty {
                return;
            }
            record += 1;
        }
    }

    fn solve_one(&self, grid: &Grid, candidates: Option<&Candidates>) -> Option<Grid> {
        let mut solver = solver(grid, candidates)?;
        if self.goal == Goal::Any { solver.any() } else { solver.smallest() }
    }
}

/// `None`: the clues clash.
fn solver(grid: &Grid, candidates: Option<&Candidates>) -> Option<Solver> {
    let solver = Solver::new(grid).ok()?;
    Some(candidates.map_or(solver, Solver::from_candidates))
}

/// Says why a grid has no answer.
fn explain(name: &str, line: u64, grid: &Grid, messages: &mut String) -> Status {
    let _ = write!(messages, "{name}:{line}: ");
    match grid.clash() {
        Some(clash) => {
            let _ = writeln!(messages, "{clash}");
            Status::Faulty
        }
        None => {
            messages.push_str("no solution\n");
            Status::Unsolvable
        }
    }
}

fn verdict(answer: &Answer, grid: &Grid, candidates: Option<&Candidates>) -> Verdict {
    match (answer, solver(grid, candidates)) {
        (_, None) => Verdict::Invalid,
        (Answer::Unique(_), _) => Verdict::Unique,
        (Answer::Several(_), _) => Verdict::Multiple,
        (Answer::Unsolvable, _) => Verdict::None,
        (Answer::Solved(_) | Answer::Undecided, Some(mut solver)) => match solver.count(2) {
            0 => Verdict::None,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        },
    }
}

/// A grid, its solution, and the one that its record of csv states somewhere in its text.
struct Compared<'a> {
    name: &'a str,
    line: u64,
    grid: &'a Grid,
    solution: &'a Grid,
    text: &'a [u8],
    stated: Range<usize>,
}

impl Compared<'_> {
    /// Says so if what is stated is wrong, or another solution than was to be found.
    fn report(&self, goal: Goal, messages: &mut String) -> Status {
        let stated = &self.text[self.stated.clone()];
        if stated.is_empty() || stated.iter().eq(self.solution.cells().map(|d| b'0' + d).iter()) {
            return Status::Solved;
        }
        let (message, status) = match String::from_utf8_lossy(stated).parse() {
            Err(error) => (format!("the stated solution is wrong: {error}"), Status::Faulty),
            Ok(stated) => match self.what_is_wrong(&stated) {
                Some(reason) => (format!("the stated solution is wrong: {reason}"), Status::Faulty),
                None if goal == Goal::Any => return Status::Solved,
                None => ("the stated solution is not the smallest of several".into(), Status::Solved),
            },
        };
        let column = 1 + String::from_utf8_lossy(&self.text[..self.stated.start]).chars().count();
        let _ = writeln!(messages, "{}:{}:{column}: {message}", self.name, self.line);
        status
    }

    fn what_is_wrong(&self, stated: &Grid) -> Option<String> {
        let place = |cell: usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
        let cells = || self.grid.cells().iter().zip(stated.cells()).enumerate();
        if let Some((cell, (clue, d))) = cells().find(|&(_, (&clue, d))| clue > 0 && clue != *d) {
            return Some(format!("{} is {d}, the clue is {clue}", place(cell)));
        }
        let blank = || stated.cells().iter().position(|&d| d == 0).map(|cell| format!("{} is blank", place(cell)));
        stated.clash().map(|clash| clash.to_string()).or_else(blank)
    }
}
