//! The columns of a record: what they say, and where its grids are in the text that is kept of it.
//!
//! ```text
//! csv      7,53..7....,easy,              fields, with a delimiter for one more
//! json     {"id":7,"puzzle":"53..7...."}  an object on a line: the members that are kept
//! lines    53..7.... 534678912            the line up to its given solution, if that is wanted
//! ```

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr_iter, memrchr};

use super::csv;
use super::header::{Header, Layout};
use super::json::{self, Object};
use super::lines::trim;
use super::puzzle_in_line::last_word;
use super::records::Record;
use super::titles::{TITLE_NAMES, printable};
use super::words::is_solution_name;
use crate::grid::{Grid, MarkedGridRef, ParseGridError};

/// The value of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ColumnValue<'a> {
    Text(Cow<'a, str>),
    /// A scalar in its JSON source.
    Json(&'a str),
}

/// Where a given solution is in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolutionPlace {
    pub(crate) line: u64,
    /// In characters, from 1.
    pub(crate) column: usize,
}

impl<'a> Record<'a> {
    /// The texts of the columns that the header of its input has; none without a header.
    pub(crate) fn values(&self) -> Vec<Cow<'a, str>> {
        let Some(header) = self.header else {
            return Vec::new();
        };
        let Layout::Members { keys } = &header.layout else {
            return csv::values(self.kept_text, header.delimiter).collect();
        };
        let object = Object::of_line(self.kept_text);
        let value_of = |key: &String| match object.get(key) {
            Some("null") | None => Cow::default(),
            Some(value) => json::content_of(value),
        };
        keys.iter().map(value_of).collect()
    }

    /// The names and values of all columns but the puzzle's.
    pub(crate) fn other_columns(&self) -> Vec<(Cow<'a, str>, ColumnValue<'a>)> {
        let Some(header) = self.header else {
            return Vec::new();
        };
        match &header.layout {
            Layout::Fields => self.other_fields(header),
            Layout::Members { keys } => self.other_members(&keys[header.puzzle_column]),
        }
    }

    fn other_members(&self, puzzle: &str) -> Vec<(Cow<'a, str>, ColumnValue<'a>)> {
        let members = Object::of_line(self.kept_text).members.into_iter();
        members
            .filter(|member| member.key != *puzzle)
            .map(|member| (member.key, ColumnValue::Json(member.value.get())))
            .collect()
    }

    fn other_fields(&self, header: &'a Header) -> Vec<(Cow<'a, str>, ColumnValue<'a>)> {
        let mut others = Vec::new();
        let values = csv::values(self.kept_text, header.delimiter);
        for (column, (name, value)) in header.names.iter().zip(values).enumerate() {
            if column != header.puzzle_column {
                others.push((Cow::Borrowed(&**name), ColumnValue::Text(value)));
            }
        }
        others
    }

    /// The given solution, if there is one with a digit. It may be malformed.
    pub(crate) fn given_solution(&self) -> Option<&'a [u8]> {
        // Most records are a grid and nothing else, so they must not be searched for columns.
        if self.kept_text.is_empty() {
            return None;
        }
        Some(&self.kept_text[self.trimmed_solution_range()?])
    }

    /// The grid of the given solution, if there is one with a digit.
    pub(crate) fn parse_given_solution(&self) -> Option<Result<Grid, ParseGridError>> {
        let given = self.given_solution()?;
        Some(String::from_utf8_lossy(given).parse())
    }

    /// The place of the given solution in the input. In JSON it is unknown: the kept text is not
    /// the source.
    pub(crate) fn given_solution_place(&self) -> Option<SolutionPlace> {
        if self.header.is_some_and(Header::is_json) {
            return None;
        }
        let before = &self.kept_text[..self.trimmed_solution_range()?.start];
        let line_start = memrchr(b'\n', before).map_or(0, |line_end| line_end + 1);
        Some(SolutionPlace {
            // In csv, line breaks of the fields can precede it.
            line: self.line + memchr_iter(b'\n', before).count() as u64,
            column: 1 + String::from_utf8_lossy(&before[line_start..])
                .chars()
                .count(),
        })
    }

    /// Whether the record has a column for a given solution. It may be empty.
    pub(crate) fn has_solution_column(&self) -> bool {
        self.solution_column_range().is_some()
    }

    /// Where the given solution is in the kept text, if it has a digit.
    fn trimmed_solution_range(&self) -> Option<Range<usize>> {
        let column = self.solution_column_range()?;
        let (offset, text) = trim(&self.kept_text[column.clone()], |byte| {
            matches!(byte, b' ' | b'\t' | b'"')
        });
        let start = column.start + offset;
        let has_digit = text.iter().any(|byte| matches!(byte, b'1'..=b'9'));
        has_digit.then_some(start..start + text.len())
    }

    /// Where the column for the given solution is in the kept text.
    fn solution_column_range(&self) -> Option<Range<usize>> {
        let Some(header) = self.header else {
            // A line ends with it.
            return (!self.kept_text.is_empty()).then(|| last_word(self.kept_text));
        };
        match &header.layout {
            Layout::Fields => self.field(header, header.solution_column?),
            Layout::Members { keys } => json_solution(self.kept_text, header, keys),
        }
    }

    /// Where the column of the puzzle is in the kept text.
    fn puzzle_range(&self) -> Option<Range<usize>> {
        let header = self.header?;
        let column = header.puzzle_column;
        match &header.layout {
            Layout::Fields => self.field(header, column),
            Layout::Members { keys } => json_value(self.kept_text, |key| key == keys[column]),
        }
    }

    /// Where a field of csv is in the kept text.
    fn field(&self, header: &Header, column: usize) -> Option<Range<usize>> {
        csv::fields(self.kept_text, header.delimiter).nth(column)
    }

    /// The places of the puzzle and of the given solution. A solution column without a digit is
    /// left alone.
    pub(crate) fn grid_places(&self) -> GridPlaces<'a> {
        let puzzle = self.puzzle_range();
        // With `--solution-column`, it can be the puzzle's own column.
        let given = self
            .solution_column_range()
            .filter(|range| self.given_solution().is_some() && puzzle.as_ref() != Some(range));
        let mut places = Vec::new();
        places.extend(puzzle.map(|range| GridPlace {
            range,
            owner: GridOwner::Puzzle,
        }));
        places.extend(given.map(|range| GridPlace {
            range,
            owner: GridOwner::GivenSolution,
        }));
        places.sort_by_key(|place| place.range.start);
        let is_json = self.header.is_some_and(Header::is_json);
        GridPlaces {
            text: self.kept_text,
            places,
            quote: if is_json { b"\"" } else { b"" },
        }
    }

    /// The title beside or above the puzzle, or else its column `name`, `title` or `id`.
    pub(crate) fn title_or_column(&self) -> Option<Cow<'a, str>> {
        if let Some(title) = self.title {
            return Some(title.into());
        }
        let header = self.header?;
        let title = match &header.layout {
            Layout::Fields => {
                csv::values(self.kept_text, header.delimiter).nth(header.title_column?)?
            }
            Layout::Members { keys } => json_title(self.kept_text, &keys[header.puzzle_column])?,
        };
        let title = printable(title);
        (!title.trim().is_empty()).then_some(title)
    }
}

/// The kept text of a record with room for other grids: where its own are, in order. Each place
/// includes the white space and the quotes of its grid.
#[derive(Clone, Debug)]
pub(crate) struct GridPlaces<'a> {
    text: &'a [u8],
    places: Vec<GridPlace>,
    /// Goes before and after each grid.
    quote: &'static [u8],
}

#[derive(Clone, Debug)]
struct GridPlace {
    range: Range<usize>,
    owner: GridOwner,
}

/// Which grid is in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GridOwner {
    Puzzle,
    GivenSolution,
}

impl GridPlaces<'_> {
    /// Appends the text with these grids in the places of the record's own, or with nothing
    /// there.
    pub(crate) fn replace(
        &self,
        puzzle: Option<MarkedGridRef<'_>>,
        given_solution: Option<MarkedGridRef<'_>>,
        out: &mut Vec<u8>,
    ) {
        let mut copied = 0;
        for GridPlace { range, owner } in &self.places {
            out.extend_from_slice(&self.text[copied..range.start]);
            out.extend_from_slice(self.quote);
            let grid = match owner {
                GridOwner::Puzzle => puzzle,
                GridOwner::GivenSolution => given_solution,
            };
            if let Some(grid) = grid {
                grid.append_to(out);
            }
            out.extend_from_slice(self.quote);
            copied = range.end;
        }
        out.extend_from_slice(&self.text[copied..]);
    }
}

/// The value of the member with a title's name in the kept text of a JSON record, unless that is
/// the puzzle's.
fn json_title<'a>(line: &'a [u8], puzzle_key: &str) -> Option<Cow<'a, str>> {
    let mut members = Object::of_line(line).members;
    members.retain(|member| member.key != *puzzle_key && member.value.get() != "null");
    for name in TITLE_NAMES {
        let mut named = members.iter();
        if let Some(member) = named.find(|member| member.key.eq_ignore_ascii_case(name)) {
            return Some(json::content_of(member.value.get()));
        }
    }
    None
}

/// Where the given solution is in the kept text of a JSON record. If the first record lacks one, it
/// is the first member with a solution's name, unless that is the puzzle's.
fn json_solution(line: &[u8], header: &Header, keys: &[String]) -> Option<Range<usize>> {
    match header.solution_column {
        Some(column) => json_value(line, |key| key == keys[column]),
        None if header.is_solution_column_chosen => None,
        None => json_value(line, |key| {
            is_solution_name(key.as_bytes()) && key != keys[header.puzzle_column]
        }),
    }
}

/// Where the value of the first member with such a key is in the kept text of a JSON record.
fn json_value(line: &[u8], is_wanted: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let object = Object::of_line(line);
    let mut members = object.members.iter();
    let member = members.find(|member| is_wanted(&member.key))?;
    let value = member.value.get();
    let start = value.as_ptr() as usize - line.as_ptr() as usize;
    Some(start..start + value.len())
}
