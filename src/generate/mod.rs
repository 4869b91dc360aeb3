//! Random puzzles with exactly one solution.
//!
//! Puzzles are made in blocks: the engine solves all puzzles of a block together. Each block has
//! its own seed, so every core can make blocks, and the puzzles do not depend on the number of
//! threads.

mod block;
mod lines;
mod options;

use std::collections::VecDeque;
use std::fmt;
use std::io::Read;
use std::num::NonZero;

use fastrand::Rng;

use crate::grid::Grid;
use crate::solver::batch::Batch;
use crate::solver::parallel::{parallel_for_each, thread_count};
use block::{BLOCK_SIZE, Plan, make_block};
pub(crate) use lines::GaveUp;
use lines::Lines;
pub use options::GeneratorOptions;

/// A generator gives up after this many blocks in a row, a million puzzles, without one that fits
/// the options. The message of [`GaveUp`] names the million.
const MAX_FAILED_BLOCKS: usize = (1 << 20) / BLOCK_SIZE;

/// A sequence of random puzzles, each with exactly one solution. A seed gives the same puzzles on
/// every machine, with any number of threads. The sequence ends when none of a million puzzles in a
/// row fits the options.
///
/// All images of a solution under the 1.2 trillion transformations of Sudoku are equally likely.
/// Different solutions are not, nor are puzzles: puzzles with few clues are too frequent (Berthier,
/// "Unbiased statistics of a CSP", 2009).
///
/// ```
/// use sudokat::{Generator, GeneratorOptions, Puzzle, Symmetry};
/// let options = GeneratorOptions { clues: Some(30), symmetry: Symmetry::HalfTurn, ..GeneratorOptions::default() };
/// for puzzle in Generator::new(7, options).take(3) {
///     assert_eq!(puzzle.placements().count(), 30);
///     assert!(Puzzle::new(&puzzle)?.is_unique());
/// }
/// # Ok::<(), sudokat::Conflict>(())
/// ```
pub struct Generator {
    plan: Plan,
    /// Draws the seeds of the blocks.
    seed_rng: Rng,
    /// The solver of the calling thread.
    batch: Batch,
    /// Puzzles that have been made but not returned.
    ready: VecDeque<Grid>,
    /// The number of blocks in a row without a puzzle that fits the options.
    failed_blocks: usize,
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator")
            .field("options", &self.plan.options)
            .finish_non_exhaustive()
    }
}

impl Generator {
    /// The puzzles of a seed.
    ///
    /// # Panics
    /// If no puzzle fits the options for one of these reasons:
    ///
    /// - The number of clues is not in 17..=80: a puzzle with 16 clues never has exactly one
    ///   solution.
    /// - The symmetry is [`Symmetry::QuarterTurn`](crate::Symmetry::QuarterTurn), and the number of
    ///   clues is neither a multiple of four nor one more.
    /// - The range of ratings is empty.
    #[must_use]
    pub fn new(seed: u64, options: GeneratorOptions) -> Generator {
        options.assert_possible();
        Generator {
            plan: Plan::new(options),
            seed_rng: Rng::with_seed(seed),
            batch: Batch::new(),
            ready: VecDeque::new(),
            failed_blocks: 0,
        }
    }

    /// The first `count` puzzles as a text with one on each line, which a [`Stream`](crate::Stream)
    /// reads like a pipe. If the sequence ends earlier, the reader returns an error.
    ///
    /// ```
    /// use std::io::Read;
    /// use sudokat::{Generator, GeneratorOptions};
    /// let mut text = String::new();
    /// Generator::new(7, GeneratorOptions::default()).lines(3).read_to_string(&mut text)?;
    /// assert_eq!(text.lines().count(), 3);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn lines(self, count: usize) -> impl Read + Send {
        Lines::new(self, count)
    }

    fn has_given_up(&self) -> bool {
        self.failed_blocks >= MAX_FAILED_BLOCKS
    }

    /// Makes a block on each thread. Blocks after the one that makes the generator give up do not
    /// count, so the sequence ends at the same puzzle with any number of threads.
    fn make_blocks(&mut self) {
        // More threads than cores would not be faster.
        let cores = thread_count(None);
        let threads = thread_count(self.plan.options.threads).min(cores);
        let seeds: Vec<u64> = (0..threads).map(|_| self.seed_rng.u64(..)).collect();
        let mut blocks: Vec<Vec<Grid>> = vec![Vec::new(); threads];
        parallel_for_each(
            seeds.into_iter().zip(&mut blocks),
            NonZero::new(threads),
            &mut self.batch,
            |batch, (seed, puzzles)| *puzzles = make_block(seed, &self.plan, batch),
        );
        for puzzles in blocks {
            if self.has_given_up() {
                return;
            }
            self.add_block(puzzles);
        }
    }

    /// Adds a block, all of whose puzzles fit the options. If there are none, it has failed.
    fn add_block(&mut self, puzzles: Vec<Grid>) {
        if puzzles.is_empty() {
            self.failed_blocks += 1;
        } else {
            self.failed_blocks = 0;
        }
        self.ready.extend(puzzles);
    }
}

impl Iterator for Generator {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        while self.ready.is_empty() && !self.has_given_up() {
            self.make_blocks();
        }
        self.ready.pop_front()
    }
}
