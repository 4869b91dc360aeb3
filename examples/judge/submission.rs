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
//! The reference solver: backtracking over the blank cells with row, column and box bit masks.
//!
//! It answers one grid in bounded time, and it is the oracle that faster engines are tested against, so it is short and
//! shares no code with them. Its answer is the *lexicographically smallest* solution, the one that trying the blanks in
//! row-major order and the digits upwards finds first. To search in that order can take hours. So the search guesses where
//! its failures have been (the dom/wdeg rule of Boussemart, Hemery, Lecoutre and Sais, 2004, over bands, stacks and digits), and
//! the smallest solution is reached by asking: blank by blank in row-major order, does a smaller digit lead to a solution too?
//! Each yes brings a solution that answers many of the questions after it.

use crate::grid::{CELLS, Candidates, Clash, Grid};

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
    puzzle: Cells,
    /// The cells that are no clues, in row-major order.
    blanks: [usize; CELLS],
    blank_count: usize,
    failures: Failures,
    /// The solution found last.
    found: [u8; CELLS],
}

/// What has had to do with the branches that failed, and how often: that tells the search where to look first.
#[derive(Clone, Copy, Debug)]
struct Failures {
    /// The bands, then the stacks.
    bands: [u64; 6],
    digits: [u64; 9],
}

impl Solver {
    /// Takes the clues of `puzzle`.
    ///
    /// # Errors
    /// Two equal clues in one unit, see [`Grid::clash`].
    pub fn new(puzzle: &Grid) -> Result<Solver, Clash> {
        match puzzle.clash() {
            Some(clash) => Err(clash),
            None => Ok(Solver::from_candidates(&Candidates::from(puzzle))),
        }
    }

    /// Takes the candidates of a puzzle. Clues are cells with one: if they clash, there is no solution.
    #[must_use]
    pub fn from_candidates(candidates: &Candidates) -> Solver {
        let (mut puzzle, mut blanks, mut blank_count) = (Cells([[FULL; 3]; 9]), [0; CELLS], 0);
        for (cell, &set) in candidates.sets().iter().enumerate() {
            puzzle.write(cell, set);
            if !set.is_power_of_two() {
                blanks[blank_count] = cell;
                blank_count += 1;
            }
        }
        // Some failures for each to begin with, lest the first few mean too much.
        let failures = Failures { bands: [20; 6], digits: [20; 9] };
        Solver { puzzle, blanks, blank_count, failures, found: [0; CELLS] }
    }

    /// The lexicographically smallest solution, or `None` where there is none.
    pub fn smallest(&mut self) -> Option<Grid> {
        match self.search(self.puzzle, 2) {
            0 => return None,
            1 => (),
            _ => self.lower(self.puzzle, |_| ()),
        }
        Grid::from_cells(self.found)
    }

    /// Whichever solution is found first, or `None` where there is none.
    pub fn any(&mut self) -> Option<Grid> {
        if self.search(self.puzzle, 1) == 0 { None } else { Grid::from_cells(self.found) }
    }

    /// The number of solutions, or `limit` if there are more.
    pub fn count(&mut self, limit: u64) -> u64 {
        self.search(self.puzzle, limit).min(limit)
    }

    /// All solutions in lexicographic order, each found when it is asked for.
    pub fn solutions(mut self) -> impl Iterator<Item = Grid> {
        // What is left of the puzzle, the part with the smallest solutions last.
        let mut parts = vec![self.puzzle];
        std::iter::from_fn(move || {
            while let Some(part) = parts.pop() {
                if self.search(part, 1) > 0 {
                    self.lower(part, |larger| parts.push(larger));
                    return Grid::from_cells(self.found);
                }
            }
            None
        })
    }

    /// Counts the solutions with these candidates up to `limit`, 1 at least; the last one found is in `found`.
    fn search(&mut self, mut cells: Cells, limit: u64) -> u64 {
        match cells.settle() {
            Err(broken) => {
                self.note(broken);
                0
            }
            Ok(true) => {
                self.found = cells.digits();
                1
            }
            Ok(false) => {
                let [yes, no] = cells.branches(&self.failures);
                let count = self.search(yes, limit);
                if count < limit { count + self.search(no, limit - count) } else { count }
            }
        }
    }

    /// Remembers where a branch has failed.
    fn note(&mut self, broken: Broken) {
        let any = broken[0] | broken[1] | broken[2];
        for (x, boxes) in broken.iter().enumerate() {
            self.failures.bands[x] += u64::from(*boxes != 0);
            self.failures.bands[3 + x] += u64::from(set(any, x) != 0);
        }
        let digits = set(any, 0) | set(any, 1) | set(any, 2);
        for (i, failures) in self.failures.digits.iter_mut().enumerate() {
            *failures += digits >> i & 1;
        }
    }

    /// Lowers the solution in `found` to the smallest with these candidates. All solutions that are larger are in the parts that
    /// `keep` is given, those in one part smaller than those in the parts before it.
    fn lower(&mut self, mut cells: Cells, mut keep: impl FnMut(Cells)) {
        for k in 0..self.blank_count {
            let cell = self.blanks[k];
            let smaller = cells.candidates(cell) & (bit(self.found[cell]) - 1);
            // A yes replaces `found`; yes or no, its digit in this cell is then the smallest.
            let _ = (0..9).map(|i| smaller & 1 << i).filter(|&digit| digit != 0).any(|digit| {
                let mut part = cells;
                part.write(cell, digit);
                self.search(part, 1) > 0
            });
            let digit = bit(self.found[cell]);
            if cells.candidates(cell) != digit {
                let mut larger = cells;
                larger.write(cell, !(2 * digit - 1));
                if larger.candidates(cell) != 0 {
                    keep(larger);
                }
                cells.write(cell, digit);
                // It leaves less to ask about in the blanks after it. There is a solution, so nothing can break.
                let _ = cells.settle();
            }
        }
    }
}

/// The candidates of all cells: by row and by column in the box, a word with a set for each of the three stacks. So what one
/// operation does to a word it does in three boxes.
#[derive(Clone, Copy, Debug)]
struct Cells([[u64; 3]; 9]);

/// The digits of a set are its lowest nine bits; digit d is bit d - 1. Sets are 16 bits apart.
const ALL: u64 = 0x1ff;
/// The lowest digit of each set, all digits of each, and the bit above them.
const LOWEST: u64 = 0x1_0001_0001;
const FULL: u64 = ALL * LOWEST;
const ABOVE: u64 = LOWEST << 9;

/// The minirows or minicolumns: by band and by line of the box, the digits that may be there in each stack.
type Triads = [[u64; 3]; 3];

/// By band, what has no place or too many in the boxes of each stack.
type Broken = [u64; 3];

impl Cells {
    fn candidates(&self, cell: usize) -> u16 {
        set(self.0[cell / 9][cell % 3], cell % 9 / 3) as u16
    }

    /// Takes all other candidates from a cell.
    fn write(&mut self, cell: usize, digits: u16) {
        let at = 16 * (cell % 9 / 3);
        self.0[cell / 9][cell % 3] &= !(ALL << at) | u64::from(digits) << at;
    }

    /// The digits of cells with one candidate each.
    fn digits(&self) -> [u8; CELLS] {
        crate::from_fn(|cell| self.candidates(cell).trailing_zeros() as u8 + 1)
    }

    /// Strikes what the rules strike until nothing is left to strike. Whether every cell has one candidate then; if not, some
    /// triad is open. An error, if some cell or digit has no place left.
    fn settle(&mut self) -> Result<bool, Broken> {
        loop {
            // To strike is all that is done to a word, and lowers it.
            let before = self.sum();
            self.strike_triads()?;
            if self.strike_naked_singles()? {
                return Ok(true);
            }
            if self.sum() == before {
                return Ok(false);
            }
        }
    }

    fn sum(&self) -> u64 {
        self.0.iter().flatten().sum()
    }

    /// Strikes naked singles from the other cells of their units. Whether all cells have one.
    fn strike_naked_singles(&mut self) -> Result<bool, Broken> {
        let (mut singles, mut rows, mut columns, mut boxes) = (self.0, [0; 9], [0; 3], [0; 3]);
        let (mut broken, mut several) = ([0; 3], 0);
        for r in 0..9 {
            let band = r / 3;
            for j in 0..3 {
                let word = self.0[r][j];
                let open = whole(without_lowest(word));
                several |= open;
                singles[r][j] &= !open;
                broken[band] |= (FULL & !whole(word)) | (singles[r][j] & (columns[j] | rows[r]));
                columns[j] |= singles[r][j];
                rows[r] |= singles[r][j];
            }
            let elsewhere = rows[r] >> 16 | rows[r] >> 32 | rows[r] << 16 | rows[r] << 32;
            broken[band] |= rows[r] & (boxes[band] | elsewhere);
            boxes[band] |= rows[r];
            rows[r] |= elsewhere;
        }
        for r in 0..9 {
            for j in 0..3 {
                self.0[r][j] &= !(rows[r] | columns[j] | boxes[r / 3]) | singles[r][j];
            }
        }
        check(broken).map(|()| several == 0)
    }

    /// Strikes from minirows, and then from minicolumns, the digits that no permutation has there: in a band a digit takes one
    /// minirow in each row and one in each box. That is pointing, claiming and most hidden singles at once. A triad in which three
    /// digits must be loses the others; and so does a cell whose minirow and minicolumn must both have a digit.
    fn strike_triads(&mut self) -> Result<(), Broken> {
        let mut rows = self.minirows();
        for [a, b, c] in &mut rows {
            let [a1, b1, c1] = [next(*a), next(*b), next(*c)];
            let others = [(*b & c1) | (b1 & *c), (*c & a1) | (c1 & *a), (*a & b1) | (a1 & *b)];
            *a &= next(others[0]);
            *b &= next(others[1]);
            *c &= next(others[2]);
        }
        let mut broken = [0; 3];
        let in_row = fill(&mut rows, &mut broken);
        for (row, places) in self.0.iter_mut().zip(rows.iter().flatten()) {
            row.iter_mut().for_each(|word| *word &= places);
        }
        let before = self.minicolumns();
        let mut columns = before;
        for (band, columns) in columns.iter_mut().enumerate() {
            let [a, b] = [before[(band + 1) % 3], before[(band + 2) % 3]];
            for (j, column) in columns.iter_mut().enumerate() {
                let (k, l) = ((j + 1) % 3, (j + 2) % 3);
                *column &= (a[k] & b[l]) | (a[l] & b[k]);
            }
        }
        let in_column = fill(&mut columns, &mut broken);
        for (r, row) in self.0.iter_mut().enumerate() {
            let (band, i) = (r / 3, r % 3);
            for (j, word) in row.iter_mut().enumerate() {
                let held = in_row[band][i] & in_column[band][j];
                broken[band] |= without_lowest(held);
                *word &= columns[band][j] & (held | !whole(held));
            }
        }
        check(broken)
    }

    fn minirows(&self) -> Triads {
        let row = |r: usize| self.0[r][0] | self.0[r][1] | self.0[r][2];
        [0, 3, 6].map(|r| [row(r), row(r + 1), row(r + 2)])
    }

    fn minicolumns(&self) -> Triads {
        let column = |r: usize, j: usize| self.0[r][j] | self.0[r + 1][j] | self.0[r + 2][j];
        [0, 3, 6].map(|r| [column(r, 0), column(r, 1), column(r, 2)])
    }

    /// What a guess makes of cells that are settled but not full: a digit is in some triad, or is not. The triad is of the band or
    /// stack with the most failures for its open triads, and of the digit with the most for its places there.
    fn branches(&self, failures: &Failures) -> [Cells; 2] {
        let (rows, columns) = (self.minirows(), self.minicolumns());
        // By band, then by stack: the lines, with a set for each box.
        let mut lines = [[[0; 3]; 3]; 6];
        for band in 0..3 {
            for stack in 0..3 {
                for line in 0..3 {
                    lines[band][line][stack] = set(rows[band][line], stack);
                    lines[3 + stack][line][band] = set(columns[band][line], stack);
                }
            }
        }
        // Each digit has a place in each of three boxes, or settling had failed: 27 at least. Some band or stack has more, or every
        // cell would be decided by the minirow and the minicolumn of its digit; so below there is a digit and a triad to find.
        let open = lines.map(|lines| lines.iter().flatten().map(|set| u64::from(set.count_ones())).sum::<u64>() - 27);
        let chosen = most(&failures.bands, &open);
        let places = |i: usize| lines[chosen].iter().flatten().map(|set| set >> i & 1).sum();
        let places: [u64; 9] = crate::from_fn(|i| if places(i) > 3 { places(i) } else { 0 });
        let digit = 1 << most(&failures.digits, &places);
        let has = |line: usize, at: usize| lines[chosen][line % 3][at] & digit != 0;
        let is_open = |line: usize, at: usize| has(line, at) && (has(line + 1, at) || has(line + 2, at));
        let triad = (0..9).map(|i| (i / 3, i % 3)).find(|&(line, at)| is_open(line, at));
        let (line, at) = triad.unwrap_or((0, 0));

        let [mut yes, mut no] = [*self; 2];
        no.strike(chosen, line, at, digit);
        for other in 1..3 {
            yes.strike(chosen, (line + other) % 3, at, digit);
            yes.strike(chosen, line, (at + other) % 3, digit);
        }
        [yes, no]
    }

    /// Strikes a digit from the triad of a line in a box, both counted in the band, or from 3 on the stack.
    fn strike(&mut self, band: usize, line: usize, at: usize, digit: u64) {
        for x in 0..3 {
            if band < 3 {
                self.0[3 * band + line][x] &= !(digit << (16 * at));
            } else {
                self.0[3 * at + x][line] &= !(digit << (16 * (band - 3)));
            }
        }
    }
}

/// The triads that hold three digits for certain lose all others. Returns the digits that each must hold, as they have no other
/// in the box; a box where a digit has none, or a triad more than three, is broken.
#[inline(always)]
fn fill(triads: &mut Triads, broken: &mut Broken) -> Triads {
    let mut musts = *triads;
    for band in 0..3 {
        let [a, b, c] = triads[band];
        musts[band] = [a & !(b | c), b & !(c | a), c & !(a | b)];
        broken[band] |= FULL & !(a | b | c);
        for line in 0..3 {
            let must = musts[band][line];
            let third = without_lowest(without_lowest(must));
            broken[band] |= without_lowest(third);
            triads[band][line] &= must | !whole(third);
        }
    }
    musts
}

/// Of the choices with a size, the first with the most failures for it.
fn most(failures: &[u64], sizes: &[u64]) -> usize {
    let (mut most, mut among, mut chosen) = (0, 1, 0);
    for (i, (&failures, &size)) in failures.iter().zip(sizes).enumerate() {
        if size > 0 && failures * among > most * size {
            (most, among, chosen) = (failures, size, i);
        }
    }
    chosen
}

fn check(broken: Broken) -> Result<(), Broken> {
    if broken == [0; 3] { Ok(()) } else { Err(broken) }
}

/// The set of a stack in a word.
fn set(word: u64, stack: usize) -> u64 {
    word >> (16 * stack) & ALL
}

/// The sets of a word, each in the place of the stack before it. Leaves bits above those in use.
fn next(word: u64) -> u64 {
    word >> 16 | word << 32
}

/// Each set without its lowest digit.
fn without_lowest(word: u64) -> u64 {
    ((word | ABOVE) - LOWEST) & word
}

/// All digits in place of each set that has any.
fn whole(word: u64) -> u64 {
    let any = ((word | ABOVE) - LOWEST) & ABOVE;
    any - (any >> 9)
}

/// The set of one digit.
fn bit(d: u8) -> u16 {
    1 << (d - 1)
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
