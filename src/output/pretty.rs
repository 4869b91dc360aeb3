//! Grids in frames of box-drawing characters. Words become a caption above the grids that they are about; it starts
//! with `#`, which input formats read as a comment, so this output can be read again.

use super::buffer::Buffer;
use super::{name_in_comment, open_cells, start_block, words};
use crate::grid::{Candidates, Cell, Grid, digits_of, join};
use crate::reply::{Case, Reply, differing_cells};

/// As long as three cells with eight candidates each.
const LINE: &str = "────────────────────────────";

/// ANSI escape sequences: bold, green, bold yellow.
const CLUE: &str = "\x1b[1m";
const FOUND: &str = "\x1b[32m";
const HIGHLIGHTED: &str = "\x1b[1;33m";
const RESET: &str = "\x1b[0m";

pub(super) fn write(case: &Case<'_>, reply: &Reply<'_>, color: bool, out: &mut Buffer) {
    let clues = case.record.puzzle.map_or(Grid::EMPTY, |(grid, _)| *grid);
    let candidates = match (reply, reply.grid(case.record)) {
        (Reply::Steps(_, left), _) => **left,
        (_, Some((grid, marks))) => marks.copied().unwrap_or_else(|| grid.into()),
        (_, None) => return write_words(case, reply, &clues, color, out),
    };
    start_block(case, reply, out);
    // The title that stood above the grid, or the number of a grid that is only converted.
    match (case.record.title, reply) {
        (Some(title), _) => out.push_display(format_args!("# {title}\n")),
        (None, Reply::Record) => out.push_display(format_args!("# {}\n", case.record.number)),
        _ => (),
    }
    draw(&candidates, &clues, &[], color, out);
    if let Reply::Steps(steps, left) = reply {
        steps.iter().zip(1..).for_each(|(step, number)| out.push_display(format_args!("{number}. {step:#}\n")));
        match open_cells(left) {
            0 => (),
            open => {
                out.push_display(format_args!("The techniques up to XYZ-wing (4.4) end here; {open} cells are open.\n"))
            }
        }
    }
}

/// Writes words as a caption, and the grids that they are about.
fn write_words(case: &Case<'_>, reply: &Reply<'_>, clues: &Grid, color: bool, out: &mut Buffer) {
    let words = words(case, reply);
    if words.is_empty() {
        return;
    }
    let (note, highlighted, grids) = match reply {
        Reply::Verdict(solutions) => {
            let differing = differing_cells(*solutions);
            let (count, cells) = (differing.len(), join(&differing, " "));
            let note = if count == 0 { "" } else { &format!(", two solutions differ in {count} cells: {cells}") };
            (note.to_string(), differing, *solutions)
        }
        Reply::Redundant(redundant) => {
            let note = if redundant.is_empty() { "" } else { " could each be removed" };
            (note.into(), redundant.iter().map(|clue| clue.cell).collect(), [Some(clues), None])
        }
        Reply::Rating(rating) => {
            let hardest = rating.hardest().filter(|_| rating.tenths().is_some());
            let note = hardest.map_or(String::new(), |technique| format!(", {}", technique.name));
            (note, Vec::new(), [Some(clues), None])
        }
        _ => (String::new(), Vec::new(), [None; 2]),
    };
    out.separate("\n");
    out.push_display(format_args!("# {}:{}: {words}{note}\n", name_in_comment(case), case.record.line));
    for grid in grids.into_iter().flatten() {
        out.push_str("\n");
        draw(&Candidates::from(grid), clues, &highlighted, color, out);
    }
}

/// Draws the candidates of each cell; a dot stands for none or all. With color, highlighted cells stand out first, then clues, then the
/// digits that were found.
fn draw(candidates: &Candidates, clues: &Grid, highlighted: &[Cell], color: bool, out: &mut Buffer) {
    let width = |mask: u16| if matches!(mask, 0 | 0x1ff) { 1 } else { mask.count_ones() as usize };
    let mut widths = [1; 9];
    candidates.masks().iter().zip((0..9).cycle()).for_each(|(mask, c)| widths[c] = widths[c].max(width(*mask)));
    let rule = |[left, middle, right]: [&str; 3], out: &mut Buffer| {
        for (stack, corner) in widths.chunks_exact(3).zip([left, middle, middle]) {
            out.push_str(corner);
            out.push_str(&LINE[.."─".len() * (stack.iter().sum::<usize>() + 4)]);
        }
        out.push_str(right);
    };
    for (cell, &mask) in Cell::all().zip(candidates.masks()) {
        let (r, c) = (cell.row() - 1, cell.column() - 1);
        match (r, c) {
            (0, 0) => rule(["┌", "┬", "┐\n"], out),
            (3 | 6, 0) => rule(["├", "┼", "┤\n"], out),
            _ => (),
        }
        if c % 3 == 0 {
            out.push_str("│ ");
        }
        let width = width(mask);
        let style = match clues[cell] {
            _ if !color => "",
            _ if highlighted.contains(&cell) => HIGHLIGHTED,
            1.. => CLUE,
            0 if width == 1 => FOUND,
            0 => "",
        };
        out.push_str(style);
        match mask {
            0 | 0x1ff => out.bytes.push(b'.'),
            _ if width == 1 => out.bytes.push(b'1' + mask.trailing_zeros() as u8),
            _ => out.bytes.extend(digits_of(mask).map(|d| b'0' + d)),
        }
        out.push_str(if style.is_empty() { "" } else { RESET });
        (width..=widths[c]).for_each(|_| out.bytes.push(b' '));
        if c == 8 {
            out.push_str("│\n");
        }
    }
    rule(["└", "┴", "┘\n"], out);
}
