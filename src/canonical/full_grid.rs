//! The first two rows of a full grid.
//!
//! In a full grid, every line can become the first row, 123456789, with its columns in any order.
//! That would leave 108 sets for the second row: one for each line and each order of the stacks. So
//! the first two rows are found together. The first stack decides them:
//!
//! ```text
//! first row     1 2 3   4 5 6   7 8 9
//! second row    4 5 .   . . .   . . .
//! ```
//!
//! The *home* of a digit is its column in the first row. The three digits that the second row has
//! in the first stack have their homes in the two other stacks, so two of them have homes in one
//! stack. If these two digits come first and that stack comes next, the second row begins with 45,
//! and nothing less is possible. The order of the columns in the first stack then decides that of
//! all others; see [`LinePair::column_order`]. So there are at most 648 ways to make the first two
//! rows: 36 pairs of lines, three first stacks, and six orders.

use super::Canonicalizer;
use super::placements::{Line, PackedRow, PlacementSet};

/// Two lines of a full grid that become the first two rows of the form.
struct LinePair {
    first_line: usize,
    second_line: usize,
    /// For each column, the home of the digit that the second line has there.
    second_line_homes: [usize; 9],
}

impl Canonicalizer {
    /// Finds the first two rows of the form of a full grid, and keeps the placements that make
    /// them.
    pub(super) fn find_first_two_rows(&mut self) -> [[u8; 9]; 2] {
        self.label_count = 9;
        self.least.clear();
        for first_line in 0..18 {
            for second_line in other_two(first_line) {
                self.try_pair(&LinePair::new(&self.lines, first_line, second_line));
            }
        }
        [[1, 2, 3, 4, 5, 6, 7, 8, 9], self.finish_row()]
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

    /// Places all columns, given the order of those in the first stack, and keeps the set if no
    /// other one makes a lower second row.
    #[inline]
    fn place_pair(&mut self, pair: &LinePair, first_stack: [usize; 3]) {
        // Without the last five labels, of four bits each.
        let least_first_four = self.least.row >> (5 * 4);
        if pair.bound_of_first_four(first_stack) > least_first_four {
            return;
        }
        let columns = pair.column_order(first_stack);
        let mut positions = [0; 9];
        for (position, &column) in columns.iter().enumerate() {
            positions[column] = position as u8;
        }
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

impl LinePair {
    fn new(lines: &[Line; 18], first_line: usize, second_line: usize) -> LinePair {
        let mut home_of_digit = [0; 10];
        for (c, &d) in lines[first_line].iter().enumerate() {
            home_of_digit[usize::from(d)] = c;
        }
        LinePair {
            first_line,
            second_line,
            second_line_homes: lines[second_line].map(|d| home_of_digit[usize::from(d)]),
        }
    }

    /// Whether the digits of two columns have their homes in the same stack.
    #[inline]
    fn share_home_stack(&self, column: usize, other: usize) -> bool {
        self.second_line_homes[column] / 3 == self.second_line_homes[other] / 3
    }

    /// A lower bound of the first four labels of the second row with these columns in the first
    /// stack. The first two share the stack of their homes, so their labels are 4 and 5. The fourth
    /// column is the home of 4. It has label 1 only if the digit that the second line has there is
    /// the first of the first row, and otherwise at least 2. The third label is 6 if its digit has
    /// its home in the same stack as the first two, otherwise 7.
    #[inline]
    fn bound_of_first_four(&self, [first, second, third]: [usize; 3]) -> PackedRow {
        let third_label = 7 - u64::from(self.share_home_stack(second, third));
        let fourth = self.second_line_homes[first];
        let fourth_label = 2 - u64::from(self.second_line_homes[fourth] == first);
        // Labels 4 and 5, then two more, of four bits each.
        0x4500 | third_label << 4 | fourth_label
    }

    /// The order of all columns that makes the least second row with these columns in the first
    /// stack.
    ///
    /// The homes of 4 and 5 begin the second stack, which leaves one column for its third position.
    /// The digits that have their homes in the third stack are all in these six columns. Each gets
    /// the least free label, so their homes follow in the same order.
    #[inline]
    fn column_order(&self, [first, second, third]: [usize; 3]) -> [usize; 9] {
        let (fourth, fifth) = (
            self.second_line_homes[first],
            self.second_line_homes[second],
        );
        let sixth = match other_two(fourth) {
            [c, other] if c == fifth => other,
            [c, _] => c,
        };
        let first_six = [first, second, third, fourth, fifth, sixth];
        let third_stack = 3 - first / 3 - fourth / 3;
        let homes = first_six.map(|c| self.second_line_homes[c]).into_iter();
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
        let labels = columns.map(|c| 1 + u64::from(positions[self.second_line_homes[c]]));
        labels.iter().fold(0, |row, label| row << 4 | label)
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
