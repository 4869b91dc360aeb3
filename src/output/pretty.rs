//! Grids in frames of box-drawing characters. The title or the number of a grid, and words, form a
//! caption above it. The caption starts with `#`, a comment in input formats, so this output can be
//! read again.
//!
//! ```text
//! # 1                                                 the caption
//! ┌─────────────────┬──────────────┬─────────────────┐
//! │ 5   3    124    │ 26   7  2468 │ 1489  1249 248  │  a digit, or candidates as a word
//! │ 6   .    247    │ 1    9  5    │ 3478  234  2478 │  a dot is a blank, or all candidates
//! ...
//! │ 5!3 5!│ 6 7 8 │ 9 1 2 │                            in a check, `!` after a wrong digit
//! ```

use std::borrow::Cow;
use std::iter;
use std::sync::LazyLock;

use super::words::{caption, count_open_cells, words};
use super::{Buffer, Style};
use crate::grid::{ALL_DIGITS, Candidates, Cell, Grid, MarkedRef, digits_of, join};
use crate::input::MIN_CANDIDATE_CELLS;
use crate::question::case::Case;
use crate::question::reply::{Rating, Reply, Step};
use crate::question::status::Message;

// ANSI escape sequences.
const BOLD: &str = "\x1b[1m";
const GREEN: &str = "\x1b[32m";
const BOLD_YELLOW: &str = "\x1b[1;33m";
const RESET: &str = "\x1b[0m";

pub(super) fn write(style: &Style<'_>, case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let words = caption_words(case, reply);
    let grids = grids_to_draw(case, reply);
    if words.is_empty() && grids.is_empty() {
        return;
    }
    style.start_block(reply, out);
    // All solutions of a grid stand below one caption.
    if !matches!(reply, Reply::Listed { index: 2.., .. }) {
        writeln!(out, "# {}", caption(case, &words));
    }
    let look = Look::of(style, case, reply);
    for (index, grid) in grids.into_iter().enumerate() {
        if index > 0 {
            out.push_str("\n");
        }
        draw(grid, &look, out);
    }
    if let Reply::Steps { steps, remaining } = reply {
        write_steps(steps, remaining, out);
    }
}

/// What follows the title or the number of a grid.
fn caption_words<'a>(case: &'a Case<'_>, reply: &'a Reply<'_>) -> Cow<'a, str> {
    let words = words(case, reply);
    match reply {
        Reply::Verdict => match &case.differing_cells()[..] {
            [] => words,
            cells => {
                let (count, cells) = (cells.len(), join(cells, " "));
                format!("{words}, two solutions differ in {count} cells: {cells}").into()
            }
        },
        Reply::Redundant([_, ..]) => words + " could each be removed",
        Reply::Rating(report) => match report.hardest() {
            Some(technique) if report.tenths().is_some() => words + ", " + technique.name,
            _ => words,
        },
        // The steps are listed below the grid.
        Reply::Steps { .. } => "".into(),
        _ => words,
    }
}

/// The grids below the caption.
fn grids_to_draw<'a>(case: &'a Case<'_>, reply: &'a Reply<'_>) -> Vec<MarkedRef<'a>> {
    let grid = match reply {
        Reply::Verdict => return case.evidence().iter().map(MarkedRef::from).collect(),
        Reply::Redundant(_) | Reply::Rating(_) => case.record.puzzle.ok(),
        Reply::Steps { remaining, .. } => Some(MarkedRef {
            grid: &Grid::EMPTY,
            marks: Some(remaining),
        }),
        Reply::Check(Err(failure)) => failure.grid.as_ref().map(MarkedRef::from),
        _ => reply.grid(case.record),
    };
    grid.into_iter().collect()
}

fn write_steps(steps: &[Step], remaining: &Candidates, out: &mut Buffer) {
    for (step, number) in steps.iter().zip(1..) {
        writeln!(out, "{number}. {step:#}");
    }
    let open = count_open_cells(remaining);
    if open > 0 {
        writeln!(
            out,
            "The techniques end here, so the rating is {}; {open} cells are open.",
            Rating::BEYOND
        );
    }
}

/// Why the drawing of a reply would be read back as something else. Such a reply is not written.
/// Only drawings with enough words are read as pencil marks.
pub(super) fn find_ambiguity(case: &Case<'_>, reply: &Reply<'_>) -> Option<Message> {
    let marks = reply.grid(case.record)?.marks?;
    let why = if let Some(cell) = Cell::all().find(|&cell| marks[cell] == 0) {
        format!("{cell} has no candidate, which a drawing cannot show")
    } else if FullCells::of(marks) == FullCells::Words && count_words(marks) < MIN_CANDIDATE_CELLS {
        format!(
            "a drawing with fewer than {MIN_CANDIDATE_CELLS} cells of several candidates is not read as pencil marks"
        )
    } else {
        return None;
    };
    let topic = "the pencil marks cannot be drawn";
    Some(case.message(None, topic, why + ": use -o line"))
}

/// How cells with all nine candidates are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FullCells {
    Dots,
    /// As words of nine digits, but as dots in the last column: a line of nine such words would be
    /// read as a whole grid.
    Words,
}

impl FullCells {
    /// Dots if possible. With them, there may be too few words to read the grid as pencil marks, or
    /// conflicting single candidates would be read as clues.
    fn of(marks: &Candidates) -> FullCells {
        let counts = marks.masks().iter().map(|mask| mask.count_ones());
        let short_words = counts.filter(|count| (2..9).contains(count)).count();
        if (1..MIN_CANDIDATE_CELLS).contains(&short_words) || !marks.to_grid().obeys_rules() {
            FullCells::Words
        } else {
            FullCells::Dots
        }
    }

    fn is_dot(self, cell: Cell, mask: u16) -> bool {
        mask == ALL_DIGITS && (self == FullCells::Dots || cell.column() == 9)
    }

    /// The number of characters for the candidates of a cell.
    fn width(self, cell: Cell, mask: u16) -> usize {
        if self.is_dot(cell, mask) {
            1
        } else {
            mask.count_ones() as usize
        }
    }
}

/// The number of cells that are drawn as words if those with all candidates are.
fn count_words(marks: &Candidates) -> usize {
    Cell::all()
        .filter(|&cell| FullCells::Words.width(cell, marks[cell]) > 1)
        .count()
}

/// How cells that matter for a reply stand out from the others.
enum Look {
    /// They do not.
    Plain,
    /// A `!` after each of these cells says that it is wrong.
    Flagged(Vec<Cell>),
    /// They have a color, and so have clues and digits that were found.
    Colored {
        highlighted: Vec<Cell>,
        clues: Grid,
        /// The color of a cell with a single candidate that is no clue; empty for none.
        single: &'static str,
    },
}

impl Look {
    fn of(style: &Style<'_>, case: &Case<'_>, reply: &Reply<'_>) -> Look {
        if style.color {
            return Look::Colored {
                highlighted: highlighted_cells(case, reply),
                clues: reply.clues(case.record),
                single: match reply {
                    // A cell with a single mark is still to be filled in.
                    Reply::PencilMarks(_) => "",
                    _ => GREEN,
                },
            };
        }
        match reply {
            Reply::Check(Err(_)) => Look::Flagged(highlighted_cells(case, reply)),
            _ => Look::Plain,
        }
    }

    /// The escape sequence in front of a cell with these marks; empty if it has no color.
    fn color(&self, cell: Cell, mask: u16) -> &'static str {
        match self {
            Look::Plain | Look::Flagged(_) => "",
            Look::Colored { highlighted, .. } if highlighted.contains(&cell) => BOLD_YELLOW,
            Look::Colored { clues, .. } if clues[cell] > 0 => BOLD,
            Look::Colored { single, .. } if mask.is_power_of_two() => single,
            Look::Colored { .. } => "",
        }
    }

    /// What separates a cell from the next.
    fn separator(&self, cell: Cell) -> &'static str {
        match self {
            Look::Flagged(cells) if cells.contains(&cell) => "!",
            Look::Plain | Look::Flagged(_) | Look::Colored { .. } => " ",
        }
    }
}

/// The cells that a reply is about.
fn highlighted_cells(case: &Case<'_>, reply: &Reply<'_>) -> Vec<Cell> {
    match reply {
        Reply::Verdict => case.differing_cells(),
        Reply::Redundant(clues) => clues.iter().map(|clue| clue.cell).collect(),
        Reply::Check(Err(failure)) => failure.wrong_cells.iter().map(|wrong| wrong.cell).collect(),
        _ => Vec::new(),
    }
}

/// Draws a grid, or its pencil marks.
fn draw(grid: MarkedRef<'_>, look: &Look, out: &mut Buffer) {
    match (look, grid.marks) {
        (Look::Plain, None) => EMPTY_DRAWING.fill(grid.grid, out),
        _ => Drawing::new(grid).draw(look, out),
    }
}

/// A grid and the layout of its drawing.
struct Drawing {
    candidates: Candidates,
    full_cells: FullCells,
    /// The widths of the columns, in characters.
    widths: [usize; 9],
    /// The horizontal line above and below each stack.
    bars: Vec<String>,
}

impl Drawing {
    fn new(grid: MarkedRef<'_>) -> Drawing {
        let candidates = grid.candidates();
        let full_cells = grid.marks.map_or(FullCells::Dots, FullCells::of);
        let mut widths = [1; 9];
        for cell in Cell::all() {
            let widest = &mut widths[cell.column() - 1];
            *widest = full_cells.width(cell, candidates[cell]).max(*widest);
        }
        Drawing {
            candidates,
            full_cells,
            bars: widths.chunks(3).map(bar_of_stack).collect(),
            widths,
        }
    }

    fn draw(&self, look: &Look, out: &mut Buffer) {
        for cell in Cell::all() {
            match (cell.row(), cell.column()) {
                (1, 1) => self.push_rule(["┌", "┬", "┐"], out),
                (4 | 7, 1) => self.push_rule(["├", "┼", "┤"], out),
                _ => (),
            }
            if cell.column() % 3 == 1 {
                out.push_str("│ ");
            }
            self.push_cell(cell, look, out);
            if cell.column() == 9 {
                out.push_str("│\n");
            }
        }
        self.push_rule(["└", "┴", "┘"], out);
    }

    /// Appends a horizontal line of the frame, with these characters at its crossings.
    fn push_rule(&self, [left, middle, right]: [&str; 3], out: &mut Buffer) {
        writeln!(out, "{left}{}{right}", self.bars.join(middle));
    }

    /// Appends a cell and what is between it and the next.
    fn push_cell(&self, cell: Cell, look: &Look, out: &mut Buffer) {
        let width = self.full_cells.width(cell, self.candidates[cell]);
        let color = look.color(cell, self.candidates[cell]);
        out.push_str(color);
        self.push_digits(cell, out);
        if !color.is_empty() {
            out.push_str(RESET);
        }
        out.push_str(look.separator(cell));
        let padding = self.widths[cell.column() - 1] - width;
        out.bytes.extend(iter::repeat_n(b' ', padding));
    }

    fn push_digits(&self, cell: Cell, out: &mut Buffer) {
        if self.full_cells.is_dot(cell, self.candidates[cell]) {
            out.push_str(".");
        } else {
            let digits = digits_of(self.candidates[cell]).map(|digit| b'0' + digit);
            out.bytes.extend(digits);
        }
    }
}

/// The line above or below a stack whose columns have these widths.
fn bar_of_stack(widths: &[usize]) -> String {
    // Each column has a space after it, and the first also one before it.
    "─".repeat(widths.iter().sum::<usize>() + 4)
}

/// The drawing of a grid without digits. Most drawings only need digits in it.
struct EmptyDrawing {
    bytes: Vec<u8>,
    /// Where the dots of its cells are.
    places: Vec<usize>,
}

static EMPTY_DRAWING: LazyLock<EmptyDrawing> = LazyLock::new(|| {
    let mut out = Buffer::default();
    Drawing::new((&Grid::EMPTY).into()).draw(&Look::Plain, &mut out);
    EmptyDrawing {
        places: memchr::memchr_iter(b'.', &out.bytes).collect(),
        bytes: out.bytes,
    }
});

impl EmptyDrawing {
    /// Appends the drawing with the digits of a grid.
    fn fill(&self, grid: &Grid, out: &mut Buffer) {
        let start = out.bytes.len();
        out.bytes.extend_from_slice(&self.bytes);
        for (digit, place) in grid.cells().iter().zip(&self.places) {
            if *digit > 0 {
                out.bytes[start + place] = b'0' + digit;
            }
        }
    }
}
