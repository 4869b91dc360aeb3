//! One grid without known slow cases: a search that learns where to branch from the branches that failed.
//!
//! Its answer is the lexicographically smallest solution, as in [`crate::solver`], with which it shares no code. Trying cells in
//! row-major order can take hours, so the search branches where there are two possibilities, and of these where contradictions
//! have been most frequent: as in the dom/wdeg rule (Boussemart, Hemery, Lecoutre and Sais, 2004), with a weight for each digit in
//! each box. Any solution it finds is then minimized: for each blank in row-major order, what is the smallest digit in any
//! solution? Each new solution answers many of the questions that follow.

use crate::grid::{CELLS, Candidates, Grid};

/// A search for the solutions of one puzzle.
#[derive(Clone, Debug)]
pub struct Search {
    puzzle: State,
    /// The cells with more or fewer than one candidate, in row-major order.
    blanks: [usize; CELLS],
    blank_count: usize,
    weights: Weights,
    /// The last solution found.
    found: [u8; CELLS],
    /// The contradictions so far.
    contradictions: u64,
    /// The search ends after this many contradictions.
    limit: u64,
}

/// How often each digit of each box took part in a contradiction: for each band, a number for each bit of a [`ConflictMask`].
type Weights = [[u32; 64]; 3];

impl Search {
    /// A search for the solutions with these candidates.
    #[must_use]
    pub fn new(candidates: &Candidates) -> Search {
        let (mut puzzle, mut blanks, mut blank_count) = (State([[FULL; 3]; 9]), [0; CELLS], 0);
        for (cell, &mask) in candidates.masks().iter().enumerate() {
            puzzle.restrict(cell, mask);
            if !mask.is_power_of_two() {
                blanks[blank_count] = cell;
                blank_count += 1;
            }
        }
        // Start at 5 so that the first few contradictions do not dominate.
        let weights = [[5; 64]; 3];
        let found = [0; CELLS];
        Search { puzzle, blanks, blank_count, weights, found, contradictions: 0, limit: u64::MAX }
    }

    /// The lexicographically smallest solution, if there is one.
    pub fn smallest(&mut self) -> Option<Grid> {
        self.smallest_and_uniqueness().map(|(smallest, _)| smallest)
    }

    /// The lexicographically smallest solution, and whether it is the only one.
    pub fn smallest_and_uniqueness(&mut self) -> Option<(Grid, bool)> {
        let count = self.search(self.puzzle, 2);
        if count == 0 {
            return None;
        }
        if count > 1 {
            self.minimize(self.puzzle, |_| ());
        }
        Grid::from_cells(self.found).map(|smallest| (smallest, count == 1))
    }

    /// The first solution that the search comes to, if there is one.
    pub fn any(&mut self) -> Option<Grid> {
        if self.search(self.puzzle, 1) == 0 { None } else { Grid::from_cells(self.found) }
    }

    /// The same, or `None` if there are not enough contradictions left for it. Those it takes are subtracted.
    pub(crate) fn any_within(&mut self, contradictions: &mut u64) -> Option<Option<Grid>> {
        self.limit = self.contradictions + *contradictions;
        let solution = self.any();
        *contradictions = std::mem::replace(&mut self.limit, u64::MAX) - self.contradictions;
        (solution.is_some() || *contradictions > 0).then_some(solution)
    }

    /// How many contradictions the searches so far have come to: a measure of their time that is the same on every machine.
    #[cfg(any(test, feature = "internals"))]
    #[must_use]
    pub fn contradictions(&self) -> u64 {
        self.contradictions
    }

    /// The number of solutions, or `limit` if there are more.
    pub fn count(&mut self, limit: u64) -> u64 {
        self.search(self.puzzle, limit).min(limit)
    }

    /// All solutions in lexicographic order, computed lazily.
    #[must_use]
    pub fn solutions(self) -> Solutions {
        Solutions { parts: vec![self.puzzle], search: self }
    }

    /// Counts the solutions of a state up to `limit`, or one if `limit` is 0; `found` holds the last of them.
    fn search(&mut self, mut state: State, limit: u64) -> u64 {
        match state.propagate() {
            Err(contradiction) => {
                self.bump(contradiction);
                0
            }
            Ok(true) => {
                self.found = state.digits();
                1
            }
            Ok(false) => {
                let [assumed, denied] = state.branch(&self.weights);
                let count = self.search(assumed, limit);
                let is_done = count >= limit || self.contradictions >= self.limit;
                if is_done { count } else { count + self.search(denied, limit - count) }
            }
        }
    }

    /// Adds a contradiction to the weights.
    fn bump(&mut self, contradiction: ConflictMask) {
        self.contradictions += 1;
        for (weights, word) in self.weights.iter_mut().zip(contradiction) {
            // Some rules leave stray bits between the masks.
            bits(word & FULL).for_each(|at| weights[at] += 1);
        }
    }

    /// Replaces the solution in `found` by the smallest solution of `state`. Passes the other solutions to `keep`, as disjoint
    /// states in descending order.
    fn minimize(&mut self, mut state: State, mut keep: impl FnMut(State)) {
        for k in 0..self.blank_count {
            let cell = self.blanks[k];
            self.minimize_cell(cell, state);
            let digit = bit(self.found[cell]);
            if state.candidates(cell) != digit {
                let mut larger = state;
                larger.restrict(cell, !(2 * digit - 1));
                if larger.candidates(cell) != 0 {
                    keep(larger);
                }
                state.restrict(cell, digit);
                // With fewer candidates there is less to try. There is a solution, so there can be no contradiction.
                let _ = state.propagate();
            }
        }
    }

    /// Replaces the solution in `found` by one of `state` that has the smallest digit possible in a cell, if that is smaller. One
    /// search does it: each solution found leaves fewer digits to the rest of the search.
    fn minimize_cell(&mut self, cell: usize, mut state: State) {
        let smaller = state.candidates(cell) & (bit(self.found[cell]) - 1);
        if smaller == 0 {
            return;
        }
        state.restrict(cell, smaller);
        match state.propagate() {
            Err(contradiction) => self.bump(contradiction),
            Ok(true) => self.found = state.digits(),
            Ok(false) => state.branch(&self.weights).into_iter().for_each(|part| self.minimize_cell(cell, part)),
        }
    }
}

/// The solutions of a puzzle in lexicographic order.
#[derive(Clone, Debug)]
pub struct Solutions {
    search: Search,
    /// States that together have the solutions to come; the last has the smallest.
    parts: Vec<State>,
}

impl Iterator for Solutions {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        while let Some(part) = self.parts.pop() {
            if self.search.search(part, 1) > 0 {
                let parts = &mut self.parts;
                self.search.minimize(part, |larger| parts.push(larger));
                return Grid::from_cells(self.search.found);
            }
        }
        None
    }
}

impl std::iter::FusedIterator for Solutions {}

/// The candidates of all cells: word `[r][j]` has the masks of the cells in row r and column j of their boxes, one for each stack, so
/// that one operation works on three boxes.
///
/// ```text
/// bit    40       32 31       25 24       16 15        9 8         0
///       [  stack 2  ][  unused  ][  stack 1  ][  unused ][  stack 0  ]   bit d - 1 of each mask stands for the digit d
/// ```
#[derive(Clone, Copy, Debug)]
struct State([[u64; 3]; 9]);

/// All digits of one mask.
const ALL: u64 = 0x1ff;
/// In each of the three masks: the lowest digit, all digits, and the bit above them.
const LOWEST: u64 = 0x1_0001_0001;
const FULL: u64 = ALL * LOWEST;
const ABOVE: u64 = LOWEST << 9;

/// The candidates of minirows or minicolumns: a word for each band and each line of the box.
type Triads = [[u64; 3]; 3];

/// For each band a word with the digits that have no place, or too many, in the boxes of each stack. It is a contradiction if any
/// bit is set.
type ConflictMask = [u64; 3];

impl State {
    fn candidates(&self, cell: usize) -> u16 {
        mask_of(self.0[cell / 9][cell % 3], cell % 9 / 3) as u16
    }

    /// Eliminates all candidates of a cell but these.
    fn restrict(&mut self, cell: usize, digits: u16) {
        let at = 16 * (cell % 9 / 3);
        self.0[cell / 9][cell % 3] &= !(ALL << at) | u64::from(digits) << at;
    }

    /// The digits, if every cell has one candidate.
    fn digits(&self) -> [u8; CELLS] {
        std::array::from_fn(|cell| self.candidates(cell).trailing_zeros() as u8 + 1)
    }

    /// Applies the rules until they eliminate nothing more. Returns whether every cell has one candidate then; if not, some triad
    /// is open.
    fn propagate(&mut self) -> Result<bool, ConflictMask> {
        loop {
            // Words only ever lose bits, so their sum changes if any of them does.
            let before = self.sum();
            self.eliminate_by_triads()?;
            if self.eliminate_by_naked_singles()? {
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

    /// Eliminates naked singles from the other cells of their units. Returns whether every cell is a naked single.
    fn eliminate_by_naked_singles(&mut self) -> Result<bool, ConflictMask> {
        let (mut singles, mut rows, mut columns, mut boxes) = (self.0, [0; 9], [0; 3], [0; 3]);
        let (mut contradiction, mut several) = ([0; 3], 0);
        for r in 0..9 {
            let band = r / 3;
            for j in 0..3 {
                let word = self.0[r][j];
                let unsolved = full_if_any(without_lowest(word));
                several |= unsolved;
                singles[r][j] &= !unsolved;
                contradiction[band] |= (FULL & !full_if_any(word)) | (singles[r][j] & (columns[j] | rows[r]));
                columns[j] |= singles[r][j];
                rows[r] |= singles[r][j];
            }
            let elsewhere = rows[r] >> 16 | rows[r] >> 32 | rows[r] << 16 | rows[r] << 32;
            contradiction[band] |= rows[r] & (boxes[band] | elsewhere);
            boxes[band] |= rows[r];
            rows[r] |= elsewhere;
        }
        for r in 0..9 {
            for j in 0..3 {
                self.0[r][j] &= !(rows[r] | columns[j] | boxes[r / 3]) | singles[r][j];
            }
        }
        ok_if_none(contradiction).map(|()| several == 0)
    }

    /// In a band a digit takes one minirow of each row and one of each box. A minirow that is on no such permutation loses the
    /// digit: that covers pointing, claiming and most hidden singles. Minicolumns likewise. A triad that must hold three digits
    /// loses the others, and so does a cell whose minirow and minicolumn must both hold the same digit.
    fn eliminate_by_triads(&mut self) -> Result<(), ConflictMask> {
        let mut rows = self.minirows();
        for [a, b, c] in &mut rows {
            let [a1, b1, c1] = [rotate_stacks(*a), rotate_stacks(*b), rotate_stacks(*c)];
            let others = [(*b & c1) | (b1 & *c), (*c & a1) | (c1 & *a), (*a & b1) | (a1 & *b)];
            *a &= rotate_stacks(others[0]);
            *b &= rotate_stacks(others[1]);
            *c &= rotate_stacks(others[2]);
        }
        let mut contradiction = [0; 3];
        let in_row = restrict_full_triads(&mut rows, &mut contradiction);
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
        let in_column = restrict_full_triads(&mut columns, &mut contradiction);
        for (r, row) in self.0.iter_mut().enumerate() {
            let (band, i) = (r / 3, r % 3);
            for (j, word) in row.iter_mut().enumerate() {
                let held = in_row[band][i] & in_column[band][j];
                contradiction[band] |= without_lowest(held);
                *word &= columns[band][j] & (held | !full_if_any(held));
            }
        }
        ok_if_none(contradiction)
    }

    fn minirows(&self) -> Triads {
        let row = |r: usize| self.0[r][0] | self.0[r][1] | self.0[r][2];
        [0, 3, 6].map(|r| [row(r), row(r + 1), row(r + 2)])
    }

    fn minicolumns(&self) -> Triads {
        let column = |r: usize, j: usize| self.0[r][j] | self.0[r + 1][j] | self.0[r + 2][j];
        [0, 3, 6].map(|r| [column(r, 0), column(r, 1), column(r, 2)])
    }

    /// Branches in a state that is propagated but not solved: the two states together have its solutions. There are two digits for
    /// a cell, or two lines for a digit of a box, with the greatest weight of all such pairs. If there is no pair, a digit has
    /// three lines, of which it takes the first or another one.
    fn branch(&self, weights: &Weights) -> [State; 2] {
        let [mut one, mut other] = [*self; 2];
        let mut greatest = 0;
        // The row and the column of the word, and the two digits.
        let mut cell = None;
        for (r, row) in self.0.iter().enumerate() {
            for (j, &word) in row.iter().enumerate() {
                let second = without_lowest(word);
                let third = without_lowest(second);
                let mut pairs = bits(word & full_if_any(second) & !full_if_any(third));
                while let (Some(a), Some(b)) = (pairs.next(), pairs.next()) {
                    let weight = weights[r / 3][a] + weights[r / 3][b];
                    if weight > greatest {
                        (greatest, cell) = (weight, Some((r, j, [a, b])));
                    }
                }
            }
        }
        // The band, whether the lines are rows, the lines, and the digit of a box.
        let (mut triad, mut open) = (None, None);
        let (rows, columns) = (self.minirows(), self.minicolumns());
        for band in 0..3 {
            for (in_rows, lines) in [(true, rows[band]), (false, columns[band])] {
                let [a, b, c] = lines;
                for at in bits(((a & b) | (b & c) | (c & a)) & !(a & b & c)) {
                    if weights[band][at] > greatest {
                        (greatest, triad) = (weights[band][at], Some((band, in_rows, lines, at)));
                    }
                }
                open = open.or(bits(a & b & c).next().map(|at| (band, in_rows, lines, at)));
            }
        }
        // A triad with a greater weight was found after the cell.
        match (triad, cell) {
            (None, Some((r, j, [a, b]))) => {
                one.0[r][j] ^= 1 << b;
                other.0[r][j] ^= 1 << a;
            }
            _ => {
                let (band, in_rows, lines, at) = triad.or(open).unwrap_or_default();
                let first = lines.iter().position(|line| line >> at & 1 == 1).unwrap_or_default();
                for (line, x) in (0..9).map(|i| (i / 3, i % 3)) {
                    let (r, j) = if in_rows { (3 * band + line, x) } else { (3 * band + x, line) };
                    let part = if line == first { &mut other } else { &mut one };
                    part.0[r][j] &= !(1 << at);
                }
            }
        }
        [one, other]
    }
}

/// Finds the digits that each triad must hold, because they are in no other triad of the box, and returns them. A triad that
/// must hold three digits loses the others. It is a contradiction if a digit is in no triad of a box, or if a triad must hold
/// more than three.
#[inline(always)]
fn restrict_full_triads(triads: &mut Triads, contradiction: &mut ConflictMask) -> Triads {
    let mut musts = *triads;
    for band in 0..3 {
        let [a, b, c] = triads[band];
        musts[band] = [a & !(b | c), b & !(c | a), c & !(a | b)];
        contradiction[band] |= FULL & !(a | b | c);
        for line in 0..3 {
            let must = musts[band][line];
            let third = without_lowest(without_lowest(must));
            contradiction[band] |= without_lowest(third);
            triads[band][line] &= must | !full_if_any(third);
        }
    }
    musts
}

fn ok_if_none(contradiction: ConflictMask) -> Result<(), ConflictMask> {
    if contradiction == [0; 3] { Ok(()) } else { Err(contradiction) }
}

/// The mask of a stack in a word.
fn mask_of(word: u64, stack: usize) -> u64 {
    word >> (16 * stack) & ALL
}

/// The masks of a word, each rotated to the previous stack. Leaves stray bits above the masks.
fn rotate_stacks(word: u64) -> u64 {
    word >> 16 | word << 32
}

/// Each mask without its lowest digit. Subtracting from the bit above a mask keeps the borrow out of the next mask.
fn without_lowest(word: u64) -> u64 {
    ((word | ABOVE) - LOWEST) & word
}

/// All nine digits for each mask that is not empty. As in [`without_lowest`], the bit above a mask tells whether the mask was.
fn full_if_any(word: u64) -> u64 {
    let any = ((word | ABOVE) - LOWEST) & ABOVE;
    any - (any >> 9)
}

/// The numbers of the bits that are set, in ascending order.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
}

/// The mask of one digit.
fn bit(d: u8) -> u16 {
    1 << (d - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, UNITS, Unit};

    fn search(puzzle: &str) -> Search {
        Search::new(&Candidates::from(puzzle.parse::<Grid>().unwrap()))
    }

    /// One solution, and the same without five clues.
    const UNIQUE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SEVERAL: &str = "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....2.....4.9..5.......79";

    /// Famous hard puzzles: one by Arto Inkala, Golden Nugget, Easter Monster, Platinum Blonde.
    const HARD: [&str; 4] = [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    ];

    /// Grids with many solutions, of which the smallest is hard to find.
    const SLOW: [&str; 4] = [
        "........1.......2...3.456...3..567..5........7..8......4.9......6.......3...674..",
        "..12...3..8...4.....27...1.17.5............5...5.23.........9....73...2.........6",
        "......7...73.1...28.....1..4.......5........3.31.5.2.......9......6......57.3..2.",
        "......9..4.6.2...1.......5.6.1..2..3.8.3........6..........1...1.32....4.7...4...",
    ];

    /// Each grid 18 times, with bands and stacks rotated and with rows and columns exchanged, so that lucky branches average out.
    fn images(puzzles: [&str; 4]) -> impl Iterator<Item = Search> {
        puzzles.into_iter().flat_map(|puzzle| {
            (0..18).map(move |i| {
                let image = (0..CELLS).map(|cell| {
                    let (r, c) = ((cell / 9 + 3 * (i / 2 % 3)) % 9, (cell % 9 + 3 * (i / 6)) % 9);
                    char::from(puzzle.as_bytes()[if i % 2 == 0 { 9 * r + c } else { 9 * c + r }])
                });
                search(&image.collect::<String>())
            })
        })
    }

    #[test]
    fn questions_do_not_change_the_puzzle() {
        let mut search = search(SEVERAL);
        let (count, smallest) = (search.count(u64::MAX), search.smallest());
        assert!(count > 1);
        assert_eq!((search.count(u64::MAX), search.smallest()), (count, smallest));
        assert_eq!((search.count(0), search.count(1), search.count(2)), (0, 1, 2));
        assert!(search.any().is_some_and(|solution| solution.is_solution(&SEVERAL.parse().unwrap())));
    }

    #[test]
    fn a_search_that_takes_too_many_contradictions_ends() {
        for text in HARD {
            assert_eq!(search(text).any_within(&mut 10_000), Some(search(text).any()));
        }
        // In this puzzle r1c1 cannot be 1, and the proof takes some contradictions.
        let mut unsolvable = search(&HARD[0].replacen('8', "1", 1));
        let (mut left, mut too_few) = (10_000, 1);
        assert_eq!(unsolvable.clone().any_within(&mut left), Some(None));
        assert!(left < 9_999, "{left}");
        assert_eq!(unsolvable.clone().any_within(&mut (10_001 - left)), Some(None));
        assert_eq!(unsolvable.clone().any_within(&mut (10_000 - left)), None);
        assert_eq!((unsolvable.any_within(&mut too_few), too_few), (None, 0));
        assert_eq!(unsolvable.any(), None, "the limit is for one search");
    }

    #[test]
    fn solutions_ascend_from_the_smallest_and_are_as_many_as_counted() {
        let mut search = search(SEVERAL);
        let solutions: Vec<Grid> = search.clone().solutions().collect();
        assert_eq!(solutions.first().copied(), search.smallest());
        assert_eq!(search.smallest_and_uniqueness(), Some((solutions[0], false)));
        assert_eq!(solutions.len() as u64, search.count(u64::MAX));
        assert!(solutions.is_sorted_by(|a, b| a < b));
        assert!(solutions.iter().all(|solution| solution.is_solution(&SEVERAL.parse().unwrap())));
    }

    #[test]
    fn a_full_grid_is_its_own_solution() {
        let full = search(UNIQUE).smallest().unwrap();
        let search = || search(&full.to_string());
        assert_eq!(search().smallest_and_uniqueness(), Some((full, true)));
        assert_eq!(search().solutions().collect::<Vec<_>>(), [full]);
    }

    #[test]
    fn a_grid_without_a_solution_never_yields_one() {
        // r1c9 has no candidate: 1 to 8 are in its row, 9 in its column. Then two clues in conflict.
        for text in [format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54)), format!("55{}", ".".repeat(79))] {
            let mut search = search(&text);
            assert_eq!((search.smallest(), search.count(u64::MAX)), (None, 0));
            let mut solutions = search.solutions();
            assert_eq!((solutions.next(), solutions.next()), (None, None));
        }
    }

    #[test]
    fn an_eliminated_candidate_takes_away_the_solutions_that_have_it() {
        for text in [UNIQUE, SEVERAL] {
            let puzzle: Grid = text.parse().unwrap();
            let mut candidates = Candidates::from(&puzzle);
            let all: Vec<Grid> = search(text).solutions().collect();
            let blank = Cell::all().find(|&cell| puzzle[cell] == 0).unwrap();
            let digit = all[0][blank];
            candidates.eliminate(blank, digit);
            let left: Vec<Grid> = all.into_iter().filter(|solution| solution[blank] != digit).collect();
            let mut search = Search::new(&candidates);
            assert_eq!(search.count(u64::MAX), left.len() as u64);
            assert_eq!(search.any().is_some(), !left.is_empty());
            assert_eq!(search.solutions().collect::<Vec<_>>(), left);
        }
    }

    #[test]
    fn naked_singles_are_eliminated_from_the_cells_that_see_them() {
        let sees = |cell: usize, other: usize| UNITS[cell].iter().any(|unit| UNITS[other].contains(unit));
        let with = |one: usize, other: usize, digits: u16| {
            let mut state = State([[FULL; 3]; 9]);
            state.restrict(one, digits);
            state.restrict(other, digits);
            state
        };
        for (one, other) in (0..CELLS).flat_map(|one| (one..CELLS).map(move |other| (one, other))) {
            let mut state = with(one, other, bit(5));
            let conflict = one != other && sees(one, other);
            assert_eq!(state.eliminate_by_naked_singles().is_err(), conflict, "{one} and {other}");
            for cell in (0..CELLS).filter(|_| !conflict) {
                let left = match cell {
                    _ if cell == one || cell == other => bit(5),
                    _ if sees(cell, one) || sees(cell, other) => 0x1ff - bit(5),
                    _ => 0x1ff,
                };
                assert_eq!(state.candidates(cell), left, "{cell} with {one} and {other}");
            }
            assert!(with(one, other, 0).eliminate_by_naked_singles().is_err());
        }
    }

    #[test]
    fn propagation_leaves_no_single_and_nothing_to_point_at_or_claim() {
        for search in images(HARD).chain(images(SLOW)) {
            let mut state = search.puzzle;
            while state.propagate() == Ok(false) {
                for (unit, digit) in Unit::all().flat_map(|unit| (0..9).map(move |i| (unit, 1 << i))) {
                    let has = |cell: &usize| state.candidates(*cell) & digit != 0;
                    let in_unit = |unit: Unit| unit.cells().map(Cell::index);
                    let places: Vec<usize> = in_unit(unit).filter(has).collect();
                    // A naked single has no other place in the unit, a hidden single no other digit in the cell.
                    let is_decided = places.iter().any(|&cell| state.candidates(cell) == digit);
                    assert_eq!(is_decided, places.len() == 1, "{places:?}");
                    // If all places are in another unit too, that unit has no others.
                    for other in
                        Unit::all().filter(|other| places.iter().all(|&cell| in_unit(*other).any(|c| c == cell)))
                    {
                        assert!(in_unit(other).filter(has).eq(places.iter().copied()), "{places:?}");
                    }
                }
                state = state.branch(&search.weights)[0];
            }
        }
    }

    #[test]
    fn a_contradiction_counts_once_for_each_digit_of_each_box_involved() {
        let mut search = search(UNIQUE);
        // The digit 1 in two bands of the first stack, then 2 and 9 in two bands of the second. Stray bits do not count.
        search.bump([1, 1, 0]);
        search.bump([0, 1 | 2 << 16 | 1 << 14, 1 << 24]);
        let weights = search.weights;
        let above = |band: usize| (0..64).map(move |at| (at, weights[band][at] - 5)).filter(|&(_, above)| above > 0);
        let all = [0, 1, 2].map(|band| above(band).collect::<Vec<_>>());
        assert_eq!(all, [vec![(0, 1)], vec![(0, 2), (17, 1)], vec![(24, 1)]]);
        assert_eq!(search.contradictions(), 2);
    }

    /// Weaker propagation or worse branches change no answer, but they lead to more contradictions. If a change leads to fewer,
    /// update the numbers.
    #[test]
    fn the_number_of_contradictions_stays_as_it_is() {
        let contradictions = |puzzles: [&str; 4], ask: fn(&mut Search) -> Option<Grid>| {
            let one = |mut search: Search| {
                assert!(ask(&mut search).is_some());
                search.contradictions()
            };
            images(puzzles).map(one).sum::<u64>()
        };
        for (found, expected) in [
            (contradictions(HARD, Search::smallest), 6_003),
            (contradictions(HARD, Search::any), 3_031),
            (contradictions(SLOW, Search::smallest), 14_419),
            (contradictions(SLOW, Search::any), 6_985),
        ] {
            assert!(found.abs_diff(expected) <= expected / 20, "{found} contradictions, expected {expected}");
        }
    }
}
