//! Attempts: grids in which somebody has filled blanks of a puzzle, perhaps wrongly, and perhaps
//! not all of them. Some inputs have an attempt in the rows right below the puzzle.
//!
//! ```text
//! puzzle                unfinished attempt    full attempt, with a mistake in box 3
//! 5 3 . . 7 . . . .     5 3 4 . 7 . . . .     5 3 1 6 7 2 4 8 9
//! 6 . . 1 9 5 . . .     6 7 . 1 9 5 . . .     6 7 4 1 9 5 3 2 8
//! ...                   ...                   ...
//! ```
//!
//! A grid is compared with a puzzle by the clues that it *keeps*: those it has in the same cells.
//! Two unrelated grids agree in about a ninth of the clues.
//!
//! ```text
//! attempt     full grid                  unfinished grid
//! possible    any                        has more digits, and keeps at least 9/10 of the clues
//! probable    keeps more than 2/3        like a possible one
//! ```

use super::Grid;

impl Grid {
    /// Whether this grid can be an attempt at a puzzle; never if the puzzle has no blank. Any full
    /// grid can be one, even if it changes every clue. An unfinished grid must keep nearly all
    /// clues and have more digits than the puzzle.
    ///
    /// This is for a grid right below a puzzle: there, a full one is an answer, however wrong.
    pub(crate) fn is_possible_attempt_at(&self, puzzle: &Grid) -> bool {
        puzzle.has_blank() && (!self.has_blank() || self.continues(puzzle))
    }

    /// Whether this grid can be an attempt and keeps more than 2/3 of the clues, of which there
    /// must be at least one. An unfinished grid that can be an attempt keeps enough clues anyway.
    ///
    /// This is for a grid that breaks the rules: either it is an attempt with a mistake, or it
    /// consists of rows of two grids. The clues tell which.
    pub(crate) fn is_probable_attempt_at(&self, puzzle: &Grid) -> bool {
        let clue_count = puzzle.placements().count();
        self.is_possible_attempt_at(puzzle) && 3 * self.kept_clue_count(puzzle) > 2 * clue_count
    }

    /// Whether the puzzle has clues, this grid keeps at least 9/10 of them, and it has more digits
    /// than the puzzle.
    fn continues(&self, puzzle: &Grid) -> bool {
        let clue_count = puzzle.placements().count();
        let digit_count = self.placements().count();
        clue_count > 0
            && digit_count > clue_count
            && 10 * self.kept_clue_count(puzzle) >= 9 * clue_count
    }

    /// The number of clues of a puzzle that this grid keeps.
    fn kept_clue_count(&self, puzzle: &Grid) -> usize {
        let clues = puzzle.placements();
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
        assert!(more.is_possible_attempt_at(&puzzle) && more.is_probable_attempt_at(&puzzle));
        assert!(!puzzle.is_possible_attempt_at(&puzzle) && !other.is_possible_attempt_at(&puzzle));
        assert!(full.is_possible_attempt_at(&puzzle) && !full.is_probable_attempt_at(&puzzle));
        assert!(!full.is_possible_attempt_at(&full));
    }
}
