//! Attempts: grids in which somebody has filled blanks of a puzzle, perhaps wrongly, and perhaps not
//! all of them. Some inputs have an attempt in the rows right below its puzzle.
//!
//! ```text
//! a grid that is   may be an attempt          is an attempt
//! full             always                     with more than 2/3 of the clues
//! unfinished       with 9/10 of the clues     likewise
//!                  and more digits than the
//!                  puzzle has clues
//! ```
//!
//! Unrelated grids agree in about a ninth of the clues.

use super::Grid;

impl Grid {
    /// Whether this grid may be an attempt at a puzzle. Any full grid may be one. A puzzle without a
    /// blank needs none.
    pub(crate) fn may_be_attempt_at(&self, puzzle: &Grid) -> bool {
        if !puzzle.has_blank() {
            return false;
        }
        if !self.has_blank() {
            return true;
        }
        let (clues, digits) = (puzzle.clues().count(), self.clues().count());
        digits > clues && clues > 0 && 10 * self.kept_clues(puzzle) >= 9 * clues
    }

    /// Whether this grid is an attempt at a puzzle, and not an unrelated grid.
    pub(crate) fn is_attempt_at(&self, puzzle: &Grid) -> bool {
        self.may_be_attempt_at(puzzle) && 3 * self.kept_clues(puzzle) > 2 * puzzle.clues().count()
    }

    /// The number of clues of a puzzle that this grid has, too.
    fn kept_clues(&self, puzzle: &Grid) -> usize {
        let clues = puzzle.clues();
        clues.filter(|clue| self[clue.cell] == clue.digit).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_is_full_or_keeps_the_clues_and_adds_digits() {
        let puzzle: Grid = format!("123456789.{}", ".".repeat(71)).parse().unwrap();
        let more: Grid = format!("1234567894{}", ".".repeat(71)).parse().unwrap();
        let other: Grid = format!("2345678914{}", ".".repeat(71)).parse().unwrap();
        let full = Grid([1; 81]);
        assert!(more.may_be_attempt_at(&puzzle) && more.is_attempt_at(&puzzle));
        assert!(!puzzle.may_be_attempt_at(&puzzle) && !other.may_be_attempt_at(&puzzle));
        assert!(full.may_be_attempt_at(&puzzle) && !full.is_attempt_at(&puzzle));
        assert!(!full.may_be_attempt_at(&full));
    }
}
