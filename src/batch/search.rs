//! The search: every lane is at its own place in the tree of its own grid.
//!
//! After each round of propagation some lanes are solved, some dead, some stuck. A lane whose grid is decided takes the next
//! grid at once. A grid is searched twice at most: first in the order that settles it fastest, until the tree is done, which
//! proves a solution to be the only one. If a second one turns up, or if it looks that way, then again from the start in
//! row-major order with ascending digits, until the first solution, which is the smallest. A solution known by then spares
//! most of that: cells in which it has the smallest candidate just take it, and only smaller digits than its own are tried.

use fearless_simd::prelude::*;

use super::branch::Guess;
use super::round::State;
use super::words::{WORDS, Words, digits_of, words_of};
use super::{Answer, Goal};
use crate::grid::{CELLS, Grid};

/// A grid that takes more guesses stays undecided. The hardest known take some hundreds; grids with few clues, which drive
/// any fixed order of branching to despair, are better left to a solver that learns from its failures.
const MOST_GUESSES: u32 = 1000;

/// A grid of fewer clues has no solution or several (McGuire, Tugemann and Civario, 2012), and so many open triads that
/// guessing them leads nowhere for long.
const FEWEST_UNIQUE: usize = 17;

/// So many guesses upon each other say that a grid has many solutions. The hardest grids with one stay below.
const DEEP: usize = 11;

/// What a lane is doing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    /// Looking for solutions, of which it has found none yet.
    First,
    /// Looking for a second one.
    Second,
    /// Looking for the smallest of several.
    Smallest,
}

#[derive(Clone, Copy)]
struct Job {
    task: Task,
    /// Which of the grids it is.
    index: usize,
    /// Frames on the lane's stack.
    depth: usize,
    guesses: u32,
    /// The smallest solution found so far, if there is one.
    found: [u8; CELLS],
    /// Looking for the smallest: whether the cells before the first open one have the digits of `found`, and if not, how deep
    /// the stack was when they began to have others.
    follows: bool,
    left_at: usize,
}

impl Job {
    /// Starts again from the clues. What has been found shows the way: only smaller digits than its own need a try.
    fn seek_smallest(&mut self) {
        self.follows = self.task == Task::Second;
        (self.task, self.depth, self.left_at) = (Task::Smallest, 0, usize::MAX);
    }
}

pub(super) struct Search<S: Simd> {
    simd: S,
    state: State<S>,
    /// Frame k holds, for each lane with more than k frames, the branch not yet taken at depth k.
    frames: Vec<Words<S>>,
    jobs: Vec<Job>,
    pub guesses: u64,
}

impl<S: Simd> Search<S> {
    pub fn new(simd: S) -> Self {
        let idle =
            Job { task: Task::First, index: 0, depth: 0, guesses: 0, found: [0; CELLS], follows: false, left_at: 0 };
        let jobs = vec![idle; S::u32s::LEN];
        Search { simd, state: State::new(simd), frames: Vec::new(), jobs, guesses: 0 }
    }

    /// Decides every grid: `answers` are as many.
    #[inline(always)]
    pub fn run(&mut self, goal: Goal, grids: &[Grid], answers: &mut [Answer]) {
        let simd = self.simd;
        let mut waiting = grids.iter().enumerate();
        let mut idle = (1u64 << self.jobs.len()) - 1;
        let mut busy = 0u64;
        // Lanes whose words were replaced since the last round.
        let mut replaced = 0;
        loop {
            for lane in lanes(idle) {
                let Some((index, grid)) = waiting.next() else { break };
                self.put(lane, &words_of(simd, grid));
                let job = &mut self.jobs[lane];
                let clues = grid.cells().iter().filter(|&&d| d > 0).count();
                (job.task, job.index, job.depth, job.guesses, job.follows) = (Task::First, index, 0, 0, false);
                if clues < FEWEST_UNIQUE {
                    job.seek_smallest();
                }
                idle &= !(1 << lane);
                busy |= 1 << lane;
                replaced |= 1 << lane;
            }
            if busy == 0 {
                return;
            }
            self.state.forget(simd, replaced);
            let outcome = self.state.round(simd);

            replaced = 0;
            let mut ended = outcome.dead & busy;
            for lane in lanes(outcome.solved & busy) {
                let job = &mut self.jobs[lane];
                match (job.task, goal) {
                    (Task::First, Goal::Smallest) => {
                        job.found = digits_of::<S>(&self.state.words, lane);
                        job.task = Task::Second;
                        ended |= 1 << lane;
                    }
                    (Task::Second, _) => {
                        job.found = job.found.min(digits_of::<S>(&self.state.words, lane));
                        job.seek_smallest();
                        let grid = &grids[job.index];
                        self.put(lane, &words_of(simd, grid));
                        replaced |= 1 << lane;
                    }
                    _ => {
                        let solution = Grid::from_cells(digits_of::<S>(&self.state.words, lane));
                        answers[job.index] = solution.map_or(Answer::Unsolvable, Answer::Solved);
                        idle |= 1 << lane;
                    }
                }
            }
            for lane in lanes(ended) {
                let job = &mut self.jobs[lane];
                if job.depth > 0 {
                    job.depth -= 1;
                    job.follows |= job.depth == job.left_at;
                    let frame = &self.frames[job.depth];
                    for (to, from) in self.state.words.iter_mut().zip(frame) {
                        to[lane] = from[lane];
                    }
                    replaced |= 1 << lane;
                } else {
                    let only = if job.task == Task::Second { Grid::from_cells(job.found) } else { None };
                    answers[job.index] = only.map_or(Answer::Unsolvable, Answer::Unique);
                    idle |= 1 << lane;
                }
            }
            let mut stuck = 0u64;
            for lane in lanes(outcome.stuck & busy) {
                let job = &mut self.jobs[lane];
                if job.guesses == MOST_GUESSES {
                    answers[job.index] = Answer::Undecided;
                    idle |= 1 << lane;
                } else if job.task == Task::Smallest {
                    if self.branch_in_order(lane) {
                        continue;
                    }
                    let job = &self.jobs[lane];
                    answers[job.index] = Grid::from_cells(job.found).map_or(Answer::Unsolvable, Answer::Solved);
                    idle |= 1 << lane;
                } else if job.depth == DEEP {
                    job.seek_smallest();
                    let grid = &grids[job.index];
                    self.put(lane, &words_of(simd, grid));
                    replaced |= 1 << lane;
                } else {
                    stuck |= 1 << lane;
                }
            }
            busy &= !idle;
            // A choice costs as much for one lane as for all; those that wait for others to get stuck lose less.
            if stuck.count_ones() >= self.jobs.len() as u32 / 4 || stuck == busy {
                self.branch(stuck);
            }
        }
    }

    /// Gives a lane another grid.
    #[inline(always)]
    fn put(&mut self, lane: usize, words: &[u32; WORDS]) {
        for (to, &from) in self.state.words.iter_mut().zip(words) {
            to[lane] = from;
        }
    }

    /// Branches all these lanes as [`Guess`] chooses.
    #[inline(always)]
    fn branch(&mut self, stuck: u64) {
        let guess = Guess::choose(self.simd, &self.state.words, stuck);
        // Lanes at the same depth push their frames together.
        let mut left = stuck;
        for lane in lanes(stuck) {
            self.jobs[lane].guesses += 1;
            self.guesses += 1;
        }
        while left != 0 {
            let depth = self.jobs[left.trailing_zeros() as usize].depth;
            let same =
                lanes(left).filter(|&lane| self.jobs[lane].depth == depth).fold(0, |same, lane| same | 1 << lane);
            lanes(same).for_each(|lane| self.jobs[lane].depth += 1);
            left &= !same;
            self.grow(depth);
            guess.write_no(self.simd, &self.state.words, &mut self.frames[depth], same);
        }
        guess.write_yes(&mut self.state.words);
    }

    /// Branches a lane on its first open cell in row-major order: first its smallest candidate, later the others. As long as
    /// the lane follows a solution, cells in which that has the smallest candidate just take it. False: that was all of them,
    /// so the solution is the smallest.
    fn branch_in_order(&mut self, lane: usize) -> bool {
        let mut words: [u32; WORDS] = core::array::from_fn(|w| self.state.words[w][lane]);
        // By place in the box, one bit a box: the cells with several candidates.
        let open: [u32; 9] = core::array::from_fn(|x| {
            let (mut once, mut twice) = (0, 0);
            for field in [0, 9, 18].iter().flat_map(|e| [0, 9, 18].map(|g| words[g + x] >> e)) {
                (once, twice) = (once | field, twice | once & field);
            }
            twice
        });
        let job = &mut self.jobs[lane];
        for cell in 0..CELLS {
            let (r, c) = (cell / 9, cell % 9);
            let (x, b) = (3 * (r % 3) + c % 3, r / 3 * 3 + c / 3);
            if open[x] >> b & 1 == 0 {
                continue;
            }
            let bit = |d: usize| (d / 3 * 9 + x, 1 << (d % 3 * 9 + b));
            let Some(smallest) = (0..9).find(|&d| words[bit(d).0] & bit(d).1 != 0) else { return true };
            let (w, chosen) = bit(smallest);
            let mut other = words;
            other[w] &= !chosen;
            (0..3).for_each(|g| words[9 * g + x] &= !(0o001_001_001 << b));
            words[w] |= chosen;
            if job.follows && usize::from(job.found[cell]) == smallest + 1 {
                continue;
            }
            let depth = job.depth;
            if job.follows {
                (job.follows, job.left_at) = (false, depth);
            }
            job.depth += 1;
            job.guesses += 1;
            self.guesses += 1;
            self.grow(depth);
            for (to, from) in self.frames[depth].iter_mut().zip(other) {
                to[lane] = from;
            }
            self.put(lane, &words);
            return true;
        }
        !job.follows
    }

    /// Makes room for a frame at this depth, which is at most one more than any before.
    fn grow(&mut self, depth: usize) {
        if depth == self.frames.len() {
            self.frames.push(self.state.words);
        }
    }
}

/// The lanes of a set, upwards.
#[inline(always)]
fn lanes(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(
        #[inline(always)]
        move || {
            let lane = set.trailing_zeros() as usize;
            set &= set.wrapping_sub(1);
            (lane < 64).then_some(lane)
        },
    )
}
