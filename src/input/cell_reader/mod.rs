//! A line to its cells.
//!
//! # The steps
//!
//! The first of these that fits counts:
//!
//! ```text
//! plain fields   5,3,,,7,,,,               nine or 81, of at most one cell of one character
//! fixed width    53  7                     spaces are blanks
//! unusual blank  53::7::::                 one symbol that means something else elsewhere
//! groups         row 1: 5 3 0 0 7 0 0 0 0  everything else
//! dots           5 3 0 0 7 0 0 0 0.6 0...  nine rows with dots between them
//! ```
//!
//! [`fixed_width`] has the second; [`tokens`], [`groups`] and [`fields`] have the fourth. If none
//! fits, [`kinds`] says what the line is. [`regions`] finds letters beside the cells.
//!
//! # The rules
//!
//! 1. **Groups.** A line is split at everything that cannot be a field: words, brackets, and the
//!    symbols `: = < >`. Each group between them is a row of nine cells, a grid of 81, or a label,
//!    an index or a part of a comment. sudokat ignores this last kind, which has fewer than five
//!    cells. It also ignores decimals that stand alone between words, such as `0.25 s`, and tabs in
//!    front of a group. In a group the cells are packed, in words of three or nine, or apart, with
//!    spaces, tabs, commas, semicolons, `|`, `&` or `/` between them; they can be quoted. Several
//!    ascending digits in one field are candidates. The number of the row can precede the cells.
//!    Ten cells are a row if, in all nine rows, the first ones count from 0 or 1 or the last ones
//!    are empty fields. One line can have several rows in brackets. Words of 81 cells are grids
//!    anywhere, unless another group has five cells or more.
//! 2. **Kinds.** A line without a row is a rule, damaged, short, or text. A rule has only symbols
//!    that draw lines; text can stand beside one with corners, such as `+---+---+---+`. A command
//!    of LaTeX, such as `\hline`, is a rule, too, unless a damaged row follows it. A line is
//!    damaged if it has a word with more than 40 cells, one of them a digit. It is also damaged if
//!    more than half of its characters other than separators and brackets are cells, and four cells
//!    are separate or five are in one word. An empty field counts as a cell, and a single number
//!    needs seven digits. Words, dates, and the decimals and longer numbers beside them have no
//!    cells. A line with three words, with an arrow (`->`), or with a word and no digit among its
//!    cells, is text. A short line has at most four characters: a number or a symbol between grids.
//!    All other lines are text. A damaged line takes the place of a row, and sudokat refuses only
//!    its grid.

mod fields;
pub(super) mod fixed_width;
mod groups;
pub(super) mod kinds;
mod regions;
pub(super) mod tokens;

use self::fixed_width::LineAbove;
use self::groups::LineLayout;
use self::kinds::{LineKind, kind_without_cells};
use self::tokens::{Token, TokenKind, separates_words, tokenize};
use crate::grid::{CELLS, digit_from_byte};
use crate::input::cells::{
    LineCell, Symbol, are_packed, is_nonzero_digit, is_numbering, may_be_rule,
};
use crate::input::lines::count_characters;

/// The length of nine cells with one character between each two.
const ROW_OF_SEPARATE_CELLS: usize = 17;

/// The cells of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowCells {
    pub(super) cells: [LineCell; 9],
    /// If there are ten, the last. They are the row number and nine cells, or nine cells and an
    /// empty field.
    pub(super) tenth: Option<LineCell>,
}

/// Reads one line at a time, and keeps its cells until it reads the next. Reuses its memory.
pub(super) struct CellReader {
    /// The cells of the line, row after row, if its kind has cells. Otherwise they mean nothing.
    pub(super) cells: Vec<LineCell>,
    /// How many of them each row has: nine or ten.
    row_length: usize,
    /// Whether letters that may be cages or regions are beside each row.
    pub(super) has_regions: bool,
}

impl Default for CellReader {
    /// A reader that has no cells yet.
    fn default() -> CellReader {
        CellReader {
            cells: Vec::new(),
            row_length: 9,
            has_regions: false,
        }
    }
}

impl CellReader {
    /// Reads a line by itself, and says what kind it is.
    pub(super) fn read(&mut self, line: &[u8]) -> LineKind {
        self.read_below(line, LineAbove::Other)
    }

    /// Reads a line with this above it, and says what kind it is.
    pub(super) fn read_below(&mut self, line: &[u8], above: LineAbove) -> LineKind {
        self.row_length = 9;
        self.has_regions = false;
        if self.read_plain_fields(line) || self.read_fixed_width(line, above) {
            return match self.cells.len() {
                9 => LineKind::Row,
                _ => self.kind_of_grid(),
            };
        }
        let tokens = tokenize(line);
        let layout = self
            .read_unusual_blanks(&tokens, line)
            .or_else(|| self.read_groups(&tokens, line))
            .or_else(|| self.read_rows_between_dots(line));
        let Some(layout) = layout else {
            return kind_without_cells(&tokens, line);
        };
        if layout == LineLayout::RowsOfTen {
            self.row_length = 10;
        }
        self.has_regions =
            regions::are_beside_rows(&tokens, self.cells.len().div_ceil(self.row_length));
        match layout {
            LineLayout::Rows | LineLayout::RowsOfTen => LineKind::Row,
            LineLayout::Grids => self.kind_of_grid(),
            LineLayout::SingleCell => LineKind::SingleCell,
        }
    }

    /// The rows of the line.
    pub(super) fn rows(&self) -> impl Iterator<Item = RowCells> {
        self.cells.chunks(self.row_length).filter_map(|row| {
            let (cells, rest) = row.split_first_chunk()?;
            Some(RowCells {
                cells: *cells,
                tenth: rest.first().copied(),
            })
        })
    }

    /// Whether the row of the line may be a rule instead, or the numbers of the columns. Several
    /// rows may be a rule if all their cells are the same blank. The first of ten cells may be the
    /// number of the row.
    pub(super) fn is_ambiguous(&self) -> bool {
        let cells = &self.cells[usize::from(self.cells.len() == 10)..];
        // A packed 123456789 at the start of a line is a row.
        may_be_rule(cells) || is_numbering(cells) && (cells[0].offset > 0 || !are_packed(cells))
    }

    /// Replaces the offsets of the cells in this line, which count bytes, by those that count
    /// characters. The cells are in the order of the line.
    pub(super) fn count_offsets_in_characters(&mut self, line: &[u8]) {
        let mut bytes = 0;
        let mut characters = 0;
        for cell in &mut self.cells {
            let offset = cell.offset as usize;
            characters += count_characters(&line[bytes..offset]);
            bytes = offset;
            cell.offset = characters as u32;
        }
    }

    /// The kind of a line with the cells of a grid. If they are all the same blank, it may be a
    /// rule.
    fn kind_of_grid(&self) -> LineKind {
        if may_be_rule(&self.cells) {
            LineKind::Rule
        } else {
            LineKind::Grid
        }
    }

    /// Reads nine or 81 fields of at most one byte, with the same separator between them.
    fn read_plain_fields(&mut self, line: &[u8]) -> bool {
        self.cells.clear();
        let Some(&separator) = line.iter().take(2).find(|byte| b",;\t".contains(byte)) else {
            return false;
        };
        let mut at = 0;
        for field in line.split(|byte| *byte == separator) {
            self.cells.push(match *field {
                [] => LineCell::blank(Symbol::EmptyField, at),
                [byte] if digit_from_byte(byte).is_some() => LineCell::new(byte, at),
                _ => return false,
            });
            at += field.len() + 1;
        }
        matches!(self.cells.len(), 9 | CELLS)
    }

    fn read_fixed_width(&mut self, line: &[u8], above: LineAbove) -> bool {
        self.cells.clear();
        fixed_width::read_row_or_grid(line, above, &mut self.cells)
    }

    fn read_groups(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineLayout> {
        self.cells.clear();
        groups::read_groups(tokens, line, &mut self.cells)
    }

    /// Reads a line of cells whose blanks are all the same symbol, one that means something else
    /// elsewhere.
    fn read_unusual_blanks(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineLayout> {
        let blank = unusual_blank(tokens)?;
        let cells = without_tail_of_grid(line, blank);
        if !has_only_cells(cells, blank) {
            return None;
        }
        let usual = replaced(cells, blank, b'_');
        let layout = self.read_groups(&tokenize(&usual), &usual);
        for cell in &mut self.cells {
            if cell.symbol == Symbol::Character(b'_') {
                cell.symbol = Symbol::Character(blank);
            }
        }
        layout
    }

    /// Reads nine rows of separate cells that have dots between them, as if these were commas. The
    /// repository Fimeo/sudoku-solver has its grids in this form.
    fn read_rows_between_dots(&mut self, line: &[u8]) -> Option<LineLayout> {
        let rows = line.split(|byte| *byte == b'.');
        if !rows.map(<[u8]>::len).eq([ROW_OF_SEPARATE_CELLS; 9]) {
            return None;
        }
        let usual = replaced(line, b'.', b',');
        self.read_groups(&tokenize(&usual), &usual)
    }
}

/// A line without the tail of its grid, if its first 81 bytes may be one. Separated cells are more
/// bytes: if all of the line is cells, separators among the first 81 show that there is no tail.
///
/// ```text
/// 53::7::::6::195... 1.2      81 cells and a tail
/// 5 3 : : 7 : : : : 6 ...     no tail
/// ```
fn without_tail_of_grid(line: &[u8], blank: u8) -> &[u8] {
    let Some((grid, [next, ..])) = line.split_at_checked(CELLS) else {
        return line;
    };
    let are_separated = grid.iter().any(separates_words) && has_only_cells(line, blank);
    if separates_words(next) && !are_separated {
        grid
    } else {
        line
    }
}

/// Whether a text is digits, this symbol for blanks, and separators.
fn has_only_cells(text: &[u8], blank: u8) -> bool {
    text.iter()
        .all(|byte| *byte == blank || is_nonzero_digit(byte) || separates_words(byte))
}

/// The first symbol of a line that is not a cell, if it could be a blank there.
fn unusual_blank(tokens: &[Token]) -> Option<u8> {
    let is_not_cell =
        |token: &&Token| matches!(token.kind, TokenKind::Text | TokenKind::Punctuation);
    let token = tokens.iter().find(is_not_cell)?;
    let blank = *token.bytes.iter().find(|byte| !is_nonzero_digit(byte))?;
    let is_usual = digit_from_byte(blank).is_some();
    let can_be_blank = blank.is_ascii_punctuation() && !b"[](){}<>".contains(&blank);
    (can_be_blank && !is_usual).then_some(blank)
}

/// A text with a byte replaced by another.
fn replaced(text: &[u8], old: u8, new: u8) -> Vec<u8> {
    let replace = |&byte: &u8| if byte == old { new } else { byte };
    text.iter().map(replace).collect()
}
