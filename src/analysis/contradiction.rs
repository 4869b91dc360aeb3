//! Why a puzzle has no solution.
//!
//! If nothing simpler applies, the reason is a minimal set of cells whose candidates conflict.
//! Cells are removed one after the other, as long as the others have no solution. The cells that
//! remain depend on the order, so the removal is done twice, from the first cell and from the last:
//! the smaller set is worth the time.
//!
//! A query is skipped if an earlier answer implies its answer. Cells whose candidates allow a known
//! solution do not conflict, and every superset of conflicting cells conflicts. Each query has one
//! right answer, so the sets depend neither on the solver nor on the solutions that it finds.
//!
//! Queries about pencil marks can be much harder than those about clues. The search gives up on
//! some of them and keeps their cells. The engine does not answer these queries, so the set depends
//! on the puzzle alone.

use super::{Inquiry, Reason, inquire};
use crate::grid::{CELLS, Candidates, Cell, UNITS, Unit, digits_of, join};
use crate::puzzle::Puzzle;
use crate::solver::batch::{Batch, answer_one};
use crate::solver::search::Search;
use crate::solver::{Answer, Goal};

/// The search gives up on a query about pencil marks after this many contradictions, which take
/// about half a millisecond.
const MAX_CONTRADICTIONS: u64 = 1000;

/// A set of cells: bit i is the cell with index i.
type CellSet = u128;

impl Puzzle {
    /// Why there is no solution, in the simplest way that applies; `None` if there is one. Cells
    /// with one candidate are clues. The reason is one of these:
    ///
    /// - Two equal clues in one unit.
    /// - A cell without a candidate that no clue excludes.
    /// - A digit without a place in a unit.
    /// - Eliminated digits of the only solution of the clues.
    /// - A minimal set of clues without a solution: if any one is removed, there is a solution.
    /// - Cells whose candidates have no solution. If one of the cells could hold any digit, there
    ///   would be a solution. For very hard puzzles, some cells may not be needed: finding out
    ///   would take too long.
    ///
    /// ```
    /// use sudokat::{Candidates, Grid, Puzzle};
    /// let grid: Grid = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........".parse()?;
    /// let contradiction = Puzzle::new(&grid)?.contradiction().expect("it has no solution");
    /// assert!(contradiction.cells().len() < 17);
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut candidates = Candidates::from(&grid);
    /// candidates.eliminate("r1c3".parse()?, 4);
    /// let contradiction = Puzzle::from(&candidates).contradiction().expect("it has no solution");
    /// assert_eq!(contradiction.to_string(), "the only solution of the clues has r1c3=4, which is eliminated");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contradiction(&self) -> Option<Reason> {
        let is_solvable = answer_one(Goal::Existence, self.candidates()) != Answer::Unsolvable;
        if is_solvable {
            None
        } else {
            contradictions(&[*self.candidates()], &mut Batch::new()).pop()
        }
    }
}

/// Why each of these puzzles has no solution.
pub(crate) fn contradictions(puzzles: &[Candidates], batch: &mut Batch) -> Vec<Reason> {
    inquire(puzzles, batch, contradiction)
}

async fn contradiction(candidates: &Candidates, inquiry: &Inquiry) -> Reason {
    let of_clues = Candidates::from(&candidates.to_grid());
    let answer_of_clues =
        (of_clues != *candidates).then(|| answer_one(Goal::Uniqueness, &of_clues));
    // The candidates in which to look for a contradiction: only those of the clues, if these have
    // no solution.
    let relevant = match answer_of_clues {
        Some(Answer::Unique(solution)) => {
            let eliminated: Vec<_> = candidates.eliminated(&solution).collect();
            let (digits, are) = (
                join(&eliminated, " "),
                if eliminated.len() == 1 { "is" } else { "are" },
            );
            let text =
                format!("the only solution of the clues has {digits}, which {are} eliminated");
            return Reason::new(eliminated.iter().map(|clue| clue.cell), text);
        }
        Some(Answer::Unsolvable) => of_clues,
        _ => *candidates,
    };
    if let Some(simple) = immediate_contradiction(&relevant) {
        return simple;
    }
    let cells = conflicting_cells(&relevant, inquiry).await;
    let values = cells
        .iter()
        .map(|&cell| format!("{cell}={}", join(digits_of(relevant[cell]), "")));
    let (these, what) = if relevant == of_clues {
        ("these", "clues")
    } else {
        ("the candidates of these", "cells")
    };
    let text = format!(
        "{these} {} {what} conflict: {}",
        cells.len(),
        join(values, " ")
    );
    Reason::new(cells, text)
}

/// The first contradiction that needs no search: between cells with one candidate, in a cell, or in
/// a unit.
fn immediate_contradiction(candidates: &Candidates) -> Option<Reason> {
    if let Some(conflict) = candidates.to_grid().conflict() {
        return Some(Reason::new(
            [conflict.first, conflict.second],
            conflict.to_string(),
        ));
    }
    let left = candidates.without_seen();
    if let Some(cell) = Cell::all().find(|&cell| left[cell] == 0) {
        return Some(Reason::new([cell], format!("{cell} has no candidate left")));
    }
    let mut placed = [0; 27];
    Cell::all().for_each(|cell| {
        UNITS[cell.index()]
            .iter()
            .for_each(|&unit| placed[unit] |= left[cell])
    });
    let (unit, placed) = Unit::all()
        .zip(placed)
        .find(|&(_, placed)| placed != 0x1ff)?;
    Some(Reason::new(
        unit.cells(),
        format!("{} has no place in {unit}", placed.trailing_ones() + 1),
    ))
}

/// A minimal set of cells whose candidates conflict in a puzzle without a solution, in row-major
/// order.
async fn conflicting_cells(puzzle: &Candidates, inquiry: &Inquiry) -> Vec<Cell> {
    let has_marks = *puzzle != Candidates::from(&puzzle.to_grid());
    let all = cell_set(Cell::all().filter(|&cell| puzzle[cell] != 0x1ff));
    // The last set that was found to conflict; for each solution found, the cells that exclude it;
    // and the cells that the two orders leave.
    let (mut known_conflict, mut excluding, mut remaining) = (all, Vec::new(), [all; 2]);
    let forward = (0..CELLS).map(|cell| (0, cell));
    for (order, cell) in forward.chain((0..CELLS).rev().map(|cell| (1, cell))) {
        let fewer = remaining[order] & !(1 << cell);
        if known_conflict & !fewer != 0 && excluding.iter().all(|excluding| excluding & fewer != 0)
        {
            let query = puzzle_with(puzzle, fewer);
            let answer = if has_marks {
                Search::new(&query).within(MAX_CONTRADICTIONS, Search::any)
            } else {
                Some(inquiry.ask(query).await)
            };
            match answer {
                Some(Some(solution)) => {
                    excluding.push(cell_set(puzzle.eliminated(&solution).map(|clue| clue.cell)))
                }
                Some(None) => known_conflict = fewer,
                None => excluding.push(!fewer),
            }
        }
        if known_conflict & !fewer == 0 {
            remaining[order] = fewer;
        }
    }
    let [first, last] = remaining;
    cells_in(if last.count_ones() < first.count_ones() {
        last
    } else {
        first
    })
    .collect()
}

/// The puzzle with the candidates of these cells only.
fn puzzle_with(puzzle: &Candidates, cells: CellSet) -> Candidates {
    let mut masks = *Candidates::ALL.masks();
    cells_in(cells).for_each(|cell| masks[cell.index()] = puzzle[cell]);
    Candidates::from_masks(masks)
}

/// A set of these cells.
fn cell_set(cells: impl Iterator<Item = Cell>) -> CellSet {
    cells.fold(0, |set, cell| set | 1 << cell.index())
}

/// The cells of a set in row-major order.
fn cells_in(set: CellSet) -> impl Iterator<Item = Cell> {
    Cell::all().filter(move |cell| set >> cell.index() & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::from(&Candidates::from(&grid(text)))
    }

    #[test]
    fn the_simplest_contradiction_is_given_with_few_clues() {
        let contradiction = |text: &str| Some(puzzle(text).contradiction()?.to_string());
        let blank = |start: &str| format!("{start}{}", ".".repeat(81 - start.len()));
        assert_eq!(contradiction(PUZZLE), None);
        assert_eq!(
            contradiction(&blank("5.......5")).unwrap(),
            "r1c1 and r1c9 are both 5"
        );
        let no_candidate = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54));
        assert_eq!(
            contradiction(&no_candidate).unwrap(),
            "r1c9 has no candidate left"
        );
        assert_eq!(
            contradiction(&blank("234567.........1")).unwrap(),
            "1 has no place in row 1"
        );
        // Trying the first clue first leaves 23 of them; in the reversed grid, trying the last
        // first does.
        let few =
            ".4....8..8..3..4.....2.6.9..5...3...3728...............1.6...7.....9816.4.37...2.";
        let six = "these 6 clues conflict: r1c2=4 r1c7=8 r2c1=8 r2c7=4 r3c4=2 r3c6=6";
        assert_eq!(contradiction(few).unwrap(), six);
        let reversed: String = few.chars().rev().collect();
        assert!(
            contradiction(&reversed)
                .unwrap()
                .starts_with("these 6 clues conflict:")
        );
    }

    #[test]
    fn every_clue_of_a_contradiction_is_needed() {
        let puzzle = puzzle(
            ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
        );
        let contradiction = puzzle.contradiction().unwrap();
        let (mut these, clues) = (Grid::EMPTY, puzzle.candidates().to_grid());
        contradiction
            .cells()
            .iter()
            .for_each(|&cell| these.set(cell, clues[cell]));
        assert_eq!(Search::new(&Candidates::from(&these)).any(), None);
        for &cell in contradiction.cells() {
            let mut fewer = these;
            fewer.set(cell, 0);
            assert!(
                Search::new(&Candidates::from(&fewer)).any().is_some(),
                "{cell}"
            );
        }
    }

    /// The contradiction in a grid without these candidates.
    fn without(clues: &Grid, eliminated: &[(&str, u8)]) -> Option<String> {
        let mut candidates = Candidates::from(clues);
        for &(cell, digit) in eliminated {
            candidates.eliminate(cell.parse().unwrap(), digit);
        }
        Puzzle::from(&candidates)
            .contradiction()
            .map(|contradiction| contradiction.to_string())
    }

    #[test]
    fn eliminated_digits_of_the_only_solution_are_named() {
        let puzzle = grid(PUZZLE);
        assert_eq!(without(&puzzle, &[("r1c3", 1), ("r1c3", 2)]), None);
        let eliminated = |digits: &[(&str, u8)]| without(&puzzle, digits).expect("no solution");
        let one = "the only solution of the clues has r1c3=4, which is eliminated";
        assert_eq!(eliminated(&[("r1c3", 1), ("r1c3", 4)]), one);
        let two = "the only solution of the clues has r1c1=5 r9c7=1, which are eliminated";
        assert_eq!(eliminated(&[("r9c7", 1), ("r1c1", 5)]), two);
    }

    #[test]
    fn clues_without_a_solution_are_the_reason_whatever_is_eliminated() {
        let no_place = grid(&format!("234567.........1{}", ".".repeat(65)));
        assert_eq!(
            without(&no_place, &[("r9c9", 1)]).unwrap(),
            "1 has no place in row 1"
        );
        let conflict = grid(&format!("55{}", ".".repeat(79)));
        assert_eq!(
            without(&conflict, &[("r9c9", 1)]).unwrap(),
            "r1c1 and r1c2 are both 5"
        );
    }

    #[test]
    fn few_candidates_are_named_if_the_clues_have_several_solutions() {
        let all_but = |cell: &str, kept: &[u8]| -> Vec<(&'static str, u8)> {
            let cell: &'static str = String::from(cell).leak();
            (1..=9)
                .filter(|d| !kept.contains(d))
                .map(|d| (cell, d))
                .collect()
        };
        let without = |lists: &[Vec<(&'static str, u8)>]| without(&Grid::EMPTY, &lists.concat());
        assert_eq!(
            without(&[all_but("r5c5", &[])]).unwrap(),
            "r5c5 has no candidate left"
        );
        let singles = [all_but("r1c1", &[5]), all_but("r1c9", &[5])];
        assert_eq!(without(&singles).unwrap(), "r1c1 and r1c9 are both 5");
        let row = (1..=9).map(|c| (&*format!("r2c{c}").leak(), 4)).collect();
        assert_eq!(without(&[row]).unwrap(), "4 has no place in row 2");
        // Three cells of a box with two digits; the rest of the pencil marks has nothing to do with
        // it.
        let pairs = ["r4c4", "r5c5", "r6c6"].map(|cell| all_but(cell, &[1, 2]));
        let others = [all_but("r1c1", &[1, 2, 3, 4, 5]), all_but("r9c9", &[7, 8])];
        assert_eq!(
            without(&[&pairs[..], &others].concat()).unwrap(),
            "the candidates of these 3 cells conflict: r4c4=12 r5c5=12 r6c6=12"
        );
        assert_eq!(without(&[&pairs[..2], &others].concat()), None);
    }

    fn conflicting_cells(puzzles: &[Candidates], batch: &mut Batch) -> Vec<Vec<Cell>> {
        inquire(puzzles, batch, super::conflicting_cells)
    }

    /// Puzzles with one wrong clue, without a solution.
    fn unsolvable() -> Vec<Candidates> {
        let puzzles = [
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            ".....5.8....6.1.43..........1.5........1.6...3.......5532....61........4.........",
        ];
        let wrong = puzzles.iter().flat_map(|text| {
            let puzzle: Grid = text.parse().unwrap();
            puzzle.clues().map(move |clue| {
                let mut wrong = puzzle;
                wrong.set(clue.cell, clue.digit % 9 + 1);
                Candidates::from(&wrong)
            })
        });
        wrong.filter(is_unsolvable).collect()
    }

    fn is_unsolvable(puzzle: &Candidates) -> bool {
        Search::new(puzzle).any().is_none()
    }

    /// Leaves out cells in this order, and makes every query.
    fn by_every_query(puzzle: &Candidates, order: impl Iterator<Item = usize>) -> CellSet {
        order.fold(
            cell_set(Cell::all().filter(|&cell| puzzle[cell] != 0x1ff)),
            |left, cell| {
                let fewer = left & !(1 << cell);
                if is_unsolvable(&puzzle_with(puzzle, fewer)) {
                    fewer
                } else {
                    left
                }
            },
        )
    }

    #[test]
    fn queries_that_are_left_out_would_change_nothing() {
        let puzzles = unsolvable();
        assert!(puzzles.len() > 16);
        let expected = puzzles.iter().map(|puzzle| {
            let first = by_every_query(puzzle, 0..CELLS);
            let last = by_every_query(puzzle, (0..CELLS).rev());
            let cells = if last.count_ones() < first.count_ones() {
                last
            } else {
                first
            };
            cells_in(cells).collect()
        });
        let expected: Vec<Vec<Cell>> = expected.collect();
        assert_eq!(conflicting_cells(&puzzles, &mut Batch::new()), expected);
        let alone = puzzles
            .chunks(1)
            .flat_map(|one| conflicting_cells(one, &mut Batch::new()));
        assert!(alone.eq(expected));
    }

    /// In many queries about these pencil marks, the search reaches its limit of contradictions.
    #[test]
    fn hard_queries_about_pencil_marks_are_not_answered() {
        let line = include_str!("../../tests/data/slowest.txt")
            .lines()
            .last()
            .unwrap();
        let puzzle: Candidates = line.parse().unwrap();
        let found = conflicting_cells(&[puzzle], &mut Batch::new());
        let cells = found[0]
            .iter()
            .fold(0, |cells, cell| cells | 1 << cell.index());
        assert!(is_unsolvable(&puzzle_with(&puzzle, cells)));
        assert!(cells.count_ones() < CELLS as u32, "{cells:x}");
        let many = conflicting_cells(&[puzzle; 16], &mut Batch::new());
        assert!(many.iter().all(|same| *same == many[0]));
        assert_eq!(many[..1], found);
    }
}
