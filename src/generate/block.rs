//! A block of random puzzles.
//!
//! Three random boxes are completed to the smallest full grid that has them, and this grid is
//! transformed at random. So all images of a full grid are equally likely, but unrelated full grids
//! are not. Then the grid loses clues in random order, as long as it has one solution. The cells of
//! an orbit, which the symmetry maps to each other, lose their clues together.

use std::iter;

use fastrand::Rng;

use super::GeneratorOptions;
use crate::grid::{CELLS, Grid};
use crate::solver::batch::Batch;
use crate::solver::inquiry::{Oracle, run_inquiries};
use crate::solver::{Answer, Goal};
use crate::symmetry::Orbit;
use crate::transformation::Transformation;

/// The number of puzzles that are made together: enough to keep the engine's lanes full until only
/// a few puzzles are left.
pub(super) const BLOCK_SIZE: usize = 512;

/// How many orbits are tried together at first. Three of four full grids still have one solution
/// without 32 random clues; without 40 clues, only two of five have.
const FIRST_TRIAL_ORBITS: usize = 32;

/// The options, and what follows from them for every puzzle.
pub(super) struct Plan {
    pub(super) options: GeneratorOptions,
    /// The orbits of the symmetry.
    orbits: Vec<Orbit>,
}

impl Plan {
    pub(super) fn new(options: GeneratorOptions) -> Plan {
        Plan {
            orbits: options.symmetry.orbits(),
            options,
        }
    }
}

/// Makes a block of puzzles, and returns those that fit the options.
pub(super) fn make_block(seed: u64, plan: &Plan, batch: &mut Batch) -> Vec<Grid> {
    let mut rng = Rng::with_seed(seed);
    let drafts: Vec<Draft> = full_grids(&mut rng, batch)
        .iter()
        .map(|grid| Draft::new(grid, plan, &mut rng))
        .collect();
    let mut answers = Vec::new();
    let mut puzzles = run_inquiries(drafts, reduce, |queries| {
        are_unique(queries, batch, &mut answers)
    });
    puzzles.retain(|puzzle| plan.options.accepts(puzzle));
    puzzles
}

/// Whether each query has exactly one solution. `answers` is a buffer that is reused.
fn are_unique(queries: &[Grid], batch: &mut Batch, answers: &mut Vec<Answer>) -> Vec<bool> {
    batch.solve(Goal::Uniqueness, queries, answers);
    answers
        .iter()
        .map(|answer| matches!(answer, Answer::Unique(_)))
        .collect()
}

/// For each puzzle of a block, three random boxes and the smallest full grid that has them.
fn full_grids(rng: &mut Rng, batch: &mut Batch) -> Vec<Grid> {
    let boxes: Vec<Grid> = iter::repeat_with(|| random_boxes(rng))
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

/// A puzzle that is being reduced. It has one solution.
struct Draft<'a> {
    grid: Grid,
    clue_count: usize,
    /// The least number of clues that it keeps.
    min_clues: usize,
    /// Orbits that may lose their clues. The last is tried next.
    untried: Vec<&'a Orbit>,
}

/// A draft without the clues of its next orbits. It may have several solutions.
struct Trial {
    grid: Grid,
    clue_count: usize,
    /// The number of orbits that have lost their clues.
    orbit_count: usize,
}

impl<'a> Draft<'a> {
    /// A random image of a full grid, which has lost no clue.
    fn new(grid: &Grid, plan: &'a Plan, rng: &mut Rng) -> Draft<'a> {
        Draft {
            grid: Transformation::random(rng).image(grid),
            clue_count: CELLS,
            min_clues: plan.options.clues.unwrap_or(0),
            untried: shuffled(rng, &plan.orbits),
        }
    }

    /// Leaves out up to this many of the next orbits, as long as enough clues remain.
    fn next_trial(&self, max_orbits: usize) -> Trial {
        let mut trial = Trial {
            grid: self.grid,
            clue_count: self.clue_count,
            orbit_count: 0,
        };
        for orbit in self.untried.iter().rev().take(max_orbits) {
            if trial.clue_count < self.min_clues + orbit.len() {
                break;
            }
            for &cell in *orbit {
                trial.grid.digits_mut()[cell.index()] = 0;
            }
            trial.clue_count -= orbit.len();
            trial.orbit_count += 1;
        }
        trial
    }

    /// Replaces the draft with a trial that has one solution.
    fn adopt(&mut self, trial: &Trial) {
        self.grid = trial.grid;
        self.clue_count = trial.clue_count;
        self.untried
            .truncate(self.untried.len() - trial.orbit_count);
    }
}

/// Removes the clues of each untried orbit in turn, if the puzzle then has one solution and enough
/// clues.
async fn reduce(mut draft: Draft<'_>, oracle: &Oracle<Grid, bool>) -> Grid {
    // Several orbits are tried together. If the puzzle still has one solution without all their
    // clues, it also had one after each removal. Otherwise, fewer are tried together from then on:
    // the fewer clues are left, the more often a removal fails.
    let mut max_orbits = FIRST_TRIAL_ORBITS;
    while !draft.untried.is_empty() {
        let trial = draft.next_trial(max_orbits);
        if trial.orbit_count > 0 && oracle.ask(trial.grid).await {
            draft.adopt(&trial);
        } else if trial.orbit_count > 1 {
            max_orbits = trial.orbit_count / 2;
        } else {
            // Without this orbit, there would be several solutions or too few clues, so it stays.
            // A later orbit may be smaller and leave enough clues.
            draft.untried.pop();
        }
    }
    draft.grid
}

/// A grid with random digits in the boxes on the diagonal. They share no row and no column, so it
/// has a solution.
fn random_boxes(rng: &mut Rng) -> Grid {
    let mut grid = Grid::EMPTY;
    for first_cell in [0, 30, 60] {
        let digits = shuffled(rng, 1..=9);
        for (i, d) in digits.into_iter().enumerate() {
            grid.digits_mut()[first_cell + i / 3 * 9 + i % 3] = d;
        }
    }
    grid
}

/// Like [`Rng::shuffle`], but the same on every machine: `Rng::shuffle` draws other numbers if
/// `usize` has 32 bits.
fn shuffled<T>(rng: &mut Rng, items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    for i in 1..items.len() {
        items.swap(i, rng.u64(..=i as u64) as usize);
    }
    items
}
