//! A set of placements, and how a line refines it.

use std::{array, mem};

use crate::grid::set_bits;

/// The digits of a row of the grid or of its transpose, 0 for a blank.
pub(super) type Line = [u8; 9];

/// The labels of a row of the form, four bits each, the first in the highest bits.
pub(super) type PackedRow = u64;

/// The label of every digit that has not occurred. It is enough to compare rows: up to the first
/// difference, both rows introduce the same number of digits.
pub(super) const NEW: u8 = 10;

/// A set of placements that begin with the same rows. Its columns and stacks are those of the grid
/// or of its transpose. In the example of [`super`], the first row leaves this set:
///
/// ```text
/// first line      5  3  .   .  7  .   .  .  .
/// stack_starts    6         3         0
/// column_ranks    1  1  0   0  2  0   0  0  0
/// labels          5: 2 (open), 3: 2 (open), 7: 1
/// homes           5: 0, 3: 1, 7: 4
/// ```
#[derive(Clone, Copy)]
pub(super) struct PlacementSet {
    /// The index of the line that became the last of the rows so far.
    pub last_line: usize,
    /// The lines that are left for other rows, as a mask. Lines 0 to 8 are the rows of the grid,
    /// lines 9 to 17 are the rows of its transpose.
    unplaced_lines: u32,
    /// The number of columns before each stack. Tied stacks, which are blank so far, have the same
    /// number.
    pub stack_starts: [u8; 3],
    /// The number of columns before each column in its stack. Tied columns have the same number.
    column_ranks: [u8; 9],
    /// The label of each digit: 0 for a blank, and the least possible label of an open digit.
    labels: [u8; 10],
    /// The open digits, as a mask. Their homes are tied with other columns.
    open_digits: u32,
    /// For each digit that has occurred, its column in the line where it was new.
    homes: [u8; 10],
}

/// The sort key of a column in a line: its position in the upper four bits, its label in the lower
/// four. Tied columns have the same position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ColumnKey(u8);

impl PlacementSet {
    /// All placements of the grid without transposing it.
    pub const OF_GRID: PlacementSet = PlacementSet::of_lines(0o777);

    /// All placements of the transpose.
    pub const OF_TRANSPOSE: PlacementSet = PlacementSet::of_lines(0o777 << 9);

    const fn of_lines(lines: u32) -> PlacementSet {
        let mut labels = [NEW; 10];
        labels[0] = 0;
        PlacementSet {
            last_line: 0,
            unplaced_lines: lines,
            stack_starts: [0; 3],
            column_ranks: [0; 9],
            labels,
            open_digits: 0,
            homes: [0; 10],
        }
    }

    /// The set with these two lines of a full grid as the first rows, and with each column in this
    /// position, so that no columns are tied.
    pub fn of_full_grid(
        lines: &[Line; 18],
        first_line: usize,
        second_line: usize,
        positions: &[u8; 9],
    ) -> PlacementSet {
        let mut set = if first_line < 9 {
            PlacementSet::OF_GRID
        } else {
            PlacementSet::OF_TRANSPOSE
        };
        set.take_line(first_line);
        set.take_line(second_line);
        set.stack_starts = [0, 3, 6].map(|c| positions[c] / 3 * 3);
        set.column_ranks = positions.map(|position| position % 3);
        for (&d, position) in lines[first_line].iter().zip(positions) {
            set.labels[usize::from(d)] = 1 + position;
        }
        set
    }

    /// Makes the line with this index the next row. Stacks and columns are not sorted by it yet.
    pub fn take_line(&mut self, line_index: usize) {
        self.last_line = line_index;
        self.unplaced_lines &= !(1 << line_index);
    }

    /// The indices of the lines that can be row r of the form: any that is left if the row begins
    /// a band, otherwise those of the same band as the last line.
    pub fn lines_for_row(&self, r: usize) -> impl Iterator<Item = usize> + use<> {
        let starts_band = r.is_multiple_of(3);
        let band_of_last_line = 0b111 << (self.last_line / 3 * 3);
        set_bits(if starts_band {
            self.unplaced_lines
        } else {
            self.unplaced_lines & band_of_last_line
        })
    }

    /// The sort key of each column of a line.
    #[inline]
    pub fn column_keys(&self, line: &Line) -> [ColumnKey; 9] {
        array::from_fn(|c| {
            let position = self.stack_starts[c / 3] + self.column_ranks[c];
            ColumnKey::new(position, self.labels[usize::from(line[c])])
        })
    }

    /// A lower bound of the row that a line with these keys becomes. It is exact if the line has no
    /// open digit.
    #[inline]
    pub fn lower_bound(&self, keys: &[ColumnKey; 9]) -> PackedRow {
        // Each stack: its start in the high bits, to sort by, then its three labels.
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
    pub fn least_open_key(&self, line: &Line, keys: &[ColumnKey; 9]) -> Option<ColumnKey> {
        (0..9)
            .filter(|&c| self.open_digits >> line[c] & 1 == 1)
            .map(|c| keys[c])
            .min()
    }

    /// Sorts the columns of each stack by their keys. Columns with equal keys are tied.
    #[inline]
    pub fn refine(&mut self, keys: &[ColumnKey; 9]) {
        self.set_column_ranks(array::from_fn(|c| rank(keys[c], &keys[c / 3 * 3..][..3])));
    }

    /// Puts a column before those that it is tied with.
    pub fn individualize(&mut self, first: usize) {
        let mut ranks = self.column_ranks;
        let stack = first / 3 * 3;
        for c in stack..stack + 3 {
            if c != first && ranks[c] == ranks[first] {
                ranks[c] += 1;
            }
        }
        self.set_column_ranks(ranks);
    }

    /// Sets new ranks of the columns. A rank never falls; it rises when the column is put after
    /// others that it was tied with. The label of an open digit rises with the rank of its home. A
    /// digit is no longer open once its home is not tied.
    #[inline]
    fn set_column_ranks(&mut self, ranks: [u8; 9]) {
        let old_ranks = mem::replace(&mut self.column_ranks, ranks);
        for d in set_bits(self.open_digits) {
            let home = self.home_of(d);
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

    /// The home of a digit that has occurred.
    #[inline]
    pub fn home_of(&self, digit: usize) -> usize {
        usize::from(self.homes[digit])
    }

    /// Gives each digit that is new in a line its least possible label. The set must already be
    /// refined by these keys, so that a column is tied if and only if another has the same key.
    #[inline]
    pub fn label_new_digits(&mut self, line: &Line, keys: &[ColumnKey; 9], label_count: u8) {
        let new_columns = (0..9).filter(|&c| keys[c].label() == NEW);
        for c in new_columns.clone() {
            let new_before = new_columns.clone().filter(|&other| keys[other] < keys[c]);
            let d = usize::from(line[c]);
            self.labels[d] = label_count + 1 + new_before.count() as u8;
            self.homes[d] = c as u8;
            if self.is_tied(c) {
                self.open_digits |= 1 << d;
            }
        }
    }

    /// The number of placements in the set.
    pub fn count_placements(&self) -> u32 {
        let stacks = self.column_ranks.as_chunks().0;
        count_orders(&self.stack_starts) * stacks.iter().map(count_orders).product::<u32>()
    }
}

impl ColumnKey {
    #[inline]
    fn new(position: u8, label: u8) -> ColumnKey {
        ColumnKey(position << 4 | label)
    }

    #[inline]
    fn label(self) -> u8 {
        self.0 & 0x0f
    }

    /// The key to sort a column by while the open digit with the key `limit` is being placed:
    ///
    /// - A column with a lower key keeps it, so it is sorted.
    /// - A column in the position of `limit` that does not have a lower key gets `limit`, so all of
    ///   these stay tied.
    /// - A column in a later position gets the least key of that position, so columns there stay
    ///   tied.
    #[inline]
    pub fn capped_at(self, limit: ColumnKey) -> ColumnKey {
        let least_in_position = ColumnKey(self.0 & 0xf0);
        self.min(limit.max(least_in_position))
    }
}

/// The number of keys below this one.
#[inline]
pub(super) fn rank<K: Copy + Ord>(key: K, keys: &[K]) -> u8 {
    keys.iter().map(|&other| u8::from(other < key)).sum()
}

/// The number of keys that equal this one.
#[inline]
pub(super) fn count_equal<K: Copy + Ord>(key: K, keys: &[K]) -> usize {
    keys.iter().filter(|&&other| other == key).count()
}

/// The number of orders of three stacks with these starts, or of three columns with these ranks.
/// Those with equal numbers are tied.
fn count_orders(positions: &[u8; 3]) -> u32 {
    match sorted(*positions) {
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
