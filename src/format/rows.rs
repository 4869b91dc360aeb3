//! The row layouts: nine lines of nine cells, spaced (`5 3 0 ...`) or packed (`530...`), with `|` between boxes if you like.

use super::fault::{Cut, Fault, FaultKind, Found};
use crate::grid::{CELLS, Grid, cell_from_byte};

/// Whether cells stand apart or side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// White space or commas between the cells of a row.
    Spaced,
    /// Nothing between them.
    Packed,
}

impl Joint {
    /// How the cells of a row stand, judged by the row alone; `text` must be trimmed.
    pub(super) fn of(text: &[u8]) -> Joint {
        if text.iter().any(|byte| b" \t,".contains(byte)) { Joint::Spaced } else { Joint::Packed }
    }
}

/// Whether a row has something between its cells; it must be trimmed.
pub(super) fn look_spaced(text: &[u8]) -> bool {
    Joint::of(text) == Joint::Spaced
}

/// Nine cells, and the offset of each in its line.
type Row = ([u8; 9], [usize; 9]);

/// Reads a row; a fault comes with its offset. `text` must be trimmed.
pub(super) fn read_row(text: &[u8], joint: Joint) -> Result<Row, (usize, FaultKind)> {
    let (mut cells, mut offsets) = ([0; 9], [0; 9]);
    let mut count = 0;
    let mut surplus = None;
    // Where the run of characters without a separator starts, and whether a comma has come since the last cell.
    let (mut token, mut comma) = (0, false);
    for (offset, &byte) in text.iter().enumerate() {
        match (byte, joint) {
            (b'|', _) if count % 3 == 0 => token = offset + 1,
            (b' ' | b'\t', Joint::Spaced) => token = offset + 1,
            (b',', Joint::Spaced) if count > 0 && !comma => (token, comma) = (offset + 1, true),
            _ => {
                let Some(d) = cell_from_byte(byte) else {
                    let found = Found::first_of(&text[offset..]);
                    let kind = if count < 9 { FaultKind::NoCell(found) } else { FaultKind::NoEnd(found) };
                    return Err(surplus.map_or((offset, kind), |offset| (offset, FaultKind::RowLength(count))));
                };
                if joint == Joint::Spaced && token < offset {
                    let length = text[token..].iter().take_while(|byte| !b" \t,|".contains(byte)).count();
                    let found = String::from_utf8_lossy(&text[token..token + length.min(20)]).into_owned();
                    return Err((token, FaultKind::Token(found)));
                }
                if count < 9 {
                    (cells[count], offsets[count]) = (d, offset);
                } else {
                    surplus = surplus.or(Some(offset));
                }
                (count, comma) = (count + 1, false);
            }
        }
    }
    if count == 9 { Ok((cells, offsets)) } else { Err((surplus.unwrap_or(text.len()), FaultKind::RowLength(count))) }
}

/// Collects rows into grids.
#[derive(Debug)]
pub(super) struct Rows {
    cells: [u8; CELLS],
    /// Rows of the grid so far, good or not.
    count: usize,
    /// What is wrong with it, if anything: what came first.
    fault: Option<Fault>,
    /// Where its rows and cells stand: lines and columns from 1.
    lines: [u64; 9],
    columns: [usize; CELLS],
    /// Whether there has been a grid, and a whole one.
    any: bool,
    any_whole: bool,
    /// The grid, or the one to come, follows its predecessor without anything between.
    joined: bool,
}

impl Rows {
    pub(super) fn new() -> Rows {
        Rows {
            cells: [0; CELLS],
            count: 0,
            fault: None,
            lines: [0; 9],
            columns: [0; CELLS],
            any: false,
            any_whole: false,
            joined: false,
        }
    }

    /// Takes the row that starts at `column` of a line. With the ninth the record is complete.
    pub(super) fn push(&mut self, text: &[u8], joint: Joint, line: u64, column: usize) -> Option<Result<Grid, Fault>> {
        let start = 9 * self.count;
        self.lines[self.count] = line;
        self.columns[start] = column;
        match read_row(text, joint) {
            Ok((cells, offsets)) => {
                self.cells[start..start + 9].copy_from_slice(&cells);
                self.columns[start..start + 9].copy_from_slice(&offsets.map(|offset| column + offset));
            }
            Err((offset, kind)) => self.fail(line, column + offset, kind),
        }
        self.count += 1;
        if self.count < 9 {
            return None;
        }
        self.count = 0;
        (self.any, self.any_whole, self.joined) = (true, true, true);
        let grid = Grid::from_cells(self.cells)?;
        Some(self.fault.take().or_else(|| self.clash_in(&grid)).map_or(Ok(grid), Err))
    }

    fn clash_in(&self, grid: &Grid) -> Option<Fault> {
        let clash = grid.conflict()?;
        let cell = clash.second.index();
        Some(Fault::new(self.lines[cell / 9], Some(self.columns[cell]), FaultKind::Conflict(clash)))
    }

    /// Takes a line that is too long to be a row.
    pub(super) fn push_too_long(&mut self, line: u64) -> Option<Result<Grid, Fault>> {
        self.fail(line, 1, FaultKind::LineTooLong);
        self.push(b"", Joint::Packed, line, 1)
    }

    fn fail(&mut self, line: u64, column: usize, kind: FaultKind) {
        self.fault.get_or_insert(Fault::new(line, Some(column), kind));
    }

    /// The grid must be complete before this line, which is no row, or, `at_end`, would be the next: if it is not, it is a
    /// faulty record.
    pub(super) fn close(&mut self, line: u64, at_end: bool) -> Option<Fault> {
        let joined = std::mem::take(&mut self.joined);
        let count = std::mem::take(&mut self.count);
        let fault = self.fault.take();
        if count == 0 {
            return None;
        }
        let any = std::mem::replace(&mut self.any, true);
        let cut = match at_end {
            true => self.any_whole.then_some(Cut::End(if joined { 9 } else { 10 })),
            false => (!any && self.lines[0] == 1).then_some(Cut::Start(10)),
        };
        let kind = FaultKind::RowCount(count, cut);
        // Rows that follow a complete grid are more likely too many of it than too few of another.
        if joined && !matches!(fault, Some(Fault { kind: FaultKind::NoCell(_), .. })) {
            return Some(Fault::new(self.lines[0], Some(self.columns[0]), kind));
        }
        Some(fault.unwrap_or(Fault::new(line, None, kind)))
    }

    /// The line of the first row of the grid completed last.
    pub(super) fn first_line(&self) -> u64 {
        self.lines[0]
    }

    /// Whether a grid has begun and is not complete.
    pub(super) fn is_open(&self) -> bool {
        self.count > 0
    }
}
