//! Grids to records: what a grid in rows is to the one above it, a record of its own, its solution,
//! or a later state of it.

use crate::grid::Grid;

/// Which grids are records.
#[derive(Default)]
pub(super) struct RecordFilter {
    /// Solutions are records, too.
    every_grid: bool,
    /// The puzzle that the next grid may solve or continue: the last grid that could be read, if it
    /// was a record. Grids that were refused do not count: a page may show a puzzle, a wrong
    /// attempt at it, and the solution.
    puzzle: Option<Grid>,
    /// The last heading announces the state of a saved game: SadMan Software Sudoku writes the
    /// puzzle below `[Puzzle]`, and what the player has made of it below `[State]`.
    is_saved_state: bool,
    /// The number of grids that were left out because they solve the grid above them.
    pub(super) omitted: u64,
}

/// What a grid is to the one above it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Record,
    /// The solution of the grid above.
    Solution,
    /// The grid above, with some cells filled in.
    SavedState,
}

impl RecordFilter {
    /// `every_grid`: solutions are records, too.
    pub(super) fn new(every_grid: bool) -> RecordFilter {
        RecordFilter {
            every_grid,
            ..RecordFilter::default()
        }
    }

    /// Notes a line of text, which may be a heading.
    pub(super) fn note_text(&mut self, text: &[u8]) {
        self.is_saved_state = text.eq_ignore_ascii_case(b"[state]");
    }

    /// Notes that the next grid cannot be the solution or a state of the one above it.
    pub(super) fn forget_puzzle(&mut self) {
        self.puzzle = None;
    }

    /// The grid above, if the next one may be a wrong answer to it and still a record, because
    /// every grid is one.
    pub(super) fn puzzle_for_attempt(&self) -> Option<Grid> {
        self.puzzle.filter(|_| self.every_grid)
    }

    /// Whether the next grid is a record. If so, it becomes the puzzle for the grid after it.
    #[inline]
    pub(super) fn accept(&mut self, grid: Grid) -> bool {
        let role = self.role_of(&grid);
        self.puzzle = (role == Role::Record).then_some(grid);
        self.omitted += u64::from(role == Role::Solution);
        role == Role::Record
    }

    fn role_of(&self, grid: &Grid) -> Role {
        let Some(puzzle) = &self.puzzle else {
            return Role::Record;
        };
        if self.every_grid {
            return Role::Record;
        }
        if is_solution_of(grid, puzzle) {
            return Role::Solution;
        }
        if self.is_saved_state && keeps_clues(grid, puzzle) {
            return Role::SavedState;
        }
        Role::Record
    }
}

/// Whether a finished grid is the solution of the one above it. Every finished grid solves the
/// empty one, so it is not called a solution of that.
pub(in crate::input) fn is_solution_of(grid: &Grid, above: &Grid) -> bool {
    !grid.has_blank() && above.has_blank() && *above != Grid::EMPTY && grid.is_solution(above)
}

/// Whether a grid has all clues of the one above it.
fn keeps_clues(grid: &Grid, above: &Grid) -> bool {
    above.placements().all(|clue| grid[clue.cell] == clue.digit)
}
