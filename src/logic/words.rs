//! Steps as text, short or in words.

use std::collections::BTreeSet;
use std::fmt;

use super::proof::{GuardianKind, Guardians, Proof};
use super::step::Step;
use crate::grid::{Cell, Unit, digits_of, join};

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, rating) = (self.technique.name, self.rating);
        if f.alternate() {
            let (effect, reason) = (self.effect(), self.reason());
            write!(f, "{effect}: {reason} ({name}, {rating})")?;
            return self.write_branches(f);
        }
        write!(f, "{rating}")?;
        if let Some(placement) = self.fills {
            write!(f, " {placement}")?;
        }
        for elimination in self.eliminations() {
            write!(f, " {elimination}")?;
        }
        if let Proof::Chain(chain) = &self.proof {
            write!(f, " {chain}")?;
        }
        Ok(())
    }
}

impl Step {
    /// A chain with branches, in numbered lines of text. Other chains have none.
    fn write_branches(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Proof::Chain(chain) = &self.proof {
            for line in chain.lines() {
                write!(f, "\n   {line}")?;
            }
        }
        Ok(())
    }

    /// What it eliminates from each cell: `r2c1<>3,5`.
    pub(crate) fn eliminations(&self) -> impl Iterator<Item = String> {
        self.eliminates
            .iter()
            .map(|&(cell, lost)| format!("{cell}<>{}", join(digits_of(lost), ",")))
    }

    /// What it does: `r4c5 is 7`, or `r1c5 and r9c5 cannot be 7`.
    fn effect(&self) -> String {
        if let Some(placement) = self.fills {
            return format!("{} is {}", placement.cell, placement.digit);
        }
        let alike = self
            .eliminates
            .chunk_by(|(_, lost), (_, other)| lost == other)
            .map(|cells| {
                let lost = series(digits_of(cells[0].1), "or");
                let cells = series(cells.iter().map(|(cell, _)| cell), "and");
                format!("{cells} cannot be {lost}")
            });
        join(alike, "; ")
    }

    /// Why it is right: the reason of the technique, with the facts of this step in place of the
    /// words in braces.
    fn reason(&self) -> String {
        let mut reason = String::new();
        let mut rest = self.technique.reason;
        while let Some((text, word_and_rest)) = rest.split_once('{')
            && let Some((word, after)) = word_and_rest.split_once('}')
        {
            reason += text;
            reason += &self.fact(word);
            rest = after;
        }
        reason + rest
    }

    /// The fact that a word in braces stands for.
    fn fact(&self, word: &str) -> String {
        match (word, &self.proof) {
            ("unit", _) => text_of(self.unit),
            ("other_unit", _) => text_of(self.other_unit()),
            ("lines", _) => self.lines(self.direction()),
            ("crossing", _) => self.lines(self.direction().across()),
            ("cells", _) => series(&self.cells, "and"),
            ("pivot", _) => text_of(self.cells.first()),
            ("wings", _) => series(self.cells.iter().skip(1), "and"),
            ("digits", _) => series(digits_of(self.digits), "and"),
            ("digit", _) => text_of(self.fills.map(|placement| placement.digit)),
            ("lost", _) => self.first_lost(),
            ("guardians", Proof::Guardians(guardians)) => guardians.to_string(),
            ("chain", Proof::Chain(chain)) => chain.reason(&self.eliminates),
            ("guardians" | "chain", _) => String::new(),
            _ => unreachable!("no fact is called {word}"),
        }
    }

    /// The second of the two units that have all cells of the pattern.
    fn other_unit(&self) -> Option<Unit> {
        let has_all = |unit: &Unit| {
            let mut cells = self.cells.iter();
            cells.all(|cell| unit.cells().any(|other| other == *cell))
        };
        Unit::all().find(|unit| has_all(unit) && Some(*unit) != self.unit)
    }

    /// What the first cell loses: the one digit that a wing eliminates.
    fn first_lost(&self) -> String {
        let first = self.eliminates.first();
        join(first.into_iter().flat_map(|&(_, lost)| digits_of(lost)), "")
    }

    /// The direction of the first line of a fish.
    fn direction(&self) -> Direction {
        match self.unit {
            Some(Unit(9..18)) => Direction::Columns,
            _ => Direction::Rows,
        }
    }

    /// The rows or columns of a fish, such as `rows 2 and 5`.
    fn lines(&self, direction: Direction) -> String {
        let mut numbers = BTreeSet::new();
        for cell in &self.cells {
            numbers.insert(direction.line_of(*cell));
        }
        format!("{} {}", direction.name(), series(numbers, "and"))
    }
}

#[derive(Clone, Copy)]
enum Direction {
    Rows,
    Columns,
}

impl Direction {
    fn name(self) -> &'static str {
        match self {
            Direction::Rows => "rows",
            Direction::Columns => "columns",
        }
    }

    /// The direction of the lines that cross these.
    fn across(self) -> Direction {
        match self {
            Direction::Rows => Direction::Columns,
            Direction::Columns => Direction::Rows,
        }
    }

    /// The number of the line that has a cell.
    fn line_of(self, cell: Cell) -> usize {
        match self {
            Direction::Rows => cell.row(),
            Direction::Columns => cell.column(),
        }
    }
}

/// What follows for the cells: `one of r1c1 and r1c4 is 7`.
impl fmt::Display for Guardians {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extra = self.cells.iter().fold(0, |all, (_, digits)| all | digits);
        let extra = series(digits_of(extra), "or");
        match &self.cells[..] {
            [_] => f.write_str("it ")?,
            cells => write!(
                f,
                "one of {} ",
                series(cells.iter().map(|(cell, _)| cell), "and")
            )?,
        }
        match &self.kind {
            GuardianKind::OneCell | GuardianKind::OneDigit => write!(f, "is {extra}"),
            GuardianKind::Set { partners, digits } => {
                let digits = series(digits_of(*digits), "and");
                write!(f, "shares {digits} with {}", series(partners, "and"))
            }
            GuardianKind::Locked { digit } => write!(f, "is {digit} and the other {extra}"),
        }
    }
}

/// The text of a value, or none.
fn text_of(value: Option<impl fmt::Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// `1`, `1 and 2`, `1, 2 and 3`.
pub(super) fn series(values: impl IntoIterator<Item: fmt::Display>, conjunction: &str) -> String {
    let texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    match &texts[..] {
        [rest @ .., last] if !rest.is_empty() => {
            format!("{} {conjunction} {last}", rest.join(", "))
        }
        _ => texts.concat(),
    }
}
