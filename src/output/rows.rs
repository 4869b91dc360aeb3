//! Nine lines for each grid, packed or spaced, and nothing for a record without an answer. Pencil
//! marks have no place here, only their naked singles do.

use super::buffer::Buffer;
use super::start_block;
use crate::grid::Candidates;
use crate::reply::{Case, Reply};

pub(super) fn write(case: &Case<'_>, reply: &Reply<'_>, is_spaced: bool, out: &mut Buffer) {
    let Some((grid, marks)) = reply.grid(case.record) else { return };
    let grid = marks.map_or(*grid, Candidates::to_grid);
    start_block(case, reply, out);
    for row in grid.text().chunks_exact(9) {
        if is_spaced {
            out.bytes.extend(row.iter().flat_map(|&digit| [digit, b' ']).take(17));
        } else {
            out.bytes.extend_from_slice(row);
        }
        out.bytes.push(b'\n');
    }
}
