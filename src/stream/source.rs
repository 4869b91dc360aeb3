//! From an input to chunks of records.

use std::io::{self, Read};
use std::mem;

use crate::analysis::suggest_fix;
use crate::grid::{CELLS, Candidates, Grid};
use crate::input::InputOptions;
use crate::input::reader::Reader;
use crate::input::records::Records;
use crate::options::Options;
use crate::parallel::CHUNK;
use crate::question::Question;

/// The most records in a chunk if each grid takes many searches. They keep the lanes full by themselves, and the first answer should not
/// wait for thousands of others.
const CHUNK_OF_SLOW_ANSWERS: usize = 256;

/// Suggest a fix for at most this many lines per input; each costs up to 82 searches.
const MAX_SUGGESTIONS: usize = 3;

pub(super) struct Source<R: Read> {
    reader: Reader<R>,
    suggestions_left: usize,
    /// The input is a file, which never blocks for long, so each chunk can be filled completely.
    pub(super) is_file: bool,
    /// The most records in a chunk.
    chunk: usize,
    /// The number of records so far, and the last of them, if it is a grid.
    records: u64,
    last: Option<(Grid, Option<Candidates>)>,
    /// Whether there may be more; why reading stopped, if it was not at the end of the input.
    pub(super) more: io::Result<bool>,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R, options: &Options, is_file: bool) -> Source<R> {
        let every_grid = options.input.every_grid || options.question.takes_every_grid();
        let input_options = InputOptions { every_grid, ..options.input.clone() };
        let is_slow = matches!(options.question, Question::Redundant | Question::Candidates);
        let chunk = if is_slow { CHUNK_OF_SLOW_ANSWERS } else { CHUNK };
        let reader = Reader::new(input, &input_options);
        Source { reader, suggestions_left: MAX_SUGGESTIONS, is_file, chunk, records: 0, last: None, more: Ok(true) }
    }

    /// Whether there may be more records.
    pub(super) fn has_more(&self) -> bool {
        matches!(self.more, Ok(true))
    }

    /// Reads the next chunk. Unless the input is a file, this blocks only until there is one record.
    pub(super) fn fill(&mut self, records: &mut Records) {
        records.clear();
        self.more = self.reader.fill(records, self.chunk, self.is_file);
        records.above = mem::replace(&mut self.last, records.last_grid());
        records.earlier = self.records;
        self.records += records.len() as u64;
        for (_, error) in &mut records.errors {
            let Some((first, cells)) = &error.near_miss else { continue };
            let Some(left) = self.suggestions_left.checked_sub(1) else { continue };
            self.suggestions_left = left;
            if let Some(cell) = suggest_fix(cells) {
                let is_short = cells.len() < CELLS;
                let change = if is_short { "with a blank inserted" } else { "without the character" };
                let column = first + cell;
                error.suggestion = Some(format!("{change} at column {column} it has exactly one solution"));
            }
        }
    }
}
