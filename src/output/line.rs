//! A line for each reply: a grid, words, or nothing.

use super::words::{caption, reply_words, words_are_messages};
use super::{Buffer, Style};
use crate::grid::Grid;
use crate::question::case::Case;
use crate::question::reply::Reply;

/// Appends the line of a reply. If all solutions are listed, an empty line separates those of one
/// record from those of the next.
pub(super) fn write(style: &Style<'_>, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    match reply {
        // A record without solutions is an empty block: only its separator is written.
        Reply::NoneListed => return out.separate("\n"),
        Reply::Listed { index: 1, .. } => out.separate("\n"),
        _ => (),
    }
    if let Some(name) = style.shown_input_name {
        write!(out, "{name}:");
    }
    match reply.grid(case.record) {
        Some(grid) => out.push_grid(grid),
        None => push_words(style, case, reply, out),
    }
    out.end_line();
}

/// Appends the words of a reply, or the caption with them if the style wants captions. Messages
/// need no caption: they name the line of their grid.
fn push_words(style: &Style<'_>, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let words = reply_words(case, reply);
    if style.with_captions && !words_are_messages(case, reply) {
        out.push_str(&caption(case, &words));
    } else {
        out.push_str(&words);
    }
}

/// Appends what [`write()`] would append for [`Reply::Solution`] if the style has no input name.
/// Most replies of most streams are such lines, so this path must be fast.
pub(crate) fn push_solution(solution: &Grid, out: &mut Buffer) {
    out.push_bytes(&solution.to_ascii_digits());
    out.end_line();
}
