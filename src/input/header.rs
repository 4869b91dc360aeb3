//! The columns of an input: their names, and which of them have the puzzles, the given solutions
//! and the titles. It is made from a line of csv or from the members of a JSON object.

use std::borrow::Cow;
use std::collections::HashSet;

use super::titles::TITLE_NAMES;
use super::words::{SOLUTION_NAMES, is_one_of, is_puzzle_name};

/// The names of the columns of an input: the header of csv, or the members of the first object, as
/// a header that csv output can have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Header {
    /// The line without its end.
    pub(crate) text: Vec<u8>,
    /// The byte between two fields.
    pub(crate) delimiter: u8,
    /// The names of the columns. All but the puzzle's are distinct and cannot be taken for it: a
    /// number is added to some.
    pub(crate) names: Vec<String>,
    /// How the columns of its records are stored.
    pub(crate) layout: Layout,
    /// The index of the puzzle column.
    pub(crate) puzzle_column: usize,
    /// The index of the column with given solutions.
    pub(crate) solution_column: Option<usize>,
    /// The user has named that column, so a member with a usual name is not a given solution.
    pub(super) is_solution_column_chosen: bool,
    /// The index of the column with the titles of the puzzles: `name`, `title` or `id`.
    pub(crate) title_column: Option<usize>,
}

/// How the columns of a record are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Layout {
    /// As the fields of csv.
    #[default]
    Fields,
    /// As the members of a JSON object.
    Members {
        /// The keys of the members: one for each name of the header.
        keys: Vec<String>,
    },
}

impl Header {
    /// A header with these columns, one of which has the puzzle. Columns with well-known names have
    /// the given solutions and the titles.
    pub(super) fn with_names(
        text: Vec<u8>,
        delimiter: u8,
        mut names: Vec<String>,
        puzzle_column: usize,
    ) -> Header {
        let solution_column = other_column(&names, puzzle_column, SOLUTION_NAMES);
        let mut titles = TITLE_NAMES.iter();
        let title_column = titles.find_map(|title| other_column(&names, puzzle_column, &[title]));
        make_distinct(&mut names, puzzle_column);
        Header {
            text,
            delimiter,
            names,
            layout: Layout::Fields,
            puzzle_column,
            solution_column,
            is_solution_column_chosen: false,
            title_column,
        }
    }

    /// Whether the columns of its records are JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.layout != Layout::Fields
    }

    /// The key of the puzzle in the members of each record.
    pub(super) fn puzzle_key(&self) -> Option<&str> {
        self.key(self.puzzle_column)
    }

    /// The key of the given solution in the members of each record.
    pub(super) fn solution_key(&self) -> Option<&str> {
        self.key(self.solution_column?)
    }

    pub(super) fn has_key(&self, key: &str) -> bool {
        self.keys().iter().any(|known| known == key)
    }

    fn key(&self, column: usize) -> Option<&str> {
        self.keys().get(column).map(String::as_str)
    }

    /// The keys of the members, one for each column; none below a csv header.
    fn keys(&self) -> &[String] {
        match &self.layout {
            Layout::Fields => &[],
            Layout::Members { keys } => keys,
        }
    }
}

/// The first column, apart from the puzzle's, with one of the names in a list.
fn other_column(names: &[String], puzzle_column: usize, list: &[&str]) -> Option<usize> {
    let has_name = |column: &usize| is_one_of(names[*column].as_bytes(), list);
    (0..names.len())
        .filter(|column| *column != puzzle_column)
        .find(has_name)
}

/// Adds the number of its column to each name that is taken. The names are keys of JSON output,
/// which must differ, and only one may name the puzzle.
fn make_distinct(names: &mut [String], puzzle_column: usize) {
    let mut taken = HashSet::new();
    for (column, name) in names.iter_mut().enumerate() {
        if column != puzzle_column {
            let is_taken =
                |name: &str| is_puzzle_name(name.as_bytes(), None) || taken.contains(name);
            *name = distinct_name(name, column + 1, is_taken).into_owned();
            taken.insert(name.clone());
        }
    }
}

/// A name that is not taken: this one, or with the number of its column added, more than once if
/// need be. The number is from 1.
pub(super) fn distinct_name(
    name: &str,
    column_number: usize,
    is_taken: impl Fn(&str) -> bool,
) -> Cow<'_, str> {
    let mut name = Cow::Borrowed(name);
    while is_taken(&name) {
        name = format!("{name}_{column_number}").into();
    }
    name
}
