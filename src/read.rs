//! Records as values, for those who use the library.

use std::io::{self, Read};
use std::{fmt, iter};

use crate::grid::{Candidates, Grid};
use crate::input::InputOptions;
use crate::input::error::ParseError;
use crate::input::reader::Reader;
use crate::input::records::{Record, Records};
use crate::parallel::CHUNK;

/// A grid of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputGrid {
    /// The line of the input on which it starts, from 1.
    pub line: u64,
    /// Its clues. Two of them may conflict; see [`Grid::conflict`].
    pub grid: Grid,
    /// What its clues and pencil marks leave of each cell.
    pub candidates: Candidates,
}

/// Why a record of an input could not be read. Displayed with its place, such as `3:5: expected a digit or a blank, found 'q'`.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// Something is wrong with a record, or with the input as a whole. Further records may follow.
    Malformed(ParseError),
    /// Reading failed. Nothing follows.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Malformed(error) => write!(f, "{error}"),
            ReadError::Io(error) => write!(f, "cannot read: {error}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// The grids of an input in any [`InputFormat`](crate::InputFormat), which is detected. No more is read than there is a record for.
///
/// ```
/// let input = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n53q\n";
/// let mut grids = sudokat::read(input.as_bytes());
/// assert_eq!(grids.next().expect("a record")?.grid.clues().count(), 30);
/// let error = grids.next().expect("another").expect_err("it is malformed");
/// assert_eq!(error.to_string(), "2:3: expected a digit or a blank, found 'q'");
/// assert!(grids.next().is_none());
/// # Ok::<(), sudokat::ReadError>(())
/// ```
pub fn read<R: Read>(input: R) -> impl Iterator<Item = Result<InputGrid, ReadError>> + use<R> {
    let (mut reader, mut records) = (Some(Reader::new(input, &InputOptions::default())), Records::default());
    let chunks = iter::from_fn(move || {
        records.clear();
        let filled = reader.as_mut()?.fill(&mut records, CHUNK, false);
        if !matches!(filled, Ok(true)) {
            reader = None;
        }
        let grids = records.iter().map(|Record { line, puzzle, .. }| {
            let (grid, marks) = puzzle.map_err(|error| ReadError::Malformed(error.clone()))?;
            Ok(InputGrid { line, grid: *grid, candidates: marks.copied().unwrap_or_else(|| grid.into()) })
        });
        let error = records.input_error.clone().map(ReadError::Malformed);
        let errors = error.into_iter().chain(filled.err().map(ReadError::Io));
        Some(grids.chain(errors.map(Err)).collect::<Vec<_>>())
    });
    chunks.flatten()
}
