//! Steps as text, short or in words.

use std::fmt;

use super::proof::{GuardianKind, Guardians, Proof};
use super::step::Step;
use crate::grid::{digits_of, join};

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, rating) = (self.technique.name, self.rating);
        if f.alternate() {
            let (effect, reason) = (self.effect(), (self.technique.reason)(self));
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
    /// Writes a chain with branches as numbered lines, and nothing for other steps.
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
        let mut effects = Vec::new();
        let groups = self
            .eliminates
            .chunk_by(|(_, lost), (_, other)| lost == other);
        for group in groups {
            let lost = series(digits_of(group[0].1), "or");
            let cells = series(group.iter().map(|(cell, _)| cell), "and");
            effects.push(format!("{cells} cannot be {lost}"));
        }
        effects.join("; ")
    }
}

/// What follows for the cells: `one of r1c1 and r1c4 is 7`.
impl fmt::Display for Guardians {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extra_digits = self.cells.iter().fold(0, |all, (_, extra)| all | extra);
        let extra = series(digits_of(extra_digits), "or");
        let cells = series(self.cells.iter().map(|(cell, _)| cell), "and");
        match &self.kind {
            GuardianKind::OneCell => write!(f, "it is {extra}"),
            GuardianKind::OneDigit => write!(f, "one of {cells} is {extra}"),
            GuardianKind::Set { partners, digits } => {
                let digits = series(digits_of(*digits), "and");
                let partners = series(partners, "and");
                write!(f, "one of {cells} shares {digits} with {partners}")
            }
            GuardianKind::Locked { digit } => {
                write!(f, "one of {cells} is {digit} and the other {extra}")
            }
        }
    }
}

/// `1`, `1 and 2`, `1, 2 and 3`.
pub(super) fn series(values: impl IntoIterator<Item: fmt::Display>, conjunction: &str) -> String {
    let texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    match &texts[..] {
        [others @ .., last] if !others.is_empty() => {
            format!("{} {conjunction} {last}", others.join(", "))
        }
        _ => texts.concat(),
    }
}
