//! Records as values, for users of the library.

use std::io::{self, ErrorKind, Read};
use std::iter;

use crate::grid::{Candidates, Grid};
use crate::input::InputOptions;
use crate::input::error::ParseError;
use crate::input::reader::Reader;
use crate::input::records::{Record, Records};
use crate::solver::parallel::CHUNK_SIZE;

/// A grid of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputGrid {
    /// The line of the input on which it starts, from 1.
    pub line: u64,
    /// Its clues. Two of them may conflict; see [`Grid::conflict`].
    pub grid: Grid,
    /// The candidates that its clues and pencil marks leave in each cell.
    pub candidates: Candidates,
}

/// The grids of an input in any [`InputFormat`](crate::InputFormat), which is detected. A complete
/// record is returned before any read that could block.
///
/// An error in a record, or in the input as a whole, has the kind [`ErrorKind::InvalidData`] and is
/// displayed with its place. Further records may follow. Any other error ends the iterator.
///
/// ```
/// let input = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n53q\n";
/// let mut grids = sudokat::read(input.as_bytes());
/// assert_eq!(grids.next().expect("a record")?.grid.clues().count(), 30);
/// let error = grids.next().expect("another").expect_err("it is malformed");
/// assert_eq!(error.to_string(), "2:3: expected a digit or a blank, found 'q'");
/// assert!(grids.next().is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read<R: Read>(input: R) -> impl Iterator<Item = io::Result<InputGrid>> + use<R> {
    let mut chunks = Chunks {
        reader: Some(Reader::new(input, &InputOptions::default())),
        records: Records::default(),
    };
    iter::from_fn(move || chunks.next_chunk()).flatten()
}

/// What is left of an input.
struct Chunks<R> {
    /// `None` at the end.
    reader: Option<Reader<R>>,
    /// The memory of the records of a chunk.
    records: Records,
}

impl<R: Read> Chunks<R> {
    /// The grids and errors of the next records.
    fn next_chunk(&mut self) -> Option<Vec<io::Result<InputGrid>>> {
        let reader = self.reader.as_mut()?;
        self.records.clear();
        let filled = reader.fill(&mut self.records, CHUNK_SIZE, false);
        if !matches!(filled, Ok(true)) {
            self.reader = None;
        }
        let mut grids: Vec<_> = self.records.iter().map(input_grid).collect();
        grids.extend(
            self.records
                .input_error
                .as_ref()
                .map(|error| Err(malformed(error))),
        );
        grids.extend(filled.err().map(Err));
        Some(grids)
    }
}

fn input_grid(record: Record<'_>) -> io::Result<InputGrid> {
    let puzzle = record.puzzle.map_err(malformed)?;
    Ok(InputGrid {
        line: record.line,
        grid: *puzzle.grid,
        candidates: puzzle.candidates(),
    })
}

fn malformed(error: &ParseError) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, error.to_string())
}
