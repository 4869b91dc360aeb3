//! The fields of a record, which can be quoted.
//!
//! ```text
//! 7,"53..7....",easy             three fields
//! 7,"a ""good"" one, they say"   two: between quotes, a delimiter is text, and two quotes are one
//! 7,"first line                  two: between quotes, a line break is text, too
//! second line"
//! ```

use std::borrow::Cow;
use std::iter;
use std::ops::Range;

use memchr::{memchr, memchr_iter};

/// Whether a quoted field is open at the start of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QuoteState {
    Closed,
    Open,
}

/// Where the fields of a record are, with the quotes and white space around them.
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

/// The position of the delimiter after the field at the start of a text.
fn end_of_field(text: &[u8], delimiter: u8) -> Option<usize> {
    if text.trim_ascii_start().starts_with(b"\"") {
        return end_of_quoted(text, delimiter, QuoteState::Closed);
    }
    memchr(delimiter, text)
}

/// The position of the delimiter after the quoted field at the start of a text, or after the rest
/// of one.
fn end_of_quoted(text: &[u8], delimiter: u8, at_start: QuoteState) -> Option<usize> {
    let mut is_open = at_start == QuoteState::Open;
    for (at, byte) in text.iter().enumerate() {
        if *byte == b'"' {
            is_open = !is_open;
        } else if *byte == delimiter && !is_open {
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

/// Whether a quoted field is open at the end of a line, so its record goes on below. `at_start` is
/// the state at the start of the line.
pub(super) fn ends_in_quotes(line: &[u8], delimiter: u8, at_start: QuoteState) -> bool {
    let fields_start = match at_start {
        QuoteState::Closed => 0,
        QuoteState::Open => match end_of_quoted(line, delimiter, at_start) {
            Some(end) => end + 1,
            // The whole line is in the open field. An even number of quotes leaves it open.
            None => return !has_odd_quotes(line),
        },
    };
    let rest = &line[fields_start..];
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
