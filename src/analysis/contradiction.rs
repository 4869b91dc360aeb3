//! Why a puzzle has no solution.
//!
//! If nothing simpler applies, the reason is a *core*: cells whose candidates alone allow no
//! solution, although they would without any one of the cells. Cells are removed one after the
//! other, as long as the others still allow no solution. Solvers of logic formulas find
//! unsatisfiable cores in this way. The core depends on the order, so the removal is done twice,
//! from the first cell and from the last: the smaller core is worth the time.
//!
//! A query is skipped if an earlier answer implies its answer: cells that allow a known solution
//! are solvable, and every superset of unsolvable cells is unsolvable. Each query about clues has one
//! right answer, so their cores depend neither on the solver nor on the solutions that it finds.
//!
//! Queries about pencil marks can be much harder than those about clues. The search gives up on
//! some of them and keeps their cells. The engine does not answer these queries, and each is a
//! search of its own, so the core depends on the puzzle alone.

use super::{Inquiry, Reason, inquire};
use crate::grid::{ALL_DIGITS, Candidates, Cell, Clue, Grid, UNITS, Unit, digits_of, join};
use crate::puzzle::Puzzle;
use crate::solver::batch::{Batch, solve_by_search};
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
    /// - A cell whose candidates are all seen in clues, or that has none.
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
        match solve_by_search(Goal::Existence, self.candidates()) {
            Answer::Unsolvable => contradictions(&[*self.candidates()], &mut Batch::new()).pop(),
            _ => None,
        }
    }
}

/// Why each of these puzzles has no solution.
pub(crate) fn contradictions(puzzles: &[Candidates], batch: &mut Batch) -> Vec<Reason> {
    inquire(puzzles, batch, find_reason)
}

/// Why a puzzle has no solution.
async fn find_reason(candidates: &Candidates, inquiry: &Inquiry) -> Reason {
    let clues = Candidates::from(&candidates.to_grid());
    if *candidates == clues {
        return simplest_reason(&clues, Basis::Clues, inquiry).await;
    }
    match solve_by_search(Goal::Uniqueness, &clues) {
        // The clues are the reason, whatever is eliminated.
        Answer::Unsolvable => simplest_reason(&clues, Basis::Clues, inquiry).await,
        Answer::Unique(solution) => eliminated_solution(candidates, &solution),
        Answer::Solvable(_) | Answer::Multiple => {
            simplest_reason(candidates, Basis::Marks, inquiry).await
        }
    }
}

/// Where to look for a reason.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Basis {
    /// Clues: all other cells have nine candidates.
    Clues,
    /// Pencil marks: other cells lack candidates, too.
    Marks,
}

/// The only solution of the clues has eliminated digits.
fn eliminated_solution(candidates: &Candidates, solution: &Grid) -> Reason {
    let eliminated: Vec<Clue> = candidates.eliminated(solution).collect();
    let digits = join(&eliminated, " ");
    let are = if eliminated.len() == 1 { "is" } else { "are" };
    let text = format!("the only solution of the clues has {digits}, which {are} eliminated");
    Reason::new(eliminated.iter().map(|clue| clue.cell), text)
}

/// The simplest reason in the candidates of a puzzle.
async fn simplest_reason(puzzle: &Candidates, basis: Basis, inquiry: &Inquiry) -> Reason {
    let immediate = repeated_clue(puzzle).or_else(|| nothing_left(puzzle));
    if let Some(reason) = immediate {
        return reason;
    }
    let core = smaller_core(puzzle, basis, inquiry).await;
    core_reason(puzzle, basis, &core)
}

/// Two equal clues in one unit.
fn repeated_clue(puzzle: &Candidates) -> Option<Reason> {
    let conflict = puzzle.to_grid().conflict()?;
    let cells = [conflict.first, conflict.second];
    Some(Reason::new(cells, conflict.to_string()))
}

/// A cell without a candidate, or a digit without a place in a unit, once the clues have eliminated
/// what they see.
fn nothing_left(puzzle: &Candidates) -> Option<Reason> {
    let possible = puzzle.without_seen();
    if let Some(cell) = Cell::all().find(|&cell| possible[cell] == 0) {
        return Some(Reason::new([cell], format!("{cell} has no candidate left")));
    }
    let mut placeable = [0; 27];
    for cell in Cell::all() {
        for unit in UNITS[cell.index()] {
            placeable[unit] |= possible[cell];
        }
    }
    for (unit, placeable) in Unit::all().zip(placeable) {
        if let Some(digit) = digits_of(!placeable & ALL_DIGITS).next() {
            let text = format!("{digit} has no place in {unit}");
            return Some(Reason::new(unit.cells(), text));
        }
    }
    None
}

/// The clues or candidates of a core conflict.
fn core_reason(puzzle: &Candidates, basis: Basis, core: &[Cell]) -> Reason {
    let count = core.len();
    let what = match basis {
        Basis::Clues => format!("these {count} clues"),
        Basis::Marks => format!("the candidates of these {count} cells"),
    };
    let values = core
        .iter()
        .map(|&cell| format!("{cell}={}", join(digits_of(puzzle[cell]), "")));
    let text = format!("{what} conflict: {}", join(values, " "));
    Reason::new(core.iter().copied(), text)
}

/// The smaller of two cores of a puzzle without a solution, in row-major order.
async fn smaller_core(puzzle: &Candidates, basis: Basis, inquiry: &Inquiry) -> Vec<Cell> {
    let mut removal = Removal::new(puzzle, basis, inquiry);
    let from_first = removal.core_in_order(Cell::all()).await;
    let from_last = removal.core_in_order(Cell::all().rev()).await;
    let smaller = if from_last.count_ones() < from_first.count_ones() {
        from_last
    } else {
        from_first
    };
    cells_in(smaller).collect()
}

/// The removal of cells from a puzzle without a solution, and what is known about sets of cells.
/// Such a set is *unsolvable* if its candidates alone allow no solution.
struct Removal<'a> {
    puzzle: &'a Candidates,
    basis: Basis,
    inquiry: &'a Inquiry,
    /// The cells that lack a candidate. They are unsolvable.
    restricted: CellSet,
    /// The last set that was found to be unsolvable.
    unsolvable: CellSet,
    /// An unsolvable set must share a cell with each of these:
    ///
    /// - The cells that exclude a solution that was found: without them, it remains.
    /// - The cells outside a set on which the search gave up: its subsets are not tried, either.
    must_meet: Vec<CellSet>,
}

impl Removal<'_> {
    /// A removal that has not begun.
    fn new<'a>(puzzle: &'a Candidates, basis: Basis, inquiry: &'a Inquiry) -> Removal<'a> {
        let restricted = cell_set(Cell::all().filter(|&cell| puzzle[cell] != ALL_DIGITS));
        Removal {
            puzzle,
            basis,
            inquiry,
            restricted,
            unsolvable: restricted,
            must_meet: Vec::new(),
        }
    }

    /// Removes cells in this order, as long as the others are unsolvable.
    async fn core_in_order(&mut self, order: impl Iterator<Item = Cell>) -> CellSet {
        let mut core = self.restricted;
        for cell in order {
            let fewer = core & !(1 << cell.index());
            if self.is_unsolvable(fewer).await {
                core = fewer;
            }
        }
        core
    }

    /// Whether these cells are unsolvable. If that would take too long to find out, they are
    /// assumed not to be.
    async fn is_unsolvable(&mut self, cells: CellSet) -> bool {
        if self.unsolvable & !cells == 0 {
            return true;
        }
        if self.must_meet.iter().any(|set| set & cells == 0) {
            return false;
        }
        match self.solve(cells).await {
            Outcome::Unsolvable => {
                self.unsolvable = cells;
                true
            }
            Outcome::Solved(solution) => {
                let excluding = self.puzzle.eliminated(&solution).map(|clue| clue.cell);
                self.must_meet.push(cell_set(excluding));
                false
            }
            Outcome::GivenUp => {
                self.must_meet.push(!cells);
                false
            }
        }
    }

    /// Solves the puzzle with the candidates of these cells only.
    async fn solve(&self, cells: CellSet) -> Outcome {
        let query = puzzle_with(self.puzzle, cells);
        if self.basis == Basis::Clues {
            return Outcome::from(self.inquiry.ask(query).await);
        }
        match Search::new(&query).within(MAX_CONTRADICTIONS, Search::any) {
            Some(solution) => Outcome::from(solution),
            None => Outcome::GivenUp,
        }
    }
}

/// How a query ended.
enum Outcome {
    Solved(Grid),
    Unsolvable,
    GivenUp,
}

impl From<Option<Grid>> for Outcome {
    fn from(solution: Option<Grid>) -> Outcome {
        match solution {
            Some(solution) => Outcome::Solved(solution),
            None => Outcome::Unsolvable,
        }
    }
}

/// The puzzle with the candidates of these cells only.
fn puzzle_with(puzzle: &Candidates, cells: CellSet) -> Candidates {
    let mut masks = *Candidates::ALL.masks();
    for cell in cells_in(cells) {
        masks[cell.index()] = puzzle[cell];
    }
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
    use crate::grid::CELLS;

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

    fn cores(puzzles: &[Candidates], basis: Basis) -> Vec<Vec<Cell>> {
        let batch = &mut Batch::new();
        inquire(puzzles, batch, async |puzzle, inquiry| {
            smaller_core(puzzle, basis, inquiry).await
        })
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
            cell_set(Cell::all().filter(|&cell| puzzle[cell] != ALL_DIGITS)),
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
        assert_eq!(cores(&puzzles, Basis::Clues), expected);
        let alone = puzzles.chunks(1).flat_map(|one| cores(one, Basis::Clues));
        assert!(alone.eq(expected));
    }

    /// Pencil marks without a solution, one of the slowest sets known.
    const SLOW_MARKS: &str = "\
         1.345678.123.5..89123.5.7.9.234.6789123.......23...78.12..5...91.34.67.9.234.67.9 \
         ..345..8..2345678.1234567.9.2345678.1234...8.123456789.2.4..789.2345..89....56.89 \
         1..4..7.912345.789.234.6...12.4...89123456789..3.5.7.9.2..56.89...4.6.891...5..89 \
         1.3...7..123.56.891.345.7.9.234.6....2.4.6789..3.56.8.12..5678.123456..9.2.4.6.89 \
         12.45.7..1..4..7....345..8912345678912..56.8912345678912...6.89.2...6.8.123.56789 \
         123.5678912345..8912...6789..345..891234.67891..45.7891.34.678..2.4.67..1.345678. \
         1.34.67....34...89.2.456.891.3...789.234.67...2345..89.2345.78.1234.678.1.345..8. \
         .234...89123.5678912345.789.2.4567.9123...78.1.....78.12..56.8912..56.89..345.78. \
         .2.45678..2.45...91..4.6..9...45.78.123.567.91234567891..4.678...3.5.789123.56789";

    /// In many queries about these pencil marks, the search reaches its limit of contradictions.
    #[test]
    fn hard_queries_about_pencil_marks_are_not_answered() {
        let puzzle: Candidates = SLOW_MARKS.parse().unwrap();
        let found = cores(&[puzzle], Basis::Marks);
        let cells = found[0]
            .iter()
            .fold(0, |cells, cell| cells | 1 << cell.index());
        assert!(is_unsolvable(&puzzle_with(&puzzle, cells)));
        assert!(cells.count_ones() < CELLS as u32, "{cells:x}");
        let many = cores(&[puzzle; 16], Basis::Marks);
        assert!(many.iter().all(|same| *same == many[0]));
        assert_eq!(many[..1], found);
    }
}
