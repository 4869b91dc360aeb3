//! A fixed-width line to its cells: each of them has its place, and a space in such a place is a
//! blank.
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

use std::ops::Range;

use memchr::{memchr_iter, memrchr};

use crate::grid::CELLS;
use crate::input::cells::{LineCell, is_nonzero_digit};

/// The line right above another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) enum LineAbove {
    /// A row in which spaces are blanks. Spaces in the line can be blanks, too, even if it looks
    /// like a number that is aligned to the right.
    FixedWidthRow,
    Other,
}

/// Adds the nine or 81 cells of a fixed-width line. Returns whether it is one; if not, no cell is
/// added.
pub(super) fn read_row_or_grid(line: &[u8], above: LineAbove, cells: &mut Vec<LineCell>) -> bool {
    let content = content_of(line);
    let text = &line[content.clone()];
    let is_number_or_blank = text.trim_ascii_start().iter().all(u8::is_ascii_digit);
    if is_number_or_blank && above != LineAbove::FixedWidthRow {
        return false;
    }
    let Some(first_bar) = first_bar_between_boxes(text) else {
        return false;
    };
    for template in &TEMPLATES {
        if let Some(start) = template.start_in(text, first_bar) {
            let places = template.places();
            let offsets = places.map(|place| content.start + start + place);
            cells.extend(offsets.map(|at| LineCell::new(line[at], at)));
            return true;
        }
    }
    false
}

/// The range of a line without code around it: what is between the quotes of a string, as in
/// `"53  7    ",`, or else the whole line.
fn content_of(line: &[u8]) -> Range<usize> {
    let start = line.len() - line.trim_ascii_start().len();
    if let Some(string) = line[start..].strip_prefix(b"\"")
        && let Some(length) = memrchr(b'"', string)
    {
        return start + 1..start + 1 + length;
    }
    0..line.len()
}

/// The column of the first bar between boxes, from 0.
#[derive(Clone, Copy)]
enum FirstBar {
    At(usize),
    Missing,
}

/// Where the first bar between boxes is in a line, if its bars are as far apart as those of a
/// template, or if it has no bar and the length of a template. A line of 18 is a row of 17 and a
/// space.
fn first_bar_between_boxes(line: &[u8]) -> Option<FirstBar> {
    // One more than a fixed-width line can have.
    let mut bars = [0; 5];
    let mut count = 0;
    for (bar, at) in bars.iter_mut().zip(memchr_iter(b'|', line)) {
        *bar = at;
        count += 1;
    }
    let bars = &bars[..count];
    let first = match *bars {
        [] if matches!(line.len(), 9 | 17 | 18 | CELLS) => return Some(FirstBar::Missing),
        // Without bars at the ends, or with one at the right end.
        [first, _] | [first, _, _] => first,
        // With bars at both ends.
        [_, first, _, _] => first,
        _ => return None,
    };
    let width = bars[1] - bars[0];
    let are_even = bars.windows(2).all(|pair| pair[1] - pair[0] == width);
    (are_even && matches!(width, 4 | 6 | 8 | 10)).then_some(FirstBar::At(first))
}

/// A way of writing a row, or a grid without bars. A line may have more bars and spaces on either
/// side.
struct Template {
    first_bar: FirstBar,
    /// The row from the first to the last cell, with a NUL for each cell.
    row: &'static [u8],
}

const TEMPLATES: [Template; 8] = [
    Template::new(FirstBar::Missing, &[0; 9]),
    Template::new(FirstBar::Missing, &[0; CELLS]),
    Template::new(FirstBar::Missing, b"\0 \0 \0 \0 \0 \0 \0 \0 \0"),
    Template::new(FirstBar::At(3), b"\0\0\0|\0\0\0|\0\0\0"),
    Template::new(FirstBar::At(5), b"\0 \0 \0|\0 \0 \0|\0 \0 \0"),
    Template::new(FirstBar::At(4), b"\0\0\0 | \0\0\0 | \0\0\0"),
    Template::new(FirstBar::At(6), b"\0 \0 \0 | \0 \0 \0 | \0 \0 \0"),
    Template::new(FirstBar::At(8), b"\0  \0  \0 | \0  \0  \0 | \0  \0  \0"),
];

impl Template {
    const fn new(first_bar: FirstBar, row: &'static [u8]) -> Template {
        Template { first_bar, row }
    }

    /// Where the row starts in a line with this first bar, if the line fits.
    fn start_in(&self, line: &[u8], bar: FirstBar) -> Option<usize> {
        let start = match (bar, self.first_bar) {
            (FirstBar::At(actual), FirstBar::At(expected)) => actual.checked_sub(expected)?,
            (FirstBar::Missing, FirstBar::Missing) => 0,
            _ => return None,
        };
        let (before, rest) = line.split_at(start);
        let (row, after) = rest.split_at_checked(self.row.len())?;
        // Only spaces may separate the row from a bar or the end of the line.
        let starts_there = matches!(before.trim_ascii_end(), [] | [.., b'|']);
        let ends_there = matches!(after, [] | b" ") || after.trim_ascii_start().starts_with(b"|");
        (starts_there && ends_there && self.fits(row)).then_some(start)
    }

    /// Whether a row has digits or spaces at the places of cells, and elsewhere what this has.
    fn fits(&self, row: &[u8]) -> bool {
        row.iter()
            .zip(self.row)
            .all(|(byte, expected)| match expected {
                0 => *byte == b' ' || is_nonzero_digit(byte),
                _ => byte == expected,
            })
    }

    /// The places of its cells, from the start of the row.
    fn places(&self) -> impl Iterator<Item = usize> {
        memchr_iter(0, self.row)
    }
}
