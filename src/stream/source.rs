//! Reads an input in chunks of records.

use std::io::{self, Read};

use crate::input::reader::Reader;
use crate::input::records::{Carried, Records};
use crate::question::input_policy::InputPolicy;
use crate::solver::batch::MIN_GRIDS_FOR_ENGINE;

/// How reads of an input behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputKind {
    /// They never block for long, so chunks can be filled completely.
    File,
    /// They may block. Everything read so far is answered first.
    Pipe,
}

/// An input, and how far it has been read.
pub(super) struct Source<R: Read> {
    reader: Reader<R>,
    pub(super) kind: InputKind,
    policy: InputPolicy,
    /// The number of records of earlier inputs.
    records_of_earlier_inputs: u64,
    /// The number of the chunk that is read next, from 0.
    pub(super) chunk_to_read: u64,
    /// The last grid, if the next chunk will show whether an attempt at it is right below.
    carried: Option<Carried>,
    /// Whether a chunk so far has brought enough grids for the engine. A short chunk after such a
    /// chunk is the rest of a long input.
    pub(super) is_long_input: bool,
    /// Whether there may be more records.
    pub(super) has_more: bool,
    /// Whether several threads read chunks.
    pub(super) is_shared: bool,
    /// What stopped reading.
    pub(super) error: Option<io::Error>,
}

impl<R: Read> Source<R> {
    /// A source of the records of an input that follows this many records of earlier inputs.
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
            is_long_input: false,
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
        self.is_long_input |= records.grids.len() >= MIN_GRIDS_FOR_ENGINE;
        if self.policy.numbers_all_inputs {
            records.records_of_earlier_inputs = self.records_of_earlier_inputs;
        }
        if self.policy.pairs_attempts {
            self.carried = records.pair_answers(self.carried.take(), self.has_more);
        }
        if let Some(name) = &self.policy.solution_column {
            records.choose_solution_column(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::options::Options;

    #[test]
    fn an_input_is_long_from_its_first_long_chunk() {
        let sizes = [1, 15, 16, 1];
        let lines = sizes.map(|grids| format!("{}\n", ".".repeat(81)).repeat(grids));
        let reads = lines.map(io::Cursor::new).into_iter();
        let input: Box<dyn Read> = reads
            .fold(Box::new(io::empty()), |above: Box<dyn Read>, read| {
                Box::new(above.chain(read))
            });
        let policy = InputPolicy::new(&Options::default());
        let mut source = Source::new(input, InputKind::Pipe, policy, 0);
        let mut records = Records::default();
        let is_long_input = sizes.map(|grids| {
            source.fill(&mut records);
            assert_eq!(records.len(), grids);
            source.is_long_input
        });
        assert_eq!(is_long_input, [false, false, true, true]);
    }
}
