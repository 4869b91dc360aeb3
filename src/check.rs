//! Whether a grid is a solution, and which of its cells are wrong.
//!
//! A check compares the solution in a csv record with its puzzle, a finished grid in rows with the
//! puzzle right above it, and any other grid with the rules. The puzzle is solved only if the
//! answer is wrong. If the puzzle has one solution, every cell that differs from it is wrong.

use std::collections::BTreeMap;
use std::mem;

use crate::analysis::{Reason, violations};
use crate::answer::{Answer, Goal};
use crate::batch::Batch;
use crate::grid::{Candidates, Grid, GridError, join};
use crate::input::InputFormat;
use crate::input::error::CONFLICT;
use crate::input::records::{Record, Records};
use crate::reply::{Failure, MarkedGrid, Reply, Status, candidates_of, solves};

const NONE_GIVEN: &str = "no solution is given";

/// The replies to the wrong records of a chunk, by the index of their grid.
pub(crate) fn check(records: &Records, batch: &mut Batch) -> BTreeMap<usize, Reply<'static>> {
    let is_rows = matches!(records.format, Some(InputFormat::Packed | InputFormat::Spaced));
    let mut above = records.above.as_ref().map(|(grid, marks)| (grid, marks.as_ref())).filter(|_| is_rows);
    // `wrong_grids` has the grids that do not solve their puzzles; `puzzles` has these puzzles.
    let (mut failures, mut wrong_grids, mut puzzles) = (Vec::new(), Vec::new(), Vec::new());
    let mut indices = 0..;
    for record in records.iter() {
        let above = mem::replace(&mut above, record.puzzle.ok().filter(|_| is_rows));
        let Ok(own) = record.puzzle else { continue };
        let index = indices.next().unwrap_or_default();
        let given = GivenSolution::of(&record);
        let (checked, puzzle) = match given {
            Some(GivenSolution { text: b"", .. }) => {
                (Err(Failure::new(Status::Unsolvable, NONE_GIVEN, None, NONE_GIVEN)), None)
            }
            Some(given) => (given.parse(), Some(own)),
            None => (Ok(filled_cells(own)), above.filter(|puzzle| own.0.is_attempt_at(puzzle.0))),
        };
        match (checked, puzzle) {
            (Err(error), _) => failures.push((index, error)),
            (Ok(grid), _) if solves(&grid, puzzle.unwrap_or(own)) => (),
            (Ok(grid), None) => failures.push((index, explain_wrong_grid(grid, None, own, None))),
            (Ok(grid), Some(puzzle)) => {
                puzzles.push(candidates_of(puzzle));
                wrong_grids.push((index, grid, given, puzzle));
            }
        }
    }
    let mut answers = Vec::new();
    batch.solve_candidates(Goal::Uniqueness, &puzzles, &mut answers);
    failures.extend(wrong_grids.into_iter().zip(&answers).map(|((index, grid, given, puzzle), answer)| {
        let only = if let Answer::Unique(solution) = answer { Some(solution) } else { None };
        (index, explain_wrong_grid(grid, given, puzzle, only))
    }));
    failures.into_iter().map(|(index, failure)| (index, Reply::Check(Err(failure)))).collect()
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

    /// The grid, unless it is wrong; `only` is the only solution of the puzzle, if there is one.
    pub(crate) fn check(self, puzzle: MarkedGrid<'_>, only: Option<&Grid>) -> Result<Grid, Box<Failure>> {
        let grid = self.parse()?;
        if solves(&grid, puzzle) { Ok(grid) } else { Err(explain_wrong_grid(grid, Some(self), puzzle, only)) }
    }
}

/// The filled cells: the clues and, among pencil marks, the cells with one candidate, which need
/// not be clues.
fn filled_cells((grid, marks): MarkedGrid<'_>) -> Grid {
    let mut filled = marks.map_or(Grid::EMPTY, Candidates::to_grid);
    grid.clues().for_each(|clue| filled.set(clue.cell, clue.digit));
    filled
}

/// Names every wrong cell of a grid that is not a solution, or the conflicting clues of its puzzle;
/// `only` is the only solution, if there is one.
fn explain_wrong_grid(
    grid: Grid,
    given: Option<GivenSolution<'_>>,
    puzzle: MarkedGrid<'_>,
    only: Option<&Grid>,
) -> Box<Failure> {
    if let (Some(conflict), None) = (puzzle.0.conflict().filter(|_| given.is_some()), puzzle.1) {
        return Failure::new(Status::Invalid, CONFLICT, None, format_args!("the puzzle has no solution: {conflict}"));
    }
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
    Box::new(Failure { grid: Some(grid), wrong_cells, ..*failure })
}
