//! The layout of the Sudoku exchange puzzle bank: `hash puzzle rating` on a line. The first word is any label, the second is
//! the puzzle, and what follows is not part of it.

use super::fault::FaultKind;
use super::{LINE_FROM, line};
use crate::grid::Grid;

/// Whether a line is a label and a puzzle.
pub(super) fn looks_like(text: &[u8]) -> bool {
    let (label, puzzle) = (word(text), word(&text[second(text)..]));
    line::cells_in(label) < LINE_FROM && line::cells_in(puzzle) >= LINE_FROM
}

/// Reads the grid that is a line's second word; a fault comes with its offset in the line.
pub(super) fn read(text: &[u8]) -> Result<Grid, (usize, FaultKind)> {
    let start = second(text);
    line::read(&text[start..]).map_err(|(offset, kind)| (start + offset.unwrap_or(0), kind))
}

/// The first word of a text.
fn word(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| !b" \t".contains(byte)).count()]
}

/// Where the second word starts.
fn second(text: &[u8]) -> usize {
    let label = word(text).len();
    label + text[label..].iter().take_while(|byte| b" \t".contains(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn the_second_word_is_the_puzzle() {
        for text in ["0000183b305c PUZZLE  1.2", "abcdefabcdef  PUZZLE", "1\tPUZZLE\t4.5"] {
            let text = text.replace("PUZZLE", PUZZLE);
            assert!(looks_like(text.as_bytes()), "{text}");
            assert_eq!(read(text.as_bytes()), Ok(PUZZLE.parse().unwrap()), "{text}");
        }
        assert!(!looks_like(PUZZLE.as_bytes()) && !looks_like(format!("{PUZZLE} {PUZZLE}").as_bytes()));
        assert!(!looks_like(b"5 3 . . 7 . . . .") && !looks_like(b"Grid 01"));
        // Half a grid or more is a puzzle itself, and half of one is one, if perhaps a faulty one.
        let with = |label: usize, puzzle: usize| format!("{} {}", &PUZZLE[..label], &PUZZLE[..puzzle]);
        assert!(looks_like(with(40, 41).as_bytes()));
        assert!(!looks_like(with(41, 41).as_bytes()) && !looks_like(with(40, 40).as_bytes()));
    }

    #[test]
    fn faults_come_with_their_offset_in_the_line() {
        let fault = |text: &str| read(text.as_bytes()).map_err(|(offset, kind)| (offset, kind.to_string()));
        assert_eq!(fault("0000183b305c"), Err((12, "0 cells, expected 81".into())));
        assert_eq!(fault(&format!("ab {}", &PUZZLE[1..])), Err((3, "80 cells, expected 81".into())));
        assert_eq!(fault("ab 53q"), Err((5, "expected a digit or a blank, found 'q'".into())));
    }
}
