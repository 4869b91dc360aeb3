//! JSON lines: an object for each answer, with everything that is known of it. A key has one meaning and one type whatever the
//! question, and is left out where there is nothing to say.

use std::fmt::Display;

use super::buffer::Buffer;
use super::{Answered, Text, push_text, puzzle};
use crate::grid::{digits_of, join};
use crate::reply::{Case, Reply, differing_cells};

pub(super) fn write(answered: &Answered<'_>, out: &mut Buffer) {
    let Case { input_name, record, verdict, .. } = *answered.case;
    push_string("{\"file\":", input_name, out);
    push("line", record.line, out);
    if record.puzzle.is_ok() {
        push_plain("puzzle", &puzzle(record), out);
    }
    if let Some(verdict) = verdict {
        push_string(",\"verdict\":", verdict.name(), out);
    }
    match answered.reply {
        Reply::Solution(solution) => push_plain("solution", &Text::Grid(solution), out),
        Reply::Listed(index, solution) => {
            push("index", index, out);
            push_plain("solution", &Text::Grid(solution), out);
        }
        Reply::NoneListed => push("index", 0, out),
        Reply::Count { counted, more } => {
            push("count", counted, out);
            push("exact", !more, out);
        }
        Reply::Verdict(solutions @ [Some(_), other]) => {
            push_list("solutions", solutions.iter().flatten(), out);
            if other.is_some() {
                push_list("differ", differing_cells(*solutions), out);
            }
        }
        Reply::Check(what) => push_string(",\"check\":", what, out),
        Reply::Redundant(clues) => push_list("redundant", clues.iter().map(|clue| clue.cell), out),
        Reply::Candidates(candidates) => {
            let lists = candidates.masks().map(|mask| join(digits_of(mask), ","));
            push("candidates", format_args!("[[{}]]", lists.join("],[")), out);
        }
        Reply::Nothing | Reply::Verdict(_) | Reply::Record => (),
    }
    let mut before = ",\"columns\":{";
    for (name, value) in record.csv.iter().flat_map(|csv| csv.other_columns()) {
        push_string(before, &name, out);
        push_string(":", &value, out);
        before = ",";
    }
    out.push_str(if before == "," { "}" } else { "" });
    if let Some(message) = answered.message {
        push_string(",\"message\":", message, out);
    }
    out.push_str("}\n");
}

/// Appends a member with a value that needs no escapes.
fn push(key: &str, value: impl Display, out: &mut Buffer) {
    out.push_display(format_args!(",\"{key}\":{value}"));
}

/// Appends a member with a text that needs no escapes.
fn push_plain(key: &str, text: &Text<'_>, out: &mut Buffer) {
    [",\"", key, "\":\""].iter().for_each(|part| out.push_str(part));
    push_text(text, out);
    out.push_str("\"");
}

/// Appends a list of grids or cells.
fn push_list(key: &str, items: impl IntoIterator<Item: Display>, out: &mut Buffer) {
    let items = items.into_iter().map(|item| format!("\"{item}\""));
    push(key, format_args!("[{}]", join(items, ",")), out);
}

/// Appends what stands before a string, and the string in quotes, with the escapes that JSON requires.
fn push_string(before: &str, string: &str, out: &mut Buffer) {
    out.push_str(before);
    out.push_str("\"");
    for byte in string.bytes() {
        match byte {
            b'"' | b'\\' => out.bytes.extend([b'\\', byte]),
            0..b' ' => out.push_display(format_args!("\\u{byte:04x}")),
            _ => out.bytes.push(byte),
        }
    }
    out.push_str("\"");
}
