//! Random puzzles with exactly one solution.
//!
//! A puzzle starts as a full grid and loses clues in random order as long as it has one solution.
//! Puzzles are made in blocks: the engine solves all puzzles of a block together. Each block has
//! its own seed, so every core can make blocks, and the puzzles do not depend on the number of
//! threads.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::{iter, mem};

use fastrand::Rng;

use crate::answer::{Answer, Goal};
use crate::batch::Batch;
use crate::grid::{CELLS, Candidates, Grid};
use crate::inquiry::{Inquiry, inquire};
use crate::logic::{Difficulty, Rating};
use crate::parallel::{parallel_for_each, thread_count};

/// The number of puzzles that are made together. They fill the lanes of the engine until the last
/// ones are finished.
const BLOCK: usize = 512;

/// A generator gives up after this many blocks, a million puzzles, without one of the wanted rating
/// and number of clues.
const MAX_FAILED_BLOCKS: usize = (1 << 20) / BLOCK;

const NO_SUCH_RATING: &str = "none of a million puzzles has the wanted rating and number of clues";

/// The symmetry of the cells that have a clue. The command line shows these comments as its help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Symmetry {
    /// A turn by 180 degrees leaves the pattern of the clues as it is.
    Rotation,
    /// With left and right swapped, the clues are in the same cells.
    Mirror,
    /// Clues can be anywhere.
    #[default]
    None,
}

impl Symmetry {
    /// The cell that has a clue whenever this cell has one.
    fn image(self, cell: usize) -> usize {
        match self {
            Symmetry::None => cell,
            Symmetry::Rotation => CELLS - 1 - cell,
            Symmetry::Mirror => cell / 9 * 9 + 8 - cell % 9,
        }
    }
}

/// Which puzzles a [`Generator`] makes. By default they are minimal: no clue can be removed or,
/// with a symmetry, no clue together with its image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeneratorOptions {
    /// The number of clues, 17 to 80; `None` makes minimal puzzles. Finding a puzzle takes
    /// milliseconds with 24 clues, seconds with 20, and impractically long with 17.
    pub clues: Option<usize>,
    /// The symmetry of the clues.
    pub symmetry: Symmetry,
    /// How hard the puzzles are; `None` allows any rating.
    pub rating: Option<RangeInclusive<Difficulty>>,
    /// The most threads to use, up to one for each core; `None` is one for each core.
    pub threads: Option<NonZero<usize>>,
}

impl GeneratorOptions {
    fn accept(&self, puzzle: &Grid) -> bool {
        if self
            .clues
            .is_some_and(|clues| puzzle.clues().count() != clues)
        {
            return false;
        }
        let Some(wanted) = &self.rating else {
            return true;
        };
        // This ends with the first step that is too hard.
        Rating::at_most(*wanted.end(), &Candidates::from(puzzle))
            .is_some_and(|rating| wanted.contains(&rating.difficulty()))
    }
}

/// A sequence of random puzzles, each with exactly one solution. A seed gives the same puzzles on
/// every machine, with any number of threads. If a rating is wanted, the sequence ends
/// when none of a million puzzles has it and the wanted number of clues.
///
/// ```
/// use sudokat::{Generator, GeneratorOptions, Puzzle, Symmetry};
/// let options = GeneratorOptions { clues: Some(30), symmetry: Symmetry::Rotation, ..GeneratorOptions::default() };
/// for puzzle in Generator::new(7, options).take(3) {
///     assert_eq!(puzzle.clues().count(), 30);
///     assert!(Puzzle::new(&puzzle)?.is_unique());
/// }
/// # Ok::<(), sudokat::Conflict>(())
/// ```
pub struct Generator {
    options: GeneratorOptions,
    /// The seeds of the blocks.
    seeds: Rng,
    /// The solver of the calling thread.
    batch: Batch,
    /// Puzzles that have not been returned.
    ready: VecDeque<Grid>,
    /// The number of blocks in a row without a wanted puzzle.
    failed_blocks: usize,
}

impl Generator {
    /// The puzzles of a seed.
    ///
    /// # Panics
    /// If the number of clues is not in 17..=80: a puzzle with 16 clues never has exactly one
    /// solution.
    #[must_use]
    pub fn new(seed: u64, options: GeneratorOptions) -> Generator {
        assert!(
            options.clues.is_none_or(|clues| (17..=80).contains(&clues)),
            "the number of clues must be in 17..=80"
        );
        let (seeds, batch, ready) = (Rng::with_seed(seed), Batch::new(), VecDeque::new());
        Generator {
            options,
            seeds,
            batch,
            ready,
            failed_blocks: 0,
        }
    }

    /// The first `count` puzzles as a text with one on each line, which a [`Stream`](crate::Stream)
    /// reads like a pipe. If the sequence ends earlier, the reader returns an error.
    pub fn lines(self, count: usize) -> impl Read + Send {
        Lines {
            puzzles: self,
            puzzles_left: count,
            text: VecDeque::new(),
        }
    }

    fn is_over(&self) -> bool {
        self.options.rating.is_some() && self.failed_blocks >= MAX_FAILED_BLOCKS
    }

    /// Makes a block on each thread.
    fn make_blocks(&mut self) {
        let threads = thread_count(self.options.threads).min(thread_count(None));
        let block = |_| (Rng::with_seed(self.seeds.u64(..)), Vec::new());
        let mut blocks: Vec<(Rng, Vec<Grid>)> = (0..threads).map(block).collect();
        parallel_for_each(
            blocks.iter_mut(),
            NonZero::new(threads),
            &mut self.batch,
            |batch, (random, puzzles)| {
                *puzzles = make_block(random, batch, &self.options);
            },
        );
        for (_, puzzles) in blocks {
            self.failed_blocks = if puzzles.is_empty() {
                self.failed_blocks + 1
            } else {
                0
            };
            self.ready.extend(puzzles);
            if self.is_over() {
                break;
            }
        }
    }
}

impl Iterator for Generator {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        while self.ready.is_empty() && !self.is_over() {
            self.make_blocks();
        }
        self.ready.pop_front()
    }
}

struct Lines {
    puzzles: Generator,
    puzzles_left: usize,
    text: VecDeque<u8>,
}

impl Read for Lines {
    /// Reads the puzzles that are ready, and makes some if there are none.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.text.is_empty() && self.puzzles_left > 0 {
            let first = self
                .puzzles
                .next()
                .ok_or(io::Error::other(NO_SUCH_RATING))?;
            for puzzle in iter::once(first)
                .chain(mem::take(&mut self.puzzles.ready))
                .take(self.puzzles_left)
            {
                self.text
                    .extend(puzzle.to_digits().into_iter().chain([b'\n']));
                self.puzzles_left -= 1;
            }
        }
        self.text.read(buffer)
    }
}

/// Makes some puzzles, and returns those that are wanted.
fn make_block(random: &mut Rng, batch: &mut Batch, options: &GeneratorOptions) -> Vec<Grid> {
    let (boxes, mut answers) = (
        iter::repeat_with(|| random_boxes(random))
            .take(BLOCK)
            .collect::<Vec<_>>(),
        Vec::new(),
    );
    batch.solve(Goal::Smallest, &boxes, &mut answers);
    // The digits are renamed at random, because the smallest of several solutions is not random.
    let full = answers.iter().filter_map(Answer::solution).map(|full| {
        let (digits, mut grid) = (shuffled(random, 1..=9), *full);
        grid.cells_mut()
            .iter_mut()
            .for_each(|d| *d = digits[usize::from(*d) - 1]);
        let pairs = (0..CELLS).map(|cell| [cell, options.symmetry.image(cell)]);
        (
            grid,
            shuffled(random, pairs.filter(|[cell, image]| cell <= image)),
            options.clues.unwrap_or(0),
        )
    });
    let puzzles = inquire(full.collect(), reduced, |queries| {
        batch.solve(Goal::Uniqueness, queries, &mut answers);
        answers
            .iter()
            .map(|answer| matches!(answer, Answer::Unique(_)))
            .collect()
    });
    puzzles
        .into_iter()
        .filter(|puzzle| options.accept(puzzle))
        .collect()
}

/// A full grid without the clues of some pairs of cells, tried from the last to the first. A pair
/// goes if the puzzle then has one solution and at least `min_clues` clues.
async fn reduced(
    (mut grid, mut untried_pairs, min_clues): (Grid, Vec<[usize; 2]>, usize),
    inquiry: &Inquiry<Grid, bool>,
) -> Grid {
    // Several pairs are tried together. If the puzzle still has one solution without all their
    // clues, it also had one after each removal. Otherwise, fewer are tried together.
    let (mut clues, mut pairs_per_query) = (CELLS, 32);
    while !untried_pairs.is_empty() {
        let (mut fewer, mut left, mut count) = (grid, clues, 0);
        for pair in untried_pairs.iter().rev().take(pairs_per_query) {
            let without = left.saturating_sub(if pair[0] == pair[1] { 1 } else { 2 });
            if without < min_clues {
                break;
            }
            pair.iter().for_each(|&cell| fewer.cells_mut()[cell] = 0);
            (left, count) = (without, count + 1);
        }
        if count > 0 && inquiry.ask(fewer).await {
            (grid, clues) = (fewer, left);
            untried_pairs.truncate(untried_pairs.len() - count);
        } else if count > 1 {
            pairs_per_query = count / 2;
        } else {
            // The pair stays. A later cell may be its own image, so that only one clue goes.
            untried_pairs.pop();
        }
    }
    grid
}

/// A grid with random digits in the boxes on the diagonal. They share no row and no column, so it
/// has a solution.
fn random_boxes(random: &mut Rng) -> Grid {
    let mut grid = Grid::EMPTY;
    for first in [0, 30, 60] {
        let digits = shuffled(random, 1..=9);
        (0..9).for_each(|i| grid.cells_mut()[first + i / 3 * 9 + i % 3] = digits[i]);
    }
    grid
}

/// Like [`Rng::shuffle`], but the same on every machine: `Rng::shuffle` draws other numbers if
/// `usize` has 32 bits.
fn shuffled<T>(random: &mut Rng, items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    (1..items.len()).for_each(|i| items.swap(i, random.u64(..=i as u64) as usize));
    items
}
