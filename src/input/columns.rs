//! The columns of a record: the fields of csv, or the members of a JSON object, which are stored as
//! an object on a line.

use std::borrow::Cow;
use std::ops::Range;

use super::csv::{fields, values};
use super::json::{self, Object};
use super::line_formats::last_word;
use super::lines::trim;
use super::records::{Header, Layout, Record};
use super::titles::{TITLE_NAMES, printable};
use super::words::is_solution_name;

/// The value of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ColumnValue<'a> {
    Text(Cow<'a, str>),
    /// A scalar in its JSON source.
    Json(&'a str),
}

/// Where the grids of a record are in its columns. Each place has the white space and the quotes
/// of its grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GridPlaces {
    pub(crate) puzzle: Option<Range<usize>>,
    pub(crate) given_solution: Option<Range<usize>>,
}

impl<'a> Record<'a> {
    /// The texts of the columns that this header of its input has.
    pub(crate) fn values(&self, header: &Header) -> Vec<Cow<'a, str>> {
        let Layout::Members { keys } = &header.layout else {
            return values(self.columns, header.delimiter).collect();
        };
        let object = Object::of_line(self.columns);
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
        let members = Object::of_line(self.columns).members.into_iter();
        members
            .filter(|member| member.name != *puzzle)
            .map(|member| (member.name, ColumnValue::Json(member.value.get())))
            .collect()
    }

    fn other_fields(&self, header: &'a Header) -> Vec<(Cow<'a, str>, ColumnValue<'a>)> {
        let mut others = Vec::new();
        let values = values(self.columns, header.delimiter);
        for (column, (name, value)) in header.names.iter().zip(values).enumerate() {
            if column != header.puzzle_column {
                others.push((Cow::Borrowed(&**name), ColumnValue::Text(value)));
            }
        }
        others
    }

    /// Where the given solution is in `columns`, without white space and quotes, if there is a
    /// column for it: an empty range if it has no digit.
    pub(crate) fn given_solution_range(&self) -> Option<Range<usize>> {
        let Some(header) = self.header else {
            // A line ends with it.
            return (!self.columns.is_empty()).then(|| last_word(self.columns));
        };
        let place = self.solution_place(header)?;
        let (offset, text) = trim(&self.columns[place.clone()], |byte| {
            matches!(byte, b' ' | b'\t' | b'"')
        });
        if !text.iter().any(|byte| matches!(byte, b'1'..=b'9')) {
            return Some(0..0);
        }
        let start = place.start + offset;
        Some(start..start + text.len())
    }

    /// Where the puzzle and the given solution are in `columns`, if its input has a header.
    pub(crate) fn grid_places(&self) -> GridPlaces {
        let Some(header) = self.header else {
            return GridPlaces::default();
        };
        GridPlaces {
            puzzle: self.puzzle_place(header),
            given_solution: self.solution_place(header),
        }
    }

    fn puzzle_place(&self, header: &Header) -> Option<Range<usize>> {
        match &header.layout {
            Layout::Fields => self.field_place(header, header.puzzle_column),
            Layout::Members { keys } => {
                let puzzle_key = &keys[header.puzzle_column];
                json_value(self.columns, |name| name == *puzzle_key)
            }
        }
    }

    fn solution_place(&self, header: &Header) -> Option<Range<usize>> {
        match &header.layout {
            Layout::Fields => self.field_place(header, header.solution_column?),
            Layout::Members { keys } => json_solution(self.columns, header, keys),
        }
    }

    fn field_place(&self, header: &Header, column: usize) -> Option<Range<usize>> {
        fields(self.columns, header.delimiter).nth(column)
    }

    /// The name of the puzzle: its title, or else the column `name`, `title` or `id`.
    pub(crate) fn caption(&self) -> Option<Cow<'a, str>> {
        if let Some(title) = self.title {
            return Some(title.into());
        }
        let header = self.header?;
        let caption = match &header.layout {
            Layout::Fields => values(self.columns, header.delimiter).nth(header.caption_column?)?,
            Layout::Members { keys } => json_title(self.columns, &keys[header.puzzle_column])?,
        };
        let caption = printable(caption);
        (!caption.trim().is_empty()).then_some(caption)
    }
}

/// The value of the member with the name of a title in the columns of a JSON record, unless that is
/// the puzzle's.
fn json_title<'a>(line: &'a [u8], puzzle_key: &str) -> Option<Cow<'a, str>> {
    let mut members = Object::of_line(line).members;
    members.retain(|member| member.name != *puzzle_key && member.value.get() != "null");
    for name in TITLE_NAMES {
        let mut named = members.iter();
        if let Some(member) = named.find(|member| member.name.eq_ignore_ascii_case(name)) {
            return Some(json::content_of(member.value.get()));
        }
    }
    None
}

/// Where the given solution is in the columns of a JSON record. If the first record lacks one, it is
/// the first member with a solution's name, unless that is the puzzle's.
fn json_solution(line: &[u8], header: &Header, keys: &[String]) -> Option<Range<usize>> {
    match header.solution_column {
        Some(column) => json_value(line, |name| name == keys[column]),
        None => json_value(line, |name| {
            is_solution_name(name.as_bytes()) && name != keys[header.puzzle_column]
        }),
    }
}

/// Where the value of the first member with such a name is in the columns of a JSON record.
fn json_value(line: &[u8], is_wanted: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let object = Object::of_line(line);
    let mut members = object.members.iter();
    let member = members.find(|member| is_wanted(&member.name))?;
    let value = member.value.get();
    let start = value.as_ptr() as usize - line.as_ptr() as usize;
    Some(start..start + value.len())
}
