//! One value of JSON at a time, by `serde_json`.

use memchr::memchr;
use serde_json::error::Category;
use serde_json::value::RawValue;
use serde_json::{Deserializer, Error};

use super::object::Object;

/// What is at the start of a text.
pub(super) enum First<'a> {
    Object(ParsedObject<'a>),
    Other(&'a RawValue),
    /// The value goes on.
    Incomplete,
    Broken(Error),
}

/// An object, and its source.
pub(super) struct ParsedObject<'a> {
    pub(super) object: Object<'a>,
    pub(super) text: &'a [u8],
}

impl<'a> ParsedObject<'a> {
    /// The object that a value is.
    pub(super) fn of_value(value: &'a RawValue) -> ParsedObject<'a> {
        ParsedObject {
            object: Object::of_value(value),
            text: value.get().as_bytes(),
        }
    }
}

/// The value at the start of a text.
pub(super) fn first_value(text: &[u8]) -> First<'_> {
    let deserializer = Deserializer::from_slice(text);
    let error = if text.starts_with(b"{") {
        let mut objects = deserializer.into_iter::<Object>();
        match objects.next() {
            Some(Ok(object)) => {
                let text = &text[..objects.byte_offset()];
                return First::Object(ParsedObject { object, text });
            }
            other => other.and_then(Result::err),
        }
    } else {
        match deserializer.into_iter::<&RawValue>().next() {
            Some(Ok(value)) => return First::Other(value),
            other => other.and_then(Result::err),
        }
    };
    match error {
        Some(error) if error.classify() != Category::Eof => First::Broken(error),
        _ => First::Incomplete,
    }
}

/// What a broken value lacks.
pub(super) fn what_is_broken(error: &Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    if what.starts_with("control character") {
        return "a string without its closing quote".into();
    }
    format!("something else: {what}")
}

/// The byte of a text that an error names.
pub(super) fn offset_of_error(text: &[u8], error: &Error) -> usize {
    let mut start = 0;
    for _ in 1..error.line() {
        let end = memchr(b'\n', &text[start..]);
        start += end.map_or(0, |length| length + 1);
    }
    (start + error.column().saturating_sub(1)).min(text.len().saturating_sub(1))
}
