//! A block of random puzzles.
//!
//! A puzzle starts as a full grid and loses clues in random order as long as it has one solution.
//! The full grid is the smallest that has some random boxes, and then goes through a random
//! transformation. So each of its images is equally likely, but other grids are not.

use std::iter;

use fastrand::Rng;

use super::GeneratorOptions;
use super::transformation::Transformation;
use crate::grid::{CELLS, Grid};
use crate::solver::batch::Batch;
use crate::solver::inquiry::{Inquiry, inquire};
use crate::solver::{Answer, Goal};
use crate::symmetry::Orbit;

/// The number of puzzles that are made together. They fill the lanes of the engine until the last
/// ones are finished.
pub(super) const BLOCK_SIZE: usize = 512;

/// Options, and what follows from them for every puzzle.
pub(super) struct Wanted {
    pub(super) options: GeneratorOptions,
    /// The orbits of the symmetry.
    orbits: Vec<Orbit>,
}

impl Wanted {
    pub(super) fn new(options: GeneratorOptions) -> Wanted {
        Wanted {
            orbits: options.symmetry.orbits(),
            options,
        }
    }
}

/// Puzzles that are made together.
pub(super) struct Block {
    random: Rng,
    /// Those that are wanted.
    pub(super) puzzles: Vec<Grid>,
}

impl Block {
    pub(super) fn new(seed: u64) -> Block {
        Block {
            random: Rng::with_seed(seed),
            puzzles: Vec::new(),
        }
    }

    /// Makes a block of puzzles, and keeps those that are wanted.
    pub(super) fn make(&mut self, batch: &mut Batch, wanted: &Wanted) {
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
            grid: Transformation::random(&mut self.random).image(grid),
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
