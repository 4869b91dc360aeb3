//! Who answers what.
//!
//! ```text
//! the solutions that the default question prints,   backtracking; if it takes too many placements,
//! in a read of at most 15 grids                     the search starts over
//! anything else about at most 15 grids              the search
//! more grids                                        the engine; the search for those it gives up on
//! ```
//!
//! A read is what the input has ready: all of a short file, or a line that somebody types. After a
//! read of more grids, a short one is the rest of a long input, which the search answers, too.
//!
//! The search alone would be enough for a short read, and faster. Backtracking comes first because
//! the project asks for plain backtracking.
//!
//! The engine solves up to sixteen grids at once, one in each lane of a vector, so it is many times
//! faster than the search. With fewer than a few hundred grids in a call, some lanes stay idle.

use std::{panic, thread};

use crate::grid::{Candidates, Grid};
use crate::solver::backtracking::{OutOfPlacements, first_solution};
use crate::solver::engine::Engine;
pub(crate) use crate::solver::engine::{Frontier, Puzzles};
use crate::solver::search::Search;
use crate::solver::{Answer, Goal};

/// Solves many grids at once. Every grid gets an answer.
///
/// A `Batch` works on one thread and reuses its memory, so keep one for each thread and call it
/// with a slice of grids at a time.
///
/// ```
/// use sudokat::{Answer, Batch, Goal};
/// let unique = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let conflict = "55...............................................................................".parse()?;
/// let mut answers = Vec::new();
/// Batch::new().solve(Goal::Uniqueness, &[unique, conflict], &mut answers);
/// assert!(matches!(answers[0], Answer::Unique(solution) if solution.is_solution(&unique)));
/// assert_eq!(answers[1], Answer::Unsolvable);
/// # Ok::<(), sudokat::GridError>(())
/// ```
#[derive(Default)]
pub struct Batch {
    /// Created by the first call with many grids.
    engine: Option<Engine>,
    /// The input is long: a read had many grids.
    had_long_read: bool,
}

/// Fewer grids than this are answered one by one: they would not fill the lanes of the engine.
const MIN_GRIDS_FOR_ENGINE: usize = 16;

/// How many digits backtracking may place in the blanks of a grid. That takes about 0.14
/// milliseconds. It is enough for 99 of 100 easy grids and for half of the minimal ones, but for
/// hardly any with 17 clues.
const MAX_PLACEMENTS: u64 = 20_000;

impl Batch {
    /// A batch solver for the best instruction set of this machine.
    #[must_use]
    pub fn new() -> Batch {
        Batch::default()
    }

    /// A batch for the rest of a long input: it never backtracks.
    pub(crate) fn for_long_input() -> Batch {
        Batch {
            had_long_read: true,
            ..Batch::default()
        }
    }

    /// The vector instructions in use: `AVX-512`, `AVX2`, `SSE4.2` or `SSE2` on x86-64, `NEON` on
    /// 64-bit ARM, otherwise `portable`. `None` before the first call with many grids.
    #[must_use]
    pub fn level(&self) -> Option<&'static str> {
        self.engine.as_ref().map(Engine::level)
    }

    /// Replaces the contents of `answers` by the answer to each grid, in order.
    pub fn solve(&mut self, goal: Goal, grids: &[Grid], answers: &mut Vec<Answer>) {
        self.solve_puzzles(goal, Puzzles::Grids(grids, &[]), answers);
    }

    /// Like [`Batch::solve`], for puzzles with pencil marks.
    pub fn solve_candidates(
        &mut self,
        goal: Goal,
        candidates: &[Candidates],
        answers: &mut Vec<Answer>,
    ) {
        self.solve_puzzles(goal, Puzzles::Candidates(candidates), answers);
    }

    /// Like [`Batch::solve`], for the grids of a read whose solutions are printed. With
    /// [`Goal::Uniqueness`], the smallest of several solutions is found, too.
    pub(crate) fn solve_read(&mut self, goal: Goal, puzzles: Puzzles, answers: &mut Vec<Answer>) {
        self.had_long_read |= puzzles.len() >= MIN_GRIDS_FOR_ENGINE;
        if !self.had_long_read {
            answer_each(puzzles, answers, |puzzle| answer_printed(goal, puzzle));
            return;
        }
        self.solve_puzzles(goal, puzzles, answers);
        if goal == Goal::Uniqueness {
            self.add_smallest(puzzles, answers);
        }
    }

    /// Adds the smallest solution of each puzzle that has several.
    pub(crate) fn add_smallest(&mut self, puzzles: Puzzles, answers: &mut [Answer]) {
        let mut indices: Vec<usize> = (0..answers.len()).collect();
        indices.retain(|&index| answers[index] == Answer::Several(None));
        let several: Vec<_> = indices
            .iter()
            .map(|&index| puzzles.candidates(index))
            .collect();
        let mut smallest = Vec::new();
        self.solve_candidates(Goal::Smallest, &several, &mut smallest);
        for (index, smallest) in indices.into_iter().zip(smallest) {
            answers[index] = Answer::Several(smallest.solution().copied());
        }
    }

    /// Replaces the contents of `answers` by the answer to each puzzle, in order.
    pub(crate) fn solve_puzzles(
        &mut self,
        goal: Goal,
        puzzles: Puzzles,
        answers: &mut Vec<Answer>,
    ) {
        // The engine reads grids on little-endian machines only.
        if puzzles.len() < MIN_GRIDS_FOR_ENGINE || cfg!(target_endian = "big") {
            answer_each(puzzles, answers, |puzzle| answer_one(goal, puzzle));
            return;
        }
        let engine = self.engine.get_or_insert_default();
        with_enough_stack(|| engine.solve(goal, puzzles, answers));
        for &index in engine.given_up() {
            answers[index] = answer_one(goal, &puzzles.candidates(index));
        }
    }

    /// Counts the solutions in a part of the frontier, as [`Engine::count_some`] does.
    pub(crate) fn count_some(&mut self, frontier: &mut Frontier, limit: u64) -> u64 {
        let engine = self.engine.get_or_insert_default();
        with_enough_stack(|| engine.count_some(frontier, limit))
    }
}

/// Replaces the contents of `answers` by what `answer` returns for each puzzle.
fn answer_each(
    puzzles: Puzzles,
    answers: &mut Vec<Answer>,
    answer: impl Fn(&Candidates) -> Answer,
) {
    answers.clear();
    answers.extend((0..puzzles.len()).map(|index| answer(&puzzles.candidates(index))));
}

/// The answer of the search to one puzzle.
pub(crate) fn answer_one(goal: Goal, puzzle: &Candidates) -> Answer {
    Search::new(puzzle).solve(goal)
}

/// The answer to one puzzle whose solution is printed. Backtracking finds that solution; whether
/// there is another is up to the search.
fn answer_printed(goal: Goal, puzzle: &Candidates) -> Answer {
    if goal != Goal::Uniqueness {
        return backtrack_or_search(puzzle);
    }
    match answer_one(goal, puzzle) {
        Answer::Unique(only) => match first_solution(puzzle, MAX_PLACEMENTS) {
            Ok(Some(first)) => Answer::Unique(first),
            _ => Answer::Unique(only),
        },
        Answer::Several(_) => Answer::Several(backtrack_or_search(puzzle).solution().copied()),
        unsolvable => unsolvable,
    }
}

/// The smallest solution of a puzzle. If backtracking takes too long, the search starts over.
fn backtrack_or_search(puzzle: &Candidates) -> Answer {
    match first_solution(puzzle, MAX_PLACEMENTS) {
        Ok(solution) => solution.map_or(Answer::Unsolvable, Answer::Solvable),
        Err(OutOfPlacements) => answer_one(Goal::Smallest, puzzle),
    }
}

/// Runs a task of the engine. An unoptimized engine gets a thread with a large stack: its functions
/// are large, and each vector operation keeps its operands on the stack.
fn with_enough_stack<T: Send>(task: impl FnOnce() -> T + Send) -> T {
    // Measured at opt-level 0: 4.1 MiB with AVX-512, 2.2 MiB with AVX2, 1.4 MiB with SSE; from
    // opt-level 1 on, 80 KiB.
    const STACK: usize = 8 << 20;
    if !cfg!(unoptimized) {
        return task();
    }
    thread::scope(|scope| {
        // Only an unoptimized build gets here. If there is no memory for the thread, it panics, as
        // for any other allocation.
        let thread = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, task)
            .expect("memory for a thread");
        thread
            .join()
            .unwrap_or_else(|panic| panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIQUE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// Too hard for backtracking, with one solution and with several.
    const HARD: [&str; 2] = [
        "........1.......2...3.456...3..567..5........7..8......4.9......6.......3...674..",
        "................2...3.456...3..567..5........7..8......4.9......6.......3...674..",
    ];

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    /// The answers to a read of these grids, by a batch that has had no read before.
    fn solve_read(goal: Goal, grids: &[Grid]) -> Vec<Answer> {
        let mut answers = Vec::new();
        Batch::new().solve_read(goal, Puzzles::Grids(grids, &[]), &mut answers);
        answers
    }

    #[test]
    fn short_and_long_reads_get_the_same_answers() {
        let texts = [
            UNIQUE,
            &UNIQUE.replace('7', "."),
            &UNIQUE.replacen('3', "2", 1),
        ];
        let mut grids: Vec<Grid> = texts.into_iter().chain(HARD).map(grid).collect();
        grids.push(Grid::EMPTY);
        for goal in [Goal::Smallest, Goal::Uniqueness] {
            let short = solve_read(goal, &grids);
            let long = solve_read(goal, &grids.repeat(4));
            assert_eq!(long, short.repeat(4));
            for (grid, answer) in grids.iter().zip(short) {
                let smallest = Search::new(&Candidates::from(grid)).smallest();
                assert_eq!(answer.solution().copied(), smallest);
            }
        }
    }

    #[test]
    fn puzzles_that_backtracking_does_not_finish_are_searched() {
        for text in HARD {
            let puzzle = Candidates::from(&grid(text));
            assert_eq!(
                first_solution(&puzzle, MAX_PLACEMENTS),
                Err(OutOfPlacements)
            );
            let smallest = Search::new(&puzzle).smallest().unwrap();
            assert_eq!(backtrack_or_search(&puzzle), Answer::Solvable(smallest));
        }
    }

    #[test]
    fn only_reads_before_a_long_one_are_short() {
        let (mut batch, mut answers) = (Batch::new(), Vec::new());
        let one = [grid(UNIQUE)];
        for (grids, had_long_read) in [(&one[..], false), (&[Grid::EMPTY; 16], true), (&one, true)]
        {
            batch.solve_read(Goal::Smallest, Puzzles::Grids(grids, &[]), &mut answers);
            assert_eq!(batch.had_long_read, had_long_read);
        }
    }
}
