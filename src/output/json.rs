//! JSON lines: an object for each reply, with everything that is known about it.
//!
//! ```text
//! {"file":"a.txt","line":1,"puzzle":"530070000...","verdict":"unique","steps":[{"rating":1.2,..},..]}
//! ```
//!
//! A key of this object has the same meaning and type for every question. A member without a value
//! is left out. Programs rely on the keys, so they stay even where the code has another word.
//!
//! A function `add_*` adds members to an object and leaves it open. A function `write_*` takes an
//! object or array and writes all of it. The closing bracket comes when it is dropped.

use super::Buffer;
use super::object::{Array, Object};
use crate::grid::{Candidates, MarkedGrid, digits_of};
use crate::input::records::Record;
use crate::question::case::Case;
use crate::question::failure::{Failure, WrongCell};
use crate::question::reply::{
    Chain, ChainKind, GuardianKind, Guardians, Proof, Rating, RatingReport, Reply, Step,
};

/// Appends the line of a reply: an object, which is closed before the line ends.
pub(super) fn write(case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    write_reply(case, reply, Object::start(out));
    out.end_line();
}

fn write_reply(case: &Case<'_>, reply: &Reply<'_>, mut object: Object<'_>) {
    object.add_string("file", case.input_name);
    object.add_value("line", case.record.line);
    if let Ok(puzzle) = case.record.puzzle {
        object.add_grid("puzzle", puzzle);
    }
    if let Some(verdict) = case.verdict() {
        object.add_string("verdict", verdict.word());
    }
    add_reply(case, reply, &mut object);
    add_other_columns(case.record, &mut object);
    if !case.messages.is_empty() {
        object.add_string("message", &case.messages.join("\n"));
    }
}

fn add_reply(case: &Case<'_>, reply: &Reply<'_>, object: &mut Object<'_>) {
    match reply {
        Reply::Solution(solution) => object.add_grid("solution", *solution),
        Reply::Listed { index, solution } => {
            object.add_value("index", index);
            object.add_grid("solution", *solution);
        }
        Reply::NoneListed => object.add_value("index", 0),
        // The puzzle and the columns are those of the equivalent.
        Reply::Equivalent { index } => object.add_value("index", index),
        Reply::Count(count) => {
            object.add_value("count", count.counted);
            object.add_value("exact", !count.has_more);
        }
        Reply::Verdict => add_evidence(case, object),
        Reply::Check(Ok(())) => {
            object.add_string("check", "ok");
            object.add_value("ok", true);
        }
        Reply::Check(Err(failure)) => add_failure(failure, object),
        Reply::Redundant(clues) => {
            object.add_plain_strings("redundant", clues.iter().map(|clue| clue.cell))
        }
        Reply::Minimized(minimal) => object.add_grid("minimized", MarkedGrid::as_ref(minimal)),
        Reply::Canonical(canonical) => {
            object.add_grid("canonical", &canonical.form);
            object.add_value("automorphisms", canonical.automorphisms);
        }
        Reply::Rating(report) => add_rating_report(report, object),
        Reply::Steps { steps, remaining } => add_steps(steps, remaining, object),
        Reply::Candidates(candidates) => {
            write_candidates(candidates, object.start_array("candidates"))
        }
        Reply::PencilMarks(marks) => write_candidates(marks, object.start_array("marks")),
        Reply::Nothing | Reply::NotUnique | Reply::OwnGrid => (),
    }
}

/// Adds the solutions that prove a verdict, and the cells in which two of them differ.
fn add_evidence(case: &Case<'_>, object: &mut Object<'_>) {
    let solutions = case.evidence();
    if !solutions.is_empty() {
        object.add_plain_strings("solutions", solutions);
    }
    if solutions.len() == 2 {
        object.add_plain_strings("differ", case.differing_cells());
    }
}

/// Adds the reason a check failed and, if the grid could be read, its wrong cells and the number of
/// blanks.
fn add_failure(failure: &Failure, object: &mut Object<'_>) {
    object.add_string("check", &failure.all_reasons());
    object.add_value("ok", false);
    if failure.grid.is_some() {
        write_wrong_cells(&failure.wrong_cells, object.start_array("wrong"));
        object.add_value("blanks", failure.blanks());
    }
}

fn write_wrong_cells(cells: &[WrongCell], mut array: Array<'_>) {
    for wrong in cells {
        let mut object = array.start_object();
        object.add_plain_string("cell", wrong.cell);
        object.add_value("digit", wrong.digit);
        if let Some(expected) = wrong.expected {
            object.add_value("expected", expected);
        }
    }
}

/// Adds the rating and what it rests on. Pearl and diamond have one key each. They can be lower
/// bounds only where the rating is one, which the key `rating_at_least` shows.
fn add_rating_report(report: &RatingReport, object: &mut Object<'_>) {
    add_rating(report.rating(), object);
    if let Some(technique) = report.deciding_technique() {
        object.add_string("technique", technique.name);
    }
    object.add_value("pearl", report.pearl().without_bound());
    object.add_value("diamond", report.diamond().without_bound());
    write_techniques(report, object.start_object("techniques"));
}

/// Writes how often each technique is used.
fn write_techniques(report: &RatingReport, mut object: Object<'_>) {
    let uses: Vec<_> = report.uses().collect();
    // Hidden singles are three techniques with one name, because they have three ratings.
    for alike in uses.chunk_by(|(one, _), (other, _)| one.name == other.name) {
        let (technique, _) = alike[0];
        let count: u16 = alike.iter().map(|(_, count)| count).sum();
        object.add_value(technique.name, count);
    }
}

/// Adds a rating that is known exactly, or the least that it can be.
fn add_rating(rating: Rating, object: &mut Object<'_>) {
    let key = match rating {
        Rating::Exactly(_) => "rating",
        Rating::AtLeast(_) => "rating_at_least",
    };
    object.add_value(key, rating.without_bound());
}

/// Adds the steps, and how many cells are open after them.
fn add_steps(steps: &[Step], remaining: &Candidates, object: &mut Object<'_>) {
    write_steps(steps, object.start_array("steps"));
    let open_cells = remaining.open_cell_count();
    if open_cells > 0 {
        add_rating(Rating::BEYOND, object);
        object.add_value("open", open_cells);
    }
}

fn write_steps(steps: &[Step], mut array: Array<'_>) {
    for step in steps {
        write_step(step, array.start_object());
    }
}

fn write_step(step: &Step, mut object: Object<'_>) {
    object.add_value("rating", step.rating);
    object.add_string("technique", step.technique.name);
    match step.fills {
        Some(placement) => object.add_plain_string("sets", placement),
        None => object.add_plain_strings("eliminates", step.eliminations()),
    }
    if let Some(unit) = step.unit {
        object.add_plain_string("unit", unit);
    }
    object.add_plain_strings("cells", &step.cells);
    object.add_values("digits", digits_of(step.digits));
    match &step.proof {
        // Guardians rescue the puzzle from a second solution.
        Proof::Guardians(guardians) => write_guardians(guardians, object.start_object("rescue")),
        Proof::Chain(chain) => add_chain(chain, &mut object),
        Proof::Pattern | Proof::Omitted => (),
    }
}

/// Writes what guards a puzzle against a deadly pattern, which would give it two solutions: at
/// least one of the `cells` has an extra digit. The kind says what follows from that. Players know
/// the kinds as types 1 to 4 of unique rectangles.
fn write_guardians(guardians: &Guardians, mut object: Object<'_>) {
    object.add_string("kind", guardian_kind_name(&guardians.kind));
    write_guardian_cells(guardians, object.start_array("cells"));
    match &guardians.kind {
        GuardianKind::Set { partners, digits } => {
            // The cells with these make the set.
            object.add_plain_strings("with", partners);
            object.add_values("digits", digits_of(*digits));
        }
        GuardianKind::Locked { digit } => object.add_value("digit", digit),
        GuardianKind::OneCell | GuardianKind::OneDigit => (),
    }
}

fn write_guardian_cells(guardians: &Guardians, mut array: Array<'_>) {
    for (cell, extra) in &guardians.cells {
        let mut object = array.start_object();
        object.add_plain_string("cell", cell);
        object.add_values("extra", digits_of(*extra));
    }
}

fn guardian_kind_name(kind: &GuardianKind) -> &'static str {
    match kind {
        GuardianKind::OneCell => "one cell",     // type 1
        GuardianKind::OneDigit => "one digit",   // type 2
        GuardianKind::Set { .. } => "set",       // type 3
        GuardianKind::Locked { .. } => "locked", // type 4
    }
}

/// Adds the kind of a chain, which says what its branches show, and the branches. They are members
/// of the step itself: no other proof has such keys.
fn add_chain(chain: &Chain, object: &mut Object<'_>) {
    object.add_string("shows", chain_kind_name(chain.kind));
    write_branches(chain, object.start_array("branches"));
}

/// Writes the branches of a chain: for each node its candidate, and the indexes of the nodes in the
/// same branch that it follows from.
fn write_branches(chain: &Chain, mut branches: Array<'_>) {
    for branch in &chain.branches {
        let mut nodes = branches.start_array();
        for node in branch {
            let mut object = nodes.start_object();
            object.add_plain_string("cell", node.cell);
            object.add_value("digit", node.digit);
            object.add_value("is_on", node.is_on);
            object.add_values("from", &node.from);
        }
    }
}

fn chain_kind_name(kind: ChainKind) -> &'static str {
    match kind {
        ChainKind::Cycle => "cycle",
        ChainKind::Opposite => "opposite",
        ChainKind::Contradiction => "contradiction",
        ChainKind::Either => "either",
        ChainKind::Cell(_) => "cell",
        ChainKind::Places { .. } => "places",
    }
}

/// Writes for each cell the list of its candidates.
fn write_candidates(candidates: &Candidates, mut array: Array<'_>) {
    for mask in candidates.masks() {
        array.start_array().add_values(digits_of(*mask));
    }
}

/// Adds the columns of a record, apart from its puzzle.
fn add_other_columns(record: &Record<'_>, object: &mut Object<'_>) {
    let columns = record.other_columns();
    if columns.is_empty() {
        return;
    }
    let mut members = object.start_object("columns");
    for (name, value) in &columns {
        members.add_column(name, value);
    }
}
