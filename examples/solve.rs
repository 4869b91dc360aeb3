//! Solve one grid, and find out what is wrong with a grid that cannot be solved.
//!
//! ```text
//! cargo run --example solve
//! ```

use sudokat::{Candidates, Grid, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid: Grid =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
            .parse()?;
    let puzzle = Puzzle::new(&grid)?;
    if let Some(solution) = puzzle.smallest() {
        println!("{solution}");
        println!("this is the only solution: {}", puzzle.is_unique());
        println!(
            "it obeys the rules and keeps the clues: {}",
            solution.is_solution(&grid)
        );
    }

    // Pencil marks can rule out more than the clues do.
    let mut candidates = Candidates::from(&grid);
    candidates.eliminate("r1c2".parse()?, 1);
    println!(
        "solution without 1 in r1c2: {:?}",
        Puzzle::from(&candidates).smallest()
    );

    // Two equal clues in a row, column or box are an error.
    let mut grid = Grid::EMPTY;
    grid.set("r1c1".parse()?, 5);
    grid.set("r1c9".parse()?, 5);
    if let Err(conflict) = Puzzle::new(&grid) {
        println!("not a puzzle: {conflict}");
    }

    // A grid without a conflict can still have no solution.
    let grid: Grid =
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
            .parse()?;
    if let Some(contradiction) = Puzzle::new(&grid)?.contradiction() {
        println!("no solution: {contradiction}");
    }
    Ok(())
}
