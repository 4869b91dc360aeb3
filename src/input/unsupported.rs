//! Lines to errors about grids that sudokat cannot read: of another size, with letters for digits, or
//! as a list of clues. Each gets one message, and not one for each row.
//!
//! ```text
//! 1 . . 4              four rows of four cells
//! . A . | 3 . F        six rows of six, with bars or rules
//! B . . C . . . D A    nine rows with letters for digits
//! 263 288 295          row, column and digit of each clue
//! ```
//!
//! The lines of what may be such a grid are kept until it is complete, or until a line shows that
//! it is not.

use std::mem;

use super::error::{Fault, ParseError};
use super::lines::Line;
use super::tokens::{Token, TokenKind, tokenize};
use crate::grid::digit_from_byte;

/// How many rows and columns other Sudokus have. 21 is that of five overlapping ones.
const SIZES: [usize; 10] = [4, 6, 8, 12, 15, 16, 20, 21, 25, 36];

/// The most lines that are kept for each row of a grid: the row, and rules or empty lines.
const MAX_LINES_PER_ROW: usize = 3;

/// A list has at least this many triples: more than the words of three cells that can be three
/// rows.
const MIN_TRIPLES: usize = 10;

/// A line that is kept.
pub(super) struct KeptLine {
    pub(super) number: u64,
    pub(super) bytes: Vec<u8>,
}

/// Lines that may be an unsupported grid.
#[derive(Default)]
pub(super) struct Unsupported {
    lines: Vec<KeptLine>,
    shapes: Shapes,
}

/// What the kept lines may be: `123 456` is two triples, or a row of six cells.
#[derive(Clone, Copy, Default)]
struct Shapes {
    square: Option<Square>,
    triples: Option<Triples>,
}

/// What a line is after some that are kept.
pub(super) enum Verdict {
    /// It may be a part of the same grid, and is kept.
    Kept,
    /// It is the last row of the grid.
    Complete(ParseError),
    /// It is not a part of it. The kept lines are still there.
    Other,
}

/// What the kept lines were.
pub(super) enum Kept {
    Unsupported(ParseError),
    Other(Vec<KeptLine>),
}

impl Unsupported {
    /// Whether no line is kept.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Keeps a line that is not a row of nine cells if an unsupported grid may begin there. Returns
    /// whether it does.
    pub(super) fn begin(&mut self, line: &Line<'_>) -> bool {
        self.keep(
            line,
            Shapes {
                square: Square::of_row(line),
                triples: Triples::of(line),
            },
        )
    }

    /// Keeps a row if it may also be the first of a list of triples. Returns whether it may.
    pub(super) fn begin_triples(&mut self, line: &Line<'_>) -> bool {
        self.keep(
            line,
            Shapes {
                square: None,
                triples: Triples::of(line),
            },
        )
    }

    /// Keeps a line with which the lines have these shapes, unless there are none. Returns whether
    /// it does.
    fn keep(&mut self, line: &Line<'_>, shapes: Shapes) -> bool {
        if shapes.is_empty() {
            return false;
        }
        self.shapes = shapes;
        self.lines.push(KeptLine {
            number: line.number,
            bytes: line.bytes.to_vec(),
        });
        true
    }

    /// Keeps the next line if it may be a part of the same grid.
    pub(super) fn offer(&mut self, line: &Line<'_>) -> Verdict {
        let shapes = self.shapes.with(line, self.lines.len());
        if let Some(square) = shapes.square
            && square.is_complete()
        {
            let first = mem::take(self).lines[0].number;
            return Verdict::Complete(ParseError::new(first, None, square.fault()));
        }
        if self.keep(line, shapes) {
            Verdict::Kept
        } else {
            Verdict::Other
        }
    }

    /// Gives back the kept lines, unless they are a list of triples.
    pub(super) fn end(&mut self) -> Kept {
        let Unsupported { lines, shapes } = mem::take(self);
        match shapes.triples {
            Some(triples) if triples.are_list() => {
                let error = ParseError::new(lines[0].number, None, triples.fault());
                Kept::Unsupported(error)
            }
            _ => Kept::Other(lines),
        }
    }
}

impl Shapes {
    fn is_empty(self) -> bool {
        self.square.is_none() && self.triples.is_none()
    }

    /// What is left of these with one more line. `kept`: the number of lines so far.
    fn with(self, line: &Line<'_>, kept: usize) -> Shapes {
        // What is certainly a list is not rows of a square.
        let is_list = self.triples.is_some_and(Triples::are_list);
        let square = self.square.filter(|_| !is_list);
        Shapes {
            square: square.and_then(|square| square.with(line, kept)),
            triples: self.triples.and_then(|triples| triples.with(line)),
        }
    }
}

/// As many rows as each has cells.
#[derive(Clone, Copy)]
struct Square {
    /// How many cells each row has.
    size: usize,
    rows: usize,
    /// Whether one of the cells so far is a digit or a blank. If all are letters, they may be words.
    has_cell: bool,
}

impl Square {
    /// The start of a grid with this row.
    fn of_row(line: &Line<'_>) -> Option<Square> {
        let tokens = tokenize(line.bytes);
        let cells = cells_of(&tokens)?;
        let is_row = is_row_of_other_size(&cells) || is_row_with_letters(&cells);
        if !is_row || !cells.iter().all(|cell| is_symbol(cell)) {
            return None;
        }
        Some(Square {
            size: cells.len(),
            rows: 1,
            has_cell: cells.iter().any(|cell| is_digit_or_blank(cell)),
        })
    }

    /// The grid with one more line, if that is another row or a gap between rows. `kept`: the
    /// number of its lines so far.
    fn with(self, line: &Line<'_>, kept: usize) -> Option<Square> {
        let Some(row) = Square::of_row(line) else {
            let may_be_gap = is_gap(line.text) && kept < MAX_LINES_PER_ROW * self.size;
            return may_be_gap.then_some(self);
        };
        if row.size != self.size {
            return None;
        }
        let square = Square {
            rows: self.rows + 1,
            has_cell: self.has_cell || row.has_cell,
            ..self
        };
        if square.is_complete() && !square.has_cell {
            return None;
        }
        Some(square)
    }

    fn is_complete(self) -> bool {
        self.rows == self.size
    }

    fn fault(self) -> Fault {
        if self.size == 9 {
            let found = "letters: replace them by 1 to 9, for example with tr A-I 1-9";
            return Fault::expected("expected digits", found);
        }
        let found = format!("{}: only grids of 9 by 9 can be read", self.size);
        Fault::expected("expected 9 cells", found)
    }
}

fn is_row_of_other_size(cells: &[&[u8]]) -> bool {
    SIZES.contains(&cells.len())
}

/// Whether nine cells have letters in the place of digits.
fn is_row_with_letters(cells: &[&[u8]]) -> bool {
    let has_digit = cells.iter().any(|cell| cell.iter().any(u8::is_ascii_digit));
    let has_letter = !cells.iter().all(|cell| is_digit_or_blank(cell));
    cells.len() == 9 && has_letter && !has_digit
}

/// Whether a cell starts with a digit or a blank, not with a letter.
fn is_digit_or_blank(cell: &[u8]) -> bool {
    digit_from_byte(cell[0]).is_some()
}

/// The cells of a line that has nothing else but separators and brackets.
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
            TokenKind::Cell { .. } | TokenKind::Cells | TokenKind::Word => words.push(token.text),
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
        if after.is_some_and(Token::is_separator) || is_outer && token.text != b"|" {
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

/// Whether a word is a digit, a number of two digits, a letter or a blank.
fn is_symbol(word: &[u8]) -> bool {
    match word {
        [byte] => byte.is_ascii_uppercase() || digit_from_byte(*byte).is_some(),
        [b'1'..=b'3', second] => second.is_ascii_digit(),
        _ => false,
    }
}

/// Whether a line can be between rows.
fn is_gap(text: &[u8]) -> bool {
    text.iter().all(|byte| b"+-=| ".contains(byte))
}

/// A list of the row, column and digit of each clue, in the order of the places.
#[derive(Clone, Copy)]
struct Triples {
    count: usize,
    /// The place of the last one: ten times the row, and the column.
    last_place: u8,
}

impl Triples {
    /// The triples of a line that has nothing else: `263 288`, or a single `2 6 3`.
    fn of(line: &Line<'_>) -> Option<Triples> {
        let none = Triples {
            count: 0,
            last_place: 0,
        };
        none.with(line)
    }

    /// The list with those of one more line.
    fn with(self, line: &Line<'_>) -> Option<Triples> {
        let is_separator = |byte: &u8| b" ,;:\t".contains(byte);
        let words = line.text.split(is_separator);
        let words = words.filter(|word| !word.is_empty());
        let mut triples = self;
        let mut single = Vec::new();
        for word in words {
            match *word {
                [row, column, digit] if single.is_empty() => {
                    triples = triples.with_triple([row, column, digit])?;
                }
                [digit] if single.len() < 3 => single.push(digit),
                _ => return None,
            }
        }
        match single[..] {
            [] if triples.count > self.count => Some(triples),
            [row, column, digit] if triples.count == self.count => {
                triples.with_triple([row, column, digit])
            }
            _ => None,
        }
    }

    /// The list with one more, if its place is behind the last.
    fn with_triple(self, triple: [u8; 3]) -> Option<Triples> {
        let [row, column, digit] = triple.map(|byte| byte.wrapping_sub(b'0'));
        let are_digits = [row, column, digit]
            .iter()
            .all(|number| matches!(number, 1..=9));
        let place = || 10 * row + column;
        (are_digits && place() > self.last_place).then(|| Triples {
            count: self.count + 1,
            last_place: place(),
        })
    }

    /// Whether they are too many to be rows.
    fn are_list(self) -> bool {
        self.count >= MIN_TRIPLES
    }

    fn fault(self) -> Fault {
        let found = format!(
            "{} numbers: if these are rows, columns and digits, write 81 cells instead",
            self.count
        );
        Fault::expected("expected a grid", found)
    }
}
