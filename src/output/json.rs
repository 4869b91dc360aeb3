//! JSON lines: an object for each answer, with everything that is known of it. A key has one meaning and one type whatever the
//! question, and is left out where there is nothing to say.

use super::buffer::Buffer;
use super::{Answered, push_text, puzzle};
use crate::grid::{Grid, digits_of};
use crate::reply::{Reply, differing_cells};

pub(super) fn write(answered: &Answered<'_>, out: &mut Buffer) {
    let record = answered.record;
    out.push_str("{\"file\":");
    push_string(answered.input, out);
    out.push_display(format_args!(",\"line\":{}", record.line));
    if record.puzzle.is_ok() {
        out.push_str(",\"puzzle\":\"");
        push_text(&puzzle(record), out);
        out.push_str("\"");
    }
    if let Some(verdict) = answered.verdict {
        out.push_display(format_args!(",\"verdict\":\"{}\"", verdict.name()));
    }
    match answered.reply {
        Reply::Solution(solution) => push_solution(Some(solution), out),
        Reply::Listed(index, solution) => {
            out.push_display(format_args!(",\"index\":{index}"));
            push_solution(*solution, out);
        }
        Reply::Count(count) => {
            out.push_display(format_args!(",\"count\":{},\"exact\":{}", count.counted, !count.more));
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
            let lists = candidates.masks().map(|mask| {
                let digits: Vec<String> = digits_of(mask).map(|digit| digit.to_string()).collect();
                format!("[{}]", digits.join(","))
            });
            out.push_display(format_args!(",\"candidates\":[{}]", lists.join(",")));
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

fn push_solution(solution: Option<&Grid>, out: &mut Buffer) {
    solution.into_iter().for_each(|solution| out.push_display(format_args!(",\"solution\":\"{solution}\"")));
}

/// Appends a list of grids or cells, which need no escapes.
fn push_list(key: &str, items: impl IntoIterator<Item: std::fmt::Display>, out: &mut Buffer) {
    let items: Vec<String> = items.into_iter().map(|item| format!("\"{item}\"")).collect();
    out.push_display(format_args!(",\"{key}\":[{}]", items.join(",")));
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
