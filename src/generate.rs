//! Random puzzles with exactly one solution.
//!
//! A puzzle starts as a full grid and loses clues in random order as long as it has one solution.
//! Puzzles are made in blocks: the engine solves all puzzles of a block together. Each block has
//! its own seed, so every core can make blocks, and the puzzles do not depend on the number of
//! threads.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::num::NonZero;
use std::{iter, mem};

use fastrand::Rng;

use crate::grid::{CELLS, Candidates, Grid};
use crate::logic::Rating;
use crate::solver::batch::Batch;
use crate::solver::inquiry::{Inquiry, inquire};
use crate::solver::parallel::{parallel_for_each, thread_count};
use crate::solver::{Answer, Goal};

/// The number of puzzles that are made together. They fill the lanes of the engine until the last
/// ones are finished.
const BLOCK_SIZE: usize = 512;

/// A generator gives up after this many blocks, a million puzzles, without one of the wanted rating
/// and number of clues.
const MAX_FAILED_BLOCKS: usize = (1 << 20) / BLOCK_SIZE;

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
    /// The ratings of the puzzles; `None` allows any rating.
    pub rating: Option<RatingRange>,
    /// The most threads to use, up to one for each core; `None` is one for each core.
    pub threads: Option<NonZero<usize>>,
}

impl GeneratorOptions {
    fn accept(&self, puzzle: &Grid) -> bool {
        if let Some(clues) = self.clues
            && puzzle.clues().count() != clues
        {
            return false;
        }
        match self.rating {
            Some(range) => range.contains(Rating::of(&Candidates::from(puzzle)).tenths()),
            None => true,
        }
    }
}

/// A range of ratings, in tenths: 26 is a rating of 2.6.
///
/// ```
/// use sudokat::RatingRange;
/// let hard = RatingRange { least: 30, greatest: None };
/// assert!(hard.contains(Some(44)) && hard.contains(None) && !hard.contains(Some(26)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RatingRange {
    /// The least rating. Every rating above 4.4 is at least 45.
    pub least: u8,
    /// The greatest rating; `None` includes those above 4.4.
    pub greatest: Option<u8>,
}

impl RatingRange {
    /// Whether a rating is in the range; `None` is above 4.4, see [`Rating::tenths`].
    #[must_use]
    pub fn contains(&self, tenths: Option<u8>) -> bool {
        match (tenths, self.greatest) {
            (Some(tenths), Some(greatest)) => (self.least..=greatest).contains(&tenths),
            (Some(tenths), None) => self.least <= tenths,
            (None, greatest) => greatest.is_none(),
        }
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
        Generator {
            options,
            seeds: Rng::with_seed(seed),
            batch: Batch::new(),
            ready: VecDeque::new(),
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
        let mut blocks: Vec<Block> = (0..threads)
            .map(|_| Block::new(self.seeds.u64(..)))
            .collect();
        parallel_for_each(
            blocks.iter_mut(),
            NonZero::new(threads),
            &mut self.batch,
            |batch, block| block.make(batch, &self.options),
        );
        for block in blocks {
            if self.is_over() {
                return;
            }
            self.failed_blocks = match block.puzzles[..] {
                [] => self.failed_blocks + 1,
                _ => 0,
            };
            self.ready.extend(block.puzzles);
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

/// See [`Generator::lines`].
struct Lines {
    puzzles: Generator,
    puzzles_left: usize,
    /// The lines that have not been read.
    text: VecDeque<u8>,
}

impl Lines {
    /// Writes the puzzles that are ready, and makes some if there are none.
    fn add_lines(&mut self) -> io::Result<()> {
        let first = self
            .puzzles
            .next()
            .ok_or(io::Error::other(NO_SUCH_RATING))?;
        let others = mem::take(&mut self.puzzles.ready);
        for puzzle in iter::once(first).chain(others).take(self.puzzles_left) {
            self.text.extend(puzzle.to_digits());
            self.text.push_back(b'\n');
            self.puzzles_left -= 1;
        }
        Ok(())
    }
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.text.is_empty() && self.puzzles_left > 0 {
            self.add_lines()?;
        }
        self.text.read(buffer)
    }
}

/// Puzzles that are made together.
struct Block {
    random: Rng,
    /// Those that are wanted.
    puzzles: Vec<Grid>,
}

impl Block {
    fn new(seed: u64) -> Block {
        Block {
            random: Rng::with_seed(seed),
            puzzles: Vec::new(),
        }
    }

    /// Makes a block of puzzles, and keeps those that are wanted.
    fn make(&mut self, batch: &mut Batch, options: &GeneratorOptions) {
        let drafts: Vec<Draft> = self
            .full_grids(batch)
            .into_iter()
            .map(|grid| self.draft(grid, options))
            .collect();
        let mut answers = Vec::new();
        self.puzzles = inquire(drafts, reduced, |queries| {
            batch.solve(Goal::Uniqueness, queries, &mut answers);
            answers
                .iter()
                .map(|answer| matches!(answer, Answer::Unique(_)))
                .collect()
        });
        self.puzzles.retain(|puzzle| options.accept(puzzle));
    }

    /// Full grids with random boxes.
    fn full_grids(&mut self, batch: &mut Batch) -> Vec<Grid> {
        let boxes: Vec<Grid> = iter::repeat_with(|| random_boxes(&mut self.random))
            .take(BLOCK_SIZE)
            .collect();
        let mut answers = Vec::new();
        batch.solve(Goal::Smallest, &boxes, &mut answers);
        answers
            .iter()
            .filter_map(Answer::solution)
            .copied()
            .collect()
    }

    /// The start of a puzzle with this solution, except that the digits are renamed at random: the
    /// smallest of several solutions is not random.
    fn draft(&mut self, mut grid: Grid, options: &GeneratorOptions) -> Draft {
        let digits = shuffled(&mut self.random, 1..=9);
        for d in grid.cells_mut() {
            *d = digits[usize::from(*d) - 1];
        }
        let pairs = (0..CELLS).map(|cell| [cell, options.symmetry.image(cell)]);
        // A pair of cells, each the image of the other, counts once.
        let pairs = pairs.filter(|[cell, image]| cell <= image);
        Draft {
            grid,
            clues: CELLS,
            min_clues: options.clues.unwrap_or(0),
            untried_pairs: shuffled(&mut self.random, pairs),
        }
    }
}

/// A puzzle with one solution that loses clues.
struct Draft {
    grid: Grid,
    /// The number of its clues.
    clues: usize,
    /// The least number of clues that it keeps.
    min_clues: usize,
    /// Cells that lose their clues together. The last pair is tried next. The cells are equal if a
    /// cell is its own image.
    untried_pairs: Vec<[usize; 2]>,
}

/// A draft without the clues of some untried pairs, if that still has one solution.
struct Removal {
    grid: Grid,
    /// The number of clues in the grid.
    clues: usize,
    /// The number of these pairs.
    pairs: usize,
}

impl Draft {
    /// Leaves out up to this many of the next pairs, as long as enough clues are left.
    fn next_removal(&self, max_pairs: usize) -> Removal {
        let mut removal = Removal {
            grid: self.grid,
            clues: self.clues,
            pairs: 0,
        };
        for &[cell, image] in self.untried_pairs.iter().rev().take(max_pairs) {
            let pair_clues = if cell == image { 1 } else { 2 };
            if removal.clues < self.min_clues + pair_clues {
                break;
            }
            removal.grid.cells_mut()[cell] = 0;
            removal.grid.cells_mut()[image] = 0;
            removal.clues -= pair_clues;
            removal.pairs += 1;
        }
        removal
    }

    fn apply(&mut self, removal: &Removal) {
        self.grid = removal.grid;
        self.clues = removal.clues;
        let untried = self.untried_pairs.len() - removal.pairs;
        self.untried_pairs.truncate(untried);
    }
}

/// A draft without the clues of some pairs. A pair goes if the puzzle then has one solution and
/// enough clues.
async fn reduced(mut draft: Draft, inquiry: &Inquiry<Grid, bool>) -> Grid {
    // Several pairs are tried together. If the puzzle still has one solution without all their
    // clues, it also had one after each removal. Otherwise, fewer are tried together.
    let mut pairs_per_query = 32;
    while !draft.untried_pairs.is_empty() {
        let removal = draft.next_removal(pairs_per_query);
        if removal.pairs > 0 && inquiry.ask(removal.grid).await {
            draft.apply(&removal);
        } else if removal.pairs > 1 {
            pairs_per_query = removal.pairs / 2;
        } else {
            // The pair stays. A later cell may be its own image, so that only one clue goes.
            draft.untried_pairs.pop();
        }
    }
    draft.grid
}

/// A grid with random digits in the boxes on the diagonal. They share no row and no column, so it
/// has a solution.
fn random_boxes(random: &mut Rng) -> Grid {
    let mut grid = Grid::EMPTY;
    for first in [0, 30, 60] {
        let digits = shuffled(random, 1..=9);
        for (i, d) in digits.into_iter().enumerate() {
            grid.cells_mut()[first + i / 3 * 9 + i % 3] = d;
        }
    }
    grid
}

/// Like [`Rng::shuffle`], but the same on every machine: `Rng::shuffle` draws other numbers if
/// `usize` has 32 bits.
fn shuffled<T>(random: &mut Rng, items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    for i in 1..items.len() {
        items.swap(i, random.u64(..=i as u64) as usize);
    }
    items
}
