//! Plain backtracking over a list of blank cells, with a bit mask for each row, column and box.
//!
//! The clues are placed first. Then each blank, in row-major order, tries the digits that its row,
//! column and box lack, in ascending order. So the first solution found is the lexicographically
//! smallest. Finding it takes microseconds for most grids, and hours for some.

use crate::grid::{CELLS, Candidates, Grid, digits_of};

/// The limit of placements was reached before the solver had finished.
#[derive(Debug, PartialEq)]
pub struct OutOfPlacements;

/// The first solution, or `None` if there is none.
///
/// # Errors
/// If solving takes more than `limit` placements of a digit in a blank.
pub fn first_solution(puzzle: &Candidates, limit: u64) -> Result<Option<Grid>, OutOfPlacements> {
    let Some(mut solver) = Solver::new(puzzle, limit) else {
        return Ok(None);
    };
    let is_solved = solver.fill_from(0)?;
    Ok(is_solved.then_some(solver.grid))
}

/// A grid that is being filled. Bit d - 1 of a mask stands for the digit d.
struct Solver<'a> {
    /// The digits that each cell may hold: the digit of a clue, and all nine in a blank, unless
    /// pencil marks leave fewer.
    allowed: &'a [u16; CELLS],
    /// The clues, and the digits that the blanks have been given so far. Blanks that are not filled
    /// yet may hold stale digits.
    grid: Grid,
    /// The cells without a clue, in row-major order.
    blanks: Vec<Position>,
    /// The digits that each row, column and box already has.
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
    /// How many more digits may be placed in blanks.
    placements_left: u64,
}

/// A cell, and the row, column and box that it is in, each counted from 0.
#[derive(Clone, Copy)]
struct Position {
    cell: usize,
    row: usize,
    column: usize,
    box_: usize,
}

impl Solver<'_> {
    /// Places the clues and lists the blanks. `None` if two clues conflict.
    fn new(puzzle: &Candidates, limit: u64) -> Option<Solver<'_>> {
        let mut solver = Solver {
            allowed: puzzle.masks(),
            grid: puzzle.to_grid(),
            blanks: Vec::with_capacity(CELLS),
            rows: [0; 9],
            columns: [0; 9],
            boxes: [0; 9],
            placements_left: limit,
        };
        for cell in 0..CELLS {
            let position = Position::of(cell);
            let clue = solver.grid.digits()[cell];
            if clue == 0 {
                solver.blanks.push(position);
            } else if solver.candidates(position) == 0 {
                // The only digit that the cell may hold is in its row, column or box already.
                return None;
            } else {
                solver.toggle(position, clue);
            }
        }
        Some(solver)
    }

    /// Fills the blanks from this index on. Returns whether that is possible.
    fn fill_from(&mut self, index: usize) -> Result<bool, OutOfPlacements> {
        let Some(&blank) = self.blanks.get(index) else {
            return Ok(true);
        };
        for digit in digits_of(self.candidates(blank)) {
            if self.placements_left == 0 {
                return Err(OutOfPlacements);
            }
            self.placements_left -= 1;
            self.grid.digits_mut()[blank.cell] = digit;
            self.toggle(blank, digit);
            if self.fill_from(index + 1)? {
                return Ok(true);
            }
            self.toggle(blank, digit);
        }
        Ok(false)
    }

    /// The digits that a cell may hold and that its row, column and box lack.
    fn candidates(&self, position: Position) -> u16 {
        let taken =
            self.rows[position.row] | self.columns[position.column] | self.boxes[position.box_];
        self.allowed[position.cell] & !taken
    }

    /// Adds a digit to the row, column and box of a cell, or takes it out again.
    fn toggle(&mut self, position: Position, digit: u8) {
        let bit = 1 << (digit - 1);
        self.rows[position.row] ^= bit;
        self.columns[position.column] ^= bit;
        self.boxes[position.box_] ^= bit;
    }
}

impl Position {
    fn of(cell: usize) -> Position {
        let (row, column) = (cell / 9, cell % 9);
        Position {
            cell,
            row,
            column,
            box_: row / 3 * 3 + column / 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(text: &str) -> Candidates {
        Candidates::from(&text.parse::<Grid>().unwrap())
    }

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn the_first_solution_is_found_or_the_placements_run_out() {
        let (puzzle, solution) = (puzzle(PUZZLE), SOLVED.parse().unwrap());
        assert_eq!(first_solution(&puzzle, u64::MAX), Ok(Some(solution)));
        // As many placements as it takes, and one fewer.
        let enough = (0..)
            .find(|&limit| first_solution(&puzzle, limit).is_ok())
            .unwrap();
        assert_eq!(first_solution(&puzzle, enough), Ok(Some(solution)));
        assert!(enough > 51, "{enough} placements for 51 blanks");
        // Clues take none.
        assert_eq!(
            first_solution(&Candidates::from(&solution), 0),
            Ok(Some(solution))
        );
    }

    #[test]
    fn the_first_of_several_solutions_is_the_smallest() {
        let several = PUZZLE.replace('7', ".");
        let first = first_solution(&puzzle(&several), u64::MAX)
            .unwrap()
            .unwrap();
        assert!(first.is_solution(&several.parse().unwrap()) && first < SOLVED.parse().unwrap());
    }

    #[test]
    fn a_grid_without_a_solution_is_recognized() {
        let no_candidate = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54));
        assert_eq!(first_solution(&puzzle(&no_candidate), u64::MAX), Ok(None));
        let mut masks = *Candidates::ALL.masks();
        masks[80] = 0;
        assert_eq!(
            first_solution(&Candidates::from_masks(masks), 500),
            Err(OutOfPlacements)
        );
    }

    #[test]
    fn clues_that_conflict_are_recognized_before_any_digit_is_placed() {
        for conflict in [
            format!("55{:.<79}", ""),
            format!("5{:.<8}5{:.<71}", "", ""),
            format!("5{:.<9}5{:.<70}", "", ""),
        ] {
            assert_eq!(
                first_solution(&puzzle(&conflict), 0),
                Ok(None),
                "{conflict}"
            );
        }
    }

    #[test]
    fn eliminated_candidates_are_not_tried() {
        let mut candidates = puzzle(PUZZLE);
        let cell = "r1c3".parse().unwrap();
        candidates.eliminate(cell, 4);
        assert_eq!(first_solution(&candidates, u64::MAX), Ok(None));
        // A cell that pencil marks leave one candidate is a clue.
        candidates = puzzle(PUZZLE);
        (1..=9)
            .filter(|&digit| digit != 4)
            .for_each(|digit| candidates.eliminate(cell, digit));
        assert_eq!(
            first_solution(&candidates, u64::MAX),
            Ok(Some(SOLVED.parse().unwrap()))
        );
    }
}
