//! The format of HoDoKu's technique library: `:technique:candidates:puzzle:eliminated:...`, fields between colons.
//!
//! In the puzzle a `+` marks a digit that is placed, not given. `eliminated` lists candidates, each as digit, row and column
//! (`412`: no 4 in r1c2). The other fields say what a player should find; they are ignored.

use std::ops::Range;

use super::error::{Found, ParseError, ParseErrorKind, quotable};
use super::line::cell_count;
use super::lines::Line;
use super::parser::{RecordParser, is_puzzle};
use super::records::Records;
use crate::grid::{CELLS, Candidates, Grid, leading_cells};

const FORM: &str = "a line of HoDoKu's library, :technique:candidates:puzzle:eliminated:";

/// Whether a line starts with a colon and has a puzzle between the third colon and the next.
pub(super) fn detect(text: &[u8]) -> bool {
    text.starts_with(b":") && text.split(|&byte| byte == b':').nth(3).is_some_and(is_puzzle)
}

#[derive(Debug)]
pub(super) struct HodokuParser;

impl RecordParser for HodokuParser {
    fn line(&mut self, line: &Line<'_>, records: &mut Records) -> Result<(), ParseError> {
        match read(line) {
            Ok((grid, Some(candidates))) => records.push_candidates(line.number, grid, candidates),
            Ok((grid, None)) => records.push_grid(line.number, grid),
            Err(error) => records.push_error(error),
        }
        Ok(())
    }
}

/// The grid, and its candidates if any are eliminated.
fn read(line: &Line<'_>) -> Result<(Grid, Option<Candidates>), ParseError> {
    let missing = |offset, found| line.error_at(offset, ParseErrorKind::Expected { what: FORM, found });
    if !line.text.starts_with(b":") {
        return Err(missing(line.indent, "no colon"));
    }
    let mut colons = (line.indent..line.text_end()).filter(|&offset| line.bytes[offset] == b':');
    let Some(third) = colons.nth(2) else { return Err(missing(line.text_end(), "the end of the line")) };
    let puzzle_end = colons.next().unwrap_or(line.text_end());
    let list_end = colons.next().unwrap_or(line.text_end());
    let grid = read_grid(line, third + 1..puzzle_end)?;
    let list = (puzzle_end + 1).min(list_end);
    let candidates = read_eliminated(&grid, &line.bytes[list..list_end]).map_err(|(offset, entry)| {
        line.error_at(list + offset, ParseErrorKind::ExpectedElimination(quotable(entry)))
    })?;
    Ok((grid, candidates))
}

fn read_grid(line: &Line<'_>, field: Range<usize>) -> Result<Grid, ParseError> {
    let text = &line.bytes[field.clone()];
    let mut plain = text.to_vec();
    plain.retain(|&byte| byte != b'+');
    let (cells, count) = leading_cells(&plain);
    let mut wrong = None;
    if count < plain.len() {
        wrong = (0..text.len()).filter(|&i| text[i] != b'+').nth(count);
    }
    if plain.len() < text.len() {
        let is_stray = |&i: &usize| text[i - 1] == b'+' && !matches!(text.get(i), Some(b'1'..=b'9'));
        wrong = (1..=text.len()).find(is_stray).into_iter().chain(wrong).min();
    }
    if let Some(offset) = wrong {
        let kind = match &text[offset..] {
            [] => ParseErrorKind::Expected { what: "a digit after +", found: "the end of the field" },
            rest => ParseErrorKind::ExpectedCell(Found::first_of(rest)),
        };
        return Err(line.error_at(field.start + offset, kind));
    }
    if count != CELLS {
        return Err(cell_count(line, field.start, count).or_at(line.column(field.start)));
    }
    let mut grid = Grid::EMPTY;
    *grid.cells_mut() = cells;
    Ok(grid)
}

/// The candidates of a grid without those in a list; `None` if it lists none.
///
/// # Errors
/// The first entry that is no candidate, and where it starts.
pub(super) fn read_eliminated<'a>(grid: &Grid, list: &'a [u8]) -> Result<Option<Candidates>, (usize, &'a [u8])> {
    let mut masks = None;
    let mut start = 0;
    for entry in list.split(|byte| b" \t".contains(byte)) {
        match entry {
            [] => (),
            [d @ b'1'..=b'9', r @ b'1'..=b'9', c @ b'1'..=b'9'] => {
                let cell = 9 * usize::from(r - b'1') + usize::from(c - b'1');
                masks.get_or_insert_with(|| *Candidates::from(grid).masks())[cell] &= !(1 << (d - b'1'));
            }
            _ => return Err((start, entry)),
        }
        start += entry.len() + 1;
    }
    Ok(masks.map(Candidates::from_masks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputFormat;
    use crate::input::fixtures::{self, PUZZLE, fill, puzzle};

    fn read(text: &str) -> Records {
        fixtures::read(Some(InputFormat::Hodoku), fill(text).as_bytes())
    }

    #[test]
    fn placed_digits_are_digits_and_listed_candidates_are_eliminated() {
        let placed = format!(":0300:x:+5+3{}:413 \t213 ::614:comment", &PUZZLE[2..]);
        assert!(detect(placed.as_bytes()));
        let mut candidates = Candidates::from(&puzzle());
        [4, 2].iter().for_each(|&digit| candidates.eliminate("r1c3".parse().unwrap(), digit));
        let records = read(&placed);
        assert_eq!((records.grids, records.candidates), (vec![puzzle()], vec![(0, candidates)]));
        for text in [":::PUZZLE", ":0000:x:PUZZLE:", ":0000:x:PUZZLE::::", ":0000:x:PUZZLE: :412:"] {
            let records = read(text);
            assert_eq!((records.grids, records.candidates), (vec![puzzle()], vec![]), "{text}");
        }
        assert!(!detect(b":---+---+---:") && !detect(PUZZLE.as_bytes()));
    }

    #[test]
    fn errors_come_with_their_column() {
        let error = |text: &str| fixtures::message(InputFormat::Hodoku, text);
        let form = "expected a line of HoDoKu's library, :technique:candidates:puzzle:eliminated:, found";
        assert_eq!(error("PUZZLE"), (Some(1), format!("{form} no colon")));
        assert_eq!(error(":0000:x"), (Some(8), format!("{form} the end of the line")));
        assert_eq!(error(":0000:x:53"), (Some(9), "expected 81 cells, found 2".into()));
        let plus = "expected a digit after +, found the end of the field";
        assert_eq!(error(":0000:x:PUZZLE+"), (Some(91), plus.into()));
        assert_eq!(error(":0000:x:5+.PUZZLE"), (Some(11), "expected a digit or a blank, found '.'".into()));
        assert_eq!(error(":0000:x:5++5"), (Some(11), "expected a digit or a blank, found '+'".into()));
        assert_eq!(error(":0000:x:5q"), (Some(10), "expected a digit or a blank, found 'q'".into()));
        assert_eq!(error(":0000:x:5q+"), (Some(10), "expected a digit or a blank, found 'q'".into()));
        let elimination = "expected digit, row and column of an eliminated candidate, such as 412, found \"41\"";
        assert_eq!(error(":0000:x:PUZZLE:412 41:"), (Some(95), elimination.into()));
    }
}
