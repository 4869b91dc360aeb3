//! Drawings of grids in frames of box-drawing characters.
//!
//! ```text
//! ┌─────────────────┬──────────────┬─────────────────┐
//! │ 5   3    124    │ 26   7  2468 │ 1489  1249 248  │  a digit, or several candidates
//! │ 6   .    247    │ 1    9  5    │ 3478  234  2478 │  a dot: a blank
//! ...
//! ```
//!
//! A *blank* is a cell with all nine candidates.
//!
//! The drawing of a reply that is a grid can be read again. How it is read depends on the number of
//! cells with several digits:
//!
//! ```text
//! none                           as a plain grid, whose digits must not conflict
//! a few                          not at all: they are taken for typing mistakes
//! MIN_CANDIDATE_CELLS or more    as pencil marks
//! ```
//!
//! So blanks are not always dots; see [`BlankStyle`]. Marks that would still be misread are not
//! drawn; see [`why_marks_misread`].
//!
//! A `!` can follow a wrong digit:
//!
//! ```text
//! │ 5!3 5!│ 6 7 8 │ 9 1 2 │
//! ```

use std::sync::LazyLock;

use super::Buffer;
use crate::grid::{ALL_DIGITS, Candidates, Cell, Grid, MarkedGridRef, digits_of};
use crate::input::MIN_CANDIDATE_CELLS;

// ANSI escape sequences.
const BOLD: &str = "\x1b[1m";
const GREEN: &str = "\x1b[32m";
const BOLD_YELLOW: &str = "\x1b[1;33m";
const RESET: &str = "\x1b[0m";

/// Draws a grid, or its pencil marks.
pub(super) fn draw(grid: MarkedGridRef<'_>, emphasis: &Emphasis, out: &mut Buffer) {
    match (emphasis, grid.marks) {
        // The common case, which must be fast.
        (Emphasis::Plain, None) => TEMPLATE.fill(grid.grid, out),
        _ => Drawing::new(grid).push_to(emphasis, out),
    }
}

/// How cells are emphasized.
pub(super) enum Emphasis {
    /// No cell stands out.
    Plain,
    /// A `!` after each of these cells says that it is wrong.
    Flagged(Vec<Cell>),
    /// Cells have colors.
    Colored {
        highlighted: Vec<Cell>,
        clues: Grid,
        /// Whether a cell with a single candidate that is not a clue has the color of solved cells.
        singles_are_solved: bool,
    },
}

impl Emphasis {
    /// The escape sequence that colors a cell with these candidates.
    fn color(&self, cell: Cell, mask: u16) -> Option<&'static str> {
        let Emphasis::Colored {
            highlighted,
            clues,
            singles_are_solved,
        } = self
        else {
            return None;
        };
        if highlighted.contains(&cell) {
            Some(BOLD_YELLOW)
        } else if clues[cell] > 0 {
            Some(BOLD)
        } else if *singles_are_solved && mask.is_power_of_two() {
            Some(GREEN)
        } else {
            None
        }
    }

    /// What separates a cell from the next.
    fn separator(&self, cell: Cell) -> &'static str {
        match self {
            Emphasis::Flagged(cells) if cells.contains(&cell) => "!",
            Emphasis::Plain | Emphasis::Flagged(_) | Emphasis::Colored { .. } => " ",
        }
    }
}

/// How blanks are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlankStyle {
    Dots,
    /// As nine digits, but as a dot in the last column: a row of nine blanks would be 81 digits,
    /// which are read as a whole grid.
    Digits,
}

impl BlankStyle {
    /// Dots if the drawing is then read back as these marks. Otherwise, digits: they add cells with
    /// several digits, perhaps enough for pencil marks.
    fn choose(marks: &Candidates) -> BlankStyle {
        if BlankStyle::Dots.is_read_back(marks) {
            BlankStyle::Dots
        } else {
            BlankStyle::Digits
        }
    }

    /// Whether the drawing of these marks is read back as a grid with the same candidates. No cell
    /// may be without one.
    fn is_read_back(self, marks: &Candidates) -> bool {
        match self.count_multi_digit_cells(marks) {
            // It is read as a plain grid, whose digits must not conflict.
            0 => marks.to_grid().obeys_rules(),
            // It is read as pencil marks or not at all.
            count => count >= MIN_CANDIDATE_CELLS,
        }
    }

    /// The number of cells with several digits in the drawing of these marks.
    fn count_multi_digit_cells(self, marks: &Candidates) -> usize {
        Cell::all()
            .filter(|&cell| self.width(cell, marks[cell]) > 1)
            .count()
    }

    fn draws_dot(self, cell: Cell, mask: u16) -> bool {
        mask == ALL_DIGITS && (self == BlankStyle::Dots || cell.column() == 9)
    }

    /// The number of characters for a cell with these candidates.
    fn width(self, cell: Cell, mask: u16) -> usize {
        if self.draws_dot(cell, mask) {
            1
        } else {
            mask.count_ones() as usize
        }
    }
}

/// Why the drawing of these pencil marks would be read back as something else.
pub(super) fn why_marks_misread(marks: &Candidates) -> Option<String> {
    if let Some(cell) = Cell::all().find(|&cell| marks[cell] == 0) {
        return Some(format!(
            "{cell} has no candidate, which a drawing cannot show"
        ));
    }
    if !BlankStyle::choose(marks).is_read_back(marks) {
        return Some(format!(
            "a drawing with fewer than {MIN_CANDIDATE_CELLS} cells of several candidates is not read as pencil marks"
        ));
    }
    None
}

/// A grid and the layout of its drawing.
struct Drawing {
    candidates: Candidates,
    blank_style: BlankStyle,
    /// The width of each column, in characters.
    column_widths: [usize; 9],
    /// The horizontal line above and below each stack.
    stack_bars: Vec<String>,
}

impl Drawing {
    fn new(grid: MarkedGridRef<'_>) -> Drawing {
        let candidates = grid.candidates();
        let blank_style = match grid.marks {
            Some(marks) => BlankStyle::choose(marks),
            None => BlankStyle::Dots,
        };
        let mut column_widths = [1; 9];
        for cell in Cell::all() {
            let column_width = &mut column_widths[cell.column() - 1];
            let width = blank_style.width(cell, candidates[cell]);
            *column_width = width.max(*column_width);
        }
        Drawing {
            candidates,
            blank_style,
            column_widths,
            stack_bars: column_widths.chunks(3).map(stack_bar).collect(),
        }
    }

    fn push_to(&self, emphasis: &Emphasis, out: &mut Buffer) {
        for cell in Cell::all() {
            match (cell.row(), cell.column()) {
                (1, 1) => self.push_rule(["┌", "┬", "┐"], out),
                (4 | 7, 1) => self.push_rule(["├", "┼", "┤"], out),
                _ => (),
            }
            if cell.column() % 3 == 1 {
                out.push_str("│ ");
            }
            self.push_cell(cell, emphasis, out);
            if cell.column() == 9 {
                out.push_str("│\n");
            }
        }
        self.push_rule(["└", "┴", "┘"], out);
    }

    /// Appends a horizontal line of the frame, with these characters at its crossings.
    fn push_rule(&self, [left, middle, right]: [&str; 3], out: &mut Buffer) {
        writeln!(out, "{left}{}{right}", self.stack_bars.join(middle));
    }

    /// Appends a cell and the padding after it.
    fn push_cell(&self, cell: Cell, emphasis: &Emphasis, out: &mut Buffer) {
        let mask = self.candidates[cell];
        if let Some(color) = emphasis.color(cell, mask) {
            out.push_str(color);
            self.push_digits(cell, mask, out);
            out.push_str(RESET);
        } else {
            self.push_digits(cell, mask, out);
        }
        out.push_str(emphasis.separator(cell));
        let width = self.blank_style.width(cell, mask);
        out.push_spaces(self.column_widths[cell.column() - 1] - width);
    }

    fn push_digits(&self, cell: Cell, mask: u16, out: &mut Buffer) {
        if self.blank_style.draws_dot(cell, mask) {
            return out.push_byte(b'.');
        }
        for digit in digits_of(mask) {
            out.push_byte(b'0' + digit);
        }
    }
}

/// The line above or below a stack whose columns have these widths.
fn stack_bar(column_widths: &[usize]) -> String {
    // Each column has a space after it, and the first has one before it as well.
    "─".repeat(column_widths.iter().sum::<usize>() + 4)
}

/// The drawing of an empty grid. A plain grid only needs its digits in the places of the dots.
struct Template {
    bytes: Vec<u8>,
    /// The index of the dot of each cell in the bytes.
    dots: Vec<usize>,
}

static TEMPLATE: LazyLock<Template> = LazyLock::new(|| {
    let mut out = Buffer::default();
    Drawing::new((&Grid::EMPTY).into()).push_to(&Emphasis::Plain, &mut out);
    Template {
        dots: memchr::memchr_iter(b'.', out.as_bytes()).collect(),
        bytes: out.as_bytes().to_vec(),
    }
});

impl Template {
    /// Appends the drawing with the digits of a grid.
    fn fill(&self, grid: &Grid, out: &mut Buffer) {
        let drawing = out.push_bytes_mut(&self.bytes);
        for (digit, &dot) in grid.digits().iter().zip(&self.dots) {
            if *digit > 0 {
                drawing[dot] = b'0' + digit;
            }
        }
    }
}
