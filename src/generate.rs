//! Random puzzles with exactly one solution.
//!
//! A puzzle is made of a full grid, which loses clues in random order as long as one solution remains. Puzzles are made in blocks: the
//! engine solves all puzzles of a block together. Each block has a seed of its own, so that blocks can be made on every core, and
//! still the puzzles do not depend on the number of threads.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::iter;
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

use fastrand::Rng;

use crate::answer::{Answer, Goal};
use crate::batch::Batch;
use crate::grid::{CELLS, Grid};
use crate::parallel::{cores, with_helpers};

/// The number of puzzles that are made together. They fill the lanes of the engine until the last ones are finished.
const BLOCK: usize = 512;

/// The symmetry of the cells that have a clue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Symmetry {
    /// None
    #[default]
    None,
    /// The pattern stays the same if the grid is turned upside down
    Rotation,
    /// The pattern stays the same if left and right are swapped
    Mirror,
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

/// An endless sequence of random puzzles, each with exactly one solution. A seed gives the same puzzles on every machine, with any number
/// of threads.
///
/// Without a number of clues the puzzles are minimal: no clue can be removed, or with a symmetry, no clue together with its image.
///
/// ```
/// use sudokat::{Generator, Puzzle, Symmetry};
/// for puzzle in Generator::new(7).clues(30).symmetry(Symmetry::Rotation).take(3) {
///     assert_eq!(puzzle.clues().count(), 30);
///     assert!(Puzzle::new(&puzzle)?.is_unique());
/// }
/// # Ok::<(), sudokat::Conflict>(())
/// ```
pub struct Generator {
    clues: Option<usize>,
    symmetry: Symmetry,
    /// The seeds of the blocks.
    seeds: Rng,
    threads: usize,
    /// The solver of the calling thread.
    batch: Batch,
    /// Puzzles that have not been returned.
    ready: VecDeque<Grid>,
}

impl Generator {
    /// Minimal puzzles without a symmetry, made on every core.
    #[must_use]
    pub fn new(seed: u64) -> Generator {
        let (symmetry, seeds, threads) = (Symmetry::None, Rng::with_seed(seed), cores().get());
        Generator { clues: None, symmetry, seeds, threads, batch: Batch::new(), ready: VecDeque::new() }
    }

    /// Puzzles with this number of clues. It takes milliseconds to find one with 24 clues, seconds for one with 20, and longer than
    /// anybody waits for one with 17.
    ///
    /// # Panics
    /// If the number is not in 17..=80: a puzzle with 16 clues has never one solution.
    #[must_use]
    pub fn clues(mut self, clues: usize) -> Generator {
        assert!((17..=80).contains(&clues), "no puzzle has {clues} clues");
        self.clues = Some(clues);
        self
    }

    /// Puzzles whose clues have this symmetry.
    #[must_use]
    pub fn symmetry(mut self, symmetry: Symmetry) -> Generator {
        self.symmetry = symmetry;
        self
    }

    /// The number of threads that make puzzles; more than there are cores are not used.
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Generator {
        self.threads = threads.min(cores()).get();
        self
    }

    /// The first `count` puzzles as a text with one on each line, which a [`Stream`](crate::Stream) reads like a pipe.
    pub fn lines(self, count: u64) -> impl Read + Send {
        Lines { puzzles: self, left: count, text: VecDeque::new() }
    }

    /// Makes a block on each thread.
    fn make_blocks(&mut self) {
        let (clues, symmetry) = (self.clues, self.symmetry);
        let block = |_| (Rng::with_seed(self.seeds.u64(..)), Vec::new());
        let mut blocks: Vec<(Rng, Vec<Grid>)> = (0..self.threads).map(block).collect();
        let unmade = Mutex::new(blocks.iter_mut());
        let next = || unmade.lock().unwrap_or_else(PoisonError::into_inner).next();
        with_helpers(self.threads, &mut self.batch, |batch, call_helper| {
            while let Some((random, puzzles)) = next() {
                call_helper();
                *puzzles = make_block(random, batch, symmetry, clues);
            }
        });
        self.ready.extend(blocks.into_iter().flat_map(|(_, puzzles)| puzzles));
    }
}

impl Iterator for Generator {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        while self.ready.is_empty() {
            self.make_blocks();
        }
        self.ready.pop_front()
    }
}

struct Lines {
    puzzles: Generator,
    left: u64,
    text: VecDeque<u8>,
}

impl Read for Lines {
    /// Makes puzzles only if none is ready.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.left > 0
            && self.text.len() < buffer.len()
            && (self.text.is_empty() || !self.puzzles.ready.is_empty())
        {
            self.text.extend(self.puzzles.next().iter().flat_map(Grid::text));
            self.text.push_back(b'\n');
            self.left -= 1;
        }
        self.text.read(buffer)
    }
}

/// Makes puzzles with this number of clues, or minimal ones.
fn make_block(random: &mut Rng, batch: &mut Batch, symmetry: Symmetry, clues: Option<usize>) -> Vec<Grid> {
    let (boxes, mut answers) = (iter::repeat_with(|| three_boxes(random)).take(BLOCK).collect::<Vec<_>>(), Vec::new());
    batch.solve(Goal::Smallest, &boxes, &mut answers);
    let full = answers.iter().filter_map(Answer::solution);
    let mut reductions: Vec<_> = full.map(|full| Reduction::new(random, full, symmetry)).collect();
    loop {
        let fewer = |reduction: &mut Reduction| reduction.fewer(clues.unwrap_or(0));
        let asking = reductions.iter_mut().filter_map(|reduction| fewer(reduction).map(|fewer| (reduction, fewer)));
        let (asking, queries): (Vec<_>, Vec<Grid>) = asking.unzip();
        if asking.is_empty() {
            let is_wanted = |grid: &Grid| clues.is_none_or(|clues| grid.clues().count() == clues);
            return reductions.iter().map(|reduction| reduction.grid).filter(is_wanted).collect();
        }
        batch.solve(Goal::Uniqueness, &queries, &mut answers);
        for ((reduction, fewer), answer) in asking.into_iter().zip(queries).zip(&answers) {
            reduction.learn(fewer, matches!(answer, Answer::Unique(_)));
        }
    }
}

/// A puzzle that loses its clues in random order.
struct Reduction {
    grid: Grid,
    /// The cells to try, each with its image. The last is the next.
    order: Vec<[usize; 2]>,
    /// How many of them to try together. If the puzzle still has one solution without their clues, it had one after each of them.
    together: usize,
    /// How many of them are being tried.
    tried: usize,
}

impl Reduction {
    fn new(random: &mut Rng, full: &Grid, symmetry: Symmetry) -> Reduction {
        let grid = rearranged(random, full);
        let pairs = (0..CELLS).map(|cell| [cell, symmetry.image(cell)]);
        let mut order: Vec<_> = pairs.filter(|[cell, image]| cell <= image).collect();
        shuffle(random, &mut order);
        Reduction { grid, order, together: 32, tried: 0 }
    }

    /// The puzzle without the clues to try next, of which at least so many remain; `None` at the end.
    fn fewer(&mut self, least: usize) -> Option<Grid> {
        loop {
            let (mut fewer, mut spare) = (self.grid, self.grid.clues().count() - least);
            let next = self.order.iter().rev().take(self.together).map_while(|pair @ [cell, image]| {
                spare = spare.checked_sub(1 + usize::from(cell != image))?;
                Some(pair)
            });
            self.tried = next.map(|pair| pair.map(|cell| fewer.cells_mut()[cell] = 0)).count();
            if self.tried > 0 {
                return Some(fewer);
            }
            // Another cell may be its own image.
            self.order.pop()?;
        }
    }

    /// Keeps the puzzle with fewer clues if it has one solution. Otherwise fewer are tried together, or the only one stays.
    fn learn(&mut self, fewer: Grid, is_unique: bool) {
        if is_unique {
            self.grid = fewer;
        }
        if is_unique || self.tried == 1 {
            self.order.truncate(self.order.len() - self.tried);
        } else {
            self.together = self.tried / 2;
        }
    }
}

/// A grid with random digits in the boxes on the diagonal. They share no row and no column, so it has a solution.
fn three_boxes(random: &mut Rng) -> Grid {
    let mut grid = Grid::EMPTY;
    for first in [0, 30, 60] {
        let mut digits: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
        shuffle(random, &mut digits);
        (0..9).for_each(|i| grid.cells_mut()[first + i / 3 * 9 + i % 3] = digits[i]);
    }
    grid
}

/// A grid with its rows and columns in a random order that keeps bands and stacks, and perhaps transposed: the smallest solution is not
/// random.
fn rearranged(random: &mut Rng, grid: &Grid) -> Grid {
    let mut lines = || {
        let mut bands: [[usize; 3]; 3] = std::array::from_fn(|band| std::array::from_fn(|i| 3 * band + i));
        bands.iter_mut().for_each(|band| shuffle(random, band));
        shuffle(random, &mut bands);
        bands.concat()
    };
    let (rows, columns) = (lines(), lines());
    let (down, right) = if random.bool() { (9, 1) } else { (1, 9) };
    let mut rearranged = Grid::EMPTY;
    for (cell, &d) in grid.cells().iter().enumerate() {
        rearranged.cells_mut()[down * rows[cell / 9] + right * columns[cell % 9]] = d;
    }
    rearranged
}

/// Like [`Rng::shuffle`], but the same on every machine: that one draws other numbers where `usize` has 32 bits.
fn shuffle<T>(random: &mut Rng, items: &mut [T]) {
    (1..items.len()).for_each(|i| items.swap(i, random.u64(..=i as u64) as usize));
}
