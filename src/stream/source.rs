//! From an input to chunks of records.

use std::io::{self, Read};

use crate::analysis::suggest_fix;
use crate::input::InputOptions;
use crate::input::reader::Reader;
use crate::input::records::Records;
use crate::options::Options;
use crate::question::Question;

/// The most records in a chunk. Long chunks keep the lanes of the engine full; shorter ones, at some 300 bytes a grid, stay in
/// the second-level cache.
const CHUNK: usize = 2048;

/// The same if each grid takes many searches. They keep the lanes full by themselves, and the first answer should not wait for
/// thousands of others.
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
    /// The number of records so far.
    records: u64,
    /// Why reading stopped before the end of the input.
    pub(super) error: Option<io::Error>,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R, options: &Options, is_file: bool) -> Source<R> {
        let every_grid = options.input.every_grid || options.question.takes_every_grid();
        let input_options = InputOptions { every_grid, ..options.input.clone() };
        let is_slow = matches!(options.question, Question::Redundant | Question::Candidates);
        let chunk = if is_slow { CHUNK_OF_SLOW_ANSWERS } else { CHUNK };
        Source {
            reader: Reader::new(input, &input_options),
            suggestions_left: MAX_SUGGESTIONS,
            is_file,
            chunk,
            records: 0,
            error: None,
        }
    }

    /// Fills an empty chunk. Unless the input is a file, this blocks only until there is one record. Returns whether there may be
    /// more.
    pub(super) fn fill(&mut self, records: &mut Records) -> bool {
        let more = self.reader.fill(records, self.chunk, self.is_file).unwrap_or_else(|error| {
            self.error = Some(error);
            false
        });
        records.earlier = self.records;
        self.records += records.len() as u64;
        for error in records.errors_mut() {
            if let Some(near_miss) = &error.near_miss
                && let Some(left) = self.suggestions_left.checked_sub(1)
            {
                self.suggestions_left = left;
                let suggestion = suggest_fix(&near_miss.cells);
                let suggestion = suggestion.map(|suggestion| suggestion.describe(near_miss.column));
                error.suggestion = suggestion.or(error.suggestion.take());
            }
        }
        more
    }
}
