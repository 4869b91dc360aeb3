//! Conflicts: equal digits in one unit.

use std::fmt;

use super::text::debug_as_display;
use super::{Cell, Placement};

/// Two cells of one unit that hold the same digit. No solution can keep both.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Conflict {
    /// The earlier cell in row-major order.
    pub first: Cell,
    /// The later one.
    pub second: Cell,
    /// The digit in both, 1..=9.
    pub digit: u8,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} and {} are both {}",
            self.first, self.second, self.digit
        )
    }
}

debug_as_display!(Conflict);

impl std::error::Error for Conflict {}

/// All pairs of equal digits in one unit. `placements` are in row-major order; the pairs are sorted
/// by the second cell, then by the first.
pub(crate) fn all_conflicts(placements: &[Placement]) -> impl Iterator<Item = Conflict> {
    placements
        .iter()
        .enumerate()
        .flat_map(|(position, &later)| conflicts_with(later, &placements[..position]))
}

/// The conflicts of a placement with those before it.
fn conflicts_with(later: Placement, before: &[Placement]) -> impl Iterator<Item = Conflict> {
    before
        .iter()
        .filter(move |earlier| earlier.digit == later.digit && earlier.cell.sees(later.cell))
        .map(move |earlier| Conflict {
            first: earlier.cell,
            second: later.cell,
            digit: later.digit,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CELLS, Grid};

    #[test]
    fn a_conflict_names_the_first_pair_in_reading_order() {
        let conflict = |digits: &[(usize, u8)]| {
            let mut cells = [0; CELLS];
            digits.iter().for_each(|&(cell, d)| cells[cell] = d);
            Grid(cells).conflict().map(|conflict| conflict.to_string())
        };
        assert_eq!(
            conflict(&[(0, 5), (8, 5)]).as_deref(),
            Some("r1c1 and r1c9 are both 5")
        );
        assert_eq!(
            conflict(&[(8, 1), (80, 1)]).as_deref(),
            Some("r1c9 and r9c9 are both 1")
        );
        assert_eq!(
            conflict(&[(30, 9), (50, 9)]).as_deref(),
            Some("r4c4 and r6c6 are both 9")
        );
        // The pair that is complete first, not the one that starts first.
        assert_eq!(
            conflict(&[(0, 5), (10, 7), (19, 7), (72, 5)]).as_deref(),
            Some("r2c2 and r3c2 are both 7")
        );
        assert_eq!(conflict(&[(0, 5), (12, 5), (24, 5)]), None);
    }

    #[test]
    fn equal_digits_conflict_if_their_cells_share_a_unit() {
        for (first, second) in
            (0..CELLS).flat_map(|first| (first + 1..CELLS).map(move |second| (first, second)))
        {
            let shares = |unit: fn(usize) -> usize| unit(first) == unit(second);
            let see = shares(|cell| cell / 9)
                || shares(|cell| cell % 9)
                || shares(|cell| cell / 27 * 3 + cell % 9 / 3);
            for digit in 1..=9 {
                let mut cells = [0; CELLS];
                (cells[first], cells[second]) = (digit, digit);
                let conflict = Conflict {
                    first: Cell(first as u8),
                    second: Cell(second as u8),
                    digit,
                };
                assert_eq!(Grid(cells).conflict(), see.then_some(conflict));
            }
        }
        // A digit can occur up to nine times in a unit.
        for count in 2..=9 {
            let row = std::array::from_fn(|cell| u8::from(cell < count));
            assert!(Grid(row).conflict().is_some() && !Grid(row).obeys_rules());
        }
    }
}
