//! One line for each record: its answer, or nothing. The solutions of a record, if all are listed, are separated from those of the
//! next by an empty line.

use super::buffer::Buffer;
use super::{Answered, Text, digits, text};
use crate::grid::{CELLS, Grid};
use crate::reply::Reply;

pub(super) fn write(answered: &Answered<'_>, out: &mut Buffer) {
    if let Reply::Listed(0 | 1, _) = answered.reply {
        out.separate("\n");
    }
    match text(answered) {
        Text::Solution(solution) => push_solution(solution, &mut out.bytes),
        Text::Words(words) => out.push_display(format_args!("{words}\n")),
        Text::Nothing if matches!(answered.reply, Reply::Listed(..)) => (),
        Text::Nothing => out.push_str("\n"),
    }
}

/// Appends the line of a solution. Most records of most streams need nothing else.
pub(crate) fn push_solution(solution: &Grid, out: &mut Vec<u8>) {
    let mut line = [b'\n'; CELLS + 1];
    line[..CELLS].copy_from_slice(&digits(solution));
    out.extend_from_slice(&line);
}
