//! Lines in which a space at the place of a cell is a blank.

use super::tokens::{Mask, mask_of};
use crate::grid::CELLS;

/// How such lines look, with `0` at the place of each cell. Spaces at the end of a line may be missing.
const DRAWINGS: [&[u8]; 14] = [
    b"000000000",
    b"0 0 0 0 0 0 0 0 0",
    &[b'0'; CELLS],
    b"000|000|000",
    b"000 | 000 | 000",
    b"0 0 0|0 0 0|0 0 0",
    b"0 0 0 | 0 0 0 | 0 0 0",
    b" 0 0 0 | 0 0 0 | 0 0 0",
    b"0 0 0 || 0 0 0 || 0 0 0",
    b" 0 0 0 || 0 0 0 || 0 0 0",
    b"|000|000|000|",
    b"| 000 | 000 | 000 |",
    b"|0 0 0|0 0 0|0 0 0|",
    b"| 0 0 0 | 0 0 0 | 0 0 0 |",
];

/// Reads a line of nine or 81 places, and passes on each cell and where it is. Returns how it looks.
pub(super) fn read(line: &[u8], mut push: impl FnMut(Mask, usize)) -> Option<&'static [u8]> {
    let any_digit = line.iter().any(u8::is_ascii_digit);
    if !any_digit || !line.iter().all(|byte| matches!(byte, b'1'..=b'9' | b' ' | b'|')) {
        return None;
    }
    let inner = line.trim_ascii();
    let indent = line.len() - line.trim_ascii_start().len();
    let text_of = |drawing: &[u8]| match drawing[0] {
        b'|' => inner,
        _ if inner.contains(&b'|') => line.trim_ascii_end(),
        _ => line,
    };
    let fits = |drawing: &&&[u8]| {
        let text = text_of(drawing);
        let byte = |at: usize| text.get(at).copied().unwrap_or(b' ');
        let is_like = |(at, &sign): (usize, &u8)| if sign == b'0' { byte(at) != b'|' } else { byte(at) == sign };
        // One space more at the end means nothing.
        text.len() <= drawing.len() + usize::from(text.ends_with(b" ")) && drawing.iter().enumerate().all(is_like)
    };
    let drawing = DRAWINGS.iter().find(fits)?;
    let text = text_of(drawing);
    let start = if drawing[0] == b'|' { indent } else { 0 };
    if !drawing.contains(&b'|') {
        // Digits with fewer spaces than could be blanks are no row, nor is a right-aligned number.
        let is_short = text.len() < 9 && !text.windows(2).any(|pair| pair == b"  ");
        let is_aligned = text.len() <= 9 && indent > 0 && text.ends_with(inner) || text.len() == CELLS;
        let is_number = !inner.contains(&b' ') && is_aligned;
        if is_short || is_number || text.len() > 9 && text.len() < drawing.len() {
            return None;
        }
    }
    for (at, _) in drawing.iter().enumerate().filter(|(_, sign)| **sign == b'0') {
        push(text.get(at).map_or(0, |&byte| mask_of(byte)), start + at);
    }
    Some(drawing)
}
