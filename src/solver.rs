//! Backtracking over the blank cells, with bit masks for rows, columns and boxes.
//!
//! The blanks are listed once, in row-major order, and digits are tried in ascending order. So the solutions are found in
//! lexicographic order, and the first one is the smallest. That takes microseconds for most grids and hours for some: the
//! caller limits the number of placements.

use std::ops::ControlFlow;

use crate::grid::{CELLS, Candidates, Grid};

/// Calls `visit` with every solution in lexicographic order, until it breaks or `limit` digits have been placed. Returns
/// whether all solutions were visited.
pub fn for_each_solution(puzzle: &Candidates, limit: u64, visit: impl FnMut(&Grid) -> ControlFlow<()>) -> bool {
    match Solver::new(puzzle, limit) {
        Some(mut solver) => solver.fill(0, &mut { visit }).is_continue(),
        None => true,
    }
}

/// A puzzle that is being filled. Bit d - 1 of a mask stands for the digit d.
struct Solver<'a> {
    /// The digits so far.
    grid: Grid,
    /// The indices of the blank cells, in row-major order.
    blanks: Vec<usize>,
    /// The digits that each row, column and box already has.
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
    /// The digits that pencil marks allow in each cell.
    allowed: &'a [u16; CELLS],
    placements_left: u64,
}

impl Solver<'_> {
    /// `None` if two clues of the puzzle conflict.
    fn new(puzzle: &Candidates, limit: u64) -> Option<Solver<'_>> {
        let clues = puzzle.naked_singles();
        let mut solver = Solver {
            grid: clues,
            blanks: (0..CELLS).filter(|&cell| clues.cells()[cell] == 0).collect(),
            rows: [0; 9],
            columns: [0; 9],
            boxes: [0; 9],
            allowed: puzzle.masks(),
            placements_left: limit,
        };
        for clue in clues.clues() {
            let (cell, bit) = (clue.cell.index(), 1 << (clue.digit - 1));
            if solver.open(cell) & bit == 0 {
                return None;
            }
            solver.toggle(cell, bit);
        }
        Some(solver)
    }

    /// Fills the blanks from number `k` on in every possible way. Breaks if `visit` does or the limit is reached.
    fn fill(&mut self, k: usize, visit: &mut impl FnMut(&Grid) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(&cell) = self.blanks.get(k) else { return visit(&self.grid) };
        let mut open = self.open(cell);
        while open != 0 {
            let bit = open & open.wrapping_neg();
            open ^= bit;
            if self.placements_left == 0 {
                return ControlFlow::Break(());
            }
            self.placements_left -= 1;
            self.grid.cells_mut()[cell] = bit.trailing_zeros() as u8 + 1;
            self.toggle(cell, bit);
            self.fill(k + 1, visit)?;
            self.toggle(cell, bit);
        }
        ControlFlow::Continue(())
    }

    /// The digits that a blank cell can hold now.
    fn open(&self, cell: usize) -> u16 {
        let (r, c) = (cell / 9, cell % 9);
        self.allowed[cell] & !(self.rows[r] | self.columns[c] | self.boxes[r / 3 * 3 + c / 3])
    }

    /// Adds a digit to the units of a cell, or takes it out again.
    fn toggle(&mut self, cell: usize, bit: u16) {
        let (r, c) = (cell / 9, cell % 9);
        self.rows[r] ^= bit;
        self.columns[c] ^= bit;
        self.boxes[r / 3 * 3 + c / 3] ^= bit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(text: &str) -> Candidates {
        Candidates::from(&text.parse::<Grid>().unwrap())
    }

    /// The first solution if there is one, or `None` if the placements run out before that is known.
    fn first(puzzle: &Candidates, limit: u64) -> Option<Option<Grid>> {
        let mut found = None;
        let complete = for_each_solution(puzzle, limit, |solution| {
            found = Some(*solution);
            ControlFlow::Break(())
        });
        (complete || found.is_some()).then_some(found)
    }

    #[test]
    fn the_first_solution_is_found_or_the_placements_run_out() {
        let puzzle = puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
        let solution: Grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse().unwrap();
        assert_eq!(first(&puzzle, u64::MAX), Some(Some(solution)));
        // As many placements as the search takes, and one fewer.
        let enough = (0..).find(|&limit| first(&puzzle, limit).is_some()).unwrap();
        assert_eq!(first(&puzzle, enough), Some(Some(solution)));
        assert!(enough > 51, "{enough} placements for 51 blanks");
        assert_eq!(first(&Candidates::from(&solution), 0), Some(Some(solution)));
    }

    #[test]
    fn a_grid_without_a_solution_is_recognized() {
        let no_candidate = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54));
        assert_eq!(first(&puzzle(&no_candidate), u64::MAX), Some(None));
        let conflict = format!("55{}", ".".repeat(79));
        assert_eq!(first(&puzzle(&conflict), u64::MAX), Some(None));
        let mut masks = *Candidates::ALL.masks();
        masks[80] = 0;
        assert_eq!(first(&Candidates::from_masks(masks), 500), None);
    }

    #[test]
    fn solutions_come_in_ascending_order_and_obey_pencil_marks() {
        let text = "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....2.....4.9..5.......79";
        let solutions = |puzzle: &Candidates| {
            let mut solutions = Vec::new();
            let complete = for_each_solution(puzzle, u64::MAX, |solution| {
                solutions.push(*solution);
                ControlFlow::Continue(())
            });
            assert!(complete && solutions.is_sorted_by(|a, b| a < b));
            solutions
        };
        let mut candidates = puzzle(text);
        let all = solutions(&candidates);
        assert!(all.len() > 1 && all.iter().all(|solution| solution.is_solution(&text.parse().unwrap())));
        let cell = "r1c2".parse().unwrap();
        candidates.eliminate(cell, all[0][cell]);
        let left: Vec<Grid> = all.iter().filter(|solution| solution[cell] != all[0][cell]).copied().collect();
        assert_eq!(solutions(&candidates), left);
    }
}
