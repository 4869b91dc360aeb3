//! One line for each record: its answer, or nothing. The solutions of a record, if all are listed,
//! are separated from those of the next by an empty line.

use super::buffer::Buffer;
use super::{push_grid, words};
use crate::grid::{CELLS, Grid};
use crate::reply::{Case, Reply};

pub(super) fn write(case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    match reply {
        Reply::NoneListed => return out.separate("\n"),
        Reply::Listed(1, _) => out.separate("\n"),
        _ => (),
    }
    if case.with_filename {
        out.push_str(case.input_name);
        out.push_str(":");
    }
    match reply.grid(case.record) {
        Some(grid) => push_grid(grid, out),
        None => out.push_str(&words(case, reply)),
    }
    out.push_str("\n");
}

/// Appends the line of a solution. Most records of most streams need nothing else.
pub(crate) fn push_solution(solution: &Grid, out: &mut Vec<u8>) {
    let mut line = [b'\n'; CELLS + 1];
    line[..CELLS].copy_from_slice(&solution.text());
    out.extend_from_slice(&line);
}
