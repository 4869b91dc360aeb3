//! The layout of HoDoKu's library of techniques: `:technique:candidates:puzzle:removed:...`, fields between colons. In the
//! puzzle `+` marks a digit that is placed, not given; `removed` lists candidates that are ruled out, each as digit, row
//! and column (`412`: no 4 in r1c2). The other fields say what a player should find, and are not part of the puzzle.

use super::fault::{FaultKind, Found};
use super::{LINE_FROM, line};
use crate::grid::{CELLS, Candidates, Grid, cell_from_byte};

/// Whether a line starts with a colon and has a puzzle between the third colon after it and the next.
pub(super) fn looks_like(text: &[u8]) -> bool {
    text.starts_with(b":") && text.split(|&byte| byte == b':').nth(3).is_some_and(|f| line::cells_in(f) >= LINE_FROM)
}

/// Reads a line: the grid, and if any candidates are removed, the others. A fault comes with its offset.
pub(super) fn read(text: &[u8]) -> Result<(Grid, Option<Candidates>), (usize, FaultKind)> {
    let mut colons = text.iter().enumerate().filter(|&(_, &byte)| byte == b':').map(|(offset, _)| offset);
    let missing = (text.len(), FaultKind::Missing("a HoDoKu library line, :technique:candidates:puzzle:removed:"));
    if colons.next() != Some(0) {
        return Err((0, missing.1));
    }
    let start = 1 + colons.nth(1).ok_or(missing)?;
    let end = colons.next().unwrap_or(text.len());
    let grid = read_grid(&text[start..end]).map_err(|(offset, kind)| (start + offset, kind))?;
    let removed = (end + 1).min(text.len())..colons.next().unwrap_or(text.len());
    let candidates = read_removed(&grid, text, removed)?;
    Ok((grid, candidates))
}

fn read_grid(text: &[u8]) -> Result<Grid, (usize, FaultKind)> {
    let (mut cells, mut count, mut placed) = ([0; CELLS], 0, false);
    for (offset, &byte) in text.iter().enumerate() {
        if byte == b'+' && !placed {
            placed = true;
            continue;
        }
        match cell_from_byte(byte) {
            Some(d) if d > 0 || !placed => {
                if let Some(cell) = cells.get_mut(count) {
                    *cell = d;
                }
                (count, placed) = (count + 1, false);
            }
            _ => return Err((offset, FaultKind::NoCell(Found::first_of(&text[offset..])))),
        }
    }
    if placed {
        return Err((text.len(), FaultKind::Missing("a digit after +")));
    }
    if count != CELLS {
        return Err((0, FaultKind::LineLength(count)));
    }
    Grid::from_cells(cells).ok_or((0, FaultKind::LineLength(count)))
}

/// The candidates of a grid without those listed in a field; `None` if it lists none.
fn read_removed(
    grid: &Grid,
    text: &[u8],
    field: std::ops::Range<usize>,
) -> Result<Option<Candidates>, (usize, FaultKind)> {
    let mut candidates = None;
    let mut start = field.start;
    for entry in text[field].split(|byte| b" \t".contains(byte)) {
        match entry {
            [] => (),
            [d @ b'1'..=b'9', r @ b'1'..=b'9', c @ b'1'..=b'9'] => {
                let cell = 9 * usize::from(r - b'1') + usize::from(c - b'1');
                candidates
                    .get_or_insert_with(|| Candidates::from(grid))
                    .eliminate(crate::cell_at(cell).expect("x"), d - b'0');
            }
            _ => {
                let found = String::from_utf8_lossy(&entry[..entry.len().min(20)]).into_owned();
                return Err((start, FaultKind::Removed(found)));
            }
        }
        start += entry.len() + 1;
    }
    Ok(candidates)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn placed_digits_are_digits_and_removed_candidates_are_ruled_out() {
        let placed = format!(":0300:x:+5+3{}:413 \t213 ::614:comment", &PUZZLE[2..]);
        assert!(looks_like(placed.as_bytes()));
        let (grid, left) = read(placed.as_bytes()).unwrap();
        let mut candidates = Candidates::from(&grid);
        candidates.eliminate(crate::Cell::try_from(2).unwrap(), 4);
        candidates.eliminate(crate::Cell::try_from(2).unwrap(), 2);
        assert_eq!((grid.to_string().replace('0', "."), left), (PUZZLE.into(), Some(candidates)));
        for text in [":::PUZZLE", ":0000:x:PUZZLE:", ":0000:x:PUZZLE::::", ":0000:x:PUZZLE: :412:"] {
            let (_, candidates) = read(text.replace("PUZZLE", PUZZLE).as_bytes()).unwrap();
            assert_eq!(candidates, None, "{text}");
        }
        assert!(!looks_like(b":---+---+---:") && !looks_like(PUZZLE.as_bytes()));
    }

    #[test]
    fn faults_come_with_their_offset() {
        let fault = |text: &str| match read(text.replace("PUZZLE", PUZZLE).as_bytes()) {
            Err((offset, kind)) => (offset, kind.to_string()),
            Ok((grid, _)) => panic!("{text:?} was read as {grid}"),
        };
        let line = "expected a HoDoKu library line, :technique:candidates:puzzle:removed:, found something else";
        assert_eq!(fault("PUZZLE"), (0, line.into()));
        assert_eq!(fault(":0000:x"), (7, line.into()));
        assert_eq!(fault(":0000:x:53"), (8, "2 cells, expected 81".into()));
        assert_eq!(fault(":0000:x:PUZZLE+"), (90, "expected a digit after +, found something else".into()));
        assert_eq!(fault(":0000:x:5+.PUZZLE"), (10, "expected a digit or a blank, found '.'".into()));
        assert_eq!(fault(":0000:x:5q"), (9, "expected a digit or a blank, found 'q'".into()));
        let removed = "expected digit, row and column of a removed candidate, such as 412, found \"41\"";
        assert_eq!(fault(":0000:x:PUZZLE:412 41:"), (94, removed.into()));
    }
}
