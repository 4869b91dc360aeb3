//! Grids in frames of box-drawing characters. Words become a caption above the grids that they are about; it starts
//! with `#`, which input formats read as a comment, so this output can be read again.

use std::{array, iter};

use super::buffer::Buffer;
use super::{Answered, Text, start_block, text};
use crate::grid::{Candidates, Cell, Grid, digits_of};
use crate::reply::{Reply, differing_cells};

/// As long as three cells with eight candidates each.
const LINE: &str = "────────────────────────────";

/// ANSI escape sequences: bold, green, bold yellow.
const CLUE: &str = "\x1b[1m";
const FOUND: &str = "\x1b[32m";
const HIGHLIGHTED: &str = "\x1b[1;33m";
const RESET: &str = "\x1b[0m";

pub(super) fn write(answered: &Answered<'_>, color: bool, out: &mut Buffer) {
    let reply = answered.reply;
    let clues = answered.record.puzzle.map_or(Grid::EMPTY, |(grid, _)| *grid);
    let words = match text(answered) {
        Text::Nothing => return,
        Text::Grid(grid) => {
            start_drawing(answered, out);
            return draw(grid, &clues, &[], color, out);
        }
        Text::Candidates(candidates) => {
            start_drawing(answered, out);
            return draw_candidates(candidates, &clues, &[], color, out);
        }
        Text::Words(words) => words,
    };
    let (note, highlighted, grids) = match reply {
        Reply::Verdict(solutions) => {
            let differing = differing_cells(solutions);
            let names: Vec<String> = differing.iter().map(Cell::to_string).collect();
            let count = names.len();
            let note = format!(", two solutions differ in {count} cells: {}", names.join(" "));
            (if names.is_empty() { String::new() } else { note }, differing, **solutions)
        }
        Reply::Redundant(redundant) => {
            let note = if redundant.is_empty() { "" } else { " could each be removed" };
            (note.into(), redundant.iter().map(|clue| clue.cell).collect(), [Some(clues), None])
        }
        _ => (String::new(), Vec::new(), [None; 2]),
    };
    start_block(&Answered { with_filename: false, ..*answered }, out);
    // A line break would end the comment.
    let input = answered.input.replace(['\r', '\n'], " ");
    out.push_display(format_args!("# {input}:{}: {words}{note}\n", answered.record.line));
    for grid in grids.iter().flatten() {
        out.push_str("\n");
        draw(grid, &clues, &highlighted, color, out);
    }
}

/// Starts a drawing with its caption: the title that stood above the grid, or the number of a grid that is only converted.
fn start_drawing(answered: &Answered<'_>, out: &mut Buffer) {
    start_block(answered, out);
    match (answered.record.title, answered.reply) {
        (Some(title), _) => out.push_display(format_args!("# {title}\n")),
        (None, Reply::Record) => out.push_display(format_args!("# {}\n", answered.record.number)),
        _ => (),
    }
}

/// Draws a grid.
fn draw(grid: &Grid, clues: &Grid, highlighted: &[Cell], color: bool, out: &mut Buffer) {
    let masks = grid.cells().map(|digit| if digit == 0 { 0 } else { 1 << (digit - 1) });
    draw_candidates(&Candidates::from_masks(masks), clues, highlighted, color, out);
}

/// Draws the candidates of each cell; a dot stands for none or all. With color, highlighted cells stand out first, then clues, then the
/// digits that were found.
fn draw_candidates(candidates: &Candidates, clues: &Grid, highlighted: &[Cell], color: bool, out: &mut Buffer) {
    let count = |mask: u16| match mask {
        0 | 0x1ff => 0,
        _ if mask.is_power_of_two() => 1,
        _ => mask.count_ones() as usize,
    };
    let width = |column: usize| {
        let masks = candidates.masks()[column - 1..].iter().step_by(9);
        masks.map(|mask| count(*mask)).max().unwrap_or_default().max(1)
    };
    let widths: [usize; 9] = array::from_fn(|index| width(index + 1));
    let rule = |[left, middle, right]: [&str; 3], out: &mut Buffer| {
        for (index, stack) in widths.chunks_exact(3).enumerate() {
            out.push_str(if index == 0 { left } else { middle });
            out.push_str(&LINE[.."─".len() * (stack.iter().sum::<usize>() + 4)]);
        }
        out.push_str(right);
    };
    for cell in Cell::all() {
        match (cell.row(), cell.column()) {
            (1, 1) => rule(["┌", "┬", "┐\n"], out),
            (4 | 7, 1) => rule(["├", "┼", "┤\n"], out),
            _ => (),
        }
        if cell.column() % 3 == 1 {
            out.push_str("│ ");
        }
        let (mask, count) = (candidates[cell], count(candidates[cell]));
        let style = match (highlighted.contains(&cell), clues[cell], count) {
            (true, ..) => HIGHLIGHTED,
            (false, 1.., _) => CLUE,
            (false, 0, ..=1) => FOUND,
            (false, 0, _) => "",
        };
        let [style, reset] = if color && !style.is_empty() { [style, RESET] } else { [""; 2] };
        out.push_str(style);
        match count {
            0 => out.bytes.push(b'.'),
            1 => out.bytes.push(b'1' + mask.trailing_zeros() as u8),
            _ => out.bytes.extend(digits_of(mask).map(|digit| b'0' + digit)),
        }
        out.push_str(reset);
        out.bytes.extend(iter::repeat_n(b' ', widths[cell.column() - 1] - count.max(1)));
        out.push_str(if cell.column() == 9 { " │\n" } else { " " });
    }
    rule(["└", "┴", "┘\n"], out);
}
