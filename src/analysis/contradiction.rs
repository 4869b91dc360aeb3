//! Why a puzzle has no solution.
//!
//! The *clues* are the cells with one candidate. Pencil marks also eliminate candidates of other
//! cells. The number of solutions of the clues alone determines where to look for the reason:
//!
//! ```text
//! none       among the clues alone: the pencil marks do not matter
//! one        the reason is the digits of this solution that the pencil marks eliminate
//! several    among the candidates of all cells
//! ```
//!
//! A reason among clues or candidates is *immediate* if it needs no search: two clues repeat a
//! digit, a cell has no candidate, or a digit has no place. Otherwise it is a core of cells; see
//! [`cores`](super::cores).

use super::cores::{CoreKind, smaller_core};
use super::{Oracle, Reason, inquire_about_each};
use crate::grid::{ALL_DIGITS, Candidates, Cell, Grid, Placement, Unit, digits_of, join};
use crate::puzzle::Puzzle;
use crate::solver::batch::{Batch, solve_by_search};
use crate::solver::{Answer, Goal};

impl Puzzle {
    /// Why there is no solution; `None` if there is one. Cells with one candidate are clues.
    ///
    /// If the clues alone have exactly one solution, the reason is its digits that are eliminated.
    /// Otherwise it is the first of these that applies, among the clues alone if they have no
    /// solution:
    ///
    /// - Two equal clues in one unit.
    /// - A cell with no candidates, or whose candidates are all ruled out by clues that it sees.
    /// - A digit without a place in a unit.
    /// - A minimal set of clues without a solution: if any one is removed, there is a solution.
    /// - Cells whose candidates have no solution, if the clues alone have several. If one of the
    ///   cells could hold any digit, there would be a solution. For very hard puzzles, some cells
    ///   may not be needed: finding out would take too long.
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
        match solve_by_search(Goal::Existence, self.candidates()) {
            Answer::Unsolvable => contradictions_of(&[*self.candidates()], &mut Batch::new()).pop(),
            _ => None,
        }
    }
}

/// Why each of these puzzles, which must have no solution, has none.
pub(crate) fn contradictions_of(puzzles: &[Candidates], batch: &mut Batch) -> Vec<Reason> {
    inquire_about_each(puzzles, batch, find_reason)
}

/// Why a puzzle has no solution. The number of solutions of the clues alone determines where to
/// look for the reason.
async fn find_reason(puzzle: &Candidates, oracle: &Oracle) -> Reason {
    let only_clues = Candidates::from(&puzzle.to_grid());
    if *puzzle == only_clues {
        // Without pencil marks, the clues are the puzzle, which has no solution.
        return simplest_reason(puzzle, CoreKind::Clues, oracle).await;
    }
    match solve_by_search(Goal::Uniqueness, &only_clues) {
        Answer::Unsolvable => simplest_reason(&only_clues, CoreKind::Clues, oracle).await,
        Answer::Unique(solution) => eliminated_solution_reason(puzzle, &solution),
        // This goal never yields `Solvable`.
        Answer::Multiple | Answer::Solvable(_) => {
            simplest_reason(puzzle, CoreKind::Marks, oracle).await
        }
    }
}

/// Names the eliminated digits of the only solution of the clues.
fn eliminated_solution_reason(puzzle: &Candidates, solution: &Grid) -> Reason {
    let eliminated: Vec<Placement> = puzzle.eliminated(solution).collect();
    let digits = join(&eliminated, " ");
    let verb = if eliminated.len() == 1 { "is" } else { "are" };
    let text = format!("the only solution of the clues has {digits}, which {verb} eliminated");
    Reason::new(eliminated.iter().map(|placement| placement.cell), text)
}

/// An immediate reason, or else a core.
async fn simplest_reason(puzzle: &Candidates, kind: CoreKind, oracle: &Oracle) -> Reason {
    if let Some(reason) = immediate_reason(puzzle) {
        return reason;
    }
    let core = smaller_core(puzzle, kind, oracle).await;
    core_reason(puzzle, kind, &core)
}

fn immediate_reason(puzzle: &Candidates) -> Option<Reason> {
    if let Some(reason) = repeated_clue_reason(puzzle) {
        return Some(reason);
    }
    let possible = puzzle.without_seen_digits();
    no_candidate_reason(&possible).or_else(|| no_place_reason(&possible))
}

/// Names two equal clues in one unit.
fn repeated_clue_reason(puzzle: &Candidates) -> Option<Reason> {
    let conflict = puzzle.to_grid().conflict()?;
    let cells = [conflict.first, conflict.second];
    Some(Reason::new(cells, conflict.to_string()))
}

/// Names a cell without candidates.
fn no_candidate_reason(candidates: &Candidates) -> Option<Reason> {
    let cell = Cell::all().find(|&cell| candidates[cell] == 0)?;
    Some(Reason::new([cell], format!("{cell} has no candidate left")))
}

/// Names a digit that is a candidate of no cell in some unit.
fn no_place_reason(candidates: &Candidates) -> Option<Reason> {
    for unit in Unit::all() {
        let placeable = unit.cells().fold(0, |mask, cell| mask | candidates[cell]);
        if let Some(digit) = digits_of(ALL_DIGITS & !placeable).next() {
            let text = format!("{digit} has no place in {unit}");
            return Some(Reason::new(unit.cells(), text));
        }
    }
    None
}

/// Names the clues, or the candidates, of a core.
fn core_reason(puzzle: &Candidates, kind: CoreKind, core: &[Cell]) -> Reason {
    let count = core.len();
    let subject = match kind {
        CoreKind::Clues => format!("these {count} clues"),
        CoreKind::Marks => format!("the candidates of these {count} cells"),
    };
    let values = core
        .iter()
        .map(|&cell| format!("{cell}={}", join(digits_of(puzzle[cell]), "")));
    let text = format!("{subject} conflict: {}", join(values, " "));
    Reason::new(core.iter().copied(), text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::search::Search;

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
}
