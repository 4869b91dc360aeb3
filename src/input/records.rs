//! The records of a chunk: all that the rest of the program sees of an input.
//!
//! ```text
//! input          grids   lines    errors     candidates   csv
//! 1  53..7....   A       1        (1, e2)    (1, cB)      one line for each record, errors included,
//! 2  5q          B       3                                if the input is csv
//! 3  ..1..2...
//!                                |           + index of the grid that has these candidates
//!                                + number of records before the error
//! ```

use std::fmt;
use std::mem;
use std::sync::Arc;

use super::InputFormat;
use super::error::ParseError;
use crate::grid::{Candidates, Grid};

/// A grid, with its candidates if some are eliminated.
pub(super) type GridResult = Result<(Grid, Option<Candidates>), ParseError>;

/// Records in input order, as a structure of arrays that is reused between chunks.
#[derive(Debug, Default)]
pub(crate) struct Records {
    /// The records that were read.
    pub(crate) grids: Vec<Grid>,
    /// The line of each grid, and its title.
    pub(crate) lines: Vec<(u64, Option<Arc<str>>)>,
    /// Pencil marks of some of the grids, each with the index of its grid.
    pub(crate) candidates: Vec<(usize, Candidates)>,
    /// The records that could not be read, each with the number of records before it.
    pub(crate) errors: Vec<(usize, ParseError)>,
    /// In csv and JSON, the columns of each record, and where they end.
    pub(super) csv_text: Vec<u8>,
    pub(super) csv_ends: Vec<usize>,
    /// Empty lines among records of one line: for each, the number of records before it.
    pub(crate) empty_lines: Vec<usize>,

    /// The record before these, if it is a grid.
    pub(crate) above: Option<(Grid, Option<Candidates>)>,
    /// How many records come before these: in the input or, on a printed page, in all inputs so
    /// far.
    pub(crate) offset: u64,
    /// The format of the input, once it is known.
    pub(crate) format: Option<InputFormat>,
    /// The header of a csv input.
    pub(crate) csv_header: Option<Arc<CsvHeader>>,
    /// At the end of the input: the lines above the first record that were skipped.
    pub(crate) skipped: Option<Skipped>,
    /// At the end of the input: the number of finished grids that were left out because they solve
    /// the grid above them.
    pub(crate) omitted_solutions: u64,
    /// Why the input ends here: its records cannot be read, or a grid is missing at its end. This
    /// is not a record and comes after all of them.
    pub(crate) input_error: Option<ParseError>,
}

/// Lines that are neither records nor what may stand above them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Skipped {
    pub(crate) first_line: u64,
    pub(crate) count: u64,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let what = "above the first grid, which is no title, comment or number";
        match self.count {
            1 => write!(f, "{}: skipped this line {what}", self.first_line),
            count => write!(
                f,
                "{}: skipped this line and {} more {what}",
                self.first_line,
                count - 1
            ),
        }
    }
}

/// A record: a puzzle, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record<'a> {
    /// Its number, from 1, in the input or, on a printed page, in all inputs.
    pub(crate) number: u64,
    /// The line of the puzzle's first row, or of the error.
    pub(crate) line: u64,
    /// The grid and its pencil marks, if it has any. The clues of a grid on one line may conflict.
    /// In rows a conflict is an error, because only the parser knows the line and column of each
    /// cell, unless the grid is an attempt at the puzzle above it.
    pub(crate) puzzle: Result<(&'a Grid, Option<&'a Candidates>), &'a ParseError>,
    /// The title above the grid.
    pub(crate) title: Option<&'a str>,
    /// In csv the line, with delimiters and a closing quote added where they were missing, and a
    /// delimiter for one more field. Of a line that is too long, only delimiters are left; above
    /// the header there is nothing. In JSON it is an object with the columns.
    pub(crate) csv_line: &'a [u8],
    /// The header of its input, if that is csv or JSON.
    pub(crate) header: Option<&'a CsvHeader>,
}

impl Records {
    /// Removes everything, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        let Records {
            mut grids,
            mut lines,
            mut csv_text,
            mut csv_ends,
            ..
        } = mem::take(self);
        grids.clear();
        lines.clear();
        csv_text.clear();
        csv_ends.clear();
        *self = Records {
            grids,
            lines,
            csv_text,
            csv_ends,
            ..Records::default()
        };
    }

    /// The number of records.
    pub(crate) fn len(&self) -> usize {
        self.grids.len() + self.errors.len()
    }

    /// Whether the input has had a record.
    pub(super) fn has_any_record(&self) -> bool {
        self.offset > 0 || self.len() > 0
    }

    /// The number of records, and of the empty lines that are kept among them.
    pub(crate) fn len_with_empties(&self) -> usize {
        self.len() + self.empty_lines.len()
    }

    /// The last record, if it is a grid.
    pub(crate) fn last_grid(&self) -> Option<(Grid, Option<Candidates>)> {
        let grid = self
            .grids
            .last()
            .filter(|_| self.errors.last().is_none_or(|(at, _)| at + 1 < self.len()))?;
        let marks = self
            .candidates
            .last()
            .filter(|(of, _)| of + 1 == self.grids.len())
            .map(|(_, marks)| *marks);
        Some((*grid, marks))
    }

    /// How many records at the start are grids without columns, with no empty line among them.
    pub(crate) fn leading_grids(&self) -> usize {
        let before_error = self
            .errors
            .first()
            .map_or(self.grids.len(), |(records_before, _)| *records_before);
        let before_empty_line = self.empty_lines.first().copied().unwrap_or(before_error);
        if self.csv_ends.is_empty() {
            before_error.min(before_empty_line)
        } else {
            0
        }
    }

    /// The records in input order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Record<'_>> {
        let mut grids = self.grids.iter().zip(&self.lines).enumerate();
        let (mut errors, mut candidates) = (
            self.errors.iter().peekable(),
            self.candidates.iter().peekable(),
        );
        let mut csv_lines = self.csv_ends.iter().scan(0, |start, end| {
            Some(&self.csv_text[mem::replace(start, *end)..*end])
        });
        (0..).map_while(move |index| {
            let (line, puzzle, title) =
                match errors.next_if(|(records_before, _)| *records_before == index) {
                    Some((_, error)) => (error.line, Err(error), None),
                    None => {
                        let (grid_index, (grid, (line, title))) = grids.next()?;
                        let candidates = candidates
                            .next_if(|(of, _)| *of == grid_index)
                            .map(|(_, candidates)| candidates);
                        (*line, Ok((grid, candidates)), title.as_deref())
                    }
                };
            let (number, csv_line) = (
                self.offset + index as u64 + 1,
                csv_lines.next().unwrap_or_default(),
            );
            Some(Record {
                number,
                line,
                puzzle,
                title,
                csv_line,
                header: self.csv_header.as_deref(),
            })
        })
    }

    /// Adds a record that is an error, or a grid, perhaps with pencil marks and a title.
    pub(super) fn push(&mut self, line: u64, title: Option<Arc<str>>, record: GridResult) {
        match record {
            Ok((grid, candidates)) => self.push_grid(line, title, grid, candidates),
            Err(error) => self.push_error(error),
        }
    }

    #[inline]
    pub(super) fn push_grid(
        &mut self,
        line: u64,
        title: Option<Arc<str>>,
        grid: Grid,
        marks: Option<Candidates>,
    ) {
        self.candidates
            .extend(marks.map(|marks| (self.grids.len(), marks)));
        self.grids.push(grid);
        self.lines.push((line, title));
    }

    /// Adds an empty line, which has a line of output.
    pub(super) fn push_empty_line(&mut self) {
        if self.has_any_record() {
            self.empty_lines.push(self.len());
        }
    }

    /// Ends the columns of the last record, which are at the end of `csv_text`.
    pub(super) fn end_columns(&mut self) {
        self.csv_ends.push(self.csv_text.len());
    }

    pub(super) fn push_error(&mut self, error: ParseError) {
        self.errors.push((self.len(), error));
    }
}

/// The columns of a csv or JSON input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CsvHeader {
    /// The line without its end.
    pub(crate) text: Vec<u8>,
    /// The byte between two fields.
    pub(crate) delimiter: u8,
    /// The names of the columns. All but the puzzle's are distinct and cannot be taken for it: a
    /// number is added to some.
    pub(crate) names: Vec<String>,
    /// In JSON, the names that the members have.
    pub(crate) keys: Option<Vec<String>>,
    /// The indices of the columns with the puzzle, given solutions, and captions.
    pub(crate) puzzle_column: usize,
    pub(crate) solution_column: Option<usize>,
    pub(crate) caption_column: Option<usize>,
}
