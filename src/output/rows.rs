//! Nine lines for each grid, packed or spaced, and nothing for a record without an answer. Pencil marks have no place here, only their
//! naked singles do.

use super::buffer::Buffer;
use super::{Answered, Text, start_block, text};

pub(super) fn write(answered: &Answered<'_>, is_spaced: bool, out: &mut Buffer) {
    let grid = match text(answered) {
        Text::Grid(grid) => *grid,
        Text::Candidates(candidates) => candidates.naked_singles(),
        Text::Words(_) => return,
    };
    start_block(answered, out);
    for row in grid.text().chunks_exact(9) {
        if is_spaced {
            out.bytes.extend(row.iter().flat_map(|&digit| [digit, b' ']).take(17));
        } else {
            out.bytes.extend_from_slice(row);
        }
        out.bytes.push(b'\n');
    }
}
