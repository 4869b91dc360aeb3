//! Grids in frames of box-drawing characters. The title or the number of a grid, and words, form a
//! caption above it. The caption starts with `#`, a comment in input formats, so this output can be
//! read again.

use std::iter;
use std::sync::LazyLock;

use super::{Buffer, caption, count_unsolved_cells, start_block, words};
use crate::grid::{CELLS, Candidates, Cell, Grid, digits_of, join};
use crate::input::MIN_CANDIDATE_CELLS;
use crate::reply::{Case, Difficulty, MarkedGrid, Message, Reply};

/// ANSI escape sequences: bold, green, bold yellow.
const CLUE: &str = "\x1b[1m";
const FOUND: &str = "\x1b[32m";
const HIGHLIGHTED: &str = "\x1b[1;33m";
const RESET: &str = "\x1b[0m";

/// The drawing of a grid without digits, and the places of its cells.
static EMPTY_DRAWING: LazyLock<(Vec<u8>, [usize; CELLS])> = LazyLock::new(|| {
    let mut out = Buffer::default();
    draw(
        (&Grid::EMPTY, Some(&Candidates::ALL)),
        &[],
        " ",
        None,
        &mut out,
    );
    let mut places = (0..out.bytes.len()).filter(|&index| out.bytes[index] == b'.');
    let places = std::array::from_fn(|_| places.next().unwrap_or_default());
    (out.bytes, places)
});

pub(super) fn write(case: &Case<'_>, reply: &Reply<'_>, color: bool, out: &mut Buffer) {
    let clues = color.then(|| reply.clues(case.record));
    // The text of the caption, up to two grids to draw below it, and the cells to highlight there.
    let (mut text, mut grids, mut cells) = (
        words(case, reply).into_owned(),
        [reply.grid(case.record), None],
        Vec::new(),
    );
    if text.is_empty() && grids[0].is_none() {
        return;
    }
    match reply {
        Reply::Verdict => {
            (cells, grids) = (
                case.differing_cells(),
                [0, 1].map(|i| Some((case.solutions.get(i)?, None))),
            );
            if !cells.is_empty() {
                text += &format!(
                    ", two solutions differ in {} cells: {}",
                    cells.len(),
                    join(&cells, " ")
                );
            }
        }
        Reply::Redundant(clues) => {
            grids[0] = case.record.puzzle.ok();
            cells.extend(clues.iter().map(|clue| clue.cell));
            text += if cells.is_empty() {
                ""
            } else {
                " could each be removed"
            };
        }
        Reply::Rating(rating) => {
            grids[0] = case.record.puzzle.ok();
            let hardest = rating.hardest().filter(|_| rating.tenths().is_some());
            text += &hardest.map_or(String::new(), |technique| format!(", {}", technique.name));
        }
        Reply::Steps(_, left) => {
            (text, grids) = (String::new(), [Some((&Grid::EMPTY, Some(left))), None])
        }
        Reply::Check(Err(failure)) => {
            cells.extend(&failure.wrong_cells);
            grids[0] = failure.grid.as_ref().map(|grid| (grid, None));
        }
        _ => (),
    }
    start_block(case, reply, out);
    if !matches!(reply, Reply::Listed(2.., _)) {
        out.push_str("# ");
        out.push_str(&caption(case, &text));
        out.push_str("\n");
    }
    let suffix = if matches!(reply, Reply::Check(_)) {
        "!"
    } else {
        " "
    };
    for (index, grid) in grids.into_iter().flatten().enumerate() {
        out.push_str(if index == 0 { "" } else { "\n" });
        draw(grid, &cells, suffix, clues.as_ref(), out);
    }
    if let Reply::Steps(steps, left) = reply {
        steps
            .iter()
            .zip(1..)
            .for_each(|(step, number)| writeln!(out, "{number}. {step:#}"));
        if let unsolved @ 1.. = count_unsolved_cells(left) {
            writeln!(
                out,
                "The techniques end here, so it is {}; {unsolved} cells are open.",
                Difficulty::BEYOND
            );
        }
    }
}

/// Why the drawing of a reply would be read back as something else. Such a reply is not written.
pub(crate) fn find_ambiguity(case: &Case<'_>, reply: &Reply<'_>) -> Option<Message> {
    let marks = reply.grid(case.record)?.1?;
    let several = marks
        .masks()
        .iter()
        .filter(|mask| mask.count_ones() > 1)
        .count();
    let why = match Cell::all().find(|&cell| marks[cell] == 0) {
        Some(cell) => format!("{cell} has no candidate, which a drawing cannot show"),
        None if several < MIN_CANDIDATE_CELLS && spells_out_full_cells(marks) => format!(
            "a drawing with fewer than {MIN_CANDIDATE_CELLS} cells of several candidates is not read as pencil marks"
        ),
        None => return None,
    };
    Some(case.message(
        None,
        "the pencil marks cannot be drawn",
        why + ": use -o line",
    ))
}

/// Whether cells with all candidates must be drawn as words. With a dot for these cells, there
/// would be too few words to read the grid as pencil marks, or conflicting single candidates would
/// be read as clues.
fn spells_out_full_cells(marks: &Candidates) -> bool {
    let several = marks
        .masks()
        .iter()
        .filter(|mask| (2..9).contains(&mask.count_ones()))
        .count();
    (1..MIN_CANDIDATE_CELLS).contains(&several) || !marks.to_grid().obeys_rules()
}

/// Draws a grid, or its pencil marks; a dot stands for all candidates. The clues are only given for
/// color, which tells apart highlighted cells, clues and digits that were found. Without color, a
/// suffix follows highlighted cells.
fn draw(
    (grid, marks): MarkedGrid<'_>,
    highlighted: &[Cell],
    suffix: &str,
    clues: Option<&Grid>,
    out: &mut Buffer,
) {
    if marks.is_none() && clues.is_none() && highlighted.is_empty() {
        let start = out.bytes.len();
        out.bytes.extend_from_slice(&EMPTY_DRAWING.0);
        for (d, place) in grid
            .cells()
            .iter()
            .zip(EMPTY_DRAWING.1)
            .filter(|(d, _)| **d > 0)
        {
            out.bytes[start + place] = b'0' + d;
        }
        return;
    }
    let dot = if marks.is_some_and(spells_out_full_cells) {
        0
    } else {
        0x1ff
    };
    let marks = marks.copied().unwrap_or_else(|| grid.into());
    let width = |mask: u16| {
        if mask == dot {
            1
        } else {
            mask.count_ones() as usize
        }
    };
    let mut widths = [1; 9];
    marks
        .masks()
        .iter()
        .zip((0..9).cycle())
        .for_each(|(mask, c)| widths[c] = widths[c].max(width(*mask)));
    let bar = |stack: &[usize]| "─".repeat(stack.iter().sum::<usize>() + 4);
    let bars: Vec<String> = widths.chunks_exact(3).map(bar).collect();
    let rule = |[left, middle, right]: [&str; 3]| format!("{left}{}{right}\n", bars.join(middle));
    for (cell, &mask) in Cell::all().zip(marks.masks()) {
        let (r, c) = (cell.row() - 1, cell.column() - 1);
        if c == 0 && r % 3 == 0 {
            out.push_str(&rule(if r == 0 {
                ["┌", "┬", "┐"]
            } else {
                ["├", "┼", "┤"]
            }));
        }
        out.push_str(if c % 3 == 0 { "│ " } else { "" });
        let (width, is_highlighted) = (width(mask), highlighted.contains(&cell));
        let style = match clues.map(|clues| clues[cell]) {
            Some(_) if is_highlighted => HIGHLIGHTED,
            Some(1..) => CLUE,
            Some(0) if width == 1 => FOUND,
            _ => "",
        };
        out.push_str(style);
        match mask {
            _ if mask == dot => out.push_str("."),
            _ => out.bytes.extend(digits_of(mask).map(|d| b'0' + d)),
        }
        out.push_str(if style.is_empty() { "" } else { RESET });
        out.push_str(if is_highlighted && clues.is_none() {
            suffix
        } else {
            " "
        });
        out.bytes.extend(iter::repeat_n(b' ', widths[c] - width));
        out.push_str(if c == 8 { "│\n" } else { "" });
    }
    out.push_str(&rule(["└", "┴", "┘"]));
}
