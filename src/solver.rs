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
        let blanks = std::array::from_fn(|cell| cell);
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
        let hidden: [u16; 27] = std::array::from_fn(|unit| ALL & !(places[1][unit] | self.used[unit]));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn solver(puzzle: &str) -> Solver {
        Solver::new(&puzzle.parse().unwrap()).unwrap()
    }

    /// One solution, and the same without five clues.
    const UNIQUE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SEVERAL: &str = "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....2.....4.9..5.......79";

    #[test]
    fn every_call_leaves_the_puzzle_as_it_was() {
        let mut solver = solver(SEVERAL);
        let (count, smallest) = (solver.count(u64::MAX), solver.smallest());
        assert!(count > 1);
        assert_eq!((solver.count(u64::MAX), solver.smallest()), (count, smallest));
        assert_eq!((solver.count(0), solver.count(1), solver.count(2)), (0, 1, 2));
        assert!(solver.any().is_some_and(|answer| answer.is_solution(&SEVERAL.parse().unwrap())));
    }

    #[test]
    fn solutions_ascend_from_the_smallest_and_are_as_many_as_counted() {
        let mut solver = solver(SEVERAL);
        let solutions: Vec<Grid> = solver.clone().solutions().collect();
        assert_eq!(solutions.first().copied(), solver.smallest());
        assert_eq!(solutions.len() as u64, solver.count(u64::MAX));
        assert!(solutions.is_sorted_by(|a, b| a < b));
        assert!(solutions.iter().all(|solution| solution.is_solution(&SEVERAL.parse().unwrap())));
    }

    #[test]
    fn a_full_grid_is_its_own_solution() {
        let full = solver(UNIQUE).smallest().unwrap();
        assert_eq!(Solver::new(&full).unwrap().smallest(), Some(full));
        assert_eq!(Solver::new(&full).unwrap().solutions().collect::<Vec<_>>(), [full]);
    }

    #[test]
    fn no_solution_is_none_and_stays_none() {
        // r1c9 can hold no digit: 1-8 are in its row, 9 in its column.
        let mut solver = solver(&format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54)));
        assert_eq!((solver.smallest(), solver.count(u64::MAX)), (None, 0));
        let mut solutions = solver.solutions();
        assert_eq!((solutions.next(), solutions.next()), (None, None));
    }

    #[test]
    fn candidates_of_clues_have_the_solutions_of_the_grid_and_fewer_as_more_are_ruled_out() {
        for puzzle in [UNIQUE, SEVERAL] {
            let puzzle: Grid = puzzle.parse().unwrap();
            let mut candidates = Candidates::from(&puzzle);
            let all: Vec<Grid> = Solver::new(&puzzle).unwrap().solutions().collect();
            assert_eq!(Solver::from_candidates(&candidates).solutions().collect::<Vec<_>>(), all);
            let blank = puzzle.cells().iter().position(|&d| d == 0).unwrap();
            let digit = all[0].cells()[blank];
            candidates.rule_out(blank, digit);
            let left: Vec<Grid> = all.into_iter().filter(|solution| solution.cells()[blank] != digit).collect();
            let mut solver = Solver::from_candidates(&candidates);
            assert_eq!(solver.count(u64::MAX), left.len() as u64);
            assert_eq!(solver.any().is_some(), !left.is_empty());
            assert_eq!(solver.solutions().collect::<Vec<_>>(), left);
        }
        let clash = "55.......".to_string() + &".".repeat(72);
        assert_eq!(Solver::from_candidates(&Candidates::from(&clash.parse().unwrap())).smallest(), None);
    }

    #[test]
    fn clues_that_clash_are_refused_by_name() {
        let clash = Solver::new(&format!("5.......5{}", ".".repeat(72)).parse().unwrap()).unwrap_err();
        assert_eq!(clash.to_string(), "r1c1 and r1c9 are both 5");
    }
}
