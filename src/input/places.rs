//! Lines in which a space at the place of a cell is a blank.
//!
//! ```text
//! 53  7           nine places side by side; spaces at the end may be missing
//! 5 3     7       nine places with a space between them
//! |53 | 7 |   |   three places between bars: side by side or apart, with or without a space beside the bars
//! 5 3   |   7   |
//! ```

use super::cells::{Cells, Shape, Signs};
use super::tokens::mask_of;
use crate::grid::CELLS;

/// Where the places of a part of a line are.
#[derive(Clone, Copy)]
struct Places {
    first: usize,
    step: usize,
    count: usize,
}

impl Places {
    /// Whether the text has nothing but digits and spaces, and digits only at these places.
    fn fit(self, text: &[u8]) -> bool {
        text.iter().enumerate().all(|(at, byte)| match byte {
            b' ' => true,
            b'1'..=b'9' => at >= self.first && (at - self.first).is_multiple_of(self.step) && at <= self.last(),
            _ => false,
        })
    }

    fn last(self) -> usize {
        self.first + (self.count - 1) * self.step
    }

    fn push(self, text: &[u8], start: usize, cells: &mut Cells) {
        let places = || (self.first..=self.last()).step_by(self.step);
        let mask_at = |at: usize| text.get(at).map_or(0, |&byte| mask_of(byte));
        cells.masks.extend(places().map(mask_at));
        cells.offsets.extend(places().map(|at| start + at));
        if places().any(|at| mask_at(at) == 0) {
            cells.signs.add(Signs::EMPTY);
        }
    }
}

/// Reads a line of nine or 81 places, and says whether it is one. Among rows `in_spaces` every line of digits and spaces is.
pub(super) fn read(line: &[u8], in_spaces: bool, cells: &mut Cells) -> bool {
    if line.contains(&b'|') { read_boxes(line, cells) } else { read_line(line, in_spaces, cells) }
}

fn read_line(line: &[u8], in_spaces: bool, cells: &mut Cells) -> bool {
    let (step, count) = match line.len() {
        1..=9 => (1, 9),
        17 => (2, 9),
        CELLS => (1, CELLS),
        _ => return false,
    };
    let places = Places { first: 0, step, count };
    let any_digit = line.iter().any(|byte| *byte != b' ');
    let has_inner_space = line.trim_ascii().contains(&b' ');
    // Digits with a space between each two are too few cells rather than nine.
    let is_spaced = step == 1 && (0..line.len()).all(|at| (line[at] == b' ') == (at % 2 == 1));
    // A number at the end of an indent is no row, nor are digits with fewer spaces than could be blanks.
    let is_shorter = line.len() < 9 && !line.windows(2).any(|pair| pair == b"  ");
    let is_number = !has_inner_space && line.starts_with(b" ") && !line.ends_with(b" ");
    let is_too_short = is_shorter || is_number && line.len() < 9 || line.len() == CELLS && !has_inner_space;
    let is_clear = in_spaces && step == 1 && count == 9;
    if !places.fit(line) || !any_digit || (is_spaced || is_too_short) && !is_clear {
        return false;
    }
    places.push(line, 0, cells);
    cells.is_packed = step == 1;
    cells.shape = if cells.signs.is_empty() { Shape::Plain } else { Shape::Spaces };
    true
}

/// Reads three boxes with bars between them.
fn read_boxes(line: &[u8], cells: &mut Cells) -> bool {
    let text = line.trim_ascii();
    let outer = text.strip_prefix(b"|").and_then(|text| text.strip_suffix(b"|"));
    let (inner, start) = match outer {
        Some(inner) => (inner, line.len() - line.trim_ascii_start().len() + 1),
        None => (line, 0),
    };
    let parts: Vec<&[u8]> = inner.split(|&byte| byte == b'|').collect();
    let [left, middle, right] = parts[..] else { return false };
    let starts = [start, start + left.len() + 1, start + left.len() + middle.len() + 2];
    for (step, space) in [(1, 0), (1, 1), (2, 0), (2, 1)] {
        let width = 2 * step + 1 + 2 * space;
        let places = |first| Places { first, step, count: 3 };
        // Without bars at the ends there is no space beside them, and spaces at the end may be missing.
        let edge = if outer.is_some() { space } else { 0 };
        let fits = middle.len() == width
            && left.len() == width - space + edge
            && (right.len() == left.len() || outer.is_none() && right.len() < left.len());
        let boxes = [(left, places(edge)), (middle, places(space)), (right, places(space))];
        if fits && boxes.iter().all(|(part, places)| places.fit(part)) {
            for ((part, places), start) in boxes.into_iter().zip(starts) {
                places.push(part, start, cells);
            }
            cells.is_packed = step == 1;
            if outer.is_none() && !cells.signs.is_empty() {
                cells.shape = Shape::Spaces;
            }
            return true;
        }
    }
    false
}
