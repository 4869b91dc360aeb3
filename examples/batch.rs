//! Solve a slice of grids at once with the vector engine.
//!
//! ```text
//! cargo run --release --example batch
//! ```

use sudokat::Grid;
use sudokat::batch::{Answer, Batch, Goal};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = include_str!("puzzles.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_whitespace().next());
    let grids: Vec<Grid> = lines.map(str::parse).collect::<Result<_, _>>()?;
    let (mut batch, mut answers) = (Batch::new(), Vec::new());
    batch.solve(Goal::Verdict, &grids, &mut answers);
    for (answer, guesses) in answers.iter().zip(batch.guesses()) {
        match answer {
            Answer::Unique(solution) => println!("{solution} only, {guesses} guesses"),
            Answer::Several(solution) => println!("{solution} smallest, {guesses} guesses"),
            Answer::Unsolvable => println!("no solution"),
            // A verdict is one of these three.
            _ => unreachable!(),
        }
    }
    Ok(())
}
