//! The records of a chunk: all that the rest of the program sees of an input.
//!
//! ```text
//! input             entry                                     its parts
//! 1  53..7....      line 1, grid 0                            grids[0]
//! 2  5q             line 2, error 0                           errors[0]
//! 3
//! 4  ..1..2... :    line 4, marks 0; an empty line above it   marks[0]: of grid 1, grids[1]
//! 5  ...1..2..      line 5, grid 2                            grids[2]
//! ```
//!
//! The grids are contiguous, because the engine takes them as they are. An entry says where the
//! parts of its record are, so any record can be read on its own.

use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::InputFormat;
use super::cell_reader::CellReader;
use super::error::ParseError;
use super::notices::{NewMember, Skipped};
use super::pairing::Pairings;
use super::words::is_solution_name;
use crate::grid::{Candidates, Grid, MarkedGrid, MarkedGridRef};

pub(crate) use super::header::Header;
pub(crate) use super::pairing::{Carried, Pairing};

/// Records in input order. The memory is used again for the next chunk.
#[derive(Debug, Default)]
pub(crate) struct Records {
    entries: Vec<Entry>,
    /// The grids that were read.
    pub(crate) grids: Vec<Grid>,
    /// The pencil marks of the grids that have some, each with the index of its grid.
    pub(crate) marks: Vec<(usize, Candidates)>,
    /// What is wrong with the records that could not be read.
    pub(crate) errors: Vec<ParseError>,
    /// The position of the first entry that is not a grid, or that has an empty line above.
    first_interruption: Option<usize>,
    /// The number of empty lines that are kept, because each is one of the output.
    empty_lines: usize,
    /// How many of these are below the last entry.
    pub(crate) empty_lines_at_end: usize,
    /// The kept texts of all records, one after the other.
    kept_text: Vec<u8>,
    /// Where the kept text of each entry is. The last entries may have none.
    kept_ranges: Vec<Range<usize>>,
    pairings: Pairings,
    /// How many records of the input come before these.
    pub(crate) offset: u64,
    /// What is added to the numbers of records: on a printed page, the number of records of earlier
    /// inputs.
    pub(crate) records_of_earlier_inputs: u64,
    /// The format of the input, once it is known.
    pub(crate) format: Option<InputFormat>,
    /// The header of an input with columns.
    pub(crate) header: Option<Arc<Header>>,
    /// At the end of the input: the lines above the first record that were skipped.
    pub(crate) skipped: Option<Skipped>,
    /// In JSON, the first member that the first record lacks, if it is in these records.
    pub(crate) new_member: Option<NewMember>,
    /// At the end of the input: the number of finished grids that were left out because they solve
    /// the grid above them.
    pub(crate) omitted_solutions: u64,
    /// Why the input ends here: its records cannot be read, or a grid is missing at its end. This
    /// is not a record and comes after all of them.
    pub(crate) input_error: Option<ParseError>,
}

/// Where the records of an input go, and what reads their cells.
pub(super) struct ParseContext<'r> {
    pub(super) cell_reader: &'r mut CellReader,
    pub(super) records: &'r mut Records,
}

/// A record, and where its parts are.
#[derive(Debug)]
struct Entry {
    line: u64,
    /// The title above it, its label or its id.
    title: Option<Arc<str>>,
    /// The number of empty lines between it and the entry before.
    empty_lines_above: usize,
    kind: EntryKind,
}

#[derive(Clone, Copy, Debug)]
enum EntryKind {
    /// A grid, by its index.
    Grid(usize),
    /// A grid with pencil marks, by their index.
    Marked(usize),
    /// An error, by its index.
    Error(usize),
}

/// A record: a puzzle, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record<'a> {
    /// Its number, from 1, in the input or, on a printed page, in all inputs.
    pub(crate) number: u64,
    /// The line of the puzzle's first row, of the error or, in csv, the first line of the record.
    pub(crate) line: u64,
    /// The clues of a grid on one line may conflict. In rows a conflict is an error, because only
    /// the parser knows the line and column of each cell, unless the grid is an attempt at the
    /// puzzle above it.
    pub(crate) puzzle: Result<MarkedGridRef<'a>, &'a ParseError>,
    /// The index of the puzzle among the grids of the chunk.
    pub(crate) grid_index: Option<usize>,
    pub(crate) pairing: Pairing,
    /// The grid right above, if this is the answer to it.
    pub(crate) above: Option<MarkedGridRef<'a>>,
    /// The number of empty lines right above, if they are kept.
    pub(crate) empty_lines_above: usize,
    /// The title above it, its label or its id.
    pub(crate) title: Option<&'a str>,
    /// The text with its columns, which the output repeats; empty above the header of csv.
    ///
    /// - In csv, the record, with delimiters and a closing quote added where they were missing, and
    ///   a delimiter for one more field. Of one that was not read, only delimiters are left.
    /// - In JSON, an object with the members.
    /// - Otherwise, the line up to the end of its given solution, if that is wanted.
    pub(crate) kept_text: &'a [u8],
    /// The header of its input, if that has columns.
    pub(crate) header: Option<&'a Header>,
}

impl Records {
    /// Removes everything, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        let mut old = mem::take(self);
        old.entries.clear();
        old.grids.clear();
        old.marks.clear();
        old.errors.clear();
        old.kept_text.clear();
        old.kept_ranges.clear();
        old.pairings.clear();
        *self = Records {
            entries: old.entries,
            grids: old.grids,
            marks: old.marks,
            errors: old.errors,
            kept_text: old.kept_text,
            kept_ranges: old.kept_ranges,
            pairings: old.pairings,
            ..Records::default()
        };
    }

    /// The number of records.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The number of records, and of the empty lines that are kept among them.
    pub(crate) fn len_with_empty_lines(&self) -> usize {
        self.len() + self.empty_lines
    }

    /// The number of records of the input so far.
    pub(super) fn count_so_far(&self) -> u64 {
        self.offset + self.len() as u64
    }

    /// Whether the input has had a record.
    pub(super) fn has_any_record(&self) -> bool {
        self.count_so_far() > 0
    }

    /// Whether the input starts here. An empty input has no start.
    pub(crate) fn starts_input(&self) -> bool {
        self.offset == 0 && (self.header.is_some() || self.len_with_empty_lines() > 0)
    }

    /// The length of all kept texts.
    pub(super) fn kept_text_len(&self) -> usize {
        self.kept_text.len()
    }

    /// How many records at the start are grids without kept texts, with no empty line between them.
    pub(crate) fn leading_grids(&self) -> usize {
        if self.kept_ranges.is_empty() {
            self.first_interruption.unwrap_or(self.len())
        } else {
            0
        }
    }

    /// The records in input order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Record<'_>> {
        (0..self.len()).map(|position| self.record(position))
    }

    /// The record at a position, from 0.
    pub(crate) fn record(&self, position: usize) -> Record<'_> {
        let entry = &self.entries[position];
        let kept_range = self.kept_ranges.get(position).cloned().unwrap_or_default();
        Record {
            number: self.number(position),
            line: entry.line,
            puzzle: self.result(entry.kind),
            grid_index: self.grid_index(entry.kind),
            pairing: self.pairings.of(position),
            above: self.grid_above(position),
            empty_lines_above: entry.empty_lines_above,
            title: self.title(position),
            kept_text: &self.kept_text[kept_range],
            header: self.header.as_deref(),
        }
    }

    /// The number of the record at a position.
    fn number(&self, position: usize) -> u64 {
        self.records_of_earlier_inputs + self.offset + position as u64 + 1
    }

    fn result(&self, kind: EntryKind) -> Result<MarkedGridRef<'_>, &ParseError> {
        match kind {
            EntryKind::Grid(index) => Ok((&self.grids[index]).into()),
            EntryKind::Marked(index) => {
                let (grid, marks) = &self.marks[index];
                Ok(MarkedGridRef {
                    grid: &self.grids[*grid],
                    marks: Some(marks),
                })
            }
            EntryKind::Error(index) => Err(&self.errors[index]),
        }
    }

    fn grid_index(&self, kind: EntryKind) -> Option<usize> {
        match kind {
            EntryKind::Grid(index) => Some(index),
            EntryKind::Marked(index) => Some(self.marks[index].0),
            EntryKind::Error(_) => None,
        }
    }

    /// The title of the record at a position. An answer may have that of its puzzle.
    fn title(&self, position: usize) -> Option<&str> {
        let own = self.entries[position].title.as_deref();
        if self.pairings.of(position) != Pairing::Answer {
            return own;
        }
        let above = match position.checked_sub(1) {
            Some(above) => self.entries[above].title.as_deref(),
            None => self.pairings.carried.as_ref()?.title.as_deref(),
        };
        // A heading such as `Solution` does not say of which puzzle.
        own.filter(|own| !is_solution_name(own.as_bytes()))
            .or(above)
    }

    /// The grid that the record at a position is the answer to.
    fn grid_above(&self, position: usize) -> Option<MarkedGridRef<'_>> {
        if self.pairings.of(position) != Pairing::Answer {
            return None;
        }
        match position.checked_sub(1) {
            Some(above) => self.result(self.entries[above].kind).ok(),
            None => {
                let carried = self.pairings.carried.as_ref()?;
                Some(carried.puzzle.as_ref())
            }
        }
    }

    /// Pairs each grid in rows that has blanks with the grid right below it if that is its answer.
    /// `carried` is such a grid at the end of the previous chunk. If this chunk has one there, and
    /// more records may follow, it is returned.
    pub(crate) fn pair_answers(
        &mut self,
        carried: Option<Carried>,
        has_more: bool,
    ) -> Option<Carried> {
        if self.len() == 0 && has_more {
            return carried;
        }
        let mut above = carried.as_ref().map(|carried| carried.puzzle.grid);
        self.pairings.carried = carried;
        if !self.are_rows() {
            return None;
        }
        for position in 0..self.len() {
            let own = self.result(self.entries[position].kind).ok();
            let own = own.map(|puzzle| *puzzle.grid);
            above = self.pairings.pair(own, above);
        }
        if above.is_none() || !has_more {
            return None;
        }
        self.pairings.mark_last_waiting();
        self.last_as_carried()
    }

    fn are_rows(&self) -> bool {
        matches!(self.format, Some(InputFormat::Packed | InputFormat::Spaced))
    }

    fn last_as_carried(&self) -> Option<Carried> {
        let last = self.entries.last()?;
        Some(Carried {
            number: self.number(self.len() - 1),
            line: last.line,
            title: last.title.clone(),
            puzzle: self.result(last.kind).ok()?.to_marked(),
        })
    }

    /// The grid that has waited for these records, if none of them is its answer.
    pub(crate) fn carried_record(&self) -> Option<Record<'_>> {
        let carried = self.pairings.carried.as_ref()?;
        if self.pairings.of(0) == Pairing::Answer {
            return None;
        }
        Some(Record {
            number: carried.number,
            line: carried.line,
            puzzle: Ok(carried.puzzle.as_ref()),
            grid_index: None,
            pairing: Pairing::Alone,
            above: None,
            empty_lines_above: 0,
            title: carried.title.as_deref(),
            kept_text: &[],
            header: None,
        })
    }

    /// Takes the given solutions from the column of this name, ignoring case, or from none if there
    /// is no such column.
    pub(crate) fn choose_solution_column(&mut self, name: &str) {
        if let Some(header) = &mut self.header {
            let mut names = header.names.iter();
            let column = names.position(|column| column.eq_ignore_ascii_case(name));
            let header = Arc::make_mut(header);
            header.solution_column = column;
            header.is_solution_column_chosen = true;
        }
    }

    /// Adds a record that is an error, or a grid, perhaps with pencil marks and a title.
    pub(crate) fn push(
        &mut self,
        line: u64,
        title: Option<Arc<str>>,
        record: Result<MarkedGrid, ParseError>,
    ) {
        match record {
            Ok(MarkedGrid { grid, marks: None }) => self.push_grid(line, title, grid),
            Ok(MarkedGrid {
                grid,
                marks: Some(marks),
            }) => {
                self.push_entry(line, title, EntryKind::Marked(self.marks.len()));
                self.marks.push((self.grids.len(), marks));
                self.grids.push(grid);
            }
            Err(error) => self.push_error(error),
        }
    }

    /// Adds a record that is a grid without pencil marks. Most records of most inputs are.
    #[inline]
    pub(super) fn push_grid(&mut self, line: u64, title: Option<Arc<str>>, grid: Grid) {
        self.push_entry(line, title, EntryKind::Grid(self.grids.len()));
        self.grids.push(grid);
    }

    /// Adds a record that could not be read.
    pub(super) fn push_error(&mut self, error: ParseError) {
        self.first_interruption.get_or_insert(self.entries.len());
        self.push_entry(error.line, None, EntryKind::Error(self.errors.len()));
        self.errors.push(error);
    }

    /// Adds an empty line that is one of the output.
    pub(super) fn push_empty_line(&mut self) {
        self.first_interruption.get_or_insert(self.entries.len());
        self.empty_lines += 1;
        self.empty_lines_at_end += 1;
    }

    #[inline]
    fn push_entry(&mut self, line: u64, title: Option<Arc<str>>, kind: EntryKind) {
        self.entries.push(Entry {
            line,
            title,
            empty_lines_above: mem::take(&mut self.empty_lines_at_end),
            kind,
        });
    }

    /// Keeps a text for the last record, in pieces that are put together. Records before it that
    /// have none get an empty one.
    ///
    /// # Panics
    /// There is no record.
    pub(super) fn keep_text<'a>(&mut self, pieces: impl IntoIterator<Item = &'a [u8]>) {
        let start = self.kept_text.len();
        self.kept_ranges.resize(self.len() - 1, start..start);
        for piece in pieces {
            self.kept_text.extend_from_slice(piece);
        }
        self.kept_ranges.push(start..self.kept_text.len());
    }
}
