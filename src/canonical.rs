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
//! these labels stay *open*. A line with one blank, as the first row, makes two states this way. One
//! state for each order of the columns would be simpler, but there would be 144 of them.
//!
//! A row sorts tied columns by what it shows in them: blanks, then labels in ascending order, then
//! new digits. An open digit gets the least of its possible labels if its *home*, the column where
//! it was new, comes first among the columns tied with it. Where several tied columns show equally
//! good open digits, the search tries each of them as the first. Programs that canonicalize graphs call
//! these two steps refinement and individualization (McKay, "Practical graph isomorphism", 1981).
//!
//! The least possible labels are enough to compare open digits. Digits that were new in the same
//! tied columns share their possible labels, and no other digit can get one of these. So digits
//! with different least labels compare like these, whichever labels they get.
//!
//! # Full grids
//!
//! In a full grid every line can become the first row, 123456789, with its columns in any order. The
//! second row would start with 108 states, so the first two rows are found together. Of the three
//! digits that the second row has in a stack, at least two have their homes in the same stack. If
//! these come first, the row begins with 45, and nothing less is possible. The order of the columns
//! in the first stack then decides that of all others; see [`LinePair`]. So there are at most 648
//! ways to make the first two rows.

use std::cell::RefCell;
use std::{array, mem};

use crate::grid::{CELLS, Conflict, Grid, set_bits};

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
        thread_local!(static CANONICALIZER: RefCell<Canonicalizer> = RefCell::default());
        match self.conflict() {
            Some(conflict) => Err(conflict),
            None => {
                Ok(CANONICALIZER.with_borrow_mut(|canonicalizer| canonicalizer.canonical(self)))
            }
        }
    }
}

/// The label of every digit that has not occurred. It is enough to compare rows: up to the first
/// difference, both rows introduce the same number of digits.
const NEW: u8 = 10;

/// The labels of a row, four bits each, the first in the highest bits.
type PackedRow = u64;

/// The cells of a row, or their labels. Lines 0 to 8 are the rows of the grid, lines 9 to 17 are the
/// rows of its transpose.
type Line = [u8; 9];

/// The lines of the grid, as a mask.
const GRID_LINES: u32 = 0o777;

/// The lines of its transpose, as a mask.
const TRANSPOSED_LINES: u32 = 0o777 << 9;

/// The sort key of a column in a line: its position in the upper four bits, its label in the lower
/// four. Tied columns have the same position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ColumnKey(u8);

impl ColumnKey {
    #[inline]
    fn new(position: u8, label: u8) -> ColumnKey {
        ColumnKey(position << 4 | label)
    }

    #[inline]
    fn label(self) -> u8 {
        self.0 & 0x0f
    }

    /// The key with which a column is sorted before an open digit is placed that has the key
    /// `limit`:
    ///
    /// - A column with a lower key keeps it, so it is sorted.
    /// - A column in the position of `limit` that does not have a lower key gets `limit`, so all of
    ///   these stay tied.
    /// - A column in a later position gets the least key of that position, so its ties stay, too.
    #[inline]
    fn capped_at(self, limit: ColumnKey) -> ColumnKey {
        let least_in_position = ColumnKey(self.0 & 0xf0);
        self.min(limit.max(least_in_position))
    }
}

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
    /// The set of all placements of these lines.
    fn new(lines: u32) -> State {
        let mut labels = [NEW; 10];
        labels[0] = 0;
        State {
            unplaced: lines,
            labels,
            ..State::default()
        }
    }

    /// The lines that can be row r of the form.
    fn lines_for_row(&self, r: usize) -> impl Iterator<Item = usize> + use<> {
        let starts_band = r.is_multiple_of(3);
        let band_of_last_line = 0b111 << (self.line / 3 * 3);
        set_bits(if starts_band {
            self.unplaced
        } else {
            self.unplaced & band_of_last_line
        })
    }

    /// The sort key of each column of a line.
    #[inline]
    fn column_keys(&self, line: &Line) -> [ColumnKey; 9] {
        array::from_fn(|c| {
            let position = self.stack_starts[c / 3] + self.column_ranks[c];
            ColumnKey::new(position, self.labels[usize::from(line[c])])
        })
    }

    /// A lower bound of the row that a line becomes. It is exact if the line has no open digit.
    #[inline]
    fn lower_bound(&self, line: &Line) -> PackedRow {
        let keys = self.column_keys(line);
        // The labels of each stack, below the number that sorts the stacks.
        let stacks = [0, 1, 2].map(|s| {
            let columns = sorted([keys[3 * s], keys[3 * s + 1], keys[3 * s + 2]]);
            let [x, y, z] = columns.map(|key| u64::from(key.label()));
            u64::from(self.stack_starts[s]) << 12 | x << 8 | y << 4 | z
        });
        let [first, second, third] = sorted(stacks).map(|stack| stack & 0xfff);
        first << 24 | second << 12 | third
    }

    /// The least key of a column of a line with an open digit.
    #[inline]
    fn least_open_key(&self, line: &Line, keys: &[ColumnKey; 9]) -> Option<ColumnKey> {
        (0..9)
            .filter(|&c| self.open_digits >> line[c] & 1 == 1)
            .map(|c| keys[c])
            .min()
    }

    /// Sorts the columns of each stack by their keys. Columns with equal keys are tied.
    #[inline]
    fn refine(&mut self, keys: &[ColumnKey; 9]) {
        self.reorder(array::from_fn(|c| rank(keys[c], &keys[c / 3 * 3..][..3])));
    }

    /// Puts a column before those that it is tied with.
    fn individualize(&mut self, first: usize) {
        let mut ranks = self.column_ranks;
        let stack = first / 3 * 3;
        for c in stack..stack + 3 {
            if c != first && ranks[c] == ranks[first] {
                ranks[c] += 1;
            }
        }
        self.reorder(ranks);
    }

    /// Moves columns within their stacks. The labels of open digits move with their homes. A digit
    /// is no longer open once its home is not tied.
    #[inline]
    fn reorder(&mut self, ranks: [u8; 9]) {
        let old_ranks = mem::replace(&mut self.column_ranks, ranks);
        for d in set_bits(self.open_digits) {
            let home = usize::from(self.homes[d]);
            self.labels[d] += ranks[home] - old_ranks[home];
            if !self.is_tied(home) {
                self.open_digits &= !(1 << d);
            }
        }
    }

    /// Whether a column is tied with another one.
    #[inline]
    fn is_tied(&self, column: usize) -> bool {
        let stack = &self.column_ranks[column / 3 * 3..][..3];
        count_equal(self.column_ranks[column], stack) > 1
    }

    /// Gives each digit that is new in a line its least possible label. The state is refined by
    /// these keys, so a column is tied if another has the same key.
    #[inline]
    fn label_new_digits(&mut self, line: &Line, keys: &[ColumnKey; 9], label_count: u8) {
        let new_columns = (0..9).filter(|&c| keys[c].label() == NEW);
        for c in new_columns.clone() {
            let lower = new_columns.clone().filter(|&other| keys[other] < keys[c]);
            let d = usize::from(line[c]);
            self.labels[d] = label_count + 1 + lower.count() as u8;
            self.homes[d] = c as u8;
            if self.is_tied(c) {
                self.open_digits |= 1 << d;
            }
        }
    }

    /// The number of placements in the set.
    fn count_placements(&self) -> u32 {
        let stacks = self.column_ranks.as_chunks().0;
        count_orders(&self.stack_starts) * stacks.iter().map(count_orders).product::<u32>()
    }
}

/// Two lines of a full grid that become the first two rows of the form.
struct LinePair {
    first: usize,
    second: usize,
    /// For each column, the home of the digit in the second line: its column in the first line.
    homes: [usize; 9],
}

impl LinePair {
    fn new(lines: &[Line; 18], first: usize, second: usize) -> LinePair {
        let mut homes_of_digits = [0; 10];
        for (c, &d) in lines[first].iter().enumerate() {
            homes_of_digits[usize::from(d)] = c;
        }
        LinePair {
            first,
            second,
            homes: lines[second].map(|d| homes_of_digits[usize::from(d)]),
        }
    }

    /// Whether the digits of two columns have their homes in the same stack.
    #[inline]
    fn share_home_stack(&self, column: usize, other: usize) -> bool {
        self.homes[column] / 3 == self.homes[other] / 3
    }

    /// A lower bound of the first four labels of the second row with these columns in the first
    /// stack. The first two share the stack of their homes, so their labels are 4 and 5. The fourth
    /// column is the home of 4. It can only have label 1 if the home of its digit comes first.
    #[inline]
    fn lower_bound(&self, [first, second, third]: [usize; 3]) -> PackedRow {
        let third_label = 7 - u64::from(self.share_home_stack(second, third));
        let fourth_label = 2 - u64::from(self.homes[self.homes[first]] == first);
        0x4500 | third_label << 4 | fourth_label
    }

    /// The order of all columns that makes the least second row with these columns in the first
    /// stack.
    ///
    /// The homes of 4 and 5 begin the second stack, which leaves one column for its third place. The
    /// digits that have their homes in the third stack are all in these six columns. Each gets the
    /// least free label, so their homes follow in the same order.
    #[inline]
    fn column_order(&self, [first, second, third]: [usize; 3]) -> [usize; 9] {
        let (fourth, fifth) = (self.homes[first], self.homes[second]);
        let sixth = match other_two(fourth) {
            [c, other] if c == fifth => other,
            [c, _] => c,
        };
        let start = [first, second, third, fourth, fifth, sixth];
        let third_stack = 3 - first / 3 - fourth / 3;
        let homes = start.map(|c| self.homes[c]).into_iter();
        let end = homes.filter(|home| home / 3 == third_stack);
        let mut columns = [0; 9];
        for (place, column) in start.into_iter().chain(end).enumerate() {
            columns[place] = column;
        }
        columns
    }

    /// The second row with the columns in this order, that is, in these places.
    #[inline]
    fn second_row(&self, columns: &[usize; 9], places: &[u8; 9]) -> PackedRow {
        let labels = columns.map(|c| 1 + u64::from(places[self.homes[c]]));
        labels.iter().fold(0, |row, label| row << 4 | label)
    }

    /// The placements that begin with these rows and have the columns in these places.
    fn state(&self, lines: &[Line; 18], places: &[u8; 9]) -> State {
        let mut state = State::new(match self.first {
            0..9 => GRID_LINES,
            _ => TRANSPOSED_LINES,
        });
        state.line = self.second;
        state.unplaced &= !(1 << self.first | 1 << self.second);
        state.stack_starts = [0, 3, 6].map(|c| places[c] / 3 * 3);
        state.column_ranks = places.map(|place| place % 3);
        for (&d, place) in lines[self.first].iter().zip(places) {
            state.labels[usize::from(d)] = 1 + place;
        }
        state
    }
}

/// A way to make the next row. Choices are tried in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    /// A lower bound of the row.
    bound: PackedRow,
    /// The index of a state.
    state: usize,
    /// One of its lines.
    line: usize,
}

/// The search. Each thread keeps one and reuses its memory.
#[derive(Default)]
struct Canonicalizer {
    lines: [Line; 18],
    /// The number of labels in the rows found so far.
    label_count: u8,
    /// The states that make these rows.
    states: Vec<State>,
    /// The choices for the next row.
    choices: Vec<Choice>,
    /// The least next row so far.
    least_row: PackedRow,
    /// The states that make it.
    next_states: Vec<State>,
}

impl Canonicalizer {
    /// The canonical form of a grid without conflicts.
    fn canonical(&mut self, grid: &Grid) -> Canonical {
        self.start(grid);
        let mut form = [0; CELLS];
        let rows = form.as_chunks_mut().0;
        let mut found = 0;
        if !grid.has_blank() {
            rows[..2].copy_from_slice(&self.find_first_rows());
            found = 2;
        }
        for (r, row) in rows.iter_mut().enumerate().skip(found) {
            self.find_row(r);
            *row = self.label_least_row();
            mem::swap(&mut self.states, &mut self.next_states);
        }
        Canonical {
            form: Grid::from_cells(form).expect("there are nine labels"),
            automorphisms: self.states.iter().map(State::count_placements).sum(),
        }
    }

    /// Prepares the search for a grid: no row has been found.
    fn start(&mut self, grid: &Grid) {
        let rows = grid.cells().as_chunks::<9>().0;
        for (i, row) in rows.iter().enumerate() {
            self.lines[i] = *row;
            self.lines[9 + i] = array::from_fn(|r| rows[r][i]);
        }
        self.label_count = 0;
        self.states.clear();
        self.states.push(State::new(GRID_LINES));
        self.states.push(State::new(TRANSPOSED_LINES));
    }

    /// Finds the first two rows of the form of a full grid, and the states that make them.
    fn find_first_rows(&mut self) -> [Line; 2] {
        self.label_count = 9;
        self.least_row = u64::MAX;
        self.next_states.clear();
        for first in 0..18 {
            for second in other_two(first) {
                self.try_pair(&LinePair::new(&self.lines, first, second));
            }
        }
        mem::swap(&mut self.states, &mut self.next_states);
        [[1, 2, 3, 4, 5, 6, 7, 8, 9], self.label_least_row()]
    }

    /// Tries all orders of the columns in the first stack with which the second row begins with 45.
    fn try_pair(&mut self, pair: &LinePair) {
        for first in 0..9 {
            let [x, y] = other_two(first);
            for [second, third] in [[x, y], [y, x]] {
                if pair.share_home_stack(first, second) {
                    self.place_pair(pair, [first, second, third]);
                }
            }
        }
    }

    /// Places the columns by those in the first stack, and keeps the state if no other one makes a
    /// lower second row.
    #[inline]
    fn place_pair(&mut self, pair: &LinePair, first_stack: [usize; 3]) {
        let first_four_labels = self.least_row >> (5 * 4);
        if pair.lower_bound(first_stack) > first_four_labels {
            return;
        }
        let columns = pair.column_order(first_stack);
        let mut places = [0; 9];
        for (place, &column) in columns.iter().enumerate() {
            places[column] = place as u8;
        }
        let row = pair.second_row(&columns, &places);
        if row > self.least_row {
            return;
        }
        if row < self.least_row {
            self.least_row = row;
            self.next_states.clear();
        }
        self.next_states.push(pair.state(&self.lines, &places));
    }

    /// Finds row r of the form, and the states that make it: `least_row` and `next_states`. New digits
    /// have the label [`NEW`].
    fn find_row(&mut self, r: usize) {
        self.list_choices(r);
        // Choices with a low bound are placed first, so that most of the others need not be
        // placed.
        self.choices.sort_unstable();
        self.least_row = u64::MAX;
        self.next_states.clear();
        for i in 0..self.choices.len() {
            let choice = self.choices[i];
            if choice.bound > self.least_row {
                break;
            }
            let mut state = self.states[choice.state];
            state.line = choice.line;
            state.unplaced &= !(1 << choice.line);
            self.place_stacks(state);
        }
    }

    /// Lists the choices for row r of the form.
    fn list_choices(&mut self, r: usize) {
        self.choices.clear();
        for (i, state) in self.states.iter().enumerate() {
            for line in state.lines_for_row(r) {
                self.choices.push(Choice {
                    bound: state.lower_bound(&self.lines[line]),
                    state: i,
                    line,
                });
            }
        }
    }

    /// The labels of the least row, in which each new digit gets the next one.
    fn label_least_row(&mut self) -> Line {
        let mut labels = [0; 9];
        for (c, label) in labels.iter_mut().enumerate() {
            *label = (self.least_row >> (4 * (8 - c))) as u8 & 0xf;
            if *label == NEW {
                self.label_count += 1;
                *label = self.label_count;
            }
        }
        labels
    }

    /// Sorts the stacks by the line of a state, then the columns. Among tied stacks, blank ones come
    /// first and stay tied. Several tied stacks with digits are *undecided*: the search tries each of
    /// them as the next. That leaves one less, so the recursion is at most two deep.
    fn place_stacks(&mut self, mut state: State) {
        let line = &self.lines[state.line];
        let has_digits: [bool; 3] = array::from_fn(|s| line[3 * s..][..3] != [0; 3]);
        let keys: [u8; 3] =
            array::from_fn(|s| state.stack_starts[s] << 1 | u8::from(has_digits[s]));
        state.stack_starts = keys.map(|key| 3 * rank(key, &keys));
        let is_undecided: [bool; 3] =
            array::from_fn(|s| has_digits[s] && count_equal(keys[s], &keys) > 1);
        if is_undecided == [false; 3] {
            return self.place_columns(state);
        }
        for first in (0..3).filter(|&s| is_undecided[s]) {
            let mut state = state;
            for later in (0..3).filter(|&s| is_undecided[s] && s != first) {
                state.stack_starts[later] += 3;
            }
            self.place_stacks(state);
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
        if let Some(least_open) = state.least_open_key(&line, &keys) {
            return self.place_open_digit(state, &keys, least_open);
        }
        if row < self.least_row {
            self.least_row = row;
            self.next_states.clear();
        }
        state.refine(&keys);
        state.label_new_digits(&line, &keys, self.label_count);
        self.next_states.push(state);
    }

    /// Tries each column with the least key of an open digit as the next, and places the other
    /// columns after it.
    fn place_open_digit(&mut self, mut state: State, keys: &[ColumnKey; 9], least_open: ColumnKey) {
        // Columns with lower keys are sorted. A column with this key comes next. The home of its
        // digit may be a column with a higher key, so those columns stay tied until the home has
        // its position.
        state.refine(&keys.map(|key| key.capped_at(least_open)));
        for first in (0..9).filter(|&c| keys[c] == least_open) {
            let digit = usize::from(self.lines[state.line][first]);
            let mut state = state;
            state.individualize(first);
            state.individualize(usize::from(state.homes[digit]));
            self.place_columns(state);
        }
    }
}

/// The other two columns of the stack of a column, or the other two lines of the band of a line.
#[inline]
fn other_two(i: usize) -> [usize; 2] {
    match i % 3 {
        0 => [i + 1, i + 2],
        1 => [i - 1, i + 1],
        _ => [i - 2, i - 1],
    }
}

/// The number of keys below this one.
#[inline]
fn rank<K: Copy + Ord>(key: K, keys: &[K]) -> u8 {
    keys.iter().map(|&other| u8::from(other < key)).sum()
}

/// The number of keys that equal this one.
#[inline]
fn count_equal<K: Copy + Ord>(key: K, keys: &[K]) -> usize {
    keys.iter().filter(|&&other| other == key).count()
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
