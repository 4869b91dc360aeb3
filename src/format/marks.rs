//! Pencil marks on a line: 729 characters, nine for each cell in row-major order. Character `9*cell + d-1` is the digit d where
//! the cell may hold it, and a blank where it is ruled out. What follows is not part of it, as in the line layout.

use super::fault::{FaultKind, Found};
use super::line::{TAIL_STARTS, cells_in};
use crate::grid::{CELLS, Candidates, cell_from_byte};

const MARKS: usize = 9 * CELLS;

/// Half of the marks or more on a line are all of them, if perhaps faulty.
const MARKS_FROM: usize = MARKS.div_ceil(2);

/// Whether a line starts with pencil marks.
pub(super) fn looks_like(text: &[u8]) -> bool {
    cells_in(&text[..text.iter().take_while(|byte| !TAIL_STARTS.contains(byte)).count()]) >= MARKS_FROM
}

/// Reads a line; a fault comes with its offset where one can be named.
pub(super) fn read(text: &[u8]) -> Result<Candidates, (Option<usize>, FaultKind)> {
    let length = text.iter().take_while(|byte| !TAIL_STARTS.contains(byte)).count();
    let mut sets = [0; CELLS];
    for (offset, &byte) in text[..length].iter().enumerate() {
        let d = (offset % 9 + 1) as u8;
        match cell_from_byte(byte) {
            Some(0) => (),
            Some(found) if found == d => {
                if let Some(set) = sets.get_mut(offset / 9) {
                    *set |= 1 << (d - 1);
                }
            }
            Some(_) if offset < MARKS => return Err((Some(offset), FaultKind::Mark(d, char::from(byte)))),
            Some(_) => (),
            None => return Err((Some(offset), FaultKind::NoCell(Found::first_of(&text[offset..])))),
        }
    }
    if length == MARKS { Ok(Candidates::from_masks(sets)) } else { Err((None, FaultKind::MarkCount(length))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn marks_are_read_and_tails_are_not_part_of_them() {
        let grid: Grid = format!("5.{}", ".".repeat(79)).parse().unwrap();
        let mut candidates = Candidates::from(&grid);
        candidates.eliminate(crate::Cell::try_from(80).unwrap(), 9);
        let text = candidates.to_string();
        for text in [text.clone(), text.replace('.', "0"), format!("{text} # hard"), format!("{text},x")] {
            assert!(looks_like(text.as_bytes()));
            assert_eq!(read(text.as_bytes()), Ok(candidates));
        }
        assert!(!looks_like(&[b'1'; 364]) && !looks_like(&[b'1'; 82]));
    }

    #[test]
    fn faults_say_what_was_found() {
        let text = Candidates::from(&Grid::EMPTY).to_string();
        let fault = |text: &str| match read(text.as_bytes()) {
            Err((offset, kind)) => (offset, kind.to_string()),
            Ok(_) => panic!("{text:?} was read"),
        };
        assert_eq!(fault(&text[..728]), (None, "728 pencil marks, expected 729".into()));
        for surplus in ["1", "2"] {
            assert_eq!(fault(&format!("{text}{surplus}")), (None, "730 pencil marks, expected 729".into()));
        }
        assert_eq!(fault(&text[1..]), (Some(0), "expected 1 or a blank, found '2'".into()));
        assert_eq!(fault(&text.replace("89", "8é")), (Some(8), "expected a digit or a blank, found 'é'".into()));
    }
}
