//! The batch engine: as many grids at once as a vector has 32-bit lanes, one algorithm for every instruction set.
//!
//! `words` says how candidates lie in vectors, `cells` brings grids there and back, `round` propagates, `branch` guesses; a `mill`
//! takes states of search from `pool`s through the lanes, and `search` leads grids through it: `settle` finds out how many
//! solutions they have, `descend` the smallest, and `count` all; `lower` takes the grids on which the first two give up. All of it
//! is generic over the vector, in safe code; the instruction set is chosen here, once, outside all loops.

mod branch;
mod cells;
mod count;
mod descend;
mod lower;
mod mill;
mod pool;
mod round;
mod search;
mod settle;
mod words;

use fearless_simd::{Level, Simd, dispatch};

use crate::grid::{Candidates, Grid};
use cells::Solutions;
use mill::Mill;
use pool::{Pool, Single};
use search::Search;

/// A grid that takes more guesses is left for all lanes. The hardest known take some hundreds; grids with few clues, which
/// drive any fixed order of branching to despair, are better left to a solver that learns from its failures.
const MOST_GUESSES: u32 = 1000;

/// A grid of fewer clues has no solution or several (McGuire, Tugemann and Civario, 2012), and so many open triads that
/// guessing them leads nowhere for long.
const FEWEST_UNIQUE: u8 = 17;

/// Which solution to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The lexicographically smallest, and whether it is the only one.
    Verdict,
    /// The lexicographically smallest. Whether there are others is found out only where that is the way to it.
    Smallest,
    /// Whichever is found first.
    Any,
}

/// What has been found out about a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It has no solution; or its clues clash, see [`Grid::conflict`].
    Unsolvable,
    /// Its only solution.
    Unique(Grid),
    /// The smallest of its several solutions.
    Several(Grid),
    /// The solution looked for. There may be others, with [`Goal::Any`] smaller ones too.
    Solved(Grid),
    /// It takes too long here. Ask [`crate::Search`], which takes longer for most grids but never long.
    Undecided,
}

impl Answer {
    /// The solution that it gives, if any.
    #[must_use]
    pub fn solution(&self) -> Option<&Grid> {
        match self {
            Answer::Unique(solution) | Answer::Several(solution) | Answer::Solved(solution) => Some(solution),
            Answer::Unsolvable | Answer::Undecided => None,
        }
    }
}

/// Solves many grids at once. It keeps its memory from one call to the next.
///
/// ```
/// use sudokat::batch::{Answer, Batch, Goal};
/// let unique = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let clash = "55...............................................................................".parse()?;
/// let mut answers = Vec::new();
/// Batch::new().solve(Goal::Verdict, &[unique, clash], &mut answers);
/// assert!(matches!(answers[0], Answer::Unique(solution) if solution.is_solution(&unique)));
/// assert_eq!(answers[1], Answer::Unsolvable);
/// # Ok::<(), sudokat::GridError>(())
/// ```
pub struct Batch {
    engine: Box<dyn Engine + Send>,
    level: &'static str,
    guesses: Vec<u32>,
    outlook: Outlook,
}

impl Batch {
    /// The stack, in bytes, that a thread needs to work with it: in a program that is not optimised all vectors lie there.
    pub const STACK: usize = 8 << 20;

    /// An engine for the best vectors that this machine has.
    #[must_use]
    pub fn new() -> Batch {
        let best = levels().into_iter().find_map(|(name, level)| Some((name, level?)));
        let (name, level) = best.unwrap_or(("none", Level::new()));
        Batch::with_level(name, level)
    }

    fn with_level(name: &'static str, level: Level) -> Batch {
        fn engine<S: Simd>(simd: S) -> Box<dyn Engine + Send> {
            Box::new(Dispatched(simd, Search::new(simd)))
        }
        let engine = dispatch!(level, simd => engine(simd));
        Batch { engine, level: name, guesses: Vec::new(), outlook: Outlook::default() }
    }

    /// An engine for each kind of vectors that this machine has: to test and measure them.
    #[must_use]
    pub fn every_level() -> Vec<Batch> {
        levels().into_iter().filter_map(|(name, level)| Some(Batch::with_level(name, level?))).collect()
    }

    /// The kind of vectors that it works with, such as `AVX2`.
    #[must_use]
    pub fn level(&self) -> &'static str {
        self.level
    }

    /// Replaces `answers` by the answer to each grid, in order.
    ///
    /// # Panics
    /// With more than 2,147,483,648 grids.
    pub fn solve(&mut self, goal: Goal, grids: &[Grid], answers: &mut Vec<Answer>) {
        self.run(goal, Puzzles::Clues(grids), answers);
    }

    /// The same where more is known than clues.
    ///
    /// # Panics
    /// As [`Batch::solve`].
    pub fn solve_candidates(&mut self, goal: Goal, candidates: &[Candidates], answers: &mut Vec<Answer>) {
        self.run(goal, Puzzles::Candidates(candidates), answers);
    }

    fn run(&mut self, goal: Goal, puzzles: Puzzles, answers: &mut Vec<Answer>) {
        assert!(puzzles.len() <= 1 << 31, "the numbers of the grids must fit into 31 bits");
        // Each is replaced by an answer: what there was need not be cleared.
        answers.resize(puzzles.len(), Answer::Undecided);
        self.guesses.clear();
        self.guesses.resize(puzzles.len(), 0);
        let mut found = Findings { answers, guesses: &mut self.guesses, outlook: self.outlook };
        self.engine.solve(goal, puzzles, &mut found);
        self.outlook = found.outlook;
        // With fewer clues the one-grid solver is the quicker.
        let undecided = answers.iter_mut().enumerate().filter(|(_, answer)| **answer == Answer::Undecided);
        for (index, answer) in undecided.filter(|(index, _)| !puzzles.has_few_clues(*index)) {
            *answer = self.engine.lower(&puzzles.candidates(index), goal, &mut self.guesses[index]);
        }
    }

    /// The number of solutions of a puzzle, or `limit` if it has more.
    ///
    /// ```
    /// use sudokat::{Grid, batch::Batch};
    /// assert_eq!(Batch::new().count(&Grid::EMPTY, 1_000_000), 1_000_000);
    /// ```
    pub fn count(&mut self, puzzle: &Grid, limit: u64) -> u64 {
        let (mut open, mut count) = (Open::of(&Candidates::from(puzzle)), 0);
        while !open.is_empty() && count < limit {
            count += self.count_some(&mut open, limit - count);
        }
        count
    }

    /// Counts some solutions in the open part of a search, `limit` at most, and leaves what is open then: if nothing is, it was
    /// all of them. It takes some milliseconds, so that threads can share what is left.
    pub fn count_some(&mut self, open: &mut Open, limit: u64) -> u64 {
        self.engine.count(&mut open.0, limit)
    }

    /// The guesses made for each grid of the last call, a measure of how hard it was.
    #[must_use]
    pub fn guesses(&self) -> &[u32] {
        &self.guesses
    }
}

/// The kinds of vectors, the best first, and which of them this machine has.
fn levels() -> impl IntoIterator<Item = (&'static str, Option<Level>)> {
    let best = Level::new();
    #[cfg(target_arch = "x86_64")]
    let levels = [
        ("AVX-512", best.as_avx512().map(|simd| simd.level())),
        ("AVX2", best.as_avx2().map(|simd| simd.level())),
        ("SSE4.2", best.as_sse4_2().map(|simd| simd.level())),
        ("SSE2", best.as_sse2().map(|simd| simd.level())),
    ];
    #[cfg(target_arch = "aarch64")]
    let levels = [("NEON", Some(best))];
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let levels = [("portable", Some(best))];
    levels
}

impl Default for Batch {
    fn default() -> Batch {
        Batch::new()
    }
}

/// The part of a search for all solutions that is still to be done.
#[derive(Clone, Debug, Default)]
pub struct Open(Vec<Single>);

impl Open {
    /// All of it.
    #[must_use]
    pub fn of(candidates: &Candidates) -> Open {
        Open(vec![cells::words_of(candidates)])
    }

    /// Whether nothing is left to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Parts with half of it, for another thread.
    #[must_use]
    pub fn split(&mut self) -> Open {
        // What comes first is near the root, and so large: every other.
        let mut index = 0;
        let (kept, given) = std::mem::take(&mut self.0).into_iter().partition(|_| {
            index += 1;
            index % 2 == 0
        });
        self.0 = kept;
        Open(given)
    }

    /// Takes in what another thread has left.
    pub fn append(&mut self, mut other: Open) {
        self.0.append(&mut other.0);
    }
}

/// What is to be solved.
#[derive(Clone, Copy)]
enum Puzzles<'a> {
    Clues(&'a [Grid]),
    Candidates(&'a [Candidates]),
}

impl Puzzles<'_> {
    fn len(self) -> usize {
        match self {
            Puzzles::Clues(grids) => grids.len(),
            Puzzles::Candidates(candidates) => candidates.len(),
        }
    }

    fn candidates(self, index: usize) -> Candidates {
        match self {
            Puzzles::Clues(grids) => Candidates::from(&grids[index]),
            Puzzles::Candidates(candidates) => candidates[index],
        }
    }

    /// Whether nothing is known but clues, fewer than a grid with one solution has.
    fn has_few_clues(self, index: usize) -> bool {
        match self {
            Puzzles::Clues(grids) => grids[index].cells().iter().filter(|&&d| d > 0).count() < FEWEST_UNIQUE.into(),
            Puzzles::Candidates(_) => false,
        }
    }

    /// Gives one to the mill; no more than a vector of them before it loads what it was given.
    #[inline(always)]
    fn put<S: Simd>(self, index: usize, mill: &mut Mill<S>, tag: usize) {
        match self {
            Puzzles::Clues(grids) => mill.intake.push(&grids[index], tag),
            Puzzles::Candidates(candidates) => put_candidates(&candidates[index], &mut mill.todo, tag),
        }
    }
}

/// Kept out of the way of the loops that clues go through.
#[inline(never)]
fn put_candidates(candidates: &Candidates, todo: &mut Pool, tag: usize) {
    todo.push_one(cells::words_of(candidates), tag as u32);
}

/// What has been found out about each grid.
struct Findings<'a> {
    answers: &'a mut [Answer],
    guesses: &'a mut [u32],
    outlook: Outlook,
}

impl Findings<'_> {
    /// Answers a grid with the solution in a lane, of which that much is known.
    #[inline(always)]
    fn answer(&mut self, index: usize, known: Known, solutions: &Solutions, lane: usize) {
        let answer = &mut self.answers[index];
        match (known, &*answer) {
            // What is there from the last call is often of the same kind, and then need not be cleared to be written over.
            (Known::Unique, Answer::Unique(_))
            | (Known::Several, Answer::Several(_))
            | (Known::Nothing, Answer::Solved(_)) => {}
            (Known::Unique, _) => *answer = Answer::Unique(Grid::EMPTY),
            (Known::Several, _) => *answer = Answer::Several(Grid::EMPTY),
            (Known::Nothing, _) => *answer = Answer::Solved(Grid::EMPTY),
        }
        if let Answer::Unique(grid) | Answer::Several(grid) | Answer::Solved(grid) = answer {
            solutions.write(lane, grid);
        }
    }
}

/// What is known of other solutions.
#[derive(Clone, Copy)]
enum Known {
    Unique,
    Several,
    Nothing,
}

/// Whether grids that need guesses are likely to have several solutions, judged by the last that did.
#[derive(Clone, Copy, Default)]
struct Outlook(u32);

impl Outlook {
    const MOST: u32 = 64;

    fn note(&mut self, several: bool) {
        self.0 = if several { (self.0 + 1).min(Outlook::MOST) } else { self.0.saturating_sub(1) };
    }

    fn is_several(self) -> bool {
        self.0 > Outlook::MOST / 2
    }
}

trait Engine {
    fn solve(&mut self, goal: Goal, puzzles: Puzzles, found: &mut Findings);
    fn lower(&mut self, candidates: &Candidates, goal: Goal, guesses: &mut u32) -> Answer;
    fn count(&mut self, open: &mut Vec<Single>, limit: u64) -> u64;
}

struct Dispatched<S: Simd>(S, Search<S>);

impl<S: Simd> Engine for Dispatched<S> {
    fn solve(&mut self, goal: Goal, puzzles: Puzzles, found: &mut Findings) {
        self.0.vectorize(
            #[inline(always)]
            || self.1.run(goal, puzzles, found),
        );
    }

    fn lower(&mut self, candidates: &Candidates, goal: Goal, guesses: &mut u32) -> Answer {
        self.0.vectorize(
            #[inline(always)]
            || self.1.lower(candidates, goal, guesses),
        )
    }

    fn count(&mut self, open: &mut Vec<Single>, limit: u64) -> u64 {
        self.0.vectorize(
            #[inline(always)]
            || self.1.count(open, limit),
        )
    }
}
