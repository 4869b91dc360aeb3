//! Reads an input in chunks of records.

use std::io::{self, Read};

use crate::input::reader::Reader;
use crate::input::records::{Carried, Records};
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
    /// Grids in rows are paired with their answers.
    pairs_answers: bool,
    /// The column of the given solutions, if that is not a usual one.
    solution_column: Option<String>,
    /// The last grid, if it waits for its answer.
    carried: Option<Carried>,
    /// How many records of earlier inputs count in the numbers of these.
    earlier_inputs: u64,
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
    /// A source of records whose numbers start after those of so many in earlier inputs.
    pub(super) fn new(
        input: R,
        kind: InputKind,
        policy: &InputPolicy,
        earlier_inputs: u64,
    ) -> Source<R> {
        Source {
            reader: Reader::new(input, &policy.options).with_titles(policy.titles),
            kind,
            chunk_size: policy.chunk_size,
            chunks: 0,
            pairs_answers: policy.pairs_answers,
            solution_column: policy.solution_column.clone(),
            carried: None,
            earlier_inputs,
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
        records.earlier_inputs = self.earlier_inputs;
        if self.pairs_answers {
            self.carried = records.pair_answers(self.carried.take(), self.has_more);
        }
        if let Some(name) = &self.solution_column {
            records.choose_solution_column(name);
        }
        self.chunks += 1;
    }
}
