//! Finds out more about a grid than its solution: why it has none, which rule it breaks, which
//! clues are redundant, what is left without them, which candidates occur in solutions, and where
//! two grids differ.
//!
//! Redundancy, true candidates and contradictions take many queries about each grid, all of the
//! same kind: do these candidates have a solution? The engine answers them for many grids together
//! (see [`inquiry`]).

mod conflicting_cells;
mod contradiction;
mod minimize;
mod true_candidates;
mod violation;

use std::fmt;

use crate::answer::Goal;
use crate::batch::Batch;
use crate::grid::{Candidates, Cell, Clue, Conflict, Grid};
use crate::inquiry;
use crate::puzzle::Puzzle;
use crate::search::Search;
pub(crate) use contradiction::contradictions;
pub(crate) use minimize::minimal_puzzles_of;
pub(crate) use true_candidates::true_candidates_of;
pub(crate) use violation::violations;

/// Why a puzzle has no solution, or why a grid is not a solution, displayed as in messages: `r9c9
/// has no candidate left`, `these 7 clues conflict: r1c1=5 r1c4=3 ...`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    cells: Vec<Cell>,
    text: String,
}

impl Reason {
    fn new(cells: impl IntoIterator<Item = Cell>, text: String) -> Reason {
        Reason { cells: cells.into_iter().collect(), text }
    }

    /// The cells that contradict each other or are wrong. A blank is not wrong.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl From<Conflict> for Reason {
    fn from(conflict: Conflict) -> Reason {
        Reason::new([conflict.first, conflict.second], conflict.to_string())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A solution of each of these puzzles, or `None` if it has none.
fn find_solutions(puzzles: &[Candidates], batch: &mut Batch) -> impl Iterator<Item = Option<Grid>> + use<> {
    let mut answers = Vec::new();
    batch.solve_candidates(Goal::Existence, puzzles, &mut answers);
    answers.into_iter().map(|answer| answer.solution().copied())
}

/// An inquiry about a puzzle: do these candidates have a solution, and which?
type Inquiry = inquiry::Inquiry<Candidates, Option<Grid>>;

/// Inquires about all these puzzles together.
fn inquire<T, F>(puzzles: &[T], batch: &mut Batch, inquire_about: impl AsyncFn(&T, &Inquiry) -> F) -> Vec<F> {
    let mut search: Option<Search> = None;
    inquiry::inquire(puzzles.iter().collect(), inquire_about, |queries| match queries {
        [query] => vec![search.get_or_insert_with(|| Search::new(query)).with(query).any()],
        _ => find_solutions(queries, batch).collect(),
    })
}

impl Puzzle {
    /// Every clue whose removal alone leaves the solution unique. The list is empty if the puzzle
    /// is minimal; it is `None` if the puzzle does not have exactly one solution. A clue is a cell
    /// with one candidate.
    ///
    /// ```
    /// use sudokat::{Grid, Puzzle};
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let redundant = Puzzle::new(&grid)?.redundant_clues().expect("it has one solution");
    /// assert_eq!(redundant[0].to_string(), "r1c1=5");
    /// assert_eq!(Puzzle::new(&Grid::EMPTY)?.redundant_clues(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn redundant_clues(&self) -> Option<Vec<Clue>> {
        if self.is_unique() { redundant_clues_of(&[*self.candidates()], &mut Batch::new()).pop() } else { None }
    }
}

/// The puzzle with other candidates in a cell: digit d is bit d - 1.
fn with_mask(puzzle: &Candidates, cell: Cell, mask: u16) -> Candidates {
    let mut masks = *puzzle.masks();
    masks[cell.index()] = mask;
    Candidates::from_masks(masks)
}

/// The redundant clues of each of these puzzles, which have one solution.
pub(crate) fn redundant_clues_of(puzzles: &[Candidates], batch: &mut Batch) -> Vec<Vec<Clue>> {
    // A clue is redundant if the other clues allow no other digit in its cell.
    let others = puzzles
        .iter()
        .flat_map(|puzzle| puzzle.to_grid().clues().map(|clue| with_mask(puzzle, clue.cell, !puzzle[clue.cell])));
    let mut solutions = find_solutions(&others.collect::<Vec<_>>(), batch);
    let mut is_redundant = |_: &Clue| solutions.next() == Some(None);
    puzzles.iter().map(|puzzle| puzzle.to_grid().clues().filter(&mut is_redundant).collect()).collect()
}

/// The cells in which two grids differ, in row-major order.
pub fn differences(one: &Grid, other: &Grid) -> impl Iterator<Item = Cell> + Clone + use<> {
    let (one, other) = (*one, *other);
    Cell::all().filter(move |&cell| one[cell] != other[cell])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    fn count(puzzle: &Candidates, limit: u64) -> u64 {
        Search::new(puzzle).count(limit)
    }

    fn without(mut puzzle: Grid, cell: Cell) -> Grid {
        puzzle.set(cell, 0);
        puzzle
    }

    #[test]
    fn clues_are_redundant_if_the_puzzle_stays_unique_without_them() {
        let redundant =
            |puzzle: &Grid| Puzzle::from(&Candidates::from(puzzle)).redundant_clues().map(|clues| clues.len());
        assert_eq!(redundant(&grid(SOLVED)), Some(81));
        let puzzle = grid(PUZZLE);
        let stays_unique = |clue: &Clue| count(&Candidates::from(&without(puzzle, clue.cell)), 2) == 1;
        assert_eq!(redundant(&puzzle), Some(puzzle.clues().filter(stays_unique).count()));
        let minimal = grid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
        assert_eq!(redundant(&minimal), Some(0));
    }

    #[test]
    fn many_puzzles_have_the_redundant_clues_of_each() {
        // More clues of the solution than the puzzle needs, and pencil marks in some of the other
        // cells.
        let puzzle = |i: usize| {
            let mut masks = *Candidates::from(&grid(PUZZLE)).masks();
            for (cell, d) in grid(SOLVED).cells().iter().enumerate() {
                match (cell * 7 + i) % 11 {
                    0 | 1 => masks[cell] = 1 << (d - 1),
                    2 => masks[cell] |= 0b1010 << (i % 5),
                    _ => (),
                }
            }
            Candidates::from_masks(masks)
        };
        let puzzles: Vec<Candidates> = (0..300).map(puzzle).collect();
        let puzzles: Vec<Candidates> = puzzles.into_iter().filter(|puzzle| count(puzzle, 2) == 1).collect();
        assert!(puzzles.len() > 100);
        let together = redundant_clues_of(&puzzles, &mut Batch::new());
        assert!(together.iter().any(Vec::is_empty) || together.iter().any(|clues| clues.len() != together[0].len()));
        assert!(puzzles.iter().map(|puzzle| Puzzle::from(puzzle).redundant_clues().unwrap()).eq(together));
    }

    #[test]
    fn grids_differ_where_their_digits_do() {
        let other = SOLVED.replacen("534", "543", 1);
        let cells: Vec<String> = differences(&grid(SOLVED), &grid(&other)).map(|cell| cell.to_string()).collect();
        assert_eq!(cells, ["r1c2", "r1c3"]);
    }
}
