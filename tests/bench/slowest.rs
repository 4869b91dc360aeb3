//! How long the slowest records known take with each option.
//!
//! ```text
//! cargo bench --bench slowest
//! ```
//!
//! Each figure is the CPU time of the slowest record, in milliseconds; of each record the fastest
//! of five runs counts.

#[path = "../fixtures/slowest.rs"]
mod slowest;

mod clock;

use std::time::Duration;

use clock::cpu_time;
use slowest::{Ask, OPTIONS, SLOWEST, parsed};
use sudokat::Candidates;

fn main() {
    for (kind, length) in [("clues", 81), ("pencil marks", 729)] {
        let lines = SLOWEST.lines().filter(|line| line.len() == length);
        let records: Vec<Candidates> = lines
            .map(|line| Candidates::from_masks(parsed(line)))
            .collect();
        println!("{} records with {kind}", records.len());
        for (name, ask) in OPTIONS {
            let slowest = records.iter().map(|record| time(ask, record)).max();
            println!(
                "  {:8.2}  {name}",
                slowest.unwrap_or_default().as_secs_f64() * 1e3
            );
        }
    }
}

fn time(ask: Ask, record: &Candidates) -> Duration {
    let run = |_| {
        let start = cpu_time();
        ask(record);
        cpu_time() - start
    };
    (0..5).map(run).min().unwrap_or_default()
}
