//! Lines in which a space at the place of a cell is a blank.
//!
//! ```text
//! |53 | 7 |   |                bars show where the boxes are: each is 3, 5, 7 or 9 wide
//! | 53  |  7  |     |
//! |5 3  |  7  |     |
//! | 5 3   |   7   |       |
//! | 5  3    |    7    |         |
//! 5 3   |   7   |              without a bar at an end, spaces there may be missing
//! 53  7                        nine places, or 81
//! 5 3     7                    nine places with a space between them
//! ```

use super::cells::{CellReader, EMPTY_SYMBOL};
use super::kinds::LineKind;
use super::tokens::mask_of;
use crate::grid::CELLS;

impl CellReader {
    /// Reads a line that has spaces where cells can be. If it `may_be_row` because of its place,
    /// any short line of digits and spaces is one.
    pub(super) fn read_places(&mut self, line: &[u8], may_be_row: bool) -> Option<LineKind> {
        // A row can be quoted, as in mail or in code.
        let quote = line.iter().position(|byte| *byte != b' ' && *byte != b'\t').unwrap_or_default();
        let start = match line[quote..] {
            [b'>', b' ', ..] => quote + 2,
            [b'"' | b'\'', ..] => quote + 1,
            _ => 0,
        };
        let end = if start == quote + 1 { memchr::memrchr(line[quote], line)? } else { line.len() };
        let line = line.get(start..end)?;
        let mut bars = [0; 5];
        let at_bars = line.iter().enumerate().filter(|(_, byte)| **byte == b'|');
        let found = bars.iter_mut().zip(at_bars).map(|(bar, (at, _))| *bar = at).count();
        let bars = &bars[..found];
        // One more space at the end means nothing.
        let fits = |length: usize| line.len() == length || line.len() == length + 1 && line.ends_with(b" ");
        let has_spaces = || line.windows(2).any(|pair| pair == b"  ");
        let (inside, count, placements) = match *bars {
            [a, b] => (line, 9, in_boxes(a, b)),
            [a, b, last] if last - b == b - a => (&line[..last], 9, in_boxes(a, b)),
            [first, a, b, last] if a - first == b - a && last - b == b - a => (&line[first..last], 9, in_boxes(a, b)),
            [] if start == 0 && line.len() < 9 && (may_be_row || has_spaces()) || fits(9) => {
                (line, 9, [Some([0, 1, 0]), None, None])
            }
            [] if fits(17) => (line, 9, [Some([0, 2, 0]), None, None]),
            [] if fits(CELLS) => (line, CELLS, [Some([0, 1, 0]), None, None]),
            _ => return None,
        };
        placements.iter().flatten().next()?;
        if !inside.iter().all(|byte| is_digit(byte) || matches!(byte, b' ' | b'|')) {
            return None;
        }
        let digits = inside.iter().filter(|byte| is_digit(byte)).count();
        let inner = line.trim_ascii();
        // Without bars, a number that is aligned to the right is not a row.
        let is_number = !inner.contains(&b' ') && line.ends_with(inner) && line.len() > inner.len();
        let is_row = if digits == 0 { line.len() == 9 } else { may_be_row || !is_number };
        if bars.is_empty() && !is_row {
            return None;
        }
        // One of the placements has room for each digit.
        placements.into_iter().flatten().find(|[first, step, gap]| {
            self.clear();
            for cell in 0..count {
                let at = first + step * cell + cell / 3 * gap;
                let byte = line.get(at).copied().unwrap_or(EMPTY_SYMBOL);
                self.push(mask_of(byte), byte, start + at);
            }
            self.cells.iter().filter(|cell| cell.mask != 0).count() == digits
        })?;
        self.layout.is_packed = self.cells[1].offset - self.cells[0].offset == 1;
        // Bars at both ends show where the first box begins.
        let is_framed = matches!(*bars, [first, a, _, _] if a > first + 1);
        (self.layout.is_framed, self.layout.has_open_ends) = (is_framed, !is_framed);
        (self.layout.length, self.layout.ends_in_space) = (line.len() as u16, line.ends_with(b" "));
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
