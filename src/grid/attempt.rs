//! Whether a grid looks like somebody's answer to another: in some inputs, the answer stands in the
//! rows right below its puzzle. It can be wrong, and it need not be finished.

use super::Grid;

impl Grid {
    /// Whether this grid is an answer to the puzzle above it, right or wrong. If it is not finished,
    /// it must have more digits than the puzzle and keep nine tenths of the clues. A puzzle without a
    /// blank needs no answer.
    pub(crate) fn is_answer_to(&self, puzzle: &Grid) -> bool {
        if !puzzle.has_blank() {
            return false;
        }
        if !self.has_blank() {
            return true;
        }
        let (clues, digits) = (puzzle.clues().count(), self.clues().count());
        digits > clues && clues > 0 && 10 * self.kept_clues(puzzle) >= 9 * clues
    }

    /// Whether this is such an answer and keeps more than two thirds of the clues, even if it is
    /// finished. Unrelated grids, and rows of several grids, agree in about a ninth of them.
    pub(crate) fn is_attempt_at(&self, puzzle: &Grid) -> bool {
        self.is_answer_to(puzzle) && 3 * self.kept_clues(puzzle) > 2 * puzzle.clues().count()
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
    fn an_answer_is_finished_or_keeps_the_clues_and_adds_digits() {
        let puzzle: Grid = format!("123456789.{}", ".".repeat(71)).parse().unwrap();
        let more: Grid = format!("1234567894{}", ".".repeat(71)).parse().unwrap();
        let other: Grid = format!("2345678914{}", ".".repeat(71)).parse().unwrap();
        let finished = Grid([1; 81]);
        assert!(more.is_answer_to(&puzzle) && more.is_attempt_at(&puzzle));
        assert!(!puzzle.is_answer_to(&puzzle) && !other.is_answer_to(&puzzle));
        assert!(finished.is_answer_to(&puzzle) && !finished.is_attempt_at(&puzzle));
        assert!(!finished.is_answer_to(&finished));
    }
}
