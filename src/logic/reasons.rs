//! Why the steps of each technique are right, in words. A reason follows what the step does:
//! `r4c5 is 7: the only place for 7 in row 4`.

use std::collections::BTreeSet;

use super::proof::Proof;
use super::step::Step;
use super::words::series;
use crate::grid::{Cell, Unit, digits_of, join};

pub(super) fn last_blank(step: &Step) -> String {
    let Pattern { unit, .. } = Pattern::of(step);
    format!("the last blank of {unit}")
}

pub(super) fn hidden_single(step: &Step) -> String {
    let Pattern { unit, digits, .. } = Pattern::of(step);
    format!("the only place for {digits} in {unit}")
}

pub(super) fn naked_single(_step: &Step) -> String {
    "the only digit left there".into()
}

pub(super) fn direct_pointing(step: &Step) -> String {
    let Pattern {
        unit,
        cells,
        digits,
    } = Pattern::of(step);
    format!("{digits} fits only in {cells} of their box, which leaves one place in {unit}")
}

pub(super) fn direct_hidden_set(step: &Step) -> String {
    let digit = text_of(step.fills.map(|placement| placement.digit));
    format!("{}, which leaves one place for {digit}", hidden_set(step))
}

pub(super) fn locked(step: &Step) -> String {
    let Pattern { unit, digits, .. } = Pattern::of(step);
    let other_unit = text_of(second_unit(step));
    format!("{unit} has places for {digits} only in {other_unit}")
}

pub(super) fn naked_set(step: &Step) -> String {
    let Pattern {
        unit,
        cells,
        digits,
    } = Pattern::of(step);
    format!("{cells} of {unit} have only {digits} left")
}

pub(super) fn hidden_set(step: &Step) -> String {
    let Pattern {
        unit,
        cells,
        digits,
    } = Pattern::of(step);
    format!("{digits} fit only in {cells} of {unit}")
}

pub(super) fn fish(step: &Step) -> String {
    let Pattern { digits, .. } = Pattern::of(step);
    let kind = match step.unit {
        Some(Unit(9..18)) => LineKind::Columns,
        _ => LineKind::Rows,
    };
    let base = kind.lines_of(&step.cells);
    let cover = kind.across().lines_of(&step.cells);
    format!("{base} have places for {digits} only in {cover}")
}

pub(super) fn xy_wing(step: &Step) -> String {
    wing(step, step.cells.get(1..).unwrap_or_default())
}

pub(super) fn xyz_wing(step: &Step) -> String {
    wing(step, &step.cells)
}

/// One of these cells is z, the digit that all eliminations share.
fn wing(step: &Step, cells: &[Cell]) -> String {
    let (cells, pivot) = (series(cells, "and"), text_of(step.cells.first()));
    let lost = step.eliminates.first().map_or(0, |&(_, lost)| lost);
    let z = join(digits_of(lost), "");
    format!("one of {cells} is {z}, whichever digit {pivot} has")
}

pub(super) fn unique_loop(step: &Step) -> String {
    let Pattern { cells, digits, .. } = Pattern::of(step);
    let guardians = guardians(step);
    format!("{guardians}, or else {digits} could be swapped in {cells}")
}

pub(super) fn grave(step: &Step) -> String {
    let guardians = guardians(step);
    format!(
        "{guardians}, or else each blank would have two digits and each digit two places \
         in a unit, which is never one solution"
    )
}

pub(super) fn exclusion(step: &Step) -> String {
    let Pattern { cells, .. } = Pattern::of(step);
    format!("otherwise {cells} would repeat a digit or leave none for a cell that sees them all")
}

pub(super) fn chain(step: &Step) -> String {
    match &step.proof {
        Proof::Chain(chain) => chain.reason(&step.eliminates),
        // A rating omits the chain.
        _ => String::new(),
    }
}

fn guardians(step: &Step) -> String {
    match &step.proof {
        Proof::Guardians(guardians) => guardians.to_string(),
        _ => String::new(),
    }
}

/// The pattern of a step in words.
struct Pattern {
    unit: String,
    cells: String,
    digits: String,
}

impl Pattern {
    fn of(step: &Step) -> Pattern {
        Pattern {
            unit: text_of(step.unit),
            cells: series(&step.cells, "and"),
            digits: series(digits_of(step.digits), "and"),
        }
    }
}

/// The second of the two units that have all cells of the pattern.
fn second_unit(step: &Step) -> Option<Unit> {
    let has_all = |unit: &Unit| {
        let mut cells = step.cells.iter();
        cells.all(|cell| unit.cells().any(|other| other == *cell))
    };
    Unit::all().find(|unit| has_all(unit) && Some(*unit) != step.unit)
}

#[derive(Clone, Copy)]
enum LineKind {
    Rows,
    Columns,
}

impl LineKind {
    /// The kind of the lines that cross these.
    fn across(self) -> LineKind {
        match self {
            LineKind::Rows => LineKind::Columns,
            LineKind::Columns => LineKind::Rows,
        }
    }

    /// The lines of this kind that these cells are on, such as `rows 2 and 5`.
    fn lines_of(self, cells: &[Cell]) -> String {
        let mut numbers = BTreeSet::new();
        for cell in cells {
            numbers.insert(match self {
                LineKind::Rows => cell.row(),
                LineKind::Columns => cell.column(),
            });
        }
        let name = match self {
            LineKind::Rows => "rows",
            LineKind::Columns => "columns",
        };
        format!("{name} {}", series(numbers, "and"))
    }
}

/// The text of a value, or none.
fn text_of(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
