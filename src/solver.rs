//! Backtracking over the blank cells, with bit masks for rows, columns and boxes.
//!
//! Clues come first, then the blanks in row-major order, and digits are tried in ascending order. So the solutions are found in
//! lexicographic order, and the first one is the smallest. That takes microseconds for most grids and hours for some: the
//! caller limits the number of placements.

use std::ops::ControlFlow;

use crate::grid::{CELLS, Candidates, Grid, UNITS};

/// Calls `visit` with every solution in lexicographic order, until it breaks or `limit` digits have been placed. Returns
/// whether all solutions were visited.
pub fn for_each_solution(puzzle: &Candidates, limit: u64, mut visit: impl FnMut(&Grid) -> ControlFlow<()>) -> bool {
    let allowed = puzzle.masks();
    let (clues, blanks): (Vec<usize>, Vec<usize>) = (0..CELLS).partition(|&cell| allowed[cell].is_power_of_two());
    let order = [clues, blanks].concat();
    let mut solver = Solver { grid: Grid::EMPTY, order, used: [0; 27], allowed, placements_left: limit };
    solver.fill(0, &mut visit).is_continue()
}

/// A puzzle that is being filled. Bit d - 1 of a mask stands for the digit d.
struct Solver<'a> {
    /// The digits so far.
    grid: Grid,
    /// The cells in the order in which they are filled: the clues, then the blanks in row-major order.
    order: Vec<usize>,
    /// The digits that each row, column and box already has.
    used: [u16; 27],
    /// The digits that clues and pencil marks allow in each cell.
    allowed: &'a [u16; CELLS],
    placements_left: u64,
}

impl Solver<'_> {
    /// Fills the cells from number `k` on in every possible way. Breaks if `visit` does or the limit is reached.
    fn fill(&mut self, k: usize, visit: &mut impl FnMut(&Grid) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(&cell) = self.order.get(k) else { return visit(&self.grid) };
        let mut open = UNITS[cell].iter().fold(self.allowed[cell], |open, &unit| open & !self.used[unit]);
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

    /// Adds a digit to the units of a cell, or takes it out again.
    fn toggle(&mut self, cell: usize, bit: u16) {
        UNITS[cell].iter().for_each(|&unit| self.used[unit] ^= bit);
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
        assert!(enough > 81, "{enough} placements");
        assert_eq!([80, 81].map(|limit| first(&Candidates::from(&solution), limit)), [None, Some(Some(solution))]);
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
