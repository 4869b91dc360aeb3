//! Reads an input in chunks of records.

use std::io::{self, Read};
use std::mem;

use crate::grid::Marked;
use crate::input::InputOptions;
use crate::input::reader::Reader;
use crate::input::records::Records;
use crate::question::Question;
use crate::question::options::Options;
use crate::solver::parallel::CHUNK_SIZE;

/// The most records in a chunk if each grid takes many searches. The searches keep the lanes full
/// by themselves, and the first answer should not wait for thousands of others.
const SLOW_CHUNK_SIZE: usize = 256;

pub(super) struct Source<R: Read> {
    reader: Reader<R>,
    /// The most records in a chunk.
    chunk_size: usize,
    /// The number of chunks so far, and the last record, if it is a grid.
    pub(super) chunks: u64,
    last: Option<Marked>,
    /// The number before the number of the first record.
    number_offset: u64,
    /// Whether there may be more records, or the error that stopped reading.
    pub(super) more: io::Result<bool>,
    /// Whether several threads take chunks.
    pub(super) is_shared: bool,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R, options: &Options, number_offset: u64) -> Source<R> {
        let every_grid = options.input.every_grid
            || matches!(options.question, Question::Check | Question::Convert);
        let is_slow = matches!(
            options.question,
            Question::Redundant | Question::Minimize | Question::Candidates
        );
        let chunk_size = if is_slow { SLOW_CHUNK_SIZE } else { CHUNK_SIZE };
        let reader = Reader::new(
            input,
            &InputOptions {
                every_grid,
                ..options.input.clone()
            },
        );
        Source {
            reader,
            chunk_size,
            chunks: 0,
            last: None,
            number_offset,
            more: Ok(true),
            is_shared: false,
        }
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
    }
}
