//! A program for the judges that take one source file and run it with a grid on standard input: Baekjoon problems 2580
//! (rows of spaced digits) and 2239 (rows of packed digits), and a grid a line as well. It prints what sudokat prints, the
//! smallest solution in the layout of the input; status 1 where there is none, 2 where the input is no grid.
//!
//! This file and the two of the library that it takes in, put into one, are `examples/judge/submission.rs`, which the test
//! `tests/submissions.rs` makes, compiles and runs:
//!
//! ```text
//! rustc --edition 2021 -O examples/judge/submission.rs && ./submission < examples/2580.txt
//! ```

// Judges have old compilers and count no warnings, but readers do.
#![allow(dead_code)]

mod grid {
//! The grid: nine rows of nine cells, what may be written in it, and what makes it a solution.
//!
//! Legend, used in every file:
//!
//! ```text
//! r, c, b   row, column and box, 0..9; in messages 1-based: r1c9 is the last cell of the first row
//! cell      9*r + c, 0..81: row-major, the order in which grids are read and compared
//! d         a digit, 1..=9; 0 is a blank
//! unit      one of the 27 rows (0..9), columns (9..18) and boxes (18..27)
//! band      three rows of boxes' height; stack: three columns of boxes' width
//! clue      a digit given by the puzzle
//!
//!         c 0 1 2   3 4 5   6 7 8
//!     r 0   0 1 2 | 3 4 5 | 6 7 8          b  0 | 1 | 2
//!       1   9 . . | . . . | . . 17           ---+---+---
//!       2   . . . | . . . | . . .             3 | 4 | 5
//!           ------+-------+------            ---+---+---
//!       3   . . . | . . . | . . .             6 | 7 | 8
//! ```

use std::fmt;
use std::str::FromStr;

/// Cells in a grid.
pub const CELLS: usize = 81;

/// The three units of every cell: its row, its column, its box.
pub(crate) const UNITS: [[usize; 3]; CELLS] = {
    let mut units = [[0; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (r, c) = (cell / 9, cell % 9);
        units[cell] = [r, 9 + c, 18 + r / 3 * 3 + c / 3];
        cell += 1;
    }
    units
};

/// What each byte means in a cell: a digit, 0 for a blank, or [`NO_CELL`].
const MEANING: [u8; 256] = {
    let mut meaning = [NO_CELL; 256];
    let mut d = 1;
    while d <= 9 {
        meaning[(b'0' + d) as usize] = d;
        d += 1;
    }
    let blanks = b"0._-*?xX";
    let mut i = 0;
    while i < blanks.len() {
        meaning[blanks[i] as usize] = 0;
        i += 1;
    }
    meaning
};
const NO_CELL: u8 = u8::MAX;

/// The cell that a byte of text stands for: `1`-`9` are digits, any of `0._-*?xX` is a blank (`Some(0)`), all else is no cell.
#[inline]
#[must_use]
pub fn cell_from_byte(byte: u8) -> Option<u8> {
    match MEANING[usize::from(byte)] {
        NO_CELL => None,
        d => Some(d),
    }
}

/// A 9x9 grid, blank, partly filled or full. Its digits are in range; whether they obey the rules is for [`Grid::clash`] to say.
///
/// ```
/// let grid: sudokat::Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(grid.cells()[..5], [5, 3, 0, 0, 7]);
/// assert_eq!(grid.clash(), None);
/// # Ok::<(), sudokat::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid([u8; CELLS]);

impl Grid {
    /// The grid without a digit.
    pub const EMPTY: Grid = Grid([0; CELLS]);

    /// A grid from its cells in row-major order, 0 for a blank; `None` if any is above 9.
    #[must_use]
    pub fn from_cells(cells: [u8; CELLS]) -> Option<Grid> {
        // The greatest, rather than whether any is too great: vector instructions find it.
        (cells.iter().fold(0, |greatest, &d| d.max(greatest)) <= 9).then(|| Grid(cells))
    }

    /// The cells in row-major order, each 0 (blank) to 9.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// The same, to be written: with 0 to 9.
    #[inline]
    pub(crate) fn cells_mut(&mut self) -> &mut [u8; CELLS] {
        &mut self.0
    }

    /// The first cell, in row-major order, whose digit an earlier cell of its row, column or box has too.
    #[must_use]
    pub fn clash(&self) -> Option<Clash> {
        let mut used = [0u16; 27];
        for (cell, &d) in self.0.iter().enumerate().filter(|&(_, &d)| d > 0) {
            let units = UNITS[cell];
            if units.iter().any(|&unit| used[unit] >> d & 1 == 1) {
                let shares_unit = |other: usize| UNITS[other].iter().any(|unit| units.contains(unit));
                let first = (0..cell).find(|&other| self.0[other] == d && shares_unit(other))?;
                return Some(Clash { first: Cell(first as u8), second: Cell(cell as u8), digit: d });
            }
            units.iter().for_each(|&unit| used[unit] |= 1 << d);
        }
        None
    }

    /// Whether this grid is full, obeys the rules and keeps every clue of `puzzle`. It knows no solver, so it can judge them all.
    ///
    /// ```
    /// use sudokat::{Grid, Solver};
    /// let puzzle = Grid::EMPTY;
    /// let answer = Solver::new(&puzzle)?.smallest().expect("the empty grid has solutions");
    /// assert!(answer.is_solution(&puzzle));
    /// assert!(!puzzle.is_solution(&puzzle));
    /// # Ok::<(), sudokat::Clash>(())
    /// ```
    #[must_use]
    pub fn is_solution(&self, puzzle: &Grid) -> bool {
        let mut seen = [0u16; 27];
        for (units, &d) in UNITS.iter().zip(&self.0) {
            units.iter().for_each(|&unit| seen[unit] |= 1 << d);
        }
        let keeps_clues = puzzle.0.iter().zip(&self.0).all(|(&clue, &d)| clue == 0 || clue == d);
        keeps_clues && seen.iter().all(|&digits| digits == 0b11_1111_1110)
    }
}

/// 81 characters in row-major order, `0` for a blank.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|d| write!(f, "{d}"))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

/// Reads exactly 81 characters: `1`-`9`, and any of `0._-*?xX` for a blank.
impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Grid, GridError> {
        let mut cells = [0; CELLS];
        let mut count = 0;
        for found in text.chars() {
            let d = u8::try_from(found).ok().and_then(cell_from_byte);
            let d = d.ok_or(GridError::Character { index: count, found })?;
            if let Some(cell) = cells.get_mut(count) {
                *cell = d;
            }
            count += 1;
        }
        if count == CELLS { Ok(Grid(cells)) } else { Err(GridError::Length(count)) }
    }
}

/// The digits that each cell may hold as far as is known: a grid with pencil marks. It says more than a [`Grid`] where digits are
/// ruled out that no clue excludes.
///
/// ```
/// use sudokat::{Candidates, Grid, Solver};
/// let mut candidates = Candidates::from(&Grid::EMPTY);
/// candidates.rule_out(0, 1);
/// let answer = Solver::from_candidates(&candidates).smallest().expect("r1c1 has eight digits left");
/// assert!(answer.to_string().starts_with("213"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidates([u16; CELLS]);

impl Candidates {
    /// A set for each cell in row-major order; digit d is bit d - 1, and what is above bit 8 is dropped.
    #[must_use]
    pub fn from_sets(sets: [u16; CELLS]) -> Candidates {
        Candidates(sets.map(|set| set & 0x1ff))
    }

    /// The set of each cell in row-major order; digit d is bit d - 1.
    #[must_use]
    pub fn sets(&self) -> &[u16; CELLS] {
        &self.0
    }

    /// Takes digit `d`, 1..=9, from a cell, 0..81 in row-major order.
    ///
    /// # Panics
    /// If there is no such cell or digit.
    pub fn rule_out(&mut self, cell: usize, d: u8) {
        assert!((1..=9).contains(&d), "{d} is no digit");
        self.0[cell] &= !(1 << (d - 1));
    }

    /// The digits of the cells with one candidate.
    #[must_use]
    pub fn decided(&self) -> Grid {
        Grid(self.0.map(|set| if set.is_power_of_two() { set.trailing_zeros() as u8 + 1 } else { 0 }))
    }

    /// The first cell of `grid` with a digit that is ruled out there, and this digit.
    #[must_use]
    pub fn ruled_out(&self, grid: &Grid) -> Option<(Cell, u8)> {
        let is_out = |&cell: &usize| grid.0[cell] > 0 && self.0[cell] >> (grid.0[cell] - 1) & 1 == 0;
        (0..CELLS).find(is_out).map(|cell| (Cell(cell as u8), grid.0[cell]))
    }
}

/// A clue leaves its cell one digit, a blank all nine.
impl From<&Grid> for Candidates {
    fn from(grid: &Grid) -> Candidates {
        Candidates(grid.0.map(|d| if d == 0 { 0x1ff } else { 1 << (d - 1) }))
    }
}

/// 729 characters, nine for each cell in row-major order: the digit, or `.` where it is ruled out.
impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |set: u16, i: u8| if set >> i & 1 == 1 { char::from(b'1' + i) } else { '.' };
        self.0.iter().try_for_each(|&set| (0..9).try_for_each(|i| write!(f, "{}", digit(set, i))))
    }
}

/// Why a text is no grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridError {
    /// A character that is neither a digit nor a blank, and how many characters come before it.
    Character {
        /// Characters before it.
        index: usize,
        /// The character.
        found: char,
    },
    /// Only cells, but not 81 of them.
    Length(usize),
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Character { index, found } => {
                write!(f, "character {}: expected a digit or a blank, found {found:?}", index + 1)
            }
            GridError::Length(found) => write!(f, "{found} cells, expected 81"),
        }
    }
}

impl std::error::Error for GridError {}

/// One of the 81 cells; displayed as `r1c1` to `r9c9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell at this place in row-major order; `None` from 81 on.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Cell> {
        if index < CELLS { Some(Cell(index as u8)) } else { None }
    }

    /// Its place in row-major order, 0..81.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.0 / 9 + 1, self.0 % 9 + 1)
    }
}

/// Two cells of one unit that hold the same digit: no solution can keep both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The earlier cell in row-major order.
    pub first: Cell,
    /// The later one.
    pub second: Cell,
    /// The digit in both, 1..=9.
    pub digit: u8,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {} are both {}", self.first, self.second, self.digit)
    }
}

impl std::error::Error for Clash {}
}
mod solver {
//! The reference solver: backtracking over a list of the blank cells with row, column and box bit masks.
//!
//! It answers one grid in bounded time, and it is the oracle that faster engines are tested against, so it is short and
//! shares nothing with them. Its answer is the *lexicographically smallest* solution, the one that trying the blanks in
//! row-major order and the digits upwards finds first. To search in that order can take hours. So the search follows the
//! choice with the fewest branches for the failures its units have seen (the dom/wdeg rule of Boussemart, Hemery, Lecoutre
//! and Sais, 2004), and the smallest solution is reached by asking: cell by cell in row-major order, does a smaller digit
//! lead to a solution too? Each yes brings a solution that answers many of the questions after it.

use crate::grid::{CELLS, Candidates, Clash, Grid, UNITS};

/// All nine digits as a set; digit d is bit d - 1.
const ALL: u16 = 0x1ff;

/// How many places are left for each digit in each unit: `places[n][unit]` are the digits with more than n of them, where
/// a digit in use counts as one.
type Places = [[u16; 27]; 4];

/// A puzzle whose clues do not clash, ready to be asked for its solutions.
///
/// ```
/// use sudokat::{Grid, Solver};
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut solver = Solver::new(&puzzle)?;
/// assert_eq!(solver.count(2), 1);
/// assert!(solver.smallest().is_some_and(|answer| answer.to_string().starts_with("534678912")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    /// The digits written so far, 0 where a cell is open.
    digits: [u8; CELLS],
    /// The digits in use in each unit.
    used: [u16; 27],
    /// The digits that nothing but the rules keeps from each cell.
    allowed: [u16; CELLS],
    /// The blank cells of the puzzle, in row-major order.
    blanks: [usize; CELLS],
    blank_count: usize,
    /// The same cells as a stack: the first `open` are open, in any order; behind them those written, the latest first.
    cells: [usize; CELLS],
    open: usize,
    /// One more than the branches that have failed in each unit: it tells the search where to look first.
    failures: [u64; 27],
    /// How many branches it may still take.
    patience: u64,
    /// The solution found last.
    found: [u8; CELLS],
}

impl Solver {
    /// Takes the clues of `puzzle`.
    ///
    /// # Errors
    /// Two equal clues in one unit, see [`Grid::clash`].
    pub fn new(puzzle: &Grid) -> Result<Solver, Clash> {
        if let Some(clash) = puzzle.clash() {
            return Err(clash);
        }
        let (mut used, mut blanks, mut blank_count) = ([0; 27], [0; CELLS], 0);
        for (cell, &d) in puzzle.cells().iter().enumerate() {
            if d == 0 {
                blanks[blank_count] = cell;
                blank_count += 1;
            } else {
                UNITS[cell].iter().for_each(|&unit| used[unit] |= bit(d));
            }
        }
        let digits = *puzzle.cells();
        let (cells, open) = (blanks, blank_count);
        let allowed = [ALL; CELLS];
        Ok(Solver {
            digits,
            used,
            allowed,
            blanks,
            blank_count,
            cells,
            open,
            failures: [1; 27],
            patience: u64::MAX,
            found: digits,
        })
    }

    /// Takes the candidates of a puzzle. Clues are cells with one: if they clash, there is no solution.
    #[must_use]
    pub fn from_candidates(candidates: &Candidates) -> Solver {
        let blanks = crate::from_fn(|cell| cell);
        Solver {
            digits: [0; CELLS],
            used: [0; 27],
            allowed: *candidates.sets(),
            blanks,
            blank_count: CELLS,
            cells: blanks,
            open: CELLS,
            failures: [1; 27],
            patience: u64::MAX,
            found: [0; CELLS],
        }
    }

    /// The lexicographically smallest solution, or `None` where there is none.
    pub fn smallest(&mut self) -> Option<Grid> {
        match self.search(2) {
            0 => return None,
            1 => (),
            _ => self.lower(0),
        }
        Grid::from_cells(self.found)
    }

    /// Whichever solution is found first, or `None` where there is none.
    pub fn any(&mut self) -> Option<Grid> {
        if self.search(1) == 0 { None } else { Grid::from_cells(self.found) }
    }

    /// The number of solutions, or `limit` if there are more.
    pub fn count(&mut self, limit: u64) -> u64 {
        self.search(limit)
    }

    /// All solutions in lexicographic order, each found when it is asked for.
    pub fn solutions(mut self) -> impl Iterator<Item = Grid> {
        let mut given = false;
        let next = move || if std::mem::replace(&mut given, true) { self.next_larger() } else { self.smallest() };
        std::iter::from_fn(next).fuse()
    }

    /// What is asked of it, or `None` if that takes more than so many branches, of one or two microseconds each.
    ///
    /// ```
    /// use sudokat::{Grid, Solver};
    /// let mut solver = Solver::new(&Grid::EMPTY)?;
    /// assert!(solver.within(1000, Solver::smallest).is_some());
    /// assert!(solver.within(1000, |solver| solver.count(u64::MAX)).is_none());
    /// # Ok::<(), sudokat::Clash>(())
    /// ```
    pub fn within<T>(&mut self, branches: u64, ask: impl FnOnce(&mut Solver) -> T) -> Option<T> {
        self.patience = branches;
        let answer = ask(self);
        let had_enough = std::mem::replace(&mut self.patience, u64::MAX) > 0;
        if had_enough { Some(answer) } else { None }
    }

    /// Counts the solutions up to `limit`; the last one found is in `found`. Leaves the grid as it was.
    fn search(&mut self, limit: u64) -> u64 {
        let before = self.open;
        let mut count = 0;
        // Who has lost patience goes back to where it began, and what it says is forgotten there.
        self.patience = self.patience.saturating_sub(1);
        if self.patience == 0 {
            return 0;
        }
        if let Some(places) = self.write_singles() {
            if self.open == 0 {
                self.found = self.digits;
                count = 1;
            }
            let (cells, digits) = self.choose(&places);
            for cell in (0..CELLS).filter(|cell| cells >> cell & 1 == 1) {
                for digit in each(digits) {
                    if count < limit {
                        self.write(cell, digit);
                        count += self.search(limit - count);
                        self.take_back(self.open + 1);
                    }
                }
            }
        }
        self.take_back(before);
        count
    }

    /// Whether there is a solution with this digit in this open cell; it is then in `found`.
    fn leads_on(&mut self, cell: usize, digit: u16) -> bool {
        self.write(cell, digit);
        let count = self.search(1);
        self.take_back(self.open + 1);
        count > 0
    }

    /// Lowers the solution in `found` to the smallest with the same digits in the blanks before `start`, which must be
    /// written already. Leaves the grid as it was.
    fn lower(&mut self, start: usize) {
        let before = self.open;
        for k in start..self.blank_count {
            let cell = self.blanks[k];
            let smaller = self.candidates(cell) & (bit(self.found[cell]) - 1);
            // A yes replaces `found`; yes or no, its digit in this cell is now the smallest.
            let _ = each(smaller).any(|digit| self.leads_on(cell, digit));
            self.write(cell, bit(self.found[cell]));
        }
        self.take_back(before);
    }

    /// The solution that follows the one in `found` in lexicographic order, which it replaces there.
    fn next_larger(&mut self) -> Option<Grid> {
        let before = self.open;
        (0..self.blank_count).for_each(|k| self.write(self.blanks[k], bit(self.found[self.blanks[k]])));
        // The longest run of blanks that can keep its digits while the blank after it takes a larger one.
        let grows = (0..self.blank_count).rev().find(|&k| {
            self.take_back(self.open + 1);
            let cell = self.blanks[k];
            let larger = self.candidates(cell) & !(2 * bit(self.found[cell]) - 1);
            each(larger).any(|digit| self.leads_on(cell, digit))
        });
        if let Some(k) = grows {
            self.write(self.blanks[k], bit(self.found[self.blanks[k]]));
            self.lower(k + 1);
        }
        self.take_back(before);
        grows.and_then(|_| Grid::from_cells(self.found))
    }

    /// Writes naked and hidden singles until there are none. `None`: some cell or digit has no place left.
    fn write_singles(&mut self) -> Option<Places> {
        loop {
            self.write_naked_singles()?;
            let (places, before) = (self.places(), self.open);
            self.write_hidden_singles(&places)?;
            if self.open == before {
                return Some(places);
            }
        }
    }

    /// Goes round the open cells until it has seen all of them in a row without a naked single.
    fn write_naked_singles(&mut self) -> Option<()> {
        let (mut i, mut seen) = (0, 0);
        while seen < self.open {
            i = if i < self.open { i } else { 0 };
            let candidates = self.candidates(self.cells[i]);
            match candidates {
                0 => return self.fail(&UNITS[self.cells[i]]),
                _ if candidates.is_power_of_two() => {
                    self.write_at(i, candidates);
                    seen = 0;
                }
                _ => (i, seen) = (i + 1, seen + 1),
            }
        }
        Some(())
    }

    fn places(&self) -> Places {
        let mut places = [self.used, [0; 27], [0; 27], [0; 27]];
        for &cell in &self.cells[..self.open] {
            let candidates = self.candidates(cell);
            for unit in UNITS[cell] {
                let mut carry = candidates;
                for level in &mut places {
                    (level[unit], carry) = (level[unit] | carry, level[unit] & carry);
                }
            }
        }
        places
    }

    /// One pass over the open cells, for the digits that had one place in a unit when the pass began.
    fn write_hidden_singles(&mut self, places: &Places) -> Option<()> {
        if let Some(unit) = places[0].iter().position(|&digits| digits != ALL) {
            return self.fail(&[unit]);
        }
        let hidden: [u16; 27] = crate::from_fn(|unit| ALL & !(places[1][unit] | self.used[unit]));
        let mut i = 0;
        while i < self.open {
            let [r, c, b] = UNITS[self.cells[i]];
            let single = (hidden[r] | hidden[c] | hidden[b]) & self.candidates(self.cells[i]);
            match single.count_ones() {
                0 => i += 1,
                1 => self.write_at(i, single),
                _ => return self.fail(&[r, c, b]),
            }
        }
        Some(())
    }

    /// Ends a branch, and remembers where.
    fn fail<T>(&mut self, units: &[usize]) -> Option<T> {
        units.iter().for_each(|&unit| self.failures[unit] += 1);
        None
    }

    /// The choice with the most failures a branch: the digit of an open cell, or the place of a digit that has two or three
    /// in a unit. Every solution takes exactly one of its branches, a cell of the set with a digit of the set.
    fn choose(&self, places: &Places) -> (u128, u16) {
        // 12 keeps the division fine enough. A cell lies in three units, so the one unit of a place weighs three times.
        let score = |failures: u64, branches: u32| 12 * failures / u64::from(branches);
        let (mut best, mut cells, mut digits) = (0, 0, 0);
        for &cell in &self.cells[..self.open] {
            let [r, c, b] = UNITS[cell].map(|unit| self.failures[unit]);
            let candidates = self.candidates(cell);
            let score = score(r + c + b, candidates.count_ones());
            if score > best {
                (best, cells, digits) = (score, 1 << cell, candidates);
            }
        }
        for (unit, &failures) in self.failures.iter().enumerate() {
            for count in 2..=3 {
                let set = places[count - 1][unit] & !places[count][unit] & !self.used[unit];
                let score = score(3 * failures, count as u32);
                if set != 0 && score > best {
                    (best, digits) = (score, set & set.wrapping_neg());
                    let has_place = |cell: usize| UNITS[cell].contains(&unit) && self.candidates(cell) & digits != 0;
                    cells = self.cells[..self.open].iter().filter(|&&cell| has_place(cell)).map(|cell| 1 << cell).sum();
                }
            }
        }
        (cells, digits)
    }

    /// The digits allowed in a cell that none of its units has in use.
    fn candidates(&self, cell: usize) -> u16 {
        let [r, c, b] = UNITS[cell];
        self.allowed[cell] & !(self.used[r] | self.used[c] | self.used[b])
    }

    /// Writes a candidate into an open cell.
    fn write(&mut self, cell: usize, digit: u16) {
        self.write_at(self.cells.iter().take_while(|&&open| open != cell).count(), digit);
    }

    /// Writes a candidate into the open cell `cells[i]`; the last open cell takes its place there.
    fn write_at(&mut self, i: usize, digit: u16) {
        self.open -= 1;
        self.cells.swap(i, self.open);
        let cell = self.cells[self.open];
        self.digits[cell] = digit.trailing_zeros() as u8 + 1;
        UNITS[cell].iter().for_each(|&unit| self.used[unit] |= digit);
    }

    /// Opens the cells written last, until so many are open.
    fn take_back(&mut self, open: usize) {
        while self.open < open {
            let cell = self.cells[self.open];
            let digit = bit(std::mem::take(&mut self.digits[cell]));
            UNITS[cell].iter().for_each(|&unit| self.used[unit] &= !digit);
            self.open += 1;
        }
    }
}

/// The set of one digit.
fn bit(d: u8) -> u16 {
    1 << (d - 1)
}

/// The digits of a set, upwards.
fn each(set: u16) -> impl Iterator<Item = u16> {
    (0..9).map(|i| 1 << i).filter(move |digit| set & digit != 0)
}
}

use std::io::{self, Read, Write};
use std::process::ExitCode;

use grid::Grid;
use solver::Solver;

fn main() -> ExitCode {
    match solve() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Whether every grid of standard input has a solution.
fn solve() -> Result<bool, Box<dyn std::error::Error>> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let first = input.lines().next().unwrap_or("").trim();
    let joint = if first.contains(' ') { " " } else { "" };
    let width = if first.len() < 81 { 9 } else { 81 };

    let cells: Vec<char> = input.split_whitespace().flat_map(str::chars).collect();
    if cells.is_empty() {
        return Err("no grid".into());
    }
    let (mut output, mut all) = (String::new(), true);
    for puzzle in cells.chunks(81) {
        let puzzle: Grid = String::from_iter(puzzle).parse()?;
        let answer = Solver::new(&puzzle)?.smallest();
        all &= answer.is_some();
        if width == 81 && answer.is_none() || width == 9 && answer.is_some() && !output.is_empty() {
            output.push('\n');
        }
        let digits: Vec<String> = answer.iter().flat_map(Grid::cells).map(u8::to_string).collect();
        digits.chunks(width).for_each(|row| output += &(row.join(joint) + "\n"));
    }
    io::stdout().write_all(output.as_bytes())?;
    Ok(all)
}

/// `std::array::from_fn`, which came with Rust 1.63.
fn from_fn<T: Copy + Default, const N: usize>(f: impl Fn(usize) -> T) -> [T; N] {
    let mut array = [T::default(); N];
    array.iter_mut().enumerate().for_each(|(i, element)| *element = f(i));
    array
}
