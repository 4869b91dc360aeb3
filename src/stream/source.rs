//! Reads an input in chunks of records.

use std::io::{self, Read};

use crate::input::reader::Reader;
use crate::input::records::{Carried, Records};
use crate::question::policy::InputPolicy;
use crate::solver::batch::MIN_GRIDS_FOR_ENGINE;

/// How reads of an input behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputKind {
    /// They never block for long, so chunks can be filled completely.
    File,
    /// They may block. Everything read so far is answered first.
    Pipe,
}

/// How many grids come with a read. As long as every read of an input brings only a handful, the
/// solutions to print come from [`one_by_one`](crate::solver::one_by_one), which backtracks first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadSize {
    /// Too few for the engine.
    Handful,
    Many,
}

impl ReadSize {
    /// The size of a read of this many grids. After a read of many, a short one is the rest of a
    /// long input.
    fn of(grids: usize, before: ReadSize) -> ReadSize {
        if before == ReadSize::Handful && grids < MIN_GRIDS_FOR_ENGINE {
            return ReadSize::Handful;
        }
        ReadSize::Many
    }
}

/// An input, and how far it has been read.
pub(super) struct Source<R: Read> {
    reader: Reader<R>,
    pub(super) kind: InputKind,
    policy: InputPolicy,
    /// The number of records of earlier inputs, if the records of this one are numbered after them;
    /// otherwise 0.
    records_of_earlier_inputs: u64,
    /// The number of the chunk that is read next, from 0.
    pub(super) chunk_to_read: u64,
    /// The last grid, if the next chunk will show whether an attempt at it is right below.
    carried: Option<Carried>,
    /// The size of the last read.
    pub(super) read_size: ReadSize,
    /// Whether there may be more records.
    pub(super) has_more: bool,
    /// Whether several threads read chunks.
    pub(super) is_shared: bool,
    /// What stopped reading.
    pub(super) error: Option<io::Error>,
}

impl<R: Read> Source<R> {
    /// A source of records, which are numbered after those of earlier inputs if there are any.
    pub(super) fn new(
        input: R,
        kind: InputKind,
        policy: InputPolicy,
        records_of_earlier_inputs: u64,
    ) -> Source<R> {
        Source {
            reader: Reader::new(input, &policy.reader_options).with_titles(policy.titles),
            kind,
            policy,
            records_of_earlier_inputs,
            chunk_to_read: 0,
            carried: None,
            read_size: ReadSize::Handful,
            has_more: true,
            is_shared: false,
            error: None,
        }
    }

    /// Reads the next chunk. For a pipe, this blocks only until there is one record.
    pub(super) fn fill(&mut self, records: &mut Records) {
        records.clear();
        let may_wait = self.kind == InputKind::File;
        match self.reader.fill(records, self.policy.chunk_size, may_wait) {
            Ok(has_more) => self.has_more = has_more,
            Err(error) => {
                self.has_more = false;
                self.error = Some(error);
            }
        }
        self.chunk_to_read += 1;
        self.read_size = ReadSize::of(records.grids.len(), self.read_size);
        records.records_of_earlier_inputs = self.records_of_earlier_inputs;
        if self.policy.pairs_attempts {
            self.carried = records.pair_attempts(self.carried.take(), self.has_more);
        }
        if let Some(name) = &self.policy.solution_column {
            records.choose_solution_column(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ReadSize::{self, Handful, Many};

    #[test]
    fn reads_are_a_handful_until_one_has_many_grids() {
        let mut size = Handful;
        let mut sizes = Vec::new();
        for grids in [1, 15, 0, 16, 1] {
            size = ReadSize::of(grids, size);
            sizes.push(size);
        }
        assert_eq!(sizes, [Handful, Handful, Handful, Many, Many]);
    }
}
