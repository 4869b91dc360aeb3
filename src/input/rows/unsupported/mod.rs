//! Lines to errors about grids that sudokat cannot read. Each of these grids gets one message, and
//! not one for each row.
//!
//! ```text
//! square    1 . . 4              four rows of four cells
//!           . A . | 3 . F        six rows of six, with bars or rules
//!           B . . C . . . D A    nine rows with letters for digits
//! clues     263 288 295          row, column and digit of each clue
//! ```
//!
//! The lines of what may be such a grid are held until it is complete, or until a line shows that
//! it is not one. Then they are released, and read like any others.

mod clues;
mod square;

use std::mem;

use self::clues::ClueList;
use self::square::Square;
use crate::input::cell_reader::kinds::LineKind;
use crate::input::error::ParseError;
use crate::input::lines::Line;

/// A line that is held.
pub(super) struct HeldLine {
    pub(super) number: u64,
    pub(super) bytes: Vec<u8>,
}

/// The lines that may be an unsupported grid.
#[derive(Default)]
pub(super) struct Unsupported {
    lines: Vec<HeldLine>,
    readings: Readings,
}

/// What the held lines may be, `None` for what they cannot be. Some may be both: `123 456` is two
/// clues, or a row of six cells.
#[derive(Clone, Copy, Default)]
struct Readings {
    square: Option<Square>,
    clues: Option<ClueList>,
}

/// What becomes of a line that is offered below those that are held.
pub(super) enum Offered {
    /// It may be a part of the same grid, and is held.
    Held,
    /// It completes the grid, and no line is held any more.
    Completes(ParseError),
    /// It is not a part of the same grid, and not held. The others still are: they may be a
    /// complete list of clues.
    DoesNotFit,
}

/// What the held lines were.
pub(super) enum Released {
    Grid(ParseError),
    /// Lines like any others.
    Lines(Vec<HeldLine>),
}

impl Unsupported {
    /// Whether no line is held.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Holds a line of this kind if an unsupported grid may begin with it. No other may be held.
    /// Returns whether it is held.
    pub(super) fn try_begin(&mut self, kind: LineKind, line: &Line<'_>) -> bool {
        let square = match kind {
            // Nine cells are not a row of another size, but can be clues.
            LineKind::Row => None,
            _ => Square::of_row(line),
        };
        let readings = Readings {
            square,
            clues: ClueList::of(line),
        };
        self.hold_if_possible(line, readings)
    }

    /// Holds the next line if it may be a part of the same grid.
    pub(super) fn offer(&mut self, line: &Line<'_>) -> Offered {
        let readings = self.readings.with(line, self.lines.len());
        if let Some(square) = readings.square
            && square.is_complete()
        {
            let first = mem::take(self).lines[0].number;
            return Offered::Completes(ParseError::new(first, None, square.fault()));
        }
        if self.hold_if_possible(line, readings) {
            Offered::Held
        } else {
            Offered::DoesNotFit
        }
    }

    /// Stops holding lines, and returns them, or the error if they are a grid.
    pub(super) fn release(&mut self) -> Released {
        let error = self.list_error();
        let lines = mem::take(self).lines;
        match error {
            Some(error) => Released::Grid(error),
            None => Released::Lines(lines),
        }
    }

    /// The error of the held lines if they are certainly a list of clues.
    pub(super) fn list_error(&self) -> Option<ParseError> {
        let clues = self.readings.clues?;
        let first = self.lines.first()?;
        clues
            .is_certain()
            .then(|| ParseError::new(first.number, None, clues.fault()))
    }

    /// Holds a line if there are readings of it and the lines above it. Returns whether it does.
    fn hold_if_possible(&mut self, line: &Line<'_>, readings: Readings) -> bool {
        if readings.square.is_none() && readings.clues.is_none() {
            return false;
        }
        self.readings = readings;
        self.lines.push(HeldLine {
            number: line.number,
            bytes: line.bytes.to_vec(),
        });
        true
    }
}

impl Readings {
    /// What `line_count` lines and the next one may be.
    fn with(self, line: &Line<'_>, line_count: usize) -> Readings {
        let clues = self.clues.and_then(|clues| clues.with(line));
        let square = match self.clues {
            // So many clues are not the words of a row.
            Some(clues) if clues.is_certain() => None,
            _ => self.square.and_then(|square| square.with(line, line_count)),
        };
        Readings { square, clues }
    }
}
