//! A chunk of records that has been read, and everything that its replies depend on.

use super::findings::Findings;
use crate::input::records::Records;
use crate::output::{CsvColumns, Style};
use crate::question::chunk_policy::ChunkPolicy;

/// A chunk, its input, and what has been computed for its grids.
#[derive(Clone, Copy)]
pub(super) struct Chunk<'a> {
    pub(super) input: InputContext<'a>,
    pub(super) policy: ChunkPolicy<'a>,
    pub(super) records: &'a Records,
    pub(super) findings: &'a Findings,
}

/// The input that a chunk comes from.
#[derive(Clone, Copy)]
pub(super) struct InputContext<'a> {
    /// What messages call it.
    pub(super) name: &'a str,
    /// The csv columns of the output, if an earlier input has decided on them.
    pub(super) earlier_csv_columns: Option<&'a CsvColumns>,
}

impl<'a> Chunk<'a> {
    /// How replies to its records are written.
    pub(super) fn style(&self) -> Style<'a> {
        Style {
            format: self.policy.format,
            color: self.policy.options.color,
            shown_input_name: self.policy.options.with_filename.then_some(self.input.name),
            with_captions: self.policy.with_captions(),
            csv_columns: self.csv_columns(),
        }
    }

    /// The csv columns of the output, mapped to the columns of this input.
    fn csv_columns(&self) -> CsvColumns {
        match self.input.earlier_csv_columns {
            Some(columns) => columns.for_input(self.records.header.as_deref()),
            None => CsvColumns::new(self.records.header.as_ref(), self.policy.question()),
        }
    }
}
