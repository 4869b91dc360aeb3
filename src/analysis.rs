//! Finds out more about a grid than its solution: why it has none, which rule it breaks, which clues are redundant,
//! where two grids differ, and which grid a line with a missing or an extra cell was probably meant to be.

use std::fmt;
use std::iter::FusedIterator;

use crate::grid::{CELLS, Candidates, Cell, Cells, Clue, Conflict, Grid, UNITS, Unit, leading_cells};
use crate::search::Search;

/// The number of solutions up to `limit`. The only use of a solver in this module.
fn count(candidates: &Candidates, limit: u64) -> u64 {
    Search::new(candidates).count(limit)
}

/// Why a grid is not a solution of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Violation {
    /// A clue of the puzzle has been changed.
    #[non_exhaustive]
    ChangedClue {
        /// The clue of the puzzle.
        clue: Clue,
        /// The digit in its place.
        found: u8,
    },
    /// Two equal digits in one unit.
    Conflict(Conflict),
    /// There are blanks, and nothing else is wrong.
    #[non_exhaustive]
    Blanks {
        /// The first of them in row-major order.
        first: Cell,
        /// How many there are.
        count: usize,
    },
}

impl Violation {
    /// Why `grid` is not a solution of `puzzle`: a changed clue, else a conflict, else blanks. `None` if it is one.
    ///
    /// ```
    /// use sudokat::{Grid, Violation};
    /// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let solved: Grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
    /// assert_eq!(Violation::find(&solved, &puzzle), None);
    /// let violation = Violation::find(&puzzle, &puzzle).expect("it has blanks");
    /// assert_eq!(violation.to_string(), "r1c3 and 50 more cells are blank");
    /// # Ok::<(), sudokat::GridError>(())
    /// ```
    #[must_use]
    pub fn find(grid: &Grid, puzzle: &Grid) -> Option<Violation> {
        let is_changed = |clue: &Clue| grid[clue.cell] != clue.digit && grid[clue.cell] > 0;
        if let Some(clue) = puzzle.clues().find(is_changed) {
            return Some(Violation::ChangedClue { clue, found: grid[clue.cell] });
        }
        if let Some(conflict) = grid.conflict() {
            return Some(Violation::Conflict(conflict));
        }
        let mut blanks = Cell::all().filter(|&cell| grid[cell] == 0);
        blanks.next().map(|first| Violation::Blanks { first, count: 1 + blanks.count() })
    }

    /// Whether a rule or a clue is broken, so that filling the blanks cannot help.
    #[must_use]
    pub fn breaks_a_rule(self) -> bool {
        !matches!(self, Violation::Blanks { .. })
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::ChangedClue { clue, found } => {
                write!(f, "{} is {found}, but the clue is {}", clue.cell, clue.digit)
            }
            Violation::Conflict(conflict) => write!(f, "{conflict}"),
            Violation::Blanks { first, count: 1 } => write!(f, "{first} is blank"),
            Violation::Blanks { first, count: 2 } => write!(f, "{first} and 1 more cell are blank"),
            Violation::Blanks { first, count } => write!(f, "{first} and {} more cells are blank", count - 1),
        }
    }
}

/// Why a puzzle has no solution. Displayed as `r9c9 has no candidate left`, `5 has no place in row 3`, or
/// `these 7 clues conflict: r1c1=5 r1c4=3 ...`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Contradiction {
    /// Two equal clues in one unit.
    Conflict(Conflict),
    /// A blank cell whose row, column and box together have all nine digits.
    NoCandidate(Cell),
    /// A digit has no place left in a unit.
    #[non_exhaustive]
    NoPlace {
        /// The digit, 1..=9.
        digit: u8,
        /// The unit.
        unit: Unit,
    },
    /// A minimal set of clues without a solution: without any one of them there is a solution.
    Clues(Vec<Clue>),
}

impl Contradiction {
    /// Why `puzzle` has no solution, in the simplest way that applies; `None` if it has one.
    ///
    /// ```
    /// use sudokat::{Contradiction, Grid};
    /// let puzzle: Grid = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........".parse()?;
    /// let Some(Contradiction::Clues(clues)) = Contradiction::find(&puzzle) else { panic!("it has no solution") };
    /// assert!(clues.len() < 17);
    /// # Ok::<(), sudokat::GridError>(())
    /// ```
    #[must_use]
    pub fn find(puzzle: &Grid) -> Option<Contradiction> {
        if let Some(conflict) = puzzle.conflict() {
            return Some(Contradiction::Conflict(conflict));
        }
        if count(&Candidates::from(puzzle), 1) > 0 {
            return None;
        }
        no_candidate(puzzle).or_else(|| no_place(puzzle)).or_else(|| {
            // The clues that remain depend on which are tried first; the shorter of two results is worth the time.
            let (first, last) = (conflicting_clues(puzzle, 0..CELLS), conflicting_clues(puzzle, (0..CELLS).rev()));
            Some(Contradiction::Clues(if last.len() < first.len() { last } else { first }))
        })
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::Conflict(conflict) => write!(f, "{conflict}"),
            Contradiction::NoCandidate(cell) => write!(f, "{cell} has no candidate left"),
            Contradiction::NoPlace { digit, unit } => write!(f, "{digit} has no place in {unit}"),
            Contradiction::Clues(clues) => {
                write!(f, "these {} clues conflict:", clues.len())?;
                clues.iter().try_for_each(|clue| write!(f, " {clue}"))
            }
        }
    }
}

/// The digits that the clues leave each blank, as masks with bit d for the digit d. A filled cell has none.
fn open_digits(puzzle: &Grid) -> [u16; CELLS] {
    let mut used = [0u16; 27];
    for (units, &d) in UNITS.iter().zip(puzzle.cells()) {
        units.iter().for_each(|&unit| used[unit] |= 1 << d);
    }
    std::array::from_fn(|cell| match puzzle.cells()[cell] {
        0 => 0b11_1111_1110 & !UNITS[cell].iter().fold(0, |seen, &unit| seen | used[unit]),
        _ => 0,
    })
}

fn no_candidate(puzzle: &Grid) -> Option<Contradiction> {
    let open = open_digits(puzzle);
    Cell::all().find(|&cell| puzzle[cell] == 0 && open[cell.index()] == 0).map(Contradiction::NoCandidate)
}

fn no_place(puzzle: &Grid) -> Option<Contradiction> {
    let open = open_digits(puzzle);
    let has_place = |unit: Unit, d: u8| unit.cells().any(|cell| puzzle[cell] == d || open[cell.index()] >> d & 1 == 1);
    let mut pairs = Unit::all().flat_map(|unit| (1..=9).map(move |digit| (unit, digit)));
    pairs.find(|&(unit, digit)| !has_place(unit, digit)).map(|(unit, digit)| Contradiction::NoPlace { digit, unit })
}

/// Drops, in this order, every clue that the contradiction does not need, and returns the rest.
fn conflicting_clues(puzzle: &Grid, order: impl Iterator<Item = usize>) -> Vec<Clue> {
    let mut left = *puzzle;
    for cell in order.filter(|&cell| puzzle.cells()[cell] > 0) {
        let mut fewer = left;
        fewer.cells_mut()[cell] = 0;
        if count(&Candidates::from(&fewer), 1) == 0 {
            left = fewer;
        }
    }
    left.clues().collect()
}

/// Every clue whose removal alone leaves the solution unique. The list is empty if the puzzle is minimal; it is `None` if the
/// puzzle does not have exactly one solution. A clue is a cell with one candidate.
///
/// ```
/// use sudokat::{Candidates, Grid, redundant_clues};
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let redundant = redundant_clues(&puzzle.into()).expect("it has one solution");
/// assert_eq!(redundant[0].to_string(), "r1c1=5");
/// assert_eq!(redundant_clues(&Candidates::ALL), None);
/// # Ok::<(), sudokat::GridError>(())
/// ```
#[must_use]
pub fn redundant_clues(puzzle: &Candidates) -> Option<Vec<Clue>> {
    // A clue is redundant if the other clues allow no other digit in its cell.
    let is_redundant = |clue: &Clue| {
        let mut masks = *puzzle.masks();
        masks[clue.cell.index()] ^= 0x1ff;
        count(&Candidates::from_masks(masks), 1) == 0
    };
    (count(puzzle, 2) == 1).then(|| puzzle.naked_singles().clues().filter(is_redundant).collect())
}

/// The cells in which two grids differ, in row-major order.
pub fn differences(one: &Grid, other: &Grid) -> Differences {
    Differences { grids: [*one, *other], cells: Cell::all() }
}

/// The cells in which two grids differ; see [`differences`].
#[derive(Clone, Debug)]
pub struct Differences {
    grids: [Grid; 2],
    cells: Cells,
}

impl Iterator for Differences {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let [one, other] = &self.grids;
        self.cells.find(|&cell| one[cell] != other[cell])
    }
}

impl FusedIterator for Differences {}

/// A change that turns 80 or 82 cells into a grid with one solution: a spreadsheet may have dropped a leading zero, or a key was
/// pressed twice. Counted in cells from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Suggestion {
    /// Insert a blank before this cell.
    Insert(usize),
    /// Remove this cell.
    Remove(usize),
}

impl Suggestion {
    /// The suggestion in words, for cells that start at this column, counted from 1.
    #[must_use]
    pub fn describe(self, column: usize) -> String {
        match self {
            Suggestion::Insert(cell) => {
                format!("with a blank inserted at column {} it has exactly one solution", column + cell)
            }
            Suggestion::Remove(cell) => {
                format!("without the character at column {} it has exactly one solution", column + cell)
            }
        }
    }
}

/// The only change to 80 or 82 cells that makes them a grid with exactly one solution; `None` if there is none, or if different
/// changes lead to different grids. If several lead to the same grid, the first. It takes up to 82 searches.
#[must_use]
pub fn suggest_fix(cells: &str) -> Option<Suggestion> {
    let cells = cells.as_bytes();
    let changes: Vec<(Suggestion, Vec<u8>)> = match cells.len() {
        80 => (0..81).map(|i| (Suggestion::Insert(i), [&cells[..i], b".", &cells[i..]].concat())).collect(),
        82 => (0..82).map(|i| (Suggestion::Remove(i), [&cells[..i], &cells[i + 1..]].concat())).collect(),
        _ => return None,
    };
    let mut found = None;
    let mut previous = None;
    for (suggestion, text) in changes {
        let (cells, length) = leading_cells(&text);
        let grid = Grid::from_cells(cells).filter(|_| length == CELLS)?;
        // Neighboring changes can lead to the same grid.
        if previous.replace(grid) == Some(grid) {
            continue;
        }
        if grid.conflict().is_none() && count(&Candidates::from(&grid), 2) == 1 {
            if found.is_some() {
                return None;
            }
            found = Some(suggestion);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    fn without(puzzle: &Grid, cell: Cell) -> Grid {
        let mut cells = *puzzle.cells();
        cells[cell.index()] = 0;
        Grid::from_cells(cells).unwrap()
    }

    #[test]
    fn the_worst_violation_is_named() {
        let violation = |text: &str| Violation::find(&grid(text), &grid(PUZZLE)).map(|violation| violation.to_string());
        assert_eq!(violation(SOLVED), None);
        assert_eq!(violation(&format!("6{}", &SOLVED[1..])).unwrap(), "r1c1 is 6, but the clue is 5");
        assert_eq!(violation(&SOLVED.replacen("534", "53.", 1)).unwrap(), "r1c3 is blank");
        // A missing clue is a blank like any other.
        assert_eq!(violation(&SOLVED.replacen('5', ".", 1)).unwrap(), "r1c1 is blank");
        assert_eq!(violation(&SOLVED.replacen("5346", "53..", 1)).unwrap(), "r1c3 and 1 more cell are blank");
        assert_eq!(violation(&SOLVED.replacen("5346", "53.3", 1)).unwrap(), "r1c2 and r1c4 are both 3");
    }

    #[test]
    fn the_simplest_contradiction_is_given_with_few_clues() {
        let contradiction =
            |text: &str| Contradiction::find(&grid(text)).map(|contradiction| contradiction.to_string());
        let blank = |start: &str| format!("{start}{}", ".".repeat(81 - start.len()));
        assert_eq!(contradiction(PUZZLE), None);
        assert_eq!(contradiction(&blank("5.......5")).unwrap(), "r1c1 and r1c9 are both 5");
        let no_candidate = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54));
        assert_eq!(contradiction(&no_candidate).unwrap(), "r1c9 has no candidate left");
        assert_eq!(contradiction(&blank("234567.........1")).unwrap(), "1 has no place in row 1");
        // Trying the first clue first leaves 23 of them; in the reversed grid, trying the last first does.
        let few = ".4....8..8..3..4.....2.6.9..5...3...3728...............1.6...7.....9816.4.37...2.";
        assert_eq!(contradiction(few).unwrap(), "these 6 clues conflict: r1c2=4 r1c7=8 r2c1=8 r2c7=4 r3c4=2 r3c6=6");
        assert!(contradiction(&few.chars().rev().collect::<String>()).unwrap().starts_with("these 6 clues conflict:"));
    }

    #[test]
    fn every_clue_of_a_contradiction_is_needed() {
        let puzzle = grid(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........");
        let Some(Contradiction::Clues(clues)) = Contradiction::find(&puzzle) else { panic!("clues") };
        let mut cells = [0; CELLS];
        clues.iter().for_each(|clue| cells[clue.cell.index()] = clue.digit);
        let these = Grid::from_cells(cells).unwrap();
        assert_eq!(count(&these.into(), 1), 0);
        for clue in clues {
            assert_eq!(count(&without(&these, clue.cell).into(), 1), 1, "{clue}");
        }
    }

    #[test]
    fn clues_are_redundant_if_the_puzzle_stays_unique_without_them() {
        let redundant = |puzzle: &Grid| redundant_clues(&puzzle.into()).map(|clues| clues.len());
        assert_eq!(redundant(&grid(SOLVED)), Some(81));
        let puzzle = grid(PUZZLE);
        let stays_unique = |clue: &Clue| count(&without(&puzzle, clue.cell).into(), 2) == 1;
        assert_eq!(redundant(&puzzle), Some(puzzle.clues().filter(stays_unique).count()));
        let minimal = grid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
        assert_eq!(redundant(&minimal), Some(0));
    }

    #[test]
    fn grids_differ_where_their_digits_do() {
        let other = SOLVED.replacen("534", "543", 1);
        let cells: Vec<String> = differences(&grid(SOLVED), &grid(&other)).map(|cell| cell.to_string()).collect();
        assert_eq!(cells, ["r1c2", "r1c3"]);
    }

    const SHORT: &str = "........2487..1..9.3.89.......2...7......86..6...7..585..6..9.739..175..2....5.14";

    #[test]
    fn a_fix_is_suggested_if_one_change_leads_to_a_puzzle() {
        let puzzle: Grid = SHORT.parse().unwrap();
        let mut fixed = 0;
        for at in 0..81 {
            let short = [&SHORT[..at], &SHORT[at + 1..]].concat();
            if let Some(Suggestion::Insert(i)) = suggest_fix(&short) {
                let grid: Grid = [&short[..i], ".", &short[i..]].concat().parse().unwrap();
                assert_eq!(count(&grid.into(), 2), 1);
                fixed += usize::from(grid == puzzle);
            }
            let long = [&SHORT[..at], "5", &SHORT[at..]].concat();
            if let Some(Suggestion::Remove(i)) = suggest_fix(&long) {
                let grid: Grid = [&long[..i], &long[i + 1..]].concat().parse().unwrap();
                assert_eq!(count(&grid.into(), 2), 1);
                fixed += usize::from(grid == puzzle);
            }
        }
        assert!(fixed > 60, "{fixed}");
        let suggestion = suggest_fix(&SHORT[1..]).expect("a blank is missing");
        assert_eq!(suggestion, Suggestion::Insert(0));
        assert_eq!(suggestion.describe(5), "with a blank inserted at column 5 it has exactly one solution");
    }

    #[test]
    fn no_fix_is_suggested_if_there_are_several_or_none() {
        assert_eq!(suggest_fix(&".".repeat(80)), None);
        assert_eq!(suggest_fix(&"5".repeat(82)), None);
        assert_eq!(suggest_fix(SHORT), None);
        assert_eq!(suggest_fix(""), None);
    }
}
