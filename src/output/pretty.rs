//! Grids in frames of box-drawing characters. Words become a caption above the grids that they are about; it starts
//! with `#`, which input formats read as a comment, so this output can be read again.

use super::buffer::Buffer;
use super::{Answered, Text, separate_blocks, text};
use crate::grid::{Cell, Grid};
use crate::reply::{Reply, differing_cells};

const TOP: &str = "┌───────┬───────┬───────┐\n";
const MIDDLE: &str = "├───────┼───────┼───────┤\n";
const BOTTOM: &str = "└───────┴───────┴───────┘\n";

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
        Text::Solution(solution) => {
            separate_blocks(reply, out);
            return draw(solution, &clues, &[], color, out);
        }
        Text::Words(words) => words,
    };
    let (note, highlighted, grids) = match reply {
        Reply::Verdict(_, solutions) => {
            let differing = differing_cells(solutions);
            let names: Vec<String> = differing.iter().map(Cell::to_string).collect();
            let count = names.len();
            let note = format!(", two solutions differ in {count} cells: {}", names.join(" "));
            (if names.is_empty() { String::new() } else { note }, differing, &solutions[..])
        }
        Reply::Redundant(Ok(redundant)) => {
            let note = if redundant.is_empty() { "" } else { " could each be removed" };
            (note.into(), redundant.iter().map(|clue| clue.cell).collect(), &[clues][..])
        }
        _ => (String::new(), Vec::new(), &[][..]),
    };
    separate_blocks(reply, out);
    // A line break would end the comment.
    let input = answered.input.replace(['\r', '\n'], " ");
    out.push_display(format_args!("# {input}:{}: {words}{note}\n", answered.record.line));
    for grid in grids {
        out.push_str("\n");
        draw(grid, &clues, &highlighted, color, out);
    }
}

/// Draws a grid. With color, highlighted cells stand out first, then clues, then the digits that were found.
fn draw(grid: &Grid, clues: &Grid, highlighted: &[Cell], color: bool, out: &mut Buffer) {
    for cell in Cell::all() {
        match (cell.row(), cell.column()) {
            (1, 1) => out.push_str(TOP),
            (4 | 7, 1) => out.push_str(MIDDLE),
            _ => (),
        }
        if cell.column() % 3 == 1 {
            out.push_str("│ ");
        }
        let style = match (highlighted.contains(&cell), clues[cell]) {
            (true, _) => HIGHLIGHTED,
            (false, 0) => FOUND,
            (false, _) => CLUE,
        };
        let [style, reset] = if color { [style, RESET] } else { [""; 2] };
        out.push_str(style);
        out.bytes.push(if grid[cell] == 0 { b'.' } else { b'0' + grid[cell] });
        out.push_str(reset);
        out.push_str(if cell.column() == 9 { " │\n" } else { " " });
    }
    out.push_str(BOTTOM);
}
