//! Whether a grid is a solution, and which of its cells are wrong.
//!
//! A check compares the solution in a csv record with its puzzle, a finished grid in rows with the
//! puzzle right above it, and any other grid with the rules. The puzzle is solved only if the
//! answer is wrong. If the puzzle has one solution, every cell that differs from it is wrong.

use crate::analysis::{Reason, violations};
use crate::answer::{Answer, Goal};
use crate::batch::answer_one;
use crate::grid::{Candidates, Grid, GridError, join};
use crate::input::error::CONFLICT;
use crate::input::records::Record;
use crate::reply::{Case, Failure, MarkedGrid, Status, candidates_of, solves};

const NONE_GIVEN: &str = "no solution is given";

/// The solution that a record is or gives, or every wrong cell of it, or the conflicting clues of its
/// puzzle.
pub(crate) fn check(case: &Case<'_>) -> Result<Grid, Box<Failure>> {
    let own = case.record.puzzle.map_err(Failure::malformed)?;
    let (grid, given, known_puzzle) = match GivenSolution::of(case.record) {
        Some(GivenSolution { text: b"", .. }) => {
            return Err(Failure::new(Status::Unsolvable, NONE_GIVEN, None, NONE_GIVEN));
        }
        Some(given) => (given.parse()?, Some(given), Some(own)),
        None => (filled_cells(own), None, case.above.filter(|puzzle| own.0.is_attempt_at(puzzle.0))),
    };
    let puzzle = known_puzzle.unwrap_or(own);
    if solves(&grid, puzzle) {
        return Ok(grid);
    }
    if let (Some(conflict), None) = (puzzle.0.conflict().filter(|_| given.is_some()), puzzle.1) {
        let what = format_args!("the puzzle has no solution: {conflict}");
        return Err(Failure::new(Status::Invalid, CONFLICT, None, what));
    }
    let solve = |puzzle| answer_one(Goal::Uniqueness, &candidates_of(puzzle));
    let answer = case.answer.copied().or_else(|| known_puzzle.map(solve));
    let only = if let Some(Answer::Unique(only)) = &answer { Some(only) } else { None };
    let reasons = violations(&grid, puzzle.0, puzzle.1, only);
    let wrong_cells: Vec<_> = reasons.iter().flat_map(Reason::cells).copied().collect();
    let is_unfinished = wrong_cells.is_empty();
    let topic = match given {
        None => "the grid is not a solution",
        Some(_) if is_unfinished => "the given solution is unfinished",
        Some(_) => "the given solution is wrong",
    };
    let status = if is_unfinished { Status::Unsolvable } else { Status::Invalid };
    let failure = Failure::new(status, topic, given.map(GivenSolution::column), join(&reasons, "; "));
    Err(Box::new(Failure { grid: Some(grid), wrong_cells, ..*failure }))
}

/// The solution that a csv record gives.
#[derive(Clone, Copy)]
pub(crate) struct GivenSolution<'a> {
    /// Empty if the record gives none.
    pub(crate) text: &'a [u8],
    /// The part of the line before it.
    before: &'a [u8],
}

impl<'a> GivenSolution<'a> {
    /// The solution that a record gives, if it has a column for it.
    pub(crate) fn of(record: &Record<'a>) -> Option<GivenSolution<'a>> {
        let range = record.given_solution.clone()?;
        Some(GivenSolution { text: &record.columns[range.clone()], before: &record.columns[..range.start] })
    }

    /// Its place in the line, in characters from 1.
    pub(crate) fn column(self) -> usize {
        1 + String::from_utf8_lossy(self.before).chars().count()
    }

    /// The grid, unless the text is malformed.
    fn parse(self) -> Result<Grid, Box<Failure>> {
        let parsed = Grid::from_digits(self.text).map_or_else(|| String::from_utf8_lossy(self.text).parse(), Ok);
        let malformed = "the given solution is malformed";
        parsed.map_err(|error: GridError| Failure::new(Status::Invalid, malformed, Some(self.column()), error))
    }
}

/// The filled cells: the clues and, among pencil marks, the cells with one candidate, which need
/// not be clues.
fn filled_cells((grid, marks): MarkedGrid<'_>) -> Grid {
    let mut filled = marks.map_or(Grid::EMPTY, Candidates::to_grid);
    grid.clues().for_each(|clue| filled.set(clue.cell, clue.digit));
    filled
}
