//! JSON lines: an object for each reply, with everything that is known about it. A key has the same
//! meaning and type for every question. It is left out if it has no value.
//!
//! A function `add_..` adds members to an object. A function `write_..` writes all of an object or an
//! array, which ends with it.

use std::fmt::{self, Display};

use super::Buffer;
use super::object::{Array, Object, push_string};
use super::words::count_unsolved_cells;
use crate::grid::{Candidates, digits_of};
use crate::input::columns::ColumnValue;
use crate::input::records::Record;
use crate::question::case::Case;
use crate::question::check::{Failure, WrongCell};
use crate::question::reply::{
    Chain, ChainKind, Difficulty, Proof, Rating, Reply, Rescue, RescueKind, Step,
};

pub(super) fn write(case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    write_object(case, reply, Object::start(out));
    out.push_str("\n");
}

fn write_object(case: &Case<'_>, reply: &Reply<'_>, mut object: Object<'_>) {
    object.string("file", case.input_name);
    object.value("line", case.record.line);
    if let Ok(puzzle) = case.record.puzzle {
        object.grid("puzzle", puzzle);
    }
    if let Some(verdict) = case.verdict() {
        object.string("verdict", verdict.word());
    }
    add_reply(case, reply, &mut object);
    add_other_columns(case.record, &mut object);
    if !case.messages.is_empty() {
        object.string("message", &case.messages.join("\n"));
    }
}

fn add_reply(case: &Case<'_>, reply: &Reply<'_>, object: &mut Object<'_>) {
    match reply {
        Reply::Solution(solution) => object.grid("solution", (*solution).into()),
        Reply::Listed { index, solution } => {
            object.value("index", index);
            object.grid("solution", (*solution).into());
        }
        Reply::NoneListed => object.value("index", 0),
        // The puzzle and the columns are those of the equivalent.
        Reply::Equivalent { index } => object.value("index", index),
        Reply::Count(count) => {
            object.value("count", count.solutions);
            object.value("exact", !count.has_more);
        }
        Reply::Verdict => add_evidence(case, object),
        Reply::Check(Ok(())) => {
            object.string("check", "ok");
            object.value("ok", true);
        }
        Reply::Check(Err(failure)) => add_failure(failure, object),
        Reply::Redundant(clues) => {
            object.plain_strings("redundant", clues.iter().map(|clue| clue.cell))
        }
        Reply::Minimized(minimal) => object.grid("minimized", (**minimal).as_ref()),
        Reply::Canonical(canonical) => {
            object.grid("canonical", (&canonical.form).into());
            object.value("automorphisms", canonical.automorphisms);
        }
        Reply::Rating(rating) => add_rating(rating, object),
        Reply::Steps { steps, left } => add_steps(steps, left, object),
        Reply::Candidates(candidates) => write_candidates(candidates, object.array("candidates")),
        Reply::PencilMarks(marks) => write_candidates(marks, object.array("marks")),
        Reply::Nothing | Reply::NotUnique | Reply::Record => (),
    }
}

/// The solutions that prove a verdict, and where two of them differ.
fn add_evidence(case: &Case<'_>, object: &mut Object<'_>) {
    let solutions = case.evidence();
    if !solutions.is_empty() {
        object.plain_strings("solutions", solutions);
    }
    if solutions.len() == 2 {
        object.plain_strings("differ", case.differing_cells());
    }
}

/// Why a check failed. If the grid could be read, its wrong cells and the number of its blanks.
fn add_failure(failure: &Failure, object: &mut Object<'_>) {
    object.string("check", &failure.all_reasons());
    object.value("ok", false);
    if failure.grid.is_some() {
        write_wrong_cells(&failure.wrong_cells, object.array("wrong"));
        object.value("blanks", failure.blanks());
    }
}

fn write_wrong_cells(cells: &[WrongCell], mut array: Array<'_>) {
    for wrong in cells {
        let mut object = array.object();
        object.string("cell", &wrong.cell.to_string());
        object.value("digit", wrong.digit);
        if let Some(expected) = wrong.expected {
            object.value("expected", expected);
        }
    }
}

fn add_rating(rating: &Rating, object: &mut Object<'_>) {
    add_difficulty(rating.difficulty(), object);
    if let (Difficulty::Exactly(_), Some(technique)) = (rating.difficulty(), rating.hardest()) {
        object.string("technique", technique.name);
    }
    object.value("pearl", RatingNumber(rating.pearl()));
    object.value("diamond", RatingNumber(rating.diamond()));
    write_techniques(rating, object.object("techniques"));
}

/// How many steps each technique takes.
fn write_techniques(rating: &Rating, mut object: Object<'_>) {
    let uses: Vec<_> = rating.uses().collect();
    // Hidden singles have three ratings and one name.
    for alike in uses.chunk_by(|(one, _), (other, _)| one.name == other.name) {
        let count: u16 = alike.iter().map(|(_, count)| count).sum();
        object.value(alike[0].0.name, count);
    }
}

/// A rating that is known exactly, or the least that it can be.
fn add_difficulty(difficulty: Difficulty, object: &mut Object<'_>) {
    let key = match difficulty {
        Difficulty::Exactly(_) => "rating",
        Difficulty::AtLeast(_) => "rating_at_least",
    };
    object.value(key, RatingNumber(difficulty));
}

/// A rating as a JSON number, without the sign of one that is not known exactly.
struct RatingNumber(Difficulty);

impl Display for RatingNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Difficulty::Exactly(tenths) | Difficulty::AtLeast(tenths) => {
                Difficulty::Exactly(tenths).fmt(f)
            }
        }
    }
}

/// The steps, and the number of cells that they leave open.
fn add_steps(steps: &[Step], left: &Candidates, object: &mut Object<'_>) {
    write_steps(steps, object.array("steps"));
    let unsolved = count_unsolved_cells(left);
    if unsolved > 0 {
        add_difficulty(Difficulty::BEYOND, object);
        object.value("open", unsolved);
    }
}

fn write_steps(steps: &[Step], mut array: Array<'_>) {
    for step in steps {
        write_step(step, array.object());
    }
}

fn write_step(step: &Step, mut object: Object<'_>) {
    object.value("rating", RatingNumber(step.difficulty()));
    object.string("technique", step.technique.name);
    match step.sets {
        Some(clue) => object.string("sets", &clue.to_string()),
        None => object.plain_strings("eliminates", step.eliminations()),
    }
    if let Some(unit) = step.unit {
        object.string("unit", &unit.to_string());
    }
    object.plain_strings("cells", &step.cells);
    object.values("digits", digits_of(step.digits));
    match &step.proof {
        Proof::Rescue(rescue) => write_rescue(rescue, object.object("rescue")),
        Proof::Chain(chain) => add_chain(chain, &mut object),
        Proof::Pattern | Proof::Omitted => (),
    }
}

/// The cells of which one has an extra digit, and what follows from that.
fn write_rescue(rescue: &Rescue, mut object: Object<'_>) {
    object.string("kind", name_of_rescue(&rescue.kind));
    write_rescue_cells(rescue, object.array("cells"));
    match &rescue.kind {
        RescueKind::Set { with, digits } => {
            object.plain_strings("with", with);
            object.values("digits", digits_of(*digits));
        }
        RescueKind::Locked { digit } => object.value("digit", digit),
        RescueKind::OneCell | RescueKind::OneDigit => (),
    }
}

fn write_rescue_cells(rescue: &Rescue, mut array: Array<'_>) {
    for (cell, extra) in &rescue.cells {
        let mut object = array.object();
        object.string("cell", &cell.to_string());
        object.values("extra", digits_of(*extra));
    }
}

fn name_of_rescue(kind: &RescueKind) -> &'static str {
    match kind {
        RescueKind::OneCell => "one cell",
        RescueKind::OneDigit => "one digit",
        RescueKind::Set { .. } => "set",
        RescueKind::Locked { .. } => "locked",
    }
}

fn add_chain(chain: &Chain, object: &mut Object<'_>) {
    object.string("shows", name_of_chain(chain.kind));
    write_branches(chain, object.array("branches"));
}

/// The branches of a chain: for each node its candidate, and the numbers of the nodes of the branch
/// that it follows from, from 0.
fn write_branches(chain: &Chain, mut branches: Array<'_>) {
    for branch in &chain.branches {
        let mut nodes = branches.array();
        for node in branch {
            let mut object = nodes.object();
            object.string("cell", &node.cell.to_string());
            object.value("digit", node.digit);
            object.value("is_on", node.is_on);
            object.values("from", &node.from);
        }
    }
}

fn name_of_chain(kind: ChainKind) -> &'static str {
    match kind {
        ChainKind::Cycle => "cycle",
        ChainKind::Opposite => "opposite",
        ChainKind::Contradiction => "contradiction",
        ChainKind::Either => "either",
        ChainKind::Cell(_) => "cell",
        ChainKind::Places { .. } => "places",
    }
}

/// For each cell the list of its candidates.
fn write_candidates(candidates: &Candidates, mut array: Array<'_>) {
    for mask in candidates.masks() {
        let mut digits = array.array();
        for digit in digits_of(*mask) {
            write!(digits.item(), "{digit}");
        }
    }
}

/// The columns of a record, apart from its puzzle.
fn add_other_columns(record: &Record<'_>, object: &mut Object<'_>) {
    let others = record.other_columns();
    if others.is_empty() {
        return;
    }
    let mut columns = object.object("columns");
    for (name, value) in &others {
        let out = columns.escaped_member(name);
        match value {
            ColumnValue::Text(text) => push_string(text, out),
            ColumnValue::Json(source) => out.push_str(source),
        }
    }
}
