//! Grids a second of the engine, at every vector level of this machine, on one thread by CPU time.
//!
//! ```text
//! cargo bench --bench engine -- [--verdict | --count] [FILE...]
//! ```
//!
//! With `--count`: solutions a second, counting up to twenty million of each grid.
//!
//! Each file has one grid a line. Without files it makes grids. Levels take turns, so that the
//! machine's moods hit all alike; each figure is the median of seven turns.

#[path = "../fixtures/grids.rs"]
#[allow(dead_code, reason = "the benchmark makes some kinds only")]
mod grids;

mod clock;

use std::fs;
use std::time::Duration;

use clock::cpu_time;
use fastrand::Rng;
use sudokat::internals::{Engine, Puzzles};
use sudokat::{Candidates, Goal, Grid};

const TURNS: usize = 7;

/// Each turn takes at least so long: the system counts CPU time in steps of milliseconds.
const TURN: Duration = Duration::from_millis(150);

/// Grids that are solved in one go: as many as the program takes.
const CHUNK: usize = 2048;

/// Grids of each kind that are made.
const GRIDS: usize = 10_000;

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let is_said = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let goal = if is_said("--verdict") {
        Goal::Uniqueness
    } else {
        Goal::Smallest
    };
    let files: Vec<&String> = arguments
        .iter()
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let mut sets: Vec<(String, Vec<Grid>)> = files
        .iter()
        .map(|file| (file.to_string(), read(file)))
        .collect();
    if sets.is_empty() {
        let make = |kind: fn(&mut Rng) -> Grid| -> Vec<Grid> {
            let mut random = Rng::with_seed(1);
            (0..GRIDS).map(|_| kind(&mut random)).collect()
        };
        sets.push(("easy".into(), make(grids::easy)));
        sets.push(("minimal".into(), make(grids::minimal)));
        sets.push(("several".into(), make(grids::several)));
        sets.push(("unsolvable".into(), make(grids::unsolvable)));
    }
    if is_said("--count") {
        sets.iter().for_each(|(name, grids)| count(name, grids));
        return;
    }
    for (name, grids) in &sets {
        let mut levels = Engine::every_level();
        let mut seconds = vec![Vec::new(); levels.len()];
        let mut answers = Vec::new();
        for _ in 0..TURNS {
            for (engine, seconds) in levels.iter_mut().zip(&mut seconds) {
                let (begun, mut solved) = (cpu_time(), 0);
                while cpu_time() - begun < TURN {
                    grids.chunks(CHUNK).for_each(|grids| {
                        engine.solve(goal, Puzzles::of_grids(grids), &mut answers)
                    });
                    solved += grids.len();
                }
                seconds.push((cpu_time() - begun).as_secs_f64() / solved as f64);
            }
        }
        println!("{name}: {} grids", grids.len());
        for (engine, seconds) in levels.iter().zip(&mut seconds) {
            seconds.sort_by(f64::total_cmp);
            let (median, least) = (seconds[TURNS / 2], seconds[0]);
            println!(
                "  {:8} {:>11.0} grids/s   best {:>11.0}",
                engine.level(),
                1.0 / median,
                1.0 / least
            );
        }
    }
}

/// Measures counting.
fn count(name: &str, grids: &[Grid]) {
    let mut levels = Engine::every_level();
    let mut seconds = vec![Vec::new(); levels.len()];
    let mut solutions = 0;
    for _ in 0..TURNS {
        for (engine, seconds) in levels.iter_mut().zip(&mut seconds) {
            let begun = cpu_time();
            solutions = grids
                .iter()
                .map(|grid| engine.count(&Candidates::from(grid), 20_000_000))
                .sum();
            seconds.push((cpu_time() - begun).as_secs_f64());
        }
    }
    println!("{name}: {solutions} solutions of {} grids", grids.len());
    for (engine, seconds) in levels.iter().zip(&mut seconds) {
        seconds.sort_by(f64::total_cmp);
        println!(
            "  {:8} {:>11.0} solutions/s",
            engine.level(),
            solutions as f64 / seconds[TURNS / 2]
        );
    }
}

fn read(file: &str) -> Vec<Grid> {
    let text = fs::read_to_string(file).expect("a readable file");
    text.lines()
        .filter_map(|line| line.get(..81)?.parse().ok())
        .collect()
}
