//! The first two rows of a full grid.
//!
//! In a full grid, every line can become the first row, 123456789, with its columns in any order.
//! That would leave 108 sets for the second row: one for each of 18 lines and each order of the
//! stacks. So the first two rows are found together. For example, these lines make these rows:
//!
//! ```text
//! column         0  1  2   3  4  5   6  7  8
//! first line     5  3  4   6  7  8   9  1  2
//! second line    6  7  2   1  9  5   3  4  8
//!
//! column         0  1  2   3  4  5   8  7  6
//! first row      1  2  3   4  5  6   7  8  9
//! second row     4  5  7   8  9  1   6  3  2
//! ```
//!
//! The *home* of a digit is its column in the first line. The three digits that the second line has
//! in a stack have their homes in the two other stacks, so at least two of them have homes in the
//! same stack. In stack 0 of the example, 6 and 7 are such digits: they are below columns 0 and 1,
//! and have their homes in columns 3 and 4. If the columns of two such digits come first, and their
//! homes next, the second row begins with 45. Nothing less is possible.
//!
//! The order of the columns in the first stack then decides that of all others; see
//! [`LinePair::column_order`]. So there are at most 648 ways to make the first two rows: 36 pairs
//! of lines, three stacks that can come first, and six orders of its columns.

use super::Canonicalizer;
use super::placements::{Line, PackedRow, PlacementSet};

impl Canonicalizer {
    /// Finds the first two rows of the form of a full grid, and keeps the placements that make
    /// them.
    pub(super) fn find_first_two_rows(&mut self) -> [[u8; 9]; 2] {
        // The first row has all nine labels.
        self.label_count = 9;
        self.least.clear();
        for first_line in 0..18 {
            for second_line in other_two(first_line) {
                self.try_pair(&LinePair::new(&self.lines, first_line, second_line));
            }
        }
        [[1, 2, 3, 4, 5, 6, 7, 8, 9], self.finish_row()]
    }

    /// Tries each order of columns in the first stack with which the second row begins with 45.
    /// Column `c1` comes first, `c2` second, and so on.
    fn try_pair(&mut self, pair: &LinePair) {
        for c1 in 0..9 {
            let [x, y] = other_two(c1);
            for [c2, c3] in [[x, y], [y, x]] {
                if pair.homes_share_stack(c1, c2) {
                    self.try_first_three(pair, [c1, c2, c3]);
                }
            }
        }
    }

    /// Makes the first two rows with these columns in the first stack, and keeps the set if no
    /// other one makes a lower second row.
    #[inline]
    fn try_first_three(&mut self, pair: &LinePair, first_three: [usize; 3]) {
        // Without the last five labels, of four bits each.
        let least_first_four = self.least.row >> (5 * 4);
        if pair.bound_of_first_four(first_three) > least_first_four {
            return;
        }
        let columns = pair.column_order(first_three);
        let positions = positions_in(&columns);
        let row = pair.second_row(&columns, &positions);
        if row <= self.least.row {
            let set = PlacementSet::of_full_grid(
                &self.lines,
                pair.first_line,
                pair.second_line,
                &positions,
            );
            self.least.add(row, set);
        }
    }
}

/// Two lines of a full grid, by their indices, that become the first two rows of the form.
struct LinePair {
    first_line: usize,
    second_line: usize,
    /// For each column, the home of the digit *below* it, in the second line. In the example, these
    /// are 3, 4, 8, 7, 6, 0, 1, 2, 5.
    home_below: [usize; 9],
}

impl LinePair {
    fn new(lines: &[Line; 18], first_line: usize, second_line: usize) -> LinePair {
        let mut home_of_digit = [0; 10];
        for (c, &d) in lines[first_line].iter().enumerate() {
            home_of_digit[usize::from(d)] = c;
        }
        LinePair {
            first_line,
            second_line,
            home_below: lines[second_line].map(|d| home_of_digit[usize::from(d)]),
        }
    }

    /// Whether the digits below two columns have homes in the same stack.
    #[inline]
    fn homes_share_stack(&self, column: usize, other: usize) -> bool {
        self.home_below[column] / 3 == self.home_below[other] / 3
    }

    /// A lower bound of the first four labels of the second row with these columns in the first
    /// stack. The first two labels are 4 and 5.
    #[inline]
    fn bound_of_first_four(&self, [c1, c2, c3]: [usize; 3]) -> PackedRow {
        // The third digit gets the next free label in the stack that has the homes of 4 and 5, or
        // else in the stack after that.
        let third_label = if self.homes_share_stack(c2, c3) { 6 } else { 7 };
        // The digit below the home of 4 gets label 1 only if its own home is the first column.
        let c4 = self.home_below[c1];
        let fourth_label = if self.home_below[c4] == c1 { 1 } else { 2 };
        // Four labels of four bits each.
        0x4500 | third_label << 4 | fourth_label
    }

    /// The order of all columns that makes the least second row with these columns in the first
    /// stack.
    #[inline]
    fn column_order(&self, [c1, c2, c3]: [usize; 3]) -> [usize; 9] {
        // The homes of 4 and 5 begin the second stack, which leaves one column for its third
        // position.
        let (c4, c5) = (self.home_below[c1], self.home_below[c2]);
        let [x, y] = other_two(c4);
        let c6 = if x == c5 { y } else { x };
        let first_six = [c1, c2, c3, c4, c5, c6];
        // All digits with homes in the third stack are below these six columns: the second line
        // cannot repeat them in the box where the first line has them. Each gets the next free
        // label, so their homes follow in the same order.
        let third_stack = 3 - c1 / 3 - c4 / 3;
        let homes = first_six.map(|c| self.home_below[c]).into_iter();
        let last_three = homes.filter(|home| home / 3 == third_stack);
        let mut columns = [0; 9];
        for (position, column) in first_six.into_iter().chain(last_three).enumerate() {
            columns[position] = column;
        }
        columns
    }

    /// The second row with the columns in this order, that is, in these positions.
    #[inline]
    fn second_row(&self, columns: &[usize; 9], positions: &[u8; 9]) -> PackedRow {
        let labels = columns.map(|c| 1 + u64::from(positions[self.home_below[c]]));
        labels.iter().fold(0, |row, label| row << 4 | label)
    }
}

/// The position of each column in this order.
#[inline]
fn positions_in(order: &[usize; 9]) -> [u8; 9] {
    let mut positions = [0; 9];
    for (position, &column) in order.iter().enumerate() {
        positions[column] = position as u8;
    }
    positions
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
