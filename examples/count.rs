//! Count the solutions of a grid, list the first ones, and find redundant clues.
//!
//! ```text
//! cargo run --example count
//! ```

use sudokat::{Grid, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid: Grid =
        "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....2.....4.9..5.......79"
            .parse()?;
    let puzzle = Puzzle::new(&grid)?;
    println!("{} solutions; the first three are:", puzzle.count(1_000));
    for solution in puzzle.solutions().take(3) {
        println!("{solution}");
    }

    // Counting stops at the limit.
    println!(
        "the empty grid has at least {} solutions",
        Puzzle::new(&Grid::EMPTY)?.count(1_000)
    );

    let grid: Grid =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()?;
    let clues = Puzzle::new(&grid)?.redundant_clues().unwrap_or_default();
    let clues: Vec<String> = clues.iter().map(ToString::to_string).collect();
    println!("each of these clues could be removed: {}", clues.join(" "));
    Ok(())
}
