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
        let mut bars = [0; 5];
        let found = bars.iter_mut().zip(memchr::memchr_iter(b'|', line)).map(|(bar, at)| *bar = at).count();
        let (inside, count, placements) = match bars[..found] {
            [] if matches!(line.len(), 9 | CELLS) => (line, line.len(), [Some([0, 1, 0]), None, None]),
            [] if line.len() == 17 || line.len() == 18 && line.ends_with(b" ") => {
                (line, 9, [Some([0, 2, 0]), None, None])
            }
            [a, b] => (line, 9, in_boxes(a, b)),
            [a, b, last] if last - b == b - a => (&line[..last], 9, in_boxes(a, b)),
            [first, a, b, last] if [a - first, last - b] == [b - a; 2] => (&line[first..last], 9, in_boxes(a, b)),
            _ => return None,
        };
        placements.iter().flatten().next()?;
        // A number that is aligned to the right is not a row, unless other rows have places.
        let text = line.trim_ascii_start();
        let is_number = !text.is_empty() && text.iter().all(is_digit);
        if is_number && !is_below_fixed_width
            || !inside.iter().all(|byte| is_digit(byte) || matches!(byte, b' ' | b'|'))
        {
            return None;
        }
        let digits = inside.iter().filter(|byte| is_digit(byte)).count();
        // One of the placements has room for each digit.
        placements.into_iter().flatten().find(|[first, step, gap]| {
            self.cells.clear();
            for cell in 0..count {
                let at = first + step * cell + cell / 3 * gap;
                let Some(&byte) = line.get(at) else { return false };
                self.push(mask_of(byte), byte, start + at);
            }
            self.cells.iter().filter(|cell| cell.mask != 0).count() == digits
        })?;
        Some(if count == CELLS { LineKind::Grid } else { LineKind::Row })
    }
}

fn is_digit(byte: &u8) -> bool {
    matches!(byte, b'1'..=b'9')
}

/// The placements of cells if the second box is between the bars at `a` and `b`, with no space or
/// one at both of its ends: the place of the first cell, the distance between two cells, and what
/// is added to that distance between boxes.
fn in_boxes(a: usize, b: usize) -> [Option<[usize; 3]>; 3] {
    [2, 1, 3].map(|step| {
        let margins = (b - a).checked_sub(2 * step + 2).filter(|&margins| margins == 2 || margins == 0 && step < 3)?;
        Some([(2 * a + 1 + margins / 2).checked_sub(b)?, step, b - a - 3 * step])
    })
}
