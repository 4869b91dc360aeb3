//! Solve one grid: the smallest solution, whether there is another, and what is wrong where there is none.
//!
//! ```text
//! cargo run --example solve
//! ```

use sudokat::{Grid, Reason, Search};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Grid = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
    let mut solver = search_of(&puzzle)?;
    if let Some(answer) = solver.smallest() {
        println!("{answer}");
        println!("the only solution: {}", solver.count(2) == 1);
        println!("keeps the clues and the rules: {}", answer.is_solution(&puzzle));
    }

    let mut cells = *Grid::EMPTY.cells();
    (cells[0], cells[8]) = (5, 5);
    let wrong = Grid::from_cells(cells).ok_or("a digit above 9")?;
    if let Err(clash) = search_of(&wrong) {
        println!("not a puzzle: {clash}");
    }

    let impossible = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........".parse()?;
    if let Some(reason) = Reason::of(&impossible) {
        println!("no solution: {reason}");
    }
    Ok(())
}
