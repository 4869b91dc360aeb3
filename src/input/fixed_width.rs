//! Lines in which a space at the place of a cell is a blank.
//!
//! ```text
//! |53 | 7 |   |                bars show where the boxes are: each is 3, 5, 7 or 9 wide
//! | 53  |  7  |     |
//! |5 3  |  7  |     |
//! | 5 3   |   7   |       |
//! | 5  3    |    7    |         |
//! 5 3   |   7   |              without bars at the ends, all spaces must be there
//! 53  7                        nine places, or 81
//! 5 3     7                    nine places with a space between them
//! ```

use super::cells::CellReader;
use super::kinds::LineKind;
use super::tokens::mask_of;
use crate::grid::CELLS;

impl CellReader {
    /// Reads a line that has spaces where cells can be.
    pub(super) fn read_fixed_width(&mut self, line: &[u8], is_below_fixed_width: bool) -> Option<LineKind> {
        // The line can be a string in code.
        let quoted = line.trim_ascii_start().strip_prefix(b"\"");
        let string = quoted.and_then(|rest| Some((line.len() - rest.len(), &rest[..memchr::memrchr(b'"', rest)?])));
        let (start, line) = string.unwrap_or((0, line));
        let mut bars = memchr::memchr_iter(b'|', line);
        let bars: [_; 5] = std::array::from_fn(|_| bars.next());
        // A number that is aligned to the right is not a row, unless other rows have places.
        let text = line.trim_ascii_start();
        let is_number = !text.is_empty() && text.iter().all(is_digit);
        let is_plain = || line.iter().all(|byte| matches!(byte, b' ' | b'|' | b'1'..=b'9'));
        if bars[4].is_some() || is_number && !is_below_fixed_width || !is_plain() {
            return None;
        }
        let is_read = match bars {
            [None, ..] => match line.len() {
                9 | CELLS => self.read_places(line, start, [0, 1, 0]),
                17 | 18 => self.read_places(line, start, [0, 2, 0]),
                _ => false,
            },
            // The second box is between the bars at `a` and `b`.
            [Some(a), Some(b), None, ..]
            | [Some(a), Some(b), Some(_), None, _]
            | [Some(_), Some(a), Some(b), Some(_), None] => {
                let width = b - a;
                let are_alike = memchr::memchr_iter(b'|', line).all(|bar| bar % width == a % width);
                are_alike
                    && [(2, 1), (2, 0), (1, 1), (1, 0), (3, 1)].iter().any(|(step, margin)| {
                        let end = a + margin + 1;
                        width == 2 * (step + margin + 1)
                            && end >= width
                            && self.read_places(line, start, [end - width, *step, width - 3 * step])
                    })
            }
            _ => false,
        };
        is_read.then_some(if self.cells.len() == CELLS { LineKind::Grid } else { LineKind::Row })
    }

    /// Reads cells at fixed places, if all digits are there: the place of the first, the distance
    /// between two cells, and what is added to that distance between boxes.
    fn read_places(&mut self, line: &[u8], start: usize, [first, step, gap]: [usize; 3]) -> bool {
        self.cells.clear();
        let count = if line.len() == CELLS { CELLS } else { 9 };
        for at in (0..count).map(|cell| first + step * cell + cell / 3 * gap) {
            let Some(byte) = line.get(at).filter(|byte| **byte != b'|') else { return false };
            self.push(mask_of(*byte), *byte, start + at);
        }
        // Without branches: blanks come at random.
        let digits = line.iter().filter(|byte| is_digit(byte)).count();
        self.cells.iter().filter(|cell| cell.mask != 0).count() == digits
    }
}

fn is_digit(byte: &u8) -> bool {
    matches!(byte, b'1'..=b'9')
}
