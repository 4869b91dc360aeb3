//! sudokat beside the [`sudoku`] crate: grids a second in memory, on one thread by CPU time.
//!
//! ```text
//! cargo run --release --manifest-path tests/bench/others/Cargo.toml -- [--make] FILE...
//! ```
//!
//! Each file has one grid a line. The functions take turns, and each figure is the best of seven.
//! The crate counts solutions up to two, which compares with `--verdict`.
//!
//! With `--make`: canonical forms and random equivalents of the grids, and random minimal puzzles.
//! The crate's form of a puzzle is the image of the puzzle that makes its solution the smallest;
//! only for full grids is it the form that sudokat finds.

#[path = "../clock.rs"]
mod clock;

use std::fs;
use std::hint::black_box;
use std::num::NonZero;
use std::time::Duration;

use clock::cpu_time;
use sudokat::internals::{Engine, Puzzles};
use sudokat::{Generator, GeneratorOptions, Goal, Grid};
use sudoku::{Sudoku, Symmetry};

const TURNS: usize = 7;

/// Each turn takes at least so long: the system counts CPU time in steps of milliseconds.
const TURN: Duration = Duration::from_millis(150);

/// Grids in a call of the engine, as in the program.
const CHUNK: usize = 2048;

/// Puzzles that a call of a generator makes.
const PUZZLES: usize = 256;

/// What is measured.
struct Contestant {
    name: String,
    /// Does the work once, and returns for how many grids.
    work: Box<dyn FnMut() -> usize>,
}

impl Contestant {
    fn new(name: impl Into<String>, work: impl FnMut() -> usize + 'static) -> Contestant {
        Contestant {
            name: name.into(),
            work: Box::new(work),
        }
    }

    /// Seconds for each grid in one turn.
    fn take_turn(&mut self) -> f64 {
        let (begun, mut grids) = (cpu_time(), 0);
        while cpu_time() - begun < TURN {
            grids += (self.work)();
        }
        (cpu_time() - begun).as_secs_f64() / grids as f64
    }
}

fn main() {
    let (options, files): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|argument| argument.starts_with("--"));
    for file in files {
        let grids = read(&file);
        println!("{file}: {} grids", grids.len());
        let contestants = if options.is_empty() {
            solvers(&grids)
        } else {
            makers(&grids)
        };
        measure(contestants);
    }
}

fn read(file: &str) -> Vec<Grid> {
    let text = fs::read_to_string(file).expect("a readable file");
    let lines = text.lines().filter_map(|line| line.get(..81));
    lines.filter_map(|line| line.parse().ok()).collect()
}

fn measure(mut contestants: Vec<Contestant>) {
    let mut best = vec![f64::MAX; contestants.len()];
    for _ in 0..TURNS {
        for (contestant, best) in contestants.iter_mut().zip(&mut best) {
            *best = best.min(contestant.take_turn());
        }
    }
    for (contestant, best) in contestants.iter().zip(best) {
        println!("  {:22} {:>11.0} grids/s", contestant.name, 1.0 / best);
    }
}

fn solvers(grids: &[Grid]) -> Vec<Contestant> {
    let mut solvers = vec![by_crate("sudoku, two solutions", grids, |sudoku| {
        _ = black_box(sudoku.solutions_count_up_to(2));
    })];
    for goal in [Goal::Uniqueness, Goal::Smallest] {
        let engines = Engine::every_level().into_iter();
        solvers.extend(engines.map(|engine| by_engine(engine, goal, grids.to_vec())));
    }
    solvers
}

fn makers(grids: &[Grid]) -> Vec<Contestant> {
    let owned = grids.to_vec();
    vec![
        by_crate("sudoku, canonicalized", grids, |sudoku| {
            _ = black_box(sudoku.canonicalized());
        }),
        Contestant::new("sudokat, canonical", move || {
            owned
                .iter()
                .for_each(|grid| _ = black_box(grid.canonical()));
            owned.len()
        }),
        by_crate("sudoku, shuffled", grids, |sudoku| {
            _ = black_box(sudoku.shuffled());
        }),
        Contestant::new("sudoku, generate", || {
            // `Sudoku::generate` would make puzzles with half-turn symmetry.
            (0..PUZZLES)
                .for_each(|_| _ = black_box(Sudoku::generate_with_symmetry(Symmetry::None)));
            PUZZLES
        }),
        by_generator(),
    ]
}

fn by_crate(name: &str, grids: &[Grid], work: fn(&Sudoku)) -> Contestant {
    let parse = |grid: &Grid| Sudoku::from_str_line(&grid.to_string()).expect("81 cells");
    let sudokus: Vec<Sudoku> = grids.iter().map(parse).collect();
    Contestant::new(name, move || {
        sudokus.iter().for_each(work);
        sudokus.len()
    })
}

fn by_engine(mut engine: Engine, goal: Goal, grids: Vec<Grid>) -> Contestant {
    let question = if goal == Goal::Uniqueness {
        "verdict"
    } else {
        "smallest"
    };
    let name = format!("{} {question}", engine.level());
    let mut answers = Vec::new();
    Contestant::new(name, move || {
        for grids in grids.chunks(CHUNK) {
            engine.solve(goal, Puzzles::of_grids(grids), &mut answers);
        }
        grids.len()
    })
}

fn by_generator() -> Contestant {
    let options = GeneratorOptions {
        threads: NonZero::new(1),
        ..GeneratorOptions::default()
    };
    let mut generator = Generator::new(1, options);
    Contestant::new("sudokat, generate", move || {
        generator.by_ref().take(PUZZLES).count()
    })
}
