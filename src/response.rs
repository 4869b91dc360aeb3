//! Answers as plain data: what questions hand to output formats.
//!
//! A question fills in a [`Response`] without knowing how it will be written; an output format writes any [`Response`] without
//! knowing which question it answers. Each format takes the part that it has a place for:
//!
//! | format | takes |
//! |---|---|
//! | line, csv | [`Response::text`] |
//! | packed, spaced | the solution in [`Response::text`] |
//! | pretty | the solution, or the text as a caption with [`Response::note`], and [`Response::drawings`] |
//! | json | [`Response::members`] |

use std::borrow::Cow;
use std::fmt;

use crate::grid::{Cell, Grid};

/// How a run went, ordered by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Every grid has a solution.
    #[default]
    Solved,
    /// Every grid was read and obeys the rules, and at least one has no solution (or, when checked, is not finished).
    Unsolvable,
    /// Something could not be read, opened or written, or a grid is malformed, its clues conflict, or its given solution is wrong.
    Invalid,
}

/// How many solutions a record has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Exactly one.
    Unique,
    /// Two or more.
    Multiple,
    /// None.
    None,
    /// It is malformed, or its clues conflict.
    Invalid,
}

impl Verdict {
    /// Its name as it is printed: `unique`, `multiple`, `none` or `invalid`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::None => "none",
            Verdict::Invalid => "invalid",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A place in an input; displayed as `file:line:column`, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub struct Location<'a> {
    /// The name of the input.
    pub input: &'a str,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
}

impl fmt::Display for Location<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.input)?;
        self.line.iter().try_for_each(|line| write!(f, ":{line}"))?;
        self.column.iter().try_for_each(|column| write!(f, ":{column}"))
    }
}

/// What a message says about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The column of the record's line that it is about, in characters from 1, if it is about one.
    pub column: Option<usize>,
    /// What is found.
    pub what: String,
    /// The same without details, or `None` if such findings are asked for: of each topic only the first few are written.
    pub topic: Option<&'static str>,
}

/// What a question found out about a record. The default is a record without an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Response {
    /// The answer itself.
    pub text: Text,
    /// The members of a JSON object.
    pub members: Vec<Member>,
    /// Appended to the text in a caption, including the space or comma that it starts with.
    pub note: String,
    /// Grids to draw below the caption.
    pub drawings: Vec<Drawing>,
    /// Where this answer stands in its group, or `None` if answers are not grouped. Groups are separated from each other.
    pub group: Option<Group>,
}

impl Response {
    /// The response with these members, if the output format shows any `details`.
    pub fn with_members(self, details: bool, members: impl FnOnce() -> Vec<Member>) -> Response {
        if details { Response { members: members(), ..self } } else { self }
    }
}

/// An answer as one line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Text {
    /// There is no answer.
    #[default]
    None,
    /// A solution.
    Solution(Grid),
    /// Anything else: a number, a verdict, a list of clues, a violation.
    Words(Cow<'static, str>),
}

/// Where an answer is in its group: the solutions of one record, when all of them are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The group has no answers; this response stands for it.
    Empty,
    /// The first answer.
    First,
    /// Another answer of the same group.
    Next,
}

/// What the answers to a question consist of. It decides which output formats have a place for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Solutions, where there are any.
    Solutions,
    /// Words about a grid that is drawn below them.
    Captions,
    /// Words that stand alone.
    Words,
}

/// A member of a JSON object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: Value,
}

/// A value of a JSON object.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// A grid as a string of 81 digits.
    Grid(Grid),
    /// A number.
    Number(u64),
    /// `true` or `false`.
    Bool(bool),
    /// A string.
    Text(String),
    /// A list of strings.
    List(Vec<String>),
}

/// A grid to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The grid.
    pub grid: Grid,
    /// The cells to highlight.
    pub highlighted: Vec<Cell>,
}

impl Member {
    /// A member with this name and value.
    pub fn new(name: &'static str, value: Value) -> Member {
        Member { name, value }
    }
}
