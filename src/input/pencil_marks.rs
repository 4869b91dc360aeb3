//! The format `pencilmarks`: 729 characters per line, nine for each cell in row-major order. Character `9*cell + d - 1` is the
//! digit d if the cell may hold it, and a blank if it is eliminated. A tail is ignored, as in the format `line`.

use super::error::{Found, ParseError, ParseErrorKind};
use super::line::TAIL_STARTS;
use super::lines::Line;
use super::parser::{RecordParser, count_cells};
use super::records::Records;
use crate::grid::{CELLS, Candidates, Grid, cell_from_byte};

/// The number of pencil marks in a grid.
const MARKS: usize = 9 * CELLS;

/// Whether a line starts with at least half of all pencil marks.
pub(super) fn detect(text: &[u8]) -> bool {
    count_cells(without_tail(text)) >= MARKS.div_ceil(2)
}

#[derive(Debug)]
pub(super) struct PencilMarksParser;

impl RecordParser for PencilMarksParser {
    fn line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        match read(line) {
            Ok(candidates) => records.push_candidates(line.number, clues(&candidates), candidates),
            Err(error) => records.push_error(error),
        }
        Ok(())
    }
}

/// The cells with one candidate. Where two of them clash, the marks have no solution, but no clue is wrong by itself: then none.
fn clues(candidates: &Candidates) -> Grid {
    let clues = candidates.naked_singles();
    if clues.obeys_rules() { clues } else { Grid::EMPTY }
}

fn read(line: &Line<'_>) -> Result<Candidates, ParseError> {
    let text = without_tail(line.text);
    let mut masks = [0; CELLS];
    for (offset, &byte) in text.iter().enumerate() {
        let digit = (offset % 9 + 1) as u8;
        let kind = match (cell_from_byte(byte), masks.get_mut(offset / 9)) {
            (None, _) => ParseErrorKind::ExpectedCell(Found::first_of(&text[offset..])),
            // Further marks are only counted.
            (Some(0), _) | (_, None) => continue,
            (Some(mark), Some(mask)) if mark == digit => {
                *mask |= 1 << (digit - 1);
                continue;
            }
            (Some(_), Some(_)) => ParseErrorKind::ExpectedCandidate { digit, found: char::from(byte) },
        };
        return Err(line.error_at(line.indent + offset, kind));
    }
    match text.len() {
        MARKS => Ok(Candidates::from_masks(masks)),
        found => Err(line.error(ParseErrorKind::CandidateCount(found))),
    }
}

fn without_tail(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|byte| !TAIL_STARTS.contains(byte)).count()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputFormat;
    use crate::input::fixtures;

    #[test]
    fn pencil_marks_are_read_and_a_tail_is_not_part_of_them() {
        let grid: Grid = format!("5.{}", ".".repeat(79)).parse().unwrap();
        let mut candidates = Candidates::from(&grid);
        candidates.eliminate("r9c9".parse().unwrap(), 9);
        let text = candidates.to_string();
        for text in [text.clone(), text.replace('.', "0"), format!("{text} # hard"), format!("{text},x")] {
            assert!(detect(text.as_bytes()));
            let records = fixtures::read(Some(InputFormat::PencilMarks), text.as_bytes());
            assert_eq!((records.grids, records.candidates), (vec![grid], vec![(0, candidates)]));
        }
        assert!(!detect(&[b'1'; 364]) && !detect(&[b'1'; 82]));
    }

    #[test]
    fn errors_say_what_was_expected_and_found_and_where() {
        let text = Candidates::ALL.to_string();
        let error = |text: &str| fixtures::message(InputFormat::PencilMarks, text);
        assert_eq!(error(&text[..728]), (None, "expected 729 pencil marks, found 728".into()));
        for more in ["1", "2"] {
            assert_eq!(error(&format!("{text}{more}")), (None, "expected 729 pencil marks, found 730".into()));
        }
        assert_eq!(error(&text[1..]), (Some(1), "expected 1 or a blank, found '2'".into()));
        assert_eq!(error(&text.replace("89", "8é")), (Some(9), "expected a digit or a blank, found 'é'".into()));
    }
}
