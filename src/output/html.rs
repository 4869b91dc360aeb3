//! A page to print: a table for each grid, with its title or its number as the caption. HTML needs
//! no end tags for cells, rows and the page itself, so a page can grow as long as there are grids.

use super::{Buffer, caption, words};
use crate::grid::Cell;
use crate::question::reply::{Case, Reply};

/// The start of the page, up to the first grid.
pub(crate) const HEAD: &str = concat!(
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n",
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Sudoku</title>\n<style>\n",
    include_str!("sheet.css"),
    "</style>\n"
);

/// A space as wide as a digit.
const GAP: char = '\u{2007}';

pub(super) fn write(case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let Some(grid) = reply.grid(case.record) else {
        return;
    };
    let (clues, candidates) = (reply.clues(case.record), grid.candidates());
    let name = if case.input.with_filename {
        format!("{}: ", case.input.name)
    } else {
        String::new()
    };
    let caption = name + &caption(case, &words(case, reply));
    write!(
        out,
        "<table><caption>{}</caption>",
        caption.replace('&', "&amp;").replace('<', "&lt;")
    );
    for (cell, &mask) in Cell::all().zip(candidates.masks()) {
        out.push_str(if cell.column() == 1 {
            "\n<tr><td>"
        } else {
            "<td>"
        });
        match (clues[cell], mask.count_ones()) {
            (clue @ 1.., _) => write!(out, "<b>{clue}</b>"),
            (0, 1) => write!(out, "{}", 1 + mask.trailing_zeros()),
            (0, 9) => (),
            (0, _) => {
                let mark = |digit: u32| {
                    if mask >> (digit - 1) & 1 == 1 {
                        char::from_digit(digit, 10)
                    } else {
                        None
                    }
                };
                let line = |first: u32| {
                    (first..first + 3)
                        .map(|digit| mark(digit).unwrap_or(GAP))
                        .collect::<String>()
                };
                write!(out, "<small>{}\n{}\n{}</small>", line(1), line(4), line(7));
            }
        }
    }
    out.push_str("\n</table>\n");
}
