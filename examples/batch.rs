//! Solve many grids at once.
//!
//! ```text
//! cargo run --release --example batch
//! ```

use sudokat::{Answer, Batch, Goal, Grid};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = include_str!("puzzles.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let grids: Vec<Grid> = lines
        .filter_map(|line| line.get(..81))
        .map(str::parse)
        .collect::<Result<_, _>>()?;

    // A batch can be used again. It keeps its memory, so the second call is cheaper.
    let mut batch = Batch::new();
    let mut answers = Vec::new();
    batch.solve(Goal::Uniqueness, &grids, &mut answers);
    for answer in &answers {
        match answer {
            Answer::Unique(solution) => println!("{solution} is the only solution"),
            Answer::Multiple => println!("several solutions"),
            _ => println!("no solution"),
        }
    }
    Ok(())
}
