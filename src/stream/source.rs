//! Reads an input in chunks of records.

use std::io::{self, Read};
use std::mem;

use crate::grid::Marked;
use crate::input::reader::Reader;
use crate::input::records::Records;
use crate::question::policy::InputPolicy;
use crate::solver::handful::ReadSize;

/// How reads of an input behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputKind {
    /// They never block for long, so chunks can be filled completely.
    File,
    /// They may block. Before that, what has been read is answered.
    Pipe,
}

pub(super) struct Source<R: Read> {
    reader: Reader<R>,
    kind: InputKind,
    /// The most records in a chunk.
    chunk_size: usize,
    /// The number of chunks so far.
    pub(super) chunks: u64,
    /// The last record, if it is a grid.
    last: Option<Marked>,
    /// The number before the number of the first record.
    number_offset: u64,
    /// Whether there may be more records.
    pub(super) has_more: bool,
    /// What stopped reading.
    pub(super) error: Option<io::Error>,
    /// The size of the last read.
    pub(super) read_size: ReadSize,
    /// Whether several threads take chunks.
    pub(super) is_shared: bool,
}

impl<R: Read> Source<R> {
    /// A source of records whose numbers come after `number_offset`.
    pub(super) fn new(
        input: R,
        kind: InputKind,
        policy: &InputPolicy,
        number_offset: u64,
    ) -> Source<R> {
        Source {
            reader: Reader::new(input, &policy.options),
            kind,
            chunk_size: policy.chunk_size,
            chunks: 0,
            last: None,
            number_offset,
            has_more: true,
            error: None,
            read_size: ReadSize::Handful,
            is_shared: false,
        }
    }

    /// Reads the next chunk. For a pipe, this blocks only until there is one record.
    pub(super) fn fill(&mut self, records: &mut Records) {
        records.clear();
        let may_wait = self.kind == InputKind::File;
        match self.reader.fill(records, self.chunk_size, may_wait) {
            Ok(has_more) => self.has_more = has_more,
            Err(error) => {
                self.has_more = false;
                self.error = Some(error);
            }
        }
        self.read_size = ReadSize::of(records.grids.len(), self.read_size);
        records.above = mem::replace(&mut self.last, records.last_grid());
        records.offset += self.number_offset;
        self.chunks += 1;
    }
}
