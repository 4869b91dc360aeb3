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
//! The form grows row by row. A [`PlacementSet`] has placements that begin with the rows found so
//! far: it records which lines of the grid these are, and which columns they tell apart. The next
//! row is the least one that any set can make from any of its remaining lines. Only the sets that
//! make this row are kept.
//!
//! For example, let these two lines become the first rows:
//!
//! ```text
//!               stack 0   stack 1   stack 2
//! first line    5  3  .   .  7  .   .  .  .
//! second line   6  .  .   1  9  5   .  .  .
//!
//! first row     .  .  .   .  .  1   .  2  3
//! ```
//!
//! The first row has the blank stack first, and 7 gets label 1. The columns of 5 and 3 are *tied*:
//! whichever comes first, the row is the same, and its digit gets label 2, the other label 3. So
//! these digits stay *open*. The columns of the first line where they are, 0 and 1, are their
//! *homes*. One set for each order of the columns would be simpler. But a first line with one blank
//! would then leave 144 sets instead of two: the two orders of its full stacks, times 6 x 6 orders
//! of the columns in them, times two orders of the columns beside the blank.
//!
//! ```text
//! second row    .  .  .   2  4  5   .  6  .
//! ```
//!
//! Each row sorts the tied columns by what it shows in them: blanks, then labels in ascending
//! order, then new digits. An open digit gets the least of its possible labels if its home comes
//! first among the columns tied with it. Here 5 gets label 2, and its home comes before that of 3:
//! column 0 before column 1. Where several tied columns show equally good open digits, the search
//! tries each of them as the first. Programs that canonicalize graphs call these two steps
//! refinement and individualization (McKay, "Practical graph isomorphism", 1981).
//!
//! The least possible labels are enough to compare open digits. Digits that were new in the same
//! tied columns share their possible labels, and no other digit can get one of these. So digits
//! with different least labels compare as these do, whichever labels they get.
//!
//! ```text
//! placements    a set of placements, and how a line refines it
//! full_grid     the first two rows of a full grid, which has too many choices for the search
//! ```

mod full_grid;
mod placements;

use std::cell::RefCell;
use std::{array, mem};

use self::placements::{ColumnKey, Line, NEW, PackedRow, PlacementSet, count_equal, rank};
use crate::grid::{CELLS, Conflict, Grid};

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
        if let Some(conflict) = self.conflict() {
            return Err(conflict);
        }
        Ok(CANONICALIZER.with_borrow_mut(|canonicalizer| canonicalizer.canonical(self)))
    }
}

/// The search for the form of one grid. Each thread keeps one and reuses its memory.
#[derive(Default)]
struct Canonicalizer {
    /// The rows of the grid, then the rows of its transpose.
    lines: [Line; 18],
    /// The number of labels in the rows found so far.
    label_count: u8,
    /// All placements that begin with these rows.
    sets: Vec<PlacementSet>,
    /// The choices for the next row; memory that is reused for each row.
    choices: Vec<Choice>,
    /// The least next row found so far.
    least: LeastRow,
}

/// A way to make the next row. Choices are tried in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    /// A lower bound of the row.
    bound: PackedRow,
    set_index: usize,
    /// One of the lines that the set has left.
    line_index: usize,
}

impl Canonicalizer {
    /// The canonical form of a grid without conflicts.
    fn canonical(&mut self, grid: &Grid) -> Canonical {
        self.start(grid);
        let mut form = [0; CELLS];
        let rows = form.as_chunks_mut().0;
        let mut rows_found = 0;
        if !grid.has_blank() {
            rows[..2].copy_from_slice(&self.find_first_two_rows());
            rows_found = 2;
        }
        for (r, row) in rows.iter_mut().enumerate().skip(rows_found) {
            *row = self.find_row(r);
        }
        Canonical {
            form: Grid::from_digits(form).expect("there are nine labels"),
            automorphisms: self.sets.iter().map(PlacementSet::count_placements).sum(),
        }
    }

    /// Prepares the search for a grid: no row has been found.
    fn start(&mut self, grid: &Grid) {
        let rows = grid.digits().as_chunks::<9>().0;
        for (i, row) in rows.iter().enumerate() {
            self.lines[i] = *row;
            self.lines[9 + i] = array::from_fn(|r| rows[r][i]);
        }
        self.label_count = 0;
        self.sets.clear();
        self.sets.push(PlacementSet::OF_GRID);
        self.sets.push(PlacementSet::OF_TRANSPOSE);
    }

    /// Finds row r of the form, and keeps the placements that make it.
    fn find_row(&mut self, r: usize) -> [u8; 9] {
        self.list_choices(r);
        // Choices with a low bound are placed first, so that most of the others need not be placed.
        self.choices.sort_unstable();
        self.least.clear();
        for i in 0..self.choices.len() {
            let choice = self.choices[i];
            if choice.bound > self.least.row {
                break;
            }
            let mut set = self.sets[choice.set_index];
            set.take_line(choice.line_index);
            self.place_stacks(set);
        }
        self.finish_row()
    }

    /// Lists the choices for row r of the form.
    fn list_choices(&mut self, r: usize) {
        self.choices.clear();
        for (set_index, set) in self.sets.iter().enumerate() {
            for line_index in set.lines_for_row(r) {
                self.choices.push(Choice {
                    bound: set.lower_bound(&set.column_keys(&self.lines[line_index])),
                    set_index,
                    line_index,
                });
            }
        }
    }

    /// Ends the search for a row: keeps the placements that make the least one, and no others.
    /// Returns its labels.
    fn finish_row(&mut self) -> [u8; 9] {
        mem::swap(&mut self.sets, &mut self.least.sets);
        let mut labels = [0; 9];
        // Unpacking all labels first makes `--canonical` 3 % slower.
        for (c, label) in labels.iter_mut().enumerate() {
            *label = (self.least.row >> (4 * (8 - c))) as u8 & 0xf;
            if *label == NEW {
                self.label_count += 1;
                *label = self.label_count;
            }
        }
        labels
    }

    /// Sorts the stacks by the last line of a set, then the columns. Among tied stacks, those that
    /// the line leaves blank come first and stay tied. If several tied stacks have digits, they are
    /// *undecided*: the search tries each of them as the next. That leaves one fewer, so the
    /// recursion is at most two deep.
    fn place_stacks(&mut self, mut set: PlacementSet) {
        let line = &self.lines[set.last_line];
        let has_digits: [bool; 3] = array::from_fn(|s| line[3 * s..][..3] != [0; 3]);
        let keys: [u8; 3] = array::from_fn(|s| set.stack_starts[s] << 1 | u8::from(has_digits[s]));
        set.stack_starts = keys.map(|key| 3 * rank(key, &keys));
        let is_undecided: [bool; 3] =
            array::from_fn(|s| has_digits[s] && count_equal(keys[s], &keys) > 1);
        if is_undecided == [false; 3] {
            return self.place_columns(set);
        }
        for first in (0..3).filter(|&s| is_undecided[s]) {
            let mut set = set;
            for later in (0..3).filter(|&s| is_undecided[s] && s != first) {
                set.stack_starts[later] += 3;
            }
            self.place_stacks(set);
        }
    }

    /// Sorts the columns by the last line of a set, and keeps the set if no other one makes a lower
    /// row.
    fn place_columns(&mut self, mut set: PlacementSet) {
        let line = self.lines[set.last_line];
        let keys = set.column_keys(&line);
        let row = set.lower_bound(&keys);
        if row > self.least.row {
            return;
        }
        if let Some(least_open) = set.least_open_key(&line, &keys) {
            return self.place_open_digit(set, &keys, least_open);
        }
        set.refine(&keys);
        set.label_new_digits(&line, &keys, self.label_count);
        self.least.add(row, set);
    }

    /// Tries each column with the least key of an open digit as the next, and places the other
    /// columns after it.
    fn place_open_digit(
        &mut self,
        mut set: PlacementSet,
        keys: &[ColumnKey; 9],
        least_open: ColumnKey,
    ) {
        // The home of the next digit may be a column with a higher key, so those columns stay tied
        // until the home has its position. In the example, 5 comes next, and its home moves before
        // that of 3.
        set.refine(&keys.map(|key| key.capped_at(least_open)));
        for first in (0..9).filter(|&c| keys[c] == least_open) {
            let digit = usize::from(self.lines[set.last_line][first]);
            let mut set = set;
            set.individualize(first);
            set.individualize(set.home_of(digit));
            self.place_columns(set);
        }
    }
}

/// The least row that has been found so far, and the sets that make it.
struct LeastRow {
    row: PackedRow,
    sets: Vec<PlacementSet>,
}

impl Default for LeastRow {
    /// No row has been found.
    fn default() -> LeastRow {
        LeastRow {
            row: PackedRow::MAX,
            sets: Vec::new(),
        }
    }
}

impl LeastRow {
    /// Forgets the row: the next one added is the least.
    fn clear(&mut self) {
        self.row = PackedRow::MAX;
        self.sets.clear();
    }

    /// Adds a set that makes this row, which must not be greater than the least one.
    fn add(&mut self, row: PackedRow, set: PlacementSet) {
        debug_assert!(row <= self.row, "{row:#x} after {:#x}", self.row);
        if row < self.row {
            self.row = row;
            self.sets.clear();
        }
        self.sets.push(set);
    }
}
