//! Nine lines for each grid, packed or with spaces between the digits.

use super::{Buffer, Style};
use crate::grid::{Candidates, MarkedGridRef};
use crate::question::case::Case;
use crate::question::options::OutputFormat;
use crate::question::reply::Reply;

/// Appends the rows of a grid; nothing if the reply has none. Rows have no room for pencil marks: a
/// mark that is alone in its cell is written as the digit of the cell, and others are left out.
pub(super) fn write(style: &Style<'_>, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let Some(MarkedGridRef { grid, marks }) = reply.grid(case.record) else {
        return;
    };
    let digits = marks.map_or(*grid, Candidates::to_grid).to_ascii_digits();
    style.start_block(reply, out);
    let is_spaced = style.format == OutputFormat::Spaced;
    for row in digits.as_chunks::<9>().0 {
        if is_spaced {
            let spaced = row.map(|digit| [digit, b' ']);
            // The last digit has no space after it.
            out.push_bytes(&spaced.as_flattened()[..17]);
        } else {
            out.push_bytes(row);
        }
        out.end_line();
    }
}
