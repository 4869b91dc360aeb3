//! What else there is to know of a puzzle: what is wrong with it or with its solution, what of it could be left out, and how
//! many solutions it has. It is found out by asking [`Search`], at most two hundred times a puzzle.

use std::fmt;

use crate::Search;
use crate::grid::{CELLS, Candidates, Cell, Conflict, Grid, UNITS};

/// How many solutions a puzzle has, as far as they were counted; displayed as `12`, or `>=12` if there are more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Those that were counted.
    pub counted: u64,
    /// Whether there are more.
    pub more: bool,
}

impl Count {
    /// Counts the solutions up to `limit`, which takes long only if there are many of them and the limit is high.
    ///
    /// ```
    /// use sudokat::{Count, Grid, Search};
    /// let mut empty = crate::search_of(&Grid::EMPTY)?;
    /// assert_eq!(Count::of(&mut empty, 1000).to_string(), ">=1000");
    /// # Ok::<(), sudokat::Conflict>(())
    /// ```
    pub fn of(solver: &mut Search, limit: u64) -> Count {
        Count::up_to(limit, |most| solver.count(most))
    }

    /// The same, by a function that counts up to a number.
    pub(crate) fn up_to(limit: u64, count: impl FnOnce(u64) -> u64) -> Count {
        // No grid has as many as 2^64.
        let found = count(limit.saturating_add(1));
        Count { counted: found.min(limit), more: found > limit }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.more { ">=" } else { "" }, self.counted)
    }
}

/// What keeps a grid from being a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A clue of the puzzle has been replaced.
    Clue {
        /// Where.
        cell: Cell,
        /// The digit of the puzzle.
        clue: u8,
        /// The digit in its place.
        found: u8,
    },
    /// Two equal digits in one unit.
    Conflict(Conflict),
    /// Nothing but blanks, so many; the first is here.
    Blank(Cell, usize),
}

impl Flaw {
    /// What keeps `grid` from being a solution of `puzzle`: a clue it does not keep, else a rule it breaks, else its blanks.
    ///
    /// ```
    /// use sudokat::{Flaw, Grid};
    /// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let solved: Grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
    /// assert_eq!(Flaw::of(&solved, &puzzle), None);
    /// let flaw = Flaw::of(&puzzle, &puzzle).expect("it is not finished");
    /// assert_eq!(flaw.to_string(), "r1c3 and 50 more cells are blank");
    /// # Ok::<(), sudokat::GridError>(())
    /// ```
    #[must_use]
    pub fn of(grid: &Grid, puzzle: &Grid) -> Option<Flaw> {
        let pairs = puzzle.cells().iter().zip(grid.cells()).enumerate();
        let replaced =
            pairs.filter(|&(_, (&clue, &d))| clue > 0 && d != clue && d > 0).map(|(cell, (&clue, &found))| {
                let cell = crate::cell_at(cell)?;
                Some(Flaw::Clue { cell, clue, found })
            });
        let blank = || {
            let mut blanks = grid.cells().iter().enumerate().filter(|&(_, &d)| d == 0);
            let first = crate::cell_at(blanks.next()?.0)?;
            Some(Flaw::Blank(first, 1 + blanks.count()))
        };
        replaced.flatten().next().or_else(|| grid.conflict().map(Flaw::Conflict)).or_else(blank)
    }

    /// Whether a rule or a clue is broken, which no digits in the blanks can mend.
    #[must_use]
    pub fn is_final(self) -> bool {
        !matches!(self, Flaw::Blank(..))
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Clue { cell, clue, found } => write!(f, "{cell} is {found}, the clue is {clue}"),
            Flaw::Conflict(clash) => write!(f, "{clash}"),
            Flaw::Blank(cell, 1) => write!(f, "{cell} is blank"),
            Flaw::Blank(cell, 2) => write!(f, "{cell} and 1 more cell are blank"),
            Flaw::Blank(cell, count) => write!(f, "{cell} and {} more cells are blank", count - 1),
        }
    }
}

/// Why a puzzle has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Two equal clues in one unit.
    Conflict(Conflict),
    /// A cell sees all nine digits.
    NoDigit(Cell),
    /// A digit has no place in a unit, 0..27: rows, columns, boxes.
    NoPlace {
        /// The digit.
        digit: u8,
        /// The unit.
        unit: usize,
    },
    /// Clues that cannot stand together, with their digits. Without any one of them the others have a solution.
    Clues(Vec<(Cell, u8)>),
}

impl Reason {
    /// Why `puzzle` has no solution, the simplest reason there is; `None` if it has one.
    ///
    /// ```
    /// use sudokat::{Grid, Reason};
    /// let puzzle: Grid = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........".parse()?;
    /// let Some(Reason::Clues(clues)) = Reason::of(&puzzle) else { panic!("it has no solution") };
    /// assert!(clues.len() < 17);
    /// # Ok::<(), sudokat::GridError>(())
    /// ```
    #[must_use]
    pub fn of(puzzle: &Grid) -> Option<Reason> {
        match crate::search_of(puzzle) {
            Err(clash) => Some(Reason::Conflict(clash)),
            Ok(solver) if solver.clone().any().is_some() => None,
            Ok(_) => no_digit(puzzle).or_else(|| no_place(puzzle)).or_else(|| {
                // What is left depends on which clue is tried first; the shorter of two ways is worth its time.
                let (down, up) = (clashing_clues(puzzle, 0..CELLS), clashing_clues(puzzle, (0..CELLS).rev()));
                Some(Reason::Clues(if up.len() < down.len() { up } else { down }))
            }),
        }
    }
}

/// The digits that the clues leave each cell, as a set: digit d is bit d. A clue leaves none.
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

fn no_digit(puzzle: &Grid) -> Option<Reason> {
    let open = open_digits(puzzle);
    let stuck = (0..CELLS).find(|&cell| puzzle.cells()[cell] == 0 && open[cell] == 0)?;
    crate::cell_at(stuck).map(Reason::NoDigit)
}

fn no_place(puzzle: &Grid) -> Option<Reason> {
    let open = open_digits(puzzle);
    let has_place = |cell: usize, d: u8| puzzle.cells()[cell] == d || open[cell] >> d & 1 == 1;
    let all = (0..27).flat_map(|unit| (1..=9).map(move |digit| (unit, digit)));
    let mut stuck = all.filter(|&(unit, d)| !(0..CELLS).any(|cell| UNITS[cell].contains(&unit) && has_place(cell, d)));
    stuck.next().map(|(unit, digit)| Reason::NoPlace { digit, unit })
}

/// Takes out every clue, in this order, without which there is still no solution.
fn clashing_clues(puzzle: &Grid, order: impl Iterator<Item = usize>) -> Vec<(Cell, u8)> {
    let mut left = *puzzle;
    for cell in order {
        if let Some(less) = without(&left, cell)
            && crate::search_of(&less).is_ok_and(|mut solver| solver.any().is_none())
        {
            left = less;
        }
    }
    clues(&left).collect()
}

/// The grid without the clue of a cell; `None` if it is blank.
fn without(puzzle: &Grid, cell: usize) -> Option<Grid> {
    let mut cells = *puzzle.cells();
    if std::mem::take(&mut cells[cell]) == 0 { None } else { Grid::from_cells(cells) }
}

fn clues(puzzle: &Grid) -> impl Iterator<Item = (Cell, u8)> {
    let cells = puzzle.cells().iter().enumerate();
    cells.filter(|&(_, &d)| d > 0).filter_map(|(cell, &d)| Some((crate::cell_at(cell)?, d)))
}

/// `r9c9 has no digit left`, `5 has no place in row 3`, or `7 clues are enough for that: r1c1=5 r1c4=3 ...`.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Conflict(clash) => write!(f, "{clash}"),
            Reason::NoDigit(cell) => write!(f, "{cell} has no digit left"),
            Reason::NoPlace { digit, unit } => {
                write!(f, "{digit} has no place in {} {}", ["row", "column", "box"][unit / 9], unit % 9 + 1)
            }
            Reason::Clues(clues) => {
                write!(f, "{} clues are enough for that:", clues.len())?;
                clues.iter().try_for_each(|(cell, d)| write!(f, " {cell}={d}"))
            }
        }
    }
}

/// The clues, with their digits, without any one of which, the others kept, a puzzle with one solution still has one: none if it
/// is minimal. `None` if it has not one solution. A clue is a cell with one candidate.
///
/// ```
/// use sudokat::{Candidates, Grid, redundant_clues};
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let redundant = redundant_clues(&Candidates::from(&puzzle)).expect("it has one solution");
/// let (cell, digit) = redundant[0];
/// assert_eq!((cell.to_string().as_str(), digit), ("r1c1", 5));
/// assert_eq!(redundant_clues(&Candidates::from(&Grid::EMPTY)), None);
/// # Ok::<(), sudokat::GridError>(())
/// ```
#[must_use]
pub fn redundant_clues(puzzle: &Candidates) -> Option<Vec<(Cell, u8)>> {
    let is_redundant = |&(cell, _): &(Cell, u8)| {
        // It is if there is no solution with any other digit in its place.
        let mut sets = *puzzle.masks();
        sets[cell.index()] ^= 0x1ff;
        Search::new(&Candidates::from_masks(sets)).any().is_none()
    };
    let is_unique = Search::new(puzzle).count(2) == 1;
    is_unique.then(|| clues(&puzzle.naked_singles()).filter(is_redundant).collect())
}

/// The cells in which two grids differ.
pub fn differences(one: &Grid, other: &Grid) -> impl Iterator<Item = Cell> {
    (0..CELLS).filter(|&cell| one.cells()[cell] != other.cells()[cell]).filter_map(crate::cell_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn grid(text: &str) -> Grid {
        text.parse().unwrap()
    }

    #[test]
    fn counts_are_exact_up_to_the_limit_and_at_least_beyond_it() {
        // Two digits in a rectangle can change places.
        let two = "534008912672195348198342567859001423426853791713924856961537284287419635345286179";
        let count = |limit| Count::of(&mut crate::search_of(&grid(two)).unwrap(), limit).to_string();
        assert_eq!([1, 2, 3, u64::MAX].map(count), [">=1", "2", "2", "2"]);
    }

    #[test]
    fn the_worst_flaw_is_named() {
        let flaw = |text: &str| Flaw::of(&grid(text), &grid(PUZZLE)).map(|flaw| flaw.to_string());
        assert_eq!(flaw(SOLVED), None);
        assert_eq!(flaw(&format!("6{}", &SOLVED[1..])).unwrap(), "r1c1 is 6, the clue is 5");
        assert_eq!(flaw(&SOLVED.replacen("534", "53.", 1)).unwrap(), "r1c3 is blank");
        // A clue that is not there can still be written.
        assert_eq!(flaw(&SOLVED.replacen('5', ".", 1)).unwrap(), "r1c1 is blank");
        assert_eq!(flaw(&SOLVED.replacen("5346", "53..", 1)).unwrap(), "r1c3 and 1 more cell are blank");
        assert_eq!(flaw(&SOLVED.replacen("5346", "53.3", 1)).unwrap(), "r1c2 and r1c4 are both 3");
    }

    #[test]
    fn the_simplest_reason_is_given_and_clues_are_as_few_as_can_be() {
        let reason = |text: &str| Reason::of(&grid(text)).map(|reason| reason.to_string());
        let blank = |start: &str| format!("{start}{}", ".".repeat(81 - start.len()));
        assert_eq!(reason(PUZZLE), None);
        assert_eq!(reason(&blank("5.......5")).unwrap(), "r1c1 and r1c9 are both 5");
        let no_digit = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54));
        assert_eq!(reason(&no_digit).unwrap(), "r1c9 has no digit left");
        assert_eq!(reason(&blank("234567.........1")).unwrap(), "1 has no place in row 1");
        // Whoever tries the first clue first is left with 23; or the last, in the same turned round.
        let few = ".4....8..8..3..4.....2.6.9..5...3...3728...............1.6...7.....9816.4.37...2.";
        assert_eq!(reason(few).unwrap(), "6 clues are enough for that: r1c2=4 r1c7=8 r2c1=8 r2c7=4 r3c4=2 r3c6=6");
        assert!(reason(&few.chars().rev().collect::<String>()).unwrap().starts_with("6 clues are enough"));
    }

    #[test]
    fn each_clue_of_a_reason_is_needed() {
        let puzzle = grid(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........");
        let Some(Reason::Clues(clues)) = Reason::of(&puzzle) else { panic!("clues") };
        let mut cells = [0; CELLS];
        clues.iter().for_each(|(cell, d)| cells[cell.index()] = *d);
        let of_these = Grid::from_cells(cells).unwrap();
        assert_eq!(crate::search_of(&of_these).unwrap().any(), None);
        for (cell, _) in clues {
            assert!(crate::search_of(&without(&of_these, cell.index()).unwrap()).unwrap().any().is_some(), "{cell}");
        }
    }

    #[test]
    fn a_full_grid_needs_few_of_its_clues_and_a_minimal_one_all() {
        let redundant = |puzzle: &Grid| redundant_clues(&Candidates::from(puzzle)).map(|clues| clues.len());
        assert_eq!(redundant(&grid(SOLVED)), Some(81));
        // As many as a solver finds that is asked about each grid with a clue less.
        let puzzle = grid(PUZZLE);
        let is_unique = |less: &Grid| crate::search_of(less).unwrap().count(2) == 1;
        let expected = (0..81).filter_map(|cell| without(&puzzle, cell)).filter(is_unique).count();
        assert_eq!(redundant(&puzzle), Some(expected));
        let minimal = grid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
        assert_eq!(redundant(&minimal), Some(0));
    }

    #[test]
    fn grids_differ_where_their_digits_do() {
        let other = SOLVED.replacen("534", "543", 1);
        let cells: Vec<String> = differences(&grid(SOLVED), &grid(&other)).map(|cell| cell.to_string()).collect();
        assert_eq!(cells, ["r1c2", "r1c3"]);
    }
}
