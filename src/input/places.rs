//! Lines in which a space at the place of a cell is a blank.
//!
//! ```text
//! |53 | 7 |   |                bars show where the boxes are: each is 3, 5 or 7 wide
//! | 53  |  7  |     |
//! |5 3  |  7  |     |
//! | 5 3   |   7   |       |
//! 5 3   |   7   |              without bars at the ends, spaces there may be missing
//! 53  7                        nine places, or 81
//! 5 3     7                    nine places with a space between them
//! ```

use crate::grid::CELLS;

/// Where the cells of a line are, and whether bars show where its first box begins.
pub(super) fn places(line: &[u8]) -> Option<(impl Iterator<Item = usize> + Clone, bool)> {
    let bars: Vec<usize> = memchr::memchr_iter(b'|', line).take(5).collect();
    // One space more at the end means nothing.
    let fits = |length: usize| line.len() == length || line.len() == length + 1 && line.ends_with(b" ");
    let has_spaces = || line.windows(2).any(|pair| pair == b"  ");
    let all = 0..line.len();
    let (inside, count, layouts) = match bars[..] {
        [a, b] => (all, 9, in_boxes(a, b)),
        [first, a, b, last] if a - first == b - a && last - b == b - a => (first..last, 9, in_boxes(a, b)),
        [] if line.len() < 9 && has_spaces() || fits(9) => (all, 9, vec![[0, 1, 0]]),
        [] if fits(17) => (all, 9, vec![[0, 2, 0]]),
        [] if fits(CELLS) => (all, CELLS, vec![[0, 1, 0]]),
        _ => return None,
    };
    let text = &line[inside];
    let digits = text.iter().filter(|byte| is_digit(byte)).count();
    let inner = line.trim_ascii();
    // Without bars, a number that is aligned to the right is no row.
    let is_number = !inner.contains(&b' ') && line.ends_with(inner) && line.len() > inner.len();
    let is_row = if digits == 0 { line.len() == 9 } else { !is_number };
    if bars.is_empty() && !is_row || !text.iter().all(|byte| is_digit(byte) || b" |".contains(byte)) {
        return None;
    }
    let places = |[first, step, gap]: [usize; 3]| (0..count).map(move |cell| first + step * cell + cell / 3 * gap);
    let is_at = |at: &usize| line.get(*at).is_some_and(is_digit);
    let mut all = layouts.into_iter().map(places);
    let is_framed = matches!(bars[..], [first, a, ..] if a > first + 1) && bars.len() == 4;
    Some((all.find(|places| places.clone().filter(is_at).count() == digits)?, is_framed))
}

fn is_digit(byte: &u8) -> bool {
    matches!(byte, b'1'..=b'9')
}

/// How the cells can stand in boxes of which the second is between the bars at `a` and `b`: the place of the first cell, the distance between two,
/// and what is added to it between boxes.
fn in_boxes(a: usize, b: usize) -> Vec<[usize; 3]> {
    let layouts: &[[usize; 2]] = match b - a {
        4 => &[[0, 1]],
        6 => &[[0, 2], [1, 1]],
        8 => &[[1, 2]],
        _ => &[],
    };
    let first = |start: usize| (2 * a + 1 + start).checked_sub(b);
    layouts.iter().filter_map(|&[start, step]| Some([first(start)?, step, b - a - 3 * step])).collect()
}
