//! Analyzes a grid beyond solving it: why it has no solution, which rules it breaks, which of its
//! clues are redundant, how it can be minimized, which candidates occur in solutions, and where it
//! differs from another grid.
//!
//! Contradictions, minimal puzzles and true candidates take many *queries* about each puzzle, all
//! of the same kind: do these candidates have a solution? The queries about one puzzle are its
//! *inquiry*, in which each query can depend on the previous answer. The inquiries about many
//! puzzles run at the same time, so that the engine answers many queries together (see
//! [`solver::inquiry`]). The queries about redundant clues do not depend on each other, so they
//! need no inquiry.
//!
//! [`solver::inquiry`]: crate::solver::inquiry

mod cell_set;
mod contradiction;
mod cores;
mod redundancy;
mod true_candidates;
mod violation;

use std::fmt;

use crate::grid::{Candidates, Cell, Grid};
use crate::solver::batch::Batch;
use crate::solver::inquiry::{self, run_inquiries};
use crate::solver::search::Search;
use crate::solver::{Answer, Goal};
pub(crate) use contradiction::contradictions_of;
pub(crate) use redundancy::{minimal_puzzles_of, redundant_clues_of};
pub(crate) use true_candidates::true_candidates_of;
pub(crate) use violation::violations;

/// Why a puzzle has no solution, or why a grid is not a solution, displayed as in messages: `r9c9
/// has no candidate left`, `these 7 clues conflict: r1c1=5 r1c4=3 ...`.
///
/// ```
/// use sudokat::{Candidates, Grid, Puzzle, Reason};
/// fn solve(grid: &Grid) -> Result<Grid, Reason> {
///     let puzzle = Puzzle::from(&Candidates::from(grid));
///     puzzle.smallest().ok_or_else(|| puzzle.contradiction().expect("it has no solution"))
/// }
/// let grid: Grid = format!("55{}", ".".repeat(79)).parse()?;
/// let reason = solve(&grid).unwrap_err();
/// assert_eq!(reason.to_string(), "r1c1 and r1c2 are both 5");
/// assert_eq!(reason.cells(), ["r1c1".parse()?, "r1c2".parse()?]);
/// # Ok::<(), sudokat::ParseGridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    cells: Vec<Cell>,
    text: String,
}

impl Reason {
    fn new(cells: impl IntoIterator<Item = Cell>, text: String) -> Reason {
        Reason {
            cells: cells.into_iter().collect(),
            text,
        }
    }

    /// The cells that the reason is about. A reason about blanks has none.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl std::error::Error for Reason {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Answers the queries of an inquiry. Each query is a puzzle itself, and the answer is one of its
/// solutions, or `None` if it has none.
type Oracle = inquiry::Oracle<Candidates, Option<Grid>>;

/// Runs an inquiry about each of these puzzles, all at the same time, and returns their results in
/// order.
fn inquire_about_each<R>(
    puzzles: &[Candidates],
    batch: &mut Batch,
    inquire: impl AsyncFn(&Candidates, &Oracle) -> R,
) -> Vec<R> {
    let mut solver = QuerySolver {
        batch,
        answers: Vec::new(),
        search: None,
    };
    let puzzles = puzzles.iter().collect::<Vec<_>>();
    run_inquiries(puzzles, inquire, |queries| solver.solve(queries))
}

/// Solves the queries that wait for an answer at the same time, one of each unfinished inquiry.
struct QuerySolver<'a> {
    batch: &'a mut Batch,
    /// The answers of the batch; kept for its memory.
    answers: Vec<Answer>,
    /// Solves the queries about the last unfinished puzzle, which come one at a time. It is reused
    /// for its statistics, which tell where to branch and remain valid when the candidates change.
    /// They can affect which solution it finds, but not whether it finds one.
    search: Option<Search>,
}

impl QuerySolver<'_> {
    /// A solution of each query, in order; `None` if it has none.
    fn solve(&mut self, queries: &[Candidates]) -> Vec<Option<Grid>> {
        if let [query] = queries {
            let search = self.search.get_or_insert_with(|| Search::new(query));
            search.set_candidates(query);
            return vec![search.any()];
        }
        self.batch
            .solve_candidates(Goal::Existence, queries, &mut self.answers);
        self.answers
            .iter()
            .map(|answer| answer.solution().copied())
            .collect()
    }
}

/// The cells in which two grids differ, in row-major order.
///
/// ```
/// use sudokat::{Grid, Puzzle, differences};
/// let grid: Grid = "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....2.....4.9..5.......79".parse()?;
/// let solutions: Vec<Grid> = Puzzle::new(&grid)?.solutions().collect();
/// let cells: Vec<String> = differences(&solutions[0], &solutions[1]).map(|cell| cell.to_string()).collect();
/// assert!(cells.contains(&"r2c3".to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn differences(one: &Grid, other: &Grid) -> impl Iterator<Item = Cell> + Clone + use<> {
    let (one, other) = (*one, *other);
    Cell::all().filter(move |&cell| one[cell] != other[cell])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_differ_where_their_digits_do() {
        let mut other = Grid::EMPTY;
        ["r1c3", "r1c2"]
            .iter()
            .for_each(|cell| other.set(cell.parse().unwrap(), 4));
        let cells: Vec<_> = differences(&Grid::EMPTY, &other)
            .map(|cell| cell.to_string())
            .collect();
        assert_eq!(cells, ["r1c2", "r1c3"]);
    }
}
