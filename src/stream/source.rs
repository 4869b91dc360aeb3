//! Reads an input in chunks of records.

use std::io::{self, Read};
use std::mem;

use crate::grid::{CELLS, Candidates, Grid};
use crate::input::InputOptions;
use crate::input::reader::Reader;
use crate::input::records::Records;
use crate::options::Options;
use crate::parallel::CHUNK_SIZE;
use crate::puzzle::Puzzle;
use crate::question::Question;

/// The most records in a chunk if each grid takes many searches. The searches keep the lanes full
/// by themselves, and the first answer should not wait for thousands of others.
const SLOW_CHUNK_SIZE: usize = 256;

/// Suggest a fix for at most this many lines per input; each costs up to 82 searches.
const MAX_SUGGESTIONS: usize = 3;

pub(super) struct Source<R: Read> {
    reader: Reader<R>,
    suggestions_left: usize,
    /// The most records in a chunk.
    chunk_size: usize,
    /// The number of chunks so far, and the last record, if it is a grid.
    pub(super) chunks: u64,
    last: Option<(Grid, Option<Candidates>)>,
    /// The number before the number of the first record.
    number_offset: u64,
    /// Whether there may be more records, or the error that stopped reading.
    pub(super) more: io::Result<bool>,
    /// Whether several threads take chunks.
    pub(super) is_shared: bool,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R, options: &Options, number_offset: u64) -> Source<R> {
        let every_grid = options.input.every_grid || matches!(options.question, Question::Check | Question::Convert);
        let is_slow = matches!(options.question, Question::Redundant | Question::Minimize | Question::Candidates);
        let chunk_size = if is_slow { SLOW_CHUNK_SIZE } else { CHUNK_SIZE };
        let (suggestions_left, chunks, last, more) = (MAX_SUGGESTIONS, 0, None, Ok(true));
        let reader = Reader::new(input, &InputOptions { every_grid, ..options.input.clone() });
        Source { reader, suggestions_left, chunk_size, chunks, last, number_offset, more, is_shared: false }
    }

    /// Whether there may be more records.
    pub(super) fn has_more(&self) -> bool {
        matches!(self.more, Ok(true))
    }

    /// Reads the next chunk. A file never blocks for long, so the chunk can be filled completely.
    /// For any other input, this blocks only until there is one record.
    pub(super) fn fill(&mut self, records: &mut Records, is_file: bool) {
        records.clear();
        self.more = self.reader.fill(records, self.chunk_size, is_file);
        records.above = mem::replace(&mut self.last, records.last_grid());
        records.offset += self.number_offset;
        self.chunks += 1;
        for (_, error) in &mut records.errors {
            let Some((first, cells)) = error.near_miss.as_ref().filter(|_| self.suggestions_left > 0) else { continue };
            self.suggestions_left -= 1;
            if let Some(cell) = suggest_fix(cells) {
                let change = if cells.len() < CELLS { "with a blank inserted" } else { "without the character" };
                error.advice = format!("{change} at column {} it has exactly one solution", first + cell);
            }
        }
    }
}

/// Where 80 cells lack a blank, or 82 cells have one too many: a spreadsheet may have dropped a
/// leading zero, or a key was pressed twice. The change must be the only one that leads to a grid
/// with exactly one solution. Finding it takes up to 82 searches.
fn suggest_fix(cells: &[u8]) -> Option<usize> {
    let blank: &[u8] = if cells.len() < CELLS { &[0] } else { &[] };
    let change = |index: usize| {
        let changed = [&cells[..index], blank, &cells[index + 1 - blank.len()..]].concat();
        Some((index, Grid::from_cells(changed.try_into().ok()?)?))
    };
    let mut fixes: Vec<(usize, Grid)> = (0..cells.len().max(CELLS)).filter_map(change).collect();
    // Only neighboring changes lead to the same grid.
    fixes.dedup_by_key(|(_, grid)| *grid);
    fixes.retain(|(_, grid)| Puzzle::new(grid).is_ok_and(|puzzle| puzzle.is_unique()));
    if let [(index, _)] = fixes[..] { Some(index) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: &str = "........2487..1..9.3.89.......2...7......86..6...7..585..6..9.739..175..2....5.14";

    #[test]
    fn a_fix_is_suggested_if_one_change_leads_to_a_puzzle() {
        let puzzle: Grid = SHORT.parse().unwrap();
        let fixed = |cells: Vec<u8>| {
            let index = suggest_fix(&cells)?;
            let change: &[u8] = if cells.len() == 80 { &[0] } else { &[] };
            let fixed = [&cells[..index], change, &cells[index + 1 - change.len()..]].concat();
            let grid = Grid::from_cells(fixed.try_into().unwrap()).unwrap();
            assert!(Puzzle::new(&grid).unwrap().is_unique());
            Some(grid)
        };
        let right = (0..81).flat_map(|index| {
            let cells = puzzle.cells();
            let (short, long) =
                ([&cells[..index], &cells[index + 1..]].concat(), [&cells[..index], &[5], &cells[index..]].concat());
            [fixed(short), fixed(long)]
        });
        let right = right.filter(|grid| *grid == Some(puzzle)).count();
        assert!(right > 60, "{right}");
        assert_eq!(suggest_fix(&puzzle.cells()[1..]), Some(0));
    }

    #[test]
    fn no_fix_is_suggested_if_there_are_several_or_none() {
        assert_eq!(suggest_fix(&[0; 80]), None);
        assert_eq!(suggest_fix(&[5; 82]), None);
        assert_eq!(suggest_fix(&[10; 80]), None);
        assert_eq!(suggest_fix(SHORT.parse::<Grid>().unwrap().cells()), None);
    }
}
