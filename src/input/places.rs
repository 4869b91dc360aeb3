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
    let is_digit = |byte: u8| matches!(byte, b'1'..=b'9');
    // One space more at the end means nothing.
    let fits = |length: usize| line.len() == length || line.len() == length + 1 && line.ends_with(b" ");
    // The place of the first cell, the distance between two, and between boxes what is added to it.
    let in_boxes = |a: usize, b: usize| {
        let layouts: &[(usize, usize)] = match b - a {
            4 => &[(0, 1)],
            6 => &[(0, 2), (1, 1)],
            8 => &[(1, 2)],
            _ => &[],
        };
        layouts
            .iter()
            .filter_map(move |(start, step)| Some(((2 * a + 1 + start).checked_sub(b)?, *step, b - a - 3 * step)))
    };
    let (inside, layouts) = match bars[..] {
        [a, b] => (0..line.len(), in_boxes(a, b).collect()),
        [first, a, b, last] if a - first == b - a && last - b == b - a => (first..last, in_boxes(a, b).collect()),
        [] if line.len() < 9 && line.windows(2).any(|pair| pair == b"  ") || fits(9) => {
            (0..line.len(), vec![(0, 1, 0)])
        }
        [] if fits(17) => (0..line.len(), vec![(0, 2, 0)]),
        [] if fits(CELLS) => (0..line.len(), vec![(0, 1, 0)]),
        _ => return None,
    };
    let count = if bars.is_empty() && fits(CELLS) { CELLS } else { 9 };
    let digits = line[inside.clone()].iter().filter(|byte| is_digit(**byte)).count();
    let is_clean = line[inside].iter().all(|&byte| is_digit(byte) || byte == b' ' || byte == b'|');
    // Without bars, a number that is aligned to the right is no row.
    let inner = line.trim_ascii();
    let is_number =
        bars.is_empty() && digits > 0 && !inner.contains(&b' ') && line.ends_with(inner) && line.len() > inner.len();
    if !is_clean || is_number || bars.is_empty() && digits == 0 && line.len() != 9 {
        return None;
    }
    let places = |(first, step, gap)| (0..count).map(move |cell| first + step * cell + cell / 3 * gap);
    let has_all = |places: &_| {
        Iterator::filter(Clone::clone(places), |&at| line.get(at).is_some_and(|&byte| is_digit(byte))).count() == digits
    };
    Some((layouts.into_iter().map(places).find(has_all)?, bars.len() == 4))
}
