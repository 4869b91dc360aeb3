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
pub(super) fn read(line: &[u8], push: impl FnMut(Mask, usize)) -> Option<(usize, bool)> {
    let any_digit = line.iter().any(u8::is_ascii_digit);
    if !any_digit || !line.iter().all(|byte| matches!(byte, b'1'..=b'9' | b' ' | b'|')) {
        return None;
    }
    if line.contains(&b'|') { read_boxes(line, push) } else { read_line(line, push) }
}

fn read_line(line: &[u8], mut push: impl FnMut(Mask, usize)) -> Option<(usize, bool)> {
    let (step, count) = match line.len() {
        1..=9 => (1, 9),
        17 => (2, 9),
        CELLS => (1, CELLS),
        _ => return None,
    };
    let is_digit = |at: usize| line.get(at).is_some_and(u8::is_ascii_digit);
    let has_inner_space = line.trim_ascii().contains(&b' ');
    // Digits with a space between each two are too few cells rather than nine.
    let is_spaced = step == 1 && (0..line.len()).all(|at| is_digit(at) == (at % 2 == 0));
    // A number at the end of an indent is no row, nor are digits with fewer spaces than could be blanks.
    let is_number = !has_inner_space && line[0] == b' ' && is_digit(line.len() - 1);
    let is_short = line.len() < 9 && (is_number || !line.windows(2).any(|pair| pair == b"  "));
    let is_apart = step == 1 || !(1..line.len()).step_by(2).any(is_digit);
    if is_spaced || is_short || !is_apart || count == CELLS && !has_inner_space {
        return None;
    }
    (0..count).map(|place| place * step).for_each(|at| push(line.get(at).map_or(0, |&byte| mask_of(byte)), at));
    Some((step, false))
}

/// Reads three boxes with bars between them.
fn read_boxes(line: &[u8], mut push: impl FnMut(Mask, usize)) -> Option<(usize, bool)> {
    let text = line.trim_ascii();
    let outer = text.strip_prefix(b"|").and_then(|text| text.strip_suffix(b"|"));
    let start = if outer.is_some() { line.len() - line.trim_ascii_start().len() + 1 } else { 0 };
    let mut parts = outer.unwrap_or(line).splitn(4, |&byte| byte == b'|');
    let boxes = [parts.next()?, parts.next()?, parts.next()?];
    if parts.next().is_some() {
        return None;
    }
    let [left, middle, right] = boxes;
    let starts = [start, start + left.len() + 1, start + left.len() + middle.len() + 2];
    let (step, space) = [(1, 0), (1, 1), (2, 0), (2, 1)].into_iter().find(|&(step, space)| {
        let width = 2 * step + 1 + 2 * space;
        // Without bars at the ends there is no space beside them, and spaces at the end may be missing.
        let edge = if outer.is_some() { space } else { 0 };
        let fits = |part: &[u8], first: usize| {
            let is_place = |at: usize| at >= first && (at - first).is_multiple_of(step) && at <= first + 2 * step;
            part.iter().enumerate().all(|(at, byte)| *byte == b' ' || is_place(at))
        };
        middle.len() == width
            && left.len() == width - space + edge
            && (right.len() == left.len() || outer.is_none() && right.len() < left.len().max(middle.len()))
            && fits(left, edge)
            && fits(middle, space)
            && fits(right, space)
    })?;
    let edge = if outer.is_some() { space } else { 0 };
    for ((part, first), start) in boxes.into_iter().zip([edge, space, space]).zip(starts) {
        for at in (0..3).map(|place| first + place * step) {
            push(part.get(at).map_or(0, |&byte| mask_of(byte)), start + at);
        }
    }
    Some((step, outer.is_some()))
}
