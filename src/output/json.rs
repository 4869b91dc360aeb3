//! JSON lines: an object for each answer, with everything that is known of it. A key has one meaning and one type whatever the
//! question, and is left out where there is nothing to say.

use std::fmt::{self, Display};

use super::buffer::Buffer;
use super::{Answered, Text, push_text, puzzle};
use crate::grid::digits_of;
use crate::reply::{Reply, differing_cells, join};

pub(super) fn write(answered: &Answered<'_>, out: &mut Buffer) {
    let record = answered.record;
    out.push_display(format_args!("{{\"file\":{},\"line\":{}", Quoted(answered.input), record.line));
    if record.puzzle.is_ok() {
        push_text_of("puzzle", &puzzle(record), out);
    }
    if let Some(verdict) = answered.verdict {
        push_text_of("verdict", &Text::Words(verdict.name().into()), out);
    }
    match answered.reply {
        Reply::Solution(solution) => push_text_of("solution", &Text::Grid(solution), out),
        Reply::Listed(index, solution) => {
            push("index", index, out);
            solution.iter().for_each(|solution| push_text_of("solution", &Text::Grid(solution), out));
        }
        Reply::Count(count) => {
            push("count", count.counted, out);
            push("exact", !count.more, out);
        }
        Reply::Verdict(solutions @ [Some(_), other]) => {
            push_list("solutions", solutions.iter().flatten(), out);
            if other.is_some() {
                push_list("differ", differing_cells(*solutions), out);
            }
        }
        Reply::Check(what) => push("check", Quoted(what), out),
        Reply::Redundant(clues) => push_list("redundant", clues.iter().map(|clue| clue.cell), out),
        Reply::Candidates(candidates) => {
            let lists = candidates.masks().map(|mask| join(digits_of(mask), ","));
            push("candidates", format_args!("[[{}]]", lists.join("],[")), out);
        }
        Reply::Nothing | Reply::Verdict(_) | Reply::Record => (),
    }
    let mut separator = ",\"columns\":{";
    for (name, value) in record.csv.iter().flat_map(|csv| csv.other_columns()) {
        out.push_display(format_args!("{separator}{}:{}", Quoted(&name), Quoted(&value)));
        separator = ",";
    }
    out.push_str(if separator == "," { "}" } else { "" });
    if let Some(message) = answered.message {
        push("message", Quoted(message), out);
    }
    out.push_str("}\n");
}

/// A string in quotes, with the escapes that JSON requires.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_escaped = |c: char| matches!(c, '"' | '\\' | '\0'..' ');
        f.write_str("\"")?;
        for part in self.0.split_inclusive(is_escaped) {
            let text = part.trim_end_matches(is_escaped);
            f.write_str(text)?;
            match part[text.len()..].chars().next() {
                Some(c @ '\0'..' ') => write!(f, "\\u{:04x}", u32::from(c))?,
                Some(c) => write!(f, "\\{c}")?,
                None => (),
            }
        }
        f.write_str("\"")
    }
}

/// Appends a member with a value that needs no escapes.
fn push(key: &str, value: impl Display, out: &mut Buffer) {
    out.push_display(format_args!(",\"{key}\":{value}"));
}

/// Appends a member with a text that needs no escapes.
fn push_text_of(key: &str, text: &Text<'_>, out: &mut Buffer) {
    [",\"", key, "\":\""].iter().for_each(|part| out.push_str(part));
    push_text(text, out);
    out.push_str("\"");
}

/// Appends a list of grids or cells.
fn push_list(key: &str, items: impl IntoIterator<Item: Display>, out: &mut Buffer) {
    let items = items.into_iter().map(|item| format!("\"{item}\""));
    push(key, format_args!("[{}]", join(items, ",")), out);
}
