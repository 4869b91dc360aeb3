//! A line to its cells. The first of these that fits counts:
//!
//! ```text
//! plain fields   5,3,,,7,,,,               nine or 81, of at most one cell of one character
//! fixed width    53  7                     spaces are blanks, see [`fixed_width`]
//! unusual blank  53::7::::                 one symbol that means something else elsewhere
//! groups         row 1: 5 3 0 0 7 0 0 0 0  everything else, see [`tokens`], [`groups`] and [`fields`]
//! dots           5 3 0 0 7 0 0 0 0.6 0...  nine rows with dots between them
//! ```
//!
//! If none fits, [`kinds`] says what the line is. [`regions`] finds letters beside the cells.

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
use crate::input::cells::{LineCell, Symbol, are_packed, is_numbering, may_be_rule};
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
    /// The cells of the line, row after row.
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

    /// Whether the row of the line may be a rule instead, or the numbers of the columns. Several rows
    /// may be a rule if all their cells are the same blank. The first of ten cells may be the number
    /// of the row.
    pub(super) fn is_ambiguous(&self) -> bool {
        let cells = &self.cells[usize::from(self.cells.len() == 10)..];
        // A packed 123456789 at the start of a line is a row.
        may_be_rule(cells) || is_numbering(cells) && (cells[0].offset > 0 || !are_packed(cells))
    }

    /// Replaces the offsets of the cells in this line, which count bytes, by those that count
    /// characters.
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
        fixed_width::add_cells(line, above, &mut self.cells)
    }

    fn read_groups(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineLayout> {
        self.cells.clear();
        groups::add_cells(tokens, line, &mut self.cells)
    }

    /// Reads a line whose blanks are all the same symbol, one that means something else elsewhere.
    fn read_unusual_blanks(&mut self, tokens: &[Token], line: &[u8]) -> Option<LineLayout> {
        let blank = unusual_blank(tokens)?;
        let is_plain = |byte: &u8| *byte == blank || is_digit(byte) || separates_words(byte);
        let are_plain = |text: &[u8]| text.iter().all(is_plain);
        // A tail may follow cells of 81 bytes. If there are separators among them, other text shows
        // where the tail starts.
        let line = match line.split_at_checked(CELLS) {
            Some((cells, [next, ..]))
                if separates_words(next) && !(has_separator(cells) && are_plain(line)) =>
            {
                cells
            }
            _ => line,
        };
        if !are_plain(line) {
            return None;
        }
        let usual = replaced(line, blank, b'_');
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

fn has_separator(text: &[u8]) -> bool {
    text.iter().any(separates_words)
}

/// The first symbol of a line that could be a blank there, but means something else elsewhere.
fn unusual_blank(tokens: &[Token]) -> Option<u8> {
    let is_not_cell =
        |token: &&Token| matches!(token.kind, TokenKind::Word | TokenKind::Punctuation);
    let token = tokens.iter().find(is_not_cell)?;
    let blank = *token.text.iter().find(|byte| !is_digit(byte))?;
    let is_usual = digit_from_byte(blank).is_some();
    let can_be_blank = blank.is_ascii_punctuation() && !b"[](){}<>".contains(&blank);
    (can_be_blank && !is_usual).then_some(blank)
}

/// A text with a byte replaced by another.
fn replaced(text: &[u8], old: u8, new: u8) -> Vec<u8> {
    let replace = |&byte: &u8| if byte == old { new } else { byte };
    text.iter().map(replace).collect()
}

fn is_digit(byte: &u8) -> bool {
    matches!(byte, b'1'..=b'9')
}
