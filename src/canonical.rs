//! The canonical form of a grid, which tells whether two grids are the same puzzle.
//!
//! A grid has 2 x 6^8 = 3,359,232 *placements*: it can be transposed, and its bands, its stacks,
//! the rows of each band and the columns of each stack can be permuted. The canonical form is the
//! smallest grid, read as an 81-digit number with 0 for a blank, that a placement and a renaming of
//! the digits can produce. The best renaming for a placement is known: each digit gets the lowest
//! free *label* where it first occurs. So the search only has to find the placement.
//!
//! # The search
//!
//! The form grows row by row. A [`State`] is a set of placements that begin with the rows found so
//! far: it records which rows of the grid these are, and which columns they tell apart. The next
//! row is the least one that any state can make from any of its remaining rows. Only the states
//! that make this row are kept.
//!
//! Columns of a stack are *tied* as long as each row shows blanks in all of them or new digits in
//! all of them. The order of tied columns only decides which of these digits gets which label, so
//! these labels stay *open*. The first row of a full grid leaves 108 states this way. One state for
//! each order of the columns would be simpler, but there would be 23,328 of them.
//!
//! A row sorts tied columns by what it shows in them: blanks, then labels in ascending order, then
//! new digits. An open digit gets the least of its possible labels if its *home*, the column where
//! it was new, comes first among the columns tied with it. Where several tied columns show equally
//! good open digits, the search tries each of them as the first. Programs that canonize graphs call
//! these two steps refinement and individualization (McKay, "Practical graph isomorphism", 1981).
//!
//! The least possible labels are enough to compare open digits. Digits that were new in the same
//! tied columns share their possible labels, and no other digit can get one of these. So digits
//! with different least labels compare like these, whichever labels they get.

use std::cell::RefCell;
use std::{array, mem};

use crate::grid::{CELLS, Conflict, Grid, set_bits};

/// The label of every digit that has not occurred. It is enough to compare rows: up to the first
/// difference, both rows introduce the same number of digits.
const NEW: u8 = 10;

/// The canonical form of a grid, and its symmetries; see [`Grid::canonical`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Canonical {
    /// The smallest grid, read as an 81-digit number with 0 for a blank.
    pub form: Grid,
    /// How many of the 3,359,232 placements lead to this form: 1 for a grid without symmetries.
    pub automorphisms: u32,
}

impl Grid {
    /// The smallest grid that can be made of this one by swapping rows with columns, permuting
    /// bands, stacks, rows in bands and columns in stacks, and renaming digits. Two grids are the
    /// same puzzle if and only if their forms are equal.
    ///
    /// ```
    /// use sudokat::Grid;
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let rotated: Grid = grid.to_string().chars().rev().collect::<String>().parse()?;
    /// assert_ne!(grid, rotated);
    /// assert_eq!(grid.canonical(), rotated.canonical());
    /// assert_eq!(Grid::EMPTY.canonical()?.automorphisms, 2 * 6_u32.pow(8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first conflict between two digits; see [`Grid::conflict`].
    pub fn canonical(&self) -> Result<Canonical, Conflict> {
        thread_local!(static CANONIZER: RefCell<Canonizer> = RefCell::default());
        self.conflict().map_or_else(
            || Ok(CANONIZER.with_borrow_mut(|canonizer| canonizer.canonical(self))),
            Err,
        )
    }
}

/// The cells of a row. Lines 0 to 8 are the rows of the grid, lines 9 to 17 are the rows of its
/// transpose.
type Line = [u8; 9];

/// A set of placements that begin with the same rows. Its columns and stacks are those of the grid
/// or of its transpose.
#[derive(Clone, Copy, Default)]
struct State {
    /// The last line that was placed.
    line: usize,
    /// The lines that have not been placed, as a mask.
    unplaced: u32,
    /// The number of columns before each stack. Tied stacks, which are blank so far, have the same
    /// number.
    stack_starts: [u8; 3],
    /// The number of columns before each column in its stack. Tied columns have the same number.
    column_ranks: [u8; 9],
    /// The label of each digit: 0 for a blank, and the least possible label of an open digit.
    labels: [u8; 10],
    /// The open digits, as a mask. Their homes are tied with other columns.
    open_digits: u32,
    /// The column where each digit was new.
    homes: [u8; 10],
}

impl State {
    /// The sort key of each column of a line: its place, then its label.
    #[inline]
    fn column_keys(&self, line: &Line) -> [u8; 9] {
        array::from_fn(|c| {
            (self.stack_starts[c / 3] + self.column_ranks[c]) << 4
                | self.labels[usize::from(line[c])]
        })
    }

    /// A lower bound of the row that a line becomes, four bits a cell. It is exact if the line has
    /// no open digit.
    #[inline]
    fn lower_bound(&self, line: &Line) -> u64 {
        let keys = self.column_keys(line);
        let stacks = sorted([0, 1, 2].map(|s| {
            let [x, y, z] = sorted([keys[3 * s], keys[3 * s + 1], keys[3 * s + 2]])
                .map(|key| u64::from(key & 15));
            u64::from(self.stack_starts[s]) << 12 | x << 8 | y << 4 | z
        }));
        stacks
            .iter()
            .fold(0, |row, stack| row << 12 | stack & 0xfff)
    }

    /// Sorts the columns of each stack by their keys. Columns with equal keys are tied.
    #[inline]
    fn refine(&mut self, keys: &[u8; 9]) {
        self.reorder(array::from_fn(|c| rank(keys[c], &keys[c / 3 * 3..][..3])));
    }

    /// Puts a column before those that it is tied with.
    fn individualize(&mut self, first: usize) {
        let mut ranks = self.column_ranks;
        for c in (first / 3 * 3..).take(3).filter(|&c| c != first) {
            ranks[c] += u8::from(ranks[c] == ranks[first]);
        }
        self.reorder(ranks);
    }

    /// Moves columns within their stacks. The labels of open digits move with their homes.
    #[inline]
    fn reorder(&mut self, ranks: [u8; 9]) {
        let before = mem::replace(&mut self.column_ranks, ranks);
        for d in set_bits(self.open_digits) {
            let home = usize::from(self.homes[d]);
            self.labels[d] += ranks[home] - before[home];
            self.open_digits &= !(u32::from(!self.is_tied(home)) << d);
        }
    }

    /// Whether a column is tied with another one.
    #[inline]
    fn is_tied(&self, column: usize) -> bool {
        let stack = &self.column_ranks[column / 3 * 3..][..3];
        stack
            .iter()
            .filter(|&&before| before == self.column_ranks[column])
            .count()
            > 1
    }

    /// The number of placements in the set.
    fn count_placements(&self) -> u32 {
        let stacks = self.column_ranks.as_chunks().0;
        count_orders(&self.stack_starts) * stacks.iter().map(count_orders).product::<u32>()
    }
}

/// The search. Each thread keeps one and reuses its memory.
#[derive(Default)]
struct Canonizer {
    lines: [Line; 18],
    /// The number of labels in the rows found so far.
    label_count: u8,
    /// The states that make these rows.
    states: Vec<State>,
    /// The choices for the next row: a lower bound of the row, the index of a state, and one of
    /// its lines.
    choices: Vec<(u64, usize, usize)>,
    /// The least next row so far, and the states that make it.
    least_row: u64,
    next_states: Vec<State>,
}

impl Canonizer {
    /// The canonical form of a grid without conflicts.
    fn canonical(&mut self, grid: &Grid) -> Canonical {
        let cells = grid.cells();
        let cell = |line: usize, i: usize| {
            if line < 9 {
                9 * line + i
            } else {
                9 * i + line - 9
            }
        };
        self.lines = array::from_fn(|line| array::from_fn(|i| cells[cell(line, i)]));
        self.label_count = 0;
        self.states.clear();
        let mut labels = [NEW; 10];
        labels[0] = 0;
        self.states
            .extend([0o777, 0o777 << 9].map(|unplaced| State {
                unplaced,
                labels,
                ..State::default()
            }));
        let mut form = [0; CELLS];
        for (r, row) in form.as_chunks_mut::<9>().0.iter_mut().enumerate() {
            self.find_row(r);
            for (c, cell) in row.iter_mut().enumerate() {
                let label = (self.least_row >> (32 - 4 * c)) as u8 & 15;
                self.label_count += u8::from(label == NEW);
                *cell = if label == NEW {
                    self.label_count
                } else {
                    label
                };
            }
            mem::swap(&mut self.states, &mut self.next_states);
        }
        let form = Grid::from_cells(form).expect("there are nine labels");
        Canonical {
            form,
            automorphisms: self.states.iter().map(State::count_placements).sum(),
        }
    }

    /// Finds row r of the form, and the states that make it.
    fn find_row(&mut self, r: usize) {
        self.choices.clear();
        for (i, state) in self.states.iter().enumerate() {
            let band = if r.is_multiple_of(3) {
                u32::MAX
            } else {
                7 << (state.line / 3 * 3)
            };
            let lines = set_bits(state.unplaced & band);
            self.choices
                .extend(lines.map(|line| (state.lower_bound(&self.lines[line]), i, line)));
        }
        // Choices with a low bound are placed first, so that most of the others need not be
        // placed.
        self.choices.sort_unstable();
        self.least_row = u64::MAX;
        self.next_states.clear();
        for k in 0..self.choices.len() {
            let (bound, i, line) = self.choices[k];
            if bound > self.least_row {
                break;
            }
            let state = self.states[i];
            self.place(State {
                line,
                unplaced: state.unplaced & !(1 << line),
                ..state
            });
        }
    }

    /// Places the line of a state. Among tied stacks, blank ones come first and stay tied. The
    /// search tries each of the others as the next.
    fn place(&mut self, mut state: State) {
        let line = &self.lines[state.line];
        let keys: [u8; 3] =
            array::from_fn(|s| state.stack_starts[s] << 1 | u8::from(line[3 * s..][..3] != [0; 3]));
        state.stack_starts = keys.map(|key| 3 * rank(key, &keys));
        let is_tied =
            |&s: &usize| keys[s] & 1 == 1 && keys.iter().filter(|&&key| key == keys[s]).count() > 1;
        let tied = (0..3).filter(is_tied);
        if tied.clone().next().is_none() {
            return self.place_columns(state);
        }
        for first in tied.clone() {
            let mut state = state;
            tied.clone()
                .filter(|&s| s != first)
                .for_each(|s| state.stack_starts[s] += 3);
            self.place(state);
        }
    }

    /// Sorts the columns by the line of a state, and keeps the state if no other one makes a lower
    /// row.
    fn place_columns(&mut self, mut state: State) {
        let line = self.lines[state.line];
        let row = state.lower_bound(&line);
        if row > self.least_row {
            return;
        }
        let keys = state.column_keys(&line);
        let is_open = |&c: &usize| state.open_digits >> line[c] & 1 == 1;
        if let Some(open) = (0..9).filter(is_open).map(|c| keys[c]).min() {
            // Columns with lower keys are sorted. A column with this key comes next. The home of
            // its digit may be a column with a higher key, so those columns stay tied until the
            // home has its place.
            state.refine(&keys.map(|key| key.min(open.max(key & 0xf0))));
            for first in (0..9).filter(|&c| keys[c] == open) {
                let mut state = state;
                state.individualize(first);
                state.individualize(usize::from(state.homes[usize::from(line[first])]));
                self.place_columns(state);
            }
            return;
        }
        state.refine(&keys);
        if row < self.least_row {
            self.least_row = row;
            self.next_states.clear();
        }
        let new = (0..9).filter(|&c| keys[c] & 15 == NEW);
        for c in new.clone() {
            let d = usize::from(line[c]);
            state.labels[d] = self.label_count
                + 1
                + new.clone().filter(|&other| keys[other] < keys[c]).count() as u8;
            state.homes[d] = c as u8;
            state.open_digits |= u32::from(state.is_tied(c)) << d;
        }
        self.next_states.push(state);
    }
}

/// The number of keys below this one.
#[inline]
fn rank(key: u8, keys: &[u8]) -> u8 {
    keys.iter().map(|&other| u8::from(other < key)).sum()
}

/// The number of orders of three things. Those with the same number before them are tied.
fn count_orders(before: &[u8; 3]) -> u32 {
    match sorted(*before) {
        [x, _, z] if x == z => 6,
        [x, y, z] if x == y || y == z => 2,
        _ => 1,
    }
}

/// Three values in ascending order, without a branch.
#[inline]
fn sorted<T: Copy + Ord>([x, y, z]: [T; 3]) -> [T; 3] {
    let (low, high) = (x.min(y), x.max(y));
    [low.min(z), low.max(high.min(z)), high.max(z)]
}
