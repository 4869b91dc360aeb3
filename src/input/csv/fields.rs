//! The fields of a record. If a field starts with a quote, a delimiter between quotes is ordinary
//! text, and so is a line break. Two quotes stand for one inside.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;

use memchr::{memchr, memchr_iter};

/// Whether the next byte of a field is between quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    Open,
    Closed,
}

impl Quotes {
    /// After one more quote.
    fn turned(self) -> Quotes {
        match self {
            Quotes::Open => Quotes::Closed,
            Quotes::Closed => Quotes::Open,
        }
    }
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

/// The delimiter behind the field at the start of a text.
fn end_of_field(text: &[u8], delimiter: u8) -> Option<usize> {
    if text.trim_ascii_start().starts_with(b"\"") {
        return end_of_quoted(text, delimiter, Quotes::Closed);
    }
    memchr(delimiter, text)
}

/// The delimiter behind the rest of a quoted field.
fn end_of_quoted(text: &[u8], delimiter: u8, mut quotes: Quotes) -> Option<usize> {
    for (at, byte) in text.iter().enumerate() {
        if *byte == b'"' {
            quotes = quotes.turned();
        } else if *byte == delimiter && quotes == Quotes::Closed {
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

/// Whether the record that starts with this line goes on below: its last field lacks a quote.
pub(super) fn goes_on_below(line: &[u8], delimiter: u8) -> bool {
    let last = fields(line, delimiter).last();
    last.is_some_and(|last| lacks_quote(&line[last]))
}

/// Whether a record goes on below a line that starts between quotes.
pub(super) fn still_goes_on_below(line: &[u8], delimiter: u8) -> bool {
    match end_of_quoted(line, delimiter, Quotes::Open) {
        Some(end) => goes_on_below(&line[end + 1..], delimiter),
        None => !has_odd_quotes(line),
    }
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
