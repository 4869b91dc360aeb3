//! Records as values, for users of the library.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};
use std::iter;

use crate::grid::{Candidates, Grid, ParseGridError};
use crate::input::InputOptions;
use crate::input::error::ParseError;
use crate::input::reader::Reader;
use crate::input::records::{Record, Records};
use crate::input::titles::Titles;
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
    /// Its label, a comment after it on its line, the title above it, or its column or member
    /// `name`, `title` or `id`.
    pub title: Option<String>,
    /// The solution that its record gives in another column or member, if that has a digit. It may
    /// be malformed, and it has not been compared with the grid.
    pub given_solution: Option<Result<Grid, ParseGridError>>,
}

/// The grids of an input in any [`InputFormat`](crate::InputFormat), which is detected unless the
/// options name it. A complete record is returned before any read that could block.
///
/// An error in a record, or in the input as a whole, has the kind [`ErrorKind::InvalidData`] and is
/// displayed with its place. Further records may follow. Any other error ends the iterator.
///
/// ```
/// use sudokat::{InputOptions, read};
/// let input = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n53q\n";
/// let mut grids = read(input.as_bytes(), &InputOptions::default());
/// assert_eq!(grids.next().expect("a record")?.grid.placements().count(), 30);
/// let error = grids.next().expect("another").expect_err("it is malformed");
/// assert_eq!(error.to_string(), "2:3: expected a digit or a blank, found 'q'");
/// assert!(grids.next().is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// Records can have titles and solutions:
///
/// ```
/// use sudokat::{InputOptions, read};
/// let csv = "id,start,solution
/// easy 7,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let options = InputOptions { column: Some("start".to_string()), ..InputOptions::default() };
/// let record = read(csv.as_bytes(), &options).next().expect("a record")?;
/// assert_eq!(record.title.as_deref(), Some("easy 7"));
/// let given = record.given_solution.expect("there is a column for it").expect("81 digits");
/// assert!(given.is_solution(&record.grid));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read<R: Read>(
    input: R,
    options: &InputOptions,
) -> impl Iterator<Item = io::Result<InputGrid>> + use<R> {
    let mut grids = GridReader {
        reader: Some(Reader::new(input, options).with_titles(Titles::Read)),
        records: Records::default(),
    };
    iter::from_fn(move || grids.next_chunk()).flatten()
}

/// Reads the grids of an input, one chunk after the other.
struct GridReader<R> {
    /// `None` at the end.
    reader: Option<Reader<R>>,
    /// The memory of the records of a chunk.
    records: Records,
}

impl<R: Read> GridReader<R> {
    /// The grids and errors of the next records.
    fn next_chunk(&mut self) -> Option<Vec<io::Result<InputGrid>>> {
        let reader = self.reader.as_mut()?;
        self.records.clear();
        let may_wait = false;
        let filled = reader.fill(&mut self.records, CHUNK_SIZE, may_wait);
        let has_more = filled.as_ref().is_ok_and(|has_more| *has_more);
        if !has_more {
            self.reader = None;
        }
        let mut grids: Vec<_> = self.records.iter().map(input_grid).collect();
        if let Some(error) = &self.records.input_error {
            grids.push(Err(malformed(error)));
        }
        if let Err(error) = filled {
            grids.push(Err(error));
        }
        Some(grids)
    }
}

fn input_grid(record: Record<'_>) -> io::Result<InputGrid> {
    let puzzle = record.puzzle.map_err(malformed)?;
    Ok(InputGrid {
        line: record.line,
        grid: *puzzle.grid,
        candidates: puzzle.candidates(),
        title: record.title_or_column().map(Cow::into_owned),
        given_solution: record.parse_given_solution(),
    })
}

fn malformed(error: &ParseError) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, error.to_string())
}
