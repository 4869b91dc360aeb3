//! Count the solutions of a grid, list the first, and see which clues it could do without.
//!
//! ```text
//! cargo run --example count
//! ```

use sudokat::{Candidates, Count, Grid, Search, redundant_clues};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Grid = "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....2.....4.9..5.......79".parse()?;
    let mut solver = search_of(&puzzle)?;
    println!("{} solutions, of which the first three are", Count::of(&mut solver, 1000));
    for solution in solver.solutions().take(3) {
        println!("{solution}");
    }
    println!("the empty grid has {}", Count::of(&mut search_of(&Grid::EMPTY)?, 1000));

    let unique: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    for (cell, digit) in redundant_clues(&Candidates::from(&unique)).unwrap_or_default() {
        println!("{cell} need not be given: it could only be {digit}");
    }
    Ok(())
}
