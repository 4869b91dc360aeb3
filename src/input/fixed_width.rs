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

use memchr::{memchr, memchr_iter, memrchr};

use super::cells::{CellReader, fits, is_number};
use super::kinds::LineKind;
use super::tokens::mask_of;
use crate::grid::CELLS;

/// The patterns of rows without what is outside of their boxes. NUL stands for a cell.
const PLACES: [&[u8]; 8] = [
    &[0; 9],
    &[0; CELLS],
    b"\0 \0 \0 \0 \0 \0 \0 \0 \0",
    b"\0\0\0|\0\0\0|\0\0\0",
    b"\0 \0 \0|\0 \0 \0|\0 \0 \0",
    b"\0\0\0 | \0\0\0 | \0\0\0",
    b"\0 \0 \0 | \0 \0 \0 | \0 \0 \0",
    b"\0  \0  \0 | \0  \0  \0 | \0  \0  \0",
];

impl CellReader {
    /// Reads a line that has spaces where cells can be.
    pub(super) fn read_fixed_width(&mut self, line: &[u8], is_below_fixed_width: bool) -> Option<LineKind> {
        // The line can be a string in code.
        let quoted = line.trim_ascii_start().strip_prefix(b"\"");
        let string = quoted.and_then(|rest| Some((line.len() - rest.len(), &rest[..memrchr(b'"', rest)?])));
        let (indent, line) = string.unwrap_or((0, line));
        let is_place = |byte: &u8| matches!(byte, b' ' | b'1'..=b'9');
        let mut bars = [0; 5];
        let found = bars.iter_mut().zip(memchr_iter(b'|', line)).map(|(bar, at)| *bar = at).count();
        let are_even = |width| bars[..found].windows(2).all(|pair| pair[1] - pair[0] == width);
        let bar = match bars[..found] {
            // A number that is aligned to the right is not a row, unless other rows have places.
            _ if is_number(line) && !is_below_fixed_width => return None,
            [] if matches!(line.len(), 9 | 17 | 18 | CELLS) && line.iter().all(is_place) => 0,
            [a, b] | [a, b, _] | [_, a, b, _] if matches!(b - a, 4 | 6 | 8 | 10) && are_even(b - a) => a,
            _ => return None,
        };
        PLACES.iter().find_map(|pattern| {
            let start = bar.checked_sub(memchr(b'|', pattern).unwrap_or_default())?;
            let (row, after) = line[start..].split_at_checked(pattern.len())?;
            let is_outside = matches!(line[..start].trim_ascii_end(), [] | [.., b'|'])
                && (matches!(after, [] | b" ") || after.trim_ascii_start().starts_with(b"|"));
            (is_outside && fits(row, pattern, b' ')).then(|| {
                self.cells.clear();
                let places = memchr_iter(0, pattern).map(|place| start + place);
                places.for_each(|at| self.push(mask_of(line[at]), line[at], indent + at));
                if self.cells.len() == CELLS { LineKind::Grid } else { LineKind::Row }
            })
        })
    }
}
