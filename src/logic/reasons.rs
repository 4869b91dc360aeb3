//! Why the steps of each technique are valid, in words. A reason follows what the step does:
//! `r4c5 is 7: the only place for 7 in row 4`.

use std::collections::BTreeSet;

use super::proof::Proof;
use super::step::Step;
use super::words::series;
use crate::grid::{Cell, Unit, digits_of, join};

pub(super) fn last_blank(step: &Step) -> String {
    format!("the last blank of {}", unit(step))
}

pub(super) fn hidden_single(step: &Step) -> String {
    format!("the only place for {} in {}", digits(step), unit(step))
}

pub(super) fn naked_single(_step: &Step) -> String {
    "the only digit left there".into()
}

pub(super) fn direct_pointing(step: &Step) -> String {
    let (digits, cells, unit) = (digits(step), cells(step), unit(step));
    format!("{digits} fits only in {cells} of their box, which leaves one place in {unit}")
}

pub(super) fn direct_hidden_set(step: &Step) -> String {
    let digit = text_of(step.fills.map(|placement| placement.digit));
    format!("{}, which leaves one place for {digit}", hidden_set(step))
}

pub(super) fn locked(step: &Step) -> String {
    let (unit, digits, other_unit) = (unit(step), digits(step), text_of(second_unit(step)));
    format!("{unit} has places for {digits} only in {other_unit}")
}

pub(super) fn naked_set(step: &Step) -> String {
    let (cells, unit, digits) = (cells(step), unit(step), digits(step));
    format!("{cells} of {unit} have only {digits} left")
}

pub(super) fn hidden_set(step: &Step) -> String {
    let (digits, cells, unit) = (digits(step), cells(step), unit(step));
    format!("{digits} fit only in {cells} of {unit}")
}

pub(super) fn fish(step: &Step) -> String {
    // A `Unit` counts rows first, then columns, then boxes.
    let kind = match step.unit {
        Some(Unit(9..18)) => LineKind::Columns,
        _ => LineKind::Rows,
    };
    let base = kind.lines_of(&step.cells);
    let cover = kind.across().lines_of(&step.cells);
    format!("{base} have places for {} only in {cover}", digits(step))
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
    let (guardians, digits, cells) = (guardians(step), digits(step), cells(step));
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
    let cells = cells(step);
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

/// The unit of the pattern; nothing if it has none.
fn unit(step: &Step) -> String {
    text_of(step.unit)
}

/// The cells of the pattern.
fn cells(step: &Step) -> String {
    series(&step.cells, "and")
}

/// The digits of the pattern.
fn digits(step: &Step) -> String {
    series(digits_of(step.digits), "and")
}

/// The second of the two units that have all cells of the pattern.
fn second_unit(step: &Step) -> Option<Unit> {
    Unit::all().find(|&unit| Some(unit) != step.unit && has_all(unit, &step.cells))
}

fn has_all(unit: Unit, cells: &[Cell]) -> bool {
    cells.iter().all(|cell| cell.units().contains(&unit))
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

/// The text of a value, or an empty string.
fn text_of(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
