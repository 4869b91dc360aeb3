//! The format of the Sudoku Exchange puzzle bank: `hash puzzle rating` on a line. The first word may be any label, the second is
//! the puzzle, and the rest is ignored.

use super::error::ParseError;
use super::line::read_cells;
use super::lines::Line;
use super::parser::{RecordParser, is_puzzle};
use super::records::Records;
use crate::grid::cell_from_byte;

/// Whether a line is a label and a puzzle.
pub(super) fn detect(text: &[u8]) -> bool {
    let (label, puzzle) = (first_word(text), first_word(&text[second_word_start(text)..]));
    !is_puzzle(label) && is_puzzle(puzzle) && puzzle.first().is_some_and(|&byte| cell_from_byte(byte).is_some())
}

#[derive(Debug)]
pub(super) struct BankParser;

impl RecordParser for BankParser {
    fn line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        let start = line.indent + second_word_start(line.text);
        let grid = read_cells(line, start..line.text_end()).map_err(|error| error.or_at(line.column(start)));
        records.push(line.number, grid);
        Ok(())
    }
}

fn first_word(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| !b" \t".contains(byte)).count()]
}

fn second_word_start(text: &[u8]) -> usize {
    let label = first_word(text).len();
    label + text[label..].iter().take_while(|byte| b" \t".contains(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputFormat;
    use crate::input::fixtures::{self, PUZZLE, fill, puzzle};

    #[test]
    fn the_second_word_is_the_puzzle() {
        for text in ["0000183b305c PUZZLE  1.2", "abcdefabcdef  PUZZLE", "1\tPUZZLE\t4.5"] {
            let text = fill(text);
            assert!(detect(text.as_bytes()), "{text}");
            assert_eq!(fixtures::read(Some(InputFormat::Bank), text.as_bytes()).grids, [puzzle()], "{text}");
        }
        assert!(!detect(PUZZLE.as_bytes()) && !detect(format!("{PUZZLE} {PUZZLE}").as_bytes()));
        assert!(!detect(b"5 3 . . 7 . . . .") && !detect(b"Grid 01"));
        // With half of a grid's cells or more, the label is a puzzle itself. The second word needs as many.
        let with = |label: usize, puzzle: usize| format!("{} {}", &PUZZLE[..label], &PUZZLE[..puzzle]);
        assert!(detect(with(40, 41).as_bytes()));
        assert!(!detect(with(41, 41).as_bytes()) && !detect(with(40, 40).as_bytes()));
    }

    #[test]
    fn errors_come_with_their_column_in_the_line() {
        let error = |text: &str| fixtures::message(InputFormat::Bank, text);
        assert_eq!(error("0000183b305c"), (Some(13), "expected 81 cells, found 0".into()));
        assert_eq!(error(&format!("ab {}", &PUZZLE[1..])), (Some(4), "expected 81 cells, found 80".into()));
        assert_eq!(error("1b 53q"), (Some(6), "expected a digit or a blank, found 'q'".into()));
        assert_eq!(error("é 53q"), (Some(5), "expected a digit or a blank, found 'q'".into()));
    }

    #[test]
    fn a_near_miss_starts_at_the_puzzle() {
        let error = fixtures::error(InputFormat::Bank, "é  PUZZLE1 x");
        let near_miss = error.near_miss.unwrap();
        assert_eq!((near_miss.cells.len(), near_miss.cells[0], near_miss.column), (82, 5, 4));
    }
}
