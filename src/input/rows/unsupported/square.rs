//! Grids of other sizes, and grids with letters for digits.

use crate::grid::digit_from_byte;
use crate::input::cell_reader::tokens::{Token, TokenKind, tokenize};
use crate::input::error::Fault;
use crate::input::lines::Line;

/// How many rows and columns other Sudokus have. 21 is that of a Samurai Sudoku.
const SIZES: [usize; 10] = [4, 6, 8, 12, 15, 16, 20, 21, 25, 36];

/// The most lines of a grid for each of its rows: the row, and rules or empty lines.
const MAX_LINES_PER_ROW: usize = 3;

/// The first rows of a grid that has as many rows as each of them has cells.
#[derive(Clone, Copy)]
pub(super) struct Square {
    /// How many cells each row has.
    size: usize,
    /// How many rows there are so far.
    rows: usize,
    /// Whether one of the cells so far is a digit or a blank. If all are letters, they may be
    /// words.
    has_digit_or_blank: bool,
}

impl Square {
    /// The start of a grid with this row.
    pub(super) fn of_row(line: &Line<'_>) -> Option<Square> {
        let tokens = tokenize(line.bytes);
        let cells = cells_of(&tokens)?;
        let is_row = SIZES.contains(&cells.len()) || is_row_of_letters(&cells);
        if !is_row || !cells.iter().all(|cell| is_symbol(cell)) {
            return None;
        }
        Some(Square {
            size: cells.len(),
            rows: 1,
            has_digit_or_blank: cells.iter().any(|cell| is_digit_or_blank(cell)),
        })
    }

    /// The start of a grid of letters with this row of nine blanks. These are normally a row of an
    /// ordinary grid, so they count only below a row of letters.
    fn of_blank_row(line: &Line<'_>) -> Option<Square> {
        let tokens = tokenize(line.bytes);
        let cells = cells_of(&tokens)?;
        let is_blank_row = cells.len() == 9 && cells.iter().all(|cell| is_blank(cell));
        (is_blank_row && !is_between_rows(line.text)).then_some(Square {
            size: 9,
            rows: 1,
            has_digit_or_blank: true,
        })
    }

    /// The grid with one more line, if that is another row or a gap. `line_count` lines are above
    /// it.
    pub(super) fn with(self, line: &Line<'_>, line_count: usize) -> Option<Square> {
        let Some(row) = Square::of_row(line).or_else(|| Square::of_blank_row(line)) else {
            let is_inside =
                is_between_rows(line.text) && line_count < MAX_LINES_PER_ROW * self.size;
            return is_inside.then_some(self);
        };
        if row.size != self.size {
            return None;
        }
        let square = Square {
            rows: self.rows + 1,
            has_digit_or_blank: self.has_digit_or_blank || row.has_digit_or_blank,
            ..self
        };
        if square.is_complete() && !square.has_digit_or_blank {
            return None;
        }
        Some(square)
    }

    pub(super) fn is_complete(self) -> bool {
        self.rows == self.size
    }

    pub(super) fn fault(self) -> Fault {
        if self.size == 9 {
            let found = "letters: replace them with 1 to 9, for example with tr A-I 1-9";
            return Fault::expected("expected digits", found);
        }
        let found = format!("{}: only grids of 9 by 9 can be read", self.size);
        Fault::expected("expected 9 cells", found)
    }
}

/// Whether nine cells have letters in the place of digits.
fn is_row_of_letters(cells: &[&[u8]]) -> bool {
    let has_digit = cells.iter().any(|cell| cell.iter().any(u8::is_ascii_digit));
    let has_letter = !cells.iter().all(|cell| is_digit_or_blank(cell));
    cells.len() == 9 && has_letter && !has_digit
}

fn is_blank(cell: &[u8]) -> bool {
    matches!(cell, [byte] if digit_from_byte(*byte) == Some(0))
}

/// Whether a cell starts with a digit or a blank, not with a letter.
fn is_digit_or_blank(cell: &[u8]) -> bool {
    digit_from_byte(cell[0]).is_some()
}

/// The texts of the cells of a line that has nothing but cells, separators and brackets.
fn cells_of<'a>(tokens: &[Token<'a>]) -> Option<Vec<&'a [u8]>> {
    if has_empty_field(tokens) {
        return None;
    }
    let mut words: Vec<&[u8]> = Vec::new();
    for token in tokens {
        match token.kind {
            TokenKind::Separator(_) => {}
            TokenKind::Punctuation if token.is_bracket() => {}
            TokenKind::Punctuation => return None,
            TokenKind::Cell { .. } | TokenKind::Cells | TokenKind::Text => words.push(token.bytes),
        }
    }
    let are_packed = matches!(words[..], [word] if word.len() > 2) || are_boxes(&words);
    if are_packed {
        return Some(words.iter().flat_map(|word| word.chunks(1)).collect());
    }
    Some(words)
}

/// Whether a field between separators may be empty, so that the words are not all cells. Bars can
/// be at both ends.
fn has_empty_field(tokens: &[Token]) -> bool {
    for (at, token) in tokens.iter().enumerate() {
        if !token.is_separator() {
            continue;
        }
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let after = tokens.get(at + 1);
        let is_outer = before.is_none_or(Token::is_bracket) || after.is_none_or(Token::is_bracket);
        if after.is_some_and(Token::is_separator) || is_outer && token.bytes != b"|" {
            return true;
        }
    }
    false
}

/// Whether words are the boxes of a row: two or more of them, each of as many cells, three to five.
fn are_boxes(words: &[&[u8]]) -> bool {
    let [first, others @ ..] = words else {
        return false;
    };
    let are_alike = others.iter().all(|word| word.len() == first.len());
    matches!(first.len(), 3..=5) && !others.is_empty() && are_alike
}

/// Whether a cell is a digit, a number of two digits, a letter or a blank.
fn is_symbol(cell: &[u8]) -> bool {
    match cell {
        [byte] => byte.is_ascii_uppercase() || digit_from_byte(*byte).is_some(),
        [b'1'..=b'3', second] => second.is_ascii_digit(),
        _ => false,
    }
}

/// Whether a line can be between rows.
fn is_between_rows(text: &[u8]) -> bool {
    text.iter().all(|byte| b"+-=| ".contains(byte))
}
