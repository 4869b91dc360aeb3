//! Grids in frames of box-drawing characters. Words become a caption above the grids that they are about; it starts
//! with `#`, which input formats read as a comment, so this output can be read again.

use super::buffer::Buffer;
use super::{Answered, Text, start_block, text};
use crate::grid::{CELLS, Cell, Grid, digits_of};
use crate::reply::{Reply, differing_cells, join};

/// As long as three cells with eight candidates each.
const LINE: &str = "────────────────────────────";

/// ANSI escape sequences: bold, green, bold yellow.
const CLUE: &str = "\x1b[1m";
const FOUND: &str = "\x1b[32m";
const HIGHLIGHTED: &str = "\x1b[1;33m";
const RESET: &str = "\x1b[0m";

pub(super) fn write(answered: &Answered<'_>, color: bool, out: &mut Buffer) {
    let clues = answered.record.puzzle.map_or(Grid::EMPTY, |(grid, _)| *grid);
    let masks = match text(answered) {
        Text::Nothing => return,
        Text::Words(words) => return write_words(answered, &words, &clues, color, out),
        Text::Grid(grid) => masks(grid),
        Text::Candidates(candidates) => *candidates.masks(),
    };
    start_block(answered, out);
    // The title that stood above the grid, or the number of a grid that is only converted.
    match (answered.record.title, answered.reply) {
        (Some(title), _) => out.push_display(format_args!("# {title}\n")),
        (None, Reply::Record) => out.push_display(format_args!("# {}\n", answered.record.number)),
        _ => (),
    }
    draw(&masks, &clues, &[], color, out);
}

/// Writes words as a caption, and the grids that they are about.
fn write_words(answered: &Answered<'_>, words: &str, clues: &Grid, color: bool, out: &mut Buffer) {
    let (note, highlighted, grids) = match answered.reply {
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
        _ => (String::new(), Vec::new(), [None; 2]),
    };
    out.separate("\n");
    // A line break would end the comment.
    let input = answered.input.replace(['\r', '\n'], " ");
    out.push_display(format_args!("# {input}:{}: {words}{note}\n", answered.record.line));
    for grid in grids.into_iter().flatten() {
        out.push_str("\n");
        draw(&masks(grid), clues, &highlighted, color, out);
    }
}

/// The digit of each cell as its only candidate; none in a blank.
fn masks(grid: &Grid) -> [u16; CELLS] {
    grid.cells().map(|digit| 1 << digit >> 1)
}

/// Draws the candidates of each cell; a dot stands for none or all. With color, highlighted cells stand out first, then clues, then the
/// digits that were found.
fn draw(masks: &[u16; CELLS], clues: &Grid, highlighted: &[Cell], color: bool, out: &mut Buffer) {
    // The text of a cell, with spaces after it, and its length.
    let text = |mask: u16| {
        let mut text = [b' '; 10];
        text[0] = if matches!(mask, 0 | 0x1ff) { b'.' } else { b'1' + mask.trailing_zeros() as u8 };
        if mask.is_power_of_two() || text[0] == b'.' {
            return (text, 1);
        }
        text.iter_mut().zip(digits_of(mask)).for_each(|(byte, digit)| *byte = b'0' + digit);
        (text, mask.count_ones() as usize)
    };
    let texts = masks.map(text);
    let mut widths = [1; 9];
    texts.iter().zip((0..9).cycle()).for_each(|((_, length), c)| widths[c] = widths[c].max(*length));
    let rule = |[left, middle, right]: [&str; 3], out: &mut Buffer| {
        for (stack, corner) in widths.chunks_exact(3).zip([left, middle, middle]) {
            out.push_str(corner);
            out.push_str(&LINE[.."─".len() * (stack.iter().sum::<usize>() + 4)]);
        }
        out.push_str(right);
    };
    let mut cells = Cell::all().zip(&texts);
    for r in 0..9 {
        match r {
            0 => rule(["┌", "┬", "┐\n"], out),
            3 | 6 => rule(["├", "┼", "┤\n"], out),
            _ => (),
        }
        for (c, (cell, (text, length))) in (0..9).zip(&mut cells) {
            if c % 3 == 0 {
                out.push_str("│ ");
            }
            let style = match (clues[cell], length) {
                _ if !color => "",
                _ if highlighted.contains(&cell) => HIGHLIGHTED,
                (1.., _) => CLUE,
                (0, 1) => FOUND,
                (0, _) => "",
            };
            out.push_str(style);
            for (index, &byte) in text[..=widths[c]].iter().enumerate() {
                if index == *length && !style.is_empty() {
                    out.push_str(RESET);
                }
                out.bytes.push(byte);
            }
        }
        out.push_str("│\n");
    }
    rule(["└", "┴", "┘\n"], out);
}
