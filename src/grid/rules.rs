//! The rules: no row, column or box has a digit twice, and a solution keeps the clues.
//!
//! The check of a grid counts its digits. The *digit counts* of some cells form one number
//! with four bits for each digit, so the counts of two sets of cells can be added:
//!
//! ```text
//! bits      35..32  ..  11..8  7..4  3..0
//! digit        9           3     2     1
//! minirow 5 3 .    counts 0x0_0001_0100
//! minirow 3 . .    counts 0x0_0000_0100
//! together         counts 0x0_0001_0200: 3 is there twice
//! ```

use super::{Conflict, Grid, all_conflicts};

impl Grid {
    /// The first cell, in row-major order, that repeats a digit of its row, column or box, and the
    /// earlier cell that it repeats.
    ///
    /// ```
    /// use sudokat::Grid;
    /// let grid: Grid = format!("5.......5{}", ".".repeat(72)).parse()?;
    /// let conflict = grid.conflict().expect("5 is twice in row 1");
    /// assert_eq!(conflict.to_string(), "r1c1 and r1c9 are both 5");
    /// # Ok::<(), sudokat::ParseGridError>(())
    /// ```
    #[must_use]
    pub fn conflict(&self) -> Option<Conflict> {
        if self.obeys_rules() {
            None
        } else {
            all_conflicts(&self.placements().collect::<Vec<_>>()).next()
        }
    }

    /// Whether this grid is full, obeys the rules and keeps every clue of `puzzle`. This uses no
    /// solver, so it can check any solver.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// let puzzle = Grid::EMPTY;
    /// let solution = Puzzle::new(&puzzle)?.smallest().expect("the empty grid has solutions");
    /// assert!(solution.is_solution(&puzzle));
    /// assert!(!puzzle.is_solution(&puzzle));
    /// # Ok::<(), sudokat::Conflict>(())
    /// ```
    #[must_use]
    pub fn is_solution(&self, puzzle: &Grid) -> bool {
        // This avoids branches: whether a cell has a clue is hard to predict.
        let is_filled_as_given = |(&clue, &d): (&u8, &u8)| (d > 0) & ((clue == 0) | (clue == d));
        let pairs = puzzle.0.iter().zip(&self.0);
        pairs.fold(true, |all, pair| all & is_filled_as_given(pair)) && self.obeys_rules()
    }

    /// Whether no digit occurs twice in a unit. This takes a fraction of the time of
    /// [`Grid::conflict`].
    pub(crate) fn obeys_rules(&self) -> bool {
        // Bits of repeated digits are collected without branches, which makes this fast.
        let mut repeated = 0;
        let mut columns = [0; 9];
        for band in self.0.as_chunks::<27>().0 {
            let mut boxes = [0; 3];
            for row in band.as_chunks::<9>().0 {
                let counts = row.map(|d| COUNTS_OF_DIGIT[usize::from(d & 15)]);
                let minirows = [0, 3, 6].map(|c| counts[c] + counts[c + 1] + counts[c + 2]);
                repeated |= repeated_bits(minirows.iter().sum());
                add_counts(&mut boxes, &minirows);
                add_counts(&mut columns, &counts);
            }
            for counts in boxes {
                repeated |= repeated_bits(counts);
            }
        }
        for counts in columns {
            repeated |= repeated_bits(counts);
        }
        repeated == 0
    }
}

/// Adds the digit counts of each set of cells to those of another.
#[inline]
fn add_counts<const N: usize>(totals: &mut [u64; N], counts: &[u64; N]) {
    for (total, count) in totals.iter_mut().zip(counts) {
        *total += count;
    }
}

/// The digit counts of one cell by its digit; none for a blank. There are 16 entries because the
/// index `d & 15` needs no bounds check.
const COUNTS_OF_DIGIT: [u64; 16] = {
    let mut counts = [0; 16];
    let mut d = 1;
    while d <= 9 {
        counts[d] = 1 << (4 * (d - 1));
        d += 1;
    }
    counts
};

/// The highest of the four bits of each digit whose count is two or more; all other bits are 0.
#[inline]
fn repeated_bits(counts: u64) -> u64 {
    // Adding 6 sets this bit: 2 + 6 = 8. A digit occurs at most nine times in a unit, so no count
    // overflows.
    (counts + 0x6_6666_6666) & 0x8_8888_8888
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CELLS;

    #[test]
    fn a_solution_is_full_obeys_the_rules_and_keeps_the_clues() {
        let solved: Grid =
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
                .parse()
                .unwrap();
        assert!(solved.is_solution(&Grid::EMPTY) && solved.is_solution(&solved));
        for cell in 0..CELLS {
            let (mut blank, mut wrong) = (solved, solved);
            blank.0[cell] = 0;
            wrong.0[cell] = solved.0[cell] % 9 + 1;
            assert!(solved.is_solution(&blank));
            assert!(
                !blank.is_solution(&blank)
                    && !wrong.is_solution(&Grid::EMPTY)
                    && !solved.is_solution(&wrong)
            );
        }
        // A Latin square that breaks the boxes is not a solution.
        let latin: [u8; CELLS] = std::array::from_fn(|cell| ((cell / 9 + cell % 9) % 9 + 1) as u8);
        assert!(!Grid(latin).is_solution(&Grid::EMPTY));
    }
}
