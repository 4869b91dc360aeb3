//! JSON lines: an object for each answer, with everything that is known about it. A key has the
//! same meaning and type for every question. It is left out if it has no value.

use std::fmt::Display;

use super::{Buffer, count_unsolved_cells, push_grid};
use crate::grid::{digits_of, join};
use crate::reply::{Case, Difficulty, MarkedGrid, Reply};

pub(super) fn write(case: &Case<'_>, reply: &Reply<'_>, out: &mut Buffer) {
    let Case {
        input,
        record,
        ref messages,
        ..
    } = *case;
    push_string("{\"file\":", input.name, out);
    push_member("line", record.line, out);
    if let Ok(puzzle) = record.puzzle {
        push_grid_member("puzzle", puzzle, out);
    }
    if let Some(verdict) = case.verdict() {
        push_string(",\"verdict\":", verdict, out);
    }
    match reply {
        Reply::Solution(solution) => push_grid_member("solution", (solution, None), out),
        Reply::Listed(index, solution) => {
            push_member("index", index, out);
            push_grid_member("solution", (solution, None), out);
        }
        Reply::NoneListed => push_member("index", 0, out),
        Reply::Count { counted, more } => {
            push_member("count", counted, out);
            push_member("exact", !more, out);
        }
        Reply::Verdict if !case.solutions.is_empty() => {
            push_list_member("solutions", &*case.solutions, out);
            if case.solutions.len() == 2 {
                push_list_member("differ", case.differing_cells(), out);
            }
        }
        Reply::Check(Ok(())) => push_string(",\"check\":", "ok", out),
        Reply::Check(Err(failure)) => push_string(",\"check\":", &failure.what, out),
        Reply::Redundant(clues) => {
            push_list_member("redundant", clues.iter().map(|clue| clue.cell), out)
        }
        Reply::Minimized(_) => reply
            .grid(record)
            .into_iter()
            .for_each(|grid| push_grid_member("minimized", grid, out)),
        Reply::Canonical(canonical) => {
            push_grid_member("canonical", (&canonical.form, None), out);
            push_member("automorphisms", canonical.automorphisms, out);
        }
        Reply::Rating(rating) => {
            push_difficulty(rating.difficulty(), out);
            if let (Some(_), Some(technique)) = (rating.tenths(), rating.hardest()) {
                push_string(",\"technique\":", technique.name, out);
            }
            // Hidden singles have three ratings and one name.
            let uses: Vec<_> = rating.uses().collect();
            let counts = uses
                .chunk_by(|(one, _), (other, _)| one.name == other.name)
                .map(|alike| {
                    format!(
                        "\"{}\":{}",
                        alike[0].0.name,
                        alike.iter().map(|(_, count)| count).sum::<u16>()
                    )
                });
            push_member("techniques", format_args!("{{{}}}", join(counts, ",")), out);
        }
        Reply::Steps(steps, left) => {
            out.push_str(",\"steps\":[");
            for (index, step) in steps.iter().enumerate() {
                write!(
                    out,
                    "{}{{\"rating\":{}",
                    if index == 0 { "" } else { "," },
                    step.difficulty()
                );
                push_string(",\"technique\":", step.technique.name, out);
                match step.sets {
                    Some(clue) => push_string(",\"sets\":", &clue.to_string(), out),
                    None => push_list_member("eliminates", step.eliminations(), out),
                }
                step.unit
                    .iter()
                    .for_each(|unit| push_string(",\"unit\":", &unit.to_string(), out));
                push_list_member("cells", &step.cells, out);
                push_member(
                    "digits",
                    format_args!("[{}]}}", join(digits_of(step.digits), ",")),
                    out,
                );
            }
            out.push_str("]");
            if count_unsolved_cells(left) > 0 {
                push_difficulty(Difficulty::BEYOND, out);
                push_member("open", count_unsolved_cells(left), out);
            }
        }
        Reply::Candidates(candidates) => {
            let lists = candidates.masks().map(|mask| join(digits_of(mask), ","));
            push_member("candidates", format_args!("[[{}]]", lists.join("],[")), out);
        }
        Reply::Nothing | Reply::Verdict | Reply::NotUnique | Reply::Record => (),
    }
    if let Some(header) = record.header.filter(|header| header.names.len() > 1) {
        let columns = header.names.iter().zip(record.values(header)).enumerate();
        let others = columns.filter(|(column, _)| *column != header.puzzle_column);
        for (index, (_, (name, value))) in others.enumerate() {
            push_string(if index == 0 { ",\"columns\":{" } else { "," }, name, out);
            push_string(":", &value, out);
        }
        out.push_str("}");
    }
    if !messages.is_empty() {
        push_string(",\"message\":", &messages.join("\n"), out);
    }
    out.push_str("}\n");
}

/// Appends a member with a value that needs no escapes.
fn push_member(key: &str, value: impl Display, out: &mut Buffer) {
    write!(out, ",\"{key}\":{value}");
}

/// Appends a member with a grid.
fn push_grid_member(key: &str, grid: MarkedGrid<'_>, out: &mut Buffer) {
    [",\"", key, "\":\""]
        .iter()
        .for_each(|part| out.push_str(part));
    push_grid(grid, out);
    out.push_str("\"");
}

/// A rating that is known exactly, or the least that it can be.
fn push_difficulty(difficulty: Difficulty, out: &mut Buffer) {
    match difficulty {
        Difficulty::Exactly(_) => push_member("rating", difficulty, out),
        Difficulty::AtLeast(tenths) => {
            push_member("rating_at_least", Difficulty::Exactly(tenths), out);
        }
    }
}

/// Appends a list of strings that need no escapes.
fn push_list_member(key: &str, items: impl IntoIterator<Item: Display>, out: &mut Buffer) {
    let strings = items.into_iter().map(|item| format!("\"{item}\""));
    push_member(key, format_args!("[{}]", join(strings, ",")), out);
}

/// Appends what precedes a string, and the string in quotes, with the escapes that JSON
/// requires.
fn push_string(before: &str, string: &str, out: &mut Buffer) {
    out.push_str(before);
    out.push_str("\"");
    // A run has only bytes without escapes, or a single other byte.
    let is_plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    for run in string
        .as_bytes()
        .chunk_by(|&one, &other| is_plain(one) && is_plain(other))
    {
        match *run {
            [byte @ (b'"' | b'\\')] => out.bytes.extend([b'\\', byte]),
            [byte @ 0..b' '] => write!(out, "\\u{byte:04x}"),
            _ => out.bytes.extend_from_slice(run),
        }
    }
    out.push_str("\"");
}
