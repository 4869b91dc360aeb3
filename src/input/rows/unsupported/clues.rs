//! Lists of clues instead of grids, such as `263 288 295`.

use crate::input::cells::is_nonzero_digit;
use crate::input::error::Fault;
use crate::input::lines::Line;

/// A list has at least this many clues: more than the words of three cells that can be three rows.
const MIN_CLUES: usize = 10;

/// A list of the row, column and digit of each clue, in the order of the places.
#[derive(Clone, Copy, Default)]
pub(super) struct ClueList {
    count: usize,
    /// The place of the last one: ten times the row, and the column.
    last_place: u8,
}

impl ClueList {
    /// The list on a line that has nothing else: `263 288`, or a single `2 6 3`.
    pub(super) fn of(line: &Line<'_>) -> Option<ClueList> {
        ClueList::default().with(line)
    }

    /// The list with the clues of one more line, which has nothing else.
    pub(super) fn with(self, line: &Line<'_>) -> Option<ClueList> {
        let is_separator = |byte: &u8| b" ,;:\t".contains(byte);
        let words = line.text.split(is_separator);
        let mut words = words.filter(|word| !word.is_empty());
        let first = words.next()?;
        if let [row] = *first {
            let (&[column], &[digit], None) = (words.next()?, words.next()?, words.next()) else {
                return None;
            };
            return self.with_clue([row, column, digit]);
        }
        let mut list = self.with_clue(first.try_into().ok()?)?;
        for word in words {
            list = list.with_clue(word.try_into().ok()?)?;
        }
        Some(list)
    }

    /// The list with one more clue: its row, column and digit. Its place must be after the last.
    fn with_clue(self, clue: [u8; 3]) -> Option<ClueList> {
        if !clue.iter().all(is_nonzero_digit) {
            return None;
        }
        let [row, column, _] = clue.map(|byte| byte - b'0');
        let place = 10 * row + column;
        (place > self.last_place).then_some(ClueList {
            count: self.count + 1,
            last_place: place,
        })
    }

    /// Whether there are too many clues to be words of rows.
    pub(super) fn is_certain(self) -> bool {
        self.count >= MIN_CLUES
    }

    pub(super) fn fault(self) -> Fault {
        let found = format!(
            "{} numbers: if these are rows, columns and digits, write 81 cells instead",
            self.count
        );
        Fault::expected("expected a grid", found)
    }
}
