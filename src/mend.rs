//! What a line of 80 or 82 cells may have been: a blank too few, as where a spreadsheet has dropped the zero at the start, or a
//! character too many.

use std::fmt;

use crate::grid::{CELLS, Grid, cell_from_byte};

/// A change that makes a grid of a line; displayed as what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mend {
    /// A blank inserted before so many characters.
    Insert(usize),
    /// A character taken out that comes after so many.
    Remove(usize),
}

impl Mend {
    /// The only change of this kind that leads to a grid with one solution, if there is just one such grid. Where several
    /// changes lead to it, the first.
    #[must_use]
    pub fn of(cells: &[u8]) -> Option<Mend> {
        let changed = |i: usize| -> Option<(Mend, Vec<u8>)> {
            match cells.len() {
                80 => Some((Mend::Insert(i), [&cells[..i], b".", &cells[i..]].concat())),
                82 => Some((Mend::Remove(i), [&cells[..i], &cells[i + 1..]].concat())),
                _ => None,
            }
        };
        let mut found = None;
        let mut last = Grid::EMPTY;
        for (mend, text) in (0..cells.len().max(CELLS)).map_while(changed) {
            let grid = grid(&text)?;
            // Equal grids are made of changes side by side.
            if std::mem::replace(&mut last, grid) == grid {
                continue;
            }
            if crate::search_of(&grid).is_ok_and(|mut solver| solver.count(2) == 1) {
                if found.is_some() {
                    return None;
                }
                found = Some(mend);
            }
        }
        found
    }

    /// The same for cells that come after so many characters of a line.
    #[must_use]
    pub fn after(self, characters: usize) -> Mend {
        match self {
            Mend::Insert(i) => Mend::Insert(characters + i),
            Mend::Remove(i) => Mend::Remove(characters + i),
        }
    }
}

fn grid(text: &[u8]) -> Option<Grid> {
    let mut cells = [0; CELLS];
    for (cell, &byte) in cells.iter_mut().zip(text) {
        *cell = cell_from_byte(byte)?;
    }
    Grid::from_cells(cells)
}

impl fmt::Display for Mend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mend::Insert(i) => write!(f, "with a blank inserted at column {} it has one solution", i + 1),
            Mend::Remove(i) => write!(f, "without the character at column {} it has one solution", i + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "........2487..1..9.3.89.......2...7......86..6...7..585..6..9.739..175..2....5.14";

    fn mend(text: &str) -> Option<Mend> {
        Mend::of(text.as_bytes())
    }

    #[test]
    fn a_line_is_mended_where_one_change_makes_a_puzzle_of_it() {
        let puzzle: Grid = PUZZLE.parse().unwrap();
        let mut mended = 0;
        for at in 0..81 {
            let short = [&PUZZLE[..at], &PUZZLE[at + 1..]].concat();
            if let Some(Mend::Insert(i)) = mend(&short) {
                let grid: Grid = [&short[..i], ".", &short[i..]].concat().parse().unwrap();
                assert_eq!(crate::search_of(&grid).unwrap().count(2), 1);
                mended += usize::from(grid == puzzle);
            }
            let long = [&PUZZLE[..at], "5", &PUZZLE[at..]].concat();
            if let Some(Mend::Remove(i)) = mend(&long) {
                let grid: Grid = [&long[..i], &long[i + 1..]].concat().parse().unwrap();
                assert_eq!(crate::search_of(&grid).unwrap().count(2), 1);
                mended += usize::from(grid == puzzle);
            }
        }
        assert!(mended > 60, "{mended}");
        assert_eq!(mend(&PUZZLE[1..]), Some(Mend::Insert(0)));
    }

    #[test]
    fn what_may_be_several_puzzles_or_none_is_left_alone() {
        assert_eq!(mend(&".".repeat(80)), None);
        assert_eq!(mend(&"5".repeat(82)), None);
        assert_eq!(mend(PUZZLE), None);
        assert_eq!(mend(""), None);
    }
}
