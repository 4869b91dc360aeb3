//! A page to print: a table for each grid, with its title or its number as the caption. Cells, rows
//! and the page itself have no end tags: HTML does not need them. So the page can end after any
//! grid.

use super::words::{caption, reply_words};
use super::{Buffer, Style};
use crate::grid::{Cell, digits_of};
use crate::question::case::Case;
use crate::question::reply::Reply;

/// The start of the page, up to the first grid.
pub(super) const HEAD: &str = concat!(
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n",
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Sudoku</title>\n<style>\n",
    include_str!("sheet.css"),
    "</style>\n"
);

/// A space as wide as a digit.
const FIGURE_SPACE: char = '\u{2007}';

/// Appends the table of a grid; nothing if the reply has none.
pub(super) fn write(style: &Style<'_>, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let Some(grid) = reply.grid(case.record) else {
        return;
    };
    out.push_str("<table><caption>");
    if let Some(name) = style.shown_input_name {
        push_escaped(&format!("{name}: "), out);
    }
    push_escaped(&caption(case, &reply_words(case, reply)), out);
    out.push_str("</caption>");
    let clues = reply.clues(case.record);
    let candidates = grid.candidates();
    for cell in Cell::all() {
        if cell.column() == 1 {
            out.push_str("\n<tr>");
        }
        out.push_str("<td>");
        match clues[cell] {
            // Plain pencil marks are small, whether there is one or all nine.
            0 if reply.shows_plain_marks() => push_candidates(candidates[cell], out),
            0 => push_open_cell(candidates[cell], out),
            clue => write!(out, "<b>{clue}</b>"),
        }
    }
    out.push_str("\n</table>\n");
}

fn push_escaped(text: &str, out: &mut Buffer) {
    out.push_str(&text.replace('&', "&amp;").replace('<', "&lt;"));
}

/// Appends what is in a cell without a clue: a digit that was found, or candidates.
fn push_open_cell(mask: u16, out: &mut Buffer) {
    match mask.count_ones() {
        1 => write!(out, "{}", 1 + mask.trailing_zeros()),
        // Any digit is possible, so the cell is left empty.
        9 => (),
        _ => push_candidates(mask, out),
    }
}

/// Appends candidates in small digits, three in a row, each in its own place.
fn push_candidates(mask: u16, out: &mut Buffer) {
    out.push_str("<small>");
    for digit in 1..=9 {
        if digits_of(mask).any(|candidate| candidate == digit) {
            write!(out, "{digit}");
        } else {
            write!(out, "{FIGURE_SPACE}");
        }
        if digit == 3 || digit == 6 {
            out.push_str("\n");
        }
    }
    out.push_str("</small>");
}
