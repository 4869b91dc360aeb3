//! Grids in frames of box-drawing characters. The title or the number of a grid, and words, become
//! a caption above it; it starts with `#`, which input formats read as a comment, so this output
//! can be read again.

use std::sync::LazyLock;

use super::buffer::Buffer;
use super::{note, one_line, open_cells, start_block, words};
use crate::grid::{CELLS, Candidates, Cell, Grid, digits_of, join};
use crate::input::CANDIDATE_CELLS;
use crate::reply::{Case, Marked, Reply};

/// As long as three cells with nine candidates each.
const LINE: &str = "───────────────────────────────";

/// ANSI escape sequences: bold, green, bold yellow.
const CLUE: &str = "\x1b[1m";
const FOUND: &str = "\x1b[32m";
const HIGHLIGHTED: &str = "\x1b[1;33m";
const RESET: &str = "\x1b[0m";

/// The drawing of a grid without digits, and the places of its cells.
static BLANKS: LazyLock<(Vec<u8>, [usize; CELLS])> = LazyLock::new(|| {
    let mut out = Buffer::default();
    draw_cells(&Candidates::ALL, &[], " ", None, &mut out);
    let mut places = (0..out.bytes.len()).filter(|&at| out.bytes[at] == b'.');
    let places = std::array::from_fn(|_| places.next().unwrap_or_default());
    (out.bytes, places)
});

pub(super) fn write(case: &Case<'_>, reply: &Reply<'_>, color: bool, out: &mut Buffer) {
    let clues = color.then(|| reply.clues(case.record));
    let clues = clues.as_ref();
    if let Some(grid) = reply.grid(case.record) {
        start_block(case, reply, out);
        if !matches!(reply, Reply::Listed(2.., _)) {
            caption(case, note(case, reply), out);
        }
        return draw(grid, &[], " ", clues, out);
    }
    let words = words(case, reply);
    if words.is_empty() {
        return;
    }
    start_block(case, reply, out);
    // The note behind the words, the grids to draw, and the cells to highlight in them.
    let puzzle = || case.record.puzzle.into_iter().collect();
    let (note, grids, highlighted): (String, Vec<Marked<'_>>, Vec<Cell>) = match reply {
        Reply::Verdict => {
            let (cells, grids) = (case.differing_cells(), case.solutions().iter().map(|grid| (grid, None)).collect());
            let names = join(&cells, " ");
            let note = format!(", two solutions differ in {} cells: {names}", cells.len());
            (if cells.is_empty() { String::new() } else { note }, grids, cells)
        }
        Reply::Redundant(redundant) => {
            let note = if redundant.is_empty() { "" } else { " could each be removed" };
            (note.into(), puzzle(), redundant.iter().map(|clue| clue.cell).collect())
        }
        Reply::Rating(rating) => {
            let hardest = rating.hardest().filter(|_| rating.tenths().is_some());
            (hardest.map_or(String::new(), |technique| format!(", {}", technique.name)), puzzle(), Vec::new())
        }
        Reply::Steps(_, left) => (String::new(), vec![(&Grid::EMPTY, Some(left))], Vec::new()),
        Reply::Check(Err(wrong)) => {
            (String::new(), wrong.grid.iter().map(|grid| (grid, None)).collect(), wrong.cells.clone())
        }
        _ => Default::default(),
    };
    let sign = if matches!(reply, Reply::Check(_)) { "!" } else { " " };
    let words = if matches!(reply, Reply::Steps(..)) { String::new() } else { format!(": {words}{note}") };
    caption(case, &words, out);
    for (index, grid) in grids.into_iter().enumerate() {
        out.push_str(if index == 0 { "" } else { "\n" });
        draw(grid, &highlighted, sign, clues, out);
    }
    if let Reply::Steps(steps, left) = reply {
        steps.iter().zip(1..).for_each(|(step, number)| out.push_display(format_args!("{number}. {step:#}\n")));
        if let open @ 1.. = open_cells(left) {
            let end = "The techniques up to XYZ-wing (4.4) end here";
            out.push_display(format_args!("{end}; {open} cells are open.\n"));
        }
    }
}

/// Writes the title that stood above a grid, or its number, and a note.
fn caption(case: &Case<'_>, note: &str, out: &mut Buffer) {
    match case.record.title {
        Some(title) => out.push_display(format_args!("# {title}{note}\n")),
        None => out.push_display(format_args!("# {}{}\n", case.record.number, one_line(note))),
    }
}

/// Draws a grid, or its pencil marks. With the clues, which are only given for color, highlighted
/// cells stand out first, then clues, then the digits that were found. Without color, a sign
/// follows highlighted cells.
fn draw((grid, marks): Marked<'_>, highlighted: &[Cell], sign: &str, clues: Option<&Grid>, out: &mut Buffer) {
    match marks {
        Some(marks) => draw_cells(marks, highlighted, sign, clues, out),
        None if clues.is_some() || sign != " " => draw_cells(&grid.into(), highlighted, sign, clues, out),
        None => {
            let start = out.bytes.len();
            out.bytes.extend_from_slice(&BLANKS.0);
            for (d, place) in grid.cells().iter().zip(BLANKS.1).filter(|(d, _)| **d > 0) {
                out.bytes[start + place] = b'0' + d;
            }
        }
    }
}

/// Why pencil marks cannot be drawn so that they are read as the same.
pub(super) fn objection(marks: &Candidates) -> Option<String> {
    if let Some(cell) = Cell::all().find(|&cell| marks[cell] == 0) {
        return Some(format!("{cell} has no candidate, which a drawing cannot show"));
    }
    let words = marks.masks().iter().filter(|mask| mask.count_ones() > 1).count();
    let is_unclear = needs_words(marks) && words < CANDIDATE_CELLS;
    is_unclear.then(|| {
        format!("a drawing with fewer than {CANDIDATE_CELLS} cells of several candidates is not read as pencil marks")
    })
}

/// Whether pencil marks are read as such only if cells with all candidates are drawn as words: with
/// a dot for these cells there are too few words, or single candidates that clash would be read as
/// clues.
fn needs_words(marks: &Candidates) -> bool {
    let words = marks.masks().iter().filter(|mask| (2..9).contains(&mask.count_ones())).count();
    (1..CANDIDATE_CELLS).contains(&words) || !marks.to_grid().obeys_rules()
}

/// Draws the candidates of each cell; a dot stands for all.
fn draw_cells(marks: &Candidates, highlighted: &[Cell], sign: &str, clues: Option<&Grid>, out: &mut Buffer) {
    let dot = if needs_words(marks) { 0 } else { 0x1ff };
    let width = |mask: u16| if mask == dot { 1 } else { mask.count_ones() as usize };
    let mut widths = [1; 9];
    marks.masks().iter().zip((0..9).cycle()).for_each(|(mask, c)| widths[c] = widths[c].max(width(*mask)));
    let rule = |[left, middle, right]: [&str; 3], out: &mut Buffer| {
        for (stack, corner) in widths.chunks_exact(3).zip([left, middle, middle]) {
            out.push_str(corner);
            out.push_str(&LINE[.."─".len() * (stack.iter().sum::<usize>() + 4)]);
        }
        out.push_str(right);
    };
    for (cell, &mask) in Cell::all().zip(marks.masks()) {
        let (r, c) = (cell.row() - 1, cell.column() - 1);
        match (r, c) {
            (0, 0) => rule(["┌", "┬", "┐\n"], out),
            (3 | 6, 0) => rule(["├", "┼", "┤\n"], out),
            _ => (),
        }
        if c % 3 == 0 {
            out.push_str("│ ");
        }
        let (width, is_highlighted) = (width(mask), highlighted.contains(&cell));
        let style = match clues.map(|clues| clues[cell]) {
            None => "",
            Some(_) if is_highlighted => HIGHLIGHTED,
            Some(1..) => CLUE,
            Some(0) if width == 1 => FOUND,
            Some(0) => "",
        };
        out.push_str(style);
        match mask {
            _ if mask == dot => out.bytes.push(b'.'),
            _ => out.bytes.extend(digits_of(mask).map(|d| b'0' + d)),
        }
        out.push_str(if style.is_empty() { "" } else { RESET });
        out.push_str(if is_highlighted && clues.is_none() { sign } else { " " });
        (width..widths[c]).for_each(|_| out.bytes.push(b' '));
        if c == 8 {
            out.push_str("│\n");
        }
    }
    rule(["└", "┴", "┘\n"], out);
}
