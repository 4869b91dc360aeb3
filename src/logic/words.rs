//! Steps as text, short or in words.

use std::collections::BTreeSet;
use std::fmt;

use super::Step;
use crate::grid::{Unit, digits_of, join};

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rating, name) = (f64::from(self.technique.rating) / 10.0, self.technique.name);
        if f.alternate() {
            return write!(
                f,
                "{}: {} ({name}, {rating:.1})",
                self.effect(),
                self.reason()
            );
        }
        write!(f, "{rating:.1}")?;
        self.sets.iter().try_for_each(|clue| write!(f, " {clue}"))?;
        self.eliminates
            .iter()
            .try_for_each(|&(cell, lost)| write!(f, " {cell}<>{}", join(digits_of(lost), ",")))
    }
}

impl Step {
    /// What it does: `r4c5 is 7`, or `r1c5 and r9c5 cannot be 7`.
    fn effect(&self) -> String {
        if let Some(clue) = self.sets {
            return format!("{} is {}", clue.cell, clue.digit);
        }
        let alike = self
            .eliminates
            .chunk_by(|(_, lost), (_, other)| lost == other)
            .map(|cells| {
                let lost = series(digits_of(cells[0].1), "or");
                format!(
                    "{} cannot be {lost}",
                    series(cells.iter().map(|(cell, _)| cell), "and")
                )
            });
        join(alike, "; ")
    }

    /// Why it is right: the reason of the technique, with the facts of this step in place of the
    /// words in braces.
    fn reason(&self) -> String {
        let along = usize::from(self.unit.is_some_and(|unit| unit.0 >= 9));
        let fact = |word: &str| match word {
            "unit" => join(self.unit, ""),
            "line" => {
                let has_all = |unit: &Unit| {
                    self.cells
                        .iter()
                        .all(|cell| unit.cells().any(|other| other == *cell))
                };
                join(
                    Unit::all().find(|unit| has_all(unit) && Some(*unit) != self.unit),
                    "",
                )
            }
            "lines" => self.lines(along),
            "crossing" => self.lines(1 - along),
            "cells" => series(&self.cells, "and"),
            "pivot" => join(self.cells.first(), ""),
            "wings" => series(self.cells.iter().skip(1), "and"),
            "digits" => series(digits_of(self.digits), "and"),
            "digit" => join(self.sets.map(|clue| clue.digit), ""),
            "lost" => join(
                self.eliminates
                    .first()
                    .into_iter()
                    .flat_map(|&(_, lost)| digits_of(lost)),
                "",
            ),
            _ => word.to_string(),
        };
        self.technique.reason.split(['{', '}']).map(fact).collect()
    }

    /// The rows or columns of a fish, such as `rows 2 and 5`.
    fn lines(&self, kind: usize) -> String {
        let numbers: BTreeSet<usize> = self
            .cells
            .iter()
            .map(|cell| [cell.row(), cell.column()][kind])
            .collect();
        format!("{} {}", ["rows", "columns"][kind], series(numbers, "and"))
    }
}

/// `1`, `1 and 2`, `1, 2 and 3`.
fn series(values: impl IntoIterator<Item: fmt::Display>, conjunction: &str) -> String {
    let texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    match &texts[..] {
        [rest @ .., last] if !rest.is_empty() => {
            format!("{} {conjunction} {last}", rest.join(", "))
        }
        _ => texts.concat(),
    }
}
