//! Lines in which a space at the place of a cell is a blank.
//!
//! ```text
//! 53  7           nine places side by side; spaces at the end may be missing
//! 5 3     7       nine places with a space between them
//! |53 | 7 |   |   three places between bars: side by side or apart, with or without a space beside the bars
//! 5 3   |   7   |
//! ```

use super::tokens::{Mask, mask_of};
use crate::grid::CELLS;

/// Reads a line of nine or 81 places, and passes on each cell and where it is. Returns how far places are apart, and whether there
/// are bars at the ends.
pub(super) fn read(line: &[u8], mut push: impl FnMut(Mask, usize)) -> Option<(usize, bool)> {
    let any_digit = line.iter().any(u8::is_ascii_digit);
    if !any_digit || !line.iter().all(|byte| matches!(byte, b'1'..=b'9' | b' ' | b'|')) {
        return None;
    }
    let framed = line.trim_ascii().strip_prefix(b"|").and_then(|text| text.strip_suffix(b"|"));
    let mut start = if framed.is_some() { line.len() - line.trim_ascii_start().len() + 1 } else { 0 };
    // Two bars side by side are one.
    let is_double = line.windows(2).any(|pair| pair == b"||");
    let mut parts: Vec<(usize, &[u8])> = Vec::with_capacity(5);
    for part in framed.unwrap_or(line).splitn(8, |&byte| byte == b'|') {
        if !is_double || !part.is_empty() {
            parts.push((start, part));
        }
        start += part.len() + 1;
    }
    // Whether a part has characters only at its places: `count` of them, `step` apart, from `first` on.
    let fits = |part: &[u8], first: usize, step: usize, count: usize| {
        let is_place = |at: usize| at >= first && (at - first).is_multiple_of(step) && (at - first) / step < count;
        part.iter().enumerate().all(|(at, byte)| *byte == b' ' || is_place(at))
    };
    let (firsts, step, count) = match parts[..] {
        [(_, line)] if framed.is_none() => {
            let (step, count) = match line.len() {
                1..=9 => (1, 9),
                17 => (2, 9),
                CELLS => (1, CELLS),
                _ => return None,
            };
            let has_inner_space = line.trim_ascii().contains(&b' ');
            // Digits with a space between each two are too few cells rather than nine; with fewer spaces than could be blanks they
            // are no row; and a number at the end of an indent is a number.
            let is_spaced = step == 1 && (0..line.len()).all(|at| (line[at] == b' ') == (at % 2 == 1));
            let is_short =
                line.len() < 9 && (!has_inner_space && line[0] == b' ' || !line.windows(2).any(|pair| pair == b"  "));
            if is_spaced || is_short || !fits(line, 0, step, count) || count == CELLS && !has_inner_space {
                return None;
            }
            ([0; 3], step, count)
        }
        [(_, left), (_, middle), (_, right)] => {
            let ways = [(1, 0), (1, 1), (2, 0), (2, 1)]
                .into_iter()
                .flat_map(|(step, space)| [(step, space, space), (step, space, 0)]);
            let mut ways = ways.filter(|(_, space, edge)| framed.is_none() || space == edge);
            let (firsts, step) = ways.find_map(|(step, space, edge)| {
                // Without bars at the ends, spaces at the ends may be missing.
                let width = 2 * step + 1 + 2 * space;
                let are_wide = middle.len() == width
                    && left.len() + space == width + edge
                    && (right.len() == left.len() || framed.is_none() && right.len() <= width);
                let are_places =
                    fits(left, edge, step, 3) && fits(middle, space, step, 3) && fits(right, space, step, 3);
                (are_wide && are_places).then_some(([edge, space, space], step))
            })?;
            (firsts, step, 3)
        }
        _ => return None,
    };
    for ((start, part), first) in parts.into_iter().zip(firsts) {
        for at in (0..count).map(|place| first + place * step) {
            push(part.get(at).map_or(0, |&byte| mask_of(byte)), start + at);
        }
    }
    Some((step, framed.is_some()))
}
