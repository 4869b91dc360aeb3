//! The fields of a record. If a field starts with a quote, a delimiter between quotes is ordinary
//! text, and so is a line break. Two quotes stand for one inside.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;

use memchr::{memchr, memchr_iter};

/// Where a text starts: outside of quotes, or between them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    Outside,
    BetweenQuotes,
}

/// Where the fields of a record are.
pub(in crate::input) fn fields(record: &[u8], delimiter: u8) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(0);
    iter::from_fn(move || {
        let start = next?;
        let rest = &record[start..];
        let length = end_of_field(rest, delimiter);
        next = length.map(|length| start + length + 1);
        Some(start..start + length.unwrap_or(rest.len()))
    })
}

/// The delimiter after the field at the start of a text.
fn end_of_field(text: &[u8], delimiter: u8) -> Option<usize> {
    if text.trim_ascii_start().starts_with(b"\"") {
        return end_of_quoted(text, delimiter, Start::Outside);
    }
    memchr(delimiter, text)
}

/// The delimiter after a quoted field, or after the rest of one.
fn end_of_quoted(text: &[u8], delimiter: u8, start: Start) -> Option<usize> {
    let mut is_quoted = start == Start::BetweenQuotes;
    for (at, byte) in text.iter().enumerate() {
        if *byte == b'"' {
            is_quoted = !is_quoted;
        } else if *byte == delimiter && !is_quoted {
            return Some(at);
        }
    }
    None
}

/// Whether a field starts with a quote and lacks the closing one.
pub(super) fn lacks_quote(field: &[u8]) -> bool {
    field.trim_ascii_start().starts_with(b"\"") && has_odd_quotes(field)
}

fn has_odd_quotes(text: &[u8]) -> bool {
    memchr_iter(b'"', text).count() % 2 == 1
}

/// Whether a record goes on below a line, which starts there: its last field lacks a quote.
pub(super) fn goes_on_below(line: &[u8], delimiter: u8, start: Start) -> bool {
    let rest = match start {
        Start::Outside => line,
        Start::BetweenQuotes => match end_of_quoted(line, delimiter, start) {
            Some(end) => &line[end + 1..],
            None => return !has_odd_quotes(line),
        },
    };
    let last = fields(rest, delimiter).last();
    last.is_some_and(|last| lacks_quote(&rest[last]))
}

/// The fields of a line as text, without the spaces and quotes around them.
pub(in crate::input) fn values(line: &[u8], delimiter: u8) -> impl Iterator<Item = Cow<'_, str>> {
    fields(line, delimiter).map(|field| value(&line[field]))
}

fn value(field: &[u8]) -> Cow<'_, str> {
    let field = field.trim_ascii();
    let inner = field
        .strip_prefix(b"\"")
        .and_then(|field| field.strip_suffix(b"\""));
    let text = String::from_utf8_lossy(inner.unwrap_or(field));
    if text.contains('"') {
        text.replace("\"\"", "\"").into()
    } else {
        text
    }
}
