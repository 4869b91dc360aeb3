//! JSON lines: an object for each reply, with everything that is known about it. A key has the same
//! meaning and type for every question. It is left out if it has no value.

use std::fmt::{self, Display};

use super::{Buffer, count_unsolved_cells, push_grid};
use crate::grid::{Candidates, MarkedRef, digits_of};
use crate::input::columns::ColumnValue;
use crate::input::records::Record;
use crate::question::case::Case;
use crate::question::check::Failure;
use crate::question::reply::{
    Chain, ChainKind, Difficulty, Proof, Rating, Reply, Rescue, RescueKind, Step,
};

pub(super) fn write(case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let mut object = Object::start(out);
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
    object.end();
    out.push_str("\n");
}

fn add_reply(case: &Case<'_>, reply: &Reply<'_>, object: &mut Object<'_>) {
    match reply {
        Reply::Solution(solution) => object.grid("solution", (*solution).into()),
        Reply::Listed(index, solution) => {
            object.value("index", index);
            object.grid("solution", (*solution).into());
        }
        Reply::NoneListed => object.value("index", 0),
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
        Reply::Redundant(clues) => object.strings("redundant", clues.iter().map(|clue| clue.cell)),
        Reply::Minimized(minimal) => object.grid("minimized", (**minimal).as_ref()),
        Reply::Canonical(canonical) => {
            object.grid("canonical", (&canonical.form).into());
            object.value("automorphisms", canonical.automorphisms);
        }
        Reply::Rating(rating) => add_rating(rating, object),
        Reply::Steps(steps, left) => add_steps(steps, left, object),
        Reply::Candidates(candidates) => {
            let mut cells = object.array("candidates");
            for mask in candidates.masks() {
                push_digits(*mask, cells.item());
            }
            cells.end();
        }
        Reply::Nothing | Reply::NotUnique | Reply::Record => (),
    }
}

/// The solutions that prove a verdict, and where two of them differ.
fn add_evidence(case: &Case<'_>, object: &mut Object<'_>) {
    let solutions = case.evidence();
    if !solutions.is_empty() {
        object.strings("solutions", solutions);
    }
    if solutions.len() == 2 {
        object.strings("differ", case.differing_cells());
    }
}

/// Why a check failed. If the grid could be read, its wrong cells and the number of its blanks.
fn add_failure(failure: &Failure, object: &mut Object<'_>) {
    object.string("check", &failure.what());
    object.value("ok", false);
    if failure.grid.is_none() {
        return;
    }
    let mut cells = object.array("wrong");
    for wrong in &failure.wrong_cells {
        let mut cell = Object::start(cells.item());
        cell.string("cell", &wrong.cell.to_string());
        cell.value("digit", wrong.digit);
        if let Some(expected) = wrong.expected {
            cell.value("expected", expected);
        }
        cell.end();
    }
    cells.end();
    object.value("blanks", failure.blanks());
}

fn add_rating(rating: &Rating, object: &mut Object<'_>) {
    add_difficulty(rating.difficulty(), object);
    if let (Difficulty::Exactly(_), Some(technique)) = (rating.difficulty(), rating.hardest()) {
        object.string("technique", technique.name);
    }
    object.value("pearl", Number(rating.pearl()));
    object.value("diamond", Number(rating.diamond()));
    let mut techniques = object.object("techniques");
    let uses: Vec<_> = rating.uses().collect();
    // Hidden singles have three ratings and one name.
    for alike in uses.chunk_by(|(one, _), (other, _)| one.name == other.name) {
        let count: u16 = alike.iter().map(|(_, count)| count).sum();
        techniques.value(alike[0].0.name, count);
    }
    techniques.end();
}

/// A rating that is known exactly, or the least that it can be.
fn add_difficulty(difficulty: Difficulty, object: &mut Object<'_>) {
    let key = match difficulty {
        Difficulty::Exactly(_) => "rating",
        Difficulty::AtLeast(_) => "rating_at_least",
    };
    object.value(key, Number(difficulty));
}

/// A rating as a JSON number, without the sign of one that is not known exactly.
struct Number(Difficulty);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Difficulty::Exactly(tenths) | Difficulty::AtLeast(tenths) => {
                Difficulty::Exactly(tenths).fmt(f)
            }
        }
    }
}

fn add_steps(steps: &[Step], left: &Candidates, object: &mut Object<'_>) {
    let mut array = object.array("steps");
    for step in steps {
        push_step(step, array.item());
    }
    array.end();
    let unsolved = count_unsolved_cells(left);
    if unsolved > 0 {
        add_difficulty(Difficulty::BEYOND, object);
        object.value("open", unsolved);
    }
}

fn push_step(step: &Step, out: &mut Buffer) {
    let mut object = Object::start(out);
    object.value("rating", step.difficulty());
    object.string("technique", step.technique.name);
    match step.sets {
        Some(clue) => object.string("sets", &clue.to_string()),
        None => object.strings("eliminates", step.eliminations()),
    }
    if let Some(unit) = step.unit {
        object.string("unit", &unit.to_string());
    }
    object.strings("cells", &step.cells);
    push_digits(step.digits, object.member("digits"));
    match &step.proof {
        Proof::Rescue(rescue) => add_rescue(rescue, &mut object),
        Proof::Chain(chain) => add_chain(chain, &mut object),
        Proof::Pattern | Proof::Omitted => (),
    }
    object.end();
}

/// The cells of which one has an extra digit, and what follows from that.
fn add_rescue(rescue: &Rescue, object: &mut Object<'_>) {
    let mut object = object.object("rescue");
    object.string("kind", name_of_rescue(&rescue.kind));
    let mut cells = object.array("cells");
    for (cell, extra) in &rescue.cells {
        let mut object = Object::start(cells.item());
        object.string("cell", &cell.to_string());
        push_digits(*extra, object.member("extra"));
        object.end();
    }
    cells.end();
    match &rescue.kind {
        RescueKind::Set { with, digits } => {
            object.strings("with", with);
            push_digits(*digits, object.member("digits"));
        }
        RescueKind::Locked { digit } => object.value("digit", digit),
        RescueKind::OneCell | RescueKind::OneDigit => (),
    }
    object.end();
}

fn name_of_rescue(kind: &RescueKind) -> &'static str {
    match kind {
        RescueKind::OneCell => "one cell",
        RescueKind::OneDigit => "one digit",
        RescueKind::Set { .. } => "set",
        RescueKind::Locked { .. } => "locked",
    }
}

/// The branches of a chain: for each node its candidate, and the numbers of the nodes of the branch
/// that it follows from, from 0.
fn add_chain(chain: &Chain, object: &mut Object<'_>) {
    object.string("shows", name_of(chain.kind));
    let mut branches = object.array("branches");
    for branch in &chain.branches {
        let mut nodes = Array::start(branches.item());
        for node in branch {
            let mut object = Object::start(nodes.item());
            object.string("cell", &node.cell.to_string());
            object.value("digit", node.digit);
            object.value("is_on", node.is_on);
            push_numbers(&node.from, object.member("from"));
            object.end();
        }
        nodes.end();
    }
    branches.end();
}

fn name_of(kind: ChainKind) -> &'static str {
    match kind {
        ChainKind::Cycle => "cycle",
        ChainKind::Opposite => "opposite",
        ChainKind::Contradiction => "contradiction",
        ChainKind::Either => "either",
        ChainKind::Cell(_) => "cell",
        ChainKind::Places(..) => "places",
    }
}

fn push_numbers(numbers: &[usize], out: &mut Buffer) {
    let mut array = Array::start(out);
    for number in numbers {
        write!(array.item(), "{number}");
    }
    array.end();
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
    columns.end();
}

/// Appends an array of the digits of a mask.
fn push_digits(mask: u16, out: &mut Buffer) {
    let mut array = Array::start(out);
    for digit in digits_of(mask) {
        array.item().bytes.push(b'0' + digit);
    }
    array.end();
}

/// An object that is being written, member by member.
struct Object<'a> {
    out: &'a mut Buffer,
    is_empty: bool,
}

impl Object<'_> {
    fn start(out: &mut Buffer) -> Object<'_> {
        out.push_str("{");
        Object {
            out,
            is_empty: true,
        }
    }

    fn end(self) {
        self.out.push_str("}");
    }

    /// Starts a member whose key needs no escapes. Its value comes next.
    fn member(&mut self, key: &str) -> &mut Buffer {
        self.separate();
        self.out.push_str("\"");
        self.out.push_str(key);
        self.out.push_str("\":");
        self.out
    }

    /// Starts a member with any key. Its value comes next.
    fn escaped_member(&mut self, key: &str) -> &mut Buffer {
        self.separate();
        push_string(key, self.out);
        self.out.push_str(":");
        self.out
    }

    fn separate(&mut self) {
        if !self.is_empty {
            self.out.push_str(",");
        }
        self.is_empty = false;
    }

    fn object(&mut self, key: &str) -> Object<'_> {
        Object::start(self.member(key))
    }

    fn array(&mut self, key: &str) -> Array<'_> {
        Array::start(self.member(key))
    }

    fn string(&mut self, key: &str, value: &str) {
        push_string(value, self.member(key));
    }

    /// Adds a value that needs neither quotes nor escapes.
    fn value(&mut self, key: &str, value: impl Display) {
        write!(self.member(key), "{value}");
    }

    fn grid(&mut self, key: &str, grid: MarkedRef<'_>) {
        let out = self.member(key);
        out.push_str("\"");
        push_grid(grid, out);
        out.push_str("\"");
    }

    /// Adds an array of strings that need no escapes.
    fn strings(&mut self, key: &str, strings: impl IntoIterator<Item: Display>) {
        let mut array = self.array(key);
        for string in strings {
            write!(array.item(), "\"{string}\"");
        }
        array.end();
    }
}

/// An array that is being written, item by item.
struct Array<'a> {
    out: &'a mut Buffer,
    is_empty: bool,
}

impl Array<'_> {
    fn start(out: &mut Buffer) -> Array<'_> {
        out.push_str("[");
        Array {
            out,
            is_empty: true,
        }
    }

    fn end(self) {
        self.out.push_str("]");
    }

    /// Starts an item. Its value comes next.
    fn item(&mut self) -> &mut Buffer {
        if !self.is_empty {
            self.out.push_str(",");
        }
        self.is_empty = false;
        self.out
    }
}

/// Appends a string in quotes, with the escapes that JSON requires.
fn push_string(string: &str, out: &mut Buffer) {
    out.push_str("\"");
    let mut rest = string.as_bytes();
    while let Some(length) = rest.iter().position(|&byte| needs_escape(byte)) {
        out.bytes.extend_from_slice(&rest[..length]);
        match rest[length] {
            byte @ (b'"' | b'\\') => out.bytes.extend([b'\\', byte]),
            byte => write!(out, "\\u{byte:04x}"),
        }
        rest = &rest[length + 1..];
    }
    out.bytes.extend_from_slice(rest);
    out.push_str("\"");
}

fn needs_escape(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}
