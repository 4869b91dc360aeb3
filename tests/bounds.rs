//! How long any grid takes: a search for the slowest, by guesses where they are counted and by the clock where not. It is
//! for long runs and a quiet machine:
//!
//! ```text
//! SUDOKAT_SECONDS=600 cargo test --release --test bounds -- --ignored --nocapture
//! ```

mod common;

use std::time::{Duration, Instant};

use common::grids;
use fastrand::Rng;
use sudokat::batch::{Answer, Batch, Goal};
use sudokat::{Grid, Solver};

/// The slowest that searches have found, for the reference solver.
const SLOWEST: [&str; 1] = ["000000001000000020003045600030056700500000000700800000040900000060000000300067400"];

/// Far more than any grid should take on any machine, and far less than a search that explodes.
const BOUND: Duration = Duration::from_secs(2);

/// How long the best of some runs takes.
fn time(runs: usize, mut run: impl FnMut()) -> Duration {
    let once = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..runs).map(once).min().unwrap_or_default()
}

fn smallest(puzzle: &Grid, runs: usize) -> Duration {
    let Ok(solver) = Solver::new(puzzle) else { return Duration::ZERO };
    time(runs, || {
        std::hint::black_box(solver.clone().smallest());
    })
}

#[test]
fn the_slowest_grids_known_take_no_longer_than_a_blink() {
    for text in SLOWEST {
        let puzzle = text.parse().expect("81 cells");
        let time = smallest(&puzzle, 1);
        assert!(time < BOUND, "{text}: {time:?}");
    }
}

/// A grid of some kind that may be slow.
fn suspect(random: &mut Rng) -> Grid {
    match random.u32(..4) {
        0 => {
            let clues = random.usize(5..=24);
            let full = grids::full(random);
            grids::keep(random, &full, clues)
        }
        // Digits that do not clash, of no full grid.
        1 => {
            let (count, mut cells) = (random.usize(8..=28), [0; 81]);
            for _ in 0..count {
                let cell = random.usize(..81);
                let before = std::mem::replace(&mut cells[cell], random.u8(1..=9));
                if grid(cells).clash().is_some() {
                    cells[cell] = before;
                }
            }
            grid(cells)
        }
        // One digit, or a few, mostly.
        2 => {
            let (full, digits) = (grids::full(random), random.u8(2..=5));
            let mut cells = full.cells().map(|d| if d <= digits { d } else { 0 });
            (0..random.usize(..20)).for_each(|_| cells[random.usize(..81)] = 0);
            grid(cells)
        }
        _ => {
            let clues = random.usize(17..=24);
            common::puzzle(random, clues)
        }
    }
}

/// The same with a clue or two taken out, put in or moved.
fn neighbour(random: &mut Rng, puzzle: &Grid) -> Grid {
    let mut cells = *puzzle.cells();
    for _ in 0..random.usize(1..=3) {
        let clues: Vec<usize> = (0..81).filter(|&cell| cells[cell] > 0).collect();
        let any = random.usize(..81);
        match (random.u32(..3), random.choice(&clues)) {
            (0, Some(&clue)) => cells[clue] = 0,
            (1, Some(&clue)) => cells.swap(clue, any),
            _ => cells[any] = random.u8(1..=9),
        }
    }
    grid(cells)
}

fn grid(cells: [u8; 81]) -> Grid {
    Grid::from_cells(cells).expect("digits and blanks")
}

/// A grid and how bad it is.
type Bad<T> = (T, Grid);

/// Climbs from each start to worse neighbours until none has been found in `patience` tries. Returns the worst and the tries.
fn climb<T: PartialOrd + Copy>(
    random: &mut Rng,
    until: Instant,
    patience: usize,
    mut judge: impl FnMut(&[Grid]) -> Vec<T>,
) -> (Vec<Bad<T>>, usize) {
    const STARTS: usize = 4096;
    const STEPS: usize = 64;
    let (mut worst, mut tries): (Vec<Bad<T>>, usize) = (vec![], 0);
    while Instant::now() < until {
        let starts: Vec<Grid> = (0..STARTS).map(|_| suspect(random)).filter(|grid| grid.clash().is_none()).collect();
        let mut judged: Vec<Bad<T>> = judge(&starts).into_iter().zip(starts).collect();
        tries += judged.len();
        judged.sort_by(|a, b| b.0.partial_cmp(&a.0).expect("no order is missing"));
        // The worst start, and one of the next, so that the climbs differ.
        for start in [0, random.usize(1..20)] {
            let (mut at, mut idle) = (judged[start], 0);
            while idle < patience && Instant::now() < until {
                let near: Vec<Grid> = (0..4 * STEPS)
                    .map(|_| neighbour(random, &at.1))
                    .filter(|grid| grid.clash().is_none())
                    .take(STEPS)
                    .collect();
                tries += near.len();
                let best =
                    judge(&near).into_iter().zip(near).fold(at, |best, one| if one.0 > best.0 { one } else { best });
                idle = if best.0 > at.0 { 0 } else { idle + STEPS };
                at = best;
            }
            worst.push(at);
        }
        worst.sort_by(|a, b| b.0.partial_cmp(&a.0).expect("no order is missing"));
        worst.truncate(8);
    }
    (worst, tries)
}

fn seconds() -> Duration {
    let seconds = std::env::var("SUDOKAT_SECONDS").map_or(20, |seconds| seconds.parse().expect("seconds"));
    Duration::from_secs(seconds)
}

fn seed() -> Rng {
    Rng::with_seed(std::env::var("SUDOKAT_SEED").map_or(1, |seed| seed.parse().expect("a number")))
}

#[test]
#[ignore = "a long run"]
fn search_for_the_slowest_grid_of_the_reference_solver() {
    let judge = |grids: &[Grid]| grids.iter().map(|grid| smallest(grid, 1).as_nanos()).collect();
    let (worst, tries) = climb(&mut seed(), Instant::now() + seconds(), 1024, judge);
    println!("{tries} grids");
    for (_, grid) in &worst {
        let time = smallest(grid, 9);
        println!("{:.2} ms {grid}", time.as_secs_f64() * 1e3);
        assert!(time < BOUND, "{grid}");
    }
}

#[test]
#[ignore = "a long run"]
fn search_for_the_grid_of_the_most_guesses_of_the_engine() {
    let (mut batch, mut answers) = (Batch::new(), Vec::new());
    let (mut undecided, mut total) = (0, 0);
    let judge = |grids: &[Grid]| {
        batch.solve(Goal::Smallest, grids, &mut answers);
        total += grids.len();
        undecided += answers.iter().filter(|answer| **answer == Answer::Undecided).count();
        batch.guesses().to_vec()
    };
    let (worst, tries) = climb(&mut seed(), Instant::now() + seconds(), 1024, judge);
    println!("{tries} grids, {undecided} of {total} undecided");
    let mut batch = Batch::new();
    for (guesses, grid) in &worst {
        let mut answer = Vec::new();
        let engine = time(9, || batch.solve(Goal::Smallest, &[*grid], &mut answer));
        let then = if answer[0] == Answer::Undecided { smallest(grid, 9) } else { Duration::ZERO };
        let [engine, then] = [engine, then].map(|time| time.as_secs_f64() * 1e3);
        println!("{guesses} guesses, {engine:.2} ms, then {then:.2} ms {grid}");
    }
}
