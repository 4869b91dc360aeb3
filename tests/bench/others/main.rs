//! sudokat beside the [`sudoku`] crate: grids a second in memory, on one thread by CPU time.
//!
//! ```text
//! cargo run --release --manifest-path tests/bench/others/Cargo.toml -- FILE...
//! ```
//!
//! Each file has one grid a line. The solvers take turns, and each figure is the best of seven.
//! The crate counts solutions up to two, which compares with `--verdict`.

#[path = "../clock.rs"]
mod clock;

use std::fs;
use std::hint::black_box;
use std::time::Duration;

use clock::cpu_time;
use sudokat::internals::{Engine, Puzzles};
use sudokat::{Goal, Grid};
use sudoku::Sudoku;

const TURNS: usize = 7;

/// Each turn takes at least so long: the system counts CPU time in steps of milliseconds.
const TURN: Duration = Duration::from_millis(150);

/// Grids in a call of the engine, as in the program.
const CHUNK: usize = 2048;

type Solver = (String, Box<dyn FnMut()>);

fn main() {
    for file in std::env::args().skip(1) {
        let text = fs::read_to_string(&file).expect("a readable file");
        let lines = text.lines().filter_map(|line| line.get(..81));
        let grids: Vec<Grid> = lines.filter_map(|line| line.parse().ok()).collect();
        println!("{file}: {} grids", grids.len());
        let mut solvers: Vec<Solver> = vec![by_crate(&grids)];
        for goal in [Goal::Uniqueness, Goal::Smallest] {
            solvers.extend(
                Engine::every_level()
                    .into_iter()
                    .map(|engine| by_engine(engine, goal, grids.clone())),
            );
        }
        let mut best = vec![f64::MAX; solvers.len()];
        for _ in 0..TURNS {
            for ((_, solve), best) in solvers.iter_mut().zip(&mut best) {
                let (begun, mut solved) = (cpu_time(), 0);
                while cpu_time() - begun < TURN {
                    solve();
                    solved += grids.len();
                }
                *best = best.min((cpu_time() - begun).as_secs_f64() / solved as f64);
            }
        }
        for ((name, _), best) in solvers.iter().zip(best) {
            println!("  {name:22} {:>11.0} grids/s", 1.0 / best);
        }
    }
}

fn by_crate(grids: &[Grid]) -> Solver {
    let parse = |grid: &Grid| Sudoku::from_str_line(&grid.to_string()).expect("81 cells");
    let sudokus: Vec<Sudoku> = grids.iter().map(parse).collect();
    let solve = move || {
        sudokus
            .iter()
            .for_each(|sudoku| _ = black_box(sudoku.solutions_count_up_to(2)))
    };
    ("sudoku, two solutions".into(), Box::new(solve))
}

fn by_engine(mut engine: Engine, goal: Goal, grids: Vec<Grid>) -> Solver {
    let question = if goal == Goal::Uniqueness {
        "verdict"
    } else {
        "smallest"
    };
    let name = format!("{} {question}", engine.level());
    let mut answers = Vec::new();
    let solve = move || {
        for grids in grids.chunks(CHUNK) {
            engine.solve(goal, Puzzles::of_grids(grids), &mut answers);
        }
    };
    (name, Box::new(solve))
}
