//! Inputs, and how they are read.

use crate::grid::Grid;
use crate::input::error::ParseError;
use crate::input::reader::Reader;
use crate::input::records::Records;
use crate::input::{InputFormat, InputOptions};

/// A puzzle with one solution.
pub(super) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Its solution.
pub(super) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Another puzzle.
pub(super) const OTHER: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

pub(super) fn puzzle() -> Grid {
    PUZZLE.parse().unwrap()
}

/// The nine rows of [`PUZZLE`] with this between their cells.
pub(super) fn rows(separator: &str) -> Vec<String> {
    let row = |row: &[u8]| {
        row.iter()
            .map(|&byte| char::from(byte).to_string())
            .collect::<Vec<_>>()
            .join(separator)
    };
    PUZZLE.as_bytes().chunks(9).map(row).collect()
}

/// A text with the example for each `PUZZLE`.
pub(super) fn fill(text: &str) -> String {
    text.replace("PUZZLE", PUZZLE)
}

/// All records of an input that is read in one go.
pub(super) fn read(format: Option<InputFormat>, input: &[u8]) -> Records {
    let mut records = Records::default();
    assert!(
        !Reader::new(
            input,
            &InputOptions {
                format,
                ..InputOptions::default()
            }
        )
        .fill(&mut records, usize::MAX, true)
        .unwrap()
    );
    records
}

/// An input that gives at most so many bytes at each read.
pub(super) struct Pieces<'a>(pub(super) &'a [u8], pub(super) usize);

impl std::io::Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let size = self.1.min(buffer.len());
        self.0.read(&mut buffer[..size])
    }
}

/// All records of an input that arrives in pieces of this size.
pub(super) fn read_pieces(input: &[u8], size: usize) -> Records {
    let mut records = Records::default();
    assert!(
        !Reader::new(Pieces(input, size), &InputOptions::default())
            .fill(&mut records, usize::MAX, true)
            .unwrap()
    );
    records
}

/// The line of each record.
pub(super) fn lines(records: &Records) -> Vec<u64> {
    records.iter().map(|record| record.line).collect()
}

/// What is wrong with a text whose first record cannot be read.
pub(super) fn error(format: InputFormat, text: &str) -> ParseError {
    let records = read(Some(format), fill(text).as_bytes());
    let of_record = records
        .iter()
        .next()
        .and_then(|record| record.puzzle.err().cloned());
    of_record
        .or(records.input_error.clone())
        .unwrap_or_else(|| panic!("{text:?} was read"))
}

/// Its column and message.
pub(super) fn message(format: InputFormat, text: &str) -> (Option<usize>, String) {
    let error = error(format, text);
    (error.column, error.what())
}

/// The title of each record.
pub(super) fn titles(records: &Records) -> Vec<Option<String>> {
    records
        .iter()
        .map(|record| record.title.map(String::from))
        .collect()
}
