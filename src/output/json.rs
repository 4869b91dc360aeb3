//! JSON lines: an object for each answer, with everything that is known of it. A key has one meaning and one type whatever the
//! question, and is left out where there is nothing to say.

use std::fmt::Display;

use super::buffer::Buffer;
use super::{Answered, Text, push_text, puzzle};
use crate::grid::digits_of;
use crate::reply::{Reply, differing_cells, join};

pub(super) fn write(answered: &Answered<'_>, out: &mut Buffer) {
    let record = answered.record;
    out.push_str("{\"file\":");
    push_string(answered.input, out);
    push("line", record.line, out);
    if record.puzzle.is_ok() {
        push_quoted("puzzle", &puzzle(record), out);
    }
    if let Some(verdict) = answered.verdict {
        push_quoted("verdict", &Text::Words(verdict.name().into()), out);
    }
    match answered.reply {
        Reply::Solution(solution) => push_quoted("solution", &Text::Grid(solution), out),
        Reply::Listed(index, solution) => {
            push("index", index, out);
            solution.iter().for_each(|solution| push_quoted("solution", &Text::Grid(solution), out));
        }
        Reply::Count(count) => {
            push("count", count.counted, out);
            push("exact", !count.more, out);
        }
        Reply::Verdict(solutions @ [Some(_), other]) => {
            push_list("solutions", solutions.iter().flatten(), out);
            if other.is_some() {
                push_list("differ", differing_cells(solutions), out);
            }
        }
        Reply::Check(what) => {
            out.push_str(",\"check\":");
            push_string(what, out);
        }
        Reply::Redundant(clues) => push_list("redundant", clues.iter().map(|clue| clue.cell), out),
        Reply::Candidates(candidates) => {
            let lists = candidates.masks().map(|mask| join(digits_of(mask), ","));
            push("candidates", format_args!("[[{}]]", lists.join("],[")), out);
        }
        Reply::Nothing | Reply::Verdict(_) | Reply::Record => (),
    }
    if let Some(csv) = &record.csv {
        let mut separator = ",\"columns\":{";
        for (name, value) in csv.other_columns() {
            out.push_str(separator);
            push_string(&name, out);
            out.push_str(":");
            push_string(&value, out);
            separator = ",";
        }
        out.push_str(if separator == "," { "}" } else { "" });
    }
    if let Some(message) = answered.message {
        out.push_str(",\"message\":");
        push_string(message, out);
    }
    out.push_str("}\n");
}

/// Appends a member with a value that needs no escapes.
fn push(key: &str, value: impl Display, out: &mut Buffer) {
    out.push_display(format_args!(",\"{key}\":{value}"));
}

/// Appends a member with a text that needs no escapes.
fn push_quoted(key: &str, text: &Text<'_>, out: &mut Buffer) {
    [",\"", key, "\":\""].iter().for_each(|part| out.push_str(part));
    push_text(text, out);
    out.push_str("\"");
}

/// Appends a list of grids or cells.
fn push_list(key: &str, items: impl IntoIterator<Item: Display>, out: &mut Buffer) {
    let items = items.into_iter().map(|item| format!("\"{item}\""));
    push(key, format_args!("[{}]", join(items, ",")), out);
}

/// Appends a string in quotes, with the escapes that JSON requires.
fn push_string(text: &str, out: &mut Buffer) {
    out.bytes.push(b'"');
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.bytes.extend([b'\\', byte]),
            0..0x20 => out.push_display(format_args!("\\u{byte:04x}")),
            _ => out.bytes.push(byte),
        }
    }
    out.bytes.push(b'"');
}
