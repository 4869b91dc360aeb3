//! Random puzzles with exactly one solution.
//!
//! A puzzle starts as a full grid and loses clues in random order as long as it has one solution.
//! The full grid is the smallest that has some random boxes, and then goes through a random
//! symmetry. So each of its images is equally likely, but other grids are not.
//!
//! Puzzles are made in blocks: the engine solves all puzzles of a block together. Each block has
//! its own seed, so every core can make blocks, and the puzzles do not depend on the number of
//! threads.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::num::NonZero;
use std::{error, fmt, iter, mem};

use fastrand::Rng;

use crate::grid::{CELLS, Candidates, Grid};
use crate::logic::Rating;
use crate::solver::batch::Batch;
use crate::solver::inquiry::{Inquiry, inquire};
use crate::solver::parallel::{parallel_for_each, thread_count};
use crate::solver::{Answer, Goal};
use crate::symmetry::{Orbit, Shuffle, Symmetry};

/// The number of puzzles that are made together. They fill the lanes of the engine until the last
/// ones are finished.
const BLOCK_SIZE: usize = 512;

/// A generator gives up after this many blocks, a million puzzles, without one that is wanted.
const MAX_FAILED_BLOCKS: usize = (1 << 20) / BLOCK_SIZE;

/// Which puzzles a [`Generator`] makes. By default they are minimal: no clue can be removed or,
/// with a symmetry, no clue together with its images.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeneratorOptions {
    /// The number of clues, 17 to 80; `None` makes minimal puzzles. Finding a puzzle takes
    /// milliseconds with 24 clues and seconds with 20. With fewer, a generator mostly gives up.
    pub clues: Option<usize>,
    /// The symmetry of the clues. With [`Symmetry::Quarter`], the number of clues is a multiple of
    /// four, or one more.
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

/// Options, and what follows from them for every puzzle.
struct Wanted {
    options: GeneratorOptions,
    /// The orbits of the symmetry.
    orbits: Vec<Orbit>,
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
/// every machine, with any number of threads. The sequence ends when none of a million puzzles is
/// as the options want it.
///
/// All images of a solution under the 1.2 trillion symmetries of Sudoku are equally likely.
/// Different solutions are not, nor are puzzles: these have 24.4 clues on average, and all minimal
/// puzzles 26.6 (Berthier, "Unbiased statistics of a CSP", 2009).
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
    wanted: Wanted,
    /// The seeds of the blocks.
    seeds: Rng,
    /// The solver of the calling thread.
    batch: Batch,
    /// Puzzles that have not been returned.
    ready: VecDeque<Grid>,
    /// The number of blocks in a row without a wanted puzzle.
    failed_blocks: usize,
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator")
            .field("options", &self.wanted.options)
            .finish_non_exhaustive()
    }
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
            wanted: Wanted {
                orbits: options.symmetry.orbits(),
                options,
            },
            seeds: Rng::with_seed(seed),
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
        Lines {
            puzzles: self,
            puzzles_left: count,
            text: VecDeque::new(),
        }
    }

    fn has_given_up(&self) -> bool {
        self.failed_blocks >= MAX_FAILED_BLOCKS
    }

    /// Makes a block on each thread.
    fn make_blocks(&mut self) {
        let threads = thread_count(self.wanted.options.threads).min(thread_count(None));
        let mut blocks: Vec<Block> = (0..threads)
            .map(|_| Block::new(self.seeds.u64(..)))
            .collect();
        parallel_for_each(
            blocks.iter_mut(),
            NonZero::new(threads),
            &mut self.batch,
            |batch, block| block.make(batch, &self.wanted),
        );
        for block in blocks {
            if self.has_given_up() {
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
        while self.ready.is_empty() && !self.has_given_up() {
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
        let Some(first) = self.puzzles.next() else {
            let options = &self.puzzles.wanted.options;
            return Err(io::Error::other(GaveUp::on(options)));
        };
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

/// Why [`Generator::lines`] ends early: no puzzle was as wanted in one of these respects.
#[derive(Debug)]
pub(crate) enum GaveUp {
    Rating,
    Clues,
    RatingAndClues,
}

impl GaveUp {
    fn on(options: &GeneratorOptions) -> GaveUp {
        match (options.rating, options.clues) {
            (Some(_), Some(_)) => GaveUp::RatingAndClues,
            (Some(_), None) => GaveUp::Rating,
            (None, _) => GaveUp::Clues,
        }
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            GaveUp::Rating => "rating",
            GaveUp::Clues => "number of clues",
            GaveUp::RatingAndClues => "rating and number of clues",
        };
        write!(f, "gave up after a million puzzles: none has this {what}")
    }
}

impl error::Error for GaveUp {}

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
    fn make(&mut self, batch: &mut Batch, wanted: &Wanted) {
        let drafts: Vec<Draft> = self
            .full_grids(batch)
            .iter()
            .map(|grid| self.draft(grid, wanted))
            .collect();
        let mut answers = Vec::new();
        self.puzzles = inquire(drafts, reduced, |queries| {
            batch.solve(Goal::Uniqueness, queries, &mut answers);
            answers
                .iter()
                .map(|answer| matches!(answer, Answer::Unique(_)))
                .collect()
        });
        self.puzzles.retain(|puzzle| wanted.options.accept(puzzle));
    }

    /// The smallest full grids that have some random boxes.
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

    /// A random image of a full grid, which has lost no clue.
    fn draft<'a>(&mut self, grid: &Grid, wanted: &'a Wanted) -> Draft<'a> {
        Draft {
            grid: Shuffle::random(&mut self.random).image(grid),
            clues: CELLS,
            min_clues: wanted.options.clues.unwrap_or(0),
            untried: shuffled(&mut self.random, &wanted.orbits),
        }
    }
}

/// A puzzle with one solution that loses clues.
struct Draft<'a> {
    grid: Grid,
    /// The number of its clues.
    clues: usize,
    /// The least number of clues that it keeps.
    min_clues: usize,
    /// Orbits that lose their clues together. The last is tried next.
    untried: Vec<&'a Orbit>,
}

/// A draft without the clues of some untried orbits, if that still has one solution.
struct Removal {
    grid: Grid,
    /// The number of clues in the grid.
    clues: usize,
    /// The number of these orbits.
    orbits: usize,
}

impl Draft<'_> {
    /// Leaves out up to this many of the next orbits, as long as enough clues are left.
    fn next_removal(&self, max_orbits: usize) -> Removal {
        let mut removal = Removal {
            grid: self.grid,
            clues: self.clues,
            orbits: 0,
        };
        for orbit in self.untried.iter().rev().take(max_orbits) {
            if removal.clues < self.min_clues + orbit.len() {
                break;
            }
            for &cell in *orbit {
                removal.grid.cells_mut()[cell] = 0;
            }
            removal.clues -= orbit.len();
            removal.orbits += 1;
        }
        removal
    }

    fn apply(&mut self, removal: &Removal) {
        self.grid = removal.grid;
        self.clues = removal.clues;
        self.untried.truncate(self.untried.len() - removal.orbits);
    }
}

/// A draft without the clues of some orbits. An orbit goes if the puzzle then has one solution and
/// enough clues.
async fn reduced(mut draft: Draft<'_>, inquiry: &Inquiry<Grid, bool>) -> Grid {
    // Several orbits are tried together. If the puzzle still has one solution without all their
    // clues, it also had one after each removal. Otherwise, fewer are tried together.
    let mut orbits_per_query = 32;
    while !draft.untried.is_empty() {
        let removal = draft.next_removal(orbits_per_query);
        if removal.orbits > 0 && inquiry.ask(removal.grid).await {
            draft.apply(&removal);
        } else if removal.orbits > 1 {
            orbits_per_query = removal.orbits / 2;
        } else {
            // The orbit stays. A later one may be smaller, so that fewer clues go.
            draft.untried.pop();
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
